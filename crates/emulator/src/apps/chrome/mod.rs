//! Chrome: what it asks when it is started for the first time, its toolbar, and a page of the phone's storage.
//!
//! There is no network, so no address that is typed leads to a page. Chrome keeps one tab.

mod draw;
mod first_run;
mod maze;
mod multiply;
mod page;
mod random;
mod source;
mod widgets;

use self::{first_run::FirstRun, page::Page};
use super::app::{App, AppInfo, Context, Event};
pub use crate::msg::chrome::{Msg, Widget};
use crate::{
    msg::AppId,
    paint::IconName,
    state::DeviceState,
    system,
    toolkit::{
        Dim, Gravity, Ink, MenuItem, View, Window, column, edit, image_button, menu_button, scroller, text,
        toolbar, view::Enter,
    },
};
pub use source::{Game, Source};

/// What is in the tab.
#[derive(Clone, Debug)]
enum Tab {
    /// Nothing yet.
    New,
    /// An address that was typed.
    Offline(String),
    /// A file that another app wanted to be seen.
    File { path: String, page: Page },
}

/// Chrome.
#[derive(Clone, Debug)]
pub struct Chrome {
    /// What it still has to ask.
    first_run: Option<FirstRun>,
    tab: Tab,
    /// What is in the address bar while somebody types there.
    typed: Option<String>,
}

impl App for Chrome {
    type Msg = Msg;
    const INFO: AppInfo = AppInfo {
        label: "Chrome",
        package: "com.android.chrome",
        version: "113.0.5672.136",
        activity: "com.google.android.apps.chrome.Main",
        names: &["google chrome", "chrome"],
        takes_text: false,
        icon: Some(IconName::Ring),
    };

    fn start(device: &DeviceState) -> Self {
        let is_new = system::is_first_start(device, Self::INFO.package);
        Self {
            first_run: is_new.then(FirstRun::default),
            tab: Tab::New,
            typed: None,
        }
    }

    fn activity(&self) -> &'static str {
        match (&self.first_run, &self.tab) {
            (Some(_), _) => "org.chromium.chrome.browser.firstrun.FirstRunActivity",
            (None, Tab::New) => Self::INFO.activity,
            (None, Tab::Offline(_) | Tab::File { .. }) => "org.chromium.chrome.browser.ChromeTabbedActivity",
        }
    }

    fn view(&self, _: &DeviceState) -> Vec<Window> {
        let root = match &self.first_run {
            Some(questions) => questions.view(),
            None => column([self.bar(), self.content().height(Dim::Share(1))]).fill(),
        };
        vec![Window::activity(root)]
    }

    fn update(&mut self, ctx: &mut Context<'_>, event: Event<Msg>) {
        match event {
            // The file is shown once all questions are answered.
            Event::View(path) => self.show(ctx, path),
            Event::Permission(_) => self.started(ctx),
            Event::Tap(Msg::Notify) => ctx.ask("Allow Chrome to send you notifications?"),
            Event::Back if self.first_run.is_some() => ctx.leave(),
            Event::Tap(msg) => self.tapped(ctx, msg),
            Event::Edit(Msg::Address, text) => self.typed = Some(text),
            Event::Edit(Msg::Page(_), text) => {
                if let Tab::File { page, .. } = &mut self.tab {
                    page.typed(&text);
                }
            }
            Event::Submit(Msg::Address) => {
                ctx.unfocus();
                let typed = self.typed.take().filter(|it| !it.trim().is_empty());
                self.tab = typed.map_or(Tab::New, Tab::Offline);
            }
            Event::Stroke(_, from, to) => {
                if let Tab::File { page, .. } = &mut self.tab {
                    page.drawn(from, to);
                }
            }
            Event::Back => self.back(ctx),
            _ => {}
        }
    }
}

impl Chrome {
    fn show(&mut self, ctx: &Context<'_>, path: String) {
        let page = Page::read(ctx.device.files.read(&path).unwrap_or_default());
        (self.tab, self.typed) = (Tab::File { path, page }, None);
    }

    /// All questions are answered.
    fn started(&mut self, ctx: &mut Context<'_>) {
        self.first_run = None;
        system::started(ctx.device, Self::INFO.package);
    }

