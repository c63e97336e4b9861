//! A function as steps, branches and loops, which a person names, moves, deletes and makes conditional, beside its script.

use std::{fs, io, sync::Arc};

use autorpa::{
    Function,
    outline::{Edit, Inner, Node, Outline, Outlined, Shot, Way},
};
use axum::{
    Form,
    extract::{Path, State, rejection::FormRejection},
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use ui::visible;

use crate::{
    app::App,
    pages::{
        function::{No, find},
        recording::{Step, encoded},
        screen::{Drawn, drawn},
    },
    served::apart,
    works::Order,
};

/// Screens that a step shows at most.
const SHOTS: usize = 3;

#[derive(Serialize)]
struct Page {
    tab: &'static str,
    app: String,
    name: String,
    standing: &'static str,
    meaning: &'static str,
    /// The SHA-256 of the script that the page shows: what is sent back holds for no other.
    sha256: String,
    source: String,
    /// Conditions to choose from.
    conditions: Vec<String>,
    steps: Vec<Item>,
    /// Why there are no steps to show.
    no_steps: Option<String>,
    can_verify: bool,
    instances: usize,
    versions: Vec<(String, String)>,
    problem: Option<String>,
}

/// A step, or a branch or loop with what is in it.
#[derive(Serialize)]
struct Item {
    line: usize,
    title: String,
    name: String,
    code: String,
    kind: &'static str,
    /// Whether it is a branch that loses its condition when that is taken away.
    has_one_arm: bool,
    is_first: bool,
    is_last: bool,
    /// Whether it stands in a branch or a loop.
    is_inside: bool,
    /// Where else in its list it can go: what is sent, and what is read.
    blocks: Vec<(String, String)>,
    arms: Vec<Arm>,
    shots: Vec<Picture>,
}

#[derive(Serialize)]
struct Arm {
    condition: Option<String>,
    steps: Vec<Item>,
}

/// A screen on which the step was done.
#[derive(Serialize)]
struct Picture {
    recording: String,
    number: usize,
    step: Step,
    width: u32,
    height: u32,
    /// What is drawn where there is no picture.
    drawn: Vec<Drawn>,
}

/// What a page sends back.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Sent {
    sha256: String,
    line: usize,
    what: String,
    name: String,
    condition: String,
    /// Which arm of a branch, from 0.
    arm: usize,
    /// A branch or loop and its arm, as `LINE.ARM`.
    into: String,
    source: String,
    version: String,
}

/// A function.
type Named = Path<(String, String)>;

/// The page.
pub async fn show(State(app): State<Arc<App>>, named: Named) -> Response {
    shown(app, named, Sent::default(), None).await
}

async fn shown(app: Arc<App>, named: Named, sent: Sent, problem: Option<String>) -> Response {
    let status = match problem {
        Some(_) => StatusCode::UNPROCESSABLE_ENTITY,
        None => StatusCode::OK,
    };
    let title = title(&named);
    let made = apart(Arc::clone(&app), move |app| {
        let function = find(app, &title)?;
        Ok::<_, No>(page(app, &function, sent, problem))
    });
    match made.await {
        Ok(Ok(page)) => (status, app.views.page("graph", page)).into_response(),
        Ok(Err(no)) => app.views.problem(no.0, &no.1),
        Err(broken) => broken,
    }
}

fn title(Path((folder, name)): &Named) -> String {
    format!("{folder}/{name}")
}

