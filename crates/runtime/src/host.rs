//! What a script can call on `env_op`, and `assert`. The doc comments here are the reference.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use rhai::{Array, Dynamic, EvalAltResult, Map, NativeCallContext, plugin::*};
use settings::Setting;
use strings::Meant;
use trajectory::{Code, Diagnostic, Ending, Outcome, Position};
use ui::{Action, Direction, ElementId, HowMany, Locator, RowMark, Status, rows_as_json};

use crate::{
    control::{Control, Halt},
    element,
    named::named,
    relay::World,
    same_rows::Saying,
    session::Session,
    stop::{Stop, gone, of_device, of_oracle},
    trust::Located,
};

/// What scripts call the device.
pub const NAME: &str = "env_op";

/// The device, as a script holds it.
#[derive(Clone)]
pub struct EnvOp {
    /// The run's state.
    pub session: Arc<Mutex<Session>>,
    /// The run's limits.
    pub control: Arc<Control>,
}

type Outcomes<T> = Result<T, Box<EvalAltResult>>;

impl EnvOp {
    /// The state. A panic while it was held is reported where it happened.
    pub fn lock(&self) -> MutexGuard<'_, Session> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One host call: guarded, placed in the script, its stop turned into what the engine knows.
    fn call<T>(
        &self,
        context: &NativeCallContext,
        work: impl FnOnce(&mut Session) -> Result<T, Stop>,
    ) -> Outcomes<T> {
        let mut session = self.lock();
        let position = place(context.call_position());
        session.position = position.or(session.position);
        let done = session.guard().and_then(|()| work(&mut session));
        done.map_err(|stop| self.raise(&mut session, stop, context.call_position()))
    }

    /// A stop as an error of the engine: an ending that nothing catches, or a fault that `catch` may see.
    fn raise(&self, session: &mut Session, stop: Stop, at: rhai::Position) -> Box<EvalAltResult> {
        match stop {
            Stop::End(outcome, diagnostic) => {
                let diagnostic = diagnostic.map(|it| Diagnostic {
                    position: it.position.or(session.position),
                    ..*it
                });
                session.ending.get_or_insert(Ending::new(outcome, diagnostic));
                self.control.stop(Halt::Ended);
                EvalAltResult::ErrorTerminated(Dynamic::UNIT, at).into()
            }
            Stop::Fault(diagnostic) => {
                let mut payload = Map::new();
                payload.insert("code".into(), diagnostic.code.name().into());
                payload.insert("message".into(), diagnostic.message.clone().into());
                let number = session.keep_fault(Diagnostic {
                    position: diagnostic.position.or(session.position),
                    ..*diagnostic
                });
                payload.insert(FAULT.into(), i64::try_from(number).unwrap_or(i64::MAX).into());
                EvalAltResult::ErrorRuntime(payload.into(), at).into()
            }
        }
    }
}

/// Key of the number of a fault in the map that a `catch` sees.
pub const FAULT: &str = "fault";

/// The engine's position as ours.
pub fn place(position: rhai::Position) -> Option<Position> {
    Some(Position {
        line: position.line()?,
        column: position.position().unwrap_or(1),
    })
}

fn locator(map: &Map) -> Result<Locator, Stop> {
    Ok(element::locator(map)?)
}

/// What rows are known by: what stands in each of them, and how many levels above that the row is.
fn row_mark(mark: &Map, levels: i64) -> Result<RowMark, Stop> {
    let up = usize::try_from(levels).map_err(|_| {
        let message = format!("a row can't be {levels} levels above what stands in it");
        Stop::from(Diagnostic::new(Code::Arguments, message))
    })?;
    Ok(RowMark {
        mark: locator(mark)?,
        up,
    })
}

fn direction(text: &str) -> Result<Direction, Stop> {
    text.parse().map_err(|()| {
        Diagnostic::new(Code::Arguments, format!("`{text}` is no direction"))
            .hint("use \"up\", \"down\", \"left\" or \"right\"")
            .into()
    })
}

fn typed(value: &Dynamic) -> Result<String, Stop> {
    element::scalar(value).ok_or_else(|| {
        let message = format!("a {} can't be typed", value.type_name());
        Diagnostic::new(Code::Arguments, message)
            .hint("give a text; join a list first")
            .into()
    })
}

/// How long a screen may take to show what is expected.
const COMES: Duration = Duration::from_secs(10);

/// How long what is to be gone may still show.
const STAYS: Duration = Duration::from_secs(5);

/// The longest wait that a script may ask for, in seconds.
const LONGEST: f64 = 3_600.0;

/// The seconds that a script waits.
fn seconds(given: &Dynamic) -> Result<Duration, Stop> {
    let whole = |it: &Dynamic| it.as_int().ok().map(|it| it as f64);
    let seconds = whole(given).or_else(|| given.as_float().ok());
    let seconds = seconds.filter(|it| (0.0..=LONGEST).contains(it));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| {
        let message = format!("{given} is no number of seconds from 0 to {LONGEST}");
        Diagnostic::new(Code::Arguments, message).into()
    })
}

/// How a required element is looked for.
#[derive(Clone, Copy)]
enum Search {
    /// It comes up by itself.
    Here,
    /// It may have to be scrolled to.
    Scroll,
}

/// The element that a call is given: its index, or the map by which it is required.
fn element_of(session: &mut Session, given: &Dynamic) -> Result<i64, Stop> {
    if let Ok(index) = given.as_int() {
        return Ok(index);
    }
    match given.read_lock::<Map>() {
        Some(map) => required(session, &map, Search::Here),
        None => {
            let message = format!("a {} is no element", given.type_name());
            Err(Diagnostic::new(Code::Arguments, message)
                .hint("give an index that `find_element` answers with, or a map that says what to look for")
                .into())
        }
    }
}

/// The one element that fits, or the end of the run. What was found on the screen in front is not looked for again.
fn required(session: &mut Session, map: &Map, search: Search) -> Result<i64, Stop> {
    let locator = locator(map)?;
    if let Some(index) = session.required_before(&locator) {
        return Ok(index);
    }
    let id = match search {
        Search::Here => session.find_element(&locator, None)?,
        Search::Scroll => session.scroll_to(&locator)?,
    };
    match id {
        Some(located) => {
            let index = session.hand_out_located(located, &locator);
            session.required = Some((locator, index));
            Ok(index)
        }
        None => Err(missing(session, &locator)?),
    }
}

/// The fault that an element is not there: at which step, and which element.
fn missing(session: &mut Session, locator: &Locator) -> Result<Stop, Stop> {
    let what = match locator.target_description.trim() {
        "" => locator.to_string(),
        said => said.to_owned(),
    };
    let why = session
        .not_taken()
        .map(|it| format!(" ({it})"))
        .unwrap_or_default();
    let message = format!("step {}: {what} is not on the screen{why}", session.next_step());
    let screen = session.screen()?;
    let diagnostic = Diagnostic::new(Code::AssertionFailed, message);
    Ok(session.explain_missing(diagnostic, &screen).into())
}

