//! Task types of the Contacts app.

use task::Params;

use super::{
    Definition, Ending, Goal, PLAIN, reward, text,
    words::{FAMILY_NAMES, GIVEN_NAMES},
};
use crate::state::DeviceState;

/// The table of contacts.
const TABLE: &str = "contacts";

pub(super) const TYPES: &[Definition] = &[Definition {
    name: "ContactsAddContact",
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
}];

/// Put a contact into the table, as the app itself would.
pub(super) fn add(state: &mut DeviceState, name: &str, number: &str) {
    let (given, family) = name.split_once(' ').unwrap_or((name, ""));
    state.tables.insert(
        TABLE,
        [
            ("display_name", name),
            ("given_name", given),
            ("family_name", family),
            ("company", ""),
            ("phone", number),
            ("phone_type", "Mobile"),
            ("email", ""),
        ],
    );
}

/// The digits of a phone number, however it is written.
fn digits(number: &str) -> String {
    number.chars().filter(char::is_ascii_digit).collect()
}
