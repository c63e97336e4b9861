//! The log of runs: what is added stays, and what is changed is seen.

use std::{fs, thread};

use proptest::prelude::*;
use trajectory::Runs;

use super::*;

const SAMPLE: &str = include_str!("../../tests/samples/audit-v1.jsonl");

fn ends(run: &str) -> Deed {
    Deed::Ends {
        run: run.to_owned(),
        outcome: "reached".to_owned(),
    }
}

fn begins(run: &str) -> Deed {
    let (salt, params) = hashed(&Params::from([("name".to_owned(), "Ada".into())])).unwrap();
    Deed::Begins {
        run: run.to_owned(),
        function: "f".to_owned(),
        script_sha256: library::sha256("f"),
        salt,
        params,
        row: None,
    }
}

/// A log in a folder of its own, which has no runs.
fn log() -> (tempfile::TempDir, Audit, Runs) {
    let dir = tempfile::tempdir().unwrap();
    let audit = Audit::new(&dir.path().join("audit.jsonl"), Front::Command, Some("UTC"));
    let runs = Runs::of(dir.path());
    (dir, audit, runs)
}

fn lines(audit: &Audit) -> Vec<String> {
    let text = fs::read_to_string(audit.file()).unwrap();
    text.lines().map(str::to_owned).collect()
}

fn put(audit: &Audit, lines: &[String]) {
    let text: String = lines.iter().map(|it| format!("{it}\n")).collect();
    fs::write(audit.file(), text).unwrap();
}

/// A log with five runs, and its lines.
fn five() -> (tempfile::TempDir, Audit, Runs, Vec<String>) {
    let (dir, audit, runs) = log();
    for number in 0..5 {
        audit.begin(begins(&format!("r{number}")), None).unwrap();
    }
    let lines = lines(&audit);
    (dir, audit, runs, lines)
}

#[test]
fn whatever_is_changed_is_noticed_at_its_line() {
    let (_dir, audit, runs, good) = five();
    let whole = audit.verify(&runs, None).unwrap();
    assert_eq!((whole.entries, whole.runs), (5, 5));
    assert!(!good.concat().contains("Ada"));
    let at = |change: &dyn Fn(&mut Vec<String>)| {
        let mut changed = good.clone();
        change(&mut changed);
        put(&audit, &changed);
        match audit.verify(&runs, None) {
            Err(AuditFault::Line { line, .. }) => line,
            other => panic!("{other:?}"),
        }
    };
    // A word of it, a line that is left out, one that is there twice, two that have changed places, junk.
    assert_eq!(at(&|it| it[1] = it[1].replace("r1", "r9")), 3);
    assert_eq!(at(&|it| drop(it.remove(2))), 3);
    assert_eq!(at(&|it| drop(it.remove(0))), 1);
    assert_eq!(at(&|it| it.insert(3, it[2].clone())), 4);
    assert_eq!(at(&|it| it.swap(1, 2)), 2);
    assert_eq!(at(&|it| it[4] = "junk".to_owned()), 5);
}

#[test]
fn what_was_kept_elsewhere_shows_a_log_that_was_cut_off_or_made_anew() {
    let (_dir, audit, runs, good) = five();
    let whole = audit.verify(&runs, None).unwrap();
    let anchor: Anchor = format!("5:{}", whole.head).parse().unwrap();
    put(&audit, &good[..3]);
    assert!(matches!(
        audit.verify(&runs, Some(&anchor)),
        Err(AuditFault::Anchor { n: 5, found: None })
    ));
    put(&audit, &good);
    assert_eq!(audit.verify(&runs, Some(&anchor)).unwrap(), whole);
    // All hashes fit, and the one that was kept does not.
    put(&audit, &[]);
    for number in 0..5 {
        audit.begin(begins(&format!("r{number}")), None).unwrap();
    }
    audit.verify(&runs, None).unwrap();
    assert!(matches!(
        audit.verify(&runs, Some(&anchor)),
        Err(AuditFault::Anchor { n: 5, found: Some(_) })
    ));
    for bad in ["", "5", "0:00", "x:00", &format!("1:{}", "g".repeat(64))] {
        assert!(bad.parse::<Anchor>().is_err(), "{bad}");
    }
}

