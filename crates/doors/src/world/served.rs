//! What the server has: a phone, the suite, and the task that is set up on the phone.

use std::sync::Arc;

use adb_door::{Handset, Key, Live};
use axum::body::Bytes;
use device::{Device, Judge, Tasks};
use emulator::{Emulator, tasks};
use serde_json::{Map, Value, error::Category, json};

use super::{
    action::JsonAction,
    answer::Answer,
    pixels,
    query::Query,
    suite::{self, Suite},
};

/// A request.
pub struct Request<'a> {
    /// `GET`, `POST`, ...
    pub method: &'a str,
    /// What is asked for.
    pub path: &'a str,
    /// What stands behind the `?`.
    pub query: &'a str,
    /// What is sent with it.
    pub body: Bytes,
    /// Whether that is said to be JSON.
    pub json: bool,
    /// Whether a PNG file is wanted where a picture is sent.
    pub png: bool,
}

/// The phone and its suite.
pub struct World {
    phone: Arc<Live<Emulator>>,
    suite: Suite,
    /// The task that is set up, by its type and place.
    begun: Option<(String, usize)>,
}

/// What there is, and by which method.
static ALL: [(&str, &str); 13] = [
    ("/reset", "POST"),
    ("/screenshot", "GET"),
    ("/execute_action", "POST"),
    ("/suite/task_list", "GET"),
    ("/suite/task_length", "GET"),
    ("/suite/reinitialize", "GET"),
    ("/task/initialize", "POST"),
    ("/task/tear_down", "POST"),
    ("/task/score", "GET"),
    ("/task/goal", "GET"),
    ("/task/template", "GET"),
    ("/close", "POST"),
    ("/health", "GET"),
];

/// As Python writes a truth.
fn python(truth: bool) -> &'static str {
    if truth { "True" } else { "False" }
}

impl World {
    /// With the suite that the original's server begins with.
    pub fn new(phone: Arc<Live<Emulator>>) -> Self {
        Self {
            phone,
            suite: Suite::new(suite::COUNT, suite::SEED),
            begun: None,
        }
    }

    /// Answer a request.
    pub fn answer(&mut self, request: &Request<'_>) -> Answer {
        let known = |path: &str| ALL.iter().find(|(it, _)| *it == path);
        let Some((_, method)) = known(request.path) else {
            let without = request.path.strip_suffix('/').and_then(known);
            return without.map_or(Answer::NotFound, |(path, _)| Answer::moved(path, request.query));
        };
        if request.method != *method {
            return Answer::NotAllowed(method);
        }
        let query = Query::read(request.query);
        let answered = match request.path {
            "/reset" => self.reset(query),
            "/screenshot" => self.screenshot(query, request.png),
            "/execute_action" => self.execute(request),
            "/suite/task_list" => self.task_list(query),
            "/suite/task_length" => self.task_length(query),
            "/suite/reinitialize" => self.reinitialize(query),
            "/close" | "/health" => Ok(Answer::Done(json!({"status": "success"}))),
            of_task => self.of_task(of_task, query),
        };
        answered.unwrap_or_else(|it| it)
    }

    fn reset(&mut self, mut query: Query) -> Result<Answer, Answer> {
        let go_home = query.truth("go_home");
        query.done()?;
        let mut phone = self.phone.lock();
        if go_home {
            phone.press(Key::Home);
        }
        phone.phone_mut().state.answer = None;
        let said = python(go_home);
        Ok(Answer::message(format!("Environment reset with go_home={said}.")))
    }

    fn screenshot(&mut self, mut query: Query, png: bool) -> Result<Answer, Answer> {
        // Nothing moves by itself here: there is nothing to wait for.
        query.truth("wait_to_stabilize");
        query.done()?;
        let mut phone = self.phone.lock();
        if png {
            return Ok(Device::screenshot(&mut *phone).map_or(Answer::Failed, Answer::Png));
        }
        let (width, _) = Handset::size(&*phone);
        let rgba = phone.pixels();
        drop(phone);
        Ok(Answer::Text(pixels::nested(width, &rgba)))
    }

    fn execute(&mut self, request: &Request<'_>) -> Result<Answer, Answer> {
        let action = JsonAction::read(object(&request.body, request.json)?).map_err(|_| Answer::Failed)?;
        action
            .carry_out(&mut self.phone.lock())
            .map_err(|_| Answer::Failed)?;
        Ok(Answer::message(format!("Action {action} executed.")))
    }

