//! What benches measured, as a page in Markdown.

#[cfg(test)]
mod kept;
mod markdown;
mod side_by_side;

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    path::{Path, PathBuf},
};

use settings::{Call, Request, Setting};
use thiserror::Error;

use self::markdown::table;
use crate::{
    bench_v1,
    error::Error,
    file_help::FileHelp,
    home,
    request::Seeds,
    table::{Failure, Perturbed, Report, Row, VERSION, percent},
};

/// The page of what benches measured, from the files that they wrote.
pub fn results(files: &[PathBuf], side_by_side: bool) -> Result<String, Error> {
    let reports = files.iter().map(|it| read(it)).collect::<Result<Vec<_>, _>>()?;
    Ok(match side_by_side {
        true => side_by_side::page(&reports),
        false => page(&reports),
    })
}

/// A file is not what a bench writes.
#[derive(Debug, Error)]
#[error("{} is not what `{}` writes: {why}", path.display(), Call::new(Request::Bench).set(Setting::Json))]
pub struct NoResults {
    /// The file.
    pub path: PathBuf,
    /// Why not.
    pub why: NoReport,
}

/// Why a file is no result of a bench.
#[derive(Debug, Error)]
pub enum NoReport {
    /// It has another form.
    #[error(transparent)]
    Form(serde_json::Error),
    /// A newer AutoRPA wrote it.
    #[error("it has version {found}, and this AutoRPA reads up to {VERSION}")]
    TooNew {
        /// Its version.
        found: u64,
    },
}

fn read(file: &Path) -> Result<Report, Error> {
    let text = home::read(file, FileHelp::Bench)?;
    let wrong = |why| {
        let path = file.to_owned();
        Error::usage(NoResults { path, why })
    };
    let value: serde_json::Value = serde_json::from_str(&text).map_err(|it| wrong(NoReport::Form(it)))?;
    match value.get("version").and_then(serde_json::Value::as_u64) {
        Some(found) if found > u64::from(VERSION) => {
            return Err(wrong(NoReport::TooNew { found }));
        }
        Some(_) | None => {}
    }
    bench_v1::read(value).map_err(|it| wrong(NoReport::Form(it)))
}

/// The whole page.
fn page(reports: &[Report]) -> String {
    let (results, bench) = (Call::new(Request::Results), Call::new(Request::Bench));
    let mut page = format!(
        "# Results\n\nMade by `{results}` from what `{bench}` measured; nothing on this page is typed by hand.\n\
         \"Success\" is the environment's own judge on instances that neither the explorer nor the compiler has seen.\n\
         \"False\" counts the runs that a script called complete and the judge did not.\n\
         \"Without a step\" are the task types whose function only ends: what they ask for is so at the beginning.\n\n",
    );
    let heads = [
        "suite",
        "task types",
        "verified",
        "success of the verified",
        "false",
        "tokens",
        "bench",
    ];
    page += &table(&heads, reports.iter().flat_map(overview));
    for report in reports {
        page += &section(report);
    }
    page
}

/// The lines of a report in the first table: what its functions do, and apart from that those that do nothing.
fn overview(report: &Report) -> Vec<Vec<String>> {
    let (idle, busy): (Vec<&Row>, Vec<&Row>) = report.rows.iter().partition(|it| it.is_idle());
    let line = |name: String, rows: &[&Row], tokens: u64, seconds: String| {
        let sum = |of: fn(&Row) -> usize| rows.iter().map(|it| of(it)).sum::<usize>();
        let verified = || rows.iter().filter(|it| it.verified);
        let runs = verified().map(|it| it.seeds).sum();
        vec![
            name,
            rows.len().to_string(),
            verified().count().to_string(),
            format!("{:.1} %", percent(verified().map(|it| it.successes).sum(), runs)),
            format!("{} of {}", sum(Row::false_successes_anywhere), sum(|it| it.runs)),
            tokens.to_string(),
            seconds,
        ]
    };
    let name = format!("{} ({})", report.suite, report.agent);
    let it = &report.totals;
    let mut lines = vec![line(
        name.clone(),
        &busy,
        it.tokens,
        format!("{:.0} s", it.wall_seconds),
    )];
    if !idle.is_empty() {
        lines.push(line(format!("{name}, without a step"), &idle, 0, String::new()));
    }
    lines
}

