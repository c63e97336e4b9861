//! Recorded exchanges: made once with a real model, replayed without one.
//!
//! A cassette is a file of JSON lines: a head with the version, then one exchange a line. An exchange is found by who
//! asked and by the parts of the question: of what a prompt was filled into by the prompt's name, version and inputs, of
//! any other text by the text, of an image by its hash. A prompt that is worded otherwise finds what was recorded; one of
//! another version does not. The places of what is on the screen are no part of it. Who asks anything else is told where
//! it differs from the nearest question.
//!
//! Each version of the file has a module. A file of version 1 has only the whole texts of its questions: they are found by
//! these, as they always were.

pub(crate) mod error;
#[cfg(test)]
mod kept;
mod parts;
mod v1;
mod v2;

use std::{
    collections::HashSet,
    fs, io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use v2::{Exchange, Head, Question};

pub use error::{CassetteError, Difference, Outdated};

use crate::{
    error::ModelError,
    model::Model,
    pixels::Placed,
    request::{Reply, Request, Role},
};

/// Version of the file this code writes. It reads the one before as well.
const VERSION: u32 = 2;

/// A model that answers what was recorded, and nothing else.
#[derive(Clone, Debug)]
pub struct Cassette {
    head: Head,
    known: Vec<Known>,
}

/// A recorded exchange.
#[derive(Clone, Debug)]
struct Known {
    exchange: Exchange,
    /// What its question is found by.
    placed: Placed,
    /// How often it was played: equal questions are answered in their recorded order.
    played: usize,
}

impl Known {
    /// `None` where the question is not the one that the key was made from.
    fn new(exchange: Exchange) -> Option<Self> {
        let (question, role) = (&exchange.question, exchange.role);
        let is_its_key = exchange.key == question.key(&question.placed(role));
        let placed = question.found_by(role);
        is_its_key.then_some(Self {
            exchange,
            placed,
            played: 0,
        })
    }
}

/// A question that wants an answer, as each version of the file knows it.
struct Asked {
    role: Role,
    parts: Question,
    whole: Question,
    by_parts: Placed,
    by_whole: Placed,
}

impl Asked {
    fn new(request: &Request) -> Self {
        let parts = Question::of(request);
        let whole = Question::Whole {
            text: request.render(),
            images: request.images(),
        };
        Self {
            role: request.role,
            by_parts: parts.found_by(request.role),
            by_whole: whole.found_by(request.role),
            parts,
            whole,
        }
    }

    /// How far what stands in it is from where it stood. `None` where another question was recorded.
    fn distance(&self, known: &Known) -> Option<u64> {
        let placed = match known.exchange.question {
            Question::Parts { .. } => &self.by_parts,
            Question::Whole { .. } => &self.by_whole,
        };
        placed.distance(&known.placed)
    }

    /// It and a recorded question in the same form, for a person.
    fn beside(&self, known: &Known) -> (String, String) {
        let asked = match known.exchange.question {
            Question::Parts { .. } => &self.parts,
            Question::Whole { .. } => &self.whole,
        };
        let told = |it: &Question| Placed::new(&it.told(self.role)).text;
        (told(asked), told(&known.exchange.question))
    }

    /// The prompts of it that a recorded question has in another version.
    fn outdated(&self, known: &Known) -> Vec<Outdated> {
        let recorded = known.exchange.question.prompts();
        let mut all: Vec<Outdated> = Vec::new();
        for asked in self.parts.prompts() {
            let other = recorded
                .iter()
                .find(|it| it.prompt == asked.prompt && it.version != asked.version);
            if let Some(other) = other
                && all.iter().all(|it| it.prompt != asked.prompt)
            {
                all.push(Outdated {
                    prompt: asked.prompt.clone(),
                    recorded: other.version,
                    asked: asked.version,
                });
            }
        }
        all
    }
}

impl Cassette {
    /// Read a file, or all `.jsonl` files of a directory in the order of their names.
    pub fn read(path: &Path) -> Result<Self, CassetteError> {
        if !path.is_dir() {
            return Self::read_file(path);
        }
        let mut all: Option<Self> = None;
        for file in files(path)? {
            // Somebody who records right now has taken it and has no answer yet.
            if fs::metadata(&file).is_ok_and(|it| it.len() == 0) {
                continue;
            }
            let next = Self::read_file(&file)?;
            match &mut all {
                None => all = Some(next),
                Some(all) => all.known.extend(next.known),
            }
        }
        all.ok_or_else(|| CassetteError::File {
            path: path.to_owned(),
            doing: "read",
            reason: io::Error::new(io::ErrorKind::NotFound, "the directory has no .jsonl file"),
        })
    }

    fn read_file(path: &Path) -> Result<Self, CassetteError> {
        let text = fs::read_to_string(path).map_err(|reason| CassetteError::File {
            path: path.to_owned(),
            doing: "read",
            reason,
        })?;
        Self::parse(&text, path)
    }

    /// Read a file's text; `path` is for messages.
    pub fn parse(text: &str, path: &Path) -> Result<Self, CassetteError> {
        #[derive(Deserialize)]
        struct Version {
            cassette: u32,
        }
        let damaged = |line: usize, reason: String| CassetteError::Damaged {
            path: path.to_owned(),
            line,
            reason,
        };
        let mut lines = text.lines().enumerate();
        let (_, first) = lines
            .next()
            .ok_or_else(|| damaged(1, "the file is empty".to_owned()))?;
        let version: Version = serde_json::from_str(first).map_err(|it| damaged(1, it.to_string()))?;
        if !(1..=VERSION).contains(&version.cassette) {
            return Err(CassetteError::Version {
                path: path.to_owned(),
                found: version.cassette,
                reads: VERSION,
            });
        }
        let head: Head = serde_json::from_str(first).map_err(|it| damaged(1, it.to_string()))?;
        let mut known = Vec::new();
        for (idx, line) in lines {
            let exchange = match version.cassette {
                1 => serde_json::from_str::<v1::Exchange>(line).map(Exchange::from),
                _ => serde_json::from_str::<Exchange>(line),
            };
            let exchange = exchange.map_err(|it| damaged(idx + 1, it.to_string()))?;
            known.push(Known::new(exchange).ok_or_else(|| {
                let reason = "the question is not the one its key was made from";
                damaged(idx + 1, reason.to_owned())
            })?);
        }
        Ok(Self { head, known })
    }

    /// Where the answers came from, and when.
    pub fn label(&self) -> &str {
        &self.head.label
    }

    /// Who asked what, and what came back, in order.
    pub fn exchanges(&self) -> impl Iterator<Item = (Role, String, &Reply)> {
        self.known.iter().map(|it| {
            let Exchange {
                role,
                question,
                reply,
                ..
            } = &it.exchange;
            (*role, question.told(*role), reply)
        })
    }

    /// Exchanges in it.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    fn unknown(&self, asked: &Asked) -> CassetteError {
        let of_role = self.known.iter().enumerate();
        let of_role = of_role.filter(|(_, it)| it.exchange.role == asked.role);
        let same_lines = |asked: &str, recorded: &str| {
            let recorded: HashSet<&str> = recorded.lines().collect();
            asked
                .lines()
                .filter(|line| !line.is_empty() && recorded.contains(line))
                .count()
        };
        let known = of_role.clone().count();
        // Of equally similar ones the first: later questions of an episode hold the earlier ones.
        let best = of_role
            .map(|(idx, it)| (it, idx + 1, asked.beside(it)))
            .rev()
            .max_by_key(|(_, _, (asked, recorded))| same_lines(asked, recorded));
        let outdated = best.as_ref().map_or_else(Vec::new, |(it, ..)| asked.outdated(it));
        let nearest = best.and_then(|(_, exchange, (asked, recorded))| {
            let line = (0..).find(|at| recorded.lines().nth(*at) != asked.lines().nth(*at))?;
            let show = |text: &str| {
                text.lines()
                    .nth(line)
                    .filter(|it| !it.is_empty())
                    .unwrap_or("(nothing)")
                    .chars()
                    .take(200)
                    .collect()
            };
            Some(Difference {
                exchange,
                line: line + 1,
                recorded: show(&recorded),
                asked: show(&asked),
            })
        });
        CassetteError::Unknown {
            role: asked.role,
            known,
            outdated,
            nearest,
        }
    }
}

