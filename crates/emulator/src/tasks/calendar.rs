//! Task types of Simple Calendar Pro, which keeps events as rows of one table.

use task::{Params, Random};

use super::{
    about::{About, Collection, text},
    dates::{in_days, weekday},
    definition::{Definition, Ending, FileValues, Goal, PLAIN, reward},
    initial::Initial,
    odd::Form,
    rows::{fields, no_number, number, take_rows, values},
    similarity::fuzzy_match,
    words::{GIVEN_NAMES, MEETINGS, PLANS, SUBJECTS},
};
use crate::{
    apps::calendar::TABLE,
    state::{DeviceState, Fields, Row},
    toolkit::date::{DAY_MS, Date},
};

pub(super) const TYPES: &[Definition] = &[
    Definition {
        name: "SimpleCalendarAddOneEvent",
        about: |params| vec![About::made(event(params), params, "event_title")],
        forms: &[
            ("day", TODAY),
            ("hour", Form::Edge(&["0", "23", "12"])),
            ("event_title", Form::Line),
            ("event_description", Form::Text),
        ],
        goal: Goal::Always(
            "In Simple Calendar Pro, create a calendar event on {year}-{month}-{day} at {hour}h with the title '{event_title}' and the description '{event_description}'. The event should last for {duration_mins} mins.",
        ),
        params: &[
            ("year", "year of the event"),
            ("month", "month of the event, 1 to 12"),
            ("day", "day of the month"),
            ("hour", "full hour at which it begins, 0 to 23"),
            ("event_title", "title of the event"),
            ("event_description", "description of the event"),
            ("duration_mins", "how many minutes it lasts"),
        ],
        step_budget: 34,
        generate: |random| {
            let day = random.between(15, 31).to_string();
            let mut all = values([
                ("year", "2023".to_owned()),
                ("month", "10".to_owned()),
                ("day", day),
                ("hour", random.between(0, 23).to_string()),
                ("event_title", title(random)),
                ("event_description", random.pick(&PLANS).to_owned()),
            ]);
            let duration = random.pick(&["15", "30", "45", "60"]).to_owned();
            all.insert("duration_mins".to_owned(), duration.into());
            all
        },
        init: |params, random| {
            let count = random.between(0, 20) as usize;
            let title = text(params, "event_title");
            Initial {
                rows: others(random, count, |_, it| it != title),
                ..Initial::default()
            }
        },
        rewrite: |values| drop(take_rows(values)),
        contradiction: |params, device| odd_row(device).or_else(|| odd_moment(params)),
        judge: |it| added(it, moment(it.params), (0, 0)),
        ..PLAIN
    },
    Definition {
        name: "SimpleCalendarAddOneEventInTwoWeeks",
        about: |params| made_on(params, Some(in_days(14))),
        goal: Goal::Always(
            "In Simple Calendar Pro, create a calendar event in two weeks from today at {hour}h with the title '{event_title}' and the description '{event_description}'. The event should last for {duration_mins} mins.",
        ),
        judge: |it| added(it, on(it.params, Some(in_days(14))), (0, 0)),
        ..ADD
    },
    Definition {
        name: "SimpleCalendarAddOneEventRelativeDay",
        about: |params| made_on(params, this_weekday(params)),
        goal: Goal::Always(
            "In Simple Calendar Pro, create a calendar event for this {day_of_week} at {hour}h with the title '{event_title}' and the description '{event_description}'. The event should last for {duration_mins} mins.",
        ),
        params: &[DAY_OF_WEEK, HOUR, EVENT_TITLE, EVENT_DESCRIPTION, DURATION],
        generate: |random| {
            let mut all = new_event(random);
            all.insert("day_of_week".to_owned(), day_of_week(random).into());
            all
        },
        contradiction: |params, device| odd_row(device).or_else(|| odd_weekday(params)),
        judge: |it| added(it, on(it.params, this_weekday(it.params)), (0, 0)),
        ..ADD
    },
    Definition {
        name: "SimpleCalendarAddOneEventTomorrow",
        about: |params| made_on(params, Some(in_days(1))),
        goal: Goal::Always(
            "In Simple Calendar Pro, create a calendar event for tomorrow at {hour}h with the title '{event_title}' and the description '{event_description}'. The event should last for {duration_mins} mins.",
        ),
        judge: |it| added(it, on(it.params, Some(in_days(1))), (0, 0)),
        ..ADD
    },
    Definition {
        name: "SimpleCalendarAddRepeatingEvent",
        about: |params| vec![About::made(event(params), params, "event_title")],
        forms: &[
            ("day", TODAY),
            ("hour", Form::Edge(&["0", "22", "12"])),
            ("event_title", Form::Line),
            ("event_description", Form::Text),
        ],
        goal: Goal::Always(
            "In Simple Calendar Pro, create a recurring calendar event titled '{event_title}' starting on {year}-{month}-{day} at {hour}h. The event recurs {repeat_rule}, forever, and lasts for {duration_mins} minutes each occurrence. The event description should be '{event_description}'.",
        ),
        params: &[
            EVENT_TITLE,
            ("year", "year of its first day"),
            ("month", "month of its first day, 1 to 12"),
            ("day", "its first day of the month"),
            HOUR,
            ("repeat_rule", "how often it recurs: daily or weekly"),
            DURATION,
            EVENT_DESCRIPTION,
        ],
        generate: |random| {
            let mut all = new_event(random);
            all.extend(values([
                ("year", "2023".to_owned()),
                ("month", "10".to_owned()),
                ("day", random.between(15, 31).to_string()),
                ("repeat_rule", random.pick(&["daily", "weekly"]).to_owned()),
            ]));
            all
        },
        contradiction: |params, device| {
            odd_row(device).or_else(|| odd_moment(params)).or_else(|| {
                let said = text(params, "repeat_rule");
                let known = ["daily", "weekly"].contains(&said);
                (!known).then(|| format!("`repeat_rule` is \"{said}\"; it can be daily, weekly"))
            })
        },
        judge: |it| {
            let start = moment(it.params);
            let weekday = Date::from_ms(start.unwrap_or_default()).weekday;
            let repeats = match text(it.params, "repeat_rule") {
                "daily" => (86_400, 0),
                _ => (604_800, 1 << weekday),
            };
            added(it, start, repeats)
        },
        ..ADD
    },
    Definition {
        name: "SimpleCalendarDeleteEvents",
        about: |params| {
            let day = moment(params).unwrap_or_default();
            vec![About::meant(Collection::Day(day), params, &[])]
        },
        forms: &[("day", TODAY)],
        goal: Goal::Always("In Simple Calendar Pro, delete all the calendar events on {year}-{month}-{day}"),
        params: &[
            ("year", "year of the events"),
            ("month", "month of the events, 1 to 12"),
            ("day", "day of the month"),
        ],
        step_budget: 14,
        generate: |random| {
            values([
                ("year", "2023".to_owned()),
                ("month", "10".to_owned()),
                ("day", random.between(15, 31).to_string()),
            ])
        },
        init: |params, random| with_day(random, moment(params).unwrap_or_default(), 3),
        rewrite: |values| drop(take_rows(values)),
        contradiction: |params, device| {
            odd_row(device)
                .or_else(|| odd_moment(params))
                .or_else(|| empty_day(device, moment(params)))
        },
        judge: |it| emptied(it, moment(it.params)),
        ..PLAIN
    },
    Definition {
        name: "SimpleCalendarDeleteEventsOnRelativeDay",
        about: |params| {
            let day = this_weekday(params).unwrap_or_default();
            vec![About::meant(Collection::Day(day), params, &[])]
        },
        forms: &[("day_of_week", Form::Edge(&["Monday", "Saturday", "Wednesday"]))],
        goal: Goal::Always("In Simple Calendar Pro, delete all events scheduled for this {day_of_week}."),
        params: &[DAY_OF_WEEK],
        step_budget: 12,
        generate: |random| values([("day_of_week", day_of_week(random).to_owned())]),
        init: |params, random| with_day(random, this_weekday(params).unwrap_or_default(), 2),
        rewrite: |values| {
            drop(take_rows(values));
            without_date(values);
        },
        contradiction: |params, device| {
            odd_row(device)
                .or_else(|| odd_weekday(params))
                .or_else(|| empty_day(device, this_weekday(params)))
        },
        judge: |it| emptied(it, this_weekday(it.params)),
        ..PLAIN
    },
    Definition {
        name: "SimpleCalendarDeleteOneEvent",
        about: |params| vec![About::meant(event(params), params, &["event_title"])],
        forms: &[
            ("day", TODAY),
            ("hour", Form::Edge(&["0", "22", "12"])),
            ("event_title", Form::Line),
        ],
        goal: Goal::Always(
            "In Simple Calendar Pro, delete the calendar event on {year}-{month}-{day} at {hour}h with the title '{event_title}'",
        ),
        params: &[
            ("year", "year of the event"),
            ("month", "month of the event, 1 to 12"),
            ("day", "day of the month"),
            ("hour", "full hour at which it begins, 0 to 23"),
            ("event_title", "title of the event"),
        ],
        step_budget: 12,
        generate: |random| {
            values([
                ("year", "2023".to_owned()),
                ("month", "10".to_owned()),
                ("day", random.between(15, 31).to_string()),
                ("hour", random.between(0, 22).to_string()),
                ("event_title", title(random)),
            ])
        },
        init: |params, random| {
            let (start, title) = (moment(params).unwrap_or_default(), text(params, "event_title"));
            let mut rows = others(random, 20, |at, it| at != start && it != title);
            rows.push(row(random, start, title));
            Initial {
                rows,
                ..Initial::default()
            }
        },
        rewrite: |values| {
            drop(take_rows(values));
            // The goal does not say them.
            values.shift_remove("duration_mins");
            values.shift_remove("event_description");
        },
        contradiction: |params, device| {
            odd_row(device).or_else(|| odd_moment(params)).or_else(|| {
                let there = meant(params, device).len();
                (there != 1).then(|| {
                    format!("{there} events are at the moment and have the title the goal says, not one")
                })
            })
        },
        judge: |it: &Ending<'_>| {
            let gone = it
                .only_removed(TABLE)
                .map(|all| all.iter().map(|it| it.id).collect::<Vec<_>>());
            reward(gone.is_some_and(|gone| gone == meant(it.params, it.before)))
        },
        ..PLAIN
    },
];

