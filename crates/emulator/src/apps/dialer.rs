//! Phone: who was called, the contacts, and a key pad to call somebody.
//!
//! A call is a row of the table `calls` with the columns `number` and `date`.

use super::app::{App, AppInfo, Context, Event};
pub use crate::msg::dialer::{Msg, Tab};
use crate::{
    paint::{Align, IconName},
    state::DeviceState,
    toolkit::{
        Dim, Gravity, Ink, View, Window, bottom_bar, column, date::Date, fab, frame_of, image, image_button,
        row, scroller, spacer, text, view::Axis,
    },
};

const CALLS: &str = "calls";

#[derive(Clone, Debug, PartialEq, Eq)]
enum Page {
    Lists,
    KeyPad(String),
    InCall(String),
}

/// Phone.
#[derive(Clone, Debug)]
pub struct Dialer {
    tab: Tab,
    page: Page,
}

const KEYS: [(char, &str, &str); 12] = [
    ('1', "one", ""),
    ('2', "two", "ABC"),
    ('3', "three", "DEF"),
    ('4', "four", "GHI"),
    ('5', "five", "JKL"),
    ('6', "six", "MNO"),
    ('7', "seven", "PQRS"),
    ('8', "eight", "TUV"),
    ('9', "nine", "WXYZ"),
    ('*', "star", ""),
    ('0', "zero", "+"),
    ('#', "pound", ""),
];

impl App for Dialer {
    type Msg = Msg;
    const INFO: AppInfo = AppInfo {
        label: "Phone",
        package: "com.google.android.dialer",
        version: "13",
        activity: ".extensions.GoogleDialtactsActivity",
        names: &["dialer", "phone"],
        takes_text: false,
        icon: Some(IconName::Phone),
    };

    fn start(_: &DeviceState) -> Self {
        Self {
            tab: Tab::Favorites,
            page: Page::Lists,
        }
    }

    fn activity(&self) -> &'static str {
        match self.page {
            Page::Lists | Page::KeyPad(_) => Self::INFO.activity,
            Page::InCall(_) => "com.android.incallui.InCallActivity",
        }
    }

    fn view(&self, device: &DeviceState) -> Vec<Window> {
        vec![Window::activity(match &self.page {
            Page::Lists => self.lists(device),
            Page::KeyPad(number) => key_pad(number),
            Page::InCall(number) => in_call(number, device),
        })]
    }

    fn update(&mut self, ctx: &mut Context<'_>, event: Event<Msg>) {
        match event {
            Event::Tap(msg) => self.tapped(ctx, msg),
            Event::Hold(Msg::Key('0')) => self.press('+'),
            Event::Hold(Msg::Erase) => {
                if let Page::KeyPad(number) = &mut self.page {
                    number.clear();
                }
            }
            Event::Back => match self.page {
                Page::Lists => ctx.leave(),
                Page::KeyPad(_) => self.page = Page::Lists,
                Page::InCall(_) => {}
            },
            _ => {}
        }
    }
}

impl Dialer {
    fn lists(&self, device: &DeviceState) -> View {
        let line = |name: String, number: String, below: String| {
            let words = column([
                text(name).id("contact_name").size(16).wide(),
                text(below).id("call_type_and_date").ink(Ink::Dim).wide(),
            ]);
            row([image(IconName::Person), words.width(Dim::Share(1)).pad(8, 0)])
                .tap(Msg::Call(number))
                .wide()
                .high(64)
                .pad(16, 8)
        };
        let rows: Vec<View> = match self.tab {
            Tab::Favorites => Vec::new(),
            Tab::Recents => device
                .tables
                .rows(CALLS)
                .iter()
                .rev()
                .map(|it| {
                    let number = it.get("number").to_owned();
                    let date = Date::from_ms(it.get("date").parse().unwrap_or(0));
                    line(name_of(device, &number), number, date.time())
                })
                .collect(),
            Tab::Contacts => {
                let mut people: Vec<_> = device.tables.rows("contacts").iter().collect();
                people.retain(|it| !it.get("phone").is_empty());
                people.sort_by_cached_key(|it| it.get("display_name").to_lowercase());
                people
                    .iter()
                    .map(|it| {
                        let number = it.get("phone").to_owned();
                        line(it.get("display_name").to_owned(), number.clone(), number)
                    })
                    .collect()
            }
        };
        let (content, empty) = match self.tab {
            Tab::Favorites => ("favorites", "No one is on your speed dial yet"),
            Tab::Recents => ("recents", "Your call log is empty"),
            Tab::Contacts => ("contacts", "No contacts"),
        };
        let mut parts = Vec::new();
        if rows.is_empty() {
            parts.push(
                text(empty)
                    .id("empty_list_view_message")
                    .size(16)
                    .at(Gravity::Center),
            );
        } else {
            let list = scroller(
                "androidx.recyclerview.widget.RecyclerView",
                "recycler_view",
                content,
                rows,
            );
            parts.push(list.fill());
        }
        parts.push(fab("dialpad_fab", "key pad", IconName::List, Msg::KeyPad));
        let tab = |id, title, icon, tab| (id, title, icon, Msg::Tab(tab).into(), self.tab == tab);
        column([
            frame_of(parts).wide().height(Dim::Share(1)),
            bottom_bar(
                "bottom_nav_bar",
                [
                    tab("tab_favorites", "Favorites", IconName::Star, Tab::Favorites),
                    tab("tab_recents", "Recents", IconName::Clock, Tab::Recents),
                    tab("tab_contacts", "Contacts", IconName::Person, Tab::Contacts),
                ],
            ),
        ])
        .fill()
    }

