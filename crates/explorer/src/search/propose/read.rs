//! Texts that screens show and that may belong in a field: what stands beside a value of the goal, what has figures, and
//! what is counted or calculated.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use strings::Expr;
use task::Params;
use ui::{Element, Role, Screen};

use super::{
    super::{
        values::{Offer, Used},
        words::{same, words},
    },
    scene::Scene,
    shown::{is_shown, shown},
};

/// Texts of screens that are tried in one field.
const MOST: usize = 10;
/// Longer texts are content, and not copied.
const LONGEST: usize = 40;
/// More numbers on a screen are a table, of which nobody knows which two are meant.
const MOST_NUMBERS: usize = 5;
/// Screens before this one that are remembered.
pub(in crate::search) const REMEMBERED: usize = 4;

const ADDS: &[&str] = &["add", "sum", "total", "plus", "altogether"];
const SUBTRACTS: &[&str] = &["subtract", "minus", "difference", "left", "remain"];
const MULTIPLIES: &[&str] = &["multiply", "times", "product"];
const COUNTS: &[&str] = &["count", "number", "many"];
const COPIES: &[&str] = &["copy", "paste", "transfer"];

/// What shows beside a text that is called as a field is: in another table, on a card.
pub(super) fn readable_for(scene: &Scene, names: &[String]) -> Vec<Offer> {
    let screens = std::iter::once(scene.screen).chain(scene.earlier.iter().map(|it| &**it));
    let mut all: Vec<Offer> = Vec::new();
    for screen in screens {
        // What lies in something that is pressed is an entry of a list, or a control: no card says it.
        let pressed = |it: &Element| {
            screen
                .elements
                .iter()
                .any(|around| around.clickable && around.contains(it))
        };
        for (element, text) in content(screen).filter(|(it, _)| !it.clickable && !pressed(it)) {
            let called = left_of(screen, element).and_then(|it| it.text.as_deref());
            let called = called.map(words).unwrap_or_default();
            let same_name =
                !called.is_empty() && called.iter().all(|word| names.iter().any(|it| same(it, word)));
            if same_name && text.chars().count() <= LONGEST && all.iter().all(|it| it.text != text) {
                let cost = scene.weights.read_beside_name;
                all.push(offer(
                    text.to_owned(),
                    cost,
                    0,
                    "a text beside what the field is called",
                ));
            }
        }
    }
    all.truncate(MOST);
    all
}

/// The text that stands next on the left of an element.
fn left_of<'s>(screen: &'s Screen, element: &Element) -> Option<&'s Element> {
    let middle = element.bounds.center().1;
    let level = |it: &&Element| {
        (it.bounds.top..it.bounds.bottom).contains(&middle)
            && it.bounds.right <= element.bounds.left + 4
            && it.text.as_ref().is_some_and(|it| !it.trim().is_empty())
    };
    screen
        .elements
        .iter()
        .filter(level)
        .filter(|it| !it.editable)
        .max_by_key(|it| it.bounds.right)
}

/// What may be read and typed, cheapest first.
pub(super) fn readable(scene: &Scene) -> Vec<Offer> {
    let mut all: Vec<Offer> = Vec::new();
    copied(scene, scene.screen, 0.0, &mut all);
    for screen in scene.earlier {
        copied(scene, screen, scene.weights.read_earlier, &mut all);
    }
    held(scene, &mut all);
    counted(scene, &mut all);
    calculated(scene, &mut all);
    let known = |text: &str| {
        scene
            .values
            .offers
            .iter()
            .any(|it| it.cost == 0.0 && it.text == text)
    };
    all.retain(|it| !known(&it.text));
    all.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    let mut seen: HashSet<String> = HashSet::new();
    all.retain(|it| seen.insert(it.text.clone()));
    all.truncate(MOST);
    all
}

fn offer(text: String, cost: f32, uses: Used, how: &str) -> Offer {
    Offer {
        text,
        cost,
        uses,
        name: String::new(),
        how: how.to_owned(),
    }
}

fn says(scene: &Scene, asked: &[&str]) -> bool {
    let goal = &scene.values.goal;
    goal.iter()
        .any(|word| asked.iter().any(|it| same(it, &word.word)))
}

