//! Questions about the events of Simple Calendar Pro.

use task::{Params, Random};

use super::{
    about::{About, Collection, text},
    answers::{QUESTION, unanswered},
    calendar::{row, title},
    dates::{day_said, in_days, in_full, is_on, moment_of, time_of, today, worded},
    definition::{Definition, Goal},
    initial::Initial,
    rows::{number, values},
    words::{APPOINTMENTS, GIVEN_NAMES, PLACES, TIMES_OF_DAY},
};
use crate::{
    apps::calendar::TABLE,
    state::{DeviceState, Fields, Row},
};

pub(super) const TYPES: &[Definition] = &[
    Definition {
        name: "SimpleCalendarAnyEventsOnDate",
        goal: Goal::Always(
            "Do I have any events {date} in Simple Calendar Pro? Answer with the titles only. If there are multiples titles, format your answer in a comma separated list.",
        ),
        hidden: &["title", "time"],
        generate: |random| asked(random, &["duration"]),
        init: |params, random| {
            let first = (text(params, "title"), text(params, "time"));
            let titles = random.sample(&APPOINTMENTS, 3);
            let times = random.sample(&TIMES_OF_DAY, 3);
            let more = titles.into_iter().zip(times);
            let more = more.filter(|it| it.0 != first.0 && it.1 != first.1).take(2);
            let on = day(params);
            let events = std::iter::once(first).chain(more);
            let rows = events.map(|(title, time)| event(random, on, time, title));
            let rows = rows.collect();
            among_others(random, rows, |start, _| !is_on(start, on))
        },
        ..ON_DATE
    },
    Definition {
        name: "SimpleCalendarEventsOnDate",
        goal: Goal::Always(
            "What events do I have {date} in Simple Calendar Pro? Answer with the titles only. If there are multiple titles, format your answer as a comma separated list.",
        ),
        ..ON_DATE
    },
    Definition {
        name: "SimpleCalendarEventOnDateAtTime",
        about: about_it,
        goal: Goal::Always(
            "What is on my schedule for {date} at {time} in Simple Calendar Pro? Answer with the titles only. If there are multiples titles, format your answer in a comma separated list.",
        ),
        params: &[DATE, ("time", "when it begins, like 4:15pm or 16:15")],
        hidden: &["title", "duration"],
        generate: |random| asked(random, &[]),
        init: |params, random| {
            let at = moment(params, "time");
            let rows = meant(random, params, "time");
            among_others(random, rows, |start, _| start != at)
        },
        contradiction: |params, device| unanswered(&at_time(params, device)),
        judge: |it| it.answers(&at_time(it.params, it.before)),
        ..QUESTION
    },
    Definition {
        name: "SimpleCalendarEventsInTimeRange",
        about: |params| {
            let start = Collection::Event(moment(params, "start_time"));
            vec![About::meant(start, params, &["title"])]
        },
        goal: Goal::Always(
            "Do I have any events between {start_time} and 8pm {date} in Simple Calendar Pro? Answer with the titles only. If there are multiples titles, format your answer in a comma separated list.",
        ),
        params: &[
            ("start_time", "the earliest beginning, like 4:15pm or 16:15"),
            DATE,
        ],
        hidden: &["title", "duration"],
        generate: |random| {
            let mut all = asked(random, &["time"]);
            let time = random.pick(&TIMES_OF_DAY[..BEFORE_EIGHT]).to_owned();
            all.insert("start_time".to_owned(), time.into());
            all
        },
        init: |params, random| {
            let (from, to) = (moment(params, "start_time"), day(params) + EIGHT);
            let rows = meant(random, params, "start_time");
            among_others(random, rows, |start, _| !(from..=to).contains(&start))
        },
        contradiction: |params, device| unanswered(&till_eight(params, device)),
        judge: |it| it.answers(&till_eight(it.params, it.before)),
        ..QUESTION
    },
    Definition {
        name: "SimpleCalendarFirstEventAfterStartTime",
        about: about_it,
        goal: Goal::Always(
            "What is my first event after {time} {date} in Simple Calendar Pro? Answer with the titles only. If there are multiples titles, format your answer in a comma separated list.",
        ),
        params: &[("time", "the earliest beginning, like 4:15pm or 16:15"), DATE],
        hidden: &["title", "duration"],
        generate: |random| asked(random, &[]),
        init: |params, random| {
            let (from, on) = (moment(params, "time"), day(params));
            let rows = meant(random, params, "time");
            among_others(random, rows, |start, _| !is_on(start, on) || start < from)
        },
        contradiction: |params, device| unanswered(&first_after(params, device)),
        judge: |it| it.answers(&first_after(it.params, it.before)),
        ..QUESTION
    },
    Definition {
        name: "SimpleCalendarEventsInNextWeek",
        about: |params| vec![About::meant(Collection::Day(day(params)), params, &[])],
        goal: Goal::Always(
            "What events do I have in the next week in Simple Calendar Pro? Assume the week starts from Monday. Answer with the titles only. If there are multiples titles, format your answer in a comma separated list.",
        ),
        hidden: &["date", "duration", "title", "person", "time"],
        generate: |random| {
            let mut all = asked(random, &[]);
            let day = in_full(in_days(random.between(1, 7)));
            all.insert("date".to_owned(), day.into());
            all.insert("person".to_owned(), random.pick(&GIVEN_NAMES).into());
            all
        },
        init: |params, random| {
            let first = (text(params, "title"), text(params, "time"));
            let other = loop {
                let (title, days) = (random.pick(&APPOINTMENTS), random.between(1, 7));
                let time = random.pick(&TIMES_OF_DAY);
                if title != first.0 && in_days(days) != day(params) {
                    break event(random, in_days(days), time, title);
                }
            };
            let rows = vec![event(random, day(params), first.1, first.0), other];
            among_others(random, rows, |start, _| !(today()..in_days(8)).contains(&start))
        },
        contradiction: |_, device| unanswered(&next_week(device)),
        judge: |it| it.answers(&next_week(it.before)),
        ..QUESTION
    },
    Definition {
        name: "SimpleCalendarLocationOfEvent",
        about: about_it,
        goal: Goal::Always(
            "What is the location of my {title} event in Simple Calendar Pro? Answer with the location only.",
        ),
        params: &[("title", "title of the event")],
        hidden: &["location", "date", "time"],
        generate: |random| {
            let mut all = asked(random, &["duration"]);
            all.insert("location".to_owned(), random.pick(&PLACES).into());
            all
        },
        init: |params, random| {
            let called = text(params, "title");
            let (table, mut fields) = event(random, day(params), text(params, "time"), called);
            fields.insert("location".to_owned(), text(params, "location").to_owned());
            among_others(random, vec![(table, fields)], |_, it| !it.contains(called))
        },
        contradiction: |params, device| unanswered(&places(params, device)),
        judge: |it| it.answers(&places(it.params, it.before)),
        ..QUESTION
    },
    Definition {
        name: "SimpleCalendarNextEvent",
        about: |params| {
            let start = in_days(0) + time_of(text(params, "time")).unwrap_or_default();
            vec![About::meant(Collection::Event(start), params, &["title"])]
        },
        goal: Goal::Always(
            "What is my next upcoming event in Simple Calendar Pro? Answer with the title only. If there are multiples titles, format your answer in a comma separated list.",
        ),
        hidden: &["time", "duration", "title"],
        generate: |random| {
            let mut all = asked(random, &["date"]);
            let time = format!("{}:{:02}", random.between(16, 22), 5 * random.between(0, 11));
            all.insert("time".to_owned(), time.into());
            all
        },
        init: |params, random| {
            let time = text(params, "time");
            let start = in_days(0) + time_of(time).unwrap_or_default();
            let rows = vec![event(random, in_days(0), time, text(params, "title"))];
            let now = crate::state::Clock::default().now_ms();
            among_others(random, rows, |it, _| !(now..=start).contains(&it))
        },
        contradiction: |_, device| unanswered(&next(device)),
        judge: |it| it.answers(&next(it.before)),
        ..QUESTION
    },
    Definition {
        name: "SimpleCalendarNextMeetingWithPerson",
        about: |params| {
            let start = Collection::Event(moment(params, "time"));
            let mut about = About::meant(start, params, &[]);
            about.meant.push(meeting(params));
            vec![about]
        },
        goal: Goal::Always(
            "When is my next meeting with {person} in Simple Calendar Pro? Express your answer in the format <month name> <day> <year> <hour in 24-hour format>:<minutes>.",
        ),
        params: &[("person", "given name of the person")],
        hidden: &["date", "time"],
        generate: |random| {
            let mut all = asked(random, &["duration", "title"]);
            let day = in_full(in_days(random.between(1, 14)));
            all.insert("date".to_owned(), day.into());
            all.insert("person".to_owned(), random.pick(&GIVEN_NAMES).into());
            all
        },
        init: |params, random| {
            let (person, on) = (text(params, "person"), day(params));
            let rows = vec![event(random, on, text(params, "time"), &meeting(params))];
            among_others(random, rows, |start, title| {
                !title.contains(person) && !is_on(start, on)
            })
        },
        contradiction: |params, device| {
            let all: Vec<i64> = next_with(params, device).into_iter().collect();
            unanswered(&all)
        },
        judge: |it| it.answers_one(next_with(it.params, it.before), moment_of),
        ..QUESTION
    },
];

