//! The dialogs over the pages, and the questions they ask.

use super::{
    Calendar, CalendarView, How, Msg, Over, Target,
    event::{REMINDERS, REPETITIONS},
    repeat::{TABLE, number},
};
use crate::{
    paint::IconName,
    state::DeviceState,
    toolkit::{View, Window, button, check_row, column, date::WEEKDAYS, dialog, parts::message, text},
};

impl Calendar {
    pub(super) fn dialog(&self, device: &DeviceState) -> Option<Window> {
        let radios = |lines: Vec<(&'static str, Msg, bool)>| {
            let lines = lines.into_iter().map(|(words, msg, on)| radio(words, msg, on));
            dialog(
                "",
                vec![column(lines).id("dialog_radio_group").wide()],
                None,
                None,
                None,
            )
        };
        let asks = |words: &'static str, no: (&'static str, Msg), yes: (&'static str, Msg)| {
            let (no, yes) = (button(no.0, no.1), button(yes.0, yes.1));
            dialog("", vec![message(words)], None, Some(no), Some(yes))
        };
        Some(match &self.over {
            Over::Nothing => return None,
            Over::Views => {
                let views = [
                    ("Daily view", CalendarView::Day),
                    ("Weekly view", CalendarView::Week),
                    ("Monthly view", CalendarView::Month),
                    ("Monthly and daily view", CalendarView::MonthAndDay),
                    ("Yearly view", CalendarView::Year),
                    ("Simple event list", CalendarView::List),
                ];
                let lines = views.map(|(words, it)| (words, Msg::View(it), it == self.shown));
                radios(lines.to_vec())
            }
            Over::GoTo(wheels) => wheels.window(|touch| Msg::Wheels(touch).into()),
            Over::Date(_, it) => it.window(|touch| Msg::Calendar(touch).into()),
            Over::Time(_, it) => it.window(|touch| Msg::Clock(touch).into()),
            Over::Reminders => {
                let chosen = self.draft.as_deref().map(|it| it.0.reminder);
                let lines = REMINDERS.map(|(it, words)| (words, Msg::Remind(it), chosen == Some(it)));
                radios(lines.to_vec())
            }
            Over::Repetitions => {
                let chosen = self.draft.as_deref().map(|it| it.0.repeats());
                let lines = REPETITIONS.map(|(it, words)| (words, Msg::Repeat(it), chosen == Some(it)));
                radios(lines.to_vec())
            }
            Over::Rule(chosen) => {
                let days = (0..)
                    .zip(WEEKDAYS)
                    .map(|(day, name)| check_row(name, chosen.rule >> day & 1 == 1, Msg::Weekday(day)));
                dialog(
                    "",
                    vec![column(days).id("dialog_vertical_linear_layout").wide()],
                    None,
                    Some(button("Cancel", Msg::Keep)),
                    Some(button("OK", Msg::Rule)),
                )
            }
            Over::Limit => {
                let till = self.draft.as_deref().and_then(|it| it.0.till());
                radios(vec![
                    ("Repeat till a date", Msg::LimitDay, till.is_some()),
                    ("Repeat forever", Msg::Forever, till.is_none()),
                ])
            }
            Over::LimitDay(it) => it.window(|touch| Msg::Calendar(touch).into()),
            Over::Delete(targets, how) => delete_dialog(device, targets, *how),
            Over::Unsaved => asks(
                "You have unsaved changes. Save before exit?",
                ("Discard", Msg::Discard),
                ("Save", Msg::Save),
            ),
            Over::Warning => asks(
                "Please make sure the reminders work properly before relying on them. Check your device battery and notification settings.",
                ("Settings", Msg::Keep),
                ("OK", Msg::Warned),
            ),
        })
    }
}

fn radio(words: &'static str, msg: Msg, on: bool) -> View {
    text(words)
        .class("android.widget.RadioButton")
        .checked(on)
        .tap(msg)
        .picture(if on { IconName::RadioOn } else { IconName::RadioOff })
        .size(16)
        .wide()
        .high(48)
        .pad(8, 12)
}

fn delete_dialog(device: &DeviceState, targets: &[Target], how: How) -> Window {
    let mut parts = vec![
        text("Are you sure you want to proceed with the deletion?")
            .id("delete_event_description")
            .size(16)
            .wide(),
    ];
    let repeats = |it: &Target| {
        let row = device.tables.row(TABLE, it.id);
        row.is_some_and(|it| number(it, "repeat_interval") > 0)
    };
    if targets.iter().any(repeats) {
        let note = text("The event is repeatable").id("delete_event_repeat_description");
        parts.push(note.wide().pad(0, 8));
        for (words, id, it) in [
            (
                "Delete the selected occurrence only",
                "delete_event_one_only",
                How::One,
            ),
            (
                "Delete this and all future occurrences",
                "delete_event_future",
                How::Future,
            ),
            ("Delete all occurrences", "delete_event_all", How::All),
        ] {
            parts.push(radio(words, Msg::DeleteHow(it), how == it).id(id));
        }
    }
    let (no, yes) = (button("No", Msg::Keep), button("Yes", Msg::DeleteDone));
    dialog("", parts, None, Some(no), Some(yes))
}