/// The locator of a list of them.
fn map_of(given: &Dynamic) -> Result<Locator, Stop> {
    match given.read_lock::<Map>() {
        Some(map) => locator(&map),
        None => {
            let message = format!("a {} is no locator", given.type_name());
            Err(Diagnostic::new(Code::Arguments, message)
                .hint("give a list of maps that say what to look for")
                .into())
        }
    }
}

/// Wait for what shows that something was done.
fn expected(
    session: &mut Session,
    wait: impl FnOnce(&mut Session) -> Result<bool, Stop>,
) -> Result<bool, Stop> {
    session.expecting = true;
    let came = wait(session);
    session.expecting = false;
    came
}

/// The fault that elements do not stand in one place.
fn apart(session: &mut Session, locators: &[Locator]) -> Result<Stop, Stop> {
    let screen = session.screen()?;
    let shows = |it: &Locator| screen.iter().any(|(_, element)| ui::fits(element, it));
    if let Some(lacks) = locators.iter().find(|it| !shows(it)) {
        return missing(session, lacks);
    }
    let all: Vec<&str> = locators.iter().map(|it| it.target_description.trim()).collect();
    let message = format!(
        "step {}: {} do not stand in one place",
        session.next_step(),
        all.join(", ")
    );
    Ok(Diagnostic::new(Code::AssertionFailed, message).into())
}

/// The fault that an element is still there.
fn stays(session: &Session, locator: &Locator) -> Stop {
    let what = match locator.target_description.trim() {
        "" => locator.to_string(),
        said => said.to_owned(),
    };
    let message = format!("step {}: {what} is still on the screen", session.next_step());
    Diagnostic::new(Code::AssertionFailed, message).into()
}

/// An action on an element, with the description of how it was found as its reason.
fn act_on(
    session: &mut Session,
    index: &Dynamic,
    action: impl Fn(ElementId) -> ui::HardAction,
) -> Result<(), Stop> {
    let index = element_of(session, index)?;
    let reason = if index < 0 {
        None
    } else {
        session.origin(index).2.map(named)
    };
    session.is_of_this_row(index)?;
    // `act` resolves every index it is given, so the target is there.
    session.act(&[index], reason, |ids| {
        ids.first().copied().map_or(Action::Wait, &action)
    })
}

/// A drag of one index to another, with how both were found as its reason.
fn drag(session: &mut Session, index: &Dynamic, to: &Dynamic) -> Result<(), Stop> {
    let (index, to) = (element_of(session, index)?, element_of(session, to)?);
    let described: Vec<String> = [index, to]
        .into_iter()
        .filter(|it| *it >= 0)
        .filter_map(|it| session.origin(it).2.map(named))
        .collect();
    let reason = (!described.is_empty()).then(|| described.join(" to "));
    session.act(&[index, to], reason, |ids| match ids {
        [target, to] => Action::DragTo {
            target: *target,
            to: *to,
        },
        _ => Action::Wait,
    })
}

/// So many points, as an action has them.
fn points(text: &str, how_many: HowMany) -> Result<String, Stop> {
    let refused = |it: ui::PointError| Diagnostic::new(Code::Arguments, it.to_string());
    let points: ui::Points = text.parse().map_err(refused)?;
    points.are(how_many).map_err(refused)?;
    Ok(points.to_string())
}

/// Where the cells of rows stand, as a script says it.
fn sites(map: &Map) -> Result<ui::Sites, Stop> {
    let refused = |what: &str| {
        let message = format!("the places of rows have no `{what}` that can be read");
        let hint = "give them `list`, `mark` and `cells`, as in #{ list: \"RecyclerView\", mark: \"TextView 1.0\", cells: #{ date: \"TextView 2.0\" } }";
        Stop::from(Diagnostic::new(Code::Arguments, message).hint(hint))
    };
    let text = |map: &Map, name: &str| map.get(name).and_then(|it| it.clone().into_string().ok());
    let site = |map: &Map, name: &str| {
        let site = text(map, name).and_then(|it| it.parse::<ui::Site>().ok());
        site.ok_or_else(|| refused(name))
    };
    let cells = map.get("cells").and_then(|it| it.read_lock::<Map>());
    let cells = cells.ok_or_else(|| refused("cells"))?;
    let cell = |name: &str| -> Result<_, Stop> { Ok((name.to_owned(), site(&cells, name)?)) };
    Ok(ui::Sites {
        list: text(map, "list").ok_or_else(|| refused("list"))?,
        mark: site(map, "mark")?,
        cells: cells.keys().map(|it| cell(it)).collect::<Result<_, Stop>>()?,
    })
}

/// Open the next row of a list whose page says this.
fn open_row(
    context: &NativeCallContext,
    env_op: &EnvOp,
    (locator, levels, press): (&Map, i64, &Map),
    saying: Result<Saying, Stop>,
) -> Outcomes<bool> {
    env_op.call(context, |session| {
        session.open_row_saying(row_mark(locator, levels)?, &self::locator(press)?, saying?)
    })
}

/// What a page has to say, as a script says it.
fn saying(text: &str, part: Option<&Map>, within_words: bool) -> Result<Saying, Stop> {
    Ok(Saying {
        text: text.to_owned(),
        part: part.map(locator).transpose()?,
        within_words,
    })
}

/// What the cells of rows are called, as a script says it.
fn known_cells(map: &Map) -> Result<Vec<String>, Stop> {
    let Some(known) = map.get("known") else {
        return Ok(Vec::new());
    };
    let texts = known.read_lock::<Array>().and_then(|it| {
        let texts = it.iter().map(|it| it.clone().into_string().ok());
        texts.collect::<Option<Vec<String>>>()
    });
    texts.ok_or_else(|| {
        let message = "`known` is no list of what the cells of rows are called";
        Stop::from(Diagnostic::new(Code::Arguments, message).hint("as in known: [\"title\", \"due_date\"]"))
    })
}

/// The rows with an empty cell for each that is known and no row has. Refused where some have one that is not known: it may be that one
/// under another name.
fn with_known(mut rows: Vec<ui::Row>, known: &[String]) -> Result<Vec<ui::Row>, Stop> {
    let has = |name: &str| rows.iter().flatten().any(|it| it.0 == name);
    let missing: Vec<String> = known.iter().filter(|it| !has(it)).cloned().collect();
    let mut others = rows.iter().flatten().map(|it| &it.0);
    let other = others.find(|it| !known.contains(it) && !ui::is_heading_name(it));
    if let (Some(missing), Some(other)) = (missing.first(), other) {
        let message = format!("no row has a `{missing}`, and some have a `{other}`: it may be called so now");
        return Err(Stop::refused(Diagnostic::new(Code::ElementMissing, message)));
    }
    if let Some(first) = rows.first_mut() {
        first.extend(missing.into_iter().map(|it| (it, String::new())));
    }
    Ok(rows)
}

