//! The messages of one conversation, and the composer below them.

use super::{
    Msg, Sms,
    list::date_of,
    messages::{TABLE, digits, is_sending, name_of, time_of},
};
use crate::{
    paint::{Color, IconName},
    state::{DeviceState, Row},
    toolkit::{
        Dim, Gravity, Ink, MenuItem, View, button, column, edit, icon, image_button, menu_button, row,
        scroller, text, toolbar, toolbar_title,
        view::{Axis, Enter},
    },
};

/// The room that a message leaves at the other side, in density-independent pixels.
const OTHER_SIDE: i32 = 64;

/// The time is written again after this many milliseconds without a message.
const PAUSE_MS: i64 = 300_000;

/// What can be attached; the phone has no app for any of it.
const ATTACHMENTS: [&str; 6] = [
    "Choose photo",
    "Choose video",
    "Take photo",
    "Record video",
    "Record audio",
    "Choose file",
];

impl Sms {
    pub(super) fn thread(&self, device: &DeviceState, address: &str) -> View {
        let number = digits(address);
        let mut messages: Vec<&Row> = device
            .tables
            .rows(TABLE)
            .iter()
            .filter(|it| digits(it.get("address")) == number)
            .collect();
        messages.sort_by_key(|it| time_of(it));
        let mut rows = Vec::with_capacity(messages.len() * 2);
        let mut last = None;
        for it in &messages {
            let time = time_of(it);
            if last.is_none_or(|last| time - last > PAUSE_MS) {
                rows.push(
                    text(date_of(device, time))
                        .id("thread_date_time")
                        .size(12)
                        .ink(Ink::Dim)
                        .at(Gravity::Center)
                        .pad(12, 4),
                );
                last = Some(time);
            }
            rows.push(self.bubble(it));
            if is_sending(device, it) {
                rows.push(
                    text("Sending…")
                        .id("thread_sending")
                        .size(12)
                        .ink(Ink::Dim)
                        .at(Gravity::End)
                        .pad(12, 4),
                );
            }
        }
        let list = scroller(
            "androidx.recyclerview.widget.RecyclerView",
            "thread_messages_list",
            address,
            rows,
        );
        let mut parts = vec![
            self.thread_bar(device, address, messages.len()),
            list.ordered().height(Dim::Share(1)),
            self.composer(),
        ];
        if self.attaching {
            let choices = ATTACHMENTS.map(|it| {
                text(it)
                    .size(12)
                    .align(crate::paint::Align::Center)
                    .tap(Msg::Attachment)
                    .wide()
                    .high(64)
            });
            let mut picker = crate::toolkit::frame_of(choices)
                .id("attachment_picker_holder")
                .wide();
            picker.axis = Axis::Grid(4);
            parts.push(picker);
        }
        column(parts).fill()
    }

    fn bubble(&self, message: &Row) -> View {
        let sent = message.get("type") == "2";
        let (ground, ink) = if sent {
            (Color::rgb(0x1a5fb4), Ink::Light)
        } else {
            (Color::rgb(0xe8eaed), Ink::Normal)
        };
        let body = text(message.get("body").to_owned())
            .id("thread_message_body")
            .tap(Msg::PickMessage(message.id))
            .hold(Msg::PickMessage(message.id))
            .selected(self.picked.contains(&message.id))
            .size(16)
            .pad(12, 8)
            .ink(ink)
            .ground(ground, 12)
            .at(if sent { Gravity::End } else { Gravity::Start });
        let mut holder = column([body]).id("thread_message_holder").wide().pad(12, 4);
        // However long a message is, its side can be told.
        let [left, _, right, _] = &mut holder.pad;
        *(if sent { left } else { right }) = OTHER_SIDE;
        holder
    }

    fn thread_bar(&self, device: &DeviceState, address: &str, count: usize) -> View {
        if self.picked.is_empty() {
            return toolbar(
                "thread_toolbar",
                [
                    image_button(IconName::Back, "Back", Msg::Up),
                    toolbar_title(name_of(device, address)),
                    icon(IconName::Trash, "Delete", Msg::Delete).id("delete"),
                    icon(IconName::Phone, "Dial number", Msg::Dial).id("dial_number"),
                ],
            );
        }
        let mut parts = vec![
            image_button(IconName::Back, "Done", Msg::Up).id("action_mode_close_button"),
            toolbar_title(format!("{} / {count}", self.picked.len())),
        ];
        let single = self.picked.len() == 1;
        if single {
            parts.push(
                icon(IconName::Copy, "Copy to clipboard", Msg::CopyMessage).id("cab_copy_to_clipboard"),
            );
            parts.push(icon(IconName::Share, "Share", Msg::ShareMessage).id("cab_share"));
        }
        parts.push(icon(IconName::Trash, "Delete", Msg::Delete).id("cab_delete"));
        if single {
            let more = vec![
                MenuItem::new("Properties", Msg::Properties),
                MenuItem::new("Forward", Msg::ForwardMessage),
                MenuItem::new("Select text", Msg::SelectText),
            ];
            parts.push(menu_button(IconName::More, "More options", more));
        }
        toolbar("thread_toolbar", parts)
    }

    fn composer(&self) -> View {
        let mut send = button("SMS", Msg::Send)
            .id("thread_send_message")
            .enabled(!self.body.trim().is_empty());
        send.desc = "OK".into();
        let field = edit(Msg::Body, "Type a message…", self.body.clone())
            .id("thread_type_message")
            .enter(Enter::Newline);
        row([
            image_button(IconName::Plus, "Attachment", Msg::Attach)
                .id("thread_add_attachment")
                .class("android.widget.ImageView"),
            field.width(Dim::Share(1)).at(Gravity::Center),
            send.at(Gravity::Center),
        ])
        .id("message_holder")
        .wide()
        .pad(8, 4)
    }
}
