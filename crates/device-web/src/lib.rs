//! Web pages as a device: a real Chromium over the DevTools protocol, and the MiniWoB++ suite on it.
//!
//! Pages are read by one script in a world of its own, which the page can't see; they are acted on
//! with the browser's own input events only, as a person's hand and keyboard would.

mod act;
mod browser;
mod cdp;
mod credentials;
mod devtools;
mod dialog;
mod dialogs;
mod downloads;
mod drag;
mod fence;
mod frame;
mod frames;
mod keys;
mod listener;
mod login;
mod looks;
mod miniwob;
mod observe;
mod on_phone;
mod page;
mod pipe;
mod points;
mod profile;
mod roots;
mod sent;
mod sockets;
mod tabs;
mod web;
mod widgets;
mod wire;
mod within;

pub use browser::{Browser, Door, Options, Window, find_chromium};
pub use cdp::{Cdp, CdpError, Command, Refusal};
pub use credentials::{Credentials, origin};
pub use devtools::{BadDevTools, DevTools};
pub use dialog::{Dialog, Dialogs};
pub use fence::Fence;
pub use listener::{Ears, Hearing, Listened, Listener};
pub use login::{Login, LoginError};
pub use looks::Looks;
pub use miniwob::{
    FEEDBACK_TYPES, LITERATURE_TYPES, MiniWob, MiniWobOptions, SUITE, find_pages, task_type, task_types_in,
};
pub use on_phone::OnPhone;
pub use page::Page;
pub use web::{NAME, Web};
