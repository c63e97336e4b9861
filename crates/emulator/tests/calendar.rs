//! Simple Calendar Pro on the phone: what its screens report, and what becomes of events.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::hand;
use crate::player;

use autorpa_emulator::state::{DeviceState, Row};
use hand::Hand;
use player::{Player, check};
use ui::Direction;

const DAY: i64 = 86_400;
/// 2023-10-15, 00:00.
const TODAY: i64 = 1_697_328_000;

fn phone() -> Hand {
    let mut state = DeviceState::fresh();
    for (title, start, minutes, interval) in [
        ("Coffee with Ada", TODAY + 12 * DAY + 9 * 3600, 30, 0),
        ("Walk with Bruno", TODAY + 12 * DAY + 14 * 3600, 0, 0),
        ("Planning for the Choir", TODAY + 13 * DAY + 9 * 3600, 45, 0),
        ("Swimming", TODAY + DAY + 7 * 3600, 60, 604_800),
    ] {
        let rule = if interval > 0 { "1" } else { "0" };
        state.tables.insert(
            "events",
            [
                ("start_ts", start.to_string()),
                ("end_ts", (start + minutes * 60).to_string()),
                ("title", title.to_owned()),
                ("description", "Tea is provided.".to_owned()),
                ("repeat_interval", interval.to_string()),
                ("repeat_rule", rule.to_owned()),
            ],
        );
    }
    Hand::new(state)
}

fn events(hand: &Hand) -> &[Row] {
    hand.phone.state.tables.rows("events")
}

fn titles(hand: &Hand) -> Vec<&str> {
    events(hand).iter().map(|it| it.get("title")).collect()
}

/// Open the day of October in the daily view.
fn day(hand: &mut Hand, day: &str) {
    hand.open("simple calendar pro");
    hand.click("Change view");
    hand.click("Daily view");
    hand.click_id("top_value");
    hand.append("15", day);
    hand.click("OK");
}

#[test]
fn screens() {
    let mut hand = phone();
    hand.open("simple calendar pro");
    insta::assert_snapshot!("month", hand.show());
    hand.click("New Event");
    insta::assert_snapshot!("fab", hand.show());
    hand.click("Event");
    insta::assert_snapshot!("new_event", hand.show());
    hand.click_id("event_start_date");
    insta::assert_snapshot!("date", hand.show());
    hand.click("OK");
    hand.click_id("event_end_time");
    hand.click("Switch to text input mode for the time input.");
    insta::assert_snapshot!("time_fields", hand.show());
    hand.back();
    hand.back();
    day(&mut hand, "27");
    insta::assert_snapshot!("day", hand.show());
    hand.hold("Coffee with Ada");
    insta::assert_snapshot!("selection", hand.show());
    hand.click("Delete");
    insta::assert_snapshot!("delete_events", hand.show());
    hand.click("NO");
    hand.click("Done");
    hand.click("Walk with Bruno");
    insta::assert_snapshot!("edit_event", hand.show());
    hand.back();
    hand.click("October 27 (Fri)");
    insta::assert_snapshot!("wheels", hand.show());
    hand.back();
    hand.click("Change view");
    insta::assert_snapshot!("views", hand.show());
    hand.click("Simple event list");
    insta::assert_snapshot!("event_list", hand.show());
}

#[test]
fn every_view_turns_and_comes_back_to_today() {
    let mut hand = phone();
    hand.open("Simple Calendar Pro");
    for (view, shown, next) in [
        ("Weekly view", "October", "October"),
        ("Yearly view", "2023", "2024"),
        ("Monthly and daily view", "October", "November"),
        ("Daily view", "October 15 (Sun)", "October 16 (Mon)"),
        ("Monthly view", "October", "November"),
    ] {
        hand.click("Change view");
        hand.click(view);
        assert!(hand.sees(shown) && !hand.sees("Go to today"), "{view}");
        hand.click_id("top_right_arrow");
        assert!(hand.sees(next) && hand.sees("Go to today"), "{view}");
        hand.click("Go to today");
        hand.swipe(Direction::Left);
        assert!(hand.sees("Go to today"), "{view}: a swipe turns too");
        hand.click_id("top_left_arrow");
        hand.click("Go to today");
    }
}

#[test]
fn a_month_has_its_days_without_words_and_a_tap_opens_one() {
    let mut hand = phone();
    hand.open("Simple Calendar Pro");
    let cells = hand.count_id("month_view_background");
    assert_eq!(cells, 42);
    // October 2023 begins on a Sunday: the 27th cell is the 27th.
    hand.click_nth("month_view_background", 26);
    assert!(hand.sees("October 27 (Fri)") && hand.sees("Coffee with Ada") && hand.sees("14:00"));
    hand.back();
    assert!(hand.sees("October"));
}

