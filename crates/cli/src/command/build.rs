//! `autorpa build`: a function for a task type.

use std::{cell::RefCell, collections::BTreeMap, rc::Rc, time::Instant};

use compiler::{
    compile::{Compiled, Request, Tier, Without, compile},
    world::WorldError,
};
use device::Cancel;
use library::{
    Draft, Explorer, Function, Library, RECEIPT_VERSION, Receipt, Tier as Who, Tokens, Tried, Version, place,
};
use llm::{Role, Tally};
use serde_json::json;
use task::{Instance, ParamSpec};
use trajectory::{Outcome, Recording};

use crate::{
    args::{BuildArgs, ExploreArgs, Part, Suite, TierArg},
    command::{
        show,
        shown::{self, Place},
    },
    error::CliError,
    home::Home,
    model::Model,
    suites,
    terminal::{Progress, print, say},
    workbench::{Setup, Workbench},
};

/// Instances beyond the held-out ones on which a function may be run, for what is rare.
const FURTHER: usize = 64;

/// What a build came to.
pub struct Outcomes {
    /// The function as it was kept, if there is any code.
    pub function: Option<Function>,
    /// What was compiled.
    pub compiled: Compiled,
    /// What ended the work before its time: a model that failed, or a budget that is spent.
    pub ended: Option<CliError>,
    /// What it took.
    pub seconds: f64,
}

/// What is built, on what.
pub struct Order<'a> {
    /// The task type.
    pub task_type: &'a str,
    /// Its suite.
    pub suite: Suite,
    /// Seeds of the building instances.
    pub seeds: &'a [u64],
    /// Refinements an instance may cost.
    pub refinements: usize,
    /// Which drivers work.
    pub tier: TierArg,
    /// How many further instances it must hold on.
    pub held_out: usize,
    /// How much may be tried, and what is left out.
    pub explore: &'a ExploreArgs,
}

/// The command.
pub fn run(args: &BuildArgs, home: &Home, cancel: &Cancel) -> Result<(), CliError> {
    let model = match args.tier {
        TierArg::Free => None,
        TierArg::Auto | TierArg::Model => Model::open_or_usual(&args.model, home, cancel)?,
    };
    let shown = recordings(args, home)?;
    // What belongs to no suite has no other instances, and nobody who judges.
    if let Some(at) = shown.first().and_then(|it| Place::of(it, args.url.as_deref())) {
        let order = shown::Order {
            at,
            tier: args.tier,
            args: &args.model,
            model,
        };
        return shown::function(&order, shown, home, cancel).map(drop);
    }
    if args.url.is_some() {
        return Err(CliError::usage(
            "--url is for a recording that was made on a page of no suite (--from)",
        ));
    }
    with_model(args, shown, false, model, home, cancel)
}

