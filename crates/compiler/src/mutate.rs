//! A recorded screen and the element that was acted on to altered screens: what a function meets once an app has other
//! content, or another version. Each says on which element to act, or that there is none.
//!
//! Only such screens are made of which that is known: the element is one that the task names by a value, or one that the
//! function names by constant words. A screen on which acting on the recorded element may be right as well as wrong is
//! left out.

mod rows;
mod words;

use std::{collections::BTreeSet, fmt};

use rhai::{ASTNode, Expr};
use ui::{Element, ElementId, Key, Screen};

use crate::check;

use rows::Draft;
pub(crate) use rows::{Kind, Row};
use words::{altered, contains, look_alikes, names, of_element, renamed};

/// Altered screens of one step at most.
pub const MOST: usize = 13;

/// What was changed on a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// A row with other words stands before that of the element.
    RowBefore,
    /// A row with other words stands after that of the element.
    RowAfter,
    /// The row of the element and the next one have changed places.
    Swapped,
    /// The other rows have other words.
    OthersRenamed,
    /// The row of the element has other words: what was asked for is not there.
    Renamed,
    /// A row before it has a name with the one that is meant in it.
    LongerName,
    /// Its row has a longer name with the one that is meant in it: what was asked for is not there.
    OnlyLonger,
    /// A row after it has a name that the one that is meant begins with.
    ShorterName,
    /// Another row has just the same name.
    SameName,
    /// A heading has the same words.
    Heading,
    /// The element is gone.
    Gone,
    /// The ids have other names.
    IdsRenamed,
}

impl Change {
    /// What was changed, in words.
    pub fn words(self) -> &'static str {
        match self {
            Change::RowBefore => "a row with other words stands before it",
            Change::RowAfter => "a row with other words stands after it",
            Change::Swapped => "its row and another one have changed places",
            Change::OthersRenamed => "the other rows have other words",
            Change::Renamed => "its row has other words",
            Change::LongerName => "a row before it has a longer name with this one in it",
            Change::OnlyLonger => "its row has a longer name with this one in it",
            Change::ShorterName => "a row after it has a name that this one begins with",
            Change::SameName => "another row has the same name",
            Change::Heading => "a heading has the same words",
            Change::Gone => "it is gone",
            Change::IdsRenamed => "the ids have other names",
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

/// A screen that was altered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// What was changed.
    pub change: Change,
    /// The screen now.
    pub screen: Screen,
    /// What to act on; `None` where acting on anything is wrong.
    pub right: Option<ElementId>,
}

/// What a function says of the elements that it looks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// Constant words and ids.
    constants: BTreeSet<String>,
    /// Whether any of several alike will do somewhere.
    any_of_alike: bool,
}

impl Said {
    /// From a function's source. Of a text that can't be read there is nothing to say.
    pub fn of(source: &str) -> Self {
        let mut said = Self::default();
        let Ok(ast) = check::parse(source) else {
            return said;
        };
        ast.walk(&mut |path| {
            if let Some(ASTNode::Expr(Expr::Map(map, _))) = path.last() {
                for (key, value) in &map.0 {
                    said.any_of_alike |= key.name == "any_of_alike";
                    let is_said = |it: Key| it.is_words() || matches!(it, Key::ResourceName | Key::Name);
                    if let Expr::StringConstant(text, _) = value
                        && key.name.parse().is_ok_and(is_said)
                    {
                        said.constants.insert(text.trim().to_owned());
                    }
                }
            }
            true
        });
        said
    }

    /// Whether the function names an element of a screen by constant words, or by an id that no other one has: rows of a
    /// list share theirs.
    fn names(&self, screen: &Screen, element: &Element) -> bool {
        let only =
            |same: &dyn Fn(&Element) -> bool| screen.elements.iter().filter(|it| same(it)).count() == 1;
        let id = element
            .lasting_id()
            .filter(|_| only(&|it| it.resource_name == element.resource_name));
        let name = element.attributes.get("name");
        let name = name.filter(|_| only(&|it| it.attributes.get("name") == name));
        // What a field holds is no name of it.
        let text = |it: &&str| !element.editable || *it != element.held_text();
        let said = id.map(ui::short_id).into_iter().chain(name.map(String::as_str));
        let mut all = element.words().filter(text).chain(said);
        all.any(|it| self.constants.contains(it.trim()))
    }
}

