//! Loops, searches and branches, each on the smallest screens that show it.

use crate::pages;

use autorpa_compiler::{
    none_entry::naming_none,
    program::{Kind, Program, Stmt},
    translate::translate,
};
use pages::{
    button, click, element, field, icon, list, page, params, programs, recording, screen, text, type_into,
};
use strings::{Expr, List};
use task::Params;
use trajectory::Recording;
use ui::{Action, Element, Key, Locator, Screen};

fn bodies(recordings: &[Recording]) -> Vec<String> {
    programs(recordings).iter().map(ToString::to_string).collect()
}

fn box_of(row: u16, label: &str, checked: bool) -> Element {
    Element {
        label: Some(label.to_owned()),
        role: Some("checkbox".to_owned()),
        checkable: true,
        clickable: true,
        checked,
        ..element("input", &[0, row])
    }
}

fn boxes(labels: &[&str], checked: &[usize]) -> Screen {
    let mut all: Vec<Element> = (0..)
        .zip(labels)
        .map(|(row, it)| box_of(row, it, checked.contains(&usize::from(row))))
        .collect();
    all.push(button(&[1, 0], "Submit"));
    screen("boxes", all)
}

fn ticking(id: &str, wanted: &[&str], labels: &[&str], order: &[usize]) -> Recording {
    let mut steps = Vec::new();
    for (done, at) in order.iter().enumerate() {
        steps.push((boxes(labels, &order[..done]), click(*at)));
    }
    steps.push((boxes(labels, order), click(labels.len())));
    recording(id, list("names", wanted), steps, boxes(&[], &[]))
}

#[test]
fn steps_that_walk_along_a_list_are_a_loop() {
    let one = ticking("r1", &["ada", "bob"], &["ada", "eve", "bob"], &[2, 0]);
    insta::assert_snapshot!(page(std::slice::from_ref(&one)));
    let two = ticking(
        "r2",
        &["kim", "eve", "lou"],
        &["eve", "kim", "zoe", "lou"],
        &[1, 0, 3],
    );
    let single = ticking("r3", &["zoe"], &["eve", "zoe"], &[1]);
    let body = "tiny_task(names)\n  for name in names\n    click #{ label: name }\n  click #{ text: \"Submit\" } [irreversible: send]\n  stop complete\n";
    assert_eq!(bodies(&[one.clone(), two.clone()])[0], body);
    assert_eq!(bodies(&[one, single, two])[0], body);
}

fn tab(column: u16, number: usize) -> Element {
    Element {
        role: Some("tab".to_owned()),
        ..button(&[0, column], &format!("Tab {number}"))
    }
}

fn tabs(links: &[&str]) -> Screen {
    let mut all: Vec<Element> = (0..)
        .zip(1..=3)
        .map(|(column, number)| tab(column, number))
        .collect();
    all.extend((0..).zip(links).map(|(row, it)| Element {
        clickable: true,
        ..text("a", &[1, row], it)
    }));
    screen("tabs", all)
}

fn tabbing(id: &str, wanted: &str, opened: usize) -> Recording {
    recording(
        id,
        params(&[("link", wanted)]),
        vec![
            (tabs(&["lorem", "ipsum"]), click(opened)),
            (tabs(&["other", wanted]), click(4)),
        ],
        tabs(&[]),
    )
}

#[test]
fn different_siblings_before_a_target_are_a_search() {
    let search = "tiny_task(link)\n  repeat at most 30 times counting n until env_op.element_exists(#{ text: link })\n    click #{ role: \"tab\", nth: n }\n  click #{ text: link }\n  stop complete\n";
    let alone = bodies(&[tabbing("r1", "dolor", 1)]);
    assert!(alone[0].contains("Tab 2"), "{}", alone[0]);
    assert!(alone.contains(&search.to_owned()), "{alone:#?}");
    assert_eq!(
        bodies(&[tabbing("r1", "dolor", 1), tabbing("r2", "amet", 2)])[0],
        search
    );
    insta::assert_snapshot!(page(&[tabbing("r1", "dolor", 1), tabbing("r2", "amet", 2)]));
}

