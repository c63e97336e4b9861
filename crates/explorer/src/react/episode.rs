//! One episode: look, decide, act, say what it did; in the end the judgement and the conclusion.

use std::{
    collections::{BTreeMap, VecDeque},
    fmt::Display,
    sync::Arc,
};

use device::{Cancel, Device, DeviceError, DeviceInfo, NotAllowed};
use llm::{Message, Model, ModelError, Request, Role, Text, shortened};
use task::Instance;
use tracing::{info, warn};
use trajectory::{
    Code, Diagnostic, Ending, Origin, Outcome, Recording, RecordingId, Screenshots, Step, describe_action,
    describe_action_in_full, note_sent, summarize_step,
};
use ui::{
    Action, ActionKind, Element, ElementId, HardAction, Key, Screen, Status, element_line, element_list,
};

use crate::policy::Guard;

use super::{
    decision::{Conclusion, Decision, Next, ReplyError, SHOW_MORE, parse_conclusion, parse_summary},
    prompt::{self, Past},
    request::{Options, ReactError, Sight},
    shown::{ListedScreen, More},
    wanted::Wanted,
};

/// Steps without any effect on the screen after which an episode is given up.
const IDLE: usize = 5;
/// Actions that are not allowed, after which an episode is given up.
const REFUSALS: usize = 3;
/// Actions that one answer of a sparing agent may have.
const SEVERAL: usize = 5;
/// Steps of an episode whose task type sets no limit.
const STEPS: usize = 30;
/// Characters of a reason why a reply can't be used.
const LONGEST_REASON: usize = 4_000;

/// What an episode begins with.
pub(super) struct Start<'a> {
    /// What is known of its kind of task.
    pub task: TaskKind,
    pub origin: Origin,
    /// Steps that were done before, by a script.
    pub steps: Vec<Step>,
    /// What is known about why the script stopped.
    pub situation: String,
    /// Reflections on earlier attempts.
    pub lessons: &'a [String],
}

/// What is seen at one moment.
struct View {
    screen: Arc<Screen>,
    /// The plain screenshot, where the device made one.
    png: Option<Vec<u8>>,
}

/// Why an episode is over.
enum End {
    /// The agent said so, or the environment ended it by itself.
    Finished,
    Steps(usize),
    Stuck,
    /// The agent went on trying what is not allowed.
    NotAllowed(NotAllowed),
    Unusable(Role, ReplyError),
    Model(ModelError),
    Device(DeviceError),
    Cancelled,
}

/// What is known of the kind of task that an episode is of.
#[derive(Clone, Debug, Default)]
pub(super) struct TaskKind {
    /// The apps it is about, by names that `open_app` takes; empty where that is not said.
    pub scope: Vec<String>,
    /// Steps it may take.
    pub step_budget: Option<usize>,
}

/// An episode that has come to its end.
pub(super) struct Over {
    /// By what the device was read.
    read_by: Vec<String>,
    end: End,
    last: Arc<Screen>,
}

impl Over {
    /// Whether a judge is asked about it: nobody is about an episode that broke off.
    pub fn is_judged(&self) -> bool {
        match &self.end {
            End::Device(_) | End::Cancelled => false,
            End::Finished
            | End::Steps(_)
            | End::Stuck
            | End::NotAllowed(_)
            | End::Unusable(..)
            | End::Model(_) => true,
        }
    }
}

pub(super) struct Episode<'a> {
    model: &'a mut dyn Model,
    instance: &'a Instance,
    options: &'a Options,
    cancel: &'a Cancel,
    screenshots: &'a mut Screenshots,
    info: DeviceInfo,
    guard: Guard,
    start: Start<'a>,
    steps: Vec<Step>,
    /// Steps that were done before it began.
    before: usize,
    history: Vec<Past>,
    done: Vec<String>,
    plan: Vec<String>,
    answer: Option<String>,
    /// In unified mode: the locators, by the number of their step.
    locators: BTreeMap<usize, String>,
    /// What the goal names.
    wanted: Wanted,
    /// What was asked for of the list, and of which page.
    more: (More, String),
    limit: usize,
}

