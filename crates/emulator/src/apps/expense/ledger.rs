//! Expenses as rows of the table, and how they are written.

use crate::{
    state::{DeviceState, Row},
    toolkit::date::Date,
};

/// The table of expenses.
pub const TABLE: &str = "expense";

/// Categories: the number in the table, and the name, in the order of the entry.
pub const CATEGORIES: [(i64, &str); 11] = [
    (2, "Income"),
    (3, "Food"),
    (4, "Housing"),
    (5, "Social"),
    (6, "Entertainment"),
    (7, "Transportation"),
    (8, "Clothes"),
    (9, "Health Care"),
    (10, "Education"),
    (11, "Donation"),
    (1, "Others"),
];

/// The category of what comes in; all others go out.
pub const INCOME: i64 = 2;

pub(super) fn number(row: &Row, column: &str) -> i64 {
    row.get(column).parse().unwrap_or_default()
}

/// `307.01`, with a sign that says whether it came in.
pub(super) fn signed(row: &Row) -> String {
    let sign = if number(row, "category") == INCOME {
        '+'
    } else {
        '-'
    };
    format!("{sign}{}", hundredths(number(row, "amount")))
}

/// `307.01`.
pub fn hundredths(amount: i64) -> String {
    format!("{}.{:02}", amount / 100, amount.abs() % 100)
}

/// A category's name; nothing for a number that is none.
pub fn category_name(number: i64) -> &'static str {
    CATEGORIES.iter().find(|it| it.0 == number).map_or("", |it| it.1)
}

/// What a list calls an expense: its name, or its category where it has none.
pub(super) fn title(row: &Row) -> String {
    match row.get("name") {
        "" => category_name(number(row, "category")).to_owned(),
        name => name.to_owned(),
    }
}

/// `15 Oct 2023`.
pub(super) fn day_of(ms: i64) -> String {
    let date = Date::from_ms(ms);
    format!("{} {} {}", date.day, &date.month_name()[..3], date.year)
}

/// `15 Oct 2023, 15:34`.
pub(super) fn moment(ms: i64) -> String {
    format!("{}, {}", day_of(ms), Date::from_ms(ms).time())
}

/// All expenses, the newest first; of the same moment, the last entered first.
pub(super) fn newest(device: &DeviceState) -> Vec<&Row> {
    let mut all: Vec<&Row> = device.tables.rows(TABLE).iter().collect();
    all.sort_by_key(|it| std::cmp::Reverse((number(it, "created_date"), it.id)));
    all
}
