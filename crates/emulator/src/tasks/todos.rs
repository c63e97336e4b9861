//! Questions about the tasks of Tasks.org, which keeps them as rows of one table.

use task::{Params, Random};

use super::{
    about::{About, Collection, text},
    answers::{QUESTION, unanswered},
    dates::{day_said, in_days, in_full, is_on, time_of, worded},
    definition::{Definition, FileValues, Goal},
    initial::Initial,
    rows::{fields, number, values},
    words::{MORE_TODOS, TIMES_OF_DAY, TODO_NOTES, TODOS},
};
use crate::{
    apps::todos::TABLE,
    state::{DeviceState, Fields, Row},
    toolkit::date::DAY_MS,
};

pub(super) const TYPES: &[Definition] = &[
    Definition {
        name: "TasksCompletedTasksForDate",
        about: |params| due(params, "date", |it| !is_open(it), &[("completed", "0")]),
        goal: Goal::Always(
            "Which tasks have I completed for {date} in Tasks app? Answer with the titles only. If there are multiples titles, format your answer in a comma separated list.",
        ),
        params: &[DATE],
        hidden: &["title", "notes", "completed_date", "time"],
        generate: |random| {
            let mut all = asked(random, -5, 5, &["date", "title", "notes", "time"]);
            let mut day = in_full(in_days(random.between(-5, 0)));
            // The goal says one day, and never the other by chance.
            if day == text(&all, "date") {
                day = in_full(in_days(-6));
            }
            all.insert("completed_date".to_owned(), day.into());
            all
        },
        init: |params, random| {
            let on = day_said(params, "date");
            let done = day_said(params, "completed_date") + time_of(text(params, "time")).unwrap_or_default();
            let meant = three(random, params, on, |_, row| {
                row.insert("completed".to_owned(), done.to_string());
            });
            among_others(random, meant, |it| !is_on(it.due, on))
        },
        contradiction: |params, device| unanswered(&completed(params, device)),
        judge: |it| it.answers(&completed(it.params, it.before)),
        ..QUESTION
    },
    Definition {
        name: "TasksDueNextWeek",
        about: |params| due(params, "due_date", |_| true, &[]),
        goal: Goal::Always(
            "How many tasks do I have due next week in Tasks app? Assume the week starts from Monday. Express your answer as a single integer.",
        ),
        hidden: &["title", "notes", "due_date"],
        generate: |random| {
            let mut all = asked(random, 1, 7, &["title", "notes"]);
            let day = in_full(in_days(random.between(1, 7)));
            all.insert("due_date".to_owned(), day.into());
            all
        },
        init: |params, random| {
            let mut days: Vec<i64> = (1..=7).map(in_days).collect();
            days.retain(|it| *it != day_said(params, "due_date"));
            days.remove(random.between(0, 5) as usize);
            days.insert(0, day_said(params, "due_date"));
            let titles = titles(random, text(params, "title"), days.len());
            let meant = days.into_iter().zip(titles);
            let meant = meant.map(|(due, title)| todo(random, &title, due)).collect();
            among_others(random, meant, |it| !is_next_week(it.due))
        },
        contradiction: |_, device| unanswered(&next_week(device)),
        judge: |it| {
            let count = next_week(it.before).len() as f64;
            it.answers_one(Some(count), |said| said.parse().ok())
        },
        ..QUESTION
    },
    Definition {
        name: "TasksDueOnDate",
        about: |params| due(params, "date", |_| true, &[]),
        goal: Goal::Always(
            "What tasks do I have due {date} in Tasks app? Answer with the titles only. If there are multiples titles, format your answer in a comma separated list.",
        ),
        params: &[DATE],
        hidden: &["title", "notes"],
        rewrite: without_importance,
        generate: |random| asked(random, 0, 14, &["date", "title", "notes"]),
        init: |params, random| {
            let on = day_said(params, "date");
            let meant = three(random, params, on, |random, row| {
                row.insert("importance".to_owned(), random.between(0, 3).to_string());
            });
            among_others(random, meant, |it| !is_on(it.due, on))
        },
        contradiction: |params, device| unanswered(&on_date(params, device)),
        judge: |it| it.answers(&on_date(it.params, it.before)),
        ..QUESTION
    },
    Definition {
        name: "TasksHighPriorityTasks",
        about: |params| due(params, "due_date", of_high, &[("importance", "1")]),
        goal: Goal::Always(
            "What are my high priority tasks in Tasks app? Answer with the titles only. If there are multiples titles, format your answer in a comma separated list.",
        ),
        hidden: &["task_title", "notes", "due_date", "time", "hide_until_date"],
        generate: |random| {
            let mut all = asked(random, 1, 7, &["notes", "time"]);
            for (name, from, to) in [("due_date", 1, 7), ("hide_until_date", -5, 0)] {
                let day = in_full(in_days(random.between(from, to)));
                all.insert(name.to_owned(), day.into());
            }
            all.insert("task_title".to_owned(), random.pick(&TODOS).into());
            all
        },
        init: |params, random| {
            let time = time_of(text(params, "time")).unwrap_or_default();
            let mut it = todo(
                random,
                text(params, "task_title"),
                day_said(params, "due_date") + time,
            );
            it.insert("importance".to_owned(), HIGH.to_owned());
            it.insert("notes".to_owned(), text(params, "notes").to_owned());
            among_others(random, vec![it], |it| it.importance != HIGH)
        },
        contradiction: |_, device| unanswered(&high(device)),
        judge: |it| it.answers(&high(it.before)),
        ..QUESTION
    },
    Definition {
        name: "TasksHighPriorityTasksDueOnDate",
        about: |params| due(params, "date", of_high, &[("importance", "1")]),
        goal: Goal::Always(
            "Which tasks with high priority are due {date} in the Tasks app? Answer with the title only. If there are multiples titles, format your answer in a comma separated list.",
        ),
        params: &[DATE],
        hidden: &["time", "title"],
        generate: |random| asked(random, 0, 14, &["date", "time", "title"]),
        init: |params, random| {
            let on = day_said(params, "date");
            let time = time_of(text(params, "time")).unwrap_or_default();
            let mut it = todo(random, text(params, "title"), on + time);
            it.insert("importance".to_owned(), HIGH.to_owned());
            among_others(random, vec![it], |it| !is_on(it.due, on) || it.importance != HIGH)
        },
        contradiction: |params, device| unanswered(&high_on_date(params, device)),
        judge: |it| it.answers(&high_on_date(it.params, it.before)),
        ..QUESTION
    },
    Definition {
        name: "TasksIncompleteTasksOnDate",
        about: |params| due(params, "date", is_open, &[("completed", "1696000000000")]),
        goal: Goal::Always(
            "What incomplete tasks do I have still have to do by {date} in Tasks app? Answer with the titles only. If there are multiples titles, format your answer in a comma separated list.",
        ),
        params: &[DATE],
        hidden: &["title", "notes", "time"],
        rewrite: without_importance,
        generate: |random| asked(random, 0, 14, &["date", "title", "notes", "time"]),
        init: |params, random| {
            let on = day_said(params, "date");
            let meant = three(random, params, on, |random, row| {
                row.insert("importance".to_owned(), random.between(0, 3).to_string());
            });
            among_others(random, meant, |it| it.due >= on + DAY_MS || it.completed)
        },
        contradiction: |params, device| unanswered(&incomplete(params, device)),
        judge: |it| it.answers(&incomplete(it.params, it.before)),
        ..QUESTION
    },
];

