//! What several agents did with the same task types, beside each other: success, steps, tokens, and what the
//! builds took by agent.

use std::{collections::BTreeSet, fmt::Write as _};

use device_web::{FEEDBACK_TYPES, LITERATURE_TYPES};
use llm::{Role, Tally};
use settings::{Call, Request, Setting};

use super::markdown::table;
use crate::{
    request::Agent,
    table::{Report, Row},
};

/// What the paper's table 4 has for one build with GPT-4.1, in tokens: suite, which of its task types, and their
/// mean.
const PAPER: [(&str, &str, Types, u64); 3] = [
    ("androidworld", "all that are measured here", Types::Any, 233_000),
    ("miniwob", "the hard ones", Types::These(&FEEDBACK_TYPES), 69_000),
    (
        "miniwob",
        "all of the paper's",
        Types::These(&LITERATURE_TYPES),
        42_000,
    ),
];

/// Which task types of a suite a figure is about.
#[derive(Clone, Copy)]
enum Types {
    Any,
    These(&'static [&'static str]),
}

/// The whole page.
pub fn page(reports: &[Report]) -> String {
    let results = Call::new(Request::Results).set(Setting::SideBySide);
    let bench = Call::new(Request::Bench);
    let mut page = format!(
        "# Agents side by side\n\nMade by `{results}` from what `{bench}` measured; nothing on this page is \
         typed by hand.\n\"ReAct\" does every task with the model. \"AutoRPA\" runs the verified function and leaves to ReAct what that does not \
         do; \"code only\" runs the function and nothing else.\nTokens are those of one episode in the mean, asked and answered together, as the \
         endpoint counted them.\n",
    );
    let mut suites: Vec<&str> = Vec::new();
    for report in reports {
        if !suites.contains(&report.suite.as_str()) {
            suites.push(&report.suite);
        }
    }
    for suite in suites {
        let of: Vec<&Report> = reports.iter().filter(|it| it.suite == suite).collect();
        page += &section(suite, &of);
    }
    page
}

/// What each agent did with one task type.
struct Line<'a> {
    task_type: &'a str,
    /// Of the ReAct agent, of AutoRPA, of the code alone.
    rows: [Option<&'a Row>; 3],
    /// What its build took, from whichever bench built it.
    build: Option<&'a Row>,
}

impl Line<'_> {
    fn function(&self) -> &'static str {
        let known = [self.rows[2], self.rows[1], self.build];
        known.into_iter().flatten().next().map_or("", Row::state)
    }
}

fn section(suite: &str, reports: &[&Report]) -> String {
    let agents = [Agent::React, Agent::Autorpa, Agent::CodeOnly].map(Agent::name);
    let mut types: Vec<&str> = Vec::new();
    for row in reports.iter().flat_map(|it| &it.rows) {
        if !types.contains(&row.task_type.as_str()) {
            types.push(&row.task_type);
        }
    }
    let rows_of = |task_type: &str| {
        let task_type = task_type.to_owned();
        reports.iter().flat_map(move |report| {
            let task_type = task_type.clone();
            let of = report.rows.iter().filter(move |it| it.task_type == task_type);
            of.map(|row| (report.agent.as_str(), row))
        })
    };
    let lines: Vec<Line<'_>> = types
        .iter()
        .map(|task_type| Line {
            task_type,
            rows: agents.map(|agent| {
                let mut of = rows_of(task_type).filter(|it| it.0 == agent);
                of.next().map(|it| it.1)
            }),
            build: rows_of(task_type)
                .map(|it| it.1)
                .find(|it| !it.asked_to_build.is_empty()),
        })
        .collect();
    let mut text = format!("\n## {suite}\n\n```sh\n");
    for report in reports {
        text += &report.command;
        text += " --json NAME.json\n";
    }
    text += "autorpa results --side-by-side *.json --out PAGE.md\n```\n\n";
    text += &table(
        &[
            "task type",
            "function",
            "ReAct",
            "steps",
            "tokens",
            "AutoRPA",
            "steps",
            "tokens",
            "fewer tokens",
            "code only",
            "steps",
            "tokens",
        ],
        lines.iter().map(cells).chain([sums(&lines)]),
    );
    if lines.iter().any(|it| it.build.is_some()) {
        text += "\nWhat one build took, in tokens:\n\n";
        let built: Vec<&Row> = lines.iter().filter_map(|it| it.build).collect();
        let asked = built.iter().flat_map(|it| it.asked_to_build.by_role.keys());
        let roles: BTreeSet<Role> = asked.copied().collect();
        let mut heads = vec!["task type", "refinements"];
        heads.extend(roles.iter().map(|it| it.name()));
        heads.extend(["all", "calls"]);
        let each = built.iter().map(|row| {
            let name = row.task_type.clone();
            build_cells(name, row.refinements.to_string(), &roles, &row.asked_to_build, 1)
        });
        let mut all = Tally::default();
        for row in &built {
            all.join(&row.asked_to_build);
        }
        let refinements: usize = built.iter().map(|it| it.refinements).sum();
        let mean = format!("{:.1}", refinements as f64 / built.len() as f64);
        let means = build_cells("mean".to_owned(), mean, &roles, &all, built.len() as u64);
        text += &table(&heads, each.chain([means]));
        text += &beside_the_paper(suite, &built);
    }
    text += &short(&lines);
    text
}

