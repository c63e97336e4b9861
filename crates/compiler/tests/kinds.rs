//! Instances that are not all alike: other wordings, other layouts, a dialog that comes at any time, chains of
//! any length, pages. Each on the smallest screens that show it.

use crate::pages;

use pages::{
    button, click, element, first_script, icon, list, params, programs, recording, screen, text, type_into,
};
use task::{Params, Value};
use trajectory::Recording;
use ui::{Action, Element, ElementId, HardAction, Screen};

fn bodies(recordings: &[Recording]) -> Vec<String> {
    programs(recordings).iter().map(ToString::to_string).collect()
}

fn rows(names: &[&str]) -> Screen {
    let row = |(row, name): (u16, &&str)| {
        vec![
            text("TextView", &[row, 0], name),
            icon(&[row, 1], "Delete"),
            icon(&[row, 2], "Star"),
        ]
    };
    screen("rows", (0..).zip(names).flat_map(row).collect())
}

fn worded(id: &str, name: &str, form: &str, names: &[&str], at: usize) -> Recording {
    let given = params(&[("name", name), ("form", form)]);
    recording(id, given, vec![(rows(names), click(at))], rows(&[]))
}

#[test]
fn each_wording_has_its_own_steps_and_an_unseen_one_is_refused() {
    let all = [
        worded("r1", "bob", "1", &["ada", "bob"], 4),
        worded("r2", "eve", "2", &["eve", "lou", "kim"], 2),
        worded("r3", "kim", "1", &["kim", "lou"], 1),
    ];
    let script = first_script(&all).source;
    assert!(script.contains("    } else if form == \"2\" {\n"), "{script}");
    let body = "tiny_task(name, form)\n  if form == \"1\"\n    click #{ content_description: \"Delete\", near: name } [irreversible: delete]\n  else if form == \"2\"\n    click #{ content_description: \"Star\", near: name }\n  else\n    refuse: no recording shows what to do for this value of form\n  stop complete\n";
    assert_eq!(bodies(&all)[0], body);
    // One wording needs no decision.
    let alike = bodies(&[all[0].clone(), all[2].clone()]);
    assert!(!alike[0].contains("if "), "{}", alike[0]);
}

fn figure(shape: &str) -> Screen {
    let drawn = Element {
        attributes: [("shape".to_owned(), shape.to_owned())].into_iter().collect(),
        ..element("svg", &[0, 0])
    };
    let answers = ["Letter", "Number", "Circle", "Box", "Line"];
    let mut all = vec![drawn];
    all.extend((0..).zip(answers).map(|(at, it)| button(&[1, at], it)));
    screen("figure", all)
}

#[test]
fn what_the_only_figure_is_decides() {
    let named = |id: &str, shape: &str, at: usize| {
        recording(id, params(&[]), vec![(figure(shape), click(at))], figure(shape))
    };
    let all = bodies(&[named("r1", "digit", 2), named("r2", "letter", 1)]);
    let body = "tiny_task()\n  if env_op.element_exists(#{ shape: \"digit\" })\n    click #{ text: \"Number\" }\n  else if env_op.element_exists(#{ shape: \"letter\" })\n    click #{ text: \"Letter\" }\n  else\n    refuse: no recording shows what to do for a figure of this shape\n  stop complete\n";
    assert_eq!(all[0], body);
}

fn drawn(at: u16, color: &str, shape: &str) -> Element {
    let looks = [("color", color), ("shape", shape)];
    Element {
        attributes: looks.map(|(name, it)| (name.to_owned(), it.to_owned())).into(),
        ..element("svg", &[0, at])
    }
}

/// A drawing above the numbers from 0 to 3.
fn drawing(figures: &[(&str, &str)]) -> Screen {
    let mut all: Vec<Element> = (0..)
        .zip(figures)
        .map(|(at, (color, shape))| drawn(at, color, shape))
        .collect();
    all.extend((0..4).map(|at| button(&[1, at], &at.to_string())));
    screen("drawing", all)
}

