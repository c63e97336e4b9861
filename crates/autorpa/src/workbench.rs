//! The compiler's outside, made of real parts: an environment, an explorer, the runtime, the bank.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use compiler::{
    analyze::Analysis,
    compile::Compiled,
    consequence::{Consequence, consequences},
    model::{Agents, Reference, Translator},
    script::Script,
    soft::SoftTrajectory,
    understood::{Open, Understood},
    world::{BuildTask, Builder, Continued, EndedOutside, Event, World, WorldError, hints},
};
use device::{Cancel, Clock, Device, Environment, EnvironmentError, Verdict};
use explorer::{
    graph::Graph,
    policy::{Guard, Guarded, Policy},
    react,
    search::{self, Budget, search},
};
use llm::Tally;
use task::{Instance, Template, seeds};
use trajectory::{Bank, Code, Diagnostic, Ending, Origin, Outcome, Recording, RecordingId, Screenshots};
use ui::ActionKind;

use crate::{
    error::Error,
    home::{self, Home},
    model::{AsOracle, Model, Unreachable},
    mutation::{self, Played, Wrong},
    observer::{Doing, WorkInProgress},
    params::Goals,
    permission::Permission,
    registry::Rights,
    request::{ExploreOptions, Part, Tier},
    witness::{RunBook, Witness},
};

/// How long a candidate waits for what it does not find: most candidates are wrong, and a page that needs
/// longer than this needs a step that waits.
const TRIAL_DEADLINE: Duration = Duration::from_millis(700);

/// How long an application is left alone after each action where code that fails is run once more slowly.
const PAUSE: Duration = Duration::from_millis(1_500);

/// How long a function is run on further instances, for what is rare.
const FURTHER: Duration = Duration::from_secs(10);

/// How much was tried and asked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// Episodes the explorer ended.
    pub episodes: usize,
    /// Steps the explorer took.
    pub steps: usize,
    /// Recordings that a person has shown and that were built from.
    pub shown: usize,
}

/// Who solved how many instances of a task type.
#[derive(Clone, Copy, Debug, Default)]
pub struct Solved {
    /// The search.
    pub search: usize,
    /// The ReAct agent.
    pub react: usize,
}

/// How many adversarial instances a function is held against at most.
const CONTESTED: usize = 16;

/// An environment with everything around it that makes functions.
pub struct Workbench {
    /// The environment.
    pub env: Box<dyn Environment>,
    /// The building instances.
    pub instances: Vec<Instance>,
    /// How parameters are read from goals.
    pub goals: Goals,
    /// What somebody has shown, for the instances it was shown on.
    pub shown: Vec<Recording>,
    /// What was tried so far.
    pub effort: Effort,
    /// Why the last exploration found nothing.
    pub tried: Option<String>,
    /// Whether a function was not run because nobody allowed it.
    pub not_allowed: bool,
    /// Who solved how many instances.
    pub solved: Solved,
    /// Which of the model's agents failed, and why, where the model-free result stood.
    pub failures: Vec<String>,
    /// Say nothing on the way: a bench has a line of its own.
    pub quiet: bool,
    /// Whether the search has not found a way for an instance of this task type.
    beyond_search: bool,
    /// The instance that was searched in vain last, and how many others were known then: with no more to go by, it
    /// is not searched again.
    in_vain: Option<(u64, usize)>,
    /// What the model was asked before this workbench was opened.
    tally_before: Tally,
    explore: ExploreOptions,
    tier: Tier,
    graph: Graph,
    /// The graph when this workbench was opened.
    graph_before: Graph,
    graph_file: PathBuf,
    bank: Bank,
    /// The script that was played on altered screens last, the recordings it was played on, and what it did.
    played: Option<(String, Vec<RecordingId>, Played)>,
    model: Option<Model>,
    agents: Option<Agents<Model>>,
    /// What functions may do here.
    policy: Policy,
    progress: WorkInProgress,
    cancel: Cancel,
    /// Since when further instances are asked for.
    further_since: Option<Instant>,
    /// What may be done with the task type.
    permission: Permission,
}

/// What a workbench is made with.
pub struct Setup<'a> {
    /// Where things are kept.
    pub home: &'a Home,
    /// How much may be tried.
    pub explore: &'a ExploreOptions,
    /// Which drivers work.
    pub tier: Tier,
    /// The model, if there is one.
    pub model: Option<Model>,
    /// What functions may do.
    pub policy: Policy,
    /// The flag that ends the work.
    pub cancel: Cancel,
    /// Where it is told what goes on.
    pub progress: WorkInProgress,
    /// What may be done with the task type.
    pub rights: Rights,
}

