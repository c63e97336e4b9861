//! Task types of Chrome: a page of the phone's storage that is a game, to be opened from Files and won.

use task::{Params, Random};
use ui::Element;

use super::{
    about::text,
    definition::{Definition, Ending, Goal, PLAIN, reward},
    initial::Initial,
    rows::values,
};
use crate::{
    apps::{
        App,
        chrome::{Chrome, Game, Source},
    },
    state::DeviceState,
    system,
};

/// The page.
const PAGE: &str = "/storage/emulated/0/Download/task.html";
/// The value that the page begins with.
const SEED: &str = "browser_task_seed";
/// What a page says that is won.
const WON: &str = "Success!";

pub(super) const TYPES: &[Definition] = &[
    Definition {
        name: "BrowserDraw",
        goal: Goal::Always(
            "Open the file task.html in Downloads in the file manager; when prompted open it with Chrome. Then create a drawing using the three colors shown at the top and hit submit.",
        ),
        step_budget: 20,
        init: |params, _| page(Game::Draw, params),
        contradiction: |params, device| other_page(Game::Draw, params, device),
        // The buttons of the colours have no names.
        in_pictures: true,
        ..GAME
    },
    Definition {
        name: "BrowserMaze",
        goal: Goal::Always(
            "Open the file task.html in Downloads in the file manager; when prompted open it with Chrome. Then navigate the X to the bottom-right cell, by using the direction buttons.",
        ),
        step_budget: 20,
        init: |params, _| page(Game::Maze, params),
        contradiction: |params, device| other_page(Game::Maze, params, device),
        ..GAME
    },
    Definition {
        name: "BrowserMultiply",
        goal: Goal::Always(
            "Open the file task.html in Downloads in the file manager; when prompted open it with Chrome. Then click the button 5 times, remember the numbers displayed, and enter their product in the form.",
        ),
        step_budget: 22,
        init: |params, _| page(Game::Multiply, params),
        contradiction: |params, device| other_page(Game::Multiply, params, device),
        ..GAME
    },
];

/// What the three have in common.
const GAME: Definition = Definition {
    hidden: &[SEED],
    generate: seed,
    needs: |_| vec![PAGE.to_owned()],
    judge: |it| reward(is_won(it)),
    ..PLAIN
};

fn seed(random: &mut Random) -> Params {
    values([(SEED, random.between(0, u32::MAX.into()).to_string())])
}

/// The page in the folder of downloads, on a phone whose Chrome was never started.
fn page(game: Game, params: &Params) -> Initial {
    let (title, seed) = (game.title(), text(params, SEED));
    let html = format!(
        "<!DOCTYPE html>\n<html>\n<head><title>{title}</title></head>\n<body><script>const rng = new SeededRNG({seed});</script></body>\n</html>\n"
    );
    Initial {
        files: vec![(PAGE.to_owned(), html)],
        settings: vec![system::never_started(Chrome::INFO.package)],
        ..Initial::default()
    }
}

fn other_page(game: Game, params: &Params, device: &DeviceState) -> Option<String> {
    let wanted = text(params, SEED).parse().ok().map(|seed| (game, seed));
    let there = Source::read(device.files.read(PAGE).unwrap_or_default()).game;
    (wanted.is_none() || wanted != there)
        .then(|| "the page is not the game that the seed of the task begins".to_owned())
}

/// Chrome says that the game is won. What somebody types there does not count, nor does a page that is not the task's.
fn is_won(it: &Ending<'_>) -> bool {
    let says = |it: &Element| it.text.as_deref() == Some(WON) && !it.editable;
    it.screen.app == Chrome::INFO.package && it.screen.elements.iter().any(says) && has_own_page_alone(it)
}

/// Whether every page on the phone says what the task's page said at the beginning.
fn has_own_page_alone(it: &Ending<'_>) -> bool {
    let files = it.after.files.walk().filter(|it| it.1.is_some());
    let mut pages = files.filter(|it| !system::viewers(it.0).is_empty());
    pages.all(|(path, _)| it.after.files.same(path, &it.before.files, PAGE))
}
