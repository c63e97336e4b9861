//! Pages that the search was not made for, one for each ability, built without a model: what is read and typed, counted,
//! calculated, compared, dragged, slid, waited for and remembered. Each page's instances have look-alikes in them: names that
//! begin alike, numbers of more digits, a second slider, a state that is a part of another one.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use std::{path::PathBuf, sync::Arc};

use autorpa::{
    Autorpa, BuildRequest, Built, Error, ExploreOptions, Home, MiniWobSuite, Pool, Registry, Setup, Suite,
    Terms, Tier,
};
use device::{Environment, EnvironmentError};
use device_web::{MiniWob, MiniWobOptions};
use task::TaskType;
use testkit::{Part, there};
use ui::{Action, ElementId, HardAction, Key, Locator, Points, Screen, find};

/// Where the pages are, in the form of the suite MiniWoB++.
fn pages() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/stranger")
}

fn launch() -> Result<MiniWob, device::DeviceError> {
    MiniWob::launch(MiniWobOptions {
        html: Some(pages()),
        ..MiniWobOptions::default()
    })
}

/// These pages in the place of the suite's own.
struct Strangers;

impl Suite for Strangers {
    fn name(&self) -> &str {
        device_web::SUITE
    }

    fn device(&self) -> &str {
        device_web::NAME
    }

    fn task_types(&self) -> Result<Vec<TaskType>, Error> {
        let names = device_web::task_types_in(&pages()).map_err(EnvironmentError::from)?;
        Ok(names.into_iter().map(|it| device_web::task_type(&it)).collect())
    }

    fn open(&self, _: &Setup) -> Result<Box<dyn Environment>, Error> {
        Ok(Box::new(launch().map_err(EnvironmentError::from)?))
    }

    fn pool(&self) -> Result<Box<dyn Pool>, Error> {
        Ok(Box::new(Strangers))
    }

    fn terms(&self) -> Terms {
        MiniWobSuite.terms()
    }
}

impl Pool for Strangers {
    fn types(&self) -> Vec<String> {
        Vec::new()
    }

    fn open(&self, _: Option<&str>) -> Result<Box<dyn Environment>, Error> {
        Suite::open(self, &Setup::default())
    }
}

/// Build a page's function, with the codes that it had on the way; nothing where there is no browser.
fn build(task_type: &str) -> Option<(Built, String)> {
    let first = launch();
    drop(there(Part::Web, first)?);
    let dir = tempfile::tempdir().unwrap();
    let home = Home::new(dir.path(), dir.path().join("library"));
    let mut rpa = Autorpa::new(home.clone());
    rpa.registry = Registry::built_in(&home);
    rpa.registry.add_suite(Arc::new(Strangers));
    let request = BuildRequest {
        tier: Tier::Free,
        explore: ExploreOptions {
            // Twice what it takes on an idle machine.
            seconds: 120.0,
            ..ExploreOptions::default()
        },
        ..BuildRequest::new(task_type)
    };
    let built = rpa.build(&request).unwrap();
    // Whoever reads why it fails needs them, and the folder goes with the end of this.
    let codes = built.function.iter().flat_map(|it| it.history());
    let codes = codes.map(|it| format!("{}: {}\n{}\n", it.file, it.why, it.diff));
    let codes = codes.collect();
    Some((built, codes))
}

/// What a person shows on three instances of a page becomes a function whose points follow a number.
fn follows_a_number(task_type: &str, shows: impl Fn(&str, &Screen) -> Vec<HardAction>) {
    if let Some((built, codes)) = build_shown(task_type, &[1, 2, 3], shows) {
        assert!(built.verified, "{:?}\n{codes}", built.why_not);
        assert!(codes.contains("on_line("), "{codes}");
    }
}

/// Build a page's function from what a person shows on these instances; nothing where there is no browser.
fn build_shown(
    task_type: &str,
    seeds: &[u64],
    shows: impl Fn(&str, &Screen) -> Vec<HardAction>,
) -> Option<(Built, String)> {
    let first = launch();
    drop(there(Part::Web, first)?);
    let dir = tempfile::tempdir().unwrap();
    let home = Home::new(dir.path(), dir.path().join("library"));
    let mut rpa = Autorpa::new(home.clone());
    rpa.registry = Registry::built_in(&home);
    rpa.registry.add_suite(Arc::new(Strangers));
    let mut from = Vec::new();
    for seed in seeds {
        let mut shown = rpa.demonstrate(task_type, None, *seed).unwrap();
        let goal = shown.instance().unwrap().goal.clone();
        for action in shows(&goal, &shown.screen().clone()) {
            shown.act(action).unwrap();
        }
        let verdict = shown.judge().unwrap().clone();
        let recording = shown.keep(&rpa).unwrap();
        assert!(recording.succeeded(), "{goal}: {verdict:?}");
        from.push(recording.id.to_string());
    }
    let request = BuildRequest {
        tier: Tier::Free,
        from,
        ..BuildRequest::new(task_type)
    };
    let built = rpa.build(&request).unwrap();
    let codes = built.function.iter().flat_map(|it| it.history());
    let codes = codes.map(|it| format!("{}: {}\n{}\n", it.file, it.why, it.diff));
    let codes = codes.collect();
    Some((built, codes))
}

