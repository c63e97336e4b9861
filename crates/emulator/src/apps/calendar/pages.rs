//! What the main page shows: a month, a day, a week, a year, or a list of events.

use super::{
    Calendar, CalendarView, Msg, Target,
    event::day_title,
    repeat::{Occurrence, TABLE, between},
};
use crate::{
    paint::{Align, Color, IconName},
    state::DeviceState,
    toolkit::{
        Dim, Gravity, Ink, MenuItem, View, column,
        date::{DAY_MS, Date, MONTHS, WEEKDAYS},
        edit, fab, frame_of, icon, image, image_button, menu_button, row, scroller, text, toolbar,
        toolbar_title,
        view::Enter,
    },
};

const LIST: &str = "androidx.recyclerview.widget.RecyclerView";
const ACCENT: Color = Color::rgb(0x1a5fb4);
/// How far the list of events looks ahead.
const YEAR_MS: i64 = 365 * DAY_MS;

impl Calendar {
    pub(super) fn main(&self, device: &DeviceState) -> View {
        let bar = if self.selected.is_empty() {
            self.search_bar(device)
        } else {
            self.selection_bar(device)
        };
        let searching = !self.query.is_empty();
        let body = if searching {
            self.results(device)
        } else {
            match self.shown {
                CalendarView::Month => self.month(device, None),
                CalendarView::MonthAndDay => self.month(device, Some(self.at)),
                CalendarView::Day => self.day(device),
                CalendarView::Week => self.week(device),
                CalendarView::Year => self.year(),
                CalendarView::List => self.list(device),
            }
        };
        let mut parts = vec![body.fill()];
        if !searching {
            if self.fab_open {
                parts.extend(fab_overlay());
            }
            parts.push(
                fab("calendar_fab", "New Event", IconName::Plus, Msg::New).class("android.widget.ImageView"),
            );
        }
        column([bar, frame_of(parts).wide().height(Dim::Share(1))]).fill()
    }

    fn search_bar(&self, device: &DeviceState) -> View {
        let search = edit(Msg::SearchText, "Search", self.query.clone())
            .id("top_toolbar_search")
            .enter(Enter::Submit)
            .width(Dim::Share(1))
            .at(Gravity::Center);
        let glass = if self.query.is_empty() {
            image(IconName::Search).desc("Search").tap(Msg::SearchText)
        } else {
            image(IconName::Back).desc("Back").tap(Msg::Up)
        };
        let mut parts = vec![glass.id("top_toolbar_search_icon"), search];
        if self.query.is_empty() {
            if !self.on_today(device) {
                parts.push(icon(IconName::Calendar, "Go to today", Msg::Today).id("go_to_today"));
            }
            parts.push(icon(IconName::Eye, "Change view", Msg::Views).id("change_view"));
            let nothing = |title: &'static str| MenuItem::new(title, Msg::Nothing);
            parts.push(menu_button(
                IconName::More,
                "More options",
                vec![
                    nothing("Filter events by type"),
                    MenuItem::new("Go to date", Msg::GoToDate),
                    nothing("Print"),
                    nothing("Add holidays"),
                    nothing("Add contact birthdays"),
                    nothing("Add contact anniversaries"),
                    nothing("Import events from an .ics file"),
                    nothing("Export events to an .ics file"),
                    nothing("Settings"),
                    nothing("About"),
                ],
            ));
        }
        row(parts).id("top_toolbar_holder").wide().high(56).pad(8, 4)
    }

    fn selection_bar(&self, device: &DeviceState) -> View {
        let title = format!("{} / {}", self.selected.len(), self.listed(device).len());
        toolbar(
            "toolbar",
            [
                image_button(IconName::Back, "Done", Msg::Unselect).id("action_mode_close_button"),
                toolbar_title(title).tap(Msg::SelectAll),
                icon(IconName::Share, "Share", Msg::Share).id("cab_share"),
                icon(IconName::Trash, "Delete", Msg::DeleteSelected).id("cab_delete"),
            ],
        )
    }

