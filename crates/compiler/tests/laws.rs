//! What holds for every recording: locators are proven, forms read back, scripts are sound, nothing panics.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::pages;

use std::sync::Arc;

use autorpa_compiler::{
    check::check,
    emit::emit,
    soft::{HELD, SoftTrajectory},
    synthesise::synthesise,
    translate::translate,
};
use proptest::prelude::*;
use task::{Params, Value};
use trajectory::{Origin, Recording};
use ui::{Action, Direction, Element, ElementId, Found, HardAction, Screen, Status, find};

/// Few words, so that texts and parameters meet.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("OK".to_owned()),
        Just("Ada Lovelace".to_owned()),
        Just("note.md".to_owned()),
        Just("2".to_owned()),
        Just("a, b and c".to_owned()),
        Just("ünïcödé \"quoted\" \\ \n".to_owned()),
        "[a-c]{1,3}",
    ]
}

fn element() -> impl Strategy<Value = Element> {
    let words = (
        prop::option::of(word()),
        prop::option::of(word()),
        prop::option::of(word()),
    );
    (words, prop::collection::vec(0..3u16, 0..4), any::<[bool; 4]>()).prop_map(
        |((text, description, id), path, flags)| Element {
            text,
            content_description: description,
            resource_name: id,
            class_name: Some(if flags[0] { "Button" } else { "TextView" }.to_owned()),
            path,
            clickable: flags[1],
            editable: flags[2],
            scrollable: flags[3],
            ..Element::default()
        },
    )
}

fn any_screen() -> impl Strategy<Value = Screen> {
    prop::collection::vec(element(), 1..8).prop_map(|elements| pages::screen("any", elements))
}

fn action(elements: usize) -> impl Strategy<Value = HardAction> {
    let target = (0..elements).prop_map(ElementId);
    prop_oneof![
        4 => target.clone().prop_map(|target| Action::Click { target }),
        1 => target.clone().prop_map(|target| Action::LongPress { target }),
        3 => (prop::option::of(target.clone()), word(), any::<bool>())
            .prop_map(|(target, text, clear)| Action::InputText { target, text, clear }),
        1 => prop::option::of(target.clone()).prop_map(|target| Action::Scroll { target, direction: Direction::Down }),
        1 => (target.clone(), target.clone()).prop_map(|(target, to)| Action::DragTo { target, to }),
        1 => (target.clone(), word()).prop_map(|(target, option)| Action::SelectOption { target, option }),
        1 => (any::<bool>(), prop::option::of(word()))
            .prop_map(|(accept, text)| Action::AnswerDialog { accept, text }),
        1 => Just(Action::PressKeys { keys: "Control+A".to_owned() }),
        1 => Just(Action::Swipe { direction: Direction::Up }),
        1 => word().prop_map(|app| Action::OpenApp { app }),
        1 => word().prop_map(|text| Action::Answer { text }),
        1 => Just(Action::NavigateBack),
        1 => Just(Action::Wait),
        1 => Just(Action::Status { goal_status: Status::Complete }),
    ]
}

fn step() -> impl Strategy<Value = (Screen, HardAction)> {
    any_screen().prop_flat_map(|screen| (Just(screen.clone()), action(screen.elements.len())))
}

fn any_params() -> impl Strategy<Value = Params> {
    let value = prop_oneof![
        word().prop_map(Value::Text),
        prop::collection::vec(word(), 0..3).prop_map(Value::List),
    ];
    prop::collection::vec(value, 0..3).prop_map(|all| {
        all.into_iter()
            .enumerate()
            .map(|(at, value)| (["name", "fn", "two words"][at].to_owned(), value))
            .collect()
    })
}

fn any_recording() -> impl Strategy<Value = Recording> {
    (
        any_params(),
        prop::collection::vec(step(), 0..6),
        any_screen(),
        any::<bool>(),
    )
        .prop_map(|(params, steps, last, searched)| {
            let mut recording = pages::recording("r", params, steps, last);
            recording.origin = if searched { Origin::Search } else { Origin::Person };
            recording
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn locators_find_exactly_the_recorded_element(recording in any_recording()) {
        let soft = translate(&recording);
        for step in soft.steps.iter().chain(soft.dropped.iter().map(|it| &it.step)) {
            for (locators, id) in step.action.targets().zip(step.target.into_iter().chain(step.destination)) {
                for locator in locators {
                    let concrete = locator.try_map(|it| it.eval(&soft.instance.params).ok_or(())).unwrap();
                    prop_assert_eq!(find(&step.screen, &concrete), Found::One(id), "{}", concrete);
                }
            }
            for value in step.action.value().into_iter().flatten() {
                let mut known = soft.instance.params.clone();
                if let Some(field) = step.target.and_then(|it| step.screen.get(it)) {
                    known.insert(HELD.to_owned(), Value::Text(field.held_text().to_owned()));
                }
                prop_assert_eq!(&value.eval(&known), &step.value);
            }
        }
        let told = soft.steps.len() + soft.dropped.len();
        let silent = recording.steps.iter().filter(|it| matches!(it.action, Action::Wait | Action::Status { .. })).count();
        prop_assert_eq!(told + silent, recording.steps.len());
    }

    #[test]
    fn scripts_are_sound(recordings in prop::collection::vec(any_recording(), 1..4)) {
        let softs: Vec<SoftTrajectory> = recordings
            .iter()
            .enumerate()
            .map(|(at, it)| {
                let mut it = it.clone();
                it.id.0 = format!("r{at}");
                translate(&it)
            })
            .collect();
        let programs = synthesise(&softs, "TinyTask", "Line one.\nLine two.");
        prop_assert!(programs.len() <= 32);
        for program in &programs {
            let script = emit(program);
            prop_assert_eq!(check(&script, &[]), Vec::new(), "{}", script.source);
            for (line, _) in &script.lines {
                prop_assert!(*line <= script.source.lines().count());
            }
        }
    }
}

#[test]
fn a_form_keeps_its_screens() {
    let screen = Arc::new(pages::screen("one", vec![pages::button(&[0], "OK")]));
    let recording = pages::recording(
        "r",
        Params::new(),
        vec![((*screen).clone(), pages::click(0))],
        (*screen).clone(),
    );
    assert_eq!(translate(&recording).steps[0].screen, screen);
}
