//! The page of one event: a new one, or one that is changed.

use super::repeat::{DAILY, MONTHLY, TABLE, WEEKLY, YEARLY, number};
use crate::{
    msg::calendar::{Field, Msg},
    paint::IconName,
    state::{DeviceState, Row},
    toolkit::{
        Dim, Gravity, Ink, View, check_row, column,
        date::{DAY_MS, Date, WEEKDAYS},
        edit, icon, image_button, row, scroller, text, toolbar, toolbar_title,
        view::Enter,
    },
};

/// Minutes before an event, and what the page says about them; -1 is no reminder.
pub(super) const REMINDERS: [(i64, &str); 5] = [
    (-1, "No reminder"),
    (0, "On start"),
    (10, "10 minutes before"),
    (30, "30 minutes before"),
    (60, "1 hour before"),
];

/// Seconds between repetitions, and what the page says about them.
pub(super) const REPETITIONS: [(i64, &str); 5] = [
    (0, "No repetition"),
    (DAILY, "Daily"),
    (WEEKLY, "Weekly"),
    (MONTHLY, "Monthly"),
    (YEARLY, "Yearly"),
];

/// All seven days of the week.
const EVERY_DAY: i64 = 0x7f;

/// What the page holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    /// The event that is changed; none while a new one is made.
    pub id: Option<i64>,
    /// A task is something to be done: it has no place and no end.
    pub task: bool,
    title: String,
    location: String,
    description: String,
    all_day: bool,
    /// When it begins and ends, in milliseconds.
    pub start: i64,
    pub end: i64,
    /// Minutes.
    pub reminder: i64,
    /// Seconds.
    interval: i64,
    /// The days of the week on which a weekly event takes place, a bit each, from Monday on.
    pub rule: i64,
    /// The last day of a repeating event, in seconds; 0 is none.
    limit: i64,
}

impl Draft {
    pub fn new(start: i64, task: bool) -> Self {
        Self {
            id: None,
            task,
            title: String::new(),
            location: String::new(),
            description: String::new(),
            all_day: false,
            start,
            end: start,
            reminder: 10,
            interval: 0,
            rule: 0,
            limit: 0,
        }
    }

    pub fn of(row: &Row) -> Self {
        let reminder = row.get("reminder_1_minutes").parse().unwrap_or(-1);
        Self {
            id: Some(row.id),
            task: row.get("type") == "1",
            title: row.get("title").to_owned(),
            location: row.get("location").to_owned(),
            description: row.get("description").to_owned(),
            all_day: number(row, "flags") & 1 == 1,
            start: number(row, "start_ts") * 1000,
            end: number(row, "end_ts") * 1000,
            reminder,
            interval: number(row, "repeat_interval"),
            rule: number(row, "repeat_rule"),
            limit: number(row, "repeat_limit"),
        }
    }

    pub fn typed(&mut self, field: Field, text: String) {
        match field {
            Field::Title => self.title = text,
            Field::Location => self.location = text,
            Field::Description => self.description = text,
        }
    }

    pub fn toggle_all_day(&mut self) {
        self.all_day = !self.all_day;
    }

    pub fn repeat(&mut self, interval: i64) {
        self.interval = interval;
        self.rule = if interval == WEEKLY {
            1 << Date::from_ms(self.start).weekday
        } else {
            0
        };
        if interval == 0 {
            self.limit = 0;
        }
    }

    /// Take place on this day of the week, or no longer; one day stays.
    pub fn toggle_weekday(&mut self, day: u32) {
        let rule = self.rule ^ (1 << day);
        if rule != 0 {
            self.rule = rule;
        }
    }

    /// The last day on which it takes place, in milliseconds, or none.
    pub fn repeat_till(&mut self, day: Option<i64>) {
        self.limit = day.map_or(0, |it| it / 1000);
    }

    /// That day.
    pub fn till(&self) -> Option<i64> {
        (self.limit > 0).then(|| self.limit * 1000)
    }

    fn rule_shown(&self) -> String {
        if self.rule == EVERY_DAY {
            return "Every day".to_owned();
        }
        let days = (0..WEEKDAYS.len()).filter(|day| self.rule >> day & 1 == 1);
        days.map(|day| &WEEKDAYS[day][..3]).collect::<Vec<_>>().join(", ")
    }

    pub fn repeats(&self) -> i64 {
        self.interval
    }

    /// Begin at another moment; the length stays.
    pub fn start_at(&mut self, ms: i64) {
        self.end += ms - self.start;
        self.start = ms;
        // An event of one day a week goes with its date.
        if self.interval > 0 && self.rule.count_ones() == 1 {
            self.rule = 1 << Date::from_ms(ms).weekday;
        }
    }

