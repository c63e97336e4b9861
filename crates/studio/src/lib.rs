//! The Studio: the functions of a library in a browser of this machine, for people who do without a terminal.
//!
//! Pages are rendered here and work without a script; one small script adds what happens while a function runs.
//!
//! - [`Studio`]: the address, and the server behind it.
//! - `guard`: who is answered at all: this machine's browser that has said the token.
//! - `pages`: what is shown, a module for each part.
//! - `form`: what is sent, held against what the function takes.
//! - `works`: what runs now, on threads of its own, and what it tells.

mod app;
mod form;
mod guard;
mod keys;
mod live;
mod pages;
mod served;
mod server;
mod view;
mod works;

pub use server::{NotOpened, Studio};
