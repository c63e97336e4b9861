//! Episodes of the suite, played by hand through the device's actions, judged by the pages.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use autorpa_device_web::{MiniWob, MiniWobOptions, find_chromium, find_pages};
use device::{Device, EnvironmentError, Judge, Tasks};
use testkit::{Part, there};
use ui::{Action, ElementId, Key, Locator, Screen, find, listed};

fn suite() -> Option<MiniWob> {
    there(Part::Web, find_chromium())?;
    there(Part::MiniWob, find_pages())?;
    Some(MiniWob::launch(MiniWobOptions::default()).expect("Chromium and the pages are there"))
}

fn one(screen: &Screen, locator: &Locator) -> ElementId {
    find(screen, locator)
        .one()
        .unwrap_or_else(|| panic!("{locator} is not exactly one thing on {screen:#?}"))
}

/// A hand that finds and acts.
struct Hand<'a>(&'a mut MiniWob);

impl Hand<'_> {
    fn click(&mut self, key: Key, value: &str) {
        self.click_on(&Locator::by(key, value));
    }

    fn click_on(&mut self, locator: &Locator) {
        let screen = self.0.observe().expect("observes");
        let target = one(&screen, locator);
        self.0.act(&Action::Click { target }).expect("clicks");
    }

    fn fill(&mut self, key: Key, value: &str, text: &str) {
        let screen = self.0.observe().expect("observes");
        let target = Some(one(&screen, &Locator::by(key, value)));
        self.0
            .act(&Action::InputText {
                target,
                text: text.to_owned(),
                clear: true,
            })
            .expect("types");
    }
}

/// What stands between two texts of the goal.
fn between<'a>(goal: &'a str, before: &str, after: &str) -> &'a str {
    goal.split_once(before)
        .and_then(|(_, rest)| rest.split_once(after))
        .map(|(it, _)| it)
        .expect("the goal has it")
}

fn play(task_type: &str, hand: fn(&mut Hand, &str)) {
    let Some(mut suite) = suite() else { return };
    for seed in [1, 2, 3, 11, 12, 13, 14, 15] {
        let instance = suite.instance(task_type, seed).expect("has a goal");
        suite.reset(&instance).expect("starts");
        assert!(
            !suite.has_ended().expect("says"),
            "{task_type} {seed} ends before it begins"
        );
        hand(&mut Hand(&mut suite), &instance.goal);
        assert!(
            suite.has_ended().expect("says"),
            "{task_type} {seed} has not ended: {}",
            instance.goal
        );
        assert_eq!(
            suite.finish().expect("judges").reward().unwrap(),
            1.0,
            "{task_type} {seed}: {}",
            instance.goal
        );
    }
}

#[test]
fn click_button() {
    play("click-button", |hand, goal| {
        let name = between(goal, "\"", "\"");
        hand.click_on(&Locator::by(Key::Text, name).and(Key::Role, "button").nth("1"));
    });
}

#[test]
fn a_board_lists_its_empty_cells_and_what_is_drawn_in_them() {
    let Some(mut suite) = suite() else {
        return;
    };
    let instance = suite.instance("tic-tac-toe", 2000).expect("has a goal");
    suite.reset(&instance).expect("starts");
    let screen = suite.observe().expect("observes");
    let cells: Vec<ElementId> = listed(&screen).map(|(id, _)| id).collect();
    assert_eq!(cells.len(), 9);
    let drawn = |screen: &Screen, id: ElementId| screen.elements[id.0].attributes.get("class").cloned();
    let free = cells.into_iter().find(|it| drawn(&screen, *it).is_none());
    let target = free.expect("a cell is free");
    suite.act(&Action::Click { target }).expect("clicks");
    let screen = suite.observe().expect("observes");
    assert_eq!(drawn(&screen, target).as_deref(), Some("mark-x"));
}

trait Nth {
    fn nth(self, n: &str) -> Self;
}

impl Nth for Locator {
    fn nth(mut self, n: &str) -> Self {
        self.nth = Some(n.to_owned());
        self
    }
}

#[test]
fn login_user() {
    play("login-user", |hand, goal| {
        hand.fill(Key::ResourceName, "username", between(goal, "username \"", "\""));
        hand.fill(Key::ResourceName, "password", between(goal, "password \"", "\""));
        hand.click(Key::ResourceName, "subbtn");
    });
}

#[test]
fn enter_text() {
    play("enter-text", |hand, goal| {
        hand.fill(Key::ResourceName, "tt", between(goal, "\"", "\""));
        hand.click(Key::Text, "Submit");
    });
}

#[test]
fn choose_list() {
    play("choose-list", |hand, goal| {
        hand.click_on(&Locator::by(Key::Text, between(goal, "Select ", " from")).and(Key::Role, "option"));
        hand.click(Key::Text, "Submit");
    });
}

