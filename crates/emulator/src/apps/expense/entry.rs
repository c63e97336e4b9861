//! The entry: what is typed about one expense.

use super::ledger::{CATEGORIES, INCOME, TABLE, hundredths, moment, number};
use crate::{
    msg::expense::Msg,
    paint::{Align, Color, IconName},
    state::{DeviceState, Row},
    toolkit::{
        Dim, Gravity, Ink, View, button, column, edit, icon, image_button, row, scroller, strip, text,
        toolbar,
    },
};

/// What is typed into the entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    /// The expense that is changed; none while a new one is made.
    id: Option<i64>,
    name: String,
    amount: String,
    pub category: i64,
    note: String,
    /// When it was spent, in milliseconds.
    pub when: i64,
    /// Whether the entry stays for the next one.
    pub locked: bool,
    /// Whether it was to be saved without an amount.
    no_amount: bool,
}

impl Draft {
    pub fn new(now: i64) -> Self {
        Self {
            id: None,
            name: String::new(),
            amount: String::new(),
            category: INCOME,
            note: String::new(),
            when: now,
            locked: false,
            no_amount: false,
        }
    }

    pub fn of(row: &Row) -> Self {
        Self {
            id: Some(row.id),
            name: row.get("name").to_owned(),
            amount: hundredths(number(row, "amount")),
            category: number(row, "category"),
            note: row.get("note").to_owned(),
            ..Self::new(number(row, "created_date"))
        }
    }

    pub fn typed(&mut self, field: &Msg, text: String) {
        match field {
            Msg::Name => self.name = text,
            Msg::Amount => {
                self.amount = decimal(&text);
                self.no_amount = false;
            }
            Msg::Note => self.note = text,
            _ => {}
        }
    }

    /// The amount in hundredths.
    fn hundredths(&self) -> Option<i64> {
        let (whole, part) = self.amount.split_once('.').unwrap_or((&self.amount, ""));
        if whole.is_empty() && part.is_empty() {
            return None;
        }
        format!("{:0>1}{part:0<2}", whole).parse().ok()
    }

    /// Write it to the table; `false` where it has no amount.
    pub fn save(&mut self, device: &mut DeviceState) -> bool {
        let Some(amount) = self.hundredths() else {
            self.no_amount = true;
            return false;
        };
        let now = device.clock.now_ms();
        let fields = [
            ("name", self.name.trim().to_owned()),
            ("amount", amount.to_string()),
            ("category", self.category.to_string()),
            ("note", self.note.trim().to_owned()),
            ("created_date", self.when.to_string()),
            ("modified_date", now.to_string()),
        ];
        device.tables.save(TABLE, self.id, fields, []);
        true
    }

    pub fn view(&self) -> View {
        let titles = column([
            text("Expense Entry").size(20).bold(),
            text(moment(self.when)).size(14).ink(Ink::Dim),
        ])
        .width(Dim::Share(1))
        .at(Gravity::Center);
        let bar = toolbar(
            "toolbar",
            [
                image_button(IconName::Back, "", Msg::Up),
                titles,
                icon(IconName::Clock, "Time", Msg::Time).id("time"),
                icon(IconName::Calendar, "Calendar", Msg::Date).id("calendar"),
            ],
        );
        let field = |name: Msg, id: &'static str, hint: &'static str, text: &str| {
            edit(name, hint, text.to_owned()).id(id)
        };
        let mut parts = vec![
            field(Msg::Name, "edt_name", "Name", &self.name),
            field(Msg::Amount, "edt_amount", "Amount", &self.amount),
        ];
        if self.no_amount {
            parts.push(text("Empty Cost").id("textinput_error").size(12).wide().pad(8, 2));
        }
        parts.push(self.chips());
        parts.push(field(Msg::Note, "edt_note", "Note", &self.note));
        let label = match (self.id, self.locked) {
            (Some(_), _) => "Update",
            (None, true) => "Next",
            (None, false) => "Save",
        };
        let save = button(label, Msg::Save)
            .id("btn_save")
            .width(Dim::Share(1))
            .ink(Ink::Light)
            .ground(super::sheets::ACCENT, 4);
        let mut last = vec![save];
        if self.id.is_none() {
            let icon = if self.locked {
                IconName::Pin
            } else {
                IconName::Ring
            };
            last.push(
                View::new("androidx.cardview.widget.CardView")
                    .id("cv_lock")
                    .picture(icon)
                    .tap(Msg::Lock)
                    .across(56)
                    .high(48),
            );
        }
        parts.push(row(last).wide().pad(0, 12));
        let page = scroller("android.widget.ScrollView", "sv_entry", "", parts);
        column([bar, page.pad(16, 16).height(Dim::Share(1))]).fill()
    }

    fn chips(&self) -> View {
        let chips = CATEGORIES.map(|(category, name)| {
            let on = category == self.category;
            let label = text(name)
                .id("tv_name")
                .selected(on)
                .align(Align::Center)
                .ink(if on { Ink::Light } else { Ink::Normal })
                .at(Gravity::Center);
            let (plain, chosen) = (Color::rgb(0xe3e8f0), super::sheets::ACCENT);
            let label = label.ground(if on { chosen } else { plain }, 16).pad(12, 8);
            row([label])
                .class("androidx.cardview.widget.CardView")
                .id("cd_category")
                .tap(Msg::Category(category))
                .high(48)
                .pad(4, 4)
        });
        strip(
            "androidx.recyclerview.widget.RecyclerView",
            "rv_category",
            "",
            chips,
        )
        .high(56)
    }
}

/// What a field for decimal numbers takes of a text: digits, one point, and two digits behind it.
fn decimal(text: &str) -> String {
    let mut kept = String::new();
    for it in text.chars() {
        let behind = kept.split_once('.').map(|it| it.1.len());
        match (it, behind) {
            ('0'..='9', None | Some(0 | 1)) if kept.len() < 15 => kept.push(it),
            ('.', None) => kept.push(it),
            _ => {}
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts() {
        for (typed, shown, amount) in [
            ("307.01", "307.01", Some(30701)),
            ("$12.5 ", "12.5", Some(1250)),
            ("7", "7", Some(700)),
            (".5", ".5", Some(50)),
            ("1.2.345", "1.23", Some(123)),
            (".", ".", None),
            ("none", "", None),
        ] {
            let mut draft = Draft::new(0);
            draft.typed(&Msg::Amount, typed.to_owned());
            assert_eq!((draft.amount.as_str(), draft.hundredths()), (shown, amount));
        }
    }
}
