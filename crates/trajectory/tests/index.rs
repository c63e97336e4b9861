//! The index answers from all layers, survives what happens to its files, and never stands in the way.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::sample;

use std::{fs, path::Path, sync::OnceLock};

use autorpa_trajectory::{
    Bank, Hit, Index, IndexError, Layer, Note, Origin, Outcome, RecordingId, Screenshots, Within,
};
use proptest::prelude::*;
use sample::recording;

fn bank() -> (tempfile::TempDir, Bank) {
    let dir = tempfile::tempdir().unwrap();
    let bank = Bank::open(dir.path()).unwrap();
    (dir, bank)
}

fn save(bank: &Bank, task_type: &str, before: &str, after: &str) -> RecordingId {
    bank.save(
        &recording(task_type, 1, &[before], &[after]),
        &Screenshots::default(),
    )
    .unwrap()
}

fn places(hits: &[Hit]) -> Vec<(String, Layer, Option<usize>)> {
    hits.iter()
        .map(|it| (it.task_type.clone(), it.layer, it.step))
        .collect()
}

fn index() -> Index {
    let index = Index::in_memory().unwrap();
    let mut open = recording("OpenNote", 1, &["Groceries for Sunday"], &["milk"]);
    open.id = RecordingId("a".to_owned());
    let mut close = recording("CloseNote", 2, &["Close the notebook"], &["Sunday plans"]);
    close.id = RecordingId("b".to_owned());
    close.origin = Origin::React;
    close.ending.outcome = Outcome::NotReached;
    close.conclusion = Some("The wrong menu was taken at first.".to_owned());
    index.add(&open).unwrap();
    index.add(&close).unwrap();
    index
}

#[test]
fn every_layer_answers() {
    let index = index();
    let layer = |layer| Within {
        layer: Some(layer),
        ..Within::default()
    };
    let hits = index.search("groceries", 9, &layer(Layer::Block)).unwrap();
    assert_eq!(places(&hits), [("OpenNote".to_owned(), Layer::Block, Some(1))]);
    let hits = index.search("wrong menu", 9, &layer(Layer::Conclusion)).unwrap();
    assert_eq!(places(&hits), [("CloseNote".to_owned(), Layer::Conclusion, None)]);
    let hits = index.search("milk appeared", 9, &layer(Layer::Summary)).unwrap();
    assert_eq!(places(&hits)[0], ("OpenNote".to_owned(), Layer::Summary, Some(1)));
    // The name of a task type is found by its words.
    let hits = index.search("close note", 9, &layer(Layer::Conclusion)).unwrap();
    assert_eq!(hits[0].task_type, "CloseNote");
}

#[test]
fn a_snippet_shows_the_words_that_fit() {
    let hits = index().search("take a MENU?", 1, &Within::default()).unwrap();
    let marked: Vec<&str> = hits[0]
        .marks
        .iter()
        .map(|it| &hits[0].snippet[it.clone()])
        .collect();
    assert_eq!(marked, ["menu"]);
    assert!(
        hits[0].snippet.contains("The wrong menu was taken"),
        "{}",
        hits[0].snippet
    );
}

#[test]
fn filters_narrow_and_do_not_score() {
    let index = index();
    let count = |within: Within| index.search("sunday note", 99, &within).unwrap().len();
    let all = count(Within::default());
    for (within, other) in [
        (
            Within {
                task_type: Some("OpenNote".to_owned()),
                ..Within::default()
            },
            Within {
                task_type: Some("CloseNote".to_owned()),
                ..Within::default()
            },
        ),
        (
            Within {
                outcome: Some(Outcome::Reached),
                ..Within::default()
            },
            Within {
                outcome: Some(Outcome::NotReached),
                ..Within::default()
            },
        ),
        (
            Within {
                origin: Some(Origin::Search),
                ..Within::default()
            },
            Within {
                origin: Some(Origin::React),
                ..Within::default()
            },
        ),
        (
            Within {
                recording: Some(RecordingId("a".to_owned())),
                ..Within::default()
            },
            Within {
                recording: Some(RecordingId("b".to_owned())),
                ..Within::default()
            },
        ),
    ] {
        let (here, there) = (count(within), count(other));
        assert!(
            here > 0 && there > 0 && here + there == all,
            "{here} + {there} of {all}"
        );
    }
    assert_eq!(
        count(Within {
            suite: Some("tests".to_owned()),
            ..Within::default()
        }),
        all
    );
    assert_eq!(
        count(Within {
            app: Some("net.example.notes".to_owned()),
            ..Within::default()
        }),
        all
    );
    assert_eq!(
        count(Within {
            app: Some("another".to_owned()),
            ..Within::default()
        }),
        0
    );
}

