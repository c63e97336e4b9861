//! Goals of several instances to the templates they were made from.
//!
//! Tokens that all goals of a group share are constant, what varies between them is a slot. How the
//! goals fall into groups is decided by description length: a template costs its tokens, a goal what
//! it puts into the slots, and two groups become one where that is shorter to write down.

use std::collections::HashSet;

use crate::{
    params::Params,
    template::{Part, Separators, Template},
};

/// More goals say no more and cost time.
const MOST_GOALS: usize = 60;
/// What one more template costs beyond its tokens.
const PER_TEMPLATE: usize = 2;
/// Words between two things that are listed.
const ENTRY_WORDS: usize = 3;

/// The templates of these goals, the most frequent first. Every goal is of one of them, unless a
/// wording stands alone: then it is a template without slots.
pub fn induce(goals: &[String]) -> Vec<Template> {
    let mut distinct: Vec<&str> = Vec::new();
    for goal in goals
        .iter()
        .map(String::as_str)
        .filter(|it| !it.trim().is_empty())
    {
        if !distinct.contains(&goal) && distinct.len() < MOST_GOALS {
            distinct.push(goal);
        }
    }
    let mut groups: Vec<Group> = distinct
        .iter()
        .filter_map(|goal| Group::of(vec![Goal::read(goal)]))
        .collect();
    // Of all pairs, join the one that saves most, until none saves anything.
    let mut joins: Vec<Vec<Option<(isize, Group)>>> = Vec::new();
    for a in 0..groups.len() {
        joins.push((0..a).map(|b| join(&groups[a], &groups[b])).collect());
    }
    loop {
        let best = joins
            .iter()
            .enumerate()
            .flat_map(|(a, row)| {
                row.iter()
                    .enumerate()
                    .filter_map(move |(b, it)| Some((it.as_ref()?.0, a, b)))
            })
            .max_by_key(|(saved, a, b)| (*saved, std::cmp::Reverse((*a, *b))));
        let Some((_, a, b)) = best.filter(|(saved, ..)| *saved > 0) else {
            break;
        };
        let Some((_, joined)) = joins[a][b].take() else {
            break;
        };
        groups.remove(a);
        joins.remove(a);
        for row in &mut joins[a..] {
            row.remove(a);
        }
        groups[b] = joined;
        for other in 0..groups.len() {
            if other != b {
                let (high, low) = (b.max(other), b.min(other));
                joins[high][low] = join(&groups[high], &groups[low]);
            }
        }
    }
    let count = |it: &Group| {
        goals
            .iter()
            .filter(|goal| it.goals.iter().any(|g| g.text == **goal))
            .count()
    };
    groups.sort_by_key(|it| std::cmp::Reverse(count(it)));
    let mut templates: Vec<Template> = Vec::new();
    for it in groups.iter().map(Group::template) {
        if !templates.contains(&it) {
            templates.push(it);
        }
    }
    templates
}

/// The template that a goal is of, by its place in the list, and the values in the goal. Where
/// several fit, the one that says most itself.
pub fn extract(templates: &[Template], goal: &str) -> Option<(usize, Params)> {
    let fits = templates
        .iter()
        .enumerate()
        .filter_map(|(idx, it)| Some((idx, it, it.extract(goal)?)));
    let best =
        fits.max_by_key(|(idx, it, _)| (it.texts().map(str::len).sum::<usize>(), std::cmp::Reverse(*idx)));
    best.map(|(idx, _, params)| (idx, params))
}

/// A word, a quoted text, or a punctuation mark, with where it stands.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Token {
    from: usize,
    to: usize,
}

#[derive(Clone)]
struct Goal {
    text: String,
    tokens: Vec<Token>,
}