#[test]
fn a_number_that_was_pressed_may_be_a_count() {
    let counted = |id: &str, what: &str, figures: &[(&str, &str)], number: usize| {
        let screen = drawing(figures);
        let press = click(figures.len() + number);
        recording(
            id,
            params(&[("what", what)]),
            vec![(screen.clone(), press)],
            screen,
        )
    };
    let all = bodies(&[
        counted(
            "r1",
            "red items",
            &[("red", "circle"), ("blue", "circle"), ("red", "letter")],
            2,
        ),
        counted("r2", "circles", &[("red", "circle"), ("blue", "digit")], 1),
    ]);
    let body =
        "tiny_task(what)\n  count = number of #{ looks: what }\n  click #{ text: count }\n  stop complete\n";
    assert!(all.iter().any(|it| it == body), "{all:#?}");
}

/// Notes, and a button to where their number is written.
fn notes(names: &[&str], scrolls: bool) -> Screen {
    let around = Element {
        scrollable: scrolls,
        ..element("ListView", &[0])
    };
    let row = |(row, name): (u16, &&str)| Element {
        resource_name: Some("app:id/note".to_owned()),
        ..text("TextView", &[0, row], name)
    };
    let rows = (0..).zip(names).map(row);
    screen(
        "notes",
        std::iter::once(around)
            .chain(rows)
            .chain([button(&[1, 0], "Count")])
            .collect(),
    )
}

fn answered(id: &str, names: &[&str], scrolls: bool) -> Recording {
    let answer = Action::Answer {
        text: names.len().to_string(),
    };
    let shown = notes(names, scrolls);
    recording(id, params(&[]), vec![(shown.clone(), answer)], shown)
}

#[test]
fn a_number_that_is_answered_may_be_a_count_of_rows() {
    let all = bodies(&[
        answered("r1", &["ada", "bob", "ada"], false),
        answered("r2", &["eve", "kim"], false),
    ]);
    let body =
        "tiny_task()\n  count = number of #{ resource_name: \"note\" }\n  answer <- count\n  stop complete\n";
    // A list that is read to its end is the likelier reading.
    let asked = "tiny_task()\n  answer = how many rows there are among rows of #{ resource_name: \"note\" }\n  answer <- answer\n  stop complete\n";
    assert_eq!(all[0], asked);
    assert!(all.iter().any(|it| it == body), "{all:?}");
    // What is always answered is no count, and a list that scrolls has more rows than it shows.
    let counts = |all: &[Recording]| bodies(all).iter().any(|it| it.contains("count"));
    assert!(!counts(&[
        answered("r1", &["ada", "bob"], false),
        answered("r2", &["eve", "kim"], false)
    ]));
    assert!(!counts(&[
        answered("r1", &["ada", "bob", "eve"], true),
        answered("r2", &["eve", "kim"], true)
    ]));
}

#[test]
fn a_number_that_is_typed_may_be_a_count_of_the_rows_that_fit() {
    let write = |held: &str| {
        screen(
            "write",
            vec![pages::field(&[0, 0], "body", held), button(&[1, 0], "Save")],
        )
    };
    let typed = |id: &str, name: &str, names: &[&str], number: &str| {
        let steps = vec![
            (notes(names, false), click(names.len() + 1)),
            (write(""), type_into(0, number)),
            (write(number), click(1)),
        ];
        recording(id, params(&[("name", name)]), steps, write(number))
    };
    let all = bodies(&[
        typed("r1", "ada", &["ada 1", "bob 1", "ada 2", "ada 3", "kim"], "3"),
        typed("r2", "eve", &["lou 7", "eve 8", "zoe 9"], "1"),
        typed("r3", "moe", &["lou 7", "eve 8"], "0"),
    ]);
    let body = "tiny_task(name)\n  count = number of #{ text_contains: name }\n  click #{ text: \"Count\" }\n  input_text #{ resource_name: \"body\" } <- count\n  click #{ text: \"Save\" }\n  stop complete\n";
    assert_eq!(all[0], body);
}

