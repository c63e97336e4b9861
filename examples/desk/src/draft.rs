//! A customer's form: what was typed, and what is wrong with it.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{
    drift::Drifts,
    http::Form,
    seed::{COUNTRIES, PLANS},
    store::{Customer, Store},
};

/// Longest name and e-mail address, in characters.
pub const LONGEST_LINE: usize = 80;
/// Longest notes, in characters.
pub const LONGEST_NOTES: usize = 1000;

/// The form's fields in their usual order.
pub const FIELDS: [&str; 7] = ["name", "email", "country", "plan", "newsletter", "born", "notes"];

/// What was typed, before and after it is known to be right.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Draft {
    /// Full name.
    pub name: String,
    /// E-mail address.
    pub email: String,
    /// Country, one of [`COUNTRIES`].
    pub country: String,
    /// Plan, one of [`PLANS`].
    pub plan: String,
    /// Whether it gets the newsletter.
    pub newsletter: bool,
    /// Date of birth, or empty.
    pub born: String,
    /// Free text.
    pub notes: String,
}

/// What is wrong, by field.
pub type Problems = BTreeMap<&'static str, String>;

impl Draft {
    /// What an empty form shows.
    pub fn empty() -> Self {
        Self {
            plan: PLANS[0].to_owned(),
            ..Self::default()
        }
    }

    /// What a form shows of a customer.
    pub fn of(customer: &Customer) -> Self {
        let it = customer.clone();
        Self {
            name: it.name,
            email: it.email,
            country: it.country,
            plan: it.plan,
            newsletter: it.newsletter,
            born: it.born,
            notes: it.notes,
        }
    }

    /// What was posted. Browsers send lines of a text area with `\r\n`; kept is `\n`.
    pub fn read(form: &Form, drifts: &Drifts) -> Self {
        let text = |field: &str| form.text(&drifts.wire(field)).trim().to_owned();
        Self {
            name: text("name"),
            email: text("email"),
            country: text("country"),
            plan: text("plan"),
            newsletter: !text("newsletter").is_empty(),
            born: text("born"),
            notes: text("notes").replace("\r\n", "\n"),
        }
    }

    /// Everything that is wrong; `own` is the customer that is changed, where one is.
    pub fn problems(&self, store: &Store, own: Option<i64>) -> rusqlite::Result<Problems> {
        let mut problems = Problems::new();
        if let Some(problem) = line(&self.name, "a name") {
            problems.insert("name", problem);
        }
        if let Some(problem) = line(&self.email, "an e-mail address") {
            problems.insert("email", problem);
        } else if !is_email(&self.email) {
            problems.insert("email", "This is not an e-mail address.".to_owned());
        } else if store.by_email(&self.email)?.is_some_and(|it| Some(it.id) != own) {
            let problem = "Another customer has this e-mail address.".to_owned();
            problems.insert("email", problem);
        }
        if !COUNTRIES.contains(&self.country.as_str()) {
            problems.insert("country", "Choose a country.".to_owned());
        }
        if !PLANS.contains(&self.plan.as_str()) {
            problems.insert("plan", "Choose a plan.".to_owned());
        }
        if !self.born.is_empty() && !store.is_past_date(&self.born)? {
            problems.insert("born", "This is not a date in the past.".to_owned());
        }
        if self.notes.chars().count() > LONGEST_NOTES {
            problems.insert("notes", format!("Use at most {LONGEST_NOTES} characters."));
        } else if self
            .notes
            .chars()
            .any(|it| it.is_control() && it != '\n' && it != '\t')
        {
            problems.insert("notes", "This has characters that can't be kept.".to_owned());
        }
        Ok(problems)
    }
}

fn line(text: &str, what: &str) -> Option<String> {
    if text.is_empty() {
        Some(format!("Enter {what}."))
    } else if text.chars().count() > LONGEST_LINE {
        Some(format!("Use at most {LONGEST_LINE} characters."))
    } else if text.chars().any(|it| it.is_control() || it == '\u{fffd}') {
        Some("This has characters that can't be kept.".to_owned())
    } else {
        None
    }
}

/// One `@` with something before it and a domain with a dot after it, and no spaces.
fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.split_once('@') else {
        return false;
    };
    let labels: Vec<&str> = domain.split('.').collect();
    !local.is_empty()
        && labels.len() > 1
        && labels.iter().all(|it| !it.is_empty())
        && !text.contains(|it: char| it.is_whitespace() || matches!(it, '<' | '>' | '"' | ','))
        && !domain.contains('@')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for good in [
            "a@b.c",
            "ada+lab@example.org",
            "o'brien@mail.example.org",
            "čapek@example.org",
        ] {
            assert!(is_email(good), "{good}");
        }
        for bad in [
            "", "a", "@b.c", "a@b", "a@b.", "a@.c", "a@b..c", "a b@c.d", "a@b@c.d", "<a>@b.c",
        ] {
            assert!(!is_email(bad), "{bad}");
        }
    }
}
