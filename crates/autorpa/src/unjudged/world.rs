//! The compiler's outside where nobody judges: what was recorded is all that is known, and a function is tried once.

use compiler::{
    analyze::Analysis,
    consequence::{Consequence, consequences},
    model::Agents,
    script::Script,
    soft::SoftTrajectory,
    world::{Builder, Continued, Event, World, WorldError},
};
use settings::Setting;
use task::Instance;
use thiserror::Error;
use trajectory::{Outcome, Recording};

use crate::{
    error::Error,
    model::Model,
    observer::Event as ProgressEvent,
    workbench::{Call, Judged, guard, not_run, run_judged},
    writes::Writes,
};

use super::order::Order;

/// What was recorded where nobody judges, and what became of the function there.
pub(super) struct Unjudged<'a> {
    order: &'a Order<'a>,
    shown: &'a [Recording],
    /// The agents of the stages, where they may be asked.
    agents: Option<Agents<Model>>,
    trajectories: Vec<SoftTrajectory>,
    /// The source that ran last, and its run.
    pub ran: Option<(String, Recording)>,
    /// What of this library failed where the compiler has no word for it.
    pub failed: Option<Error>,
    /// Which of the agents failed, and why.
    pub failures: Vec<String>,
    /// Whether nothing is run, and nobody told: what is built looks something up.
    looks_up: bool,
}

impl<'a> Unjudged<'a> {
    pub(super) fn new(order: &'a Order<'a>, shown: &'a [Recording], agents: Option<Agents<Model>>) -> Self {
        Self {
            order,
            shown,
            agents,
            trajectories: Vec::new(),
            ran: None,
            failed: None,
            failures: Vec::new(),
            looks_up: false,
        }
    }

    /// What looks something up is built from what was recorded, and run by whoever asked for it.
    pub(super) fn looking_up(order: &'a Order<'a>, shown: &'a [Recording]) -> Self {
        Self {
            looks_up: true,
            ..Self::new(order, shown, None)
        }
    }

    /// Whether it may be run again: why not is told.
    fn may_run(&self, script: &Script, instance: &Instance) -> bool {
        let told = &self.order.rpa.told;
        let lasting = consequences(script, &self.trajectories);
        // What a field held is gone already: the same is typed there again.
        let lasting = lasting.iter().find(|it| Consequence::is_said(it));
        if let (true, Some(first)) = (self.order.at.lasts(), lasting) {
            told.line(format!(
                "note: it is not run again: it does what nothing takes back ({first})"
            ));
            return false;
        }
        // What is known to be sent is written somewhere, wherever the page comes from.
        let writes = match Writes::of(self.shown) {
            Writes::Sent(..) if !self.order.at.lasts() => Writes::Nothing,
            Writes::Perhaps(..) | Writes::Asked(..) if !self.order.at.is_live() => Writes::Nothing,
            writes => writes,
        };
        let again = self.ran.is_some() && self.order.at.is_live();
        let why = match writes.says() {
            Some(writes) => writes,
            None if again => "it was run here already".to_owned(),
            None => return true,
        };
        let question = format!(
            "{why}, and what that does stays: run {} once more for \"{}\"?",
            script.name, instance.goal
        );
        let agreed = told.agrees(&question) == Some(true);
        if !agreed {
            told.line(format!(
                "note: it is not run again: {why}, and nobody has allowed that"
            ));
        }
        agreed
    }

