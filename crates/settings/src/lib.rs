//! What a caller can set and ask for, by name: what a message names where it says what would help.
//!
//! The library does not know how it is called. What is an option at a command line is a field on a page, and an argument
//! where an agent calls. So a message holds a [`Setting`] or a [`Call`] as data, and who stands between the library and its
//! user says once, with [`say_with`], how these read there. Where nobody does, each is said by its [name](Setting::name):
//! that of the field of a request.
//!
//! ```
//! use settings::{Call, Request, Setting};
//!
//! let help = format!("raise the budget ({})", Setting::BudgetTokens);
//! assert_eq!(help, "raise the budget (`budget_tokens`)");
//! let call = Call::new(Request::Build).with(Setting::TaskType, "AddCustomer");
//! assert_eq!(call.to_string(), "build(task_type: AddCustomer)");
//! ```

mod call;
mod setting;
mod words;

pub use call::{Call, Request};
pub use setting::{Given, Setting};
pub use words::{Names, Value, Words, say_with};
