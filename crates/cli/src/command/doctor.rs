//! `autorpa doctor`: what is installed, what is missing, how to get it.

use std::env;

use trajectory::Bank;

use crate::terminal::print;
use autorpa::{Autorpa, Error};

/// The command. What devices and suites need of this machine is theirs to say. Nothing that is missing is an error.
pub fn run(rpa: &Autorpa) -> Result<(), Error> {
    let line = |mark: &str, what: &str, more: String| {
        print(&format!("{mark:<8} {what:<18} {}", more.replace('\n', "; ")))
    };
    let of_devices = rpa.registry.devices().iter().flat_map(|it| it.needs());
    let of_suites = rpa.registry.suites().iter().flat_map(|it| it.needs());
    for need in of_devices.chain(of_suites) {
        match need.found {
            Ok(found) => line("ok", &need.what, found),
            Err(error) => line("missing", &need.what, error.to_string()),
        }
    }
    for variable in ["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"] {
        if env::var_os(variable).is_some_and(|it| !it.is_empty()) {
            line("ok", variable, "set".to_owned());
        } else {
            line(
                "absent",
                variable,
                "not needed; with it, that provider is asked for what is left".to_owned(),
            );
        }
    }
    match Bank::open(&rpa.home.bank) {
        Ok(bank) => line("ok", "home", bank.home().display().to_string()),
        Err(error) => line("broken", "home", error.to_string()),
    }
    let functions = library::Library::open(&rpa.home.library)
        .list()
        .map_err(Error::kept)?;
    line(
        "ok",
        "library",
        format!(
            "{}, {} functions",
            rpa.home.library.display(),
            functions.functions.len()
        ),
    );
    for skipped in functions.skipped {
        line("broken", "function", skipped.error.to_string());
    }
    Ok(())
}
