//! Questions about the activities of OpenTracks, which keeps them as rows of one table.

use task::{Params, Random};

use super::{
    about::{About, Collection, text},
    answers::{QUESTION, unanswered},
    dates::{day_of, day_said, in_days, in_full, is_on, worded, wordings},
    definition::{Definition, FileValues, Goal},
    initial::Initial,
    rows::{fields, values},
    words::TODO_NOTES,
};
use crate::{
    apps::tracks::{TABLE, as_shown, millis, number},
    state::{DeviceState, Fields, Row},
    toolkit::date::DAY_MS,
};

pub(super) const TYPES: &[Definition] = &[
    Definition {
        name: "SportsTrackerActivitiesCountForWeek",
        goal: Goal::Always(
            "How many {category} activities did I do this week in the OpenTracks app? Assume the week starts from Monday. Express your answer as a single integer.",
        ),
        init: |params, random| of_kind(params, random, 2),
        judge: |it| {
            let count = this_week(it.params, it.before).len() as f64;
            it.answers_one(Some(count), |said| said.parse().ok())
        },
        ..OF_WEEK
    },
    Definition {
        name: "SportsTrackerActivitiesOnDate",
        goal: Goal::Always(
            "What activities did I do {date} in the OpenTracks app? Answer with the activity type only. If there are multiple types, format your answer in a comma separated list.",
        ),
        about: |params| of_a_day(params, ""),
        params: &[DATE],
        hidden: &["category"],
        step_budget: 20,
        generate: |random| asked(random, "date", -14, -1),
        init: |params, random| {
            let on = day_said(params, "date");
            let other = other_kind(random, text(params, "category"));
            let meant = vec![meant(params, random, on), activity(random, other, on)];
            among_others(random, meant, |start, _, _| !is_on(start, on))
        },
        contradiction: |params, device| unanswered(&kinds(params, device)),
        judge: |it| it.answers(&kinds(it.params, it.before)),
        ..OF_WEEK
    },
    Definition {
        name: "SportsTrackerActivityDuration",
        goal: Goal::Always(
            "How long was my {category} activity {date} in the OpenTracks app? Express your answer in minutes as a single integer.",
        ),
        about: |params| of_a_day(params, text(params, "category")),
        params: &[CATEGORY, DATE],
        hidden: &[],
        generate: |random| asked(random, "date", -10, -1),
        init: |params, random| {
            let (on, kind) = (day_said(params, "date"), text(params, "category"));
            let meant = vec![meant(params, random, on)];
            among_others(random, meant, |start, other, _| {
                !is_on(start, on) || !other.contains(kind)
            })
        },
        contradiction: |params, device| {
            let count = on_date(params, device).len();
            (count != 1).then(|| format!("{count} activities are meant, and the question is about one"))
        },
        judge: |it| {
            let rows = on_date(it.params, it.before);
            let minutes = rows.first().map(|it| minutes(it));
            it.answers_one(minutes, |said| said.parse().ok())
        },
        ..OF_WEEK
    },
    Definition {
        name: "SportsTrackerLongestDistanceActivity",
        goal: Goal::Always(
            "What was the longest distance covered in a {category} activity in the OpenTracks app this week? Assume the week starts from Monday. Express your answer as a single number in meters rounded to the nearest integer.",
        ),
        init: |params, random| {
            let kind = text(params, "category");
            let longest = as_shown((100 * random.between(60, 160)) as f64);
            let mut it = meant(params, random, day_said(params, "start_date"));
            it.insert("totaldistance".to_owned(), longest.to_string());
            among_others(random, vec![it], |start, other, metres| {
                !other.contains(kind) || !is_this_week(start) || metres < longest
            })
        },
        judge: |it| {
            let rows = this_week(it.params, it.before);
            let all = rows.iter().map(|it| number(it, "totaldistance"));
            near(it, all.max_by(f64::total_cmp))
        },
        ..OF_WEEK
    },
    Definition {
        name: "SportsTrackerTotalDistanceForCategoryOverInterval",
        goal: Goal::Always(
            "What was the total distance covered for {category} activities in the OpenTracks app from {start_date} to {end_date}? Express your answer as a single number in meters rounded to the nearest integer.",
        ),
        about: |params| {
            let until = day_said(params, "end_date") + DAY_MS;
            around(
                params,
                day_said(params, "start_date"),
                until,
                text(params, "category"),
            )
        },
        params: &[
            CATEGORY,
            ("start_date", "the first day, like October 2 2023"),
            ("end_date", "the last day, like October 12 2023"),
        ],
        hidden: &[],
        step_budget: 20,
        generate: |random| {
            let mut all = asked(random, "start_date", -14, -6);
            let end = in_full(in_days(random.between(-5, -1)));
            all.insert("end_date".to_owned(), end.into());
            all
        },
        init: |params, random| {
            let kind = text(params, "category");
            let first = day_said(params, "start_date");
            let meant = vec![meant(params, random, first), activity(random, kind, first)];
            let (from, to) = (first, day_said(params, "end_date") + DAY_MS);
            among_others(random, meant, |start, other, _| {
                !other.contains(kind) || !(from..to).contains(&start)
            })
        },
        contradiction: |params, device| unanswered(&between(params, device)),
        rewordings: interval_reworded,
        judge: |it| {
            let rows = between(it.params, it.before);
            let sum = rows.iter().map(|it| number(it, "totaldistance")).sum();
            near(it, (!rows.is_empty()).then_some(sum))
        },
        ..OF_WEEK
    },
    Definition {
        name: "SportsTrackerTotalDurationForCategoryThisWeek",
        goal: Goal::Always(
            "What was the total duration of {category} activities in the OpenTracks app this week? Assume the week starts from Monday. Express your answer in minutes as a single integer.",
        ),
        init: |params, random| of_kind(params, random, 2),
        judge: |it| {
            let rows = this_week(it.params, it.before);
            let sum: f64 = rows.iter().map(|it| minutes(it)).sum();
            it.answers_one((!rows.is_empty()).then_some(sum), |said| said.parse().ok())
        },
        ..OF_WEEK
    },
];

