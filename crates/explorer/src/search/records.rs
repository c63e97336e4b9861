//! Goals with several records: the same parameters again and again, told apart by a number at the end of their names
//! (`name_1`, `amount_1`, `name_2`, `amount_2`). The search looks for what deals with the first; that is then done for each of
//! the others.

use std::collections::BTreeMap;

use task::{Instance, Value, numbered_name};

use super::values::whole;

/// Stands in a goal in the place of a value of another record: no word.
const NOTHING: &str = "-";

/// A text of the first record, and the one that stands in its place in another.
pub(super) type Pair = (String, String);

/// The records of an instance.
#[derive(Debug)]
pub(super) struct Records {
    /// The instance with the first of them alone.
    pub first: Instance,
    /// For each of the others, what stands in the place of the first one's texts.
    pub others: Vec<Vec<Pair>>,
}

impl Records {
    /// The records of an instance; `None` where it has not several of several parameters each.
    pub fn of(instance: &Instance) -> Option<Self> {
        let mut numbered: BTreeMap<u64, BTreeMap<&str, &str>> = BTreeMap::new();
        for name in instance.params.keys() {
            if let Some((stem, number)) = numbered_name(name) {
                numbered.entry(number).or_default().insert(stem, name);
            }
        }
        let mut records = numbered.into_values();
        let first = records.next().filter(|it| it.len() > 1)?;
        let others: Vec<BTreeMap<&str, &str>> = records.collect();
        if others.is_empty() || others.iter().any(|it| !it.keys().eq(first.keys())) {
            return None;
        }
        let texts = |name: &str| instance.params.get(name).map_or_else(Vec::new, texts_of);
        let pairs = |other: &BTreeMap<&str, &str>| -> Option<Vec<Pair>> {
            let mut all = Vec::new();
            for (stem, name) in &first {
                let (was, now) = (texts(name), texts(other[stem]));
                // What the first leaves out shows nobody where it goes.
                if was.len() != now.len()
                    || was
                        .iter()
                        .zip(&now)
                        .any(|(was, now)| was.is_empty() && !now.is_empty())
                {
                    return None;
                }
                all.extend(was.into_iter().zip(now));
            }
            Some(all)
        };
        let pairs: Vec<Vec<Pair>> = others.iter().map(pairs).collect::<Option<_>>()?;
        if pairs.iter().any(|it| !is_told(it)) {
            return None;
        }
        let mut params = instance.params.clone();
        params.retain(|name, _| !others.iter().any(|it| it.values().any(|other| other == name)));
        Some(Self {
            first: Instance {
                goal: without(&instance.goal, &pairs),
                params,
                ..instance.clone()
            },
            others: pairs,
        })
    }
}

/// Whether it is known of each text which one stands in its place: what the first record says twice, the other says twice.
fn is_told(pairs: &[Pair]) -> bool {
    let fits = |(was, now): &Pair| pairs.iter().all(|it| it.0 != *was || it.1 == *now);
    pairs.iter().all(fits)
}

/// A goal without the values of the other records, where the first has them not as well.
fn without(goal: &str, others: &[Vec<Pair>]) -> String {
    let is_own = |text: &str| others.iter().flatten().any(|(was, _)| whole(was, text).is_some());
    let mut texts: Vec<&String> = others.iter().flatten().map(|it| &it.1).collect();
    texts.retain(|it| !it.is_empty() && !is_own(it));
    texts.sort_by_key(|it| std::cmp::Reverse(it.len()));
    let mut left = goal.to_owned();
    for text in texts {
        while let Some(at) = whole(&left, text) {
            left.replace_range(at..at + text.len(), NOTHING);
        }
    }
    left
}

fn texts_of(value: &Value) -> Vec<String> {
    value.texts().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(goal: &str, params: &[(&str, &str)]) -> Option<Records> {
        let params = params
            .iter()
            .map(|(name, text)| ((*name).to_owned(), Value::from(*text)));
        Records::of(&Instance::of_no_type("", goal, params.collect()))
    }

    #[test]
    fn the_same_parameters_with_numbers_are_records() {
        let goal = "Add Rent 12 and Fuel 30 as home costs.";
        let named = [
            ("name_1", "Rent"),
            ("amount_1", "12"),
            ("name_2", "Fuel"),
            ("amount_2", "30"),
            ("kind", "home"),
        ];
        let found = records(goal, &named).expect("two records");
        let pairs = [("12", "30"), ("Rent", "Fuel")].map(|(was, now)| (was.to_owned(), now.to_owned()));
        assert_eq!(found.others, [pairs]);
        let left: Vec<&String> = found.first.params.keys().collect();
        assert_eq!(left, ["name_1", "amount_1", "kind"]);
        assert_eq!(found.first.goal, "Add Rent 12 and - - as home costs.");
    }

    #[test]
    fn other_numbered_names_are_none() {
        assert!(records("", &[("p1", "a"), ("p2", "b"), ("p3", "c")]).is_none());
        assert!(records("", &[("name", "a"), ("street1", "b"), ("street2", "c")]).is_none());
        assert!(records("", &[("a_1", "x"), ("b_1", "y"), ("a_2", "z")]).is_none());
        assert!(records("", &[("a_1", "x"), ("b_1", ""), ("a_2", "z"), ("b_2", "w")]).is_none());
        assert!(records("", &[("a_1", "2"), ("b_1", "2"), ("a_2", "3"), ("b_2", "4")]).is_none());
    }

    #[test]
    fn only_whole_words_are_left_out_of_the_goal() {
        let named = [
            ("name_1", "Tea"),
            ("amount_1", "12"),
            ("name_2", "Fuel"),
            ("amount_2", "3"),
        ];
        let found = records("Tea 12, Fuel 3: within 30 minutes, no Fueling", &named).expect("two records");
        assert_eq!(found.first.goal, "Tea 12, - -: within 30 minutes, no Fueling");
    }
}