impl Model for Cassette {
    fn complete(&mut self, request: &Request) -> Result<Reply, ModelError> {
        let asked = Asked::new(request);
        // What shows things nearest to where they are now, then what was played least; the order of the file breaks ties.
        let best = (0..self.known.len())
            .filter(|at| self.known[*at].exchange.role == request.role)
            .filter_map(|at| Some((asked.distance(&self.known[at])?, self.known[at].played, at)))
            .min();
        let Some((_, _, best)) = best else {
            let unknown = self.unknown(&asked);
            return Err(match request.tools.is_empty() {
                true => unknown.into(),
                // It may have been recorded from a model that takes none, and was asked in words.
                false => ModelError::NoTools {
                    url: self.describe(),
                    said: unknown.to_string(),
                },
            });
        };
        self.known[best].played += 1;
        Ok(self.known[best].exchange.reply.clone())
    }

    fn describe(&self) -> String {
        format!("{} (replayed)", self.head.model)
    }
}

/// The cassettes of a directory.
fn files(directory: &Path) -> Result<Vec<PathBuf>, CassetteError> {
    let unreadable = |reason| CassetteError::File {
        path: directory.to_owned(),
        doing: "read",
        reason,
    };
    let mut files = Vec::new();
    for entry in fs::read_dir(directory).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|it| it == "jsonl") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// A model whose exchanges are kept in a file.
