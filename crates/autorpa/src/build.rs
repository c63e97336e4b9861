//! Building: a function for a task type.

use std::{path::Path, time::Instant};

use compiler::{
    compile::{Compiled, Request, Rows, Tier, Without, compile},
    understood::Understood,
    world::WorldError,
};
use device::{Environment, Patience, Verdict};
use library::{Draft, Explorer, Function, Library, Mutation, Tier as Who, Tried};
use serde_json::json;
use settings::{Call, Setting};
use task::{Instance, Params, seeds::with_more};
use thiserror::Error;
use trajectory::{Bank, Fault, Filter, Origin, Outcome, Recording, RecordingId, read_recording};

use crate::{
    Autorpa,
    audit::Deed,
    built::{Against, Built, WhyUnverified},
    draft::{Origins, draft, tiers, tokens_by_agent, who},
    error::{Error, Unfit},
    file_help::FileHelp,
    home::Home,
    model::Model,
    observer::WorkInProgress,
    options::check,
    registry::{Setup as Opening, Suite, Terms},
    request::{BuildRequest, ExploreOptions, Part},
    unjudged::{self, Place, Questions},
    words::Words,
    workbench::{Setup, Workbench},
};

/// Demonstrations that a function is built from at most: earlier ones are not joined beyond that.
const MOST_JOINED: usize = 4;
/// Instances beyond the held-out ones on which a function may be run, for what is rare.
const FURTHER: usize = 64;

/// What came of building on an open workbench.
pub struct Outcomes {
    /// The function as it was kept, if there is any code.
    pub function: Option<Function>,
    /// What was compiled.
    pub compiled: Compiled,
    /// What ended the work before its time: a model that failed, or a budget that is spent.
    pub ended: Option<Error>,
    /// What it took.
    pub seconds: f64,
}

/// What is built, on what.
pub struct Order<'a> {
    /// The task type.
    pub task_type: &'a str,
    /// Its suite.
    pub suite: &'a dyn Suite,
    /// Seeds of the building instances.
    pub seeds: &'a [u64],
    /// Refinements an instance may cost.
    pub refinements: usize,
    /// Which drivers work.
    pub tier: Tier,
    /// How many further instances it must hold on.
    pub held_out: usize,
    /// How much may be tried, and what is left out.
    pub explore: &'a ExploreOptions,
}

/// Why nothing can be built as it is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotBuilt {
    /// An address, and a task of a suite.
    #[error(
        "{} is for a recording that was made on a page of no suite ({})",
        Setting::Url,
        Setting::From
    )]
    UrlOfSuite,
    /// A file of what was done before is for a recording of no suite.
    #[error(
        "the rows of a file say what the values of a recording of no suite are; this task type has its own"
    )]
    DoneOfSuite,
    /// It belongs to what a person has shown.
    #[error(
        "the rows of a file say what the values of a person's recording are; nobody has shown this one by hand"
    )]
    DoneByNobody,
    /// The checks hold before anything is done.
    #[error(
        "the checks of `{task_type}` say nothing: they hold before anything is done{}\nhelp: give the task file a check that fails \
         after its reset, and holds once the task is done",
        held.iter().map(|it| format!("\n  holds already: {it}")).collect::<String>()
    )]
    HoldsBefore {
        /// The task type.
        task_type: String,
        /// The checks.
        held: Vec<String>,
    },
    /// There is nothing to build from, and it may not be explored.
    #[error(
        "nobody has shown how `{task_type}` is done, and its task file does not say that exploring may press anything\n\
         help: show it once with `{}` and build {} what it prints; or say `sandbox = true` in the task file",
        Call::new(settings::Request::Record).with(Setting::TaskType, task_type),
        Setting::From
    )]
    NobodyShowed {
        /// The task type.
        task_type: String,
    },
}

impl Autorpa {
    /// Make a function for a task type: explore, translate, build, verify, repair.
    pub fn build(&self, request: &BuildRequest) -> Result<Built, Error> {
        let built = self.built(request)?;
        let function = built.function.as_ref();
        let task_type = function.map(|it| it.receipt.task_type.clone());
        self.audit().note(Deed::Built {
            task_type: task_type.unwrap_or_else(|| request.task_type.clone()),
            script: function.map(|it| it.path.display().to_string()),
            verified: built.verified,
        })?;
        Ok(built)
    }

