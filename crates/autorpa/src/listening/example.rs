//! One more example in the same session: it begins anew with other values, what was understood so far does at once what
//! fits, and the person goes on from there.

use std::{thread, time::Duration};

use device::{Bare, EnvironmentError};
use device_web::{Fence, Page, Web};
use explorer::policy::Policy;
use recorder::Recorder;
use task::{Instance, Params};
use thiserror::Error;
use trajectory::{Bank, Outcome, Recording, Screenshots};
use ui::{Action, has_secret_mark};

use super::{Listening, ShownTask, keep};
use crate::{
    Autorpa,
    error::Error,
    request::{ModelOptions, Tier},
    said::{Beside, Over, Said},
    unjudged::{self, Order, Place},
    words::Example,
    workbench::{Call, Judged, guard, run_judged},
};

/// How long the page is heard at a time while the code works on it.
const TURN: Duration = Duration::from_millis(20);

/// Why it is not done once more.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoExample {
    /// Nothing was done yet.
    #[error("nothing was shown yet that could be done once more")]
    Nothing,
    /// Something was done that no action says.
    #[error("what was shown has a gap: `undo`, or do it another way, before it is done once more")]
    Gap,
    /// It is another one's turn.
    #[error("the next example is number {next}")]
    Number {
        /// The next one.
        next: u64,
    },
    /// A value has no name that is known.
    #[error("there is no value `{name}`; there are {}", known.join(", "))]
    NoValue {
        /// The name.
        name: String,
        /// All names that there are.
        known: Vec<String>,
    },
    /// Nobody says its values.
    #[error("say its values: example {number}{said}")]
    NoValues {
        /// Which one.
        number: u64,
        /// The values of the one before, as they are said.
        said: String,
    },
    /// Nothing could be done with other values.
    #[error("nothing that was typed or chosen is a value: there is nothing to do it with")]
    NoParams,
    /// The checks say that it was not done.
    #[error(
        "the checks say {outcome} of what was shown: it has to be right before it is done with other values"
    )]
    NotDone {
        /// What they say.
        outcome: Outcome,
    },
}

/// An example that is about to begin.
struct Next {
    /// The one before it, kept.
    before: Recording,
    /// What it is an instance of.
    instance: Instance,
    /// Values that nobody has said: they are those of the one before.
    left: Vec<String>,
}

impl Listening {
    /// Do it once more.
    pub(super) fn example(&mut self, example: &Example) -> Vec<Said> {
        let mut all = self.come_to_rest();
        let told = self.recorder.end();
        all.extend(self.tell(told));
        if let Some(over) = &self.over {
            all.push(Said::Over(over.clone()));
            return all;
        }
        let next = match self.next_example(example) {
            Ok(next) => next,
            Err(error) => {
                all.push(Said::Refused(error.to_string()));
                return all;
            }
        };
        self.examples += 1;
        let number = self.examples + 1;
        all.push(Said::Note(format!("kept as {}", next.before.id)));
        if let Err(error) = self.begin_again(&next, number, &mut all) {
            all.push(Said::Refused(format!("example {number} does not begin: {error}")));
            all.extend(self.end(Over::Lost(error.to_string())));
            return all;
        }
        match self.do_what_fits(&next) {
            Ok(said) => all.extend(said),
            Err(error) => all.push(Said::Refused(format!(
                "what was shown could not be done again: {error}; do it by hand"
            ))),
        }
        all
    }

    /// The values with which what was shown could be done once more, by name, and what was understood on the way. None where a
    /// task file says them: it has others for each example.
    ///
    /// # Errors
    ///
    /// Nothing was shown yet, it has a gap, or nothing of it is a value.
    pub fn values(&mut self) -> Result<(Params, Vec<Said>), Error> {
        let told = self.recorder.end();
        let said = self.tell(told);
        self.is_to_be_done_again()?;
        if self.task.is_some() {
            return Ok((Params::new(), said));
        }
        let (unnamed, _) = self.draft()?;
        let params = self.questions(&unnamed).params().clone();
        match params.is_empty() {
            true => Err(Error::usage(NoExample::NoParams)),
            false => Ok((params, said)),
        }
    }

    fn is_to_be_done_again(&self) -> Result<(), Error> {
        match (self.count(), self.recorder.gaps().is_empty()) {
            (0, _) => Err(Error::usage(NoExample::Nothing)),
            (_, false) => Err(Error::usage(NoExample::Gap)),
            (_, true) => Ok(()),
        }
    }

    /// What was shown so far, as if it were done.
    fn draft(&mut self) -> Result<(Recording, Screenshots), Error> {
        self.over = Some(Over::Done);
        let drafted = self.so_far();
        self.over = None;
        drafted
    }