    fn press(&mut self, key: char) {
        if let Page::KeyPad(number) = &mut self.page {
            number.push(key);
        }
    }

    fn tapped(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        match (msg, &mut self.page) {
            (Msg::Tab(tab), _) => self.tab = tab,
            (Msg::KeyPad, _) => self.page = Page::KeyPad(String::new()),
            (Msg::Key(key), _) => self.press(key),
            (Msg::Erase, Page::KeyPad(number)) => {
                number.pop();
            }
            (Msg::Dial, Page::KeyPad(number)) if !number.is_empty() => {
                let number = std::mem::take(number);
                self.call(ctx, number);
            }
            (Msg::Call(number), _) => self.call(ctx, number),
            (Msg::EndCall, _) => self.page = Page::Lists,
            (Msg::Erase | Msg::Dial, _) => {}
        }
    }

    fn call(&mut self, ctx: &mut Context<'_>, number: String) {
        keep_call(ctx.device, &number);
        self.page = Page::InCall(number);
    }
}

/// Let a call stand among the recent ones.
pub fn keep_call(device: &mut DeviceState, number: &str) {
    let date = device.clock.now_ms().to_string();
    device
        .tables
        .insert(CALLS, [("number", number.to_owned()), ("date", date)]);
}

/// Whose number it is, or the number.
fn name_of(device: &DeviceState, number: &str) -> String {
    let mut people = device.tables.rows("contacts").iter();
    let found = people.find(|it| it.get("phone") == number);
    found.map_or(number, |it| it.get("display_name")).to_owned()
}

fn key_pad(number: &str) -> View {
    let keys = KEYS.map(|(key, id, letters)| {
        column([
            text(key.to_string())
                .id("dialpad_key_number")
                .size(24)
                .align(Align::Center)
                .wide(),
            text(letters)
                .id("dialpad_key_letters")
                .size(10)
                .align(Align::Center)
                .wide(),
        ])
        .class("android.widget.FrameLayout")
        .id(id)
        .desc(
            [key.to_string(), letters.to_owned()]
                .join(",")
                .trim_end_matches(',')
                .to_owned(),
        )
        .tap(Msg::Key(key))
        .hold(Msg::Key(key))
        .wide()
        .high(80)
        .pad(8, 8)
    });
    let mut grid = frame_of(keys)
        .class("android.widget.TableLayout")
        .id("dialpad")
        .wide();
    grid.axis = Axis::Grid(3);
    let mut digits = row([text(number.to_owned())
        .id("digits")
        .size(28)
        .align(Align::Center)
        .width(Dim::Share(1))
        .at(Gravity::Center)]);
    if !number.is_empty() {
        let erase = image_button(IconName::Back, "backspace", Msg::Erase).id("deleteButton");
        digits = digits.with(erase.hold(Msg::Erase));
    }
    let dial = image_button(IconName::Phone, "dial", Msg::Dial)
        .id("dialpad_voice_call_button")
        .enabled(!number.is_empty());
    column([
        spacer(),
        digits.wide().high(72).pad(16, 8),
        grid,
        frame_of([dial.at(Gravity::Center)]).wide().high(88),
    ])
    .fill()
}

fn in_call(number: &str, device: &DeviceState) -> View {
    let end = image_button(IconName::Close, "End call", Msg::EndCall).id("incall_end_call");
    column([
        text(name_of(device, number))
            .id("contactgrid_contact_name")
            .size(28)
            .align(Align::Center)
            .wide()
            .pad(16, 64),
        text("Calling…")
            .id("contactgrid_status_text")
            .align(Align::Center)
            .wide(),
        spacer(),
        frame_of([end.at(Gravity::Center)]).wide().high(160),
    ])
    .fill()
}