/// What the questions about all events of a day have in common.
const ON_DATE: Definition = Definition {
    about: |params| vec![About::meant(Collection::Day(day(params)), params, &[])],
    params: &[DATE],
    hidden: &["title", "time", "duration"],
    generate: |random| asked(random, &[]),
    init: |params, random| {
        let on = day(params);
        let rows = meant(random, params, "time");
        among_others(random, rows, |start, _| !is_on(start, on))
    },
    contradiction: |params, device| unanswered(&on_date(params, device)),
    judge: |it| it.answers(&on_date(it.params, it.before)),
    ..QUESTION
};

/// The event that begins at the time and is called as the values say.
fn about_it(params: &Params) -> Vec<About> {
    let start = Collection::Event(moment(params, "time"));
    vec![About::meant(start, params, &["title"])]
}

/// An event that is called as the values say and begins on their day, at the time of a parameter.
fn meant(random: &mut Random, params: &Params, time: &str) -> Vec<(String, Fields)> {
    vec![event(
        random,
        day(params),
        text(params, time),
        text(params, "title"),
    )]
}

const DATE: (&str, &str) = ("date", "the day, like tomorrow, this Friday or October 28");

/// So many of [`TIMES_OF_DAY`] are before eight in the evening.
const BEFORE_EIGHT: usize = 12;
/// Milliseconds till eight in the evening.
const EIGHT: i64 = 20 * 3_600_000;
/// How many other events there are.
const OTHERS: usize = 75;