#[test]
fn all_that_a_value_names_are_pressed_in_any_order() {
    let starred = |id: &str, name: &str, names: &[&str], order: &[usize]| {
        let steps = order.iter().map(|at| (rows(names), click(*at))).collect();
        recording(id, params(&[("name", name)]), steps, rows(names))
    };
    let all = bodies(&[
        starred("r1", "ada", &["ada", "bob", "ada"], &[8, 2]),
        starred("r2", "eve", &["lou", "eve", "eve", "kim", "eve"], &[5, 14, 8]),
    ]);
    let star = "#{ content_description: \"Star\", near: name, nth: n }";
    let head = format!("repeat at most 30 times counting n until !env_op.element_exists({star})");
    assert!(all.iter().any(|it| it.contains(&head)), "{all:#?}");
}

fn labelled(row: u16, label: &str, holds: &str) -> Element {
    Element {
        editable: true,
        clickable: true,
        label: Some(label.to_owned()),
        value: Some(holds.to_owned()),
        ..element("input", &[0, row])
    }
}

/// A form whose fields are called so, in this order, with what they hold, and its button.
fn form(fields: &[(&str, &str)], send: &str) -> Screen {
    let mut all: Vec<Element> = (0..)
        .zip(fields)
        .map(|(row, (label, holds))| labelled(row, label, holds))
        .collect();
    // One layout has a button, another something else that can be pressed.
    let class = if send == "Search" { "div" } else { "Button" };
    all.push(Element {
        class_name: Some(class.to_owned()),
        ..button(&[1, 0], send)
    });
    screen("form", all)
}

fn filled(id: &str, given: &[(&str, &str)], labels: &[&str], order: &[usize], send: &str) -> Recording {
    let mut held = vec![""; labels.len()];
    let mut steps: Vec<(Screen, HardAction)> = Vec::new();
    let shown = |held: &[&str]| {
        let fields: Vec<(&str, &str)> = labels.iter().copied().zip(held.iter().copied()).collect();
        form(&fields, send)
    };
    for (value, at) in given.iter().map(|(_, value)| *value).zip(order) {
        steps.push((shown(&held), type_into(*at, value)));
        held[*at] = value;
    }
    steps.push((shown(&held), click(labels.len())));
    recording(id, params(given), steps, shown(&held))
}

#[test]
fn one_form_in_several_layouts_is_one_form() {
    let one = filled(
        "r1",
        &[("kind", "crime"), ("year", "1995")],
        &["Year", "Movie Kind"],
        &[1, 0],
        "Go!",
    );
    let two = filled(
        "r2",
        &[("year", "1980"), ("kind", "drama")],
        &["Kind", "Released"],
        &[1, 0],
        "Search",
    );
    let body = "tiny_task(kind, year)\n  if env_op.element_exists(#{ label: \"Movie Kind\" })\n    input_text #{ label: \"Movie Kind\" } <- kind\n  else\n    input_text #{ label: \"Kind\" } <- kind\n  if env_op.element_exists(#{ label: \"Year\" })\n    input_text #{ label: \"Year\" } <- year\n  else\n    input_text #{ label: \"Released\" } <- year\n  click #{ editable: false, clickable: true }\n  stop complete\n";
    assert_eq!(bodies(&[one, two])[0], body);
}

fn popup() -> Screen {
    screen(
        "form",
        vec![
            text("p", &[5, 0], "Still there?"),
            button(&[5, 1], "Stay"),
            button(&[5, 2], "Leave"),
        ],
    )
}