#[test]
fn click_checkboxes() {
    play("click-checkboxes", |hand, goal| {
        for name in between(goal, "Select ", " and click")
            .split(", ")
            .filter(|it| *it != "nothing")
        {
            hand.click_on(&Locator::by(Key::Label, name).and(Key::Role, "checkbox"));
        }
        hand.click(Key::Text, "Submit");
    });
}

#[test]
fn enter_date() {
    play("enter-date", |hand, goal| {
        hand.fill(Key::Type, "date", between(goal, "Enter ", " as"));
        hand.click(Key::Text, "Submit");
    });
}

#[test]
fn enter_time() {
    play("enter-time", |hand, goal| {
        hand.fill(Key::Type, "time", between(goal, "Enter ", " as"));
        hand.click(Key::Text, "Submit");
    });
}

#[test]
fn click_scroll_list() {
    play("click-scroll-list", |hand, goal| {
        for name in between(goal, "Select ", " from").split(", ") {
            hand.click_on(&Locator::by(Key::Text, name).and(Key::Role, "option"));
        }
        hand.click(Key::Text, "Submit");
    });
}

#[test]
fn email_inbox() {
    play("email-inbox", |hand, goal| {
        let icon = |class: &str, by: &str| {
            let mut locator = Locator::by(Key::ContentDescription, class);
            locator.near = Some(by.to_owned());
            locator
        };
        let by = |end: &str| between(goal, "email by ", end).to_owned();
        if goal.contains("star icon") {
            hand.click_on(&icon("star", &by(" and click")));
        } else if goal.contains("trash icon") {
            hand.click_on(&icon("trash", &by(" and click")));
        } else if goal.contains("reply") {
            hand.click(Key::Text, &by(" and reply"));
            hand.click(Key::Text, "Reply");
            hand.fill(Key::ResourceName, "reply-text", between(goal, "text \"", "\""));
            hand.click(Key::ResourceName, "send-reply");
        } else {
            hand.click(Key::Text, &by(" and forward"));
            hand.click(Key::Text, "Forward");
            hand.fill(Key::Label, "to:", between(goal, "email to ", "."));
            hand.click(Key::ResourceName, "send-forward");
        }
    });
}

