//! What the evidence for an element is worth in a run, and which of its windows are known.
//!
//! Each way to an element is evidence of a kind ([`Evidence`]), and kinds are independent. What has held so far
//! in a run has to hold on: where words agreed before, a window whose words do not is a strange one.

use ui::{Element, ElementId, Evidence, Found, Key, Locator, Screen, find, find_in_any_case};

use crate::range::around_both;

/// What is known where a first way finds nothing.
#[derive(Clone, Copy, Debug)]
struct Failure {
    /// Evidence of its kind fails in this run anyway: that it does says nothing of this element.
    explained: bool,
    /// The screen is one that was recognised by a name or by words.
    known_screen: bool,
    /// Names hold in this run.
    names_hold: bool,
    /// The first way is a place itself: the n-th of a name, however many there are.
    asks_place: bool,
}

/// What a kind of evidence is worth: a tap on something found otherwise than it was recorded needs two.
/// To stand next to a value of the task says as much as a name. Where it is explained why the first way fails, so
/// does a place among just as many as were recorded: of a class on a screen that is known, or where there is only
/// one; of those that share a name where names hold. Where the n-th of a name was asked for, however many there are,
/// the n-th of its class on a known screen says as much.
fn weight(way: &Locator, values: &[String], failure: Failure) -> u32 {
    let of = way.place().and_then(|it| it.of);
    let only = of == Some(1);
    match way.evidence() {
        Evidence::Name | Evidence::Words => 2,
        Evidence::Place if failure.explained && only => 2,
        Evidence::Place
            if failure.explained && failure.known_screen && (of.is_some() || failure.asks_place) =>
        {
            2
        }
        Evidence::Row if failure.explained && of.is_some() && failure.names_hold => 2,
        Evidence::Neighbour if way.anchors().any(|it| values.contains(it)) => 2,
        Evidence::Neighbour | Evidence::Place | Evidence::Row => 1,
    }
}

/// Whether a way goes by a value of the task.
fn is_of_task(way: &Locator, values: &[String]) -> bool {
    let mut said = way.values();
    said.any(|it| {
        values
            .iter()
            .any(|value| !value.is_empty() && it.contains(value.as_str()))
    })
}

/// What is pressed and shows the words of a locator in capitals, as a style sheet may write it. A value of the task is what it is, and
/// so is what is made of one.
fn in_capitals(screen: &Screen, locator: &Locator, values: &[String]) -> Option<ElementId> {
    let asked = locator.get(Key::Text)?;
    let small = asked.to_lowercase();
    let of_task = |it: &String| {
        let value = it.to_lowercase();
        !value.is_empty() && (small.contains(&value) || value.contains(&small))
    };
    if locator.near.is_some() || locator.nth.is_some() || values.iter().any(of_task) {
        return None;
    }
    let capitals = asked.to_uppercase();
    let shows_it = |it: &Element| {
        let is_pressed = it.clickable && !it.editable && !it.checkable;
        is_pressed && it.text.as_deref().map(str::trim) == Some(capitals.as_str())
    };
    // Hardly any screen has it, and to look in all letters takes a copy of the screen.
    if !screen.elements.iter().any(shows_it) {
        return None;
    }
    let id = find_in_any_case(screen, locator).one()?;
    screen.get(id).is_some_and(shows_it).then_some(id)
}

/// The other ways of a locator that are evidence of their own. Where a value of the task names the element in full, a
/// part of the same words finds something else, and so does to stand beside them: what the value was searched by shows it too.
pub fn other_ways<'a>(locator: &'a Locator, values: &'a [String]) -> impl Iterator<Item = &'a Locator> {
    locator
        .or_else
        .iter()
        .filter(move |way| !is_weaker(way, locator, values))
}