impl Workbench {
    /// A workbench for one task type: its building instances are read, and where the suite gives no
    /// parameters, the goals' template is induced from many goals.
    pub fn new(
        mut env: Box<dyn Environment>,
        task_type: &str,
        seeds: &[u64],
        setup: Setup<'_>,
    ) -> Result<Self, Error> {
        guard(env.as_ref(), "", &setup.policy)?;
        // The free tier asks nobody, whoever is named.
        let model = setup.model.filter(|_| setup.tier != Tier::Free);
        model.iter().for_each(|it| it.try_again());
        let goals = Goals::learn(env.as_mut(), task_type, seeds)?;
        let instances = seeds
            .iter()
            .map(|seed| Ok(goals.fill(env.instance(task_type, *seed)?)))
            .collect::<Result<Vec<_>, Error>>()?;
        let graph_file = setup.home.graphs.join(format!("{}.json", env.suite()));
        let graph = read_graph(&graph_file);
        let reference = reference(&env.info().actions);
        Ok(Self {
            env,
            instances,
            shown: Vec::new(),
            effort: Effort::default(),
            tried: None,
            not_allowed: false,
            quiet: false,
            explore: setup.explore.clone(),
            tier: setup.tier,
            graph_before: graph.clone(),
            graph,
            graph_file,
            bank: Bank::open(&setup.home.bank).map_err(Error::kept)?,
            played: None,
            agents: model.clone().map(|it| {
                let options = compiler::model::Options {
                    tools: it.tools(),
                    ..agent_options(setup.explore, setup.tier)
                };
                let wordings = goals.templates().iter().map(ToString::to_string);
                Agents::new(it, reference, options).worded(wordings.collect())
            }),
            goals,
            solved: Solved::default(),
            failures: Vec::new(),
            beyond_search: false,
            in_vain: None,
            tally_before: model.as_ref().map(Model::tally).unwrap_or_default(),
            model,
            policy: setup.policy,
            progress: setup.progress,
            cancel: setup.cancel,
            further_since: None,
            permission: Permission::new(setup.rights),
        })
    }

    /// Have the first `count` instances, which are built on, differ: one that says nothing new beside those before it gives its place to
    /// one that does, from those behind. The first `fixed` stay. How many say nothing new all the same.
    pub fn vary(&mut self, fixed: usize, count: usize) -> usize {
        let mut alike = 0;
        for at in fixed.max(1)..count.min(self.instances.len()) {
            let (before, rest) = self.instances.split_at(at);
            let is_new = |it: &Instance| {
                let mut before = before.iter();
                before.all(|other| other.goal != it.goal || other.params != it.params)
            };
            match rest.iter().position(is_new) {
                Some(further) => self.instances.swap(at, at + further),
                None => alike += 1,
            }
        }
        alike
    }

    /// The templates that parameters were read with.
    pub fn templates(&self) -> &[Template] {
        self.goals.templates()
    }

    /// What the task type is, in a user's words.
    pub fn description(&self, task_type: &str) -> String {
        self.goals.templates().first().map_or_else(
            || task_type.to_owned(),
            |it| it.to_string().replace(['{', '}'], "`"),
        )
    }

    /// Which drivers work.
    pub fn tier(&self) -> Tier {
        self.tier
    }

    /// Whether there is a model to ask.
    pub fn has_model(&self) -> bool {
        self.model.is_some()
    }

    /// Why the model can't be asked, where it has shown that.
    pub fn unreachable(&self) -> Option<Unreachable> {
        self.model.as_ref()?.unreachable()
    }

    /// The model for what is left. In tier auto, one that can't be reached is as none: what can be done without it is.
    fn asked_for_the_rest(&self) -> Option<Model> {
        let gone = self.tier == Tier::Auto && self.unreachable().is_some();
        self.model.clone().filter(|_| !gone)
    }

    /// The model-free result, where nobody could be asked for a better one.
    fn without_model<T>(&mut self, said: Result<T, WorldError>, free: T) -> Result<T, WorldError> {
        match said {
            Err(WorldError::Model(_)) if self.asked_for_the_rest().is_none() => {
                self.tell_unreachable();
                Ok(free)
            }
            said => said,
        }
    }

    /// Say that the model can't be asked, and that it goes on without it.
    fn tell_unreachable(&mut self) {
        let failed = self
            .unreachable()
            .map(|reason| format!("the model can't be asked: {reason}"));
        self.failures_heard(failed.into_iter().collect());
        // What was searched in vain was searched for less long than without a model.
        self.in_vain = None;
    }

