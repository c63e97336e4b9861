//! What calling a function does to what is kept somewhere, as far as that is known.

use compiler::consequence::writes_as_shown;
use library::Function;
use trajectory::Bank;

use crate::{Autorpa, offer::Offer, writes::Writes};

/// What is known of a call. What nobody knows is not claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effects {
    /// Whether it changes nothing: what its code does is what its recordings show, and none of their steps has sent anything.
    pub read_only: bool,
    /// Whether a second call with the same values leaves all as the first did: it changes nothing, or its device forgets.
    pub idempotent: bool,
}

impl Autorpa {
    /// What calling a function does. Its recordings are read for that.
    pub fn effects(&self, function: &Function, offer: &Offer) -> Effects {
        let read_only = offer.irreversible.is_empty() && self.writes_nothing(function);
        Effects {
            read_only,
            idempotent: read_only || !offer.stays,
        }
    }

    fn writes_nothing(&self, function: &Function) -> bool {
        let Ok(bank) = Bank::open(&self.home.bank) else {
            return false;
        };
        let mut shown = Vec::new();
        for id in &function.receipt.recordings {
            match bank.load(id) {
                Ok(recording) if Writes::of([&recording]) == Writes::Nothing => shown.push(recording),
                Ok(_) | Err(_) => return false,
            }
        }
        writes_as_shown(&function.source, &shown)
    }
}
