//! A list that is longer than the screen, with parts that stand there again: which of them go, and what stays.

use std::sync::{Arc, Mutex};

use runtime::Options;
use trajectory::{Code, Outcome};
use ui::{Action, ActionKind, Direction, Element, Rect, Screen};

use crate::fake::Runs;

/// Name and pieces, which the list shows, and a note, which the part's page shows as well.
type Part = [&'static str; 3];

/// Rows of the list that are in sight.
const SHOWN: usize = 6;

#[derive(Clone)]
struct Parts {
    all: Vec<Part>,
    top: usize,
    open: Option<usize>,
    /// Whether what is deleted stays all the same.
    stays: bool,
}

fn shown(id: &str, text: &str, at: usize, path: &[u16]) -> Element {
    let top = i32::try_from(at * 100).unwrap_or_default();
    Element {
        resource_name: Some(id.to_owned()),
        text: Some(text.to_owned()),
        bounds: Rect::new(0, top, 900, top + 90),
        clickable: id == "delete" || id == "name",
        path: path.to_vec(),
        ..Element::default()
    }
}

fn view(state: &Parts) -> Screen {
    let mut elements = Vec::new();
    if let Some(part) = state.open.and_then(|it| state.all.get(it)) {
        for (at, (id, text)) in (0..).zip(["title", "pieces", "note"].iter().zip(part)) {
            elements.push(shown(id, text, at, &[0, at as u16]));
        }
        elements.push(shown("delete", "Delete", 3, &[1, 0]));
    } else {
        elements.push(Element {
            scrollable: true,
            bounds: Rect::new(0, 0, 900, 600),
            path: vec![0],
            ..Element::default()
        });
        let rows = state.all.iter().skip(state.top).take(SHOWN);
        for (at, [name, pieces, _]) in (0..).zip(rows) {
            // As Android lists them: counted from the first that is in sight.
            elements.push(shown("name", name, at, &[0, at as u16, 0]));
            elements.push(Element {
                bounds: Rect::new(500, 100 * at as i32, 890, 100 * at as i32 + 90),
                ..shown("pieces", pieces, at, &[0, at as u16, 1])
            });
        }
    }
    Screen {
        app: "parts".to_owned(),
        activity: if state.open.is_some() { "part" } else { "list" }.to_owned(),
        size: (1000, 2000),
        elements,
        ..Screen::default()
    }
}

fn act(state: &mut Parts, action: &ui::HardAction, screen: &Screen) {
    let most = state.all.len().saturating_sub(SHOWN);
    match action {
        Action::Scroll { direction, .. } if state.open.is_none() => match direction {
            Direction::Down => state.top = (state.top + 2).min(most),
            Direction::Up => state.top = state.top.saturating_sub(2),
            Direction::Left | Direction::Right => {}
        },
        Action::NavigateBack => state.open = None,
        Action::Click { target } => {
            let pressed = &screen.elements[target.0];
            if let Some(open) = state.open {
                if !state.stays {
                    state.all.remove(open);
                }
                (state.open, state.top) = (None, 0);
            } else {
                state.open = Some(state.top + usize::from(pressed.path[1]));
            }
        }
        _ => {}
    }
}

const BY_PAGE: &str = r#"
    fn tidy() {
        while env_op.open_duplicate(#{ resource_name: "name" }, 1, #{ resource_name: "name" }) {
            env_op.click(env_op.require(#{ resource_name: "delete", target_description: "Delete" }));
        }
        env_op.stop("complete");
    }
"#;

/// How the run ended, what is left, and how often a part was opened.
fn tidied(all: &[Part], stays: bool) -> (Outcome, Option<Code>, Vec<Part>, usize) {
    tidied_by(all, stays, |_| {})
}

/// The same where this is done each time that a part's page is left.
fn tidied_by(
    all: &[Part],
    stays: bool,
    leaves: impl Fn(&mut Parts) + Send + 'static,
) -> (Outcome, Option<Code>, Vec<Part>, usize) {
    let state = Parts {
        all: all.to_vec(),
        top: 0,
        open: None,
        stays,
    };
    let opened = Arc::new(Mutex::new((Vec::new(), 0)));
    let kept = Arc::clone(&opened);
    let rule = move |state: &mut Parts, action: &ui::HardAction, screen: &Screen| {
        let was_open = state.open.is_some();
        if matches!(action, Action::NavigateBack) {
            leaves(state);
        }
        act(state, action, screen);
        if let Ok(mut kept) = kept.lock() {
            kept.0.clone_from(&state.all);
            kept.1 += usize::from(!was_open && state.open.is_some());
        }
        Ok(())
    };
    let mut fake = testkit::Fake::new(state, view, rule)
        .called("parts", &[ActionKind::Scroll, ActionKind::NavigateBack]);
    let run = fake.run_with(BY_PAGE, &[], &Options::default(), None);
    let (left, opened) = opened.lock().map(|it| it.clone()).unwrap_or_default();
    let left = if opened == 0 { all.to_vec() } else { left };
    let code = run.recording.ending.diagnostic.as_ref().map(|it| it.code);
    (run.recording.ending.outcome, code, left, opened)
}

#[test]
fn of_what_is_there_again_the_first_stays() {
    let all = [
        ["Belt", "7", "old"],
        ["Bolt", "40", "steel"],
        ["Cap", "1", ""],
        ["Hinge", "12", "brass"],
        ["Hinge", "12", "iron"],
        ["Hinge", "12", "brass"],
        ["Valve", "3", "spare"],
        ["Valve", "3", "spare"],
        ["Valve", "4", "spare"],
    ];
    let (outcome, code, left, opened) = tidied(&all, false);
    assert_eq!((outcome, code), (Outcome::Reached, None));
    // The hinges are of two kinds, and one valve has other pieces.
    let expected: Vec<Part> = [0, 1, 2, 3, 4, 6, 8].map(|it| all[it]).to_vec();
    assert_eq!(left, expected);
    // What looks like no other one is not opened; before one goes, it and its like are opened once more.
    assert_eq!(opened, 3 + 2 + 2 * 2);
}

#[test]
fn where_nothing_is_there_again_nothing_is_done() {
    let all = [["Belt", "7", "old"], ["Belt", "8", "old"], ["Bolt", "7", "old"]];
    assert_eq!(tidied(&all, false), (Outcome::Reached, None, all.to_vec(), 0));
    // An empty list and one that is not there are the same to look at.
    let (outcome, code, _, opened) = tidied(&[], false);
    assert_eq!(
        (outcome, code, opened),
        (Outcome::Refused, Some(Code::ElementMissing), 0)
    );
}

#[test]
fn what_does_not_go_ends_the_run() {
    let all = [["Belt", "7", "old"], ["Belt", "7", "old"]];
    let (outcome, code, left, opened) = tidied(&all, true);
    assert_eq!((outcome, code), (Outcome::Refused, Some(Code::AssertionFailed)));
    assert_eq!((left.len(), opened), (2, 4));
}

#[test]
fn a_list_that_changes_its_order_is_not_gone_through() {
    // What was opened last stands last from then on.
    let all = [["Belt", "7", "old"], ["Belt", "7", "new"], ["Cap", "1", ""]];
    let reorders = |state: &mut Parts| {
        if let Some(open) = state.open {
            let part = state.all.remove(open);
            state.all.insert(usize::from(part[0] == "Belt"), part);
        }
    };
    let (outcome, code, left, _) = tidied_by(&all, false, reorders);
    assert_eq!((outcome, code), (Outcome::Refused, Some(Code::AssertionFailed)));
    assert_eq!(left.len(), 3);
}

#[test]
fn what_is_never_in_sight_together_is_not_told_apart() {
    let all = [
        ["Belt", "7", "old"],
        ["Bolt", "40", "steel"],
        ["Cap", "1", ""],
        ["Disc", "2", ""],
        ["Nail", "90", ""],
        ["Nut", "41", ""],
        ["Pin", "6", ""],
        ["Belt", "7", "old"],
    ];
    let (outcome, code, left, opened) = tidied(&all, false);
    assert_eq!((outcome, code), (Outcome::Refused, Some(Code::ElementMissing)));
    assert_eq!((left.len(), opened), (8, 0));
}
