//! Simple SMS Messenger 5.19.3: conversations, a new one, and the thread with its composer.
//!
//! A message is a row of the table `sms` with the columns `address`, `body`, `date` (milliseconds) and `type`
//! (`1` received, `2` sent), as Android's provider has them. The list of conversations is in [`list`], a new
//! conversation in [`compose`], the messages of one in [`thread`].

mod compose;
mod info;
mod list;
mod messages;
mod thread;

pub use crate::msg::sms::Msg;
pub use messages::{TABLE, deliver, time_of};
use messages::{digits, name_of};

use super::app::{App, AppInfo, Context, Event};
use crate::msg::AppId;
use crate::{
    paint::IconName,
    state::DeviceState,
    toolkit::{Window, button, date::Date, dialog, parts::message},
};

/// The package, which judges look for in front.
pub const PACKAGE: &str = "com.simplemobiletools.smsmessenger";
#[derive(Clone, Debug, PartialEq, Eq)]
enum Page {
    List,
    Settings,
    About,
    New { address: String },
    Thread { address: String },
}

/// A dialog that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialog {
    /// Whether what is selected, or the whole conversation, may go.
    Delete,
    /// What is known about a message.
    Properties(i64),
    /// The text of a message, to take a part of.
    Text(i64),
}

/// Simple SMS Messenger.
#[derive(Clone, Debug)]
pub struct Sms {
    page: Page,
    query: String,
    /// What is typed into the composer.
    body: String,
    /// Whether what can be attached is listed.
    attaching: bool,
    /// Conversations that are selected, by address.
    threads: Vec<String>,
    /// Messages that are selected.
    picked: Vec<i64>,
    dialog: Option<Dialog>,
    /// Whether another app asked for the messages that are shown: the icon shows the list then, not them.
    asked_for: bool,
}

