//! The model behind `ask_mllm` and the grounder, as the runtime sees it. The command line fills it.

use device::Cause;
use thiserror::Error;
use ui::{ElementId, Screen};

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OracleError {
    /// It did not answer.
    #[error("the model does not answer: {source}")]
    Unavailable {
        /// Why not.
        source: Cause,
    },
    /// It answered something that can't be used.
    #[error("the model's answer can't be used: {reason}")]
    Unusable {
        /// What is wrong with the answer.
        reason: String,
    },
    /// The budget for models is used up.
    #[error("the model budget is used up: {source}")]
    OverBudget {
        /// Which budget, and how much of it.
        source: Cause,
    },
}

/// Answers questions about a screen.
pub trait Oracle {
    /// A script's question about what is on the screen. `output_format` says how the answer is to look.
    fn ask(
        &mut self,
        question: &str,
        output_format: &str,
        screen: &Screen,
        screenshot: &[u8],
    ) -> Result<String, OracleError>;

    /// Which of the candidates is the described element; `None` where none is.
    fn ground(
        &mut self,
        description: &str,
        screen: &Screen,
        candidates: &[ElementId],
        screenshot: &[u8],
    ) -> Result<Option<ElementId>, OracleError>;
}