/// The command with a model that is open already, or without one.
///
/// The model that is open goes on: its budget is one for both. The instances of what was shown are those of the
/// recordings' seeds, unless the values are their own: then they are built on as they are.
pub fn with_model(
    args: &BuildArgs,
    shown: Vec<Recording>,
    own_values: bool,
    model: Option<Rc<RefCell<Model>>>,
    home: &Home,
    cancel: &Cancel,
) -> Result<(), CliError> {
    let suite = suites::suite_of(&args.task_type, args.suite)?;
    check(args.tier, &args.explore, model.is_some())?;
    let mut seeds: Vec<u64> = shown.iter().map(|it| it.instance.seed).collect();
    match &args.seeds {
        Some(more) => seeds.extend(more.0.iter().filter(|it| !seeds.contains(it)).collect::<Vec<_>>()),
        None => {
            let first = u64::from(args.instances.is_none());
            let lacking = args.count.get().saturating_sub(seeds.len());
            let more: Vec<u64> = (first..).filter(|it| !seeds.contains(it)).take(lacking).collect();
            seeds.extend(more);
        }
    }
    // A file has the instances it has: which of them are built on is the user's choice.
    let held_out = if args.instances.is_some() {
        0
    } else {
        args.held_out
    };
    let env = suites::open(suite, args.device, args.instances.as_deref(), &args.perturb)?;
    let order = Order {
        task_type: &args.task_type,
        suite,
        seeds: &seeds,
        refinements: args.refinements,
        tier: args.tier,
        held_out,
        explore: &args.explore,
    };
    let setup = Setup {
        home,
        explore: &args.explore,
        tier: args.tier,
        model,
        policy: crate::model::policy(&args.model),
        cancel: cancel.clone(),
        progress: Progress::spinner(),
    };
    let mut bench = Workbench::new(env, order.task_type, &with_held_out(&seeds, held_out), setup)?;
    if own_values {
        for own in shown.iter().map(|it| &it.instance) {
            let of_seed = bench.instances.iter_mut().find(|it| it.seed == own.seed);
            of_seed.into_iter().for_each(|it| it.clone_from(own));
        }
    }
    bench.shown = fitting(shown, &bench.instances)?;
    let library = Library::open(&home.library);
    let built = build(&mut bench, &order, &library)?;
    let asked = bench.asked();
    let tokens = asked.total();
    let path = built.function.as_ref().map(|it| it.path.clone());
    if args.json {
        let report = json!({
            "task_type": order.task_type,
            "suite": suite.name(),
            "device": suite.device().name(),
            "verified": built.compiled.verified,
            "script": path.as_ref().map(|it| it.display().to_string()),
            "receipt": path.as_ref().map(|it| it.with_extension("receipt.json").display().to_string()),
            "instances": built.compiled.instances.iter()
                .map(|(instance, reward)| json!({ "seed": instance.seed, "reward": reward })).collect::<Vec<_>>(),
            "refinements": built.compiled.refinements,
            "tokens": { "prompt": tokens.prompt, "completion": tokens.completion },
            "tokens_by_agent": tokens_by_agent(&asked),
            "tiers": tiers(&bench, &built.compiled),
            "explorer": {
                "kind": explorer_kind(&bench),
                "episodes": bench.effort.episodes,
                "steps": bench.effort.steps,
            },
            "seconds": built.seconds,
            "reason": built.ended.as_ref().map(ToString::to_string).or_else(|| built.compiled.reason.clone()),
        });
        print(&report.to_string());
    }
    let kept = path.as_ref().map_or_else(
        || "there is no code to keep".to_owned(),
        |it| format!("the best code is kept, unverified: {}", it.display()),
    );
    if let Some(error) = built.ended {
        say(&kept);
        return Err(error);
    }
    match (&path, built.compiled.verified) {
        (Some(path), true) => {
            say(&format!(
                "verified on {} instances in {:.1} s, {} refinement{}, {} tokens: {}",
                built.compiled.instances.len(),
                built.seconds,
                built.compiled.refinements,
                if built.compiled.refinements == 1 { "" } else { "s" },
                tokens.prompt + tokens.completion,
                path.display()
            ));
            Ok(())
        }
        _ => {
            let reason = built
                .compiled
                .reason
                .unwrap_or_else(|| "an instance it was built on failed".to_owned());
            let tried = bench
                .tried
                .map_or_else(String::new, |it| format!("\ntried: {it}"));
            Err(CliError::Ended {
                outcome: Outcome::NotReached,
                message: format!(
                    "`{}` could not be verified: {reason}{tried}\n{kept}\nhelp: give the explorer more (--seconds, --episodes), more \
                     refinements (-m), or a model (--llm)",
                    order.task_type
                ),
            })
        }
    }
}

/// The recordings that are named: of the task type, done, one for an instance.
fn recordings(args: &BuildArgs, home: &Home) -> Result<Vec<Recording>, CliError> {
    let mut all: Vec<Recording> = Vec::new();
    for name in &args.from {
        let recording = show::load(name, home)?;
        let of = &recording.instance;
        if of.task_type != args.task_type {
            return Err(CliError::usage(format!(
                "recording {name} is of the task type `{}`, not of `{}`",
                of.task_type, args.task_type
            )));
        }
        let unjudged = Place::of(&recording, None).is_some() && shown::came_to_its_end(&recording);
        if !recording.succeeded() && !unjudged {
            return Err(CliError::usage(format!(
                "recording {name} does not end with the task done ({}): a function is built from what worked",
                recording.ending.outcome
            )));
        }
        if all.iter().any(|it| it.instance.seed == of.seed) {
            return Err(CliError::usage(format!(
                "recording {name} shows instance {} again; name one recording for an instance",
                of.seed
            )));
        }
        all.push(recording);
    }
    Ok(all)
}

