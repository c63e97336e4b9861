//! Pro Expense (arduia) 1.0.0-beta05: home, logs, the entry, and the sheets over them.
//!
//! An expense is a row of the table `expense` with the columns `name`, `amount` (in hundredths), `category`
//! (the number of a category), `note`, `created_date` and `modified_date` (milliseconds).

mod entry;
mod home;
mod ledger;
mod line;
mod logs;
mod sheets;

use super::app::{App, AppInfo, Context, Event};
pub use crate::msg::expense::{Msg, Place};
use crate::{
    paint::IconName,
    state::DeviceState,
    toolkit::{
        Window,
        date::{DAY_MS, Date},
        drawer,
        picker::{
            Answer, Day,
            calendar::{self, Calendar},
            clock::{self, Clock},
        },
    },
};
use entry::Draft;
pub use ledger::{CATEGORIES, INCOME, TABLE, category_name, hundredths};
use sheets::Filter;

/// What is over a page.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Over {
    Nothing,
    Drawer,
    Detail(i64),
    Confirm(Vec<i64>),
    Filter(Box<Filter>),
}

/// The dialog that is open, and what it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Picker {
    EntryDate(Calendar),
    EntryTime(Clock),
    FilterFrom(Calendar),
    FilterTo(Calendar),
}

/// Pro Expense.
#[derive(Clone, Debug)]
pub struct Expense {
    place: Place,
    /// The entry, where it is open over the place.
    draft: Option<Box<Draft>>,
    over: Over,
    picker: Option<Box<Picker>>,
    /// Expenses of the logs that are selected.
    selected: Vec<i64>,
    /// The expense whose row was swiped to the left.
    swiped: Option<i64>,
    /// What the logs show: first and last moment, and their order.
    filter: Filter,
}

impl App for Expense {
    type Msg = Msg;
    const INFO: AppInfo = AppInfo {
        label: "Pro Expense",
        package: "com.arduia.expense",
        version: "1.0.0-beta05",
        activity: ".ui.MainActivity",
        names: &["pro expense"],
        takes_text: false,
        icon: Some(IconName::Label),
    };

    fn start(_: &DeviceState) -> Self {
        Self {
            place: Place::Home,
            draft: None,
            over: Over::Nothing,
            picker: None,
            selected: Vec::new(),
            swiped: None,
            filter: Filter::default(),
        }
    }

    fn view(&self, device: &DeviceState) -> Vec<Window> {
        let root = match &self.draft {
            Some(draft) => draft.view(),
            None => match self.place {
                Place::Home => home::view(device),
                Place::Logs => self.logs(device),
                Place::Statistics => home::statistics(device),
                Place::Backup => home::backup(),
                Place::Feedback => home::feedback(),
                Place::About => home::about(),
                Place::Settings => home::settings(),
            },
        };
        let mut windows = vec![Window::activity(root)];
        windows.extend(match &self.over {
            Over::Nothing => None,
            Over::Drawer => Some(self.drawer()),
            Over::Detail(id) => device.tables.row(TABLE, *id).map(sheets::detail),
            Over::Confirm(ids) => Some(sheets::confirm(ids.len())),
            Over::Filter(filter) => Some(filter.view()),
        });
        windows.extend(self.picker.as_deref().map(|it| match it {
            Picker::EntryDate(it) | Picker::FilterFrom(it) | Picker::FilterTo(it) => {
                it.window(|touch| Msg::Calendar(touch).into())
            }
            Picker::EntryTime(it) => it.window(|touch| Msg::Clock(touch).into()),
        }));
        windows
    }

