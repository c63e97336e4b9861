//! An instance whose values have another form than those of the only recording: one is left empty, or enumerates several.

use crate::pages;

use std::collections::BTreeSet;

use autorpa_compiler::compile::{Compiled, Request, compile};
use pages::{
    button, click, field, list, params, recording, screen, text, type_into,
    world::{FakeWorld, instances, ran, request},
};
use task::{Instance, Params};
use ui::{Action, ElementId, HardAction, Screen};

const NAMES: [&str; 4] = ["name", "groups", "phone", "kind"];

fn choose(at: usize, option: &str) -> HardAction {
    Action::SelectOption {
        target: ElementId(at),
        option: option.to_owned(),
    }
}

/// A form: a name, a group with a button that adds it, a phone of some kind, and a button that saves.
fn form(held: [&str; 3]) -> Screen {
    let all = vec![
        field(&[0, 0], "name", held[0]),
        field(&[0, 1], "group", held[1]),
        button(&[0, 2], "Add"),
        button(&[0, 3], "New phone"),
        field(&[0, 4], "number", held[2]),
        button(&[0, 5], "home"),
        button(&[0, 6], "work"),
        button(&[0, 7], "Save"),
    ];
    screen("form", all)
}

fn value<'a>(instance: &'a Instance, name: &str) -> &'a str {
    instance.params[name].as_text().unwrap_or_default()
}

/// What is made of one recording, with its values first, where a run is right as `judge` says of its code and instance.
fn compiled(values: &[[&str; 4]], judge: fn(&str, &Instance) -> bool) -> (Vec<String>, Compiled) {
    let given = values.iter().map(|it| {
        let pairs: Vec<(&str, &str)> = NAMES.into_iter().zip(*it).collect();
        params(&pairs)
    });
    let all = instances(given);
    let shown = |instance: &Instance| {
        let [name, groups, phone, kind] = NAMES.map(|it| value(instance, it));
        let steps = vec![
            (form(["", "", ""]), type_into(0, name)),
            (form([name, "", ""]), choose(1, groups)),
            (form([name, groups, ""]), click(2)),
            (form([name, "", ""]), click(3)),
            (form([name, "", "+"]), type_into(4, phone)),
            (form([name, "", phone]), click(if kind == "home" { 5 } else { 6 })),
            (form([name, " ", phone]), click(7)),
        ];
        let last = screen("done", Vec::new());
        (instance.seed == 1).then(|| recording("r", instance.params.clone(), steps, last))
    };
    let mut world = FakeWorld::new(all, shown, move |told, script, instance| {
        let right = judge(&script.source, instance);
        told.push(format!("{} {}", instance.seed, script.source));
        ran(
            instance,
            f64::from(u8::from(right)),
            Vec::new(),
            form(["", "", ""]),
        )
    });
    let request = Request {
        instances: values.len(),
        ..request("AddPerson")
    };
    let made = compile(&mut world, &request).expect("the world does not fail");
    (world.told, made)
}

/// What stands inside the first statement that begins so.
fn inside<'a>(source: &'a str, begins: &str) -> &'a str {
    let Some(from) = source.find(&format!("\n    {begins} ")) else {
        return "";
    };
    let rest = &source[from..];
    rest.split("\n    }\n").next().unwrap_or(rest)
}

/// Whether a text has all of these, and none of those.
fn has(text: &str, all: &[&str], none: &[&str]) -> bool {
    all.iter().all(|it| text.contains(it)) && !none.iter().any(|it| text.contains(it))
}

/// Each group is typed and added, and nothing else is done for each.
fn adds_each(source: &str) -> bool {
    let round = inside(source, "for");
    has(
        round,
        &["select_option(group,", "\"Add\""],
        &["\"New phone\"", "\"Save\""],
    )
}

/// Without a phone nothing is done about one, and all else is.
fn needs_phone(source: &str) -> bool {
    let given = inside(source, "if");
    has(
        given,
        &["\"New phone\"", "input_text(phone,", "kind"],
        &["\"Add\"", "\"Save\""],
    )
}

