//! What was compiled, as it is kept: every version of the code, and its receipt.

use std::collections::BTreeMap;

use compiler::compile::{Compiled, Tier};
use library::{Draft, Explorer, Mutation, Receipt, Tier as Who, Tokens, Tried, Version, place};
use llm::{Role, Tally};
use task::{ParamSpec, Template};

use crate::workbench::Solved;

/// What a receipt says beyond what was compiled.
pub struct Origins<'a> {
    /// The task type.
    pub task_type: &'a str,
    /// Its suite, or what stands for one.
    pub suite: &'a str,
    /// The device.
    pub device: &'a str,
    /// How the goals are worded.
    pub templates: &'a [Template],
    /// What the runs came to.
    pub instances: Vec<Tried>,
    /// What a model was asked for it.
    pub asked: &'a Tally,
    /// Who did each stage.
    pub tiers: BTreeMap<String, Who>,
    /// Which of the model's agents failed, and why.
    pub failures: &'a [String],
    /// Who did the instances.
    pub explorer: Explorer,
    /// What it did on altered screens, where any were played.
    pub mutation: Option<Mutation>,
}

/// What is kept of a build.
pub fn draft(origins: Origins<'_>, compiled: &Compiled) -> Draft {
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
    Draft {
        place: place(origins.suite, origins.task_type, compiled.app.as_deref()),
        versions,
        receipt: receipt(origins, compiled),
    }
}

fn receipt(origins: Origins<'_>, compiled: &Compiled) -> Receipt {
    let model = origins.asked.total();
    Receipt {
        name: compiled
            .script
            .as_ref()
            .map_or_else(String::new, |it| it.name.clone()),
        task_type: origins.task_type.to_owned(),
        suite: origins.suite.to_owned(),
        device: origins.device.to_owned(),
        verified: compiled.verified,
        unjudged: compiled.unchecked,
        accepted: None,
        instances: origins.instances,
        params: compiled
            .script
            .iter()
            .flat_map(|it| &it.params)
            .map(|it| ParamSpec {
                name: it.name.clone(),
                description: it.description.clone(),
            })
            .collect(),
        templates: origins.templates.to_vec(),
        irreversible: compiled.irreversible.iter().map(ToString::to_string).collect(),
        alike: compiled.alike.clone(),
        refinements: compiled.refinements,
        tokens: Tokens {
            prompt: model.prompt,
            completion: model.completion,
        },
        tokens_by_agent: tokens_by_agent(origins.asked),
        dollars: (model.cost.0 > 0).then(|| model.cost.as_f64()),
        tiers: origins.tiers,
        model_failures: origins.failures.to_vec(),
        explorer: origins.explorer,
        recordings: compiled.recordings.clone(),
        mutation: origins.mutation,
        read_back: None,
        phases: compiled.trace.iter().map(ToString::to_string).collect(),
        script_sha256: String::new(),
        history: Vec::new(),
        made_at: None,
    }
}

/// Who did each stage.
pub fn tiers(asked: &Tally, tier: Tier, solved: Solved, compiled: &Compiled) -> BTreeMap<String, Who> {
    let calls = |role: Role| asked.by_role.get(&role).map_or(0, |it| it.calls as usize);
    let written = |by_model: bool| {
        let versions = compiled.versions.iter();
        versions.filter(|it| it.by_model == by_model).count()
    };
    let repaired = compiled.repaired;
    // What the model-free translator names, the agent is not asked for in tier auto.
    let translated = match tier {
        Tier::Free | Tier::Auto => who(1, calls(Role::Translator)),
        Tier::Model => who(0, calls(Role::Translator)),
    };
    let stages = [
        ("explore", Some(who(solved.search, solved.react))),
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

/// Who did a stage: so many pieces of it without a model, so many with one.
pub fn who(free: usize, model: usize) -> Who {
    match (free, model) {
        (_, 0) => Who::ModelFree,
        (0, _) => Who::Model,
        (_, _) => Who::Both,
    }
}

/// Tokens of each agent.
pub fn tokens_by_agent(asked: &Tally) -> BTreeMap<String, Tokens> {
    let tokens = |it: &llm::Count| Tokens {
        prompt: it.prompt,
        completion: it.completion,
    };
    let each = asked.by_role.iter();
    each.map(|(role, it)| (role.name().to_owned(), tokens(it)))
        .collect()
}