/// What the types have in common that add an event on a day which the goal does not say by its date.
const ADD: Definition = Definition {
    forms: &[
        ("hour", Form::Edge(&["0", "22", "12"])),
        ("event_title", Form::Line),
        ("event_description", Form::Text),
    ],
    params: &[HOUR, EVENT_TITLE, EVENT_DESCRIPTION, DURATION],
    step_budget: 34,
    generate: new_event,
    init: |params, random| {
        let count = random.between(0, 20) as usize;
        let title = text(params, "event_title");
        Initial {
            rows: others(random, count, |_, it| it != title),
            ..Initial::default()
        }
    },
    rewrite: |values| {
        drop(take_rows(values));
        if values.get("repeat_rule").is_none() {
            without_date(values);
        }
    },
    contradiction: |params, device| {
        odd_row(device).or_else(|| {
            let hour = text(params, "hour");
            on(params, Some(0))
                .is_none()
                .then(|| format!("there is no hour {hour}; hours are 0 to 23"))
        })
    },
    ..PLAIN
};

const HOUR: (&str, &str) = ("hour", "full hour at which it begins, 0 to 23");
const EVENT_TITLE: (&str, &str) = ("event_title", "title of the event");
const EVENT_DESCRIPTION: (&str, &str) = ("event_description", "description of the event");
const DURATION: (&str, &str) = ("duration_mins", "how many minutes it lasts");
const DAY_OF_WEEK: (&str, &str) = ("day_of_week", "English name of a day of this week");

