//! A task that no task type has, done where nobody judges: kept as a recording, and a function built from it at once.
//!
//! What the task's kind is called, and what its values are, is read from the goal and from what was done for it. That
//! the function is right nobody has said: it is run once more from the beginning to see that it comes to its end, and
//! its receipt says no more than that.

use std::{collections::BTreeMap, sync::Arc};

use compiler::{
    check::{check, unique},
    consequence::{FoundIn, consequences},
    emit::emit,
    ignored_params::ignored_params,
    model::Agents,
    script::{Script, function_name},
    soft::SoftTrajectory,
    synthesise::synthesise,
    translate::translate,
    world::{BuildTask, Builder, WorldError},
};
use device::Environment;
use explorer::react::Explored;
use library::{Draft, Explorer, Function, Library, RECEIPT_VERSION, Receipt, Tokens, Tried, Version, place};
use task::{Instance, ParamSpec, Params, Template, induce};
use trajectory::{Bank, Filter, Origin, Outcome, Recording};
use ui::Action;

use crate::{
    Autorpa,
    built::Built,
    error::Error,
    model::Model,
    registry::{Driver, Start},
    request::{ExploreOptions, ModelOptions, Tier},
    workbench::{Call, agent_options, guard, run_judged},
};

/// Words of a goal that go into the name of its kind.
const WORDS: usize = 8;

/// Where it is done: a device that belongs to no suite.
#[derive(Clone)]
pub struct Place {
    driver: Arc<dyn Driver>,
    /// The address, where the device begins at one and it is known.
    url: Option<String>,
}

impl Place {
    /// On this device.
    pub fn new(driver: Arc<dyn Driver>, url: Option<String>) -> Self {
        Self { driver, url }
    }

    /// The place that a recording names, if it is of no suite.
    pub fn of(recording: &Recording, rpa: &Autorpa, url: Option<&str>) -> Option<Self> {
        Place::named(&recording.instance.suite, rpa, url)
    }

    /// A page of the web.
    pub fn page(rpa: &Autorpa, url: &str) -> Result<Self, Error> {
        let all = rpa.registry.devices().iter();
        let driver = all.into_iter().find(|it| it.needs_url()).cloned();
        let driver = driver.ok_or_else(|| Error::usage("no device shows pages of the web"))?;
        Ok(Self::new(driver, Some(url.to_owned())))
    }

    /// The place that this stands for, if it stands for one.
    fn named(suite: &str, rpa: &Autorpa, url: Option<&str>) -> Option<Self> {
        let driver = rpa.registry.bare_device(suite)?;
        let url = url.map(str::to_owned).filter(|_| driver.needs_url());
        Some(Self { driver, url })
    }

    /// What stands for a suite in recordings and receipts.
    fn suite(&self) -> &'static str {
        self.driver.bare_suite()
    }

    /// The option that names it.
    fn option(&self) -> String {
        match (&self.url, self.driver.needs_url()) {
            (Some(url), _) => format!(" --url {}", quoted(url)),
            (None, true) => " --url URL".to_owned(),
            (None, false) => String::new(),
        }
    }

    /// It as it is at the beginning; `None` where its address is not known.
    fn open_if_known(&self) -> Result<Option<Box<dyn Environment>>, Error> {
        match self.url.is_none() && self.driver.needs_url() {
            true => Ok(None),
            false => self.open().map(Some),
        }
    }

    /// It as it is at the beginning.
    pub fn open(&self) -> Result<Box<dyn Environment>, Error> {
        self.driver.bare(&Start {
            url: self.url.clone(),
            ..Start::default()
        })
    }

    /// Whether what is done there stays: a device that is made anew each time forgets it.
    fn lasts(&self) -> bool {
        self.driver.needs_url()
    }

    /// Whether somebody's application is behind it: a file of this machine is none.
    fn is_live(&self) -> bool {
        let file = |url: &String| url.starts_with("file:");
        self.lasts() && !self.url.as_ref().is_some_and(file)
    }
}

