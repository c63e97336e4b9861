//! The list of tasks: which are in it, in which order, and the sheets that change both.

use super::{
    Msg, Order, TaskFilter, Tasks,
    rows::{TABLE, is_completed, number},
    when::{Style, day, has_time, moment, relative},
};
use crate::{
    paint::{Align, Color, IconName},
    state::{DeviceState, Row},
    toolkit::{
        Dim, Gravity, Ink, MenuItem, View, Window, WindowKind, column, date::DAY_MS, fab, frame_of, icon,
        image, image_button, menu_button, row, scroller, search_bar, spacer, text, toolbar, toolbar_title,
    },
};

/// How much later a task seems to be due for each step of priority that it is below the highest, where the order is the
/// smart one.
const STEP_MS: i64 = 172_800_000;
/// What a section is of that is of no day.
const OVERDUE: i64 = -1;
const COMPLETED: i64 = -2;

const GROUPS: [Order; 6] = [
    Order::None,
    Order::Due,
    Order::Start,
    Order::Priority,
    Order::Modified,
    Order::Created,
];
const SORTS: [Order; 7] = [
    Order::Smart,
    Order::Start,
    Order::Due,
    Order::Priority,
    Order::Title,
    Order::Modified,
    Order::Created,
];

fn name(order: Order) -> &'static str {
    match order {
        Order::None => "None",
        Order::Smart => "Smart sort",
        Order::Start => "By start date",
        Order::Due => "By due date",
        Order::Priority => "By priority",
        Order::Title => "By title",
        Order::Modified => "By last modified",
        Order::Created => "By creation time",
    }
}

/// The last moment of what is due on a day; its own where it is due at a time.
fn end_of(due: i64) -> i64 {
    if has_time(due) { due } else { day(due) + DAY_MS - 1 }
}

/// Where a row stands in an order; lower is further up.
fn rank(order: Order, it: &Row, now: i64) -> (i64, String) {
    let last = |ms: i64| if ms == 0 { i64::MAX } else { ms };
    let place = match order {
        Order::None | Order::Title => 0,
        Order::Smart => {
            let due = match number(it, "dueDate") {
                0 => now * 2,
                due => end_of(due),
            };
            due + STEP_MS * number(it, "importance")
        }
        Order::Start => last(number(it, "hideUntil")),
        Order::Due => last(number(it, "dueDate")),
        Order::Priority => number(it, "importance"),
        Order::Modified => -number(it, "modified"),
        Order::Created => -number(it, "created"),
    };
    let title = match order {
        Order::Title => it.get("title").to_lowercase(),
        _ => String::new(),
    };
    (place, title)
}

impl Tasks {
    /// The section that a row is in.
    fn section(&self, it: &Row, now: i64) -> i64 {
        if is_completed(it) {
            return COMPLETED;
        }
        match self.group {
            Order::Due => match number(it, "dueDate") {
                0 => 0,
                due if due < day(now) => OVERDUE,
                due => day(due),
            },
            Order::Start => day(number(it, "hideUntil")),
            Order::Priority => number(it, "importance"),
            Order::Modified => day(number(it, "modified")),
            Order::Created => day(number(it, "created")),
            Order::None | Order::Smart | Order::Title => 0,
        }
    }

    /// What stands over a section.
    fn heading(&self, section: i64, now: i64) -> String {
        let on = |words: &str| format!("{words} {}", relative(section, now, Style::Within));
        match (self.group, section) {
            (_, COMPLETED) => "Completed".to_owned(),
            (Order::Due, OVERDUE) => "Overdue".to_owned(),
            (Order::Due, 0) => "No due date".to_owned(),
            (Order::Start, 0) => "No start date".to_owned(),
            (Order::Priority, 0) => "High priority".to_owned(),
            (Order::Priority, 1) => "Medium priority".to_owned(),
            (Order::Priority, 2) => "Low priority".to_owned(),
            (Order::Priority, _) => "No priority".to_owned(),
            (Order::Due, _) => on("Due"),
            (Order::Start, _) => on("Start"),
            (Order::Modified, _) => on("Modified"),
            (Order::Created, _) => on("Created"),
            (Order::None | Order::Smart | Order::Title, _) => String::new(),
        }
    }

