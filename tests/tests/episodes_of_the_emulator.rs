//! How many episodes the search needs on the emulator. `cargo xtask episodes` writes the tables of the suites anew;
//! `cargo xtask episodes features` says what each feature of the search's costs is needed by.

use device::Tasks;
use emulator::Emulator;
use explorer::search::{Budget, Weights};

use crate::episodes;

use episodes::{Ground, NOT_NEEDED, features_are_asked_for, names_in};

const GROUND: Ground = Ground {
    table: "emulator.csv",
    most: Budget {
        episodes: 300,
        steps: 20_000,
        seconds: f64::INFINITY,
    },
    sample: 0..1_501,
    slack: 0,
    series: 11,
    again: false,
};
/// Where the way of another instance is known.
const ONCE_MORE: Ground = Ground {
    table: "again.csv",
    again: true,
    ..GROUND
};

/// All that is found and takes longer.
const LONG: Ground = Ground {
    sample: 1_501..usize::MAX,
    ..GROUND
};

/// Types whose instances need other ways.
const ONCE_MORE_TYPES: [&str; 6] = [
    "ExpenseAddSingle",
    "FilesDeleteFile",
    "MarkorChangeNoteContent",
    "MarkorCreateFolder",
    "MarkorMoveNote",
    "SimpleSmsSendClipboardContent",
];

fn types() -> Vec<String> {
    let types = Emulator::new().task_types();
    types.into_iter().map(|it| it.name).collect()
}

#[test]
fn no_type_needs_more_episodes_than_the_table_says() {
    GROUND.hold(&mut Emulator::new(), &types());
    ONCE_MORE.hold(&mut Emulator::new(), &ONCE_MORE_TYPES.map(str::to_owned));
}

#[test]
fn no_long_search_needs_more_than_the_table_says() {
    LONG.hold_sample(&mut Emulator::new());
}

#[test]
fn the_table_has_every_type() {
    let known: Vec<String> = GROUND.rows().into_iter().map(|it| it.task_type).collect();
    assert_eq!(known, types());
}

#[test]
fn each_feature_is_needed_by_the_type_that_its_row_names() {
    let mut env = Emulator::new();
    for ground in [GROUND, ONCE_MORE] {
        if features_are_asked_for() {
            ground.measure(&mut env);
        } else {
            assert_eq!(ground.idle(&mut env), "", "{NOT_NEEDED}");
        }
    }
}

/// A row can be held against one of the tables.
#[test]
fn each_row_of_the_features_names_a_type_of_a_table() {
    let tables = ["emulator.csv", "again.csv", "pages.csv", "strangers.csv"];
    let all: Vec<String> = tables.into_iter().flat_map(names_in).collect();
    let odd = Weights::TABLE
        .iter()
        .filter(|it| !all.iter().any(|name| name == it.needed_by));
    assert_eq!(odd.map(|it| it.name).collect::<Vec<_>>(), [""; 0]);
}