impl Goal {
    fn read(text: &str) -> Self {
        let mut tokens = Vec::new();
        let mut quoted = false;
        let mut from = None;
        let end = |from: &mut Option<usize>, to: usize, tokens: &mut Vec<Token>| {
            if let Some(from) = from.take() {
                tokens.push(Token { from, to });
            }
        };
        for (at, it) in text.char_indices() {
            let next = text[at + it.len_utf8()..].chars().next();
            if it == '"' {
                end(&mut from, at, &mut tokens);
                tokens.push(Token { from: at, to: at + 1 });
                quoted = !quoted && text[at + 1..].contains('"');
            } else if quoted {
                from.get_or_insert(at);
            } else if it.is_whitespace() {
                end(&mut from, at, &mut tokens);
            } else {
                // A mark at the end of a word stands alone; inside of a word it belongs to it.
                let ends = next.is_none_or(char::is_whitespace) || next == Some('"');
                let mark = matches!(it, '.' | ',' | ';' | ':' | '!' | '?' | ')' | ']');
                let opens = matches!(it, '(' | '[') || (it == '#' && from.is_none());
                let possessive = it == '\'' && next == Some('s') && from.is_some();
                if (mark && ends) || (opens && from.is_none()) || matches!(it, '(' | ')' | '[' | ']') {
                    end(&mut from, at, &mut tokens);
                    tokens.push(Token {
                        from: at,
                        to: at + it.len_utf8(),
                    });
                } else if possessive {
                    end(&mut from, at, &mut tokens);
                    from = Some(at);
                } else {
                    from.get_or_insert(at);
                }
            }
        }
        end(&mut from, text.len(), &mut tokens);
        Self {
            text: text.to_owned(),
            tokens,
        }
    }

    fn token(&self, idx: usize) -> &str {
        let it = self.tokens[idx];
        &self.text[it.from..it.to]
    }
}

/// Goals of one template.
#[derive(Clone)]
struct Group {
    goals: Vec<Goal>,
    /// The constant tokens.
    common: Vec<String>,
    /// For each goal, where its constant tokens are.
    places: Vec<Vec<usize>>,
    cost: usize,
}

impl Group {
    fn of(goals: Vec<Goal>) -> Option<Self> {
        let first = goals.first()?;
        let tokens = (0..first.tokens.len()).map(|idx| first.token(idx));
        let common: Vec<String> = tokens.filter(|it| *it != ",").map(str::to_owned).collect();
        Self::with(goals, common)
    }

    /// The goals with these tokens as the constant ones; `None` where that is no template.
    fn with(goals: Vec<Goal>, common: Vec<String>) -> Option<Self> {
        let places: Vec<Vec<usize>> = goals
            .iter()
            .map(|goal| {
                let tokens: Vec<&str> = (0..goal.tokens.len()).map(|idx| goal.token(idx)).collect();
                let common: Vec<&str> = common.iter().map(String::as_str).collect();
                let pairs = align(&common, &tokens);
                (pairs.len() == common.len()).then(|| pairs.into_iter().map(|(_, idx)| idx).collect())
            })
            .collect::<Option<_>>()?;
        let mut group = Self {
            goals,
            common,
            places,
            cost: 0,
        };
        group.cost = group.measure()?;
        Some(group)
    }

    /// Text of a goal between two constant tokens (`at` counts the tokens before it), without space.
    fn gap(&self, goal: usize, at: usize) -> &str {
        let it = &self.goals[goal];
        let from = if at == 0 {
            0
        } else {
            it.tokens[self.places[goal][at - 1]].to
        };
        let to = self.places[goal]
            .get(at)
            .map_or(it.text.len(), |idx| it.tokens[*idx].from);
        it.text.get(from..to).unwrap_or_default().trim()
    }

    fn gap_tokens(&self, goal: usize, at: usize) -> usize {
        let places = &self.places[goal];
        let from = if at == 0 { 0 } else { places[at - 1] + 1 };
        let to = places.get(at).copied().unwrap_or(self.goals[goal].tokens.len());
        (from..to)
            .filter(|idx| !is_mark(self.goals[goal].token(*idx)))
            .count()
            .max(1)
    }

    fn is_constant(&self, at: usize) -> bool {
        (1..self.goals.len()).all(|goal| self.gap(goal, at) == self.gap(0, at))
    }

    fn slots(&self) -> usize {
        (0..=self.common.len())
            .filter(|at| !self.is_constant(*at))
            .count()
    }