/// Rows as maps; a cell that only some of them have is empty in the others.
fn maps(rows: &[ui::Row]) -> Array {
    let names = || rows.iter().flatten().map(|(name, _)| name.as_str());
    let map = |row: &ui::Row| {
        let mut map: Map = names()
            .map(|it| (it.into(), Dynamic::from(String::new())))
            .collect();
        for (name, shows) in row {
            map.insert(name.as_str().into(), shows.clone().into());
        }
        Dynamic::from(map)
    };
    rows.iter().map(map).collect()
}

/// Paths as one text, one on each line.
fn paths(value: &Dynamic) -> Result<String, Stop> {
    match value.read_lock::<Array>() {
        Some(all) => {
            let all: Result<Vec<String>, Stop> = all.iter().map(typed).collect();
            Ok(all?.join("\n"))
        }
        None => typed(value),
    }
}

fn answer_dialog(session: &mut Session, accept: bool, text: Option<&str>) -> Result<(), Stop> {
    session.act(&[], None, |_| Action::AnswerDialog {
        accept,
        text: text.map(str::to_owned),
    })
}

fn found(session: &mut Session, located: Option<Located>, locator: &Locator) -> i64 {
    located.map_or(-1, |it| session.hand_out_located(it, locator))
}

fn type_text(session: &mut Session, text: &Dynamic, index: &Dynamic, clear: bool) -> Result<(), Stop> {
    let text = typed(text)?;
    let index = element_of(session, index)?;
    let field = session.field(index)?;
    act_on(session, &index.into(), |target| Action::InputText {
        target: Some(target),
        text: text.clone(),
        clear,
    })?;
    match field {
        Some(field) => session.read_back(&field, &text),
        None => Ok(()),
    }
}

fn ask(session: &mut Session, question: &str, output_format: &str) -> Result<Dynamic, Stop> {
    let screen = session.screen()?;
    let (asked, format) = (question.to_owned(), output_format.to_owned());
    let ask = move |world: &mut World<'_, '_>| {
        let Some(oracle) = world.oracle.as_deref_mut() else {
            let diagnostic = Diagnostic::new(Code::NoModel, "the script asks a model, and there is none")
                .hint(format!("give one with {}", Setting::Llm));
            return Err(Stop::End(Outcome::ModelFailed, Some(Box::new(diagnostic))));
        };
        let png = world.device.screenshot().map_err(|it| of_device(&it))?;
        oracle
            .ask(&asked, &format, &screen, &png)
            .map_err(|it| of_oracle(&it))
    };
    let answer = session.control.off_the_clock(|| session.relay.call(ask));
    let answer = answer.ok_or_else(gone)??;
    let unusable = |wanted: &str| {
        let diagnostic = Diagnostic::new(
            Code::ModelAnswer,
            format!("the model's answer is no {wanted}: {answer}"),
        );
        Stop::End(
            Outcome::ModelFailed,
            Some(Box::new(diagnostic.note(format!("asked: {question}")))),
        )
    };
    let text = answer.trim();
    match output_format.trim().to_lowercase().as_str() {
        "int" | "integer" => text
            .parse::<i64>()
            .map(Dynamic::from)
            .map_err(|_| unusable("whole number")),
        "float" | "number" => text
            .parse::<f64>()
            .map(Dynamic::from)
            .map_err(|_| unusable("number")),
        "bool" | "boolean" => match text.to_lowercase().as_str() {
            "true" | "yes" => Ok(Dynamic::TRUE),
            "false" | "no" => Ok(Dynamic::FALSE),
            _ => Err(unusable("truth value")),
        },
        "list" => match serde_json::from_str::<Vec<String>>(text) {
            Ok(all) => Ok(all.into_iter().map(Dynamic::from).collect::<Array>().into()),
            Err(_) => Err(unusable("JSON list of texts")),
        },
        _ => Ok(text.to_owned().into()),
    }
}

/// The functions of `env_op`, in the order of the reference.
#[export_module]
#[allow(missing_docs, reason = "the macro's own items")]
pub mod env_op {
    /// Start an app by the name that its launcher icon shows. An address is opened as by `open_link`.
    #[rhai_fn(return_raw)]
    pub fn open_app(context: NativeCallContext, env_op: EnvOp, app: &str) -> Outcomes<()> {
        env_op.call(&context, |session| {
            session.act(&[], None, |_| Action::opening(app))
        })
    }

    /// The index of the one element that fits, or -1 after a short wait. Of several, the one that `target_description`
    /// fits clearly better or that a model picks; else the run is refused. Where none fits, the one that all maps of
    /// `or_else` agree on.
    #[rhai_fn(return_raw)]
    pub fn find_element(context: NativeCallContext, env_op: EnvOp, locator: Map) -> Outcomes<i64> {
        env_op.call(&context, |session| {
            let locator = super::locator(&locator)?;
            let id = session.find_element(&locator, None)?;
            Ok(found(session, id, &locator))
        })
    }

    /// Whether one fits now; does not wait.
    #[rhai_fn(return_raw)]
    pub fn element_exists(context: NativeCallContext, env_op: EnvOp, locator: Map) -> Outcomes<bool> {
        env_op.call(&context, |session| {
            Ok(!session.find_all(&super::locator(&locator)?)?.is_empty())
        })
    }

    /// Whether an element comes within ten seconds that fits, or that the maps of `or_else` agree on.
    #[rhai_fn(return_raw)]
    pub fn wait_for(context: NativeCallContext, env_op: EnvOp, locator: Map) -> Outcomes<bool> {
        env_op.call(&context, |session| {
            let locator = super::locator(&locator)?;
            session.comes(&locator, COMES)
        })
    }

    /// Whether one comes within so many seconds (up to 3600); the run's own time goes on meanwhile.
    #[rhai_fn(name = "wait_for", return_raw)]
    pub fn wait_for_seconds(
        context: NativeCallContext,
        env_op: EnvOp,
        locator: Map,
        seconds: Dynamic,
    ) -> Outcomes<bool> {
        env_op.call(&context, |session| {
            let locator = super::locator(&locator)?;
            session.comes(&locator, super::seconds(&seconds)?)
        })
    }

    /// The index of the one element that fits, or -1, scrolling down and then up to find it.
    #[rhai_fn(return_raw)]
    pub fn scroll_to_element(context: NativeCallContext, env_op: EnvOp, locator: Map) -> Outcomes<i64> {
        env_op.call(&context, |session| {
            let locator = super::locator(&locator)?;
            let id = session.scroll_to(&locator)?;
            Ok(found(session, id, &locator))
        })
    }