/// Tab 1 and then Tab 2 is opened, and another text stands there each time.
fn two_tabs(id: &str, goal: &str, shown: [&str; 3]) -> Recording {
    let steps = vec![(tabs(&shown[..1]), click(0)), (tabs(&shown[1..2]), click(1))];
    let mut recording = recording(id, params(&[("a", "x")]), steps, tabs(&shown[2..]));
    recording.instance.goal = goal.to_owned();
    recording
}

/// Whoever says which ones does not mean all that there are: another page has one more.
#[test]
fn what_the_goal_names_one_by_one_is_no_loop_over_all() {
    let both = |goal: &str| {
        bodies(&[
            two_tabs("r1", goal, ["lorem", "ipsum", "dolor"]),
            two_tabs("r2", goal, ["amet", "elit", "sed"]),
        ])
    };
    let named = both("Open tab 1, then open tab 2.");
    let body = "tiny_task()\n  click #{ text: \"Tab 1\" }\n  click #{ text: \"Tab 2\" }\n  stop complete\n";
    assert_eq!(named[0], body);
    assert!(!named.iter().any(|it| it.contains("repeat")), "{named:#?}");
    // One name that is a part of another word is none.
    let all = both("Open all tabs, tab 15 as well.");
    assert!(all.iter().any(|it| it.contains("repeat")), "{all:#?}");
}

/// What is chosen stands in a menu on some pages, and on others it is a sign of its own.
fn choosing(id: &str, wanted: &str, in_menu: bool) -> Recording {
    let shown = match in_menu {
        true => vec![button(&[0, 0], &format!("{wanted} it")), button(&[0, 1], "Other")],
        false => vec![icon(&[0, 0], &wanted.to_lowercase()), icon(&[0, 1], "other")],
    };
    recording(
        id,
        params(&[("what", wanted)]),
        vec![(screen("post", shown), click(0))],
        screen("done", Vec::new()),
    )
}

/// A page that shows neither is one that nobody has seen: there the run ends, and does not say that it is done.
#[test]
fn one_of_two_that_come_up_is_done_and_never_none_or_both() {
    let all = bodies(&[
        choosing("r1", "Hide", true),
        choosing("r2", "Share", false),
        choosing("r3", "Mute", true),
        choosing("r4", "Like", false),
    ]);
    assert!(
        !all.iter().any(|it| it.matches("if there").count() > 1),
        "{all:#?}"
    );
    let either = |it: &&String| it.contains("if env_op.element_exists(") && it.contains("else");
    let first = all.iter().find(either).expect("one of them");
    let taps = first.matches("click").count();
    assert_eq!(taps, 2, "{first}");
}

#[test]
fn one_step_that_is_always_done_twice_is_no_loop() {
    let shutter = |shown: &str| {
        screen(
            "camera",
            vec![icon(&[0, 0], "Shutter"), text("TextView", &[1, 0], shown)],
        )
    };
    let film = |id: &str, seconds: &str| {
        recording(
            id,
            params(&[("a", "x")]),
            vec![(shutter("ready"), click(0)), (shutter(seconds), click(0))],
            shutter("kept"),
        )
    };
    let all = bodies(&[film("r1", "00:01"), film("r2", "00:02")]);
    let press = "  click #{ content_description: \"Shutter\" }\n";
    assert_eq!(all[0], format!("tiny_task()\n{press}{press}  stop complete\n"));
}

fn pages_of(shown: &str) -> Screen {
    screen(
        "pages",
        vec![
            Element {
                clickable: true,
                ..text("a", &[0, 0], shown)
            },
            button(&[1, 0], "Next"),
        ],
    )
}

fn paging(id: &str, wanted: &str, pages: usize) -> Recording {
    let mut steps: Vec<_> = (0..pages)
        .map(|n| (pages_of(&format!("entry {n}")), click(1)))
        .collect();
    steps.push((pages_of(wanted), click(0)));
    recording(id, params(&[("wanted", wanted)]), steps, pages_of("done"))
}

