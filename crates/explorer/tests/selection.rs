//! A list in which several can be chosen at once: what was begun with is dealt with as well.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use autorpa_explorer::{
    graph::Graph,
    search::{Budget, Options, search},
};
use device::Cancel;
use task::Params;
use testkit::{Fake, task};
use ui::{ActionKind, Direction, Element, HardAction, Rect, Screen};

/// Books of which three are seen at a time; a long press begins to choose, and taps go on with it.
#[derive(Clone, Debug, Default)]
struct Shelf {
    books: Vec<&'static str>,
    from: usize,
    chosen: Vec<&'static str>,
}

const SEEN: usize = 3;

fn line(at: usize, class: &str, text: &str) -> Element {
    let top = at as i32 * 100;
    Element {
        class_name: Some(class.to_owned()),
        text: Some(text.to_owned()),
        clickable: true,
        long_clickable: class == "Row",
        bounds: Rect::new(0, top, 400, top + 90),
        path: vec![0, at as u16],
        ..Element::default()
    }
}

fn view(it: &Shelf) -> Screen {
    let mut elements = vec![Element {
        class_name: Some("List".to_owned()),
        scrollable: true,
        bounds: Rect::new(0, 0, 400, 290),
        path: vec![0],
        ..Element::default()
    }];
    let seen = it.books.iter().skip(it.from).take(SEEN);
    elements.extend(seen.enumerate().map(|(at, book)| line(at, "Row", book)));
    if !it.chosen.is_empty() {
        elements.push(line(SEEN, "Button", "Delete"));
    }
    Screen {
        app: "shelf".to_owned(),
        activity: "list".to_owned(),
        size: (400, 800),
        elements,
        ..Screen::default()
    }
}

fn act(it: &mut Shelf, action: &HardAction, screen: &Screen) {
    let said = action.target().and_then(|id| screen.get(*id)?.text.clone());
    let book = it.books.iter().copied().find(|it| said.as_deref() == Some(it));
    match (action, book) {
        (HardAction::Scroll { direction, .. }, _) => {
            it.from = match direction {
                Direction::Down => it.books.len().saturating_sub(SEEN),
                _ => 0,
            };
        }
        (HardAction::LongPress { .. }, Some(book)) => it.chosen = vec![book],
        (HardAction::Click { .. }, Some(book)) if !it.chosen.is_empty() => it.chosen.push(book),
        (HardAction::Click { .. }, None) if said.as_deref() == Some("Delete") => {
            it.books.retain(|book| !it.chosen.contains(book));
            it.chosen.clear();
        }
        _ => {}
    }
}

#[test]
fn a_look_alike_that_was_chosen_first_is_left_alone() {
    let shelf = Shelf {
        books: vec!["Bees_2023", "Clocks", "Dunes", "Ember", "Bees"],
        ..Shelf::default()
    };
    let goal = task(
        "Delete the book named Bees",
        Params::from_iter([("name".to_owned(), "Bees".into())]),
    );
    // Nobody looks whether another one is gone as well.
    let mut env = Fake::new(shelf, view, |it, action, screen| {
        act(it, action, screen);
        Ok(())
    })
    .called("a shelf", &[ActionKind::LongPress, ActionKind::Scroll])
    .asked(goal, |it: &Shelf| !it.books.contains(&"Bees"));
    let instance = env.task.clone();
    let options = Options {
        budget: Budget {
            episodes: 100,
            steps: 2000,
            seconds: 1e9,
        },
        ..Options::default()
    };
    let (mut graph, cancel) = (Graph::default(), Cancel::default());
    let report = search(&mut env, &instance, &options, &mut graph, &cancel, &mut |_| {}).unwrap();
    let recording = report.recording.expect(&report.tried);
    let pressed: Vec<(ActionKind, Option<String>)> = recording
        .steps
        .iter()
        .filter_map(|it| {
            Some((
                it.action.kind(),
                it.screen.get(*it.action.target()?)?.text.clone(),
            ))
        })
        .filter(|it| it.0 != ActionKind::Scroll)
        .collect();
    let wanted = [
        (ActionKind::LongPress, Some("Bees".to_owned())),
        (ActionKind::Click, Some("Delete".to_owned())),
    ];
    assert_eq!(pressed, wanted);
}
