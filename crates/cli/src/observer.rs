//! The person at the terminal, who is told of the work while it is done, and asked.

use std::{
    collections::BTreeMap,
    io::{self, IsTerminal},
    sync::{Mutex, MutexGuard},
};

use autorpa::{Event, Observer, Question, Ran};

use crate::terminal::{Bars, Progress, print, say};

/// The person at the terminal, as an observer of the work.
pub struct Terminal {
    /// Whether runs are told as JSON.
    json: bool,
    lines: Mutex<Lines>,
}

/// The lines that change while the work goes on.
struct Lines {
    bars: Bars,
    /// The bar over all the work.
    all: Option<Progress>,
    /// A line for each piece of work.
    works: BTreeMap<String, Progress>,
}

impl Terminal {
    /// Nothing is told yet.
    pub fn new(json: bool) -> Self {
        Self {
            json,
            lines: Mutex::new(Lines {
                bars: Bars::new(),
                all: None,
                works: BTreeMap::new(),
            }),
        }
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        // A poisoned lock only means that another thread panicked while it told something.
        self.lines.lock().unwrap_or_else(|it| it.into_inner())
    }
}

impl Observer for Terminal {
    fn hear(&self, event: &Event<'_>) {
        let mut lines = self.lines();
        match event {
            Event::Line { text } => lines.bars.suspend(|| say(text)),
            Event::Building { step, .. } => lines.bars.suspend(|| say(&step.to_string())),
            Event::Doing { work, doing } => {
                let bars = &lines.bars;
                let new = (!lines.works.contains_key(*work)).then(|| bars.spinner(work));
                if let Some(new) = new {
                    lines.works.insert((*work).to_owned(), new);
                }
                if let Some(line) = lines.works.get(*work) {
                    line.tell(doing.to_string());
                }
            }
            Event::Over { work } => {
                lines.works.remove(*work);
                if work.is_empty() {
                    lines.all = None;
                }
            }
            Event::Length { count } => lines.all = Some(lines.bars.bar(*count)),
            Event::Done { count } => lines.all.iter().for_each(|it| it.steps(*count)),
            Event::Noted { .. } => {}
            Event::Ran { run } => {
                let json = self.json;
                lines.bars.suspend(|| tell(run, json));
            }
        }
    }

    fn agrees(&self, question: &str) -> Option<bool> {
        let answer = asked(&format!("{question} [y/N]"))?;
        Some(matches!(answer.trim(), "y" | "Y" | "yes"))
    }

    fn answers(&self) -> Option<String> {
        asked("`ok`, or what is otherwise:")
    }

    fn chooses(&self, question: &Question) -> Option<usize> {
        question.numbered(&asked(&format!("{question}\nthe number of the answer:"))?)
    }
}

/// What a person at the terminal answers; nothing where there is none.
fn asked(question: &str) -> Option<String> {
    if !io::stdin().is_terminal() {
        return None;
    }
    say(question);
    let mut answer = String::new();
    io::stdin().read_line(&mut answer).ok()?;
    Some(answer)
}

/// Say how a run ended: for people, or as one JSON object.
fn tell(ran: &Ran, json: bool) {
    if json {
        print(&ran.json().to_string());
        return;
    }
    ran.recording.log.iter().for_each(|it| say(it));
    ran.said().iter().for_each(|it| print(it));
}