    /// The events of the list that is shown.
    pub(super) fn listed(&self, device: &DeviceState) -> Vec<Occurrence> {
        let now = device.clock.now_ms();
        if !self.query.is_empty() {
            let asked = self.query.trim().to_lowercase();
            if asked.chars().count() < 2 {
                return Vec::new();
            }
            let mut found = between(device, now - YEAR_MS, now + YEAR_MS);
            found.retain(|it| {
                let row = device.tables.row(TABLE, it.id);
                let columns = ["title", "location", "description"];
                row.is_some_and(|row| {
                    columns
                        .iter()
                        .any(|it| row.get(it).to_lowercase().contains(&asked))
                })
            });
            return found;
        }
        match self.shown {
            CalendarView::List => between(device, now, now + YEAR_MS),
            CalendarView::Day | CalendarView::MonthAndDay => between(device, self.at, self.at + DAY_MS),
            CalendarView::Month | CalendarView::Week | CalendarView::Year => Vec::new(),
        }
    }

    fn on_today(&self, device: &DeviceState) -> bool {
        let (today, at) = (Date::from_ms(device.clock.now_ms()), Date::from_ms(self.at));
        match self.shown {
            CalendarView::Month => (today.year, today.month) == (at.year, at.month),
            CalendarView::Year => today.year == at.year,
            CalendarView::Week => week_of(self.at) == week_of(today.midnight()),
            CalendarView::Day | CalendarView::MonthAndDay => self.at == today.midnight(),
            CalendarView::List => true,
        }
    }

    /// The bar over a page: what is shown, between two arrows.
    fn header(&self, title: String) -> View {
        let arrow = |icon, id, msg| {
            View::new("android.widget.ImageView")
                .picture(icon)
                .id(id)
                .tap(msg)
                .across(48)
                .high(48)
        };
        row([
            arrow(IconName::Back, "top_left_arrow", Msg::Turn(-1)),
            text(title.clone())
                .id("top_value")
                .desc(title)
                .tap(Msg::GoToDate)
                .align(Align::Center)
                .size(20)
                .width(Dim::Share(1))
                .at(Gravity::Center),
            arrow(IconName::ChevronRight, "top_right_arrow", Msg::Turn(1)),
        ])
        .wide()
        .high(48)
    }

    /// A month: the days are painted, and what takes the taps says nothing.
    fn month(&self, device: &DeviceState, chosen: Option<i64>) -> View {
        let date = Date::from_ms(self.at);
        let first = Date::ms_of(date.year, date.month, 1, 0, 0);
        let start = week_of(first);
        let events = between(device, start, start + 42 * DAY_MS);
        let this_year = Date::from_ms(device.clock.now_ms()).year;
        let title = if date.year == this_year {
            date.month_name().to_owned()
        } else {
            format!("{} {}", date.month_name(), date.year)
        };
        let letters = (0..7).map(|it| {
            let letter = &WEEKDAYS[(it + 6) % 7][..1];
            let view = View::new("android.view.View").drawn(letter).align(Align::Center);
            view.ink(Ink::Dim).width(Dim::Share(1)).high(24)
        });
        let weeks = (0..6).map(|week| {
            let days = (0..7).map(|weekday| {
                let day = start + (week * 7 + weekday) * DAY_MS;
                let of_day = events
                    .iter()
                    .filter(|it| it.start < day + DAY_MS && it.end.max(it.start + 1) > day);
                let mut painted = Date::from_ms(day).day.to_string();
                for it in of_day.take(4) {
                    let title = device.tables.row(TABLE, it.id).map_or("", |it| it.get("title"));
                    painted.push('\n');
                    painted.extend(title.chars().take(9));
                }
                let other = Date::from_ms(day).month != date.month;
                let today = day == Date::from_ms(device.clock.now_ms()).midnight();
                let mut cell = View::new("android.view.View")
                    .id("month_view_background")
                    .drawn(painted)
                    .align(Align::TopLeft)
                    .tap(Msg::Day(day))
                    .size(11)
                    .ink(if other { Ink::Dim } else { Ink::Normal })
                    .width(Dim::Share(1))
                    .height(Dim::Fill)
                    .pad(4, 4);
                if today || chosen == Some(day) {
                    cell = cell.ink(Ink::Accent).ground(Color::rgb(0xe3e8f0), 4);
                }
                cell
            });
            row(days)
                .class("android.view.ViewGroup")
                .wide()
                .height(Dim::Share(1))
        });
        let grid = column(std::iter::once(row(letters).wide().high(24)).chain(weeks))
            .class("android.widget.FrameLayout")
            .id("month_view_wrapper")
            .wide()
            .height(Dim::Share(1));
        let mut parts = vec![self.header(title), grid];
        if let Some(day) = chosen {
            parts.push(
                text(day_title(day, device.clock.now_ms()))
                    .id("month_day_selected_day_label")
                    .size(16)
                    .pad(16, 8),
            );
            parts.push(
                self.rows(device, "month_day_events_list", &self.listed(device), false)
                    .height(Dim::Share(1)),
            );
        }
        column(parts).id("month_calendar_holder")
    }