#[test]
fn the_same_step_again_goes_on_until_the_target_shows() {
    let body = "tiny_task(wanted)\n  repeat at most 30 times counting n until env_op.element_exists(#{ text: wanted })\n    click #{ text: \"Next\" }\n  click #{ text: wanted }\n  stop complete\n";
    assert_eq!(bodies(&[paging("r1", "kiwi", 3)])[0], body);
    assert_eq!(
        bodies(&[paging("r1", "kiwi", 3), paging("r2", "plum", 1)])[0],
        body
    );
    assert_eq!(
        bodies(&[paging("r1", "kiwi", 3), paging("r2", "plum", 0)])[0],
        body
    );
}

fn counter(value: usize) -> Screen {
    screen(
        "counter",
        vec![
            text("div", &[0, 0], &format!("{value} of many")),
            button(&[1, 0], "More"),
            button(&[2, 0], "Done"),
        ],
    )
}

#[test]
fn a_number_says_how_often() {
    let count = |id: &str, times: usize| {
        let mut steps: Vec<_> = (0..times).map(|n| (counter(n), click(1))).collect();
        steps.push((counter(times), click(2)));
        recording(id, params(&[("amount", &times.to_string())]), steps, counter(0))
    };
    let body = "tiny_task(amount)\n  repeat amount times counting n\n    click #{ text: \"More\" }\n  click #{ text: \"Done\" }\n  stop complete\n";
    assert_eq!(bodies(&[count("r1", 3), count("r2", 5)])[0], body);
}

/// Values that have a number in them by chance say nothing of how often something is done, neither in one recording nor
/// in several: what a place on a page, a date, a time and a part of a name are good for is something else.
#[test]
fn what_only_happens_to_have_a_number_in_it_does_not_say_how_often() {
    let count = |id: &str, value: &str, times: usize| {
        let mut steps: Vec<_> = (0..times).map(|n| (counter(n), click(1))).collect();
        steps.push((counter(times), click(2)));
        recording(id, params(&[("given", value)]), steps, counter(0))
    };
    for values in [
        vec![("8", 3)],
        vec![("13", 3), ("27", 7)],
        vec![("2026-03-05", 3)],
        vec![("2026-03-05", 5), ("2026-04-07", 7)],
        vec![("03:45", 3)],
        vec![("key-ab-4", 4)],
        vec![("3, 5, 7", 5)],
    ] {
        let recordings: Vec<_> = (1..)
            .zip(&values)
            .map(|(n, (value, times))| count(&format!("r{n}"), value, *times))
            .collect();
        let all = bodies(&recordings);
        assert!(
            !all.iter().any(|it| it.contains("given times")),
            "{values:?}: {all:#?}"
        );
        assert!(
            !all.iter()
                .any(|it| it.contains("(given") && it.contains("times counting")),
            "{values:?}: {all:#?}"
        );
    }
    // A value that says the number in another way does.
    for (value, times, says) in [
        ("3 times", 3, "part(given, \" \", 1)"),
        ("third", 3, "number(given)"),
        ("4", 3, "plus(given, -1)"),
    ] {
        let all = bodies(&[count("r1", value, times)]);
        assert!(
            all.iter().any(|it| it.contains(&format!("repeat {says} times"))),
            "{value}: {all:#?}"
        );
    }
}

fn note(content: &str) -> Screen {
    screen(
        "note",
        vec![
            field(&[0, 0], "body", content),
            button(&[1, 0], "Save"),
            button(&[1, 1], "Share"),
        ],
    )
}

fn asking(after: Screen) -> Screen {
    let mut all = after;
    all.elements = vec![
        text("TextView", &[5, 0], "Allow access?"),
        button(&[5, 1], "Allow"),
    ];
    all
}

#[test]
fn a_dialog_that_only_one_saw_is_optional() {
    let plain = recording(
        "r1",
        params(&[("text", "one two")]),
        vec![(note(""), type_into(0, "one two")), (note("one two"), click(1))],
        note("one two"),
    );
    let asked = recording(
        "r2",
        params(&[("text", "three")]),
        vec![
            (asking(note("")), click(1)),
            (note(""), type_into(0, "three")),
            (note("three"), click(1)),
        ],
        note("three"),
    );
    let body = "tiny_task(text)\n  if there: click #{ text: \"Allow\" }\n  input_text #{ resource_name: \"body\" } <- text\n  click #{ text: \"Save\" }\n  stop complete\n";
    assert_eq!(bodies(&[plain.clone(), asked.clone()])[0], body);
    assert_eq!(bodies(&[asked, plain])[0], body);
}

