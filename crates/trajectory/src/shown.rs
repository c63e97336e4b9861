//! What is known of a recording because a person was there while it was made.

use std::collections::BTreeMap;

/// What a person said, and what was noticed beside the steps, while something was shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DemonstrationNotes {
    /// The steps, counted from 1, that type a secret, with the secret's name: their text is `{secret:NAME}`.
    pub secrets: BTreeMap<usize, String>,
    /// How many of the steps do the task; those behind them look up whether it worked.
    pub check_after: Option<usize>,
    /// Which rows of a table it is done to, where the same was done to one after the other and the person has said that others are
    /// meant as well: what their cells show, by the heads of the columns. Without any, all rows are meant.
    pub each_row: Option<BTreeMap<String, String>>,
    /// Values that are made of others, by their names, and how: in the words of the string language.
    pub made: BTreeMap<String, String>,
    /// What was done and no step says: a recording with such a gap does not show the whole task.
    pub gaps: Vec<Remark>,
    /// What is no step and says something all the same: what was looked at and left as it was.
    pub notes: Vec<Remark>,
}

/// Something between the steps, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// How many steps there are before it.
    pub after: usize,
    /// What is to be said.
    pub text: String,
}
