//! The bank keeps what it was given, or says by name what it can't keep or read.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::every;
use crate::sample;

use std::{env, fs, path::Path, process::Command, sync::Arc};

use autorpa_trajectory::{
    Bank, BankError, Candidate, Code, DemonstrationNotes, Diagnostic, Ending, Filter, Origin, Outcome,
    Position, Recording, RecordingError, RecordingId, Remark, Screenshots, Step,
};
use proptest::prelude::*;
use sample::{click, recording};
use task::Value;
use ui::{Action, Element, ElementId, HardAction, Rect, Screen};

fn bank() -> (tempfile::TempDir, Bank) {
    let dir = tempfile::tempdir().unwrap();
    let bank = Bank::open(dir.path()).unwrap();
    (dir, bank)
}

fn save(bank: &Bank, recording: &Recording) -> RecordingId {
    bank.save(recording, &Screenshots::default()).unwrap()
}

#[test]
fn gives_back_what_it_got_under_a_name_of_its_content() {
    let (_dir, bank) = bank();
    let original = recording("OpenNote", 1, &["open"], &["note"]);
    let id = save(&bank, &original);
    let mut loaded = bank.load(&id).unwrap();
    assert_eq!(loaded.id, id);
    assert_eq!(RecordingId::of(&loaded).unwrap(), id);
    loaded.id = original.id.clone();
    assert_eq!(loaded, original);
    assert_eq!(save(&bank, &original), id);
    assert_eq!(bank.ids().unwrap(), [id]);
}

#[test]
fn lists_newest_last_and_by_filter() {
    let (_dir, bank) = bank();
    let mut failed = recording("OpenNote", 2, &["open"], &["open"]);
    failed.ending.outcome = Outcome::NotReached;
    failed.origin = Origin::React;
    let saved = [
        save(&bank, &recording("OpenNote", 1, &["open"], &["note"])),
        save(&bank, &failed),
        save(&bank, &recording("CloseNote", 1, &["close"], &["list"])),
    ];
    let names = |filter: Filter| -> Vec<RecordingId> {
        bank.list(&filter)
            .unwrap()
            .entries
            .into_iter()
            .map(|it| it.id)
            .collect()
    };
    assert_eq!(names(Filter::default()), saved);
    let task_type = Some("OpenNote".to_owned());
    assert_eq!(
        names(Filter {
            task_type,
            ..Filter::default()
        }),
        saved[..2]
    );
    assert_eq!(
        names(Filter {
            origin: Some(Origin::React),
            ..Filter::default()
        }),
        saved[1..2]
    );
    assert_eq!(
        names(Filter {
            outcome: Some(Outcome::NotReached),
            ..Filter::default()
        }),
        saved[1..2]
    );
    let suite = Some("another".to_owned());
    assert!(
        names(Filter {
            suite,
            ..Filter::default()
        })
        .is_empty()
    );
    let first = bank.list(&Filter::default()).unwrap().entries.remove(0);
    assert_eq!(
        (first.steps, first.reward, first.instance.seed),
        (1, Some(1.0), 1)
    );
}