const DATE: (&str, &str) = ("date", "the day, like tomorrow, this Friday or October 28");
/// The highest priority.
const HIGH: &str = "0";
/// How many other tasks there are.
const OTHERS: usize = 20;
/// When every task may be begun.
const BEGUN_MS: i64 = 5 * DAY_MS;

/// The tasks that are due on a day of the values and are meant; those that say something else are not.
fn due(
    params: &Params,
    date: &str,
    meant: fn(&Fields) -> bool,
    not_meant: &'static [(&'static str, &'static str)],
) -> Vec<About> {
    let collection = Collection::Due {
        day: day_said(params, date),
        meant,
        not_meant,
    };
    vec![About::meant(collection, params, &[])]
}

fn is_open(it: &Fields) -> bool {
    it.get("completed").is_none_or(|it| it == "0")
}

fn of_high(it: &Fields) -> bool {
    it.get("importance").is_none_or(|it| it == HIGH)
}

/// A file says how important one of the tasks is; the others are so by chance anyway.
fn without_importance(values: &mut FileValues) {
    values.shift_remove("importance");
}

/// Values of a question, of those with a name; the day is so far from today.
fn asked(random: &mut Random, from: i64, to: i64, wanted: &[&str]) -> Params {
    let on = in_days(random.between(from, to));
    let mut all = values([
        ("date", worded(random, on)),
        ("title", random.pick(&TODOS).to_owned()),
        ("notes", random.pick(&TODO_NOTES).to_owned()),
        ("time", random.pick(&TIMES_OF_DAY).to_owned()),
    ]);
    all.retain(|name, _| wanted.contains(&name.as_str()));
    all
}