    /// Description length; `None` where a slot would be empty in one goal.
    fn measure(&self) -> Option<usize> {
        let mut cost = PER_TEMPLATE + self.common.iter().filter(|it| !is_mark(it)).count();
        let mut constant = self.common.iter().any(|it| !is_mark(it));
        for at in 0..=self.common.len() {
            if self.is_constant(at) {
                cost += if self.gap(0, at).is_empty() {
                    0
                } else {
                    self.gap_tokens(0, at)
                };
                constant |= !self.gap(0, at).is_empty();
            } else {
                if (0..self.goals.len())
                    .any(|goal| self.gap(goal, at).chars().all(|it| !it.is_alphanumeric()))
                {
                    return None;
                }
                // Between quotes stands a value: one that was written down before only has to be named again.
                let mut known: HashSet<&str> = HashSet::new();
                let quoted = at > 0 && self.common[at - 1] == "\"";
                cost += 1
                    + (0..self.goals.len())
                        .filter(|goal| known.insert(self.gap(*goal, at)) || !quoted)
                        .map(|goal| self.gap_tokens(goal, at))
                        .sum::<usize>();
            }
        }
        constant.then_some(cost)
    }

    fn template(&self) -> Template {
        let first = &self.goals[0].text;
        // Alternately constant texts and slots, as spans of the first goal.
        let mut parts: Vec<Part> = Vec::new();
        let mut text_from = 0;
        let mut names: HashSet<String> = HashSet::new();
        for at in 0..=self.common.len() {
            if self.is_constant(at) {
                continue;
            }
            let values: Vec<&str> = (0..self.goals.len()).map(|goal| self.gap(goal, at)).collect();
            // Between quotes everything belongs to the value.
            let quoted = at > 0 && self.common[at - 1] == "\"";
            let (before, after) = if quoted { (0, 0) } else { shared_marks(&values) };
            let gap = self.gap(0, at);
            let from = gap.as_ptr() as usize - first.as_ptr() as usize + before;
            let to = from + gap.len() - before - after;
            let values: Vec<&str> = values
                .iter()
                .map(|it| it[before..it.len() - after].trim())
                .collect();
            if text_from < from {
                parts.push(Part::Text(first[text_from..from].to_owned()));
            }
            let name = name_of(
                &first[text_from..from],
                &first[to..],
                parts.len() <= 1,
                &mut names,
            );
            parts.push(Part::Slot {
                name,
                list: if quoted { None } else { separators(&values) },
            });
            text_from = to;
        }
        if text_from < first.len() {
            parts.push(Part::Text(first[text_from..].to_owned()));
        }
        let template = Template::of(parts);
        // Words of the goals that look like the constant text can lead astray; then the goals stand for themselves.
        if self.goals.iter().all(|it| template.extract(&it.text).is_some()) {
            template
        } else {
            Template::of(vec![Part::Text(first.clone())])
        }
    }
}

fn is_mark(token: &str) -> bool {
    token.chars().all(|it| !it.is_alphanumeric())
}

/// Two groups as one, with what that saves.
fn join(a: &Group, b: &Group) -> Option<(isize, Group)> {
    let (left, right): (Vec<&str>, Vec<&str>) = (
        a.common.iter().map(String::as_str).collect(),
        b.common.iter().map(String::as_str).collect(),
    );
    let common: Vec<String> = align(&left, &right)
        .into_iter()
        .map(|(idx, _)| a.common[idx].clone())
        .collect();
    if !common.iter().any(|it| !is_mark(it)) {
        return None;
    }
    let goals: Vec<Goal> = a.goals.iter().chain(&b.goals).cloned().collect();
    let fewer = a.common.len().max(b.common.len()) - common.len();
    let joined = Group::with(goals, common)?;
    let mut saved = (a.cost + b.cost) as isize - joined.cost as isize;
    // Wordings that differ in one word beside a slot ("AM", "PM") are one wording.
    if fewer <= 1 && a.slots() > 0 && a.slots() == b.slots() && a.slots() == joined.slots() {
        saved = saved.max(1);
    }
    (saved > 0).then_some((saved, joined))
}

