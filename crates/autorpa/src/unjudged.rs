//! A task that no task type has, done where nobody judges: kept as a recording, and a function built from it at once.
//!
//! What the task's kind is called, and what its values are, is read from the goal and from what was done for it. That
//! the function is right nobody has said: it is run once more from the beginning to see that it comes to its end, and
//! its receipt says no more than that.

mod answerable;
mod done;
mod each_row;
mod joined;
mod naming;
mod order;
mod place;
mod questions;
mod read_back;
mod values;
mod world;

use std::collections::BTreeMap;

use compiler::{
    compile::{Compiled, Request, Rows, Without, compile},
    model::Agents,
    script::Script,
};
use explorer::react::Explored;
use library::{Draft, Explorer, Function, Library, Mutation, Tried};
use settings::{Call, Setting};
use task::{Instance, Params, Template};
use trajectory::{Bank, Origin, Outcome, Recording, RecordingId};

use crate::{
    Autorpa,
    built::Built,
    draft::{Origins, draft},
    error::Error,
    model::Model,
    mutation,
    options::check,
    ran::NotReached,
    request::{ExploreOptions, Tier},
    workbench::{Checked, agent_options, reference, understood_lines},
};

pub use answerable::{Answerable, AnswerableValue};
pub use order::Order;
pub use place::{NoDevice, Place};
pub(crate) use questions::settle;
pub use questions::{NotAnswered, Questions};
pub use values::Role;

pub use each_row::NotChosen;
use each_row::Repeats;
use joined::{Demonstrations, joined};
use naming::{Worded, name_of, template_of};
use place::earlier;
use thiserror::Error;
use world::Unjudged;

/// Whether an episode came to its end where nobody could judge it.
pub fn came_to_its_end(recording: &Recording) -> bool {
    recording.reward.is_none() && matches!(recording.ending.outcome, Outcome::Unchecked | Outcome::Reached)
}

/// What a person has shown, as an instance of a kind of task that has this name, or one after the goal. Its parameters are
/// those that were understood, and the goal says them all.
pub fn instance(
    questions: &Questions,
    name: Option<&str>,
    at: &Place,
    bank: &Bank,
) -> Result<Instance, Error> {
    let Worded { goal, own, .. } = questions.worded();
    numbered(goal, questions.params(), name, &own, at, bank)
}

/// An instance of a kind of task that has this name, or one after how its goals are worded, and a number of its own.
fn numbered(
    goal: String,
    params: Params,
    name: Option<&str>,
    template: &Template,
    at: &Place,
    bank: &Bank,
) -> Result<Instance, Error> {
    let task_type = name.map_or_else(|| name_of(template, at), str::to_owned);
    let before = earlier(bank, at, &task_type)?;
    let known = before.iter().find(|it| it.instance.goal == goal);
    let next = before.iter().map(|it| it.instance.seed).max().unwrap_or(0) + 1;
    Ok(Instance {
        suite: at.suite().to_owned(),
        seed: known.map_or(next, |it| it.instance.seed),
        goal,
        params,
        task_type,
    })
}

/// Keep what was done for a text, as an instance of a kind of task that is named after it.
pub fn keep(text: &str, at: &Place, explored: &Explored, rpa: &Autorpa) -> Result<Recording, Error> {
    let mut recording = explored.recording.clone();
    let bank = Bank::open(&rpa.home.bank).map_err(Error::kept)?;
    let template = template_of(text, &recording);
    let params = template.extract(text).unwrap_or_default();
    recording.instance = numbered(text.to_owned(), params, None, &template, at, &bank)?;
    let id = bank.save(&recording, &explored.screenshots);
    recording.id = id.map_err(Error::kept)?;
    Ok(recording)
}

/// The call that builds from a recording.
pub fn building(recording: &Recording, at: &Place) -> Call {
    let call = Call::new(settings::Request::Build)
        .with(Setting::TaskType, &recording.instance.task_type)
        .with(Setting::From, &recording.id);
    at.named_in(call)
}

/// There is nothing to build from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{} names no recording", Setting::From)]
pub struct NoRecording;

