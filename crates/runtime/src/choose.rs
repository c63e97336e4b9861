//! Several elements that fit to the one that is meant, where that is clear; and which elements resemble a locator.

use std::collections::BTreeSet;

use ui::{Element, ElementId, Key, Locator, Screen};

/// How much better than the second the best must be: one word of its own that no other has.
const MARGIN: f64 = 1.0;

/// The one candidate that shows a value of the task as a whole, where it was looked for by a part of what it shows:
/// what a goal names is meant, not what contains its name.
pub fn by_whole_value(
    screen: &Screen,
    locator: &Locator,
    candidates: &[ElementId],
    values: &[String],
) -> Option<ElementId> {
    let parts = locator.attributes.iter().filter(|(key, _)| key.is_partial());
    let mut named = parts
        .map(|(_, it)| it)
        .chain(locator.anchors())
        .filter(|it| values.contains(it));
    let value = named.next().filter(|_| named.next().is_none())?;
    let mut whole = candidates.iter().filter(|id| shows_whole(screen, **id, value));
    whole.next().copied().filter(|_| whole.next().is_none())
}

fn shows_whole(screen: &Screen, id: ElementId, value: &str) -> bool {
    let element = &screen.elements[id.0];
    let inner = screen.elements.iter().filter(|it| element.contains(it));
    inner
        .chain([element])
        .flat_map(|it| it.words())
        .any(|it| it.trim() == value)
}

/// Whether an element that is asked for by a value of the task, as a part of what it shows, has a longer name with that
/// value in it: `Old Notes` for `Notes`. What stands beside a value belongs to the name, unless all others of its kind on the
/// screen have it as well, as in `Folder Notes`.
pub fn has_longer_name(screen: &Screen, locator: &Locator, id: ElementId, values: &[String]) -> bool {
    let Some(element) = screen.get(id) else {
        return false;
    };
    let contains = |key: &Key| matches!(key, Key::TextContains | Key::ContentDescriptionContains);
    let mut asked = locator
        .attributes
        .iter()
        .filter(|(key, it)| contains(key) && values.contains(it));
    asked.any(|(_, value)| {
        let inner = screen.elements.iter().filter(|it| element.contains(it));
        let mut shown = inner
            .chain([element])
            .filter(|it| it.words().any(|it| it.contains(value.trim())));
        !shows_whole(screen, id, value.trim()) && shown.any(|it| is_longer_name(screen, it, value.trim()))
    })
}

fn is_longer_name(screen: &Screen, element: &Element, value: &str) -> bool {
    let kind = |it: &Element| (it.class_name.clone(), it.resource_name.clone(), it.role.clone());
    let is_other = |it: &&Element| !std::ptr::eq(*it, element) && kind(it) == kind(element);
    let others: Vec<&Element> = screen
        .elements
        .iter()
        .filter(is_other)
        .filter(|it| it.words().next().is_some() && it.path.len() == element.path.len())
        .collect();
    let has = |other: &Element, word: &str| other.words().any(|it| has_word(it, word));
    // A number behind a name counts something where another one has a number as well: `Inbox 3`.
    let is_name = |word: &&str| match is_number(word) {
        true => !others.iter().any(|other| has(other, word)),
        false => !others.iter().all(|other| has(other, word)),
    };
    let places: Vec<Vec<&str>> = element.words().flat_map(|it| words_beside(it, value)).collect();
    !others.is_empty() && !places.is_empty() && places.iter().all(|it| it.iter().any(is_name))
}

/// The words right before and behind each place of a value in a text, where only blanks stand between.
fn words_beside<'a>(text: &'a str, value: &str) -> Vec<Vec<&'a str>> {
    let places = text.match_indices(value);
    let around = places.map(|(at, _)| {
        let (before, behind) = (&text[..at], &text[at + value.len()..]);
        let last = before.trim_end().rsplit(|it: char| !it.is_alphanumeric()).next();
        let first = behind.trim_start().split(|it: char| !it.is_alphanumeric()).next();
        last.into_iter()
            .chain(first)
            .filter(|it| !it.is_empty())
            .collect()
    });
    around.collect()
}

/// Whether a text has this word, or some number where the word is one.
fn has_word(text: &str, word: &str) -> bool {
    let mut words = text.split(|it: char| !it.is_alphanumeric());
    words.any(|it| it == word || (is_number(word) && is_number(it)))
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|it| it.is_ascii_digit())
}