    fn day(&self, device: &DeviceState) -> View {
        let events = self.listed(device);
        column([
            self.header(day_title(self.at, device.clock.now_ms())),
            self.rows(device, "day_events", &events, false)
                .height(Dim::Share(1)),
        ])
        .id("day_holder")
    }

    fn week(&self, device: &DeviceState) -> View {
        let start = week_of(self.at);
        let days = (0..7).map(|it| start + it * DAY_MS);
        let columns = days.map(|day| {
            let date = Date::from_ms(day);
            let label = text(format!("{}\n{}", &WEEKDAYS[date.weekday as usize][..3], date.day))
                .id("week_day_label")
                .align(Align::Center)
                .wide()
                .pad(0, 4);
            let events = between(device, day, day + DAY_MS).into_iter().map(|it| {
                let title = device.tables.row(TABLE, it.id).map_or("", |it| it.get("title"));
                text(title.to_owned())
                    .id("week_event_label")
                    .tap(Msg::Event(Target::of(&it)))
                    .size(11)
                    .ink(Ink::Light)
                    .ground(ACCENT, 4)
                    .wide()
                    .pad(4, 4)
            });
            column(std::iter::once(label).chain(events)).width(Dim::Share(1))
        });
        let title = Date::from_ms(start).month_name().to_owned();
        let grid = row(columns).id("week_events_columns_holder").wide();
        let list = scroller("android.widget.ScrollView", "week_events_scrollview", "", [grid]);
        column([self.header(title), list.height(Dim::Share(1))]).id("week_holder")
    }

    fn year(&self) -> View {
        let months = MONTHS.iter().zip(1..).map(|(name, month)| {
            text(*name)
                .id("month_label")
                .tap(Msg::Month(month))
                .align(Align::Center)
                .size(18)
                .wide()
                .high(96)
                .pad(0, 32)
        });
        let mut grid = frame_of(months)
            .class("android.view.ViewGroup")
            .id("calendar_holder")
            .wide();
        grid.axis = crate::toolkit::view::Axis::Grid(3);
        column([self.header(Date::from_ms(self.at).year.to_string()), grid])
    }

    fn list(&self, device: &DeviceState) -> View {
        let events = self.listed(device);
        if events.is_empty() {
            let none = text("No upcoming events.").id("calendar_empty_list_placeholder");
            let create = text("Create a new event")
                .id("calendar_empty_list_placeholder_2")
                .ink(Ink::Accent)
                .tap(Msg::NewEvent);
            return frame_of([column([none.size(16), create.size(16).high(48)]).at(Gravity::Center)]);
        }
        frame_of([self.rows(device, "calendar_events_list", &events, true).fill()])
    }

    fn results(&self, device: &DeviceState) -> View {
        let events = self.listed(device);
        if events.is_empty() {
            let mut parts = vec![text("No items found.").id("search_placeholder").size(16)];
            if self.query.trim().chars().count() < 2 {
                parts.push(
                    text("Type in at least 2 characters to start the search.").id("search_placeholder_2"),
                );
            }
            return frame_of([column(parts).at(Gravity::Center)]).id("search_holder");
        }
        let list = self.rows(device, "search_results_list", &events, true);
        frame_of([list.fill()]).id("search_holder")
    }

