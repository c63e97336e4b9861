//! `autorpa tasks`: the task types, and for which of them there is a function; `autorpa devices`: what they are done on.

use autorpa::{Autorpa, Error};

use crate::{
    args::TasksArgs,
    terminal::{print, say},
};

/// The command.
pub fn run(args: &TasksArgs, rpa: &Autorpa) -> Result<(), Error> {
    let known = rpa.task_types_with_functions()?;
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
