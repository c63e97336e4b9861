//! A person shows a task in a browser of theirs, and it is kept as a recording.

mod words;

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use device::{Environment, EnvironmentError, Verdict};
use device_web::{Ears, Listened, Listener};
use recorder::{Proof, Recorder, What, prove, sentence};
use task::{Instance, Params, Value};
use thiserror::Error;
use trajectory::{
    Bank, Code, Diagnostic, Ending, Origin, Outcome, Recording, Remark, Screenshots, Shown, Step,
};
use ui::{Action, Element, ElementId, HardAction, Screen, marked_secret, secret_mark};

pub use words::{Word, WordError, Words, WordsError};

use crate::{
    Autorpa,
    error::Error,
    params::Goals,
    registry::Setup,
    unjudged::{self, Place},
    workbench::unchecked,
};

/// What stands for a secret on screens.
const HIDDEN: &str = "••••••••";
/// How long what was done last may take to come to rest.
const RESTS: Duration = Duration::from_secs(6);

/// What is to be listened to.
#[derive(Clone, Debug)]
pub struct ListenRequest {
    /// The browser.
    pub ears: Ears,
    /// Where it begins; a task may say that itself.
    pub url: Option<String>,
    /// What is going to be done, in one sentence with its values.
    pub goal: Option<String>,
    /// What the kind of task is called.
    pub name: Option<String>,
    /// A task type that is shown: its suite and its instance.
    pub task: Option<ShownTask>,
    /// Names of fields whose values nobody may read.
    pub secrets: Vec<String>,
    /// Who is logged in, by the name of a kept login; a task may say that itself.
    pub login: Option<String>,
}

/// A task that is set up.
struct Beginning {
    /// Where it begins, if it says so.
    url: Option<String>,
    /// Who is logged in there.
    login: Option<String>,
    env: Box<dyn Environment>,
    instance: Instance,
}

/// A task of a suite that is shown.
#[derive(Clone, Debug)]
pub struct ShownTask {
    /// The task type.
    pub task_type: String,
    /// Its suite; found from the task type where only one has it.
    pub suite: Option<String>,
    /// The instance.
    pub seed: u64,
}

/// What is said while a person shows something.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// A step was understood, or is another one than was said before.
    Step {
        /// Which one, from 1.
        number: usize,
        /// In words, with the locator that holds on its own screen.
        words: String,
        /// Why it may not be found again.
        warning: Option<String>,
    },
    /// Something beside the steps.
    Note(String),
    /// Something was done that is no step: the recording has a gap.
    Gap(String),
    /// What was said can't be done, and why.
    Refused(String),
    /// Nothing more can be shown.
    Over(Over),
}

/// Why nothing more can be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Over {
    /// The person says so.
    Done,
    /// The last page was closed.
    Closed,
    /// A page crashed, or the browser is gone.
    Lost(String),
}

/// Somebody is shown something.
pub struct Listening {
    listener: Listener,
    recorder: Recorder,
    at: Place,
    request: ListenRequest,
    /// The task that is shown, set up.
    task: Option<(Box<dyn Environment>, Instance)>,
    /// Steps that were said and not done: after how many of the recorder's.
    said: Vec<(usize, Step)>,
    notes: Vec<Remark>,
    params: Params,
    check_after: Option<usize>,
    /// Texts that turned out to be secrets, with their names.
    secrets: BTreeMap<String, String>,
    paused: bool,
    address: String,
    over: Option<Over>,
}

/// Nobody says where it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is no page to show it on: --url URL names one")]
pub struct NoPage;