#[test]
fn an_event_is_made_after_the_warning_and_the_permission() {
    let mut hand = phone();
    hand.open("Simple Calendar Pro");
    hand.click("New Event");
    hand.click("New Event");
    hand.click("Save");
    assert!(hand.sees("The title cannot be empty"));
    hand.fill("Title", "Dentist");
    hand.fill("Description", "Bring the card.");
    hand.click_id("event_start_date");
    hand.click("29 October 2023");
    hand.click("OK");
    hand.click_id("event_start_time");
    hand.click("13 hours");
    hand.click("0 minutes");
    hand.click("OK");
    assert!(
        hand.sees("October 29 (Sun)") && hand.sees("13:00"),
        "the end moves with the beginning"
    );
    hand.click_id("event_end_time");
    hand.click("12 hours");
    hand.click("OK");
    hand.click("Save");
    assert!(hand.sees("The event cannot end earlier than it starts"));
    hand.click_id("event_end_time");
    hand.click("Switch to text input mode for the time input.");
    hand.fill("12", "13");
    hand.fill("00", "45");
    hand.click("OK");
    hand.click("10 minutes before");
    hand.click("30 minutes before");
    hand.click("Save");
    hand.click("OK");
    assert!(hand.sees("Don't allow"));
    hand.click("Don't allow");
    hand.click("Save");
    hand.click("Allow");
    assert!(hand.sees("Saving…") && hand.sees("October"));
    let made = events(&hand).last().expect("an event");
    let columns = [
        "title",
        "description",
        "start_ts",
        "end_ts",
        "reminder_1_minutes",
        "repeat_interval",
    ];
    assert_eq!(
        columns.map(|it| made.get(it)),
        [
            "Dentist",
            "Bring the card.",
            "1698584400",
            "1698587100",
            "30",
            "0"
        ]
    );
}

#[test]
fn a_page_with_changes_asks_before_it_closes() {
    let mut hand = phone();
    day(&mut hand, "27");
    hand.click("Coffee with Ada");
    hand.back();
    assert!(hand.sees("October 27 (Fri)"), "nothing was changed");
    hand.click("Coffee with Ada");
    hand.fill("Coffee with Ada", "Tea with Ada");
    hand.click("Back");
    hand.click("DISCARD");
    assert!(hand.sees("Coffee with Ada"));
    hand.click("Coffee with Ada");
    hand.click("Delete");
    hand.click("YES");
    assert!(!hand.sees("Coffee with Ada") && hand.sees("Walk with Bruno"));
}

#[test]
fn all_events_of_a_day_are_selected_and_deleted() {
    let mut hand = phone();
    day(&mut hand, "27");
    hand.hold("Coffee with Ada");
    hand.click("1 / 2");
    assert!(hand.sees("2 / 2"));
    hand.click("Delete");
    hand.click("YES");
    assert_eq!(titles(&hand), ["Planning for the Choir", "Swimming"]);
}

#[test]
fn a_repeating_event_loses_one_day_its_future_or_all() {
    for (how, left) in [
        ("Delete the selected occurrence only", (1, 3)),
        ("Delete this and all future occurrences", (1, 1)),
        ("Delete all occurrences", (0, 0)),
    ] {
        let mut hand = phone();
        hand.open("Simple Calendar Pro");
        hand.fill("Search", "swimming");
        assert!(hand.sees("October 16 (Mon)") && hand.sees("October 23 (Mon)"));
        hand.hold_nth("event_item_title", 1);
        hand.click("Delete");
        hand.click(how);
        hand.click("YES");
        assert_eq!(
            events(&hand)
                .iter()
                .filter(|it| it.get("title") == "Swimming")
                .count(),
            left.0
        );
        let days = ["16", "23", "30"].map(|it| hand.sees(&format!("October {it} (Mon)")));
        assert_eq!(
            days.iter().filter(|it| **it).count(),
            if left.1 == 3 { 2 } else { left.1 },
            "{how}"
        );
    }
}

#[test]
fn search_needs_two_letters() {
    let mut hand = phone();
    hand.open("Simple Calendar Pro");
    hand.fill("Search", "a");
    assert!(hand.sees("Type in at least 2 characters to start the search."));
    hand.append("a", "da");
    assert!(hand.sees("Coffee with Ada") && hand.sees("No items found.") == hand.sees("Walk with Bruno"));
    hand.click("Back");
    assert!(hand.sees("October"));
}

#[test]
fn an_event_repeats_and_a_task_has_no_end() {
    let mut hand = phone();
    hand.open("Simple Calendar Pro");
    hand.click("New Event");
    hand.click("Task");
    assert!(hand.sees("New Task"));
    hand.fill("Title", "Water the plants");
    hand.click("No repetition");
    hand.click("Weekly");
    hand.click("10 minutes before");
    hand.click("No reminder");
    hand.click("Save");
    let made = events(&hand).last().expect("a task");
    // The fifteenth is a Sunday.
    let columns = ["repeat_interval", "repeat_rule", "type", "reminder_1_minutes"];
    assert_eq!(columns.map(|it| made.get(it)), ["604800", "64", "1", "-1"]);
}

