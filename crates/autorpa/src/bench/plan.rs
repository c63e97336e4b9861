//! What a bench is to do: task types, devices and instances; cut into jobs, and named for its journal.

use std::{env, fs, path::absolute, sync::Arc, time::UNIX_EPOCH};

use library::Function;
use serde_json::json;
use settings::{Call, Request, Setting};
use thiserror::Error;

use super::board::Job;
use crate::{
    error::Error,
    home::Home,
    registry::Terms,
    request::{Agent, BenchRequest, Tier, tier_name},
};

/// On what an episode is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The device as it is.
    Plain,
    /// A device that differs in one way.
    Under(String),
    /// The device as it is, with the adversarial instance of each number.
    Adversarial,
}

impl Condition {
    /// What its episodes are told by; `None` where nothing is special.
    pub fn name(&self) -> Option<&str> {
        match self {
            Condition::Plain => None,
            Condition::Under(way) => Some(way),
            Condition::Adversarial => Some("adversarial"),
        }
    }
}

impl Condition {
    /// The way in which the device differs.
    fn way(&self) -> Option<&str> {
        match self {
            Condition::Under(way) => Some(way),
            Condition::Plain | Condition::Adversarial => None,
        }
    }
}

/// Why a bench can't be done as it is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoPlan {
    /// Several workers, and a model.
    #[error(
        "a model answers one worker: leave {} out, or name no model",
        Setting::Workers
    )]
    OneModel,
    /// Several workers, and one place to write to.
    #[error(
        "the tasks of {suite} share what they write to: leave {} out",
        Setting::Workers
    )]
    Shared {
        /// The suite.
        suite: String,
    },
    /// No task type.
    #[error("{} names no task type; write names with commas between, or `all`", Setting::Types.to(types))]
    NoType {
        /// What was named.
        types: String,
    },
}

/// What is to be done.
pub struct Plan {
    /// The task types, a row each.
    pub types: Vec<String>,
    /// The device as it is, then each way in which it differs, then adversarial instances.
    pub conditions: Vec<Condition>,
    /// The instances of each row on each device.
    pub seeds: Vec<u64>,
    /// Instances that functions are built on, for each row.
    pub building: Vec<Vec<u64>>,
    /// How many work side by side.
    pub workers: usize,
    /// Whether instances are done one after another because each learns from the last.
    in_order: bool,
}

impl Plan {
    /// What was asked for, of the task types there are, on devices that differ in these ways.
    pub fn new(
        args: &BenchRequest,
        all: Vec<String>,
        ways: Vec<String>,
        terms: Terms,
    ) -> Result<Self, Error> {
        let with_model = args.model.names_one();
        let workers = match args.workers {
            Some(workers) if with_model && workers.get() > 1 => {
                return Err(Error::usage(NoPlan::OneModel));
            }
            Some(workers) if !terms.side_by_side && workers.get() > 1 => {
                let suite = args.suite.clone();
                return Err(Error::usage(NoPlan::Shared { suite }));
            }
            Some(workers) => workers.get(),
            None if with_model || !terms.side_by_side => 1,
            None => std::thread::available_parallelism().map_or(1, |it| it.get()),
        };
        match (args.is_final, terms.keeps_final_seeds) {
            (true, false) => {
                return Err(Error::NoFinalSeeds {
                    suite: args.suite.clone(),
                });
            }
            (true, true) => {}
            (false, _) => args.seeds.0.iter().try_for_each(|it| terms.may_look_at(*it))?,
        }
        let named = args.build_seeds.iter().flat_map(|it| &it.0);
        named.copied().try_for_each(|it| terms.may_look_at(it))?;
        let building = |task_type: &String| match &args.build_seeds {
            Some(named) => named.0.clone(),
            None => terms.building(task_type).take(args.count.get()).collect(),
        };
        let types = types(args, all)?;
        let special = ways
            .into_iter()
            .map(Condition::Under)
            .chain(args.adversarial.then_some(Condition::Adversarial));
        let conditions = [Condition::Plain].into_iter().chain(special).collect();
        Ok(Self {
            building: types.iter().map(building).collect(),
            types,
            conditions,
            seeds: args.seeds.0.clone(),
            workers,
            in_order: args.agent == Agent::Search,
        })
    }

    /// Episodes of one row.
    pub fn episodes(&self) -> usize {
        self.conditions.len() * self.seeds.len()
    }