    /// Run it from the beginning, where that is possible and takes nothing back.
    fn tried(&self, script: &Script, instance: &Instance) -> Result<Option<Recording>, Error> {
        let order = self.order;
        if self.looks_up || !self.may_run(script, instance) {
            return Ok(None);
        }
        let Some(mut env) = order.at.open_if_known()? else {
            let told = &order.rpa.told;
            told.line(format!(
                "note: it is not run again: {} says where the page is",
                Setting::Url
            ));
            return Ok(None);
        };
        let guard = guard(env.as_ref(), "", &order.rpa.limits(order.args)?)?;
        let unjudged = Instance {
            seed: instance.seed,
            ..Instance::of_no_type(&instance.suite, &instance.goal, instance.params.clone())
        };
        let arguments = script.arguments(instance);
        let call = Call {
            source: &script.source,
            name: &script.name,
            arguments: &arguments,
            instance: &unjudged,
            options: runtime::Options::default(),
            guard,
            judged: Judged::ByNobody,
            book: None,
        };
        let run = || Ok(run_judged(env.as_mut(), call, order.model.clone(), &order.rpa.cancel)?.recording);
        let outcome = |it: &Recording| it.ending.outcome;
        let run = match order.at.lasts() {
            true => order
                .rpa
                .acting(&script.name, &script.source, &arguments, run, outcome)?,
            false => run()?,
        };
        match run.ending.outcome {
            Outcome::Cancelled => Err(WorldError::Cancelled.into()),
            _ => Ok(Some(run)),
        }
    }
}

impl World for Unjudged<'_> {
    fn instance(&mut self, n: usize) -> Result<Option<Instance>, WorldError> {
        Ok(self.shown.get(n).map(|it| it.instance.clone()))
    }

    fn explore(
        &mut self,
        instance: &Instance,
        _known: &[SoftTrajectory],
        _failed: Option<&Analysis>,
    ) -> Result<Option<Recording>, WorldError> {
        let shown = self.shown.iter().find(|it| it.instance == *instance);
        Ok(shown.cloned())
    }

    fn has_judge(&self) -> bool {
        false
    }

    fn try_out(&mut self, script: &Script, instance: &Instance) -> Result<Option<Recording>, WorldError> {
        let run = self.tried(script, instance).map_err(|error| {
            let said = error.to_string();
            self.failed = Some(error);
            WorldError::unknown(NotTried { said })
        })?;
        if let Some(run) = &run {
            self.ran = Some((script.source.clone(), run.clone()));
        }
        Ok(run)
    }

    fn run(&mut self, script: &Script, instance: &Instance) -> Result<Recording, WorldError> {
        let run = self.try_out(script, instance)?;
        Ok(run.unwrap_or_else(|| not_run(instance)))
    }

    fn go_on(
        &mut self,
        _run: &Recording,
        _analysis: &Analysis,
        _known: &[SoftTrajectory],
    ) -> Result<Continued, WorldError> {
        Ok(Continued::default())
    }

    fn builder(&mut self) -> Option<&mut dyn Builder> {
        self.agents.as_mut().map(|it| it as &mut dyn Builder)
    }

    fn event(&mut self, event: &Event<'_>) {
        let failures = self.agents.as_mut().map(Agents::take_failures);
        for it in failures.unwrap_or_default() {
            self.order
                .rpa
                .told
                .line(format!("{it}; the model-free result stands"));
            self.failures.push(it);
        }
        match event {
            Event::Recorded { recording } => {
                if let Some(agents) = &mut self.agents {
                    agents.remember(recording);
                }
            }
            Event::Translated { trajectory } => self.trajectories.push((*trajectory).clone()),
            Event::Phase { .. } => {
                tracing::info!("{event}");
                return;
            }
            _ if event.is_one_of_many() => {
                tracing::info!("{event}");
                return;
            }
            Event::Instance { .. }
            | Event::Built { .. }
            | Event::Ran { .. }
            | Event::AllRan { .. }
            | Event::StaysRefused { .. }
            | Event::Others { .. }
            | Event::Analysed { .. } => {}
        }
        if self.looks_up {
            return;
        }
        self.order.rpa.told.event(&ProgressEvent::Building {
            work: "",
            step: event,
        });
    }
}

/// A trial run that could not begin. The error itself ends the build.
#[derive(Debug, Error)]
#[error("{said}")]
struct NotTried {
    said: String,
}