    /// Say what the build understood of the task, where a person has shown it; else what no instance has decided.
    pub fn tell_understood(&self, understood: &Understood, unchecked: bool) {
        if self.quiet {
            return;
        }
        if self.effort.shown == 0 {
            let between = understood.open.iter();
            for it in between.filter(|it| matches!(it, Open::Between(_))) {
                self.progress.line(&format!("  no instance has shown: {it}"));
            }
            return;
        }
        let checked = match unchecked {
            true => Checked::Nowhere,
            false => Checked::AfterEveryRun,
        };
        for line in understood_lines(understood, checked) {
            self.progress.line(&line);
        }
    }

    /// What the model was asked for this task type, by agent.
    pub fn asked(&self) -> Tally {
        self.model
            .as_ref()
            .map(|it| it.tally().since(&self.tally_before))
            .unwrap_or_default()
    }

    /// Keep what was learned of the apps, beside what others learned meanwhile.
    pub fn keep_graph(&self) -> Result<(), Error> {
        let _one_at_a_time = home::lock(&self.graph_file.with_extension("lock"))?;
        let mut kept = read_graph(&self.graph_file);
        kept.add(&self.graph_before, &self.graph);
        home::write(&self.graph_file, kept.to_json().as_bytes())
    }

    /// What the function does on altered screens of the recordings that it was made from. Where it is misled, that is
    /// said.
    pub fn play(&mut self, compiled: &Compiled) -> Played {
        let played = match (&compiled.script, self.played.take()) {
            (Some(script), Some((source, recordings, played)))
                if source == script.source && recordings == compiled.recordings =>
            {
                played
            }
            _ => mutation::of_build(&self.bank, compiled),
        };
        for it in played.wrong.iter().filter(|_| compiled.verified && !self.quiet) {
            let Diagnostic { message, notes, .. } = it.diagnostic();
            self.progress
                .line(&format!("note: {message}: {}", notes.join(", ")));
        }
        played
    }

    fn keep(&self, recording: &Recording, screenshots: &Screenshots) -> Result<RecordingId, WorldError> {
        self.bank.save(recording, screenshots).map_err(WorldError::keep)
    }

    /// Hear of the agents that failed since this was asked last.
    pub fn hear_failures(&mut self) {
        let failures = self.agents.as_mut().map(Agents::take_failures);
        self.failures_heard(failures.unwrap_or_default());
    }

    fn failures_heard(&mut self, failures: Vec<String>) {
        for it in failures {
            let line = format!("  {it}; the model-free result stands");
            match self.quiet {
                true => tracing::info!("{line}"),
                false => self.progress.line(&line),
            }
            self.failures.push(it);
        }
    }

    /// Count a recording that was there before the build.
    fn count(&mut self, shown: &Recording) {
        self.permission.saw(shown);
        match shown.origin {
            Origin::Search => self.solved.search += 1,
            Origin::React | Origin::Hybrid => self.solved.react += 1,
            Origin::Person | Origin::Script => self.effort.shown += 1,
        }
    }

    /// Whether the search may do anything at all.
    fn searches(&self) -> bool {
        let ExploreOptions {
            episodes,
            steps,
            seconds,
            ..
        } = self.explore;
        self.permission.explores() && episodes > 0 && steps > 0 && seconds > 0.0
    }

    /// Whether the person wants a function to be run where what it does stays.
    fn may_run(&mut self, script: &Script, instance: &Instance) -> bool {
        let doing = format!("run {} for \"{}\"", script.name, instance.goal);
        // What the code says of itself is not sent before it is run.
        let by_words = consequences(script, &[]).iter().any(Consequence::is_said);
        match by_words {
            true => self.permission.allows(&doing, &self.progress),
            false => self.permission.allows_again(&doing, &self.progress),
        }
    }

    fn remember(&mut self, recording: &Recording) {
        if let Some(agents) = &mut self.agents {
            agents.remember(recording);
        }
    }

