//! Why an option of a list is not chosen.

use std::fmt;

use task::nearest;
use thiserror::Error;
use ui::Element;

/// How many of the options a message names.
const MOST: usize = 12;

/// A list does not have the option that is asked for, or has several of it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct NoOption {
    /// What the list is called; empty where it has no name.
    pub field: String,
    /// What was asked for.
    pub option: String,
    /// How many of its options show that: none or several.
    pub count: usize,
    /// What its options show.
    pub known: Vec<String>,
}

impl NoOption {
    /// Of a list that none of its options, or several, show what is asked for.
    pub fn of(list: Option<&Element>, option: &str, count: usize, known: Vec<String>) -> Self {
        // What a list shows is the option that is chosen.
        let names = list.map(|it| {
            [
                &it.label,
                &it.content_description,
                &it.hint_text,
                &it.resource_name,
            ]
        });
        let field = names.into_iter().flatten().flatten().next();
        Self {
            field: field.cloned().unwrap_or_default(),
            option: option.to_owned(),
            count,
            known,
        }
    }
}

impl fmt::Display for NoOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = match self.field.trim() {
            "" => "the list, which has no name,".to_owned(),
            name => format!("the list \"{name}\""),
        };
        match self.count {
            0 => write!(f, "{list} has no option \"{}\"", self.option)?,
            count => write!(f, "{list} has {count} options \"{}\"", self.option)?,
        }
        let mut known: Vec<&str> = Vec::new();
        for it in self.known.iter().map(|it| it.trim()).filter(|it| !it.is_empty()) {
            if !known.contains(&it) {
                known.push(it);
            }
        }
        let quoted = |all: &[&str]| {
            let all: Vec<String> = all.iter().map(|it| format!("\"{it}\"")).collect();
            all.join(", ")
        };
        match known.len() {
            0 => f.write_str("; it has none at all")?,
            all if all > MOST => write!(f, "; it has {} and {} more", quoted(&known[..MOST]), all - MOST)?,
            _ => write!(f, "; it has {}", quoted(&known))?,
        }
        let near = nearest(
            &self.option,
            known.iter().copied().filter(|it| *it != self.option),
        );
        let near: Vec<&str> = near.iter().map(String::as_str).collect();
        match near.is_empty() {
            true => Ok(()),
            false => write!(f, "; like it: {}", quoted(&near)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(field: &str, option: &str, count: usize, known: &[&str]) -> String {
        let no_option = NoOption {
            field: field.to_owned(),
            option: option.to_owned(),
            count,
            known: known.iter().map(|it| (*it).to_owned()).collect(),
        };
        no_option.to_string()
    }

    #[test]
    fn field_options_and_what_is_like_it_are_named() {
        assert_eq!(
            said("Plan", "Prro", 0, &["", "Basic", "Pro", "Team"]),
            "the list \"Plan\" has no option \"Prro\"; it has \"Basic\", \"Pro\", \"Team\"; like it: \"Pro\""
        );
        assert_eq!(
            said("Plan", "Pro", 2, &["Pro", "Pro"]),
            "the list \"Plan\" has 2 options \"Pro\"; it has \"Pro\""
        );
        assert_eq!(
            said("", "Pro", 0, &[]),
            "the list, which has no name, has no option \"Pro\"; it has none at all"
        );
        let many: Vec<String> = (1..=20).map(|it| format!("Room {it}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        let long = said("Room", "Cellar", 0, &many);
        assert!(long.ends_with("\"Room 12\" and 8 more"), "{long}");
    }
}