/// Texts that nobody can press or type into: nothing but content.
fn content(screen: &Screen) -> impl Iterator<Item = (&Element, &str)> {
    let labels: HashSet<&str> = screen
        .elements
        .iter()
        .filter(|it| it.editable)
        .filter_map(|it| it.label.as_deref())
        .collect();
    let plain = |it: &&Element| !it.editable && !it.checkable && !it.is(Role::Button) && !it.is(Role::Option);
    screen
        .elements
        .iter()
        .filter(plain)
        .filter_map(|it| Some((it, it.text.as_deref()?.trim())))
        .filter(move |(_, text)| !text.is_empty() && !labels.contains(text))
}

/// Texts as they stand, and what has figures among words.
fn copied(scene: &Scene, screen: &Screen, farther: f32, all: &mut Vec<Offer>) {
    let weights = scene.weights;
    let showing = showing(scene, screen);
    for (element, text) in content(screen) {
        let own = scene
            .values
            .landmarks
            .iter()
            .any(|it| it.text.trim().eq_ignore_ascii_case(text));
        if own {
            continue;
        }
        let uses = beside_values(&showing, element);
        let figures = text.chars().any(|it| it.is_ascii_digit());
        let by_place = match (uses, figures) {
            (0, true) => weights.read_figures,
            (0, false) => weights.read_text,
            (_, _) => weights.read_beside_value,
        };
        let cost = by_place + farther;
        if text.chars().count() <= LONGEST {
            all.push(offer(text.to_owned(), cost, uses, "a text that shows"));
        }
        // "Your code: K7" and "The code is K7."
        let marks = |it: char| !it.is_alphanumeric();
        let parts = text.split_whitespace().map(|it| it.trim_matches(marks));
        let parts = parts.filter(|it| it.chars().any(|it| it.is_ascii_digit()) && *it != text);
        let cost = cost + weights.read_part;
        all.extend(parts.map(|it| offer(it.to_owned(), cost, uses, "a part of a text that shows")));
    }
}

/// What other fields hold, where the goal asks for a copy: content, however long it is.
fn held(scene: &Scene, all: &mut Vec<Offer>) {
    if !says(scene, COPIES) {
        return;
    }
    let fields = scene
        .screen
        .elements
        .iter()
        .filter(|it| it.editable && !it.password);
    let texts = fields.map(|it| it.held_text().trim()).filter(|it| !it.is_empty());
    let cost = scene.weights.read_field;
    all.extend(texts.map(|it| offer(it.to_owned(), cost, 0, "what another field holds")));
}

/// The elements that show values, with the values' bits.
fn showing<'s>(scene: &Scene, screen: &'s Screen) -> Vec<(&'s Element, Used)> {
    let shows = |element: &Element, text: &str| {
        shown(scene.weights, element, text).is_some_and(|how| how < scene.weights.at_an_end)
    };
    let bits = |element: &Element| {
        let landmarks = scene.values.landmarks.iter().enumerate();
        let shown = landmarks.filter(|(_, it)| shows(element, &it.text));
        shown.fold(0, |all, (bit, _)| all | 1 << bit)
    };
    let fixed = screen.elements.iter().filter(|it| !it.editable);
    fixed
        .map(|it| (it, bits(it)))
        .filter(|(_, bits)| *bits != 0)
        .collect()
}

/// The values that show in the row of an element: beside it, and in the same container.
fn beside_values(showing: &[(&Element, Used)], element: &Element) -> Used {
    let middle = element.bounds.center().1;
    let beside = |other: &Element| {
        let level = (other.bounds.top..other.bounds.bottom).contains(&middle);
        level && *other != *element && !element.contains(other)
    };
    let beside = showing.iter().filter(|(it, _)| beside(it));
    beside.fold(0, |all, (_, bits)| all | bits)
}