/// Build a function from recordings of one kind of task, and from those that the bank has besides.
pub fn function(order: &Order<'_>, shown: Vec<Recording>) -> Result<Built, Error> {
    let rpa = order.rpa;
    let started = std::time::Instant::now();
    let Some(newest) = shown.first().cloned() else {
        return Err(Error::usage(NoRecording));
    };
    check(order.tier, &ExploreOptions::default(), order.model.is_some())?;
    let mut all = joined(order, shown, &newest)?;
    let mut look_ups: Vec<(Recording, Recording)> = Vec::new();
    for it in &mut all.shown {
        let (task, look_up) = read_back::split(it);
        look_ups.extend(look_up.map(|it| (task.clone(), it)));
        *it = task;
    }
    let is_loop = is_loop(order, &newest);
    all.making(Questions::of_kept(&newest).made(), is_loop, &order.rpa.told);
    look_ups.retain(|(_, look_up)| all.can_look_up(look_up, &order.rpa.told));
    let alone = Demonstrations {
        shown: all.shown[..1].to_vec(),
        template: all.template.clone(),
        others: Vec::new(),
        made: all.made.clone(),
    };
    let kept = kept(order, &newest)?.filter(|_| !order.again);
    let is_of_others = |it: &&Function| it.receipt.recordings.iter().any(|id| all.others.contains(id));
    if let Some(function) = kept.as_ref().filter(is_of_others) {
        return Err(stays(function, &newest));
    }
    // The model-free drivers go first; what several do not have in common, the newest has alone, and nobody else is left to ask.
    let attempts: &[(Tier, &Demonstrations)] = match (order.tier, &order.model) {
        // Which rows are meant the person has said of this one.
        _ if is_loop => &[(Tier::Free, &alone)],
        (Tier::Model, Some(_)) => &[(Tier::Model, &all)],
        (Tier::Auto, Some(_)) => &[(Tier::Free, &all), (Tier::Auto, &all), (Tier::Free, &alone)],
        (Tier::Free | Tier::Auto | Tier::Model, _) => &[(Tier::Free, &all), (Tier::Free, &alone)],
    };
    for (tier, of) in attempts {
        let agents = match tier {
            Tier::Free => None,
            Tier::Auto | Tier::Model => agents(order)?,
        };
        let mut world = Unjudged::new(order, &of.shown, agents);
        let compiled = compile(&mut world, &request(*tier, of, rows_of(&of.shown)));
        if let Some(failed) = world.failed.take() {
            return Err(failed);
        }
        let compiled = compiled?;
        if compiled.script.is_none() {
            continue;
        }
        if of.shown.len() < all.shown.len() {
            if let Some(function) = &kept {
                return Err(stays(function, &newest));
            }
            rpa.told.line(of_the_newest_alone(is_loop));
        }
        return published(order, of, compiled, &world, &look_ups, started);
    }
    match is_loop {
        true => Err(Error::ended(Outcome::Stuck, NoLoop { recording: newest.id })),
        false => Err(nothing(&newest)),
    }
}

/// Keep what was compiled, and tell of it.
fn published(
    order: &Order<'_>,
    of: &Demonstrations,
    compiled: Compiled,
    world: &Unjudged<'_>,
    look_ups: &[(Recording, Recording)],
    started: std::time::Instant,
) -> Result<Built, Error> {
    let home = &order.rpa.home;
    let bank = Bank::open(&home.bank).map_err(Error::kept)?;
    let played = mutation::of_build(&bank, &compiled);
    let mut draft = to_keep(order, of, &compiled, world, played.score);
    draft.receipt.read_back = believed(order, look_ups)?;
    let function = Library::open(&home.library)
        .publish(&draft)
        .map_err(Error::kept)?
        .ok_or_else(|| nothing(&of.shown[0]))?;
    tell(order, &function, &of.shown[0].instance, of.shown.len());
    let checked = match function.receipt.read_back {
        Some(_) => Checked::ReadBack,
        None => Checked::Nowhere,
    };
    tell_understood(order, &compiled, world, checked);
    let why_not = not_a_second_time(&compiled, world);
    let seconds = started.elapsed().as_secs_f64();
    let understood = compiled.understood;
    Ok(Built::unjudged(
        function,
        of.shown.len(),
        seconds,
        why_not,
        understood,
    ))
}

/// Whether a person has said which rows of a table a recording is done to. Why it is no loop where rows are repeated, is told.
fn is_loop(order: &Order<'_>, newest: &Recording) -> bool {
    let repeats = Repeats::of(newest);
    if let Some(why_none) = repeats.why_none() {
        let told = &order.rpa.told;
        told.line(format!("note: no loop is made: {why_none}"));
    }
    repeats.confirmed(newest).is_some()
}

