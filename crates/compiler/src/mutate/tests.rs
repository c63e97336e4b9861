//! Small screens and what becomes of them.

use ui::{Element, ElementId, Rect, Screen};

use super::{Change, MOST, Mutant, Said, mutants};

fn element(path: &[u16], class: &str, text: &str) -> Element {
    let row = i32::from(*path.get(1).unwrap_or(&0));
    Element {
        text: (!text.is_empty()).then(|| text.to_owned()),
        class_name: Some(class.to_owned()),
        clickable: class == "Button",
        bounds: Rect::new(0, row * 20, 90, row * 20 + 18),
        path: path.to_vec(),
        ..Element::default()
    }
}

/// A list with a row for each name: what it shows, and a button.
fn list(rows: &[&[&str]]) -> Screen {
    let mut elements = vec![element(&[0], "ListView", "")];
    for (row, shown) in (0..).zip(rows) {
        elements.push(element(&[0, row], "LinearLayout", ""));
        for (at, text) in (0..).zip(*shown) {
            elements.push(element(&[0, row, at], "TextView", text));
        }
        let button = u16::try_from(shown.len()).unwrap();
        elements.push(element(&[0, row, button], "Button", "Delete"));
    }
    Screen {
        app: "app".to_owned(),
        size: (90, 400),
        elements,
        ..Screen::default()
    }
}

fn nth(screen: &Screen, text: &str, n: usize) -> ElementId {
    let all = screen.iter().filter(|(_, it)| it.text.as_deref() == Some(text));
    all.map(|(id, _)| id).nth(n).unwrap()
}

fn values(all: &[&str]) -> Vec<String> {
    all.iter().map(|it| (*it).to_owned()).collect()
}

/// What each row shows, from top to bottom; a star before the one to act on.
fn told(mutant: &Mutant) -> String {
    let Mutant {
        change,
        screen,
        right,
    } = mutant;
    let mut rows: Vec<(u16, String)> = Vec::new();
    let right = right.and_then(|it| screen.get(it)).map(|it| it.path[1]);
    let mut elements: Vec<&Element> = screen.elements.iter().filter(|it| it.path.len() > 1).collect();
    elements.sort_by_key(|it| &it.path);
    for it in elements {
        let row = it.path[1];
        if rows.last().is_none_or(|(last, _)| *last != row) {
            rows.push((
                row,
                if right == Some(row) {
                    "*".to_owned()
                } else {
                    String::new()
                },
            ));
        }
        if let (Some(text), Some((_, shown))) = (&it.text, rows.last_mut()) {
            shown.push_str(&format!("[{text}]"));
        }
    }
    let rows: Vec<String> = rows.into_iter().map(|(_, it)| it).collect();
    format!("{change:?}: {}\n", rows.join(" "))
}

fn check(all: &[Mutant], wanted: &str) {
    let got: String = all.iter().map(told).collect();
    assert_eq!(got, wanted, "{got}");
}

#[test]
fn a_row_that_the_task_names() {
    let screen = list(&[&["Bob"], &["Adam"], &["Eve"]]);
    let all = mutants(
        &screen,
        nth(&screen, "Delete", 1),
        &values(&["Adam"]),
        &Said::default(),
    );
    check(
        &all,
        "RowBefore: [Bob][Delete] [Fwf][Delete] *[Adam][Delete] [Eve][Delete]\n\
         RowAfter: [Bob][Delete] *[Adam][Delete] [Fwf][Delete] [Eve][Delete]\n\
         Swapped: [Bob][Delete] [Eve][Delete] *[Adam][Delete]\n\
         OthersRenamed: [Cpc][Delete] *[Adam][Delete] [Fwf][Delete]\n\
         Renamed: [Bob][Delete] [Bebn][Delete] [Eve][Delete]\n\
         Gone: [Bob][Delete] [Eve][Delete]\n\
         OnlyLonger: [Bob][Delete] [Adam 2][Delete] [Eve][Delete]\n\
         LongerName: [Bob][Delete] [Adam 2][Delete] *[Adam][Delete] [Eve][Delete]\n\
         ShorterName: [Bob][Delete] *[Adam][Delete] [Ada][Delete] [Eve][Delete]\n\
         SameName: [Bob][Delete] [Adam][Delete] [Adam][Delete] [Eve][Delete]\n\
         Heading: [Bob][Delete] *[Adam][Delete] [Eve][Delete] [Adam]\n",
    );
    // What is right is the button, not its row.
    let right = all
        .iter()
        .filter_map(|it| it.screen.get(it.right?)?.text.as_deref());
    assert!(right.eq(["Delete"; 7]));
    assert_eq!(
        all,
        mutants(
            &screen,
            nth(&screen, "Delete", 1),
            &values(&["Adam"]),
            &Said::default()
        )
    );
}

#[test]
fn two_of_one_name_are_told_apart_by_what_else_the_task_names() {
    let screen = list(&[&["Bob", "Rome"], &["Adam", "Ely"]]);
    let same = |asked: &[&str]| {
        let mut all = mutants(
            &screen,
            nth(&screen, "Delete", 1),
            &values(asked),
            &Said::default(),
        );
        all.retain(|it| it.change == Change::SameName);
        all
    };
    check(
        &same(&["Adam", "Ely"]),
        "SameName: [Bob][Rome][Delete] [Adam][Fmz][Delete] *[Adam][Ely][Delete]\n",
    );
    check(
        &same(&["Adam"]),
        "SameName: [Bob][Rome][Delete] [Adam][Fmz][Delete] [Adam][Ely][Delete]\n",
    );
    // Where any of several alike will do, another one of the name is no trap.
    let any = Said::of("fn f() { env_op.find_element(#{ text: \"Delete\", any_of_alike: true }) }");
    let all = mutants(&screen, nth(&screen, "Delete", 1), &values(&["Adam"]), &any);
    assert!(all.iter().all(|it| it.change != Change::SameName));
}

