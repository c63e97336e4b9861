//! Task types of the Contacts app.

use task::Params;
use ui::Element;

use super::{
    about::{About, Collection, text},
    definition::{Definition, Ending, Goal, PLAIN, reward},
    odd::Form,
    similarity::fuzzy_match,
    words::{FAMILY_NAMES, GIVEN_NAMES},
};

/// The table of contacts.
const TABLE: &str = "contacts";

pub(super) const TYPES: &[Definition] = &[ADD, DRAFT];

const ADD: Definition = Definition {
    name: "ContactsAddContact",
    about: |params| vec![About::made(Collection::Contacts, params, "name")],
    forms: &[("name", Form::Person)],
    goal: Goal::Always("Create a new contact for {name}. Their number is {number}."),
    params: &[
        ("name", "given name and family name"),
        ("number", "phone number with its country code"),
    ],
    step_budget: 12,
    generate: |random| {
        let name = format!("{} {}", random.pick(&GIVEN_NAMES), random.pick(&FAMILY_NAMES));
        let number = format!("+1{}", random.digits(10));
        Params::from_iter([
            ("name".to_owned(), name.into()),
            ("number".to_owned(), number.into()),
        ])
    },
    judge: |it: &Ending<'_>| {
        let wanted = digits(text(it.params, "number"));
        let is_wanted =
            |name: &str, number: &str| name == text(it.params, "name") && digits(number) == wanted;
        reward(
            it.after
                .tables
                .rows(TABLE)
                .iter()
                .any(|row| is_wanted(row.get("display_name"), row.get("phone"))),
        )
    },
    ..PLAIN
};

const DRAFT: Definition = Definition {
    name: "ContactsNewContactDraft",
    goal: Goal::Always(
        "Go to the new contact screen and enter the following details: First Name: {first}, Last Name: {last}, Phone: {phone}, Phone Label: {phone_label}. Do NOT hit save.",
    ),
    params: &[
        ("first", "first name"),
        ("last", "last name"),
        ("phone", "phone number"),
        ("phone_label", "kind of phone number, as its list names it"),
    ],
    step_budget: 12,
    generate: |random| {
        let phone = [3, 3, 4].map(|count| random.digits(count)).join("-");
        Params::from_iter([
            ("first".to_owned(), random.pick(&GIVEN_NAMES).into()),
            ("last".to_owned(), random.pick(&FAMILY_NAMES).into()),
            ("phone".to_owned(), phone.into()),
            ("phone_label".to_owned(), random.pick(&["Home", "Work"]).into()),
        ])
    },
    judge: |it: &Ending<'_>| {
        let value = |name| text(it.params, name);
        let holds = |hint: &str, fits: &dyn Fn(&str) -> bool| {
            let is_field =
                |it: &&Element| it.hint_text.as_deref() == Some(hint) && it.text.as_deref().is_some_and(fits);
            it.screen.elements.iter().find(is_field)
        };
        let names = holds("First name", &|it| fuzzy_match(it, value("first"))).is_some()
            && holds("Last name", &|it| fuzzy_match(it, value("last"))).is_some();
        let phone = holds("Phone", &|it| digits(it) == digits(value("phone")));
        let label = value("phone_label");
        let described = format!("{label} Phone");
        let is_stored = it.after.tables.rows(TABLE).len() > it.before.tables.rows(TABLE).len();
        reward(
            names
                && !is_stored
                && phone.is_some_and(|phone| {
                    it.screen.elements.iter().any(|it| {
                        it.text.as_deref() == Some(label)
                            && (it.content_description.as_deref() == Some(&*described)
                                || is_just_below(it, phone))
                    })
                }),
        )
    },
    ..PLAIN
};

/// Whether one element begins where the other ends, give or take half of the other's height.
fn is_just_below(it: &Element, other: &Element) -> bool {
    (it.bounds.top - other.bounds.bottom).abs() <= other.bounds.height() / 2
}

/// The digits of a phone number, however it is written.
fn digits(number: &str) -> String {
    number.chars().filter(char::is_ascii_digit).collect()
}