#[test]
fn a_dialog_that_eats_what_was_typed_is_guarded_wherever_it_came() {
    let given = |user: &'static str, word: &'static str| [("user", user), ("word", word)];
    let shown = |user: &str, word: &str| form(&[("User", user), ("Word", word)], "OK");
    let quiet = recording(
        "r1",
        params(&given("ada", "x1")),
        vec![
            (shown("", ""), type_into(0, "ada")),
            (shown("ada", ""), type_into(1, "x1")),
            (shown("ada", "x1"), click(2)),
        ],
        shown("ada", "x1"),
    );
    let late = recording(
        "r2",
        params(&given("bob", "y2")),
        vec![
            (shown("", ""), type_into(0, "bob")),
            (shown("bob", ""), type_into(1, "y2")),
            (popup(), click(1)),
            (shown("bob", ""), type_into(1, "y2")),
            (shown("bob", "y2"), click(2)),
        ],
        shown("bob", "y2"),
    );
    // After the dialog this one filled the form in another order.
    let early = recording(
        "r3",
        params(&given("eve", "z3")),
        vec![
            (shown("", ""), type_into(0, "eve")),
            (popup(), click(1)),
            (shown("", ""), type_into(1, "z3")),
            (shown("", "z3"), type_into(0, "eve")),
            (shown("eve", "z3"), click(2)),
        ],
        shown("eve", "z3"),
    );
    let body = "tiny_task(user, word)\n  input_text #{ label: \"User\" } <- user\n  if env_op.element_exists(#{ text: \"Stay\" })\n    click #{ text: \"Stay\" }\n    input_text #{ label: \"User\" } <- user\n  input_text #{ label: \"Word\" } <- word\n  if env_op.element_exists(#{ text: \"Stay\" })\n    click #{ text: \"Stay\" }\n    input_text #{ label: \"Word\" } <- word\n  click #{ text: \"OK\" }\n  stop complete\n";
    assert_eq!(bodies(&[quiet, late, early])[0], body);
}

/// Menus that are open, one under the other.
fn menus(levels: &[&[&str]]) -> Screen {
    let mut all = Vec::new();
    for (level, entries) in (0..).zip(levels) {
        all.extend((0..).zip(*entries).map(|(row, it)| button(&[level, row], it)));
    }
    screen("menu", all)
}

fn hover(at: usize) -> HardAction {
    Action::Hover {
        target: ElementId(at),
    }
}

#[test]
fn the_way_to_the_last_entry_is_a_loop_over_all_but_the_last() {
    let long = recording(
        "r1",
        list("path", &["ada", "bob", "eve"]),
        vec![
            (menus(&[&["kim", "ada"]]), hover(1)),
            (menus(&[&["kim", "ada"], &["bob", "zoe"]]), hover(2)),
            (
                menus(&[&["kim", "ada"], &["bob", "zoe"], &["lou", "eve"]]),
                click(5),
            ),
        ],
        menus(&[]),
    );
    let short = recording(
        "r2",
        list("path", &["lou"]),
        vec![(menus(&[&["lou", "moe"]]), click(0))],
        menus(&[]),
    );
    let body = "tiny_task(path)\n  for entry in path.extract(0, path.len - 1)\n    hover #{ text: entry }\n  click #{ text: path[-1] }\n  stop complete\n";
    assert_eq!(
        bodies(std::slice::from_ref(&long))[0],
        body.replace("entry", "item")
    );
    assert_eq!(bodies(&[long, short])[0], body.replace("entry", "item"));
}

#[test]
fn entries_with_an_and_of_their_own_are_split_at_the_comma() {
    let pick = |id: &str, wanted: &str, shown: &[&str], order: &[usize]| {
        let options = |chosen: usize| {
            let mut all: Vec<Element> = (0..).zip(shown).map(|(row, it)| button(&[0, row], it)).collect();
            all.push(button(&[1, 0], "Submit"));
            screen(&format!("{chosen} chosen"), all)
        };
        let mut steps: Vec<(Screen, HardAction)> =
            (0..).zip(order).map(|(n, at)| (options(n), click(*at))).collect();
        steps.push((options(order.len()), click(shown.len())));
        recording(id, params(&[("wanted", wanted)]), steps, options(9))
    };
    let one = pick(
        "r1",
        "Trinidad and Tobago, Chad",
        &["Chad", "Peru", "Trinidad and Tobago"],
        &[2, 0],
    );
    let two = pick(
        "r2",
        "Peru, Chad, Iran",
        &["Iran", "Chad", "Cuba", "Peru"],
        &[3, 1, 0],
    );
    let body = "tiny_task(wanted)\n  for item in wanted.split(\", \")\n    click #{ text: item }\n  click #{ text: \"Submit\" } [irreversible: send]\n  stop complete\n";
    assert_eq!(bodies(&[one, two])[0], body);
}

