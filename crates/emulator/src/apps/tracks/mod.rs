//! OpenTracks 4.11.3: the list of activities, a search, and the statistics of one.
//!
//! An activity is a row of the table `tracks` with the columns `name`, `description`, `category`, `activity_type`,
//! `starttime` and `stoptime` (milliseconds), `totaltime` and `movingtime` (milliseconds), `totaldistance` (metres),
//! `elevationgain` and `elevationloss`.

mod pages;
mod said;

use super::app::{App, AppInfo, Context, Event};
pub use crate::msg::tracks::Msg;
use crate::{
    paint::IconName,
    state::DeviceState,
    toolkit::{Window, button, dialog, parts::message},
};
pub use pages::TABLE;
pub(crate) use said::{as_shown, millis, number};

/// OpenTracks.
#[derive(Clone, Debug)]
pub struct Tracks {
    /// What is searched for, while the search is open.
    query: Option<String>,
    /// The activity that is shown.
    track: Option<i64>,
    deleting: bool,
}

impl App for Tracks {
    type Msg = Msg;
    const INFO: AppInfo = AppInfo {
        label: "OpenTracks",
        package: "de.dennisguse.opentracks",
        version: "4.11.3",
        activity: ".TrackListActivity",
        names: &[
            "open tracks sports tracker",
            "activity tracker",
            "open tracks",
            "opentracks",
        ],
        takes_text: false,
        icon: Some(IconName::Pin),
    };

    fn start(_: &DeviceState) -> Self {
        Self {
            query: None,
            track: None,
            deleting: false,
        }
    }

    fn activity(&self) -> &'static str {
        match self.track {
            None => Self::INFO.activity,
            Some(_) => ".TrackRecordedActivity",
        }
    }

    fn view(&self, device: &DeviceState) -> Vec<Window> {
        let root = match self.track.and_then(|it| device.tables.row(TABLE, it)) {
            Some(track) => pages::track(track),
            None => pages::list(device, self.query.as_deref()),
        };
        let mut windows = vec![Window::activity(root)];
        if self.deleting {
            let (no, yes) = (button("Cancel", Msg::Keep), button("OK", Msg::DeleteDone));
            let question = message("This track will be permanently deleted.");
            windows.push(dialog("Delete track?", vec![question], None, Some(no), Some(yes)));
        }
        windows
    }

    fn update(&mut self, ctx: &mut Context<'_>, event: Event<Msg>) {
        match event {
            Event::Tap(msg) | Event::Submit(msg) => self.tapped(ctx, msg),
            Event::Edit(Msg::SearchText, text) => self.query = Some(text),
            Event::Back => self.back(ctx),
            Event::Hold(_)
            | Event::Edit(..)
            | Event::Drag(..)
            | Event::Stroke(..)
            | Event::Fling(_)
            | Event::Pause
            | Event::Resume
            | Event::Shared(_)
            | Event::View(_)
            | Event::Create(_)
            | Event::Permission(_) => {}
        }
    }
}

impl Tracks {
    fn tapped(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        match msg {
            Msg::Track(id) => {
                self.track = Some(id);
                ctx.unfocus();
            }
            Msg::Search => {
                self.query = Some(String::new());
                ctx.focus(Msg::SearchText);
            }
            Msg::ClearSearch => self.query = Some(String::new()),
            Msg::Up => self.back(ctx),
            Msg::Delete => self.deleting = true,
            Msg::DeleteDone => {
                if let Some(track) = self.track.take() {
                    ctx.device.tables.delete(TABLE, track);
                }
                self.deleting = false;
            }
            Msg::Keep => self.deleting = false,
            Msg::SearchText => ctx.unfocus(),
            Msg::Nothing => {}
        }
    }

    fn back(&mut self, ctx: &mut Context<'_>) {
        if self.deleting {
            self.deleting = false;
        } else if self.track.take().is_none() {
            match self.query.take() {
                Some(_) => ctx.unfocus(),
                None => ctx.leave(),
            }
        }
    }
}
