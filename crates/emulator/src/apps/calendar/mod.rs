//! Simple Calendar Pro 6.22.2: its pages, the page of an event, and the dialogs over them.
//!
//! An event is a row of the table `events` with the columns of the app's own database: `start_ts` and `end_ts`
//! (seconds), `title`, `location`, `description`, `repeat_interval` (seconds), `repeat_rule` and more.

mod dialogs;
mod event;
mod pages;
mod repeat;

pub use repeat::TABLE;

use super::app::{App, AppInfo, Context, Event};
pub use crate::msg::calendar::{CalendarView, Field, How, Msg, Target};
use crate::{
    paint::IconName,
    state::DeviceState,
    toolkit::{
        Window,
        date::{DAY_MS, Date},
        picker::{
            Answer, Day,
            calendar::{self, Calendar as DateDialog},
            clock::{self, Clock},
            wheels::{self, Wheels},
        },
    },
};
use event::{Draft, next_hour};
use repeat::{Occurrence, code, number};

impl Target {
    fn of(it: &Occurrence) -> Self {
        Self {
            id: it.id,
            start: it.start,
        }
    }
}

/// What is over a page.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Over {
    Nothing,
    Views,
    GoTo(Wheels),
    Date(bool, DateDialog),
    Time(bool, Clock),
    Reminders,
    Repetitions,
    /// The days of the week; they are the event's when it is closed with OK.
    Rule(Box<Draft>),
    Limit,
    LimitDay(DateDialog),
    Delete(Vec<Target>, How),
    Unsaved,
    Warning,
}

/// Simple Calendar Pro.
#[derive(Clone, Debug)]
pub struct Calendar {
    shown: CalendarView,
    /// What was shown before a day was tapped.
    before: Option<CalendarView>,
    /// The day whose day, week, month or year is shown, at midnight.
    at: i64,
    query: String,
    fab_open: bool,
    selected: Vec<Target>,
    /// The event's page, where it is open, with what it held at first and the occurrence it was opened for.
    draft: Option<Box<(Draft, Draft, Option<Target>)>>,
    over: Over,
    /// Whether the warning about reminders was seen.
    warned: bool,
    /// Whether notifications may be sent.
    permitted: bool,
}

impl App for Calendar {
    type Msg = Msg;
    const INFO: AppInfo = AppInfo {
        label: "Calendar",
        package: "com.simplemobiletools.calendar.pro",
        version: "6.22.2",
        activity: ".activities.MainActivity",
        names: &["simple calendar pro", "simple calendar"],
        takes_text: false,
        icon: Some(IconName::Calendar),
    };

    fn start(device: &DeviceState) -> Self {
        Self {
            shown: CalendarView::Month,
            before: None,
            at: Date::from_ms(device.clock.now_ms()).midnight(),
            query: String::new(),
            fab_open: false,
            selected: Vec::new(),
            draft: None,
            over: Over::Nothing,
            warned: false,
            permitted: false,
        }
    }

    fn activity(&self) -> &'static str {
        match self.draft.as_deref() {
            None => Self::INFO.activity,
            Some((draft, ..)) if draft.task => ".activities.TaskActivity",
            Some(_) => ".activities.EventActivity",
        }
    }

    fn view(&self, device: &DeviceState) -> Vec<Window> {
        let root = match self.draft.as_deref() {
            Some((draft, ..)) => draft.view(),
            None => self.main(device),
        };
        let mut windows = vec![Window::activity(root)];
        windows.extend(self.dialog(device));
        windows
    }

    fn update(&mut self, ctx: &mut Context<'_>, event: Event<Msg>) {
        match event {
            Event::Tap(msg) | Event::Submit(msg) => self.tapped(ctx, msg),
            Event::Hold(Msg::Event(target)) if self.selected.is_empty() => {
                self.selected.push(target);
                ctx.unfocus();
            }
            Event::Hold(Msg::Event(target)) => self.toggle(target),
            Event::Edit(Msg::SearchText, text) => self.query = text,
            Event::Edit(Msg::Field(field), text) => {
                if let Some((draft, ..)) = self.draft.as_deref_mut() {
                    draft.typed(field, text);
                }
            }
            Event::Edit(Msg::Wheels(wheels::Touch::Field(wheel)), text) => {
                if let Over::GoTo(wheels) = &mut self.over {
                    wheels.typed(wheel, &text);
                }
            }
            Event::Edit(Msg::Clock(clock::Touch::Field(part)), text) => {
                if let Over::Time(_, clock) = &mut self.over {
                    clock.typed(part, &text);
                }
            }
            Event::Fling(direction) if self.draft.is_none() && self.query.is_empty() => match direction {
                ui::Direction::Left => self.turn(1),
                ui::Direction::Right => self.turn(-1),
                ui::Direction::Up | ui::Direction::Down => {}
            },
            Event::Back => self.back(ctx),
            Event::Permission(true) => {
                self.permitted = true;
                self.store(ctx);
            }
            Event::Permission(false) => ctx.toast("Notification permission is needed for reminders"),
            _ => {}
        }
    }
}