///
/// The file is whole after every exchange: it is written beside itself and renamed. It is begun with the first answer,
/// so a model that never answers takes no earlier recording's place; one that was there before is kept beside it.
pub struct Recorder<M> {
    model: M,
    /// What need not be asked again.
    earlier: Option<Cassette>,
    path: PathBuf,
    /// What is in the file, or will be.
    text: String,
    /// Whether the file is ours already.
    begun: bool,
}

impl<M: Model> Recorder<M> {
    /// Record `model` into a file, or into a new one of a directory. A path that does not end in `.jsonl` is a
    /// directory; it is made if it is not there. `label` says where the answers come from, and when.
    pub fn new(model: M, path: impl Into<PathBuf>, label: &str) -> Result<Self, CassetteError> {
        let path: PathBuf = path.into();
        let head = Head {
            cassette: VERSION,
            label: label.to_owned(),
            model: model.describe(),
        };
        let mut recorder = Self {
            model,
            earlier: None,
            path,
            text: String::new(),
            begun: false,
        };
        let a_file = recorder.path.extension().is_some_and(|it| it == "jsonl");
        if !a_file && !recorder.path.is_dir() {
            fs::create_dir_all(&recorder.path).map_err(|it| recorder.failed(it))?;
        }
        if recorder.path.is_dir() {
            recorder.claim()?;
        } else {
            // A place that can't be written is said before anything is paid for.
            let beside = recorder.path.with_extension("tmp");
            fs::write(&beside, "")
                .and_then(|()| fs::remove_file(&beside))
                .map_err(|it| recorder.failed(it))?;
        }
        recorder.text = recorder.line(&head)?;
        Ok(recorder)
    }

    /// Record `model` as [`Self::new`] does, but take what an earlier recording has an answer to from there: only the
    /// rest is asked. The head says where both are from.
    pub fn knowing(
        earlier: Cassette,
        model: M,
        path: impl Into<PathBuf>,
        label: &str,
    ) -> Result<Self, CassetteError> {
        let label = match earlier.label() {
            same if same == label => label.to_owned(),
            other => format!("{label}; what was known before: {other}"),
        };
        let mut recorder = Self::new(model, path, &label)?;
        recorder.earlier = Some(earlier);
        Ok(recorder)
    }

    /// Take a file of the directory that nobody else has, also not one who begins at the same moment.
    fn claim(&mut self) -> Result<(), CassetteError> {
        let directory = self.path.clone();
        for number in 1.. {
            self.path = directory.join(format!("{number:04}.jsonl"));
            match fs::File::create_new(&self.path) {
                Ok(_) => break,
                Err(it) if it.kind() == io::ErrorKind::AlreadyExists => {}
                Err(it) => return Err(self.failed(it)),
            }
        }
        self.begun = true;
        Ok(())
    }

    fn failed(&self, reason: io::Error) -> CassetteError {
        CassetteError::File {
            path: self.path.clone(),
            doing: "written",
            reason,
        }
    }

    fn line(&self, value: &impl Serialize) -> Result<String, CassetteError> {
        let line = serde_json::to_string(value).map_err(|it| self.failed(it.into()))?;
        Ok(line + "\n")
    }

    fn append(&mut self, exchange: &Exchange) -> Result<(), CassetteError> {
        self.text += &self.line(exchange)?;
        if !self.begun && self.path.exists() {
            fs::rename(&self.path, self.path.with_extension("jsonl.before")).map_err(|it| self.failed(it))?;
        }
        self.begun = true;
        let beside = self.path.with_extension("tmp");
        fs::write(&beside, &self.text)
            .and_then(|()| fs::rename(&beside, &self.path))
            .map_err(|it| self.failed(it))
    }
}

impl<M> Drop for Recorder<M> {
    /// A file that was taken and never written is given back.
    fn drop(&mut self) {
        if fs::metadata(&self.path).is_ok_and(|it| it.len() == 0) {
            // Where it stays, a replay says that it is empty.
            let _stays = fs::remove_file(&self.path);
        }
    }
}

impl<M: Model> Model for Recorder<M> {
    fn complete(&mut self, request: &Request) -> Result<Reply, ModelError> {
        let known = self.earlier.as_mut().and_then(|it| it.complete(request).ok());
        let reply = match known {
            Some(reply) => reply,
            None => self.model.complete(request)?,
        };
        let question = Question::of(request);
        let exchange = Exchange {
            key: question.key(&question.placed(request.role)),
            role: request.role,
            question,
            reply: reply.clone(),
        };
        self.append(&exchange)?;
        Ok(reply)
    }

    fn describe(&self) -> String {
        self.model.describe()
    }
}