fn of_the_newest_alone(is_loop: bool) -> &'static str {
    match is_loop {
        true => {
            "note: a loop over rows is built from the newest recording alone, and the others are not in it"
        }
        false => {
            "note: no code fits all recordings of it; it is built from the newest one, and the others are not in it"
        }
    }
}

/// What is known of rounds over the rows of a table, where there is one recording alone.
fn rows_of(shown: &[Recording]) -> Rows {
    let [one] = shown else {
        return Rows::NotShown;
    };
    let repeats = Repeats::of(one);
    match repeats.confirmed(one) {
        Some(rows) => Rows::Meant(Box::new(rows)),
        None if repeats.is_open() => Rows::NotSaid,
        None => Rows::NotShown,
    }
}

/// The code that fits what was shown, with what the bank has of the same kind; nothing is run. `None` where no code fits.
pub(crate) fn candidate(order: &Order<'_>, newest: &Recording) -> Result<Option<Script>, Error> {
    let mut all = joined(order, vec![newest.clone()], newest)?;
    for it in &mut all.shown {
        *it = read_back::split(it).0;
    }
    let alone = &all.shown[..1];
    for shown in [&all.shown[..], alone] {
        let of = Demonstrations {
            shown: shown.to_vec(),
            template: all.template.clone(),
            others: Vec::new(),
            made: Vec::new(),
        };
        let mut world = Unjudged::looking_up(order, &of.shown);
        let compiled = compile(&mut world, &request(Tier::Free, &of, rows_of(&of.shown)))?;
        if compiled.script.is_some() {
            return Ok(compiled.script);
        }
    }
    Ok(None)
}

/// The code that looks up whether a run worked, of the newest look-up that says something. What is not believed is said.
fn believed(order: &Order<'_>, look_ups: &[(Recording, Recording)]) -> Result<Option<String>, Error> {
    for (task, look_up) in look_ups {
        match read_back::believed(order, task, look_up)? {
            Ok(source) => return Ok(Some(source)),
            Err(why_not) => order.rpa.told.line(format!(
                "note: what was looked up in recording {} does not judge a run: {why_not}",
                look_up.id
            )),
        }
    }
    Ok(None)
}

/// What is asked of the compiler: every recording is an instance, and there are no others.
fn request(tier: Tier, of: &Demonstrations, rows: Rows) -> Request {
    Request {
        task_type: of.shown[0].instance.task_type.clone(),
        description: of.template.to_string().replace(['{', '}'], "`"),
        instances: of.shown.len(),
        refinements: 0,
        held_out: 0,
        further: 0,
        tier,
        candidates: 1,
        without: Without::default(),
        rows,
        made: of.made.clone(),
    }
}

/// The agents of the stages, where the device is known that they write for.
fn agents(order: &Order<'_>) -> Result<Option<Agents<Model>>, Error> {
    let (Some(model), Some(env)) = (&order.model, order.at.open_if_known()?) else {
        return Ok(None);
    };
    let options = compiler::model::Options {
        tools: model.tools(),
        ..agent_options(&ExploreOptions::default(), order.tier)
    };
    let reference = reference(&env.info().actions);
    Ok(Some(Agents::new(model.clone(), reference, options)))
}

/// What is kept of it. Nobody has judged it: it is not verified, whatever its run came to.
fn to_keep(
    order: &Order<'_>,
    of: &Demonstrations,
    compiled: &Compiled,
    world: &Unjudged<'_>,
    mutation: Option<Mutation>,
) -> Draft {
    let newest = &of.shown[0].instance;
    let asked = order.model.as_ref().map(Model::tally).unwrap_or_default();
    let by_agent = of.shown.iter().any(|it| it.origin == Origin::React);
    let tried = |(_, run): &(String, Recording)| Tried {
        seed: newest.seed,
        reward: None,
        outcome: run.ending.outcome,
    };
    let origins = Origins {
        task_type: &newest.task_type,
        suite: order.at.suite(),
        device: order.at.device(),
        templates: std::slice::from_ref(&of.template),
        instances: world.ran.iter().map(tried).collect(),
        asked: &asked,
        tiers: BTreeMap::new(),
        failures: &world.failures,
        explorer: Explorer {
            kind: if by_agent { "react" } else { "person" }.to_owned(),
            episodes: of.shown.len(),
            steps: of.shown.iter().map(|it| it.steps.len()).sum(),
        },
        mutation,
    };
    let mut draft = draft(origins, compiled);
    draft.receipt.unjudged = true;
    draft
}

