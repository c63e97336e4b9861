//! Whether what was asked for can go together.

use crate::{
    error::{Error, NeedsModel},
    request::{ExploreOptions, Part, Tier},
};

/// Whether these options fit together, and to the model that is there.
pub fn check(tier: Tier, explore: &ExploreOptions, model: bool) -> Result<(), Error> {
    if tier != Tier::Model && (explore.unified || !explore.without.is_empty()) {
        return Err(Error::usage(
            "--without and --unified change what the paper's agents do: they go with --tier model",
        ));
    }
    if explore.unified && explore.lacks(Part::Translator) {
        return Err(Error::usage(
            "--unified names elements in the translator's place: it does not go with --without translator",
        ));
    }
    if tier == Tier::Model && !model {
        return Err(Error::NoModel {
            for_what: NeedsModel::Tier,
        });
    }
    Ok(())
}