fn section(report: &Report) -> String {
    let about = match report.about.as_str() {
        "" => String::new(),
        about => format!("{about}\n\n"),
    };
    let kept = match report.is_final {
        true => {
            "Measured on final instances: nothing is built, tuned or looked at on them, and which of them fail is not said.\n\n"
        }
        false => "",
    };
    let mut text = format!(
        "\n## {} ({})\n\n{about}{kept}```sh\n{}\n```\n\n{}.\n\n",
        report.suite,
        report.agent,
        report.command,
        report.sums()
    );
    if !report.totals.perturbed.is_empty() {
        text += &under_each_difference(report);
        text.push('\n');
    }
    text += &each_task_type(report);
    text += &lists(report);
    text
}

/// How the verified did where the device differs in something.
fn under_each_difference(report: &Report) -> String {
    let heads = ["the device differs in", "success of the verified", "", "false"];
    let parts = report.totals.perturbed.iter().map(|it| {
        vec![
            it.kind.clone(),
            format!("{:.1} %", it.percent),
            format!("{} of {}", it.successes, it.episodes),
            it.false_successes.to_string(),
        ]
    });
    table(&heads, parts)
}

fn each_task_type(report: &Report) -> String {
    let kinds = report.kinds();
    let mut heads = vec!["task type", "function", "success"];
    heads.extend(&kinds);
    heads.extend(["false", "steps an episode", "ms an episode", "build", "why not"]);
    let rows = report.rows.iter().map(|row| {
        let mut cells = vec![row.task_type.clone(), row.state().to_owned(), row.success()];
        cells.extend(kinds.iter().map(|kind| {
            let part = row.under(kind).filter(|_| row.runs > 0);
            part.map_or_else(String::new, Perturbed::success)
        }));
        let mean = |sum: f64| {
            if row.built && row.seeds > 0 {
                sum / row.seeds as f64
            } else {
                0.0
            }
        };
        cells.extend([
            row.false_successes_anywhere().to_string(),
            format!("{:.1}", mean(row.steps as f64)),
            format!("{:.1}", mean(row.seconds * 1000.0)),
            format!("{:.1} s", row.build_seconds),
            row.reason.as_deref().map_or_else(String::new, gist),
        ]);
        cells
    });
    table(&heads, rows)
}

/// What the tables have no room for: what was wrong, and why.
fn lists(report: &Report) -> String {
    let mut text = String::new();
    let false_ones = report.false_successes();
    if !false_ones.is_empty() {
        text += "\nCalled complete and not done:\n\n";
        for it in false_ones {
            let _infallible = writeln!(text, "- {it}");
        }
    }
    let reasons: String = report
        .rows
        .iter()
        .filter_map(|it| Some(format!("- {}: {}\n", it.task_type, plain(it.reason.as_deref()?))))
        .collect();
    if !reasons.is_empty() {
        text += "\nWhy not, in full:\n\n";
        text += &reasons;
    }
    let failed: String = report
        .rows
        .iter()
        .filter(|it| it.verified)
        .map(failures)
        .collect();
    if !failed.is_empty() {
        text += "\nEpisodes of verified functions without reward:\n\n";
        text += &failed;
    }
    text
}

/// The failures of a row, those with the same reason on one line.
fn failures(row: &Row) -> String {
    let mut alike: BTreeMap<(String, String), Vec<u64>> = BTreeMap::new();
    for it in &row.failures {
        let under = it
            .under
            .as_ref()
            .map_or_else(String::new, |it| format!(" under {it}"));
        alike.entry((under, reason(it))).or_default().push(it.seed);
    }
    let line = |((under, reason), seeds): (&(String, String), &Vec<u64>)| {
        format!(
            "- {}{under}, seeds {}: {reason}\n",
            row.task_type,
            Seeds(seeds.clone())
        )
    };
    alike.iter().map(line).collect()
}