/// The values of an event that is added, without its day.
fn new_event(random: &mut Random) -> Params {
    values([
        ("hour", random.between(0, 23).to_string()),
        ("event_title", title(random)),
        ("event_description", random.pick(&PLANS).to_owned()),
        ("duration_mins", random.pick(&["15", "30", "45", "60"]).to_owned()),
    ])
}

/// A day of this week, from tomorrow on.
fn day_of_week(random: &mut Random) -> &'static str {
    weekday(in_days(random.between(1, 6)))
}

/// The day of the week that a goal says, of this week; `None` where it is no day.
fn this_weekday(params: &Params) -> Option<i64> {
    let said = text(params, "day_of_week");
    (1..=7).map(in_days).find(|it| weekday(*it) == said)
}

fn odd_weekday(params: &Params) -> Option<String> {
    let said = text(params, "day_of_week");
    this_weekday(params)
        .is_none()
        .then(|| format!("\"{said}\" is no English name of a day"))
}

/// The hour of the goal on a day.
fn on(params: &Params, day: Option<i64>) -> Option<i64> {
    let hour = whole(params, "hour").filter(|it| (0..24).contains(it))?;
    Some(day? + hour * 3_600_000)
}

fn made_on(params: &Params, day: Option<i64>) -> Vec<About> {
    let at = Collection::Event(on(params, day).unwrap_or_default());
    vec![About::made(at, params, "event_title")]
}

