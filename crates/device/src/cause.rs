//! What another part of the program found, carried by who can't name its type.

use std::{error::Error, fmt, sync::Arc};

/// An error of another part of the program, in a type of its own: [`Cause::of`] keeps it, [`Cause::is`] gives it back.
///
/// Two are the same where they read the same.
#[derive(Clone)]
pub struct Cause(Arc<dyn Error + Send + Sync>);

impl Cause {
    /// Keep it.
    pub fn of(error: impl Error + Send + Sync + 'static) -> Self {
        Self(Arc::new(error))
    }

    /// It, where it is of this type.
    pub fn is<E: Error + 'static>(&self) -> Option<&E> {
        self.0.downcast_ref()
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PartialEq for Cause {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Cause {}

impl Error for Cause {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NotAllowed;

    #[test]
    fn what_was_found_comes_back_in_its_own_type() {
        let found = Cause::of(NotAllowed::PasswordField);
        assert_eq!(found.is::<NotAllowed>(), Some(&NotAllowed::PasswordField));
        assert_eq!(found.is::<std::io::Error>().map(ToString::to_string), None);
        assert_eq!(found, Cause::of(NotAllowed::PasswordField));
        let other = NotAllowed::SecretValue {
            mark: "{a}".to_owned(),
        };
        assert_ne!(found, Cause::of(other));
    }
}