fn reason(failure: &Failure) -> String {
    let outcome = failure.outcome.map_or("nobody did anything", |it| it.name());
    match &failure.why {
        Some(why) => format!("{outcome} ({})", plain(why)),
        None => outcome.to_owned(),
    }
}

/// A text on one line, with nothing that could be read as a tag.
fn plain(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.replace('<', "&lt;")
}

/// What a reason says first; the list below the table has all of it.
fn gist(reason: &str) -> String {
    let first = reason.split([':', ';']).next().unwrap_or_default();
    first.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use trajectory::Outcome;

    use super::*;
    use crate::table::{Episode, Prepared};

    #[test]
    fn a_page_of_one_report() {
        let episode = |seed, under: Option<&str>, outcome| Episode {
            under: under.map(str::to_owned),
            seed,
            success: outcome == Outcome::Reached,
            outcome: Some(outcome),
            why: (outcome == Outcome::Refused).then(|| "two\nfit | <b>".to_owned()),
            steps: 4,
            seconds: 0.002,
            ..Episode::default()
        };
        let prepared = |task_type: &str, digest: Option<&str>| Prepared {
            task_type: task_type.to_owned(),
            digest: digest.map(str::to_owned),
            verified: digest.is_some(),
            seconds: 1.25,
            reason: digest
                .is_none()
                .then(|| format!("no way was found: {}", "click on <b>, ".repeat(40))),
            ..Prepared::default()
        };
        let kinds = ["rows".to_owned()];
        let episodes = vec![
            episode(200, None, Outcome::Reached),
            episode(201, None, Outcome::Refused),
            episode(200, Some("rows"), Outcome::NotReached),
            episode(201, Some("rows"), Outcome::Reached),
        ];
        let rows = vec![
            Row::new(&prepared("OneType", Some("d")), episodes, &kinds),
            Row::new(
                &prepared("OtherType", None),
                vec![Episode {
                    seed: 200,
                    ..Episode::default()
                }],
                &kinds,
            ),
            Row::new(
                &prepared("IdleType", Some("e")),
                vec![Episode {
                    steps: 1,
                    ..episode(200, None, Outcome::Reached)
                }],
                &kinds,
            ),
        ];
        let command = "autorpa bench --suite made-up --seeds 200-201".to_owned();
        let report = Report::new("made-up", "code-only", command, rows, 3.0);
        let final_page = page(&[report.clone().of_final()]);
        assert!(
            !final_page.contains("OneType, seeds") && !final_page.contains("rows: seeds"),
            "{final_page}"
        );
        assert!(final_page.contains("1 of 4"), "{final_page}");
        let page = page(&[report]);
        for line in [
            "| made-up (code-only) | 2 | 1 | 50.0 % | 1 of 4 | 0 | 3 s |",
            "| made-up (code-only), without a step | 1 | 1 | 100.0 % | 0 of 1 | 0 |  |",
            "autorpa bench --suite made-up --seeds 200-201",
            "| rows | 50.0 % | 1 of 2 | 1 |",
            "| task type | function | success | rows | false | steps an episode | ms an episode | build | why not |",
            "| OneType | verified | 1/2 | 1/2 | 1 | 4.0 | 2.0 | 1.2 s |  |",
            "| OtherType | none | 0/1 |  | 0 | 0.0 | 0.0 | 1.2 s | no way was found |",
            "- OneType under rows: seeds 200",
            "- OneType, seeds 201: refused (two fit | &lt;b>)",
            &format!(
                "- OtherType: no way was found: {}",
                "click on &lt;b>, ".repeat(40).trim_end()
            ),
        ] {
            assert!(page.lines().any(|it| it == line), "no `{line}` in\n{page}");
        }
        assert_eq!(
            table(&["a"], [vec!["x | <y>".to_owned()]].into_iter()),
            "| a |\n| --- |\n| x \\| &lt;y> |\n"
        );
    }
}