impl Autorpa {
    /// Open a browser and listen to what a person does in it.
    pub fn listen(&self, request: &ListenRequest) -> Result<Listening, Error> {
        let task = match &request.task {
            Some(task) => Some(self.set_up(task)?),
            None => None,
        };
        let own = task.as_ref().and_then(|it| it.url.clone());
        let Some(url) = request.url.clone().or(own) else {
            return Err(Error::usage(NoPage));
        };
        let named = request.login.clone();
        let login = named.or_else(|| task.as_ref().and_then(|it| it.login.clone()));
        let login = login.map(|it| self.logins().get(&it)).transpose()?;
        let task = task.map(|it| (it.env, it.instance));
        let at = Place::page(self, &url)?;
        // A password that the task gives itself is a value like any other.
        let params = task.iter().flat_map(|(_, it)| it.params.values());
        let given: Vec<String> = params
            .flat_map(Value::texts)
            .filter(|it| !it.is_empty() && marked_secret(it).is_none())
            .map(str::to_owned)
            .collect();
        let listener = Listener::open(&request.ears, &url, &request.secrets, &given, login.as_ref())
            .map_err(EnvironmentError::from)?;
        Ok(Listening {
            listener,
            recorder: Recorder::new(),
            at,
            request: request.clone(),
            task,
            said: Vec::new(),
            notes: Vec::new(),
            params: Params::new(),
            check_after: None,
            secrets: BTreeMap::new(),
            paused: false,
            address: url,
            over: None,
        })
    }

    /// Set an instance of a task type up; where it begins, if it says so.
    fn set_up(&self, task: &ShownTask) -> Result<Beginning, Error> {
        let suite = self.registry.suite_of(&task.task_type, task.suite.as_deref())?;
        suite.terms().may_look_at(task.seed)?;
        let mut env = suite.open(&Setup::default())?;
        let goals = Goals::learn(env.as_mut(), &task.task_type, &[task.seed])?;
        let instance = goals.fill(env.instance(&task.task_type, task.seed)?);
        let url = suite.address(&instance)?;
        env.reset(&instance)?;
        Ok(Beginning {
            url,
            login: suite.login(&task.task_type),
            env,
            instance,
        })
    }
}

impl Listening {
    /// What is to be done, where that is known.
    pub fn goal(&self) -> Option<&str> {
        let task = self.task.as_ref().map(|(_, it)| it.goal.as_str());
        task.or(self.request.goal.as_deref())
    }

    /// The browser that was started for it: the port that it is spoken to at.
    pub fn port(&self) -> Option<u16> {
        self.listener.browser().and_then(device_web::Browser::port)
    }

    /// How many steps there are so far.
    pub fn count(&self) -> usize {
        self.recorder.steps().len() + self.said.len()
    }

    /// What the page in front shows.
    pub fn screen(&self) -> Option<&Screen> {
        self.recorder.last_look().map(|it| &*it.screen)
    }

    /// Listen for a moment; what was understood.
    pub fn listen(&mut self, most: Duration) -> Vec<Said> {
        if let Some(over) = &self.over {
            return vec![Said::Over(over.clone())];
        }
        let heard = match self.listener.listen(most) {
            Listened::Heard(heard) => heard,
            Listened::Nothing => return Vec::new(),
            Listened::Closed => return self.end(Over::Closed),
            Listened::Crashed => return self.end(Over::Lost("the page crashed".to_owned())),
            Listened::Gone { reason } => return self.end(Over::Lost(reason)),
        };
        if let What::Went { url, .. } = &heard.what {
            self.address.clone_from(url);
        }
        let counts = match &heard.what {
            What::Shows { .. } | What::Title { .. } | What::Opened { .. } | What::Closed => true,
            _ => !self.paused,
        };
        match counts {
            true => {
                let told = self.recorder.hear(&heard);
                self.tell(told)
            }
            false => Vec::new(),
        }
    }

    fn end(&mut self, over: Over) -> Vec<Said> {
        let told = self.recorder.end();
        let mut said = self.tell(told);
        self.over = Some(over.clone());
        said.push(Said::Over(over));
        said
    }