    fn update(&mut self, ctx: &mut Context<'_>, event: Event<Msg>) {
        match event {
            Event::Tap(msg) | Event::Submit(msg) => self.tapped(ctx, msg),
            Event::Edit(Msg::Clock(clock::Touch::Field(part)), text) => {
                if let Some(Picker::EntryTime(clock)) = self.picker.as_deref_mut() {
                    clock.typed(part, &text);
                }
            }
            Event::Edit(field, text) => {
                if let Some(draft) = &mut self.draft {
                    draft.typed(&field, text);
                }
            }
            Event::Drag(Msg::Swipe(id), from, to) => self.swiped(id, to > from),
            Event::Back => self.back(ctx),
            _ => {}
        }
    }
}

impl Expense {
    fn tapped(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        match msg {
            Msg::Menu => self.over = Over::Drawer,
            Msg::Go(place) => self.go(place),
            Msg::Up => self.back(ctx),
            Msg::Add => self.draft = Some(Box::new(Draft::new(ctx.now()))),
            Msg::Expense(id) if self.swiped == Some(id) => self.swiped = None,
            Msg::Expense(id) => self.over = Over::Detail(id),
            Msg::Category(category) => {
                if let Some(draft) = &mut self.draft {
                    draft.category = category;
                }
            }
            Msg::Save => self.save(ctx),
            Msg::Lock => {
                if let Some(draft) = &mut self.draft {
                    draft.locked = !draft.locked;
                }
            }
            Msg::Date => {
                let when = self.draft.as_ref().map_or_else(|| ctx.now(), |it| it.when);
                self.picker = Some(Box::new(Picker::EntryDate(Calendar::on(Day::of(when)))));
                ctx.unfocus();
            }
            Msg::Time => {
                let when = Date::from_ms(self.draft.as_ref().map_or_else(|| ctx.now(), |it| it.when));
                let clock = Clock::on(when.hour, when.minute);
                self.picker = Some(Box::new(Picker::EntryTime(clock)));
                ctx.unfocus();
            }
            Msg::Calendar(touch) => self.picked_day(touch),
            Msg::Clock(touch) => self.picked_time(touch),
            Msg::DeleteSwiped(id) => self.over = Over::Confirm(vec![id]),
            Msg::DeleteSelected => self.over = Over::Confirm(self.selected.clone()),
            Msg::DeleteShown => {
                if let Over::Detail(id) = self.over {
                    self.over = Over::Confirm(vec![id]);
                }
            }
            Msg::EditShown => self.edit_shown(ctx.device),
            Msg::Close => self.over = Over::Nothing,
            Msg::Confirm => self.delete_confirmed(ctx.device),
            Msg::Filter => {
                let filter = self.filter.opened(ctx.now());
                self.over = Over::Filter(Box::new(filter));
            }
            Msg::FilterFrom | Msg::FilterTo => {
                if let Over::Filter(filter) = &self.over {
                    let (from, to) = filter.ends();
                    self.picker = Some(Box::new(match msg {
                        Msg::FilterFrom => Picker::FilterFrom(Calendar::on(Day::of(from))),
                        _ => Picker::FilterTo(Calendar::on(Day::of(to))),
                    }));
                }
            }
            Msg::NewestFirst(it) => {
                if let Over::Filter(filter) = &mut self.over {
                    filter.newest_first = it;
                }
            }
            Msg::ApplyFilter => {
                if let Over::Filter(filter) = std::mem::replace(&mut self.over, Over::Nothing) {
                    self.filter = *filter;
                }
            }
            Msg::Name | Msg::Amount | Msg::Note | Msg::Swipe(_) | Msg::Nothing => {}
        }
    }

    fn edit_shown(&mut self, device: &DeviceState) {
        if let Over::Detail(id) = self.over
            && let Some(row) = device.tables.row(TABLE, id)
        {
            self.draft = Some(Box::new(Draft::of(row)));
            self.over = Over::Nothing;
        }
    }

    fn delete_confirmed(&mut self, device: &mut DeviceState) {
        if let Over::Confirm(ids) = std::mem::replace(&mut self.over, Over::Nothing) {
            for id in ids {
                device.tables.delete(TABLE, id);
            }
            self.selected.clear();
            self.swiped = None;
        }
    }