#[test]
fn damaged_and_newer_files_are_named_and_passed_over() {
    let (dir, bank) = bank();
    let id = save(&bank, &recording("OpenNote", 1, &["open"], &["note"]));
    let folder = dir.path().join("recordings/tests/OpenNote");
    let text = fs::read_to_string(folder.join(format!("{id}.json"))).unwrap();
    fs::write(folder.join("cut.json"), &text[..text.len() / 2]).unwrap();
    fs::write(folder.join("empty.json"), "").unwrap();
    fs::write(folder.join("bytes.json"), [0xff, 0xfe, 0x00]).unwrap();
    fs::write(
        folder.join("newer.json"),
        text.replacen("\"version\":1", "\"version\":3", 1),
    )
    .unwrap();
    fs::write(folder.join("notes.txt"), "not a recording").unwrap();
    fs::write(dir.path().join("recordings/stray"), "not a folder").unwrap();

    let listing = bank.list(&Filter::default()).unwrap();
    assert_eq!(listing.entries.iter().map(|it| &it.id).collect::<Vec<_>>(), [&id]);
    let mut skipped: Vec<String> = listing
        .skipped
        .iter()
        .map(|it| it.path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    skipped.sort();
    assert_eq!(skipped, ["bytes.json", "cut.json", "empty.json", "newer.json"]);
    for name in ["bytes", "cut", "empty"] {
        let said = bank.load(&RecordingId(name.to_owned())).unwrap_err();
        assert!(
            matches!(
                &said,
                BankError::Recording {
                    source: RecordingError::Damaged { .. },
                    ..
                }
            ),
            "{said}"
        );
        assert!(said.to_string().contains(&format!("{name}.json")), "{said}");
    }
    let said = bank.load(&RecordingId("newer".to_owned())).unwrap_err();
    assert!(
        matches!(
            &said,
            BankError::Recording {
                source: RecordingError::TooNew { found: 3 },
                ..
            }
        ),
        "{said}"
    );
}

#[test]
fn a_step_on_an_element_that_is_not_there_is_not_read() {
    let (dir, bank) = bank();
    let mut wrong = recording("OpenNote", 1, &["open"], &["note"]);
    wrong.steps[0].action = Action::Click { target: ElementId(5) };
    fs::create_dir_all(dir.path().join("recordings/tests/OpenNote")).unwrap();
    fs::write(
        dir.path().join("recordings/tests/OpenNote/wrong.json"),
        wrong.to_json().unwrap(),
    )
    .unwrap();
    let said = bank.load(&RecordingId("wrong".to_owned())).unwrap_err();
    let BankError::Recording {
        source: RecordingError::NoElement { step, index, count },
        ..
    } = said
    else {
        panic!("{said}")
    };
    assert_eq!((step, index, count), (1, 5, 1));
}

#[test]
fn a_name_may_be_shortened_as_long_as_it_is_one() {
    let (_dir, bank) = bank();
    let said = bank.resolve("abc").unwrap_err().to_string();
    assert!(said.contains("which is empty"), "{said}");
    let all: Vec<_> = (0..40)
        .map(|it| save(&bank, &recording("OpenNote", it, &["a"], &["b"])))
        .collect();
    for id in &all {
        assert_eq!(&bank.resolve(&id.0).unwrap(), id);
        assert_eq!(&bank.resolve(&id.0[..12]).unwrap(), id);
    }
    // Forty names have sixteen first digits, so two of them begin alike.
    let twice = all
        .iter()
        .find(|a| all.iter().any(|b| a != &b && a.0[..1] == b.0[..1]))
        .unwrap();
    assert!(matches!(
        bank.resolve(&twice.0[..1]),
        Err(BankError::Ambiguous { .. })
    ));
    let said = bank.resolve("nothing").unwrap_err();
    let BankError::Unknown { near, .. } = &said else {
        panic!("{said}")
    };
    assert_eq!(near[0], all[39]);
    assert!(matches!(
        bank.load(&RecordingId("../../etc/passwd".to_owned())),
        Err(BankError::Unknown { .. })
    ));
}

#[test]
fn names_of_tasks_can_not_leave_the_home() {
    let (dir, bank) = bank();
    let mut odd = recording("../../../up", 1, &["a"], &["b"]);
    odd.instance.suite = String::new();
    let id = save(&bank, &odd);
    assert!(
        dir.path()
            .join(format!("recordings/_/_._.._.._up/{id}.json"))
            .exists()
    );
    assert_eq!(bank.load(&id).unwrap().instance, odd.instance);
}

#[test]
fn screenshots_are_kept_once_and_checked() {
    let (dir, bank) = bank();
    let mut pictures = Screenshots::default();
    let hash = pictures.keep(b"a picture".to_vec());
    assert_eq!(pictures.keep(b"a picture".to_vec()), hash);
    assert_eq!(pictures.get(&hash), Some(&b"a picture"[..]));
    let mut seen = recording("OpenNote", 1, &["open"], &["note"]);
    seen.steps[0].screenshot = Some(hash.clone());
    bank.save(&seen, &pictures).unwrap();
    assert_eq!(bank.screenshot(&hash).unwrap(), b"a picture");
    let file = dir
        .path()
        .join("screenshots")
        .join(&hash[..2])
        .join(format!("{}.png", &hash[2..]));
    fs::write(file, "another picture").unwrap();
    for (hash, said) in [
        (hash.as_str(), "is damaged: its content has another hash"),
        (&"0".repeat(64), "is not in the bank"),
        ("../../x", "is not named by a SHA-256"),
    ] {
        let BankError::Screenshot { problem, .. } = bank.screenshot(hash).unwrap_err() else {
            panic!()
        };
        assert_eq!(problem, said);
    }
}

/// Also the child of the two tests below, which set the home and a limit on the size of files.
#[test]
fn saves_a_long_recording() {
    let own = tempfile::tempdir().unwrap();
    let home = env::var_os("BANK_OF_THE_PARENT");
    let bank = Bank::open(home.as_deref().map_or(own.path(), Path::new)).unwrap();
    let mut long = recording("OpenNote", 1, &["open"], &["note"]);
    long.steps = (0..2000)
        .map(|it| click(&[format!("row {it}").as_str()]))
        .collect();
    let id = bank
        .save(&long, &Screenshots::default())
        .unwrap_or_else(|it| panic!("said: {it}"));
    assert_eq!(bank.load(&id).unwrap().steps, long.steps);
}

/// Runs the test above in a process that may write no more than 64 KiB to a file.
#[cfg(unix)]
fn save_without_room(home: &Path, on_signal: &str) -> (bool, String) {
    let shell = format!(
        "{on_signal} ulimit -c 0; ulimit -f 64; exec \"$0\" --exact bank::saves_a_long_recording --nocapture"
    );
    let output = Command::new("bash")
        .args(["-c", &shell])
        .arg(env::current_exe().unwrap())
        .env("BANK_OF_THE_PARENT", home)
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (
        output.status.success(),
        String::from_utf8_lossy(&said).into_owned(),
    )
}

#[cfg(unix)]
fn unfinished(home: &Path) -> usize {
    let entries = fs::read_dir(home.join("recordings")).unwrap().flatten();
    entries
        .filter(|it| it.file_name().to_string_lossy().starts_with(".unfinished-"))
        .count()
}

#[cfg(unix)]
#[test]
fn without_room_nothing_is_half_written_and_the_error_says_so() {
    let (dir, bank) = bank();
    let before = save(&bank, &recording("OpenNote", 1, &["open"], &["note"]));
    let (ok, said) = save_without_room(dir.path(), "trap '' XFSZ;");
    assert!(!ok && said.contains("said: no room to write"), "{said}");
    assert!(said.contains("help: free some space"), "{said}");
    assert_eq!(bank.ids().unwrap(), [before]);
    assert_eq!(unfinished(dir.path()), 0);
}

#[cfg(unix)]
#[test]
fn a_killed_writer_leaves_nothing_that_counts_and_the_next_cleans_up() {
    let (dir, bank) = bank();
    let before = save(&bank, &recording("OpenNote", 1, &["open"], &["note"]));
    let (ok, said) = save_without_room(dir.path(), "");
    assert!(!ok && !said.contains("said:"), "{said}");
    assert_eq!(unfinished(dir.path()), 1);
    let listing = bank.list(&Filter::default()).unwrap();
    assert_eq!(
        listing.entries.iter().map(|it| &it.id).collect::<Vec<_>>(),
        [&before]
    );
    assert!(listing.skipped.is_empty());
    Bank::open(dir.path()).unwrap();
    assert_eq!(unfinished(dir.path()), 0);
}

fn texts() -> impl Strategy<Value = Option<String>> {
    proptest::option::of(prop_oneof![".{0,12}", "[a-z\"\\\\\n{}]{1,8}"])
}

prop_compose! {
    fn elements()(
        text in texts(), hint_text in texts(), value in texts(), resource_name in texts(),
        attributes in proptest::collection::btree_map("[a-z]{1,4}", ".{0,4}", 0..2),
        edges in any::<(i32, i32, i32, i32)>(), path in proptest::collection::vec(any::<u16>(), 0..4),
        flags in any::<(bool, bool, bool, bool, bool)>(),
    ) -> Element {
        Element {
            text, hint_text, value, resource_name, attributes, path,
            bounds: Rect::new(edges.0, edges.1, edges.2, edges.3),
            checkable: flags.0, clickable: flags.1, editable: flags.2, enabled: flags.3, scrollable: flags.4,
            ..Element::default()
        }
    }
}

fn screens() -> impl Strategy<Value = Screen> {
    (".{0,6}", ".{0,6}", proptest::collection::vec(elements(), 1..4)).prop_map(|(app, activity, elements)| {
        Screen {
            app,
            activity,
            size: (10, 20),
            elements,
            today: String::new(),
            in_part: Vec::new(),
        }
    })
}

/// Every kind of action, with any text where it has one.
fn actions() -> impl Strategy<Value = HardAction> {
    let kinds = proptest::sample::select(every::actions());
    (kinds, ".{0,9}").prop_map(|(action, text)| action.map(|_| ElementId(0), |_| text.clone()))
}

prop_compose! {
    fn diagnostics()(
        code in 0..Code::ALL.len(), message in ".{0,9}", place in proptest::option::of((1..99usize, 1..99usize)),
        notes in proptest::collection::vec(".{0,9}", 0..3), candidates in 0..3usize, hint in texts(),
    ) -> Diagnostic {
        let candidate = |index| Candidate { index, element: message.clone(), locator: notes.concat() };
        let candidates = (0..candidates).map(candidate).collect();
        let position = place.map(|(line, column)| Position { line, column });
        Diagnostic { code: Code::ALL[code], position, candidates, message, notes, hint }
    }
}

prop_compose! {
    fn shown()(
        secrets in proptest::collection::btree_map(1..9usize, ".{0,6}", 0..3), check_after in any::<Option<usize>>(),
        each_row in proptest::option::of(proptest::collection::btree_map(".{0,6}", ".{0,6}", 0..3)),
        made in proptest::collection::btree_map(".{0,6}", ".{0,6}", 0..3),
        gaps in proptest::collection::vec((0..9usize, ".{0,6}"), 0..3),
    ) -> DemonstrationNotes {
        let gaps: Vec<Remark> = gaps.into_iter().map(|(after, text)| Remark { after, text }).collect();
        DemonstrationNotes { secrets, check_after, each_row, made, notes: gaps.iter().skip(1).cloned().collect(), gaps }
    }
}

prop_compose! {
    fn recordings()(
        steps in proptest::collection::vec((screens(), actions(), texts()), 0..4),
        last in screens(), thousandths in proptest::option::of(-1000..=1000i32), seed in any::<u64>(),
        goal in ".{0,20}", conclusion in texts(), origin in 0..Origin::ALL.len(), outcome in 0..Outcome::ALL.len(),
        diagnostic in proptest::option::of(diagnostics()), shown in proptest::option::of(shown()),
        log in proptest::collection::vec(".{0,9}", 0..3), breakpoint in any::<Option<usize>>(), list in any::<bool>(),
    ) -> Recording {
        let mut made = recording("Any", seed, &["a"], &["b"]);
        made.instance.goal = goal;
        made.steps = steps
            .into_iter()
            .map(|(screen, action, summary)| Step { screen: Arc::new(screen), action, summary, ..click(&["a"]) })
            .collect();
        made.last = Arc::new(last);
        made.origin = Origin::ALL[origin];
        made.ending = Ending::new(Outcome::ALL[outcome], diagnostic);
        (made.shown, made.breakpoint) = (shown, breakpoint);
        if list {
            made.instance.params.insert("log".to_owned(), Value::List(log.clone()));
        }
        made.log = log;
        made.reward = thousandths.map(|it| f64::from(it) / 1000.0);
        made.conclusion = conclusion;
        made
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_reads_back_the_same(original in recordings()) {
        let text = original.to_json().unwrap();
        prop_assert_eq!(Recording::from_json(&text).unwrap(), original);
    }

    #[test]
    fn a_cut_is_always_noticed(original in recordings(), part in 0.0..1.0f64) {
        let text = original.to_json().unwrap();
        let mut end = (text.len() as f64 * part) as usize;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        prop_assert!(Recording::from_json(&text[..end]).is_err());
    }

    #[test]
    fn words_can_be_made_of_every_recording(original in recordings()) {
        prop_assert!(!original.concluded().is_empty());
        for step in 0..original.steps.len() {
            prop_assert!(original.summary(step).is_some());
        }
        prop_assert_eq!(original.summary(original.steps.len()), None);
    }

    #[test]
    fn any_bytes_in_the_bank_are_an_answer(bytes in proptest::collection::vec(any::<u8>(), 0..200), at in any::<prop::sample::Index>()) {
        let (dir, bank) = bank();
        let id = save(&bank, &recording("OpenNote", 1, &["open"], &["note"]));
        let path = dir.path().join(format!("recordings/tests/OpenNote/{id}.json"));
        let mut text = fs::read(&path).unwrap();
        let from = at.index(text.len());
        let to = (from + bytes.len()).min(text.len());
        text.splice(from..to, bytes);
        fs::write(&path, text).unwrap();
        let listing = bank.list(&Filter::default()).unwrap();
        prop_assert_eq!(listing.entries.len() + listing.skipped.len(), 1);
        if let Ok(it) = bank.load(&id) {
            prop_assert!(it.to_json().is_ok());
        }
    }
}