/// Whether an episode came to its end where nobody could judge it.
pub fn came_to_its_end(recording: &Recording) -> bool {
    recording.reward.is_none() && matches!(recording.ending.outcome, Outcome::Unchecked | Outcome::Reached)
}

/// An instance of no task type: nobody sets it up or judges it.
pub fn nothing_yet(goal: &str) -> Instance {
    Instance {
        suite: String::new(),
        task_type: String::new(),
        seed: 0,
        goal: goal.to_owned(),
        params: Params::new(),
    }
}

/// What was done for a text, as an instance of a kind of task that has this name, or one after the text. Values that
/// were named are its parameters; else those of the text.
pub fn instance(
    text: &str,
    name: Option<&str>,
    params: &Params,
    at: &Place,
    recording: &Recording,
    bank: &Bank,
) -> Result<Instance, Error> {
    let template = template_of(text, recording);
    let task_type = name.map_or_else(|| name_of(&template, at), str::to_owned);
    let before = earlier(bank, at, &task_type)?;
    let known = before.iter().find(|it| it.instance.goal == text);
    let next = before.iter().map(|it| it.instance.seed).max().unwrap_or(0) + 1;
    let own = || template.extract(text).unwrap_or_default();
    Ok(Instance {
        suite: at.suite().to_owned(),
        seed: known.map_or(next, |it| it.instance.seed),
        goal: text.to_owned(),
        params: if params.is_empty() { own() } else { params.clone() },
        task_type,
    })
}

/// Keep what was done for a text, as an instance of a kind of task that is named after it.
pub fn keep(text: &str, at: &Place, explored: &Explored, rpa: &Autorpa) -> Result<Recording, Error> {
    let mut recording = explored.recording.clone();
    let bank = Bank::open(&rpa.home.bank).map_err(Error::kept)?;
    recording.instance = instance(text, None, &Params::new(), at, &recording, &bank)?;
    let id = bank.save(&recording, &explored.screenshots);
    recording.id = id.map_err(Error::kept)?;
    Ok(recording)
}

/// The command that builds from a recording.
pub fn command(recording: &Recording, at: &Place) -> String {
    let Instance { task_type, .. } = &recording.instance;
    format!(
        "autorpa build --task-type {} --from {}{}",
        quoted(task_type),
        recording.id,
        at.option()
    )
}

/// What is built, and with what.
pub struct Order<'a> {
    /// The library.
    pub rpa: &'a Autorpa,
    /// Where it was shown.
    pub at: Place,
    /// The drivers.
    pub tier: Tier,
    /// What is allowed.
    pub args: &'a ModelOptions,
    /// Who is asked for what is left.
    pub model: Option<Model>,
}