#[test]
fn different_ends_are_told_apart_by_a_parameter() {
    let way = |id: &str, how: &str, text: &str, at: usize| {
        let given = params(&[("how", how), ("text", text)]);
        recording(
            id,
            given,
            vec![(note(""), type_into(0, text)), (note(text), click(at))],
            note(text),
        )
    };
    let all = bodies(&[way("r1", "keep it", "alpha", 1), way("r2", "send it", "beta", 2)]);
    assert!(
        all[0].contains("if how == \"keep it\"") || all[0].contains("if how.contains("),
        "{}",
        all[0]
    );
    assert!(all[0].contains("else"), "{}", all[0]);
    insta::assert_snapshot!(page(&[
        way("r1", "keep it", "alpha", 1),
        way("r2", "send it", "beta", 2)
    ]));
}

#[test]
fn scrolling_becomes_a_part_of_finding() {
    let rows = |shown: &[&str]| {
        screen(
            "rows",
            (0..)
                .zip(shown)
                .map(|(row, it)| text("TextView", &[0, row], it))
                .collect(),
        )
    };
    let scroll = Action::Scroll {
        target: None,
        direction: ui::Direction::Down,
    };
    let one = recording(
        "r1",
        params(&[("row", "kiwi")]),
        vec![
            (rows(&["ada", "bob"]), scroll),
            (rows(&["fig", "kiwi"]), click(1)),
        ],
        rows(&[]),
    );
    assert_eq!(
        bodies(&[one])[0],
        "tiny_task(row)\n  scroll down to: click #{ text: row }\n  stop complete\n"
    );
}

#[test]
fn a_row_is_named_by_what_stands_in_it() {
    let rows = |names: &[&str]| {
        let row =
            |(row, name): (u16, &&str)| vec![text("TextView", &[row, 0], name), icon(&[row, 1], "Delete")];
        screen("rows", (0..).zip(names).flat_map(row).collect())
    };
    let delete = |id: &str, name: &str, names: &[&str], at: usize| {
        recording(
            id,
            params(&[("name", name)]),
            vec![(rows(names), click(2 * at + 1))],
            rows(&[]),
        )
    };
    let body = "tiny_task(name)\n  click #{ content_description: \"Delete\", near: name } [irreversible: delete]\n  stop complete\n";
    let one = delete("r1", "bob", &["ada", "bob", "eve"], 1);
    assert_eq!(bodies(std::slice::from_ref(&one))[0], body);
    assert_eq!(bodies(&[one, delete("r2", "zoe", &["zoe", "kim"], 0)])[0], body);
}

#[test]
fn a_step_that_changed_nothing_is_kept_in_reserve() {
    let still = screen("still", vec![button(&[0, 0], "ONE"), button(&[0, 1], "TWO")]);
    let one = recording(
        "r1",
        params(&[("a", "x")]),
        vec![(still.clone(), click(0)), (still.clone(), click(1))],
        still,
    );
    let all = bodies(&[one]);
    assert_eq!(
        all[0],
        "tiny_task()\n  click #{ text: \"TWO\" }\n  stop complete\n"
    );
    let whole = "tiny_task()\n  click #{ text: \"ONE\" }\n  click #{ text: \"TWO\" }\n  stop complete\n";
    assert!(all.contains(&whole.to_owned()), "{all:#?}");
}

fn posts(authors: &[&str]) -> Screen {
    let post =
        |(row, author): (u16, &&str)| vec![text("span", &[0, row, 0], author), button(&[0, row, 1], "Like")];
    let mut all: Vec<Element> = (0..).zip(authors).flat_map(post).collect();
    all.push(button(&[1, 0], "Submit"));
    screen("posts", all)
}

fn liking(id: &str, author: &str, authors: &[&str]) -> Recording {
    let mut steps = Vec::new();
    for (row, it) in authors.iter().enumerate() {
        if *it == author {
            let mut now = posts(authors);
            now.activity = format!("posts with {row} likes");
            steps.push((now, click(2 * row + 1)));
        }
    }
    steps.push((posts(authors), click(2 * authors.len())));
    recording(id, params(&[("author", author)]), steps, posts(&[]))
}

