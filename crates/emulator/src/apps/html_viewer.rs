//! The HTML Viewer, which Android offers beside a browser for a page in a file. It runs no script: a page that is a game
//! shows what stands in its HTML, and nothing comes of its buttons.

use super::{
    app::{App, AppInfo, Context, Event},
    chrome,
};
pub use crate::msg::html_viewer::Msg;
use crate::{
    msg::AppId,
    state::DeviceState,
    toolkit::{Dim, View, Window, column, toolbar, toolbar_title},
};

/// The HTML Viewer.
#[derive(Clone, Debug)]
pub struct HtmlViewer {
    path: String,
}

impl App for HtmlViewer {
    type Msg = Msg;
    const INFO: AppInfo = AppInfo {
        label: "HTML Viewer",
        package: "com.android.htmlviewer",
        version: "13",
        activity: ".HTMLViewerActivity",
        names: &[],
        takes_text: false,
        icon: None,
    };

    fn start(_: &DeviceState) -> Self {
        Self { path: String::new() }
    }

    fn view(&self, device: &DeviceState) -> Vec<Window> {
        let source = chrome::Source::read(device.files.read(&self.path).unwrap_or_default());
        let widgets = source.game.map(|it| chrome::still(it.0)).unwrap_or_default();
        let page = chrome::web(&source.title, &self.path, widgets.into_iter().map(still));
        let bar = toolbar("", [toolbar_title(source.title)]);
        vec![Window::activity(column([bar, page.height(Dim::Share(1))]).fill())]
    }

    fn update(&mut self, ctx: &mut Context<'_>, event: Event<Msg>) {
        match event {
            Event::View(path) => self.path = path,
            Event::Back if self.path.is_empty() => ctx.leave(),
            Event::Back => ctx.open(AppId::Files),
            _ => {}
        }
    }
}

/// A widget that takes taps and does nothing.
fn still(mut view: View) -> View {
    if view.tap.is_some() {
        view = view.tap(Msg::Nothing);
    }
    view.children = view.children.into_iter().map(still).collect();
    view
}
