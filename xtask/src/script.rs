//! The scripts that read pages and listen to them, checked by those who know its language: Node.js parses it, ESLint looks for mistakes.

use super::{TaskError, run, say, succeeds};

const FILES: [&str; 2] = [
    "crates/device-web/src/observe.js",
    "crates/device-web/src/listen.js",
];
const RULES: &str = "crates/device-web/eslint.config.mjs";
/// One version, so that a new one's opinions come when we take it.
const ESLINT: &str = "eslint@9.39.1";

/// Check the scripts. What is not installed here and can't be had is skipped by name.
pub fn lint() -> Result<(), TaskError> {
    if !succeeds("node", ["--version"]) {
        say("skipped node --check and eslint: there is no Node.js");
        return Ok(());
    }
    for file in FILES {
        run("node", ["--check", file])?;
    }
    if !succeeds("npx", ["--yes", ESLINT, "--version"]) {
        say(&format!("skipped eslint: npx can't get {ESLINT}"));
        return Ok(());
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
        ],
    )
}