fn written(made: &Compiled) -> String {
    made.script
        .as_ref()
        .map(|it| it.source.clone())
        .unwrap_or_default()
}

const SHOWN: [&str; 4] = ["Ann", "Sales", "+46 8", "home"];

#[test]
fn what_is_done_with_one_entry_is_done_with_each_of_several() {
    let several = ["Bob", "Sales, Rods and reels", "+47 3", "work"];
    let (_, made) = compiled(&[SHOWN, several], |source, instance| {
        !value(instance, "groups").contains(',') || adds_each(source)
    });
    assert!(made.verified, "{:?}", made.reason);
    let source = written(&made);
    let head = "for group in groups.split(\", \") {";
    assert!(source.contains(head), "an entry keeps its own `and`: {source}");
    assert!(
        inside(&source, "for").contains("if group != \"\""),
        "none is chosen where none is given: {source}"
    );
}

#[test]
fn what_serves_a_value_is_left_out_where_that_is_empty() {
    let (_, made) = compiled(&[SHOWN, ["Bob", "Sales", "", ""]], |source, instance| {
        !value(instance, "phone").is_empty() || needs_phone(source)
    });
    assert!(made.verified, "{:?}", made.reason);
    let source = written(&made);
    assert!(
        source.contains("if !(phone == \"\" && kind == \"\") {"),
        "{source}"
    );
}

#[test]
fn both_at_once() {
    let (_, made) = compiled(&[SHOWN, ["Bob", "Sales, Boats", "", ""]], |source, instance| {
        !value(instance, "phone").is_empty() || (needs_phone(source) && adds_each(source))
    });
    assert!(made.verified, "{:?}", made.reason);
}

/// The other codes that fit the recording have seen no such value either: they are not all run before.
#[test]
fn where_a_value_has_another_form_codes_for_that_form_go_first() {
    let several = ["Bob", "Sales, Rods and reels", "+47 3", "work"];
    let (told, made) = compiled(&[SHOWN, several], |source, instance| {
        !value(instance, "groups").contains(',') || adds_each(source)
    });
    assert!(made.verified, "{:?}", made.reason);
    let of_it = told.iter().filter(|it| it.starts_with("2 "));
    let before = of_it.take_while(|it| !it.contains("split"));
    assert_eq!(before.count(), 1, "the first code alone");
    // There are others, which have their turn where no code for that form is right.
    let (told, _) = compiled(&[SHOWN, several], |_, instance| instance.seed == 1);
    let others = told
        .iter()
        .filter(|it| it.starts_with("2 ") && !it.contains("split"));
    let others: BTreeSet<&String> = others.collect();
    assert!(others.len() > 1, "{others:#?}");
}

#[test]
fn a_value_with_a_comma_that_is_one_thing_is_not_taken_apart() {
    let title = ["Bob", "Salt, pepper", "+47 3", "work"];
    let (told, made) = compiled(&[SHOWN, title], |source, _| !source.contains("\n    for "));
    assert!(made.verified, "{:?}", made.reason);
    assert!(
        !told.iter().any(|it| it.contains("split")),
        "nothing is guessed where nothing fails"
    );
}

#[test]
fn a_value_with_a_comma_is_one_text_where_another_value_is_empty() {
    let title = ["Bob", "Salt, pepper", "", ""];
    let (_, made) = compiled(&[SHOWN, title], |source, instance| {
        let looped = source.contains("\n    for ");
        !looped && (!value(instance, "phone").is_empty() || needs_phone(source))
    });
    assert!(made.verified, "{:?}", made.reason);
}

#[test]
fn a_guess_that_no_judge_takes_is_not_kept() {
    let other = ["Bob", "Sales, Boats", "", ""];
    let (told, made) = compiled(&[SHOWN, other], |_, instance| instance.seed == 1);
    assert!(told.iter().any(|it| it.contains("split")), "it was tried");
    assert!(!made.verified);
    let source = written(&made);
    assert!(!source.contains("split"), "{source}");
    let reason = made.reason.map(|it| it.to_string()).unwrap_or_default();
    assert!(
        reason.contains("instance 2 was not solved by the explorer"),
        "{reason}"
    );
}

