//! How many episodes the search needs on the emulator. `cargo xtask episodes` writes the tables of the suites anew;
//! `cargo xtask episodes features` says what each feature of the search's costs is needed by.

use device::Tasks;
use emulator::Emulator;
use explorer::search::{Budget, Weights};

mod episodes;

use episodes::{Ground, features_are_asked_for};

const GROUND: Ground = Ground {
    table: "emulator.csv",
    most: Budget {
        episodes: 300,
        steps: 20_000,
        seconds: f64::INFINITY,
    },
    sample: 1_500,
    slack: 0,
};

fn types() -> Vec<String> {
    let types = Emulator::new().task_types();
    types.into_iter().map(|it| it.name).collect()
}

#[test]
fn no_type_needs_more_episodes_than_the_table_says() {
    GROUND.hold(&mut Emulator::new(), &types());
}

#[test]
fn the_table_has_every_type() {
    let known: Vec<String> = GROUND.rows().into_iter().map(|it| it.task_type).collect();
    assert_eq!(known, types());
}

#[test]
fn each_feature_is_needed_by_the_type_that_its_row_names() {
    let mut env = Emulator::new();
    if features_are_asked_for() {
        return GROUND.measure(&mut env);
    }
    let types = types();
    let named = Weights::TABLE
        .iter()
        .filter_map(|it| Some((it.name, it.needed_by?)));
    let named = named.filter(|(_, task_type)| types.iter().any(|it| it == task_type));
    let idle = named.filter_map(|(name, task_type)| GROUND.hold_feature(&mut env, name, task_type).err());
    let idle: String = idle.collect();
    assert!(
        idle.is_empty(),
        "these features are not needed any more by the type that their row names:{idle}\n\
         help: `cargo xtask episodes features` says what needs them; a feature that nothing needs may go"
    );
}
