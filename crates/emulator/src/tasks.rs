//! The task types: what a goal says, how an instance is made, and how its end is judged.
//!
//! One [`Definition`] per type: data, and three functions. A file per app holds its types; a new app
//! is a new file and a line in [`ALL`].

mod about;
mod agenda;
mod answers;
mod calendar;
mod camera;
mod chrome;
mod clock;
mod contacts;
mod crowd;
mod dates;
mod definition;
mod draw;
mod expense;
mod files;
mod gallery;
mod initial;
mod markor;
mod music;
mod notes;
mod odd;
mod osmand;
mod recipes;
mod recorder;
mod rows;
mod similarity;
mod sms;
mod system;
mod todos;
mod tracks;
mod vlc;
mod words;
mod written;

pub use definition::{BadParams, Definition, Ending, FileValues, Goal, ORIGINAL_TASK_TYPES, SUITE};
pub use initial::{BadInitial, Initial, Message};
pub use similarity::{fuzzy_match, similarity};
pub use task::{ADVERSARIAL, Random};

/// Types of one file, and the apps that most of them are about.
type Group = (&'static [&'static str], &'static [Definition]);

/// Every task type there is.
static ALL: &[Group] = &[
    (&["Calendar"], calendar::TYPES),
    (&["Calendar"], agenda::TYPES),
    (&["Camera"], camera::TYPES),
    (&["Files", "Chrome"], chrome::TYPES),
    (&["Clock"], clock::TYPES),
    (&["Contacts"], contacts::TYPES),
    (&["Draw"], draw::TYPES),
    (&["Pro Expense"], expense::TYPES),
    (&["Files"], files::TYPES),
    (&["Joplin"], notes::TYPES),
    (&["Gallery"], gallery::TYPES),
    (&["Markor"], markor::TYPES),
    (&["Retro Music"], music::TYPES),
    (&["OsmAnd"], osmand::TYPES),
    (&["Broccoli"], recipes::TYPES),
    (&["Audio Recorder"], recorder::TYPES),
    (&["SMS Messenger"], sms::TYPES),
    (&["Settings"], system::TYPES),
    (&["Tasks"], todos::TYPES),
    (&["OpenTracks"], tracks::TYPES),
    (&["VLC"], vlc::TYPES),
];

/// The types, sorted by name.
pub fn definitions() -> Vec<&'static Definition> {
    let mut all: Vec<&Definition> = ALL.iter().flat_map(|it| it.1).collect();
    all.sort_by_key(|it| it.name);
    all
}

/// The type with this name.
pub fn definition(name: &str) -> Option<&'static Definition> {
    ALL.iter().flat_map(|it| it.1).find(|it| it.name == name)
}

/// The apps a type is about, by their names in the launcher.
pub fn scope(name: &str) -> &'static [&'static str] {
    let named = |(apps, types): &Group| {
        let it = types.iter().find(|it| it.name == name)?;
        Some(if it.apps.is_empty() { *apps } else { it.apps })
    };
    ALL.iter().find_map(named).unwrap_or_default()
}

#[cfg(test)]
mod tests;
