//! A shell on the phone: what was parsed is done.

use std::{
    collections::BTreeMap,
    io::{self, Cursor, Read, Write},
    sync::{Arc, Mutex},
    thread,
};

use thiserror::Error;

use crate::{
    disk::{self, DiskError},
    inside::{Client, Inside},
    lock::lock,
    pattern,
    syntax::{self, After, Body, Command, List, Piece, Pipeline, Redirect, RedirectKind, Word},
};

/// The most that is kept of what a command says, where another one reads it or a file takes it.
const MOST_KEPT: usize = 64 << 20;
/// How deep one shell may start another.
const DEEPEST: usize = 12;
/// What is not found.
const NOT_FOUND: u8 = 127;

/// Why a redirection has no place, as the shell of a phone says it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
enum NoRedirect {
    /// A file can't be read.
    #[error("can't open {path}: {why}")]
    Open {
        /// The file, as it was written.
        path: String,
        /// Why not.
        why: DiskError,
    },
    /// A file can't be written.
    #[error("can't create {path}: {why}")]
    Create {
        /// The file, as it was written.
        path: String,
        /// Why not.
        why: DiskError,
    },
    /// Nothing is open under this number.
    #[error("{number}: bad file descriptor")]
    Descriptor {
        /// The number, as it was written.
        number: String,
    },
}

/// Where output goes.
pub type Sink = Arc<Mutex<dyn Write + Send>>;
/// Where input comes from.
pub type Source = Arc<Mutex<dyn Read + Send>>;

/// Input and output of a command.
#[derive(Clone)]
pub struct Io {
    /// What it reads.
    pub stdin: Source,
    /// What it says.
    pub stdout: Sink,
    /// What it says of errors.
    pub stderr: Sink,
}

/// What is said, kept.
#[derive(Default)]
struct Kept(Vec<u8>);

