//! How long it takes to find an element among 1,000.
//!
//! `cargo bench -p autorpa-benches --bench find`

use std::hint::black_box;

use autorpa_benches::Words;
use criterion::{Criterion, criterion_group, criterion_main};
use ui::{ExtraAction, Found, Key, Locator, Screen, find};

const ELEMENTS: usize = 1_000;

fn benches(criterion: &mut Criterion) {
    let screen = Screen::clone(&Words(7).screen(ELEMENTS));
    let at = |place: usize| &screen.elements[place];
    let text = |place: usize| at(place).text.clone().unwrap_or_default();
    let id = |place: usize| at(place).resource_name.clone().unwrap_or_default();
    let by_text = Locator::by(Key::Text, text(700));
    let by_id = Locator::by(Key::ResourceName, id(0)).and(Key::Text, text(0));
    let mut near = Locator::by(Key::ClassName, "TextView".to_owned());
    near.near = Some(text(500));
    let mut last = Locator::by(Key::ClassName, "TextView".to_owned());
    last.nth = Some("-1".to_owned());
    let mut action = Locator::by(Key::TextContains, "w".to_owned());
    action.additional_actions = vec![ExtraAction::InputText];
    let none = Locator::by(Key::TextStartsWith, "no such text".to_owned());
    let all = Locator::by(Key::ClassName, "TextView".to_owned());
    for (name, locator) in [
        ("one by its text", &by_text),
        ("one by its id and text", &by_id),
        ("all near a text", &near),
        ("the last one", &last),
        ("none by its text", &none),
        ("none by its action", &action),
        ("all", &all),
    ] {
        let found = find(&screen, locator);
        let fits = match name.split(' ').next() {
            Some("none") => found == Found::None,
            Some("all") => matches!(found, Found::Many(ref all) if all.len() + 1 >= ELEMENTS),
            _ => matches!(found, Found::One(_)),
        };
        assert!(fits, "{name}: {found:?}");
        criterion.bench_function(&format!("find among 1000: {name}"), |bencher| {
            bencher.iter(|| find(black_box(&screen), black_box(locator)));
        });
    }
}

criterion_group!(group, benches);
criterion_main!(group);
