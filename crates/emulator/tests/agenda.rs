//! Questions about the calendar: read off its screens and answered, and answered nearly right.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::player;

use player::{Player, check, days_ahead};

const MONTHS: [&str; 2] = ["October", "November"];

/// An event as the list of upcoming ones or the page of a day shows it.
#[derive(Clone, Debug, PartialEq)]
struct Event {
    title: String,
    /// Minutes from midnight.
    start: u32,
}

/// Minutes from midnight of `15:30 - 16:00`, `4:15pm` or `4pm`.
fn minutes(words: &str) -> u32 {
    let first = words.split(" - ").next().unwrap();
    let half = first.strip_suffix("am").map(|it| (it, 0));
    let half = half.or_else(|| first.strip_suffix("pm").map(|it| (it, 12)));
    let (hour, minute) = half
        .map_or(first, |it| it.0)
        .split_once(':')
        .unwrap_or((half.map_or(first, |it| it.0), "0"));
    let (hour, minute): (u32, u32) = (hour.parse().unwrap(), minute.parse().unwrap());
    half.map_or(hour, |it| hour % 12 + it.1) * 60 + minute
}

/// The events of a day that is so far from today, by the daily view.
fn on(player: &mut Player, days: i64) -> Vec<Event> {
    player.open("simple calendar pro");
    player.tap("Change view");
    player.tap("Daily view");
    player.tap_id("top_value");
    player.fill_in("15", &(15 + days).to_string());
    player.tap("OK");
    let mut all: Vec<Event> = Vec::new();
    for _ in 0..5 {
        let (titles, times) = (player.texts("event_item_title"), player.texts("event_item_time"));
        for (title, time) in titles.into_iter().zip(times) {
            let event = Event {
                title,
                start: minutes(&time),
            };
            if !all.contains(&event) {
                all.push(event);
            }
        }
        player.scroll(ui::Direction::Down);
    }
    all
}

fn of_goal(player: &mut Player) -> Vec<Event> {
    let date = player.value("date");
    on(player, days_ahead(&date))
}

fn answer(player: &mut Player, events: &[Event]) {
    let titles: Vec<&str> = events.iter().map(|it| it.title.as_str()).collect();
    player.answer(&titles.join(", "));
}

/// All that is wrong for any list of titles.
fn nearly(player: &mut Player, what: &str, events: &[Event]) {
    let titles: Vec<&str> = events.iter().map(|it| it.title.as_str()).collect();
    match what {
        "with another" => player.answer(&[titles.join(", "), "Quite another thing".to_owned()].join(", ")),
        "another" => player.answer("Quite another thing"),
        // The answer is right, but an event more is there.
        _ => {
            player.tap("New Event");
            player.tap("Event");
            player.fill("event_title", "Extra");
            player.tap("Save");
            player.save_answers();
            player.answer(&titles.join(", "));
        }
    }
}

/// Play a question whose answer is some of the events of the goal's day.
fn check_titles(task_type: &str, wanted: fn(&mut Player) -> Vec<Event>) {
    check(
        task_type,
        &|player| {
            let events = wanted(player);
            answer(player, &events);
        },
        &[
            ("one more", &|player| {
                let events = wanted(player);
                nearly(player, "with another", &events);
            }),
            ("another one", &|player| nearly(player, "another", &[])),
            ("and an event made", &|player| {
                let events = wanted(player);
                nearly(player, "made", &events);
            }),
        ],
    );
}

#[test]
fn simple_calendar_any_events_on_date() {
    check_titles("SimpleCalendarAnyEventsOnDate", of_goal);
}

#[test]
fn simple_calendar_events_on_date() {
    check_titles("SimpleCalendarEventsOnDate", of_goal);
}

#[test]
fn simple_calendar_event_on_date_at_time() {
    check_titles("SimpleCalendarEventOnDateAtTime", |player| {
        let start = minutes(&player.value("time"));
        let mut events = of_goal(player);
        events.retain(|it| it.start == start);
        events
    });
}