    fn react(
        &mut self,
        model: &Model,
        instance: &Instance,
        known: &[SoftTrajectory],
        from: Start<'_>,
    ) -> Result<Option<Recording>, WorldError> {
        let doing = format!("let the ReAct agent do \"{}\"", instance.goal);
        if !self.permission.allows(&doing, &self.progress) {
            let why = "the ReAct agent did not do it: what it does stays or can't be taken back, and nobody allowed it";
            self.tried = Some(why.to_owned());
            return Ok(None);
        }
        self.progress.tell(Doing::Agent { seed: instance.seed });
        let options = react::Options {
            reflections: self.permission.again(self.explore.reflect),
            sparing: self.tier == Tier::Auto,
            unified: self.explore.unified,
            hints: known.iter().map(SoftTrajectory::as_done).collect(),
            lessons: from.lessons(),
            ..model.react()
        };
        let env = self.env.as_mut();
        let explored = match from {
            Start::Beginning(_) => {
                env.reset(instance).map_err(world_error)?;
                crate::react::explore(env, model, instance, &options, &self.cancel)?
            }
            Start::Run(run, analysis) => {
                crate::react::go_on(env, model, run, analysis, &options, &self.cancel)?
            }
        };
        for failed in &explored.failed {
            self.permission.saw(failed);
            let mut failed = failed.clone();
            failed.id = self.keep(&failed, &explored.screenshots)?;
            self.remember(&failed);
        }
        let mut recording = explored.recording;
        self.permission.saw(&recording);
        self.effort.episodes += 1 + explored.failed.len();
        // What a script did before the agent went on is none of the agent's doing.
        let own = |it: &Recording| it.steps.len() - it.breakpoint.unwrap_or(0).min(it.steps.len());
        self.effort.steps += own(&recording) + explored.failed.iter().map(own).sum::<usize>();
        recording.id = self.keep(&recording, &explored.screenshots)?;
        self.remember(&recording);
        if let Some(agents) = &mut self.agents {
            agents.named(&recording.id, explored.locators);
        }
        let ended = EndedOutside {
            ending: recording.ending.clone(),
        };
        match recording.ending.outcome {
            Outcome::ModelFailed => Err(WorldError::model(ended)),
            Outcome::DeviceLost => Err(WorldError::device(ended)),
            Outcome::Cancelled => Err(WorldError::Cancelled),
            // Steps are each episode's own; tokens that are spent are spent for all.
            Outcome::OverBudget
                if recording
                    .ending
                    .diagnostic
                    .as_ref()
                    .is_some_and(|it| it.code == Code::TokensSpent) =>
            {
                Err(WorldError::over_budget(ended))
            }
            Outcome::Reached
            | Outcome::Unchecked
            | Outcome::NotReached
            | Outcome::Refused
            | Outcome::Stuck
            | Outcome::OverBudget
            | Outcome::ScriptFault => {
                if recording.succeeded() {
                    self.solved.react += 1;
                    return Ok(Some(recording));
                }
                self.tried = Some(format!("the ReAct agent ended: {ended}"));
                Ok(None)
            }
        }
    }

    fn search(
        &mut self,
        instance: &Instance,
        known: &[SoftTrajectory],
        from: Option<&Recording>,
    ) -> Result<Option<Recording>, WorldError> {
        // A continuation that does not come to its end soon is worse than a fresh start; and an instance of a kind that
        // it did not find once is hardly worth more: an easier one is found soon, or a model is there for the rest.
        let hardly = self.beyond_search && (known.is_empty() || self.asked_for_the_rest().is_some());
        let part = if from.is_some() || hardly { 4 } else { 1 };
        let limit = self
            .env
            .task_types()
            .iter()
            .find(|it| it.name == instance.task_type)
            .map_or(30, |it| it.step_budget);
        let options = search::Options {
            budget: Budget {
                episodes: self.explore.episodes / part,
                steps: self.explore.steps / part,
                seconds: self.explore.seconds / part as f64,
            },
            hints: hints(known, &instance.params),
            from_here: from.is_some(),
            prefix: from.map_or_else(Vec::new, |it| it.steps.clone()),
            step_limit: limit,
            policy: self.policy.clone(),
            ..search::Options::default()
        };
        let (progress, bank) = (&self.progress, &self.bank);
        let mut kept = Ok(());
        let report = search(
            self.env.as_mut(),
            instance,
            &options,
            &mut self.graph,
            &self.cancel,
            &mut |now| {
                progress.tell(Doing::Exploring {
                    seed: instance.seed,
                    episodes: now.episodes,
                    steps: now.steps,
                    note: now.note,
                });
                // Failed episodes are recordings too; the first that can't be kept is said at the end.
                if let (Some(episode), Ok(())) = (now.episode, &kept) {
                    kept = bank.save(episode, &Screenshots::default()).map(drop);
                }
            },
        )
        .map_err(WorldError::device)?;
        self.effort.episodes += report.episodes;
        self.effort.steps += report.steps;
        if let Err(error) = kept {
            return Err(WorldError::keep(error));
        }
        if report.outcome == Outcome::Cancelled {
            return Err(WorldError::Cancelled);
        }
        let Some(mut recording) = report.recording else {
            // Of searches that were kept short the first one tells more.
            if self.tried.is_none() || !(hardly && known.is_empty()) {
                self.tried = Some(report.tried);
            }
            if from.is_none() {
                self.beyond_search = true;
                self.in_vain = Some((instance.seed, known.len()));
            }
            return Ok(None);
        };
        if let Some(run) = from {
            recording = hybrid(run, recording);
        }
        self.permission.saw(&recording);
        recording.id = self.keep(&recording, &Screenshots::default())?;
        self.solved.search += 1;
        Ok(Some(recording))
    }
}