    /// Keep what was shown, once it is clear what comes next.
    fn next_example(&mut self, example: &Example) -> Result<Next, Error> {
        let refuse = |why: NoExample| Err(Error::usage(why));
        let number = self.examples + 2;
        self.is_to_be_done_again()?;
        if self.task.is_none() && example.number.is_some_and(|it| it != number) {
            return refuse(NoExample::Number { next: number });
        }
        let (unnamed, screenshots) = self.draft()?;
        if !matches!(unnamed.ending.outcome, Outcome::Reached | Outcome::Unchecked) {
            let outcome = unnamed.ending.outcome;
            return refuse(NoExample::NotDone { outcome });
        }
        let said: Params = (example.values.iter())
            .map(|(name, value)| (name.clone(), value.as_str().into()))
            .collect();
        let Some((_, shown)) = &self.task else {
            return self.next_of_page(unnamed, &screenshots, &said, number);
        };
        let mut before = unnamed;
        before.instance = shown.clone();
        let instance = self.next_of_task(example.number, said)?;
        Ok(Next {
            before: keep(&self.rpa, before, &screenshots)?,
            instance,
            left: Vec::new(),
        })
    }

    /// Set the next instance of a task file up.
    fn next_of_task(&mut self, number: Option<u64>, said: Params) -> Result<Instance, Error> {
        let Some(first) = &self.request.task else {
            return Err(Error::usage(NoExample::Nothing));
        };
        let further = number.unwrap_or(self.examples + 2).saturating_sub(1);
        let task = ShownTask {
            seed: first.seed.saturating_add(further),
            ..first.clone()
        };
        let beginning = self.rpa.set_up(&task, &said)?;
        let instance = beginning.instance.clone();
        if let Some(url) = beginning.url {
            self.begins = url;
        }
        self.task = Some((beginning.env, beginning.instance));
        Ok(instance)
    }

    /// Keep what was shown on a page of no task, and say what it is with other values.
    fn next_of_page(
        &self,
        unnamed: Recording,
        screenshots: &Screenshots,
        said: &Params,
        number: u64,
    ) -> Result<Next, Error> {
        let questions = self.questions(&unnamed);
        let own = questions.params();
        let known: Vec<String> = own.keys().cloned().collect();
        if known.is_empty() {
            return Err(Error::usage(NoExample::NoParams));
        }
        if said.is_empty() {
            let value = |(name, value): (&String, &task::Value)| {
                format!(" {}", crate::shell::quoted(&format!("{name}={value}")))
            };
            let said = own.iter().map(value).collect();
            return Err(Error::usage(NoExample::NoValues { number, said }));
        }
        if let Some(name) = said.keys().find(|it| !own.contains_key(*it)) {
            let name = name.clone();
            return Err(Error::usage(NoExample::NoValue { name, known }));
        }
        let bank = Bank::open(&self.rpa.home.bank).map_err(Error::kept)?;
        let instance = unjudged::instance(&questions, self.request.name.as_deref(), &self.at, &bank)?;
        let before = keep(&self.rpa, Recording { instance, ..unnamed }, screenshots)?;
        let mut params = before.instance.params.clone();
        params.extend(said.iter().map(|(name, it)| (name.clone(), it.clone())));
        let left = own.keys().filter(|it| !said.contains_key(*it)).cloned();
        Ok(Next {
            left: left.collect(),
            instance: Instance {
                goal: questions.goal_with(&params),
                params,
                ..before.instance.clone()
            },
            before,
        })
    }

    /// The page as it is at the beginning, and nothing heard of it yet.
    fn begin_again(&mut self, next: &Next, number: u64, all: &mut Vec<Said>) -> Result<(), Error> {
        let Instance {
            goal,
            params,
            task_type,
            ..
        } = &next.instance;
        self.listener
            .begin_again(&self.begins)
            .map_err(EnvironmentError::from)?;
        self.recorder = Recorder::new();
        self.said.clear();
        self.notes.clear();
        (self.paused, self.missed) = (false, false);
        self.address.clone_from(&self.begins);
        let named = |name: &String| Some((name.clone(), params.get(name)?.clone()));
        self.beside = Beside {
            params: self.beside.params.keys().filter_map(named).collect(),
            check_after: None,
            each_row: None,
            constants: std::mem::take(&mut self.beside.constants),
            secrets: std::mem::take(&mut self.beside.secrets),
        };
        if self.task.is_none() {
            self.request.goal = Some(goal.clone());
            self.request.name = Some(task_type.clone());
        }
        all.push(Said::Note(format!("example {number}: {goal}")));
        for name in &next.left {
            let value = params.get(name).map(ToString::to_string).unwrap_or_default();
            all.push(Said::Note(format!("as before: {name} \"{value}\"")));
        }
        all.extend(self.come_to_rest());
        Ok(())
    }