#[test]
fn a_line_whose_writer_was_killed_is_cut_off_and_said() {
    let (_dir, audit, runs) = log();
    audit.note(ends("r0")).unwrap();
    audit.note(ends("r1")).unwrap();
    let whole = fs::read(audit.file()).unwrap();
    let second = whole.iter().position(|it| *it == b'\n').unwrap() + 1;
    // At any byte of the second line, also before its first and at its end without the line's.
    for end in (second..whole.len()).step_by(17).chain([whole.len() - 1]) {
        fs::write(audit.file(), &whole[..end]).unwrap();
        audit.note(ends("r2")).unwrap();
        let verified = audit.verify(&runs, None).unwrap();
        let mended = lines(&audit).iter().any(|it| it.contains("\"mended\""));
        assert_eq!(
            (verified.entries, mended),
            if end == second { (2, false) } else { (3, true) }
        );
    }
    // A damaged end that is a whole line is left alone.
    put(&audit, &["junk".to_owned()]);
    let said = audit.note(ends("r3")).unwrap_err().to_string();
    assert!(said.contains("no entry"), "{said}");
    assert_eq!(lines(&audit), ["junk"]);
}

#[test]
fn several_who_write_at_once_make_one_chain() {
    let (_dir, audit, runs) = log();
    thread::scope(|scope| {
        for worker in 0..4 {
            let audit = &audit;
            scope.spawn(move || {
                for number in 0..25 {
                    audit.note(ends(&format!("{worker}-{number}"))).unwrap();
                }
            });
        }
    });
    assert_eq!(audit.verify(&runs, None).unwrap().entries, 100);
    // A line that is longer than what is read first.
    audit.note(ends(&"x".repeat(100_000))).unwrap();
    audit.note(ends("r")).unwrap();
    assert_eq!(audit.verify(&runs, None).unwrap().entries, 102);
}

#[test]
fn so_many_runs_a_day_are_begun_and_no_more() {
    let (_dir, audit, _) = log();
    audit.begin(begins("r0"), Some(2)).unwrap();
    audit.note(ends("r0")).unwrap();
    audit.begin(begins("r1"), Some(2)).unwrap();
    let said = audit.begin(begins("r2"), Some(2)).unwrap_err().to_string();
    assert!(said.contains("2 runs were begun today"), "{said}");
    assert_eq!((lines(&audit).len(), audit.runs_today().unwrap()), (3, 2));
    // Another day begins anew.
    let mut yesterday = lines(&audit);
    for line in &mut yesterday {
        let day: EntryV1 = serde_json::from_str(line).unwrap();
        *line = line.replace(&format!("\"day\":\"{}\"", day.day), "\"day\":\"2001-01-01\"");
    }
    put(&audit, &yesterday);
    assert_eq!(audit.runs_today().unwrap(), 0);
    audit.begin(begins("r2"), Some(2)).unwrap();
}

/// What an earlier program has written is read, and gone on with.
#[test]
fn the_kept_sample_is_whole() {
    let (_dir, audit, runs) = log();
    fs::write(audit.file(), SAMPLE).unwrap();
    let entries = SAMPLE.lines().count() as u64;
    assert_eq!(audit.verify(&runs, None).unwrap().entries, entries);
    audit.note(ends("r")).unwrap();
    assert_eq!(audit.verify(&runs, None).unwrap().entries, entries + 1);
    for line in SAMPLE.lines() {
        let entry: EntryV1 = serde_json::from_str(line).unwrap();
        assert_eq!(serde_json::to_string(&entry).unwrap(), line);
    }
}

#[test]
fn who_knows_a_value_can_tell_it_and_equal_ones_look_otherwise() {
    let params = Params::from([("name".to_owned(), "Ada".into())]);
    let (salt, one) = hashed(&params).unwrap();
    let (_, other) = hashed(&params).unwrap();
    assert_ne!(one, other);
    assert_eq!(one["name"], library::sha256(&json_of(&salt, "name", &["Ada"])));
}

proptest! {
    /// A log that was changed anywhere is read, or it is said what is wrong with it.
    #[test]
    fn any_log_is_read(at: prop::sample::Index, gone in 0..40_usize, put in ".{0,8}|[0-9\\[\\]{}\",:\n]{0,8}") {
        let (_dir, audit, runs) = log();
        let at = SAMPLE.floor_char_boundary(at.index(SAMPLE.len()));
        let rest = SAMPLE.floor_char_boundary((at + gone).min(SAMPLE.len()));
        let changed = format!("{}{put}{}", &SAMPLE[..at], &SAMPLE[rest..]);
        fs::write(audit.file(), &changed).unwrap();
        // What is wrong in the last line alone is noticed only where somebody has kept its hash.
        let last = SAMPLE.trim_end().rfind('\n').unwrap_or_default();
        let touched = !changed.starts_with(&SAMPLE[..=last]) && changed.lines().count() >= SAMPLE.lines().count();
        prop_assert!(audit.verify(&runs, None).is_err() || !touched, "{changed}");
        let _today = audit.runs_today();
    }
}
