//! The months that a screen shows, and the days that it shows of one.

use strings::{Derived, Expr, Op};
use task::Params;
use ui::{Element, ElementId, Screen};

/// How many days every month has.
const LEAST_DAYS: usize = 28;
/// The day of a date, as calendars show it.
pub(crate) const DAY: &str = "%-d";

/// The month of a date, or of a month with its year, in a form that sorts.
pub(crate) fn month_of(text: &str) -> Option<String> {
    Expr::Call("month".to_owned(), vec![Expr::from(text)]).eval(&Params::new())
}

/// Where a screen shows a month, and which: in one text, or in one for the month and the next for the year. Each of the two may be
/// a list or a field that holds it; a field that holds both is no calendar, but a date. Of what is pressed only the head of a
/// calendar with all its days counts.
pub(crate) fn months_shown(screen: &Screen) -> Vec<(Vec<ElementId>, String)> {
    const MOST_WORDS: usize = 2;
    let shown: Vec<(ElementId, &Element)> =
        screen.iter().filter(|(_, it)| month_text(it).is_some()).collect();
    let has_days = shown.iter().any(|(_, it)| is_pressed(it)) && shows_days(screen);
    let (pressed, plain): (Vec<_>, Vec<_>) = shown.into_iter().partition(|(_, it)| is_pressed(it));
    let pressed = if has_days { pressed } else { Vec::new() };
    let words = |it: &Element| month_text(it).unwrap_or_default().split_whitespace().count();
    let heads = pressed.iter().filter(|(_, it)| words(it) <= MOST_WORDS);
    let alone = plain.iter().filter(|(_, it)| !is_held(it)).chain(heads);
    let alone = alone.filter_map(|(id, it)| Some((vec![*id], month_of(month_text(it)?)?)));
    let in_two = plain.windows(2).filter_map(|it| in_two_texts(it[0], it[1]));
    let parent = |it: &Element| it.path.split_last().map(|(_, parent)| parent.to_vec());
    let side_by_side = pressed.windows(2).filter(|it| parent(it[0].1) == parent(it[1].1));
    let pressed = side_by_side.filter_map(|it| in_two_texts(it[0], it[1]));
    alone.chain(in_two).chain(pressed).collect()
}

/// The month that two elements say together.
fn in_two_texts(
    (first, one): (ElementId, &Element),
    (second, other): (ElementId, &Element),
) -> Option<(Vec<ElementId>, String)> {
    let (one, other) = (month_text(one)?, month_text(other)?);
    let apart = month_of(one).is_none() && month_of(other).is_none();
    let both = month_of(&format!("{one} {other}")).filter(|_| apart)?;
    Some((vec![first, second], both))
}

/// Whether it takes a press, and holds nothing.
fn is_pressed(element: &Element) -> bool {
    element.clickable && !is_held(element)
}

/// What an element shows or holds that may be a month, a year or both.
pub(crate) fn month_text(element: &Element) -> Option<&str> {
    let text = match is_held(element) {
        true => element.held_text(),
        false => element.text.as_deref()?,
    };
    Some(text.trim()).filter(|it| !it.is_empty())
}

/// Whether a list or a field holds it.
fn is_held(element: &Element) -> bool {
    element.editable || element.value.is_some()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Element {
        Element {
            text: Some(text.to_owned()),
            ..Element::default()
        }
    }

    fn field(value: &str) -> Element {
        Element {
            value: Some(value.to_owned()),
            clickable: true,
            editable: true,
            ..Element::default()
        }
    }

    fn list(value: &str) -> Element {
        Element {
            editable: false,
            ..field(value)
        }
    }

    fn option(name: &str) -> Element {
        Element {
            clickable: true,
            ..text(name)
        }
    }

    #[test]
    fn a_month_is_shown_by_one_text_or_two_of_which_each_may_be_held() {
        let months = |elements: Vec<Element>| -> Vec<(Vec<usize>, String)> {
            let screen = Screen {
                elements,
                ..Screen::default()
            };
            let all = months_shown(&screen).into_iter();
            let plain = |ids: Vec<ElementId>| ids.into_iter().map(|it| it.0).collect();
            all.map(|(ids, month)| (plain(ids), month)).collect()
        };
        let of = |ids: &[usize]| vec![(ids.to_vec(), "2024-11".to_owned())];
        assert_eq!(months(vec![text("November 2024")]), of(&[0]));
        assert_eq!(
            months(vec![text("November"), text("2024"), text("Mon")]),
            of(&[0, 1])
        );
        assert_eq!(months(vec![text("November"), field("2024")]), of(&[0, 1]));
        let listed = vec![
            list("November"),
            option("October"),
            option("December"),
            field("2024"),
        ];
        assert_eq!(months(listed), of(&[0, 3]));
        // The head of a calendar may be pressed, with the year first.
        let days = (1..=31).map(|it| text(&it.to_string()));
        let beside = |at: u16, it: Element| Element {
            path: vec![0, at],
            ..it
        };
        let head = || vec![beside(0, option("2024")), beside(1, option("November"))];
        assert_eq!(months(head().into_iter().chain(days).collect()), of(&[0, 1]));
        assert_eq!(months(head()), vec![]);
        // The field that the date goes into says no month of a calendar.
        assert_eq!(
            months(vec![field("2024-11-03"), field(""), option("November 2024")]),
            vec![]
        );
    }
}
