//! The months that a screen shows, and the days that it shows of one.

use strings::{Derived, Expr, Op};
use task::Params;
use ui::{ElementId, Screen};

/// How many days every month has.
const LEAST_DAYS: usize = 28;
/// The day of a date, as calendars show it.
const DAY: &str = "%-d";

/// The month of a date, or of a month with its year, in a form that sorts.
pub(crate) fn month_of(text: &str) -> Option<String> {
    Expr::Call("month".to_owned(), vec![Expr::from(text)]).eval(&Params::new())
}

/// Where a screen shows a month, and which: in one text, or in one for the month and the next for the year.
pub(crate) fn months_shown(screen: &Screen) -> Vec<(Vec<ElementId>, String)> {
    let texts: Vec<(ElementId, &str)> = screen
        .iter()
        .filter(|(_, it)| !it.editable && !it.clickable)
        .filter_map(|(id, it)| Some((id, it.text.as_deref()?.trim())))
        .collect();
    let alone = texts
        .iter()
        .filter_map(|(id, it)| Some((vec![*id], month_of(it)?)));
    let in_two = texts.windows(2).filter_map(|it| {
        let [(first, month), (second, year)] = it else {
            return None;
        };
        let apart = month_of(month).is_none() && month_of(year).is_none();
        let both = month_of(&format!("{month} {year}")).filter(|_| apart)?;
        Some((vec![*first, *second], both))
    });
    alone.chain(in_two).collect()
}

/// What a day of a calendar is as the day of a date of the task: where a screen shows all days of a month, and the month of
/// that date.
pub(crate) fn days(screen: &Screen, text: &str, derived: &[Derived]) -> Vec<Expr> {
    let of = |it: &Derived| match &it.expr {
        Expr::Apply(Op::Date(format), of) if format == DAY && it.text == text => Some((**of).clone()),
        _ => None,
    };
    let dates: Vec<Expr> = derived.iter().filter_map(of).collect();
    let value = |date: &Expr| {
        derived
            .iter()
            .find(|it| it.expr == *date)
            .map(|it| it.text.clone())
    };
    if dates.is_empty() || !shows_days(screen) {
        return Vec::new();
    }
    let months = months_shown(screen);
    let shown = |date: &Expr| {
        let month = value(date).and_then(|it| month_of(&it));
        month.is_some_and(|month| months.iter().any(|(_, it)| *it == month))
    };
    let days = dates
        .into_iter()
        .filter(|it| matches!(it, Expr::Input(_)) && shown(it));
    days.map(|it| it.apply(Op::Date(DAY.to_owned()))).collect()
}

/// Whether each day that every month has is shown by an element of its own.
fn shows_days(screen: &Screen) -> bool {
    (1..=LEAST_DAYS).all(|day| {
        let day = day.to_string();
        let mut all = screen.elements.iter();
        all.any(|it| it.text.as_deref().is_some_and(|it| it.trim() == day))
    })
}
