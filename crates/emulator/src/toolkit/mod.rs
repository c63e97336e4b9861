//! What every app is made with: widgets as Android has them, and what Android does for them.
//!
//! An app describes its windows as trees of [`View`]; the toolkit lays them out ([`layout`]), says what an
//! accessibility service would see ([`observe`]), what a finger hits ([`frame`]) and how it looks ([`show`]).
//! It also keeps what no app has to think about: focus, text cursor, keyboard, scrolling and menus
//! ([`interaction`]).

pub mod board;
pub mod date;
pub mod frame;
pub mod glass;
pub mod interaction;
pub mod layout;
pub mod menu;
pub mod observe;
pub mod parts;
pub mod picker;
pub mod show;
pub mod view;
pub mod window;

pub use menu::MenuItem;
pub use parts::{
    bottom_bar, button, check_row, column, dialog, drawer, edit, fab, frame_of, icon, image, image_button,
    menu_button, row, scroller, search_bar, slider, spacer, spinner, strip, switch_row, text, toolbar,
    toolbar_title,
};
pub use view::{Dim, Gravity, Ink, Line, Look, View, dp};
pub use window::{Window, WindowKind};