    fn tell(&mut self, told: Vec<recorder::Told>) -> Vec<Said> {
        let mut all = Vec::new();
        for it in told {
            match it {
                recorder::Told::Step(at) | recorder::Told::Again(at) => {
                    let before = self.said.iter().filter(|it| it.0 <= at).count();
                    if let Some(step) = self.recorder.steps().get(at) {
                        all.push(said_step(at + before + 1, step));
                    }
                }
                recorder::Told::Note(it) => {
                    let (after, text) = (self.count(), it.to_string());
                    all.push(Said::Note(text.clone()));
                    self.notes.push(Remark { after, text });
                }
                recorder::Told::Gap(it) => all.push(Said::Gap(it.to_string())),
            }
        }
        all
    }

    /// Do what a person says beside what they do.
    pub fn say(&mut self, word: Word) -> Vec<Said> {
        match word {
            Word::Undo => self.undo(),
            Word::Pause => {
                self.paused = !self.paused;
                let told = match self.paused {
                    true => "what is done now is not recorded; `pause` goes on",
                    false => "what is done now is recorded again",
                };
                vec![Said::Note(told.to_owned())]
            }
            Word::Param { value, name } => {
                self.params.insert(name.clone(), value.clone().into());
                vec![Said::Note(format!("\"{value}\" is the parameter {name}"))]
            }
            Word::Secret => self.secret(),
            Word::Check => {
                let told = self.recorder.end();
                let mut all = self.tell(told);
                self.check_after = Some(self.count());
                let text = "what is done from now on looks up whether it worked";
                all.push(Said::Note(text.to_owned()));
                all
            }
            Word::Answer { element } => self.answer(&element),
            Word::Done => {
                self.rest();
                let mut all: Vec<Said> = Vec::new();
                while self.over.is_none() {
                    let more = self.listen(Duration::ZERO);
                    if more.is_empty() {
                        break;
                    }
                    all.extend(more.into_iter().filter(|it| !matches!(it, Said::Over(_))));
                }
                self.over = None;
                all.extend(self.end(Over::Done));
                all
            }
            Word::Help => vec![Said::Note(words::HELP.to_owned())],
        }
    }

    /// Have what was done last come to rest.
    fn rest(&mut self) {
        let until = Instant::now() + RESTS;
        self.listener.rest();
        tracing::debug!(in_time = Instant::now() < until, "at rest");
    }

    fn undo(&mut self) -> Vec<Said> {
        let done = self.recorder.steps().len();
        // What was said after the last step goes first.
        if let Some(at) = self.said.iter().rposition(|it| it.0 >= done) {
            let (_, step) = self.said.remove(at);
            return vec![Said::Note(format!("undone: {}", step.action))];
        }
        let undone = match self.recorder.undo() {
            Some(step) => format!("undone: {}", sentence(&step)),
            None => return vec![Said::Refused("there is no step to undo".to_owned())],
        };
        let count = self.count();
        self.notes.retain(|it| it.after <= count);
        self.check_after = self.check_after.filter(|it| *it <= count);
        vec![
            Said::Note(undone),
            Said::Note("the page itself stays as it is: put it back by hand where that matters".to_owned()),
        ]
    }

    /// The text that was typed last is a secret.
    fn secret(&mut self) -> Vec<Said> {
        let told = self.recorder.end();
        let mut all = self.tell(told);
        let steps = self.recorder.steps().iter().rev();
        let typed = steps.into_iter().find_map(|it| match &it.action {
            Action::InputText { target, text, .. } if it.secret.is_none() => {
                Some((it, *target, text.clone()))
            }
            _ => None,
        });
        let Some((step, target, text)) = typed else {
            all.push(Said::Refused(
                "nothing was typed that could be a secret".to_owned(),
            ));
            return all;
        };
        let field = target.and_then(|it| step.screen.get(it));
        let name = field.map_or_else(|| "secret".to_owned(), name_of);
        self.secrets.insert(text, name.clone());
        all.push(Said::Note(format!(
            "what was typed last is the secret {name}: its text is not kept"
        )));
        all
    }