/// The recordings, with the instances as this build reads them.
fn fitting(shown: Vec<Recording>, instances: &[Instance]) -> Result<Vec<Recording>, CliError> {
    shown
        .into_iter()
        .map(|it| {
            let instance = instances.iter().find(|other| other.seed == it.instance.seed);
            match instance {
                Some(instance) if instance.goal == it.instance.goal => Ok(Recording {
                    instance: instance.clone(),
                    ..it
                }),
                _ => Err(CliError::usage(format!(
                    "recording {} is of another instance {}: \"{}\"\nhelp: record it again with this version",
                    it.id, it.instance.seed, it.instance.goal
                ))),
            }
        })
        .collect()
}

/// The building seeds, then as many more behind the greatest of them.
pub fn with_held_out(seeds: &[u64], held_out: usize) -> Vec<u64> {
    let next = seeds.iter().max().map_or(0, |it| it.saturating_add(1));
    seeds.iter().copied().chain((next..).take(held_out)).collect()
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

/// Who did a stage: so many pieces of it without a model, so many with one.
fn who(free: usize, model: usize) -> Who {
    match (free, model) {
        (_, 0) => Who::ModelFree,
        (0, _) => Who::Model,
        (_, _) => Who::Both,
    }
}

/// Who did each stage.
fn tiers(bench: &Workbench, compiled: &Compiled) -> BTreeMap<String, Who> {
    let asked = bench.asked();
    let calls = |role: Role| asked.by_role.get(&role).map_or(0, |it| it.calls as usize);
    let written = |by_model: bool| {
        let versions = compiled.versions.iter();
        versions.filter(|it| it.by_model == by_model).count()
    };
    let repaired = compiled.repaired;
    // What the model-free translator names, the agent is not asked for in tier auto.
    let translated = match bench.tier() {
        TierArg::Free | TierArg::Auto => who(1, calls(Role::Translator)),
        TierArg::Model => who(0, calls(Role::Translator)),
    };
    let stages = [
        ("explore", Some(who(bench.solved.search, bench.solved.react))),
        ("translate", Some(translated)),
        ("build", Some(who(written(false), written(true)))),
        // The environment judges; the code may ask a model while it runs.
        ("verify", Some(who(1, calls(Role::Ask) + calls(Role::Grounder)))),
        (
            "repair",
            (compiled.refinements > 0).then(|| who(repaired.free, repaired.model)),
        ),
    ];
    stages
        .into_iter()
        .filter_map(|(stage, who)| Some((stage.to_owned(), who?)))
        .collect()
}

fn tokens_by_agent(asked: &Tally) -> BTreeMap<String, Tokens> {
    let tokens = |it: &llm::Count| Tokens {
        prompt: it.prompt,
        completion: it.completion,
    };
    let each = asked.by_role.iter();
    each.map(|(role, it)| (role.name().to_owned(), tokens(it)))
        .collect()
}

/// Whether these options fit together, and to the model that is there.
pub fn check(tier: TierArg, explore: &ExploreArgs, model: bool) -> Result<(), CliError> {
    if tier != TierArg::Model && (explore.unified || !explore.without.is_empty()) {
        return Err(CliError::usage(
            "--without and --unified change what the paper's agents do: they go with --tier model",
        ));
    }
    if explore.unified && explore.lacks(Part::Translator) {
        return Err(CliError::usage(
            "--unified names elements in the translator's place: it does not go with --without translator",
        ));
    }
    if tier == TierArg::Model && !model {
        return Err(CliError::usage(
            "--tier model needs a model: name one with --llm PROVIDER:MODEL, or a --cassette to replay",
        ));
    }
    Ok(())
}

/// Build on an open workbench and keep what came of it.
pub fn build(bench: &mut Workbench, order: &Order<'_>, library: &Library) -> Result<Outcomes, CliError> {
    let started = Instant::now();
    let request = Request {
        task_type: order.task_type.to_owned(),
        description: bench.description(order.task_type),
        instances: order.seeds.len(),
        refinements: order.refinements,
        held_out: order.held_out,
        // Where nothing is held out, the instances are the user's choice; with a model, each costs something.
        further: if order.held_out > 0 && bench.tier() != TierArg::Model && !bench.has_model() {
            FURTHER
        } else {
            0
        },
        // A run on the emulator takes a millisecond, one on a page a tenth of a second or more.
        candidates: match order.suite {
            Suite::Androidworld => 40,
            Suite::Miniwob => 12,
        },
        without: Without {
            react: order.explore.lacks(Part::React),
            repair_react: order.explore.lacks(Part::RepairReact),
        },
        tier: match order.tier {
            TierArg::Free => Tier::Free,
            TierArg::Auto => Tier::Auto,
            TierArg::Model => Tier::Model,
        },
    };
    let compiled = compile(bench, &request);
    bench.hear_failures();
    // What was learned of the apps is worth keeping however the build ended; why it ended is said first.
    let kept = bench.keep_graph();
    let mut compiled = compiled?;
    kept?;
    let draft = draft(bench, order, &compiled);
    let function = library.publish(&draft).map_err(CliError::kept)?;
    let ended = compiled.ended.take();
    // What was left could not be asked for: that is why there is no function.
    let ended = ended.or_else(|| {
        let reason = bench.unreachable().filter(|_| !compiled.verified)?;
        Some(WorldError::Model { reason })
    });
    Ok(Outcomes {
        function,
        ended: ended.map(CliError::from),
        compiled,
        seconds: started.elapsed().as_secs_f64(),
    })
}

/// What is kept of a build: every version of the code, and the receipt.
fn draft(bench: &Workbench, order: &Order<'_>, compiled: &Compiled) -> Draft {
    let mut versions: Vec<Version> = compiled
        .versions
        .iter()
        .map(|it| Version {
            source: it.script.source.clone(),
            why: it.why.clone(),
        })
        .collect();
    if let Some(script) = &compiled.script
        && versions.last().is_some_and(|it| it.source != script.source)
    {
        versions.push(Version {
            source: script.source.clone(),
            why: "the version that came furthest".to_owned(),
        });
    }
    let asked = bench.asked();
    let model = asked.total();
    let receipt = Receipt {
        version: RECEIPT_VERSION,
        name: compiled
            .script
            .as_ref()
            .map_or_else(String::new, |it| it.name.clone()),
        task_type: order.task_type.to_owned(),
        suite: order.suite.name().to_owned(),
        device: order.suite.device().name().to_owned(),
        verified: compiled.verified,
        unjudged: false,
        instances: compiled
            .instances
            .iter()
            .map(|(instance, reward)| Tried {
                seed: instance.seed,
                reward: Some(*reward),
                outcome: if *reward >= 1.0 {
                    Outcome::Reached
                } else {
                    Outcome::NotReached
                },
            })
            .collect(),
        params: compiled
            .script
            .iter()
            .flat_map(|it| &it.params)
            .map(|it| ParamSpec {
                name: it.name.clone(),
                description: it.description.clone(),
            })
            .collect(),
        templates: bench.templates().to_vec(),
        irreversible: compiled.irreversible.iter().map(ToString::to_string).collect(),
        alike: compiled.alike.clone(),
        refinements: compiled.refinements,
        tokens: Tokens {
            prompt: model.prompt,
            completion: model.completion,
        },
        tokens_by_agent: tokens_by_agent(&asked),
        dollars: (model.cost.0 > 0).then(|| model.cost.as_f64()),
        tiers: tiers(bench, compiled),
        model_failures: bench.failures.clone(),
        explorer: Explorer {
            kind: explorer_kind(bench).to_owned(),
            episodes: bench.effort.episodes,
            steps: bench.effort.steps,
        },
        recordings: compiled.recordings.clone(),
        script_sha256: String::new(),
        history: Vec::new(),
        made_at: None,
    };
    Draft {
        place: place(order.suite.name(), order.task_type, compiled.app.as_deref()),
        versions,
        receipt,
    }
}
