//! The list of conversations, and the two pages its toolbar leads to.

use super::{
    Msg, Sms,
    messages::{conversations, name_of, time_of},
};
use crate::{
    paint::IconName,
    state::DeviceState,
    toolkit::{
        Dim, Gravity, Ink, View, column, date::Date, edit, fab, frame_of, icon, image, image_button, row,
        scroller, text, toolbar, toolbar_title, view::Enter,
    },
};

impl Sms {
    pub(super) fn list(&self, device: &DeviceState) -> View {
        let query = self.query.to_lowercase();
        let mut rows = Vec::new();
        let all = conversations(device);
        for it in &all {
            let address = it.get("address").to_owned();
            let name = name_of(device, &address);
            if !name.to_lowercase().contains(&query) && !it.get("body").to_lowercase().contains(&query) {
                continue;
            }
            let words = column([
                text(name).id("conversation_address").size(16).wide(),
                text(it.get("body").to_owned())
                    .id("conversation_body_short")
                    .ink(Ink::Dim)
                    .wide()
                    .high(20),
            ]);
            let selected = self.threads.contains(&address);
            let msg = Msg::Thread(address);
            rows.push(
                row([
                    image(IconName::Person).id("conversation_image"),
                    words.width(Dim::Share(1)).at(Gravity::Center).pad(8, 0),
                    text(date_of(device, time_of(it)))
                        .id("conversation_date")
                        .size(12),
                ])
                .class("android.widget.FrameLayout")
                .id("conversation_frame")
                .tap(msg.clone())
                .hold(msg)
                .selected(selected)
                .wide()
                .high(72)
                .pad(16, 8),
            );
        }
        let found = !rows.is_empty();
        let list = scroller(
            "androidx.recyclerview.widget.RecyclerView",
            "conversations_list",
            &self.query,
            rows,
        );
        let mut parts = vec![list.ordered().fill()];
        if all.is_empty() {
            let hint = text("Start a conversation")
                .id("no_conversations_placeholder_2")
                .ink(Ink::Accent)
                .tap(Msg::Compose);
            let note = text("No stored conversations have been found").id("no_conversations_placeholder");
            parts.push(column([note, hint.high(48)]).at(Gravity::Center));
        } else if !found {
            parts.push(
                text("No items found.")
                    .id("search_placeholder")
                    .at(Gravity::Center),
            );
        }
        parts.push(
            fab("conversations_fab", "", IconName::Plus, Msg::Compose).class("android.widget.ImageView"),
        );
        let bar = if self.threads.is_empty() {
            self.search_bar()
        } else {
            toolbar(
                "toolbar",
                [
                    image_button(IconName::Back, "Done", Msg::Up).id("action_mode_close_button"),
                    toolbar_title(format!("{} / {}", self.threads.len(), all.len())),
                    icon(IconName::Trash, "Delete", Msg::Delete).id("cab_delete"),
                    icon(IconName::Phone, "Dial number", Msg::Dial).id("cab_dial_number"),
                ],
            )
        };
        column([bar, frame_of(parts).wide().height(Dim::Share(1))]).fill()
    }

    fn search_bar(&self) -> View {
        let search = edit(Msg::SearchText, "Search", self.query.clone())
            .id("top_toolbar_search")
            .enter(Enter::Submit);
        row([
            image_button(IconName::Search, "Search", Msg::SearchIcon)
                .id("top_toolbar_search_icon")
                .class("android.widget.ImageView"),
            search.width(Dim::Share(1)),
            icon(IconName::Settings, "Settings", Msg::Settings).id("settings"),
            icon(IconName::Info, "About", Msg::About).id("about"),
        ])
        .class("android.widget.RelativeLayout")
        .id("top_toolbar_holder")
        .wide()
        .high(64)
        .pad(16, 4)
    }
}

/// As the list shows when something was: the time for today, else the day.
pub(super) fn date_of(device: &DeviceState, ms: i64) -> String {
    let (then, now) = (Date::from_ms(ms), Date::from_ms(device.clock.now_ms()));
    if (then.year, then.month, then.day) == (now.year, now.month, now.day) {
        then.time()
    } else {
        let month = crate::toolkit::date::MONTHS[then.month as usize - 1];
        format!("{} {}", &month[..3], then.day)
    }
}