/// A page of results, the links to the pages below it.
fn results(shown: &[&str]) -> Screen {
    let link = |path: &[u16], it: &str| Element {
        role: Some("link".to_owned()),
        ..button(path, it)
    };
    let mut all: Vec<Element> = (0..).zip(shown).map(|(row, it)| link(&[0, row], it)).collect();
    all.extend((0..).zip(["1", "2", "3"]).map(|(at, it)| link(&[1, at], it)));
    screen("results", all)
}

fn ordinal(
    id: &str,
    name: &str,
    which: &str,
    first: &[&str],
    page: Option<(usize, &[&str], usize)>,
) -> Recording {
    let given: Params = params(&[("name", name), ("which", which)]);
    let steps = match page {
        Some((link, shown, at)) => vec![(results(first), click(link)), (results(shown), click(at))],
        None => {
            let at = first.iter().position(|it| *it == name).expect("it is there");
            vec![(results(first), click(at))]
        }
    };
    recording(id, given, steps, results(&[]))
}

#[test]
fn the_page_of_the_nth_entry_is_learned_with_its_size() {
    let all = [
        ordinal(
            "r1",
            "ada",
            "7th",
            &["bob", "eve", "kim"],
            Some((5, &["ada", "lou", "moe"], 0)),
        ),
        ordinal(
            "r2",
            "zoe",
            "5th",
            &["moe", "lou", "eve"],
            Some((4, &["kim", "zoe", "bob"], 1)),
        ),
        ordinal("r3", "kim", "2nd", &["bob", "kim", "eve"], None),
    ];
    let way = "click #{ text: page_of(number(which), 3) }";
    let two = bodies(&all[..2]);
    assert_eq!(
        two[0],
        format!("tiny_task(name, which)\n  {way}\n  click #{{ text: name }}\n  stop complete\n")
    );
    // Where the entry shows already, no page is turned.
    let three = bodies(&all);
    let guarded = format!(
        "tiny_task(name, which)\n  if !env_op.element_exists(#{{ text: name }})\n    {way}\n  click #{{ text: name }}\n  stop complete\n"
    );
    assert!(three[..2].contains(&guarded), "{three:#?}");
}

/// A calendar under the name of its month, from the first on.
fn calendar(head: &str) -> Screen {
    let mut all = vec![text("h2", &[0], head)];
    all.extend((1..=31u16).map(|day| button(&[1, day], &day.to_string())));
    screen("calendar", all)
}

/// One recording tells that a day of a calendar is the day of a date, where the screen shows that date's month.
#[test]
fn a_day_of_a_calendar_is_that_of_a_date_whose_month_shows() {
    let choose = |date: &str, head: &str, day: usize| {
        let steps = vec![(calendar(head), click(day))];
        bodies(&[recording(
            "r1",
            params(&[("due", date)]),
            steps,
            screen("form", Vec::new()),
        )])
    };
    let computed = "tiny_task(due)\n  click #{ text: date_as(due, \"%-d\") }\n  stop complete\n";
    for (date, head, day) in [
        ("2026-03-05", "March 2026", 5),
        ("2026-03-15", "March 2026", 15),
        ("March 5, 2026", "Mar 2026", 5),
    ] {
        assert_eq!(choose(date, head, day)[0], computed, "{date} under {head}");
    }
    // Another month, or another year, is none of that date; another day is a constant as ever.
    for (date, head, day) in [
        ("2026-03-05", "April 2026", 5),
        ("2026-03-05", "March 2025", 5),
        ("2026-03-05", "March 2026", 6),
    ] {
        let all = choose(date, head, day);
        assert!(
            !all.iter().any(|it| it.contains("%-d")),
            "{date} under {head}: {all:#?}"
        );
    }
}