/// Why nothing is changed.
#[derive(Debug, Error)]
enum NotChanged {
    /// The page that was sent does not say what.
    #[error("Say what is to be changed.")]
    Nothing,
    /// It was said of another script.
    #[error("The script was changed meanwhile: this is what it is now.")]
    Meanwhile,
    /// An earlier text of it can't be read.
    #[error(transparent)]
    Unread(#[from] io::Error),
    /// It can't be changed so.
    #[error(transparent)]
    Refused(#[from] autorpa::Error),
}

/// Change a step.
pub async fn edit(app: State<Arc<App>>, named: Named, form: Result<Form<Sent>, FormRejection>) -> Response {
    change(app, named, form, |app, function, sent| {
        let edit = edit_of(sent).ok_or(NotChanged::Nothing)?;
        app.rpa.edit(function, &edit)?;
        Ok(())
    })
    .await
}

/// Put another text in the place of the script, or one that it had.
pub async fn rewrite(
    app: State<Arc<App>>,
    named: Named,
    form: Result<Form<Sent>, FormRejection>,
) -> Response {
    change(app, named, form, |app, function, sent| {
        let kept = function.receipt.history.iter();
        let file = kept.map(|it| &it.file).find(|it| **it == sent.version);
        let source = match file {
            Some(file) => {
                let path = function.path.with_extension("history").join(file);
                fs::read_to_string(path)?
            }
            None => sent.source.clone(),
        };
        app.rpa.rewrite(function, &source)?;
        Ok(())
    })
    .await
}

/// Run it on its instances again.
pub async fn verify(State(app): State<Arc<App>>, named: Named) -> Response {
    let title = title(&named);
    let found = apart(Arc::clone(&app), move |app| find(app, &title)).await;
    match found {
        Ok(Ok(function)) => {
            let order = Order::Verify(function.path.clone());
            let work = app.works.begin(&app.rpa, function.title(), Vec::new(), order);
            Redirect::to(&format!("/works/{}", work.id)).into_response()
        }
        Ok(Err(no)) => app.views.problem(no.0, &no.1),
        Err(broken) => broken,
    }
}

/// Do what was sent with the function that the page has shown, and show what came of it.
async fn change(
    State(app): State<Arc<App>>,
    named: Named,
    form: Result<Form<Sent>, FormRejection>,
    change: fn(&App, &Function, &Sent) -> Result<(), NotChanged>,
) -> Response {
    let Ok(Form(sent)) = form else {
        let why = "What was sent can't be read.";
        return app.views.problem(StatusCode::UNPROCESSABLE_ENTITY, why);
    };
    let title = title(&named);
    let done = apart(Arc::clone(&app), move |app| {
        let function = find(app, &title)?;
        let is_shown = library::sha256(&function.source) == sent.sha256;
        let done = match is_shown {
            true => change(app, &function, &sent),
            false => Err(NotChanged::Meanwhile),
        };
        Ok::<_, No>((sent, done))
    });
    match done.await {
        Ok(Ok((_, Ok(())))) => {
            let Path((folder, name)) = named;
            let to = format!("/functions/{}/{}/steps", encoded(&folder), encoded(&name));
            Redirect::to(&to).into_response()
        }
        Ok(Ok((sent, Err(why)))) => {
            shown(app, named, sent, Some(visible(&why.to_string()).into_owned())).await
        }
        Ok(Err(no)) => app.views.problem(no.0, &no.1),
        Err(broken) => broken,
    }
}

fn edit_of(sent: &Sent) -> Option<Edit> {
    let line = sent.line;
    Some(match sent.what.as_str() {
        "name" => Edit::Name {
            line,
            name: sent.name.clone(),
        },
        "delete" => Edit::Delete { line },
        "up" => Edit::Move { line, way: Way::Up },
        "down" => Edit::Move { line, way: Way::Down },
        "only_if" => Edit::OnlyIf {
            line,
            condition: sent.condition.clone(),
        },
        "always" => Edit::Always { line },
        "condition" => Edit::Condition {
            line,
            arm: sent.arm,
            condition: sent.condition.clone(),
        },
        "into" => {
            let (around, arm) = sent.into.split_once('.')?;
            Edit::Into {
                line,
                around: around.parse().ok()?,
                arm: arm.parse().ok()?,
            }
        }
        "out" => Edit::Out { line },
        _ => return None,
    })
}

fn page(app: &App, function: &Function, sent: Sent, problem: Option<String>) -> Page {
    let standing = function.standing();
    if let Err(error) = app.runs.refresh_if_idle() {
        tracing::warn!(%error, "the runs can't be read");
    }
    let outlined = app.rpa.outline(function, &app.runs);
    let (conditions, steps, no_steps) = match outlined {
        Ok(it) => (
            conditions(&it.outline),
            items(&it.outline.steps, &it, false),
            None,
        ),
        Err(error) => (
            Vec::new(),
            Vec::new(),
            Some(visible(&error.to_string()).into_owned()),
        ),
    };
    let receipt = &function.receipt;
    let versions = receipt.history.iter().rev();
    Page {
        tab: "library",
        app: function.app.clone(),
        name: function.name.clone(),
        standing: standing.name(),
        meaning: standing.meaning(),
        sha256: library::sha256(&function.source),
        // What somebody typed is not lost because it is refused.
        source: match sent.source.is_empty() {
            true => function.source.clone(),
            false => sent.source,
        },
        conditions,
        steps,
        no_steps,
        can_verify: function.edited && !receipt.unjudged && !receipt.instances.is_empty(),
        instances: receipt.instances.len(),
        versions: versions
            .map(|it| (it.file.clone(), visible(&it.why).into_owned()))
            .collect(),
        problem,
    }
}

/// Conditions that are often meant: whether a value is given, and whether an element shows.
fn conditions(outline: &Outline) -> Vec<String> {
    let given = outline
        .params
        .iter()
        .flat_map(|it| [format!("{it} != \"\""), format!("{it} == \"\"")]);
    let shown = outline.elements.iter().flat_map(|it| {
        let exists = format!("env_op.element_exists({it}())");
        [exists.clone(), format!("!{exists}")]
    });
    given.chain(shown).collect()
}

fn items(steps: &[Node], of: &Outlined, is_inside: bool) -> Vec<Item> {
    let all = steps.iter().enumerate();
    all.map(|(at, step)| {
        let mut item = item(step, of);
        (item.is_first, item.is_last) = (at == 0, at + 1 == steps.len());
        item.is_inside = is_inside;
        item.blocks = blocks(steps, step);
        item
    })
    .collect()
}

/// The arms and loops of a list that one of its steps can be put into.
fn blocks(steps: &[Node], step: &Node) -> Vec<(String, String)> {
    let others = steps.iter().filter(|it| it.line != step.line);
    let arms = others.flat_map(|it| it.arms().iter().enumerate().map(move |(at, arm)| (it, at, arm)));
    arms.map(|(node, at, arm)| {
        let when = match (&node.inner, &arm.condition) {
            (Inner::Rounds(_), _) => "each round".to_owned(),
            (_, Some(condition)) => format!("if {}", visible(condition)),
            (_, None) => "otherwise".to_owned(),
        };
        let (line, head) = (node.line, arm.head);
        (format!("{line}.{at}"), format!("line {head}: {when}"))
    })
    .collect()
}

fn item(step: &Node, of: &Outlined) -> Item {
    let text = |it: &str| visible(it).into_owned();
    let arm = |condition: Option<&String>, steps: &[Node]| Arm {
        condition: condition.map(|it| text(it)),
        steps: items(steps, of, true),
    };
    let (kind, arms) = match &step.inner {
        Inner::Nothing => ("step", Vec::new()),
        Inner::Arms(arms) => {
            let all = arms.iter().map(|it| arm(it.condition.as_ref(), &it.steps));
            ("branch", all.collect())
        }
        Inner::Rounds(inside) => ("loop", vec![arm(None, &inside.steps)]),
    };
    let does: Vec<&str> = step.does.iter().map(|(_, words)| words.as_str()).collect();
    let title = match (&step.name, does.as_slice()) {
        (Some(name), _) => name.clone(),
        (None, []) => String::new(),
        (None, does) => does.join(", "),
    };
    let shots = step.does.iter().filter_map(|(line, _)| of.shots.get(line));
    Item {
        line: step.line,
        title: text(&title),
        name: step.name.as_deref().map(text).unwrap_or_default(),
        code: text(&step.code),
        kind,
        has_one_arm: arms.len() == 1 && kind == "branch",
        is_first: false,
        is_last: false,
        is_inside: false,
        blocks: Vec::new(),
        arms,
        shots: shots.flatten().take(SHOTS).map(picture).collect(),
    }
}

fn picture(shot: &Shot) -> Picture {
    let address = shot.picture.as_ref().map(|it| format!("/pictures/{it}"));
    Picture {
        recording: shot.recording.clone(),
        number: shot.number,
        drawn: match address {
            Some(_) => Vec::new(),
            None => drawn(&shot.screen),
        },
        step: Step::of(&shot.step, address),
        width: shot.step.size.0,
        height: shot.step.size.1,
    }
}
