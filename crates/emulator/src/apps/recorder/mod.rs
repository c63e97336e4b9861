//! Audio Recorder 0.9.26: the welcome and the setup of its first start, the recorder, and the list of records.
//!
//! A record is a file; nothing is heard, so it says how long it is.

mod pages;
mod record;

use super::app::{App, AppInfo, Context, Event};
pub use crate::msg::recorder::Msg;
use crate::{paint::IconName, state::DeviceState, toolkit::Window};
pub use record::RECORDS;
use record::{EXTENSION, Recording, stem};

/// How many records were made, which the next one is called by.
const COUNTER: &str = "com.dimowner.audiorecorder/record_counter";
/// Whether the app was set up.
const READY: &str = "com.dimowner.audiorecorder/set_up";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Page {
    Welcome,
    Setup,
    Main,
    Records,
}

/// What is over a page; the path is the record's.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Over {
    Nothing,
    /// The name of a record is asked for.
    Name {
        path: String,
        name: String,
    },
    Drop,
    More(String),
    Delete(String),
}

/// Audio Recorder.
#[derive(Clone, Debug)]
pub struct AudioRecorder {
    page: Page,
    recording: Option<Recording>,
    over: Over,
}

impl App for AudioRecorder {
    type Msg = Msg;
    const INFO: AppInfo = AppInfo {
        label: "Audio Recorder",
        package: "com.dimowner.audiorecorder",
        version: "0.9.26",
        activity: ".app.welcome.WelcomeActivity",
        names: &["audio recorder"],
        takes_text: false,
        icon: Some(IconName::Microphone),
    };

    fn start(device: &DeviceState) -> Self {
        let ready = device.settings.contains_key(READY);
        Self {
            page: if ready { Page::Main } else { Page::Welcome },
            recording: None,
            over: Over::Nothing,
        }
    }

    fn activity(&self) -> &'static str {
        match self.page {
            Page::Welcome => Self::INFO.activity,
            Page::Setup => ".app.setup.SetupActivity",
            Page::Main => ".app.main.MainActivity",
            Page::Records => ".app.records.RecordsActivity",
        }
    }

    fn view(&self, device: &DeviceState) -> Vec<Window> {
        let root = match self.page {
            Page::Welcome => pages::welcome(),
            Page::Setup => pages::setup(),
            Page::Main => pages::main(self.recording, device.clock.now_ms()),
            Page::Records => pages::records(device),
        };
        let mut windows = vec![Window::activity(root)];
        windows.extend(match &self.over {
            Over::Nothing => None,
            Over::Name { name, .. } => Some(pages::name_dialog(name)),
            Over::Drop => Some(pages::asks("Delete the recording?", Msg::DropDone)),
            Over::Delete(_) => Some(pages::asks("Delete the record?", Msg::DeleteDone)),
            Over::More(_) => Some(pages::more()),
        });
        windows
    }

    fn update(&mut self, ctx: &mut Context<'_>, event: Event<Msg>) {
        match event {
            Event::Tap(msg) | Event::Submit(msg) => self.tapped(ctx, msg),
            Event::Edit(Msg::Name, text) => {
                if let Over::Name { name, .. } = &mut self.over {
                    *name = text;
                }
            }
            Event::Back => self.back(ctx),
            _ => {}
        }
    }
}

impl AudioRecorder {
    fn tapped(&mut self, ctx: &mut Context<'_>, msg: Msg) {
        match msg {
            Msg::Begin => self.page = Page::Setup,
            Msg::Apply => {
                ctx.device.settings.insert(READY.to_owned(), "1".to_owned());
                self.page = Page::Main;
            }
            Msg::Record => self.record(ctx.now()),
            Msg::Stop => self.stop(ctx),
            Msg::Drop => self.over = Over::Drop,
            Msg::DropDone => (self.recording, self.over) = (None, Over::Nothing),
            Msg::Save => self.save(ctx),
            Msg::Records => self.page = Page::Records,
            Msg::Up => self.back(ctx),
            Msg::More(path) => self.over = Over::More(path),
            Msg::Rename => {
                if let Over::More(path) = &self.over {
                    let (path, name) = (path.clone(), stem(path).to_owned());
                    self.over = Over::Name { path, name };
                    ctx.focus(Msg::Name);
                }
            }
            Msg::Delete => {
                if let Over::More(path) = &self.over {
                    self.over = Over::Delete(path.clone());
                }
            }
            Msg::DeleteDone => {
                if let Over::Delete(path) = &self.over {
                    ctx.device.files.remove(path);
                }
                self.over = Over::Nothing;
            }
            Msg::Keep => {
                self.over = Over::Nothing;
                ctx.unfocus();
            }
            Msg::Name => ctx.unfocus(),
            Msg::Nothing => {}
        }
    }

    /// Begin, pause, or go on.
    fn record(&mut self, now: i64) {
        let recording = self.recording.get_or_insert(Recording {
            before_ms: 0,
            since_ms: None,
        });
        *recording = match recording.since_ms {
            None => Recording {
                since_ms: Some(now),
                ..*recording
            },
            Some(_) => Recording {
                before_ms: recording.length_ms(now),
                since_ms: None,
            },
        };
    }

    /// The file is there as soon as it is stopped; what is asked for then is another name.
    fn stop(&mut self, ctx: &mut Context<'_>) {
        let Some(recording) = self.recording.take() else {
            return;
        };
        let now = ctx.now();
        let counter = ctx.device.settings.get(COUNTER);
        let count: u64 = counter.and_then(|it| it.parse().ok()).unwrap_or(1);
        let name = format!("Record-{count}");
        let path = format!("{RECORDS}/{name}{EXTENSION}");
        let seconds = recording.length_ms(now) / 1000;
        let sound = format!("{seconds} s of sound\n");
        ctx.device.files.write(&path, &sound, now);
        ctx.device
            .settings
            .insert(COUNTER.to_owned(), (count + 1).to_string());
        self.over = Over::Name { path, name };
        ctx.focus(Msg::Name);
    }

    fn save(&mut self, ctx: &mut Context<'_>) {
        let Over::Name { path, name } = &self.over else {
            return;
        };
        let new = format!("{RECORDS}/{}{EXTENSION}", name.trim());
        if name.trim().is_empty() || name.contains('/') {
            return;
        }
        let now = ctx.now();
        if new != *path && !ctx.device.files.rename(path, &new, now) {
            ctx.toast("File with such name already exists");
            return;
        }
        self.over = Over::Nothing;
        ctx.unfocus();
    }

    fn back(&mut self, ctx: &mut Context<'_>) {
        if self.over != Over::Nothing {
            self.over = Over::Nothing;
            ctx.unfocus();
            return;
        }
        match self.page {
            Page::Setup => self.page = Page::Welcome,
            Page::Records => self.page = Page::Main,
            Page::Welcome | Page::Main => ctx.leave(),
        }
    }
}
