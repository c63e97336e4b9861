//! What all pages share.

use autorpa::{Autorpa, RunList};
use library::Library;
use tokio::sync::watch;

use crate::{keys::Keys, recordings::Recordings, view::Views, works::Works};

/// What all pages share.
pub struct App {
    /// The library, devices and suites.
    pub rpa: Autorpa,
    /// The runs of the home.
    pub runs: RunList,
    /// What runs now, and what has run since it was started.
    pub works: Works,
    /// What is recorded now, and was since it was started.
    pub recordings: Recordings,
    /// Who is let in.
    pub keys: Keys,
    /// How pages are made.
    pub views: Views,
    /// Turns true when the server ends.
    pub closing: watch::Sender<bool>,
}

impl App {
    /// The functions there are.
    pub fn library(&self) -> Library {
        Library::open(&self.rpa.home.library)
    }
}