    /// The index of the one element that fits, as `find_element` answers it; where there is none, the run ends and says
    /// which element is missing.
    #[rhai_fn(return_raw)]
    pub fn require(context: NativeCallContext, env_op: EnvOp, locator: Map) -> Outcomes<i64> {
        env_op.call(&context, |session| required(session, &locator, Search::Here))
    }

    /// What `require` answers, for what may stand further down or up in a list: it is scrolled to.
    #[rhai_fn(return_raw)]
    pub fn scroll_to(context: NativeCallContext, env_op: EnvOp, locator: Map) -> Outcomes<i64> {
        env_op.call(&context, |session| required(session, &locator, Search::Scroll))
    }

    /// Wait until such an element shows, as `wait_for` does; where none comes, the run ends and says which element is
    /// missing.
    #[rhai_fn(return_raw)]
    pub fn expect(context: NativeCallContext, env_op: EnvOp, locator: Map) -> Outcomes<()> {
        env_op.call(&context, |session| {
            let locator = super::locator(&locator)?;
            match session.shows_nothing(&locator) || expected(session, |it| it.comes(&locator, COMES))? {
                true => Ok(()),
                false => Err(missing(session, &locator)?),
            }
        })
    }

    /// Wait until elements show that fit these locators, one for each, all in the same row of a table or list; where they
    /// are in none, all within a container that is `depth` deep on the screen or deeper. Where they do not come, the run
    /// ends and says which is missing.
    #[rhai_fn(return_raw)]
    pub fn expect_together(
        context: NativeCallContext,
        env_op: EnvOp,
        locators: Array,
        depth: i64,
    ) -> Outcomes<()> {
        env_op.call(&context, |session| {
            let mut all = Vec::new();
            for it in &locators {
                all.push(map_of(it)?);
            }
            all.retain(|it| !session.shows_nothing(it));
            let depth = usize::try_from(depth).unwrap_or_default();
            match all.is_empty() || expected(session, |it| it.come_together(&all, depth, COMES))? {
                true => Ok(()),
                false => Err(apart(session, &all)?),
            }
        })
    }

    /// Wait until what was done has had its effect, then until no such element shows; where one stays, the run ends and
    /// says which.
    #[rhai_fn(return_raw)]
    pub fn expect_gone(context: NativeCallContext, env_op: EnvOp, locator: Map) -> Outcomes<()> {
        env_op.call(&context, |session| {
            let locator = super::locator(&locator)?;
            match session.goes(&locator, STAYS)? {
                true => Ok(()),
                false => Err(stays(session, &locator)),
            }
        })
    }

    /// The indices of all that fit now, in the order of the screen; does not wait. Where they stand in a list that draws
    /// only the entries near the view, the run ends: `read_all` and `read_rows` read such a list.
    #[rhai_fn(return_raw)]
    pub fn find_elements(context: NativeCallContext, env_op: EnvOp, locator: Map) -> Outcomes<Array> {
        env_op.call(&context, |session| {
            let ids = session.find_every(&super::locator(&locator)?)?;
            Ok(ids
                .into_iter()
                .map(|it| Dynamic::from(session.hand_out(it, None)))
                .collect())
        })
    }

    /// What all elements that fit show, those that scrolling brings up as well; a text that several show is there once, so
    /// `find_elements` counts and goes through rows.
    #[rhai_fn(return_raw)]
    pub fn read_all(context: NativeCallContext, env_op: EnvOp, locator: Map) -> Outcomes<Array> {
        env_op.call(&context, |session| {
            let texts = session.read_all(&super::locator(&locator)?)?;
            Ok(texts.into_iter().map(Dynamic::from).collect())
        })
    }

    /// What stands in the page's address where its form has a `*`: `read_address("/orders/*/edit")` on the page `/orders/17/edit`
    /// is `17`. The form is that of the path, without host and question. Where the page's address does not come to have this
    /// form, the run ends.
    #[rhai_fn(return_raw)]
    pub fn read_address(context: NativeCallContext, env_op: EnvOp, form: &str) -> Outcomes<String> {
        env_op.call(&context, |session| session.read_address(form))
    }

    /// The rows that the elements stand in that fit, so many levels above each, those that scrolling brings up as well: a
    /// list of maps, from what a cell is called to what it shows. What stands before rows and in none is their `heading`, with
    /// its id behind, as in `heading day`. Where two views of a list do not say how they hang together, something looks as a
    /// row does and has nothing that fits, or the list's end does not come into sight, the run ends.
    #[rhai_fn(return_raw)]
    pub fn read_rows(
        context: NativeCallContext,
        env_op: EnvOp,
        locator: Map,
        levels: i64,
    ) -> Outcomes<Array> {
        env_op.call(&context, |session| {
            let up = usize::try_from(levels).unwrap_or_default();
            let rows = session.read_rows(&super::locator(&locator)?, up, None)?;
            Ok(super::maps(&rows))
        })
    }

    /// The same, and where no view has what fits: by where it stands. `places` has the class of the `list`, class and place in
    /// a row of the `mark`, and those of the `cells` by what they are called: `TextView 1.0` is the first in the second part
    /// of a row. Where several lists of the screen have such rows, the run ends. `known` has what the cells of rows are called: one that
    /// no row has is empty, and where none has it and some have one of another name, the run ends.
    #[rhai_fn(name = "read_rows", return_raw)]
    pub fn read_rows_at(
        context: NativeCallContext,
        env_op: EnvOp,
        locator: Map,
        levels: i64,
        places: Map,
    ) -> Outcomes<Array> {
        env_op.call(&context, |session| {
            let up = usize::try_from(levels).unwrap_or_default();
            let sites = match ["list", "mark", "cells"]
                .iter()
                .any(|it| places.contains_key(*it))
            {
                true => Some(super::sites(&places)?),
                false => None,
            };
            let rows = session.read_rows(&super::locator(&locator)?, up, sites.as_ref())?;
            let known = super::known_cells(&places)?;
            Ok(super::maps(&super::with_known(rows, &known)?))
        })
    }

    /// Open the next row of a list that is a duplicate: it looks as another row does, and the page that it opens says the same as
    /// that one's. Answers whether there is one; its page is then in front, for the script to take it away. The rows are those that
    /// the elements stand in that fit, so many levels above each; `press` is what opens a row. Of rows that look the same each is
    /// opened, and what says something else is left by going back; the first of each kind stays. The run ends where there is no such
    /// list, it goes on on further pages, its end does not come into sight, rows that look the same are never in sight together, stand
    /// behind different words or in two lists, or change places, a page does not come to rest, or the list in the end does not show what should be left.
    #[rhai_fn(return_raw)]
    pub fn open_duplicate(
        context: NativeCallContext,
        env_op: EnvOp,
        locator: Map,
        levels: i64,
        press: Map,
    ) -> Outcomes<bool> {
        env_op.call(&context, |session| {
            session.open_duplicate(super::row_mark(&locator, levels)?, &super::locator(&press)?)
        })
    }