#[test]
fn one_wrong_letter_still_finds_but_the_right_word_goes_first() {
    let index = index();
    let hits = index.search("grocereis", 9, &Within::default()).unwrap();
    assert_eq!(hits[0].task_type, "OpenNote");
    let hits = index.search("Sunday", 9, &Within::default()).unwrap();
    assert!(hits[0].snippet.contains("Sunday"));
}

#[test]
fn a_recording_taken_in_twice_stands_in_it_once() {
    let index = index();
    let mut again = recording("OpenNote", 1, &["Another text"], &["milk"]);
    again.id = RecordingId("a".to_owned());
    index.add(&again).unwrap();
    assert!(
        index
            .search("groceries", 9, &Within::default())
            .unwrap()
            .is_empty()
    );
    let hits = index.search("another", 9, &Within::default()).unwrap();
    assert_eq!(hits.len(), 3);
}

#[test]
fn on_opening_it_follows_the_bank() {
    let (dir, bank) = bank();
    let first = save(&bank, "OpenNote", "alpha", "beta");
    let opened = Index::open(&bank).unwrap();
    assert_eq!(opened.notes, [Note::Updated { added: 1, removed: 0 }]);
    assert!(Index::open(&bank).unwrap().notes.is_empty());
    save(&bank, "CloseNote", "gamma", "delta");
    fs::remove_file(dir.path().join(format!("recordings/tests/OpenNote/{first}.json"))).unwrap();
    let opened = Index::open(&bank).unwrap();
    assert_eq!(opened.notes, [Note::Updated { added: 1, removed: 1 }]);
    let found = |word: &str| opened.index.search(word, 9, &Within::default()).unwrap().len();
    assert_eq!((found("alpha"), found("gamma")), (0, 3));
    assert!(Index::open(&bank).unwrap().notes.is_empty());
}

#[test]
fn unreadable_recordings_are_named_and_passed_over() {
    let (dir, bank) = bank();
    save(&bank, "OpenNote", "alpha", "beta");
    fs::write(
        dir.path().join("recordings/tests/OpenNote/cut.json"),
        "{\"version\":1,",
    )
    .unwrap();
    for opened in [Index::open(&bank).unwrap(), Index::rebuild(&bank).unwrap()] {
        assert_eq!(opened.skipped.len(), 1);
        assert!(opened.skipped[0].path.ends_with("cut.json"));
        assert_eq!(
            opened.index.search("alpha", 1, &Within::default()).unwrap().len(),
            1
        );
    }
}

#[test]
fn a_locked_index_is_read_as_it_is_and_not_written() {
    let (dir, bank) = bank();
    save(&bank, "OpenNote", "alpha", "beta");
    drop(Index::open(&bank).unwrap());
    let new = save(&bank, "CloseNote", "gamma", "delta");
    let holder = fs::File::open(dir.path().join("index.lock")).unwrap();
    holder.lock().unwrap();

    let opened = Index::open(&bank).unwrap();
    assert_eq!(opened.notes, [Note::ReadOnly]);
    assert_eq!(
        opened.index.search("alpha", 1, &Within::default()).unwrap().len(),
        1
    );
    let said = opened.index.add(&bank.load(&new).unwrap()).unwrap_err();
    assert!(matches!(said, IndexError::Locked { .. }), "{said}");
    assert!(said.to_string().contains("help: try again"), "{said}");
    assert!(matches!(Index::rebuild(&bank), Err(IndexError::Locked { .. })));

    drop(holder);
    let opened = Index::open(&bank).unwrap();
    assert_eq!(opened.notes, [Note::Updated { added: 1, removed: 0 }]);
    assert_eq!(
        opened.index.search("gamma", 1, &Within::default()).unwrap().len(),
        1
    );
}

#[test]
fn a_writer_of_the_engine_itself_locks_too() {
    let (dir, bank) = bank();
    save(&bank, "OpenNote", "alpha", "beta");
    drop(Index::open(&bank).unwrap());
    save(&bank, "CloseNote", "gamma", "delta");
    let other = tantivy::Index::open_in_dir(dir.path().join("index")).unwrap();
    let writer: tantivy::IndexWriter = other.writer_with_num_threads(1, 15_000_000).unwrap();
    let opened = Index::open(&bank).unwrap();
    assert_eq!(opened.notes, [Note::ReadOnly]);
    assert_eq!(
        opened.index.search("alpha", 1, &Within::default()).unwrap().len(),
        1
    );
    drop(writer);
}