struct Wanted {
    day: String,
    hour: u32,
    minutes: u32,
    title: String,
    description: String,
    repeats: Option<&'static str>,
}

/// Add the event of the goal, on the day it says by its date.
fn add(player: &mut Player, change: impl Fn(&mut Wanted)) {
    let day = player.value("day");
    add_on(player, day, change);
}

fn add_on(player: &mut Player, day: String, change: impl Fn(&mut Wanted)) {
    let number = |it: String| it.parse::<u32>().expect("a number");
    let mut it = Wanted {
        day,
        repeats: None,
        hour: number(player.value("hour")),
        minutes: number(player.value("duration_mins")),
        title: player.value("event_title"),
        description: player.value("event_description"),
    };
    change(&mut it);
    player.open("simple calendar pro");
    player.tap("New Event");
    player.tap("Event");
    player.fill("event_title", &it.title);
    player.fill("event_description", &it.description);
    player.tap_id("event_start_date");
    player.tap(&format!("{:0>2} October 2023", it.day));
    player.tap("OK");
    let end = it.hour * 60 + it.minutes;
    for (id, hour, minute) in [
        ("event_start_time", it.hour, 0),
        ("event_end_time", end / 60 % 24, end % 60),
    ] {
        player.tap_id(id);
        // The number above the dial says the same; the dial's has no id.
        player.tap_bare(&format!("{hour} hours"));
        player.tap_bare(&format!("{minute} minutes"));
        player.tap("OK");
    }
    if end >= 24 * 60 {
        player.tap_id("event_end_date");
        let next = it.day.parse::<u32>().expect("a number") + 1;
        if next > 31 {
            player.tap("Next month");
            player.tap("01 November 2023");
        } else {
            player.tap(&format!("{next:02} October 2023"));
        }
        player.tap("OK");
    }
    if let Some(repeats) = it.repeats {
        player.tap("No repetition");
        player.tap(repeats);
    }
    player.tap("Save");
    player.save_answers();
}

/// Play a type that adds an event on a day of October, and adds it wrong.
fn check_added(task_type: &str, day: fn(&Player) -> u32) {
    let day = |player: &Player, later: u32| (day(player) + later).to_string();
    check(
        task_type,
        &|player| {
            let day = day(player, 0);
            add_on(player, day, |_| {});
        },
        &[
            ("another day", &|player| {
                let day = day(player, 1);
                add_on(player, day, |_| {});
            }),
            ("every day", &|player| {
                let day = day(player, 0);
                add_on(player, day, |it| it.repeats = Some("Daily"));
            }),
            ("another length", &|player| {
                let day = day(player, 0);
                add_on(player, day, |it| {
                    it.minutes = if it.minutes == 15 { 45 } else { 15 }
                });
            }),
            ("added twice", &|player| {
                for _ in 0..2 {
                    let day = day(player, 0);
                    add_on(player, day, |_| {});
                }
            }),
        ],
    );
}

/// The day of October that a day of this week is.
fn this_week(player: &Player) -> u32 {
    const WEEK: [&str; 6] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
    let said = player.value("day_of_week");
    16 + WEEK.iter().position(|it| *it == said).expect("a day of the week") as u32
}

#[test]
fn simple_calendar_add_one_event_tomorrow() {
    check_added("SimpleCalendarAddOneEventTomorrow", |_| 16);
}

#[test]
fn simple_calendar_add_one_event_in_two_weeks() {
    check_added("SimpleCalendarAddOneEventInTwoWeeks", |_| 29);
}

#[test]
fn simple_calendar_add_one_event_relative_day() {
    check_added("SimpleCalendarAddOneEventRelativeDay", this_week);
}

#[test]
fn simple_calendar_add_repeating_event() {
    let repeats = |player: &Player| match player.value("repeat_rule").as_str() {
        "daily" => ("Daily", "Weekly"),
        _ => ("Weekly", "Daily"),
    };
    check(
        "SimpleCalendarAddRepeatingEvent",
        &|player| {
            let right = repeats(player).0;
            add(player, |it| it.repeats = Some(right));
        },
        &[
            ("only once", &|player| add(player, |_| {})),
            ("another interval", &|player| {
                let wrong = repeats(player).1;
                add(player, |it| it.repeats = Some(wrong));
            }),
            ("no description", &|player| {
                let right = repeats(player).0;
                add(player, |it| {
                    it.repeats = Some(right);
                    it.description.clear();
                });
            }),
        ],
    );
}

