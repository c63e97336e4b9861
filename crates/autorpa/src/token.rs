//! A word that opens a door: who can't say it is told nothing.

use std::{env, fmt};

use ring::rand::{SecureRandom, SystemRandom};
use thiserror::Error;

use crate::error::Error;

/// A word that nobody can guess. It is shown only where that is asked for.
#[derive(Clone)]
pub struct Token(String);

/// No token can be made.
#[derive(Clone, Copy, Debug, Error)]
#[error("the system gives no random numbers for a token")]
pub struct NoRandomness;

impl Token {
    /// A new one: 32 random bytes, in hex.
    pub fn made() -> Result<Self, Error> {
        random::<32>().map(Self)
    }

    /// The one that an environment variable says, or a new one where it says none, and whether it is new.
    pub fn said_or_made(variable: &str) -> Result<(Self, bool), Error> {
        match env::var(variable).ok().filter(|it| !it.is_empty()) {
            Some(said) => Ok((Self::chosen(said), false)),
            None => Ok((Self::made()?, true)),
        }
    }

    /// One that somebody chose.
    pub fn chosen(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Whether this is what was said. How long the answer takes says nothing of where they differ: their hashes are
    /// compared.
    pub fn is(&self, said: &str) -> bool {
        library::sha256(said) == library::sha256(&self.0)
    }

    /// The word, for whoever is to have it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// So many random bytes, in hex.
pub(crate) fn random<const BYTES: usize>() -> Result<String, Error> {
    let mut bytes = [0; BYTES];
    let filled = SystemRandom::new().fill(&mut bytes);
    filled.map_err(|_| Error::kept(NoRandomness))?;
    Ok(bytes.iter().map(|it| format!("{it:02x}")).collect())
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_said_in_full_and_shown_nowhere() {
        let (one, other) = (Token::made().unwrap(), Token::made().unwrap());
        assert!(one.is(one.reveal()) && one.reveal().len() == 64);
        for wrong in [
            "",
            &one.reveal()[..63],
            other.reveal(),
            &one.reveal().to_uppercase(),
        ] {
            assert!(!one.is(wrong) || wrong == one.reveal(), "{wrong}");
        }
        assert!(!format!("{one:?}").contains(one.reveal()));
    }
}