/// Build a function from recordings of one kind of task, and from those that the bank has besides.
pub fn function(order: &Order<'_>, mut shown: Vec<Recording>) -> Result<Built, Error> {
    let rpa = order.rpa;
    let started = std::time::Instant::now();
    let Some(newest) = shown.first().cloned() else {
        return Err(Error::usage("--from names no recording"));
    };
    let Instance { task_type, goal, .. } = newest.instance.clone();
    let bank = Bank::open(&rpa.home.bank).map_err(Error::kept)?;
    let template = template_of(&goal, &newest);
    for entry in earlier(&bank, &order.at, &task_type)?.into_iter().rev() {
        if shown.iter().any(|it| it.id == entry.id) {
            continue;
        }
        let why_not = if shown.iter().any(|it| it.instance.goal == entry.instance.goal) {
            "its goal was done again since".to_owned()
        } else if template.extract(&entry.instance.goal).is_none() {
            format!("its goal, \"{}\", is worded otherwise", entry.instance.goal)
        } else {
            shown.push(bank.load(&entry.id).map_err(Error::kept)?);
            continue;
        };
        rpa.told
            .line(format!("note: recording {} is not joined: {why_not}", entry.id));
    }
    for it in &mut shown {
        it.instance.params = template.extract(&it.instance.goal).unwrap_or_default();
    }
    let (script, trajectories) = match built(&shown, &template) {
        Some(built) => built,
        // What several have not in common, the newest has alone.
        None if shown.len() > 1 && built(&shown[..1], &template).is_some() => {
            rpa.told
                .line("note: no code fits all recordings of it; it is built from the newest one, and the others are not in it");
            shown.truncate(1);
            built(&shown, &template).ok_or_else(|| nothing(&newest))?
        }
        None => written(order, &shown)?.ok_or_else(|| nothing(&newest))?,
    };
    let instance = &shown[0].instance;
    let tried = tried(order, &script.sure, instance, &trajectories)?;
    let library = Library::open(&rpa.home.library);
    let draft = draft(order, &script, &shown, &trajectories, &template, tried.as_ref());
    let function = library.publish(&draft).map_err(Error::kept)?;
    let function = function.ok_or_else(|| nothing(&newest))?;
    tell(order, &function, instance, shown.len());
    let why_not = match tried {
        Some(run) if run.ending.outcome != Outcome::Unchecked => Some(Error::Ended {
            outcome: run.ending.outcome,
            message: format!(
                "the function does not come to its end a second time\n{}",
                run.ending.diagnostic.map_or_else(String::new, |it| it
                    .render(&script.sure.name, &script.sure.source))
            ),
        }),
        Some(_) | None => None,
    };
    Ok(Built::unjudged(
        function,
        shown.len(),
        started.elapsed().as_secs_f64(),
        why_not,
    ))
}

/// A function, as it says that the task is done, and as it leaves that open: nobody has judged it.
struct Code {
    sure: Script,
    in_doubt: Script,
}

/// The model-free code that fits the recordings, if there is one.
fn built(shown: &[Recording], template: &Template) -> Option<(Code, Vec<SoftTrajectory>)> {
    let trajectories: Vec<SoftTrajectory> = shown.iter().map(translate).collect();
    let instances: Vec<Instance> = shown.iter().map(|it| it.instance.clone()).collect();
    let description = template.to_string().replace(['{', '}'], "`");
    let programs = synthesise(&trajectories, &shown.first()?.instance.task_type, &description);
    let mut sound: Vec<Code> = programs
        .into_iter()
        .map(|program| (emit(&program), program))
        .filter(|(script, program)| {
            check(script, &instances).is_empty() && unique(program, script, &trajectories).is_empty()
        })
        .map(|(sure, program)| Code {
            sure,
            in_doubt: emit(&program.in_doubt()),
        })
        .collect();
    sound.sort_by_key(|it| ignored_params(&it.sure, &trajectories).is_some());
    let first = sound.into_iter().next()?;
    Some((first, trajectories))
}

/// The code that a model writes where there is no other, and a model.
fn written(order: &Order<'_>, shown: &[Recording]) -> Result<Option<(Code, Vec<SoftTrajectory>)>, Error> {
    let (Some(model), Some(first)) = (
        order.model.as_ref().filter(|_| order.tier != Tier::Free),
        shown.first(),
    ) else {
        return Ok(None);
    };
    let Some(env) = order.at.open_if_known()? else {
        return Ok(None);
    };
    let options = compiler::model::Options {
        tools: model.tools(),
        ..agent_options(&ExploreOptions::default(), order.tier)
    };
    let reference = runtime::reference_in_short(&env.info().actions);
    let mut agents = Agents::new(model.clone(), reference, options);
    let mut trajectories = Vec::new();
    for it in shown {
        trajectories.push(agents.translate(it, translate(it))?);
    }
    let seen: Vec<Instance> = shown.iter().map(|it| it.instance.clone()).collect();
    let script = agents.build(&BuildTask {
        name: &function_name(&first.instance.task_type),
        task_type: &first.instance.task_type,
        seen: &seen,
        trajectories: &trajectories,
        current: None,
        failed: None,
        analysis: None,
    })?;
    Ok(script.map(|script| {
        let code = Code {
            in_doubt: script.clone().in_doubt(),
            sure: script,
        };
        (code, trajectories)
    }))
}

