//! Secrets: read when they are needed, kept in memory, told to nobody.

use std::{
    collections::{BTreeSet, HashMap},
    env, fmt, fs,
    path::Path,
    time::Duration,
};

use device::Cancel;
use task::file::{Param, ParamKind, SecretSource, TaskFile};

use crate::{command, fault::Fault};

/// How long a command may take that prints a secret: it may ask a person for a password.
const PATIENCE: Duration = Duration::from_secs(60);

/// The secrets that a task file's resets and checks use.
#[derive(Default)]
pub struct Secrets {
    /// Name and value.
    pub known: Vec<(String, String)>,
    /// Those that are not there, and why.
    pub missing: HashMap<String, String>,
}

impl fmt::Debug for Secrets {
    /// Names alone.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<&str> = self.known.iter().map(|(name, _)| name.as_str()).collect();
        f.debug_struct("Secrets")
            .field("known", &known)
            .field("missing", &self.missing)
            .finish()
    }
}

impl Secrets {
    /// Read those that are used.
    pub fn read(file: &TaskFile, dir: &Path, used: &BTreeSet<String>) -> Self {
        let mut secrets = Self::default();
        for param in file.secrets().filter(|param| used.contains(&param.name)) {
            let (ParamKind::Secret(source) | ParamKind::Totp(source)) = &param.kind else {
                continue;
            };
            match read(source, dir) {
                Ok(value) => secrets.known.push((param.name.clone(), value)),
                Err(fault) => {
                    secrets.missing.insert(param.name.clone(), fault.to_string());
                }
            }
        }
        // A secret within another one is hidden after it.
        secrets
            .known
            .sort_by_key(|(_, value)| std::cmp::Reverse(value.len()));
        secrets
    }
}

/// The value of a secret parameter; `None` for any other.
pub fn of_param(param: &Param, dir: &Path) -> Option<Result<String, Fault>> {
    match &param.kind {
        ParamKind::Secret(source) | ParamKind::Totp(source) => Some(read(source, dir)),
        _ => None,
    }
}

/// The value of a secret, from where it is; paths are relative to this folder. The error says why it can't be had, and
/// never what it is.
pub fn read(source: &SecretSource, dir: &Path) -> Result<String, Fault> {
    match source {
        SecretSource::Env(name) => env::var(name).map_err(|_| Fault::NoVariable { name: name.clone() }),
        SecretSource::File(path) => {
            let path = dir.join(path);
            match fs::read_to_string(&path) {
                Ok(text) => Ok(without_line_end(&text).to_owned()),
                Err(error) => Err(Fault::File { path, error }),
            }
        }
        SecretSource::Command(argv) => {
            let printed = command::run(argv, dir, PATIENCE, &Cancel::default())?;
            command::expect(argv, &printed, 0)?;
            Ok(without_line_end(&printed.out).to_owned())
        }
    }
}

/// A text without the line end that programs and editors put at its end.
pub fn without_line_end(text: &str) -> &str {
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.strip_suffix('\r').unwrap_or(text)
}