impl<'a> Episode<'a> {
    /// Begin on a device as it stands.
    pub fn begin(
        device: &dyn Device,
        model: &'a mut dyn Model,
        instance: &'a Instance,
        options: &'a Options,
        cancel: &'a Cancel,
        screenshots: &'a mut Screenshots,
        mut start: Start<'a>,
    ) -> Result<Self, ReactError> {
        let info = device.info();
        let guard = Guard::new(device, &start.task.scope, &options.policy)?;
        let limit = options.steps.or(start.task.step_budget).unwrap_or(STEPS);
        let steps = std::mem::take(&mut start.steps);
        // The script's steps are told like the agent's own, so that it knows where things stand.
        let history = steps
            .iter()
            .enumerate()
            .map(|(idx, step)| {
                let after = steps.get(idx + 1).map(|it| &it.screen);
                let reason = step.reason.as_deref().unwrap_or("(done by the script)");
                let summary = step.summary.clone().unwrap_or_else(|| match after {
                    Some(after) => summarize_step(&step.screen, &step.action, after),
                    None => "the last thing the script did".to_owned(),
                });
                past(&step.screen, &step.action, reason, &summary)
            })
            .collect();
        Ok(Self {
            model,
            instance,
            options,
            cancel,
            screenshots,
            info,
            guard,
            start,
            before: steps.len(),
            steps,
            history,
            done: Vec::new(),
            plan: Vec::new(),
            answer: None,
            locators: BTreeMap::new(),
            wanted: Wanted::new(instance),
            more: (More::Nothing, String::new()),
            limit,
        })
    }

    /// Act until the episode is over.
    pub fn act(&mut self, device: &mut dyn Device) -> Result<Over, ReactError> {
        let (end, last) = match self.look(device) {
            Ok(view) => self.work(device, view)?,
            Err(error) => (End::Device(error), Arc::default()),
        };
        note_sent(&mut self.steps, device.sent());
        let read_by = device.read_by().to_vec();
        Ok(Over { end, last, read_by })
    }

    /// What is kept of it. `reward` is the judge's, where there is one.
    pub fn end(
        mut self,
        over: Over,
        reward: Option<f64>,
    ) -> Result<(Recording, BTreeMap<usize, String>), ReactError> {
        let Over { end, last, read_by } = over;
        let before = self.before;
        let breakpoint = (self.start.origin == Origin::Hybrid).then_some(before);
        let ending = ending(&end, reward, self.said());
        let model_left = !matches!(end, End::Model(_) | End::Cancelled);
        // What a success was, its steps tell; what to learn from a failure, only a model does.
        let told = self.options.sparing && reward.is_some_and(|it| it >= 1.0);
        let conclusion = if model_left && !told {
            self.conclude(&ending, reward, &last, before)?
        } else {
            None
        };
        info!(
            task = %self.instance.task_type,
            seed = self.instance.seed,
            steps = self.steps.len() - before,
            outcome = %ending.outcome,
            reward,
            "episode over"
        );
        let (conclusion, reflection) =
            conclusion.map_or((None, None), |it| (Some(it.conclusion), it.reflection));
        let recording = Recording {
            id: RecordingId(String::new()),
            origin: self.start.origin,
            instance: self.instance.clone(),
            steps: self.steps,
            last,
            breakpoint,
            ending,
            reward,
            answer: self.answer,
            conclusion,
            reflection,
            shown: None,
            read_by,
            log: Vec::new(),
        };
        Ok((recording, self.locators))
    }

