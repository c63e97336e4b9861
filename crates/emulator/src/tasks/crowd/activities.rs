//! Other activities: of the same kind at another time, and of another kind at the same time.

use std::ops::Range;

use super::scene::{Around, Scene};
use crate::{
    apps::tracks::TABLE,
    state::{Clock, Fields},
    tasks::{initial::Initial, words::NOUNS},
    toolkit::date::DAY_MS,
};

const MINUTE_MS: i64 = 60_000;
/// Kinds that no question is about.
const OTHER_KINDS: [&str; 3] = ["rowing", "dancing", "sailing"];

/// Others around the activities of a time and a kind; an empty kind is any.
pub(super) fn around_time(around: &Around<'_>, time: Range<i64>, kind: &str, initial: &mut Initial) {
    let is_it = |it: &Fields| time.contains(&begins(it)) && it["category"].contains(kind);
    initial.rows.retain(|it| it.0 == TABLE && is_it(&it.1));
    let meant: Vec<Fields> = initial.rows.iter().map(|it| it.1.clone()).collect();
    let Some(oldest) = meant.iter().min_by_key(|it| begins(it)) else {
        return;
    };
    let now = Clock::default().now_ms();
    let mut put = |row: Fields| initial.rows.push((TABLE.to_owned(), row));
    match around.scene {
        Scene::Alone => initial.rows.truncate(1),
        Scene::Kin | Scene::Values | Scene::Twins => {
            for row in &meant {
                // As near to the time as can be, and on the same day of other weeks and months.
                let start = begins(row);
                let near = [time.start - MINUTE_MS, time.end];
                let same_day = [7, 14, 30, 365].map(|it| start - it * DAY_MS);
                let other_times = near.into_iter().chain(same_day);
                let other_times = other_times.filter(|at| !time.contains(at) && *at < now);
                for (more, at) in (1..).zip(other_times) {
                    put(longer(&began(row, at), more));
                }
                if !kind.is_empty() {
                    // Only its words say the kind that is meant.
                    let mut other = of_kind(row, OTHER_KINDS[0]);
                    other.insert("name".to_owned(), kind.to_owned());
                    other.insert("description".to_owned(), format!("no {kind} this time"));
                    put(longer(&other, 9));
                }
            }
        }
        Scene::LastShown | Scene::BelowFold | Scene::Far => {
            let before = around.before(around.about.collection.screenful()).unwrap_or(0);
            let count = (before + 1).saturating_sub(meant.len()) as i64;
            let first = if kind.is_empty() { time.end } else { begins(oldest) };
            for (n, noun) in (1..=count).zip(NOUNS.iter().cycle()) {
                let other = of_kind(oldest, OTHER_KINDS[n as usize % OTHER_KINDS.len()]);
                let mut other = began(&other, first + n * (now - first) / (count + 1));
                other.insert("name".to_owned(), format!("{n:02} {noun}"));
                put(longer(&other, n));
            }
        }
        Scene::Screenful => {
            let count = around.in_all(around.about.collection.screenful()).unwrap_or(0);
            for n in (1..).take(count.saturating_sub(meant.len())) {
                put(longer(&began(oldest, time.start - n * DAY_MS / 2), n));
            }
        }
    }
}

/// An activity like this one that began at another moment.
fn began(row: &Fields, at: i64) -> Fields {
    let mut row = row.clone();
    let lasted = moment(&row, "stoptime") - begins(&row);
    row.insert("starttime".to_owned(), at.to_string());
    row.insert("stoptime".to_owned(), (at + lasted).to_string());
    row
}

/// An activity like this one that took so many times three minutes more, and went so many miles further.
fn longer(row: &Fields, more: i64) -> Fields {
    let mut row = row.clone();
    for (column, by) in [
        ("stoptime", 3 * MINUTE_MS),
        ("totaltime", 3 * MINUTE_MS),
        ("movingtime", 3 * MINUTE_MS),
        ("totaldistance", 1609),
    ] {
        let longer = moment(&row, column) + more * by;
        row.insert(column.to_owned(), longer.to_string());
    }
    row
}

/// An activity like this one of another kind.
fn of_kind(row: &Fields, kind: &str) -> Fields {
    let mut row = row.clone();
    for column in ["category", "activity_type"] {
        row.insert(column.to_owned(), kind.to_owned());
    }
    row
}

fn begins(row: &Fields) -> i64 {
    moment(row, "starttime")
}

fn moment(row: &Fields, column: &str) -> i64 {
    row.get(column).and_then(|it| it.parse().ok()).unwrap_or_default()
}