/// The means of builds for the task types that the paper has a mean of.
fn beside_the_paper(suite: &str, built: &[&Row]) -> String {
    let lines: Vec<Vec<String>> = PAPER
        .iter()
        .filter(|it| it.0 == suite)
        .filter_map(|(_, what, types, paper)| {
            let of = |row: &&&Row| match types {
                Types::Any => true,
                Types::These(names) => names.contains(&row.task_type.as_str()),
            };
            let these: Vec<&&Row> = built.iter().filter(of).collect();
            let count = match types {
                Types::Any => these.len().to_string(),
                Types::These(names) => format!("{} of {}", these.len(), names.len()),
            };
            let tokens: u64 = these.iter().map(|it| it.asked_to_build.tokens()).sum();
            let mean = tokens.checked_div(these.len() as u64)?;
            let share = format!("{:.0} %", 100.0 * mean as f64 / *paper as f64);
            Some(vec![
                (*what).to_owned(),
                count,
                mean.to_string(),
                paper.to_string(),
                share,
            ])
        })
        .collect();
    if lines.is_empty() {
        return String::new();
    }
    let heads = [
        "task types",
        "builds measured",
        "tokens a build",
        "the paper's, with GPT-4.1 (its table 4)",
        "share",
    ];
    format!("\n{}", table(&heads, lines.into_iter()))
}