#[test]
fn all_of_a_kind_are_taken_one_by_one() {
    let one = liking("r1", "@ada", &["@ada", "@bob", "@ada", "@ada"]);
    let two = liking("r2", "@kim", &["@kim", "@kim", "@lou"]);
    let body = "tiny_task(author)\n  repeat at most 30 times counting n until !env_op.element_exists(#{ text: \"Like\", near: author, nth: n })\n    click #{ text: \"Like\", near: author, nth: n }\n  if env_op.element_exists(#{ text: \"Like\", near: author, nth: 31 })\n    refuse: some are left\n  click #{ text: \"Submit\" } [irreversible: send]\n  stop complete\n";
    let all = [one, two];
    assert_eq!(bodies(&all)[0], body);
    // As it is kept the rounds have no limit, and so nothing that asks whether they were too few.
    let kept = autorpa_compiler::emit::story(&programs(&all)[0]).source;
    let is_bare = |it: &str| !it.contains("31") && !it.contains("left");
    assert!(kept.contains("while ") && is_bare(&kept), "{kept}");
}

#[test]
fn what_a_field_holds_is_a_part_of_what_is_typed() {
    let add = |id: &str, held: &str, footer: &str| {
        let typed = format!("{held}\n{footer}");
        let steps = vec![(note(held), type_into(0, &typed)), (note(&typed), click(1))];
        recording(id, params(&[("footer", footer)]), steps, note(&typed))
    };
    let one = add("r1", "first line", "the end");
    let body = "tiny_task(footer)\n  input_text #{ resource_name: \"body\" } <- held + \"\\n\" + footer\n  click #{ text: \"Save\" }\n  stop complete\n";
    assert_eq!(bodies(std::slice::from_ref(&one))[0], body);
    assert_eq!(bodies(&[one.clone(), add("r2", "other", "fin")])[0], body);
    insta::assert_snapshot!(pages::first_script(&[one]).source);
}

#[test]
fn entries_without_a_reason_are_no_program() {
    let rows = |names: &[&str]| {
        let row = |(row, name): (u16, &&str)| Element {
            resource_name: Some("row".to_owned()),
            ..text("TextView", &[0, row], name)
        };
        screen("rows", (0..).zip(names).map(row).collect())
    };
    let pick = |id: &str, names: &[&str], at: usize| {
        recording(id, params(&[]), vec![(rows(names), click(at))], rows(&[]))
    };
    let all = bodies(&[
        pick("r1", &["a1", "b7", "c3"], 1),
        pick("r2", &["d4", "e2", "f9"], 2),
    ]);
    // What is asked behind a repetition is whether something is left.
    let left = "if env_op.element_exists(#{ resource_name: \"row\", nth: 31 })\n    refuse: some are left";
    assert!(
        all.iter().all(|it| !it.replace(left, "").contains("if ")),
        "{all:#?}"
    );
}

#[test]
fn the_newest_entry_is_found_by_its_date() {
    let rows = |days: &[u32]| {
        let row = |(row, day): (u16, &u32)| Element {
            resource_name: Some("row".to_owned()),
            ..text("TextView", &[0, row], &format!("n{row} 10/{day}/2023"))
        };
        screen("rows", (0..).zip(days).map(row).collect())
    };
    let pick = |id: &str, days: &[u32], at: usize| {
        recording(id, params(&[]), vec![(rows(days), click(at))], rows(&[]))
    };
    let all = [pick("r1", &[12, 15, 11], 1), pick("r2", &[21, 9, 28], 2)];
    assert_eq!(
        bodies(&all)[0],
        "tiny_task()\n  chosen = newest of #{ resource_name: \"row\" }: scroll down to: click #{ text: chosen }\n  stop complete\n"
    );
    insta::assert_snapshot!(pages::first_script(&all).source);
}

#[test]
fn the_entry_that_stands_for_none_is_left_out_and_any_other_has_to_be_there() {
    let one = ticking("r1", &["ada", "bob"], &["ada", "eve", "bob"], &[2, 0]);
    let none = ticking("r2", &["nothing"], &["kim", "lou"], &[]);
    let body = "tiny_task(names)\n  for name in names\n    if name != \"nothing\"\n      click #{ label: name }\n  click #{ text: \"Submit\" } [irreversible: send]\n  stop complete\n";
    assert_eq!(bodies(&[one, none])[0], body);
}

