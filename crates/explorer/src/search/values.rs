//! Instance to what can be used of it: its values with what can be made of them, and the words of its goal.

use std::collections::HashSet;

use strings::Derived;
use task::Instance;
use ui::means_all;

use super::{
    costs::Weights,
    words::{same, words},
};

/// The most landmarks one instance has: they are kept in the bits of a [`Used`].
const MOST: usize = 60;

/// Greater numbers hardly say how many alike are meant.
const MOST_ALIKE: usize = 12;

/// Further words of goals by which all there is is meant.
const OF_ALL: [&str; 5] = ["both", "clear", "each", "empty", "every"];

/// Which landmarks an episode has used, a bit each.
pub(super) type Used = u64;

/// A value that an episode of this instance probably uses: types it, or touches what shows it.
#[derive(Clone, Debug)]
pub(super) struct Landmark {
    /// The value.
    pub text: String,
    /// The parameter it comes from; empty for a text quoted in the goal.
    pub name: String,
    /// Where it stands in the goal, in words from the beginning.
    pub place: usize,
}

/// A word of the goal outside of its values.
#[derive(Clone, Debug)]
pub(super) struct GoalWord {
    /// The word, in lower case.
    pub word: String,
    /// Where it stands in the goal.
    pub place: usize,
    /// Its bit in [`Used`]; words beyond the last bit have none.
    pub bit: Used,
    /// How often the goal has it.
    pub count: usize,
}

/// A text that can be typed or looked for.
#[derive(Clone, Debug)]
pub(super) struct Offer {
    /// The text.
    pub text: String,
    /// What is added for not being the value itself.
    pub cost: f32,
    /// The landmarks it uses.
    pub uses: Used,
    /// The parameter it comes from.
    pub name: String,
    /// How it is made, for the step's reason.
    pub how: String,
}

/// What an instance offers to a search.
pub(super) struct Values {
    /// The values that should be used.
    pub landmarks: Vec<Landmark>,
    /// All bits of `landmarks`.
    pub all: Used,
    /// Values and what can be made of them, cheapest first.
    pub offers: Vec<Offer>,
    /// The other words of the goal that carry meaning.
    pub goal: Vec<GoalWord>,
    /// Whether the goal asks for all of something: one value may be used several times.
    pub plural: bool,
    /// Whether the goal says, outside of its values, that all there is is meant.
    pub means_all: bool,
    /// How many alike are asked for: all there are, or the number that the goal says, with the bit of that number.
    pub several: Option<(usize, Used)>,
    /// Words of what the goal says is not to be done, and of nothing else in it.
    forbidden: Vec<String>,
}

impl Values {
    /// What an instance offers, where texts that are made of values weigh so much.
    pub fn of(instance: &Instance, weights: &Weights) -> Self {
        let landmarks = landmarks(instance);
        let all = if landmarks.is_empty() {
            0
        } else {
            (1 << landmarks.len()) - 1
        };
        let plural = words(&instance.goal)
            .iter()
            .any(|it| matches!(it.as_str(), "all" | "both" | "every" | "each"));
        let number = |(bit, it): (usize, &Landmark)| {
            let number = it.text.trim().parse().ok()?;
            (2..=MOST_ALIKE).contains(&number).then_some((number, 1 << bit))
        };
        let several = if plural {
            Some((usize::MAX, 0))
        } else {
            landmarks.iter().enumerate().find_map(number)
        };
        let goal = blanked(&instance.goal, &landmarks);
        let forbidden = forbidden(&goal);
        let means_all = words(&goal)
            .iter()
            .any(|it| means_all(it) || OF_ALL.contains(&it.as_str()));
        Self {
            all,
            means_all,
            offers: offers(instance, &landmarks, weights),
            goal: goal_words(&goal, &forbidden, landmarks.len()),
            forbidden,
            landmarks,
            plural,
            several,
        }
    }

    /// How many values are not used yet.
    pub fn left(&self, used: Used) -> usize {
        (self.all & !used).count_ones() as usize
    }

