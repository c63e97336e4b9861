//! The Studio: the functions of a library in a browser of this machine, for people who do without a terminal.
//!
//! Pages are rendered here and work without a script; one small script adds what happens while a function runs.
//!
//! - [`Studio`]: the address, and the server behind it.
//! - `guard`: who is answered at all: this machine's browser that has said the token.
//! - `pages`: what is shown, a module for each part.
//! - `form`: what is sent, held against what the function takes.
//! - `works`: what runs and is built now, on threads of its own, what it tells, and what it asks.
//! - `recordings`: what people show now, in a browser or on a device (`showing`), whatever page looks at it.

mod app;
mod form;
mod guard;
mod keys;
mod live;
mod pages;
mod recordings;
mod remembered;
mod served;
mod server;
mod showing;
mod view;
mod works;

pub use server::{NotOpened, Studio};
