//! What another tool recorded, done again on the live page and kept as a recording.

mod not_played;
mod play;
mod played;

use std::path::{Path, PathBuf};

use device::Environment;
use import::{Act, Effect, Format, Intent, Note, Script};
use settings::{Call, Request, Setting};
use task::{Instance, Params};
use thiserror::Error;
use trajectory::{
    Bank, Code, DemonstrationNotes, Diagnostic, Ending, Origin, Outcome, Recording, RecordingId, Remark,
    Screenshots, Step,
};
use ui::{Action, Status};

use crate::{
    Autorpa,
    error::{Error, Several},
    file_help::FileHelp,
    own::{TaskFolder, read_task_file},
    registry::{Setup, Suite},
    unjudged::{self, Place, Questions},
    workbench::as_judged,
};
pub use not_played::NotPlayed;
use play::{Failed, Player};
pub use played::ImportRequest;
use played::Played;

/// Instances of a task that are looked at for the one whose values a file has.
const INSTANCES: u64 = 64;

/// What came of an import.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The recording, as it is kept.
    pub recording: Recording,
    /// What of the file was left out, with its line and why.
    pub left_out: Vec<Note>,
    /// What the file says should hold: proposals, which nobody has tested.
    pub checks: Vec<String>,
    /// What the file has in clear that is none of its business: the lines of secrets.
    pub in_clear: Vec<usize>,
    /// The call that builds from it.
    pub next: Call,
}

/// Why a file of another tool is not done again.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotImported {
    /// It looks like no format that is known.
    #[error(
        "its format is not known by what stands in it\nhelp: {} says it: {}",
        Setting::Format,
        Format::ALL.map(Format::name).join(", ")
    )]
    Format,
    /// Lines of it are not understood.
    #[error(
        "nothing was done: not all of it is understood\n{0}\nhelp: take these lines out, or write them otherwise; {dry} shows what is \
         understood",
        dry = Setting::DryRun
    )]
    Unread(Several<Note>),
    /// It names no page to begin on.
    #[error(
        "the file does not say where it begins\nhelp: {:#} says it, or {:#}",
        Setting::Url,
        Setting::Task
    )]
    NoBeginning,
    /// A value is given for what it does not have.
    #[error("the file has no variable `{name}`")]
    NoVariable {
        /// The name.
        name: String,
    },
    /// Variables of it have no value.
    #[error(
        "the file leaves values open: {}\nhelp: give them with {:#}",
        open(missing),
        Setting::Param
    )]
    NoValues {
        /// The variables, each with the line that it stands in.
        missing: Vec<(String, usize)>,
    },
    /// The task has no instance like it.
    #[error(
        "no instance of `{task_type}` has the values of the file\nhelp: write one into the task file ([[instance]]), or name one \
         with {}",
        Setting::Seed
    )]
    NoInstance {
        /// The task type.
        task_type: String,
    },
}

fn open(missing: &[(String, usize)]) -> String {
    let all = missing
        .iter()
        .map(|(name, line)| format!("`{name}` (line {line})"));
    all.collect::<Vec<_>>().join(", ")
}

impl Autorpa {
    /// What a file says, without doing any of it.
    pub fn read_import(&self, request: &ImportRequest) -> Result<Script, Error> {
        Ok(self.read_with_text(request)?.0)
    }

    /// The same, with the text of the file.
    fn read_with_text(&self, request: &ImportRequest) -> Result<(Script, String), Error> {
        let text = crate::home::read(&request.file, FileHelp::OtherTool)?;
        let format = request
            .format
            .or_else(|| Format::of(&text))
            .ok_or_else(|| Error::in_file(&request.file, NotImported::Format))?;
        let script = import::read(&text, format).map_err(|it| Error::in_file(&request.file, it))?;
        Ok((script, text))
    }

    /// The same, where all of it is understood.
    fn read_understood(&self, request: &ImportRequest) -> Result<(Script, String), Error> {
        let (script, source) = self.read_with_text(request)?;
        match script.unread.is_empty() {
            true => Ok((script, source)),
            false => Err(Error::in_file(
                &request.file,
                NotImported::Unread(Several(script.unread)),
            )),
        }
    }

    /// Do again what a file says, and keep it as a recording.
    pub fn import(&self, request: &ImportRequest) -> Result<Imported, Error> {
        let (script, source) = self.read_understood(request)?;
        let what = what_says(request);
        let done = |it: &Imported| it.recording.ending.outcome;
        self.acting(
            &what,
            &source,
            &request.values,
            || self.played(request, script),
            done,
        )
    }

