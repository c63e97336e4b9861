//! One model for each agent, where the user names several.

use std::collections::BTreeMap;

use crate::{
    error::ModelError,
    model::Model,
    request::{Reply, Request, Role},
};

/// A model for all agents but those that have their own (the paper's table 8 mixes them).
pub struct Board {
    others: Box<dyn Model>,
    own: BTreeMap<Role, Box<dyn Model>>,
}

impl Board {
    /// `others` for every role that is not in `own`.
    pub fn new(others: Box<dyn Model>, own: BTreeMap<Role, Box<dyn Model>>) -> Self {
        Self { others, own }
    }
}

impl Model for Board {
    fn complete(&mut self, request: &Request) -> Result<Reply, ModelError> {
        self.own
            .get_mut(&request.role)
            .unwrap_or(&mut self.others)
            .complete(request)
    }

    fn describe(&self) -> String {
        let own = self
            .own
            .iter()
            .map(|(role, model)| format!(", {role}: {}", model.describe()));
        self.others.describe() + &own.collect::<String>()
    }
}
