//! What an app is: data with `view` and `update`, what happens to it, and what it asks of the system.

use crate::{
    msg::{AppId, Msg},
    paint::IconName,
    state::DeviceState,
    toolkit::window::Window,
};

/// What the launcher and `open_app` know about an app.
#[derive(Clone, Copy, Debug)]
pub struct AppInfo {
    /// Under its icon.
    pub label: &'static str,
    /// Its package.
    pub package: &'static str,
    /// Its version.
    pub version: &'static str,
    /// The activity that is started, as AndroidWorld writes it behind `package/`.
    pub activity: &'static str,
    /// What `open_app` finds it by: lower-case beginnings of names.
    pub names: &'static [&'static str],
    /// Whether it is offered when text is shared.
    pub takes_text: bool,
    /// Its icon in the launcher, which does not show it without one.
    pub icon: Option<IconName>,
}

/// What happened, for the app in front. `M` is the app's own messages.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<M> {
    /// A widget was tapped, or a line of its menu.
    Tap(M),
    /// A widget was pressed for long.
    Hold(M),
    /// A field's text is to become this.
    Edit(M, String),
    /// ENTER in a field that wants to know.
    Submit(M),
    /// A finger went over a widget sideways: from where to where, in thousandths of its width.
    Drag(M, i32, i32),
    /// A finger drew on a widget: from where to where, in thousandths of its width and height.
    Stroke(M, (i32, i32), (i32, i32)),
    /// A finger went over the screen, and nothing scrolled.
    Fling(ui::Direction),
    /// The back key.
    Back,
    /// Another app comes to the front.
    Pause,
    /// The app comes to the front again.
    Resume,
    /// Text another app shares.
    Shared(String),
    /// The path of a file that another app wants to be seen.
    View(String),
    /// A document of another app that somebody says the place of.
    Create(Document),
    /// The answer to [`Context::ask`].
    Permission(bool),
}

impl<M> Event<M> {
    pub(super) fn narrow<N>(self, own: impl FnOnce(M) -> Option<N>) -> Option<Event<N>> {
        Some(match self {
            Event::Tap(msg) => Event::Tap(own(msg)?),
            Event::Hold(msg) => Event::Hold(own(msg)?),
            Event::Edit(msg, text) => Event::Edit(own(msg)?, text),
            Event::Submit(msg) => Event::Submit(own(msg)?),
            Event::Drag(msg, from, to) => Event::Drag(own(msg)?, from, to),
            Event::Stroke(msg, from, to) => Event::Stroke(own(msg)?, from, to),
            Event::Fling(direction) => Event::Fling(direction),
            Event::Back => Event::Back,
            Event::Pause => Event::Pause,
            Event::Resume => Event::Resume,
            Event::Shared(text) => Event::Shared(text),
            Event::View(path) => Event::View(path),
            Event::Create(document) => Event::Create(document),
            Event::Permission(given) => Event::Permission(given),
        })
    }
}

/// A document that is saved where somebody says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The name that is offered.
    pub name: String,
    /// What is put behind a name that does not end so.
    pub extension: &'static str,
    /// What is in it.
    pub text: String,
    /// The app that it is of, and that is in front again afterwards.
    pub back: AppId,
}

/// What an app asks of the system.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// A message that goes away by itself.
    Toast(String),
    /// The focus, with the keyboard, for a field.
    Focus(Msg),
    /// Text at the cursor, as if it was typed.
    Insert(String),
    /// No focus and no keyboard.
    Unfocus,
    /// To the launcher.
    Leave,
    /// Another app to the front.
    Open(AppId),
    /// Another app to the front, with a file.
    View(AppId, String),
    /// The sheet of apps that show a file, with its path.
    OpenWith(String),
    /// The system's page that asks where a document goes.
    Create(Document),
    /// The sheet of apps that take text.
    Share(String),
    /// The dialog that asks for a permission, with its question.
    Ask(String),
}

/// The device while an app changes it.
pub struct Context<'a> {
    /// Files, tables, settings, clipboard, clock.
    pub device: &'a mut DeviceState,
    /// What was asked of the system.
    pub effects: Vec<Effect>,
}

impl Context<'_> {
    /// Now, in milliseconds since 1970.
    pub fn now(&self) -> i64 {
        self.device.clock.now_ms()
    }

    /// Show a message for a while.
    pub fn toast(&mut self, text: impl Into<String>) {
        self.effects.push(Effect::Toast(text.into()));
    }

    /// Give a field focus and keyboard.
    pub fn focus(&mut self, field: impl Into<Msg>) {
        self.effects.push(Effect::Focus(field.into()));
    }

    /// Put text at the cursor.
    pub fn insert(&mut self, text: impl Into<String>) {
        self.effects.push(Effect::Insert(text.into()));
    }

    /// Take focus and keyboard away.
    pub fn unfocus(&mut self) {
        self.effects.push(Effect::Unfocus);
    }

    /// Leave the app: what back does on its first screen.
    pub fn leave(&mut self) {
        self.effects.push(Effect::Leave);
    }

    /// Bring an app to the front.
    pub fn open(&mut self, app: AppId) {
        self.effects.push(Effect::Open(app));
    }

    /// Bring an app to the front, with a file that it shows.
    pub fn view(&mut self, app: AppId, path: impl Into<String>) {
        self.effects.push(Effect::View(app, path.into()));
    }

    /// Let the user say which app shows a file.
    pub fn open_with(&mut self, path: impl Into<String>) {
        self.effects.push(Effect::OpenWith(path.into()));
    }

    /// Save a document where the user says.
    pub fn create(&mut self, document: Document) {
        self.effects.push(Effect::Create(document));
    }

    /// Offer text to other apps.
    pub fn share(&mut self, text: impl Into<String>) {
        self.effects.push(Effect::Share(text.into()));
    }

    /// Ask the user for a permission; [`Event::Permission`] is the answer.
    pub fn ask(&mut self, question: impl Into<String>) {
        self.effects.push(Effect::Ask(question.into()));
    }
}

/// One app.
pub trait App: Clone {
    /// What its widgets tell it.
    type Msg: Into<Msg>;
    /// Who it is.
    const INFO: AppInfo;

    /// As it starts.
    fn start(device: &DeviceState) -> Self;

    /// The activity in front.
    fn activity(&self) -> &'static str {
        Self::INFO.activity
    }

    /// Its windows, the lowest first.
    fn view(&self, device: &DeviceState) -> Vec<Window>;

    /// What an event does.
    fn update(&mut self, ctx: &mut Context<'_>, event: Event<Self::Msg>);
}
