//! `autorpa tasks`: the task types, and for which of them there is a function.

use std::collections::BTreeMap;

use device::Tasks;
use emulator::Emulator;
use library::Library;

use crate::{
    args::{Suite, TasksArgs},
    error::CliError,
    home::Home,
    suites,
    terminal::{print, say},
};

/// The command.
pub fn run(args: &TasksArgs, home: &Home) -> Result<(), CliError> {
    let functions = Library::open(&home.library).list().map_err(CliError::kept)?;
    let known: BTreeMap<(String, String), bool> = functions
        .functions
        .iter()
        .map(|it| {
            let receipt = &it.receipt;
            ((receipt.suite.clone(), receipt.task_type.clone()), it.trusted())
        })
        .collect();
    let wanted = |suite| args.suite.is_none_or(|it| it == suite);
    let line = |suite: Suite, name: &str, goal: &str| {
        let function = match known.get(&(suite.name().to_owned(), name.to_owned())) {
            Some(true) => "verified",
            Some(false) => "unverified",
            None => "-",
        };
        let text = format!("{:<12} {name:<32} {function:<10} {goal}", suite.name());
        print(text.trim_end());
    };
    if wanted(Suite::Androidworld) {
        for it in Emulator::new().task_types() {
            line(
                Suite::Androidworld,
                &it.name,
                it.template.as_deref().unwrap_or_default(),
            );
        }
    }
    if wanted(Suite::Miniwob) {
        match suites::pages() {
            // What a page asks for is known once it is open.
            Ok(names) => names.iter().for_each(|it| line(Suite::Miniwob, it, "")),
            Err(missing) => say(&format!(
                "note: the task types of miniwob are not known: {missing}"
            )),
        }
    }
    Ok(())
}
