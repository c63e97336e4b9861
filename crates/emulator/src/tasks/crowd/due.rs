//! Other tasks around those that are due on a day.

use super::scene::{Around, Scene};
use crate::{
    apps::todos::TABLE,
    state::Fields,
    tasks::{initial::Initial, words::MORE_TODOS},
    toolkit::date::DAY_MS,
};

/// Others around the tasks of a day; there may be more or fewer on it than were there.
pub(super) fn around_day(
    around: &Around<'_>,
    day: i64,
    meant: fn(&Fields) -> bool,
    not_meant: &[(&str, &str)],
    initial: &mut Initial,
) {
    let is_it = |it: &(String, Fields)| due(&it.1).div_euclid(DAY_MS) * DAY_MS == day && meant(&it.1);
    initial.rows.retain(|it| it.0 == TABLE && is_it(it));
    let rows: Vec<Fields> = initial.rows.iter().map(|it| it.1.clone()).collect();
    let Some(like) = rows.first() else { return };
    let mut put = |like: &Fields, changes: &[(&str, String)]| {
        let mut row = like.clone();
        for (column, value) in changes {
            row.insert((*column).to_owned(), value.clone());
        }
        initial.rows.push((TABLE.to_owned(), row));
    };
    let at = |ms: i64| ("dueDate", ms.to_string());
    match around.scene {
        Scene::Alone => initial.rows.truncate(1),
        Scene::Kin | Scene::Values | Scene::Twins => {
            for row in &rows {
                // As near to the day as can be, and on the same day of other months.
                for ms in [day - 60_000, day + DAY_MS, day - 30 * DAY_MS, day + 31 * DAY_MS] {
                    let mut changes = vec![at(ms)];
                    // Where the day does not matter, these would be meant as well.
                    changes.extend(
                        not_meant
                            .first()
                            .map(|(column, value)| (*column, (*value).to_owned())),
                    );
                    put(row, &changes);
                }
            }
            for (column, value) in not_meant {
                let title = ("title", format!("{} 2", like["title"]));
                put(like, &[title, (column, (*value).to_owned())]);
            }
        }
        Scene::LastShown | Scene::BelowFold | Scene::Far | Scene::Screenful => {
            let count = around.in_all(around.about.collection.screenful()).unwrap_or(0);
            let mut others = MORE_TODOS.iter().cycle();
            for n in rows.len()..count {
                let title = format!("{} {n}", others.next().unwrap_or(&"Other"));
                put(like, &[("title", title)]);
            }
            put(like, &[at(day + DAY_MS), ("title", "The day after".to_owned())]);
        }
    }
}

fn due(fields: &Fields) -> i64 {
    let due = fields.get("dueDate").and_then(|it| it.parse().ok());
    due.unwrap_or_default()
}
