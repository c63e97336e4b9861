//! Files of every version are read, and those of the newest are written to the same bytes.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::every;
use crate::whole;

use std::{collections::BTreeSet, fs, path::Path};

use autorpa_trajectory::{
    Diagnostic, Ending, Origin, Outcome, Recording, RecordingError, RunLine, RunRecord, Runs,
};
use proptest::prelude::*;
use ui::{Action, ActionKind};

fn kept(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/samples")
        .join(name);
    fs::read_to_string(path).unwrap()
}

/// What a record of these lines holds on the disk.
fn written(lines: &[RunLine]) -> String {
    let dir = tempfile::tempdir().unwrap();
    let (RunLine::Begins(begins), rest) = lines.split_first().unwrap() else {
        panic!("a run begins with its beginning")
    };
    let mut log = Runs::of(dir.path()).begin("it", begins.clone()).unwrap();
    for line in rest {
        log.note(line).unwrap();
    }
    fs::read_to_string(dir.path().join("runs/it.jsonl")).unwrap()
}

#[test]
fn recordings_of_version_1() {
    for (name, recording) in [
        ("recording-v1.json", whole::whole_of_1()),
        ("recording-v1-bare.json", whole::bare()),
    ] {
        let text = kept(name);
        assert_eq!(Recording::from_json(&text).unwrap(), recording, "{name}");
        assert_eq!(recording.to_json().unwrap(), text, "{name}");
    }
}

#[test]
fn recordings_of_version_2() {
    let text = kept("recording-v2.json");
    assert_eq!(Recording::from_json(&text).unwrap(), whole::whole());
    assert_eq!(whole::whole().to_json().unwrap(), text);
    // What a file of the first version could not hold is not read from one that says to be of it.
    let older = text.replacen("\"version\":2", "\"version\":1", 1);
    assert!(matches!(
        Recording::from_json(&older),
        Err(RecordingError::Damaged { reason }) if reason.contains("click_at")
    ));
}

/// What a judge shows stands apart from what models read, also where an older program wrote it as a diagnostic.
#[test]
fn what_a_judge_shows_is_apart_in_files_of_every_age() {
    let shown = ["check 1: it says \"no\"", "check 2: holds"].map(str::to_owned);
    let of = |name: &str| Recording::from_json(&kept(name)).unwrap();
    let judged = of("recording-v1-judged.json");
    assert_eq!(judged.ending.evidence.for_people(), shown);
    assert_eq!(judged.to_json().unwrap(), kept("recording-v1-judged.json"));
    assert_eq!(of("recording-v1-not-done.json"), judged);
    let unchecked = of("recording-v1-nobody-could-tell.json");
    assert_eq!(
        unchecked.ending.evidence.for_people(),
        ["check 1: holds; check 2: can't be checked"]
    );
    for recording in [judged, unchecked] {
        assert_eq!(recording.ending.diagnostic, None);
        assert!(
            !recording.concluded().contains("check 1"),
            "{}",
            recording.concluded()
        );
        let told = recording.ending.for_people().unwrap();
        assert!(told.message.contains("check 1: "), "{told}");
        let again = Recording::from_json(&recording.to_json().unwrap()).unwrap();
        assert_eq!(again, recording);
    }
    // What this program says for another reason stays what it is.
    let ending = Ending::new(
        Outcome::Unchecked,
        Some(Diagnostic::unchecked(&["it was not run".to_owned()])),
    );
    let unjudged = Recording {
        ending,
        ..whole::bare()
    };
    let again = Recording::from_json(&unjudged.to_json().unwrap()).unwrap();
    assert_eq!(again, unjudged);
}

#[test]
fn the_sample_has_every_kind_of_action() {
    let kinds: BTreeSet<&str> = every::actions().iter().map(|it| it.kind().name()).collect();
    let all: BTreeSet<&str> = ActionKind::ALL.iter().map(|it| it.name()).collect();
    assert_eq!(kinds, all);
    assert!(every::actions().contains(&Action::Wait));
}

/// What stands in a file for each origin and each outcome is its name.
#[test]
fn origins_and_outcomes_by_name() {
    let bare = kept("recording-v1-bare.json");
    for origin in Origin::ALL {
        let text = bare.replace("\"person\"", &format!("\"{origin}\""));
        let recording = Recording {
            origin,
            ..whole::bare()
        };
        assert_eq!(Recording::from_json(&text).unwrap(), recording);
        assert_eq!(recording.to_json().unwrap(), text);
    }
    for outcome in Outcome::ALL {
        let text = bare.replace("\"unchecked\"", &format!("\"{outcome}\""));
        let ending = Ending::new(outcome, None);
        let recording = Recording {
            ending,
            ..whole::bare()
        };
        assert_eq!(Recording::from_json(&text).unwrap(), recording);
        assert_eq!(recording.to_json().unwrap(), text);
    }
    for unknown in ["\"person\"", "\"unchecked\"", "\"click\""] {
        let text = bare.replace(unknown, "\"of_tomorrow\"");
        assert!(matches!(
            Recording::from_json(&text),
            Err(RecordingError::Damaged { reason }) if reason.contains("of_tomorrow")
        ));
    }
}

