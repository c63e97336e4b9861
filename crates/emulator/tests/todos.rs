//! Tasks.org: its screens, and the questions about it read off its screens and answered, and answered nearly right.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use crate::hand;
use crate::player;

use autorpa_emulator::state::DeviceState;
use hand::Hand;
use insta::assert_snapshot;
use player::{Player, check};

/// A phone with a task that is overdue, one of high priority, one that is completed, and one that starts later.
fn phone() -> Hand {
    let mut state = DeviceState::fresh();
    let now = state.clock.now_ms();
    let day = 86_400_000;
    let rows = [
        ("Buy stamps", "2", now - day, 0, 0, "Forever ones."),
        ("Paint the shed", "0", now + 3 * day, 0, 0, ""),
        ("Feed the goldfish", "1", now + 3 * day, now - day, 0, ""),
        ("Wind up the clocks", "3", now + 9 * day, 0, now + day, ""),
    ];
    for (title, importance, due, completed, start, notes) in rows {
        let due = due.div_euclid(60_000) * 60_000;
        let (due, completed, start) = (due.to_string(), completed.to_string(), start.to_string());
        let fields = [
            ("title", title),
            ("importance", importance),
            ("dueDate", &due),
            ("completed", &completed),
            ("hideUntil", &start),
            ("notes", notes),
        ];
        state.tables.insert("tasks", fields);
    }
    let mut hand = Hand::new(state);
    hand.open("tasks");
    hand
}

#[test]
fn the_list_and_what_changes_it() {
    let mut hand = phone();
    assert_snapshot!("todos", hand.show());
    // The smart order: what is due first, and what is urgent before what is not.
    assert_eq!(hand.texts_of("title"), ["Buy stamps", "Paint the shed"]);
    assert_eq!(hand.texts_of("due_date"), ["Yest", "Wed"]);
    hand.click("More options");
    hand.click("Show completed");
    assert_eq!(hand.texts_of("title").last().unwrap(), "Feed the goldfish");
    hand.click("More options");
    hand.click("Show unstarted");
    assert_eq!(hand.texts_of("title").len(), 4);
    hand.click("Sort");
    assert_snapshot!("todos_sort", hand.show());
    hand.click("Grouping");
    hand.click("By priority");
    hand.back();
    let headers = ["High priority", "Low priority", "No priority", "Completed"];
    assert_eq!(hand.texts_of("header"), headers);
    hand.click("Sort");
    hand.click("Grouping");
    hand.click("By due date");
    hand.back();
    let headers = ["Overdue", "Due Wednesday", "Due Tuesday, October 24", "Completed"];
    assert_eq!(hand.texts_of("header"), headers);
    // The day is said by the heading, where it is not over.
    assert_eq!(hand.texts_of("due_date"), ["Yest"]);
    hand.click("Overdue");
    assert!(!hand.sees("Buy stamps"));
}

#[test]
fn the_editor() {
    let mut hand = phone();
    hand.click("Paint the shed");
    assert_snapshot!("todo", hand.show());
    hand.click("Wednesday");
    hand.click("Tomorrow");
    hand.fill("Description", "Green.");
    hand.click_id("fab");
    let row = |hand: &Hand, id: i64| hand.phone.state.tables.row("tasks", id).unwrap().clone();
    assert_eq!(row(&hand, 2).get("notes"), "Green.\n");
    assert!(hand.sees("Tmrw"));
    // What is discarded is not kept, and what is deleted is no longer shown.
    hand.click("Buy stamps");
    hand.fill("Forever ones.", "None.");
    // The first time it puts the keyboard away.
    hand.back();
    hand.back();
    hand.click("DISCARD");
    assert_eq!(row(&hand, 1).get("notes"), "Forever ones.");
    hand.click("Buy stamps");
    hand.click("More options");
    hand.click("Delete task");
    hand.click("OK");
    assert!(!hand.sees("Buy stamps") && !row(&hand, 1).get("deleted").is_empty());
    hand.click("Create new task");
    hand.fill("Task name", "Rest");
    hand.click_id("fab");
    assert_eq!(row(&hand, 5).get("title"), "Rest");
    hand.click("Search");
    hand.fill_id("search_src_text", "shed");
    assert_eq!(hand.texts_of("title"), ["Paint the shed"]);
}