    /// Act until the episode is over. The answer has the last screen.
    fn work(&mut self, device: &mut dyn Device, mut view: View) -> Result<(End, Arc<Screen>), ReactError> {
        let (mut idle, mut refusals) = (0, 0);
        let mut planned: VecDeque<Planned> = VecDeque::new();
        for taken in 0..self.limit {
            if self.cancel.is_cancelled() {
                return Ok((End::Cancelled, view.screen));
            }
            let decision = match self.next(&mut planned, &view, self.limit - taken)? {
                Ok(Next::Act(decision)) => decision,
                Ok(Next::See(more, reason)) => {
                    self.see(more, reason, &view.screen);
                    continue;
                }
                Err(end) => return Ok((end, view.screen)),
            };
            info!(step = taken + 1, action = %decision.action, "{}", decision.reason);
            if let Action::Answer { text } = &decision.action {
                self.answer = Some(text.clone());
            }
            let checked = self.guard.check(device, &decision.action, &view.screen.app);
            let checked = checked.and_then(|()| self.guard.check_lasting(&decision.action, &view.screen));
            if let Err(reason) = checked {
                warn!("not done: {reason}");
                self.push(&view, &decision, Some(format!("It was not done: {reason}.")));
                self.tell_of_the_rest(&mut planned, "this was not done");
                refusals += 1;
                if refusals >= REFUSALS {
                    return Ok((End::NotAllowed(reason), view.screen));
                }
                continue;
            }
            note_sent(&mut self.steps, device.sent());
            let mut refused = match device.act(&decision.action) {
                Ok(()) => String::new(),
                Err(it) if it.is_refusal() => it.to_string(),
                Err(it) => {
                    self.push(&view, &decision, None);
                    return Ok((End::Device(it), view.screen));
                }
            };
            let after = match self.look_after(device, &mut refused) {
                Ok(after) => after,
                Err(error) => {
                    self.push(&view, &decision, None);
                    return Ok((End::Device(error), view.screen));
                }
            };
            if matches!(decision.action, Action::Status { .. }) {
                self.push(&view, &decision, None);
                return Ok((End::Finished, after.screen));
            }
            let ended = device.has_ended();
            let over = matches!(ended, Ok(true));
            let summary = self.summarize(&view, &decision, &refused, &after, over)?;
            self.push(&view, &decision, Some(summary));
            let changed = after.screen != view.screen || after.png != view.png;
            if !changed {
                self.tell_of_the_rest(&mut planned, "this changed nothing");
            }
            view = after;
            match ended {
                Ok(false) => {}
                Ok(true) => {
                    self.tell_of_the_rest(&mut planned, "the task ended");
                    return Ok((End::Finished, view.screen));
                }
                Err(error) => return Ok((End::Device(error), view.screen)),
            }
            idle = if changed { 0 } else { idle + 1 };
            if idle >= IDLE {
                return Ok((End::Stuck, view.screen));
            }
        }
        Ok((End::Steps(self.limit), view.screen))
    }

    /// The next of the planned actions where it still fits the screen, else what the model says, with `left` actions
    /// at most to follow.
    fn next(
        &mut self,
        planned: &mut VecDeque<Planned>,
        view: &View,
        left: usize,
    ) -> Result<Result<Next, End>, ReactError> {
        match planned.front().map(|it| it.on(&view.screen)) {
            Some(Ok(decision)) => {
                planned.pop_front();
                return Ok(Ok(Next::Act(decision)));
            }
            Some(Err(why)) => self.tell_of_the_rest(planned, why),
            None => {}
        }
        let decided = self.decide(view, left)?;
        if let Ok(Next::Act(decision)) = &decided {
            *planned = Planned::all(decision, &view.screen);
        }
        Ok(decided)
    }

    /// Look at what an action did. Where a link leads to may be known only now: what is refused then was not done, and
    /// what is there has not changed.
    fn look_after(&mut self, device: &mut dyn Device, refused: &mut String) -> Result<View, DeviceError> {
        match self.look(device) {
            Err(it) if it.is_refusal() => {
                *refused = it.to_string();
                self.look(device)
            }
            looked => looked,
        }
    }

    /// What is there once the screen has come to rest: a question should not depend on how fast it is asked.
    fn look(&mut self, device: &mut dyn Device) -> Result<View, DeviceError> {
        device.settle()?;
        let screen = Arc::new(device.observe()?);
        let png = match self.options.sight {
            Sight::Text => None,
            Sight::Marked => Some(device.screenshot()?),
        };
        Ok(View { screen, png })
    }

    fn push(&mut self, view: &View, decision: &Decision, summary: Option<String>) {
        let reason = match decision.follows {
            true => "Follows from the same answer.",
            false => &decision.reason,
        };
        let told = summary.as_deref().unwrap_or_default();
        self.history
            .push(past(&view.screen, &decision.action, reason, told));
        let screenshot = view.png.clone().map(|png| self.screenshots.keep(png));
        self.steps.push(Step {
            screen: Arc::clone(&view.screen),
            screenshot,
            action: decision.action.clone(),
            reason: Some(decision.reason.clone()),
            summary,
            position: None,
            sent: None,
        });
        if let Some(locator) = &decision.locator {
            self.locators.insert(self.steps.len(), locator.clone());
        }
    }

    /// What an answer asked for besides and is not done any more is told with the last step.
    fn tell_of_the_rest(&mut self, planned: &mut VecDeque<Planned>, why: &str) {
        let left: Vec<String> = planned.drain(..).map(|it| it.told).collect();
        if let Some(last) = self.history.last_mut()
            && !left.is_empty()
        {
            last.summary += &format!("; not done of the same answer, as {why}: {}", left.join("; "));
        }
    }

