//! Reports of every version are read, and those of the newest are written to the same bytes.

use std::path::Path;

use llm::{Count, Dollars, Role, Tally};
use trajectory::Outcome;

use super::read;
use crate::table::{Explored, Failure, Perturbed, PerturbedTotals, Report, Row, Totals};

const V1: &str = include_str!("../../tests/samples/bench-v1.json");

/// A report of judged tasks: what only others have is not written.
#[expect(clippy::too_many_lines, reason = "a sample has every field")]
fn whole() -> Report {
    let count = Count {
        calls: 1,
        prompt: 2,
        completion: 3,
        cached: 4,
        estimated: 5,
        cost: Dollars(6),
    };
    let tally = |role| Tally {
        by_role: [(role, count)].into(),
    };
    let failure = |outcome| Failure {
        seed: u64::MAX,
        under: Some("rows".to_owned()),
        said_complete: true,
        outcome,
        why: Some("two fit".to_owned()),
    };
    let outcomes = Outcome::ALL.into_iter().map(Some);
    let row = Row {
        task_type: "OneType".to_owned(),
        built: true,
        verified: true,
        seeds: 7,
        successes: 8,
        false_successes: 9,
        failed_seeds: vec![10],
        steps: 11,
        tokens: 12,
        asked_to_build: tally(Role::Builder),
        asked_to_run: tally(Role::React),
        seconds: 13.5,
        build_seconds: 14.5,
        explored: Explored {
            episodes: 15,
            steps: 16,
        },
        refinements: 17,
        perturbed: vec![Perturbed {
            kind: "rows".to_owned(),
            seeds: 18,
            successes: 19,
            false_successes: 20,
            failed_seeds: vec![21],
            steps: 22,
            seconds: 23.5,
            ..Perturbed::default()
        }],
        runs: 24,
        failures: outcomes.chain([None]).map(failure).collect(),
        reason: Some("no way was found".to_owned()),
        ..Row::default()
    };
    let bare = Row {
        task_type: "OtherType".to_owned(),
        ..Row::default()
    };
    let totals = Totals {
        task_types: 25,
        verified: 26,
        episodes: 27,
        successes: 28,
        verified_success_percent: 29.5,
        perturbed: vec![PerturbedTotals {
            kind: "rows".to_owned(),
            episodes: 30,
            successes: 31,
            percent: 32.5,
            false_successes: 33,
        }],
        runs: 34,
        false_successes: 35,
        tokens: 36,
        seconds: 37.5,
        wall_seconds: 38.5,
        ..Totals::default()
    };
    Report {
        about: String::new(),
        is_final: false,
        suite: "made-up".to_owned(),
        agent: "code-only".to_owned(),
        command: "autorpa bench --suite made-up".to_owned(),
        rows: vec![row, bare],
        totals,
    }
}

#[test]
fn a_report_of_version_1() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples");
    assert_eq!(read(&samples.join("bench-v1.json")).unwrap(), whole());
    assert_eq!(whole().to_json() + "\n", V1);
}

#[test]
fn a_newer_report_is_named_as_one() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("newer.json");
    std::fs::write(&file, "{\"rows\":7,\"version\":2}").unwrap();
    let said = read(&file).unwrap_err().to_string();
    assert!(
        said.contains("it has version 2, and this AutoRPA reads up to 1"),
        "{said}"
    );
}