#[test]
fn a_list_that_is_empty_needs_no_condition() {
    let tick = |id: &str, wanted: &[&str], shown: &[&str], order: &[usize]| {
        let options = |n: usize| {
            let mut all: Vec<Element> = (0..).zip(shown).map(|(row, it)| button(&[0, row], it)).collect();
            all.push(button(&[1, 0], "Submit"));
            screen(&format!("{n} chosen"), all)
        };
        let mut steps: Vec<(Screen, HardAction)> =
            (0..).zip(order).map(|(n, at)| (options(n), click(*at))).collect();
        steps.push((options(order.len()), click(shown.len())));
        let given = Params::from_iter([(
            "names".to_owned(),
            Value::List(wanted.iter().map(|it| (*it).to_owned()).collect()),
        )]);
        recording(id, given, steps, options(9))
    };
    let all = [
        tick("r1", &["ada", "bob"], &["bob", "ada", "eve"], &[1, 0]),
        tick("r2", &[], &["kim", "lou"], &[]),
    ];
    let body = "tiny_task(names)\n  for name in names\n    click #{ text: name }\n  click #{ text: \"Submit\" } [irreversible: send]\n  stop complete\n";
    assert_eq!(bodies(&all)[0], body);
}

#[test]
fn what_was_seen_earlier_is_read_and_typed_later() {
    let inbox = |message: &str, other: &str| {
        let said = |path: &[u16], id: &str, shown: &str| Element {
            resource_name: Some(id.to_owned()),
            ..text("TextView", path, shown)
        };
        screen(
            "inbox",
            vec![
                said(&[0, 0], "title", other),
                said(&[0, 1], "message", message),
                button(&[1, 0], "Write"),
            ],
        )
    };
    let write = |held: &str| {
        screen(
            "write",
            vec![pages::field(&[0, 0], "body", held), button(&[1, 0], "Send")],
        )
    };
    let resend = |id: &str, message: &str, typed: &str, other: &str| {
        let steps = vec![
            (inbox(message, other), click(2)),
            (write(""), type_into(0, typed)),
            (write(typed), click(1)),
        ];
        recording(id, params(&[]), steps, write(typed))
    };
    let whole = [
        resend("r1", "12 Elm Street", "12 Elm Street", "Ada"),
        resend("r2", "7 Oak Lane", "7 Oak Lane", "Bob"),
    ];
    let body = |value: &str| {
        format!(
            "tiny_task()\n  seen = text of #{{ resource_name: \"message\" }}\n  click #{{ text: \"Write\" }}\n  input_text #{{ resource_name: \"body\" }} <- {value}\n  click #{{ text: \"Send\" }} [irreversible: send]\n  stop complete\n"
        )
    };
    assert_eq!(bodies(&whole)[0], body("seen"));
    // A part of what was seen is cut out of it.
    let part = [
        resend("r1", "Meet me at: 12 Elm Street", "12 Elm Street", "Ada"),
        resend("r2", "The address: 7 Oak Lane", "7 Oak Lane", "Bob"),
    ];
    assert_eq!(bodies(&part)[0], body("part(seen, \": \", 2)"));
    // What is always typed is always the same.
    let always = [
        resend("r1", "hello", "hello", "Ada"),
        resend("r2", "hello", "hello", "Bob"),
    ];
    assert_eq!(
        bodies(&always)[0],
        body("\"hello\"").replace("  seen = text of #{ resource_name: \"message\" }\n", "")
    );
}

