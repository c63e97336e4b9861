//! Whether what was asked for can go together.

use settings::Setting;
use thiserror::Error;

use crate::{
    error::{Error, NeedsModel},
    request::{ExploreOptions, Part, Tier},
};

/// Options that do not go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Apart {
    /// What changes the agents, where none works.
    #[error(
        "{} and {} change what the paper's agents do: they go with {}",
        Setting::Without,
        Setting::Unified,
        Setting::Tier.to("model")
    )]
    AgentsOfNoModel,
    /// The translator is left out twice.
    #[error(
        "{} names elements in the translator's place: it does not go with {}",
        Setting::Unified,
        Setting::Without.to("translator")
    )]
    NobodyNames,
}

/// Whether these options fit together, and to the model that is there.
pub fn check(tier: Tier, explore: &ExploreOptions, model: bool) -> Result<(), Error> {
    if tier != Tier::Model && (explore.unified || !explore.without.is_empty()) {
        return Err(Error::usage(Apart::AgentsOfNoModel));
    }
    if explore.unified && explore.lacks(Part::Translator) {
        return Err(Error::usage(Apart::NobodyNames));
    }
    if tier == Tier::Model && !model {
        return Err(Error::NoModel {
            for_what: NeedsModel::Tier,
        });
    }
    Ok(())
}
