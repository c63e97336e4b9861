//! What nothing takes back is not done without looking at what it is done to, also where every run succeeds.

use crate::pages;

use autorpa_compiler::{
    compile::{Compiled, Request, compile},
    emit::emit,
    ignored_params::ignored_params,
    script::Script,
    translate::translate,
};
use pages::{
    button, click, first_script, icon, params, programs, recording, screen, text,
    world::{FakeWorld, Lines, ran, request},
};
use task::Instance;
use trajectory::Recording;
use ui::{Action, HardAction, Screen};

fn files(name: &str) -> Screen {
    let all = vec![
        icon(&[0, 0], "Select all"),
        button(&[1, 0], name),
        button(&[1, 1], "other.md"),
    ];
    screen("files", all)
}

fn chosen(deed: &str) -> Screen {
    screen("chosen", vec![icon(&[0, 0], "Close"), icon(&[0, 1], deed)])
}

/// Somebody presses the element of this number, and then what does the deed.
fn shown(name: &str, pressed: usize, deed: &str) -> Recording {
    recording(
        "r1",
        params(&[("file_name", name)]),
        vec![(files(name), click(pressed)), (chosen(deed), click(1))],
        screen("files", vec![icon(&[0, 0], "Nothing here")]),
    )
}

fn said(recording: &Recording) -> Option<String> {
    let all = programs(std::slice::from_ref(recording));
    let program = all.first().expect("a program");
    ignored_params(&emit(program), Some(program), &[translate(recording)]).map(|it| it.to_string())
}

const REASON: &str = "it deletes without looking at `file_name`: what the goal names stood on the screen, and any other would do as well";

#[test]
fn whoever_deletes_all_does_not_look_at_the_name() {
    assert_eq!(said(&shown("a.md", 0, "Delete")).as_deref(), Some(REASON));
}

#[test]
fn whoever_goes_by_the_name_looks_at_it() {
    assert_eq!(said(&shown("a.md", 1, "Delete")), None);
}

#[test]
fn what_can_be_taken_back_needs_no_look() {
    assert_eq!(said(&shown("a.md", 0, "Sort")), None);
}

#[test]
fn what_the_goal_does_not_name_needs_no_look() {
    let mut all = shown("a.md", 0, "Delete");
    all.instance.goal = "Delete all files.".to_owned();
    assert_eq!(said(&all), None);
}

#[test]
fn what_no_screen_shows_and_numbers_are_no_names() {
    let mut unseen = shown("a.md", 0, "Delete");
    unseen.instance.params = params(&[("file_name", "b.md")]);
    unseen.instance.goal = "Delete b.md.".to_owned();
    assert_eq!(said(&unseen), None);
    assert_eq!(said(&shown("10", 0, "Delete")), None);
}

#[test]
fn one_of_several_that_are_listed_is_named_as_well() {
    let mut listed = shown("a.md", 0, "Delete");
    listed.instance.params = params(&[("file_name", "c.md, a.md")]);
    listed.instance.goal = "Delete c.md, a.md.".to_owned();
    assert_eq!(said(&listed).as_deref(), Some(REASON));
}

#[test]
fn to_stand_on_the_same_screen_is_no_look() {
    let recording = shown("a.md", 0, "Delete");
    let all = programs(std::slice::from_ref(&recording));
    let near = all
        .iter()
        .map(emit)
        .find(|it| it.source.contains("near: file_name"));
    let script = near.expect("one that names its target by what stands on the screen");
    let found = ignored_params(&script, None, &[translate(&recording)]).map(|it| it.params);
    assert_eq!(found, Some(vec!["file_name".to_owned()]), "{}", script.source);
}

#[test]
fn the_button_in_its_row_is_a_look() {
    let row = |at: u16, name: &str| [text("TextView", &[at, 0], name), icon(&[at, 1], "Delete")];
    let rows = screen("files", [row(1, "other.md"), row(2, "a.md")].concat());
    let recording = recording(
        "r1",
        params(&[("file_name", "a.md")]),
        vec![(rows, click(3))],
        screen("files", row(1, "other.md").to_vec()),
    );
    let script = first_script(std::slice::from_ref(&recording));
    assert!(script.source.contains("near: file_name"), "{}", script.source);
    assert_eq!(said(&recording), None);
}