/// Where the ReAct agent begins.
#[derive(Clone, Copy)]
enum Start<'a> {
    /// At the instance's beginning, with what was found out about a run that failed on it.
    Beginning(Option<&'a Analysis>),
    /// Where this run stopped.
    Run(&'a Recording, &'a Analysis),
}

impl Start<'_> {
    /// What the agent is told as learned from an earlier attempt.
    fn lessons(self) -> Vec<String> {
        match self {
            Start::Beginning(Some(failed)) => vec![format!(
                "A function was run on it, and then all was set to the beginning again. What went wrong: {}",
                failed.cause
            )],
            Start::Beginning(None) | Start::Run(..) => Vec::new(),
        }
    }
}

/// What a script can call on a device that takes these actions.
pub fn reference(actions: &BTreeSet<ActionKind>) -> Reference {
    Reference {
        text: runtime::reference_in_short(actions),
        answers: actions.contains(&ActionKind::Answer),
    }
}

/// How the stages' agents work in a tier, less what is left out.
pub fn agent_options(explore: &ExploreOptions, tier: Tier) -> compiler::model::Options {
    let translator = match tier {
        Tier::Free | Tier::Auto => Translator::Rest,
        Tier::Model if explore.unified => Translator::Unified,
        Tier::Model if explore.lacks(Part::Translator) => Translator::Nobody,
        Tier::Model => Translator::Agent,
    };
    let options = compiler::model::Options {
        translator,
        falls_back: tier == Tier::Auto,
        ..compiler::model::Options::default()
    };
    // The paper's builder sees no screen that it does not ask for.
    let options = match tier {
        Tier::Free | Tier::Auto => options,
        Tier::Model => compiler::model::Options {
            screens: 0,
            ..options
        },
    };
    match explore.lacks(Part::Retrieval) {
        true => compiler::model::Options { looks: 0, ..options },
        false => options,
    }
}

/// What was learned of the apps only makes things quicker: without it all works.
fn read_graph(file: &Path) -> Graph {
    fs::read_to_string(file).map_or_else(|_| Graph::default(), |text| Graph::from_json(&text))
}

/// A run up to its breakpoint, and what the explorer did from there.
fn hybrid(run: &Recording, then: Recording) -> Recording {
    let mut steps = run.steps.clone();
    steps.extend(then.steps);
    Recording {
        origin: Origin::Hybrid,
        breakpoint: Some(run.steps.len()),
        steps,
        ..then
    }
}

impl Workbench {
    /// Run a script on an instance from its beginning, and have it judged.
    fn run_by(
        &mut self,
        options: runtime::Options,
        script: &Script,
        instance: &Instance,
    ) -> Result<Recording, WorldError> {
        if !self.may_run(script, instance) {
            self.not_allowed = true;
            return Ok(not_run(instance));
        }
        self.progress.tell(Doing::Running {
            function: &script.name,
            seed: instance.seed,
        });
        self.env.reset(instance).map_err(world_error)?;
        let oracle = self.asked_for_the_rest();
        let asks = oracle.is_some();
        // A model that read screens may have written it.
        let scope_of = self.model.as_ref().map_or("", |_| instance.task_type.as_str());
        let guard = guard(self.env.as_ref(), scope_of, &self.policy).map_err(WorldError::unknown)?;
        let mut recording = run_judged(
            self.env.as_mut(),
            Call {
                source: &script.source,
                name: &script.name,
                arguments: &script.arguments(instance),
                instance,
                options: options.clone(),
                guard,
                judged: Judged::ByEnvironment,
                book: None,
            },
            oracle,
            &self.cancel,
        )?
        .recording;
        if recording.ending.outcome == Outcome::ModelFailed && asks && self.asked_for_the_rest().is_none() {
            self.tell_unreachable();
            return self.run_by(options, script, instance);
        }
        self.permission.saw(&recording);
        if recording.ending.outcome != Outcome::Cancelled {
            recording.id = self.keep(&recording, &Screenshots::default())?;
        }
        Ok(recording)
    }
}

impl World for Workbench {
    fn instance(&mut self, n: usize) -> Result<Option<Instance>, WorldError> {
        if let Some(known) = self.instances.get(n) {
            return Ok(Some(known.clone()));
        }
        let since = *self.further_since.get_or_insert_with(Instant::now);
        let Some(first) = self.instances.first() else {
            return Ok(None);
        };
        if since.elapsed() > FURTHER {
            return Ok(None);
        }
        let known: Vec<u64> = self.instances.iter().map(|it| it.seed).collect();
        let Some(seed) = seeds::besides(&known).nth(n - known.len()) else {
            return Ok(None);
        };
        match self.env.instance(&first.task_type, seed) {
            Ok(instance) => Ok(Some(self.goals.fill(instance))),
            Err(EnvironmentError::Device(error)) => Err(world_error(EnvironmentError::Device(error))),
            // There are no more than these.
            Err(_) => Ok(None),
        }
    }

