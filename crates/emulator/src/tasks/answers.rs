//! Questions: what an answer is held against, by the suite's own rule. Nothing else may have changed.

use task::Params;

use super::{
    about::text,
    dates::{day_of, wordings},
    definition::{Definition, Ending, PLAIN, reward},
    similarity::fuzzy_match,
};

/// What questions about a day have in common; the day is the parameter `date`.
pub(super) const QUESTION: Definition = Definition {
    step_budget: 10,
    rewordings: reworded,
    ..PLAIN
};

/// The same values with the date said in each of its ways. A file has the date as it was before it was put into words.
fn reworded(params: &Params) -> Vec<Params> {
    let day = day_of(text(params, "date"));
    let said = |words: String| {
        let mut other = params.clone();
        other.insert("date".to_owned(), words.into());
        other
    };
    day.map(wordings)
        .unwrap_or_default()
        .into_iter()
        .map(said)
        .collect()
}

impl Ending<'_> {
    /// Whether nothing but the answer is there that was not before.
    fn untouched(&self) -> bool {
        let (before, after) = (self.before, self.after);
        before.tables == after.tables && before.files == after.files && before.settings == after.settings
    }

    /// The answer's parts, where nothing else was done.
    fn answered(&self) -> Option<Vec<&str>> {
        let answer = self.after.answer.as_deref().filter(|_| self.untouched())?;
        Some(answer.split(',').map(str::trim).collect())
    }

    /// Whether the answer is these texts and no others, in any order.
    pub(super) fn answers(&self, expected: &[String]) -> f64 {
        let Some(said) = self.answered().filter(|_| !expected.is_empty()) else {
            return 0.0;
        };
        let each_is_meant = said
            .iter()
            .all(|it| expected.iter().any(|meant| fuzzy_match(it, meant)));
        // The suite takes one text twice for two others; who says that has not read both.
        let each_is_said = expected
            .iter()
            .all(|meant| said.iter().any(|it| fuzzy_match(it, meant)));
        reward(said.len() == expected.len() && each_is_meant && each_is_said)
    }

    /// Whether the answer is one thing that reads as this number, moment or day; `None` is never right.
    pub(super) fn answers_one<T: PartialEq>(
        &self,
        expected: Option<T>,
        read: impl Fn(&str) -> Option<T>,
    ) -> f64 {
        let said = self.answered();
        let one = match said.as_deref() {
            Some([one]) => read(one),
            Some(_) | None => None,
        };
        reward(expected.is_some() && one == expected)
    }
}

/// What is wrong with a question that nothing on the device answers.
pub(super) fn unanswered<T>(expected: &[T]) -> Option<String> {
    expected
        .is_empty()
        .then(|| "nothing on the device answers the question".to_owned())
}
