//! Which of several: a number, and how many there have to be.

use std::{fmt, num::NonZeroI64, str::FromStr};

use thiserror::Error;

use crate::locator::Locator;

/// The n-th of some: `3` is the third, `-1` the last, `2 of 5` the second if there are five and none otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nth {
    /// 1 is the first, -1 the last.
    pub at: NonZeroI64,
    /// How many there have to be; `None` for any number.
    pub of: Option<usize>,
}

/// A text that is no place among several.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is no place among several: 1 is the first, -1 the last, \"2 of 5\" the second of five")]
pub struct NoNth {
    /// The text.
    pub text: String,
}

impl Nth {
    /// The place of the entry `at` of so many, counted from 0; `None` where there is none.
    pub fn among(at: usize, of: usize) -> Option<Self> {
        let n = NonZeroI64::new(i64::try_from(at).ok()?.checked_add(1)?)?;
        (at < of).then_some(Self { at: n, of: Some(of) })
    }

    /// Whether it counts from the end.
    pub fn is_from_end(self) -> bool {
        self.at.get() < 0
    }

    /// The one that is meant. `None` where there are too few, or another number than was said.
    pub fn pick<T: Copy>(self, all: &[T]) -> Option<T> {
        if self.of.is_some_and(|it| it != all.len()) {
            return None;
        }
        let n = usize::try_from(self.at.get().unsigned_abs()).ok()?;
        let at = match self.is_from_end() {
            false => n - 1,
            true => all.len().checked_sub(n)?,
        };
        all.get(at).copied()
    }
}

impl fmt::Display for Nth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.of {
            Some(of) => write!(f, "{} of {of}", self.at),
            None => write!(f, "{}", self.at),
        }
    }
}

impl FromStr for Nth {
    type Err = NoNth;

    fn from_str(text: &str) -> Result<Self, NoNth> {
        let read = || {
            let (at, of) = match text.split_once(" of ") {
                Some((at, of)) => (at, Some(of.trim().parse().ok().filter(|it| *it > 0)?)),
                None => (text, None),
            };
            let at = at.trim().parse().ok()?;
            Some(Self { at, of })
        };
        read().ok_or_else(|| NoNth {
            text: text.to_owned(),
        })
    }
}

impl<T: AsRef<str>> Locator<T> {
    /// Which of those that match is meant, where one is asked for and the text says a place.
    pub fn place(&self) -> Option<Nth> {
        self.nth.as_ref()?.as_ref().parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn nth() -> impl Strategy<Value = Nth> {
        let at = any::<i64>().prop_filter_map("none is the 0th", NonZeroI64::new);
        (at, proptest::option::of(1..usize::MAX)).prop_map(|(at, of)| Nth { at, of })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(it in nth()) {
            prop_assert_eq!(it.to_string().parse(), Ok(it));
        }

        #[test]
        fn no_text_and_no_length_is_too_much(text in ".{0,20}", it in nth(), len in 0..9_usize) {
            if let Ok(read) = text.parse::<Nth>() {
                prop_assert_eq!(read.to_string().parse(), Ok(read));
            }
            let all: Vec<usize> = (0..len).collect();
            prop_assert!(it.pick(&all).is_none_or(|it| it < len));
        }
    }

    #[test]
    fn a_place_is_counted_from_either_end_and_only_among_as_many_as_were_said() {
        let pick = |text: &str| text.parse::<Nth>().unwrap().pick(&['a', 'b', 'c']);
        for (text, wanted) in [
            ("1", Some('a')),
            ("3", Some('c')),
            ("4", None),
            ("-1", Some('c')),
            ("-3", Some('a')),
            ("-4", None),
            ("2 of 3", Some('b')),
            ("-1 of 3", Some('c')),
            ("2 of 4", None),
        ] {
            assert_eq!(pick(text), wanted, "{text}");
        }
        for text in ["", "0", "0 of 3", "1 of 0", "second", "2 of", "1 of many", "1of2"] {
            assert!(text.parse::<Nth>().is_err(), "{text}");
        }
    }
}
