//! Signatures of functions: who may say which code is run, where a policy asks for it.

use std::{
    fmt, fs,
    path::{Path, PathBuf},
    str::FromStr,
};

use ring::{
    rand::SystemRandom,
    signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey},
};
use serde::{Deserialize, Serialize};
use settings::{Call, Request};
use thiserror::Error as ThisError;

use crate::{Autorpa, audit::Deed, error::Error, file_help::FileHelp, home};

/// What stands before a key, where it is written.
const KIND: &str = "ed25519:";
/// Version of the file of a signature.
const VERSION: u32 = 1;

/// Whose signature counts: the public half of a key, written `ed25519:` and 64 hex digits.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct PublicKey([u8; 32]);

/// A text that is no public key.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
#[error(
    "`{0}` is no public key: write it as {call} gives it, `ed25519:` and 64 hex digits",
    call = Call::new(Request::Sign)
)]
pub struct BadKey(String);

impl FromStr for PublicKey {
    type Err = BadKey;

    fn from_str(text: &str) -> Result<Self, BadKey> {
        let bytes = text.strip_prefix(KIND).and_then(bytes_of);
        let key = bytes.and_then(|it| <[u8; 32]>::try_from(it).ok());
        key.map(Self).ok_or_else(|| BadKey(text.to_owned()))
    }
}

impl TryFrom<String> for PublicKey {
    type Error = BadKey;

    fn try_from(text: String) -> Result<Self, BadKey> {
        text.parse()
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{KIND}{}", hex(&self.0))
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|it| format!("{it:02x}")).collect()
}

fn bytes_of(hex: &str) -> Option<Vec<u8>> {
    if !hex.is_ascii() || !hex.len().is_multiple_of(2) {
        return None;
    }
    let pairs = (0..hex.len()).step_by(2);
    pairs
        .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).ok())
        .collect()
}

/// The file of a signature, version 1.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SignatureV1 {
    version: u32,
    /// Folder and name of the function.
    function: String,
    script_sha256: String,
    /// The hash of its receipt; empty where it has none.
    receipt_sha256: String,
    key: String,
    signature: String,
}

/// What a signature is about.
struct About {
    function: String,
    script_sha256: String,
    receipt_sha256: String,
}

impl About {
    /// The script with this text, as it lies there with its receipt.
    fn of(script: &Path, source: &str) -> Result<Self, Error> {
        let receipt = receipt_of(script);
        let receipt_sha256 = match receipt.is_file() {
            true => library::sha256(&home::read(&receipt, FileHelp::Readable)?),
            false => String::new(),
        };
        let script = script.canonicalize().unwrap_or_else(|_| script.to_owned());
        let part = |it: Option<&std::ffi::OsStr>| it.unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self {
            function: format!(
                "{}/{}",
                part(script.parent().and_then(Path::file_name)),
                part(script.file_stem())
            ),
            script_sha256: library::sha256(source),
            receipt_sha256,
        })
    }

    fn message(&self) -> String {
        let Self {
            function,
            script_sha256,
            receipt_sha256,
        } = self;
        // A name has no line end: no other function makes this text.
        let function = function.replace('\n', " ");
        format!("autorpa function 1\n{function}\n{script_sha256}\n{receipt_sha256}\n")
    }
}

fn receipt_of(script: &Path) -> PathBuf {
    script.with_extension("receipt.json")
}

fn signature_of(script: &Path) -> PathBuf {
    script.with_extension("signature.json")
}

/// Why a function does not count as signed.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum NotSigned {
    /// It has no signature.
    #[error("it is not signed")]
    None,
    /// The file of its signature can't be read.
    #[error("its signature can't be read: {0}")]
    Unread(String),
    /// It was signed when it was something else.
    #[error("its {0} is another one than was signed")]
    Changed(&'static str),
    /// By a key that does not count.
    #[error("it is signed by {0}, which the policy does not name")]
    Stranger(String),
    /// The signature is none of this key.
    #[error("its signature is not that of the key it names")]
    Forged,
}