    /// What a file says that is to be done in a browser that is open: all but the address that it begins with.
    pub(crate) fn to_do_in_part(
        &self,
        request: &ImportRequest,
        instance: Option<&Instance>,
    ) -> Result<ToDo, Error> {
        let (mut script, source) = self.read_understood(request)?;
        let begun = first_address(&mut script);
        let values = values(request, &script, instance)?;
        Ok(ToDo {
            script,
            source,
            begun,
            values,
        })
    }

    /// Do what a file says until a step can't be done.
    pub(crate) fn done_in_part(
        &self,
        request: &ImportRequest,
        to_do: &ToDo,
        env: &mut dyn Environment,
    ) -> Result<InPart, Error> {
        let begun = to_do.begun.as_deref();
        let play = || {
            let mut player = Player::new(env, self, request, to_do.values.clone(), Vec::new(), begun)?;
            let failed = player.all(&to_do.script.intents);
            let secrets = player.secrets();
            let mut played = player.end();
            let left_out = left_out(&to_do.script, &mut played);
            let (outcome, stopped) = match failed {
                None => (Outcome::Unchecked, None),
                Some((_, Failed::Gone(error))) => (Outcome::DeviceLost, Some(error.to_string())),
                Some((intent, Failed::Here(why))) => {
                    let stopped = stopped_at(&request.file, intent.line, &intent.act.to_string(), &why);
                    (why.outcome(), Some(stopped))
                }
            };
            Ok(InPart {
                secrets,
                stopped: stopped.map(|it| played.veil.veiled(&it)),
                left_out,
                checks: checks(&to_do.script),
                outcome,
            })
        };
        let what = what_says(request);
        self.acting(&what, &to_do.source, &to_do.values, play, |it| it.outcome)
    }

    /// Do all that a file says.
    fn played(&self, request: &ImportRequest, mut script: Script) -> Result<Imported, Error> {
        let begun = first_address(&mut script);
        let mut stage = self.stage(request, &script, begun.as_deref())?;
        let values = values(request, &script, stage.instance.as_ref())?;
        let secrets = std::mem::take(&mut stage.secrets);
        let mut player = Player::new(
            stage.env.as_mut(),
            self,
            request,
            values,
            secrets,
            begun.as_deref(),
        )?;
        match player.all(&script.intents) {
            Some((_, Failed::Gone(error))) => Err(error),
            Some((intent, Failed::Here(why))) => {
                let played = player.end();
                self.broke_off(request, &stage, played, intent, why)
            }
            None => {
                player.rest()?;
                let played = player.end();
                self.done(request, stage, &script, played)
            }
        }
    }

    /// Where it is done, and for which instance.
    fn stage(&self, request: &ImportRequest, script: &Script, begun: Option<&str>) -> Result<Stage, Error> {
        if let Some(path) = &request.task {
            return self.stage_of_task(request, script, path);
        }
        let url = request
            .url
            .clone()
            .or_else(|| begun.map(str::to_owned))
            .ok_or_else(|| Error::usage(NotImported::NoBeginning))?;
        let place = Place::page(self, &url)?;
        Ok(Stage {
            env: place.open()?,
            instance: None,
            place: Some(place),
            secrets: Vec::new(),
            title: script.title.clone(),
        })
    }

    fn stage_of_task(&self, request: &ImportRequest, script: &Script, path: &Path) -> Result<Stage, Error> {
        let file = read_task_file(path)?;
        let suite = TaskFolder::new(path, &self.home.library, &self.registry, &self.cancel)?;
        let mut env = suite.open(&Setup::default())?;
        let given = |name: &str| {
            let own = script.variables.iter().find(|it| it.name == name)?;
            let value = request.values.get(name).cloned();
            value.or_else(|| own.value.clone().map(Into::into))
        };
        let mut instance = match request.seed {
            Some(seed) => env.instance(&file.name, seed)?,
            None => like(env.as_mut(), &file.name, script, &given)?,
        };
        // Values of the file's variables are the task's own parameters where they are called so.
        let named = file
            .params
            .iter()
            .filter_map(|it| Some((it.name.clone(), given(&it.name)?)));
        let params: Params = instance.params.clone().into_iter().chain(named).collect();
        if request.seed.is_none() && params != instance.params {
            instance = file
                .instance_with(params)
                .map_err(|it| Error::usage(Several(it)))?;
            instance.suite = suite.name().to_owned();
        }
        self.told.line(format!("task: {}", instance.goal));
        env.reset(&instance)?;
        Ok(Stage {
            env,
            instance: Some(instance),
            place: None,
            secrets: file.secrets().map(|it| it.name.clone()).collect(),
            title: script.title.clone(),
        })
    }

