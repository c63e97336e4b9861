//! What can be said of a script without running it, and of its locators on the screens it was made from.

use std::{
    collections::BTreeMap,
    fmt::Display,
    path::{Path, PathBuf},
};

use compiler::{
    check::{advise, check, unique},
    consequence::consequences,
    emit::story,
    join_arms::join_arms,
    program::Program,
    script::Script,
    soft::SoftTrajectory,
    synthesise::synthesise,
    translate::translate,
};
use library::{Function, Mutation, Receipt};
use task::Instance;
use trajectory::{Bank, Code, Diagnostic, Recording};

use crate::{
    Autorpa,
    error::Error,
    file_help::FileHelp,
    mutation::{self, Wrong, own_runs},
    params::arguments,
};

/// A script that was looked at.
#[derive(Debug)]
pub struct CheckedScript {
    /// Its file.
    pub path: PathBuf,
    /// Its source.
    pub source: String,
    /// What speaks against it.
    pub findings: Vec<Diagnostic>,
    /// Why its locators were not held against recorded screens, where they were not.
    pub not_held: Option<NotHeld>,
    /// What it did on altered screens of its recordings, where any were played.
    pub score: Option<Mutation>,
    /// Which recordings were not played, and why.
    pub left_out: Vec<String>,
}

/// Why the locators of a function were not held against the screens that it was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotHeld {
    /// The recordings are gone.
    #[error("its recordings are not in the bank")]
    NoRecordings,
    /// It is other code than that of the recordings.
    #[error("it is not what its recordings make by themselves (edited, or written by a model)")]
    OtherCode,
}

impl CheckedScript {
    /// What was and what was not looked at, a line each.
    pub fn notes(&self) -> Vec<String> {
        let of = |it: &dyn Display| format!("{}: {it}", self.path.display());
        let mut all = Vec::new();
        if let Some(why) = self.not_held {
            all.push(of(&format_args!(
                "its locators were not held against recorded screens: {why}"
            )));
        }
        let none = self.not_held.filter(|it| *it == NotHeld::NoRecordings);
        for why in none.iter().map(ToString::to_string).chain(self.left_out.clone()) {
            all.push(of(&format_args!("not played with altered screens: {why}")));
        }
        all.extend(self.score.iter().map(|it| of(it)));
        if self.findings.is_empty() {
            all.push(of(&"nothing to say against it"));
        }
        all
    }
}

impl Autorpa {
    /// Look at a script: a file, or the name of a function of the library.
    pub fn check_script(&self, script: &Path) -> Result<CheckedScript, Error> {
        let path = self.script(script)?;
        let source = crate::home::read(&path, FileHelp::Script)?;
        let script = Script::written(path.display().to_string(), &source);
        // A script that somebody wrote has no receipt, and nothing that it came from.
        let receipt = Function::open(&path).ok().map(|it| it.receipt);
        let recordings = receipt.as_ref().map_or_else(Vec::new, |it| recordings(it, self));
        let seen: Vec<_> = recordings.iter().map(|it| it.instance.clone()).collect();
        let softs: Vec<SoftTrajectory> = recordings.iter().map(translate).collect();
        let mut findings = check(&script, &seen);
        findings.extend(advise(&script));
        let mut not_held = None;
        let mut played = None;
        if let Some(receipt) = &receipt {
            let made = made_again(&softs, receipt, &source);
            let said = made.as_ref().map_or(&script, |(_, printed)| printed);
            findings.extend(unlisted(said, receipt, &softs));
            match made {
                Some((program, script)) => findings.extend(unique(&program, &script, &softs)),
                None if softs.is_empty() => not_held = Some(NotHeld::NoRecordings),
                None => not_held = Some(NotHeld::OtherCode),
            }
            if !recordings.is_empty() {
                let bank = Bank::open(&self.home.bank).map_err(Error::kept)?;
                let of = |it: &Instance| arguments(receipt, &it.goal, &it.params);
                let met = mutation::play(&source, of, &recordings, |it| own_runs(&bank, it));
                findings.extend(met.wrong.iter().map(Wrong::diagnostic));
                played = Some(met);
            }
        }
        Ok(CheckedScript {
            path,
            source,
            findings,
            not_held,
            score: played.as_ref().and_then(|it| it.score),
            left_out: played.map(|it| it.left_out).unwrap_or_default(),
        })
    }
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
    let kept = steps(source);
    let same = |it: Program| {
        let mut script = story(&join_arms(&it));
        // What was put in for the run's sake (checks of what was reached) is no part of the way.
        let mut theirs = kept.iter();
        let all = steps(&script.source).iter().all(|own| theirs.any(|it| it == own));
        if all && script.source != source {
            // Its lines are others than those of the file.
            script.lines.clear();
        }
        all.then_some((it, script))
    };
    programs.into_iter().find_map(same)
}

/// The lines of a script that look for something or do something, with what each element is found by in the place of its
/// name: a fallback that was added may have given it another.
fn steps(source: &str) -> Vec<String> {
    let declared: BTreeMap<&str, &str> = source
        .lines()
        .filter_map(|line| line.strip_prefix("private fn ")?.split_once('('))
        .filter_map(|(name, rest)| {
            let (_, map) = rest.split_once("#{ ")?;
            Some((name, map.split("target_description:").next()?))
        })
        .collect();
    let checks = ["//", "assert(", "env_op.expect(", "private fn ", "or_else:"];
    let does = |it: &&str| {
        !it.is_empty() && !checks.iter().any(|check| it.starts_with(check)) && !it.contains("env_op.stop(")
    };
    let lines = source.lines().map(str::trim).filter(does);
    lines
        .map(|line| {
            let is_name = |it: char| it.is_ascii_alphanumeric() || it == '_';
            let mut said = String::new();
            let mut rest = line;
            while let Some(at) = rest.find(is_name) {
                let (before, from) = rest.split_at(at);
                let end = from.find(|it| !is_name(it)).unwrap_or(from.len());
                let (name, behind) = from.split_at(end);
                let known = declared.get(name).filter(|_| behind.starts_with('('));
                said += before;
                said += known.copied().unwrap_or(name);
                rest = behind;
            }
            said + rest
        })
        .collect()
}