/// Run it once from the beginning, where that is possible and takes nothing back.
fn tried(
    order: &Order<'_>,
    script: &Script,
    instance: &Instance,
    trajectories: &[SoftTrajectory],
) -> Result<Option<Recording>, Error> {
    let lasting = consequences(script, trajectories);
    // What a field held is gone already: the same is typed there again.
    let lasting = lasting.iter().find(|it| it.found_in != FoundIn::Recording);
    if let (true, Some(first)) = (order.at.lasts(), lasting) {
        order.rpa.told.line(format!(
            "note: it is not run again: it does what nothing takes back ({first})"
        ));
        return Ok(None);
    }
    if let (true, Some(step)) = (order.at.is_live(), sends_a_form(trajectories)) {
        let question = format!(
            "step {step} sends a form, and what that does stays: run {} once more for \"{}\"?",
            script.name, instance.goal
        );
        if order.rpa.told.agrees(&question) != Some(true) {
            order.rpa.told.line(format!(
                "note: it is not run again: step {step} sends a form, and nobody has allowed that"
            ));
            return Ok(None);
        }
    }
    let Some(mut env) = order.at.open_if_known()? else {
        order
            .rpa
            .told
            .line("note: it is not run again: --url says where the page is");
        return Ok(None);
    };
    let guard = guard(env.as_ref(), "", &crate::model::policy(order.args))?;
    // An instance of no task type is not judged.
    let unjudged = Instance {
        task_type: String::new(),
        ..instance.clone()
    };
    let run = run_judged(
        env.as_mut(),
        Call {
            source: &script.source,
            name: &script.name,
            arguments: &script.arguments(instance),
            instance: &unjudged,
            options: runtime::Options::default(),
            guard,
            book: None,
        },
        order.model.clone(),
        &order.rpa.cancel,
    )?
    .recording;
    if run.ending.outcome == Outcome::Cancelled {
        return Err(WorldError::Cancelled.into());
    }
    Ok(Some(run))
}

/// The first step that sends a form: a press on what sends one, whatever it is called, or Enter in a field.
fn sends_a_form(trajectories: &[SoftTrajectory]) -> Option<usize> {
    let sends = |step: &&compiler::soft::Step| {
        let target = step.target.and_then(|id| step.screen.get(id));
        match &step.action {
            Action::Click { .. } | Action::DoubleTap { .. } => {
                let kind = target.and_then(|it| it.attributes.get("type"));
                kind.is_some_and(|it| it == "submit" || it == "image")
            }
            Action::KeyboardEnter => step.screen.elements.iter().any(|it| it.focused && it.editable),
            _ => false,
        }
    };
    let steps = trajectories.iter().flat_map(|it| &it.steps);
    steps.clone().find(sends).map(|it| it.source.step)
}

