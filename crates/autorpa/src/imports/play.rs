//! One intent after the other, done on the device: each is proven on the screen that is there.

use std::{
    collections::BTreeMap,
    convert::Infallible,
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use device::{Cause, Environment, NoOption};
use device_web::origin;
use import::{Act, Choice, Effect, Intent, Note, Place, Target, Text};
use task::Params;
use trajectory::{DemonstrationNotes, Step, note_sent};
use ui::{Action, Element, ElementId, HardAction, Role, Screen, secret_mark};
use url::Url;

use super::not_played::NotPlayed;
use super::played::{ImportRequest, Played, lost};
use crate::{Autorpa, error::Error, veil::Veil};

/// How long what a step is done to may take to show.
const SHOWS_WITHIN: Duration = Duration::from_secs(6);

/// Why a step is not done.
pub(super) enum Failed {
    /// It can't be done on what is there.
    Here(NotPlayed),
    /// The device is gone.
    Gone(Error),
}

/// Does intents on a device.
pub(super) struct Player<'a> {
    env: &'a mut dyn Environment,
    rpa: &'a Autorpa,
    /// Where files lie that are given to the page.
    folder: PathBuf,
    values: Params,
    dialogs: Option<bool>,
    /// The address that the file begins with, and the one that is begun with instead.
    moved: Option<(String, String)>,
    screen: Arc<Screen>,
    page: String,
    /// Titles of the pages that were left, by the file's names.
    titles: BTreeMap<String, String>,
    /// Names of the task's secrets: their values are typed, and not those of the file.
    of_task: Vec<String>,
    /// Names and texts of the file's secrets.
    secrets: Vec<(String, String)>,
    played: Played,
}

impl<'a> Player<'a> {
    pub(super) fn new(
        env: &'a mut dyn Environment,
        rpa: &'a Autorpa,
        request: &ImportRequest,
        values: Params,
        of_task: Vec<String>,
        begun: Option<&str>,
    ) -> Result<Self, Error> {
        let mut player = Self {
            env,
            rpa,
            folder: request.file.parent().map(PathBuf::from).unwrap_or_default(),
            values,
            dialogs: request.dialogs,
            moved: None,
            screen: Arc::default(),
            page: String::new(),
            titles: BTreeMap::new(),
            of_task,
            secrets: Vec::new(),
            played: Played {
                steps: Vec::new(),
                last: Arc::default(),
                shown: DemonstrationNotes::default(),
                left_as_it_is: Vec::new(),
                in_clear: Vec::new(),
                said: Vec::new(),
                veil: Veil::default(),
            },
        };
        player.look().map_err(lost)?;
        // What begins elsewhere than the file says goes on there as well.
        let from = begun.and_then(origin);
        let to = Some(&player.screen.app).filter(|it| it.starts_with("http"));
        player.moved = from.zip(to.cloned());
        Ok(player)
    }

    /// What was done.
    pub(super) fn end(mut self) -> Played {
        self.played.last = self.veiled();
        self.played
    }

