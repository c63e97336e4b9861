//! What deletes something reads on the screen what the goal says of it.

use crate::pages;

use autorpa_compiler::{
    emit::emit,
    look_first::{Reads, look_first},
    soft::SoftTrajectory,
    translate::translate,
};
use pages::{button, click, field, icon, params, programs, recording, screen, text, type_into};
use task::Params;
use trajectory::Recording;
use ui::{Element, Screen};

fn named(id: &str, it: Element) -> Element {
    Element {
        resource_name: Some(id.to_owned()),
        ..it
    }
}

fn booked(room: &str, day: &str, from: &str) -> Screen {
    let all = vec![
        named("room", text("TextView", &[0, 0], room)),
        named("day", text("TextView", &[0, 1], day)),
        named("from", text("TextView", &[0, 2], from)),
        icon(&[1, 0], "Delete"),
    ];
    screen("booking", all)
}

/// Somebody looks a room up, opens its booking and deletes it.
fn deleted(id: &str, room: &str, (month, day, hour): (&str, &str, &str), shown: &Screen) -> Recording {
    let search = |held: &str| field(&[0, 0], "search", held);
    let row = named("open", button(&[1, 0], "Open"));
    let params = params(&[
        ("room", room),
        ("year", "2026"),
        ("month", month),
        ("day", day),
        ("hour", hour),
    ]);
    let steps = vec![
        (screen("list", vec![search(""), row.clone()]), type_into(0, room)),
        (screen("list", vec![search(room), row]), click(1)),
        (shown.clone(), click(3)),
    ];
    recording(id, params, steps, screen("list", vec![search("")]))
}

fn two() -> [Recording; 2] {
    [
        deleted(
            "r1",
            "Oak",
            ("3", "6", "9"),
            &booked("Oak", "Friday, March 6", "09:00"),
        ),
        deleted(
            "r2",
            "Elm",
            ("11", "24", "16"),
            &booked("Elm", "Tuesday, November 24", "16:00"),
        ),
    ]
}

/// What the first code of these recordings reads, and the script that does.
fn looking(recordings: &[Recording]) -> Option<(Vec<String>, String)> {
    let softs: Vec<SoftTrajectory> = recordings.iter().map(translate).collect();
    let all = programs(recordings);
    let first = all.first().expect("a program");
    let found = look_first(first, &emit(first), &softs, Reads::All)?;
    Some((found.read, emit(&found.program).source))
}

#[test]
fn the_day_and_the_hour_are_read_before_it_is_deleted() {
    let (read, script) = looking(&two()).expect("the screen shows them");
    assert_eq!(read, ["year", "month", "day", "hour"]);
    let day = "resource_name: \"day\"";
    let date = "date_as(year + \"-\" + month + \"-\" + day, \"%A, %B %-d\")";
    let hour = "padded(hour, 2, \"0\") + \":00\"";
    for part in [day, date, hour] {
        assert!(script.contains(part), "{part}: {script}");
    }
    // What was only typed into the search may have found another one as well.
    assert!(script.contains("text: room"), "{script}");
    let (looks, deletes) = (script.find(date), script.rfind("Delete"));
    assert!(looks < deletes, "{script}");
}

#[test]
fn what_the_screens_say_in_another_way_is_not_read() {
    let mut all = two().to_vec();
    all.push(deleted(
        "r3",
        "Ash",
        ("5", "2", "8"),
        &booked("Ash", "Saturday, May 2", "in the morning"),
    ));
    let (read, _) = looking(&all).expect("the day is there");
    assert_eq!(read, ["year", "month", "day"]);
    let nothing = deleted(
        "r1",
        "Oak",
        ("3", "6", "9"),
        &booked("a room", "some day", "early"),
    );
    assert_eq!(looking(&[nothing]), None);
}

#[test]
fn what_was_typed_into_a_field_stands_there_whatever_it_belongs_to() {
    let form = |held: &str| {
        let all = vec![field(&[0, 0], "reason", held), icon(&[1, 0], "Delete")];
        screen("form", all)
    };
    let values: Params = params(&[("reason", "moved away")]);
    let steps = vec![
        (form(""), type_into(0, "moved away")),
        (form("moved away"), click(1)),
    ];
    let typed = recording("r1", values, steps, screen("done", Vec::new()));
    assert_eq!(looking(&[typed]), None);
}