#[test]
fn the_first_of_several_is_in_reserve() {
    let all = bodies(&[tabbing("r1", "dolor", 1), tabbing("r2", "amet", 2)]);
    let first = "tiny_task(link)\n  repeat at most 30 times counting n until env_op.element_exists(#{ text: link })\n    click #{ role: \"tab\", nth: n }\n  click #{ text: link, nth: 1 }\n  stop complete\n";
    assert!(all[..4].contains(&first.to_owned()), "{all:#?}");
}

fn notes(names: &[&str]) -> Screen {
    let row = |(row, name): (u16, &&str)| Element {
        resource_name: Some("app:id/note".to_owned()),
        class_name: Some("LinearLayout".to_owned()),
        clickable: true,
        content_description: Some((*name).to_owned()),
        ..element("row", &[0, row])
    };
    let mut all: Vec<Element> = (0..).zip(names).map(row).collect();
    all.push(Element {
        resource_name: Some("app:id/add".to_owned()),
        content_description: Some("Add".to_owned()),
        ..element("Button", &[1, 0])
    });
    screen("notes", all)
}

fn emptying(id: &str, names: &[&str]) -> Recording {
    let asked = || {
        screen(
            "question",
            vec![button(&[0, 0], "Cancel"), button(&[0, 1], "Yes")],
        )
    };
    let mut steps = Vec::new();
    for at in 1..names.len() {
        let left: Vec<&str> = names[..1].iter().chain(&names[at..]).copied().collect();
        steps.push((notes(&left), click(1)));
        steps.push((asked(), click(1)));
    }
    recording(id, params(&[]), steps, notes(&names[..1]))
}

#[test]
fn what_is_next_is_dealt_with_until_none_is_left() {
    let until = "env_op.element_exists(#{ resource_name: \"add\" }) && !env_op.element_exists(#{ resource_name: \"note\", nth: 2 })";
    let body = format!(
        "tiny_task()\n  repeat at most 30 times counting n until {until}\n    click #{{ resource_name: \"note\", nth: 2 }}\n    click #{{ text: \"Yes\" }}\n  if !({until})\n    refuse: some are left, or the screen is another one\n  stop complete\n"
    );
    let one = emptying("r1", &["..", "ada", "bob", "eve"]);
    let two = emptying("r2", &["..", "kim", "lou"]);
    assert!(
        bodies(std::slice::from_ref(&one)).contains(&body.to_owned()),
        "{:#?}",
        bodies(&[one])
    );
    let one = emptying("r1", &["..", "ada", "bob", "eve"]);
    assert!(
        bodies(&[one.clone(), two.clone()]).contains(&body.to_owned()),
        "{:#?}",
        bodies(&[one, two])
    );
    // Where nothing goes away the rows are those that were pressed.
    let same = || notes(&["..", "ada", "bob"]);
    let steps = vec![(same(), click(1)), (same(), click(2))];
    let still = recording("r3", params(&[]), steps, same());
    assert!(bodies(&[still]).iter().all(|it| !it.contains("until")));
}

#[test]
fn one_value_for_two_fields_of_a_form_is_no_loop() {
    let form = |first: &str, second: &str| {
        let all = vec![
            field(&[0, 0], "code1", first),
            field(&[0, 1], "code2", second),
            button(&[1, 0], "Keep"),
        ];
        screen("form", all)
    };
    // A part of another value happens to be the number of the fields.
    let values = params(&[("code", "quiet-river"), ("team", "Desk Level 2")]);
    let steps = vec![
        (form("", ""), type_into(0, "quiet-river")),
        (form("quiet-river", ""), type_into(1, "quiet-river")),
        (form("quiet-river", "quiet-river"), click(2)),
    ];
    let kept = screen("kept", vec![text("p", &[0], "Kept")]);
    let shown = recording("r1", values, steps, kept);
    for body in bodies(&[shown]) {
        assert!(!body.contains("Level") && !body.contains("team"), "{body}");
        assert!(!body.contains("repeat") && !body.contains(" times"), "{body}");
    }
}

