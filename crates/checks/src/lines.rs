//! What must not change, as lines: read before and after, and compared.

use std::{
    collections::BTreeMap,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
    time::Duration,
};

use device::Cancel;
use task::file::{Except, Machine, Source};

use crate::{
    command, database,
    fault::Fault,
    http::{self, Asked, Http},
    screen::Look,
    values::{Parsed, Values},
};

/// A line, and the state of what it names where that is more than the line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    text: String,
    state: u64,
}

/// What reading lines needs.
pub struct Reading<'a> {
    pub values: &'a Values<'a>,
    pub parsed: &'a Parsed,
    pub dir: &'a Path,
    pub http: &'a Http,
    pub limit: Duration,
    pub cancel: &'a Cancel,
}

/// What a command prints that this computer or the device runs.
pub fn run(
    on: Machine,
    argv: &[String],
    with: &Reading<'_>,
    look: Option<&mut (dyn Look + '_)>,
) -> Result<command::Printed, Fault> {
    match on {
        Machine::Computer => command::run(argv, with.dir, with.limit, with.cancel),
        Machine::Device => Ok(look.ok_or(Fault::NoDevice)?.run(argv, with.limit)?.into()),
    }
}

/// The lines of a source, now.
pub fn read(
    source: &Source,
    with: &Reading<'_>,
    look: Option<&mut (dyn Look + '_)>,
) -> Result<Vec<Line>, Fault> {
    let plain = |texts: Vec<String>| texts.into_iter().map(|text| Line { text, state: 0 }).collect();
    match source {
        Source::Sql(query) => {
            let rows = database::ask(query, with.values, with.dir)?;
            Ok(plain(rows.into_iter().map(|row| row.join("|")).collect()))
        }
        Source::Http(document) => {
            let answered = with.get(document)?;
            if !http::is_expected(answered.status, None) {
                return Err(Fault::Http {
                    url: with.values.url(&document.url)?.to_string(),
                    reason: format!("status {}", answered.status),
                });
            }
            let path = document
                .json
                .as_ref()
                .and_then(|path| with.parsed.paths.get(path));
            match path {
                Some(path) => match http::nodes(&answered.body, path) {
                    Some(nodes) => Ok(plain(nodes)),
                    None => Err(Fault::Http {
                        url: with.values.url(&document.url)?.to_string(),
                        reason: "what comes is no JSON".to_owned(),
                    }),
                },
                None => Ok(plain(answered.body.lines().map(str::to_owned).collect())),
            }
        }
        Source::File(Machine::Device, path) => {
            let path = with.values.text(path)?;
            let bytes = look.ok_or(Fault::NoDevice)?.file(&path)?;
            let bytes = bytes.ok_or(Fault::NoDeviceFile { path })?;
            let text = String::from_utf8_lossy(&bytes);
            Ok(plain(text.lines().map(str::to_owned).collect()))
        }
        Source::File(Machine::Computer, path) => {
            let path = with.dir.join(with.values.text(path)?);
            match fs::read(&path) {
                Ok(bytes) => {
                    let text = String::from_utf8_lossy(&bytes);
                    Ok(plain(text.lines().map(str::to_owned).collect()))
                }
                Err(error) => Err(Fault::File { path, error }),
            }
        }
        Source::List(path) => {
            let root = with.dir.join(with.values.text(path)?);
            let mut found = Vec::new();
            list(&root, "", &mut found)?;
            Ok(found)
        }
        Source::Command(on, argv) => {
            let argv = with.values.texts(argv)?;
            let printed = run(*on, &argv, with, look)?;
            command::expect(&argv, &printed, 0)?;
            Ok(plain(printed.out.lines().map(str::to_owned).collect()))
        }
    }
}

impl Reading<'_> {
    /// Ask for a document.
    pub fn get(&self, document: &task::file::Document) -> Result<http::Answered, Fault> {
        let url = self.values.url(&document.url)?;
        let mut headers = Vec::new();
        for (name, value) in &document.headers {
            headers.push((name.clone(), self.values.text(value)?));
        }
        let asked = Asked {
            url,
            method: "GET".to_owned(),
            headers,
            body: None,
        };
        self.http.ask(&asked, self.limit)
    }
}

/// The files under a directory, by their paths in it and with what is in them.
fn list(root: &Path, inside: &str, found: &mut Vec<Line>) -> Result<(), Fault> {
    let fault = |path: &Path, error| Fault::File {
        path: path.to_owned(),
        error,
    };
    let dir = root.join(inside);
    for entry in fs::read_dir(&dir).map_err(|error| fault(&dir, error))? {
        let entry = entry.map_err(|error| fault(&dir, error))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let text = match inside {
            "" => name,
            inside => format!("{inside}/{name}"),
        };
        let path = entry.path();
        // A link is what it leads to, by name; it is not followed.
        let kind = entry.file_type().map_err(|error| fault(&path, error))?;
        let mut state = DefaultHasher::new();
        if kind.is_dir() {
            list(root, &text, found)?;
        } else if kind.is_symlink() {
            let target = fs::read_link(&path).map_err(|error| fault(&path, error))?;
            target.hash(&mut state);
        } else if kind.is_file() {
            let bytes = fs::read(&path).map_err(|error| fault(&path, error))?;
            bytes.hash(&mut state);
        }
        found.push(Line {
            text,
            state: state.finish(),
        });
    }
    Ok(())
}

/// What changed although nothing says that it may, a phrase each.
pub fn changes(
    before: &[Line],
    after: &[Line],
    except: &Except,
    values: &Values<'_>,
) -> Result<Vec<String>, Fault> {
    let mut counts: BTreeMap<&Line, i64> = BTreeMap::new();
    for line in after {
        *counts.entry(line).or_default() += 1;
    }
    for line in before {
        *counts.entry(line).or_default() -= 1;
    }
    let of = |sign: i64| {
        let mut lines: Vec<&str> = Vec::new();
        for (line, count) in &counts {
            let times = usize::try_from(count * sign).unwrap_or(0);
            lines.extend(std::iter::repeat_n(line.text.as_str(), times));
        }
        lines
    };
    let (mut added, mut removed) = (of(1), of(-1));
    // The same line with another state is a change of it.
    let mut changed = Vec::new();
    added.retain(|line| match removed.iter().position(|gone| gone == line) {
        Some(idx) => {
            changed.push(removed.remove(idx));
            false
        }
        None => true,
    });
    let mut told = Vec::new();
    let sides = [
        ("new", added, &except.added),
        ("gone", removed, &except.removed),
        ("changed", changed, &except.changed),
    ];
    for (what, lines, allowed) in sides {
        for line in lines {
            let mut may = false;
            for pattern in allowed {
                may = may || values.is_like(pattern, line)?;
            }
            if !may {
                told.push(format!("{what}: \"{line}\""));
            }
        }
    }
    Ok(told)
}