    /// Open the next row of a list on whose page a text stands, as words of their own; answers whether there is one. Its page is then
    /// in front, for the script to take it away. The rows and `press` are those of `open_duplicate`, and the run ends where it does, and
    /// where the text is empty or stands within other words alone. Its plural is the text as well. Which rows are meant is seen before the
    /// first of them is turned to, and none is where one of them can't be told.
    #[rhai_fn(return_raw)]
    pub fn open_row_saying(
        context: NativeCallContext,
        env_op: EnvOp,
        locator: Map,
        levels: i64,
        press: Map,
        text: &str,
    ) -> Outcomes<bool> {
        let saying = super::saying(text, None, false);
        super::open_row(&context, &env_op, (&locator, levels, &press), saying)
    }

    /// The same, and the text stands in a part of the page. Where that part is not there and the text stands elsewhere, the run ends.
    #[rhai_fn(name = "open_row_saying", return_raw)]
    pub fn open_row_saying_in(
        context: NativeCallContext,
        env_op: EnvOp,
        locator: Map,
        levels: i64,
        press: Map,
        text: &str,
        part: Map,
    ) -> Outcomes<bool> {
        let saying = super::saying(text, Some(&part), false);
        super::open_row(&context, &env_op, (&locator, levels, &press), saying)
    }

    /// As `open_row_saying`, and a part of a word will do.
    #[rhai_fn(return_raw)]
    pub fn open_row_containing(
        context: NativeCallContext,
        env_op: EnvOp,
        locator: Map,
        levels: i64,
        press: Map,
        text: &str,
    ) -> Outcomes<bool> {
        let saying = super::saying(text, None, true);
        super::open_row(&context, &env_op, (&locator, levels, &press), saying)
    }

    /// The same, in a part of the page.
    #[rhai_fn(name = "open_row_containing", return_raw)]
    pub fn open_row_containing_in(
        context: NativeCallContext,
        env_op: EnvOp,
        locator: Map,
        levels: i64,
        press: Map,
        text: &str,
        part: Map,
    ) -> Outcomes<bool> {
        let saying = super::saying(text, Some(&part), true);
        super::open_row(&context, &env_op, (&locator, levels, &press), saying)
    }

    /// Press this in the next row of a list that says the same as a row before it; answers whether there was one. The rows are
    /// those of `open_duplicate`, and the run ends where it does.
    #[rhai_fn(return_raw)]
    pub fn press_duplicate(
        context: NativeCallContext,
        env_op: EnvOp,
        locator: Map,
        levels: i64,
        press: Map,
    ) -> Outcomes<bool> {
        env_op.call(&context, |session| {
            session.press_duplicate(super::row_mark(&locator, levels)?, &super::locator(&press)?)
        })
    }

    /// The rows of a table that are to be done one after the other, by what each is known by: a list of texts. `which` has what
    /// the table is called (`list`), the column that tells its rows apart (`known_by`), what the cells of the rows show that
    /// are meant, word for word (`whose`, a map from a column to a text; without it all are). `after` is how a row looks once it is
    /// done: `"gone"`, `"not meant"` (it shows something else than `whose`, or is gone), a map from a column to what it shows then,
    /// or `"as before"`. With `named_beside: true` nothing beside the table is acted on before something there says what the row is
    /// known by. With `filtered: true` the rows are read once the step before has changed which are shown. `pages` is what the control says that leads to the next page, or `"1 2 3"` for the numbers of pages: the table is
    /// read over all of them. Where two rows are known by the same text, the table goes on on pages without that, or its end does not
    /// come into sight, the run ends.
    #[rhai_fn(return_raw)]
    pub fn rows_to_do(context: NativeCallContext, env_op: EnvOp, which: Map) -> Outcomes<Array> {
        env_op.call(&context, |session| {
            let keys = session.rows_to_do(element::row_loop(&which)?)?;
            Ok(keys.into_iter().map(Dynamic::from).collect())
        })
    }

    /// Turn to the next row that `rows_to_do` has given, wherever it stands by now. What is looked for `near` its text from now
    /// on is looked for in that row alone. Where it is not there, shows something else than it did, or the row before is as it was
    /// though it should have changed, the run ends.
    #[rhai_fn(return_raw)]
    pub fn turn_to_row(context: NativeCallContext, env_op: EnvOp, row: &str) -> Outcomes<()> {
        env_op.call(&context, |session| session.turn_to_row(row))
    }

    /// The rows that `rows_to_do` has given are done: where the last one is as it was though it should have changed, the run
    /// ends. Rows that have come in meanwhile are named in the run's log.
    #[rhai_fn(return_raw)]
    pub fn rows_are_done(context: NativeCallContext, env_op: EnvOp) -> Outcomes<()> {
        env_op.call(&context, Session::rows_are_done)
    }

    /// The device's date, as `2023-10-15`. Where the device does not say it, the run ends.
    #[rhai_fn(return_raw)]
    pub fn today(context: NativeCallContext, env_op: EnvOp) -> Outcomes<String> {
        env_op.call(&context, |session| {
            let today = session.screen()?.today.clone();
            match today.is_empty() {
                true => Err(Diagnostic::new(Code::UnknownValue, "the device does not say its date").into()),
                false => Ok(today),
            }
        })
    }

    /// How many elements fit now; does not wait. Ends the run where `find_elements` does.
    #[rhai_fn(return_raw)]
    pub fn count_elements(context: NativeCallContext, env_op: EnvOp, locator: Map) -> Outcomes<i64> {
        env_op.call(&context, |session| {
            let count = session.find_every(&super::locator(&locator)?)?.len();
            Ok(i64::try_from(count).unwrap_or(i64::MAX))
        })
    }

    /// Tap an element.
    #[rhai_fn(return_raw)]
    pub fn click(context: NativeCallContext, env_op: EnvOp, index: Dynamic) -> Outcomes<()> {
        env_op.call(&context, |session| {
            act_on(session, &index, |target| Action::Click { target })
        })
    }

    /// Tap an element twice.
    #[rhai_fn(return_raw)]
    pub fn double_tap(context: NativeCallContext, env_op: EnvOp, index: Dynamic) -> Outcomes<()> {
        env_op.call(&context, |session| {
            act_on(session, &index, |target| Action::DoubleTap { target })
        })
    }

