//! Others in a collection: how they are made, where they are listed, and how many there are.

use super::{
    activities, due, events,
    names::{Grammar, kin},
    notes, saying,
    scene::{Around, Scene},
};
use crate::state::Fields;
use crate::tasks::{
    Random,
    about::{About, Collection},
    initial::{Initial, Message},
    words::{ADDRESSES, FAMILY_NAMES, GIVEN_NAMES, NOUNS, SENTENCES},
};

/// No list is made longer than this many screens and a bit.
const MOST: usize = 64;
/// Messages of each side in a conversation that is longer than a screen.
const LONG: usize = 9;
/// How far apart two things are made that are told by when, in milliseconds.
const APART_MS: i64 = 7 * 60_000;

/// Where something is put in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Above,
    Below,
}

impl Around<'_> {
    /// Put others around what is meant, in the place of those that are there.
    pub(super) fn add(&self, initial: &mut Initial, random: &mut Random) {
        match &self.about.collection {
            Collection::Files(_)
            | Collection::Videos(_)
            | Collection::Folders(_)
            | Collection::Rows { .. }
            | Collection::Contacts
            | Collection::Messages => self.named(initial, random),
            Collection::Note(title) => notes::around_one(self, title, initial),
            Collection::TodosOf(folder) => notes::around_todos(self, folder, initial),
            Collection::Dated(folder) => self.older_files(folder, initial),
            Collection::AllFiles(folder) => self.all_files(folder, initial),
            Collection::OlderMessages => self.older_messages(initial, random),
            Collection::Same {
                table,
                column,
                differs,
                moments,
            } => self.nearly_same(table, column, differs, moments, initial),
            Collection::Saying {
                table,
                named,
                column,
                elsewhere,
            } => saying::elsewhere(self, (table, named, column), elsewhere, initial),
            Collection::Event(start) => events::around_one(self, *start, initial),
            Collection::Day(day) => events::around_day(self, *day, initial),
            Collection::Due {
                day,
                meant,
                not_meant,
            } => due::around_day(self, *day, *meant, not_meant, initial),
            Collection::Activities { from, until, kind } => {
                activities::around_time(self, *from..*until, kind, initial);
            }
        }
    }

    /// How many stand before the one that is meant; `None` where the scene leaves it open.
    pub(super) fn before(&self, screenful: usize) -> Option<usize> {
        match self.scene {
            Scene::LastShown => Some(screenful - 1),
            Scene::BelowFold => Some(screenful),
            Scene::Far => Some(screenful * 3 - 1),
            Scene::Kin | Scene::Alone | Scene::Screenful | Scene::Twins | Scene::Values => None,
        }
    }

    /// How many there are in all; `None` where the scene leaves it open.
    pub(super) fn in_all(&self, screenful: usize) -> Option<usize> {
        match self.scene {
            Scene::Screenful => Some(screenful - 1 + self.turn % 3),
            Scene::Alone => Some(1),
            Scene::LastShown | Scene::BelowFold | Scene::Far => {
                self.before(screenful).map(|before| before + 1)
            }
            Scene::Kin | Scene::Twins | Scene::Values => None,
        }
    }

    fn named(&self, initial: &mut Initial, random: &mut Random) {
        let About {
            collection,
            meant,
            made,
        } = self.about;
        collection.keep_only(meant, initial);
        if self.scene == Scene::Alone {
            return;
        }
        let called = meant.iter().chain(made);
        for (at, near) in called.flat_map(|it| kin(collection.grammar(), it)).enumerate() {
            if !made.contains(&near) && collection.shows(&near) {
                let side = if at % 2 == 0 { Side::Below } else { Side::Above };
                collection.put(&near, side, initial, random);
            }
        }
        if self.scene == Scene::Twins {
            self.twins(initial, random);
        }
        let screenful = collection.screenful();
        if let (Some(before), false) = (self.before(screenful), meant.is_empty()) {
            self.move_down(before, initial, random);
        } else if let Some(count) = self.in_all(screenful) {
            self.fill_up(count, initial, random);
        }
    }

    /// Others that are called the same where the goal tells them apart: in another folder, before what is made.
    fn twins(&self, initial: &mut Initial, random: &mut Random) {
        match &self.about.collection {
            Collection::Files(folder) | Collection::Videos(folder) => {
                for name in &self.about.meant {
                    let path = format!("{folder}/backup/{name}");
                    initial.files.push((path, "kept\n".to_owned()));
                }
            }
            Collection::Messages => {
                for number in &self.about.meant {
                    initial.messages.push(received(number, random));
                }
            }
            collection @ Collection::Rows { .. } => {
                for name in &self.about.made {
                    collection.put(name, Side::Above, initial, random);
                }
            }
            Collection::Folders(_)
            | Collection::Dated(_)
            | Collection::AllFiles(_)
            | Collection::Same { .. }
            | Collection::Saying { .. }
            | Collection::Event(_)
            | Collection::Day(_)
            | Collection::Due { .. }
            | Collection::Activities { .. }
            | Collection::Note(_)
            | Collection::TodosOf(_)
            | Collection::Contacts
            | Collection::OlderMessages => {}
        }
    }

    /// Others before the last one that is meant, until so many are.
    fn move_down(&self, before: usize, initial: &mut Initial, random: &mut Random) {
        let About {
            collection, meant, ..
        } = self.about;
        for n in 0..MOST {
            let listed = collection.listed(initial);
            let last = listed.iter().rposition(|it| meant.contains(it));
            if last.is_none_or(|it| it >= before) {
                return;
            }
            let name = collection.other(n, Side::Above);
            if !self.about.made.contains(&name) && !listed.contains(&name) {
                collection.put(&name, Side::Above, initial, random);
            }
        }
    }

    /// Others behind what is there, or fewer of them, until there are so many.
    fn fill_up(&self, count: usize, initial: &mut Initial, random: &mut Random) {
        let About {
            collection,
            meant,
            made,
        } = self.about;
        for n in 0..MOST {
            let listed = collection.listed(initial);
            if listed.len() == count {
                return;
            }
            let name = collection.other(n, Side::Below);
            let others = || listed.iter().filter(|it| !meant.contains(it));
            if listed.len() < count && !listed.contains(&name) && !made.contains(&name) {
                collection.put(&name, Side::Below, initial, random);
            } else if let (true, Some(last)) = (listed.len() > count, others().next_back()) {
                collection.remove(last, initial);
            }
        }
    }

    /// Files that are older than all of a folder's.
    fn older_files(&self, folder: &str, initial: &mut Initial) {
        let shifts = &mut initial.clock_shifts_ms;
        if self.scene == Scene::Alone {
            initial.files.truncate(1);
            shifts.truncate(1);
            return;
        }
        let screenful = self.about.collection.screenful();
        let count = self
            .in_all(screenful)
            .unwrap_or(6)
            .saturating_sub(initial.files.len());
        shifts.resize(initial.files.len(), 0);
        let mut now: i64 = shifts.iter().sum();
        // The oldest of those that are there may be as old as the clock was moved back.
        let oldest = shifts.iter().scan(0, |at, it| {
            *at += it;
            Some(*at)
        });
        let mut wanted = oldest.min().unwrap_or(0).min(0) - APART_MS;
        for n in 0..count {
            if let Some(last) = shifts.last_mut() {
                *last += wanted - now;
            }
            now = wanted;
            wanted -= APART_MS;
            let path = format!("{folder}/{}", self.about.collection.other(n, Side::Above));
            initial.files.push((path, "older\n".to_owned()));
            shifts.push(0);
        }
        if let Some(last) = shifts.last_mut() {
            *last -= now;
        }
    }

    /// So many files, and a folder with one that nobody means.
    fn all_files(&self, folder: &str, initial: &mut Initial) {
        let collection = &self.about.collection;
        collection.keep_only(&[], initial);
        let count = match self.scene {
            Scene::Alone => self.turn % 2,
            _ => self.in_all(collection.screenful()).unwrap_or(5),
        };
        for n in 0..count {
            let name = collection.other(n, if n % 2 == 0 { Side::Below } else { Side::Above });
            initial
                .files
                .push((format!("{folder}/{name}"), "short\n".to_owned()));
        }
        match self.scene {
            Scene::Twins | Scene::Kin | Scene::Far => {
                let inside = format!("{folder}/kept apart/note.md");
                initial.files.push((inside, "kept\n".to_owned()));
            }
            Scene::Values => {
                for name in ["Ada's \"other\" note".replace('"', ""), "заметки.md".to_owned()] {
                    initial
                        .files
                        .push((format!("{folder}/{name}"), "short\n".to_owned()));
                }
            }
            Scene::LastShown | Scene::BelowFold | Scene::Alone | Scene::Screenful => {}
        }
    }

    /// Messages before those that are there: of numbers like the one that is meant, and of that one itself.
    fn older_messages(&self, initial: &mut Initial, random: &mut Random) {
        let mut older = Vec::new();
        let near = self.about.meant.iter().flat_map(|it| kin(Grammar::Number, it));
        match self.scene {
            Scene::Alone => initial
                .messages
                .retain(|it| self.about.meant.contains(&it.address)),
            Scene::Twins => {
                // Every other time a long conversation, which the other one goes on with.
                let long = self.turn % 2 == 1;
                for it in &self.about.meant {
                    for _ in 0..if long { LONG } else { 1 } {
                        let answered = Message {
                            sent: true,
                            ..received(it, random)
                        };
                        older.extend([received(it, random), answered]);
                    }
                    if long {
                        initial.messages.push(received(it, random));
                    }
                }
            }
            Scene::Screenful | Scene::LastShown | Scene::BelowFold | Scene::Far => {
                let count = self.in_all(self.about.collection.screenful()).unwrap_or(0);
                let others = (0..count).map(|n| self.about.collection.other(n, Side::Below));
                older.extend(others.map(|it| received(&it, random)));
            }
            Scene::Kin | Scene::Values => older.extend(near.map(|it| received(&it, random))),
        }
        initial.messages.splice(0..0, older);
    }

    /// Rows that differ in one column from two that are the same, and newer ones before them.
    fn nearly_same(
        &self,
        table: &str,
        named: &str,
        differs: &[&str],
        moments: &[&str],
        initial: &mut Initial,
    ) {
        let rows: Vec<Fields> = initial
            .rows
            .iter()
            .filter(|it| it.0 == table)
            .map(|it| it.1.clone())
            .collect();
        let twice = rows
            .iter()
            .enumerate()
            .find(|(at, it)| rows[at + 1..].contains(it));
        let Some((_, same)) = twice else { return };
        initial.rows.retain(|it| it.0 != table || it.1 == *same);
        let mut put = |fields: Fields| initial.rows.insert(0, (table.to_owned(), fields));
        if self.scene == Scene::Alone {
            return;
        }
        for column in differs {
            let other = rows.iter().find(|it| it.get(*column) != same.get(*column));
            if let Some(value) = other.and_then(|it| it.get(*column)) {
                let mut near = same.clone();
                near.insert((*column).to_owned(), value.clone());
                put(near);
            }
        }
        let count = self.in_all(self.about.collection.screenful()).unwrap_or(0);
        for n in 0..count.saturating_sub(differs.len() + 2) {
            let mut other = rows[n % rows.len()].clone();
            shift(&mut other, moments, same, n as i64 + 1);
            if moments.is_empty() {
                other.insert(named.to_owned(), self.about.collection.other(n, Side::Above));
            }
            put(other);
        }
    }
}

