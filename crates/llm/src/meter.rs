//! Counting tokens by agent, and a hard budget: no call is made that may not be paid for.

use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};

use crate::{
    dollars::Dollars,
    error::ModelError,
    model::Model,
    price::Price,
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
    /// Of those sent, the ones that the provider had cached.
    #[serde(default)]
    pub cached: u64,
    /// Calls whose tokens are our estimate, because the provider did not count.
    pub estimated: u64,
    /// What it cost, in millionths of a dollar, where prices are known.
    #[serde(default)]
    pub cost: Dollars,
}

impl Tally {
    /// Everything together.
    pub fn total(&self) -> Count {
        self.by_role.values().fold(Count::default(), |sum, it| Count {
            calls: sum.calls + it.calls,
            prompt: sum.prompt + it.prompt,
            completion: sum.completion + it.completion,
            cached: sum.cached + it.cached,
            estimated: sum.estimated + it.estimated,
            cost: sum.cost.plus(it.cost),
        })
    }

    /// What was used since `before`, an earlier state of this tally.
    pub fn since(&self, before: &Tally) -> Tally {
        let mut since = Tally::default();
        for (role, now) in &self.by_role {
            let then = before.by_role.get(role).copied().unwrap_or_default();
            if now.calls > then.calls {
                let count = Count {
                    calls: now.calls - then.calls,
                    prompt: now.prompt - then.prompt,
                    completion: now.completion - then.completion,
                    cached: now.cached - then.cached,
                    estimated: now.estimated - then.estimated,
                    cost: Dollars(now.cost.0 - then.cost.0),
                };
                since.by_role.insert(*role, count);
            }
        }
        since
    }

    /// Whether nothing was asked.
    pub fn is_empty(&self) -> bool {
        self.by_role.is_empty()
    }

    /// Tokens of all agents together.
    pub fn tokens(&self) -> u64 {
        let sum = self.total();
        sum.prompt + sum.completion
    }

    /// Calls and tokens of others besides.
    pub fn join(&mut self, other: &Tally) {
        for (role, more) in &other.by_role {
            let count = self.by_role.entry(*role).or_default();
            count.calls += more.calls;
            count.prompt += more.prompt;
            count.completion += more.completion;
            count.cached += more.cached;
            count.estimated += more.estimated;
            count.cost = count.cost.plus(more.cost);
        }
    }

    fn add(&mut self, role: Role, usage: Usage, price: Option<&Price>) {
        let count = self.by_role.entry(role).or_default();
        count.calls += 1;
        count.prompt += usage.prompt;
        count.completion += usage.completion;
        count.cached += usage.cached;
        count.cost = count
            .cost
            .plus(price.map_or_else(Dollars::default, |it| it.of(usage)));
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

/// What may be used up, and what it is counted with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Budget {
    /// Most tokens in all.
    pub tokens: Option<u64>,
    /// Most dollars in all; roles without a price cost nothing.
    pub dollars: Option<Dollars>,
    /// Prices of the models that answer.
    pub prices: BTreeMap<Role, Price>,
}

/// A model whose tokens are counted and, with a budget, limited.
pub struct Meter<M> {
    model: M,
    budget: Budget,
    tally: Tally,
}

impl<M: Model> Meter<M> {
    /// Count what `model` costs, and stop before the budget is passed.
    pub fn new(model: M, budget: Budget) -> Self {
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

    /// Tokens the reply may have within the budget, or why the call is not made.
    fn allowed(&self, request: &Request) -> Result<u32, ModelError> {
        let sum = self.tally.total();
        let needed = request.about_tokens();
        let mut allowed = u64::from(request.max_tokens);
        if let Some(budget) = self.budget.tokens {
            let spent = sum.prompt + sum.completion;
            let left = budget.saturating_sub(spent.saturating_add(needed));
            if left == 0 {
                return Err(ModelError::OverBudget {
                    spent,
                    needed,
                    budget,
                });
            }
            allowed = allowed.min(left);
        }
        if let (Some(budget), Some(price)) = (self.budget.dollars, self.budget.prices.get(&request.role)) {
            // At the dearest: all of it is taken into the cache.
            let needed = price.of(Usage {
                prompt: needed,
                written: needed,
                ..Usage::default()
            });
            let left = budget.0.saturating_sub(sum.cost.plus(needed).0);
            if left == 0 {
                return Err(ModelError::OverPrice {
                    spent: sum.cost,
                    needed,
                    budget,
                });
            }
            if price.completion > 0.0 {
                // Dollars for a million tokens are millionths of a dollar for one.
                allowed = allowed.min((left as f64 / price.completion) as u64).max(1);
            }
        }
        Ok(u32::try_from(allowed).unwrap_or(u32::MAX))
    }
}

impl<M: Model> Model for Meter<M> {
    /// Also shortens the reply so that it stays within the budget.
    fn complete(&mut self, request: &Request) -> Result<Reply, ModelError> {
        let result = self.model.complete(&Request {
            max_tokens: self.allowed(request)?,
            ..request.clone()
        });
        let usage = match &result {
            Ok(reply) => Some(reply.usage),
            Err(error) => error.usage(),
        };
        if let Some(usage) = usage {
            let price = self.budget.prices.get(&request.role);
            self.tally.add(request.role, usage, price);
        }
        result
    }

    fn describe(&self) -> String {
        self.model.describe()
    }
}