#[test]
fn a_guess_that_breaks_what_was_right_is_not_kept() {
    let other = ["Bob", "Sales, Boats", "+47 3", "work"];
    let (_, made) = compiled(&[SHOWN, other], |source, instance| {
        (instance.seed == 2) == source.contains("split")
    });
    assert!(!made.verified);
}

/// What is made of two instances, of which the first alone was recorded: code is right for it, and for the second as `is_right`
/// says.
fn made_of_the_first(
    values: [Params; 2],
    steps: Vec<(Screen, HardAction)>,
    is_right: impl Fn(&str) -> bool + 'static,
) -> Compiled {
    let shown = move |instance: &Instance| {
        let last = screen("done", Vec::new());
        (instance.seed == 1).then(|| recording("r", instance.params.clone(), steps.clone(), last))
    };
    let mut world = FakeWorld::new(instances(values), shown, move |_, script, instance| {
        let right = instance.seed == 1 || is_right(&script.source);
        let empty = screen("form", Vec::new());
        ran(instance, f64::from(u8::from(right)), Vec::new(), empty)
    });
    let request = Request {
        instances: 2,
        ..request("DoIt")
    };
    compile(&mut world, &request).expect("the world does not fail")
}

#[test]
fn what_is_done_with_the_only_entry_of_a_list_is_done_with_each_of_a_longer_one() {
    let values = [&["Lute"][..], &["Cello", "Harp", "Lute"]].map(|it| list("names", it));
    let offered = |shows: &str| {
        let names = ["Cello", "Lute", "Harp", "Add", "Save"];
        let buttons = names.iter().zip(0..).map(|(name, at)| button(&[0, at], name));
        screen("choose", buttons.chain([text("td", &[1], shows)]).collect())
    };
    let steps = vec![
        (offered("none"), click(1)),
        (offered("one is picked"), click(3)),
        (offered("one is added"), click(4)),
    ];
    let made = made_of_the_first(values, steps, |source| {
        has(inside(source, "for"), &["click(", "\"Add\""], &["\"Save\""])
    });
    assert!(made.verified, "{:?}\n{}", made.reason, written(&made));
    let source = written(&made);
    assert!(source.contains("for name in names {"), "{source}");
    assert!(!source.contains("names.len =="), "{source}");
}

/// What begins at nine and lasts 30 minutes ends at nine as well. A full hour is `0` on one page, and `00` on another.
#[test]
fn what_lasts_into_the_next_hour_ends_in_it() {
    for full_hour in ["%-M", "%M"] {
        assert_ends_in_it(full_hour);
    }
}

fn assert_ends_in_it(full_hour: &'static str) {
    let event = |hour, minutes| params(&[("hour", hour), ("minutes", minutes)]);
    let form = |held: [&str; 3]| {
        let names = ["from_hour", "to_hour", "to_minute"];
        let fields = (0..).zip(names).zip(held);
        let fields = fields.map(|((at, name), held)| field(&[0, at], name, held));
        screen("event", fields.chain([button(&[1], "Save")]).collect())
    };
    let steps = vec![
        (form(["", "", ""]), type_into(0, "9")),
        (form(["9", "", ""]), type_into(1, "9")),
        (form(["9", "9", ""]), type_into(2, "30")),
        (form(["9", "9", "30"]), click(3)),
    ];
    let made = made_of_the_first([event("9", "30"), event("22", "60")], steps, move |source| {
        let end = |format: &str| format!("input_text(time_as(time_after(hour, minutes), \"{format}\")");
        source.contains("input_text(hour,") && ["%-H", full_hour].iter().all(|it| source.contains(&end(it)))
    });
    assert!(made.verified, "{:?}\n{}", made.reason, written(&made));
}