    /// Do one after the other; the one that can't be done, and why.
    pub(super) fn all<'i>(&mut self, intents: &'i [Intent]) -> Option<(&'i Intent, Failed)> {
        intents.iter().find_map(|it| Some((it, self.one(it).err()?)))
    }

    /// The texts that were typed as secrets, each with its name.
    pub(super) fn secrets(&self) -> Vec<(String, String)> {
        let by_text = |(name, text): &(String, String)| (text.clone(), name.clone());
        self.secrets.iter().map(by_text).collect()
    }

    /// Wait until what was done last has had its effect.
    pub(super) fn rest(&mut self) -> Result<(), Error> {
        self.env.rest().and_then(|()| self.look()).map_err(lost)
    }

    /// The screen without the texts of secrets.
    fn veiled(&self) -> Arc<Screen> {
        match self.secrets.is_empty() {
            true => Arc::clone(&self.screen),
            false => {
                let mut screen = Screen::clone(&self.screen);
                self.played.veil.veil(&mut screen);
                Arc::new(screen)
            }
        }
    }

    fn look(&mut self) -> Result<(), device::DeviceError> {
        self.env.settle()?;
        self.screen = Arc::new(self.env.observe()?);
        Ok(())
    }

    /// Do one intent.
    pub(super) fn one(&mut self, intent: &Intent) -> Result<(), Failed> {
        if self.rpa.cancel.is_cancelled() {
            return Err(NotPlayed::Stopped.into());
        }
        self.go_to(&intent.place)?;
        match &intent.act {
            Act::Open { address } => {
                let link = self.rebased(&self.filled(address)?);
                self.act(intent, Action::OpenLink { link }, None)?;
            }
            Act::Answer { accept, text } => self.answer(intent, *accept, text.as_ref())?,
            Act::Back => self.act(intent, Action::NavigateBack, None)?,
            Act::Close => self.leave(
                intent,
                "the page is left open: what follows is done on another one",
            ),
            Act::Press { target: None, keys } => self.act(intent, HardAction::press(keys), None)?,
            Act::Drag { target, to } => {
                let target = self.element(intent, target)?;
                let to = self.element(intent, to)?;
                self.act(intent, Action::DragTo { target, to }, None)?;
            }
            act => {
                let Some(target) = act.target() else {
                    return Err(NotPlayed::NoName.into());
                };
                let id = self.element(intent, target)?;
                self.on(intent, id)?;
            }
        }
        for effect in &intent.effects {
            if let Effect::Popup { page } = effect {
                let left = std::mem::replace(&mut self.page, page.clone());
                self.titles.insert(left, self.before_title());
            }
        }
        Ok(())
    }

    /// The title of the page on which the last step was done.
    fn before_title(&self) -> String {
        self.played
            .steps
            .last()
            .map(|it| title(&it.screen))
            .unwrap_or_default()
    }

    /// Bring the page to the front that an intent is about.
    fn go_to(&mut self, place: &Place) -> Result<(), Failed> {
        if place.page == self.page {
            return Ok(());
        }
        let Some(to) = self.titles.get(&place.page).cloned() else {
            return Err(NotPlayed::OtherPage.into());
        };
        let left = std::mem::replace(&mut self.page, place.page.clone());
        self.titles.insert(left, title(&self.screen));
        let switch = Action::SwitchWindow { title: to };
        self.did(switch.clone(), switch)
    }

    /// The one element that is meant, once it shows.
    fn element(&mut self, intent: &Intent, target: &Target) -> Result<ElementId, Failed> {
        let until = Instant::now() + SHOWS_WITHIN;
        loop {
            let found = import::named(&self.screen, &intent.place.frames, target);
            match found {
                Ok(id) => return Ok(id),
                Err(why) if Instant::now() >= until => {
                    let page = self.screen.activity.clone();
                    return Err(NotPlayed::NotOne { why, page }.into());
                }
                Err(_) => {
                    self.env.act(&Action::Wait).map_err(gone)?;
                    self.look().map_err(gone)?;
                }
            }
        }
    }

    /// Do to an element what an intent says.
    fn on(&mut self, intent: &Intent, target: ElementId) -> Result<(), Failed> {
        let screen = Arc::clone(&self.screen);
        let Some(element) = screen.get(target) else {
            return Err(NotPlayed::Gone.into());
        };
        let action = match &intent.act {
            Act::Click { count: 0 | 1, .. } => Action::Click { target },
            Act::Click { count: 2, .. } => Action::DoubleTap { target },
            Act::Click { .. } => {
                return Err(NotPlayed::ThreeClicks.into());
            }
            Act::RightClick { .. } => Action::RightClick { target },
            Act::Hover { .. } => Action::Hover { target },
            Act::Fill { text, .. } if element.is(Role::Choice) => {
                let option = self.option(target, &Choice::Value(text.clone()))?;
                Action::SelectOption { target, option }
            }
            Act::Choose { choice, .. } => {
                let option = self.option(target, choice)?;
                Action::SelectOption { target, option }
            }
            Act::Fill { text, .. } => Action::InputText {
                target: Some(target),
                text: self.filled(text)?,
                clear: true,
            },
            Act::Append { text, .. } => Action::InputText {
                target: Some(target),
                text: self.filled(text)?,
                clear: false,
            },
            Act::Tick { on, .. } if element.checked == *on => {
                self.leave(intent, "it is so already");
                return Ok(());
            }
            Act::Tick { on: false, .. } if element.is(Role::Radio) => {
                return Err(NotPlayed::TakenBack.into());
            }
            Act::Tick { .. } => Action::Click { target },
            Act::Upload { files, .. } => {
                let files = self.files(files)?;
                Action::UploadFiles { target, files }
            }
            Act::Press { keys, .. } => return self.press(intent, target, element, keys),
            Act::Open { .. } | Act::Answer { .. } | Act::Drag { .. } | Act::Back | Act::Close => {
                return Err(NotPlayed::ToNothing.into());
            }
        };
        self.act(intent, action, Some(element))
    }

    /// A key on an element: it has the focus, or gets it by what changes nothing.
    fn press(
        &mut self,
        intent: &Intent,
        target: ElementId,
        element: &Element,
        keys: &ui::Chord,
    ) -> Result<(), Failed> {
        let activates = !keys.is_modified() && ["Enter", "Space"].contains(&keys.key());
        let button = matches!(
            element.role.as_deref(),
            Some("button" | "link" | "checkbox" | "radio" | "tab" | "switch")
        );
        if activates && button && !(keys.key() == "Enter" && element.checkable) {
            return self.act(intent, Action::Click { target }, Some(element));
        }
        if !element.focused {
            if !element.editable {
                let element = element.name();
                return Err(NotPlayed::NoFocus { element }.into());
            }
            self.act(intent, Action::Click { target }, Some(element))?;
        }
        self.act(intent, HardAction::press(keys), Some(element))
    }

    fn answer(&mut self, intent: &Intent, accept: Option<bool>, text: Option<&Text>) -> Result<(), Failed> {
        let Some(accept) = accept.or(self.dialogs) else {
            return Err(NotPlayed::Dialog.into());
        };
        let text = text.map(|it| self.filled(it)).transpose()?;
        self.act(intent, Action::AnswerDialog { accept, text }, None)
    }

    /// What an option shows.
    fn option(&mut self, list: ElementId, choice: &Choice) -> Result<String, Failed> {
        let screen = Arc::clone(&self.screen);
        let around = screen.get(list).ok_or(NotPlayed::Gone)?;
        let shown: Vec<&str> = screen
            .elements
            .iter()
            .filter(|it| it.is(Role::Option) && around.contains(it))
            .filter_map(|it| it.text.as_deref())
            .collect();
        let lacks = |option: &str| {
            let known = shown.iter().map(|it| (*it).to_owned()).collect();
            Failed::Here(NotPlayed::NoOption(NoOption::of(Some(around), option, 0, known)))
        };
        match choice {
            Choice::Label(text) => self.filled(text),
            Choice::Number(number) => match shown.get(*number) {
                Some(text) => Ok((*text).to_owned()),
                None => Err(lacks(&format!("number {}", number + 1))),
            },
            Choice::Value(text) => {
                let value = self.filled(text)?;
                let by_value = self.env.option_of(list, &value).map_err(gone)?;
                match by_value {
                    Some(text) => Ok(text),
                    None if shown.contains(&value.as_str()) => Ok(value),
                    None => Err(lacks(&value)),
                }
            }
        }
    }

    fn files(&self, files: &[Text]) -> Result<String, Failed> {
        let mut paths = Vec::new();
        for file in files {
            let name = self.filled(file)?;
            let path = self.folder.join(&name);
            let path = path.canonicalize().map_err(|error| NotPlayed::File {
                name: name.clone(),
                source: Cause::of(error),
            })?;
            paths.push(path.display().to_string());
        }
        Ok(paths.join("\n"))
    }

    fn filled(&self, text: &Text) -> Result<String, Failed> {
        let value = |name: &str| self.values.get(name)?.as_text().map(str::to_owned);
        Ok(text.fill(&value).map_err(NotPlayed::from)?)
    }

    /// An address of the file, where the page is now.
    fn rebased(&self, address: &str) -> String {
        let moved = self.moved.as_ref().and_then(|(from, to)| {
            let url = Url::parse(address).ok()?;
            let same = url.origin().ascii_serialization() == *from;
            same.then(|| format!("{to}{}", &url[url::Position::BeforePath..]))
        });
        moved.unwrap_or_else(|| address.to_owned())
    }

    /// A step that changes nothing, and is none.
    fn leave(&mut self, intent: &Intent, why: &str) {
        self.played.left_as_it_is.push(Note {
            line: intent.line,
            what: intent.act.to_string(),
            why: why.to_owned(),
        });
    }

    /// Do an action for an intent, and tell of it.
    fn act(&mut self, intent: &Intent, action: HardAction, on: Option<&Element>) -> Result<(), Failed> {
        let value = action.value().cloned().filter(|it| !it.is_empty());
        let field = self
            .played
            .veil
            .veiled(&on.map(Element::name).unwrap_or_default());
        match (on, &value) {
            (Some(on), Some(value)) if is_secret(on) => self.type_secret(intent, action, on, value)?,
            (on, value) => {
                self.did(action.clone(), action)?;
                if let (Some(on), Some(value), false) = (on, value, matches!(intent.act, Act::Upload { .. }))
                {
                    self.played.said.push((called(on), value.clone()));
                }
            }
        }
        let number = self.played.steps.len();
        self.rpa.told.line(match field.is_empty() {
            true => format!("{number}. line {}: {}", intent.line, intent.act),
            false => format!("{number}. line {}: {}, which is {field}", intent.line, intent.act),
        });
        Ok(())
    }

    /// Type a secret: the task's own, where the task has one for the field, else the file's, of which only the name is
    /// kept.
    fn type_secret(
        &mut self,
        intent: &Intent,
        action: HardAction,
        on: &Element,
        value: &str,
    ) -> Result<(), Failed> {
        self.played.in_clear.push(intent.line);
        let with = |text: String| match &action {
            Action::InputText { target, clear, .. } => Action::InputText {
                target: *target,
                text,
                clear: *clear,
            },
            other => other.clone(),
        };
        let name = name_of(on);
        let own = match &self.of_task[..] {
            [one] => Some(one),
            all => all.iter().find(|it| **it == name),
        };
        if let Some(own) = own {
            let marked = with(secret_mark(own));
            return self.did(marked.clone(), marked);
        }
        self.secrets.push((name.clone(), value.to_owned()));
        self.played.veil = Veil::new::<Infallible>(
            self.secrets
                .iter()
                .map(|(name, text)| (name.clone(), Ok(text.clone()))),
        );
        let kept = with(secret_mark(&name));
        self.did(action, kept)?;
        self.played.shown.secrets.insert(self.played.steps.len(), name);
        Ok(())
    }

    /// Do an action and look at what it did; what is kept of it may be another one.
    fn did(&mut self, action: HardAction, kept: HardAction) -> Result<(), Failed> {
        match self.env.act(&action) {
            Ok(()) => {}
            Err(error) if error.is_refusal() => {
                let page = self.screen.activity.clone();
                let source = Cause::of(error);
                return Err(NotPlayed::Refused { source, page }.into());
            }
            Err(error) => return Err(gone(error)),
        }
        let screen = self.veiled();
        let kept = self.kept(kept);
        self.played.steps.push(Step::new(screen, kept));
        self.look().map_err(gone)?;
        note_sent(&mut self.played.steps, self.env.sent());
        Ok(())
    }
}

