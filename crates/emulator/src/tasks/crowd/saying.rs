//! Other rows that say the words of a goal where they don't matter, and rows that are called like one that is meant.

use super::scene::{Around, Scene};
use crate::{state::Fields, tasks::initial::Initial, tasks::words::NOUNS};

/// Others around the rows of a table that say the meant words in one column: `(table, its naming column, the column)`.
pub(super) fn elsewhere(
    around: &Around<'_>,
    (table, named, column): (&str, &str, &str),
    elsewhere: &[&str],
    initial: &mut Initial,
) {
    let Some(words) = around.about.meant.first() else {
        return;
    };
    let says = |it: &Fields| it[column].to_lowercase().contains(&words.to_lowercase());
    let rows = || initial.rows.iter().filter(|it| it.0 == table).map(|it| &it.1);
    let meant: Vec<Fields> = rows().filter(|it| says(it)).cloned().collect();
    let others: Vec<Fields> = rows().filter(|it| !says(it)).cloned().collect();
    let Some(other) = others.first() else { return };
    let with = |row: &Fields, changes: &[(&str, String)]| {
        let mut row = row.clone();
        row.extend(
            changes
                .iter()
                .map(|(name, value)| ((*name).to_owned(), value.clone())),
        );
        row
    };
    let mut more: Vec<Fields> = Vec::new();
    match around.scene {
        Scene::Alone => {
            initial.rows.retain(|it| it.0 != table || says(&it.1));
            return;
        }
        Scene::Kin | Scene::Values => {
            for (row, place) in others.iter().zip(elsewhere) {
                more.push(with(row, &[(*place, format!("{} with {words}", row[*place]))]));
            }
            // It stands first in a sentence, and so with a capital.
            if let Some(first) = words.chars().next() {
                let capital: String = first.to_uppercase().chain(words.chars().skip(1)).collect();
                let title = format!("{} and more", other[named]);
                let says = format!("{capital} comes first. {}", other[column]);
                more.push(with(other, &[(named, title), (column, says)]));
            }
        }
        Scene::Twins => {
            for (it, other) in meant.iter().zip(&others) {
                more.push(with(it, &[(column, other[column].clone())]));
            }
        }
        Scene::LastShown | Scene::BelowFold | Scene::Far | Scene::Screenful => {
            let count = around.in_all(around.about.collection.screenful()).unwrap_or(0);
            for (n, noun) in (0..count).zip(NOUNS.iter().cycle()) {
                more.push(with(other, &[(named, format!("{n:02} {noun}"))]));
            }
        }
    }
    initial
        .rows
        .extend(more.into_iter().map(|it| (table.to_owned(), it)));
}
