//! Ways in which a device is to differ from the one a function was made on, by name. What ways there are, and what they
//! do, a device says.

use std::{convert::Infallible, fmt, str::FromStr};

/// Names of ways in which a device is to differ, as they were said. The default is none: the device is as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Perturb {
    names: Vec<String>,
}

impl Perturb {
    /// These names; `all` may be one of them.
    pub fn new<T: Into<String>>(names: impl IntoIterator<Item = T>) -> Self {
        let names = names.into_iter().map(Into::into).collect();
        Self { names }
    }

    /// The names, in the order in which they were said.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Whether nothing is to differ.
    pub fn is_none(&self) -> bool {
        self.names.is_empty()
    }
}

/// Names with commas between; an empty text is none.
impl FromStr for Perturb {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::new(
            text.split(',').map(str::trim).filter(|it| !it.is_empty()),
        ))
    }
}

/// The names with commas between, as they are read.
impl fmt::Display for Perturb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.names.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_printed() {
        let Ok(said) = " slow, of my own,,".parse::<Perturb>();
        assert_eq!(said, Perturb::new(["slow", "of my own"]));
        assert_eq!(said.to_string().parse(), Ok(said));
        let Ok(none) = " , ".parse::<Perturb>();
        assert!(none.is_none());
    }
}