    /// Press an element for a second.
    #[rhai_fn(return_raw)]
    pub fn long_press(context: NativeCallContext, env_op: EnvOp, index: Dynamic) -> Outcomes<()> {
        env_op.call(&context, |session| {
            act_on(session, &index, |target| Action::LongPress { target })
        })
    }

    /// Press an element with the right button, which opens its menu.
    #[rhai_fn(return_raw)]
    pub fn right_click(context: NativeCallContext, env_op: EnvOp, index: Dynamic) -> Outcomes<()> {
        env_op.call(&context, |session| {
            act_on(session, &index, |target| Action::RightClick { target })
        })
    }

    /// Drag an element to another one.
    #[rhai_fn(return_raw)]
    pub fn drag_to(context: NativeCallContext, env_op: EnvOp, index: Dynamic, to: Dynamic) -> Outcomes<()> {
        env_op.call(&context, |session| drag(session, &index, &to))
    }

    /// Tap an element at a point, from its left and upper edge: `25%,50%` is a share of its width and height,
    /// `8px,50%` is in pixels. With the size that it had, `25%,50% of 400x300`, it is refused where its shape has
    /// changed. Fragile: nothing says what is at the point.
    #[rhai_fn(return_raw)]
    pub fn click_at(context: NativeCallContext, env_op: EnvOp, at: &str, index: Dynamic) -> Outcomes<()> {
        env_op.call(&context, |session| {
            let at = points(at, HowMany::One)?;
            act_on(session, &index, |target| Action::ClickAt {
                target,
                at: at.clone(),
            })
        })
    }

    /// Press an element at the first of these points, move past the others with the button held, release at the last:
    /// `10%,50% 90%,50%`. Points are as those of `click_at`, and may lie beside the element.
    #[rhai_fn(return_raw)]
    pub fn drag_along(context: NativeCallContext, env_op: EnvOp, path: &str, index: Dynamic) -> Outcomes<()> {
        env_op.call(&context, |session| {
            let path = points(path, HowMany::AWay)?;
            act_on(session, &index, |target| Action::DragAlong {
                target,
                path: path.clone(),
            })
        })
    }

    /// Select a text in what an element shows or holds, as with the pointer (web). It is refused where the text does not
    /// stand there, only as a part of a longer word, or more than once.
    #[rhai_fn(return_raw)]
    pub fn select_text(
        context: NativeCallContext,
        env_op: EnvOp,
        text: Dynamic,
        index: Dynamic,
    ) -> Outcomes<()> {
        env_op.call(&context, |session| {
            let text = typed(&text)?;
            act_on(session, &index, |target| Action::SelectText {
                target,
                text: text.clone(),
            })
        })
    }

    /// Move the pointer over it (web).
    #[rhai_fn(return_raw)]
    pub fn hover(context: NativeCallContext, env_op: EnvOp, index: Dynamic) -> Outcomes<()> {
        env_op.call(&context, |session| {
            act_on(session, &index, |target| Action::Hover { target })
        })
    }

    /// Type into a field; with `clear`, it is emptied first.
    #[rhai_fn(return_raw)]
    pub fn input_text(
        context: NativeCallContext,
        env_op: EnvOp,
        text: Dynamic,
        index: Dynamic,
        clear: bool,
    ) -> Outcomes<()> {
        env_op.call(&context, |session| type_text(session, &text, &index, clear))
    }

    /// Type into a field, behind what it holds.
    #[rhai_fn(name = "input_text", return_raw)]
    pub fn input_text_behind(
        context: NativeCallContext,
        env_op: EnvOp,
        text: Dynamic,
        index: Dynamic,
    ) -> Outcomes<()> {
        env_op.call(&context, |session| type_text(session, &text, &index, false))
    }

    /// Type where the cursor is, without a tap.
    #[rhai_fn(name = "input_text", return_raw)]
    pub fn input_text_at_cursor(context: NativeCallContext, env_op: EnvOp, text: Dynamic) -> Outcomes<()> {
        env_op.call(&context, |session| {
            let text = typed(&text)?;
            session.act(&[], None, |_| Action::InputText {
                target: None,
                text: text.clone(),
                clear: false,
            })
        })
    }

    /// Choose in a list by what the option shows.
    #[rhai_fn(return_raw)]
    pub fn select_option(
        context: NativeCallContext,
        env_op: EnvOp,
        option: Dynamic,
        index: Dynamic,
    ) -> Outcomes<()> {
        env_op.call(&context, |session| {
            let option = typed(&option)?;
            act_on(session, &index, |target| Action::SelectOption {
                target,
                option: option.clone(),
            })
        })
    }

    /// Give files to a field, or to the button that asks for them: a path, or a list of paths.
    #[rhai_fn(return_raw)]
    pub fn upload_files(
        context: NativeCallContext,
        env_op: EnvOp,
        files: Dynamic,
        index: Dynamic,
    ) -> Outcomes<()> {
        env_op.call(&context, |session| {
            let files = paths(&files)?;
            act_on(session, &index, |target| Action::UploadFiles {
                target,
                files: files.clone(),
            })
        })
    }

    /// Show what lies `up`, `down`, `left` or `right`.
    #[rhai_fn(return_raw)]
    pub fn scroll(context: NativeCallContext, env_op: EnvOp, direction: &str) -> Outcomes<()> {
        env_op.call(&context, |session| {
            let direction = super::direction(direction)?;
            session.act(&[], None, |_| Action::Scroll {
                target: None,
                direction,
            })
        })
    }

    /// The same inside an element.
    #[rhai_fn(name = "scroll", return_raw)]
    pub fn scroll_element(
        context: NativeCallContext,
        env_op: EnvOp,
        direction: &str,
        index: Dynamic,
    ) -> Outcomes<()> {
        env_op.call(&context, |session| {
            let direction = super::direction(direction)?;
            act_on(session, &index, |target| Action::Scroll {
                target: Some(target),
                direction,
            })
        })
    }

    /// Move a finger over the screen, as a gesture; `down` shows what stands above. A list is moved on by `scroll`.
    #[rhai_fn(return_raw)]
    pub fn swipe(context: NativeCallContext, env_op: EnvOp, direction: &str) -> Outcomes<()> {
        env_op.call(&context, |session| {
            let direction = super::direction(direction)?;
            session.act(&[], None, |_| Action::Swipe { direction })
        })
    }

    /// Press the back key.
    #[rhai_fn(return_raw)]
    pub fn go_back(context: NativeCallContext, env_op: EnvOp) -> Outcomes<()> {
        env_op.call(&context, |session| {
            session.act(&[], None, |_| Action::NavigateBack)
        })
    }

    /// Press the home key.
    #[rhai_fn(return_raw)]
    pub fn go_home(context: NativeCallContext, env_op: EnvOp) -> Outcomes<()> {
        env_op.call(&context, |session| {
            session.act(&[], None, |_| Action::NavigateHome)
        })
    }

