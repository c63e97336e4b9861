//! A healing, for people.

use std::fmt;

use compiler::mend::Place;

use super::{Healing, Update};

impl fmt::Display for Healing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = self.function.title();
        let runs = match self.runs {
            0 => {
                return write!(
                    f,
                    "{title}: no run of its present code is kept here, so nothing is known of drift"
                );
            }
            1 => "last run".to_owned(),
            many => format!("last {many} runs"),
        };
        match self.healed.len() {
            0 => write!(f, "{title}: its {runs} found everything as it says")?,
            some => write!(
                f,
                "{title}: of its {runs}, {some} found something otherwise than it says"
            )?,
        }
        for it in &self.updates {
            write!(f, "\n{it}")?;
        }
        for it in &self.not_proposed {
            let name = it
                .place
                .as_ref()
                .map_or_else(|| it.asked.to_string(), Place::to_string);
            write!(f, "\nnot proposed: {name}: {}", it.why)?;
        }
        if !self.updates.is_empty() {
            write!(f, "\n\n{}\n", self.diff.trim_end())?;
            write!(
                f,
                "\nheld against {} recordings that it was made from, and the screens of its {runs}",
                self.held
            )?;
        }
        if !self.healed.is_empty() {
            for it in &self.unproven {
                write!(f, "\nnot proven: {it}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Update {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = if self.known { "its fallback" } else { "what is new" };
        write!(
            f,
            "update: {} is to go by {known} {}, and no more first by {} (runs: {})",
            self.place,
            self.after,
            self.before,
            self.runs.join(", ")
        )
    }
}