/// The pairs of equal tokens of the best alignment: words before marks, runs before single tokens.
fn align(a: &[&str], b: &[&str]) -> Vec<(usize, usize)> {
    // Scores of the rest from (i, j) on, apart by whether (i - 1, j - 1) were a pair.
    let width = b.len() + 1;
    let at = |i: usize, j: usize, run: bool| (i * width + j) * 2 + usize::from(run);
    let mut score = vec![0u32; (a.len() + 1) * width * 2];
    let pair = |i: usize, j: usize, run: bool| -> Option<u32> {
        // Commas separate what is listed: they are constant only where everything around them is.
        let same = a[i] == b[j] && a[i] != ",";
        same.then(|| if is_mark(a[i]) { 2 } else { 6 } + u32::from(run) * 3)
    };
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            for run in [false, true] {
                let skip = score[at(i + 1, j, false)].max(score[at(i, j + 1, false)]);
                let take = pair(i, j, run).map_or(0, |it| it + score[at(i + 1, j + 1, true)]);
                score[at(i, j, run)] = skip.max(take);
            }
        }
    }
    let (mut i, mut j, mut run) = (0, 0, false);
    let mut pairs = Vec::new();
    while i < a.len() && j < b.len() {
        let here = score[at(i, j, run)];
        if pair(i, j, run).is_some_and(|it| it + score[at(i + 1, j + 1, true)] == here) {
            pairs.push((i, j));
            (i, j, run) = (i + 1, j + 1, true);
        } else if score[at(i + 1, j, false)] == here {
            (i, run) = (i + 1, false);
        } else {
            (j, run) = (j + 1, false);
        }
    }
    pairs
}

/// Lengths of the marks that all values begin and end with.
fn shared_marks(values: &[&str]) -> (usize, usize) {
    let Some(first) = values.first() else {
        return (0, 0);
    };
    let shared = |chars: &mut dyn Iterator<Item = char>, test: &dyn Fn(&str) -> bool, front: bool| {
        let mut mark = String::new();
        for it in chars {
            let next = if front {
                format!("{mark}{it}")
            } else {
                format!("{it}{mark}")
            };
            if it.is_alphanumeric() || it == '-' || it == '@' || !test(&next) {
                break;
            }
            mark = next;
        }
        mark.len()
    };
    let before = shared(
        &mut first.chars(),
        &|it| values.iter().all(|value| value.starts_with(it)),
        true,
    );
    let after = shared(
        &mut first.chars().rev(),
        &|it| values.iter().all(|value| value[before..].ends_with(it)),
        false,
    );
    (before, after)
}

/// How the values of a slot list several things, if they do.
fn separators(values: &[&str]) -> Option<Separators> {
    let lists = [
        (", ", " and "),
        (", ", ", and "),
        (", ", ", "),
        (">", ">"),
        (" and ", " and "),
        (" > ", " > "),
    ];
    let candidates = lists.map(|(between, last)| Separators {
        between: between.to_owned(),
        last: last.to_owned(),
    });
    candidates
        .into_iter()
        .filter(|it| {
            let split: Vec<Vec<&str>> = values.iter().map(|value| it.split(value)).collect();
            let entries = || split.iter().flatten();
            let short =
                entries().all(|it| !it.trim().is_empty() && it.split_whitespace().count() <= ENTRY_WORDS);
            // The last separator stands behind all others, and in most lists.
            let ends = |value: &&&str| {
                value
                    .rsplit_once(&it.last)
                    .is_some_and(|(_, tail)| !tail.contains(&it.between))
            };
            let last =
                values.iter().filter(ends).count() * 2 > split.iter().filter(|it| it.len() > 1).count();
            let several = split.iter().filter(|it| it.len() > 1).count();
            // Sentences with a comma are no lists: their parts are long, and most values have none.
            short && (last || it.last == it.between) && several * 4 >= values.len().max(1) && several > 0
        })
        .max_by_key(|it| values.iter().map(|value| it.split(value).len()).sum::<usize>())
}

/// Words that name nothing.
const EMPTY_WORDS: [&str; 34] = [
    "a",
    "an",
    "the",
    "of",
    "to",
    "in",
    "on",
    "at",
    "by",
    "for",
    "from",
    "with",
    "and",
    "or",
    "then",
    "it",
    "its",
    "is",
    "are",
    "be",
    "as",
    "that",
    "this",
    "them",
    "they",
    "their",
    "into",
    "which",
    "named",
    "called",
    "following",
    "all",
    "one",
    "between",
];

