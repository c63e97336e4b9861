//! Recorded exchanges: made once with a real model, replayed without one.
//!
//! A cassette is a file of JSON lines: a head with the version, then one exchange a line. An exchange
//! is found by the question's text without the places of what is on the screen, and by the hashes of its images: who
//! asks anything else, be it with other standing instructions or with a picture that is drawn otherwise, is told where it
//! differs from the nearest question.

pub(crate) mod error;

use std::{
    collections::HashSet,
    fs, io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

pub use error::{CassetteError, Difference};

use crate::{
    error::ModelError,
    model::Model,
    pixels::Placed,
    request::{Reply, Request, Role, digest},
};

/// Version of the file this code writes. It reads this one.
const VERSION: u32 = 1;

/// The first line of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    cassette: u32,
    /// Where the answers came from, and when.
    label: String,
    model: String,
}

/// Every other line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Exchange {
    key: String,
    role: Role,
    question: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    images: Vec<String>,
    reply: Reply,
}

/// A model that answers what was recorded, and nothing else.
#[derive(Clone, Debug)]
pub struct Cassette {
    head: Head,
    exchanges: Vec<Exchange>,
    /// The question of each, as it is found by.
    placed: Vec<Placed>,
    /// How often each was played: equal questions are answered in their recorded order.
    played: Vec<usize>,
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
                Some(all) => {
                    all.exchanges.extend(next.exchanges);
                    all.placed.extend(next.placed);
                    all.played.extend(next.played);
                }
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
        if version.cassette != VERSION {
            return Err(CassetteError::Version {
                path: path.to_owned(),
                found: version.cassette,
                reads: VERSION,
            });
        }
        let head = serde_json::from_str(first).map_err(|it| damaged(1, it.to_string()))?;
        let mut exchanges: Vec<Exchange> = Vec::new();
        for (idx, line) in lines {
            let exchange: Exchange =
                serde_json::from_str(line).map_err(|it| damaged(idx + 1, it.to_string()))?;
            if exchange.key != digest(exchange.question.as_bytes()) {
                return Err(damaged(
                    idx + 1,
                    "the question is not the one its key was made from".to_owned(),
                ));
            }
            exchanges.push(exchange);
        }
        let placed = exchanges.iter().map(|it| Placed::new(&it.question)).collect();
        let played = vec![0; exchanges.len()];
        Ok(Self {
            head,
            exchanges,
            placed,
            played,
        })
    }

    /// Where the answers came from, and when.
    pub fn label(&self) -> &str {
        &self.head.label
    }

    /// Who asked what, and what came back, in order.
    pub fn exchanges(&self) -> impl Iterator<Item = (Role, &str, &Reply)> {
        self.exchanges
            .iter()
            .map(|it| (it.role, it.question.as_str(), &it.reply))
    }

    /// Exchanges in it.
    pub fn len(&self) -> usize {
        self.exchanges.len()
    }

    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.exchanges.is_empty()
    }

    fn unknown(&self, role: Role, question: &Placed, images: &[String]) -> CassetteError {
        let asked = with_images(&question.text, images);
        let of_role = self
            .exchanges
            .iter()
            .enumerate()
            .filter(|(_, it)| it.role == role);
        let known = of_role.clone().count();
        let same_lines = |recorded: &str| {
            let recorded: HashSet<&str> = recorded.lines().collect();
            asked
                .lines()
                .filter(|line| !line.is_empty() && recorded.contains(line))
                .count()
        };
        // Of equally similar ones the first: later questions of an episode hold the earlier ones.
        let best = of_role
            .map(|(idx, it)| (idx, with_images(&self.placed[idx].text, &it.images)))
            .rev()
            .max_by_key(|(_, it)| same_lines(it));
        let nearest = best.and_then(|(idx, recorded)| {
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
                exchange: idx + 1,
                line: line + 1,
                recorded: show(&recorded),
                asked: show(&asked),
            })
        });
        CassetteError::Unknown { role, known, nearest }
    }
}

impl Model for Cassette {
    fn complete(&mut self, request: &Request) -> Result<Reply, ModelError> {
        let (question, images) = (Placed::new(&request.render()), request.images());
        // What shows things nearest to where they are now, then what was played least; the order of the file breaks ties.
        let best = (0..self.exchanges.len())
            .filter(|at| self.exchanges[*at].role == request.role && self.exchanges[*at].images == images)
            .filter_map(|at| Some((question.distance(&self.placed[at])?, self.played[at], at)))
            .min();
        let Some((_, _, best)) = best else {
            let unknown = self.unknown(request.role, &question, &images);
            return Err(match request.tools.is_empty() {
                true => unknown.into(),
                // It may have been recorded from a model that takes none, and was asked in words.
                false => ModelError::NoTools {
                    url: self.describe(),
                    said: unknown.to_string(),
                },
            });
        };
        self.played[best] += 1;
        Ok(self.exchanges[best].reply.clone())
    }

    fn describe(&self) -> String {
        format!("{} (replayed)", self.head.model)
    }
}

/// A question and, below it, its images.
fn with_images(question: &str, images: &[String]) -> String {
    let mut text = question.to_owned() + "\n## images\n";
    for (idx, it) in images.iter().enumerate() {
        text.push_str(&format!("image {}: {it}\n", idx + 1));
    }
    text
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
        let question = request.render();
        let exchange = Exchange {
            key: digest(question.as_bytes()),
            role: request.role,
            question,
            images: request.images(),
            reply: reply.clone(),
        };
        self.append(&exchange)?;
        Ok(reply)
    }

    fn describe(&self) -> String {
        self.model.describe()
    }
}
