//! Simple SMS Messenger 5.19.3: conversations, a new one, and the thread with its composer.
//!
//! A message is a row of the table `sms` with the columns `address`, `body`, `date` (milliseconds) and `type`
//! (`1` received, `2` sent), as Android's provider has them.

use super::{App, AppInfo, Context, Event};
use crate::{
    paint::{Color, IconName},
    state::{DeviceState, Row},
    toolkit::{
        Dim, Gravity, Ink, View, Window, button, column, date::Date, dialog, edit, fab, frame_of, icon,
        image, image_button, parts::message, row, scroller, text, toolbar, toolbar_title, view::Enter,
    },
};

const TABLE: &str = "sms";

/// What its widgets tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named like the widgets")]
pub enum Msg {
    Thread(String),
    PickThread(String),
    Compose,
    SearchText,
    Address,
    Confirm,
    Body,
    Send,
    PickMessage(i64),
    CopyMessage,
    ForwardMessage,
    Delete,
    DeleteDone,
    Keep,
    Up,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Page {
    List,
    New { address: String },
    Thread { address: String },
}

/// Simple SMS Messenger.
#[derive(Clone, Debug)]
pub struct Sms {
    page: Page,
    query: String,
    /// What is typed into the composer.
    body: String,
    /// Conversations that are selected, by address.
    threads: Vec<String>,
    /// Messages that are selected.
    picked: Vec<i64>,
    deleting: bool,
}

/// Put a message into the table, sent or received now. No two messages have the same time.
pub fn deliver(device: &mut DeviceState, address: &str, body: &str, sent: bool) {
    device.clock.advance(1_000);
    let now = device.clock.now_ms().to_string();
    let kind = if sent { "2" } else { "1" };
    let fields = [
        ("address", address),
        ("body", body),
        ("date", &now),
        ("type", kind),
    ];
    device.tables.insert(TABLE, fields);
}

/// A number without what only makes it readable.
fn digits(address: &str) -> String {
    address
        .chars()
        .filter(|it| !matches!(it, '-' | ' ' | '(' | ')'))
        .collect()
}

/// The name of the contact with this number, or the number.
fn name_of(device: &DeviceState, address: &str) -> String {
    let number = digits(address);
    let known = device
        .tables
        .rows("contacts")
        .iter()
        .find(|it| digits(it.get("phone")) == number);
    known.map_or(address, |it| it.get("display_name")).to_owned()
}

fn time_of(message: &Row) -> i64 {
    message.get("date").parse().unwrap_or_default()
}

/// Every conversation's last message, the newest first.
fn conversations(device: &DeviceState) -> Vec<&Row> {
    let mut last: Vec<&Row> = Vec::new();
    for it in device.tables.rows(TABLE) {
        match last
            .iter_mut()
            .find(|kept| digits(kept.get("address")) == digits(it.get("address")))
        {
            Some(kept) if time_of(kept) <= time_of(it) => *kept = it,
            Some(_) => {}
            None => last.push(it),
        }
    }
    last.sort_by_key(|it| std::cmp::Reverse(time_of(it)));
    last
}

impl App for Sms {
    type Msg = Msg;
    const INFO: AppInfo = AppInfo {
        label: "SMS Messenger",
        package: "com.simplemobiletools.smsmessenger",
        activity: ".activities.MainActivity",
        names: &["simple sms messenger", "simple sms"],
        takes_text: true,
        icon: Some(IconName::Message),
    };

    fn start(_: &DeviceState) -> Self {
        Self {
            page: Page::List,
            query: String::new(),
            body: String::new(),
            threads: Vec::new(),
            picked: Vec::new(),
            deleting: false,
        }
    }

    fn activity(&self) -> &'static str {
        match self.page {
            Page::List => Self::INFO.activity,
            Page::New { .. } => ".activities.NewConversationActivity",
            Page::Thread { .. } => ".activities.ThreadActivity",
        }
    }

    fn view(&self, device: &DeviceState) -> Vec<Window> {
        let root = match &self.page {
            Page::List => self.list(device),
            Page::New { address } => new_conversation(device, address),
            Page::Thread { address } => self.thread(device, address),
        };
        let mut windows = vec![Window::activity(root)];
        if self.deleting {
            let question = "Are you sure you want to proceed with the deletion?";
            let (no, yes) = (button("No", Msg::Keep), button("Yes", Msg::DeleteDone));
            windows.push(dialog("", vec![message(question)], None, Some(no), Some(yes)));
        }
        windows
    }