#[test]
fn nothing_is_said_of_what_nobody_names() {
    let screen = list(&[&["Bob"], &["Adam"], &["Eve"]]);
    let button = nth(&screen, "Delete", 1);
    // The row may have been the second, the newest, or the last of a sort: where to act then is not known.
    assert_eq!(mutants(&screen, button, &values(&["Zoe"]), &Said::default()), []);
    // An id that all rows have names none of them; one of its own does.
    let mut with_ids = screen.clone();
    for it in with_ids.elements.iter_mut().filter(|it| it.clickable) {
        it.resource_name = Some("app:id/delete".to_owned());
    }
    let said = Said::of("fn f() { env_op.find_element(#{ resource_name: \"delete\", nth: 2 }) }");
    assert_eq!(mutants(&with_ids, button, &[], &said), []);
    with_ids
        .elements
        .retain(|it| !it.clickable || it.path == [0, 1, 1]);
    let only = nth(&with_ids, "Delete", 0);
    assert!(!mutants(&with_ids, only, &[], &said).is_empty());
    // A part of a word is no name.
    assert_eq!(mutants(&screen, button, &values(&["Ada"]), &Said::default()), []);
    // What a field holds is no name of it.
    let mut form = list(&[&["Bob"], &["Adam"]]);
    let field = nth(&form, "Adam", 0);
    form.elements[field.0].editable = true;
    assert_eq!(mutants(&form, field, &values(&["Adam"]), &Said::default()), []);
    assert_eq!(
        mutants(&screen, ElementId(99), &values(&["Adam"]), &Said::default()),
        []
    );
}

#[test]
fn a_name_that_stands_elsewhere_may_be_acted_on_there() {
    let mut screen = list(&[&["Bob"], &["Adam"]]);
    screen
        .elements
        .push(element(&[0, 2], "TextView", "Adam was here"));
    let all = mutants(
        &screen,
        nth(&screen, "Delete", 1),
        &values(&["Adam"]),
        &Said::default(),
    );
    let left_out = [Change::Gone, Change::Renamed, Change::SameName];
    assert!(!all.is_empty() && all.iter().all(|it| !left_out.contains(&it.change)));
}

#[test]
fn a_control_that_the_function_names() {
    let mut save = element(&[0, 1], "Button", "Save");
    save.resource_name = Some("app:id/save".to_owned());
    let screen = Screen {
        app: "app".to_owned(),
        size: (90, 400),
        elements: vec![
            element(&[0], "Bar", ""),
            element(&[0, 0], "Button", "Cancel"),
            save,
        ],
        ..Screen::default()
    };
    let said = Said::of("fn f() { env_op.click(env_op.find_element(#{ text: \"Save\", nth: 1 })); }");
    let all = mutants(&screen, ElementId(2), &[], &said);
    check(
        &all,
        "RowBefore: [Cancel] [Dbodfm] *[Save]\n\
         RowAfter: [Cancel] *[Save] [Dbodfm]\n\
         Swapped: *[Save] [Cancel]\n\
         OthersRenamed: [Dbodfm] *[Save]\n\
         Gone: [Cancel]\n\
         Heading: [Cancel] *[Save] [Save]\n\
         IdsRenamed: [Cancel] *[Save]\n",
    );
    let ids = &all[6].screen.elements[2].resource_name;
    assert_eq!(ids.as_deref(), Some("app:id/save_other"));
    // A description is said for people; it names nothing.
    let described = Said::of("fn f() { env_op.find_element(#{ nth: 2, target_description: \"Save\" }) }");
    assert_eq!(mutants(&screen, ElementId(2), &[], &described), []);
}

#[test]
fn a_screen_keeps_its_order() {
    // Level by level, as some devices list what they show.
    let mut screen = list(&[&["Bob"], &["Adam"], &["Eve"]]);
    screen.elements.sort_by_key(|it| (it.path.len(), it.path.clone()));
    let all = mutants(
        &screen,
        nth(&screen, "Delete", 1),
        &values(&["Adam"]),
        &Said::default(),
    );
    assert!(all.len() > 8 && all.len() <= MOST);
    for it in &all {
        assert!(
            it.screen
                .elements
                .is_sorted_by_key(|it| (it.path.len(), it.path.clone()))
        );
    }
    // An order that says nothing of where a new element stands gets none.
    screen.elements.swap(1, 9);
    let adam = nth(&screen, "Delete", 1);
    assert_eq!(mutants(&screen, adam, &values(&["Adam"]), &Said::default()), []);
}

#[test]
fn other_words_have_the_form_of_the_old_ones() {
    for (words, other) in [
        ("Room 9, Zz", "Sppn 0, Aa"),
        ("Ärger", "Äshfs"),
        ("日本", "本日2"),
        ("-", "-"),
    ] {
        assert_eq!(super::altered(words, false), other);
        assert_eq!(super::altered(words, true), words);
    }
    let look_alikes = |it| super::look_alikes(it).map(Option::unwrap_or_default);
    assert_eq!(look_alikes("note one.md"), ["note one.md 2", "note"]);
    assert_eq!(look_alikes("note"), ["note 2", "not"]);
    assert_eq!(look_alikes("日本"), ["日本 2", ""]);
}
