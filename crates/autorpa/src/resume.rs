//! Going on after a run that was cut off: first it is asked whether it is done, and nothing is written twice.

use device::{Environment, Patience};
use trajectory::{Code, Diagnostic, Outcome, Recording, RunRecord, Runs};

use crate::{
    Autorpa,
    error::Error,
    exec::Running,
    ran::Ran,
    read_back::{self, Beside, Found},
    ready::{Ready, Turn},
    request::ExecRequest,
    witness::finding,
    workbench::refused,
};

/// What is known of a run that was begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// It had ended.
    Ended(Outcome),
    /// It is done: every check that can be asked at any time holds.
    Done,
    /// It is not done: nothing was written, or the checks say what they said before it.
    NotDone,
    /// Nobody can tell, and why.
    InDoubt(String),
}

impl State {
    /// What its record alone says; `None` where the checks have to be asked. An end that is not final is looked up as well.
    pub fn of_record(record: &RunRecord, is_final: impl Fn(Outcome) -> bool) -> Option<Self> {
        match record.end.as_ref().map(|it| it.outcome) {
            Some(outcome) if is_final(outcome) => Some(State::Ended(outcome)),
            Some(_) | None if !record.may_have_written() => Some(State::NotDone),
            Some(_) | None => None,
        }
    }

    /// The ends that are final where a person asks for a run again: one that did not reach its goal is looked up.
    pub fn came_through(outcome: Outcome) -> bool {
        matches!(outcome, Outcome::Reached | Outcome::Unchecked)
    }

    /// What the checks say of a run that may have written something.
    pub fn read_back(record: &RunRecord, env: &mut dyn Environment) -> Result<Self, Error> {
        let instance = &record.begins.instance;
        let doubt = |why: &str| Ok(State::InDoubt(why.to_owned()));
        if instance.of_type().is_none() {
            return doubt("it may have written something, and no task type says how to look that up");
        }
        let findings = env.findings(instance, Patience::UntilDeadline)?;
        if findings.is_empty() {
            return doubt(
                "it may have written something, and the task file has no check that can be asked now",
            );
        }
        let now: Vec<_> = findings.iter().map(finding).collect();
        if now.iter().all(|it| it.holds == Some(true)) {
            return Ok(State::Done);
        }
        if let Some(unknown) = now.iter().find(|it| it.holds.is_none()) {
            return Ok(State::InDoubt(format!(
                "the check `{}` can't be asked",
                unknown.check
            )));
        }
        if record.before.as_ref() == Some(&now) {
            return Ok(State::NotDone);
        }
        let which = |holds: bool| -> String {
            let all = now.iter().filter(|it| it.holds == Some(holds));
            all.map(|it| format!("`{}`", it.check))
                .collect::<Vec<_>>()
                .join(", ")
        };
        Ok(State::InDoubt(format!(
            "it wrote something, but not all: {} holds now, {} does not",
            which(true),
            which(false)
        )))
    }
}

/// The answer where nothing was done.
fn nothing_done(record: &RunRecord, outcome: Outcome, why: String) -> Recording {
    let mut recording = refused(&record.begins.instance, Diagnostic::new(Code::NotRepeated, why));
    recording.ending.outcome = outcome;
    recording.reward = (outcome == Outcome::Reached).then_some(1.0);
    if outcome == Outcome::Reached {
        recording.conclusion = recording.ending.diagnostic.take().map(|it| it.message);
    }
    recording
}

impl Autorpa {
    /// What is known of a run that may have written something: by the function's own look-up, where it has one, else by the
    /// checks.
    fn looked_up(
        &self,
        record: &RunRecord,
        ready: &Ready,
        env: &mut dyn Environment,
        request: &ExecRequest,
    ) -> Result<State, Error> {
        let mut beside = Beside::default();
        let Some(found) = self.read_back(ready, env, request, &request.params, &mut beside)? else {
            return State::read_back(record, env);
        };
        let now = read_back::finding(&found).map(|it| vec![finding(&it)]);
        Ok(match found {
            Found::Holds => State::Done,
            Found::Misses(_) if now.is_some() && record.before == now => State::NotDone,
            Found::Misses(what) => State::InDoubt(format!(
                "it may have written something, and what is looked up is neither done nor as it was before: {what}"
            )),
            Found::Unclear(why) => State::InDoubt(format!(
                "it may have written something, and it could not be looked up: {why}"
            )),
        })
    }

    /// Go on after a run that was cut off, or did not reach its goal. Where the checks say that it is done, nothing is
    /// done; where they say what they said before it, the function is run with the same values; else it is refused.
    pub fn resume(&self, run: &str, request: &ExecRequest) -> Result<Ran, Error> {
        let runs = Runs::of(&self.home.bank);
        let id = runs.resolve(run).map_err(Error::usage)?;
        let record = runs.load(&id).map_err(Error::kept)?;
        let own = Some(record.begins.instance.task_type.clone()).filter(|it| !it.is_empty());
        let suite = Some(record.begins.instance.suite.clone()).filter(|_| own.is_some());
        let request = ExecRequest {
            params: record.begins.instance.params.clone(),
            task_type: own.or_else(|| request.task_type.clone()),
            suite: suite.or_else(|| request.suite.clone()),
            keep: true,
            ..request.clone()
        };
        let model = self.model_of(&request)?;
        let ready = self.ready(&request)?;
        if library::sha256(&ready.source) != record.begins.script_sha256 {
            self.told
                .line("note: the script is another one than the run was begun with");
        }
        let mut env = self.open(&ready, &request)?;
        let state = match State::of_record(&record, State::came_through) {
            Some(state) => state,
            None => self.looked_up(&record, &ready, env.as_mut(), &request)?,
        };
        let recording = match state {
            State::NotDone => {
                self.told.line(format!("{id} is not done: it is run again"));
                let turn = Turn {
                    resumes: Some(&id),
                    ..Turn::default()
                };
                let params = request.params.clone();
                let once = self.once(&ready, env.as_mut(), &request, &params, turn, model.as_ref())?;
                let run = Running {
                    env,
                    name: ready.name,
                    source: ready.source,
                    instance: once.instance,
                    recording: once.recording,
                    record: Some((once.book, once.healed)),
                };
                return self.kept(run, request.screenshot, model.as_ref());
            }
            State::Done => {
                self.told
                    .line(format!("{id} is done, the checks say: nothing was done"));
                nothing_done(&record, Outcome::Reached, format!("{id} was done already"))
            }
            State::Ended(outcome) => {
                self.told
                    .line(format!("{id} had ended {outcome}: nothing was done"));
                nothing_done(&record, outcome, format!("{id} had ended {outcome}"))
            }
            State::InDoubt(why) => nothing_done(
                &record,
                Outcome::Refused,
                format!(
                    "nothing was done, because {id} is in doubt: {why}; look for yourself, and run the function anew if it has to be done"
                ),
            ),
        };
        let run = Running {
            env,
            name: ready.name,
            source: ready.source,
            instance: record.begins.instance.clone(),
            recording,
            record: None,
        };
        self.kept(run, request.screenshot, model.as_ref())
    }
}
