//! A person shows a task in a browser of theirs, and it is kept as a recording.

pub(crate) mod example;
mod file;

use std::{
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError},
    },
    time::Duration,
};

use device::{Cancel, DeviceError, Environment, EnvironmentError};
use device_web::{Ears, Fence, Hearing, Listened, Listener};
use recorder::{Recorder, What, sentence};
use settings::Setting;
use task::{Instance, Params, Value};
use thiserror::Error;
use trajectory::{
    Bank, Code, DemonstrationNotes, Diagnostic, Ending, Origin, Outcome, Recording, Remark, Screenshots, Step,
};
use ui::{Action, Screen, Touch, marked_secret};

use crate::{
    Autorpa,
    error::Error,
    params::Goals,
    registry::Setup,
    said::{Beside, Over, Said, StepSoFar, answer_of, as_heard, typed_secrets, without, words_of},
    unjudged::{self, Place, Questions},
    words::{HELP, Word, Words},
    workbench::{as_judged, unchecked},
};

/// How long a line is waited for until it is asked whether all is stopped.
const TYPED_WITHIN: Duration = Duration::from_millis(100);

/// What belongs to the end, said before it.
pub(crate) const NOT_YET: &str = "that answers what was understood, which is asked about after `done`";

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

/// Somebody is shown something.
pub struct Listening {
    rpa: Autorpa,
    listener: Listener,
    /// The address where it begins.
    begins: String,
    /// How many examples were shown to their end.
    examples: u64,
    recorder: Recorder,
    at: Place,
    request: ListenRequest,
    /// The task that is shown, set up.
    task: Option<(Box<dyn Environment>, Instance)>,
    /// Steps that were said and not done: after how many of the recorder's.
    said: Vec<(usize, Step)>,
    notes: Vec<Remark>,
    beside: Beside,
    paused: bool,
    /// Whether something was done while nothing was recorded.
    missed: bool,
    address: String,
    over: Option<Over>,
}

/// A step among all: which of those that were said, or of those that were done.
#[derive(Clone, Copy)]
enum Nth {
    Said(usize),
    Done(usize),
}

/// Nobody says where it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is no page to show it on: {:#} names one", Setting::Url)]
pub struct NoPage;

impl Autorpa {
    /// Open a browser and listen to what a person does in it.
    pub fn listen(&self, request: &ListenRequest) -> Result<Listening, Error> {
        let task = match &request.task {
            Some(task) => Some(self.set_up(task, &Params::new())?),
            None => None,
        };
        let own = task.as_ref().and_then(|it| it.url.clone());
        let Some(url) = request.url.clone().or(own) else {
            return Err(Error::usage(NoPage));
        };
        self.may_show(&url)?;
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
        let auth = self.pages.auth.as_ref();
        let credentials = auth.map(|it| it.credentials(&url)).transpose()?.flatten();
        let listener = Listener::open(Hearing {
            ears: &request.ears,
            options: self.pages.options(),
            url: &url,
            secrets: &request.secrets,
            given: &given,
            login: login.as_ref(),
            credentials,
        })
        .map_err(EnvironmentError::from)?;
        Ok(Listening {
            rpa: self.clone(),
            listener,
            begins: url.clone(),
            examples: 0,
            recorder: Recorder::new(),
            at,
            request: request.clone(),
            task,
            said: Vec::new(),
            notes: Vec::new(),
            beside: Beside::default(),
            paused: false,
            missed: false,
            address: url,
            over: None,
        })
    }

    /// Refuse a page of an origin that the policy does not name.
    fn may_show(&self, url: &str) -> Result<(), Error> {
        let origins = &self.project.policy.allow_origin;
        if origins.is_empty() {
            return Ok(());
        }
        let fence = Fence::around(url, &[]).and_then(|it| it.within(origins));
        let allowed = fence.and_then(|it| it.check(url));
        Ok(allowed.map_err(EnvironmentError::from)?)
    }

