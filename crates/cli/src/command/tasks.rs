//! `autorpa tasks`: the task types, and for which of them there is a function; `autorpa devices`: what they are done on.

use std::collections::BTreeMap;

use autorpa::{Autorpa, Error};
use library::Library;

use crate::{
    args::TasksArgs,
    terminal::{print, say},
};

/// The command.
pub fn run(args: &TasksArgs, rpa: &Autorpa) -> Result<(), Error> {
    let functions = Library::open(&rpa.home.library).list().map_err(Error::kept)?;
    let known: BTreeMap<(String, String), bool> = functions
        .functions
        .iter()
        .map(|it| {
            let receipt = &it.receipt;
            ((receipt.suite.clone(), receipt.task_type.clone()), it.trusted())
        })
        .collect();
    if let Some(name) = &args.suite {
        rpa.registry.suite(name)?;
    }
    let suites = rpa.registry.suites().iter();
    for suite in suites.filter(|it| args.suite.as_ref().is_none_or(|name| it.name() == name)) {
        let types = match suite.task_types() {
            Ok(types) => types,
            Err(missing) => {
                say(&format!(
                    "note: the task types of {} are not known: {missing}",
                    suite.name()
                ));
                continue;
            }
        };
        for it in types {
            let function = match known.get(&(suite.name().to_owned(), it.name.clone())) {
                Some(true) => "verified",
                Some(false) => "unverified",
                None => "-",
            };
            let goal = it.template.as_deref().unwrap_or_default();
            let text = format!("{:<12} {:<32} {function:<10} {goal}", suite.name(), it.name);
            print(text.trim_end());
        }
    }
    Ok(())
}

/// `autorpa devices`: by the names that `--device` takes.
pub fn devices(rpa: &Autorpa) -> Result<(), Error> {
    for driver in rpa.registry.devices() {
        let begins = if driver.needs_url() { "with --url URL" } else { "" };
        print(format!("{:<28} {begins}", driver.name()).trim_end());
        match driver.present() {
            Ok(all) => all
                .iter()
                .for_each(|(name, what)| print(&format!("  {name:<26} {what}"))),
            Err(missing) => say(&format!("note: no device of `{}`: {missing}", driver.name())),
        }
    }
    Ok(())
}