/// The altered screens of a step: the screen before it, the element that was acted on, the values of the task, and what
/// the function says of what it looks for.
pub fn mutants(screen: &Screen, target: ElementId, values: &[String], said: &Said) -> Vec<Mutant> {
    let Some(element) = screen.get(target) else {
        return Vec::new();
    };
    let mut maker = Maker {
        screen,
        target,
        values,
        said,
        all: Vec::new(),
    };
    match maker.named() {
        Some((row, name)) => maker.of_named(&row, &name),
        None if said.names(screen, element) => maker.of_constant(element),
        None => {}
    }
    maker.all.truncate(MOST);
    maker.all
}

struct Maker<'a> {
    screen: &'a Screen,
    target: ElementId,
    values: &'a [String],
    said: &'a Said,
    all: Vec<Mutant>,
}

impl Maker<'_> {
    /// The row of the target and the value of the task that names it, where one does.
    fn named(&self) -> Option<(Row, String)> {
        let element = &self.screen.elements[self.target.0];
        if element.editable {
            return None;
        }
        let own = Row::of_subtree(self.screen, &element.path)?;
        let row = match self.name_in(&own) {
            Some(_) => Row::around(self.screen, self.target, Kind::Entry, |_| true).unwrap_or(own),
            None => {
                let named = |row: &Row| self.name_in(row).is_some();
                Row::around(self.screen, self.target, Kind::Entry, named)?
            }
        };
        let name = self.name_in(&row)?;
        Some((row, name))
    }

    /// The longest value of the task that a row shows.
    fn name_in(&self, row: &Row) -> Option<String> {
        let elements = row.elements(self.screen).filter(|it| !it.editable);
        let words: Vec<&str> = elements.flat_map(of_element).collect();
        let shown = |value: &&String| words.iter().any(|it| names(it, value, self.values));
        let shown = self.values.iter().filter(shown);
        shown.max_by_key(|it| it.len()).cloned()
    }

    fn keep(&mut self, change: Change, draft: Draft, right: bool) {
        let Some((screen, target)) = draft.finish(self.target) else {
            return;
        };
        let right = if right { target } else { None };
        if screen != *self.screen {
            self.all.push(Mutant {
                change,
                screen,
                right,
            });
        }
    }

    /// Whether a name stands on the screen outside of a row, where a tap on it might do the same.
    fn is_elsewhere(&self, row: &Row, name: &str) -> bool {
        let outside = self.screen.iter().filter(|(id, _)| !row.holds(*id));
        let mut words = outside
            .filter(|(_, it)| !it.editable)
            .flat_map(|(_, it)| of_element(it));
        words.any(|it| contains(it, name))
    }

    /// The screens of an element that a value of the task names.
    fn of_named(&mut self, row: &Row, name: &str) {
        let draft = Draft::new(self.screen);
        let elsewhere = self.is_elsewhere(row, name);
        let told = self.is_told_by_more(row, name);
        // Of several of one name that the task does not tell apart, another one may do as well.
        if !elsewhere || told {
            self.with_other_rows(row);
        }
        if !elsewhere {
            let mut renamed_row = draft.clone();
            renamed_row.reword(row, altered);
            self.keep(Change::Renamed, renamed_row, false);
            let mut gone = draft.clone();
            gone.remove(row);
            self.keep(Change::Gone, gone, false);
        }
        if row.is_listed() || row.is_alone(self.screen) {
            let [longer, shorter] = look_alikes(name);
            if let Some(other) = longer
                .as_ref()
                .filter(|it| !elsewhere && !self.values.contains(it))
            {
                let mut only = draft.clone();
                only.reword(row, |it, _| match contains(it, name) {
                    true => it.replace(name, other),
                    false => it.to_owned(),
                });
                self.keep(Change::OnlyLonger, only, false);
            }
            for (change, other) in [(Change::LongerName, longer), (Change::ShorterName, shorter)] {
                let Some(other) = other.filter(|it| !self.values.contains(it)) else {
                    continue;
                };
                let mut with = draft.clone();
                let words = |it: &str, fixed: bool| match contains(it, name) {
                    true => it.replace(name, &other),
                    false => altered(it, fixed),
                };
                with.insert(row, row, change == Change::LongerName, words);
                self.keep(change, with, true);
            }
            if !elsewhere && !self.said.any_of_alike {
                self.same_name(row, name, told);
            }
        }
        self.heading(name);
        self.ids_renamed();
    }

    /// Whether the task names a row by more than one value.
    fn is_told_by_more(&self, row: &Row, name: &str) -> bool {
        let others = self
            .values
            .iter()
            .filter(|it| *it != name && !name.contains(it.as_str()));
        let others: Vec<&String> = others.collect();
        let more = |it: &str| !contains(it, name) && others.iter().any(|value| contains(it, value));
        row.elements(self.screen).flat_map(of_element).any(more)
    }

    /// Another row of the same name. Where the task names the row by more, that tells them apart.
    fn same_name(&mut self, row: &Row, name: &str, told: bool) {
        let is_named = |it: &str| contains(it, name);
        let mut with = Draft::new(self.screen);
        with.insert(row, row, true, |it, fixed| match is_named(it) {
            true => it.to_owned(),
            false => altered(it, fixed),
        });
        self.keep(Change::SameName, with, told);
    }

    /// The screens of an element that the function names by constant words.
    fn of_constant(&mut self, element: &Element) {
        let Some(own) = Row::of_subtree(self.screen, &element.path) else {
            return;
        };
        let words: Vec<&str> = own
            .elements(self.screen)
            .filter(|it| !it.editable)
            .flat_map(of_element)
            .collect();
        let row = Row::around(self.screen, self.target, Kind::Control, |_| true);
        // What has no words of its own is known by what stands beside it: it is not moved, and no row is added.
        let named = element.words().any(|it| self.said.constants.contains(it.trim()))
            || words.iter().any(|it| self.said.constants.contains(it.trim()));
        if let Some(row) = row.filter(|it| named && it.depth() == own.depth()) {
            self.with_other_rows(&row);
        }
        let mut gone = Draft::new(self.screen);
        gone.remove(&own);
        gone.remove_labels(element);
        self.keep(Change::Gone, gone, false);
        let shown = words.iter().find(|it| self.said.constants.contains(it.trim()));
        if let Some(shown) = shown.map(|it| (*it).to_owned()) {
            self.heading(&shown);
        }
        self.ids_renamed();
    }

    /// Rows are added, moved and renamed around the one that is meant.
    fn with_other_rows(&mut self, row: &Row) {
        let Some(other) = row.neighbour(self.screen) else {
            return;
        };
        let draft = Draft::new(self.screen);
        for (change, before) in [(Change::RowBefore, true), (Change::RowAfter, false)] {
            let mut with = draft.clone();
            with.insert(row, &other, before, altered);
            self.keep(change, with, true);
        }
        let mut swapped = draft.clone();
        swapped.swap(row, &other);
        self.keep(Change::Swapped, swapped, true);
        let mut others = draft.clone();
        for it in row.siblings(self.screen) {
            others.reword(&it, altered);
        }
        self.keep(Change::OthersRenamed, others, true);
    }

    /// The same words on something of another kind.
    fn heading(&mut self, words: &str) {
        let mut with = Draft::new(self.screen);
        with.add_heading(self.target, words);
        self.keep(Change::Heading, with, true);
    }

    /// Every id of the app has another name, as in a new version of it.
    fn ids_renamed(&mut self) {
        let mut with = Draft::new(self.screen);
        with.rename_ids(renamed);
        self.keep(Change::IdsRenamed, with, true);
    }
}

#[cfg(test)]
mod tests;