/// Whether a way goes by a part of the words of the task that a locator goes by, or only stands beside them.
fn is_weaker(way: &Locator, locator: &Locator, values: &[String]) -> bool {
    let is_of_task = |part: &str| {
        values
            .iter()
            .any(|value| !value.is_empty() && (part.contains(value.as_str()) || value.contains(part)))
    };
    let beside = way.near.as_ref().filter(|it| values.contains(it));
    let mut shown = locator.attributes.iter().filter(|(key, _)| key.is_shown());
    if beside.is_some_and(|near| shown.any(|(_, it)| it == near)) {
        return true;
    }
    way.attributes.iter().any(|(key, part)| {
        let mut whole = locator
            .attributes
            .iter()
            .map(|(_, it)| it)
            .chain(locator.anchors());
        key.is_partial() && is_of_task(part) && whole.any(|whole| whole.contains(part.as_str()))
    })
}

/// What a tap on an element that was found otherwise needs.
const ENOUGH: u32 = 2;
/// Windows that are closed in one run.
const MOST_CLOSED: usize = 4;

/// How often a kind of evidence held and failed.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    held: u32,
    failed: u32,
}

impl Tally {
    fn count(&mut self, holds: bool) {
        if holds {
            self.held += 1;
        } else {
            self.failed += 1;
        }
    }

    fn holds(self) -> bool {
        self.held > self.failed
    }

    /// At least as often as it held: some texts are the same in every language.
    fn fails(self) -> bool {
        self.failed > 0 && self.failed >= self.held
    }
}

/// What has been seen of the evidence in a run, and of windows.
#[derive(Debug, Default)]
pub struct Trust {
    /// The namespace of ids that windows of every app may have.
    shared_ids: Option<&'static str>,
    names: Tally,
    words: Tally,
    /// Windows in which something was found.
    known: Vec<u64>,
    /// Kinds of screens on which something was found by a name or by words.
    recognised: Vec<u64>,
    /// Windows that were closed.
    closed: Vec<u64>,
    /// Names of the dialogs of a page in which something was found.
    dialogs: Vec<String>,
}

/// An element that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Located {
    /// The element.
    pub id: ElementId,
    /// Where it was not the locator itself that found it: whether its other ways are enough to tap it.
    pub otherwise: Option<bool>,
}

impl Trust {
    /// Nothing is known yet; `shared_ids` is the namespace of ids that windows of every app may have.
    pub fn new(shared_ids: Option<&'static str>) -> Self {
        Self {
            shared_ids,
            ..Self::default()
        }
    }

    /// The other ways that agree on one element; `None` where none finds one, or two find different ones. What is to be acted on
    /// may also be written in capitals.
    pub fn otherwise(
        &self,
        screen: &Screen,
        locator: &Locator,
        values: &[String],
        acts: bool,
    ) -> Option<Located> {
        let failure = Failure {
            explained: self.explains(locator, values),
            known_screen: self.recognised.contains(&screen.structure()),
            names_hold: self.names.holds(),
            asks_place: locator.place().is_some_and(|it| it.of.is_none()),
        };
        let mut id: Option<ElementId> = None;
        let mut kinds: Vec<Evidence> = Vec::new();
        let mut sum = 0;
        let mut several: Vec<Vec<ElementId>> = Vec::new();
        let in_capitals = in_capitals(screen, locator, values).filter(|_| acts);
        let in_capitals = in_capitals.map(|it| (locator, Found::One(it)));
        let ways = other_ways(locator, values).map(|way| (way, find(screen, way)));
        for (way, found) in in_capitals.into_iter().chain(ways) {
            match found {
                Found::None => {}
                Found::Many(ids) => several.push(ids),
                Found::One(found) => {
                    if id.is_some_and(|it| it != found) {
                        return None;
                    }
                    id = Some(found);
                    // Two positions are one kind of evidence.
                    let kind = match way.evidence() {
                        Evidence::Row => Evidence::Place,
                        kind => kind,
                    };
                    if !kinds.contains(&kind) {
                        kinds.push(kind);
                        sum += weight(way, values, failure);
                    }
                }
            }
        }
        let id = id?;
        // A way that finds several speaks against what is none of them.
        let agree = several.iter().all(|it| it.contains(&id));
        agree.then_some(Located {
            id,
            otherwise: Some(sum >= ENOUGH),
        })
    }