#[test]
fn simple_calendar_events_in_time_range() {
    check_titles("SimpleCalendarEventsInTimeRange", |player| {
        let from = minutes(&player.value("start_time"));
        let mut events = of_goal(player);
        events.retain(|it| (from..=20 * 60).contains(&it.start));
        events
    });
}

#[test]
fn simple_calendar_first_event_after_start_time() {
    check_titles("SimpleCalendarFirstEventAfterStartTime", |player| {
        let from = minutes(&player.value("time"));
        let mut events = of_goal(player);
        events.retain(|it| it.start >= from);
        events.truncate(1);
        events
    });
}

#[test]
fn simple_calendar_next_event() {
    check_titles("SimpleCalendarNextEvent", |player| {
        let mut events = on(player, 0);
        events.retain(|it| it.start >= 15 * 60 + 34);
        events.truncate(1);
        events
    });
}

/// The rows of the list that begin under a day of the month, in order: sections and events as they stand.
fn listed(player: &mut Player) -> Vec<(String, String)> {
    player.open("simple calendar pro");
    player.tap("Change view");
    player.tap("Simple event list");
    let mut all: Vec<(String, String)> = Vec::new();
    for _ in 0..6 {
        for line in player.lines(&["event_section_title", "event_item_title", "event_item_time"]) {
            if !all.contains(&line) || line.0 == "event_item_time" {
                all.push(line);
            }
        }
        player.scroll(ui::Direction::Down);
    }
    all
}

#[test]
fn simple_calendar_events_in_next_week() {
    check_titles("SimpleCalendarEventsInNextWeek", |player| {
        let lines = listed(player);
        let day = |words: &str| -> Option<u32> {
            let (month, rest) = words.split_once(' ')?;
            (month == MONTHS[0]).then(|| rest.split(' ').next()?.parse().ok())?
        };
        let mut today = None;
        let mut events = Vec::new();
        for (id, words) in lines {
            match id.as_str() {
                "event_section_title" => today = day(&words),
                "event_item_title" if today.is_some_and(|it| (16..=22).contains(&it)) => {
                    events.push(Event {
                        title: words,
                        start: 0,
                    });
                }
                _ => {}
            }
        }
        events
    });
}

/// Open the first event that a search finds.
fn search(player: &mut Player, words: &str) {
    player.open("simple calendar pro");
    player.fill("top_toolbar_search", words);
}

#[test]
fn simple_calendar_location_of_event() {
    let place = |player: &mut Player| {
        let title = player.value("title");
        search(player, &title);
        player.tap_in("event_item_title", &title);
        player.texts("event_location").swap_remove(0)
    };
    check(
        "SimpleCalendarLocationOfEvent",
        &|player| {
            let place = place(player);
            player.answer(&place);
        },
        &[
            ("the title", &|player| {
                let title = player.value("title");
                player.answer(&title);
            }),
            ("two places", &|player| {
                let place = place(player);
                player.answer(&format!("{place}, Somewhere else"));
            }),
        ],
    );
}

#[test]
fn simple_calendar_next_meeting_with_person() {
    let moment = |player: &mut Player| {
        let person = player.value("person");
        search(player, &person);
        let title = player.find_text("Drinks with");
        player.tap_in("event_item_title", &title);
        let (day, time) = (player.texts("event_start_date"), player.texts("event_start_time"));
        let day = day[0].split(" (").next().unwrap().to_owned();
        (day, time[0].clone())
    };
    check(
        "SimpleCalendarNextMeetingWithPerson",
        &|player| {
            let (day, time) = moment(player);
            player.answer(&format!("{day} 2023 {time}"));
        },
        &[
            ("without its year", &|player| {
                let (day, time) = moment(player);
                player.answer(&format!("{day} {time}"));
            }),
            ("another minute", &|player| {
                let (day, _) = moment(player);
                player.answer(&format!("{day} 2023 03:07"));
            }),
            ("another day", &|player| {
                let (_, time) = moment(player);
                player.answer(&format!("October 3 2023 {time}"));
            }),
        ],
    );
}
