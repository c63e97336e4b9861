//! Version 2 of a receipt's file: it has a mutation score. `trajectory::file` says what such a module is, and that it is
//! never changed. What stands in it as in version 1 has the types of that. `tests/samples/receipt-v2*.json` are samples
//! of it.

use std::collections::BTreeMap;

use task::Template;
use trajectory::kept;

use super::receipt_v1::{self, Accepted, Explorer, KeptVersion, ParamSpec, Tier, Tokens, Tried};

kept! {
    struct Receipt version 2 of crate::receipt::Receipt {
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
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mutation: Option<Mutation>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        read_back: Option<String>,
        #[serde(default)]
        script_sha256: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        phases: Vec<String>,
        #[serde(default)]
        history: Vec<KeptVersion>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        made_at: Option<String>,
    }

    struct Mutation of crate::receipt::Mutation {
        mutants: usize,
        right: usize,
        refused: usize,
        wrong: usize,
    }
}

impl From<receipt_v1::Receipt> for Receipt {
    /// Nothing was played then.
    fn from(older: receipt_v1::Receipt) -> Self {
        let receipt_v1::Receipt {
            version: _,
            name,
            task_type,
            suite,
            device,
            verified,
            unjudged,
            accepted,
            instances,
            params,
            templates,
            refinements,
            tokens,
            tokens_by_agent,
            dollars,
            tiers,
            model_failures,
            explorer,
            irreversible,
            alike,
            recordings,
            script_sha256,
            phases,
            history,
            made_at,
        } = older;
        Self {
            version: 2,
            name,
            task_type,
            suite,
            device,
            verified,
            unjudged,
            accepted,
            instances,
            params,
            templates,
            refinements,
            tokens,
            tokens_by_agent,
            dollars,
            tiers,
            model_failures,
            explorer,
            irreversible,
            alike,
            recordings,
            mutation: None,
            read_back: None,
            script_sha256,
            phases,
            history,
            made_at,
        }
    }
}
