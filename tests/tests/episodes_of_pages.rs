//! How many episodes the search needs on pages: those of MiniWoB++ that papers measure on.

use std::path::PathBuf;

use device_web::{LITERATURE_TYPES, MiniWob, MiniWobOptions, find_pages};
use explorer::search::Budget;
use testkit::{Part, there};

use crate::episodes;

use episodes::{Ground, NOT_NEEDED, features_are_asked_for, names_in};

const GROUND: Ground = Ground {
    table: "pages.csv",
    most: Budget {
        episodes: 100,
        steps: 1_000,
        seconds: f64::INFINITY,
    },
    sample: 0..401,
    slack: 5,
    series: 0,
    again: false,
};
/// Pages of our own, each for an ability.
const STRANGERS: Ground = Ground {
    table: "strangers.csv",
    ..GROUND
};

fn pages() -> Option<MiniWob> {
    there(Part::MiniWob, find_pages())?;
    there(Part::Web, MiniWob::launch(MiniWobOptions::default()))
}

fn folder_of_strangers() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/stranger")
}

fn strangers() -> Option<MiniWob> {
    let html = Some(folder_of_strangers());
    let options = MiniWobOptions {
        html,
        ..MiniWobOptions::default()
    };
    there(Part::Web, MiniWob::launch(options))
}

fn strange_types() -> Vec<String> {
    let types = device_web::task_types_in(&folder_of_strangers()).expect("they are in the repository");
    types.into_iter().collect()
}

#[test]
fn no_page_needs_more_episodes_than_the_table_says() {
    let Some(mut pages) = pages() else { return };
    GROUND.hold(&mut pages, &LITERATURE_TYPES.map(str::to_owned));
}

#[test]
fn the_table_has_every_page() {
    let known: Vec<String> = GROUND.rows().into_iter().map(|it| it.task_type).collect();
    assert_eq!(known, LITERATURE_TYPES);
    assert_eq!(names_in(STRANGERS.table), strange_types());
}

#[test]
fn no_page_of_our_own_needs_more_episodes_than_the_table_says() {
    let Some(mut pages) = strangers() else { return };
    STRANGERS.hold(&mut pages, &strange_types());
}

#[test]
fn each_feature_is_needed_by_the_page_of_our_own_that_its_row_names() {
    let Some(mut pages) = strangers() else { return };
    if features_are_asked_for() {
        return STRANGERS.measure(&mut pages);
    }
    assert_eq!(STRANGERS.idle(&mut pages), "", "{NOT_NEEDED}");
}

#[test]
fn each_feature_is_needed_by_the_page_that_its_row_names() {
    let Some(mut pages) = pages() else { return };
    if features_are_asked_for() {
        return GROUND.measure(&mut pages);
    }
    assert_eq!(GROUND.idle(&mut pages), "", "{NOT_NEEDED}");
}