#[test]
fn a_task_is_ticked_and_put_off_from_the_list() {
    let mut hand = phone();
    hand.click("Yest");
    hand.click("Today");
    // What is urgent stands before what is due two days earlier.
    assert_eq!(hand.texts_of("due_date"), ["Wed", "Today"]);
    hand.click_nth("completeBox", 1);
    assert_eq!(hand.texts_of("title"), ["Paint the shed"]);
    hand.click("Navigation drawer");
    assert_eq!(hand.texts_of("count"), ["1", "0"]);
    hand.click("Today");
    assert!(hand.sees("There are no tasks here."));
}

/// A task as the list shows it: its title and when it is due.
type Line = (String, Option<String>);

/// What is listed, down to the end.
fn listed(player: &mut Player) -> Vec<Line> {
    let mut all: Vec<Line> = Vec::new();
    for _ in 0..8 {
        for line in player.rows_of("completeBox", &["title", "due_date"]) {
            let line = (line.1[0].clone().unwrap(), line.1[1].clone());
            if !all.contains(&line) {
                all.push(line);
            }
        }
        player.scroll(ui::Direction::Down);
    }
    all
}

/// The days of the list's words, from today.
fn days_ahead(due: &str) -> i64 {
    const WEEK: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    match due {
        "Today" => 0,
        "Tmrw" => 1,
        "Yest" => -1,
        _ => match WEEK.iter().position(|it| *it == due) {
            // A day of the week is a past one or one to come: the list says the same of both.
            Some(at) => at as i64 + 1,
            None => due.strip_prefix("Oct ").unwrap().parse::<i64>().unwrap() - 15,
        },
    }
}

/// The goal's day as the list writes it.
fn wanted(player: &Player) -> String {
    const NAMES: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    let words = player.value("date");
    let ahead = player::days_ahead(&words);
    match ahead {
        0 => "Today".to_owned(),
        1 => "Tmrw".to_owned(),
        -1 => "Yest".to_owned(),
        -6..=6 => NAMES[(ahead - 1).rem_euclid(7) as usize].to_owned(),
        _ => format!("Oct {}", 15 + ahead),
    }
}

fn menu(player: &mut Player, line: &str) {
    player.tap("More options");
    player.tap(line);
}

fn group_by(player: &mut Player, order: &str) {
    player.tap("Sort");
    player.tap("Grouping");
    player.tap(order);
    player.back();
}

/// The titles under the headings that are wanted, after grouping.
fn under(player: &mut Player, wanted: &dyn Fn(&str) -> bool) -> Vec<Line> {
    player.sections("header", "completeBox", &["title", "due_date"], wanted)
}

/// Play a question whose answer is some titles.
fn check_titles(task_type: &str, wanted: fn(&mut Player) -> Vec<String>) {
    check(
        task_type,
        &|player| {
            let titles = wanted(player);
            player.answer(&titles.join(", "));
        },
        &[
            ("one more", &|player| {
                let titles = wanted(player);
                player.answer(&format!("{}, Quite another thing", titles.join(", ")));
            }),
            ("another one", &|player| player.answer("Quite another thing")),
            ("one twice in the place of two", &|player| {
                let mut titles = wanted(player);
                match titles.len() {
                    1 => titles.push(titles[0].clone()),
                    _ => titles[1] = titles[0].clone(),
                }
                player.answer(&titles.join(", "));
            }),
            ("and a task ticked", &|player| {
                let titles = wanted(player);
                player.top();
                player.tap_id("completeBox");
                player.answer(&titles.join(", "));
            }),
        ],
    );
}

fn due_then(player: &mut Player, lines: Vec<Line>) -> Vec<String> {
    let day = wanted(player);
    let on = lines.into_iter().filter(|it| it.1.as_deref() == Some(&day));
    on.map(|it| it.0).collect()
}