/// What the rows come to: the code beside the agent on the task types that both did, and who needs a model at run time.
fn short(lines: &[Line<'_>]) -> String {
    let mut text = String::new();
    let both: Vec<(&Row, &Row)> = lines.iter().filter_map(|it| it.rows[0].zip(it.rows[2])).collect();
    let share = |rows: &mut dyn Iterator<Item = &Row>| {
        let (done, of) = rows.fold((0, 0), |(done, of), it| (done + it.successes, of + it.seeds));
        format!("{:.1} % ({done} of {of})", 100.0 * done as f64 / of.max(1) as f64)
    };
    if !both.is_empty() {
        let _infallible = write!(
            text,
            "\nOn the {} task types that both did: ReAct {}, code only {}.\n",
            both.len(),
            share(&mut both.iter().map(|it| it.0)),
            share(&mut both.iter().map(|it| it.1)),
        );
    }
    let code: Vec<&Row> = lines
        .iter()
        .filter_map(|it| it.rows[2])
        .filter(|it| it.verified)
        .collect();
    if !code.is_empty() {
        let alone = code.iter().filter(|it| it.asked_to_run.tokens() == 0).count();
        let _infallible = write!(
            text,
            "\n{alone} of {} verified functions asked a model nothing while they ran.\n",
            code.len()
        );
    }
    text
}

fn build_cells(
    name: String,
    refinements: String,
    roles: &BTreeSet<Role>,
    asked: &Tally,
    builds: u64,
) -> Vec<String> {
    let tokens = |role: &Role| -> u64 {
        let of = asked.by_role.get(role);
        of.map_or(0, |it| (it.prompt + it.completion) / builds)
    };
    let mut cells = vec![name, refinements];
    cells.extend(roles.iter().map(|it| tokens(it).to_string()));
    cells.extend([
        (asked.tokens() / builds).to_string(),
        (asked.total().calls / builds).to_string(),
    ]);
    cells
}

fn cells(line: &Line<'_>) -> Vec<String> {
    let mut cells = vec![line.task_type.to_owned(), line.function().to_owned()];
    for (at, row) in line.rows.iter().enumerate() {
        cells.extend(match row {
            Some(row) => [
                row.success(),
                mean(row.steps as u64, row.seeds),
                mean(row.asked_to_run.tokens(), row.seeds),
            ],
            None => [String::new(), String::new(), String::new()],
        });
        if at == 1 {
            let [react, autorpa, _] = line.rows;
            let both = react.zip(autorpa).filter(|(a, b)| a.seeds > 0 && b.seeds > 0);
            cells.push(both.map_or_else(String::new, |(react, autorpa)| {
                let of = |row: &Row| row.asked_to_run.tokens() as f64 / row.seeds as f64;
                fewer(of(react), of(autorpa))
            }));
        }
    }
    cells
}

/// The same over all task types, over those alone that both ReAct and AutoRPA did where these two are compared.
fn sums(lines: &[Line<'_>]) -> Vec<String> {
    let mut cells = vec!["all".to_owned(), String::new()];
    for at in 0..3 {
        let rows = || lines.iter().filter_map(|it| it.rows[at]);
        let seeds: usize = rows().map(|it| it.seeds).sum();
        if seeds == 0 {
            cells.extend([String::new(), String::new(), String::new()]);
        } else {
            let successes: usize = rows().map(|it| it.successes).sum();
            cells.extend([
                format!("{:.1} %", 100.0 * successes as f64 / seeds as f64),
                mean(rows().map(|it| it.steps as u64).sum(), seeds),
                mean(rows().map(|it| it.asked_to_run.tokens()).sum(), seeds),
            ]);
        }
        if at == 1 {
            let both = || lines.iter().filter_map(|it| it.rows[0].zip(it.rows[1]));
            let of = |row: &Row| row.asked_to_run.tokens() as f64 / row.seeds.max(1) as f64;
            let react: f64 = both().map(|it| of(it.0)).sum();
            let autorpa: f64 = both().map(|it| of(it.1)).sum();
            cells.push(fewer(react, autorpa));
        }
    }
    cells
}

fn mean(sum: u64, of: usize) -> String {
    if of == 0 {
        String::new()
    } else {
        format!("{:.1}", sum as f64 / of as f64)
    }
}

fn fewer(before: f64, after: f64) -> String {
    if before > 0.0 {
        format!("{:.1} %", 100.0 * (1.0 - after / before))
    } else {
        String::new()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use llm::Count;

    use super::*;

    fn asked(role: Role, tokens: u64) -> Tally {
        let count = Count {
            calls: 2,
            prompt: tokens,
            ..Count::default()
        };
        Tally {
            by_role: BTreeMap::from([(role, count)]),
        }
    }

    fn report(agent: &str, successes: usize, tokens: u64, build: u64) -> Report {
        let row = Row {
            task_type: "OneType".to_owned(),
            built: agent != "react",
            verified: agent != "react",
            seeds: 4,
            successes,
            steps: 20,
            refinements: 1,
            asked_to_run: asked(Role::React, tokens),
            asked_to_build: if build > 0 {
                asked(Role::Builder, build)
            } else {
                Tally::default()
            },
            ..Row::default()
        };
        let command = format!("autorpa bench --agent {agent}");
        Report::new("made-up", agent, command, vec![row], 1.0)
    }

    #[test]
    fn agents_stand_beside_each_other() {
        let reports = [
            report("react", 3, 4000, 0),
            report("autorpa", 4, 400, 0),
            report("code-only", 4, 0, 9000),
        ];
        let page = page(&reports);
        for line in [
            "autorpa bench --agent react --json NAME.json",
            "On the 1 task types that both did: ReAct 75.0 % (3 of 4), code only 100.0 % (4 of 4).",
            "1 of 1 verified functions asked a model nothing while they ran.",
            "| OneType | verified | 3/4 | 5.0 | 1000.0 | 4/4 | 5.0 | 100.0 | 90.0 % | 4/4 | 5.0 | 0.0 |",
            "| all |  | 75.0 % | 5.0 | 1000.0 | 100.0 % | 5.0 | 100.0 | 90.0 % | 100.0 % | 5.0 | 0.0 |",
            "| task type | refinements | builder | all | calls |",
            "| OneType | 1 | 9000 | 9000 | 2 |",
            "| mean | 1.0 | 9000 | 9000 | 2 |",
        ] {
            assert!(page.lines().any(|it| it == line), "no `{line}` in\n{page}");
        }
    }

    #[test]
    fn builds_stand_beside_the_papers() {
        let built = |name: &str, tokens| Row {
            task_type: name.to_owned(),
            asked_to_build: asked(Role::Builder, tokens),
            ..Row::default()
        };
        let rows = [
            built("terminal", 23_000),
            built("click-test", 4_000),
            built("copy-paste", 90_000),
        ];
        let text = beside_the_paper("miniwob", &rows.each_ref());
        for line in [
            "| the hard ones | 1 of 9 | 23000 | 69000 | 33 % |",
            "| all of the paper's | 2 of 53 | 13500 | 42000 | 32 % |",
        ] {
            assert!(text.lines().any(|it| it == line), "no `{line}` in\n{text}");
        }
        assert_eq!(beside_the_paper("miniwob", &[]), "");
        assert_eq!(beside_the_paper("made-up", &rows.each_ref()), "");
    }

    #[test]
    fn what_was_not_measured_stays_empty() {
        let page = page(&[report("react", 3, 4000, 0)]);
        let line = "| OneType |  | 3/4 | 5.0 | 1000.0 |  |  |  |  |  |  |  |";
        assert!(page.lines().any(|it| it == line), "no `{line}` in\n{page}");
        assert!(!page.contains("one build took"), "{page}");
    }
}