    /// Show more of the list from now on, as long as the page is there. Nothing is done by it, so no step is kept.
    fn see(&mut self, more: More, reason: String, screen: &Screen) {
        info!("{SHOW_MORE}: {reason}");
        self.history.push(Past {
            reason,
            action: SHOW_MORE.to_owned(),
            summary: "it shows now".to_owned(),
        });
        self.more = (more, page(screen));
    }

    /// What is shown of a screen to the one who acts on it.
    fn shown(&self, screen: &Screen) -> ListedScreen {
        let (more, of) = &self.more;
        let nothing = More::Nothing;
        let more = if *of == page(screen) { more } else { &nothing };
        ListedScreen::new(screen, &self.wanted, more)
    }

    /// The list of a screen for those who do not act.
    fn list(&self, screen: &Screen) -> String {
        ListedScreen::new(screen, &self.wanted, &More::Nothing).list
    }

    /// Names of the actions that the device takes, as far as a model is told of them.
    fn kinds(&self) -> Vec<&'static str> {
        prompt::told_of(&self.info.actions)
    }

    /// Whether questions are answered on this device.
    fn answers(&self) -> bool {
        self.info.takes(ActionKind::Answer)
    }

    /// Ask for the next action. The inner error ends the episode.
    fn decide(&mut self, view: &View, steps_left: usize) -> Result<Result<Next, End>, ReactError> {
        let several = if self.options.sparing { SEVERAL } else { 1 };
        let kinds = self.kinds();
        let input = prompt::React {
            device: &self.info.called,
            vision: view.png.is_some(),
            size: format!("{} x {}", view.screen.size.0, view.screen.size.1),
            actions: prompt::action_help(&kinds),
            apps: &self.info.apps,
            scope: &self.guard.allowed,
            answers: self.answers(),
            unified: self.options.unified,
            several,
            keys: match self.options.unified {
                true => Key::told().map(|it| format!("`{it}`")).collect(),
                false => Vec::new(),
            },
        };
        let names = kinds.iter().map(|it| (*it).to_owned()).collect();
        let system = prompt::REACT.render_named(&input, &[("actions", names)])?;
        let shown = self.shown(&view.screen);
        let text = prompt::REACT_STEP.render(&prompt::ReactStep {
            goal: &self.instance.goal,
            lessons: self.start.lessons,
            hints: &self.options.hints,
            situation: &self.start.situation,
            history: &self.history,
            done: &self.done,
            plan: &self.plan,
            app: &view.screen.app,
            elements: shown.list.clone(),
            left_out: shown.has_left_out(),
            steps_left,
        })?;
        let images = view.png.iter().map(|png| marked(png, &view.screen)).collect();
        let asked = self.ask(Role::React, system, text, images, |reply| {
            Next::parse(reply, &view.screen, &kinds, several > 1, &shown)
        })?;
        if let Ok(Next::Act(decision)) = &asked {
            self.done.clone_from(&decision.done);
            self.plan.clone_from(&decision.plan);
        }
        Ok(asked)
    }

    /// What an action did. A model that fails here is not the end: the comparison of the screens stands in.
    fn summarize(
        &mut self,
        before: &View,
        decision: &Decision,
        refused: &str,
        after: &View,
        ended: bool,
    ) -> Result<String, ReactError> {
        let difference = summarize_step(&before.screen, &decision.action, &after.screen);
        let not_done = || format!("It was not done: {refused}.");
        if self.options.sparing {
            if !refused.is_empty() {
                return Ok(not_done());
            }
            if ended {
                return Ok(format!("{difference}; the task ended with it"));
            }
            // The lists tell nothing of a canvas that was painted on: there only eyes help.
            if before.screen != after.screen || before.png == after.png {
                return Ok(difference);
            }
        }
        let target = decision
            .action
            .target()
            .and_then(|id| Some(element_line(*id, before.screen.get(*id)?)));
        let system = prompt::SUMMARIZER.render(&prompt::Summarizer {
            device: &self.info.called,
            answers: self.answers(),
        })?;
        let told = past(&before.screen, &decision.action, &decision.reason, &difference);
        let text = prompt::SUMMARIZER_STEP.render(&prompt::SummarizerStep {
            goal: &self.instance.goal,
            reason: &told.reason,
            action: &told.action,
            target: target.unwrap_or_default(),
            refused,
            ended,
            difference: &told.summary,
            app: &after.screen.app,
            elements: self.list(&after.screen),
            vision: before.png.is_some() && after.png.is_some(),
        })?;
        let images = [before, after]
            .iter()
            .filter_map(|view| Some(marked(view.png.as_ref()?, &view.screen)))
            .collect();
        let asked = self.ask(Role::Summarizer, system, text, images, parse_summary)?;
        Ok(asked.unwrap_or_else(|_| {
            if refused.is_empty() {
                difference
            } else {
                not_done()
            }
        }))
    }

    /// What the agent said at the end, where it said something.
    fn said(&self) -> Option<Status> {
        match self.steps.last().map(|it| &it.action) {
            Some(Action::Status { goal_status }) => Some(*goal_status),
            _ => None,
        }
    }

    /// The episode in words; none where the model has none to give.
    fn conclude(
        &mut self,
        ending: &Ending,
        reward: Option<f64>,
        last: &Screen,
        script_steps: usize,
    ) -> Result<Option<Conclusion>, ReactError> {
        let Some(reward) = reward else { return Ok(None) };
        let failed = reward < 1.0;
        let system = prompt::CONCLUDER.render(&prompt::Concluder {
            device: &self.info.called,
            failed,
        })?;
        let ended = match &ending.diagnostic {
            Some(it) => format!("{} ({})", ending.outcome, it.message),
            None => ending.outcome.to_string(),
        };
        let text = prompt::CONCLUDER_EPISODE.render(&prompt::ConcluderEpisode {
            goal: &self.instance.goal,
            reward,
            ending: ended,
            situation: &self.start.situation,
            script_steps,
            history: &self.history,
            app: &last.app,
            // What should be gone may stand where the list would be folded.
            elements: element_list(last),
        })?;
        let asked = self.ask(Role::Concluder, system, text, Vec::new(), |reply| {
            parse_conclusion(reply, failed)
        })?;
        Ok(asked.ok())
    }

    /// Ask, and ask again once where the reply can't be used.
    fn ask<T>(
        &mut self,
        role: Role,
        system: Text,
        text: Text,
        images: Vec<Vec<u8>>,
        parse: impl Fn(&str) -> Result<T, ReplyError>,
    ) -> Result<Result<T, End>, ReactError> {
        let message = images.into_iter().fold(Message::user(text), Message::and_image);
        let mut request = Request::new(role, system, message);
        request.max_tokens = self.options.max_tokens;
        request.temperature = self.options.temperature;
        let first = match self.model.complete(&request) {
            Ok(reply) => reply,
            Err(error) => return Ok(Err(model_end(error))),
        };
        let reason = match parse(&first.text) {
            Ok(value) => return Ok(Ok(value)),
            Err(reason) if first.cut => format!("it was cut off at its token limit ({reason}); be shorter"),
            Err(reason) => reason.to_string(),
        };
        let reason = shortened(reason, LONGEST_REASON);
        warn!(%role, "the reply can't be used: {reason}");
        request.messages.push(Message::assistant(first.text));
        request.messages.push(Message::user(
            prompt::REJECTED.render(&prompt::Rejected { reason })?,
        ));
        Ok(match self.model.complete(&request) {
            Ok(reply) => parse(&reply.text).map_err(|reason| End::Unusable(role, reason)),
            Err(error) => Err(model_end(error)),
        })
    }
}

