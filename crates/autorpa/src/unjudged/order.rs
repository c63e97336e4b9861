//! What is built where nobody judges, and with what.

use crate::{
    Autorpa,
    model::Model,
    request::{ModelOptions, Tier},
};

use super::place::Place;

/// What is built, and with what.
pub struct Order<'a> {
    /// The library.
    pub rpa: &'a Autorpa,
    /// Where it was shown.
    pub at: Place,
    /// The drivers.
    pub tier: Tier,
    /// What is allowed.
    pub args: &'a ModelOptions,
    /// Who is asked for what is left.
    pub model: Option<Model>,
    /// Whether the function that there is gives way to one of the newest recording alone.
    pub again: bool,
}