/// The date in a file's values, where the goal says another word for it.
fn without_date(values: &mut FileValues) {
    for name in ["year", "month", "day"] {
        values.shift_remove(name);
    }
}

/// Whether exactly the event of the goal is new: when it begins, and its interval and rule of repetition.
fn added(it: &Ending<'_>, start: Option<i64>, repeats: (i64, i64)) -> f64 {
    let (Some(start), Some(minutes)) = (start, whole(it.params, "duration_mins")) else {
        return 0.0;
    };
    let said = |row: &Row, column, name| fuzzy_match(row.get(column), text(it.params, name));
    let wanted = |row: &Row| {
        number(row, "start_ts") * 1000 == start
            && number(row, "end_ts") * 1000 == start + minutes * 60_000
            && (number(row, "repeat_interval"), number(row, "repeat_rule")) == repeats
            && number(row, "repeat_limit") == 0
            && row.get("location").is_empty()
            && said(row, "title", "event_title")
            && said(row, "description", "event_description")
    };
    reward(matches!(it.only_added(TABLE), Some([row]) if wanted(row)))
}

/// Whether exactly the events of a day are gone.
fn emptied(it: &Ending<'_>, day: Option<i64>) -> f64 {
    let gone = it
        .only_removed(TABLE)
        .map(|all| all.iter().map(|it| it.id).collect::<Vec<_>>());
    reward(day.is_some_and(|day| gone.is_some_and(|gone| gone == on_day(it.before, day))))
}

fn empty_day(device: &DeviceState, day: Option<i64>) -> Option<String> {
    let none = day.is_some_and(|it| on_day(device, it).is_empty());
    none.then(|| "no event is on the day whose events are to be deleted".to_owned())
}

/// So many events on a day, behind those of other days.
fn with_day(random: &mut Random, day: i64, count: usize) -> Initial {
    let mut rows = others(random, 20, |start, _| !(day..day + DAY_MS).contains(&start));
    for _ in 0..count {
        let hour = random.between(0, 22);
        let title = title(random);
        rows.push(row(random, day + hour * 3_600_000, &title));
    }
    Initial {
        rows,
        ..Initial::default()
    }
}

/// Today, tomorrow, and the last day of the month.
const TODAY: Form = Form::Edge(&["15", "16", "31"]);

/// Events, with the one that begins when the goal says.
fn event(params: &Params) -> Collection {
    Collection::Event(moment(params).unwrap_or_default())
}

/// A value as a whole number.
fn whole(params: &Params, name: &str) -> Option<i64> {
    text(params, name).parse().ok()
}