    /// Have the code do it that fits what was shown so far. It stops before the first step that does not fit.
    fn do_what_fits(&mut self, next: &Next) -> Result<Vec<Said>, Error> {
        let args = ModelOptions::default();
        let rpa = self.rpa.clone();
        let order = Order {
            rpa: &rpa,
            at: self.at.clone(),
            tier: Tier::Free,
            args: &args,
            model: None,
            again: false,
        };
        let Some(script) = unjudged::candidate(&order, &next.before)? else {
            let why = "no code fits what was shown so far: do it by hand";
            return Ok(vec![Said::Note(why.to_owned())]);
        };
        if has_secret_mark(&script.source) {
            let why = "it types a secret, which is nothing for code that nobody has looked at: do it by hand";
            return Ok(vec![Said::Note(why.to_owned())]);
        }
        let page = self
            .listener
            .page_to_work_on(self.rpa.pages.options())
            .map_err(EnvironmentError::from)?;
        let work = TrialRun {
            rpa: &rpa,
            place: self.at.clone(),
            begins: self.begins.clone(),
            script: &script,
            instance: &next.instance,
        };
        let (run, mut all) = self.heard_while(move || work.run(page));
        // A thread that has panicked has said so; the person goes on by hand.
        let run = run.unwrap_or(Ok(None))?;
        if let Some(text) = run.as_ref().and_then(|it| it.answer.clone()) {
            all.extend(self.answered(text));
        }
        all.push(Said::Note(match run.map(|it| it.ending) {
            Some(it) if matches!(it.outcome, Outcome::Reached | Outcome::Unchecked) => {
                "all that was shown was done: look whether it is right, go on where something is missing, then `done`"
                    .to_owned()
            }
            run => {
                let why = run.and_then(|it| it.diagnostic).map(|it| it.message);
                format!(
                    "it stopped where what was shown does not fit: {}; go on by hand from here, then `done`",
                    why.unwrap_or_else(|| "nobody knows why".to_owned())
                )
            }
        }));
        Ok(all)
    }

    /// The answer that the code has given.
    fn answered(&mut self, text: String) -> Option<Said> {
        let screen = self.recorder.last_look()?.screen.clone();
        let words = format!("answer \"{text}\"");
        let step = trajectory::Step::new(screen, Action::Answer { text });
        self.said.push((self.recorder.steps().len(), step));
        Some(Said::Step {
            number: self.count(),
            words,
            warning: None,
        })
    }
}

impl Listening {
    /// What is understood while something is done on the page, and what came of that; nothing where it has panicked.
    pub(super) fn heard_while<T: Send>(&mut self, work: impl FnOnce() -> T + Send) -> (Option<T>, Vec<Said>) {
        let mut all = Vec::new();
        let done = thread::scope(|scope| {
            let working = scope.spawn(work);
            // A page that is gone has nothing more to say.
            while !working.is_finished() && self.over.is_none() {
                all.extend(self.listen(TURN));
            }
            working.join().ok()
        });
        all.extend(self.come_to_rest());
        (done, all)
    }
}

/// A page that is listened to as a device that stays where a function may go.
pub(super) fn worked_on(rpa: &Autorpa, place: &Place, begins: &str, mut page: Page) -> Result<Bare, Error> {
    let fence = Fence::around(begins, &rpa.pages.origins).map_err(EnvironmentError::from)?;
    if let Some(auth) = &rpa.pages.auth
        && let Some(credentials) = auth.credentials(begins)?
    {
        page.authorize(credentials);
    }
    page.stay_within(fence).map_err(EnvironmentError::from)?;
    Ok(Bare::new(Box::new(Web::new(page)), place.suite()))
}

/// Code that is to be done on a page while that is listened to.
struct TrialRun<'a> {
    rpa: &'a Autorpa,
    place: Place,
    begins: String,
    script: &'a compiler::script::Script,
    instance: &'a Instance,
}

impl TrialRun<'_> {
    fn run(&self, page: Page) -> Result<Option<Recording>, Error> {
        let Self {
            rpa,
            place,
            begins,
            script,
            instance,
        } = self;
        let mut env = worked_on(rpa, place, begins, page)?;
        let guard = guard(&env, "", &Policy::default())?;
        let unjudged = Instance {
            seed: instance.seed,
            ..Instance::of_no_type(place.suite(), &instance.goal, instance.params.clone())
        };
        let call = Call {
            source: &script.source,
            name: &script.name,
            arguments: &script.arguments(instance),
            instance: &unjudged,
            options: runtime::Options::default(),
            guard,
            judged: Judged::ByNobody,
            book: None,
        };
        let run = || Ok(run_judged(&mut env, call, None, &rpa.cancel)?.recording);
        let run = rpa.acting(&script.name, &script.source, &instance.params, run, |it| {
            it.ending.outcome
        })?;
        Ok(Some(run))
    }
}
