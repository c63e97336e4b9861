//! The scripts that read pages and listen to them, and that of the Studio, checked by those who know its language: Node.js parses it, ESLint looks for mistakes.

use std::env;

use super::{TaskError, run, say, succeeds};

const FILES: [&str; 3] = [
    "crates/device-web/src/observe.js",
    "crates/device-web/src/listen.js",
    "crates/studio/src/studio.js",
];
const RULES: &str = "crates/device-web/eslint.config.mjs";
/// One version, so that a new one's opinions come when we take it.
const ESLINT: &str = "eslint@9.39.1";

/// Check the scripts. What is not installed here and can't be had is skipped by name, or fails where `AUTORPA_REQUIRE`
/// names `node`.
pub fn lint() -> Result<(), TaskError> {
    if !succeeds("node", ["--version"]) {
        return skipped("node --check and eslint", "there is no Node.js");
    }
    for file in FILES {
        run("node", ["--check", file])?;
    }
    if !succeeds("npx", ["--yes", ESLINT, "--version"]) {
        return skipped("eslint", &format!("npx can't get {ESLINT}"));
    }
    run(
        "npx",
        [
            "--yes",
            ESLINT,
            "--no-config-lookup",
            "--config",
            RULES,
            FILES[0],
            FILES[1],
            FILES[2],
        ],
    )
}

fn skipped(what: &str, why: &str) -> Result<(), TaskError> {
    let required = env::var("AUTORPA_REQUIRE").unwrap_or_default();
    if required.split(',').any(|it| it.trim() == "node") {
        return Err(TaskError::Missing {
            what: what.to_owned(),
            why: why.to_owned(),
        });
    }
    say(&format!("skipped {what}: {why}"));
    Ok(())
}