    fn built(&self, request: &BuildRequest) -> Result<Built, Error> {
        let shown = recordings(request, &self.home)?;
        // What belongs to no suite has no other instances, and nobody who judges.
        let bare = shown
            .first()
            .and_then(|it| Place::of(it, self, request.url.as_deref()))
            .map(|it| it.on(request.device.as_deref(), self))
            .transpose()?;
        if bare.is_none() && request.url.is_some() {
            return Err(Error::usage(NotBuilt::UrlOfSuite));
        }
        if bare.is_none() && request.done.is_some() {
            return Err(Error::usage(NotBuilt::DoneOfSuite));
        }
        if !request.again
            && shown.is_empty()
            && let Some(function) = self.known(request)?
        {
            return Ok(Built::already(function));
        }
        self.may_build(request, bare.as_ref())?;
        let model = match request.tier {
            Tier::Free => None,
            Tier::Auto | Tier::Model => {
                Model::open_or_usual(&self.project.model(request.model.clone()), self)?
            }
        };
        let Some(at) = bare else {
            return self.build_with(request, shown, false, model);
        };
        let shown = self.settled(request, &at, shown)?;
        let order = unjudged::Order {
            rpa: self,
            at,
            tier: request.tier,
            args: &request.model,
            model,
            again: request.again,
        };
        unjudged::function(&order, shown)
    }

    /// Refuse a build that may not begin now. Where its device forgets, it may at any time: it changes nothing that stays.
    fn may_build(&self, request: &BuildRequest, bare: Option<&Place>) -> Result<(), Error> {
        let lasts = match bare {
            Some(at) => at.lasts(),
            None => {
                let device = request.device.as_deref();
                let suite = self
                    .registry
                    .suite_of(&request.task_type, request.suite.as_deref(), device)?;
                !suite.forgets(&request.task_type)
            }
        };
        match lasts {
            true => self.may_begin(&format!("a build of {}", request.task_type)),
            false => Ok(()),
        }
    }

    /// What was understood of a recording of no suite, confirmed before anything is built. Where the person says it
    /// otherwise, that is a recording of its own.
    fn settled(
        &self,
        request: &BuildRequest,
        at: &Place,
        mut shown: Vec<Recording>,
    ) -> Result<Vec<Recording>, Error> {
        let by_hand = |it: &&mut Recording| it.origin == Origin::Person;
        let Some(newest) = shown.first_mut().filter(by_hand) else {
            return match request.done {
                Some(_) => Err(Error::usage(NotBuilt::DoneByNobody)),
                None => Ok(shown),
            };
        };
        let answers = request.answers.as_deref().map(Words::read).transpose()?;
        let mut questions = Questions::of_kept(newest);
        let understood = questions.clone();
        if let Some(file) = &request.done {
            self.learn_of(file, &mut questions)?;
        }
        let asks = !request.yes && answers.is_none();
        let mut typed = || asks.then(|| self.told.answers())?;
        unjudged::settle(
            &mut questions,
            &mut answers.unwrap_or_default(),
            &self.told,
            &mut typed,
        );
        if asks {
            questions.ask_rows(&self.told);
        }
        if questions != understood {
            questions.keep_rows(newest);
            *newest = self.keep_anew(newest.clone(), &questions, at)?;
        }
        Ok(shown)
    }

    /// Take what a file says of the times that it was done before.
    fn learn_of(&self, file: &Path, questions: &mut Questions) -> Result<(), Error> {
        let rows = std::fs::read(file).map_err(|source| Error::File {
            path: file.to_owned(),
            source,
            help: FileHelp::Done,
        })?;
        let rows = task::Rows::read_all(&rows).map_err(|why| Error::in_file(file, why))?;
        if let Some(bad) = rows.bad.first() {
            let line = bad.line;
            self.told.line(format!(
                "note: {} rows of {} are left out; the first in line {line}: {}",
                rows.bad.len(),
                file.display(),
                bad.reason
            ));
        }
        let all = rows.rows.len();
        let (taken, columns) = questions.learn(rows);
        let file = file.display();
        if taken < all {
            self.told.line(format!(
                "note: of the {all} rows of {file} the first {taken} are looked at"
            ));
        }
        if columns == 0 {
            self.told.line(format!(
                "note: no column of {file} is called as a value of the recording, and no row has its values: nothing is learnt from it"
            ));
        }
        Ok(())
    }