/// The only number of a goal.
fn number(goal: &str) -> f64 {
    goal.split(' ').find_map(|it| it.parse().ok()).unwrap()
}

/// What has this id.
fn id(screen: &Screen, id: &str) -> ElementId {
    let locator: Locator = Locator::by(Key::ResourceName, id);
    find(screen, &locator).one().unwrap()
}

/// A page's function is right on the instances that it is built on and on as many again that it is held against.
fn holds(task_type: &str) {
    if let Some((built, codes)) = build(task_type) {
        assert!(built.verified, "{task_type}: {:?}\n{codes}", built.why_not);
    }
}

#[test]
fn a_code_beside_a_name_is_copied() {
    holds("copy-code");
}

#[test]
fn two_numbers_are_added_up() {
    holds("type-sum");
}

#[test]
fn what_shows_a_state_is_counted() {
    holds("count-rows");
}

#[test]
fn the_row_with_the_greatest_or_the_least_amount_is_opened() {
    holds("greatest-row");
}

#[test]
fn a_thing_is_dragged_into_a_named_box() {
    holds("drag-into-box");
}

#[test]
fn one_of_two_sliders_is_brought_to_a_number() {
    holds("set-slider");
}

#[test]
fn keys_that_the_goal_says_are_pressed() {
    holds("press-chord");
}

#[test]
fn what_comes_late_is_waited_for() {
    holds("late-button");
}

#[test]
fn a_state_that_shows_decides_what_is_pressed() {
    holds("branch-on-light");
}

#[test]
fn entries_of_a_list_are_chosen_and_added() {
    holds("double-list");
}

#[test]
fn a_name_on_a_later_page_is_opened() {
    holds("next-pages");
}

#[test]
fn tabs_are_opened_until_a_name_shows() {
    holds("look-in-tabs");
}

#[test]
fn a_number_in_a_sentence_is_entered() {
    holds("order-number");
}

#[test]
fn a_word_of_an_earlier_page_is_entered() {
    holds("remember-word");
}

#[test]
fn what_a_card_says_is_filled_in_by_the_names_of_the_fields() {
    holds("fill-from-card");
}

#[test]
fn a_text_is_copied_from_one_field_into_another() {
    holds("copy-across");
}

#[test]
fn all_prices_of_a_table_are_added_up() {
    holds("basket-total");
}

#[test]
fn what_is_counted_is_pressed() {
    holds("count-and-press");
}

#[test]
fn the_result_of_a_calculation_is_pressed() {
    holds("press-result");
}

#[test]
fn the_shortest_of_several_times_is_chosen() {
    holds("shortest-trip");
}

#[test]
fn a_state_is_waited_for_before_a_button_that_is_there_is_pressed() {
    holds("wait-for-ready");
}

#[test]
fn a_calendar_is_paged_to_the_month_of_a_date() {
    holds("month-popup");
}

#[test]
fn a_figure_is_pressed_by_size_colour_and_shape() {
    holds("drawn-square");
}

#[test]
fn every_row_in_a_state_is_checked() {
    holds("check-those");
}

#[test]
fn a_text_is_selected_by_keys_that_the_goal_implies() {
    holds("select-all");
}

#[test]
fn a_word_among_others_is_selected() {
    holds("select-word");
}

#[test]
fn a_drawn_slider_is_brought_to_a_number_that_two_people_showed() {
    let shows = |goal: &str, screen: &Screen| {
        let (target, apply) = (id(screen, "level"), id(screen, "apply"));
        let bounds = screen.get(target).unwrap().bounds;
        // A hand meets a pixel, and hardly the middle of the track.
        let x =
            bounds.left + ((20.0 + 3.6 * number(goal)) / 400.0 * f64::from(bounds.width())).round() as i32;
        let y = bounds.top + bounds.height() / 2 + 2;
        let at = Points::of_drawing(&[(x, y)], bounds).to_string();
        vec![Action::ClickAt { target, at }, Action::Click { target: apply }]
    };
    follows_a_number("slide-on-canvas", shows);
}

#[test]
fn a_column_is_made_as_wide_as_a_number_says() {
    let shows = |goal: &str, screen: &Screen| {
        let (target, keep) = (id(screen, "edge"), id(screen, "apply"));
        let bounds = screen.get(target).unwrap().bounds;
        let (x, y) = bounds.center();
        let path = Points::by_pixels(&[(x, y), (x + number(goal) as i32 - 120, y + 1)], bounds);
        let path = path.to_string();
        vec![Action::DragAlong { target, path }, Action::Click { target: keep }]
    };
    follows_a_number("widen-column", shows);
}

#[test]
fn a_quarter_that_words_alone_name_is_refused_with_its_reason() {
    let shows = |goal: &str, screen: &Screen| {
        let target = id(screen, "map");
        let x = if goal.contains("left") { "25%" } else { "75%" };
        let y = if goal.contains("upper") { "25%" } else { "75%" };
        let at = format!("{x},{y}");
        vec![Action::ClickAt { target, at }]
    };
    if let Some((built, codes)) = build_shown("point-in-canvas", &[1, 2, 3, 4], shows) {
        let why = built
            .why_not
            .as_ref()
            .map(|it| it.to_string())
            .unwrap_or_default();
        assert!(!built.verified, "{codes}");
        assert!(why.contains("nothing says why"), "{why}\n{codes}");
    }
}