/// What is kept of it. Nobody has judged it: it is not verified, whatever its run came to.
fn draft(
    order: &Order<'_>,
    code: &Code,
    shown: &[Recording],
    trajectories: &[SoftTrajectory],
    template: &Template,
    tried: Option<&Recording>,
) -> Draft {
    let newest = &shown[0].instance;
    let app = trajectories
        .iter()
        .flat_map(|it| &it.steps)
        .find_map(|it| match &it.action {
            Action::OpenApp { .. } => it.value.clone(),
            _ => None,
        });
    // A function that fails a second time does not say that all is done.
    let script = match tried {
        Some(run) if run.ending.outcome != Outcome::Unchecked => &code.in_doubt,
        Some(_) | None => &code.sure,
    };
    let asked = order.model.as_ref().map(|it| it.tally().total());
    let asked = asked.unwrap_or_default();
    let by_agent = shown.iter().any(|it| it.origin == Origin::React);
    let receipt = Receipt {
        version: RECEIPT_VERSION,
        name: script.name.clone(),
        task_type: newest.task_type.clone(),
        suite: order.at.suite().to_owned(),
        device: order.at.driver.name().to_owned(),
        verified: false,
        unjudged: true,
        accepted: None,
        instances: tried
            .iter()
            .map(|run| Tried {
                seed: newest.seed,
                reward: None,
                outcome: run.ending.outcome,
            })
            .collect(),
        params: script
            .params
            .iter()
            .map(|it| ParamSpec {
                name: it.name.clone(),
                description: it.description.clone(),
            })
            .collect(),
        templates: vec![template.clone()],
        refinements: 0,
        tokens: Tokens {
            prompt: asked.prompt,
            completion: asked.completion,
        },
        tokens_by_agent: BTreeMap::new(),
        dollars: (asked.cost.0 > 0).then(|| asked.cost.as_f64()),
        tiers: BTreeMap::new(),
        model_failures: Vec::new(),
        explorer: Explorer {
            kind: if by_agent { "react" } else { "person" }.to_owned(),
            episodes: shown.len(),
            steps: shown.iter().map(|it| it.steps.len()).sum(),
        },
        irreversible: consequences(script, trajectories)
            .iter()
            .map(ToString::to_string)
            .collect(),
        alike: Vec::new(),
        recordings: shown.iter().map(|it| it.id.clone()).collect(),
        phases: Vec::new(),
        script_sha256: String::new(),
        history: Vec::new(),
        made_at: None,
    };
    Draft {
        place: place(order.at.suite(), &newest.task_type, app.as_deref()),
        versions: vec![Version {
            source: script.source.clone(),
            why: format!(
                "built from {} recording{} that nobody has judged",
                shown.len(),
                if shown.len() == 1 { "" } else { "s" }
            ),
        }],
        receipt,
    }
}

/// What there is now, and what is missing.
fn tell(order: &Order<'_>, function: &Function, instance: &Instance, recordings: usize) {
    let tried = match &function.receipt.instances[..] {
        [run, ..] if run.outcome == Outcome::Unchecked => {
            ", which came to its end when it was run again from the beginning"
        }
        _ => "",
    };
    let told = &order.rpa.told;
    told.line(format!(
        "built from {recordings} recording{}{tried}: {}",
        if recordings == 1 { "" } else { "s" },
        function.path.display()
    ));
    let values = match function.receipt.params.is_empty() {
        true => "no value of the goal is a parameter: none of what was typed or chosen stands in it",
        false => "do it once with other values and --build to have it built from both",
    };
    told.line(format!(
        "note: nobody has judged it, so `run` does not take it: look at it, then `{}`; {values}",
        exec(function, &instance.params, &order.at)
    ));
}

/// How the functions are run whose goal a text is and that nobody has judged: whether to is the user's choice.
pub fn unjudged(rpa: &Autorpa, text: &str, url: Option<&str>) -> Result<Vec<String>, Error> {
    let functions = Library::open(&rpa.home.library)
        .list()
        .map_err(Error::kept)?
        .functions;
    let open = |it: &&Function| it.receipt.unjudged && it.receipt.accepted.is_none() && !it.edited;
    let fitting = functions.iter().filter(open);
    let told = fitting.filter_map(|it| {
        let params = it.receipt.params_for(text)?;
        let at = Place::named(&it.receipt.suite, rpa, url)?;
        Some(format!(
            "note: nobody has judged {}; `{}` runs it",
            it.title(),
            exec(it, &params, &at)
        ))
    });
    Ok(told.collect())
}