    fn tapped(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        match msg {
            Msg::Home | Msg::NewTab => {
                ctx.unfocus();
                (self.tab, self.typed) = (Tab::New, None);
            }
            Msg::SearchBox => ctx.focus(Msg::Address),
            Msg::Refresh => {
                ctx.unfocus();
                if let Tab::File { path, .. } = &self.tab {
                    self.show(ctx, path.clone());
                }
            }
            Msg::Page(widget) => {
                if let Tab::File { page, .. } = &mut self.tab {
                    page.tapped(widget);
                }
            }
            Msg::Statistics | Msg::Accept | Msg::NoThanks => {
                if self.first_run.as_mut().is_some_and(|it| it.answered(msg)) {
                    self.started(ctx);
                }
            }
            Msg::SignIn | Msg::Notify | Msg::Address | Msg::Nothing => {}
        }
    }

    /// A page that another app has opened is closed, and that app is in front again.
    fn back(&mut self, ctx: &mut Context<'_>) {
        if self.typed.take().is_some() {
            return;
        }
        match std::mem::replace(&mut self.tab, Tab::New) {
            Tab::New => ctx.leave(),
            Tab::Offline(_) => {}
            Tab::File { .. } => ctx.open(AppId::Files),
        }
    }

    fn address(&self) -> String {
        match (&self.typed, &self.tab) {
            (Some(typed), _) | (None, Tab::Offline(typed)) => typed.clone(),
            (None, Tab::New) => String::new(),
            (None, Tab::File { path, .. }) => content_address(path),
        }
    }

    fn bar(&self) -> View {
        let field = edit(Msg::Address, "Search or type URL", self.address())
            .id("url_bar")
            .enter(Enter::Submit)
            .width(Dim::Share(1))
            .at(Gravity::Center);
        let nothing = |words: &'static str| MenuItem::new(words, Msg::Nothing);
        let more = vec![
            MenuItem::new("Refresh", Msg::Refresh),
            MenuItem::new("New tab", Msg::NewTab),
            nothing("New Incognito tab"),
            nothing("History"),
            nothing("Downloads"),
            nothing("Bookmarks"),
            nothing("Recent tabs"),
            nothing("Find in page"),
            nothing("Desktop site"),
            nothing("Settings"),
            nothing("Help & feedback"),
        ];
        toolbar(
            "toolbar",
            [
                image_button(IconName::Home, "Home", Msg::Home).id("home_button"),
                field,
                image_button(IconName::Square, "Switch or close tabs", Msg::Nothing)
                    .id("tab_switcher_button"),
                menu_button(IconName::More, "Customize and control Google Chrome", more).id("menu_button"),
            ],
        )
    }

    fn content(&self) -> View {
        match &self.tab {
            Tab::New => column([text("Search or type URL")
                .id("search_box_text")
                .tap(Msg::SearchBox)
                .size(16)
                .wide()
                .high(56)
                .pad(24, 16)])
            .wide()
            .pad(16, 96),
            Tab::Offline(address) => {
                let lines = ["No internet", "Try:", "ERR_INTERNET_DISCONNECTED"];
                web(
                    "Webpage not available",
                    address,
                    lines.map(|it| widgets::words(it).pad(16, 8)),
                )
            }
            Tab::File { path, page } => web(page.title(), path, page.view()),
        }
    }
}

/// What a browser without scripts shows of a game.
pub fn still(game: Game) -> Vec<View> {
    match game {
        Game::Draw => vec![draw::heading(), widgets::line(draw::buttons())],
        Game::Maze => vec![widgets::line(maze::buttons())],
        Game::Multiply => vec![multiply::first_button()],
    }
}

/// What lies in a page that scrolls. Its title is reported, and stands nowhere on the screen.
pub fn web(title: &str, address: &str, widgets: impl IntoIterator<Item = View>) -> View {
    let page = scroller("android.webkit.WebView", "", address, widgets);
    page.text(title.to_owned()).ink(Ink::Light)
}

/// The address under which Android's storage gives a file to another app.
fn content_address(path: &str) -> String {
    let inside = path.strip_prefix("/storage/emulated/0/").unwrap_or(path);
    let inside = inside.replace('/', "%2F").replace(' ', "%20");
    format!("content://com.android.externalstorage.documents/document/primary%3A{inside}")
}