    /// Another field that the label of a locator names, where its id names this one: two fields have exchanged their ids,
    /// or their labels, and nobody can say which of both holds.
    pub fn disputes(&self, screen: &Screen, locator: &Locator, id: ElementId) -> Option<ElementId> {
        if locator.evidence() != Evidence::Name {
            return None;
        }
        let names = [Key::Label, Key::HintText, Key::ContentDescription];
        let by_label = |it: &&Locator| {
            names.iter().any(|key| it.get(*key).is_some()) && it.nth.is_none() && it.near.is_none()
        };
        let other = locator
            .or_else
            .iter()
            .filter(by_label)
            .find_map(|it| find(screen, it).one());
        other.filter(|it| *it != id)
    }

    /// Whether it is no wonder that the first way finds nothing: evidence of its kind fails in this run.
    pub fn explains(&self, locator: &Locator, values: &[String]) -> bool {
        match locator.evidence() {
            Evidence::Name | Evidence::Row => self.names.fails(),
            // A value of the task is the same in every language.
            Evidence::Words => self.words.fails() && !is_of_task(locator, values),
            Evidence::Neighbour | Evidence::Place => false,
        }
    }

    /// Whether an id is one of the framework's, which windows of every app may have.
    fn is_shared(&self, element: &Element) -> bool {
        let namespace = element
            .resource_name
            .as_deref()
            .and_then(|it| it.split_once(":id/"));
        namespace.is_some_and(|(of, _)| self.shared_ids == Some(of))
    }

    /// Whether what the first way finds can't be believed: it goes by what many windows have in common, and
    /// the other ways, which held so far, say something else.
    pub fn doubts(&self, screen: &Screen, locator: &Locator, id: ElementId) -> bool {
        let common = match locator.evidence() {
            Evidence::Name => screen.get(id).is_some_and(|it| self.is_shared(it)),
            Evidence::Place | Evidence::Row => true,
            Evidence::Words | Evidence::Neighbour => false,
        };
        let says = |kind: Evidence| {
            let mut ways = locator
                .or_else
                .iter()
                .filter(|it| match it.evidence() {
                    Evidence::Row => kind == Evidence::Place,
                    other => other == kind,
                })
                .peekable();
            let any = ways.peek().is_some();
            any.then(|| ways.any(|it| finds(screen, it, id)))
        };
        let foreign = screen
            .get(id)
            .is_some_and(|it| it.package_name.as_ref().is_some_and(|it| *it != screen.app));
        // Where words fail everywhere, as in another language, they say nothing of a window either.
        let speaks_against =
            self.words.holds() || (foreign && !self.words.fails()) || says(Evidence::Place) == Some(false);
        common && says(Evidence::Words) == Some(false) && speaks_against
    }

    /// An element was found: what does that say of names and words? Values of the task are the same in every
    /// language, and what a field holds is no name of it.
    pub fn learn(&mut self, screen: &Screen, locator: &Locator, id: ElementId, values: &[String]) {
        let mut strong = false;
        let field = screen.get(id).is_some_and(|it| it.editable);
        let shared = screen.get(id).is_some_and(|it| self.is_shared(it));
        for way in std::iter::once(locator).chain(&locator.or_else) {
            let holds = finds(screen, way, id) || in_capitals(screen, way, values) == Some(id);
            match way.evidence() {
                Evidence::Name if !shared => {
                    strong |= holds;
                    self.names.count(holds);
                }
                Evidence::Words if !(field && way.get(Key::Text).is_some()) => {
                    strong |= holds;
                    if !is_of_task(way, values) {
                        self.words.count(holds);
                    }
                }
                Evidence::Name | Evidence::Words | Evidence::Neighbour | Evidence::Row | Evidence::Place => {}
            }
        }
        let structure = screen.structure();
        if strong && !self.recognised.contains(&structure) {
            self.recognised.push(structure);
        }
        let window = ui::same::window(screen);
        if !self.known.contains(&window) {
            self.known.push(window);
        }
        let found = screen.get(id);
        let around = |it: &&Element| ui::may_be_notice(it) && found.is_some_and(|id| it.contains(id));
        for dialog in screen.elements.iter().filter(around).map(Element::name) {
            if !self.dialogs.contains(&dialog) {
                self.dialogs.push(dialog);
            }
        }
    }