/// A function's call, as it is typed.
fn exec(function: &Function, params: &Params, at: &Place) -> String {
    let values = crate::params::arguments(&function.receipt, "", params);
    let values: String = values
        .iter()
        .map(|(name, value)| format!(" --param {}", quoted(&format!("{name}={value}"))))
        .collect();
    let script = quoted(&function.path.display().to_string());
    format!("autorpa exec {script}{}{values}", at.option())
}

/// For a shell: in quotes, where it is more than one plain word.
fn quoted(text: &str) -> String {
    let plain = |it: char| it.is_alphanumeric() || "-_./:@%+,=".contains(it);
    match !text.is_empty() && text.chars().all(plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

fn nothing(of: &Recording) -> Error {
    Error::Ended {
        outcome: Outcome::Stuck,
        message: format!(
            "no code fits recording {}, which has {} steps\nhelp: `autorpa show {} --form soft` shows which step has no \
             sound locator; a model (--llm) may write the code",
            of.id,
            of.steps.len(),
            of.id
        ),
    }
}

/// The recordings of this kind that came to their end, oldest first.
fn earlier(bank: &Bank, at: &Place, task_type: &str) -> Result<Vec<trajectory::Entry>, Error> {
    let filter = Filter {
        suite: Some(at.suite().to_owned()),
        task_type: Some(task_type.to_owned()),
        ..Filter::default()
    };
    let mut entries = bank.list(&filter).map_err(Error::kept)?.entries;
    // Recordings of older versions call it reached.
    let ended = |it: Outcome| matches!(it, Outcome::Unchecked | Outcome::Reached);
    entries.retain(|it| it.origin != Origin::Script && ended(it.outcome));
    Ok(entries)
}

/// The goal with its values as slots. A value is what was typed or answered and stands in the goal, and what stands
/// there in quotes and was acted on; the slots are named as in any goals that differ in their values.
fn template_of(goal: &str, recording: &Recording) -> Template {
    let mut values: Vec<&str> = Vec::new();
    for step in &recording.steps {
        values.extend(match &step.action {
            Action::InputText { text: it, .. }
            | Action::SelectOption { option: it, .. }
            | Action::UploadFiles { files: it, .. }
            | Action::AnswerDialog { text: Some(it), .. }
            | Action::Answer { text: it } => Some(it.trim()),
            _ => None,
        });
        let element = step.action.target().and_then(|it| step.screen.get(*it));
        let shown = element.into_iter().flat_map(|it| it.words()).map(str::trim);
        values.extend(shown.filter(|it| goal.contains(&format!("\"{it}\""))));
    }
    values.retain(|it| !it.is_empty());
    values.sort_by_key(|it| std::cmp::Reverse(it.len()));
    values.dedup();
    let mut other = goal.to_owned();
    for (n, value) in values.iter().enumerate() {
        other = with_another(&other, value, &format!("\u{e000}x{n}"));
    }
    let whole = || {
        induce(&[goal.to_owned()])
            .into_iter()
            .next()
            .unwrap_or_else(|| plain(goal))
    };
    // Nothing but a wording that both share can have slots.
    match &induce(&[goal.to_owned(), other.clone()])[..] {
        [one] if one.extract(goal).is_some() && other != goal => one.clone(),
        _ => whole(),
    }
}

/// A goal without slots.
fn plain(goal: &str) -> Template {
    let text = goal.replace('{', "{{").replace('}', "}}");
    Template::parse(&text).expect("all braces are doubled")
}

/// A text with another one in the place of a value, wherever that stands as words of its own.
fn with_another(text: &str, value: &str, other: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(value) {
        let (before, after) = (&rest[..at], &rest[at + value.len()..]);
        let inner = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
        let apart = !inner(out.chars().chain(before.chars()).next_back()) && !inner(after.chars().next());
        out.push_str(before);
        out.push_str(if apart { other } else { value });
        rest = after;
    }
    out + rest
}

/// What the kind of task is called: where it is done, and the words that all its goals say.
fn name_of(template: &Template, at: &Place) -> String {
    let site = match &at.url {
        Some(url) => {
            let bare = url.split(['?', '#']).next().unwrap_or_default();
            let (scheme, path) = bare.split_once("://").unwrap_or(("", bare));
            let host = path.split('/').next().unwrap_or_default();
            match scheme {
                "http" | "https" => host.to_owned(),
                _ => path.rsplit('/').next().unwrap_or_default().to_owned(),
            }
        }
        None => String::new(),
    };
    let texts: Vec<&str> = template.texts().collect();
    let words = texts.join(" ").to_lowercase();
    let words = words
        .split(|it: char| !it.is_alphanumeric())
        .filter(|it| !it.is_empty());
    let site = site.to_lowercase();
    let site = site
        .split(|it: char| !it.is_alphanumeric())
        .filter(|it| !it.is_empty());
    let all: Vec<&str> = site.chain(words.take(WORDS)).collect();
    all.join("-")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use ui::{Element, ElementId, Screen};

    use super::*;

    /// A recording with these texts typed, and a tap on what shows this.
    fn recording(typed: &[&str], tapped: &str) -> Recording {
        let screen = Arc::new(Screen {
            elements: vec![Element {
                text: Some(tapped.to_owned()),
                ..Element::default()
            }],
            ..Screen::default()
        });
        let typed = typed.iter().map(|it| Action::InputText {
            target: None,
            text: (*it).to_owned(),
            clear: true,
        });
        let tap = Action::Click { target: ElementId(0) };
        let steps = typed
            .chain([tap])
            .map(|it| trajectory::Step::new(Arc::clone(&screen), it));
        let instance = Instance {
            suite: String::new(),
            task_type: String::new(),
            seed: 0,
            goal: String::new(),
            params: Params::new(),
        };
        Recording::reached(Origin::React, instance, steps.collect(), Arc::default())
    }

    #[track_caller]
    fn case(goal: &str, typed: &[&str], tapped: &str, expected: &str) {
        let template = template_of(goal, &recording(typed, tapped));
        assert_eq!(template.to_string(), expected);
        assert!(template.extract(goal).is_some());
    }

    #[test]
    fn the_values_of_a_goal_are_what_was_typed_and_what_was_chosen_of_it() {
        case(
            "Log in with the username ada and the password x1 on this page.",
            &["ada", "x1"],
            "Log in",
            "Log in with the username {username} and the password {password} on this page.",
        );
        case(
            "Choose \"Blue whale\" in the list and press \"Go\".",
            &[],
            "Blue whale",
            "Choose \"{list}\" in the list and press \"Go\".",
        );
        // What is a part of a word is no value, and neither is what the goal does not say.
        case(
            "Write 5 into the field of 15 rows.",
            &["5", "other"],
            "OK",
            "Write {field} into the field of 15 rows.",
        );
        case("Press the {big} button.", &[], "OK", "Press the {{big}} button.");
    }

    #[test]
    fn a_kind_of_task_is_named_after_its_place_and_its_words() {
        let template = Template::parse("Note down {text} for {name}, please.").unwrap();
        let web: Arc<dyn Driver> = Arc::new(crate::builtin::WebDriver::default());
        let page = |url: &str| name_of(&template, &Place::new(web.clone(), Some(url.to_owned())));
        assert_eq!(
            page("https://notes.example/new?x=1#y"),
            "notes-example-note-down-for-please"
        );
        assert_eq!(page("file:///tmp/Page.html"), "page-html-note-down-for-please");
        assert_eq!(
            name_of(
                &template,
                &Place::new(Arc::new(crate::builtin::EmulatorDriver), None)
            ),
            "note-down-for-please"
        );
    }

    #[test]
    fn a_value_is_typed_for_a_shell() {
        assert_eq!(quoted("a-b.c"), "a-b.c");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
