//! Pictures of pages at given moments, of the frames that the browser draws anyway.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use base64::{Engine, engine::general_purpose::STANDARD};
use ui::Rect;

/// Frames of a page that are kept for looks whose frame may still come.
const KEPT: usize = 12;

#[derive(Default)]
pub(super) struct Pictures {
    frames: HashMap<u32, VecDeque<(f64, Arc<str>)>>,
    waiting: Vec<Wanted>,
    found: HashMap<String, Found>,
    counted: u64,
    drawn: u64,
}

/// A picture of a page at a moment, with what is not to be seen on it.
struct Wanted {
    name: String,
    page: u32,
    at: f64,
    covered: Vec<Rect>,
}

enum Found {
    Frame(Arc<str>, Vec<Rect>),
    File(Vec<u8>),
}

impl Pictures {
    /// The name of the picture of a page at this moment, in milliseconds.
    pub(super) fn at(&mut self, page: u32, at: u64, covered: Vec<Rect>) -> String {
        let name = self.name();
        self.waiting.push(Wanted {
            name: name.clone(),
            page,
            at: at as f64,
            covered,
        });
        name
    }

    /// Keep a PNG file.
    pub(super) fn keep(&mut self, file: Vec<u8>) -> String {
        let name = self.name();
        self.found.insert(name.clone(), Found::File(file));
        name
    }

    fn name(&mut self) -> String {
        self.counted += 1;
        self.counted.to_string()
    }

    /// The browser has drawn a page at this moment.
    pub(super) fn frame(&mut self, page: u32, at: f64, data: &str) {
        // The last frame before a look is known once one comes that is later.
        let (ready, waiting) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition(|it: &Wanted| it.page == page && it.at < at);
        self.waiting = waiting;
        self.match_up(ready);
        self.drawn += 1;
        let frames = self.frames.entry(page).or_default();
        if frames.len() == KEPT {
            frames.pop_front();
        }
        frames.push_back((at, data.into()));
    }

    fn match_up(&mut self, wanted: Vec<Wanted>) {
        for it in wanted {
            let mut frames = self.frames.get(&it.page).into_iter().flatten();
            let last = frames.rfind(|(at, _)| *at <= it.at);
            if let Some((_, data)) = last {
                self.found.insert(it.name, Found::Frame(data.clone(), it.covered));
            }
        }
    }

    /// How many pictures the browser has drawn.
    pub(super) fn drawn(&self) -> u64 {
        self.drawn
    }

    /// What a page looks like now.
    pub(super) fn newest(&self, page: u32) -> Option<Vec<u8>> {
        let (_, data) = self.frames.get(&page)?.back()?;
        STANDARD.decode(&**data).ok()
    }

    /// The PNG file of this name.
    pub(super) fn find(&mut self, name: &str) -> Option<Vec<u8>> {
        let (wanted, waiting) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition(|it: &Wanted| it.name == name);
        self.waiting = waiting;
        self.match_up(wanted);
        match self.found.get(name)? {
            Found::File(file) => Some(file.clone()),
            Found::Frame(data, covered) => {
                let file = STANDARD.decode(&**data).ok()?;
                match covered.is_empty() {
                    true => Some(file),
                    // What can't be covered is not kept.
                    false => picture::cover(&file, covered).ok(),
                }
            }
        }
    }
}
