//! How many episodes the search needs on pages: those of MiniWoB++ that papers measure on.

use device_web::{LITERATURE_TYPES, MiniWob, MiniWobOptions, find_pages};
use explorer::search::{Budget, Weights};
use testkit::{Part, there};

mod episodes;

use episodes::{Ground, features_are_asked_for};

const GROUND: Ground = Ground {
    table: "pages.csv",
    most: Budget {
        episodes: 100,
        steps: 1_000,
        seconds: f64::INFINITY,
    },
    sample: 400,
    slack: 5,
};

fn pages() -> Option<MiniWob> {
    there(Part::MiniWob, find_pages())?;
    there(Part::Web, MiniWob::launch(MiniWobOptions::default()))
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
}

#[test]
fn each_feature_is_needed_by_the_page_that_its_row_names() {
    let Some(mut pages) = pages() else { return };
    if features_are_asked_for() {
        return GROUND.measure(&mut pages);
    }
    let named = Weights::TABLE
        .iter()
        .filter_map(|it| Some((it.name, it.needed_by?)));
    let named = named.filter(|(_, page)| LITERATURE_TYPES.contains(page));
    let idle = named.filter_map(|(name, page)| GROUND.hold_feature(&mut pages, name, page).err());
    let idle: String = idle.collect();
    assert!(
        idle.is_empty(),
        "these features are not needed any more by the page that their row names:{idle}\n\
         help: `cargo xtask episodes features` says what needs them; a feature that nothing needs may go"
    );
}
