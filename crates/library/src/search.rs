//! Functions by words: what their name, their text, their task and their goals say.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    library::{Function, Library, LibraryError},
    place::snake_case,
};

/// A function that has words of a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// The function.
    pub function: Function,
    /// How well it fits; higher is better, comparable within one answer.
    pub score: f64,
}

impl Library {
    /// The functions that have words of a query, best first. A word that few functions have weighs more.
    pub fn search(&self, query: &str, limit: usize) -> Result<Vec<Match>, LibraryError> {
        let functions = self.list()?.functions;
        let texts: Vec<BTreeMap<String, f64>> = functions.iter().map(weights).collect();
        let wanted: BTreeSet<String> = words(query).collect();
        let rarity = |word: &String| {
            let having = texts.iter().filter(|it| it.contains_key(word)).count();
            (1.0 + texts.len() as f64 / having.max(1) as f64).ln()
        };
        let mut matches: Vec<Match> = functions
            .into_iter()
            .zip(&texts)
            .map(|(function, text)| {
                let score = wanted
                    .iter()
                    .filter_map(|it| Some(text.get(it)? * rarity(it)))
                    .sum();
                Match { function, score }
            })
            .filter(|it| it.score > 0.0)
            .collect();
        matches.sort_by(|a, b| b.score.total_cmp(&a.score));
        matches.truncate(limit);
        Ok(matches)
    }
}

/// The words of a function with their weights: a word of its name says more than one of its description.
fn weights(function: &Function) -> BTreeMap<String, f64> {
    let receipt = &function.receipt;
    let names = [&function.app, &function.name, &receipt.name, &receipt.task_type];
    let mut said: Vec<(String, f64)> = names.into_iter().map(|it| (it.clone(), 3.0)).collect();
    said.extend(receipt.templates.iter().map(|it| (it.to_string(), 2.0)));
    said.extend(
        receipt
            .params
            .iter()
            .map(|it| (format!("{} {}", it.name, it.description), 1.0)),
    );
    let docs = function
        .source
        .lines()
        .filter_map(|it| it.trim().strip_prefix("///"));
    said.extend(docs.map(|it| (it.to_owned(), 1.0)));
    let mut all = BTreeMap::new();
    for (text, weight) in said {
        for word in words(&text) {
            let known = all.entry(word).or_insert(weight);
            *known = f64::max(*known, weight);
        }
    }
    all
}

/// Words in lower case, without the ending of a plural.
fn words(text: &str) -> impl Iterator<Item = String> {
    let all: Vec<String> = snake_case(text)
        .split('_')
        .filter(|it| !it.is_empty())
        .map(|it| {
            if it.len() > 3 {
                it.strip_suffix('s').unwrap_or(it)
            } else {
                it
            }
            .to_owned()
        })
        .collect();
    all.into_iter()
}