/// The page of a file.
fn opened(name: &str) -> Screen {
    let all = vec![
        icon(&[0, 0], "Close"),
        icon(&[0, 1], "Copy"),
        text("TextView", &[2, 0], name),
        text("TextView", &[3, 0], "12 lines"),
        text("TextView", &[4, 0], "Read by 3 people"),
    ];
    screen("file", all)
}

/// Somebody opens the file, does this there, and deletes all of them then.
fn visited(name: &str, there: &[(Screen, HardAction)], back_to: Screen) -> Recording {
    let open = (files(name), click(1));
    let mut steps = vec![open];
    steps.extend_from_slice(there);
    steps.push((back_to, click(0)));
    steps.push((chosen("Delete"), click(1)));
    recording(
        "r1",
        params(&[("file_name", name)]),
        steps,
        screen("files", vec![icon(&[0, 0], "Nothing here")]),
    )
}

#[test]
fn to_visit_a_screen_and_to_leave_it_is_no_look() {
    let name = "a.md";
    let by_its_icon = [(opened(name), click(0))];
    let left = visited(name, &by_its_icon, files(name));
    assert_eq!(said(&left).as_deref(), Some(REASON));
    // The list has another height by then.
    let mut moved = files(name);
    for it in &mut moved.elements {
        it.bounds.bottom += 4;
    }
    let by_back = [(opened(name), Action::NavigateBack)];
    assert_eq!(said(&visited(name, &by_back, moved)).as_deref(), Some(REASON));
}

#[test]
fn what_is_done_on_a_visit_counts() {
    let name = "a.md";
    let mut copied = opened(name);
    copied.elements.push(text("TextView", &[5, 0], "Copied"));
    let there = [(opened(name), click(1)), (copied, click(0))];
    assert_eq!(said(&visited(name, &there, files(name))), None);
}

#[test]
fn a_screen_that_is_another_after_a_visit_depends_on_it() {
    let name = "a.md";
    let by_its_icon = [(opened(name), click(0))];
    let mut marked = files(name);
    marked.elements[1].content_description = Some("Last opened".to_owned());
    assert_eq!(said(&visited(name, &by_its_icon, marked)), None);
}

#[test]
fn a_menu_that_something_is_chosen_in_is_no_visit() {
    let name = "a.md";
    let menu = screen("files", vec![button(&[9, 0], "Copy"), button(&[9, 1], "Share")]);
    let chosen = [(menu, click(0))];
    assert_eq!(said(&visited(name, &chosen, files(name))), None);
}

/// What is made where the explorer presses this element, and every run succeeds.
fn compiled(pressed: usize) -> Compiled {
    let all = ["a.md", "b.md"].map(|it| shown(it, pressed, "Delete").instance);
    let explore = move |instance: &Instance| {
        let name = instance.params.get("file_name").and_then(|it| it.as_text());
        name.map(|it| shown(it, pressed, "Delete"))
    };
    let run = |_: &mut Lines, _: &Script, instance: &Instance| {
        ran(instance, 1.0, Vec::new(), screen("files", Vec::new()))
    };
    let request = Request {
        held_out: 1,
        ..request("DeleteFile")
    };
    compile(&mut FakeWorld::new(all.into(), explore, run), &request).expect("the world does not fail")
}

#[test]
fn a_function_that_does_not_look_is_kept_and_not_verified() {
    let all = compiled(0);
    let source = all.script.expect("the best there is").source;
    assert!(!all.verified, "{source}");
    assert_eq!(
        all.reason.as_ref().map(|it| it.to_string()).as_deref(),
        Some(REASON)
    );
    assert!(source.contains("is not verified"), "{source}");
    assert!(all.instances.iter().all(|(_, reward)| *reward >= 1.0));
}

#[test]
fn a_function_that_looks_is_verified_by_the_same_runs() {
    let one = compiled(1);
    assert!(one.verified, "{:?}", one.reason);
}