    fn go(&mut self, place: Place) {
        self.place = place;
        self.over = Over::Nothing;
        self.selected.clear();
        self.swiped = None;
        self.filter = Filter::default();
    }

    fn save(&mut self, ctx: &mut Context<'_>) {
        let Some(draft) = &mut self.draft else { return };
        if !draft.save(ctx.device) {
            return;
        }
        if draft.locked {
            ctx.toast("Saved!");
            let mut next = Draft::new(ctx.now());
            (next.locked, next.category) = (true, draft.category);
            **draft = next;
        } else {
            self.draft = None;
        }
        ctx.unfocus();
    }

    /// A row of the logs was swiped: to the right it is selected, to the left its deletion is offered; the
    /// other way back.
    fn swiped(&mut self, id: i64, right: bool) {
        let at = self.selected.iter().position(|it| *it == id);
        match (right, at) {
            (true, None) if self.swiped == Some(id) => self.swiped = None,
            (true, None) => self.selected.push(id),
            (true, Some(_)) => {}
            (false, Some(at)) => {
                self.selected.remove(at);
            }
            (false, None) => self.swiped = Some(id),
        }
    }

    fn picked_day(&mut self, touch: calendar::Touch) {
        let Some(picker) = self.picker.as_deref_mut() else {
            return;
        };
        let answer = match picker {
            Picker::EntryDate(it) | Picker::FilterFrom(it) | Picker::FilterTo(it) => it.touch(touch),
            Picker::EntryTime(_) => return,
        };
        if let Answer::Chosen(day) = answer {
            match (&*picker, &mut self.draft, &mut self.over) {
                (Picker::EntryDate(_), Some(draft), _) => {
                    draft.when = day.at(0, 0) + draft.when.rem_euclid(DAY_MS);
                }
                (Picker::FilterFrom(_), _, Over::Filter(filter)) => filter.from = Some(day.at(0, 0)),
                (Picker::FilterTo(_), _, Over::Filter(filter)) => {
                    filter.to = Some(day.at(0, 0) + DAY_MS - 1);
                }
                _ => {}
            }
        }
        if answer != Answer::Open {
            self.picker = None;
        }
    }

    fn picked_time(&mut self, touch: clock::Touch) {
        let Some(Picker::EntryTime(clock)) = self.picker.as_deref_mut() else {
            return;
        };
        let answer = clock.touch(touch);
        if let (Answer::Chosen((hour, minute)), Some(draft)) = (answer, &mut self.draft) {
            draft.when = Day::of(draft.when).at(hour, minute);
        }
        if answer != Answer::Open {
            self.picker = None;
        }
    }

    fn back(&mut self, ctx: &mut Context<'_>) {
        if self.picker.take().is_some() {
        } else if self.over != Over::Nothing {
            self.over = Over::Nothing;
        } else if self.draft.take().is_some() {
            ctx.unfocus();
        } else if !self.selected.is_empty() || self.swiped.is_some() {
            self.selected.clear();
            self.swiped = None;
        } else if self.place != Place::Home {
            self.go(Place::Home);
        } else {
            ctx.leave();
        }
    }

    fn drawer(&self) -> Window {
        let lines = [
            ("dest_home", IconName::Home, "Home", Place::Home),
            ("dest_expense_logs", IconName::List, "Expense Logs", Place::Logs),
            ("dest_statistics", IconName::Sort, "Statistics", Place::Statistics),
            ("dest_backup", IconName::Save, "Backup", Place::Backup),
            ("dest_feedback", IconName::Message, "Feedback", Place::Feedback),
            ("dest_about", IconName::Info, "About", Place::About),
            ("dest_settings", IconName::Settings, "Settings", Place::Settings),
        ];
        let lines =
            lines.map(|(id, icon, name, place)| (id, icon, name, Msg::Go(place).into(), place == self.place));
        drawer(home::drawer_head(), lines)
    }
}
