//! How a list shows an expense, and what places are called.

use super::ledger::{moment, number, signed, title};
use crate::{
    msg::expense::{Msg, Place},
    paint::IconName,
    state::Row,
    toolkit::{Dim, Gravity, Ink, View, column, image, row, text},
};

/// One expense of a list.
pub(super) fn expense(it: &Row, id: &'static str) -> View {
    let words = column([
        text(title(it)).id("tv_name").size(16),
        text(moment(number(it, "created_date")))
            .id("tv_date")
            .size(12)
            .ink(Ink::Dim),
    ]);
    let amount = row([
        text(signed(it)).id("tv_amount").size(16),
        text("$").id("tv_currency_symbol").size(16),
    ])
    .id("linear_amount")
    .at(Gravity::Center);
    row([
        image(IconName::Label).id("imv_category"),
        words.width(Dim::Share(1)).at(Gravity::Center).pad(12, 0),
        amount,
    ])
    .class("android.widget.RelativeLayout")
    .id(id)
    .tap(Msg::Expense(it.id))
    .wide()
    .high(72)
    .pad(16, 8)
}

impl Place {
    /// Its title, as its toolbar says it.
    pub(super) fn title(self) -> &'static str {
        match self {
            Place::Home => "Home",
            Place::Logs => "Expense Logs",
            Place::Statistics => "Statistics",
            Place::Backup => "Backup",
            Place::Feedback => "Feedback",
            Place::About => "About",
            Place::Settings => "Settings",
        }
    }
}
