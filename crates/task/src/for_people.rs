//! What only people are told.

/// Lines that only people get: what a judge shows for its word, with the names of checks and the values they expected
/// and found.
///
/// Explorer, builder and agents never see a check, so nothing that writes a prompt or decides over a function reads these
/// lines. There is no other way to them than [`ForPeople::for_people`], and `xtask/src/tidy/for_people.rs` names the files
/// that may call it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForPeople(Vec<String>);

impl ForPeople {
    /// The lines, in their order. Terminals, reports, receipts and the JSON of commands may have them; a model may not.
    pub fn for_people(&self) -> &[String] {
        &self.0
    }
}

impl From<Vec<String>> for ForPeople {
    fn from(lines: Vec<String>) -> Self {
        Self(lines)
    }
}