#[test]
fn a_row_and_the_text_in_it_are_pressed_alike() {
    let list = |names: &[&str]| {
        let row = |(at, name): (u16, &&str)| {
            let row = Element {
                clickable: true,
                content_description: Some(format!("File {name} of 2023")),
                ..element("LinearLayout", &[0, at])
            };
            let inside = Element {
                bounds: row.bounds,
                ..text("TextView", &[0, at, 0], name)
            };
            vec![row, inside]
        };
        screen("list", (0..).zip(names).flat_map(row).collect())
    };
    let open = |id: &str, name: &str, names: &[&str], at: usize| {
        recording(
            id,
            params(&[("name", name)]),
            vec![(list(names), click(at))],
            list(&[]),
        )
    };
    // One pressed the text, the other one the row.
    let all = bodies(&[
        open("r1", "bob", &["ada", "bob"], 3),
        open("r2", "eve", &["eve", "kim", "lou"], 0),
    ]);
    assert_eq!(all[0].matches("click").count(), 1, "{}", all[0]);
    assert!(!all[0].contains("if "), "{}", all[0]);
}

#[test]
fn the_nth_row_is_the_one_that_a_parameter_says() {
    let press = |id: &str, which: &str, names: &[&str], row: usize| {
        let given = params(&[("which", which)]);
        recording(id, given, vec![(rows(names), click(3 * row + 2))], rows(&[]))
    };
    let all = bodies(&[
        press("r1", "2", &["ada", "bob", "eve"], 1),
        press("r2", "3", &["kim", "lou", "moe", "zoe"], 2),
    ]);
    assert_eq!(
        all[0],
        "tiny_task(which)\n  click #{ content_description: \"Star\", nth: which }\n  stop complete\n"
    );
    // A number that is said in words is one all the same.
    let all = bodies(&[
        press("r1", "second", &["ada", "bob", "eve"], 1),
        press("r2", "third", &["kim", "lou", "moe", "zoe"], 2),
    ]);
    assert_eq!(
        all[0],
        "tiny_task(which)\n  click #{ content_description: \"Star\", nth: number(which) }\n  stop complete\n"
    );
}

#[test]
fn the_oldest_of_several_is_found_by_its_date() {
    let dated = |days: &[&str]| {
        let row = |(row, day): (u16, &&str)| Element {
            resource_name: Some("row".to_owned()),
            ..button(&[0, row], &format!("note {row} of {day}, 08:00"))
        };
        screen("notes", (0..).zip(days).map(row).collect())
    };
    let pick = |id: &str, days: &[&str], at: usize| {
        recording(id, params(&[]), vec![(dated(days), click(at))], dated(&[]))
    };
    let all = bodies(&[
        pick("r1", &["10/16/2023", "10/14/2023", "10/15/2023"], 1),
        pick("r2", &["03/05/2024", "03/04/2024", "02/28/2024", "03/01/2024"], 2),
    ]);
    assert!(
        all[0].contains("chosen = oldest of #{ resource_name: \"row\" }: "),
        "{all:#?}"
    );
}

#[test]
fn what_an_element_says_decides_where_others_may_say_the_same() {
    let state = |id: &str, at: u16, shown: &str| Element {
        resource_name: Some(format!("app:id/{id}")),
        ..text("TextView", &[0, at], shown)
    };
    let switches = |left: &str, right: &str| {
        let all = vec![
            state("left", 0, left),
            state("right", 1, right),
            button(&[1, 0], "Start"),
            button(&[1, 1], "Stop"),
        ];
        screen("switches", all)
    };
    let pressed = |id: &str, left: &str, right: &str, at: usize| {
        let shown = switches(left, right);
        recording(id, params(&[]), vec![(shown, click(at))], switches("", ""))
    };
    let all = bodies(&[
        pressed("r1", "On", "Off", 3),
        pressed("r2", "Off", "On", 2),
        pressed("r3", "On", "On", 3),
    ]);
    let body = "tiny_task()\n  if env_op.element_exists(#{ text: \"On\", resource_name: \"left\" })\n    click #{ text: \"Stop\" }\n  else\n    click #{ text: \"Start\" }\n  stop complete\n";
    assert_eq!(all[0], body, "{all:#?}");
    // A text that stands on the one screen and nowhere on the other is simpler.
    let all = bodies(&[pressed("r1", "On", "On", 3), pressed("r2", "Off", "Off", 2)]);
    let simple = body.replace(", resource_name: \"left\"", "");
    assert_eq!(all[0], simple, "{all:#?}");
}