/// The margin rule: the one candidate that its description fits clearly better than all others.
///
/// A word counts the more, the fewer candidates it fits; one that fits all counts nothing. Words of places
/// (`top`, `bottom`, `left`, `right`) fit what lies in that third of the screen and count half.
pub fn by_margin(screen: &Screen, locator: &Locator, candidates: &[ElementId]) -> Option<ElementId> {
    let asked: BTreeSet<String> = locator.values().flat_map(|it| words(it)).collect();
    let wanted: BTreeSet<String> = words(&locator.target_description)
        .into_iter()
        .filter(|it| !asked.contains(it))
        .collect();
    let told: Vec<BTreeSet<String>> = candidates.iter().map(|id| tells(screen, *id)).collect();
    let places: Vec<BTreeSet<&str>> = candidates.iter().map(|id| places(screen, *id)).collect();
    let mut scores = vec![0.0; candidates.len()];
    for word in &wanted {
        for (fits, weight) in [
            (told.iter().map(|it| it.contains(word)).collect::<Vec<_>>(), 1.0),
            (places.iter().map(|it| it.contains(word.as_str())).collect(), 0.5),
        ] {
            let count = fits.iter().filter(|it| **it).count();
            if count > 0 && count < candidates.len() {
                for (score, _) in scores.iter_mut().zip(&fits).filter(|(_, fits)| **fits) {
                    *score += weight / count as f64;
                }
            }
        }
    }
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
    let (best, second) = (*order.first()?, *order.get(1)?);
    (scores[best] - scores[second] >= MARGIN).then_some(candidates[best])
}

/// Words in lower case, without those that say nothing about an element.
fn words(text: &str) -> Vec<String> {
    const ANY: [&str; 2] = ["element", "item"];
    text.split(|it: char| !it.is_alphanumeric())
        .filter(|it| !it.is_empty())
        .map(str::to_lowercase)
        .filter(|it| strings::is_content(it) && !ANY.contains(&it.as_str()))
        .collect()
}

/// What an element and what lies inside it say.
fn tells(screen: &Screen, id: ElementId) -> BTreeSet<String> {
    let element = &screen.elements[id.0];
    let mut all: BTreeSet<String> = element.words().flat_map(words).collect();
    for inner in screen.elements.iter().filter(|it| element.contains(it)) {
        all.extend(inner.words().flat_map(words));
    }
    let kind = [&element.role, &element.class_name, &element.resource_name];
    all.extend(
        kind.into_iter()
            .flatten()
            .flat_map(|it| words(it.rsplit(['.', '/']).next().unwrap_or(it))),
    );
    all.extend(element.attributes.values().flat_map(|it| words(it)));
    all
}

fn places(screen: &Screen, id: ElementId) -> BTreeSet<&'static str> {
    let (x, y) = screen.elements[id.0].bounds.center();
    let third = |at: i32, size: u32| (f64::from(at) / f64::from(size.max(1)) * 3.0).floor();
    let mut all = BTreeSet::new();
    match third(x, screen.size.0) {
        it if it < 1.0 => all.insert("left"),
        it if it >= 2.0 => all.insert("right"),
        _ => false,
    };
    match third(y, screen.size.1) {
        it if it < 1.0 => all.extend(["top", "upper"]),
        it if it >= 2.0 => all.extend(["bottom", "lower"]),
        _ => {}
    }
    all
}

/// The elements that resemble what a locator asks, the most similar first; for messages, never for acting.
pub fn nearest(screen: &Screen, locator: &Locator, most: usize) -> Vec<ElementId> {
    const FLOOR: f64 = 0.6;
    let asks_kind = |key: Key| matches!(key, Key::ClassName | Key::ResourceName | Key::Role);
    let asked: Vec<(bool, &str)> = locator
        .attributes
        .iter()
        .filter(|(key, _)| !key.is_flag() && !matches!(key, Key::PackageName))
        .map(|(key, value)| (asks_kind(*key), value.as_str()))
        .chain(
            (!locator.target_description.is_empty()).then_some((false, locator.target_description.as_str())),
        )
        .collect();
    let mut scored: Vec<(f64, ElementId)> = screen
        .iter()
        .map(|(id, it)| {
            let kinds = [&it.class_name, &it.resource_name, &it.role];
            let kinds: Vec<&str> = kinds
                .into_iter()
                .flatten()
                .map(|it| it.rsplit(['.', '/']).next().unwrap_or(it))
                .collect();
            let shown: Vec<&str> = it.words().collect();
            let best = asked
                .iter()
                .flat_map(|(kind, a)| {
                    if *kind { &kinds } else { &shown }
                        .iter()
                        .map(move |b| similarity(a, b))
                })
                .fold(0.0, f64::max);
            (best, id)
        })
        .filter(|(score, _)| *score >= FLOOR)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.into_iter().take(most).map(|(_, id)| id).collect()
}

fn similarity(a: &str, b: &str) -> f64 {
    let (a, b) = (shorten(a), shorten(b));
    let (one, two): (BTreeSet<String>, BTreeSet<String>) =
        (words(&a).into_iter().collect(), words(&b).into_iter().collect());
    let shared = one.intersection(&two).count();
    let overlap = if shared == 0 {
        0.0
    } else {
        shared as f64 / one.len().min(two.len()) as f64 * 0.9
    };
    strsim::normalized_levenshtein(&a, &b).max(overlap)
}

/// The first part in lower case: long texts are content, and comparing them would take long.
fn shorten(text: &str) -> String {
    text.chars().take(80).flat_map(char::to_lowercase).collect()
}