impl Write for Kept {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        if self.0.len() + data.len() > MOST_KEPT {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.0.extend(data);
        Ok(data.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Nothing is read.
pub fn no_input() -> Source {
    Arc::new(Mutex::new(io::empty()))
}

/// One call of a tool.
pub struct Call<'a> {
    /// The name it was called by.
    pub name: String,
    /// What stands behind it.
    pub arguments: Vec<String>,
    /// Input and output.
    pub io: Io,
    /// The shell that calls.
    pub shell: &'a mut Shell,
}

/// A tool: answers the exit code. An error is a client that is gone.
pub type Tool = fn(&mut Call<'_>) -> io::Result<u8>;

/// The tool with this name.
pub type Find = fn(&str) -> Option<Tool>;

/// A shell: its variables, its folder, and how the last command ended.
#[derive(Clone)]
pub struct Shell {
    pub(crate) inside: Arc<Inside>,
    pub(crate) variables: BTreeMap<String, String>,
    pub(crate) folder: String,
    pub(crate) status: u8,
    depth: usize,
    /// Whether `exit` was called.
    pub(crate) ended: bool,
    /// Whether who started it is still there.
    pub(crate) client: Client,
    /// What can be called.
    pub(crate) find: Find,
}

/// Where a redirected output goes in the end.
struct ToFile {
    path: String,
    kept: Arc<Mutex<Kept>>,
    append: bool,
}

impl Shell {
    /// A new one.
    pub(crate) fn new(inside: Arc<Inside>, client: Client, find: Find) -> Self {
        let variables = [
            ("HOME", "/"),
            ("PATH", "/system/bin:/system/xbin:/vendor/bin"),
            ("ANDROID_DATA", "/data"),
            ("ANDROID_ROOT", "/system"),
            ("EXTERNAL_STORAGE", "/sdcard"),
            ("USER", "root"),
        ];
        let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Self {
            inside,
            variables: variables.into(),
            folder: "/".to_owned(),
            status: 0,
            depth: 0,
            ended: false,
            client,
            find,
        }
    }

    /// Do what a text says; answers the exit code.
    pub fn run(&mut self, text: &str, io: &Io) -> io::Result<u8> {
        if self.depth >= DEEPEST {
            writeln!(lock(&io.stderr), "/system/bin/sh: too many shells in each other")?;
            return Ok(1);
        }
        self.depth += 1;
        let done = match syntax::parse(text) {
            Ok(list) => self.list(&list, io),
            Err(error) => {
                writeln!(lock(&io.stderr), "/system/bin/sh: {error}")?;
                self.status = 1;
                Ok(())
            }
        };
        self.depth -= 1;
        done.map(|()| self.status)
    }

    fn list(&mut self, list: &List, io: &Io) -> io::Result<()> {
        let mut wanted = true;
        for (pipeline, after) in &list.0 {
            if wanted {
                match after {
                    After::Beside => self.beside(pipeline),
                    After::Then | After::And | After::Or => self.pipeline(pipeline, io)?,
                }
            }
            if self.ended {
                return Ok(());
            }
            wanted = match after {
                // What was not done leaves the exit code of what was.
                After::And => self.status == 0,
                After::Or => self.status != 0,
                After::Then | After::Beside => true,
            };
        }
        Ok(())
    }

    /// Go on with the next while this is done. What it says is not heard.
    fn beside(&mut self, pipeline: &Pipeline) {
        let (mut shell, pipeline) = (self.clone(), pipeline.clone());
        let io = Io {
            stdin: no_input(),
            stdout: Arc::new(Mutex::new(io::sink())),
            stderr: Arc::new(Mutex::new(io::sink())),
        };
        self.status = 0;
        if let Some(place) = self.inside.beside() {
            // Where no thread can be had nothing is done beside.
            let _ = thread::Builder::new().spawn(move || {
                let _ = shell.pipeline(&pipeline, &io);
                drop(place);
            });
        }
    }

    fn pipeline(&mut self, pipeline: &Pipeline, io: &Io) -> io::Result<()> {
        let mut stdin = Arc::clone(&io.stdin);
        if let Some((last, first)) = pipeline.commands.split_last() {
            for command in first {
                let kept = Arc::new(Mutex::new(Kept::default()));
                let between = Io {
                    stdin,
                    stdout: kept.clone(),
                    stderr: Arc::clone(&io.stderr),
                };
                // What stands before a pipe is a shell of its own.
                self.clone().command(command, &between)?;
                let said = std::mem::take(&mut lock(&kept).0);
                stdin = Arc::new(Mutex::new(Cursor::new(said)));
            }
            let io = Io {
                stdin,
                stdout: Arc::clone(&io.stdout),
                stderr: Arc::clone(&io.stderr),
            };
            match first.is_empty() {
                true => self.command(last, &io)?,
                false => {
                    let mut shell = self.clone();
                    shell.command(last, &io)?;
                    self.status = shell.status;
                }
            }
        }
        if pipeline.negated {
            self.status = u8::from(self.status == 0);
        }
        Ok(())
    }

    fn command(&mut self, command: &Command, io: &Io) -> io::Result<()> {
        let mut io = io.clone();
        let mut files = Vec::new();
        for redirect in &command.redirects {
            if let Err(why) = self.redirect(redirect, &mut io, &mut files)? {
                writeln!(lock(&io.stderr), "/system/bin/sh: {why}")?;
                self.status = 1;
                return Ok(());
            }
        }
        let done = self.body(&command.body, &io);
        for file in files {
            self.fill(file, &io)?;
        }
        done
    }

    fn body(&mut self, body: &Body, io: &Io) -> io::Result<()> {
        match body {
            Body::Simple { variables, words } => self.simple(variables, words, io),
            Body::Group(list) => {
                let mut inner = self.clone();
                inner.list(list, io)?;
                self.status = inner.status;
                Ok(())
            }
            Body::Block(list) => self.list(list, io),
            Body::If(arms, otherwise) => {
                for (condition, then) in arms {
                    self.list(condition, io)?;
                    if self.status == 0 {
                        return self.list(then, io);
                    }
                }
                self.status = 0;
                otherwise.as_ref().map_or(Ok(()), |it| self.list(it, io))
            }
        }
    }

    /// Put a redirection in its place; the inner error is for the user.
    fn redirect(
        &mut self,
        redirect: &Redirect,
        io: &mut Io,
        files: &mut Vec<ToFile>,
    ) -> io::Result<Result<(), NoRedirect>> {
        let to = self.text(&redirect.to, io)?;
        let target = match redirect.kind {
            RedirectKind::Read => {
                let path = disk::whole(&self.folder, &to);
                let read = self.inside.disk(|it| it.read(&path));
                let opened = read.map(|data| io.stdin = Arc::new(Mutex::new(Cursor::new(data))));
                return Ok(opened.map_err(|why| NoRedirect::Open { path: to, why }));
            }
            RedirectKind::Same => match to.as_str() {
                "1" => Arc::clone(&io.stdout),
                "2" => Arc::clone(&io.stderr),
                _ => return Ok(Err(NoRedirect::Descriptor { number: to })),
            },
            RedirectKind::Write | RedirectKind::Append => {
                let path = disk::whole(&self.folder, &to);
                let append = redirect.kind == RedirectKind::Append;
                match path.as_str() {
                    "/dev/tty" | "/dev/stdout" => Arc::clone(&io.stdout),
                    _ => {
                        // The file is there, and empty, before the command begins.
                        let made = self.inside.disk(|it| match append && it.stat(&path).is_ok() {
                            true => Ok(()),
                            false => it.write(&path, b"", false),
                        });
                        if let Err(why) = made {
                            return Ok(Err(NoRedirect::Create { path: to, why }));
                        }
                        let kept = Arc::new(Mutex::new(Kept::default()));
                        files.push(ToFile {
                            path,
                            kept: Arc::clone(&kept),
                            append,
                        });
                        kept
                    }
                }
            }
        };
        match redirect.from {
            1 => io.stdout = target,
            2 => io.stderr = target,
            other => {
                let number = other.to_string();
                return Ok(Err(NoRedirect::Descriptor { number }));
            }
        }
        Ok(Ok(()))
    }

    fn fill(&mut self, file: ToFile, io: &Io) -> io::Result<()> {
        let said = std::mem::take(&mut lock(&file.kept).0);
        let written = self.inside.disk(|it| {
            let mut data = match file.append {
                true => it.read(&file.path)?,
                false => Vec::new(),
            };
            data.extend(said);
            it.write(&file.path, &data, false)
        });
        if let Err(why) = written {
            writeln!(lock(&io.stderr), "/system/bin/sh: {}: {why}", file.path)?;
            self.status = 1;
        }
        Ok(())
    }

    fn simple(&mut self, variables: &[(String, Word)], words: &[Word], io: &Io) -> io::Result<()> {
        let mut arguments = Vec::new();
        for word in words {
            self.expand(word, io, &mut arguments)?;
        }
        let mut set = Vec::new();
        for (name, value) in variables {
            set.push((name.clone(), self.text(value, io)?));
        }
        if arguments.is_empty() {
            self.variables.extend(set);
            if words.is_empty() && variables.iter().all(|(_, it)| !has_output(it)) {
                self.status = 0;
            }
            return Ok(());
        }
        // Variables in front of a command are its own.
        let before = (!set.is_empty()).then(|| self.variables.clone());
        self.variables.extend(set);
        let done = self.call(arguments, io);
        if let Some(before) = before {
            self.variables = before;
        }
        done
    }

    /// Call a tool by its name.
    pub(crate) fn call(&mut self, mut arguments: Vec<String>, io: &Io) -> io::Result<()> {
        let name = arguments.remove(0);
        let bare = ["/system/bin/", "/system/xbin/", "/vendor/bin/", "/bin/"]
            .iter()
            .find_map(|it| name.strip_prefix(it))
            .unwrap_or(&name);
        let Some(tool) = (self.find)(bare) else {
            writeln!(
                lock(&io.stderr),
                "/system/bin/sh: {name}: inaccessible or not found"
            )?;
            self.status = NOT_FOUND;
            return Ok(());
        };
        let mut call = Call {
            name: bare.to_owned(),
            arguments,
            io: io.clone(),
            shell: self,
        };
        let status = tool(&mut call)?;
        self.status = status;
        Ok(())
    }

    /// A word as one text.
    fn text(&mut self, word: &Word, io: &Io) -> io::Result<String> {
        let mut text = String::new();
        for piece in &word.0 {
            text.push_str(&self.value(piece, io)?);
        }
        Ok(text)
    }

    fn value(&mut self, piece: &Piece, io: &Io) -> io::Result<String> {
        Ok(match piece {
            Piece::Text { text, .. } => text.clone(),
            Piece::Variable { name, otherwise, .. } => {
                let value = match name.as_str() {
                    "?" => Some(self.status.to_string()),
                    "$" => Some("4242".to_owned()),
                    "#" => Some("0".to_owned()),
                    "0" => Some("/system/bin/sh".to_owned()),
                    name => self.variables.get(name).cloned(),
                };
                let value = value.filter(|it| !it.is_empty());
                value.or_else(|| otherwise.clone()).unwrap_or_default()
            }
            Piece::Output { list, .. } => {
                let kept = Arc::new(Mutex::new(Kept::default()));
                let mut inner = self.clone();
                let inner_io = Io {
                    stdout: kept.clone(),
                    ..io.clone()
                };
                inner.list(list, &inner_io)?;
                self.status = inner.status;
                let said = std::mem::take(&mut lock(&kept).0);
                let said = String::from_utf8_lossy(&said);
                said.trim_end_matches('\n').to_owned()
            }
        })
    }

    /// A word as arguments: what is not quoted is split at blanks, and patterns become the files that fit.
    fn expand(&mut self, word: &Word, io: &Io, into: &mut Vec<String>) -> io::Result<()> {
        // A piece of the pattern is never one that was quoted.
        let mut fields: Vec<(String, String)> = Vec::new();
        let mut open = false;
        let push = |fields: &mut Vec<(String, String)>, open: &mut bool, text: &str, quoted: bool| {
            if !*open {
                fields.push(Default::default());
                *open = true;
            }
            if let Some((plain, with_pattern)) = fields.last_mut() {
                plain.push_str(text);
                match quoted {
                    true => with_pattern.push_str(&pattern::escaped(text)),
                    false => with_pattern.push_str(text),
                }
            }
        };
        for piece in &word.0 {
            let value = self.value(piece, io)?;
            match piece {
                Piece::Text { quoted, .. } => push(&mut fields, &mut open, &value, *quoted),
                Piece::Variable { quoted: true, .. } | Piece::Output { quoted: true, .. } => {
                    push(&mut fields, &mut open, &value, true);
                }
                Piece::Variable { .. } | Piece::Output { .. } => {
                    if value.starts_with(char::is_whitespace) {
                        open = false;
                    }
                    for (n, part) in value.split_whitespace().enumerate() {
                        if n > 0 {
                            open = false;
                        }
                        push(&mut fields, &mut open, part, false);
                    }
                    if value.ends_with(char::is_whitespace) {
                        open = false;
                    }
                }
            }
        }
        for (plain, with_pattern) in fields {
            let fitting = match pattern::is_one(&with_pattern) {
                true => self.files_like(&with_pattern),
                false => Vec::new(),
            };
            match fitting.is_empty() {
                true => into.push(plain),
                false => into.extend(fitting),
            }
        }
        Ok(())
    }

    /// The paths that a pattern fits, sorted; written as the pattern begins.
    fn files_like(&self, with_pattern: &str) -> Vec<String> {
        let (mut found, rest) = match with_pattern.strip_prefix('/') {
            Some(rest) => (vec!["/".to_owned()], rest),
            None => (vec![String::new()], with_pattern),
        };
        for part in rest.split('/').filter(|it| !it.is_empty()) {
            let mut next = Vec::new();
            for before in &found {
                let joined = |name: &str| match before.is_empty() || before.ends_with('/') {
                    true => format!("{before}{name}"),
                    false => format!("{before}/{name}"),
                };
                if !pattern::is_one(part) {
                    next.push(joined(&pattern::unescaped(part)));
                    continue;
                }
                let folder = disk::whole(&self.folder, before);
                let entries = self.inside.disk(|it| it.list(&folder)).unwrap_or_default();
                let names = entries.iter().map(|it| it.name.as_str());
                let shown = names.filter(|it| part.starts_with('.') || !it.starts_with('.'));
                next.extend(shown.filter(|it| pattern::fits(part, it)).map(joined));
            }
            found = next;
        }
        let there = |it: &String| {
            let path = disk::whole(&self.folder, it);
            self.inside.disk(|disk| disk.stat(&path)).is_ok()
        };
        found.retain(there);
        found
    }
}

fn has_output(word: &Word) -> bool {
    word.0.iter().any(|it| matches!(it, Piece::Output { .. }))
}