    /// Whether the run has found something in a dialog of this name.
    pub fn knows_notice(&self, dialog: &Element) -> bool {
        self.dialogs.contains(&dialog.name())
    }

    /// Whether more may be closed in this run.
    pub fn may_close(&self) -> bool {
        self.closed.len() < MOST_CLOSED
    }

    /// Whether the window in front is one to go back from: it lies over another, the run has found nothing
    /// in it, and has not gone back from it before.
    pub fn is_strange(&self, screen: &Screen) -> bool {
        let it = ui::same::window(screen);
        lies_over(screen)
            && !self.known.contains(&it)
            && !self.closed.contains(&it)
            && self.closed.len() < MOST_CLOSED
    }

    /// Whether what only stands in the right place of this window is not believed: it is a strange one, and words do
    /// not fail everywhere.
    pub fn suspects(&self, screen: &Screen) -> bool {
        !self.words.fails() && self.is_strange(screen)
    }

    /// The window in front is gone back from.
    pub fn close(&mut self, screen: &Screen) {
        self.closed.push(ui::same::window(screen));
    }
}

fn finds(screen: &Screen, locator: &Locator, id: ElementId) -> bool {
    match find(screen, locator) {
        Found::One(found) => found == id,
        Found::Many(all) => all.contains(&id),
        Found::None => false,
    }
}

/// Whether what is reported is a window of an app that is known to lie over another one, and leaves a good part of
/// the screen to it. A full-screen window with little on it does not.
fn lies_over(screen: &Screen) -> bool {
    let mut all = screen.elements.iter();
    let Some(first) = all.next() else { return false };
    let is_higher =
        |it: &Element| it.package_name.is_some() && it.path.first().is_some_and(|window| *window > 0);
    let mut around = first.bounds;
    let mut higher = is_higher(first);
    for it in all {
        higher &= is_higher(it);
        around = around_both(around, it.bounds);
    }
    let area = i64::from(around.width()) * i64::from(around.height());
    higher && area * 4 < i64::from(screen.size.0) * i64::from(screen.size.1) * 3
}

/// What a tap on an element may meet instead: something of a higher window that lies around its middle.
pub fn covering(screen: &Screen, id: ElementId) -> Option<ElementId> {
    let target = screen.get(id)?;
    let (x, y) = target.bounds.center();
    let window = |it: &Element| it.path.first().copied();
    let above = |it: &Element| window(it) > window(target);
    screen.iter().filter(|(_, it)| above(it)).find_map(|(id, it)| {
        let all = screen.elements.iter().filter(|other| window(other) == window(it));
        let around = all.fold(it.bounds, |around, other| around_both(around, other.bounds));
        around.contains(x, y).then_some(id)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: &str) -> Locator {
        Locator {
            near: Some(value.to_owned()),
            ..Locator::by(Key::ClassName, "a".to_owned())
        }
    }

    #[test]
    fn what_shows_a_value_is_not_found_beside_something_else_that_shows_it() {
        let values = ["Clara".to_owned()];
        let ways = |first: Locator| {
            let locator = Locator {
                or_else: vec![near("Clara")],
                ..first
            };
            other_ways(&locator, &values).count()
        };
        assert_eq!(ways(Locator::by(Key::Text, "Clara".to_owned())), 0);
        // A button in the row that shows the value has no such words of its own.
        assert_eq!(ways(Locator::by(Key::ResourceName, "edit_1".to_owned())), 1);
        // A label stands beside what it names.
        assert_eq!(ways(Locator::by(Key::Label, "Clara".to_owned())), 1);
    }
}