    fn adversarial(&mut self, n: usize) -> Result<Option<Instance>, WorldError> {
        // Where a run asks or stays, or nothing is put back, nobody wants more of them than are needed.
        let free = self.permission.is_free();
        let Some(first) = self.instances.first().filter(|_| free && n < CONTESTED) else {
            return Ok(None);
        };
        let of_series = seeds::series(first.seed) * seeds::SERIES + n as u64;
        let made = self.env.adversarial(&first.task_type, of_series);
        let made = made.map_err(world_error)?;
        Ok(made.map(|it| self.goals.fill(it)))
    }

    fn explore(
        &mut self,
        instance: &Instance,
        known: &[SoftTrajectory],
        failed: Option<&Analysis>,
    ) -> Result<Option<Recording>, WorldError> {
        // Shown once: if the code from it fails, the same steps again would teach nothing.
        if let Some(at) = self.shown.iter().position(|it| it.instance == *instance) {
            let shown = self.shown.remove(at);
            self.count(&shown);
            return Ok(Some(shown));
        }
        let kept_short = self.beyond_search && self.searches();
        if self.tier != Tier::Model
            && self.permission.explores()
            && self.in_vain != Some((instance.seed, known.len()))
            && let Some(found) = self.search(instance, known, None)?
        {
            return Ok(Some(found));
        }
        let Some(model) = self.asked_for_the_rest() else {
            return Ok(None);
        };
        // The paper's agent explores each instance by itself.
        let known = if self.tier == Tier::Auto { known } else { &[] };
        match self.react(&model, instance, known, Start::Beginning(failed)) {
            // The search was kept short because an agent would do the rest.
            Err(error @ WorldError::Model(_)) if self.asked_for_the_rest().is_none() && kept_short => {
                self.beyond_search = false;
                let found = self.search(instance, known, None)?;
                if found.is_some() {
                    self.tell_unreachable();
                }
                found.ok_or(error).map(Some)
            }
            done => done,
        }
    }

    fn shown_besides(&mut self) -> Vec<Recording> {
        let shown = std::mem::take(&mut self.shown);
        shown.iter().for_each(|it| self.count(it));
        shown
    }

    fn run(&mut self, script: &Script, instance: &Instance) -> Result<Recording, WorldError> {
        let usual = runtime::Options {
            find_deadline: TRIAL_DEADLINE,
            ..runtime::Options::default()
        };
        self.run_by(usual, script, instance)
    }

    fn run_slowly(&mut self, script: &Script, instance: &Instance) -> Result<Option<Recording>, WorldError> {
        if self.env.info().clock == Clock::Simulated {
            return Ok(None);
        }
        let slow = runtime::Options {
            pause: PAUSE,
            ..runtime::Options::default()
        };
        let run = self.run_by(slow, script, instance)?;
        Ok(Some(run).filter(|_| !self.not_allowed))
    }

    fn misled(&mut self, script: &Script, recordings: &[RecordingId]) -> Vec<Diagnostic> {
        let played = mutation::of_script(&self.bank, script, recordings);
        let misled = played.wrong.iter().map(Wrong::diagnostic).collect();
        self.played = Some((script.source.clone(), recordings.to_vec(), played));
        misled
    }

    fn go_on(
        &mut self,
        run: &Recording,
        analysis: &Analysis,
        known: &[SoftTrajectory],
    ) -> Result<Continued, WorldError> {
        if self.env.has_ended().map_err(|it| world_error(it.into()))? {
            return Ok(Continued::default());
        }
        let as_told = |recording| Continued {
            recording,
            analysis: None,
        };
        if self.tier == Tier::Model {
            let Some(model) = self.model.clone() else {
                return Ok(Continued::default());
            };
            let done = self.react(&model, &run.instance, &[], Start::Run(run, analysis))?;
            return Ok(as_told(done));
        }
        let stopped = self.env.checkpoints().map(|it| it.checkpoint());
        if self.searches() {
            // Where nothing can be gone on with by rule, the search begins anew.
            let found = self.search(&run.instance, known, analysis.go_on.then_some(run))?;
            if found.is_some() {
                return Ok(as_told(found));
            }
        }
        match stopped {
            // The search has left the device somewhere else.
            Some(stopped) if self.searches() => {
                if let Some(kept) = self.env.checkpoints() {
                    kept.restore(&stopped).map_err(world_error)?;
                }
            }
            None if self.searches() => return Ok(Continued::default()),
            Some(_) | None => {}
        }
        let (Some(model), Some(agents)) = (self.asked_for_the_rest(), &mut self.agents) else {
            return Ok(Continued::default());
        };
        let said = agents.analyze(run, analysis.clone()).map(Some);
        let Some(analysis) = self.without_model(said, None)? else {
            return Ok(Continued::default());
        };
        let recording = match analysis.go_on {
            true => self.react(&model, &run.instance, known, Start::Run(run, &analysis))?,
            false => None,
        };
        Ok(Continued {
            recording,
            analysis: Some(analysis),
        })
    }