impl App for Sms {
    type Msg = Msg;
    const INFO: AppInfo = AppInfo {
        label: "SMS Messenger",
        package: PACKAGE,
        version: "5.19.3",
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
            attaching: false,
            threads: Vec::new(),
            picked: Vec::new(),
            dialog: None,
            asked_for: false,
        }
    }

    fn activity(&self) -> &'static str {
        match self.page {
            Page::List => Self::INFO.activity,
            Page::Settings => ".activities.SettingsActivity",
            Page::About => "com.simplemobiletools.commons.activities.AboutActivity",
            Page::New { .. } => ".activities.NewConversationActivity",
            Page::Thread { .. } => ".activities.ThreadActivity",
        }
    }

    fn view(&self, device: &DeviceState) -> Vec<Window> {
        let root = match &self.page {
            Page::List => self.list(device),
            Page::Settings => info::settings(),
            Page::About => info::about(),
            Page::New { address } => compose::page(device, address),
            Page::Thread { address } => self.thread(device, address),
        };
        let mut windows = vec![Window::activity(root)];
        windows.extend(self.dialog.and_then(|it| self.dialog_window(it, device)));
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
            Event::Resume if self.asked_for => *self = Self::start(ctx.device),
            Event::Shared(text) => self.begin(ctx, text),
            _ => {}
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
            Msg::Compose => self.begin(ctx, String::new()),
            Msg::Settings => self.page = Page::Settings,
            Msg::About => self.page = Page::About,
            Msg::SearchIcon => ctx.focus(Msg::SearchText),
            Msg::Confirm => {
                if let Page::New { address } = &self.page {
                    let address = address.trim().to_owned();
                    self.page = Page::Thread { address };
                    ctx.focus(Msg::Body);
                }
            }
            Msg::Send => {
                if let Page::Thread { address } = &self.page
                    && !self.body.trim().is_empty()
                {
                    let body = std::mem::take(&mut self.body);
                    deliver(ctx.device, address, body.trim(), true);
                    self.attaching = false;
                }
            }
            Msg::Attach => self.attaching = !self.attaching,
            Msg::PickMessage(id) => {
                if !self.picked.is_empty() {
                    toggle(&mut self.picked, id);
                }
            }
            Msg::CopyMessage => {
                ctx.device.clipboard = self.picked_text(ctx.device);
                ctx.toast("Value copied to clipboard");
                self.picked.clear();
            }
            Msg::ShareMessage => {
                if let Some(text) = self.picked_text(ctx.device) {
                    ctx.share(text);
                }
            }
            Msg::ForwardMessage => {
                if let Some(text) = self.picked_text(ctx.device) {
                    self.begin(ctx, text);
                }
            }
            Msg::SelectText => self.dialog = self.picked.first().map(|it| Dialog::Text(*it)),
            Msg::Properties => self.dialog = self.picked.first().map(|it| Dialog::Properties(*it)),
            Msg::Delete => self.dialog = Some(Dialog::Delete),
            Msg::DeleteDone => self.delete(ctx),
            Msg::CloseDialog => self.dialog = None,
            Msg::Dial => ctx.open(AppId::Dialer),
            Msg::Attachment => ctx.toast("No valid app found"),
            Msg::Up => self.back(ctx),
            Msg::SearchText | Msg::Address | Msg::Body => {}
        }
    }

    /// Show the messages of a number, with a text in the composer.
    pub fn write_to(&mut self, number: &str, text: &str) {
        *self = Self {
            page: Page::Thread {
                address: number.to_owned(),
            },
            query: String::new(),
            body: text.to_owned(),
            attaching: false,
            threads: Vec::new(),
            picked: Vec::new(),
            dialog: None,
            asked_for: true,
        };
    }

    /// A new conversation, with a text that waits for it.
    fn begin(&mut self, ctx: &mut Context<'_>, body: String) {
        *self = Self {
            body,
            page: Page::New {
                address: String::new(),
            },
            query: std::mem::take(&mut self.query),
            ..Self::start(ctx.device)
        };
        ctx.focus(Msg::Address);
    }

    /// What the first selected message says.
    fn picked_text(&self, device: &DeviceState) -> Option<String> {
        let message = device.tables.row(TABLE, *self.picked.first()?)?;
        Some(message.get("body").to_owned())
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
        self.dialog = None;
    }

    fn back(&mut self, ctx: &mut Context<'_>) {
        if self.dialog.take().is_some() {
        } else if !self.threads.is_empty() || !self.picked.is_empty() {
            self.threads.clear();
            self.picked.clear();
        } else if self.attaching {
            self.attaching = false;
        } else if self.page != Page::List {
            self.page = Page::List;
            self.body.clear();
        } else if !self.query.is_empty() {
            self.query.clear();
        } else {
            ctx.leave();
        }
    }

    fn dialog_window(&self, it: Dialog, device: &DeviceState) -> Option<Window> {
        let ok = || Some(button("OK", Msg::CloseDialog));
        match it {
            Dialog::Delete => {
                let question = match (&self.page, self.picked.len(), self.threads.len()) {
                    (Page::Thread { .. }, 0, _) => {
                        "Are you sure you want to delete all messages of this conversation?".to_owned()
                    }
                    (Page::Thread { .. }, count, _) => asked(count, "message"),
                    (_, _, count) => asked(count, "conversation"),
                };
                let (no, yes) = (button("No", Msg::CloseDialog), button("Yes", Msg::DeleteDone));
                Some(dialog("", vec![message(question)], None, Some(no), Some(yes)))
            }
            Dialog::Properties(id) => {
                let row = device.tables.row(TABLE, id)?;
                let sent = row.get("type") == "2";
                let (who, when) = if sent {
                    ("Receiver", "Sent at")
                } else {
                    ("Sender", "Received at")
                };
                let lines = [
                    (who, name_of(device, row.get("address"))),
                    (when, Date::from_ms(time_of(row)).stamp()),
                ];
                Some(dialog("Properties", info::facts(lines), None, None, ok()))
            }
            Dialog::Text(id) => {
                let row = device.tables.row(TABLE, id)?;
                let body = message(row.get("body").to_owned()).id("dialog_select_text_value");
                Some(dialog("", vec![body], None, None, ok()))
            }
        }
    }
}

fn asked(count: usize, what: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("Are you sure you want to proceed with the deletion of {count} {what}{s}?")
}
