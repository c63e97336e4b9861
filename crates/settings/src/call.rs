//! What a caller can ask for.

use std::fmt;

use crate::Setting;

macro_rules! requests {
    ($($(#[$doc:meta])* $variant:ident => $name:literal,)*) => {
        /// What a caller can ask the library for, as far as a message names it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Request {
            $($(#[$doc])* $variant,)*
        }

        impl Request {
            /// All of them.
            pub const ALL: &'static [Request] = &[$(Request::$variant,)*];

            /// Its name; one of several things that are done with the same has the name of that first: `queue retry`.
            pub fn name(self) -> &'static str {
                match self {
                    $(Request::$variant => $name,)*
                }
            }
        }
    };
}

requests! {
    /// Take a person's word for a run.
    Accept => "accept",
    /// Look at all of the log of runs.
    AuditVerify => "audit verify",
    /// Measure.
    Bench => "bench",
    /// Make a function.
    Build => "build",
    /// List the devices.
    Devices => "devices",
    /// Run a function.
    Exec => "exec",
    /// Propose what the last runs of a function found otherwise as an update of it.
    Heal => "heal",
    /// Log in and keep it.
    Login => "login",
    /// Write a task file.
    NewTask => "new-task",
    /// Add rows to a queue.
    QueueAdd => "queue add",
    /// Give a job's rows up.
    QueueCancel => "queue cancel",
    /// List the rows that were not done.
    QueueDead => "queue dead",
    /// Run a job's rows again.
    QueueRetry => "queue retry",
    /// Run what is queued.
    QueueRun => "queue run",
    /// List the jobs.
    QueueStatus => "queue status",
    /// List who takes rows.
    QueueWorkers => "queue workers",
    /// Show how a task is done.
    Record => "record",
    /// Make a page of a run.
    Report => "report",
    /// Make a page of what benches measured.
    Results => "results",
    /// Look at a recording or a script.
    Show => "show",
    /// Sign a function.
    Sign => "sign",
    /// Find a program of texts.
    Synth => "synth",
    /// List the task types.
    Tasks => "tasks",
    /// List the recordings.
    TrajectoriesList => "trajectories list",
    /// Make the index of the recordings anew.
    TrajectoriesRebuild => "trajectories rebuild",
}

/// A request with what it is given: what a caller may do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub(crate) request: Request,
    pub(crate) words: Vec<String>,
    pub(crate) settings: Vec<(Setting, Option<String>)>,
}

impl Call {
    /// With nothing.
    pub fn new(request: Request) -> Self {
        Self {
            request,
            words: Vec::new(),
            settings: Vec::new(),
        }
    }

    /// What it is asked of: the name of a function, the number of a job.
    #[must_use]
    pub fn of(mut self, word: impl fmt::Display) -> Self {
        self.words.push(word.to_string());
        self
    }

    /// With a setting of this value.
    #[must_use]
    pub fn with(mut self, setting: Setting, value: impl fmt::Display) -> Self {
        self.settings.push((setting, Some(value.to_string())));
        self
    }

    /// With a setting that is on or off, or whose value is the caller's to say.
    #[must_use]
    pub fn set(mut self, setting: Setting) -> Self {
        self.settings.push((setting, None));
        self
    }

    /// What is asked for.
    pub fn request(&self) -> Request {
        self.request
    }

    /// What it is asked of.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// The settings in their order. One without a value is on, or the caller has to say its value.
    pub fn settings(&self) -> &[(Setting, Option<String>)] {
        &self.settings
    }
}
