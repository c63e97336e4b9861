//! The logs: all expenses by day, to be opened, selected and deleted.

use super::{
    Expense, Msg,
    ledger::{day_of, newest, number},
    line::expense,
};
use crate::{
    paint::{Color, IconName},
    state::{DeviceState, Row},
    toolkit::{
        Dim, Gravity, Ink, View, column, frame_of, icon, image, image_button, row, scroller, text, toolbar,
        toolbar_title,
    },
};

impl Expense {
    pub(super) fn logs(&self, device: &DeviceState) -> View {
        let mut bar = vec![
            image_button(IconName::Menu, "", Msg::Menu),
            toolbar_title("Expense Logs"),
        ];
        if !self.selected.is_empty() {
            bar.push(icon(IconName::Trash, "Delete", Msg::DeleteSelected).id("delete"));
        }
        bar.push(icon(IconName::Sort, "Filter", Msg::Filter).id("filter"));
        let mut all = newest(device);
        all.retain(|it| self.filter.lets_through(number(it, "created_date")));
        if !self.filter.newest_first {
            all.reverse();
        }
        let mut lines = Vec::new();
        let mut day = String::new();
        for it in &all {
            let this = day_of(number(it, "created_date"));
            if this != day {
                lines.push(frame_of([text(this.clone())
                    .id("tv_date")
                    .ink(Ink::Dim)
                    .wide()
                    .pad(16, 8)]));
                day = this;
            }
            lines.push(self.line(it));
        }
        let body = if lines.is_empty() {
            column([
                image(IconName::List),
                text("No Expense Logs").id("tv_no_expense_logs").size(18),
            ])
            .at(Gravity::Center)
        } else {
            scroller(
                "androidx.recyclerview.widget.RecyclerView",
                "rv_expense",
                "",
                lines,
            )
            .fill()
        };
        column([
            toolbar("tb_expense", bar),
            frame_of([body]).wide().height(Dim::Share(1)),
        ])
        .fill()
    }

    fn line(&self, it: &Row) -> View {
        let selected = self.selected.contains(&it.id);
        let mut parts = Vec::new();
        if selected {
            parts.push(image(IconName::Check).id("imv_check").across(40).high(40));
        }
        parts.push(
            expense(it, "cd_expense")
                .drag(Msg::Swipe(it.id))
                .width(Dim::Share(1)),
        );
        if self.swiped == Some(it.id) {
            parts.push(
                column([
                    image(IconName::Trash)
                        .id("imv_delete_icon")
                        .ink(Ink::Light)
                        .across(24)
                        .high(24)
                        .at(Gravity::Center),
                    text("Delete")
                        .id("tv_undo")
                        .tap(Msg::DeleteSwiped(it.id))
                        .ink(Ink::Light)
                        .high(40),
                ])
                .id("fl_back")
                .ground(Color::rgb(0xb3261e), 0)
                .high(72)
                .pad(16, 4),
            );
        }
        let line = row(parts).class("android.widget.FrameLayout").wide().high(72);
        if selected { line.selected(true) } else { line }
    }
}
