//! `autorpa build`: a function for a task type.

use std::time::Instant;

use compiler::{
    compile::{Compiled, Request, Tier, compile},
    consequence::consequences,
};
use device::Cancel;
use emulator::perturb::Perturb;
use library::{
    Draft, Explorer, Function, Library, RECEIPT_VERSION, Receipt, Tier as Who, Tokens, Tried, Version, place,
};
use serde_json::json;
use task::{Instance, ParamSpec};
use trajectory::{Outcome, Recording};

use crate::{
    args::{BuildArgs, Suite, TierArg},
    command::show,
    error::CliError,
    home::Home,
    model::Model,
    suites,
    terminal::{Progress, print, say},
    workbench::{Effort, Setup, Workbench},
};

/// What a build came to.
pub struct Outcomes {
    /// The function as it was kept, if there is any code.
    pub function: Option<Function>,
    /// What was compiled.
    pub compiled: Compiled,
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
}

/// The command.
pub fn run(args: &BuildArgs, home: &Home, cancel: &Cancel) -> Result<(), CliError> {
    let suite = suites::suite_of(&args.task_type, args.suite)?;
    let model = Model::open(&args.model, home, cancel)?;
    if args.tier == TierArg::Model && model.is_none() {
        return Err(CliError::usage(
            "--tier model needs a model: name one with --llm PROVIDER:MODEL, or a --cassette to replay",
        ));
    }
    let shown = shown(args, home)?;
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
    let env = suites::open(suite, args.device, args.instances.as_deref(), &Perturb::default())?;
    let order = Order {
        task_type: &args.task_type,
        suite,
        seeds: &seeds,
        refinements: args.refinements,
        tier: args.tier,
        held_out,
    };
    let setup = Setup {
        home,
        explore: &args.explore,
        tier: args.tier,
        model: model.clone(),
        cancel: cancel.clone(),
        progress: Progress::spinner(),
    };
    let mut bench = Workbench::new(env, order.task_type, &with_held_out(&seeds, held_out), setup)?;
    bench.shown = fitting(shown, &bench.instances)?;
    let library = Library::open(&home.library);
    let built = build(&mut bench, &order, &library)?;
    let tokens = model
        .as_ref()
        .map(|it| it.borrow().tally().total())
        .unwrap_or_default();
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
            "explorer": {
                "kind": explorer_kind(args.tier, bench.effort),
                "episodes": bench.effort.episodes,
                "steps": bench.effort.steps,
            },
            "seconds": built.seconds,
            "reason": built.compiled.reason,
        });
        print(&report.to_string());
    }
    match (&path, built.compiled.verified) {
        (Some(path), true) => {
            say(&format!(
                "verified on {} instances in {:.1} s, {} refinements, {} tokens: {}",
                built.compiled.instances.len(),
                built.seconds,
                built.compiled.refinements,
                tokens.prompt + tokens.completion,
                path.display()
            ));
            Ok(())
        }
        (path, _) => {
            let reason = built
                .compiled
                .reason
                .unwrap_or_else(|| "an instance it was built on failed".to_owned());
            let kept = path.as_ref().map_or_else(
                || "there is no code to keep".to_owned(),
                |it| format!("the best code is kept, unverified: {}", it.display()),
            );
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
fn shown(args: &BuildArgs, home: &Home) -> Result<Vec<Recording>, CliError> {
    let mut shown: Vec<Recording> = Vec::new();
    for name in &args.from {
        let recording = show::load(name, home)?;
        let of = &recording.instance;
        if of.task_type != args.task_type {
            return Err(CliError::usage(format!(
                "recording {name} is of the task type `{}`, not of `{}`",
                of.task_type, args.task_type
            )));
        }
        if !recording.succeeded() {
            return Err(CliError::usage(format!(
                "recording {name} does not end with the task done ({}): a function is built from what worked",
                recording.ending.outcome
            )));
        }
        if shown.iter().any(|it| it.instance.seed == of.seed) {
            return Err(CliError::usage(format!(
                "recording {name} shows instance {} again; name one recording for an instance",
                of.seed
            )));
        }
        shown.push(recording);
    }
    Ok(shown)
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

/// Who explores, for receipts.
pub fn explorer_kind(tier: TierArg, effort: Effort) -> &'static str {
    match tier {
        _ if effort.shown > 0 && effort.episodes == 0 => "person",
        TierArg::Free | TierArg::Auto => "search",
        TierArg::Model => "react",
    }
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
        // A run on the emulator takes a millisecond, one on a page a tenth of a second or more.
        candidates: match order.suite {
            Suite::Androidworld => 40,
            Suite::Miniwob => 12,
        },
        tier: match order.tier {
            TierArg::Free => Tier::Free,
            TierArg::Auto => Tier::Auto,
            TierArg::Model => Tier::Model,
        },
    };
    let compiled = compile(bench, &request);
    // What was learned of the apps is worth keeping however the build ended; why it ended is said first.
    let kept = bench.keep_graph();
    let compiled = compiled?;
    kept?;
    let draft = draft(bench, order, &compiled);
    let function = library.publish(&draft).map_err(CliError::kept)?;
    Ok(Outcomes {
        function,
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
    let model = bench.tokens();
    let who = |asked: bool| if asked { Who::Model } else { Who::ModelFree };
    let by_model = order.tier == TierArg::Model;
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
        irreversible: compiled
            .script
            .iter()
            .flat_map(consequences)
            .map(|it| it.to_string())
            .collect(),
        refinements: compiled.refinements,
        tokens: Tokens {
            prompt: model.prompt,
            completion: model.completion,
        },
        tiers: [
            ("explore", by_model),
            ("translate", by_model),
            ("build", by_model),
        ]
        .into_iter()
        .map(|(stage, asked)| (stage.to_owned(), who(asked)))
        .collect(),
        explorer: Explorer {
            kind: explorer_kind(order.tier, bench.effort).to_owned(),
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
