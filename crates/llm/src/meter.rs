//! Counting tokens by agent, and a hard budget: no call is made that may not be paid for.

use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};

use crate::{
    error::ModelError,
    model::Model,
    request::{Reply, Request, Role, Usage},
};

/// What was asked and what it cost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Calls and tokens by who asked.
    pub by_role: BTreeMap<Role, Count>,
}

/// Calls and tokens of one agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// Answered calls.
    pub calls: u64,
    /// Tokens sent.
    pub prompt: u64,
    /// Tokens received.
    pub completion: u64,
    /// Calls whose tokens are our estimate, because the provider did not count.
    pub estimated: u64,
}

impl Tally {
    /// Everything together.
    pub fn total(&self) -> Count {
        self.by_role.values().fold(Count::default(), |sum, it| Count {
            calls: sum.calls + it.calls,
            prompt: sum.prompt + it.prompt,
            completion: sum.completion + it.completion,
            estimated: sum.estimated + it.estimated,
        })
    }

    fn add(&mut self, role: Role, usage: Usage) {
        let count = self.by_role.entry(role).or_default();
        count.calls += 1;
        count.prompt += usage.prompt;
        count.completion += usage.completion;
        count.estimated += u64::from(usage.estimated);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (role, it) in &self.by_role {
            writeln!(
                f,
                "{role}: {} calls, {} + {} tokens",
                it.calls, it.prompt, it.completion
            )?;
        }
        let sum = self.total();
        write!(
            f,
            "in all: {} calls, {} + {} tokens",
            sum.calls, sum.prompt, sum.completion
        )
    }
}

/// A model whose tokens are counted and, with a budget, limited.
pub struct Meter<M> {
    model: M,
    budget: Option<u64>,
    tally: Tally,
}

impl<M: Model> Meter<M> {
    /// Count what `model` costs; `budget` is the most tokens it may use in all, `None` only counts.
    pub fn new(model: M, budget: Option<u64>) -> Self {
        Self {
            model,
            budget,
            tally: Tally::default(),
        }
    }

    /// What was used up to now.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The model itself.
    pub fn into_inner(self) -> M {
        self.model
    }
}

impl<M: Model> Model for Meter<M> {
    /// Also shortens the reply so that it stays within the budget.
    fn complete(&mut self, request: &Request) -> Result<Reply, ModelError> {
        let result = match self.budget {
            None => self.model.complete(request),
            Some(budget) => {
                let sum = self.tally.total();
                let spent = sum.prompt + sum.completion;
                let needed = request.about_tokens();
                let left = budget.saturating_sub(spent.saturating_add(needed));
                if left == 0 {
                    return Err(ModelError::OverBudget {
                        spent,
                        needed,
                        budget,
                    });
                }
                let max_tokens = request.max_tokens.min(u32::try_from(left).unwrap_or(u32::MAX));
                self.model.complete(&Request {
                    max_tokens,
                    ..request.clone()
                })
            }
        };
        let usage = match &result {
            Ok(reply) => Some(reply.usage),
            Err(error) => error.usage(),
        };
        if let Some(usage) = usage {
            self.tally.add(request.role, usage);
        }
        result
    }

    fn describe(&self) -> String {
        self.model.describe()
    }
}