/// What the questions about a kind of activity in this week have in common.
const OF_WEEK: Definition = Definition {
    about: |params| around(params, in_days(-6), in_days(1), text(params, "category")),
    params: &[CATEGORY],
    hidden: &["start_date"],
    generate: |random| asked(random, "start_date", -6, -1),
    contradiction: |params, device| unanswered(&this_week(params, device)),
    rewrite: without_words,
    ..QUESTION
};

const CATEGORY: (&str, &str) = ("category", "kind of the activity, like running");
const DATE: (&str, &str) = ("date", "the day, like yesterday or October 8");
/// How many other activities there are.
const OTHERS: usize = 20;
/// How far from the right number of metres an answer may be.
const TOLERANCE_M: f64 = 10.0;

const KINDS: [&str; 8] = [
    "running",
    "cycling",
    "swimming",
    "hiking",
    "kayaking",
    "skiing",
    "mountain biking",
    "skateboarding",
];
const NAMES: [&str; 8] = [
    "Before breakfast",
    "Between two meetings",
    "By the canal",
    "Round the hill",
    "To the station",
    "With the neighbours",
    "Once more",
    "Out and back",
];

/// What a question about the activities of a kind in some time is about.
fn around(params: &Params, from: i64, until: i64, kind: &str) -> Vec<About> {
    let kind = kind.to_owned();
    let collection = Collection::Activities { from, until, kind };
    vec![About::meant(collection, params, &[])]
}

/// The same for the day of the values.
fn of_a_day(params: &Params, kind: &str) -> Vec<About> {
    let day = day_said(params, "date");
    around(params, day, day + DAY_MS, kind)
}

/// Values of a question; the day is so far from today.
fn asked(random: &mut Random, date: &str, from: i64, to: i64) -> Params {
    let on = in_days(random.between(from, to));
    let on = if date == "date" {
        worded(random, on)
    } else {
        in_full(on)
    };
    values([("category", random.pick(&KINDS).to_owned()), (date, on)])
}

/// A file has more of the activity that is meant; it is on the device anyway.
fn without_words(values: &mut FileValues) {
    const MORE: [&str; 6] = [
        "elevation",
        "activity_name",
        "activity_description",
        "duration",
        "distance",
        "start_time",
    ];
    for name in MORE {
        values.shift_remove(name);
    }
}

/// The same days, as a goal may say them: the first of the month with or without a zero.
fn interval_reworded(params: &Params) -> Vec<Params> {
    let ways = |name: &str| day_of(text(params, name)).map(wordings).unwrap_or_default();
    let mut all = Vec::new();
    for start in ways("start_date") {
        for end in ways("end_date") {
            let mut other = params.clone();
            other.insert("start_date".to_owned(), start.clone().into());
            other.insert("end_date".to_owned(), end.into());
            all.push(other);
        }
    }
    all
}

/// The week of today, which is a Sunday, from Monday on.
fn is_this_week(start: i64) -> bool {
    (in_days(-6)..in_days(1)).contains(&start)
}