    /// The verified function that the library has for the task type already.
    fn known(&self, request: &BuildRequest) -> Result<Option<Function>, Error> {
        let device = request.device.as_deref();
        let suite = self
            .registry
            .suite_of(&request.task_type, request.suite.as_deref(), device)?;
        let known = Library::open(&self.home.library)
            .of_task(suite.name(), &request.task_type)
            .map_err(Error::kept)?;
        Ok(known.filter(Function::trusted))
    }

    /// Build with a model that is open already, or without one.
    ///
    /// The model that is open goes on: its budget is one for both. The instances of what was shown are those of the
    /// recordings' seeds, unless the values are their own: then they are built on as they are.
    pub(crate) fn build_with(
        &self,
        request: &BuildRequest,
        shown: Vec<Recording>,
        own_values: bool,
        model: Option<Model>,
    ) -> Result<Built, Error> {
        let device = request.device.as_deref();
        let suite = self
            .registry
            .suite_of(&request.task_type, request.suite.as_deref(), device)?;
        check(request.tier, &request.explore, model.is_some())?;
        let rights = suite.rights(&request.task_type);
        if !rights.explores && shown.is_empty() && model.is_none() {
            let task_type = request.task_type.clone();
            return Err(Error::usage(NotBuilt::NobodyShowed { task_type }));
        }
        let mut env = suite.open(&Opening {
            device: request.device.clone(),
            instances: request.instances.clone(),
            perturb: request.perturb.clone(),
            keep: false,
            reads_only: false,
        })?;
        if rights.resets && suite.parameters(&request.task_type)?.is_some() {
            let first = seeds_of(request, suite.terms(), &shown).first().copied();
            fails_before(env.as_mut(), &request.task_type, first.unwrap_or(1))?;
        }
        let shown = match own_values {
            true => shown,
            false => self.with_earlier(request, suite.as_ref(), env.as_mut(), shown)?,
        };
        let seeds = seeds_of(request, suite.terms(), &shown);
        if request.instances.is_none() {
            let terms = suite.terms();
            seeds.iter().try_for_each(|it| terms.may_look_at(*it))?;
        }
        // A file has the instances it has: which of them are built on is the user's choice.
        let held_out = if request.instances.is_some() {
            0
        } else {
            request.held_out
        };
        let order = Order {
            task_type: &request.task_type,
            suite: suite.as_ref(),
            seeds: &seeds,
            refinements: request.refinements,
            tier: request.tier,
            held_out,
            explore: &request.explore,
        };
        let setup = Setup {
            home: &self.home,
            explore: &request.explore,
            tier: request.tier,
            model,
            policy: self.limits(&request.model)?,
            cancel: self.cancel.clone(),
            progress: WorkInProgress::new(&self.told, ""),
            rights,
        };
        let mut bench = Workbench::new(env, order.task_type, &with_more(&seeds, held_out), setup)?;
        if own_values {
            for own in shown.iter().map(|it| &it.instance) {
                let of_seed = bench.instances.iter_mut().find(|it| it.seed == own.seed);
                of_seed.into_iter().for_each(|it| it.clone_from(own));
            }
        }
        self.vary(request, &mut bench, shown.len(), seeds.len());
        bench.shown = fitting(shown, &bench.instances)?;
        let library = Library::open(&self.home.library);
        let outcomes = match suite.forgets(&request.task_type) {
            true => build(&mut bench, &order, &library)?,
            false => self.acting(
                &format!("a build of {}", request.task_type),
                &request.task_type,
                &Params::new(),
                || build(&mut bench, &order, &library),
                |it| match it.compiled.verified {
                    true => Outcome::Reached,
                    false => Outcome::Unchecked,
                },
            )?,
        };
        Ok(told(bench, &order, outcomes))
    }
}

impl Autorpa {
    /// Have what is built on differ, but for what was shown, and say where it does not. What was named is the user's choice.
    fn vary(&self, request: &BuildRequest, bench: &mut Workbench, shown: usize, count: usize) {
        if request.seeds.is_some() || request.instances.is_some() {
            return;
        }
        let alike = bench.vary(shown, count);
        if alike > 0 && bench.instances.iter().any(|it| !it.params.is_empty()) {
            self.told.line(format!(
                "note: {alike} of the {count} instances say nothing new: what depends on other values can't be seen"
            ));
        }
    }