fn is_next_week(due: i64) -> bool {
    (in_days(1)..in_days(8)).contains(&due)
}

/// A task that is begun and not completed, with or without a note.
fn todo(random: &mut Random, title: &str, due: i64) -> Fields {
    let noted = random.between(0, 2) > 0;
    let notes = if noted { random.pick(&TODO_NOTES) } else { "" };
    fields([
        ("title", title.to_owned()),
        ("importance", random.between(0, 3).to_string()),
        ("dueDate", due.to_string()),
        ("hideUntil", (due.min(in_days(0)) - BEGUN_MS).to_string()),
        ("created", (due - 25_200).to_string()),
        ("modified", (due - 25_200).to_string()),
        ("completed", "0".to_owned()),
        ("notes", notes.to_owned()),
    ])
}

/// Different titles, the first one given.
fn titles(random: &mut Random, first: &str, count: usize) -> Vec<String> {
    let mut others = random.sample(&TODOS, count);
    others.retain(|it| *it != first);
    std::iter::once(first)
        .chain(others)
        .take(count)
        .map(str::to_owned)
        .collect()
}

/// Three tasks that are due on a day, the first called as the values say.
fn three(
    random: &mut Random,
    params: &Params,
    on: i64,
    change: impl Fn(&mut Random, &mut Fields),
) -> Vec<Fields> {
    let titles = titles(random, text(params, "title"), 3);
    let task = |title: String| {
        let mut it = todo(random, &title, on);
        change(random, &mut it);
        it
    };
    titles.into_iter().map(task).collect()
}

/// What matters of another task.
struct Other<'a> {
    due: i64,
    importance: &'a str,
    completed: bool,
}

/// Tasks among others of the weeks around today that are allowed, half of them completed.
fn among_others(random: &mut Random, meant: Vec<Fields>, allowed: impl Fn(&Other<'_>) -> bool) -> Initial {
    let mut rows = Vec::new();
    while rows.len() < OTHERS {
        let due = in_days(random.between(-9, 8)) + random.between(0, 24 * 60 - 1) * 60_000;
        let title = random.pick(&MORE_TODOS);
        let mut it = todo(random, title, due);
        if random.between(0, 1) == 0 {
            let done = in_days(random.between(-22, -10)) + random.between(0, 24 * 60 - 1) * 60_000;
            it.insert("completed".to_owned(), done.to_string());
        }
        let other = Other {
            due,
            importance: &it["importance"],
            completed: it["completed"] != "0",
        };
        if allowed(&other) {
            rows.push(it);
        }
    }
    for it in meant {
        let at = random.between(0, rows.len() as i64) as usize;
        rows.insert(at, it);
    }
    Initial {
        rows: rows.into_iter().map(|it| (TABLE.to_owned(), it)).collect(),
        ..Initial::default()
    }
}

/// The titles of the tasks that are so.
fn titled(device: &DeviceState, wanted: impl Fn(&Row) -> bool) -> Vec<String> {
    let rows = device.tables.rows(TABLE).iter();
    let found = rows.filter(|it| number(it, "deleted") == 0 && wanted(it));
    found.map(|it| it.get("title").to_owned()).collect()
}

fn due_of(row: &Row) -> i64 {
    number(row, "dueDate")
}

fn is_high(row: &Row) -> bool {
    number(row, "importance") == 0
}

fn completed(params: &Params, device: &DeviceState) -> Vec<String> {
    let on = day_said(params, "date");
    titled(device, |it| is_on(due_of(it), on) && number(it, "completed") > 0)
}

fn next_week(device: &DeviceState) -> Vec<String> {
    titled(device, |it| is_next_week(due_of(it)))
}

fn on_date(params: &Params, device: &DeviceState) -> Vec<String> {
    let on = day_said(params, "date");
    titled(device, |it| is_on(due_of(it), on))
}

fn high(device: &DeviceState) -> Vec<String> {
    titled(device, is_high)
}

fn high_on_date(params: &Params, device: &DeviceState) -> Vec<String> {
    let on = day_said(params, "date");
    titled(device, |it| is_on(due_of(it), on) && is_high(it))
}

/// What is due till the end of the day, also before today.
fn incomplete(params: &Params, device: &DeviceState) -> Vec<String> {
    let end = day_said(params, "date") + DAY_MS;
    titled(device, |it| due_of(it) < end && number(it, "completed") == 0)
}
