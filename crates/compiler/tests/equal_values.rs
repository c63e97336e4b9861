//! Several records with the same value: each step means that of its own record.

use crate::pages;

use pages::{button, click, field, params, programs, recording, screen, type_into};
use trajectory::Recording;
use ui::{HardAction, Screen};

/// A form, with what its fields hold.
fn form([name, unit, shelf]: [&str; 3]) -> Screen {
    let fields = vec![
        field(&[0, 0], "name", name),
        field(&[0, 1], "unit", unit),
        field(&[0, 2], "shelf", shelf),
        button(&[1, 0], "Save"),
    ];
    screen("form", fields)
}

/// Parts that are entered one after the other, each with name, unit and shelf; a part that is named twice in `again` has
/// its unit typed twice.
fn entered(parts: &[[&'static str; 3]], again: Option<usize>) -> Recording {
    let names = [
        ["name_1", "unit_1", "shelf_1"],
        ["name_2", "unit_2", "shelf_2"],
        ["name_3", "unit_3", "shelf_3"],
    ];
    let values: Vec<(&str, &str)> = names
        .iter()
        .zip(parts)
        .flat_map(|(names, part)| names.iter().copied().zip(part.iter().copied()))
        .collect();
    let mut steps: Vec<(Screen, HardAction)> = Vec::new();
    for (at, [name, unit, shelf]) in parts.iter().enumerate() {
        steps.push((form(["", "", ""]), type_into(0, name)));
        if again == Some(at) {
            steps.push((form([name, "", ""]), type_into(1, unit)));
            steps.push((form([name, unit, ""]), type_into(1, "")));
        }
        steps.push((form([name, "", ""]), type_into(1, unit)));
        steps.push((form([name, unit, ""]), type_into(2, shelf)));
        steps.push((form([name, unit, shelf]), click(3)));
    }
    recording("parts", params(&values), steps, form(["", "", ""]))
}

/// What is typed into the units, in order.
fn units(recording: &Recording) -> Vec<String> {
    let programs = programs(std::slice::from_ref(recording));
    let text = programs.first().expect("a program").to_string();
    let typed = text
        .lines()
        .filter(|it| it.contains("input_text") && it.contains("unit_"));
    typed.map(|it| it.trim().to_owned()).collect()
}

/// Each part's unit is its own parameter, in order.
fn assert_own(typed: &[String]) {
    assert_eq!(typed.len(), 3, "{typed:#?}");
    for (line, name) in typed.iter().zip(["unit_1", "unit_2", "unit_3"]) {
        assert!(line.contains(name), "{typed:#?}");
    }
}

#[test]
fn where_all_have_it_each_means_its_own() {
    let parts = [["Bolt", "pc", "A"], ["Nut", "pc", "B"], ["Glue", "pc", "C"]];
    assert_own(&units(&entered(&parts, None)));
}

#[test]
fn where_two_of_three_have_it_the_third_is_untouched() {
    let parts = [["Bolt", "pc", "A"], ["Oil", "l", "B"], ["Nut", "pc", "C"]];
    assert_own(&units(&entered(&parts, None)));
}

#[test]
fn what_is_typed_once_more_is_of_the_record_around_it() {
    let parts = [["Bolt", "pc", "A"], ["Nut", "pc", "B"], ["Glue", "pc", "C"]];
    let typed = units(&entered(&parts, Some(1)));
    let of = |name: &str| typed.iter().filter(|it| it.contains(name)).count();
    assert_eq!((of("unit_1"), of("unit_3")), (1, 1), "{typed:#?}");
    assert!(of("unit_2") >= 1, "{typed:#?}");
}
