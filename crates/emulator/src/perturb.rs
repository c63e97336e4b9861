//! What differs from the phone a function was made on, as phones differ: switchable, and fixed by a seed.
//!
//! A perturbation changes how the phone shows and brings things, never what the user keeps on it, what the
//! goal says, or the judge; [`Kind::Crowd`] alone does, and puts an adversarial instance in the place of each. Each kind says whether it leaves a task possible.

mod interruption;
mod kind;
mod plan;
mod rows;
mod windows;
mod words;

pub(crate) use interruption::{Interruption, NOTICE_MS};
pub use kind::{Kind, Perturb, UnknownKind};
pub(crate) use plan::Plan;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_read_as_they_are_printed() {
        let all: Perturb = "slow, dialog,slow".parse().expect("both are kinds");
        assert_eq!(
            (all.kinds(), all.to_string().as_str()),
            (&[Kind::Dialog, Kind::Slow][..], "dialog,slow")
        );
        assert!("".parse::<Perturb>().expect("no kind is fine").is_none());
        for kind in Kind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        let error = "dialogs".parse::<Kind>().expect_err("no such kind");
        assert_eq!(
            error.to_string(),
            "no perturbation is called `dialogs`; did you mean `dialog`?"
        );
    }
}
