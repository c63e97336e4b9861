//! The home page with the week and the latest expenses, and the pages around it.

use super::{
    ledger::{CATEGORIES, INCOME, day_of, hundredths, newest, number},
    line::expense,
};
use crate::{
    msg::expense::{Msg, Place},
    paint::{Color, IconName},
    state::DeviceState,
    toolkit::{
        Dim, Gravity, Ink, View, button, column,
        date::{DAY_MS, Date},
        edit, fab, frame_of, image, image_button, row, scroller, text, toolbar, toolbar_title,
    },
};

/// Expenses that the home page lists.
const RECENT: usize = 4;
const CARD: Color = Color::rgb(0xeef0f4);

fn bar(place: Place) -> View {
    toolbar(
        "toolbar",
        [
            image_button(IconName::Menu, "", Msg::Menu),
            toolbar_title(place.title()),
        ],
    )
}

fn page(place: Place, id: &'static str, content: impl IntoIterator<Item = View>) -> View {
    let body = scroller("android.widget.ScrollView", id, "", content);
    column([bar(place), body.height(Dim::Share(1)).pad(16, 8)]).fill()
}

fn card(content: impl IntoIterator<Item = View>) -> View {
    column([column(content)
        .class("androidx.cardview.widget.CardView")
        .wide()
        .pad(12, 8)
        .ground(CARD, 8)])
    .wide()
    .pad(0, 6)
}

/// What came in and went out in a week.
struct Week {
    range: String,
    income: i64,
    outcome: i64,
    /// What went out on each day.
    days: [i64; 7],
}

impl Week {
    /// The week of today.
    fn of(device: &DeviceState) -> Self {
        let today = Date::from_ms(device.clock.now_ms());
        let first = today.midnight() - i64::from((today.weekday + 1) % 7) * DAY_MS;
        let mut week = Self {
            range: format!("{} - {}", day_of(first), day_of(first + 6 * DAY_MS)),
            income: 0,
            outcome: 0,
            days: [0; 7],
        };
        for it in newest(device) {
            let day = (number(it, "created_date") - first).div_euclid(DAY_MS);
            let amount = number(it, "amount");
            if let Some(of_day) = usize::try_from(day).ok().and_then(|it| week.days.get_mut(it)) {
                if number(it, "category") == INCOME {
                    week.income += amount;
                } else {
                    week.outcome += amount;
                    *of_day += amount;
                }
            }
        }
        week
    }

    fn graph(&self) -> View {
        let most = self.days.iter().copied().max().unwrap_or_default().max(1);
        let bars = self.days.map(|it| {
            let high = 4 + (it * 96 / most) as i32;
            let bar = View::new("android.view.View").across(20).high(high);
            column([
                View::new("android.view.View").high(100 - high),
                bar.ground(super::sheets::ACCENT, 4),
            ])
            .class("android.view.View")
            .width(Dim::Share(1))
        });
        card([
            text("Expenses in this Week").id("tv_title").size(16),
            self.shown_range(),
            row(bars)
                .class("android.view.View")
                .id("expense_graph")
                .wide()
                .high(112),
        ])
    }

    fn totals(&self) -> View {
        let value = |label, label_id, amount, id, symbol_id| {
            row([
                text(label).id(label_id).width(Dim::Share(1)).size(16),
                text(hundredths(amount)).id(id).size(16),
                text("$").id(symbol_id).size(16),
            ])
            .wide()
            .pad(0, 4)
        };
        card([
            text("Totals").id("tv_expense_in_out_title").size(16),
            self.shown_range(),
            value(
                "Income",
                "tv_income",
                self.income,
                "tv_income_value",
                "tv_income_symobol",
            ),
            value(
                "Outcome",
                "tv_outcome",
                self.outcome,
                "tv_outcome_value",
                "tv_outcome_symbol",
            ),
        ])
    }

    fn shown_range(&self) -> View {
        let range = text(self.range.clone()).id("tv_date_range");
        range.size(12).ink(Ink::Dim)
    }
}

/// The latest expenses, if there are any.
fn recent(device: &DeviceState) -> Option<View> {
    let recent: Vec<View> = newest(device)
        .into_iter()
        .take(RECENT)
        .map(|it| expense(it, "cd_expense"))
        .collect();
    let any = !recent.is_empty();
    any.then(|| {
        card([
            text("Recent").id("tv_recent_lists").size(16),
            column(recent)
                .class("androidx.recyclerview.widget.RecyclerView")
                .id("rv_recent_lists")
                .wide(),
            button("More", Msg::Go(Place::Logs))
                .id("btn_more_logs")
                .at(Gravity::End),
        ])
    })
}