    /// The answer is what an element of the page shows.
    fn answer(&mut self, element: &str) -> Vec<Said> {
        let told = self.recorder.end();
        let mut all = self.tell(told);
        let Some(look) = self.recorder.last_look().cloned() else {
            all.push(Said::Refused("no page shows anything yet".to_owned()));
            return all;
        };
        let found = named_element(&look.screen, element);
        let id = match found[..] {
            [one] => one,
            [] => {
                all.push(Said::Refused(format!("nothing on the page shows \"{element}\"")));
                return all;
            }
            _ => {
                let several = format!(
                    "{} elements show \"{element}\": give the number of the one that is meant ({})",
                    found.len(),
                    numbers(&found)
                );
                all.push(Said::Refused(several));
                return all;
            }
        };
        let text = look.screen.get(id).map(said_by).unwrap_or_default();
        let step = Step::new(Arc::clone(&look.screen), Action::Answer { text: text.clone() });
        self.said.push((self.recorder.steps().len(), step));
        let words = format!("answer \"{text}\"");
        all.push(Said::Step {
            number: self.count(),
            words,
            warning: None,
        });
        all
    }

    /// Keep what was shown as a recording. A task is judged; else nobody has checked it.
    pub fn keep(mut self, rpa: &Autorpa) -> Result<Recording, Error> {
        let told = self.recorder.end();
        drop(self.tell(told));
        let mut costs = self.listener.costs().to_vec();
        costs.sort_by(f64::total_cmp);
        let (median, most) = (costs.get(costs.len() / 2), costs.last());
        tracing::info!(
            looks = costs.len(),
            median,
            most,
            "milliseconds that the page stood still for a look"
        );
        let mut screenshots = Screenshots::default();
        let mut steps = self.all_steps(&mut screenshots);
        let last = self
            .recorder
            .last_look()
            .map(|it| Arc::clone(&it.screen))
            .unwrap_or_default();
        let mut shown = Shown {
            secrets: BTreeMap::new(),
            check_after: self.check_after,
            gaps: Vec::new(),
            notes: self.notes.clone(),
        };
        for gap in self.recorder.gaps() {
            let said = self.said.iter().filter(|it| it.0 < gap.after).count();
            shown.gaps.push(Remark {
                after: gap.after + said,
                text: gap.to_string(),
            });
        }
        let last = self.hide(&mut steps, last);
        for (number, step) in (1..).zip(&steps) {
            if let Action::InputText { text, .. } = &step.action
                && let Some(name) = marked_secret(text)
            {
                shown.secrets.insert(number, name.to_owned());
            }
        }
        let answer = steps.iter().rev().find_map(|it| match &it.action {
            Action::Answer { text } => Some(text.clone()),
            _ => None,
        });
        let (ending, reward) = self.ending(answer.as_deref())?;
        let unnamed = Recording {
            ending,
            reward,
            answer,
            shown: Some(shown),
            ..Recording::reached(Origin::Person, unjudged::nothing_yet(""), steps, last)
        };
        let bank = Bank::open(&rpa.home.bank).map_err(Error::kept)?;
        let instance = match &self.task {
            Some((_, instance)) => instance.clone(),
            None => unjudged::instance(
                &self.goal_or_words(),
                self.request.name.as_deref(),
                &self.params,
                &self.at,
                &unnamed,
                &bank,
            )?,
        };
        let mut recording = Recording { instance, ..unnamed };
        recording.id = bank.save(&recording, &screenshots).map_err(Error::kept)?;
        Ok(recording)
    }

