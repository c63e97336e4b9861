//! Tasks.org 13.6.3: the list of tasks, how it is grouped and sorted, and the editor of a task.
//!
//! A task is a row of the table `tasks` with the columns `title`, `notes`, `importance` (0 high to 3 none), `dueDate`,
//! `hideUntil`, `completed`, `created`, `modified` and `deleted`, moments in milliseconds; none is 0.

mod edit;
mod list;
mod rows;
mod when;

use super::app::{App, AppInfo, Context, Event};
pub use crate::msg::todos::{Msg, Order, TaskFilter};
use crate::{
    paint::IconName,
    state::DeviceState,
    toolkit::{Window, button, date::DAY_MS, dialog, parts::message},
};
use edit::Draft;
pub use rows::TABLE;

/// What is over a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Over {
    Nothing,
    Drawer,
    Sort,
    Grouping,
    Sorting,
    /// The due date of a task of the list, or of the one that is edited.
    Due(Option<i64>),
    Discard,
    Delete,
    Clear,
}

/// Tasks.
#[derive(Clone, Debug)]
pub struct Tasks {
    shown: TaskFilter,
    /// Whether completed tasks are listed.
    completed: bool,
    /// Whether tasks are listed that start later.
    unstarted: bool,
    group: Order,
    sort: Order,
    /// Sections that are closed.
    closed: Vec<i64>,
    /// What is searched for, while the search is open.
    query: Option<String>,
    /// The task that is edited, as it is and as it was.
    draft: Option<Box<(Draft, Draft)>>,
    over: Over,
}

impl App for Tasks {
    type Msg = Msg;
    const INFO: AppInfo = AppInfo {
        label: "Tasks",
        package: "org.tasks",
        version: "13.6.3",
        activity: "com.todoroo.astrid.activity.MainActivity",
        names: &["tasks"],
        takes_text: false,
        icon: Some(IconName::Check),
    };

    fn start(_: &DeviceState) -> Self {
        Self {
            shown: TaskFilter::All,
            completed: false,
            unstarted: false,
            group: Order::None,
            sort: Order::Smart,
            closed: Vec::new(),
            query: None,
            draft: None,
            over: Over::Nothing,
        }
    }

    fn view(&self, device: &DeviceState) -> Vec<Window> {
        let root = match self.draft.as_deref() {
            Some((draft, _)) => draft.view(device.clock.now_ms()),
            None => self.list(device),
        };
        let asks = |words: &'static str, no: &'static str, yes: (&'static str, Msg)| {
            let (no, yes) = (button(no, Msg::Keep), button(yes.0, yes.1));
            dialog("", vec![message(words)], None, Some(no), Some(yes))
        };
        let mut windows = vec![Window::activity(root)];
        windows.extend(match self.over {
            Over::Nothing => None,
            Over::Drawer => Some(self.drawer(device)),
            Over::Sort => Some(self.sort_sheet()),
            Over::Grouping => Some(self.choice(true)),
            Over::Sorting => Some(self.choice(false)),
            Over::Due(_) => Some(edit::due_sheet()),
            Over::Discard => Some(asks(
                "Are you sure you want to discard your changes?",
                "Keep editing",
                ("Discard", Msg::DiscardDone),
            )),
            Over::Delete => Some(asks("Delete this task?", "Cancel", ("OK", Msg::DeleteDone))),
            Over::Clear => Some(asks("Clear completed tasks?", "Cancel", ("OK", Msg::ClearDone))),
        });
        windows
    }

    fn update(&mut self, ctx: &mut Context<'_>, event: Event<Msg>) {
        match event {
            Event::Tap(msg) | Event::Submit(msg) => self.tapped(ctx, msg),
            Event::Edit(Msg::SearchText, text) => self.query = Some(text),
            Event::Edit(msg, text) => {
                if let Some((draft, _)) = self.draft.as_deref_mut() {
                    draft.typed(&msg, text);
                }
            }
            Event::Back => self.back(ctx),
            _ => {}
        }
    }
}

