//! Version 1 of a receipt's file; `trajectory::file` says what such a module is, and that it is never changed.
//! `tests/samples/receipt-v1*.json` are samples of it.

use std::collections::BTreeMap;

use task::Template;
use trajectory::{file::recording_v1::Outcome, kept};

kept! {
    struct Receipt version 1 {
        name: String,
        task_type: String,
        suite: String,
        device: String,
        verified: bool,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unjudged: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        accepted: Option<Accepted>,
        instances: Vec<Tried>,
        params: Vec<ParamSpec>,
        #[serde(default)]
        templates: Vec<Template>,
        #[serde(default)]
        refinements: usize,
        #[serde(default)]
        tokens: Tokens,
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        tokens_by_agent: BTreeMap<String, Tokens>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dollars: Option<f64>,
        #[serde(default)]
        tiers: BTreeMap<String, Tier>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        model_failures: Vec<String>,
        explorer: Explorer,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        irreversible: Vec<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        alike: Vec<String>,
        #[serde(default)]
        recordings: Vec<String>,
        #[serde(default)]
        script_sha256: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        phases: Vec<String>,
        #[serde(default)]
        history: Vec<KeptVersion>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        made_at: Option<String>,
    }

    struct Accepted of crate::receipt::Accepted {
        run: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<String>,
    }

    struct Tried of crate::receipt::Tried {
        seed: u64,
        reward: Option<f64>,
        outcome: Outcome,
    }

    struct ParamSpec of task::ParamSpec {
        name: String,
        description: String,
    }

    #[derive(Default)]
    struct Tokens of crate::receipt::Tokens {
        prompt: u64,
        completion: u64,
    }

    #[serde(rename_all = "snake_case")]
    enum Tier of crate::receipt::Tier {
        ModelFree,
        Model,
        Both,
    }

    struct Explorer of crate::receipt::Explorer {
        kind: String,
        episodes: usize,
        steps: usize,
    }

    struct KeptVersion of crate::receipt::KeptVersion {
        file: String,
        why: String,
    }
}