    /// The steps that were done and said, in order, with their pictures.
    fn all_steps(&mut self, screenshots: &mut Screenshots) -> Vec<Step> {
        let mut said = self.said.clone().into_iter().peekable();
        let mut all = Vec::new();
        let hidden: Vec<String> = self.secrets.keys().cloned().collect();
        for (at, done) in self.recorder.steps().iter().enumerate() {
            while let Some((_, step)) = said.next_if(|it| it.0 <= at) {
                all.push(step);
            }
            let picture = done.picture.as_deref().and_then(|it| self.listener.picture(it));
            let picture = picture.and_then(|it| covered(it, &done.screen, &hidden));
            let mut step = Step::new(Arc::clone(&done.screen), done.action.clone());
            step.screenshot = picture.map(|it| screenshots.keep(it));
            let notes: Vec<String> = done.notes.iter().map(ToString::to_string).collect();
            step.reason = (!notes.is_empty()).then(|| notes.join("; "));
            // Until the next gesture it is this one that has led to what is sent.
            let next = self.recorder.steps().get(at + 1).map_or(u64::MAX, |it| it.at);
            let sent = self
                .listener
                .sent()
                .iter()
                .filter(|it| (done.at..next).contains(&it.0));
            step.sent = Some(sent.map(|it| it.1.clone()).collect());
            all.push(step);
        }
        all.extend(said.map(|it| it.1));
        all
    }

    /// Take what turned out to be a secret out of all screens and actions.
    fn hide(&self, steps: &mut [Step], last: Arc<Screen>) -> Arc<Screen> {
        if self.secrets.is_empty() {
            return last;
        }
        for step in steps.iter_mut() {
            step.screen = without(&step.screen, &self.secrets);
            if let Action::InputText { target, text, .. } = &step.action
                && let Some(name) = self.secrets.get(text)
            {
                step.action = HardAction::InputText {
                    target: *target,
                    text: secret_mark(name),
                    clear: true,
                };
            }
        }
        without(&last, &self.secrets)
    }

    /// How it ended.
    fn ending(&mut self, answer: Option<&str>) -> Result<(Ending, Option<f64>), Error> {
        let plain = |outcome, code: Code, why: String| Ending {
            outcome,
            diagnostic: Some(Diagnostic::new(code, why)),
        };
        match &self.over {
            Some(Over::Done) => {}
            Some(Over::Closed) => {
                let why = "the last page was closed before `done`".to_owned();
                return Ok((plain(Outcome::Cancelled, Code::PageClosed, why), None));
            }
            Some(Over::Lost(why)) => {
                return Ok((plain(Outcome::DeviceLost, Code::PageLost, why.clone()), None));
            }
            None => {
                let why = "it was stopped before `done`".to_owned();
                return Ok((plain(Outcome::Cancelled, Code::Stopped, why), None));
            }
        }
        let Some((env, _)) = &mut self.task else {
            let why = vec!["a person has shown it, and no check is known".to_owned()];
            return Ok((unchecked(&why), None));
        };
        // What is judged by what a page shows is looked for where the person has come to.
        let link = self.address.clone();
        match env.act(&Action::OpenLink { link }) {
            Ok(()) => {}
            Err(error) if error.is_refusal() => tracing::debug!(%error, "judged where it begins"),
            Err(error) => return Err(EnvironmentError::from(error).into()),
        }
        if let Some(text) = answer {
            let text = text.to_owned();
            env.act(&Action::Answer { text })
                .map_err(EnvironmentError::from)?;
        }
        let verdict = env.finish()?;
        let reward = verdict.reward();
        let ending = match verdict {
            Verdict::Reached { .. } => Ending {
                outcome: Outcome::Reached,
                diagnostic: None,
            },
            Verdict::NotReached { evidence, .. } => {
                plain(Outcome::NotReached, Code::CheckFailed, evidence.join("\n"))
            }
            Verdict::Unknown { evidence } => unchecked(&evidence),
        };
        Ok((ending, reward))
    }

    /// What was to be done, else the name of it with the values that were named.
    fn goal_or_words(&self) -> String {
        if let Some(goal) = &self.request.goal {
            return goal.clone();
        }
        let name = self.request.name.as_deref().map(|it| it.replace(['_', '-'], " "));
        let title = || {
            let screen = self.recorder.steps().first().map(|it| &it.screen);
            let activity = screen.map(|it| it.activity.as_str()).unwrap_or_default();
            activity
                .split_once(' ')
                .map_or("Do what was shown", |it| it.1)
                .to_owned()
        };
        let values: Vec<String> = self
            .params
            .iter()
            .flat_map(|(name, value)| {
                value
                    .texts()
                    .map(move |it| format!("{} \"{it}\"", name.replace('_', " ")))
            })
            .collect();
        let name = name.unwrap_or_else(title);
        match values.is_empty() {
            true => name,
            false => format!("{name} with {}", values.join(", ")),
        }
    }
}

