//! Clipper: a service behind the clipboard, with one page that says that it runs.

use super::app::{App, AppInfo, Context, Event};
pub use crate::msg::clipper::Msg;
use crate::{
    paint::IconName,
    state::DeviceState,
    toolkit::{Window, column, text, toolbar, toolbar_title},
};

/// Clipper.
#[derive(Clone, Debug)]
pub struct Clipper;

impl App for Clipper {
    type Msg = Msg;
    const INFO: AppInfo = AppInfo {
        label: "Clipper",
        package: "ca.zgrs.clipper",
        version: "1.1",
        activity: "ca.zgrs.clipper.Main",
        names: &["clipper"],
        takes_text: false,
        icon: Some(IconName::Paste),
    };

    fn start(_: &DeviceState) -> Self {
        Self
    }

    fn view(&self, _: &DeviceState) -> Vec<Window> {
        let bar = toolbar("android:id/action_bar", [toolbar_title("Clipper")]);
        let head = text("Clipper service is started!")
            .id("head")
            .bold()
            .wide()
            .pad(16, 8);
        let usage = "Commands for adb shell:\n* am broadcast -a clipper.set -e text 'words'\n* am broadcast -a clipper.get";
        let sub = text(usage).id("sub").wide().pad(16, 8);
        vec![Window::activity(column([bar, head, sub]).fill())]
    }

    fn update(&mut self, ctx: &mut Context<'_>, event: Event<Msg>) {
        if event == Event::Back {
            ctx.leave();
        }
    }
}
