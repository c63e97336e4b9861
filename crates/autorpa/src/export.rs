//! Functions for other tools, and recordings for people.

mod openapi;
mod skill;

use std::path::PathBuf;

use compiler::export::FlowParams;
use library::{Function, Library};
use settings::Setting;
use task::Params;
use thiserror::Error;
use trajectory::{Recording, summarize_step};

use crate::{Autorpa, error::Error};

pub use openapi::openapi;

/// What a function becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportForm {
    /// A test in TypeScript for Playwright.
    Playwright,
    /// A SKILL.md for agents that have a shell: what the function does, what it takes, how to run it, how it ends.
    Skill,
    /// An OpenAPI document of the server that runs it for other programs.
    OpenApi,
    /// A flow in YAML for Maestro.
    Maestro,
}

/// What is asked for.
#[derive(Clone, Debug)]
pub struct ExportRequest {
    /// The function, by its name or its file.
    pub name: String,
    /// What it becomes.
    pub form: ExportForm,
    /// The page where it begins.
    pub url: Option<String>,
    /// Values of the test.
    pub params: Params,
}

/// Why a function is not written for another tool.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotExported {
    /// A test begins at a page.
    #[error("a test begins at a page: say which with {}", Setting::Url)]
    NoUrl,
    /// It is called with the values of each call.
    #[error("a {} has no values of its own: leave {} out", .0.name(), Setting::Param)]
    Values(ExportForm),
    /// A flow is for an app.
    #[error(
        "a Maestro flow is for an app, and this function is for pages: the form `playwright` makes a test of it"
    )]
    Page,
    /// A flow begins in an app.
    #[error("a Maestro flow begins in an app: leave {} out", Setting::Url)]
    Url,
    /// What a secret is stands in no file.
    #[error("`{0}` is a secret: who runs the flow gives it")]
    Secret(String),
}

impl ExportForm {
    /// All of them.
    pub const ALL: [ExportForm; 4] = [
        ExportForm::Playwright,
        ExportForm::Skill,
        ExportForm::OpenApi,
        ExportForm::Maestro,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            ExportForm::Playwright => "playwright",
            ExportForm::Skill => "skill",
            ExportForm::OpenApi => "openapi",
            ExportForm::Maestro => "maestro",
        }
    }

    /// What it is called in a folder; a skill has a folder of its own there.
    fn file(self, function: &Function) -> PathBuf {
        let title = function.title();
        let name = skill::name(&title);
        PathBuf::from(match self {
            ExportForm::Playwright => format!("{name}.spec.ts"),
            ExportForm::Skill => format!("{name}/SKILL.md"),
            ExportForm::OpenApi => format!("{name}.openapi.json"),
            ExportForm::Maestro => format!("{name}.yaml"),
        })
    }
}

/// A function, as another tool reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// What it is called in a folder, with a folder before it where it has one of its own.
    pub file: PathBuf,
    /// What stands in the file.
    pub text: String,
}

impl Autorpa {
    /// A function of the library, or the script of a file, for another tool.
    ///
    /// # Errors
    ///
    /// There is no such function, it does what the other tool can't, or what is asked for does not fit the form.
    pub fn export(&self, request: &ExportRequest) -> Result<Exported, Error> {
        let library = Library::open(&self.home.library);
        let function = library.get(&request.name).map_err(Error::kept)?;
        Ok(Exported {
            file: request.form.file(&function),
            text: self.exported(&function, request)?,
        })
    }

    fn exported(&self, function: &Function, request: &ExportRequest) -> Result<String, Error> {
        match (request.form, &request.url) {
            (ExportForm::Playwright, Some(url)) => playwright(function, url, &request.params),
            (ExportForm::Playwright, None) => Err(Error::usage(NotExported::NoUrl)),
            (ExportForm::Maestro, None) => self.maestro(function, &request.params),
            (ExportForm::Maestro, Some(_)) => Err(Error::usage(NotExported::Url)),
            (form @ (ExportForm::Skill | ExportForm::OpenApi), _) if !request.params.is_empty() => {
                Err(Error::usage(NotExported::Values(form)))
            }
            (ExportForm::Skill, url) => {
                let offer = self.registry.offer(function);
                Ok(skill::skill(function, &offer, url.as_deref()))
            }
            (ExportForm::OpenApi, url) => {
                let offer = self.registry.offer(function);
                let document = openapi(&[(function.clone(), offer)], url.as_deref());
                Ok(format!("{document:#}\n"))
            }
        }
    }

    fn maestro(&self, function: &Function, values: &Params) -> Result<String, Error> {
        let device = self.registry.device(&function.receipt.device);
        if device.is_ok_and(|it| it.has_addresses()) {
            return Err(Error::usage(NotExported::Page));
        }
        let offer = self.registry.offer(function);
        let lists = offer.takes.iter().filter(|it| it.is_list);
        let lists: Vec<String> = lists.map(|it| it.name.clone()).collect();
        let secrets: Vec<String> = offer.secrets.into_iter().map(|it| it.name).collect();
        if let Some(secret) = secrets.iter().find(|it| values.contains_key(*it)) {
            return Err(Error::usage(NotExported::Secret(secret.clone())));
        }
        let params = FlowParams {
            values,
            lists: &lists,
            secrets: &secrets,
        };
        let flow = compiler::export::maestro(&function.source, params);
        let flow = flow.map_err(|it| Error::in_file(&function.path, it))?;
        Ok(format!("{}{flow}", unproven(function, "#")))
    }
}

/// What is told of a function that nobody vouches for, behind the sign of a comment.
fn unproven(function: &Function, comment: &str) -> String {
    match function.trusted() {
        true => String::new(),
        false => format!("{comment} It is not verified, and nobody has accepted it.\n"),
    }
}

fn playwright(function: &Function, url: &str, params: &Params) -> Result<String, Error> {
    let test = compiler::export::playwright(&function.source, url, params);
    let test = test.map_err(|it| Error::in_file(&function.path, it))?;
    Ok(format!("{}{test}", unproven(function, "//")))
}

/// A recording, for people: its values, what each step did, and how it ended.
pub fn tell_recording(recording: &Recording) -> String {
    let mut text = format!(
        "{} ({:?}): {}\n",
        recording.id, recording.origin, recording.instance.goal
    );
    for (name, value) in &recording.instance.params {
        text.push_str(&format!("  {name} = {value:?}\n"));
    }
    for (idx, step) in recording.steps.iter().enumerate() {
        if recording.breakpoint == Some(idx) {
            text.push_str("  -- the function stopped here --\n");
        }
        let target = step
            .action
            .target()
            .and_then(|it| step.screen.get(*it))
            .map_or_else(String::new, |it| format!(" = {}", it.name()));
        let summary = step
            .summary
            .clone()
            .unwrap_or_else(|| summarize_step(&step.screen, &step.action, recording.after(idx)));
        text.push_str(&format!(
            "{:>4}. {}{target}\n      {summary}\n",
            idx + 1,
            step.action
        ));
    }
    text.push_str(&format!("ended {}", recording.ending.outcome));
    if let Some(reward) = recording.reward {
        text.push_str(&format!(", reward {reward}"));
    }
    if let Some(diagnostic) = recording.ending.for_people() {
        text.push_str(&format!("\n{diagnostic}"));
    }
    if let Some(conclusion) = &recording.conclusion {
        text.push_str(&format!("\n{conclusion}"));
    }
    text
}