    /// How many values that stand before a place in the goal are not used yet.
    pub fn left_before(&self, used: Used, place: usize) -> usize {
        let before = self
            .landmarks
            .iter()
            .enumerate()
            .filter(|(bit, it)| it.place < place && used & (1 << bit) == 0);
        before.count()
    }

    /// The bits of the goal's words among these words.
    pub fn goal_bits<'w>(&self, words: impl IntoIterator<Item = &'w String>) -> Used {
        words
            .into_iter()
            .filter_map(|it| self.goal_word(it))
            .fold(0, |all, it| all | it.bit)
    }

    /// Whether the goal forbids what is called by these words.
    pub fn forbids(&self, called: &[String]) -> bool {
        let is_forbidden = |word: &String| self.forbidden.iter().any(|it| same(it, word));
        !called.is_empty() && called.iter().all(is_forbidden)
    }

    /// The goal's word that a word of the screen is a form of.
    pub fn goal_word(&self, word: &str) -> Option<&GoalWord> {
        self.goal.iter().find(|it| same(&it.word, word))
    }
}

/// Where a text stands in a goal as words of its own, in words from the beginning.
fn place(goal: &str, text: &str) -> Option<usize> {
    Some(words(&goal[..whole(goal, text)?]).len())
}

/// Where a text stands in a goal as words of its own, in bytes from the beginning.
pub(super) fn whole(goal: &str, text: &str) -> Option<usize> {
    let edge = |it: Option<char>| it.is_none_or(|it| !it.is_alphanumeric());
    let is_whole =
        |at: usize| edge(goal[..at].chars().next_back()) && edge(goal[at + text.len()..].chars().next());
    goal.match_indices(text)
        .map(|(at, _)| at)
        .find(|at| is_whole(*at))
}

/// The values that an episode probably uses: those of the instance that the goal says, and what the goal quotes.
fn landmarks(instance: &Instance) -> Vec<Landmark> {
    let mut landmarks: Vec<Landmark> = Vec::new();
    for (name, value) in &instance.params {
        for text in value.texts().filter(|it| !it.trim().is_empty()) {
            // A value that the goal does not say (the number of a wording, a default) need not be used.
            if let Some(place) = place(&instance.goal, text)
                && landmarks.len() < MOST / 2
                && !landmarks.iter().any(|it| it.text == text && it.name == *name)
            {
                landmarks.push(Landmark {
                    text: text.to_owned(),
                    name: name.clone(),
                    place,
                });
            }
        }
    }
    for quoted in quoted(&instance.goal) {
        let known = landmarks
            .iter()
            .any(|it| it.text.contains(&quoted) || quoted.contains(&it.text));
        if !known && landmarks.len() < MOST / 2 {
            let place = place(&instance.goal, &quoted).unwrap_or(0);
            landmarks.push(Landmark {
                text: quoted,
                name: String::new(),
                place,
            });
        }
    }
    landmarks
}

/// Values and what can be made of them, cheapest first.
fn offers(instance: &Instance, landmarks: &[Landmark], weights: &Weights) -> Vec<Offer> {
    let mut offers: Vec<Offer> = Vec::new();
    for (bit, it) in landmarks.iter().enumerate() {
        offers.push(Offer {
            text: it.text.clone(),
            cost: 0.0,
            uses: 1 << bit,
            name: it.name.clone(),
            how: if it.name.is_empty() {
                "a text quoted in the goal".into()
            } else {
                format!("the value of `{}`", it.name)
            },
        });
    }
    for Derived { expr, text, cost } in strings::derive(&instance.params) {
        if offers.iter().any(|it| it.text == text) {
            continue;
        }
        let inputs = expr.inputs();
        let uses = landmarks
            .iter()
            .enumerate()
            .filter(|(_, it)| inputs.contains(&it.name.as_str()) && it.text.contains(&text))
            .fold(0, |all, (bit, _)| all | 1 << bit);
        let name = inputs.first().map(|it| (*it).to_owned()).unwrap_or_default();
        let cost = match cost {
            0 => 0.0,
            _ => weights.derived + cost as f32 / weights.deeper,
        };
        offers.push(Offer {
            text,
            cost,
            uses,
            name,
            how: format!("`{expr}`"),
        });
    }
    offers.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    offers
}

