//! Clipper: shows what the clipboard holds.

use super::{App, AppInfo, Context, Event};
use crate::{
    paint::IconName,
    state::DeviceState,
    toolkit::{Window, column, text, toolbar, toolbar_title},
};

/// What its widgets tell it: nothing, they only show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Msg {}

/// Clipper.
#[derive(Clone, Debug)]
pub struct Clipper;

impl App for Clipper {
    type Msg = Msg;
    const INFO: AppInfo = AppInfo {
        label: "Clipper",
        package: "ca.zgrs.clipper",
        activity: "ca.zgrs.clipper.Main",
        names: &["clipper"],
        takes_text: false,
        icon: Some(IconName::Paste),
    };

    fn start(_: &DeviceState) -> Self {
        Self
    }

    fn view(&self, device: &DeviceState) -> Vec<Window> {
        let held = device.clipboard.clone().unwrap_or_default();
        let bar = toolbar("toolbar", [toolbar_title("Clipper")]);
        vec![Window::activity(
            column([bar, text(held).id("clipboard_text").size(16).wide().pad(16, 16)]).fill(),
        )]
    }

    fn update(&mut self, ctx: &mut Context<'_>, event: Event<Msg>) {
        if event == Event::Back {
            ctx.leave();
        }
    }
}