    fn update(&mut self, ctx: &mut Context<'_>, event: Event<Msg>) {
        match event {
            Event::Tap(msg) | Event::Submit(msg) => self.tapped(ctx, msg),
            Event::Hold(Msg::Thread(address) | Msg::PickThread(address)) => {
                toggle(&mut self.threads, address)
            }
            Event::Hold(Msg::PickMessage(id)) => toggle(&mut self.picked, id),
            Event::Edit(Msg::Body, text) => self.body = text,
            Event::Edit(Msg::SearchText, text) => self.query = text,
            Event::Edit(Msg::Address, text) => {
                if let Page::New { address } = &mut self.page {
                    *address = text;
                }
            }
            Event::Back => self.back(ctx),
            Event::Shared(text) => {
                self.body = text;
                self.page = Page::New {
                    address: String::new(),
                };
                ctx.focus(Msg::Address);
            }
            Event::Hold(_)
            | Event::Edit(..)
            | Event::Drag(..)
            | Event::Fling(_)
            | Event::Pause
            | Event::Resume
            | Event::Permission(_) => {}
        }
    }
}

fn toggle<T: PartialEq>(list: &mut Vec<T>, it: T) {
    match list.iter().position(|kept| *kept == it) {
        Some(at) => {
            list.remove(at);
        }
        None => list.push(it),
    }
}

impl Sms {
    fn tapped(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        match msg {
            Msg::Thread(address) if self.threads.is_empty() => {
                // What was shared or forwarded waits in a new conversation.
                if self.page == Page::List {
                    self.body.clear();
                }
                self.page = Page::Thread { address };
            }
            Msg::Thread(address) | Msg::PickThread(address) => toggle(&mut self.threads, address),
            Msg::Compose => {
                self.body.clear();
                self.page = Page::New {
                    address: String::new(),
                };
                ctx.focus(Msg::Address);
            }
            Msg::Address | Msg::Confirm => {
                if let Page::New { address } = &self.page
                    && !address.trim().is_empty()
                {
                    self.page = Page::Thread {
                        address: address.trim().to_owned(),
                    };
                    ctx.focus(Msg::Body);
                }
            }
            Msg::Send => {
                if let Page::Thread { address } = &self.page
                    && !self.body.trim().is_empty()
                {
                    let body = std::mem::take(&mut self.body);
                    deliver(ctx.device, address, body.trim(), true);
                }
            }
            Msg::PickMessage(id) => {
                if !self.picked.is_empty() {
                    toggle(&mut self.picked, id);
                }
            }
            Msg::CopyMessage => {
                if let Some(it) = self
                    .picked
                    .first()
                    .and_then(|id| ctx.device.tables.row(TABLE, *id))
                {
                    ctx.device.clipboard = Some(it.get("body").to_owned());
                    ctx.toast("Value copied to clipboard");
                }
                self.picked.clear();
            }
            Msg::ForwardMessage => {
                if let Some(it) = self
                    .picked
                    .first()
                    .and_then(|id| ctx.device.tables.row(TABLE, *id))
                {
                    self.body = it.get("body").to_owned();
                    self.page = Page::New {
                        address: String::new(),
                    };
                    ctx.focus(Msg::Address);
                }
                self.picked.clear();
            }
            Msg::Delete => self.deleting = true,
            Msg::DeleteDone => self.delete(ctx),
            Msg::Keep => self.deleting = false,
            Msg::Up => self.back(ctx),
            Msg::SearchText | Msg::Body => {}
        }
    }

    fn delete(&mut self, ctx: &mut Context<'_>) {
        let mut gone: Vec<String> = self.threads.iter().map(|it| digits(it)).collect();
        let messages = std::mem::take(&mut self.picked);
        if messages.is_empty()
            && let Page::Thread { address } = &self.page
        {
            gone.push(digits(address));
        }
        let rows = ctx.device.tables.rows(TABLE);
        let ids = rows
            .iter()
            .filter(|it| gone.contains(&digits(it.get("address"))))
            .map(|it| it.id);
        for id in ids.chain(messages).collect::<Vec<_>>() {
            ctx.device.tables.delete(TABLE, id);
        }
        if !gone.is_empty() {
            self.page = Page::List;
        }
        self.threads.clear();
        self.deleting = false;
    }

