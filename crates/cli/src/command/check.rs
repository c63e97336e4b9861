//! `autorpa check`: what can be said of a script without running it, and of its locators on the screens it was
//! made from.

use compiler::{
    check::{advise, check, unique},
    consequence::consequences,
    emit::emit,
    program::Program,
    script::Script,
    soft::SoftTrajectory,
    synthesise::synthesise,
    translate::translate,
};
use library::{Function, Receipt};
use trajectory::{Bank, Code, Diagnostic, Outcome, Recording};

use crate::{
    args::CheckArgs,
    terminal::{print, say},
};
use autorpa::{Autorpa, Error};

/// `autorpa check`.
pub fn run(args: &CheckArgs, rpa: &Autorpa) -> Result<(), Error> {
    if args.script.extension().is_some_and(|it| it == "toml") {
        return super::own::check(&args.script);
    }
    let path = rpa.script(&args.script)?;
    let source = autorpa::read(&path, "name a script")?;
    let name = path.display().to_string();
    let script = Script {
        name: name.clone(),
        source: source.clone(),
        params: Vec::new(),
        lines: Vec::new(),
    };
    // A script that somebody wrote has no receipt, and nothing that it came from.
    let receipt = Function::open(&path).ok().map(|it| it.receipt);
    let recordings = receipt.as_ref().map_or_else(Vec::new, |it| recordings(it, rpa));
    let seen: Vec<_> = recordings.iter().map(|it| it.instance.clone()).collect();
    let softs: Vec<SoftTrajectory> = recordings.iter().map(translate).collect();
    let mut findings = check(&script, &seen);
    findings.extend(advise(&script));
    if let Some(receipt) = &receipt {
        findings.extend(unlisted(&script, receipt, &softs));
        match made_again(&softs, receipt, &source) {
            Some((program, script)) => findings.extend(unique(&program, &script, &softs)),
            None => say(&format!(
                "{name}: its locators were not held against recorded screens: {}",
                if softs.is_empty() {
                    "its recordings are not in the bank"
                } else {
                    "it is not what its recordings make by themselves (edited, or written by a model)"
                }
            )),
        }
    }
    if findings.is_empty() {
        say(&format!("{name}: nothing to say against it"));
        return Ok(());
    }
    for finding in &findings {
        print(finding.render(&name, &source).trim_end());
    }
    Err(Error::Ended {
        outcome: Outcome::ScriptFault,
        message: format!("{name}: {} found", findings.len()),
    })
}

/// The recordings that a function was made from; none if any is missing.
fn recordings(receipt: &Receipt, rpa: &Autorpa) -> Vec<Recording> {
    let Ok(bank) = Bank::open(&rpa.home.bank) else {
        return Vec::new();
    };
    let all: Result<Vec<Recording>, _> = receipt.recordings.iter().map(|it| bank.load(it)).collect();
    all.unwrap_or_default()
}

/// What the script can do for good and its receipt does not say.
fn unlisted(script: &Script, receipt: &Receipt, softs: &[SoftTrajectory]) -> Vec<Diagnostic> {
    consequences(script, softs)
        .iter()
        .map(ToString::to_string)
        .filter(|it| !receipt.irreversible.contains(it))
        .map(|it| {
            Diagnostic::new(
                Code::UnlistedConsequence,
                format!("the receipt does not list `{it}`"),
            )
            .hint("build the function again, or add it to `irreversible` in the receipt")
        })
        .collect()
}

/// The program that the recordings make and that is this script, with the lines it was printed on.
fn made_again(softs: &[SoftTrajectory], receipt: &Receipt, source: &str) -> Option<(Program, Script)> {
    let description = source.lines().next()?.trim_start_matches('/').trim();
    let programs = synthesise(softs, &receipt.task_type, description);
    let same = |it: Program| {
        let mut script = emit(&it);
        // What was put in for the run's sake (checks of what was reached) is no part of the way.
        let mut theirs = steps(source);
        let all = steps(&script.source).all(|own| theirs.any(|it| it == own));
        if all && script.source != source {
            // Its lines are others than those of the file.
            script.lines.clear();
        }
        all.then_some((it, script))
    };
    programs.into_iter().find_map(same)
}

/// The lines of a script that look for something or do something.
fn steps(source: &str) -> impl Iterator<Item = &str> {
    let does =
        |it: &&str| !it.starts_with("//") && !it.starts_with("assert(") && !it.contains("env_op.stop(");
    source.lines().map(str::trim).filter(does)
}
