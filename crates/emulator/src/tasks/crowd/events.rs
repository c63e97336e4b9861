//! Other events: of the same day, of others, and called like the one that is meant.

use super::{
    names::{Grammar, kin},
    scene::{Around, Scene},
};
use crate::{
    apps::calendar::TABLE,
    state::Fields,
    tasks::{initial::Initial, rows::fields, words::MEETINGS},
    toolkit::date::DAY_MS,
};

const HOUR_MS: i64 = 3_600_000;
/// How long what is added lasts.
const LASTS_MS: i64 = HOUR_MS / 4;

/// Others around one event, which begins at a moment.
pub(super) fn around_one(around: &Around<'_>, start: i64, initial: &mut Initial) {
    let (meant, made) = (around.about.meant.first(), around.about.made.first());
    initial
        .rows
        .retain(|it| it.0 != TABLE || (begins(&it.1) == start && it.1.get("title") == meant));
    let Some(title) = meant.or(made) else { return };
    let day = start.div_euclid(DAY_MS) * DAY_MS;
    let mut put = |at: i64, title: &str| initial.rows.push((TABLE.to_owned(), event(at, title)));
    match around.scene {
        Scene::Alone => {}
        Scene::Kin | Scene::Values => {
            for near in kin(Grammar::Words, title) {
                put(start, &near);
            }
            put(start + DAY_MS, title);
        }
        Scene::Twins => {
            let hours = [start - HOUR_MS, start + HOUR_MS];
            for at in hours.into_iter().filter(|it| (day..day + DAY_MS).contains(it)) {
                put(at, title);
            }
            for days in [-31, -7, -1, 1, 7, 31] {
                put(start + days * DAY_MS, title);
            }
        }
        Scene::LastShown | Scene::BelowFold | Scene::Far => {
            let count = around.before(around.about.collection.screenful()).unwrap_or(0) as i64;
            let earlier = (0..count)
                .map(|n| day + n * HOUR_MS / 12)
                .filter(|at| *at < start);
            for (at, other) in earlier.zip(MEETINGS.iter().cycle()) {
                put(at, other);
            }
            put(start + HOUR_MS / 12, &format!("{title} 2"));
        }
        Scene::Screenful => {
            let count = around.in_all(around.about.collection.screenful()).unwrap_or(0) as i64;
            for (n, other) in (0..count).zip(MEETINGS.iter().cycle()) {
                put(day + (n - count / 2) * DAY_MS + 9 * HOUR_MS, other);
            }
        }
    }
}

/// Others around the events of a day; there may be more or fewer on it than were there.
pub(super) fn around_day(around: &Around<'_>, day: i64, initial: &mut Initial) {
    let on_day = |fields: &Fields| (day..day + DAY_MS).contains(&begins(fields));
    initial.rows.retain(|it| it.0 != TABLE || on_day(&it.1));
    let titles: Vec<String> = initial.rows.iter().map(|it| it.1["title"].clone()).collect();
    let mut put = |at: i64, title: &str| initial.rows.push((TABLE.to_owned(), event(at, title)));
    match around.scene {
        Scene::Alone => initial.rows.truncate(1),
        Scene::Kin | Scene::Values | Scene::Twins => {
            for title in &titles {
                // As near to the day as can be, and on the same day of other months.
                for at in [day - HOUR_MS, day + DAY_MS, day - 30 * DAY_MS, day + 31 * DAY_MS] {
                    put(at, title);
                }
            }
        }
        Scene::LastShown | Scene::BelowFold | Scene::Far | Scene::Screenful => {
            let count = around.in_all(around.about.collection.screenful()).unwrap_or(0);
            for (n, other) in (titles.len()..count).zip(MEETINGS.iter().cycle()) {
                put(day + n as i64 * HOUR_MS / 3, other);
            }
            put(day - HOUR_MS, &titles[0]);
        }
    }
}

fn begins(fields: &Fields) -> i64 {
    let seconds = fields.get("start_ts").and_then(|it| it.parse::<i64>().ok());
    seconds.unwrap_or_default() * 1000
}

fn event(start: i64, title: &str) -> Fields {
    fields([
        ("start_ts", (start / 1000).to_string()),
        ("end_ts", ((start + LASTS_MS) / 1000).to_string()),
        ("title", title.to_owned()),
        ("description", String::new()),
    ])
}
