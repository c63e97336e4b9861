//! What is installed, and what is missing.

use std::env;

use library::Library;
use llm::Provider;
use trajectory::Bank;

use crate::{Autorpa, error::Error};

/// Something that there is, or that is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// `ok`, `missing`, `absent` (and not needed) or `broken`.
    pub mark: &'static str,
    /// What it is called.
    pub what: String,
    /// Where it is, or how to get it.
    pub more: String,
}

impl Autorpa {
    /// What is installed, and what is missing. What devices and suites need of this machine is theirs to say. Nothing that is
    /// missing is an error.
    pub fn doctor(&self) -> Result<Vec<Finding>, Error> {
        let finding = |mark, what: &str, more: String| Finding {
            mark,
            what: what.to_owned(),
            more,
        };
        let of_devices = self.registry.devices().iter().flat_map(|it| it.needs());
        let of_suites = self.registry.suites().iter().flat_map(|it| it.needs());
        let needs = of_devices.chain(of_suites).map(|need| match need.found {
            Ok(found) => finding("ok", &need.what, found),
            Err(error) => finding("missing", &need.what, error.to_string()),
        });
        let mut found: Vec<Finding> = needs.collect();
        found.extend(Provider::ALL.map(|it| {
            let variable = it.key_variable();
            match env::var_os(variable).is_some_and(|it| !it.is_empty()) {
                true => finding("ok", variable, "set".to_owned()),
                false => {
                    let why = "not needed; with it, that provider is asked for what is left";
                    finding("absent", variable, why.to_owned())
                }
            }
        }));
        found.push(match Bank::open(&self.home.bank) {
            Ok(bank) => finding("ok", "home", bank.home().display().to_string()),
            Err(error) => finding("broken", "home", error.to_string()),
        });
        let root = &self.home.library;
        let functions = Library::open(root).list().map_err(Error::kept)?;
        let count = functions.functions.len();
        found.push(finding(
            "ok",
            "library",
            format!("{}, {count} functions", root.display()),
        ));
        let skipped = functions.skipped.iter();
        found.extend(skipped.map(|it| finding("broken", "function", it.error.to_string())));
        Ok(found)
    }
}
