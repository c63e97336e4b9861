//! The sheets that come up over a page: one expense, the question before a deletion, and the filter.

use super::ledger::{hundredths, moment, number, title};
use crate::{
    msg::expense::Msg,
    paint::{Align, Color, IconName},
    state::Row,
    toolkit::{
        Dim, Gravity, Ink, View, Window, WindowKind, button, column,
        date::{DAY_MS, Date, MONTHS},
        image, image_button, row, text,
    },
};

pub(super) const ACCENT: Color = Color::rgb(0x1a5fb4);
const CARD: Color = Color::rgb(0xeef0f4);

/// What the logs show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Filter {
    pub from: Option<i64>,
    pub to: Option<i64>,
    pub newest_first: bool,
}

impl Default for Filter {
    fn default() -> Self {
        Self {
            from: None,
            to: None,
            newest_first: true,
        }
    }
}

impl Filter {
    /// As its sheet opens: without dates, it is about the last thirty days.
    pub fn opened(&self, now: i64) -> Self {
        let today = Date::from_ms(now).midnight();
        Self {
            from: self.from.or(Some(today - 30 * DAY_MS)),
            to: self.to.or(Some(today + DAY_MS - 1)),
            ..self.clone()
        }
    }

    pub fn ends(&self) -> (i64, i64) {
        (self.from.unwrap_or_default(), self.to.unwrap_or_default())
    }

    pub fn lets_through(&self, ms: i64) -> bool {
        self.from.is_none_or(|it| it <= ms) && self.to.is_none_or(|it| ms <= it)
    }

    pub fn view(&self) -> Window {
        let (from, to) = self.ends();
        let card = |id, ids: [&'static str; 3], ms: i64, msg: Msg| {
            let date = Date::from_ms(ms);
            let texts = [
                MONTHS[date.month as usize - 1][..3].to_owned(),
                date.day.to_string(),
                date.year.to_string(),
            ];
            let texts = texts.into_iter().zip(ids);
            row(texts.map(|(it, id)| text(it).id(id).size(18).pad(6, 4)))
                .class("androidx.cardview.widget.CardView")
                .id(id)
                .tap(msg)
                .high(48)
                .ground(CARD, 8)
        };
        let order = |label: &'static str, id, newest: bool| {
            button(label, Msg::NewestFirst(newest))
                .id(id)
                .checked(self.newest_first == newest)
                .ground(
                    if self.newest_first == newest {
                        Color::rgb(0xc9d9f2)
                    } else {
                        Color::WHITE
                    },
                    4,
                )
        };
        let label = |it: &'static str, id| text(it).id(id).ink(Ink::Dim).wide().pad(0, 6);
        let content = [
            text("Filter").id("tv_filter").size(20).bold().wide().pad(0, 8),
            label("From", "tv_from"),
            card(
                "cv_start_date",
                ["tv_start_month", "tv_start_day", "tv_start_year"],
                from,
                Msg::FilterFrom,
            ),
            label("To", "tv_to"),
            card(
                "cv_end_date",
                ["tv_end_month", "tv_end_day", "tv_end_year"],
                to,
                Msg::FilterTo,
            ),
            label("Order by Date in", "tv_sorted_by"),
            row([
                order("Desc", "btn_date_order_desc", true),
                order("Asc", "btn_date_order_asc", false),
            ])
            .id("tg_date_order"),
            button("Apply Filter", Msg::ApplyFilter)
                .id("btn_apply_filter")
                .wide(),
        ];
        sheet(content)
    }
}

fn sheet(content: impl IntoIterator<Item = View>) -> Window {
    Window::over(
        WindowKind::Sheet,
        column(content).wide().pad(20, 16).ground(Color::WHITE, 16),
    )
}

/// One expense with all that is known about it.
pub(super) fn detail(it: &Row) -> Window {
    let line = |label, label_id, value: Vec<View>| {
        row([text(label)
            .id(label_id)
            .ink(Ink::Dim)
            .width(Dim::Share(1))
            .at(Gravity::Center)])
        .with_all(value)
        .wide()
        .pad(12, 8)
    };
    let amount = hundredths(number(it, "amount"));
    let bare = |icon, id, msg: Msg| {
        View::new("android.widget.ImageView")
            .picture(icon)
            .id(id)
            .tap(msg)
    };
    let card = column([
        row([
            image(IconName::Label).id("imv_category"),
            text(title(it))
                .id("tv_name_value")
                .size(18)
                .width(Dim::Share(1))
                .at(Gravity::Center)
                .pad(8, 0),
            bare(IconName::Trash, "btn_delete", Msg::DeleteShown)
                .across(48)
                .high(48),
        ])
        .wide()
        .pad(12, 8),
        line(
            "Amount",
            "tv_amount",
            vec![
                text(amount).id("tv_amount_value").size(16),
                text("$").id("tv_currency_symbol").size(16),
            ],
        ),
        line(
            "Date",
            "tv_date",
            vec![
                text(moment(number(it, "created_date")))
                    .id("tv_date_value")
                    .size(16),
            ],
        ),
        line(
            "Note",
            "tv_note",
            vec![text(it.get("note").to_owned()).id("tv_note_value").size(16)],
        ),
    ])
    .id("cd_info")
    .wide()
    .ground(CARD, 8);
    let head = row([
        text("Expense Detail")
            .id("tv_expense_detail")
            .size(20)
            .bold()
            .width(Dim::Share(1))
            .at(Gravity::Center),
        image_button(IconName::Close, "", Msg::Close).id("btn_close"),
    ])
    .wide();
    let edit = button("Edit", Msg::EditShown).id("btn_edit").wide();
    sheet([head, card, edit])
}

/// The question before expenses are deleted.
pub(super) fn confirm(count: usize) -> Window {
    let head = row([
        text("Delete Items")
            .id("tv_delete_item")
            .size(20)
            .bold()
            .width(Dim::Share(1))
            .at(Gravity::Center),
        View::new("android.widget.ImageView")
            .picture(IconName::Close)
            .id("imv_drop_close")
            .tap(Msg::Close)
            .across(48)
            .high(48),
    ])
    .wide();
    let items = if count == 1 {
        "1 item".to_owned()
    } else {
        format!("{count} items")
    };
    let card = column([
        text(items).id("tv_items").size(18).align(Align::Center).wide(),
        text("will be deleted!")
            .id("tv_delete_description")
            .align(Align::Center)
            .wide(),
    ])
    .wide()
    .pad(12, 12)
    .ground(CARD, 8);
    let confirm = button("Confirm", Msg::Confirm).id("btn_confirm").wide();
    sheet([head, card, confirm])
}
