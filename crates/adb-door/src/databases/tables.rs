//! The databases that the apps have: their tables with the types that the apps declare, indexes, views, triggers, and the tables
//! of their searches.
//!
//! Names and types are those of the versions that the emulator has: read in the apps' public sources, for Android's own databases
//! in those of Android 13.

mod daily;
mod messages;
mod music;
mod notes;
mod outdoors;
mod people;
mod vlc;

use super::form::Database;

/// All there are.
pub(super) static ALL: &[Database] = &[
    daily::EVENTS,
    daily::EXPENSES,
    daily::RECIPES,
    daily::TASKS,
    outdoors::TRACKS,
    notes::NOTES,
    vlc::VLC,
    music::PLAYLISTS,
    music::QUEUE,
    outdoors::MARKERS,
    messages::MESSAGES,
    people::PEOPLE,
];