/// A step as later prompts tell it. What was done is said once, also where the result begins with it; where several
/// elements have the same name, the number says which of them it was.
fn past(screen: &Screen, action: &HardAction, reason: &str, summary: &str) -> Past {
    let named = action
        .target()
        .and_then(|id| Some((*id, screen.get(*id)?.name())));
    let which = match named {
        Some((id, name)) if screen.iter().any(|(other, it)| other != id && it.name() == name) => {
            format!(" (index {id} then)")
        }
        _ => String::new(),
    };
    let result = summary.strip_prefix(&describe_action(screen, action));
    Past {
        reason: reason.to_owned(),
        action: describe_action_in_full(screen, action) + &which,
        summary: result
            .map_or(summary, |it| it.trim_start_matches("; "))
            .to_owned(),
    }
}

/// An action that was decided on together with the one before it.
struct Planned {
    decision: Decision,
    /// The element it is for.
    element: Option<Element>,
    /// Whether it was the only one of its kind when it was decided on.
    alone: bool,
    /// The action in words.
    told: String,
    /// Why it is not done, whatever the screen shows then.
    barred: Option<&'static str>,
}

impl Planned {
    /// What is to follow an action. What ends the work or answers is decided on when the screen before it was seen.
    fn all(first: &Decision, screen: &Screen) -> VecDeque<Self> {
        let is_end = |it: &HardAction| matches!(it, Action::Answer { .. } | Action::Status { .. });
        let alone = is_end(&first.action);
        let planned = first.then.iter().enumerate().map(|(idx, action)| Self {
            element: action.target().and_then(|it| screen.get(*it)).cloned(),
            alone: action
                .target()
                .and_then(|it| screen.get(*it))
                .is_some_and(|element| {
                    screen
                        .iter()
                        .filter(|(_, it)| it.is_called_the_same(element))
                        .count()
                        == 1
                }),
            told: match action.target().and_then(|it| screen.get(*it)) {
                Some(element) => format!("{} {}", action.kind(), element.name()),
                None => action.kind().to_string(),
            },
            barred: if alone || is_end(action) {
                Some("`answer` and `status` stand alone")
            } else if action.destination().is_some() {
                Some("where something is dragged to is decided on when the screen was seen")
            } else {
                (idx + 1 >= SEVERAL).then_some("there were too many")
            },
            decision: Decision {
                action: action.clone(),
                then: Vec::new(),
                follows: true,
                locator: None,
                ..first.clone()
            },
        });
        planned.collect()
    }