    /// The names of the ways in which devices differ.
    pub fn kinds(&self) -> Vec<String> {
        let named = self.conditions.iter().filter_map(|it| it.name());
        named.map(str::to_owned).collect()
    }

    /// The episodes of a row that are still to be run, cut so that every worker gets a part.
    pub fn jobs(
        &self,
        row: usize,
        function: Option<Arc<Function>>,
        is_done: impl Fn(&Condition, u64) -> bool,
    ) -> Vec<Job> {
        let mut jobs = Vec::new();
        for (condition, which) in self.conditions.iter().enumerate() {
            let left: Vec<u64> = self
                .seeds
                .iter()
                .copied()
                .filter(|it| !is_done(which, *it))
                .collect();
            let part = if self.in_order {
                left.len()
            } else {
                left.len().div_ceil(self.workers)
            };
            jobs.extend(left.chunks(part.max(1)).map(|seeds| Job::Measure {
                row,
                function: function.clone(),
                condition,
                seeds: seeds.to_vec(),
            }));
        }
        jobs
    }

    /// The journal's name: the same for the same question to the same program.
    pub fn name(&self, args: &BenchRequest, home: &Home) -> String {
        let program = env::current_exe().and_then(fs::metadata).ok().and_then(|it| {
            let made = it.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
            Some((it.len(), made.as_nanos()))
        });
        // A program that can't be looked at counts as the same one: its version says the rest.
        let (length, made) = program.unwrap_or_default();
        let question = json!({
            "program": [env!("CARGO_PKG_VERSION"), length.to_string(), made.to_string()],
            "suite": args.suite,
            "agent": args.agent.name(),
            "types": self.types,
            "kinds": self.kinds(),
            "seeds": self.seeds,
            "build": args.build,
            "tier": format!("{:?}", args.tier),
            "building": self.building,
            "explore": format!("{:?}", args.explore),
            "model": format!("{:?}", args.model),
            "library": absolute(&home.library).unwrap_or_else(|_| home.library.clone()).display().to_string(),
        });
        library::sha256(&question.to_string())[..16].to_owned()
    }

    /// The call that asks the same again.
    pub fn call(&self, args: &BenchRequest) -> Call {
        let mut call = Call::new(Request::Bench).with(Setting::Suite, &args.suite);
        if args.types != "all" {
            call = call.with(Setting::Types, self.types.join(","));
        }
        if args.agent != Agent::CodeOnly {
            call = call.with(Setting::Agent, args.agent.name());
        }
        call = match args.is_final {
            true => call.with(Setting::Final, args.seeds.0.len()),
            false => call.with(Setting::Seeds, &args.seeds),
        };
        let ways: Vec<&str> = self.conditions.iter().filter_map(Condition::way).collect();
        if !ways.is_empty() {
            call = call.with(Setting::Perturb, ways.join(","));
        }
        if args.adversarial {
            call = call.set(Setting::Adversarial);
        }
        if let Some(model) = &args.model.llm {
            call = call.with(Setting::Llm, model);
        }
        if let Some(cassette) = &args.model.cassette {
            call = call.with(Setting::Cassette, cassette.display());
        }
        if args.model.text_only && args.model.names_one() {
            call = call.set(Setting::TextOnly);
        }
        if args.build {
            if args.tier != Tier::Auto {
                call = call.with(Setting::Tier, tier_name(args.tier));
            }
            call = call
                .set(Setting::Build)
                .with(Setting::Seconds, args.explore.seconds);
            call = match &args.build_seeds {
                Some(named) => call.with(Setting::BuildSeeds, named),
                None => call.with(Setting::Count, args.count),
            };
        }
        call.with(Setting::Workers, self.workers)
    }
}

/// The task types that are named, each once, in that order.
fn types(args: &BenchRequest, all: Vec<String>) -> Result<Vec<String>, Error> {
    if args.types == "all" {
        return Ok(all);
    }
    let mut named: Vec<String> = Vec::new();
    for name in args.types.split(',').map(str::trim).filter(|it| !it.is_empty()) {
        if !all.iter().any(|it| it == name) {
            let near = device::nearest(name, all.iter().map(String::as_str));
            return Err(device::EnvironmentError::UnknownTaskType {
                name: name.to_owned(),
                near,
            }
            .into());
        }
        if !named.iter().any(|it| it == name) {
            named.push(name.to_owned());
        }
    }
    if named.is_empty() {
        let types = args.types.clone();
        return Err(Error::usage(NoPlan::NoType { types }));
    }
    Ok(named)
}
