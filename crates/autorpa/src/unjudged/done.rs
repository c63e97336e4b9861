//! What was done at other times, as somebody has kept it in a file: a row each time. The rows say which of a recording's values
//! are the same each time, and which are made of others, where one recording alone does not tell.

use std::collections::{BTreeMap, BTreeSet};

use strings::{Example, Expr, Problem, Test, identifier, synthesise};

use super::values::{Given, Role};

/// The values of one time, by the heads of the file's columns.
pub(super) type Time = BTreeMap<String, String>;

/// Rows that are looked at, at most: with the recording, as many as the learner takes.
pub(super) const MOST_ROWS: usize = 199;
/// A value is the same each time, or is made of others, where so many different rows say so; a mere copy of another value, where
/// twice as many do.
const FEWEST: usize = 4;
/// Values of which one is made, at most.
const MOST_INPUTS: usize = 12;

/// Take what the rows say of the parameters. What they do not tell, stays as it was. How many values have a column.
pub(super) fn learn_from(times: &[Time], values: &mut [Given]) -> usize {
    let columns = columns(times, values);
    let different = times.iter().collect::<BTreeSet<_>>().len();
    for at in 0..values.len() {
        let Some(column) = columns[at]
            .as_deref()
            .filter(|_| values[at].role == Role::Parameter)
        else {
            continue;
        };
        let own = values[at].value.clone();
        let same = times.iter().all(|it| cell(it, column) == own);
        if same && different >= FEWEST {
            (values[at].role, values[at].said_by_rows) = (Role::Constant, Some(times.len()));
        } else if let Some(of) = made_of(times, &values[..at], &columns[..at], column, &own) {
            values[at].made_as_rows_say(of, times.len());
        }
    }
    columns.iter().flatten().count()
}

fn cell<'a>(time: &'a Time, column: &str) -> &'a str {
    time.get(column).map_or("", String::as_str)
}

/// The column of each value: the one of its name, or else the one that has it where the row is the recording's own.
fn columns(times: &[Time], values: &[Given]) -> Vec<Option<String>> {
    let mut heads: Vec<&String> = times.iter().flat_map(BTreeMap::keys).collect();
    heads.sort_unstable();
    heads.dedup();
    let named = |it: &Given| {
        let is = |head: &&&String| {
            let head = identifier(head);
            [&it.name, &it.of_field, &it.field]
                .iter()
                .any(|name| !name.is_empty() && identifier(name).eq_ignore_ascii_case(&head))
        };
        heads.iter().find(is).map(|it| (*it).clone())
    };
    let mut columns: Vec<Option<String>> = values.iter().map(named).collect();
    let has = |time: &Time| {
        values
            .iter()
            .filter(|it| time.values().any(|cell| *cell == it.value))
            .count()
    };
    let Some(own) = times.iter().max_by_key(|it| has(it)).filter(|it| has(it) > 1) else {
        return columns;
    };
    for at in 0..values.len() {
        let free = |head: &&String| !columns.iter().flatten().any(|it| it == *head);
        let mut fits = own
            .iter()
            .filter(|(head, it)| **it == values[at].value && free(head));
        if let (None, Some((head, _)), None) = (&columns[at], fits.next(), fits.next()) {
            columns[at] = Some(head.clone());
        }
    }
    columns
}