    /// What a person shows, with what was shown of the task type before: a further demonstration joins the earlier ones.
    /// What is joined is said, and what is not, with the reason.
    fn with_earlier(
        &self,
        request: &BuildRequest,
        suite: &dyn Suite,
        env: &mut dyn Environment,
        mut shown: Vec<Recording>,
    ) -> Result<Vec<Recording>, Error> {
        if !shown.iter().any(|it| it.origin == Origin::Person) {
            return Ok(shown);
        }
        let bank = Bank::open(&self.home.bank).map_err(Error::kept)?;
        let filter = Filter {
            suite: Some(suite.name().to_owned()),
            task_type: Some(request.task_type.clone()),
            ..Filter::default()
        };
        let entries = bank.list(&filter).map_err(Error::kept)?.entries;
        let by_hand = entries.into_iter().rev().filter(|it| it.origin == Origin::Person);
        for entry in by_hand {
            if shown.iter().any(|it| it.id == entry.id) {
                continue;
            }
            let seed = entry.instance.seed;
            let now = env.instance(&request.task_type, seed);
            let why_not = if shown.iter().any(|it| it.instance.seed == seed) {
                format!("instance {seed} was shown again since")
            } else if entry.outcome.fault() != Fault::None {
                format!("it ended {}", entry.outcome)
            } else if shown.len() >= MOST_JOINED {
                format!("it is built from {MOST_JOINED} already")
            } else if now.is_ok_and(|now| now.goal == entry.instance.goal) {
                self.told.line(format!(
                    "joined: recording {}, which shows instance {seed}",
                    entry.id
                ));
                shown.push(bank.load(&entry.id).map_err(Error::kept)?);
                continue;
            } else {
                format!("instance {seed} is another one today")
            };
            self.told
                .line(format!("not joined: recording {}: {why_not}", entry.id));
        }
        Ok(shown)
    }
}

/// Refuse checks that hold before anything is done: whatever a function does, they would call it right.
fn fails_before(env: &mut dyn Environment, task_type: &str, seed: u64) -> Result<(), Error> {
    let instance = env.instance(task_type, seed)?;
    env.reset(&instance)?;
    let findings = env.findings(&instance, Patience::Once)?;
    if findings.is_empty() || findings.iter().any(|it| it.holds != Some(true)) {
        return Ok(());
    }
    // Those that can't be asked at any time may tell it.
    let held_before = !matches!(env.finish()?, Verdict::NotReached { .. });
    let held = findings.into_iter().map(|it| it.check).collect();
    let task_type = task_type.to_owned();
    match held_before {
        true => Err(Error::usage(NotBuilt::HoldsBefore { task_type, held })),
        false => Ok(()),
    }
}

/// Seeds of the building instances: those of what was shown, then as many as are lacking.
fn seeds_of(request: &BuildRequest, terms: Terms, shown: &[Recording]) -> Vec<u64> {
    let mut seeds: Vec<u64> = shown.iter().map(|it| it.instance.seed).collect();
    let lacking = request.count.get().saturating_sub(seeds.len());
    let more: Box<dyn Iterator<Item = u64>> = match &request.seeds {
        Some(named) => Box::new(named.0.iter().copied()),
        None if request.instances.is_some() => Box::new(0..),
        None => terms.building(&request.task_type),
    };
    let most = if request.seeds.is_some() {
        usize::MAX
    } else {
        lacking
    };
    let more: Vec<u64> = more.filter(|it| !seeds.contains(it)).take(most).collect();
    seeds.extend(more);
    seeds
}