/// Give a row the moments of another one and so much later, or earlier.
fn shift(row: &mut Fields, moments: &[&str], from: &Fields, steps: i64) {
    for column in moments {
        let when: i64 = from
            .get(*column)
            .and_then(|it| it.parse().ok())
            .unwrap_or_default();
        row.insert((*column).to_owned(), (when + steps * APART_MS).to_string());
    }
}

fn received(number: &str, random: &mut Random) -> Message {
    Message {
        address: number.to_owned(),
        body: random.pick(&SENTENCES).to_owned(),
        sent: false,
    }
}

/// Messages of a further contact: of the kind that the first contact with any has, and with other texts. Whatever is read in
/// the place of one contact's messages is then read in another's as well. What was sent stays the last that was.
fn exchange_as_others(number: &str, side: Side, initial: &mut Initial, random: &mut Random) {
    let of = |number: &str| -> Vec<Message> {
        let all = initial.messages.iter();
        all.filter(|it| it.address == number).cloned().collect()
    };
    let known = initial.contacts.iter().map(|it| of(&it.1));
    for it in known.into_iter().find(|it| !it.is_empty()).unwrap_or_default() {
        let other = Message {
            address: number.to_owned(),
            body: other_body(&it.body, random),
            sent: it.sent,
        };
        match side {
            Side::Above if !other.sent => initial.messages.push(other),
            Side::Above | Side::Below => initial.messages.insert(0, other),
        }
    }
}