/// How the value of a column is made of the values before it, in every row and in the recording.
fn made_of(
    times: &[Time],
    before: &[Given],
    columns: &[Option<String>],
    column: &str,
    own: &str,
) -> Option<Expr> {
    let is_input = |it: &Given| it.role == Role::Parameter && !it.is_state;
    let inputs = before.iter().zip(columns).filter(|(it, _)| is_input(it));
    let inputs: Vec<(&Given, &str)> = inputs
        .filter_map(|(it, column)| Some((it, column.as_deref()?)))
        .take(MOST_INPUTS)
        .collect();
    let example = |inputs: Vec<String>, output: &str| Example {
        inputs,
        output: output.to_owned(),
    };
    let own = example(inputs.iter().map(|(it, _)| it.value.clone()).collect(), own);
    let mut examples: Vec<Example> = Vec::new();
    for time in times {
        let given = inputs.iter().map(|(_, column)| cell(time, column).to_owned());
        let one = example(given.collect(), cell(time, column));
        if !examples.contains(&one) {
            examples.push(one);
        }
    }
    if inputs.is_empty() || examples.len() < FEWEST || examples.iter().any(|it| it.output.is_empty()) {
        return None;
    }
    // What the first half shows must hold for the others; what it leaves open, all of them together tell.
    let (shown, others) = examples.split_at(examples.len().div_ceil(2));
    let tests = others.iter().map(|it| Test {
        inputs: it.inputs.clone(),
    });
    let outputs = synthesise(&Problem {
        examples: shown.to_vec(),
        tests: tests.collect(),
    });
    let outputs = outputs.ok()?.outputs;
    let said = || outputs.iter().zip(others);
    let right = said().any(|(it, other)| it.as_ref() == Some(&other.output));
    let wrong = said().any(|(it, other)| it.as_ref().is_some_and(|it| *it != other.output));
    if wrong || !right {
        return None;
    }
    examples.push(own);
    let tests = Vec::new();
    let rows = examples.len() - 1;
    let mut of = synthesise(&Problem { examples, tests }).ok()?.program?;
    if matches!(of, Expr::Input(_)) && rows < 2 * FEWEST {
        return None;
    }
    // No value is called as an input is meanwhile.
    let between = |at: usize| Expr::Input(format!("\u{1}{at}"));
    for at in 0..inputs.len() {
        let name = match inputs.len() {
            1 => "input".to_owned(),
            _ => format!("input{}", at + 1),
        };
        of = of.replace(&Expr::Input(name), &between(at));
    }
    for (at, (it, _)) in inputs.iter().enumerate() {
        of = of.replace(&between(at), &Expr::Input(it.name.clone()));
    }
    Some(of)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learnt(heads: &str, rows: &[&str], values: &[(&str, &str)]) -> Vec<String> {
        let time = |row: &&str| {
            let cells = heads.split(',').zip(row.split(','));
            cells
                .map(|(head, cell)| (head.to_owned(), cell.to_owned()))
                .collect()
        };
        let times: Vec<Time> = rows.iter().map(time).collect();
        let mut all: Vec<Given> = values
            .iter()
            .map(|(name, value)| Given::parameter(name, value))
            .collect();
        let columns = learn_from(&times, &mut all);
        assert_eq!(columns > 0, heads != "A,B,C", "{heads}");
        let told = |it: &Given| match it.role {
            Role::Parameter => "said".to_owned(),
            Role::Constant | Role::Listed => "the same".to_owned(),
            Role::Computed => it.made_of.as_ref().map(ToString::to_string).unwrap_or_default(),
        };
        all.iter().map(told).collect()
    }

    #[test]
    fn rows_tell_what_is_the_same_and_what_is_made_of_others() {
        let ada = [
            ("name", "Ada Lovelace"),
            ("mail", "ada@a.example"),
            ("kind", "new"),
        ];
        let rows = [
            "Grace Hopper,grace@a.example,new",
            "Ada Lovelace,ada@a.example,new",
            "Linus Torvalds,linus@a.example,new",
            "Margaret Heafield Hamilton,margaret@a.example,new",
        ];
        let made = "token(lower_case(name), \"word\", 1) + \"@a.example\"";
        assert_eq!(
            learnt("Name,Address,Kind", &rows, &ada),
            ["said", made, "the same"]
        );
        // One row that is otherwise, and nobody knows.
        let odd = [&rows[..], &["Alan Turing,turing@a.example,old"]].concat();
        assert_eq!(learnt("Name,Address,Kind", &odd, &ada), ["said", "said", "said"]);
        // Too few rows, a mere copy, a cell that is left empty, and rows of something else.
        assert_eq!(
            learnt("Name,Address,Kind", &rows[..3], &ada),
            ["said", "said", "said"]
        );
        let twice = [rows[0], rows[1], rows[0], rows[1]];
        assert_eq!(
            learnt("Name,Address,Kind", &twice, &ada),
            ["said", "said", "said"]
        );
        let both = [("name", "Ada"), ("login", "Ada")];
        let copies = ["Ada,Ada", "Bob,Bob", "Cleo,Cleo", "Dan,Dan"];
        assert_eq!(learnt("Name,Login", &copies, &both), ["said", "said"]);
        let empty = [&rows[..], &["Alan Turing,,new"]].concat();
        assert_eq!(
            learnt("Name,Address,Kind", &empty, &ada),
            ["said", "said", "the same"]
        );
        assert_eq!(
            learnt("A,B,C", &["1,2,3", "4,5,6"], &ada),
            ["said", "said", "said"]
        );
    }
}