#[test]
fn simple_calendar_delete_events_on_relative_day() {
    let all = |player: &mut Player, day: u32| {
        open_at(player, &day.to_string());
        let first = player.texts("event_item_title").swap_remove(0);
        player.hold_in("event_item_title", &first);
    };
    check(
        "SimpleCalendarDeleteEventsOnRelativeDay",
        &|player| {
            let day = this_week(player);
            all(player, day);
            player.tap("1 / 2");
            player.tap("Delete");
            player.tap("YES");
        },
        &[("only one", &|player| {
            let day = this_week(player);
            all(player, day);
            player.tap("Delete");
            player.tap("YES");
        })],
    );
}

#[test]
fn simple_calendar_add_one_event() {
    check(
        "SimpleCalendarAddOneEvent",
        &|player| add(player, |_| {}),
        &[
            ("another day", &|player| {
                add(player, |it| {
                    it.day = if it.day == "20" { "21" } else { "20" }.to_owned()
                });
            }),
            ("another hour", &|player| {
                add(player, |it| it.hour = (it.hour + 1) % 24)
            }),
            ("another length", &|player| {
                add(player, |it| it.minutes = if it.minutes == 15 { 45 } else { 15 });
            }),
            ("another title", &|player| {
                add(player, |it| it.title = "Lunch".to_owned())
            }),
            ("no description", &|player| {
                add(player, |it| it.description.clear())
            }),
            ("added twice", &|player| {
                add(player, |_| {});
                add(player, |_| {});
            }),
        ],
    );
}

/// Open the day of the goal in the daily view.
fn open_day(player: &mut Player) {
    let day = player.value("day");
    open_at(player, &day);
}

/// Open a day of October in the daily view.
fn open_at(player: &mut Player, day: &str) {
    player.open("simple calendar pro");
    player.tap("Change view");
    player.tap("Daily view");
    player.tap_id("top_value");
    player.fill_in("15", day);
    player.tap("OK");
}

#[test]
fn simple_calendar_delete_events() {
    check(
        "SimpleCalendarDeleteEvents",
        &|player| {
            open_day(player);
            let first = player.texts("event_item_title").swap_remove(0);
            player.hold_in("event_item_title", &first);
            player.tap("1 / 3");
            player.tap("Delete");
            player.tap("YES");
        },
        &[
            ("only one", &|player| {
                open_day(player);
                let first = player.texts("event_item_title").swap_remove(0);
                player.hold_in("event_item_title", &first);
                player.tap("Delete");
                player.tap("YES");
            }),
            ("and all others to come", &|player| {
                player.open("simple calendar pro");
                player.tap("Change view");
                player.tap("Simple event list");
                let first = player.texts("event_item_title").swap_remove(0);
                player.hold_in("event_item_title", &first);
                let selected = player.find_text("1 / ");
                player.tap(&selected);
                player.tap("Delete");
                player.tap("YES");
                // Those that took place before stay, so delete one more where there was nothing else.
                player.tap("Change view");
                player.tap("Daily view");
                player.tap("New Event");
                player.tap("Event");
                player.fill("event_title", "Extra");
                player.tap("Save");
                player.tap("OK");
                player.tap("Allow");
            }),
        ],
    );
}

#[test]
fn simple_calendar_delete_one_event() {
    let find = |player: &mut Player| {
        let (title, hour) = (player.value("event_title"), player.value("hour"));
        open_day(player);
        let titles = player.texts("event_item_title");
        let times = player.texts("event_item_time");
        let start = format!("{hour:0>2}:00");
        let at = (0..titles.len()).find(|at| titles[*at] == title && times[*at].starts_with(&start));
        assert!(at.is_some(), "{title} at {start} is none of {titles:?} {times:?}");
        title
    };
    check(
        "SimpleCalendarDeleteOneEvent",
        &|player| {
            let title = find(player);
            player.hold_in("event_item_title", &title);
            player.tap("Delete");
            player.tap("YES");
        },
        &[
            ("only another title", &|player| {
                let title = find(player);
                player.tap_in("event_item_title", &title);
                player.fill("event_title", "Gone");
                player.tap("Save");
                player.save_answers();
            }),
            ("another one", &|player| {
                let title = find(player);
                player.tap("Change view");
                player.tap("Simple event list");
                let all = player.texts("event_item_title");
                let other = all.iter().find(|it| **it != title).expect("another event");
                player.hold_in("event_item_title", other);
                player.tap("Delete");
                player.tap("YES");
            }),
            ("one more", &|player| {
                let title = find(player);
                player.hold_in("event_item_title", &title);
                player.tap("Delete");
                player.tap("YES");
                player.tap("Change view");
                player.tap("Simple event list");
                let other = player.texts("event_item_title").swap_remove(0);
                player.hold_in("event_item_title", &other);
                player.tap("Delete");
                player.tap("YES");
            }),
        ],
    );
}
