//! What all pages share.

use std::sync::OnceLock;

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
    /// The suites that have tasks to show, each with the names of these, once they were looked for.
    pub tasks: OnceLock<Vec<(String, Vec<String>)>>,
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
    /// The suites that have tasks to show, each with the names of these. They are looked for once: a suite may have to start a
    /// program to find its pages.
    pub fn tasks(&self) -> &[(String, Vec<String>)] {
        self.tasks.get_or_init(|| {
            let suites = self.rpa.registry.suites().iter();
            let tasks = suites.filter_map(|suite| {
                // A suite whose pages are not there has no tasks to show.
                let types = suite.task_types().ok()?;
                let names: Vec<String> = types.into_iter().map(|it| it.name).collect();
                (!names.is_empty()).then(|| (suite.name().to_owned(), names))
            });
            tasks.collect()
        })
    }

    /// The functions there are.
    pub fn library(&self) -> Library {
        Library::open(&self.rpa.home.library)
    }
}