/// Another text of the same kind.
fn other_body(body: &str, random: &mut Random) -> String {
    let kind: &[&str] = if ADDRESSES.contains(&body) {
        &ADDRESSES
    } else {
        &SENTENCES
    };
    let others: Vec<&str> = kind.iter().copied().filter(|it| *it != body).collect();
    random.pick(&others).to_owned()
}

impl Collection {
    fn grammar(&self) -> Grammar {
        match self {
            Collection::Files(_) | Collection::Videos(_) | Collection::Dated(_) | Collection::AllFiles(_) => {
                Grammar::File
            }
            Collection::Messages | Collection::OlderMessages => Grammar::Number,
            Collection::Folders(_)
            | Collection::Rows { .. }
            | Collection::Same { .. }
            | Collection::Saying { .. }
            | Collection::Event(_)
            | Collection::Day(_)
            | Collection::Due { .. }
            | Collection::Activities { .. }
            | Collection::Note(_)
            | Collection::TodosOf(_)
            | Collection::Contacts => Grammar::Words,
        }
    }

    /// How many of its things are seen at once.
    pub(super) fn screenful(&self) -> usize {
        match self {
            Collection::Files(_)
            | Collection::Folders(_)
            | Collection::Dated(_)
            | Collection::AllFiles(_)
            | Collection::Contacts => 12,
            Collection::Messages | Collection::OlderMessages => 11,
            Collection::Rows { moments: [], .. }
            | Collection::Same { moments: [], .. }
            | Collection::Saying { .. } => 8,
            Collection::Rows { .. } | Collection::Same { .. } => 10,
            Collection::Event(_) | Collection::Day(_) => 8,
            Collection::Due { .. } => 12,
            Collection::Activities { .. } => 9,
            Collection::Note(_) | Collection::TodosOf(_) => 16,
            Collection::Videos(_) => 11,
        }
    }

