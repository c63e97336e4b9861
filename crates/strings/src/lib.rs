//! The string language: what a program can make of its parameters, and how that is found from examples.
//!
//! - [`Expr`]: a parameter, a constant, a concatenation, a function of another expression. It prints as Rhai.
//! - [`functions`]: the one table of the functions, which the runtime registers under the same names.
//! - [`derive`]: the values that can be made of one instance's parameters, simplest first.
//! - [`learn`]: the expressions that explain every example, simplest first.
//! - [`synthesise`]: examples and inputs without outputs to a program, and its outputs where no other program as good
//!   disagrees.

mod amount;
mod arguments;
mod calculate;
mod calendar;
mod class;
mod days;
mod derive;
mod expr;
mod function;
mod learn;
mod literal;
mod nth;
mod numbers;
mod parse;
mod parts;
mod place;
mod plain;
mod question;
mod records;
mod reserved;
mod rewritten;
mod stop;
mod sums;
mod synth;
mod words;

pub use amount::{is_length_of_time, unit};
pub use calendar::{ordinal, without_ordinal};
pub use class::Class;
pub use derive::{Derived, days_beside_today, derive, derive_all, full_hour_ends, time_ends, whens};
pub use expr::{Branch, Expr, List, Op, Records};
pub use function::{Function, characters, functions, items, learnt_functions};
pub use learn::{explain, learn};
pub use literal::{RESERVED, identifier, quote};
pub use parse::ExprError;
pub use question::{Asked, Condition, Question, Row, TODAY, Take, asks, questions};
pub use records::{Meant, RecordsError, records, says};
pub use reserved::{LISTED, RECORD_ID, THIS_DAY};
pub use stop::{is_content, stem_of, word_spans};
pub use synth::{Example, Problem, Refusal, SynthError, Synthesis, Test, synthesise};