/// A build for whoever asked for it.
fn told(bench: Workbench, order: &Order<'_>, built: Outcomes) -> Built {
    let asked = bench.asked();
    let tokens = asked.total();
    let path = built.function.as_ref().map(|it| it.path.clone());
    let json = json!({
        "task_type": order.task_type,
        "suite": order.suite.name(),
        "device": order.suite.device(),
        "verified": built.compiled.verified,
        "unchecked": built.compiled.unchecked,
        "script": path.as_ref().map(|it| it.display().to_string()),
        "receipt": path.as_ref().map(|it| it.with_extension("receipt.json").display().to_string()),
        "understood": built.compiled.understood.as_ref().map(as_json),
        "instances": built.compiled.instances.iter()
            .map(|(instance, reward)| json!({ "seed": instance.seed, "reward": reward })).collect::<Vec<_>>(),
        "refused": built.compiled.refused.iter().map(|it| it.seed).collect::<Vec<_>>(),
        "refinements": built.compiled.refinements,
        "tokens": { "prompt": tokens.prompt, "completion": tokens.completion },
        "tokens_by_agent": tokens_by_agent(&asked),
        "tiers": tiers(&asked, bench.tier(), bench.solved, &built.compiled),
        "explorer": {
            "kind": explorer_kind(&bench),
            "episodes": bench.effort.episodes,
            "steps": bench.effort.steps,
        },
        "mutation": built.function.as_ref().and_then(|it| it.receipt.mutation),
        "seconds": built.seconds,
        "reason": built.ended.as_ref().map(ToString::to_string).or_else(|| built.compiled.reason.as_ref().map(ToString::to_string)),
    });
    let verified = path.is_some() && built.compiled.verified;
    let why_not = (!verified).then(|| WhyUnverified {
        against: match built.compiled.reason {
            Some(found) => Against::Found(found),
            None if bench.not_allowed => Against::NotAllowed,
            None if built.compiled.unchecked => Against::Unchecked,
            None => Against::Failed,
        },
        tried: bench.tried,
    });
    Built {
        function: built.function,
        verified,
        already: false,
        unjudged: false,
        unchecked: built.compiled.unchecked,
        why_not,
        ended: built.ended,
        seconds: built.seconds,
        instances: built.compiled.instances.len() + built.compiled.refused.len(),
        refinements: built.compiled.refinements,
        tokens: tokens.prompt + tokens.completion,
        understood: built.compiled.understood,
        json,
    }
}