/// Spans in double quotes, in order.
fn quoted(goal: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for (idx, part) in goal.split(['"', '“', '”']).enumerate() {
        if idx % 2 == 1 && !part.trim().is_empty() && !all.iter().any(|it| it == part) {
            all.push(part.to_owned());
        }
    }
    all
}

/// The goal with as many words without meaning in the place of each value as it has: the places of the others stay.
fn blanked(goal: &str, landmarks: &[Landmark]) -> String {
    let mut blanked = goal.to_owned();
    for it in landmarks {
        if let Some(at) = blanked.find(&it.text) {
            let filler = " the".repeat(words(&it.text).len().max(1)) + " ";
            blanked.replace_range(at..at + it.text.len(), &filler);
        }
    }
    blanked
}

/// What stands before what is not to be done, at the beginning of a clause.
const NOT_TO_BE_DONE: [&[&str]; 4] = [&["do", "not"], &["don", "t"], &["dont"], &["never"]];

/// Words that a clause may have before that.
const LEADS: [&str; 4] = ["and", "but", "please", "then"];

/// The words with meaning of clauses like "do not send it", without those that the goal has elsewhere too: who is to
/// delete one note and no other may delete.
fn forbidden(goal: &str) -> Vec<String> {
    let (mut done, mut left): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for clause in goal.split(['.', ',', ';', ':', '!', '?', '\n']) {
        let all = words(clause);
        let own = all.iter().position(|it| !LEADS.contains(&it.as_str()));
        let own = &all[own.unwrap_or(all.len())..];
        let begins = |with: &&&[&str]| own.iter().take(with.len()).eq(with.iter());
        match NOT_TO_BE_DONE.iter().find(begins) {
            Some(with) => left.extend(own[with.len()..].iter().cloned()),
            None => done.extend(all),
        }
    }
    left.retain(|it| strings::is_content(it) && !done.iter().any(|other| same(it, other)));
    left
}

fn goal_words(goal: &str, forbidden: &[String], landmarks: usize) -> Vec<GoalWord> {
    let mut seen: HashSet<String> = HashSet::new();
    let all = words(goal);
    let mut kept: Vec<GoalWord> = Vec::new();
    for (place, word) in all.iter().enumerate() {
        if strings::is_content(word) && !forbidden.contains(word) && seen.insert(word.clone()) {
            let bit = if landmarks + kept.len() < MOST {
                1 << (landmarks + kept.len())
            } else {
                0
            };
            let count = all.iter().filter(|it| *it == word).count();
            kept.push(GoalWord {
                word: word.clone(),
                place,
                bit,
                count,
            });
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(goal: &str) -> Values {
        let instance = Instance::of_no_type("", goal, task::Params::new());
        Values::of(&instance, &Weights::default())
    }

    #[test]
    fn what_is_not_to_be_done_is_forbidden_and_asks_for_nothing() {
        for goal in [
            "Fill in the form. Do NOT hit save.",
            "Fill in the form, but don't save it.",
            "Fill in the form; never save!",
        ] {
            let values = of(goal);
            assert!(
                values.forbids(&words("SAVE")) && values.goal_word("save").is_none(),
                "{goal}"
            );
            assert!(!values.forbids(&words("Save as draft")), "{goal}");
            assert!(
                !values.forbids(&words("Form")) && values.goal_word("form").is_some(),
                "{goal}"
            );
        }
    }

    #[test]
    fn what_the_goal_asks_for_elsewhere_is_not_forbidden() {
        for goal in [
            "Delete the note. Do not delete any other note.",
            "Delete the notes that do not say delete.",
            "Do it, whether or not delete shows.",
        ] {
            assert!(!of(goal).forbids(&words("Delete")), "{goal}");
        }
        assert!(!of("Do not save it.").forbids(&[]));
    }
}