#[test]
fn an_unknown_page_is_named_with_its_neighbours() {
    let Some(mut suite) = suite() else { return };
    match suite.instance("click-buton", 1) {
        Err(EnvironmentError::UnknownTaskType { name, near }) => {
            assert_eq!(name, "click-buton");
            assert_eq!(near.first().map(String::as_str), Some("click-button"));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_suite_keeps_to_the_rules_of_environments() {
    let Some(mut suite) = suite() else {
        return;
    };
    for task_type in [
        "click-button",
        "login-user",
        "email-inbox",
        "click-scroll-list",
        "terminal",
    ] {
        if let Err(broken) = device::conformance::check(&mut suite, task_type, 3) {
            panic!("{task_type}: {broken}");
        }
    }
}

/// What the suite's page has for itself (goal, counters, cover) is in no screen, and its globals are not where the
/// observing script looks.
#[test]
fn what_the_suite_has_for_itself_is_in_no_screen() {
    let Some(mut suite) = suite() else {
        return;
    };
    const OWN: [&str; 5] = [
        "reward-display",
        "sync-task-cover",
        "click-canvas",
        "query",
        "query-wrap",
    ];
    for task_type in [
        "click-button",
        "login-user",
        "use-autocomplete",
        "click-tab-2",
        "count-shape",
    ] {
        let instance = suite.instance(task_type, 3).expect("has a goal");
        suite.reset(&instance).expect("starts");
        // Before anything was done, after a press on the page, and after the end.
        for _ in 0..2 {
            let screen = suite.observe().expect("observes");
            assert!(!screen.elements.is_empty(), "{task_type}");
            for it in &screen.elements {
                let id = it.resource_name.as_deref().unwrap_or_default();
                assert!(!OWN.contains(&id), "{task_type}: {it:?}");
                let told: Vec<&str> = it
                    .words()
                    .chain(it.attributes.values().map(String::as_str))
                    .collect();
                for word in ["WOB_", "Last reward", "Time left", "Episodes done", "START"] {
                    assert!(!told.iter().any(|it| it.contains(word)), "{task_type}: {it:?}");
                }
                assert!(!told.contains(&instance.goal.as_str()), "{task_type}: {it:?}");
            }
            let first = screen.iter().find(|(_, it)| it.clickable).map(|(id, _)| id);
            if let Some(target) = first {
                suite.act(&Action::Click { target }).expect("clicks");
            }
        }
    }
}

#[test]
fn a_directory_without_pages_is_named() {
    let empty = tempfile::tempdir().expect("a directory");
    let options = MiniWobOptions {
        html: Some(empty.path().to_owned()),
        ..MiniWobOptions::default()
    };
    let refused = MiniWob::launch(options).map(drop);
    let Err(error) = refused else {
        panic!("there are no pages")
    };
    assert!(
        error.to_string().contains("pip install --no-deps miniwob"),
        "{error}"
    );
    assert!(
        error.to_string().contains(&empty.path().display().to_string()),
        "{error}"
    );
}

#[test]
fn click_menu() {
    play("click-menu", |hand, goal| {
        let path: Vec<&str> = goal.trim_start_matches("Select ").split('>').collect();
        let (last, before) = path.split_last().expect("a path has a last part");
        for name in before {
            let screen = hand.0.observe().expect("observes");
            let target = one(&screen, &Locator::by(Key::Text, *name));
            hand.0.act(&Action::Hover { target }).expect("hovers");
        }
        hand.click(Key::Text, last);
    });
}

#[test]
fn use_spinner() {
    play("use-spinner", |hand, goal| {
        let wanted: i32 = between(goal, "Select ", " with").parse().expect("a number");
        let way = if wanted < 0 {
            "ui-icon-triangle-1-s"
        } else {
            "ui-icon-triangle-1-n"
        };
        for _ in 0..wanted.abs() {
            hand.click(Key::ContentDescription, way);
        }
        hand.click(Key::Text, "Submit");
    });
}

#[test]
fn the_flight_pages_are_played_in_their_frame() {
    let Some(mut suite) = suite() else {
        return;
    };
    let instance = suite.instance("flight.AA", 3).expect("has a goal");
    let goal: serde_json::Value = serde_json::from_str(&instance.goal).expect("is JSON");
    suite.reset(&instance).expect("starts");
    let mut hand = Hand(&mut suite);
    let city = |hand: &mut Hand, id: &str, name: &str| {
        hand.fill(Key::ResourceName, id, goal[name].as_str().expect("a city"));
        let suggested = |screen: &Screen| {
            let first = |it: &ui::Element| {
                it.text.is_some() && it.attributes.get("class").is_some_and(|it| it == "ui-corner-all")
            };
            screen.iter().find(|(_, it)| first(it)).map(|(id, _)| id)
        };
        let target = (0..10).find_map(|_| {
            hand.0.act(&Action::Wait).expect("waits for suggestions");
            suggested(&hand.0.observe().expect("observes"))
        });
        let target = target.unwrap_or_else(|| panic!("nothing is suggested for {id}"));
        hand.0.act(&Action::Click { target }).expect("clicks");
    };
    city(&mut hand, "segments0.origin", "Departure City");
    city(&mut hand, "segments0.destination", "Destination City");
    // This instance's month is the first that the calendar shows.
    for (field, day) in [
        ("segments0.travelDate", "Departure Day"),
        ("segments1.travelDate", "Returning Day"),
    ] {
        hand.click(Key::ResourceName, field);
        let day = goal[day].as_u64().expect("a number").to_string();
        hand.click_on(&Locator::by(Key::Text, day).and(Key::Role, "link").nth("1"));
        hand.0
            .act(&Action::Wait)
            .expect("waits until the calendar is gone");
    }
    hand.click(Key::Text, "Search");
    assert!(suite.has_ended().expect("says"), "{}", instance.goal);
    assert_eq!(
        suite.finish().expect("judges").reward().unwrap(),
        1.0,
        "{}",
        instance.goal
    );
}

#[test]
fn an_end_by_a_key_is_known_at_once() {
    let Some(mut suite) = suite() else {
        return;
    };
    let enter = |suite: &mut MiniWob, text: &str| {
        let (target, text) = (None, text.to_owned());
        let clear = false;
        suite
            .act(&Action::InputText { target, text, clear })
            .expect("types");
        assert!(!suite.has_ended().expect("says"));
        suite.act(&Action::KeyboardEnter).expect("presses");
        suite.has_ended().expect("says")
    };
    for seed in 1..6 {
        let instance = suite.instance("terminal", seed).expect("has a goal");
        suite.reset(&instance).expect("starts");
        Hand(&mut suite).click(Key::Text, "user$");
        assert!(!enter(&mut suite, "ls"));
        let screen = suite.observe().expect("observes");
        let mut words = screen
            .elements
            .iter()
            .filter_map(|it| it.text.as_deref())
            .flat_map(str::split_whitespace);
        let file = words
            .find(|it| it.contains('.') && !it.ends_with('.'))
            .unwrap_or_else(|| panic!("no files, seed {seed}: {screen:#?}"));
        // Whether it was the right file or not, its end is the episode's.
        assert!(enter(&mut suite, &format!("rm {file}")), "{file} of {screen:#?}");
    }
}