    fn done(
        &self,
        request: &ImportRequest,
        mut stage: Stage,
        script: &Script,
        mut played: Played,
    ) -> Result<Imported, Error> {
        let complete = Action::Status {
            goal_status: Status::Complete,
        };
        played.steps.push(Step::new(played.last.clone(), complete));
        let verdict = stage.env.finish()?;
        let ending = as_judged(&verdict);
        let in_clear = played.in_clear.clone();
        let left_out = left_out(script, &mut played);
        let recording = self.keep_import(request, &stage, played, ending, verdict.reward())?;
        let next = match &stage.place {
            Some(place) => unjudged::building(&recording, place),
            None => {
                let call = Call::new(Request::Build)
                    .with(Setting::TaskType, &recording.instance.task_type)
                    .with(Setting::From, &recording.id);
                match &request.task {
                    Some(file) => call.with(Setting::Tasks, file.display()),
                    None => call,
                }
            }
        };
        Ok(Imported {
            recording,
            left_out,
            checks: checks(script),
            in_clear,
            next,
        })
    }

    /// A step can't be done: what was done is kept where that was asked for.
    fn broke_off(
        &self,
        request: &ImportRequest,
        stage: &Stage,
        mut played: Played,
        intent: &Intent,
        why: NotPlayed,
    ) -> Result<Imported, Error> {
        let outcome = why.outcome();
        let count = played.steps.len();
        let mut broke_off = BrokeOff {
            file: request.file.clone(),
            line: intent.line,
            act: intent.act.to_string(),
            why,
            done: count,
            kept: None,
        };
        if request.keep_unfinished {
            let gap = Remark {
                after: count,
                text: played.veil.veiled(&format!(
                    "line {}: {}: {}",
                    intent.line, intent.act, broke_off.why
                )),
            };
            played.shown.gaps.push(gap);
            let ending = Ending::new(
                outcome,
                Some(Diagnostic::new(
                    Code::Import,
                    played.veil.veiled(&broke_off.what_was_done()),
                )),
            );
            broke_off.kept = Some(self.keep_import(request, stage, played, ending, None)?.id);
        }
        Err(Error::ended(outcome, broke_off))
    }

    fn keep_import(
        &self,
        request: &ImportRequest,
        stage: &Stage,
        played: Played,
        ending: Ending,
        reward: Option<f64>,
    ) -> Result<Recording, Error> {
        let goal = request
            .goal
            .clone()
            .unwrap_or_else(|| played.sentence(request, stage.title.as_deref()));
        let goal = played.veil.veiled(&goal);
        let mut recording = Recording {
            reward,
            ending,
            shown: Some(played.shown).filter(|it| *it != DemonstrationNotes::default()),
            ..Recording::reached(
                Origin::Person,
                Instance::of_no_type("", &goal, Params::new()),
                played.steps,
                played.last,
            )
        };
        let bank = Bank::open(&self.home.bank).map_err(Error::kept)?;
        recording.instance = match (&stage.instance, &stage.place) {
            (Some(instance), _) => instance.clone(),
            (None, Some(place)) => {
                let questions = Questions::of(&recording, &goal, &Params::new(), &[]);
                unjudged::instance(&questions, request.name.as_deref(), place, &bank)?
            }
            (None, None) => recording.instance,
        };
        recording.id = bank
            .save(&recording, &Screenshots::default())
            .map_err(Error::kept)?;
        Ok(recording)
    }
}

/// What a file says that is to be done in a browser that is open.
pub(crate) struct ToDo {
    script: Script,
    source: String,
    /// The address that it begins with.
    begun: Option<String>,
    values: Params,
}

/// What came of a file of which as much was done as fits.
pub(crate) struct InPart {
    /// Texts that it types as secrets, each with its name.
    pub secrets: Vec<(String, String)>,
    /// The step that could not be done, and why.
    pub stopped: Option<String>,
    /// What of the file was left out, with its line and why.
    pub left_out: Vec<Note>,
    /// What the file says should hold.
    pub checks: Vec<String>,
    outcome: Outcome,
}

/// Where a file is done again.
struct Stage {
    env: Box<dyn Environment>,
    /// The instance of the task, where there is a task.
    instance: Option<Instance>,
    /// The page, where there is none.
    place: Option<Place>,
    /// The names of the task's secrets.
    secrets: Vec<String>,
    /// What the file calls itself.
    title: Option<String>,
}

/// What is done, as the log has it.
fn what_says(request: &ImportRequest) -> String {
    format!("what {} says", request.file.display())
}

/// What of a file is in no step, in its order.
fn left_out(script: &Script, played: &mut Played) -> Vec<Note> {
    let mut all = script.dropped.clone();
    all.append(&mut played.left_as_it_is);
    all.sort_by_key(|it| it.line);
    all
}

