//! OpenTracks: its screens, and the questions about it read off its list and answered, and answered nearly right.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::hand;
use crate::player;

use autorpa_emulator::state::DeviceState;
use hand::Hand;
use insta::assert_snapshot;
use player::{Player, WEEK, check};

fn phone() -> Hand {
    let mut state = DeviceState::fresh();
    let now = state.clock.now_ms();
    for (name, kind, days, metres) in [
        ("By the canal", "running", 1, "8047.0"),
        ("Round the hill", "hiking", 9, "1207.0"),
    ] {
        let start = (now - days * 86_400_000).to_string();
        let fields = [
            ("name", name),
            ("activity_type", kind),
            ("category", kind),
            ("starttime", &start),
            ("totaltime", "5700000.0"),
            ("movingtime", "5700000"),
            ("totaldistance", metres),
            ("elevationgain", "120"),
            ("description", "With Ada."),
        ];
        state.tables.insert("tracks", fields);
    }
    let mut hand = Hand::new(state);
    hand.open("opentracks");
    hand
}

#[test]
fn the_list_the_search_and_the_statistics() {
    let mut hand = phone();
    assert_snapshot!("tracks", hand.show());
    assert_eq!(hand.texts_of("track_list_item_date"), ["Yesterday", "6 Oct"]);
    let lengths = ["1:35:00 / 5.00 mi", "1:35:00 / 0.75 mi"];
    assert_eq!(hand.texts_of("track_list_item_time_distance"), lengths);
    hand.click("By the canal");
    assert_snapshot!("track", hand.show());
    hand.back();
    hand.click("Search");
    hand.fill_id("search_src_text", "hik");
    assert_eq!(hand.texts_of("track_list_item_name"), ["Round the hill"]);
    hand.click("Round the hill");
    hand.click("More options");
    hand.click("Delete");
    hand.click("OK");
    assert_eq!(hand.phone.state.tables.rows("tracks").len(), 1);
    assert!(hand.sees("Start recording your next adventure here"));
}

/// An activity as the list shows it.
#[derive(Clone, Debug, PartialEq)]
struct Activity {
    kind: String,
    /// The day of October.
    day: i64,
    minutes: i64,
    metres: f64,
}

const ICON: &str = "track_list_item_icon";

/// All that the list has, down to its end.
fn listed(player: &mut Player) -> Vec<Activity> {
    player.open("opentracks");
    let mut all: Vec<(String, Vec<Option<String>>)> = Vec::new();
    for _ in 0..8 {
        let ids = [
            "track_list_item_time_distance",
            "track_list_item_date",
            "track_list_item_time",
            "track_list_item_name",
        ];
        for (kind, cells) in player.pictured(ICON, &ids) {
            let whole = cells.iter().all(Option::is_some);
            if whole && !all.contains(&(kind.clone(), cells.clone())) {
                all.push((kind, cells));
            }
        }
        player.scroll(ui::Direction::Down);
    }
    all.into_iter()
        .map(|(kind, cells)| activity(kind, &cells))
        .collect()
}

fn activity(kind: String, cells: &[Option<String>]) -> Activity {
    let (length, miles) = cells[0].as_deref().unwrap().split_once(" / ").unwrap();
    let parts: Vec<i64> = length.split(':').map(|it| it.parse().unwrap()).collect();
    let minutes = match parts[..] {
        [hours, minutes, _] => hours * 60 + minutes,
        _ => parts[0],
    };
    let miles: f64 = miles.trim_end_matches(" mi").parse().unwrap();
    let day = match cells[1].as_deref().unwrap() {
        "Today" => 15,
        "Yesterday" => 14,
        words => match WEEK.iter().position(|it| *it == words) {
            Some(at) => 9 + at as i64,
            None => words.split(' ').next().unwrap().parse().unwrap(),
        },
    };
    Activity {
        kind,
        day,
        minutes,
        metres: miles * 1609.344,
    }
}

/// The activities of the goal's kind, on days that are allowed.
fn of_kind(player: &mut Player, days: std::ops::RangeInclusive<i64>) -> Vec<Activity> {
    let kind = player.value("category");
    let mut all = listed(player);
    all.retain(|it| it.kind.contains(&kind) && days.contains(&it.day));
    all
}

fn check_number(task_type: &str, wanted: fn(&mut Player) -> i64, off: i64) {
    check(
        task_type,
        &|player| {
            let number = wanted(player);
            player.answer(&number.to_string());
        },
        &[
            ("too much", &|player| {
                let number = wanted(player);
                player.answer(&(number + off).to_string());
            }),
            ("too little", &|player| {
                let number = wanted(player);
                player.answer(&(number - off).to_string());
            }),
            ("with its unit", &|player| {
                let number = wanted(player);
                player.answer(&format!("{number} of them"));
            }),
            ("and one deleted", &|player| {
                let number = wanted(player);
                player.top();
                player.tap_id("track_list_item_name");
                player.tap("More options");
                player.tap("Delete");
                player.tap("OK");
                player.answer(&number.to_string());
            }),
        ],
    );
}

#[test]
fn sports_tracker_activities_count_for_week() {
    check_number(
        "SportsTrackerActivitiesCountForWeek",
        |player| of_kind(player, 9..=15).len() as i64,
        1,
    );
}

#[test]
fn sports_tracker_activity_duration() {
    let minutes = |player: &mut Player| {
        let day = 15 + player::days_ahead(&player.value("date"));
        of_kind(player, day..=day)[0].minutes
    };
    check_number("SportsTrackerActivityDuration", minutes, 1);
}

#[test]
fn sports_tracker_total_duration_for_category_this_week() {
    let minutes = |player: &mut Player| of_kind(player, 9..=15).iter().map(|it| it.minutes).sum();
    check_number("SportsTrackerTotalDurationForCategoryThisWeek", minutes, 1);
}

#[test]
fn sports_tracker_longest_distance_activity() {
    let metres = |player: &mut Player| {
        let all = of_kind(player, 9..=15).into_iter().map(|it| it.metres);
        all.max_by(f64::total_cmp).unwrap().round() as i64
    };
    check_number("SportsTrackerLongestDistanceActivity", metres, 12);
}

#[test]
fn sports_tracker_total_distance_for_category_over_interval() {
    let metres = |player: &mut Player| {
        let day = |name: &str| 15 + player::days_ahead(&player.value(name));
        let all = of_kind(player, day("start_date")..=day("end_date"));
        all.iter().map(|it| it.metres).sum::<f64>().round() as i64
    };
    check_number("SportsTrackerTotalDistanceForCategoryOverInterval", metres, 14);
}

#[test]
fn sports_tracker_activities_on_date() {
    let kinds = |player: &mut Player| {
        let day = 15 + player::days_ahead(&player.value("date"));
        let mut all = listed(player);
        all.retain(|it| it.day == day);
        all.into_iter().map(|it| it.kind).collect::<Vec<String>>()
    };
    check(
        "SportsTrackerActivitiesOnDate",
        &|player| {
            let kinds = kinds(player);
            player.answer(&kinds.join(", "));
        },
        &[
            ("one too few", &|player| {
                let mut kinds = kinds(player);
                kinds.pop();
                player.answer(&kinds.join(", "));
            }),
            ("one more", &|player| {
                let kinds = kinds(player);
                player.answer(&format!("{}, sleeping", kinds.join(", ")));
            }),
            ("one twice", &|player| {
                let mut kinds = kinds(player);
                kinds[1] = kinds[0].clone();
                player.answer(&kinds.join(", "));
            }),
        ],
    );
}