    fn builder(&mut self) -> Option<&mut dyn Builder> {
        match self.agents.is_some() && self.asked_for_the_rest().is_some() {
            true => Some(self),
            false => None,
        }
    }

    fn event(&mut self, event: &Event<'_>) {
        self.hear_failures();
        if let (Some(agents), Event::Recorded { recording } | Event::Ran { run: recording, .. }) =
            (&mut self.agents, event)
        {
            agents.remember(recording);
        }
        match event {
            Event::Phase { .. } => tracing::info!("{event}"),
            _ if self.quiet || event.is_one_of_many() => tracing::info!("{event}"),
            _ => self.progress.building(event),
        }
    }
}

/// The agents of the stages; what one of them says that can't be reached is the model-free result.
impl Builder for Workbench {
    fn translate(
        &mut self,
        recording: &Recording,
        free: SoftTrajectory,
    ) -> Result<SoftTrajectory, WorldError> {
        let Some(agents) = &mut self.agents else {
            return Ok(free);
        };
        let said = agents.translate(recording, free.clone());
        self.without_model(said, free)
    }

    fn build(&mut self, task: &BuildTask<'_>) -> Result<Option<Script>, WorldError> {
        let Some(agents) = &mut self.agents else {
            return Ok(None);
        };
        let said = agents.build(task);
        self.without_model(said, None)
    }

    fn analyze(&mut self, run: &Recording, free: Analysis) -> Result<Analysis, WorldError> {
        let Some(agents) = &mut self.agents else {
            return Ok(free);
        };
        let said = agents.analyze(run, free.clone());
        self.without_model(said, free)
    }
}

/// Why a run did not take place.
pub(crate) const NOT_RUN: &str =
    "it was not run: what it does stays or can't be taken back, and nobody allowed it";

/// Where a function is checked.
#[derive(Clone, Copy, Debug)]
pub enum Checked {
    /// By the task's own check.
    AfterEveryRun,
    /// By looking up what a person has looked up.
    ReadBack,
    /// Nobody checks it.
    Nowhere,
}

/// What was understood of a task, and how it is checked, as lines for people.
pub fn understood_lines(understood: &Understood, checked: Checked) -> Vec<String> {
    let understood = understood.to_string();
    let check = match checked {
        Checked::Nowhere => "check: none; a run ends unchecked",
        Checked::ReadBack => "check: what was looked up, on a page that is loaded afresh after every run",
        Checked::AfterEveryRun => "check: that of the task, after every run",
    };
    let lines = understood.lines().chain([check]);
    lines.map(|line| format!("  {line}")).collect()
}

/// A run that did not take place: nothing that writes is done twice without asking. Nobody has judged it.
pub fn not_run(instance: &Instance) -> Recording {
    Recording {
        ending: unchecked(&[NOT_RUN.to_owned()]),
        reward: None,
        ..Recording::reached(Origin::Script, instance.clone(), Vec::new(), Arc::default())
    }
}

/// A function and what it is run with.
pub struct Call<'a> {
    /// The script.
    pub source: &'a str,
    /// What it is called in messages.
    pub name: &'a str,
    /// Its arguments.
    pub arguments: &'a task::Params,
    /// The instance it is run on.
    pub instance: &'a Instance,
    /// How it is run.
    pub options: runtime::Options,
    /// What it may do.
    pub guard: Guard,
    /// Who judges what it does.
    pub judged: Judged,
    /// Where it is written down.
    pub book: Option<&'a mut RunBook>,
}

/// Who says whether a run has done its task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// The environment, which has set the task up.
    ByEnvironment,
    /// Nobody: it is of no task type.
    ByNobody,
}

/// What the user allows on this environment, and the scope of a task type if one is named.
pub fn guard(env: &dyn Environment, task_type: &str, policy: &Policy) -> Result<Guard, Error> {
    Guard::new(env, &env.scope(task_type), policy).map_err(Error::usage)
}

