//! When events take place: once, or every so often.

use crate::{
    state::{DeviceState, Row},
    toolkit::date::{DAY_MS, Date},
};

/// The table of events.
pub const TABLE: &str = "events";

pub(super) fn number(row: &Row, column: &str) -> i64 {
    row.get(column).parse().unwrap_or_default()
}

/// Seconds of the intervals that the app writes for months and years.
pub(super) const DAILY: i64 = 86_400;
pub(super) const WEEKLY: i64 = 604_800;
pub(super) const MONTHLY: i64 = 2_592_001;
pub(super) const YEARLY: i64 = 31_536_000;

/// An event on one of its days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Occurrence {
    /// The event's row.
    pub id: i64,
    /// When it begins, in milliseconds.
    pub start: i64,
    /// When it ends, in milliseconds.
    pub end: i64,
}

/// What takes place between two moments, in the order of time.
pub(super) fn between(device: &DeviceState, from: i64, to: i64) -> Vec<Occurrence> {
    let mut found = Vec::new();
    for row in device.tables.rows(TABLE) {
        let (start, end) = (number(row, "start_ts") * 1000, number(row, "end_ts") * 1000);
        let length = (end - start).max(0);
        let mut add = |start: i64| {
            // An event without a length takes place at its beginning.
            if start < to && start + length.max(1) > from {
                found.push(Occurrence {
                    id: row.id,
                    start,
                    end: start + length,
                });
            }
        };
        if number(row, "repeat_interval") <= 0 {
            add(start);
            continue;
        }
        let first = Date::from_ms(start).midnight();
        let mut day = first.max(Date::from_ms(from - length).midnight());
        while day < to {
            if is_on(row, first, day) {
                add(start + day - first);
            }
            day += DAY_MS;
        }
    }
    let title = |it: &Occurrence| {
        let row = device.tables.row(TABLE, it.id);
        row.map(|it| it.get("title").to_owned())
    };
    found.sort_by_cached_key(|it| (it.start, it.end, title(it)));
    found
}

/// Whether a repeating event that began on the day `first` takes place on `day`.
fn is_on(row: &Row, first: i64, day: i64) -> bool {
    let interval = number(row, "repeat_interval");
    let limit = number(row, "repeat_limit");
    if limit > 0 && day > limit * 1000 || row.get("repetition_exceptions").contains(&code(day)) {
        return false;
    }
    let (began, now) = (Date::from_ms(first), Date::from_ms(day));
    if interval % MONTHLY == 0 {
        let months = (now.year - began.year) * 12 + i64::from(now.month) - i64::from(began.month);
        now.day == began.day && months % (interval / MONTHLY) == 0
    } else if interval % YEARLY == 0 {
        (now.month, now.day) == (began.month, began.day) && (now.year - began.year) % (interval / YEARLY) == 0
    } else if interval % WEEKLY == 0 {
        let monday = |it: &Date| it.midnight() - i64::from(it.weekday) * DAY_MS;
        let weeks = (monday(&now) - monday(&began)) / (7 * DAY_MS);
        number(row, "repeat_rule") >> now.weekday & 1 == 1 && weeks % (interval / WEEKLY) == 0
    } else {
        (day - first) / DAY_MS % (interval / DAILY).max(1) == 0
    }
}

/// How the app writes a day: `20231015`.
pub(super) fn code(day: i64) -> String {
    let date = Date::from_ms(day);
    format!("{}{:02}{:02}", date.year, date.month, date.day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(interval: i64, rule: i64, extra: &[(&str, &str)]) -> Vec<u32> {
        let mut device = DeviceState::fresh();
        let start = Date::ms_of(2023, 10, 2, 9, 0) / 1000;
        let mut fields = vec![
            ("start_ts", start.to_string()),
            ("end_ts", (start + 1800).to_string()),
            ("repeat_interval", interval.to_string()),
            ("repeat_rule", rule.to_string()),
        ];
        fields.extend(extra.iter().map(|it| (it.0, it.1.to_owned())));
        device.tables.insert(TABLE, fields);
        let (from, to) = (Date::ms_of(2023, 10, 1, 0, 0), Date::ms_of(2023, 11, 3, 0, 0));
        let found = between(&device, from, to);
        found.iter().map(|it| Date::from_ms(it.start).day).collect()
    }

    #[test]
    fn events_repeat() {
        assert_eq!(days(0, 0, &[]), [2]);
        assert_eq!(days(10 * DAILY, 0, &[]), [2, 12, 22, 1]);
        // Mondays and Wednesdays.
        assert_eq!(days(WEEKLY, 5, &[]), [2, 4, 9, 11, 16, 18, 23, 25, 30, 1]);
        assert_eq!(days(2 * WEEKLY, 1, &[]), [2, 16, 30]);
        assert_eq!(days(MONTHLY, 0, &[]), [2, 2]);
        assert_eq!(days(YEARLY, 0, &[]), [2]);
        assert_eq!(
            days(WEEKLY, 1, &[("repetition_exceptions", "[20231009]")]),
            [2, 16, 23, 30]
        );
        let limit = (Date::ms_of(2023, 10, 16, 0, 0) / 1000).to_string();
        assert_eq!(days(WEEKLY, 1, &[("repeat_limit", &limit)]), [2, 9, 16]);
    }
}