/// Whether a function is signed by one of these keys, as it is now.
pub(crate) fn check(script: &Path, source: &str, keys: &[PublicKey]) -> Result<Result<(), NotSigned>, Error> {
    let file = signature_of(script);
    if !file.is_file() {
        return Ok(Err(NotSigned::None));
    }
    let text = home::read(&file, FileHelp::Readable)?;
    let about = About::of(script, source)?;
    Ok(holds(&text, &about, keys))
}

fn holds(text: &str, about: &About, keys: &[PublicKey]) -> Result<(), NotSigned> {
    let kept: SignatureV1 = serde_json::from_str(text).map_err(|it| NotSigned::Unread(it.to_string()))?;
    if kept.version != VERSION {
        return Err(NotSigned::Unread(format!("it has version {}", kept.version)));
    }
    for (is, was, what) in [
        (&about.function, &kept.function, "name"),
        (&about.script_sha256, &kept.script_sha256, "script"),
        (&about.receipt_sha256, &kept.receipt_sha256, "receipt"),
    ] {
        if is != was {
            return Err(NotSigned::Changed(what));
        }
    }
    let key: PublicKey = kept
        .key
        .parse()
        .map_err(|it: BadKey| NotSigned::Unread(it.to_string()))?;
    if !keys.contains(&key) {
        return Err(NotSigned::Stranger(kept.key));
    }
    let signature = bytes_of(&kept.signature).unwrap_or_default();
    UnparsedPublicKey::new(&ED25519, key.0)
        .verify(about.message().as_bytes(), &signature)
        .map_err(|_| NotSigned::Forged)
}

/// A key can't be made or used.
#[derive(Debug, ThisError)]
pub enum BadSigningKey {
    /// The system gives no random numbers.
    #[error("the system gives no random numbers for a key")]
    NoRandomness,
    /// The file holds something else.
    #[error("{} is no ed25519 key in the form PKCS #8\nhelp: name another file, or one that is not there yet: it is made", path.display())]
    NoKey {
        /// The file.
        path: PathBuf,
    },
}

/// A function that was signed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedFunction {
    /// Folder and name.
    pub function: String,
    /// The file of the signature.
    pub file: PathBuf,
    /// Whose it is.
    pub key: PublicKey,
    /// The file of the key, where it was made now.
    pub made: Option<PathBuf>,
}

impl Autorpa {
    /// Sign a function as it is now: its name, its script and its receipt. The key is that of a file (PKCS #8), or of the home;
    /// where there is none, one is made that only its owner may read.
    pub fn sign(&self, function: &Path, key: Option<&Path>) -> Result<SignedFunction, Error> {
        let script = self.script(function)?;
        let source = home::read(&script, FileHelp::Script)?;
        let path = key.map_or_else(|| self.home.keys.join("sign.key"), Path::to_owned);
        let made = (!path.exists()).then(|| path.clone());
        if made.is_some() {
            make_key(&path)?;
        }
        let pair = read_key(&path)?;
        let public = <[u8; 32]>::try_from(pair.public_key().as_ref()).unwrap_or_default();
        let about = About::of(&script, &source)?;
        let kept = SignatureV1 {
            version: VERSION,
            function: about.function.clone(),
            script_sha256: about.script_sha256.clone(),
            receipt_sha256: about.receipt_sha256.clone(),
            key: PublicKey(public).to_string(),
            signature: hex(pair.sign(about.message().as_bytes()).as_ref()),
        };
        let file = signature_of(&script);
        // Texts always are JSON.
        let text = serde_json::to_string_pretty(&kept).unwrap_or_default();
        home::write(&file, format!("{text}\n").as_bytes())?;
        self.audit().note(Deed::Signed {
            script: script.display().to_string(),
            script_sha256: about.script_sha256,
            key: kept.key,
        })?;
        Ok(SignedFunction {
            function: about.function,
            file,
            key: PublicKey(public),
            made,
        })
    }
}