/// A name for a slot from the words around it.
fn name_of(before: &str, after: &str, first: bool, taken: &mut HashSet<String>) -> String {
    let words = |text: &str| -> Vec<String> {
        text.split(|it: char| !it.is_alphanumeric())
            .filter(|it| !it.is_empty())
            .map(str::to_lowercase)
            .collect()
    };
    let names = |it: &String| {
        it.len() >= 3
            && it.is_ascii()
            && !it.starts_with(|it: char| it.is_ascii_digit())
            && !EMPTY_WORDS.contains(&it.as_str())
    };
    let mut before = words(before);
    // A goal begins with what to do, not with what it is done to.
    if first && !before.is_empty() {
        before.remove(0);
    }
    let clause = after.trim_start_matches(['"', ' ']);
    let clause = clause.split(['"', '.', ',', ';', ':']).next().unwrap_or_default();
    let after: Vec<String> = words(clause)
        .into_iter()
        .take_while(|it| it != "and" && it != "then")
        .take(5)
        .collect();
    let mut candidates: Vec<String> = Vec::new();
    candidates.extend(before.last().filter(|it| names(it)).cloned());
    candidates.extend(after.first().filter(|it| names(it)).cloned());
    candidates.extend(before.iter().rev().filter(|it| names(it)).cloned());
    candidates.extend(after.iter().filter(|it| names(it)).cloned());
    candidates.push("value".to_owned());
    let free = candidates.iter().find(|it| !taken.contains(*it)).cloned();
    let name = free.unwrap_or_else(|| {
        (2..)
            .map(|n| format!("{}_{n}", candidates[0]))
            .find(|it| !taken.contains(it))
            .expect("numbers do not end")
    });
    taken.insert(name.clone());
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(goals: &[&str], expected: &[&str]) {
        let goals: Vec<String> = goals.iter().map(|it| (*it).to_owned()).collect();
        let templates = induce(&goals);
        assert_eq!(
            templates.iter().map(Template::to_string).collect::<Vec<_>>(),
            expected
        );
        for goal in &goals {
            let (idx, params) = extract(&templates, goal).expect("every goal is of one of its templates");
            assert_eq!(
                &templates[idx].render(&params).expect("all slots have values"),
                goal
            );
        }
    }

    #[test]
    fn a_quoted_text_that_comes_again_is_a_value_and_no_wording() {
        let mut goals = Vec::new();
        for name in ["ada", "bob", "cy", "eve", "kim", "lou", "max", "pia"] {
            for button in ["Reply", "Like"] {
                goals.push(format!(
                    "Click the \"{button}\" button on all posts by @{name} and then click Submit."
                ));
            }
        }
        let goals: Vec<&str> = goals.iter().map(String::as_str).collect();
        let expected = "Click the \"{button}\" button on all posts by {posts} and then click Submit.";
        check(&goals, &[expected]);
    }

    #[test]
    fn what_varies_is_a_slot_named_after_the_words_around_it() {
        check(
            &[
                "Enter the username \"ada\" and the password \"x1\" into the fields and press login.",
                "Enter the username \"bob\" and the password \"the x\" into the fields and press login.",
                "Enter the username \"cy\" and the password \"q\" into the fields and press login.",
            ],
            &[
                "Enter the username \"{username}\" and the password \"{password}\" into the fields and press login.",
            ],
        );
        check(
            &[
                "Buy red shoes from Ada in 1998.",
                "Buy blue shoes from Bob in 2001.",
                "Buy red shoes from Cy in 1998.",
            ],
            &["Buy {shoes} shoes from {value} in {value_2}."],
        );
    }

    #[test]
    fn enumerations_become_lists() {
        check(
            &[
                "Select ab, c and click Go.",
                "Select d and click Go.",
                "Select e, f, g and click Go.",
            ],
            &["Select {value*} and click Go."],
        );
        check(
            &["Open Ada>Bob", "Open Cy", "Open Dee>Eve>Flo"],
            &["Open {value*>}"],
        );
        check(
            &[
                "Invite Ada, Bob and Cy to lunch",
                "Invite Dee to lunch",
                "Invite Eve and Flo to lunch",
            ],
            &["Invite {lunch*, | and } to lunch"],
        );
    }

    #[test]
    fn several_wordings_are_several_templates() {
        check(
            &[
                "Find the mail by Ada and forward that mail to Bob.",
                "Find the mail by Cy and press the bin to throw it away.",
                "Find the mail by Dee and forward that mail to Eve.",
                "Find the mail by Flo and press the bin to throw it away.",
                "Find the mail by Gus and forward that mail to Hal.",
            ],
            &[
                "Find the mail by {mail} and forward that mail to {forward}.",
                "Find the mail by {mail} and press the bin to throw it away.",
            ],
        );
    }

    #[test]
    fn a_goal_that_never_varies_has_no_slots() {
        check(
            &["Press the button.", "Press the button."],
            &["Press the button."],
        );
        assert_eq!(induce(&[]), []);
    }
}