    /// Press the enter key.
    #[rhai_fn(return_raw)]
    pub fn press_enter(context: NativeCallContext, env_op: EnvOp) -> Outcomes<()> {
        env_op.call(&context, |session| {
            session.act(&[], None, |_| Action::KeyboardEnter)
        })
    }

    /// Press a key where the cursor is, with others held: `Escape`, `Control+A`, `Shift+ArrowDown`.
    #[rhai_fn(return_raw)]
    pub fn press_keys(context: NativeCallContext, env_op: EnvOp, keys: &str) -> Outcomes<()> {
        env_op.call(&context, |session| {
            let chord: ui::Chord = keys
                .parse()
                .map_err(|it: ui::ChordError| Diagnostic::new(Code::Arguments, it.to_string()))?;
            session.act(&[], None, |_| Action::PressKeys {
                keys: chord.to_string(),
            })
        })
    }

    /// Agree to the dialog that is open, or not.
    #[rhai_fn(return_raw)]
    pub fn answer_dialog(context: NativeCallContext, env_op: EnvOp, accept: bool) -> Outcomes<()> {
        env_op.call(&context, |session| super::answer_dialog(session, accept, None))
    }

    /// The same with the text that it asks for.
    #[rhai_fn(name = "answer_dialog", return_raw)]
    pub fn answer_dialog_with(
        context: NativeCallContext,
        env_op: EnvOp,
        accept: bool,
        text: Dynamic,
    ) -> Outcomes<()> {
        env_op.call(&context, |session| {
            super::answer_dialog(session, accept, Some(&typed(&text)?))
        })
    }

    /// Go to another window or tab that is open, by its title or its address.
    #[rhai_fn(return_raw)]
    pub fn switch_window(context: NativeCallContext, env_op: EnvOp, title: &str) -> Outcomes<()> {
        env_op.call(&context, |session| {
            session.act(&[], None, |_| Action::SwitchWindow {
                title: title.to_owned(),
            })
        })
    }

    /// Open an address.
    #[rhai_fn(return_raw)]
    pub fn open_link(context: NativeCallContext, env_op: EnvOp, link: &str) -> Outcomes<()> {
        env_op.call(&context, |session| {
            session.act(&[], None, |_| Action::OpenLink {
                link: link.to_owned(),
            })
        })
    }

    /// Let the screen settle.
    #[rhai_fn(return_raw)]
    pub fn wait(context: NativeCallContext, env_op: EnvOp) -> Outcomes<()> {
        env_op.call(&context, |session| session.act(&[], None, |_| Action::Wait))
    }

    /// What an element shows or a field holds, `""` where only its hint shows. A text area may add a line break at the
    /// end.
    #[rhai_fn(return_raw)]
    pub fn read_text(context: NativeCallContext, env_op: EnvOp, index: Dynamic) -> Outcomes<String> {
        env_op.call(&context, |session| {
            let index = element_of(session, &index)?;
            let (id, _) = session.resolve(index)?;
            let screen = session.screen()?;
            Ok(screen.get(id).map(element::shown).unwrap_or_default().to_owned())
        })
    }

    /// Whether a box, a switch or a choice is on.
    #[rhai_fn(return_raw)]
    pub fn is_checked(context: NativeCallContext, env_op: EnvOp, index: Dynamic) -> Outcomes<bool> {
        env_op.call(&context, |session| {
            let index = element_of(session, &index)?;
            let (id, _) = session.resolve(index)?;
            let screen = session.screen()?;
            Ok(screen.get(id).is_some_and(|it| it.checked))
        })
    }

    /// Every element of the screen as a map: `index`, what locators go by (`text`, `value`, ..; `""` where it is
    /// missing), `bounds`.
    #[rhai_fn(return_raw)]
    pub fn get_cur_ui_element_list(context: NativeCallContext, env_op: EnvOp) -> Outcomes<Array> {
        env_op.call(&context, |session| {
            let screen = session.screen()?;
            Ok(screen
                .iter()
                .map(|(id, it)| element::map(session.hand_out(id, None), it).into())
                .collect())
        })
    }

    /// What a model reads on the screen. As `output_format`, `int`, `number`, `bool` and `list` (of texts) give just
    /// that; `one of: a, b, c`, digits as in `YYYY-MM-DD`, or a few words on what it is to be, give a text. Where the
    /// screen does not tell, or the answer has another form, the run ends.
    #[rhai_fn(return_raw)]
    pub fn ask_mllm(
        context: NativeCallContext,
        env_op: EnvOp,
        question: &str,
        output_format: &str,
    ) -> Outcomes<Dynamic> {
        env_op.call(&context, |session| ask(session, question, output_format))
    }

    /// Give the answer to the task's question.
    #[rhai_fn(return_raw)]
    pub fn answer(context: NativeCallContext, env_op: EnvOp, text: Dynamic) -> Outcomes<()> {
        env_op.call(&context, |session| {
            let text = typed(&text)?;
            session.act(&[], None, |_| Action::Answer { text: text.clone() })?;
            session.answer = Some(text);
            Ok(())
        })
    }

    /// Give the rows of a table as the answer to the task's question: a list of maps from the heads of its columns to what a row
    /// shows there, nothing where a cell is empty; as JSON. `which` has what the table is called (`list`) and the columns that are
    /// asked for (`columns`); `pages` is what leads to its further pages, as in `rows_to_do`. Where the table goes on on pages without
    /// that, or its end does not come into sight, the run ends.
    #[rhai_fn(return_raw)]
    pub fn answer_table(context: NativeCallContext, env_op: EnvOp, which: Map) -> Outcomes<()> {
        env_op.call(&context, |session| {
            let table = element::table_answer(&which)?;
            let rows = session.whole_table(&table.of_table(), table.pages.as_ref())?;
            let text = rows_as_json(&rows, &table.columns);
            session.act(&[], None, |_| Action::Answer { text: text.clone() })?;
            session.answer = Some(text);
            Ok(())
        })
    }

    /// End the run: `"complete"`, or `"infeasible"` where the task can't be done.
    #[rhai_fn(return_raw)]
    pub fn stop(context: NativeCallContext, env_op: EnvOp, status: &str) -> Outcomes<()> {
        env_op.call(&context, |session| {
            let (goal_status, outcome) = match status {
                "complete" => (Status::Complete, Outcome::Reached),
                "infeasible" => (Status::Infeasible, Outcome::NotReached),
                other => {
                    let diagnostic = Diagnostic::new(Code::Arguments, format!("`{other}` is no status"));
                    return Err(diagnostic.hint("use \"complete\" or \"infeasible\"").into());
                }
            };
            // Nobody is there any more who could be told, but that it is said counts.
            if !session.has_ended() {
                session.act(&[], None, |_| Action::Status { goal_status })?;
            }
            let diagnostic = (outcome == Outcome::NotReached).then(|| {
                Box::new(Diagnostic::new(
                    Code::Infeasible,
                    "the script says that the task can't be done",
                ))
            });
            Err(Stop::End(outcome, diagnostic))
        })
    }

