//! Any events in any order: nothing panics, every step can be done on its own screen, and what was done to a form is
//! what its steps do to it.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

mod page;

use std::{collections::BTreeMap, sync::Arc};

use autorpa_recorder::{Heard, Held, Kind, Marked, Node, Recorder, Turned, Way, What};
use page::page;
use proptest::{collection::vec, option, prelude::*, sample::select};
use ui::{Action, Direction, Element, Screen};

/// What a person may do to the form.
#[derive(Clone, Debug)]
enum Done {
    Press(&'static str),
    Type(&'static str, String),
    Paste(&'static str, String),
    Choose(&'static str),
    Check,
    Tab(&'static str),
    Rest,
}

fn done() -> impl Strategy<Value = Done> {
    let field = || select(vec!["name", "mail", "notes"]);
    prop_oneof![
        select(vec!["save", "menu", "name", "notes"]).prop_map(Done::Press),
        (field(), "[a-z]{1,3}").prop_map(|(it, text)| Done::Type(it, text)),
        (field(), "[a-z ]{0,6}").prop_map(|(it, text)| Done::Paste(it, text)),
        select(vec!["Germany", "Netherlands"]).prop_map(Done::Choose),
        Just(Done::Check),
        field().prop_map(Done::Tab),
        Just(Done::Rest),
    ]
}

proptest! {
    #[test]
    fn the_steps_do_what_was_done(all in vec(done(), 0..24)) {
        let mut it = page();
        let mut fields: BTreeMap<&str, String> = BTreeMap::new();
        let mut checked = false;
        let mut presses = 0;
        for done in &all {
            match done {
                Done::Press(name) => {
                    it.press(name);
                    presses += usize::from(["save", "menu"].contains(name));
                }
                Done::Type(name, text) => {
                    it.press(name).writes(name, text);
                    fields.insert(name, it.value_of(name));
                }
                Done::Paste(name, text) => {
                    it.press(name).pastes(name, text);
                    fields.insert(name, text.clone());
                }
                Done::Choose(option) => {
                    it.press("country").chooses_if_other("country", option);
                    fields.insert("country", (*option).to_owned());
                }
                Done::Check => {
                    checked = !checked;
                    it.checks("news", checked);
                }
                Done::Tab(name) => {
                    it.key(name, "Tab");
                }
                Done::Rest => {
                    it.rest();
                }
            }
        }
        let told = it.told();
        let mut now: BTreeMap<&str, String> = BTreeMap::new();
        let mut state = false;
        let mut clicks = 0;
        for step in told.steps() {
            let name = |id: &ui::ElementId| it.name_of(*id);
            match &step.action {
                Action::InputText { target: Some(target), text, clear } => {
                    let held = now.entry(name(target)).or_default();
                    if *clear {
                        held.clear();
                    }
                    held.push_str(text);
                }
                Action::SelectOption { target, option } => {
                    now.insert(name(target), option.clone());
                }
                Action::Click { target } if name(target) == "news" => state = !state,
                Action::Click { target } => clicks += usize::from(["save", "menu"].contains(&name(target))),
                _ => {}
            }
        }
        for (name, value) in fields {
            let start = if name == "country" { "Netherlands" } else { "" };
            prop_assert_eq!(now.get(name).map_or(start, String::as_str), value.as_str(), "{}: {:?}", name, told.lines());
        }
        prop_assert_eq!(state, checked);
        prop_assert_eq!(clicks, presses);
    }

    #[test]
    fn any_events_are_taken(all in vec(heard(), 0..40)) {
        let mut recorder = Recorder::new();
        for it in &all {
            recorder.hear(it);
        }
        recorder.end();
        for step in recorder.steps() {
            for id in step.action.targets() {
                prop_assert!(step.screen.get(*id).is_some());
            }
        }
        for gap in recorder.gaps() {
            prop_assert!(gap.after <= recorder.steps().len());
        }
        while recorder.undo().is_some() {}
        prop_assert!(recorder.steps().is_empty());
    }
}

fn heard() -> impl Strategy<Value = Heard> {
    (0_u64..3_000, 1_u32..4, what()).prop_map(|(at, page, what)| Heard { at, page, what })
}

fn node() -> impl Strategy<Value = Node> {
    let kinds = vec![
        Kind::Text,
        Kind::Lines,
        Kind::Rich,
        Kind::Check,
        Kind::Radio,
        Kind::Select,
        Kind::List,
        Kind::Value,
        Kind::File,
        Kind::Canvas,
        Kind::Handle,
        Kind::Other,
    ];
    (
        option::of(0_u64..6),
        select(kinds),
        option::of("[a-c]{0,2}"),
        option::of(any::<bool>()),
        vec((option::of(0_u64..6), "[ab]", any::<bool>()), 0..2),
        option::of("secret"),
        option::of("box"),
    )
        .prop_map(|(id, is, value, checked, turned, secret, closed)| Node {
            id,
            is,
            value,
            checked,
            turned: turned
                .into_iter()
                .map(|(id, text, on)| Turned { id, text, on })
                .collect(),
            files: Vec::new(),
            secret,
            closed,
        })
}

#[expect(clippy::too_many_lines, reason = "a table of what can be heard")]
fn what() -> impl Strategy<Value = What> {
    let keys = vec![
        "a",
        "Enter",
        "Tab",
        "Escape",
        "ArrowDown",
        " ",
        "Shift",
        "F5",
        "Nonsense",
        "+",
        "",
    ];
    let held = any::<(bool, bool, bool, bool)>().prop_map(|(control, alt, shift, meta)| Held {
        control,
        alt,
        shift,
        meta,
    });
    let ways = vec![Way::Page, Way::Typed, Way::Reload, Way::Back, Way::Forward];
    prop_oneof![
        (0_usize..6, any::<bool>(), vec(0_u64..6, 0..6)).prop_map(|(count, rest, nodes)| What::Shows {
            screen: Arc::new(screen(count)),
            nodes,
            picture: None,
            rest,
        }),
        (
            node(),
            0..30,
            0_u8..4,
            held.clone(),
            option::of([0..9, 0..9, 0..30, 0..30])
        )
            .prop_map(|(on, x, button, held, area)| What::Down {
                on,
                x,
                y: x,
                button,
                held,
                area
            }),
        (
            node(),
            0..30,
            option::of((node(), "[ab]{0,2}")),
            vec((0..30, 0..30), 0..4)
        )
            .prop_map(|(on, x, marked, way)| What::Up {
                on,
                x,
                y: x,
                selected: marked.is_some(),
                marked: marked.map(|(on, text)| Box::new(Marked { on, text })),
                way
            }),
        (node(), 0_u32..4).prop_map(|(on, detail)| What::Click { on, detail }),
        node().prop_map(|on| What::Menu { on }),
        (0_u64..6).prop_map(|on| What::Over { on }),
        (node(), select(keys), held, any::<bool>()).prop_map(|(on, key, held, composing)| What::Key {
            on,
            key: key.to_owned(),
            held,
            composing,
        }),
        Just(What::Used),
        node().prop_map(|on| What::Chooses { on }),
        (
            node(),
            select(vec!["insertText", "", "insertLineBreak", "insertFromPaste"])
        )
            .prop_map(|(on, by)| What::Input {
                on,
                by: by.to_owned()
            }),
        node().prop_map(|on| What::Change { on }),
        Just(What::Submit),
        node().prop_map(|on| What::DragStart { on }),
        (node(), 0_u32..2).prop_map(|(on, files)| What::Drop { on, files }),
        option::of(0_u64..6).prop_map(|on| What::Scroll {
            on,
            way: Direction::Down
        }),
        any::<bool>().prop_map(|asks| What::Dialog {
            asks,
            message: "?".to_owned()
        }),
        any::<bool>().prop_map(|accept| What::Answered {
            accept,
            text: "x".to_owned()
        }),
        select(ways).prop_map(|way| What::Went {
            url: "http://a.test".to_owned(),
            way
        }),
        option::of(1_u32..4).prop_map(|by| What::Opened { by }),
        Just(What::Closed),
        Just(What::Download { file: "a".to_owned() }),
        Just(What::Deaf { why: "no".to_owned() }),
    ]
}

fn screen(count: usize) -> Screen {
    Screen {
        elements: (0..count)
            .map(|at| Element {
                text: Some(at.to_string()),
                clickable: at % 2 == 0,
                ..Element::default()
            })
            .collect(),
        ..Screen::default()
    }
}