impl Tasks {
    fn tapped(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        match msg {
            Msg::Drawer => self.over = Over::Drawer,
            Msg::List(shown) => (self.shown, self.over, self.query) = (shown, Over::Nothing, None),
            Msg::Search => {
                self.query = Some(String::new());
                ctx.focus(Msg::SearchText);
            }
            Msg::ClearSearch => self.query = Some(String::new()),
            Msg::Up | Msg::Discard => self.back(ctx),
            Msg::Section(section) => match self.closed.iter().position(|it| *it == section) {
                Some(at) => _ = self.closed.swap_remove(at),
                None => self.closed.push(section),
            },
            Msg::ShowCompleted => self.completed = !self.completed,
            Msg::ShowUnstarted => self.unstarted = !self.unstarted,
            Msg::Clear => self.over = Over::Clear,
            Msg::Sort => self.over = Over::Sort,
            Msg::Grouping => self.over = Over::Grouping,
            Msg::Sorting => self.over = Over::Sorting,
            Msg::Group(order) => (self.group, self.over) = (order, Over::Sort),
            Msg::SortBy(order) => (self.sort, self.over) = (order, Over::Sort),
            Msg::Keep => self.over = Over::Nothing,
            Msg::Delete => self.over = Over::Delete,
            Msg::SearchText => ctx.unfocus(),
            Msg::Title | Msg::Notes | Msg::Nothing => {}
            Msg::Task(_)
            | Msg::Tick(_)
            | Msg::Reschedule(_)
            | Msg::ClearDone
            | Msg::New
            | Msg::Priority(_)
            | Msg::Due
            | Msg::DueIn(_)
            | Msg::Save
            | Msg::DiscardDone
            | Msg::DeleteDone => self.task(ctx, msg),
        }
    }

    /// What is done to tasks.
    fn task(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        let now = ctx.now();
        match msg {
            Msg::Task(id) => {
                if let Some(row) = ctx.device.tables.row(TABLE, id) {
                    self.edit(Draft::of(row));
                    ctx.unfocus();
                }
            }
            Msg::New => {
                self.edit(Draft::new());
                ctx.focus(Msg::Title);
            }
            Msg::Tick(id) => {
                ctx.device.tables.update(TABLE, id, |row| {
                    let done = rows::is_completed(row);
                    row.set("completed", if done { 0 } else { now }.to_string());
                    row.set("modified", now.to_string());
                });
            }
            Msg::ClearDone => {
                let rows = ctx.device.tables.rows(TABLE).iter();
                let done: Vec<i64> = rows.filter(|it| rows::is_completed(it)).map(|it| it.id).collect();
                for id in done {
                    delete(ctx.device, id, now);
                }
                self.over = Over::Nothing;
            }
            Msg::Reschedule(id) => self.over = Over::Due(Some(id)),
            Msg::Due => {
                self.over = Over::Due(None);
                ctx.unfocus();
            }
            Msg::DueIn(days) => {
                let noon = now.div_euclid(DAY_MS) * DAY_MS + DAY_MS / 2;
                let due = days.map_or(0, |it| noon + it * DAY_MS);
                match (self.over, self.draft.as_deref_mut()) {
                    (Over::Due(Some(id)), _) => {
                        let set = |row: &mut crate::state::Row| row.set("dueDate", due.to_string());
                        ctx.device.tables.update(TABLE, id, set);
                    }
                    (_, Some((draft, _))) => draft.due = due,
                    (_, None) => {}
                }
                self.over = Over::Nothing;
            }
            Msg::Priority(priority) => {
                if let Some((draft, _)) = self.draft.as_deref_mut() {
                    draft.importance = priority;
                }
            }
            Msg::Save => {
                if let Some(page) = self.draft.take() {
                    let (draft, before) = *page;
                    if draft != before {
                        draft.save(ctx.device, now);
                    }
                    ctx.unfocus();
                }
            }
            Msg::DeleteDone => {
                if let Some(id) = self.draft.take().and_then(|it| it.0.id) {
                    delete(ctx.device, id, now);
                }
                self.over = Over::Nothing;
            }
            _ => {
                (self.draft, self.over) = (None, Over::Nothing);
                ctx.unfocus();
            }
        }
    }

    fn edit(&mut self, draft: Draft) {
        self.draft = Some(Box::new((draft.clone(), draft)));
    }

    fn back(&mut self, ctx: &mut Context<'_>) {
        match (self.over, self.draft.as_deref()) {
            (Over::Grouping | Over::Sorting, _) => self.over = Over::Sort,
            (Over::Nothing, Some((draft, before))) => {
                if draft == before {
                    self.draft = None;
                } else {
                    self.over = Over::Discard;
                }
                ctx.unfocus();
            }
            (Over::Nothing, None) => {
                if self.query.take().is_some() {
                    ctx.unfocus();
                } else if self.shown == TaskFilter::All {
                    ctx.leave();
                } else {
                    self.shown = TaskFilter::All;
                }
            }
            (Over::Drawer | Over::Sort | Over::Due(_) | Over::Discard | Over::Delete | Over::Clear, _) => {
                self.over = Over::Nothing
            }
        }
    }
}

/// The app keeps what it deleted, and no longer shows it.
fn delete(device: &mut DeviceState, id: i64, now: i64) {
    device
        .tables
        .update(TABLE, id, |row| row.set("deleted", now.to_string()));
}
