//! The apps that run: who is in front, what is sent to them, and what they ask of the system.

use std::sync::Arc;

use super::{Key, Phone, toast::Toast};
use crate::{
    apps::{AppState, Context, Effect, Event},
    msg::{AppId, Msg},
    system::{self, Panel},
};

/// How long a toast is seen.
const TOAST_MS: i64 = 3500;

impl Phone {
    /// A widget's message goes to whom it belongs to.
    pub(super) fn send(&mut self, msg: Msg) {
        match msg {
            Msg::Touch(touch) => self.touch(touch),
            Msg::System(msg) => self.system(msg),
            msg => self.dispatch(Event::Tap(msg)),
        }
    }

    fn system(&mut self, msg: system::Msg) {
        match msg {
            system::Msg::Tile(tile) => {
                let shade = std::mem::take(&mut self.panel);
                self.panel = system::press(tile, shade, &mut self.state);
            }
            system::Msg::Wifi => system::flip_wifi(&mut self.state),
            system::Msg::Brightness => {}
            system::Msg::Done => self.panel = Panel::None,
            system::Msg::ShareWith(app) => {
                if let Panel::Share { text, .. } = std::mem::take(&mut self.panel) {
                    self.open(app, Some(Event::Shared(text)));
                }
            }
            system::Msg::CopyShared => {
                if let Panel::Share { text, .. } = std::mem::take(&mut self.panel) {
                    self.state.clipboard = Some(text);
                }
            }
            system::Msg::Viewer(app) => {
                if let Panel::OpenWith { chosen, .. } = &mut self.panel {
                    *chosen = Some(app);
                }
            }
            system::Msg::JustOnce | system::Msg::Always => {
                if let Panel::OpenWith {
                    path,
                    chosen: Some(app),
                } = std::mem::take(&mut self.panel)
                {
                    if msg == system::Msg::Always {
                        system::prefer(&mut self.state, app);
                    }
                    self.open(app, Some(Event::View(path)));
                }
            }
            system::Msg::Permit(given) => {
                self.panel = Panel::None;
                self.dispatch(Event::Permission(given));
            }
        }
        self.refresh();
    }

    /// An event goes to the app in front.
    pub(super) fn dispatch(&mut self, event: Event<Msg>) {
        let mut ctx = Context {
            device: &mut self.state,
            effects: Vec::new(),
        };
        Arc::make_mut(&mut self.running[self.front]).update(&mut ctx, event);
        let effects = ctx.effects;
        self.refresh();
        for effect in effects {
            self.take_effect(effect);
        }
    }

    fn take_effect(&mut self, effect: Effect) {
        let from = self.running[self.front].id();
        match effect {
            Effect::Toast(text) => {
                let until_ms = self.state.clock.now_ms() + TOAST_MS;
                self.toasts.clear();
                self.toasts.push(Toast {
                    text,
                    until_ms,
                    package: from.info().package,
                });
                self.refresh();
            }
            Effect::Focus(field) => self.focus(&field),
            Effect::Insert(text) => self.type_text(&text),
            Effect::Unfocus => {
                self.interaction.close_all();
                self.refresh();
            }
            Effect::Leave => self.key(Key::Home),
            Effect::Open(app) => self.open(app, None),
            Effect::View(app, path) => self.open(app, Some(Event::View(path))),
            Effect::OpenWith(path) => {
                self.interaction.close_all();
                self.panel = Panel::OpenWith { path, chosen: None };
                self.refresh();
            }
            Effect::Create(document) => self.open(AppId::Files, Some(Event::Create(document))),
            Effect::Share(text) => {
                self.interaction.close_all();
                self.panel = Panel::Share { text, from };
                self.refresh();
            }
            Effect::Ask(question) => {
                self.interaction.close_all();
                self.panel = Panel::Permission { question };
                self.refresh();
            }
        }
    }

    /// Bring an app to the front, starting it if it does not run; it may be given something.
    pub(super) fn open(&mut self, app: AppId, given: Option<Event<Msg>>) {
        self.panel = Panel::None;
        let at = match self.running.iter().position(|it| it.id() == app) {
            Some(at) => at,
            None => {
                self.running.push(Arc::new(AppState::start(app, &self.state)));
                self.running.len() - 1
            }
        };
        self.switch(at);
        if let Some(event) = given {
            self.dispatch(event);
        }
        self.refresh();
    }

    /// Change which app is in front, and tell both. The last opened moves to the end of the list.
    pub(super) fn switch(&mut self, to: usize) {
        self.interaction.close_all();
        if to == self.front {
            return;
        }
        self.tell(self.front, Event::Pause);
        let mut to = to;
        if to > 0 {
            let app = self.running.remove(to);
            self.running.push(app);
            to = self.running.len() - 1;
        }
        self.front = to;
        self.tell(to, Event::Resume);
    }

    /// Tell an app that it comes or goes; what it asks for then is only honoured as a toast.
    fn tell(&mut self, app: usize, event: Event<Msg>) {
        let mut ctx = Context {
            device: &mut self.state,
            effects: Vec::new(),
        };
        let app = &mut self.running[app];
        let package = app.id().info().package;
        Arc::make_mut(app).update(&mut ctx, event);
        let until_ms = ctx.device.clock.now_ms() + TOAST_MS;
        for effect in ctx.effects {
            if let Effect::Toast(text) = effect {
                self.toasts.push(Toast {
                    text,
                    until_ms,
                    package,
                });
            }
        }
    }
}
