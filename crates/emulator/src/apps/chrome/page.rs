//! A page that is shown: one of the games, or one with nothing on it.

use super::{
    draw::Draw,
    maze::Maze,
    multiply::Multiply,
    source::{Game, Source},
};
use crate::{msg::chrome::Widget, toolkit::View};

/// A page.
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    play: Option<Play>,
}

#[derive(Clone, Debug)]
enum Play {
    Draw(Draw),
    Maze(Maze),
    Multiply(Multiply),
}

impl Page {
    /// Load a page.
    pub fn read(html: &str) -> Self {
        let source = Source::read(html);
        let play = source.game.map(|(game, seed)| match game {
            Game::Draw => Play::Draw(Draw::new(seed)),
            Game::Maze => Play::Maze(Maze::new(seed)),
            Game::Multiply => Play::Multiply(Multiply::new(seed)),
        });
        Self {
            title: source.title,
            play,
        }
    }

    /// Its title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Its widgets, one below the other.
    pub fn view(&self) -> Vec<View> {
        match &self.play {
            None => Vec::new(),
            Some(Play::Draw(it)) => it.view(),
            Some(Play::Maze(it)) => it.view(),
            Some(Play::Multiply(it)) => it.view(),
        }
    }

    /// A widget is tapped.
    pub fn tapped(&mut self, widget: Widget) {
        match &mut self.play {
            None => {}
            Some(Play::Draw(it)) => it.tapped(widget),
            Some(Play::Maze(it)) => it.tapped(widget),
            Some(Play::Multiply(it)) => it.tapped(widget),
        }
    }

    /// A finger moves over its canvas, in thousandths of its width and height.
    pub fn drawn(&mut self, from: (i32, i32), to: (i32, i32)) {
        if let Some(Play::Draw(it)) = &mut self.play {
            it.drawn(from, to);
        }
    }

    /// The text of its field is to become this.
    pub fn typed(&mut self, text: &str) {
        if let Some(Play::Multiply(it)) = &mut self.play {
            it.typed(text);
        }
    }
}
