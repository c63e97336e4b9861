//! What this machine has of what devices, suites, models and the library need.

use std::{env, fmt};

use library::Library;
use llm::Provider;
use trajectory::Bank;

use crate::{Autorpa, error::Error};

/// How something is that is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    /// It is there.
    Ok,
    /// It is not there, and something needs it.
    Missing,
    /// It is not there, and nothing needs it.
    Absent,
    /// It is there, and can't be used.
    Broken,
}

impl fmt::Display for Health {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Health::Ok => "ok",
            Health::Missing => "missing",
            Health::Absent => "absent",
            Health::Broken => "broken",
        })
    }
}

/// What was found of one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examined {
    /// How it is.
    pub health: Health,
    /// What it is.
    pub what: String,
    /// What was found, or how to get it.
    pub more: String,
}

impl Autorpa {
    /// Look at what this machine has. What devices and suites need of it is theirs to say; nothing that is missing is an
    /// error.
    pub fn doctor(&self) -> Result<Vec<Examined>, Error> {
        let line = |health, what: &str, more: String| Examined {
            health,
            what: what.to_owned(),
            more,
        };
        let of_devices = self.registry.devices().iter().flat_map(|it| it.needs());
        let of_suites = self.registry.suites().iter().flat_map(|it| it.needs());
        let needs = of_devices.chain(of_suites).map(|it| match it.found {
            Ok(found) => line(Health::Ok, &it.what, found),
            Err(error) => line(Health::Missing, &it.what, error.to_string()),
        });
        let mut all: Vec<Examined> = needs.collect();
        all.extend(Provider::ALL.into_iter().map(|it| {
            let variable = it.key_variable();
            match env::var_os(variable).is_some_and(|it| !it.is_empty()) {
                true => line(Health::Ok, variable, "set".to_owned()),
                false => {
                    let more = "not needed; with it, that provider is asked for what is left";
                    line(Health::Absent, variable, more.to_owned())
                }
            }
        }));
        all.push(match Bank::open(&self.home.bank) {
            Ok(bank) => line(Health::Ok, "home", bank.home().display().to_string()),
            Err(error) => line(Health::Broken, "home", error.to_string()),
        });
        let listed = Library::open(&self.home.library).list().map_err(Error::kept)?;
        let (folder, count) = (self.home.library.display(), listed.functions.len());
        all.push(line(
            Health::Ok,
            "library",
            format!("{folder}, {count} functions"),
        ));
        let skipped = listed.skipped.iter();
        all.extend(skipped.map(|it| line(Health::Broken, "function", it.error.to_string())));
        Ok(all)
    }
}