    /// Set an instance of a task type up, with these values where some are given; where it begins, if it says so.
    fn set_up(&self, task: &ShownTask, values: &Params) -> Result<Beginning, Error> {
        let suite = self
            .registry
            .suite_of(&task.task_type, task.suite.as_deref(), None)?;
        suite.terms().may_look_at(task.seed)?;
        let mut env = suite.open(&Setup::default())?;
        let instance = match values.is_empty() {
            true => {
                let goals = Goals::learn(env.as_mut(), &task.task_type, &[task.seed])?;
                goals.fill(env.instance(&task.task_type, task.seed)?)
            }
            false => suite.instance_with(&task.task_type, values)?,
        };
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

    /// What there is so far, step by step. What was done last and is no step yet is not in it.
    pub fn steps(&self) -> Vec<StepSoFar> {
        let hidden = &self.beside.secrets;
        let gaps_before = |at: usize| {
            let gaps = self.recorder.gaps().iter().filter(move |it| it.after == at);
            gaps.map(ToString::to_string).collect()
        };
        let step = |it| match it {
            Nth::Said(at) => StepSoFar::of(&as_heard(&self.said[at].1), hidden),
            Nth::Done(at) => StepSoFar {
                gaps: gaps_before(at),
                ..StepSoFar::of(&self.recorder.steps()[at], hidden)
            },
        };
        self.order().into_iter().map(step).collect()
    }

    /// All steps in order.
    fn order(&self) -> Vec<Nth> {
        let mut said = self.said.iter().map(|it| it.0).enumerate().peekable();
        let mut all = Vec::new();
        for at in 0..self.recorder.steps().len() {
            while let Some((which, _)) = said.next_if(|it| it.1 <= at) {
                all.push(Nth::Said(which));
            }
            all.push(Nth::Done(at));
        }
        all.extend(said.map(|it| Nth::Said(it.0)));
        all
    }

    /// What was done after the last step and is no step.
    pub fn last_gaps(&self) -> Vec<String> {
        let done = self.recorder.steps().len();
        let gaps = self.recorder.gaps().iter().filter(|it| it.after >= done);
        gaps.map(ToString::to_string).collect()
    }

    /// The page before a step, from 1, as a PNG file; `None` where it was not drawn, or would show a secret.
    pub fn picture_before(&mut self, number: usize) -> Option<Vec<u8>> {
        let Nth::Done(at) = *self.order().get(number.checked_sub(1)?)? else {
            return None;
        };
        let done = self.recorder.steps().get(at)?;
        let png = self.listener.picture(done.picture.as_deref()?)?;
        self.beside.covered(png, &done.screen)
    }

    /// What the page in front shows, without secrets that the person has named.
    pub fn seen(&self) -> Screen {
        let look = self.recorder.last_look();
        look.map(|it| Screen::clone(&without(&it.screen, &self.beside.secrets)))
            .unwrap_or_default()
    }

    /// What the page in front looks like now, as a PNG file; `None` before it was drawn.
    pub fn picture(&self) -> Option<Vec<u8>> {
        let png = self.listener.frame()?;
        match self.screen() {
            Some(screen) => self.beside.covered(png, screen),
            None => Some(png),
        }
    }

    /// Another number after each picture of a page that was drawn.
    pub fn drawn(&self) -> u64 {
        self.listener.frames()
    }

    /// What the dialog says that is open in front, and whether it asks for a text.
    pub fn dialog(&self) -> Option<(&str, bool)> {
        self.listener.open_dialog()
    }

    /// Do this at the page in front, as a hand does: what it does is heard like what a person does.
    pub fn touch(&mut self, touch: &Touch) -> Result<(), DeviceError> {
        let screen = self.recorder.last_look().map(|it| Arc::clone(&it.screen));
        self.listener.touch(touch, &screen.unwrap_or_default())
    }

    /// Listen for a moment; what was understood.
    pub fn listen(&mut self, most: Duration) -> Vec<Said> {
        match &self.over {
            Some(over) => vec![Said::Over(over.clone())],
            None => self.hear_next(most).unwrap_or_default(),
        }
    }

    /// What was understood by what is heard next; `None` where nothing is heard in that time.
    fn hear_next(&mut self, most: Duration) -> Option<Vec<Said>> {
        let heard = match self.listener.listen(most) {
            Listened::Heard(heard) => heard,
            Listened::Nothing => return None,
            Listened::Closed => return Some(self.end(Over::Closed)),
            Listened::Crashed => return Some(self.end(Over::Lost("the page crashed".to_owned()))),
            Listened::Gone { reason } => return Some(self.end(Over::Lost(reason))),
        };
        if let What::Went { url, .. } = &heard.what {
            self.address.clone_from(url);
        }
        let counts = match &heard.what {
            What::Shows { .. } | What::Title { .. } | What::Opened { .. } | What::Closed => true,
            // The pointer goes over the page, and the page is scrolled, without anything being done.
            What::Over { .. } | What::Scroll { .. } => !self.paused,
            _ => {
                self.missed |= self.paused;
                !self.paused
            }
        };
        Some(match counts {
            true => {
                let told = self.recorder.hear(&heard);
                self.tell(told)
            }
            false => Vec::new(),
        })
    }

    /// Record no more for a while, or again. What was done meanwhile is in no step, and the recording says so.
    fn pause(&mut self) -> Vec<Said> {
        let told = self.recorder.end();
        let mut all = self.tell(told);
        self.paused = !self.paused;
        let says = match self.paused {
            true => "what is done now is not recorded; `pause` goes on",
            false => "what is done now is recorded again",
        };
        all.push(Said::Note(says.to_owned()));
        if !self.paused {
            all.extend(self.tell_missed());
        }
        all
    }

    /// What is kept of what was done while nothing was recorded: that it was.
    fn tell_missed(&mut self) -> Option<Said> {
        if !std::mem::take(&mut self.missed) {
            return None;
        }
        let text = "something was done on the page while nothing was recorded: a function does not do it";
        let after = self.count();
        self.notes.push(Remark {
            after,
            text: text.to_owned(),
        });
        Some(Said::Note(text.to_owned()))
    }

    fn end(&mut self, over: Over) -> Vec<Said> {
        let told = self.recorder.end();
        let mut said = self.tell(told);
        said.extend(self.tell_missed());
        self.over = Some(over.clone());
        said.push(Said::Over(over));
        said
    }

    fn tell(&mut self, told: Vec<recorder::Update>) -> Vec<Said> {
        let mut all = Vec::new();
        for it in told {
            match it {
                recorder::Update::Step(at) | recorder::Update::Again(at) => {
                    let before = self.said.iter().filter(|it| it.0 <= at).count();
                    if let Some(step) = self.recorder.steps().get(at) {
                        all.push(said_step(at + before + 1, step));
                    }
                }
                recorder::Update::Note(it) => {
                    let (after, text) = (self.count(), it.to_string());
                    all.push(Said::Note(text.clone()));
                    self.notes.push(Remark { after, text });
                }
                recorder::Update::Gap(it) => all.push(Said::Gap(it.to_string())),
            }
        }
        all
    }

    /// Do what a person says beside what they do: of all that they did before.
    pub fn say(&mut self, word: Word) -> Vec<Said> {
        let mut all = match &word {
            // These are about what the page shows in the end.
            Word::Check | Word::Answer { .. } | Word::Pause => self.come_to_rest(),
            Word::Undo | Word::Secret | Word::Param { .. } | Word::Constant { .. } => self.hear_all(),
            Word::Done
            | Word::Example(_)
            | Word::Import(_)
            | Word::Help
            | Word::Parameter { .. }
            | Word::Computed { .. }
            | Word::Rows { .. }
            | Word::Once
            | Word::Ok => Vec::new(),
        };
        all.extend(self.say_at_once(word));
        all
    }

    /// The same of what was heard so far, as where a word belongs to a step.
    pub fn say_at_once(&mut self, word: Word) -> Vec<Said> {
        match word {
            Word::Undo => self.undo(),
            Word::Pause => self.pause(),
            Word::Param { value, name } => {
                let steps = self.recorder.steps().iter();
                let steps = steps.map(|it| (&*it.screen, &it.action));
                vec![self.beside.name(&value, &name, steps)]
            }
            Word::Constant { what } => vec![self.beside.constant(&what)],
            Word::Parameter { .. } | Word::Computed { .. } | Word::Rows { .. } | Word::Once | Word::Ok => {
                vec![Said::Refused(NOT_YET.to_owned())]
            }
            Word::Secret => self.secret(),
            Word::Check => {
                let told = self.recorder.end();
                let mut all = self.tell(told);
                all.push(self.beside.check(self.count()));
                all
            }
            Word::Answer { element } => self.answer(&element),
            Word::Example(example) => self.example(&example),
            Word::Import(file) => self.import(&file),
            Word::Done => {
                let mut all = self.come_to_rest();
                self.over = None;
                all.extend(self.end(Over::Done));
                all
            }
            Word::Help => vec![Said::Note(HELP.to_owned())],
        }
    }

    /// Have what was done last come to rest, and hear all of it.
    fn come_to_rest(&mut self) -> Vec<Said> {
        self.listener.rest();
        self.hear_what_came()
    }

    /// Hear all that was done so far.
    fn hear_all(&mut self) -> Vec<Said> {
        self.listener.hear_all();
        self.hear_what_came()
    }

    fn hear_what_came(&mut self) -> Vec<Said> {
        let mut all: Vec<Said> = Vec::new();
        while self.over.is_none()
            && let Some(more) = self.hear_next(Duration::ZERO)
        {
            all.extend(more.into_iter().filter(|it| !matches!(it, Said::Over(_))));
        }
        all
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
        self.beside.forget_after(count);
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
        // What the page hides itself is a secret already.
        let steps = steps.filter(|it| it.secret.is_none());
        all.push(self.beside.secret(steps.map(|it| (&*it.screen, &it.action))));
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
        let text = match answer_of(&look.screen, element) {
            Ok(text) => text,
            Err(why_not) => {
                all.push(why_not);
                return all;
            }
        };
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

    /// Take a line that a person types.
    pub fn hear(&mut self, line: &str) -> Vec<Said> {
        match Word::parse(line) {
            _ if line.trim().is_empty() => Vec::new(),
            Ok(word) => self.say(word),
            Err(wrong) => vec![Said::Refused(wrong.to_string())],
        }
    }

    /// Keep what was shown as a recording. A task is judged; else nobody has checked it, and all that was understood is
    /// taken as it is.
    pub fn keep(self, rpa: &Autorpa) -> Result<Recording, Error> {
        self.keep_with(rpa, &mut |_| {})
    }

    /// The same, once the person has seen what was understood: it is answered by the words that are left, then by what
    /// is typed.
    pub fn keep_asked(
        self,
        rpa: &Autorpa,
        mut words: Words,
        typed: &mut dyn FnMut() -> Option<String>,
    ) -> Result<Recording, Error> {
        self.keep_with(rpa, &mut |questions| {
            unjudged::settle(questions, &mut words, &rpa.told, typed);
        })
    }

    fn keep_with(mut self, rpa: &Autorpa, ask: &mut dyn FnMut(&mut Questions)) -> Result<Recording, Error> {
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
        let (mut unnamed, screenshots) = self.so_far()?;
        let instance = match &self.task {
            Some((_, instance)) => instance.clone(),
            None => {
                let mut questions = self.questions(&unnamed);
                ask(&mut questions);
                if let Some(shown) = &mut unnamed.shown {
                    shown.each_row = questions.each_row();
                }
                let bank = Bank::open(&rpa.home.bank).map_err(Error::kept)?;
                unjudged::instance(&questions, self.request.name.as_deref(), &self.at, &bank)?
            }
        };
        keep(rpa, Recording { instance, ..unnamed }, &screenshots)
    }

    /// What is understood of a recording of no task.
    fn questions(&self, unnamed: &Recording) -> Questions {
        let Beside {
            params, constants, ..
        } = &self.beside;
        Questions::of(unnamed, &self.goal_or_words(), params, constants)
    }

    /// All that was shown, as a recording of nothing yet, and its pictures.
    fn so_far(&mut self) -> Result<(Recording, Screenshots), Error> {
        let mut screenshots = Screenshots::default();
        let mut steps = self.all_steps(&mut screenshots);
        let last = self
            .recorder
            .last_look()
            .map(|it| Arc::clone(&it.screen))
            .unwrap_or_default();
        let last = self.beside.hide(&mut steps, last);
        let mut shown = DemonstrationNotes {
            secrets: typed_secrets(&steps),
            check_after: self.beside.check_after,
            notes: self.notes.clone(),
            ..DemonstrationNotes::default()
        };
        for gap in self.recorder.gaps() {
            let said = self.said.iter().filter(|it| it.0 < gap.after).count();
            shown.gaps.push(Remark {
                after: gap.after + said,
                text: gap.to_string(),
            });
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
            ..Recording::reached(
                Origin::Person,
                Instance::of_no_type("", "", Params::new()),
                steps,
                last,
            )
        };
        Ok((unnamed, screenshots))
    }

    /// The steps that were done and said, in order, with their pictures.
    fn all_steps(&mut self, screenshots: &mut Screenshots) -> Vec<Step> {
        let mut all = Vec::new();
        for it in self.order() {
            let (at, done) = match it {
                Nth::Said(at) => {
                    all.push(self.said[at].1.clone());
                    continue;
                }
                Nth::Done(at) => (at, &self.recorder.steps()[at]),
            };
            let picture = done.picture.as_deref().and_then(|it| self.listener.picture(it));
            let picture = picture.and_then(|it| self.beside.covered(it, &done.screen));
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
        all
    }

    /// How it ended.
    fn ending(&mut self, answer: Option<&str>) -> Result<(Ending, Option<f64>), Error> {
        let plain = |outcome, code: Code, why: String| Ending::new(outcome, Some(Diagnostic::new(code, why)));
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
        Ok((as_judged(&verdict), reward))
    }

    /// What was to be done, else the name of it.
    fn goal_or_words(&self) -> String {
        let title = || {
            let screen = self.recorder.steps().first().map(|it| &it.screen);
            let activity = screen.map(|it| it.activity.as_str()).unwrap_or_default();
            activity
                .split_once(' ')
                .map_or("Do what was shown", |it| it.1)
                .to_owned()
        };
        let name = || self.request.name.as_deref().map(|it| it.replace(['_', '-'], " "));
        self.request.goal.clone().or_else(name).unwrap_or_else(title)
    }
}

/// Keep what was shown.
fn keep(rpa: &Autorpa, mut recording: Recording, screenshots: &Screenshots) -> Result<Recording, Error> {
    let bank = Bank::open(&rpa.home.bank).map_err(Error::kept)?;
    recording.id = bank.save(&recording, screenshots).map_err(Error::kept)?;
    Ok(recording)
}

/// The next line that is typed; `None` once nobody can type any more, or it is stopped.
pub fn next_line(typed: &Receiver<String>, cancel: &Cancel) -> Option<String> {
    while !cancel.is_cancelled() {
        match typed.recv_timeout(TYPED_WITHIN) {
            Err(RecvTimeoutError::Timeout) => {}
            line => return line.ok(),
        }
    }
    None
}

/// A step as it is said.
fn said_step(number: usize, step: &recorder::Step) -> Said {
    let (words, warning) = words_of(step);
    Said::Step {
        number,
        words,
        warning,
    }
}
