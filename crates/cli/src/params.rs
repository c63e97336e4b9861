//! Where an instance's parameters come from: the suite, or the goals of many instances.

use std::collections::BTreeSet;

use device::Environment;
use library::Receipt;
use task::{Instance, Params, Template, Value, induce};

use crate::error::CliError;

/// Goals that are read besides those of the building instances; they lie far from the seeds that benches use.
const MORE_GOALS: std::ops::Range<u64> = 1_000_000..1_000_024;
/// Which of several templates a goal was made from is a parameter too.
const FORM: &str = "form";

/// How parameters are read from the goals of one task type.
#[derive(Clone, Debug, Default)]
pub struct Goals {
    templates: Vec<Template>,
    given: bool,
}

impl Goals {
    /// The suite's own template and parameters where it has them; else what many goals have in common.
    pub fn learn(env: &mut dyn Environment, task_type: &str, seeds: &[u64]) -> Result<Self, CliError> {
        let known = env.task_types().into_iter().find(|it| it.name == task_type);
        if let Some(known) = known
            && known.template.is_some()
        {
            let template = known.template.and_then(|it| Template::parse(&it).ok());
            return Ok(Self {
                templates: template.into_iter().collect(),
                given: true,
            });
        }
        let seeds: BTreeSet<u64> = seeds.iter().copied().chain(MORE_GOALS).collect();
        let goals = seeds
            .into_iter()
            .map(|seed| Ok(env.instance(task_type, seed)?.goal))
            .collect::<Result<Vec<_>, CliError>>()?;
        Ok(Self {
            templates: induce(&goals),
            given: false,
        })
    }

    /// From a receipt.
    pub fn known(templates: Vec<Template>) -> Self {
        Self {
            templates,
            given: false,
        }
    }

    /// The templates.
    pub fn templates(&self) -> &[Template] {
        &self.templates
    }

    /// The instance with the parameters of its goal, where the suite gave none.
    pub fn fill(&self, mut instance: Instance) -> Instance {
        if self.given || !instance.params.is_empty() {
            return instance;
        }
        if let Some((form, params)) = task::extract(&self.templates, &instance.goal) {
            instance.params = params;
            if self.templates.len() > 1 {
                instance
                    .params
                    .insert(FORM.to_owned(), Value::Text((form + 1).to_string()));
            }
        }
        instance
    }
}

/// An instance's values under the names that a function's script gives them; what it does not have is empty.
pub fn arguments(receipt: &Receipt, params: &Params) -> Params {
    receipt
        .params
        .iter()
        .map(|spec| {
            (
                strings::identifier(&spec.name),
                params.get(&spec.name).cloned().unwrap_or_else(|| Value::from("")),
            )
        })
        .collect()
}
