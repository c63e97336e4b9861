//! Days that a goal says beside today, the end of what lasts so long, and what tells the numbers of a dial.

use crate::pages;

use autorpa_compiler::{
    emit::emit,
    fixed_day::fixed_day,
    look_first::{Reads, look_first},
    soft::SoftTrajectory,
    translate::translate,
};
use pages::{button, click, field, icon, params, programs, recording, screen, text, type_into};
use trajectory::Recording;
use ui::{Element, HardAction, Screen};

/// A Friday.
const TODAY: &str = "2026-03-06";

fn on_that_day(it: Screen) -> Screen {
    Screen {
        today: TODAY.to_owned(),
        ..it
    }
}

/// A month to choose from, that reads each day out; the days of the week before are written with a zero.
fn calendar() -> Screen {
    let day = |n: u16| Element {
        content_description: Some(format!("{n:02} March 2026")),
        ..button(&[1, n], &n.to_string())
    };
    on_that_day(screen("calendar", (1..=31).map(day).collect()))
}

fn booked(seed: u64, goal: &str, values: &[(&str, &str)], day: usize) -> Recording {
    let home = || {
        on_that_day(screen(
            "home",
            vec![button(&[0, 0], "Book"), button(&[0, 1], "Confirm")],
        ))
    };
    let steps = vec![
        (home(), click(0)),
        (calendar(), click(day - 1)),
        (home(), click(1)),
    ];
    let mut all = recording(&format!("r{seed}"), params(values), steps, home());
    all.instance.goal = goal.to_owned();
    all
}

fn first(recordings: &[Recording]) -> String {
    emit(programs(recordings).first().expect("a program")).source
}

#[test]
fn a_day_beside_today_is_reckoned_from_the_day_of_the_device() {
    for (goal, values, day, said) in [
        (
            "Book a court for tomorrow",
            vec![],
            7,
            "day(\"tomorrow\", this_day)",
        ),
        (
            "Book a court two weeks from today",
            vec![],
            20,
            "day(\"two weeks from today\", this_day)",
        ),
        (
            "Book a court for this Tuesday",
            vec![("when", "Tuesday")],
            10,
            "day(when, this_day)",
        ),
    ] {
        let script = first(&[booked(1, goal, &values, day)]);
        assert!(
            script.contains("let this_day = env_op.today();"),
            "{goal}: {script}"
        );
        // The screen writes its other days with a zero.
        let written = format!("date_as({said}, \"%d %B %Y\")");
        assert!(script.contains(&written), "{goal}: {script}");
        let called = values.iter().map(|it| it.0).collect::<Vec<&str>>().join(", ");
        assert!(
            script.contains(&format!("fn tiny_task({called}) {{")),
            "{goal}: {script}"
        );
    }
}

#[test]
fn a_day_that_is_written_out_though_the_goal_says_it_beside_today_is_told() {
    let form = |held: &str| {
        let all = vec![field(&[0, 0], "day", held), button(&[0, 1], "Save")];
        on_that_day(screen("form", all))
    };
    let typed = |goal: &str, day: &str| {
        let steps = vec![(form(""), type_into(0, day)), (form(day), click(1))];
        let mut all = recording("r1", params(&[]), steps, form(""));
        all.instance.goal = goal.to_owned();
        let softs: Vec<SoftTrajectory> = [&all].into_iter().map(translate).collect();
        let code = programs(std::slice::from_ref(&all))
            .into_iter()
            .next()
            .expect("a program");
        fixed_day(&code, &softs).map(|it| it.to_string())
    };
    let told = typed("Book it for tomorrow", "March 7th, 2026");
    let said = "it goes by \"March 7th, 2026\", which was \"tomorrow\" when it was shown: on another day it would be wrong";
    assert_eq!(told.as_deref(), Some(said));
    assert_eq!(
        typed("Book it for tomorrow", "2026-03-07"),
        None,
        "it is reckoned"
    );
    assert_eq!(
        typed("Book it for tomorrow", "March 9th, 2026"),
        None,
        "another day"
    );
    assert_eq!(
        typed("Book it for the 7th", "March 7th, 2026"),
        None,
        "the goal says the day itself"
    );
}

#[test]
fn a_day_that_the_goal_does_not_say_is_none_beside_today() {
    for (goal, values) in [
        ("Book a court for the 7th", vec![]),
        ("Book the court \"tomorrow\"", vec![("court", "tomorrow's court")]),
        ("Book a court for tomorrow", vec![]),
    ] {
        // Not the day that the goal says, in the last one.
        let day = if values.is_empty() { 8 } else { 7 };
        let script = first(&[booked(1, goal, &values, day)]);
        assert!(!script.contains("this_day"), "{goal}: {script}");
    }
}

