//! What a screen shows, what can be done on it, and how an element is named.
//!
//! Pure data and pure functions: answers depend on their arguments alone.
//!
//! - [`Screen`] and [`Element`]: one observation, a flat list in the device's own order.
//! - [`Action`]: what can be done. `Action<ElementId>` is *hard* (an index on one screen),
//!   `Action<Locator>` is *soft* (looked up again on every screen).
//! - [`Locator`] and [`find`]: one, none or many; nothing below the caller picks among many.
//! - [`suggest`]: the locators that name exactly one element of a screen, best first.

mod action;
mod chord;
mod describe;
mod element;
mod evidence;
mod find;
mod irreversible;
mod kind;
mod list;
mod locator;
mod mix;
mod nth;
mod overlay;
mod pager;
mod path;
mod place;
mod point;
mod role;
mod row_choice;
mod row_loop;
mod row_sites;
mod rows;
pub mod same;
mod screen;
mod secret;
mod sent;
mod side;
mod suggest;
mod tables;
mod touch;
mod visible;

pub use action::{Action, Direction, HardAction, SoftAction, Status};
pub use chord::{Chord, ChordError};
pub use describe::describe;
pub use element::{Element, ElementId, Rect, short_id};
pub use evidence::Evidence;
pub use find::{Found, NUMBER, find, find_in_any_case, fits, looks, shows};
pub use irreversible::{Irreversible, Lasting, Means, means_all, own_words, says_all};
pub use kind::ActionKind;
pub use list::{
    ListLine, element_kinds, element_line, element_list, is_nameless_graphic, list_lines, listed,
};
pub use locator::{ExtraAction, Key, Locator, print_near};
pub use nth::{NoNth, Nth};
pub use overlay::{Overlay, may_be_notice, overlay};
pub use pager::{NextPage, Pager, leads_on, onward};
pub use path::{in_path, records_in_path};
pub use place::{in_one_place, row_holders, row_of};
pub use point::{HowMany, Nearness, Offset, Point, PointError, Points};
pub use role::Role;
pub use row_choice::{RowChoice, Untold};
pub use row_loop::{RowAfter, RowLoop, TableAnswer, has_words, says_beside, words_in};
pub use row_sites::{Site, Sites};
pub use rows::{
    Row, RowMark, Unread, is_heading_name, last_list, list_rows, list_rows_at, marked_rows, read_views,
    row_marks_of, sites,
};
pub use same::are_alike;
pub use screen::Screen;
pub use secret::{has_secret_mark, marked_secret, secret_mark};
pub use sent::Sent;
pub use side::Side;
pub use suggest::{Suggestion, inside_of_pair, signs_around, suggest};
pub use tables::{NoTable, Table, TableName, TableRow, join_views, rows_as_json, tables};
pub use touch::{Press, Spot, Touch};
pub use visible::visible;
