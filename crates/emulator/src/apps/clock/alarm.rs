//! Alarms: the list, and the dialog that asks for a new one's time.
//!
//! An alarm is a row of the table `alarms`: `hour`, `minutes`, `days` in words, and `enabled`.

use crate::msg::clock::{Msg as Clock, OnAlarm as Msg};
use crate::{
    apps::app::Context,
    paint::IconName,
    state::{DeviceState, Row},
    toolkit::{
        Dim, Gravity, Ink, View, Window, button, column, dialog, edit, image_button, row, scroller, text,
    },
};

const TABLE: &str = "alarms";

/// What is being done on the page of alarms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Draft {
    /// Hour and minute of a new alarm, while they are asked for.
    time: Option<(String, String)>,
    /// The alarm of which everything is shown.
    expanded: Option<i64>,
}

impl Draft {
    pub(super) fn open(&mut self) {
        self.time = Some(("8".to_owned(), "00".to_owned()));
    }

    /// Close what is open; `false` where nothing is.
    pub(super) fn close(&mut self) -> bool {
        self.time.take().is_some() || self.expanded.take().is_some()
    }

    pub(super) fn edit(&mut self, field: Msg, typed: String) {
        let typed: String = typed.chars().filter(char::is_ascii_digit).take(2).collect();
        match (&mut self.time, field) {
            (Some((hour, _)), Msg::Hour) => *hour = typed,
            (Some((_, minute)), Msg::Minute) => *minute = typed,
            _ => {}
        }
    }

    pub(super) fn tapped(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        match msg {
            Msg::Switch(id) => {
                ctx.device.tables.update(TABLE, id, |row| {
                    let on = if is_on(row) { "0" } else { "1" };
                    row.set("enabled", on);
                });
            }
            Msg::Expand(id) => self.expanded = (self.expanded != Some(id)).then_some(id),
            Msg::Delete(id) => {
                ctx.device.tables.delete(TABLE, id);
                ctx.toast("Alarm deleted");
            }
            Msg::Ok => {
                if let Some((hour, minute)) = self.valid() {
                    self.time = None;
                    let fields = [
                        ("hour", hour.to_string()),
                        ("minutes", minute.to_string()),
                        ("days", String::new()),
                        ("enabled", "1".to_owned()),
                    ];
                    ctx.device.tables.insert(TABLE, fields);
                }
            }
            Msg::Cancel => self.time = None,
            Msg::Hour | Msg::Minute => {}
        }
    }

    /// Hour and minute, if they are a time.
    fn valid(&self) -> Option<(u32, u32)> {
        let (hour, minute) = self.time.as_ref()?;
        let (hour, minute) = (hour.parse().ok()?, minute.parse().ok()?);
        (hour < 24 && minute < 60).then_some((hour, minute))
    }

    pub(super) fn list(&self, device: &DeviceState) -> View {
        let mut alarms: Vec<&Row> = device.tables.rows(TABLE).iter().collect();
        alarms.sort_by_key(|it| time(it));
        if alarms.is_empty() {
            return column([text("No Alarms").id("alarms_empty_view").size(16).pad(24, 48)]);
        }
        let cards = alarms.into_iter().map(|it| self.card(it));
        scroller(
            "androidx.recyclerview.widget.RecyclerView",
            "alarm_recycler_view",
            "alarms",
            cards,
        )
    }

    fn card(&self, alarm: &Row) -> View {
        let (hour, minute) = time(alarm);
        let on = is_on(alarm);
        let open = self.expanded == Some(alarm.id);
        let arrow = if open {
            (IconName::ChevronUp, "Collapse alarm")
        } else {
            (IconName::ChevronDown, "Expand alarm")
        };
        let days = match alarm.get("days") {
            "" => "Not scheduled".to_owned(),
            days => days.to_owned(),
        };
        let picture = if on {
            IconName::CheckboxOn
        } else {
            IconName::CheckboxOff
        };
        let switch = View::new("android.widget.Switch")
            .id("onoff")
            .checked(on)
            .picture(picture)
            .tap(Clock::Alarm(Msg::Switch(alarm.id)))
            .across(52)
            .high(48)
            .at(Gravity::Center);
        let mut parts = vec![
            row([
                text(format!("{hour:02}:{minute:02}"))
                    .id("digital_clock")
                    .size(40)
                    .width(Dim::Share(1)),
                image_button(arrow.0, arrow.1, Clock::Alarm(Msg::Expand(alarm.id))).id("arrow"),
            ])
            .wide(),
            row([
                text(days)
                    .id("days_of_week")
                    .ink(Ink::Dim)
                    .width(Dim::Share(1))
                    .at(Gravity::Center),
                switch,
            ])
            .wide(),
        ];
        if open {
            let delete = button("Delete", Clock::Alarm(Msg::Delete(alarm.id))).id("delete");
            parts.push(View {
                caps: false,
                ..delete
            });
        }
        column(parts).wide().pad(24, 12)
    }

    pub(super) fn dialog(&self) -> Option<Window> {
        let (hour, minute) = self.time.clone()?;
        let field =
            |msg, hint, id, text: String| edit(Clock::Alarm(msg), hint, text).id(id).width(Dim::Share(1));
        let fields = row([
            field(Msg::Hour, "Hour", "material_hour_text_input", hour),
            text(":").size(24).at(Gravity::Center),
            field(Msg::Minute, "Minute", "material_minute_text_input", minute),
        ]);
        Some(dialog(
            "Enter time",
            vec![fields.wide()],
            None,
            Some(button("Cancel", Clock::Alarm(Msg::Cancel))),
            Some(button("OK", Clock::Alarm(Msg::Ok)).enabled(self.valid().is_some())),
        ))
    }
}

fn is_on(alarm: &Row) -> bool {
    alarm.get("enabled") == "1"
}

fn time(alarm: &Row) -> (u32, u32) {
    let part = |column| alarm.get(column).parse().unwrap_or(0);
    (part("hour"), part("minutes"))
}