/// When the event begins, in milliseconds; the day where no hour is said. `None` where there is no such moment.
fn moment(params: &Params) -> Option<i64> {
    let (year, month) = (
        whole(params, "year")?,
        u32::try_from(whole(params, "month")?).ok()?,
    );
    let day = u32::try_from(whole(params, "day")?).ok()?;
    let hour = match params.contains_key("hour") {
        true => u32::try_from(whole(params, "hour")?).ok()?,
        false => 0,
    };
    let is_one = (1970..=2100).contains(&year) && (1..=12).contains(&month) && hour < 24;
    (is_one && (1..=Date::days_in(year, month)).contains(&day))
        .then(|| Date::ms_of(year, month, day, hour, 0))
}

/// What the values say instead of a moment, in one sentence.
fn odd_moment(params: &Params) -> Option<String> {
    let said = ["year", "month", "day", "hour"].map(|it| text(params, it));
    moment(params)
        .is_none()
        .then(|| format!("there is no {}-{}-{} {}h", said[0], said[1], said[2], said[3]))
}

/// The events that begin on a day.
fn on_day(device: &DeviceState, day: i64) -> Vec<i64> {
    let begins = |it: &&Row| (day..day + DAY_MS).contains(&(number(it, "start_ts") * 1000));
    device
        .tables
        .rows(TABLE)
        .iter()
        .filter(begins)
        .map(|it| it.id)
        .collect()
}

/// The events that begin when the goal says, and are called as it says.
fn meant(params: &Params, device: &DeviceState) -> Vec<i64> {
    let Some(start) = moment(params) else {
        return Vec::new();
    };
    let is_it =
        |it: &&Row| number(it, "start_ts") * 1000 == start && it.get("title") == text(params, "event_title");
    device
        .tables
        .rows(TABLE)
        .iter()
        .filter(is_it)
        .map(|it| it.id)
        .collect()
}

/// What an event is called.
pub(super) fn title(random: &mut Random) -> String {
    let what = random.pick(&MEETINGS);
    let whom = match random.between(0, 1) {
        0 => random.pick(&GIVEN_NAMES),
        _ => random.pick(&SUBJECTS),
    };
    format!("{what} {whom}")
}

/// An event of a quarter of an hour up to an hour.
pub(super) fn row(random: &mut Random, start: i64, title: &str) -> (String, Fields) {
    let minutes = 15 * random.between(1, 4);
    let fields = fields([
        ("start_ts", (start / 1000).to_string()),
        ("end_ts", (start / 1000 + minutes * 60).to_string()),
        ("title", title.to_owned()),
        ("description", random.pick(&PLANS).to_owned()),
    ]);
    (TABLE.to_owned(), fields)
}

/// Events of October whose beginning and title are allowed.
fn others(random: &mut Random, count: usize, allowed: impl Fn(i64, &str) -> bool) -> Vec<(String, Fields)> {
    let mut rows = Vec::new();
    while rows.len() < count {
        let (day, hour) = (random.between(1, 31) as u32, random.between(0, 23) as u32);
        let (start, title) = (Date::ms_of(2023, 10, day, hour, 0), title(random));
        if allowed(start, &title) {
            rows.push(row(random, start, &title));
        }
    }
    rows
}

/// What makes a row no event, in one sentence.
fn odd_row(device: &DeviceState) -> Option<String> {
    device.tables.rows(TABLE).iter().find_map(|row| {
        let missing = ["start_ts", "end_ts"]
            .into_iter()
            .find(|it| row.get(it).is_empty());
        let missing = missing.map(|it| format!("row {} of `{TABLE}` has no `{it}`", row.id));
        missing
            .or_else(|| {
                no_number(
                    TABLE,
                    row,
                    &["start_ts", "end_ts", "repeat_interval", "repeat_rule"],
                )
            })
            .or_else(|| {
                let (start, end) = (number(row, "start_ts"), number(row, "end_ts"));
                (end < start).then(|| {
                    format!(
                        "row {} of `{TABLE}`, \"{}\", ends before it starts: {end} is before {start}",
                        row.id,
                        row.get("title")
                    )
                })
            })
    })
}
