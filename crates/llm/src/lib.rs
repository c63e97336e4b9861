//! Language models behind one blocking trait.
//!
//! - [`Request`] and [`Reply`]: what is asked and what comes back, the same for every provider.
//! - [`Model`]: whoever answers. [`Http`] speaks to OpenAI-compatible, Anthropic and Gemini servers,
//!   [`Board`] gives each agent its own,
//!   [`Cassette`] answers from a recording, [`Recorder`] makes one, [`Meter`] counts and stops.
//! - [`Prompt`] renders a Markdown template strictly, to a [`Text`] that knows what it was made from; [`Answer`] takes a
//!   reply apart. Text that was read on a screen goes through the `fence` filter, so that it stays data.
//!
//! A model's text never leaves the caller as text: it becomes a typed value or a rejection.

mod answer;
mod board;
mod cassette;
mod dollars;
mod error;
mod fit;
mod http;
mod meter;
mod model;
mod pixels;
mod price;
mod prompt;
mod request;
mod target;
mod text;

pub use answer::{Answer, AnswerError};
pub use board::Board;
pub use cassette::{Cassette, CassetteError, Difference, Outdated, Recorder};
pub use dollars::{Dollars, DollarsError};
pub use error::ModelError;
pub use http::{Http, HttpOptions};
pub use meter::{Budget, Count, Meter, Tally};
pub use model::Model;
pub use price::{Price, PriceError, PriceTable};
pub use prompt::{Prompt, PromptError, fence};
pub use request::{
    Call, Message, Part, Reply, Request, Role, Speaker, Thought, Tool, Usage, about_tokens, shortened,
};
pub use target::{Provider, Target};
pub use text::{Filled, Text};