#[test]
fn the_day_beside_today_is_read_before_something_is_deleted() {
    let shown = |day: &str| {
        let head = Element {
            resource_name: Some("head".to_owned()),
            ..text("TextView", &[0, 0], day)
        };
        on_that_day(screen("day", vec![head, icon(&[1, 0], "Delete")]))
    };
    let list = || on_that_day(screen("list", vec![button(&[0, 0], "Next day")]));
    let steps = vec![(list(), click(0)), (shown("March 7 (Sat)"), click(1))];
    let mut deleted = recording("r1", params(&[]), steps, list());
    deleted.instance.goal = "Delete what is on for tomorrow".to_owned();
    let all = [deleted];
    let programs = programs(&all);
    let softs: Vec<SoftTrajectory> = all.iter().map(translate).collect();
    let code = programs.first().expect("a program");
    let found = look_first(code, &emit(code), &softs, Reads::All).expect("it reads the day");
    let script = emit(&found.program).source;
    let date = "date_as(day(\"tomorrow\", this_day), \"%B %-d (%a)\")";
    assert!(script.contains(date), "{script}");
    assert_eq!(found.read, Vec::<String>::new(), "nobody gives it");
}

/// A dial with its numbers, and above it the one that is chosen.
fn dial(chosen: &str) -> Screen {
    let number = |n: u16| Element {
        content_description: Some(format!("{n} hours")),
        ..text("TextView", &[1, n], &n.to_string())
    };
    let mut all = vec![text("CompoundButton", &[0, 0], chosen), button(&[2, 0], "OK")];
    all.extend((1..=23).map(number));
    screen("dial", all)
}

/// Somebody sets when it begins and when it ends.
fn lasting(seed: u64, hour: usize, minutes: &str, end: usize) -> Recording {
    let form = |title: &str| {
        let all = vec![
            field(&[0, 0], "title", title),
            button(&[0, 1], "Begin"),
            button(&[0, 2], "End"),
            button(&[0, 3], "Save"),
        ];
        screen("form", all)
    };
    let begin = hour.to_string();
    let steps: Vec<(Screen, HardAction)> = vec![
        (form(""), type_into(0, "Choir")),
        (form("Choir"), click(1)),
        (dial("16"), click(hour + 1)),
        (dial(&begin), click(1)),
        (form("Choir"), click(2)),
        (dial(&begin), click(end + 1)),
        (dial(&end.to_string()), click(1)),
        (form("Choir"), click(3)),
    ];
    let values = params(&[("title", "Choir"), ("hour", &begin), ("duration_mins", minutes)]);
    let mut all = recording(&format!("r{seed}"), values, steps, form(""));
    all.instance.goal = format!("Enter Choir at {hour}h for {minutes} minutes");
    all
}

#[test]
fn what_lasts_so_long_ends_so_much_later_and_not_one_more_by_chance() {
    let script = first(&[lasting(1, 10, "60", 11)]);
    assert!(
        script.contains("time_as(time_after(hour, duration_mins), \"%-H\")"),
        "{script}"
    );
    assert!(!script.contains("plus("), "{script}");
    assert!(
        !script.contains("near:"),
        "a number of a dial has no neighbour that says more: {script}"
    );
}

#[test]
fn a_description_that_says_the_number_is_another_way_to_it() {
    let soft = translate(&lasting(1, 10, "60", 11));
    let chosen = &soft.steps[2];
    let ways = chosen.action.target().expect("a target");
    let printed: Vec<String> = ways.iter().map(ToString::to_string).collect();
    let wanted = "content_description: \"hour + \" hours\"\"";
    assert!(printed.iter().any(|it| it.contains(wanted)), "{printed:#?}");
}

/// Two buttons that have each their own place on a page and on the dialog that it brings up.
#[test]
fn the_button_of_a_page_and_that_of_its_dialog_are_no_list() {
    let named = |id: &str, it: Element| Element {
        resource_name: Some(id.to_owned()),
        ..it
    };
    let icon_of = |id: &str, path: &[u16]| {
        named(
            id,
            Element {
                clickable: true,
                ..pages::element("Button", path)
            },
        )
    };
    let page = screen(
        "page",
        vec![icon_of("save", &[0, 0, 2]), icon_of("share", &[0, 0, 3])],
    );
    let dialog = screen(
        "page",
        vec![icon_of("no", &[1, 1, 1]), icon_of("yes", &[1, 1, 2])],
    );
    let after = screen("list", vec![text("TextView", &[0, 0], "All")]);
    let script = first(&[recording(
        "r1",
        params(&[]),
        vec![(page, click(0)), (dialog, click(1))],
        after,
    )]);
    assert!(!script.contains("while"), "{script}");
    assert!(
        script.contains("\"save\"") && script.contains("\"yes\""),
        "{script}"
    );
}
