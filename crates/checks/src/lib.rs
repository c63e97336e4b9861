//! Runs what a task file says: resets, and the checks that tell whether a task is done.
//!
//! A [`Plan`] is made of a task file and its directory; everything in it that can be read is read then. A run is
//! judged in three steps: [`Plan::reset`] (where the file has one), [`Plan::begin`], which keeps what must not change,
//! and [`Plan::judge`] at the end.

mod ask;
mod command;
mod database;
mod fault;
mod http;
mod judge;
mod lines;
#[cfg(feature = "postgres")]
mod postgres;
mod reset;
mod screen;
mod secret;
mod values;

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use task::{
    Params,
    file::{Document, Place, Question, Source, TaskFile},
};

use crate::{
    lines::Line,
    secret::Secrets,
    values::{Parsed, Values},
};

pub use fault::{CheckError, Fault, PlanError, PlanProblem, ResetError};
pub use http::{Answered, Asked, Http};
pub use reset::FunctionError;
pub use screen::{Destination, Look, shows};
pub use secret::read as read_secret;

/// A task file that is ready to run.
#[derive(Debug)]
pub struct Plan {
    file: TaskFile,
    dir: PathBuf,
    parsed: Parsed,
    http: Http,
    secrets: OnceLock<Secrets>,
}

/// Where a task begins, for one instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beginning {
    /// The page or the app; `None` where the file does not say.
    pub destination: Option<Destination>,
    /// A text that must show.
    pub shows: Option<String>,
}

/// What was there before a run, for the checks that compare with it.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// By the place of the check in the file.
    lines: Vec<(usize, Vec<Line>)>,
}

impl Plan {
    /// Read the expressions and paths in a task file. `dir` is the directory that its files are relative to.
    pub fn new(file: &TaskFile, dir: &Path) -> Result<Self, PlanError> {
        let mut problems = Vec::new();
        let mut parsed = Parsed::default();
        parsed.add("start and reset", &file.formulas(), &mut problems);
        for (idx, check) in file.checks.iter().enumerate() {
            let place = judge::called(idx, check);
            parsed.add(&place, &check.formulas(), &mut problems);
            let document = match &check.question {
                Question::Http { document, .. } => Some(document),
                Question::Unchanged {
                    of: Source::Http(document),
                    except: _,
                } => Some(document),
                Question::Unchanged { .. }
                | Question::Sql { .. }
                | Question::Screen { .. }
                | Question::Address(_)
                | Question::File { .. }
                | Question::Command { .. }
                | Question::Answer(_) => None,
            };
            if let Some(Document { json: Some(path), .. }) = document {
                parsed.add_path(&place, path, &mut problems);
            }
        }
        match problems.is_empty() {
            true => Ok(Self {
                file: file.clone(),
                dir: dir.to_owned(),
                parsed,
                http: Http::default(),
                secrets: OnceLock::new(),
            }),
            false => Err(PlanError { problems }),
        }
    }

    /// The task file.
    pub fn file(&self) -> &TaskFile {
        &self.file
    }

    /// Where a path leads that is relative to the task file.
    pub fn path(&self, relative: &str) -> PathBuf {
        self.dir.join(relative)
    }

    /// The value of a secret parameter, from where the file says; `None` where it has no such parameter. The error says
    /// why it can't be had, and never what it is.
    pub fn secret(&self, name: &str) -> Option<Result<String, Fault>> {
        let param = self.file.secrets().find(|it| it.name == name)?;
        secret::of_param(param, &self.dir)
    }

    /// Where the task begins for these parameters.
    pub fn beginning(&self, params: &Params) -> Result<Beginning, Fault> {
        let values = self.values(params, None);
        let start = &self.file.start;
        Ok(Beginning {
            destination: match &start.place {
                Place::Here => None,
                Place::Url(url) => Some(Destination::Url(values.url(url)?)),
                Place::App(app) => Some(Destination::App(app.clone())),
            },
            shows: start.shows.as_ref().map(|text| values.text(text)).transpose()?,
        })
    }

    /// The values of an instance, with the secrets that the file's resets and checks use.
    fn values(&self, params: &Params, answer: Option<&str>) -> Values<'_> {
        let secrets = self.secrets.get_or_init(|| {
            let used: BTreeSet<String> = self.used_names().collect();
            Secrets::read(&self.file, &self.dir, &used)
        });
        Values::new(&self.file, &self.parsed, secrets, params, answer)
    }

    /// The names in slots and queries.
    fn used_names(&self) -> impl Iterator<Item = String> {
        let queries = self.file.statements().into_iter().flat_map(|sql| {
            let names = task::file::sql_names(sql);
            names
                .into_iter()
                .map(|range| sql[range.start + 1..range.end].to_owned())
        });
        self.parsed.names().map(str::to_owned).chain(queries)
    }
}