/// Whether a run did not come to its end.
fn stopped(run: &Recording) -> bool {
    run.ending.outcome != Outcome::Unchecked
}

/// Why the function is worth less than one that comes to its end, where it was run and did not.
fn not_a_second_time(compiled: &Compiled, world: &Unjudged<'_>) -> Option<Error> {
    let (source, run) = world.ran.as_ref().filter(|(_, run)| stopped(run))?;
    let name = compiled.script.as_ref().map_or("", |it| it.name.as_str());
    let fault = run.ending.for_people().map(|diagnostic| NotReached::Fault {
        diagnostic,
        name: name.to_owned(),
        source_text: source.clone(),
    });
    Some(Error::ended(run.ending.outcome, NotTwice { fault }))
}

/// A function that was built from one run does not come to its end when it is run once more.
#[derive(Clone, Debug, Error)]
#[error("the function does not come to its end a second time\n{}", fault.as_ref().map(NotReached::to_string).unwrap_or_default())]
pub struct NotTwice {
    /// Where it ended, if it says so.
    pub fault: Option<NotReached>,
}

/// What was understood of the task, as a build that somebody judges says it, and what speaks against the function.
fn tell_understood(order: &Order<'_>, compiled: &Compiled, world: &Unjudged<'_>, checked: Checked) {
    let told = &order.rpa.told;
    if let Some(understood) = &compiled.understood {
        for line in understood_lines(understood, checked) {
            told.line(line);
        }
    }
    let failed = world.ran.as_ref().is_some_and(|(_, run)| stopped(run));
    if let Some(reason) = compiled.reason.as_ref().filter(|_| !failed) {
        told.line(format!("note: it leaves open whether the task is done: {reason}"));
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
        true => {
            "no value of the goal is a parameter: none of what was typed or chosen stands in it".to_owned()
        }
        false => format!(
            "do it once with other values and {} to have it built from both",
            Setting::Build
        ),
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

/// A function's call.
fn exec(function: &Function, params: &Params, at: &Place) -> Call {
    let values = crate::params::arguments(&function.receipt, "", params);
    let call = at.named_in(Call::new(settings::Request::Exec).of(function.path.display()));
    values.iter().fold(call, |call, (name, value)| {
        call.with(Setting::Param, format_args!("{name}={value}"))
    })
}

/// The function that there is of this kind of task.
fn kept(order: &Order<'_>, newest: &Recording) -> Result<Option<Function>, Error> {
    Library::open(&order.rpa.home.library)
        .of_task(order.at.suite(), &newest.instance.task_type)
        .map_err(Error::kept)
}

/// No code does both what a further recording shows and what the function of its name was made of, which stays as it is.
#[derive(Clone, Debug, Error)]
#[error(
    "no code does both what recording {newest} shows and what {function} is made of, and {function} stays as it is\n\
     help: give what is another task another name ({}), or build from the new recording alone ({})",
    Setting::Name,
    Setting::Again
)]
struct NothingInCommon {
    newest: RecordingId,
    function: String,
}

fn stays(function: &Function, newest: &Recording) -> Error {
    let nothing_in_common = NothingInCommon {
        newest: newest.id.clone(),
        function: format!("{}/{}", function.app, function.name),
    };
    Error::ended(Outcome::Stuck, nothing_in_common)
}

fn nothing(of: &Recording) -> Error {
    let (recording, steps) = (of.id.clone(), of.steps.len());
    Error::ended(Outcome::Stuck, NoCode { recording, steps })
}

/// The rounds of a recording are no loop.
#[derive(Clone, Debug, Error)]
#[error(
    "no loop fits the rounds of recording {recording}: they are not the same steps, or nothing finds in each row what was pressed \
     there\nhelp: show two rows once more, with the same steps; `once` among the {} builds it as it was shown",
    Setting::Answers
)]
struct NoLoop {
    recording: RecordingId,
}

/// No function can be made of a recording.
#[derive(Clone, Debug, Error)]
#[error(
    "no code fits recording {recording}, which has {steps} steps\nhelp: `{}` shows which step has no sound locator; a model ({}) \
     may write the code",
    Call::new(settings::Request::Show).of(recording).with(Setting::Form, "soft"),
    Setting::Llm
)]
pub struct NoCode {
    /// The recording.
    pub recording: RecordingId,
    /// How many steps it has.
    pub steps: usize,
}