    /// Whether a thing of this name is shown among the others.
    fn shows(&self, name: &str) -> bool {
        !matches!(self, Collection::Videos(_)) || name.ends_with(".mp4")
    }

    /// The names of its things, as they are listed.
    fn listed(&self, initial: &Initial) -> Vec<String> {
        let mut names: Vec<String> = match self {
            Collection::Files(folder)
            | Collection::Videos(folder)
            | Collection::AllFiles(folder)
            | Collection::Dated(folder) => {
                let paths = initial.files.iter().filter_map(|it| it.0.rsplit_once('/'));
                paths
                    .filter(|it| it.0 == folder)
                    .map(|it| it.1.to_owned())
                    .collect()
            }
            Collection::Folders(folder) => {
                let paths = initial.folders.iter().filter_map(|it| it.rsplit_once('/'));
                paths
                    .filter(|it| it.0 == folder)
                    .map(|it| it.1.to_owned())
                    .collect()
            }
            Collection::Contacts => initial.contacts.iter().map(|it| it.0.clone()).collect(),
            Collection::Messages | Collection::OlderMessages => {
                let mut numbers: Vec<String> = Vec::new();
                for it in initial.messages.iter().rev() {
                    if !numbers.contains(&it.address) {
                        numbers.push(it.address.clone());
                    }
                }
                return numbers;
            }
            Collection::Rows {
                table,
                column,
                moments,
            } => {
                let mut rows: Vec<&Fields> = initial
                    .rows
                    .iter()
                    .filter(|it| it.0 == *table)
                    .map(|it| &it.1)
                    .collect();
                if let Some(moment) = moments.first() {
                    rows.sort_by_key(|it| std::cmp::Reverse(when(it, moment)));
                    return rows.into_iter().map(|it| it[*column].clone()).collect();
                }
                rows.into_iter().map(|it| it[*column].clone()).collect()
            }
            Collection::Same { .. }
            | Collection::Saying { .. }
            | Collection::Event(_)
            | Collection::Day(_)
            | Collection::Due { .. }
            | Collection::Note(_)
            | Collection::TodosOf(_)
            | Collection::Activities { .. } => Vec::new(),
        };
        names.sort_by_cached_key(|it| it.to_lowercase());
        names
    }

    /// Take away what is not meant.
    fn keep_only(&self, meant: &[String], initial: &mut Initial) {
        for name in self.listed(initial) {
            if !meant.contains(&name) {
                self.remove(&name, initial);
            }
        }
    }