#[test]
fn an_index_of_another_version_is_built_again() {
    let (dir, bank) = bank();
    save(&bank, "OpenNote", "alpha", "beta");
    fs::create_dir_all(dir.path().join("index")).unwrap();
    let mut schema = tantivy::schema::Schema::builder();
    schema.add_text_field("text", tantivy::schema::TEXT);
    tantivy::Index::create_in_dir(dir.path().join("index"), schema.build()).unwrap();
    let opened = Index::open(&bank).unwrap();
    assert!(
        matches!(opened.notes[..], [Note::Rebuilt { .. }]),
        "{:?}",
        opened.notes
    );
    assert_eq!(
        opened.index.search("alpha", 1, &Within::default()).unwrap().len(),
        1
    );
}

fn files(index: &Path) -> Vec<std::path::PathBuf> {
    let all = fs::read_dir(index).unwrap().flatten().map(|it| it.path());
    let mut all: Vec<_> = all
        .filter(|it| fs::metadata(it).is_ok_and(|it| it.len() > 0))
        .collect();
    all.sort();
    all
}

/// What stands in a bank of three recordings, whatever was done to the index before.
fn answers_all_the_same(bank: &Bank) -> Vec<Note> {
    let opened = Index::open(bank).unwrap();
    for word in ["alpha", "gamma", "epsilon"] {
        let hits = opened.index.search(word, 9, &Within::default()).unwrap();
        // The conclusion, the summary and the block of the one step that shows it.
        assert_eq!(hits.len(), 3, "{word}");
    }
    opened.notes
}

/// A bank of three recordings whose index has several segments; a copy of it for each case.
fn three() -> (tempfile::TempDir, Bank) {
    static MADE: OnceLock<tempfile::TempDir> = OnceLock::new();
    let made = MADE.get_or_init(|| {
        let (dir, bank) = bank();
        for (task, before, after) in [("A", "alpha", "b"), ("B", "gamma", "d"), ("C", "epsilon", "f")] {
            save(&bank, task, before, after);
            Index::open(&bank).unwrap();
        }
        dir
    });
    let dir = tempfile::tempdir().unwrap();
    copy(made.path(), dir.path());
    let bank = Bank::open(dir.path()).unwrap();
    (dir, bank)
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target)
        } else {
            fs::copy(entry.path(), target).map(|_| ()).unwrap()
        }
    }
}

#[test]
fn every_file_of_the_index_may_be_cut_emptied_or_gone() {
    let (dir, bank) = three();
    let home = dir.path().join("index");
    let mut rebuilt = 0;
    for at in 0..files(&home).len() {
        for harm in ["half", "empty", "gone"] {
            let all = files(&home);
            let Some(file) = all.get(at) else { continue };
            let bytes = fs::read(file).unwrap();
            match harm {
                "half" => fs::write(file, &bytes[..bytes.len() / 2]).unwrap(),
                "empty" => fs::write(file, "").unwrap(),
                _ => fs::remove_file(file).unwrap(),
            }
            rebuilt += usize::from(matches!(answers_all_the_same(&bank)[..], [Note::Rebuilt { .. }]));
        }
    }
    assert!(rebuilt > 10, "{rebuilt}");
    fs::remove_dir_all(&home).unwrap();
    fs::write(&home, "a file where the folder was").unwrap();
    assert!(Index::open(&bank).is_err() || answers_all_the_same(&bank).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, max_shrink_iters: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_over_any_file_are_noticed(
        which in any::<prop::sample::Index>(), at in any::<prop::sample::Index>(),
        bytes in proptest::collection::vec(any::<u8>(), 1..40),
    ) {
        let (dir, bank) = three();
        let all = files(&dir.path().join("index"));
        let file = which.get(&all);
        let mut content = fs::read(file).unwrap();
        let from = at.index(content.len());
        for (old, new) in content[from..].iter_mut().zip(&bytes) {
            *old = *new;
        }
        fs::write(file, content).unwrap();
        answers_all_the_same(&bank);
    }

    #[test]
    fn no_question_is_wrong(question in prop_oneof![
        ".{0,40}",
        "[a-z\"(){}\\[\\]:^~*?+!&|/\\\\ -]{0,30}",
        Just("text:(AND OR NOT \"".to_owned()),
        Just("sunday ".repeat(200)),
        Just("x".repeat(5000)),
    ]) {
        static INDEX: OnceLock<Index> = OnceLock::new();
        let hits = INDEX.get_or_init(index).search(&question, 9, &Within::default()).unwrap();
        for hit in hits {
            for mark in hit.marks {
                prop_assert!(hit.snippet.get(mark).is_some());
            }
        }
    }
}
