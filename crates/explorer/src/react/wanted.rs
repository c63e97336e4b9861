//! What a goal names, of several things that are alike: which rows of a list a model is to see, however long the list is.

use std::collections::BTreeSet;

use strings::is_content;
use task::Instance;
use ui::has_words;

use crate::search::words::{same, words};

/// Of so many things that are alike, one is named by a word that no more have.
const FEW: usize = 4;
/// So many may have it in any case.
const ALWAYS: usize = 3;

/// The words and the values of a goal.
pub(super) struct Wanted {
    words: Vec<String>,
    /// In lower case.
    values: Vec<String>,
}

impl Wanted {
    /// What the goal of an instance names: its parameters' values, what stands between quotes in it, and its words.
    pub fn new(instance: &Instance) -> Self {
        let given = instance.params.iter().flat_map(|(_, it)| it.texts());
        let quoted = instance.goal.split(['"', '“', '”']).skip(1).step_by(2);
        let values = given.chain(quoted).map(|it| it.trim().to_lowercase());
        let is_letter = |it: &str| it.len() == 1 && it.chars().all(char::is_alphabetic);
        let content = |it: &String| is_content(it) && !is_letter(it);
        Self {
            words: words(&instance.goal).into_iter().filter(content).collect(),
            values: values.filter(|it| !it.is_empty()).collect(),
        }
    }

    /// Whether a text has any word of the goal.
    pub fn has_word_of(&self, text: &str) -> bool {
        !self.words_in(text).is_empty()
    }

    /// Which of several things that are alike the goal names, by the texts of each: those with one of its values or with a
    /// word that few of them have, and those with the most of its words, if they are few.
    pub fn named(&self, all: &[Vec<&str>]) -> Vec<bool> {
        let few = (all.len() / FEW).max(ALWAYS);
        let words: Vec<BTreeSet<usize>> = all
            .iter()
            .map(|texts| texts.iter().flat_map(|it| self.words_in(it)).collect())
            .collect();
        let telling: BTreeSet<usize> = (0..self.words.len())
            .filter(|word| words.iter().filter(|it| it.contains(word)).count() <= few)
            .collect();
        let most = (1..=self.words.len())
            .find(|most| words.iter().filter(|it| it.len() >= *most).count() <= few)
            .unwrap_or(usize::MAX);
        let is_named = |(texts, words): (&Vec<&str>, &BTreeSet<usize>)| {
            texts.iter().any(|it| self.has_value(it)) || !words.is_disjoint(&telling) || words.len() >= most
        };
        all.iter().zip(&words).map(is_named).collect()
    }

    fn has_value(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        self.values.iter().any(|it| has_words(&text, it))
    }

    /// Which of the goal's words a text has.
    fn words_in(&self, text: &str) -> BTreeSet<usize> {
        let has = |it: &String| self.words.iter().position(|word| same(word, it));
        words(text).iter().filter_map(has).collect()
    }
}

#[cfg(test)]
mod tests {
    use task::Params;

    use super::*;

    fn named(goal: &str, value: &str, rows: &[String]) -> Vec<usize> {
        let instance = Instance {
            goal: goal.to_owned(),
            params: Params::from_iter([("value".to_owned(), value.into())]),
            ..Instance::of_no_type("a suite", goal, Params::new())
        };
        let rows: Vec<Vec<&str>> = rows.iter().map(|it| it.split(", ").collect()).collect();
        let named = Wanted::new(&instance).named(&rows);
        let at = named.iter().enumerate().filter(|(_, it)| **it);
        at.map(|(at, _)| at).collect()
    }

    #[test]
    fn a_row_is_named_by_a_value_or_by_a_word_that_few_rows_have() {
        let rows: Vec<String> = (0..40).map(|it| format!("Person {it}, A-{it}, Edit")).collect();
        assert_eq!(named("Edit the person 17.", "", &rows), [17]);
        assert_eq!(named("Edit the order.", "a-3", &rows), [3]);
        assert_eq!(named("Edit \"A-4\" and “A-5”.", "", &rows), [4, 5]);
        // What each row has names none of them.
        assert_eq!(named("Edit a person.", "", &rows), [0; 0]);
    }

    #[test]
    fn a_row_is_named_by_words_of_which_each_is_in_many_rows() {
        let (names, towns) = (["Ann", "Ben"], ["Rome", "Oslo"]);
        let row = |it: usize| format!("{}, {}", names[it % 2], towns[it / 2 % 2]);
        let mut rows: Vec<String> = (0..36).map(row).filter(|it| it != "Ben, Oslo").collect();
        rows.push("Ben, Oslo".to_owned());
        assert_eq!(named("Open what Ben has in Oslo.", "", &rows), [rows.len() - 1]);
    }
}