    fn task_list(&self, mut query: Query) -> Result<Answer, Answer> {
        let most = query.number("max_index", None);
        query.done()?;
        Ok(Answer::Done(json!({"task_list": self.suite.types(most)})))
    }

    fn task_length(&self, mut query: Query) -> Result<Answer, Answer> {
        let name = query.text("task_type", None);
        query.done()?;
        let length = self.suite.length(&name).ok_or(Answer::Failed)?;
        Ok(Answer::Done(json!({"length": length})))
    }

    fn reinitialize(&mut self, mut query: Query) -> Result<Answer, Answer> {
        let count = query.number("n_task_combinations", Some(suite::COUNT));
        let seed = query.number("seed", Some(suite::SEED));
        let family = query.text("task_family", Some(suite::FAMILY));
        query.done()?;
        if family != suite::FAMILY {
            return Err(Answer::Refused(format!("Invalid task family: {family}")));
        }
        self.suite = Suite::new(count, seed);
        self.begun = None;
        Ok(Answer::message(format!(
            "Task suite re-initialized with n_task_combinations={count}, seed={seed}."
        )))
    }

    fn of_task(&mut self, path: &str, mut query: Query) -> Result<Answer, Answer> {
        let task_type = query.text("task_type", None);
        let index = query.number("task_idx", None);
        query.done()?;
        let place = self.suite.place(&task_type, index).ok_or(Answer::Failed)?;
        let mut phone = self.phone.lock();
        let instance = self.suite.instance(&mut phone, &task_type, place);
        let instance = instance.map_err(|_| Answer::Failed)?;
        let key = Some((task_type.clone(), place));
        match path {
            "/task/initialize" => {
                if self.begun == key {
                    return Err(Answer::Failed);
                }
                phone.reset(&instance).map_err(|_| Answer::Failed)?;
                self.begun = key;
                Ok(Answer::message(format!("Task {task_type} {index} initialized.")))
            }
            "/task/tear_down" => {
                *phone = Emulator::new();
                self.begun = None;
                Ok(Answer::message(format!("Task {task_type} {index} torn down.")))
            }
            "/task/score" => {
                if self.begun != key {
                    return Err(Answer::Failed);
                }
                let verdict = phone.finish().map_err(|_| Answer::Failed)?;
                let score = verdict.reward().ok_or(Answer::Failed)?;
                Ok(Answer::Done(json!({"score": score})))
            }
            "/task/template" => {
                let definition = tasks::definition(&task_type).ok_or(Answer::Failed)?;
                let template = definition.template_of(&instance.params).ok_or(Answer::Failed)?;
                Ok(Answer::Done(json!({"template": template.to_string()})))
            }
            _ => Ok(Answer::Done(json!({"goal": instance.goal}))),
        }
    }
}

/// The object that a body is. What is not said to be JSON is a text.
fn object(body: &[u8], is_json: bool) -> Result<Map<String, Value>, Answer> {
    let fault = |it: Value| Err(Answer::Malformed(vec![it]));
    if body.is_empty() {
        return fault(json!({"type": "missing", "loc": ["body"], "msg": "Field required", "input": null}));
    }
    let read = match is_json {
        true => serde_json::from_slice(body),
        false => Ok(Value::from(String::from_utf8_lossy(body))),
    };
    match read {
        Ok(Value::Object(object)) => Ok(object),
        Ok(other) => fault(json!({
            "type": "dict_type", "loc": ["body"], "msg": "Input should be a valid dictionary", "input": other,
        })),
        Err(error) => {
            let (at, why) = broken(body, &error);
            fault(json!({
                "type": "json_invalid", "loc": ["body", at], "msg": "JSON decode error", "input": {},
                "ctx": {"error": why},
            }))
        }
    }
}

/// Where a text is no JSON any more, and why, in the two phrases that the original has most.
fn broken(body: &[u8], error: &serde_json::Error) -> (usize, &'static str) {
    let lines = body.split_inclusive(|it| *it == b'\n');
    let before: usize = lines.take(error.line().saturating_sub(1)).map(<[u8]>::len).sum();
    let at = before + error.column();
    match error.classify() {
        Category::Eof => (body.len(), "Expecting value"),
        _ if error.to_string().starts_with("trailing characters") => (at.saturating_sub(1), "Extra data"),
        _ => (at.saturating_sub(1), "Expecting value"),
    }
}