    /// Note something in the run's log.
    #[rhai_fn(return_raw)]
    pub fn log(context: NativeCallContext, env_op: EnvOp, text: Dynamic) -> Outcomes<()> {
        env_op.call(&context, |session| {
            session.note(session.position, &text.to_string());
            Ok(())
        })
    }
}

/// The functions that are not on `env_op`.
#[export_module]
#[allow(missing_docs, reason = "the macro's own items")]
pub mod plain {
    /// The same with a message.
    #[rhai_fn(return_raw)]
    pub fn assert(context: NativeCallContext, condition: bool, message: &str) -> Outcomes<()> {
        super::check(&context, condition, message)
    }

    /// Where the condition does not hold, the run ends.
    #[rhai_fn(name = "assert", return_raw)]
    pub fn assert_only(context: NativeCallContext, condition: bool) -> Outcomes<()> {
        super::check(&context, condition, "the condition does not hold")
    }

    /// The entries of an enumeration: `items("a, b and c")` is `["a", "b", "c"]`. It cuts at commas, semicolons, line
    /// ends, `>` and the word `and`, also inside an entry (then use `part`).
    pub fn items(text: &str) -> Array {
        strings::items(text).into_iter().map(Dynamic::from).collect()
    }

    /// The lines of a text, each a record with this between its cells: `records("a|1\nb|2", "|")` is `["a|1", "b|2"]`. Lines
    /// without text are none. Where a line has another number of cells than the first, and where there is none, the run ends.
    #[rhai_fn(return_raw)]
    pub fn records(context: NativeCallContext, text: &str, by: &str) -> Outcomes<Array> {
        super::records_of(&context, text, by, &Meant::All)
    }

    /// The same without the first line, which names the cells.
    #[rhai_fn(return_raw)]
    pub fn records_below(context: NativeCallContext, text: &str, by: &str) -> Outcomes<Array> {
        super::records_of(&context, text, by, &Meant::BelowHead)
    }

    /// The same, those alone whose n-th cell is a text: `records_where("a|1\nb|2", "|", 2, "2")` is `["b|2"]`.
    #[rhai_fn(return_raw)]
    pub fn records_where(
        context: NativeCallContext,
        text: &str,
        by: &str,
        n: i64,
        is: &str,
    ) -> Outcomes<Array> {
        super::records_of(&context, text, by, &Meant::Where(super::cell_number(n), is))
    }

    /// The same, those alone whose n-th cell has some words in it, in either case.
    #[rhai_fn(return_raw)]
    pub fn records_saying(
        context: NativeCallContext,
        text: &str,
        by: &str,
        n: i64,
        words: &str,
    ) -> Outcomes<Array> {
        super::records_of(&context, text, by, &Meant::Saying(super::cell_number(n), words))
    }

    /// What a map has for a text: `lookup("low", #{ "low": "1", "high": "3" })` is `"1"`. Where it has nothing, the run
    /// ends.
    #[rhai_fn(return_raw)]
    pub fn lookup(context: NativeCallContext, text: &str, map: Map) -> Outcomes<Dynamic> {
        match map.get(text) {
            Some(known) => Ok(known.clone()),
            None => super::nothing_known(&context, text, &map),
        }
    }

    /// The characters: `characters("04")` is `["0", "4"]`.
    pub fn characters(text: &str) -> Array {
        strings::characters(text).into_iter().map(Dynamic::from).collect()
    }
}

/// What the engine's own packages have and a script may not: time passes on the device, not on its host.
#[export_module]
#[allow(missing_docs, reason = "the macro's own items")]
pub mod denied {
    #[rhai_fn(return_raw)]
    pub fn sleep(context: NativeCallContext, _seconds: i64) -> Outcomes<()> {
        super::no_sleep(&context)
    }

    #[rhai_fn(name = "sleep", return_raw)]
    pub fn sleep_float(context: NativeCallContext, _seconds: f64) -> Outcomes<()> {
        super::no_sleep(&context)
    }
}

fn no_sleep(context: &NativeCallContext) -> Outcomes<()> {
    let diagnostic = || Diagnostic::new(Code::UnknownFunction, "a script does not sleep");
    fail(context, "a script does not sleep", |_| {
        Ok(diagnostic().hint("wait for what comes, with `env_op.wait_for`"))
    })
}

/// The number of a cell; none has the number 0.
fn cell_number(n: i64) -> usize {
    usize::try_from(n).unwrap_or(0)
}

fn records_of(context: &NativeCallContext, text: &str, by: &str, meant: &Meant<&str>) -> Outcomes<Array> {
    match strings::records(text, by, meant) {
        Ok(all) => Ok(all.into_iter().map(Dynamic::from).collect()),
        Err(error) => {
            let message = error.to_string();
            let diagnostic = Diagnostic::new(Code::UnknownValue, &message);
            fail(context, &message, |_| {
                Ok(diagnostic
                    .hint("the text on the screen is another one than where this was shown: look at it"))
            })?;
            Ok(Array::new())
        }
    }
}

fn nothing_known(context: &NativeCallContext, text: &str, map: &Map) -> Outcomes<Dynamic> {
    let known: Vec<&str> = map.keys().map(|it| it.as_str()).collect();
    let message = format!("nothing is known for \"{text}\", only for: {}", known.join(", "));
    let diagnostic = Diagnostic::new(Code::UnknownValue, &message);
    fail(context, &message, |_| {
        Ok(diagnostic.hint("no recording shows what to do for this value: record one"))
    })?;
    Ok(Dynamic::UNIT)
}

fn check(context: &NativeCallContext, condition: bool, message: &str) -> Outcomes<()> {
    if condition {
        return Ok(());
    }
    fail(context, message, |session| {
        let screen = session.screen()?;
        Ok(session.explain_missing(Diagnostic::new(Code::AssertionFailed, message), &screen))
    })
}

/// A fault of a function that is not called on the device: every engine that runs scripts has that as its tag.
fn fail(
    context: &NativeCallContext,
    message: &str,
    diagnostic: impl FnOnce(&mut Session) -> Result<Diagnostic, Stop>,
) -> Outcomes<()> {
    let Some(env_op) = context
        .tag()
        .and_then(|it| it.read_lock::<EnvOp>().map(|it| it.clone()))
    else {
        return Err(message.into());
    };
    env_op.call(context, |session| Err(diagnostic(session)?.into()))
}