#[test]
fn tasks_due_on_date() {
    check_titles("TasksDueOnDate", |player| {
        player.open("tasks");
        menu(player, "Show completed");
        let on = due_heading(player);
        group_by(player, "By due date");
        let lines = under(player, &|it| it == on);
        lines.into_iter().map(|it| it.0).collect()
    });
}

/// The heading of the goal's day where the list is grouped by it.
fn due_heading(player: &Player) -> String {
    let ahead = player::days_ahead(&player.value("date"));
    let name = player::WEEK[(ahead - 1).rem_euclid(7) as usize];
    match ahead {
        0 => "Due today".to_owned(),
        1 => "Due tomorrow".to_owned(),
        2..=6 => format!("Due {name}"),
        _ => format!("Due {name}, October {}", 15 + ahead),
    }
}

#[test]
fn tasks_completed_tasks_for_date() {
    check_titles("TasksCompletedTasksForDate", |player| {
        player.open("tasks");
        let open = listed(player);
        player.top();
        menu(player, "Show completed");
        let mut lines = listed(player);
        lines.retain(|it| !open.contains(it));
        // `Wed` is the last one or the next: under headings of days, only what is over says when it was due.
        let past = player::days_ahead(&player.value("date")) < 0;
        group_by(player, "By due date");
        player.top();
        let again = listed(player);
        lines.retain(|(title, due)| again.contains(&(title.clone(), due.clone().filter(|_| past))));
        due_then(player, lines)
    });
}

#[test]
fn tasks_incomplete_tasks_on_date() {
    check_titles("TasksIncompleteTasksOnDate", |player| {
        player.open("tasks");
        let ahead = player::days_ahead(&player.value("date"));
        group_by(player, "By due date");
        let lines = under(player, &|it| it == "Overdue" || heading_ahead(it) <= ahead);
        lines.into_iter().map(|it| it.0).collect()
    });
}

/// How far the day of a heading is from today.
fn heading_ahead(heading: &str) -> i64 {
    let day = heading.strip_prefix("Due ").unwrap_or(heading);
    match day.rsplit_once("October ") {
        Some((_, day)) => day.parse::<i64>().unwrap() - 15,
        None => match day {
            "today" => 0,
            "tomorrow" => 1,
            name => days_ahead(&name[..3]),
        },
    }
}

#[test]
fn tasks_high_priority_tasks() {
    check_titles("TasksHighPriorityTasks", |player| {
        player.open("tasks");
        group_by(player, "By priority");
        let lines = under(player, &|it| it == "High priority");
        lines.into_iter().map(|it| it.0).collect()
    });
}

#[test]
fn tasks_high_priority_tasks_due_on_date() {
    check_titles("TasksHighPriorityTasksDueOnDate", |player| {
        player.open("tasks");
        group_by(player, "By priority");
        let lines = under(player, &|it| it == "High priority");
        let high = due_then(player, lines);
        // `Tue` is the last one or the next, and the heading of the day says which.
        player.top();
        group_by(player, "By due date");
        let on = due_heading(player);
        let mut titles: Vec<String> = under(player, &|it| it == on).into_iter().map(|it| it.0).collect();
        titles.retain(|it| high.contains(it));
        titles
    });
}

#[test]
fn tasks_due_next_week() {
    let count = |player: &mut Player| {
        player.open("tasks");
        menu(player, "Show completed");
        player.top();
        group_by(player, "By due date");
        let lines = under(player, &|it| (1..=7).contains(&heading_ahead_or(it)));
        lines.len()
    };
    check(
        "TasksDueNextWeek",
        &|player| {
            let count = count(player);
            player.answer(&count.to_string());
        },
        &[
            ("one too many", &|player| {
                let count = count(player);
                player.answer(&(count + 1).to_string());
            }),
            ("in words", &|player| player.answer("six")),
            ("as a list", &|player| {
                let count = count(player);
                player.answer(&format!("{count}, {count}"));
            }),
        ],
    );
}

fn heading_ahead_or(heading: &str) -> i64 {
    match heading {
        "Overdue" | "Completed" | "No due date" => -100,
        _ => heading_ahead(heading),
    }
}