    /// The decision for the screen as it is now, if its element is still there: at its place, or elsewhere if there was
    /// and is no other of its kind (a keyboard that comes up moves what is below); or why not.
    fn on(&self, screen: &Screen) -> Result<Decision, &'static str> {
        if let Some(why) = self.barred {
            return Err(why);
        }
        let decision = self.decision.clone();
        let Some(element) = &self.element else {
            return Ok(decision);
        };
        let same: Vec<(ElementId, &Element)> = screen
            .iter()
            .filter(|(_, it)| it.is_called_the_same(element))
            .collect();
        let mut in_place = same.iter().filter(|(_, it)| it.bounds == element.bounds);
        let id = match (in_place.next(), in_place.next(), same.as_slice()) {
            (Some((id, _)), None, _) => *id,
            (None, None, [(id, _)]) if self.alone => *id,
            _ => return Err("the next element is not there any more as it was"),
        };
        let action = decision.action.map(|_: &ElementId| id, Clone::clone);
        Ok(Decision { action, ..decision })
    }
}

/// What tells a page from the one before.
fn page(screen: &Screen) -> String {
    format!("{} {}", screen.app, screen.activity)
}

/// The screenshot with an index on every element; the plain one where it can't be drawn on.
fn marked(png: &[u8], screen: &Screen) -> Vec<u8> {
    picture::mark(png, screen)
        .inspect_err(|error| warn!("the screenshot stays without marks: {error}"))
        .unwrap_or_else(|_| png.to_vec())
}

fn model_end(error: ModelError) -> End {
    if matches!(error, ModelError::Cancelled) {
        End::Cancelled
    } else {
        End::Model(error)
    }
}

/// The name of the ending. What the judge says counts, however the agent saw it; where there is none, the agent's word.
fn ending(end: &End, reward: Option<f64>, said: Option<Status>) -> Ending {
    let unjudged = reward.is_none() && matches!(end, End::Finished);
    let reached = reward.is_some_and(|it| it >= 1.0);
    let say = |code: Code, message: &dyn Display| Some(Diagnostic::new(code, message.to_string()));
    let (outcome, diagnostic) = match end {
        _ if reached => (Outcome::Reached, None),
        End::Finished if unjudged && said == Some(Status::Complete) => (
            Outcome::Unchecked,
            say(
                Code::Unchecked,
                &"the agent says that it is done, and nobody checked it",
            ),
        ),
        End::Finished => (Outcome::NotReached, None),
        End::Steps(limit) => (
            Outcome::OverBudget,
            say(Code::StepsSpent, &format!("{limit} steps were not enough")),
        ),
        End::Stuck => (
            Outcome::Stuck,
            say(Code::NoEffect, &format!("{IDLE} steps in a row changed nothing")),
        ),
        End::NotAllowed(reason) => (Outcome::Refused, say(Code::NotAllowed, reason)),
        End::Unusable(role, reason) => (
            Outcome::ModelFailed,
            say(
                Code::ModelReply,
                &format!("the {role}'s reply can't be used: {reason}"),
            ),
        ),
        End::Model(error) if error.is_over_budget() => (Outcome::OverBudget, say(Code::TokensSpent, error)),
        End::Model(error) => (Outcome::ModelFailed, say(Code::Model, error)),
        End::Device(error) => (Outcome::DeviceLost, say(Code::Device, error)),
        End::Cancelled => (Outcome::Cancelled, None),
    };
    Ending::new(outcome, diagnostic)
}
