//! What the builder is told that a script can call.

/// What a script can call on the device that it is for.
#[derive(Clone, Debug, Default)]
pub struct Reference {
    /// A line for each function, as a model reads them.
    pub text: String,
    /// Whether the device takes answers.
    pub answers: bool,
}