/// The home page.
pub(super) fn view(device: &DeviceState) -> View {
    let week = Week::of(device);
    let cards = [week.graph(), week.totals()].into_iter().chain(recent(device));
    let list = scroller("androidx.recyclerview.widget.RecyclerView", "rv_home", "", cards);
    let add = fab("fb_main_add", "", IconName::Plus, Msg::Add);
    frame_of([
        column([bar(Place::Home), list.height(Dim::Share(1)).pad(16, 8)]).fill(),
        add,
    ])
    .fill()
}

/// What the drawer shows above its lines.
pub(super) fn drawer_head() -> View {
    let close = image_button(IconName::Close, "", Msg::Close)
        .id("btn_close")
        .at(Gravity::End);
    let name = row([
        text("Pro Expense").id("tv_app_name").size(20).bold(),
        text("beta").size(12),
    ])
    .id("ln_app_name");
    column([close, image(IconName::Label).id("imv_app_logo"), name])
        .wide()
        .pad(16, 12)
}

/// How much of all that was spent went where.
pub(super) fn statistics(device: &DeviceState) -> View {
    let all: i64 = newest(device).iter().map(|it| number(it, "amount")).sum();
    let mut lines = vec![text("Category Statistics").id("tv_category_statistics").size(16)];
    for (category, name) in CATEGORIES {
        let of_it: i64 = newest(device)
            .iter()
            .filter(|it| number(it, "category") == category)
            .map(|it| number(it, "amount"))
            .sum();
        if of_it > 0 {
            let thousandths = of_it * 1000 / all;
            let progress = text(format!("{}.{}%", thousandths / 10, thousandths % 10)).id("tv_progress");
            let name = text(name).id("tv_category_name").width(Dim::Share(1));
            lines.push(
                row([name, progress])
                    .class("android.widget.RelativeLayout")
                    .wide()
                    .pad(0, 8),
            );
        }
    }
    if lines.len() == 1 {
        lines.push(text("No Data").id("tv_no_data"));
    }
    page(Place::Statistics, "nsv_statistic", [card(lines)])
}

/// Export and import, which this phone has nobody to exchange with for.
pub(super) fn backup() -> View {
    let choice = |label, id| {
        card([row([
            image(IconName::File),
            text(label).id(id).size(16).at(Gravity::Center),
        ])])
        .tap(Msg::Nothing)
    };
    page(
        Place::Backup,
        "ct_logs",
        [
            choice("Export", "tv_export"),
            choice("Import", "tv_import"),
            text("Backup Logs").id("tv_backup_logs").size(16),
            text("No Data").id("tv_no_data"),
        ],
    )
}

/// The form for feedback, which is sent nowhere.
pub(super) fn feedback() -> View {
    page(
        Place::Feedback,
        "nv_feedback",
        [
            text("We went to know what you thought of your experience at Pro Expense app so we'd love to hear you feedback.")
                .id("tv_feedback_description")
                .wide(),
            edit(Msg::Nothing, "Name", "").id("edt_name").enabled(false),
            edit(Msg::Nothing, "Email", "").id("edt_email").enabled(false),
            edit(Msg::Nothing, "Your Comments*", "").id("edt_comment").enabled(false),
            button("Send Feedback", Msg::Nothing).id("btn_send").wide().enabled(false),
        ],
    )
}

/// About the app.
pub(super) fn about() -> View {
    let line = |label, id| {
        text(label)
            .id(id)
            .tap(Msg::Nothing)
            .size(16)
            .wide()
            .high(48)
            .pad(0, 12)
    };
    page(
        Place::About,
        "nv_about",
        [
            text("Pro Expense").id("tv_app_name").size(20).bold(),
            text("1.0.0-beta05").id("tv_version"),
            line("Privacy and Policy", "tv_policy"),
            line("Opens-Source Libraries", "tv_open_sources"),
            line("Contribute the app", "tv_contribute"),
        ],
    )
}

/// Language, currency and theme.
pub(super) fn settings() -> View {
    let line = |label, id, value: &'static str, value_id| {
        row([
            text(label).id(id).size(16).width(Dim::Share(1)),
            text(value).id(value_id).size(16).ink(Ink::Dim),
        ])
        .class("android.widget.FrameLayout")
        .tap(Msg::Nothing)
        .wide()
        .high(56)
        .pad(0, 14)
    };
    page(
        Place::Settings,
        "nv_settings",
        [
            line("Language", "tv_language", "English", "tv_language_value"),
            line("Currency", "tv_currency", "$", "tv_currency_value"),
            line(
                "Theme Mode",
                "tv_choose_theme",
                "System Default",
                "tv_theme_value",
            ),
        ],
    )
}
