//! What all pages share.

use autorpa::{Autorpa, Project, RunList};
use library::Library;
use tokio::sync::watch;

use crate::{keys::Keys, view::Views, works::Works};

/// What all pages share.
pub struct App {
    /// The library, devices and suites.
    pub rpa: Autorpa,
    /// What holds for the folder that it was started in.
    pub project: Project,
    /// The runs of the home.
    pub runs: RunList,
    /// What runs now, and what has run since it was started.
    pub works: Works,
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