/// What most questions are made of, without some.
fn asked(random: &mut Random, without: &[&str]) -> Params {
    let day = in_days(random.between(0, 14));
    let mut all = values([
        ("date", worded(random, day)),
        ("time", random.pick(&TIMES_OF_DAY).to_owned()),
        (
            "duration",
            random.pick(&["30 minutes", "45min", "1 h"]).to_owned(),
        ),
        ("title", random.pick(&APPOINTMENTS).to_owned()),
    ]);
    all.retain(|name, _| !without.contains(&name.as_str()));
    all
}

/// The day of the question; the first of all where it says none.
fn day(params: &Params) -> i64 {
    day_said(params, "date")
}

/// The moment of the question, with the time of a parameter.
fn moment(params: &Params, time: &str) -> i64 {
    day(params) + time_of(text(params, time)).unwrap_or_default()
}

/// What the meeting with the person is called.
fn meeting(params: &Params) -> String {
    format!("Drinks with {}", text(params, "person"))
}

fn event(random: &mut Random, day: i64, time: &str, title: &str) -> (String, Fields) {
    row(random, day + time_of(time).unwrap_or_default(), title)
}

/// Events among others of the weeks around today, whose beginning and title are allowed.
fn among_others(
    random: &mut Random,
    meant: Vec<(String, Fields)>,
    allowed: impl Fn(i64, &str) -> bool,
) -> Initial {
    let mut rows = Vec::new();
    while rows.len() < OTHERS {
        // None goes on after midnight: it would be on two days.
        let start = in_days(random.between(-15, 15)) + random.between(0, 23 * 60 - 1) * 60_000;
        let title = title(random);
        if allowed(start, &title) {
            rows.push(row(random, start, &title));
        }
    }
    rows.extend(meant);
    Initial {
        rows,
        ..Initial::default()
    }
}

/// The titles of the events that begin at these moments, the earliest first.
fn titles(device: &DeviceState, wanted: impl Fn(i64) -> bool) -> Vec<String> {
    let mut found: Vec<&Row> = device.tables.rows(TABLE).iter().collect();
    found.retain(|it| wanted(begins(it)));
    found.sort_by_key(|it| begins(it));
    found.into_iter().map(|it| it.get("title").to_owned()).collect()
}

/// The titles of the earliest of the events that begin at these moments.
fn earliest(device: &DeviceState, wanted: impl Fn(i64) -> bool) -> Vec<String> {
    let starts = device.tables.rows(TABLE).iter().map(begins);
    let first = starts.filter(|it| wanted(*it)).min();
    titles(device, |it| Some(it) == first)
}

fn begins(row: &Row) -> i64 {
    number(row, "start_ts") * 1000
}

fn on_date(params: &Params, device: &DeviceState) -> Vec<String> {
    titles(device, |it| is_on(it, day(params)))
}

fn at_time(params: &Params, device: &DeviceState) -> Vec<String> {
    titles(device, |it| it == moment(params, "time"))
}

fn till_eight(params: &Params, device: &DeviceState) -> Vec<String> {
    let range = moment(params, "start_time")..=day(params) + EIGHT;
    titles(device, |it| range.contains(&it))
}

/// The suite counts an event that begins at the very time.
fn first_after(params: &Params, device: &DeviceState) -> Vec<String> {
    let from = moment(params, "time");
    earliest(device, |it| it >= from && is_on(it, day(params)))
}

/// The week from tomorrow on: today is a Sunday.
fn next_week(device: &DeviceState) -> Vec<String> {
    titles(device, |it| (in_days(1)..in_days(8)).contains(&it))
}

fn next(device: &DeviceState) -> Vec<String> {
    earliest(device, |it| it >= device.clock.now_ms())
}

/// The places of the events that are called so, of those that say one.
fn places(params: &Params, device: &DeviceState) -> Vec<String> {
    let called = |it: &&Row| it.get("title") == text(params, "title") && !it.get("location").is_empty();
    let rows = device.tables.rows(TABLE).iter().filter(called);
    rows.map(|it| it.get("location").to_owned()).collect()
}

/// When the next event begins whose title has the person's name.
fn next_with(params: &Params, device: &DeviceState) -> Option<i64> {
    let with = |it: &&Row| it.get("title").contains(text(params, "person"));
    let starts = device.tables.rows(TABLE).iter().filter(with).map(begins);
    starts.filter(|it| *it >= device.clock.now_ms()).min()
}