/// A step as it is said.
fn said_step(number: usize, step: &recorder::Step) -> Said {
    let mut words = sentence(step);
    for note in &step.notes {
        words = format!("{words} ({note})");
    }
    let weak = step
        .action
        .targets()
        .find_map(|it| match prove(&step.screen, *it) {
            Proof::Holds(_) => None,
            Proof::PlaceOnly(_) => {
                Some("others there are just like it: only its place among them tells which one")
            }
            Proof::Nothing => {
                Some("no locator finds it and nothing else: do it another way where you can, and `undo` this")
            }
        });
    Said::Step {
        number,
        words,
        warning: weak.map(str::to_owned),
    }
}

/// What a field is called, as a name.
fn name_of(field: &Element) -> String {
    let called = [
        &field.label,
        &field.hint_text,
        &field.content_description,
        &field.resource_name,
    ];
    let called = called
        .into_iter()
        .find_map(|it| it.as_deref())
        .unwrap_or("secret");
    let words = called.to_lowercase();
    let words: Vec<&str> = words
        .split(|it: char| !it.is_alphanumeric())
        .filter(|it| !it.is_empty())
        .collect();
    words.join("_")
}

/// What an element says: what it holds, else its text, else its description.
fn said_by(element: &Element) -> String {
    let held = element.held_text();
    let other = element.text.as_deref().or(element.content_description.as_deref());
    match held.is_empty() {
        false => held.to_owned(),
        true => other.unwrap_or_default().to_owned(),
    }
}

/// The element with this number, else those that show this.
fn named_element(screen: &Screen, text: &str) -> Vec<ElementId> {
    let quoted = text.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    let numbered = text.parse().ok().map(ElementId);
    if let (None, Some(id)) = (quoted, numbered.filter(|it| screen.get(*it).is_some())) {
        return vec![id];
    }
    let name = quoted.unwrap_or(text).trim();
    let shows = |it: &Element| it.words().any(|word| word.trim() == name);
    screen
        .iter()
        .filter(|(_, it)| shows(it))
        .map(|(id, _)| id)
        .collect()
}

fn numbers(ids: &[ElementId]) -> String {
    ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// A picture without what shows a secret; none where that can't be taken off it.
fn covered(png: Vec<u8>, screen: &Screen, secrets: &[String]) -> Option<Vec<u8>> {
    let tells = |it: &&Element| {
        it.words()
            .any(|word| secrets.iter().any(|secret| word.contains(secret.as_str())))
    };
    let places: Vec<ui::Rect> = screen.elements.iter().filter(tells).map(|it| it.bounds).collect();
    match places.is_empty() {
        true => Some(png),
        false => picture::cover(&png, &places).ok(),
    }
}

/// A screen without the texts of secrets.
fn without(screen: &Arc<Screen>, secrets: &BTreeMap<String, String>) -> Arc<Screen> {
    let told = |it: &Element| {
        it.words()
            .any(|word| secrets.keys().any(|secret| word.contains(secret.as_str())))
    };
    if !screen.elements.iter().any(told) {
        return Arc::clone(screen);
    }
    let mut screen = Screen::clone(screen);
    for element in &mut screen.elements {
        let all = [
            &mut element.text,
            &mut element.content_description,
            &mut element.label,
            &mut element.value,
            &mut element.hint_text,
            &mut element.tooltip,
        ];
        for text in all.into_iter().flatten() {
            for secret in secrets.keys().filter(|it| !it.is_empty()) {
                *text = text.replace(secret.as_str(), HIDDEN);
            }
        }
    }
    Arc::new(screen)
}