/// The step of a file that can't be done, and why.
fn stopped_at(file: &Path, line: usize, act: &str, why: &NotPlayed) -> String {
    format!("{}, line {line}: {act}: {why}", file.display())
}

/// Take the address that the file begins with off it.
fn first_address(script: &mut Script) -> Option<String> {
    let first = script.intents.first()?;
    let Act::Open { address } = &first.act else {
        return None;
    };
    let address = address.fill(&|_| None).ok()?;
    script.intents.remove(0);
    Some(address)
}

/// The values of the file's variables: those that are given, then the task's, then the file's own.
fn values(request: &ImportRequest, script: &Script, instance: Option<&Instance>) -> Result<Params, Error> {
    let mut values = Params::new();
    let mut missing = Vec::new();
    for variable in &script.variables {
        let of_task = instance.and_then(|it| it.params.get(&variable.name));
        let given = request.values.get(&variable.name).or(of_task).cloned();
        match given.or_else(|| variable.value.clone().map(Into::into)) {
            Some(value) => drop(values.insert(variable.name.clone(), value)),
            None => missing.push((variable.name.clone(), variable.line)),
        }
    }
    let unknown: Vec<&String> = request
        .values
        .keys()
        .filter(|name| !script.variables.iter().any(|it| it.name == **name))
        .collect();
    if let Some(name) = unknown.first() {
        let name = (*name).clone();
        return Err(Error::usage(NotImported::NoVariable { name }));
    }
    match missing.is_empty() {
        true => Ok(values),
        false => Err(Error::usage(NotImported::NoValues { missing })),
    }
}

/// The instance whose values the file has most of.
fn like(
    env: &mut dyn Environment,
    task_type: &str,
    script: &Script,
    given: &dyn Fn(&str) -> Option<task::Value>,
) -> Result<Instance, Error> {
    let value = |name: &str| given(name)?.as_text().map(str::to_owned);
    let texts: Vec<String> = script
        .intents
        .iter()
        .flat_map(|it| it.act.texts())
        .filter_map(|it| it.fill(&value).ok())
        .collect();
    let mut best: Option<(usize, Instance)> = None;
    for seed in 0..INSTANCES {
        let instance = env.instance(task_type, seed)?;
        let held = instance.params.values().filter_map(|it| it.as_text());
        let count = held.filter(|value| texts.iter().any(|it| it == value)).count();
        if best.as_ref().is_none_or(|(most, _)| count > *most) {
            best = Some((count, instance));
        }
    }
    match best {
        Some((count, instance)) if count > 0 || instance.params.is_empty() => Ok(instance),
        Some(_) | None => Err(Error::usage(NotImported::NoInstance {
            task_type: task_type.to_owned(),
        })),
    }
}

/// What the file says should hold, and what it saw for the first time after the last step.
fn checks(script: &Script) -> Vec<String> {
    let written = script.checks.iter().map(|it| format!("line {}: {it}", it.line));
    let after = script.intents.last().into_iter().flat_map(|last| {
        last.effects.iter().filter_map(|it| match it {
            Effect::Shows(locator) => Some(format!(
                "line {}: `{}` shows afterwards",
                last.line, locator.written
            )),
            Effect::Navigation { .. } | Effect::Popup { .. } | Effect::Download => None,
        })
    });
    written.chain(after).collect()
}

/// A step of another tool's file can't be done.
#[derive(Clone, Debug, Error)]
#[error("{}{}", self.what_was_done(), self.what_is_kept())]
pub struct BrokeOff {
    /// The file.
    pub file: PathBuf,
    /// The step's line in it.
    pub line: usize,
    /// What the step does.
    pub act: String,
    /// Why that can't be done.
    pub why: NotPlayed,
    /// How many steps were done before it.
    pub done: usize,
    /// What these are kept as.
    pub kept: Option<RecordingId>,
}

impl BrokeOff {
    fn what_was_done(&self) -> String {
        let Self {
            file,
            line,
            act,
            why,
            done,
            ..
        } = self;
        let were = if *done == 1 { " was done" } else { "s were done" };
        let stopped = stopped_at(file, *line, act, why);
        format!("{stopped}\n{done} step{were} before it")
    }

    fn what_is_kept(&self) -> String {
        match &self.kept {
            Some(id) => format!(", and are kept as recording {id}, which is unfinished"),
            None => format!(
                "; nothing is kept\nhelp: {} keeps them as a recording that ends there; or {} the page, and say `import {}`: you go on \
                 by hand where it does not fit",
                Setting::KeepUnfinished,
                Call::new(Request::Record),
                crate::shell::quoted(&self.file.display().to_string())
            ),
        }
    }
}