    fn back(&mut self, ctx: &mut Context<'_>) {
        if self.deleting {
            self.deleting = false;
        } else if !self.threads.is_empty() || !self.picked.is_empty() {
            self.threads.clear();
            self.picked.clear();
        } else if self.page != Page::List {
            self.page = Page::List;
            self.body.clear();
        } else if !self.query.is_empty() {
            self.query.clear();
        } else {
            ctx.leave();
        }
    }

    fn list(&self, device: &DeviceState) -> View {
        let query = self.query.to_lowercase();
        let mut rows = Vec::new();
        for it in conversations(device) {
            let address = it.get("address").to_owned();
            let name = name_of(device, &address);
            if !name.to_lowercase().contains(&query) && !it.get("body").to_lowercase().contains(&query) {
                continue;
            }
            let date = Date::from_ms(time_of(it));
            let words = column([
                text(name).id("conversation_address").size(16).wide(),
                text(it.get("body").to_owned())
                    .id("conversation_body_short")
                    .ink(Ink::Dim)
                    .wide()
                    .high(20),
            ]);
            let msg = Msg::Thread(address.clone());
            rows.push(
                row([
                    image(IconName::Person).id("conversation_image"),
                    words.width(Dim::Share(1)).at(Gravity::Center).pad(8, 0),
                    text(date.time()).id("conversation_date").size(12),
                ])
                .class("android.widget.RelativeLayout")
                .id("conversation_frame")
                .tap(msg.clone())
                .hold(msg)
                .selected(self.threads.contains(&address))
                .wide()
                .high(72)
                .pad(16, 8),
            );
        }
        let empty = rows.is_empty();
        let list = scroller(
            "androidx.recyclerview.widget.RecyclerView",
            "conversations_list",
            &self.query,
            rows,
        );
        let mut parts = vec![list.fill()];
        if empty {
            let hint = text("Start a conversation")
                .id("no_conversations_placeholder_2")
                .ink(Ink::Accent)
                .tap(Msg::Compose);
            let note = text("No stored conversations have been found").id("no_conversations_placeholder");
            parts.push(column([note, hint.high(48)]).at(Gravity::Center));
        }
        parts.push(
            fab("conversations_fab", "", IconName::Plus, Msg::Compose).class("android.widget.ImageView"),
        );
        let bar = if self.threads.is_empty() {
            let search = edit(Msg::SearchText, "Search", self.query.clone())
                .id("top_toolbar_search")
                .enter(Enter::Submit);
            row([image(IconName::Search), search.width(Dim::Share(1))])
                .wide()
                .high(64)
                .pad(16, 4)
        } else {
            toolbar(
                "toolbar",
                [
                    image_button(IconName::Back, "Done", Msg::Up).id("action_mode_close_button"),
                    toolbar_title(format!(
                        "{} / {}",
                        self.threads.len(),
                        conversations(device).len()
                    )),
                    icon(IconName::Trash, "Delete", Msg::Delete).id("cab_delete"),
                ],
            )
        };
        column([bar, frame_of(parts).wide().height(Dim::Share(1))]).fill()
    }