#[test]
fn runs_of_version_1() {
    for (name, lines) in [
        ("run-v1.jsonl", whole::lines()),
        ("run-v1-bare.jsonl", whole::bare_lines()),
    ] {
        let text = kept(name);
        assert_eq!(written(&lines), text, "{name}");
        let record = RunRecord::parse("it", &text).unwrap();
        assert_eq!(lines_of(record), lines, "{name}");
    }
}

/// A part that older files lack: a recording that has it is of the newest version, for the first one's programs would not
/// say that they leave it out.
#[test]
fn how_a_device_was_read_is_kept() {
    let read_by = [
        "uiautomator2 server",
        "uiautomator dump: the uiautomator2 server gives no tree",
    ];
    let read_by = read_by.map(str::to_owned).to_vec();
    let text = kept("recording-v2-read-by.json");
    let recording = Recording {
        read_by: read_by.clone(),
        ..whole::bare()
    };
    assert_eq!(Recording::from_json(&text).unwrap(), recording);
    assert_eq!(recording.to_json().unwrap(), text);
    let text = kept("run-v1-read-by.jsonl");
    let mut lines = whole::bare_lines();
    if let Some(RunLine::Ends(end)) = lines.last_mut() {
        end.read_by = read_by;
    }
    assert_eq!(written(&lines), text);
    assert_eq!(lines_of(RunRecord::parse("it", &text).unwrap()), lines);
}

/// The lines that a record was read from, pictures before the steps.
fn lines_of(record: RunRecord) -> Vec<RunLine> {
    let mut lines = vec![RunLine::Begins(record.begins)];
    lines.extend(record.before.map(|findings| RunLine::Before { findings }));
    lines.extend(record.pictures.into_iter().map(RunLine::Picture));
    for step in record.steps {
        lines.push(RunLine::Acts(step.acts));
        lines.extend(step.acted.map(RunLine::Acted));
    }
    lines.extend(record.end.map(|end| RunLine::Ends(Box::new(end))));
    lines
}

#[test]
fn another_version_is_not_read_as_this_one() {
    let text = kept("recording-v1.json");
    let of = |version: &str| {
        let text = text.replacen("\"version\":1", &format!("\"version\":{version}"), 1);
        Recording::from_json(&text).unwrap_err()
    };
    assert!(matches!(of("3"), RecordingError::TooNew { found: 3 }));
    for other in ["0", "-1", "\"1\"", "null"] {
        assert!(matches!(of(other), RecordingError::Damaged { .. }), "{other}");
    }
    let text = kept("run-v1.jsonl");
    for (version, said) in [
        ("2", "it has format version 2;"),
        ("0", "no run ever had format version 0"),
        ("null", "invalid type"),
    ] {
        let text = text.replacen("\"version\":1", &format!("\"version\":{version}"), 1);
        let (line, reason) = RunRecord::parse("it", &text).unwrap_err();
        assert!(line == 1 && reason.to_string().contains(said), "{line} {reason}");
    }
}

/// A newer file may differ in all but its version, and what is said of it is that it is newer.
#[test]
fn a_newer_file_need_not_look_like_this_one() {
    assert!(matches!(
        Recording::from_json("{\"steps\":7,\"version\":9}"),
        Err(RecordingError::TooNew { found: 9 })
    ));
    let (_, reason) = RunRecord::parse("it", "{\"what\":\"begins\",\"version\":9}\n{}\n").unwrap_err();
    assert!(reason.to_string().contains("format version 9"), "{reason}");
}

prop_compose! {
    fn any_run()(
        at in proptest::collection::vec(0..1_000_000u32, 8), step in ".{0,12}", error in proptest::option::of(".{0,12}"),
        may_write in any::<bool>(), holds in any::<Option<bool>>(), row in any::<Option<usize>>(), seed in any::<u64>(),
        kept in proptest::sample::subsequence((1..8usize).collect::<Vec<_>>(), 0..8),
    ) -> Vec<RunLine> {
        let mut lines = whole::lines();
        for (line, at) in lines.iter_mut().zip(at) {
            let at = f64::from(at) / 1000.0;
            match line {
                RunLine::Begins(it) => (it.at, it.row, it.instance.seed) = (at, row, seed),
                RunLine::Before { findings } => findings.iter_mut().for_each(|it| it.holds = holds),
                RunLine::Picture(it) => it.at = at,
                RunLine::Acts(it) => (it.at, it.step, it.may_write) = (at, step.clone(), may_write),
                RunLine::Acted(it) => (it.at, it.error) = (at, error.clone()),
                RunLine::Ends(it) => (it.at, it.answer) = (at, error.clone()),
            }
        }
        // What a step did stands behind what it was to do.
        let with_acts = |at: usize| !matches!(at, 4 | 6) || kept.contains(&(at - 1));
        let kept: Vec<usize> = kept.iter().copied().filter(|at| with_acts(*at)).collect();
        lines.into_iter().enumerate().filter(|(at, _)| *at == 0 || kept.contains(at)).map(|(_, it)| it).collect()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_a_run_wrote_reads_back_the_same(lines in any_run()) {
        let record = RunRecord::parse("it", &written(&lines)).unwrap();
        prop_assert_eq!(lines_of(record), lines);
    }
}
