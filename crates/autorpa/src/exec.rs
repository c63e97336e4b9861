//! Running a function once, on a fresh device, on an instance of a task type, or on what is really there.

use std::path::{Path, PathBuf};

use device::Environment;
use library::Library;
use task::{Instance, Value};
use trajectory::{Bank, Outcome, Recording, Screenshots};

use crate::{
    Autorpa,
    error::{Error, NeedsModel},
    model::Model,
    observer::Event,
    ran::Ran,
    ready::Turn,
    request::{ExecRequest, Fallback},
    saved::{self, SavedFile},
    shown::title_in,
    witness::RunBook,
};

impl Autorpa {
    /// Run a function. A run that did not reach its goal is an answer as well, not an error.
    pub fn exec(&self, request: &ExecRequest) -> Result<Ran, Error> {
        let model = self.model_of(request)?;
        let mut run = self.perform(request, model.as_ref())?;
        while self.logs_in_again(request, &run)? {
            self.kept(run, false, model.as_ref())?;
            run = self.perform(request, model.as_ref())?;
        }
        if let (true, Some(Fallback::React), Some(model)) = (run.failed(), request.fallback, &model) {
            match run.may_have_written() && request.task_type.is_none() {
                // What the function did stays: the agent would do it again.
                true => self.told.line(format!(
                    "note: {}, and may have written something: the agent does not begin anew",
                    run.said()
                )),
                false => {
                    self.told
                        .line(format!("{}; the ReAct agent takes over", run.said()));
                    if run.instance.of_type().is_some() {
                        run.env.reset(&run.instance)?;
                    }
                    run.recording =
                        crate::react::episode(run.env.as_mut(), model, &run.instance, &self.cancel)?;
                }
            }
        }
        self.kept(run, request.screenshot, model.as_ref())
    }

    /// The model that is named, if one is. The agent needs one: where it may take over, a key is enough.
    pub(crate) fn model_of(&self, request: &ExecRequest) -> Result<Option<Model>, Error> {
        let options = self.project.model(request.model.clone());
        let model = match request.fallback {
            Some(Fallback::React) => Model::open_or_usual(&options, self)?,
            None => Model::open(&options.or_environment(), self)?,
        };
        if request.fallback == Some(Fallback::React) && model.is_none() {
            return Err(Error::NoModel {
                for_what: NeedsModel::Fallback,
            });
        }
        Ok(model)
    }

    /// Run the script with its arguments, and those of its instance.
    pub(crate) fn perform(&self, request: &ExecRequest, model: Option<&Model>) -> Result<Running, Error> {
        let ready = self.ready(request)?;
        let mut env = self.open_logged_in(&ready, request)?;
        for (param, value) in &request.params {
            if matches!(value, Value::List(all) if all.is_empty()) {
                self.told.line(format!(
                    "note: the list `{param}` is empty: nothing is done for it"
                ));
            }
        }
        let once = self.once(
            &ready,
            env.as_mut(),
            request,
            &request.params,
            Turn::default(),
            model,
        )?;
        Ok(Running {
            env,
            name: ready.name,
            source: ready.source,
            instance: once.instance,
            recording: once.recording,
            record: Some((once.book, once.healed)),
        })
    }

    /// Keep a run, and tell of it.
    pub(crate) fn kept(&self, run: Running, screenshot: bool, model: Option<&Model>) -> Result<Ran, Error> {
        let Running {
            mut env,
            name,
            source,
            mut recording,
            instance: _,
            mut record,
        } = run;
        let screenshot = match screenshot {
            true => Some(env.screenshot().map_err(device::EnvironmentError::from)?),
            false => None,
        };
        // A run is a recording like any other; one that can't be kept is no reason to call the run a failure.
        match self.keep_recording(&recording) {
            Ok(id) => recording.id = id,
            Err(error) => self.told.line(format!("note: the run is not kept: {error}")),
        }
        let files = self.files_of(&recording, record.as_mut(), env.as_mut());
        let changes: Vec<String> = (env.changes().into_iter())
            .chain(files.iter().map(ToString::to_string))
            .collect();
        let network = record.as_ref().map(|(book, _)| book.network(false));
        let record = record.and_then(|(mut book, healed)| {
            let ended = book.end(&recording, healed, changes.clone()).err();
            if let Some(why) = ended.map(|it| it.to_string()).or(book.lost().map(str::to_owned)) {
                self.told
                    .line(format!("note: the run's record is not kept: {why}"));
            }
            book.id().map(str::to_owned)
        });
        let tokens = model.map(|it| it.tally().total()).unwrap_or_default();
        let ran = Ran {
            name,
            source,
            changes,
            network: network.unwrap_or_default(),
            files,
            screenshot,
            tokens: (tokens.prompt, tokens.completion),
            recording,
            record,
        };
        let function = title_in(&self.home.library, &ran.name);
        self.tell_outside(ran.recording.ending.outcome, || ran.told(&function));
        self.told.event(&Event::Ran { run: &ran });
        Ok(ran)
    }

    /// The files that a run has saved: those of its function, and those of an agent that took over or worked alone.
    fn files_of(
        &self,
        recording: &Recording,
        record: Option<&mut (RunBook, Vec<String>)>,
        env: &mut dyn Environment,
    ) -> Vec<SavedFile> {
        let kept = match record {
            Some((book, _)) => book.keep_files(env).map(|()| book.files().to_vec()),
            None => saved::of_device(env, &self.downloads_of(&recording.id.0)),
        };
        kept.unwrap_or_else(|ending| {
            // A device that is lost has been told of.
            if let (false, Some(why)) = (recording.ending.outcome == Outcome::DeviceLost, ending.diagnostic) {
                self.told.line(format!("note: {}", why.message));
            }
            Vec::new()
        })
    }

    /// Keep the recording of a run; its name.
    pub(crate) fn keep_recording(
        &self,
        recording: &Recording,
    ) -> Result<trajectory::RecordingId, trajectory::BankError> {
        Bank::open(&self.home.bank)?.save(recording, &Screenshots::default())
    }

    /// The file of a script: a path, or the name of a function of the library.
    pub fn script(&self, named: &Path) -> Result<PathBuf, Error> {
        let is_path = named.extension().is_some_and(|it| it == "rhai");
        if is_path || named.is_file() {
            return Ok(named.to_owned());
        }
        let library = Library::open(&self.home.library);
        let found = library.get(&named.display().to_string());
        Ok(found.map_err(Error::usage)?.path)
    }
}

/// A run, and the device it left.
pub(crate) struct Running {
    pub(crate) env: Box<dyn Environment>,
    pub(crate) name: String,
    pub(crate) source: String,
    pub(crate) instance: Instance,
    pub(crate) recording: Recording,
    /// The record of a function's run, and what was found otherwise than it says.
    pub(crate) record: Option<(RunBook, Vec<String>)>,
}

impl Running {
    /// Whether the function itself failed: an agent may do better.
    pub(crate) fn failed(&self) -> bool {
        self.recording.ending.outcome.fault() == trajectory::Fault::Script
    }

    /// Whether a step was begun that may have changed what is kept somewhere.
    pub(crate) fn may_have_written(&self) -> bool {
        self.record
            .as_ref()
            .is_some_and(|(book, _)| book.may_have_written())
    }

    /// How it ended, for people.
    pub(crate) fn said(&self) -> String {
        format!("the function ended {}", self.recording.ending.outcome)
    }
}