    fn thread(&self, device: &DeviceState, address: &str) -> View {
        let number = digits(address);
        let mut messages: Vec<&Row> = device
            .tables
            .rows(TABLE)
            .iter()
            .filter(|it| digits(it.get("address")) == number)
            .collect();
        messages.sort_by_key(|it| time_of(it));
        let rows = messages.iter().map(|it| {
            let sent = it.get("type") == "2";
            let (ground, ink) = if sent {
                (Color::rgb(0x1a5fb4), Ink::Light)
            } else {
                (Color::rgb(0xe8eaed), Ink::Normal)
            };
            let body = text(it.get("body").to_owned())
                .id("thread_message_body")
                .tap(Msg::PickMessage(it.id))
                .hold(Msg::PickMessage(it.id))
                .selected(self.picked.contains(&it.id))
                .size(16)
                .pad(12, 8)
                .ink(ink)
                .ground(ground, 12)
                .at(if sent { Gravity::End } else { Gravity::Start });
            let date = Date::from_ms(time_of(it));
            column([
                text(date.stamp())
                    .id("thread_date_time")
                    .size(12)
                    .ink(Ink::Dim)
                    .at(Gravity::Center),
                body,
            ])
            .wide()
            .pad(12, 4)
        });
        let list = scroller(
            "androidx.recyclerview.widget.RecyclerView",
            "thread_messages_list",
            address,
            rows,
        );
        let bar = if self.picked.is_empty() {
            toolbar(
                "thread_toolbar",
                [
                    image_button(IconName::Back, "Back", Msg::Up),
                    toolbar_title(name_of(device, address)),
                    icon(IconName::Trash, "Delete", Msg::Delete).id("delete"),
                ],
            )
        } else {
            let mut parts = vec![
                image_button(IconName::Back, "Done", Msg::Up).id("action_mode_close_button"),
                toolbar_title(format!("{} / {}", self.picked.len(), messages.len())),
            ];
            if self.picked.len() == 1 {
                parts.push(
                    icon(IconName::Copy, "Copy to clipboard", Msg::CopyMessage).id("cab_copy_to_clipboard"),
                );
                parts.push(icon(IconName::Forward, "Forward", Msg::ForwardMessage).id("cab_forward_message"));
            }
            parts.push(icon(IconName::Trash, "Delete", Msg::Delete).id("cab_delete"));
            toolbar("thread_toolbar", parts)
        };
        let mut send = button("SMS", Msg::Send)
            .id("thread_send_message")
            .enabled(!self.body.trim().is_empty());
        send.desc = "OK".into();
        let field = edit(Msg::Body, "Type a message…", self.body.clone())
            .id("thread_type_message")
            .enter(Enter::Newline);
        let composer = row([
            field.width(Dim::Share(1)).at(Gravity::Center),
            send.at(Gravity::Center),
        ]);
        column([
            bar,
            list.height(Dim::Share(1)),
            composer.id("message_holder").wide().pad(8, 4),
        ])
        .fill()
    }
}

fn new_conversation(device: &DeviceState, address: &str) -> View {
    let bar = toolbar(
        "new_conversation_toolbar",
        [
            image_button(IconName::Back, "Back", Msg::Up),
            toolbar_title("New conversation"),
        ],
    );
    let field = edit(Msg::Address, "Add Contact or Number…", address.to_owned())
        .id("new_conversation_address")
        .enter(Enter::Submit);
    let mut entry = vec![field.width(Dim::Share(1))];
    if address.chars().count() > 2 {
        entry.push(
            icon(IconName::Check, "", Msg::Confirm)
                .class("android.widget.ImageView")
                .id("new_conversation_confirm"),
        );
    }
    let asked = address.to_lowercase();
    let mut people: Vec<&Row> = device
        .tables
        .rows("contacts")
        .iter()
        .filter(|it| !it.get("phone").is_empty())
        .collect();
    people.retain(|it| {
        it.get("display_name").to_lowercase().contains(&asked) || it.get("phone").contains(&asked)
    });
    people.sort_by_cached_key(|it| it.get("display_name").to_lowercase());
    let rows = people.iter().map(|it| {
        let words = column([
            text(it.get("display_name").to_owned())
                .id("item_contact_name")
                .size(16)
                .wide(),
            text(it.get("phone").to_owned())
                .id("item_contact_number")
                .ink(Ink::Dim)
                .wide(),
        ]);
        row([
            image(IconName::Person),
            words.width(Dim::Share(1)).at(Gravity::Center),
        ])
        .id("item_contact_frame")
        .tap(Msg::Thread(it.get("phone").to_owned()))
        .wide()
        .high(64)
        .pad(16, 8)
    });
    let list = scroller(
        "androidx.recyclerview.widget.RecyclerView",
        "contacts_list",
        &asked,
        rows,
    );
    column([
        bar,
        row(entry).wide().high(64).pad(16, 4),
        list.height(Dim::Share(1)),
    ])
    .fill()
}
