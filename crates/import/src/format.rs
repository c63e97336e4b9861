//! The formats that are read, and how they are told apart.

use std::{fmt, str::FromStr};

use serde_json::Value;
use thiserror::Error;

/// A format of another tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Playwright codegen's JSON lines.
    PlaywrightJsonl,
    /// Playwright code as codegen writes it: JavaScript or TypeScript, a library script or a test.
    PlaywrightJavaScript,
    /// Playwright code as codegen writes it: Python, with `async` or without.
    PlaywrightPython,
    /// A user flow of the Recorder panel of Chrome's developer tools, as JSON.
    ChromeRecorder,
    /// A project of Selenium IDE.
    SeleniumIde,
    /// The history of a browser-use agent.
    BrowserUse,
    /// A workflow of workflow-use.
    WorkflowUse,
}

/// A text that is no name of a format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{name}` is no format; there are: {}", Format::ALL.map(Format::name).join(", "))]
pub struct UnknownFormat {
    /// The text.
    pub name: String,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 7] = [
        Format::PlaywrightJsonl,
        Format::PlaywrightJavaScript,
        Format::PlaywrightPython,
        Format::ChromeRecorder,
        Format::SeleniumIde,
        Format::BrowserUse,
        Format::WorkflowUse,
    ];

    /// The name as it is typed.
    pub fn name(self) -> &'static str {
        match self {
            Format::PlaywrightJsonl => "playwright-jsonl",
            Format::PlaywrightJavaScript => "playwright-js",
            Format::PlaywrightPython => "playwright-python",
            Format::ChromeRecorder => "chrome-recorder",
            Format::SeleniumIde => "selenium-ide",
            Format::BrowserUse => "browser-use",
            Format::WorkflowUse => "workflow-use",
        }
    }

    /// The format of a text, by what stands in it. A file's name says nothing: half of the tools write `.json`.
    pub fn of(text: &str) -> Option<Format> {
        match serde_json::from_str::<Value>(text) {
            Ok(whole) => Format::of_json(&whole),
            Err(_) => Format::of_lines(text),
        }
    }

    fn of_json(whole: &Value) -> Option<Format> {
        let has = |of: &Value, key: &str| of.get(key).is_some();
        let first = |key: &str| whole.get(key).and_then(Value::as_array).and_then(|it| it.first());
        if has(whole, "tests") {
            return Some(Format::SeleniumIde);
        }
        if has(whole, "history") {
            return Some(Format::BrowserUse);
        }
        let step = match whole {
            Value::Array(all) => all.first(),
            _ => first("steps").or_else(|| has(whole, "type").then_some(whole)),
        };
        let workflow = has(whole, "input_schema") || has(whole, "workflow_analysis");
        match step {
            _ if workflow => Some(Format::WorkflowUse),
            Some(step)
                if ["cssSelector", "elementTag", "target_text", "stepNumber"]
                    .iter()
                    .any(|it| has(step, it)) =>
            {
                Some(Format::WorkflowUse)
            }
            Some(step) if has(step, "type") => Some(Format::ChromeRecorder),
            // A file of one line is a file of lines too.
            Some(_) | None => {
                (has(whole, "browserName") || has(whole, "pageGuid")).then_some(Format::PlaywrightJsonl)
            }
        }
    }

    fn of_lines(text: &str) -> Option<Format> {
        let first = text.lines().find(|it| !it.trim().is_empty())?;
        if let Ok(line) = serde_json::from_str::<Value>(first) {
            let known = ["browserName", "pageGuid"]
                .iter()
                .any(|it| line.get(it).is_some());
            return known.then_some(Format::PlaywrightJsonl);
        }
        let python = [
            "playwright.sync_api",
            "playwright.async_api",
            "page.get_by_",
            "def test_",
            "def run(",
        ];
        let javascript = [
            "@playwright/test",
            "require('playwright",
            "from 'playwright",
            "await page.",
        ];
        let has = |words: &[&str]| words.iter().any(|it| text.contains(it));
        if has(&javascript) || text.contains("require(\"playwright") || text.contains("from \"playwright") {
            // `await page.` is Python's too.
            if !has(&python) {
                return Some(Format::PlaywrightJavaScript);
            }
        }
        has(&python).then_some(Format::PlaywrightPython)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Self, UnknownFormat> {
        Format::ALL
            .into_iter()
            .find(|it| it.name() == text)
            .ok_or_else(|| UnknownFormat {
                name: text.to_owned(),
            })
    }
}