/// The recording of a function that was not started, because it does not serve the instance.
pub fn refused(instance: &Instance, why: Diagnostic) -> Recording {
    Recording {
        id: RecordingId(format!("refused-{}-{}", instance.task_type, instance.seed)),
        origin: Origin::Script,
        instance: instance.clone(),
        steps: Vec::new(),
        last: Arc::default(),
        breakpoint: None,
        ending: Ending::new(Outcome::Refused, Some(why)),
        reward: Some(0.0),
        answer: None,
        log: Vec::new(),
        conclusion: None,
        reflection: None,
        shown: None,
        read_by: Vec::new(),
    }
}

/// Run a function on the set-up instance and let the environment judge it.
pub fn run_judged(
    env: &mut dyn Environment,
    call: Call<'_>,
    oracle: Option<Model>,
    cancel: &Cancel,
) -> Result<runtime::Run, WorldError> {
    let mut oracle = oracle.map(|it| AsOracle::new(it, &call.instance.goal, call.arguments));
    let oracle = oracle.as_mut().map(|it| it as &mut dyn runtime::Oracle);
    let instance = call.instance;
    let mut guarded = Guarded::new(env, call.guard);
    let mut book = call.book;
    let mut witness;
    let device: &mut dyn Device = match &mut book {
        Some(book) => {
            witness = Witness::new(&mut guarded, book);
            &mut witness
        }
        None => &mut guarded,
    };
    let mut run = runtime::run(
        call.source,
        call.name,
        call.arguments,
        device,
        instance,
        &call.options,
        oracle,
        cancel,
    );
    let mut network = Vec::new();
    // Checks may look at what was saved.
    if let Some(book) = book {
        book.hear(&mut guarded);
        network = book.network(false);
        if let Err(ending) = book.keep_files(&mut guarded)
            && run.recording.ending.outcome == Outcome::Reached
        {
            run.recording.ending = *ending;
        }
    }
    let complete = run.recording.ending.outcome == Outcome::Reached;
    let stands = !matches!(
        run.recording.ending.outcome,
        Outcome::DeviceLost | Outcome::Cancelled
    );
    if stands && call.judged == Judged::ByEnvironment {
        // A run that stopped early is judged only where the environment ended the episode itself: what a
        // judge says of a half-done device is no success of the script.
        if complete || env.has_ended().map_err(|it| world_error(it.into()))? {
            let verdict = env.finish().map_err(world_error)?;
            run.recording.reward = verdict.reward();
            run.recording.ending = judged_ending(run.recording.ending, &verdict, complete);
        } else {
            run.recording.reward = Some(0.0);
        }
    } else if complete {
        let reason = "nobody judges what belongs to no task type";
        run.recording.ending = unchecked(&[reason.to_owned()]);
    }
    say_network(&mut run.recording.ending, network);
    Ok(run)
}

/// What servers did not give is named where a run did not reach its goal: it may be why.
fn say_network(ending: &mut Ending, network: Vec<String>) {
    if ending.outcome == Outcome::Reached {
        return;
    }
    if let Some(why) = ending.diagnostic.take() {
        ending.diagnostic = Some(network.into_iter().fold(why, Diagnostic::note));
    }
}

/// The ending of a run that was judged. What the function itself said of its failure is kept.
fn judged_ending(ending: Ending, verdict: &Verdict, complete: bool) -> Ending {
    match (verdict, complete) {
        (Verdict::Reached { .. }, _) | (Verdict::Unknown { .. }, true) => as_judged(verdict),
        (Verdict::NotReached { .. }, true) => Ending {
            diagnostic: ending.diagnostic,
            ..as_judged(verdict)
        },
        (Verdict::NotReached { .. } | Verdict::Unknown { .. }, false) => ending,
    }
}

/// The ending of an episode that somebody judged. What the judge shows is for people: no model is told of it.
pub fn as_judged(verdict: &Verdict) -> Ending {
    match verdict {
        Verdict::Reached { .. } => Ending::new(Outcome::Reached, None),
        Verdict::NotReached { evidence, .. } => Ending {
            evidence: evidence.clone(),
            ..Ending::new(Outcome::NotReached, None)
        },
        Verdict::Unknown { evidence } => Ending {
            evidence: evidence.clone(),
            ..Ending::new(Outcome::Unchecked, None)
        },
    }
}

/// The ending of a run that came to its end where nobody could tell whether the task is done.
pub fn unchecked(why: &[String]) -> Ending {
    Ending::new(Outcome::Unchecked, Some(Diagnostic::unchecked(why)))
}

/// An environment's error as the compiler's.
pub fn world_error(error: EnvironmentError) -> WorldError {
    match error {
        EnvironmentError::Device(it) => WorldError::device(it),
        other => WorldError::unknown(other),
    }
}

#[cfg(test)]
mod tests;