impl Calendar {
    fn tapped(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        match msg {
            Msg::SearchText => ctx.focus(Msg::SearchText),
            Msg::Up | Msg::Keep => self.back(ctx),
            Msg::Today => self.at = Date::from_ms(ctx.now()).midnight(),
            Msg::Views => self.over = Over::Views,
            Msg::View(shown) => (self.shown, self.before, self.over) = (shown, None, Over::Nothing),
            Msg::GoToDate => self.over = Over::GoTo(self.wheels()),
            Msg::Wheels(touch) => self.wheeled(touch),
            Msg::Turn(by) => self.turn(by),
            Msg::Day(day) => {
                self.at = day;
                if self.shown == CalendarView::Month {
                    (self.before, self.shown) = (Some(self.shown), CalendarView::Day);
                }
            }
            Msg::Month(month) => {
                self.at = Date::ms_of(Date::from_ms(self.at).year, month, 1, 0, 0);
                (self.before, self.shown) = (Some(self.shown), CalendarView::Month);
            }
            Msg::New if !self.fab_open => self.fab_open = true,
            Msg::New | Msg::NewEvent => self.new_event(ctx, false),
            Msg::NewTask => self.new_event(ctx, true),
            Msg::CloseFab => self.fab_open = false,
            Msg::Event(target) if !self.selected.is_empty() => self.toggle(target),
            Msg::Event(target) => self.open(ctx, target),
            Msg::Unselect => self.selected.clear(),
            Msg::SelectAll => self.select_all(ctx.device),
            Msg::Share => self.share(ctx),
            Msg::DeleteSelected => self.over = Over::Delete(self.selected.clone(), How::One),
            Msg::DeleteShown => {
                if let Some((.., Some(target))) = self.draft.as_deref() {
                    self.over = Over::Delete(vec![*target], How::One);
                    ctx.unfocus();
                }
            }
            Msg::DeleteHow(how) => {
                if let Over::Delete(_, chosen) = &mut self.over {
                    *chosen = how;
                }
            }
            Msg::DeleteDone => self.delete_chosen(ctx.device),
            Msg::AllDay => self.change(|it| it.toggle_all_day()),
            Msg::Date(start) => self.ask_for_day(ctx, start),
            Msg::Time(start) => self.ask_for_time(ctx, start),
            Msg::Rule => self.rule(ctx),
            Msg::Weekday(day) => {
                if let Over::Rule(chosen) = &mut self.over {
                    chosen.toggle_weekday(day);
                }
            }
            Msg::Limit => self.ask(ctx, Over::Limit),
            Msg::LimitDay => {
                if let Some((draft, ..)) = self.draft.as_deref() {
                    let day = Day::of(draft.till().unwrap_or(draft.start));
                    self.over = Over::LimitDay(DateDialog::on(day));
                }
            }
            Msg::Forever => self.settle(|it| it.repeat_till(None)),
            Msg::Calendar(touch) => self.touched_calendar(touch),
            Msg::Clock(touch) => self.touched_clock(touch),
            Msg::Reminders => self.ask(ctx, Over::Reminders),
            Msg::Remind(minutes) => self.settle(|it| it.reminder = minutes),
            Msg::Repetitions => self.ask(ctx, Over::Repetitions),
            Msg::Repeat(interval) => self.settle(|it| it.repeat(interval)),
            Msg::Duplicate => self.change(|it| it.id = None),
            Msg::Save => self.save(ctx),
            Msg::Warned => {
                self.warned = true;
                self.save(ctx);
            }
            Msg::Discard => {
                (self.draft, self.over) = (None, Over::Nothing);
                ctx.unfocus();
            }
            Msg::Field(_) | Msg::Nothing => {}
        }
    }

    /// Where the wheels for a date stand: without a day where days are not shown.
    fn wheels(&self) -> Wheels {
        let day = Day::of(self.at);
        match self.shown {
            CalendarView::Month | CalendarView::Year => Wheels::on_month(day),
            CalendarView::Day | CalendarView::Week | CalendarView::MonthAndDay | CalendarView::List => {
                Wheels::on(day)
            }
        }
    }