    /// Events, by month and day where they are of several days.
    fn rows(&self, device: &DeviceState, id: &'static str, events: &[Occurrence], sections: bool) -> View {
        let now = device.clock.now_ms();
        let mut lines = Vec::new();
        let (mut month, mut day) = (None, None);
        for it in events {
            let date = Date::from_ms(it.start);
            if sections && month.replace((date.year, date.month)) != Some((date.year, date.month)) {
                let title = format!("{} {}", date.month_name(), date.year);
                lines.push(text(title).id("event_section_title").size(20).wide().pad(16, 12));
            }
            if sections && day.replace(date.midnight()) != Some(date.midnight()) {
                let title = text(day_title(it.start, now)).id("event_section_title");
                lines.push(title.ink(Ink::Accent).wide().pad(16, 8));
            }
            lines.push(self.row(device, it));
        }
        let content = format!("{} {} {}", self.query, self.at, sections);
        scroller(LIST, id, &content, lines)
    }

    fn row(&self, device: &DeviceState, it: &Occurrence) -> View {
        let get = |column| device.tables.row(TABLE, it.id).map_or("", |row| row.get(column));
        let all_day = get("flags").parse::<i64>().unwrap_or_default() & 1 == 1;
        let (start, end) = (Date::from_ms(it.start), Date::from_ms(it.end));
        let mut words = vec![
            text(get("title").to_owned())
                .id("event_item_title")
                .size(16)
                .wide(),
        ];
        if !all_day {
            let time = if it.end == it.start {
                start.time()
            } else {
                format!("{} - {}", start.time(), end.time())
            };
            words.push(text(time).id("event_item_time").wide());
        }
        let description = get("description");
        if !description.is_empty() {
            let line = description.replace('\n', " ");
            words.push(
                text(line)
                    .id("event_item_description")
                    .ink(Ink::Dim)
                    .wide()
                    .high(20),
            );
        }
        // What a row holds is selected with it.
        let target = Target::of(it);
        let selected = self.selected.contains(&target);
        let words = words.into_iter().map(|it| it.selected(selected));
        let bar = View::new("android.widget.ImageView")
            .across(4)
            .high(48)
            .ground(ACCENT, 2);
        row([
            bar.id("event_item_color_bar"),
            column(words).width(Dim::Share(1)).pad(12, 0),
        ])
        .class("android.view.ViewGroup")
        .id("event_item_holder")
        .tap(Msg::Event(target))
        .hold(Msg::Event(target))
        .selected(selected)
        .wide()
        .pad(16, 8)
    }
}

/// The day a week begins with: Sunday, as in the United States.
fn week_of(day: i64) -> i64 {
    day - i64::from((Date::from_ms(day).weekday + 1) % 7) * DAY_MS
}

/// What the round button opens: a new event, or a new task.
fn fab_overlay() -> [View; 2] {
    let label = |words: &'static str, id, msg: Msg| {
        text(words)
            .id(id)
            .tap(msg)
            .size(16)
            .high(48)
            .pad(12, 12)
            .ground(Color::WHITE, 8)
    };
    let task = View::new("android.widget.ImageView")
        .id("fab_task_icon")
        .picture(IconName::Check)
        .tap(Msg::NewTask)
        .across(48)
        .high(48);
    let overlay = View::new("android.widget.RelativeLayout")
        .id("fab_extended_overlay")
        .tap(Msg::CloseFab)
        .ground(Color::rgb(0xdfe3ea), 0)
        .fill();
    // The labels stand left of the round button, the task above the event.
    let mut labels = column([
        row([label("Task", "fab_task_label", Msg::NewTask), task]).high(64),
        row([label("Event", "fab_event_label", Msg::NewEvent)]).high(56),
    ]);
    labels.pad = [0, 0, 56, 0];
    [overlay, labels.at(Gravity::BottomEnd)]
}