/// How many elements show a value.
fn counted(scene: &Scene, all: &mut Vec<Offer>) {
    let weights = scene.weights;
    if !says(scene, COUNTS) {
        return;
    }
    for (bit, it) in scene.values.landmarks.iter().enumerate() {
        let shows = |element: &Element| is_shown(weights, element, &it.text);
        let texts = content(scene.screen).map(|(element, _)| element);
        let drawn = scene.screen.elements.iter();
        let drawn = drawn.filter(|it| it.text.is_none() && it.attributes.contains_key("shape"));
        let count = texts.chain(drawn).filter(|it| shows(it)).count();
        if count > 0 {
            let how = format!("how many show \"{}\"", it.text);
            all.push(offer(count.to_string(), weights.counted, 1 << bit, &how));
        }
    }
}

/// What is made of the numbers that show.
fn calculated(scene: &Scene, all: &mut Vec<Offer>) {
    written_out(scene, all);
    columns_added_up(scene, all);
    let mut numbers: Vec<i64> = content(scene.screen)
        .filter_map(|(_, text)| only_number(text))
        .collect();
    if let [(_, text)] = content(scene.screen)
        .filter(|(_, it)| figures(it).len() == 2)
        .collect::<Vec<_>>()
        .as_slice()
    {
        numbers = figures(text);
    }
    if !(2..=MOST_NUMBERS).contains(&numbers.len()) {
        return;
    }
    let [plus, minus, times] = [ADDS, SUBTRACTS, MULTIPLIES].map(|asked| {
        if says(scene, asked) {
            scene.weights.calculated_as_said
        } else {
            scene.weights.calculated
        }
    });
    let mut add = |value: Option<i64>, cost: f32, how: String| {
        all.extend(value.map(|it| offer(it.to_string(), cost, 0, &how)));
    };
    for (at, a) in numbers.iter().enumerate() {
        for b in &numbers[at + 1..] {
            add(a.checked_add(*b), plus, format!("{a} + {b}"));
            add(a.checked_sub(*b), minus, format!("{a} - {b}"));
            add(b.checked_sub(*a), minus, format!("{b} - {a}"));
            add(a.checked_mul(*b), times, format!("{a} * {b}"));
        }
    }
    if numbers.len() > 2 {
        let sum = numbers.iter().try_fold(0_i64, |sum, it| sum.checked_add(*it));
        add(sum, plus, "all numbers together".to_owned());
    }
}

/// What a calculation that is written out comes to.
fn written_out(scene: &Scene, all: &mut Vec<Offer>) {
    for (_, text) in content(scene.screen) {
        let call = Expr::Call("calculated".to_owned(), vec![Expr::from(text)]);
        let result = call.eval(&Params::new());
        let how = format!("what \"{text}\" comes to");
        all.extend(result.map(|it| offer(it, scene.weights.calculated_as_said, 0, &how)));
    }
}

/// What the numbers that stand below each other come to, where the goal asks for a sum.
fn columns_added_up(scene: &Scene, all: &mut Vec<Offer>) {
    if !says(scene, ADDS) {
        return;
    }
    let mut columns: BTreeMap<(i32, &Option<String>), Vec<&str>> = BTreeMap::new();
    for (element, text) in content(scene.screen) {
        let place = (element.bounds.left, &element.class_name);
        columns.entry(place).or_default().push(text);
    }
    for texts in columns.values().filter(|it| it.len() > 1) {
        let units: BTreeSet<String> = texts.iter().filter_map(|it| strings::unit(it)).collect();
        for unit in units {
            let sum = texts.iter().try_fold("0".to_owned(), |sum, text| {
                let parts = [sum.as_str(), text, &unit].map(Expr::from);
                Expr::Call("added".to_owned(), parts.to_vec()).eval(&Params::new())
            });
            let how = "what the numbers of a column come to";
            all.extend(sum.map(|it| offer(it, scene.weights.calculated_as_said, 0, how)));
        }
    }
}

/// The whole numbers in a text.
fn figures(text: &str) -> Vec<i64> {
    text.split(|it: char| !it.is_ascii_digit())
        .filter_map(|it| it.parse().ok())
        .collect()
}

/// The whole number that a text has, if it has one and no more.
fn only_number(text: &str) -> Option<i64> {
    match figures(text).as_slice() {
        [one] if text.chars().count() <= LONGEST => Some(*one),
        _ => None,
    }
}