    /// What keeps it from being saved, as a toast says it.
    pub fn refusal(&self) -> Option<&'static str> {
        if self.title.trim().is_empty() {
            Some("The title cannot be empty")
        } else if self.start > self.end && !self.task {
            Some("The event cannot end earlier than it starts")
        } else {
            None
        }
    }

    /// Write it to the table.
    pub fn save(&self, device: &mut DeviceState) {
        let now = device.clock.now_ms();
        let end = if self.task { self.start } else { self.end };
        let (start, end) = match self.all_day {
            true => (
                Date::from_ms(self.start).midnight(),
                Date::from_ms(end).midnight(),
            ),
            false => (self.start, end),
        };
        let fields = [
            ("start_ts", (start / 1000).to_string()),
            ("end_ts", (end / 1000).to_string()),
            ("title", self.title.trim().to_owned()),
            ("location", self.location.trim().to_owned()),
            ("description", self.description.trim().to_owned()),
            ("reminder_1_minutes", self.reminder.to_string()),
            ("repeat_interval", self.interval.to_string()),
            ("repeat_rule", self.rule.to_string()),
            ("repeat_limit", self.limit.to_string()),
            ("flags", i64::from(self.all_day).to_string()),
            ("event_type", "1".to_owned()),
            ("last_updated", now.to_string()),
            ("type", i64::from(self.task).to_string()),
        ];
        device.tables.save(TABLE, self.id, fields, []);
    }

    pub fn view(&self) -> View {
        let field = |field, id, hint, text: &str| edit(Msg::Field(field), hint, text.to_owned()).id(id);
        let mut parts = vec![field(Field::Title, "event_title", "Title", &self.title)];
        if !self.task {
            parts.push(field(
                Field::Location,
                "event_location",
                "Location",
                &self.location,
            ));
        }
        let description = field(
            Field::Description,
            "event_description",
            "Description",
            &self.description,
        );
        parts.push(description.enter(Enter::Newline));
        parts.push(check_row("All-day", self.all_day, Msg::AllDay).id("event_all_day"));
        parts.push(self.moment(true));
        if !self.task {
            parts.push(self.moment(false));
        }
        let said = |all: &[(i64, &'static str)], value: i64| {
            all.iter().find(|it| it.0 == value).map_or("Custom", |it| it.1)
        };
        parts.push(line(
            said(&REMINDERS, self.reminder),
            "event_reminder_1",
            Msg::Reminders,
        ));
        parts.push(line(
            said(&REPETITIONS, self.interval),
            "event_repetition",
            Msg::Repetitions,
        ));
        parts.extend(self.repetition());
        parts.push(line("Regular event", "event_type", Msg::Nothing));
        parts.push(line("Event color", "event_color_text", Msg::Nothing));
        let page = scroller("android.widget.ScrollView", "event_nested_scrollview", "", parts);
        column([self.bar(), page.pad(16, 8).height(Dim::Share(1))]).fill()
    }

    fn bar(&self) -> View {
        let title = match (self.id, self.task) {
            (None, false) => "New Event",
            (None, true) => "New Task",
            (Some(_), false) => "Edit Event",
            (Some(_), true) => "Edit Task",
        };
        let mut bar = vec![
            image_button(IconName::Back, "Back", Msg::Up),
            toolbar_title(title),
            icon(IconName::Check, "Save", Msg::Save).id("save"),
        ];
        if self.id.is_some() {
            bar.push(icon(IconName::Trash, "Delete", Msg::DeleteShown).id("delete"));
            bar.push(icon(IconName::Copy, "Duplicate event", Msg::Duplicate).id("duplicate"));
        }
        bar.push(icon(IconName::Share, "Share", Msg::Share).id("share"));
        toolbar("event_toolbar", bar)
    }

    /// On which days it is repeated, and till when, where it is.
    fn repetition(&self) -> Vec<View> {
        let mut parts = Vec::new();
        if self.interval > 0 && self.interval % WEEKLY == 0 {
            parts.push(pair(
                "event_repetition_rule_holder",
                ["event_repetition_rule_label", "event_repetition_rule"],
                "Repeat on",
                self.rule_shown(),
                Msg::Rule,
            ));
        }
        if self.interval > 0 {
            parts.push(pair(
                "event_repetition_limit_holder",
                ["event_repetition_limit_label", "event_repetition_limit"],
                "Repeat till",
                self.till()
                    .map_or("Forever".to_owned(), |it| day_title(it, self.start)),
                Msg::Limit,
            ));
        }
        parts
    }

    fn moment(&self, start: bool) -> View {
        let (ms, date_id, time_id) = match start {
            true => (self.start, "event_start_date", "event_start_time"),
            false => (self.end, "event_end_date", "event_end_time"),
        };
        let wrong = !start && self.end < self.start;
        let ink = if wrong { Ink::Dim } else { Ink::Normal };
        let mut parts = vec![
            text(day_title(ms, self.start))
                .id(date_id)
                .tap(Msg::Date(start))
                .size(16)
                .ink(ink)
                .width(Dim::Share(1))
                .high(48)
                .pad(8, 12),
        ];
        if !self.all_day {
            parts.push(
                text(Date::from_ms(ms).time())
                    .id(time_id)
                    .tap(Msg::Time(start))
                    .size(16)
                    .ink(ink)
                    .high(48)
                    .pad(16, 12)
                    .at(Gravity::Center),
            );
        }
        row(parts).class("android.widget.RelativeLayout").wide()
    }
}

/// A line of the page that is tapped as a whole.
fn line(words: &'static str, id: &'static str, msg: Msg) -> View {
    text(words).id(id).tap(msg).size(16).wide().high(48).pad(8, 12)
}

/// A line with a name at its left and what it says at its right.
fn pair(holder: &'static str, ids: [&'static str; 2], label: &'static str, value: String, msg: Msg) -> View {
    let label = text(label).id(ids[0]).size(16).width(Dim::Share(1));
    row([label, text(value).id(ids[1]).size(16)])
        .class("android.widget.RelativeLayout")
        .id(holder)
        .tap(msg)
        .wide()
        .high(48)
        .pad(8, 12)
}

/// The next full hour on a day, as new events begin.
pub(super) fn next_hour(day: i64, now: i64) -> i64 {
    let hour = 3_600_000;
    day + (now.rem_euclid(DAY_MS) / hour + 1) * hour
}

/// `October 15 (Sun)`, with the year where it is not the other moment's.
pub(super) fn day_title(ms: i64, other: i64) -> String {
    let date = Date::from_ms(ms);
    let weekday = &WEEKDAYS[date.weekday as usize][..3];
    if date.year == Date::from_ms(other).year {
        format!("{} {} ({weekday})", date.month_name(), date.day)
    } else {
        format!("{} {} {} ({weekday})", date.month_name(), date.day, date.year)
    }
}