fn other_kind(random: &mut Random, kind: &str) -> &'static str {
    let others = random.sample(&KINDS, 3);
    let other = others
        .into_iter()
        .find(|it| !it.contains(kind) && !kind.contains(it));
    other.unwrap_or("walking")
}

fn track(kind: &str, name: &str, start: i64, minutes: i64, metres: f64) -> Fields {
    let length = minutes * 60_000;
    fields([
        ("name", name.to_owned()),
        ("description", String::new()),
        ("category", kind.to_owned()),
        ("activity_type", kind.to_owned()),
        ("starttime", start.to_string()),
        ("stoptime", (start + length).to_string()),
        ("totaldistance", metres.to_string()),
        ("totaltime", length.to_string()),
        ("movingtime", length.to_string()),
        ("elevationgain", "120".to_owned()),
        ("elevationloss", "95".to_owned()),
    ])
}

/// An activity of the kind of the values, on a day.
fn meant(params: &Params, random: &mut Random, on: i64) -> Fields {
    activity(random, text(params, "category"), on)
}

/// Any activity of a kind, on a day.
fn activity(random: &mut Random, kind: &str, on: i64) -> Fields {
    let start = on + random.between(6 * 60, 20 * 60) * 60_000;
    let metres = as_shown(random.between(1_000, 19_000) as f64);
    let mut it = track(kind, random.pick(&NAMES), start, random.between(15, 280), metres);
    if random.between(0, 1) == 0 {
        it.insert("description".to_owned(), random.pick(&TODO_NOTES).to_owned());
    }
    it
}

/// Activities of the kind of the values in this week, the first on the day of the values.
fn of_kind(params: &Params, random: &mut Random, count: i64) -> Initial {
    let kind = text(params, "category");
    let first = day_said(params, "start_date");
    let mut meant = vec![meant(params, random, first)];
    for _ in 1..count {
        let days: Vec<i64> = (-6..=-1).map(in_days).filter(|it| *it != first).collect();
        let on = days[random.between(0, days.len() as i64 - 1) as usize];
        meant.push(activity(random, kind, on));
    }
    among_others(random, meant, |start, other, _| {
        !other.contains(kind) || !is_this_week(start)
    })
}

/// Activities among others of the two weeks till today that are allowed by their beginning, kind and metres.
fn among_others(
    random: &mut Random,
    meant: Vec<Fields>,
    allowed: impl Fn(i64, &str, f64) -> bool,
) -> Initial {
    let mut rows = Vec::new();
    while rows.len() < OTHERS {
        let kind = random.pick(&KINDS);
        let on = in_days(random.between(-14, -1));
        let it = activity(random, kind, on);
        let number = |column: &str| it[column].parse::<f64>().unwrap_or_default();
        if allowed(number("starttime") as i64, kind, number("totaldistance")) {
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

fn started(row: &Row) -> i64 {
    millis(row, "starttime")
}

fn minutes(row: &Row) -> f64 {
    number(row, "totaltime") / 60_000.0
}

fn is_kind(row: &Row, params: &Params) -> bool {
    row.get("category").contains(text(params, "category"))
}

fn rows_that(device: &DeviceState, wanted: impl Fn(&Row) -> bool) -> Vec<&Row> {
    let rows = device.tables.rows(TABLE).iter();
    rows.filter(|it| wanted(it)).collect()
}

fn this_week<'a>(params: &Params, device: &'a DeviceState) -> Vec<&'a Row> {
    rows_that(device, |it| is_kind(it, params) && is_this_week(started(it)))
}

fn on_date<'a>(params: &Params, device: &'a DeviceState) -> Vec<&'a Row> {
    let on = day_said(params, "date");
    rows_that(device, |it| is_kind(it, params) && is_on(started(it), on))
}

fn between<'a>(params: &Params, device: &'a DeviceState) -> Vec<&'a Row> {
    let range = day_said(params, "start_date")..day_said(params, "end_date") + DAY_MS;
    rows_that(device, |it| is_kind(it, params) && range.contains(&started(it)))
}

fn kinds(params: &Params, device: &DeviceState) -> Vec<String> {
    let on = day_said(params, "date");
    let rows = rows_that(device, |it| is_on(started(it), on));
    rows.into_iter().map(|it| it.get("category").to_owned()).collect()
}

/// Whether the answer is one number that is near the right one.
fn near(it: &super::definition::Ending<'_>, expected: Option<f64>) -> f64 {
    it.answers_one(expected.map(|_| true), |said| {
        let said: f64 = said.parse().ok()?;
        Some((said - expected?).abs() < TOLERANCE_M)
    })
}