    fn wheeled(&mut self, touch: wheels::Touch) {
        if let Over::GoTo(wheels) = &mut self.over {
            let answer = wheels.touch(touch);
            if let Answer::Chosen(day) = answer {
                self.at = day.at(0, 0);
            }
            self.close_unless(answer == Answer::Open);
        }
    }

    fn open(&mut self, ctx: &mut Context<'_>, target: Target) {
        if let Some(row) = ctx.device.tables.row(TABLE, target.id) {
            let draft = Draft::of(row);
            self.draft = Some(Box::new((draft.clone(), draft, Some(target))));
            ctx.unfocus();
        }
    }

    /// Select all that is listed; none where all of it is selected.
    fn select_all(&mut self, device: &DeviceState) {
        let all: Vec<Target> = self.listed(device).iter().map(Target::of).collect();
        self.selected = if self.selected.len() == all.len() {
            Vec::new()
        } else {
            all
        };
    }

    fn delete_chosen(&mut self, device: &mut DeviceState) {
        if let Over::Delete(targets, how) = std::mem::replace(&mut self.over, Over::Nothing) {
            targets.iter().for_each(|it| delete(device, *it, how));
            self.selected.clear();
            self.draft = None;
        }
    }

    /// Show what asks for a value of the event.
    fn ask(&mut self, ctx: &mut Context<'_>, over: Over) {
        self.over = over;
        ctx.unfocus();
    }

    fn ask_for_day(&mut self, ctx: &mut Context<'_>, start: bool) {
        if let Some((draft, ..)) = self.draft.as_deref() {
            let day = Day::of(if start { draft.start } else { draft.end });
            self.ask(ctx, Over::Date(start, DateDialog::on(day)));
        }
    }

    fn ask_for_time(&mut self, ctx: &mut Context<'_>, start: bool) {
        if let Some((draft, ..)) = self.draft.as_deref() {
            let time = Date::from_ms(if start { draft.start } else { draft.end });
            self.ask(ctx, Over::Time(start, Clock::on(time.hour, time.minute)));
        }
    }

    /// Change the event, and show it again.
    fn settle(&mut self, change: impl FnOnce(&mut Draft)) {
        self.change(change);
        self.over = Over::Nothing;
    }

    /// Ask on which days it is repeated; take the answer where that was asked.
    fn rule(&mut self, ctx: &mut Context<'_>) {
        match (&self.over, self.draft.as_deref()) {
            (Over::Rule(chosen), _) => {
                let rule = chosen.rule;
                self.settle(|it| it.rule = rule);
            }
            (_, Some((draft, ..))) => {
                let draft = Box::new(draft.clone());
                self.ask(ctx, Over::Rule(draft));
            }
            (_, None) => {}
        }
    }

    fn touched_calendar(&mut self, touch: calendar::Touch) {
        if let Over::LimitDay(dialog) = &mut self.over {
            let answer = dialog.touch(touch);
            if let Answer::Chosen(day) = answer {
                self.change(|it| it.repeat_till(Some(day.at(0, 0))));
            }
            self.close_unless(answer == Answer::Open);
        } else if let Over::Date(start, dialog) = &mut self.over {
            let (start, answer) = (*start, dialog.touch(touch));
            if let Answer::Chosen(day) = answer {
                self.move_to(start, |ms| day.at(0, 0) + ms.rem_euclid(DAY_MS));
            }
            self.close_unless(answer == Answer::Open);
        }
    }

    fn touched_clock(&mut self, touch: clock::Touch) {
        if let Over::Time(start, dialog) = &mut self.over {
            let (start, answer) = (*start, dialog.touch(touch));
            if let Answer::Chosen((hour, minute)) = answer {
                self.move_to(start, |ms| Day::of(ms).at(hour, minute));
            }
            self.close_unless(answer == Answer::Open);
        }
    }

    fn close_unless(&mut self, open: bool) {
        if !open {
            self.over = Over::Nothing;
        }
    }

    fn change(&mut self, change: impl FnOnce(&mut Draft)) {
        if let Some((draft, ..)) = self.draft.as_deref_mut() {
            change(draft);
        }
    }

    /// Give the beginning or the end of the event another moment.
    fn move_to(&mut self, start: bool, moved: impl FnOnce(i64) -> i64) {
        self.change(|it| {
            if start {
                it.start_at(moved(it.start));
            } else {
                it.end = moved(it.end);
            }
        });
    }

    fn toggle(&mut self, target: Target) {
        match self.selected.iter().position(|it| *it == target) {
            Some(at) => drop(self.selected.remove(at)),
            None => self.selected.push(target),
        }
    }