    fn remove(&self, name: &str, initial: &mut Initial) {
        match self {
            Collection::Files(folder)
            | Collection::Videos(folder)
            | Collection::AllFiles(folder)
            | Collection::Dated(folder) => {
                let path = format!("{folder}/{name}");
                initial.files.retain(|it| it.0 != path);
            }
            Collection::Folders(folder) => {
                let path = format!("{folder}/{name}");
                initial.folders.retain(|it| *it != path);
            }
            Collection::Contacts => initial.contacts.retain(|it| it.0 != name),
            Collection::Messages | Collection::OlderMessages => {
                initial.messages.retain(|it| it.address != name);
            }
            Collection::Rows { table, column, .. } => {
                let is_it = |fields: &Fields| fields.get(*column).is_some_and(|it| it == name);
                let others = initial
                    .rows
                    .iter()
                    .filter(|it| it.0 == *table && !is_it(&it.1))
                    .count();
                // The last one stays: others are made like it.
                if others > 0 {
                    initial.rows.retain(|it| it.0 != *table || !is_it(&it.1));
                }
            }
            Collection::Same { .. }
            | Collection::Saying { .. }
            | Collection::Event(_)
            | Collection::Day(_)
            | Collection::Due { .. }
            | Collection::Note(_)
            | Collection::TodosOf(_)
            | Collection::Activities { .. } => {}
        }
    }

    /// Put one more thing there; a place matters where the list is in the order of time.
    fn put(&self, name: &str, side: Side, initial: &mut Initial, random: &mut Random) {
        match self {
            Collection::Files(folder)
            | Collection::Videos(folder)
            | Collection::AllFiles(folder)
            | Collection::Dated(folder) => {
                let path = format!("{folder}/{name}");
                if initial.files.iter().all(|it| it.0 != path) {
                    initial.files.push((path, format!("{}\n", random.letters(20))));
                }
            }
            Collection::Folders(folder) => {
                let path = format!("{folder}/{name}");
                if !initial.folders.contains(&path) {
                    initial.folders.push(path);
                }
            }
            Collection::Contacts => {
                let number = format!("+1{}", random.digits(10));
                exchange_as_others(&number, side, initial, random);
                initial.contacts.push((name.to_owned(), number));
            }
            Collection::Messages | Collection::OlderMessages => match side {
                Side::Above => initial.messages.push(received(name, random)),
                Side::Below => initial.messages.insert(0, received(name, random)),
            },
            Collection::Rows {
                table,
                column,
                moments,
            } => {
                let rows = initial.rows.iter().filter(|it| it.0 == *table).map(|it| &it.1);
                let moment = moments.first().copied().unwrap_or_default();
                let (oldest, newest) = (
                    rows.clone().min_by_key(|it| when(it, moment)).cloned(),
                    rows.max_by_key(|it| when(it, moment)).cloned(),
                );
                let (like, steps) = match side {
                    Side::Above => (newest, 1),
                    Side::Below => (oldest, -1),
                };
                let Some(like) = like else { return };
                let mut row = like.clone();
                shift(&mut row, moments, &like, steps);
                row.insert((*column).to_owned(), name.to_owned());
                initial.rows.push(((*table).to_owned(), row));
            }
            Collection::Same { .. }
            | Collection::Saying { .. }
            | Collection::Event(_)
            | Collection::Day(_)
            | Collection::Due { .. }
            | Collection::Note(_)
            | Collection::TodosOf(_)
            | Collection::Activities { .. } => {}
        }
    }

    /// What the files of a folder are: pictures in the camera's, notes elsewhere.
    fn ending(&self) -> &'static str {
        match self {
            Collection::Files(folder) if folder.ends_with("/DCIM") => ".jpg",
            Collection::Videos(_) => ".mp4",
            _ => ".md",
        }
    }

    /// A name of something else, before the usual ones or behind them.
    fn other(&self, n: usize, side: Side) -> String {
        let noun = NOUNS[n % NOUNS.len()];
        match (self.grammar(), side) {
            (Grammar::File, Side::Above) => format!("{n:03}_{noun}{}", self.ending()),
            (Grammar::File, Side::Below) => format!("zz_{noun}_{n:02}{}", self.ending()),
            (Grammar::Words, _) if matches!(self, Collection::Contacts) => {
                let given = GIVEN_NAMES[n % GIVEN_NAMES.len()];
                format!("{given} {}", FAMILY_NAMES[n % FAMILY_NAMES.len()])
            }
            (Grammar::Words, Side::Above) => format!("{n:02} {noun}"),
            (Grammar::Words, Side::Below) => format!("Zz {noun} {n}"),
            (Grammar::Number, _) => format!("+1888{n:07}"),
        }
    }
}

fn when(row: &Fields, column: &str) -> i64 {
    row.get(column).and_then(|it| it.parse().ok()).unwrap_or_default()
}