/// Files, each with a menu; `chosen` is the one whose dialog is open, with the albums that there are.
fn albums(files: &[&str], chosen: Option<&[&str]>) -> Screen {
    let mut all = Vec::new();
    for (at, file) in (0..).zip(files) {
        all.push(text("p", &[0, at, 0], file));
        all.push(button(&[0, at, 1], "Add"));
    }
    if let Some(albums) = chosen {
        all = vec![field(&[0, 0], "album", "")];
        all.extend((0..).zip(albums).map(|(at, it)| button(&[1, at], it)));
    }
    screen(if chosen.is_some() { "dialog" } else { "files" }, all)
}

/// Somebody puts these files into a first album and those into a second one: the first file of each makes the album.
fn two_albums(first: &[&str], second: &[&str]) -> Recording {
    let files = ["a.png", "b.png", "c.png", "d.png", "e.png", "f.png"];
    let mut steps = Vec::new();
    let mut made: Vec<&str> = Vec::new();
    for (album, own) in [("Sea", first), ("Sky", second)] {
        for file in own {
            let at = files.iter().position(|it| it == file).expect("it is listed");
            steps.push((albums(&files, None), click(at * 2 + 1)));
            match made.iter().position(|it| *it == album) {
                None => {
                    steps.push((albums(&files, Some(&made)), type_into(0, album)));
                    made.push(album);
                }
                Some(at) => steps.push((albums(&files, Some(&made)), click(at + 1))),
            }
        }
    }
    let mut values = params(&[("first_album", "Sea"), ("second_album", "Sky")]);
    values.extend(list("first", first));
    values.extend(list("second", second));
    recording("r1", values, steps, albums(&files, None))
}

#[test]
fn two_lists_whose_first_entries_are_done_otherwise_are_two_loops() {
    let all = bodies(&[two_albums(&["b.png", "e.png"], &["a.png", "f.png", "c.png"])]);
    let both = |it: &&String| {
        it.matches("\n  for item in").count() == 2
            && it.matches("\n    if ").count() == 2
            && !it.contains(".png")
    };
    let found = all.iter().find(both);
    assert!(found.is_some(), "{all:#?}");
}

#[test]
fn the_word_for_none_takes_the_place_of_whether_an_entry_shows() {
    let named =
        |id: &str, name: &str, order: &[usize]| translate(&ticking(id, &[name], &["ada", "eve"], order));
    let ticked = [named("r1", "ada", &[0]), named("r2", "nothing", &[])];
    let tick = |label: &Locator<Expr>| {
        let mut kind = Kind::act(Action::Click {
            target: label.clone(),
        });
        if let Kind::Act { optional, .. } = &mut kind {
            *optional = true;
        }
        Stmt::new(kind, vec![ticked[0].steps[0].source.clone()])
    };
    let label = Locator::by(Key::Label, Expr::Input("name".to_owned())).described("the box");
    let program = |list: &str| Program {
        name: "tick".to_owned(),
        description: String::new(),
        params: Vec::new(),
        made: Vec::new(),
        example: Params::new(),
        body: vec![Stmt::new(
            Kind::ForEach {
                var: "name".to_owned(),
                list: List::Input(list.to_owned()),
                body: vec![tick(&label)],
            },
            Vec::new(),
        )],
    };
    let (better, word) =
        naming_none(&program("names"), &ticked).expect("one recording did nothing for its entry");
    assert_eq!(word, "nothing");
    assert_eq!(
        better.to_string(),
        "tick()\n  for name in names\n    if name != \"nothing\"\n      click #{ label: name }\n"
    );
    // Where two recordings did nothing for two words, or one did something for it, none of them says that there is none.
    let two = [
        ticked.clone(),
        [named("r3", "nobody", &[]), named("r4", "eve", &[1])],
    ]
    .concat();
    assert_eq!(naming_none(&program("names"), &two), None);
    let met = [
        ticked.clone(),
        [named("r3", "nothing", &[]), named("r1", "nothing", &[0])],
    ]
    .concat();
    assert_eq!(naming_none(&program("names"), &met), None);
}