impl Player<'_> {
    /// An action without the texts of secrets: one that was typed twice may go into a field that shows it.
    fn kept(&self, action: HardAction) -> HardAction {
        let veil = &self.played.veil;
        match action {
            Action::InputText { target, text, clear } => Action::InputText {
                target,
                text: veil.veiled(&text),
                clear,
            },
            Action::AnswerDialog { accept, text } => Action::AnswerDialog {
                accept,
                text: text.map(|it| veil.veiled(&it)),
            },
            Action::OpenLink { link } => Action::OpenLink {
                link: veil.veiled(&link),
            },
            other => other,
        }
    }
}

impl From<NotPlayed> for Failed {
    fn from(why: NotPlayed) -> Self {
        Failed::Here(why)
    }
}

fn gone(error: device::DeviceError) -> Failed {
    Failed::Gone(lost(error))
}

/// Whether what a field takes is nobody's business, by the field itself.
fn is_secret(field: &Element) -> bool {
    let completes = field.attributes.get("autocomplete").map_or("", String::as_str);
    field.password
        || completes.starts_with("cc-")
        || ["current-password", "new-password", "one-time-code"].contains(&completes)
}

/// What a field is called.
fn called(field: &Element) -> String {
    let names = [
        &field.label,
        &field.content_description,
        &field.hint_text,
        &field.resource_name,
    ];
    names
        .into_iter()
        .flatten()
        .next()
        .map_or("value", String::as_str)
        .to_owned()
}

/// The same, as a parameter's name.
fn name_of(field: &Element) -> String {
    let words = called(field).to_lowercase();
    let words: Vec<&str> = words
        .split(|it: char| !it.is_alphanumeric())
        .filter(|it| !it.is_empty())
        .collect();
    words.join("_")
}

/// The title of a page: what stands behind its path.
fn title(screen: &Screen) -> String {
    screen
        .activity
        .split_once(' ')
        .map_or("", |(_, it)| it)
        .to_owned()
}