/// What was understood, for scripts that read it.
fn as_json(it: &Understood) -> serde_json::Value {
    let pairs = |all: &[(String, String)], name: &str, what: &str| -> Vec<serde_json::Value> {
        all.iter().map(|(a, b)| json!({ name: a, what: b })).collect()
    };
    json!({
        "parameters": pairs(&it.params, "name", "use"),
        "loops": it.loops,
        "constants": pairs(&it.constants, "text", "into"),
        "fragile": it.fragile,
        "open": it.open.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}

/// The recordings that are named: of the task type, done, one for an instance.
fn recordings(args: &BuildRequest, home: &Home) -> Result<Vec<Recording>, Error> {
    let mut all: Vec<Recording> = Vec::new();
    for name in &args.from {
        let recording = load(name, home)?;
        let of = &recording.instance;
        let unfit = |why| Error::UnfitRecording {
            name: name.clone(),
            why,
        };
        if of.task_type != args.task_type {
            return Err(unfit(Unfit::OtherTask {
                shows: of.task_type.clone(),
                wanted: args.task_type.clone(),
            }));
        }
        fits(&recording).map_err(unfit)?;
        if all.iter().any(|it| it.instance.seed == of.seed) {
            return Err(unfit(Unfit::Again { seed: of.seed }));
        }
        all.push(recording);
    }
    Ok(all)
}

/// Refuse a recording that no function is built from.
pub fn fits(recording: &Recording) -> Result<(), Unfit> {
    if !recording.succeeded() && !unjudged::came_to_its_end(recording) {
        let outcome = recording.ending.outcome;
        return Err(Unfit::NotDone { outcome });
    }
    match recording.shown.as_ref().and_then(|it| it.gaps.first()) {
        Some(gap) => Err(Unfit::Gap {
            after: gap.after,
            text: gap.text.clone(),
        }),
        None => Ok(()),
    }
}

/// The recordings, with the instances as this build reads them.
fn fitting(shown: Vec<Recording>, instances: &[Instance]) -> Result<Vec<Recording>, Error> {
    shown
        .into_iter()
        .map(|it| {
            let instance = instances.iter().find(|other| other.seed == it.instance.seed);
            match instance {
                Some(instance) if instance.goal == it.instance.goal => Ok(Recording {
                    instance: instance.clone(),
                    ..it
                }),
                _ => Err(Error::UnfitRecording {
                    name: it.id.to_string(),
                    why: Unfit::OtherInstance {
                        seed: it.instance.seed,
                        goal: it.instance.goal,
                    },
                }),
            }
        })
        .collect()
}

/// Who explored, for receipts.
fn explorer_kind(bench: &Workbench) -> &'static str {
    match who(bench.solved.search, bench.solved.react) {
        _ if bench.effort.shown > 0 && bench.effort.episodes == 0 => "person",
        Who::ModelFree => "search",
        Who::Model => "react",
        Who::Both => "search and react",
    }
}

/// Build on an open workbench and keep what came of it.
pub fn build(bench: &mut Workbench, order: &Order<'_>, library: &Library) -> Result<Outcomes, Error> {
    let started = Instant::now();
    let request = Request {
        task_type: order.task_type.to_owned(),
        description: bench.description(order.task_type),
        instances: order.seeds.len(),
        refinements: order.refinements,
        held_out: order.held_out,
        // Where nothing is held out, the instances are the user's choice; with a model, each costs something.
        further: if order.held_out > 0 && bench.tier() != Tier::Model && !bench.has_model() {
            FURTHER
        } else {
            0
        },
        candidates: order.suite.terms().candidates,
        without: Without {
            react: order.explore.lacks(Part::React),
            repair_react: order.explore.lacks(Part::RepairReact),
        },
        tier: order.tier,
        rows: Rows::NotShown,
        made: Vec::new(),
    };
    let compiled = compile(bench, &request);
    bench.hear_failures();
    // What was learned of the apps is worth keeping however the build ended; why it ended is said first.
    let kept = bench.keep_graph();
    let mut compiled = compiled?;
    kept?;
    if let Some(understood) = &compiled.understood {
        bench.tell_understood(understood, compiled.unchecked);
    }
    let played = bench.play(&compiled);
    let function = library
        .publish(&to_keep(bench, order, &compiled, played.score))
        .map_err(Error::kept)?;
    let ended = compiled.ended.take();
    // What was left could not be asked for: that is why there is no function.
    let ended = ended.or_else(|| {
        let why = bench.unreachable().filter(|_| !compiled.verified)?;
        Some(WorldError::model(why))
    });
    Ok(Outcomes {
        function,
        ended: ended.map(Error::from),
        compiled,
        seconds: started.elapsed().as_secs_f64(),
    })
}

/// What is kept of a build on a workbench.
fn to_keep(bench: &Workbench, order: &Order<'_>, compiled: &Compiled, mutation: Option<Mutation>) -> Draft {
    let tried = |(instance, reward): &(Instance, f64)| Tried {
        seed: instance.seed,
        reward: (!compiled.unchecked).then_some(*reward),
        outcome: match (compiled.unchecked, *reward >= 1.0) {
            (true, _) => Outcome::Unchecked,
            (false, true) => Outcome::Reached,
            (false, false) => Outcome::NotReached,
        },
    };
    let refused = compiled.refused.iter().map(|it| Tried {
        seed: it.seed,
        reward: Some(0.0),
        outcome: Outcome::Refused,
    });
    let asked = bench.asked();
    let origins = Origins {
        task_type: order.task_type,
        suite: order.suite.name(),
        device: order.suite.device(),
        templates: bench.templates(),
        instances: compiled.instances.iter().map(tried).chain(refused).collect(),
        asked: &asked,
        tiers: tiers(&asked, bench.tier(), bench.solved, compiled),
        failures: &bench.failures,
        explorer: Explorer {
            kind: explorer_kind(bench).to_owned(),
            episodes: bench.effort.episodes,
            steps: bench.effort.steps,
        },
        mutation,
    };
    draft(origins, compiled)
}

/// A recording by its name, the beginning of it, or its file.
pub fn load(what: &str, home: &Home) -> Result<Recording, Error> {
    let path = Path::new(what);
    if path.is_file() {
        return read_recording(path).map_err(Error::kept);
    }
    let bank = Bank::open(&home.bank).map_err(Error::kept)?;
    let id: RecordingId = bank.resolve(what).map_err(Error::kept)?;
    bank.load(&id).map_err(Error::kept)
}