    /// The next page, or the one before.
    fn turn(&mut self, by: i64) {
        let date = Date::from_ms(self.at);
        let months = |by: i64| {
            let month = i64::from(date.month) - 1 + by;
            let (year, month) = (date.year + month.div_euclid(12), month.rem_euclid(12) as u32 + 1);
            Date::ms_of(year, month, date.day.min(Date::days_in(year, month)), 0, 0)
        };
        self.selected.clear();
        self.at = match self.shown {
            CalendarView::Day => self.at + by * DAY_MS,
            CalendarView::Week => self.at + 7 * by * DAY_MS,
            CalendarView::Month | CalendarView::MonthAndDay => months(by),
            CalendarView::Year => months(12 * by),
            CalendarView::List => self.at,
        };
    }

    fn new_event(&mut self, ctx: &mut Context<'_>, task: bool) {
        let now = ctx.now();
        let today = Date::from_ms(now);
        let at = Date::from_ms(self.at);
        // A month offers today if it is this month's, else its first day.
        let day = match self.shown {
            CalendarView::Month | CalendarView::Year if (at.year, at.month) != (today.year, today.month) => {
                Date::ms_of(at.year, at.month, 1, 0, 0)
            }
            CalendarView::Month | CalendarView::Year | CalendarView::List => today.midnight(),
            CalendarView::Day | CalendarView::Week | CalendarView::MonthAndDay => self.at,
        };
        let draft = Draft::new(next_hour(day, now), task);
        self.draft = Some(Box::new((draft.clone(), draft, None)));
        self.fab_open = false;
        ctx.focus(Msg::Field(Field::Title));
    }

    fn share(&self, ctx: &mut Context<'_>) {
        let ids = match self.draft.as_deref() {
            Some((draft, ..)) => draft.id.into_iter().collect(),
            None => self.selected.iter().map(|it| it.id).collect::<Vec<_>>(),
        };
        let rows = ids.iter().filter_map(|id| ctx.device.tables.row(TABLE, *id));
        let titles: Vec<&str> = rows.map(|it| it.get("title")).collect();
        if !titles.is_empty() {
            let titles = titles.join("\n");
            ctx.share(titles);
        }
    }

    /// Save, after what has to be asked first.
    fn save(&mut self, ctx: &mut Context<'_>) {
        self.over = Over::Nothing;
        let Some((draft, ..)) = self.draft.as_deref() else {
            return;
        };
        if let Some(refusal) = draft.refusal() {
            ctx.toast(refusal);
        } else if draft.reminder >= 0 && !self.warned {
            self.over = Over::Warning;
            ctx.unfocus();
        } else if draft.reminder >= 0 && !self.permitted {
            ctx.ask("Allow Calendar to send you notifications?");
        } else {
            self.store(ctx);
        }
    }

    fn store(&mut self, ctx: &mut Context<'_>) {
        if let Some(page) = self.draft.take() {
            page.0.save(ctx.device);
            ctx.toast("Saving…");
            ctx.unfocus();
        }
    }

    fn back(&mut self, ctx: &mut Context<'_>) {
        if self.over != Over::Nothing {
            self.over = Over::Nothing;
        } else if let Some((draft, before, _)) = self.draft.as_deref() {
            if draft == before {
                self.draft = None;
            } else {
                self.over = Over::Unsaved;
            }
            ctx.unfocus();
        } else if self.fab_open {
            self.fab_open = false;
        } else if !self.selected.is_empty() {
            self.selected.clear();
        } else if !self.query.is_empty() {
            self.query.clear();
            ctx.unfocus();
        } else if let Some(before) = self.before.take() {
            self.shown = before;
        } else {
            ctx.leave();
        }
    }
}

/// Delete an occurrence; an event that takes place once is gone then.
fn delete(device: &mut DeviceState, target: Target, how: How) {
    let Some(row) = device.tables.row(TABLE, target.id) else {
        return;
    };
    let first = number(row, "start_ts") * 1000;
    let all = number(row, "repeat_interval") <= 0 || how == How::All;
    if all || how == How::Future && target.start <= first {
        device.tables.delete(TABLE, target.id);
        return;
    }
    let day = Date::from_ms(target.start).midnight();
    let exceptions = row
        .get("repetition_exceptions")
        .trim_matches(['[', ']'])
        .to_owned();
    device.tables.update(TABLE, target.id, |row| match how {
        How::Future => row.set("repeat_limit", ((day - DAY_MS) / 1000).to_string()),
        How::One | How::All => {
            let more = if exceptions.is_empty() { "" } else { "," };
            row.set(
                "repetition_exceptions",
                format!("[{exceptions}{more}{}]", code(day)),
            );
        }
    });
}