    /// The rows of the list in their order; what is completed stands last, the latest first.
    fn listed<'a>(&self, device: &'a DeviceState) -> Vec<&'a Row> {
        let now = device.clock.now_ms();
        let query = self.query.as_deref().unwrap_or_default().trim().to_lowercase();
        let mut rows: Vec<&Row> = device.tables.rows(TABLE).iter().collect();
        rows.retain(|it| {
            let due = number(it, "dueDate");
            number(it, "deleted") == 0
                && (self.completed || !is_completed(it))
                && (self.unstarted || number(it, "hideUntil") <= now)
                && (self.shown == TaskFilter::All || (1..day(now) + DAY_MS).contains(&due))
                && ["title", "notes"]
                    .iter()
                    .any(|column| it.get(column).to_lowercase().contains(&query))
        });
        rows.sort_by_cached_key(|it| {
            let done = is_completed(it).then(|| -number(it, "completed"));
            (done, rank(self.group, it, now), rank(self.sort, it, now))
        });
        rows
    }

    pub(super) fn list(&self, device: &DeviceState) -> View {
        let now = device.clock.now_ms();
        let mut lines = Vec::new();
        let mut last = None;
        for it in self.listed(device) {
            let section = self.section(it, now);
            if self.group != Order::None && last.replace(section) != Some(section) {
                lines.push(self.header(section, now));
            }
            if !self.closed.contains(&section) {
                lines.push(self.line(it, section, now));
            }
        }
        let body = if lines.is_empty() {
            let empty = column([
                image(IconName::Check),
                text("There are no tasks here.").size(16).pad(0, 8),
            ]);
            empty.id("swipe_layout_empty").at(Gravity::Center)
        } else {
            let content = format!(
                "{:?} {:?} {:?} {:?}",
                self.shown, self.group, self.sort, self.query
            );
            scroller(
                "androidx.recyclerview.widget.RecyclerView",
                "recycler_view",
                &content,
                lines,
            )
            .ordered()
            .fill()
        };
        let new = fab("fab", "Create new task", IconName::Plus, Msg::New);
        column([
            self.bar(),
            frame_of([body, new]).wide().height(Dim::Share(1)),
            self.bottom_bar(),
        ])
        .fill()
    }

    fn bar(&self) -> View {
        let title = match self.shown {
            TaskFilter::All => "My Tasks",
            TaskFilter::Today => "Today",
        };
        let parts = match &self.query {
            None => vec![
                toolbar_title(title),
                icon(IconName::Search, "Search", Msg::Search).id("menu_search"),
            ],
            Some(query) => search_bar("Search", query, [Msg::Up, Msg::SearchText, Msg::ClearSearch]),
        };
        toolbar("toolbar", parts)
    }

    fn bottom_bar(&self) -> View {
        let nothing = |words: &'static str| MenuItem::new(words, Msg::Nothing);
        let more = menu_button(
            IconName::More,
            "More options",
            vec![
                MenuItem::new("Clear Completed", Msg::Clear),
                nothing("Collapse subtasks"),
                nothing("Expand subtasks"),
                MenuItem::new("Show completed", Msg::ShowCompleted).checked(self.completed),
                MenuItem::new("Show unstarted", Msg::ShowUnstarted).checked(self.unstarted),
                nothing("Share"),
            ],
        );
        let parts = [
            image_button(IconName::Menu, "Navigation drawer", Msg::Drawer),
            spacer(),
            icon(IconName::Sort, "Sort", Msg::Sort).id("menu_sort"),
            more,
        ];
        toolbar("bottomAppBar", parts)
    }

    fn header(&self, section: i64, now: i64) -> View {
        let chevron = match self.closed.contains(&section) {
            true => IconName::ChevronDown,
            false => IconName::ChevronUp,
        };
        let title = text(self.heading(section, now))
            .id("header")
            .ink(Ink::Accent)
            .width(Dim::Share(1))
            .at(Gravity::Center);
        row([title, image(chevron).id("chevron")])
            .class("android.widget.RelativeLayout")
            .id("header_row")
            .tap(Msg::Section(section))
            .wide()
            .high(48)
            .pad(16, 4)
    }

    /// When a task of a section is due; under a day's own heading that is said by the heading.
    fn due(&self, it: &Row, now: i64) -> Option<String> {
        let due = number(it, "dueDate");
        let said = self.group == Order::Due && due >= day(now);
        match (due, said, has_time(due)) {
            (0, ..) | (_, true, false) => None,
            (_, true, true) => Some(crate::toolkit::date::Date::from_ms(due).time()),
            (_, false, _) => Some(moment(due, now, Style::Short)),
        }
    }

    fn line(&self, it: &Row, section: i64, now: i64) -> View {
        let done = section == COMPLETED;
        // Its colour says the priority, and nothing that is read does.
        let colors = [0xd3_2f2f, 0xff_8f00, 0x19_76d2, 0x75_7575];
        let color = colors[number(it, "importance").clamp(0, 3) as usize];
        let tick = View::new("android.widget.ImageView")
            .id("completeBox")
            .picture(match done {
                true => IconName::CheckboxOn,
                false => IconName::CheckboxOff,
            })
            .ground(Color::rgb(color), 4)
            .tap(Msg::Tick(it.id))
            .across(40)
            .high(40);
        let ink = if done { Ink::Dim } else { Ink::Normal };
        let title = text(it.get("title").to_owned()).id("title").size(16).ink(ink);
        let mut words = vec![title.wide()];
        if !it.get("notes").is_empty() {
            let notes = text(it.get("notes").to_owned()).id("description");
            words.push(notes.ink(Ink::Dim).wide());
        }
        let mut parts = vec![
            tick,
            column(words).width(Dim::Share(1)).at(Gravity::Center).pad(8, 4),
        ];
        parts.extend(self.due(it, now).map(|due| {
            text(due)
                .id("due_date")
                .size(14)
                .align(Align::Right)
                .tap(Msg::Reschedule(it.id))
                .at(Gravity::Center)
                .pad(8, 8)
        }));
        let body = row(parts)
            .class("android.widget.RelativeLayout")
            .id("rowBody")
            .tap(Msg::Task(it.id))
            .hold(Msg::Nothing)
            .wide()
            .pad(8, 8);
        frame_of([body]).id("row").wide()
    }

    pub(super) fn drawer(&self, device: &DeviceState) -> Window {
        let count = |shown: TaskFilter| {
            let list = Tasks {
                shown,
                completed: false,
                query: None,
                ..self.clone()
            };
            list.listed(device).len().to_string()
        };
        let lists = [("My Tasks", TaskFilter::All), ("Today", TaskFilter::Today)];
        let lists = lists.map(|(title, shown)| {
            let title = text(title).id("text").size(16).width(Dim::Share(1));
            let count = text(count(shown)).id("count").ink(Ink::Dim);
            row([title, count])
                .id("row")
                .tap(Msg::List(shown))
                .wide()
                .pad(24, 12)
        });
        let settings = text("Settings").id("text").size(16);
        let settings = row([settings]).id("row").tap(Msg::Nothing).wide().pad(24, 12);
        Window::over(
            WindowKind::Sheet,
            column(lists.into_iter().chain([settings])).wide(),
        )
    }

    pub(super) fn sort_sheet(&self) -> Window {
        let line = |title: &'static str, order: Order, msg: Msg| {
            column([text(title).size(20), text(name(order)).size(16)])
                .class("android.view.View")
                .tap(msg)
                .wide()
                .pad(16, 16)
        };
        let lines = [
            line("Grouping", self.group, Msg::Grouping),
            line("Sorting", self.sort, Msg::Sorting),
        ];
        Window::over(WindowKind::Sheet, column(lines).wide())
    }

    pub(super) fn choice(&self, grouping: bool) -> Window {
        let (orders, chosen): (&[Order], Order) = match grouping {
            true => (&GROUPS, self.group),
            false => (&SORTS, self.sort),
        };
        let lines = orders.iter().map(|order| {
            let msg = match grouping {
                true => Msg::Group(*order),
                false => Msg::SortBy(*order),
            };
            let ink = if *order == chosen {
                Ink::Accent
            } else {
                Ink::Normal
            };
            text(name(*order)).size(20).ink(ink).tap(msg).wide().pad(16, 8)
        });
        Window::over(WindowKind::Sheet, column(lines).wide())
    }
}
