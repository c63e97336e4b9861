//! Answers that stand elsewhere for today than for other days, and answers that one recording remembers.

use crate::pages;

use autorpa_compiler::emit::emit;
use pages::{button, click, params, programs, recording, screen, text};
use trajectory::Recording;
use ui::{Action, Element, Screen};

/// A Monday.
const TODAY: &str = "2026-03-02";

fn named(id: &str, it: Element) -> Element {
    Element {
        resource_name: Some(id.to_owned()),
        ..it
    }
}

/// Days with the trains that leave on them.
fn board(days: &[(&str, &[&str])]) -> Screen {
    let mut all = vec![button(&[0, 0], "Board")];
    let mut at = 0;
    for (day, trains) in days {
        all.push(named("day", text("TextView", &[1, at], day)));
        at += 1;
        for train in *trains {
            all.push(named("train", text("TextView", &[1, at, 0, 0], train)));
            all.push(named("track", text("TextView", &[1, at, 0, 1], "track 4")));
            at += 1;
        }
    }
    Screen {
        today: TODAY.to_owned(),
        ..screen("board", all)
    }
}

fn home() -> Screen {
    let all = vec![button(&[0, 0], "Board"), button(&[0, 1], "Now")];
    Screen {
        today: TODAY.to_owned(),
        ..screen("home", all)
    }
}

/// Somebody opens a board, of what is to come or of today, and says which trains leave.
fn answered(seed: u64, day: &str, pressed: usize, shown: Screen, answer: &str) -> Recording {
    let text = answer.to_owned();
    let steps = vec![(home(), click(pressed)), (shown.clone(), Action::Answer { text })];
    let mut all = recording(&format!("r{seed}"), params(&[("day", day)]), steps, shown);
    all.instance.goal = format!("Which trains leave {day}? Answer with all of them.");
    all.instance.seed = seed;
    all
}

fn all() -> [Recording; 3] {
    let coming: &[(&str, &[&str])] = &[
        ("March 3", &["Night Owl", "Red Kite"]),
        ("March 4", &["Heron"]),
        ("March 5", &["Lark", "Swift", "Wren"]),
    ];
    [
        answered(1, "March 3", 0, board(coming), "Night Owl, Red Kite"),
        answered(2, "March 5", 0, board(coming), "Lark, Swift, Wren"),
        answered(3, "today", 1, board(&[("March 2", &["Stork"])]), "Stork"),
    ]
}

#[test]
fn today_is_looked_up_elsewhere_where_one_list_leaves_it_out() {
    let scripts: Vec<String> = programs(&all()).iter().map(|it| emit(it).source).collect();
    let first = scripts.first().expect("a program");
    assert!(
        first.contains("if day(day, env_op.today()) == env_op.today() {"),
        "{first}"
    );
    let (today, others) = first.split_once("} else {").expect("two kinds of days");
    assert!(
        today.contains("\"Now\"") && !today.contains("\"Board\""),
        "{first}"
    );
    assert!(
        others.contains("\"Board\"") && others.contains("exact_day("),
        "{first}"
    );
    // The list of one row is read like the other one.
    for part in [today, others] {
        assert!(part.contains("env_op.read_rows("), "{first}");
    }
}

#[test]
fn an_answer_that_one_recording_gave_is_right_for_no_other() {
    let remembered = |recordings: &[Recording]| {
        let scripts = programs(recordings).into_iter().map(|it| emit(&it).source);
        let says =
            |it: &String| it.contains("answer(\"Stork\")") || it.contains("answer(\"Night Owl, Red Kite\")");
        scripts.filter(says).count()
    };
    let [one, _, today] = all();
    assert!(
        remembered(std::slice::from_ref(&one)) > 0,
        "one recording alone may say what all say"
    );
    let outside_of_today: Vec<String> = programs(&all())
        .iter()
        .map(|it| emit(it).source)
        .filter(|it| !it.contains("env_op.today() {") && it.contains("answer(\"Night Owl"))
        .collect();
    assert_eq!(outside_of_today, Vec::<String>::new());
    // What the goal says itself is its own word.
    let mut said = [one, today];
    for it in &mut said {
        it.instance.goal = "Which one is it: Stork, or Night Owl, Red Kite? Answer.".to_owned();
    }
    assert!(remembered(&said) > 0);
}