fn make_key(path: &Path) -> Result<(), Error> {
    let key = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new());
    let key = key.map_err(|_| Error::kept(BadSigningKey::NoRandomness))?;
    // A new file of this kind may be read by its owner alone.
    home::write(path, key.as_ref())
}

fn read_key(path: &Path) -> Result<Ed25519KeyPair, Error> {
    let bytes = fs::read(path).map_err(|source| Error::File {
        path: path.to_owned(),
        source,
        help: FileHelp::SigningKey,
    })?;
    Ed25519KeyPair::from_pkcs8_maybe_unchecked(&bytes).map_err(|_| {
        Error::usage(BadSigningKey::NoKey {
            path: path.to_owned(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Home;

    #[test]
    fn only_what_was_signed_counts_and_only_by_a_key_that_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let rpa = Autorpa::new(Home::new(&dir.path().join("home"), dir.path().join("library")));
        let folder = dir.path().join("library/notes");
        fs::create_dir_all(&folder).unwrap();
        let script = folder.join("add.rhai");
        let source = "fn add() {}\n";
        let put = |source: &str, receipt: &str| {
            fs::write(&script, source).unwrap();
            fs::write(receipt_of(&script), receipt).unwrap();
        };
        put(source, "{}");
        let checked = |keys: &[PublicKey]| {
            let source = fs::read_to_string(&script).unwrap();
            check(&script, &source, keys).unwrap()
        };
        assert_eq!(checked(&[]), Err(NotSigned::None));
        let signed = rpa.sign(&script, None).unwrap();
        assert_eq!(signed.function, "notes/add");
        assert!(signed.made.is_some());
        let key = [signed.key.clone()];
        assert_eq!(checked(&key), Ok(()));
        assert!(matches!(checked(&[]), Err(NotSigned::Stranger(_))));
        // The same key the next time, and another one elsewhere.
        assert_eq!(rpa.sign(&script, None).unwrap().made, None);
        let other = rpa.sign(&script, Some(&dir.path().join("other.key"))).unwrap();
        assert!(matches!(checked(&key), Err(NotSigned::Stranger(_))));
        assert_eq!(checked(&[signed.key, other.key]), Ok(()));
        rpa.sign(&script, None).unwrap();
        // One letter of the script, of the receipt, another name.
        put("fn add() { }\n", "{}");
        assert_eq!(checked(&key), Err(NotSigned::Changed("script")));
        put(source, "{ }");
        assert_eq!(checked(&key), Err(NotSigned::Changed("receipt")));
        put(source, "{}");
        assert_eq!(checked(&key), Ok(()));
        let moved = folder.join("delete.rhai");
        fs::copy(&script, &moved).unwrap();
        fs::copy(receipt_of(&script), receipt_of(&moved)).unwrap();
        fs::copy(signature_of(&script), signature_of(&moved)).unwrap();
        assert_eq!(
            check(&moved, source, &key).unwrap(),
            Err(NotSigned::Changed("name"))
        );
        // The hashes put right by who has no key.
        put("fn add() { }\n", "{}");
        let text = fs::read_to_string(signature_of(&script)).unwrap();
        let forged = text.replace(&library::sha256(source), &library::sha256("fn add() { }\n"));
        fs::write(signature_of(&script), forged).unwrap();
        assert_eq!(checked(&key), Err(NotSigned::Forged));
        for junk in ["", "{}", "{\"version\":2}"] {
            fs::write(signature_of(&script), junk).unwrap();
            assert!(matches!(checked(&key), Err(NotSigned::Unread(_))), "{junk}");
        }
        // What is no key is left alone.
        let file = dir.path().join("mine");
        fs::write(&file, "mine").unwrap();
        assert!(rpa.sign(&script, Some(&file)).is_err());
        assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
        for bad in [
            "",
            "ed25519:",
            "ed25519:00",
            "00",
            &format!("ed25519:{}", "é".repeat(32)),
        ] {
            assert!(bad.parse::<PublicKey>().is_err(), "{bad}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_key_that_is_made_may_be_read_by_its_owner_alone() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("keys/sign.key");
        make_key(&path).unwrap();
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{mode:o}");
    }
}
