//! Whether a run worked, by looking it up as a person has shown it: on a page that is loaded afresh.

use device::{Cancel, Device, Environment};
use explorer::policy::{Guard, Guarded};
use strings::identifier;
use task::{Instance, Params};
use trajectory::{Code, Diagnostic, Ending, Outcome};

use crate::{
    error::Error,
    registry::{Driver, Start},
    workbench::guard,
};

/// What a read-back is called where its code is named.
pub(crate) const NAME: &str = "read-back";

/// What a look-up came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// All shows that has to.
    Holds,
    /// This does not show.
    Misses(String),
    /// Nobody can tell, and why.
    Unclear(String),
}

/// Look it up with these values, on a page that has just been loaded.
pub(crate) fn look(
    source: &str,
    values: &Params,
    device: &mut dyn Device,
    guard: Guard,
    cancel: &Cancel,
) -> Found {
    let signature = match runtime::signature(source, NAME) {
        Ok(signature) => signature,
        Err(wrong) => return Found::Unclear(wrong.message.clone()),
    };
    let takes = |name: &str| signature.params.iter().any(|it| it.name == name);
    let named = values.iter().map(|(name, it)| (identifier(name), it.clone()));
    let arguments: Params = named.filter(|(name, _)| takes(name)).collect();
    let instance = Instance {
        suite: String::new(),
        task_type: String::new(),
        seed: 0,
        goal: signature.description,
        params: arguments.clone(),
    };
    // What the page sent while it was loaded is nothing that is looked up.
    drop(device.sent());
    let mut guarded = Guarded::new(device, guard);
    // What shows is what was meant, or it does not show: nothing is looked for in another way.
    let mut options = runtime::Options::default();
    options.policy.other_ways = false;
    options.empty_shows_nothing = true;
    if shows_nothing(source, &arguments) {
        return Found::Unclear("all that it would show is empty".to_owned());
    }
    let run = runtime::run(
        source,
        NAME,
        &arguments,
        &mut guarded,
        &instance,
        &options,
        None,
        cancel,
    );
    if let Some(sent) = device
        .sent()
        .and_then(|it| it.into_iter().find(|it| !it.is_question()))
    {
        return Found::Unclear(format!("to look it up sends {sent}, which may change something"));
    }
    let Ending {
        outcome, diagnostic, ..
    } = run.recording.ending;
    match (outcome, diagnostic) {
        (Outcome::Reached, _) => Found::Holds,
        (_, Some(why)) if matches!(why.code, Code::ElementMissing | Code::AssertionFailed) => {
            Found::Misses(why.message)
        }
        (_, Some(why)) => Found::Unclear(why.message),
        (outcome, None) => Found::Unclear(format!("it ended {outcome}")),
    }
}

/// Whether all values that a look-up waits for are empty.
fn shows_nothing(source: &str, values: &Params) -> bool {
    let asked = |name: &str| {
        ["text", "value"]
            .iter()
            .any(|key| source.contains(&format!("{key}: {name}, ")))
    };
    let mut shown = values.iter().filter(|(name, _)| asked(name)).peekable();
    shown.peek().is_some() && shown.all(|(_, it)| it.as_text() == Some(""))
}

/// Where it is looked up, beside what is in front: one page, which is loaded afresh each time.
#[derive(Default)]
pub(crate) struct Beside(Option<Box<dyn Device>>);

impl Beside {
    /// Look it up where the function begins.
    pub(crate) fn look(
        &mut self,
        source: &str,
        values: &Params,
        env: &mut dyn Environment,
        driver: &dyn Driver,
        url: Option<&str>,
        cancel: &Cancel,
    ) -> Result<Found, Error> {
        let again = match (&mut self.0, url) {
            (Some(page), Some(url)) => page.load_afresh(url).map_err(device::EnvironmentError::from)?,
            _ => false,
        };
        if !again {
            let beside = match url {
                Some(url) => env.beside(url).map_err(device::EnvironmentError::from)?,
                None => None,
            };
            let start = Start {
                url: url.map(str::to_owned),
                ..Start::default()
            };
            self.0 = Some(beside.map_or_else(|| driver.open(&start), Ok)?);
        }
        let Some(page) = &mut self.0 else {
            return Ok(Found::Unclear("there is nowhere to look".to_owned()));
        };
        let guard = guard(env, "", &explorer::policy::Policy::default())?;
        Ok(look(source, values, page.as_mut(), guard, cancel))
    }
}

/// The ending of a run that came to its end, after it was looked up.
pub(crate) fn ending(found: Found) -> Ending {
    let of = |outcome: Outcome, line: String| Ending {
        evidence: vec![line].into(),
        ..Ending::new(outcome, None)
    };
    match found {
        Found::Holds => Ending::new(Outcome::Reached, None),
        Found::Misses(what) => of(
            Outcome::NotReached,
            format!("looked up on a page that was loaded afresh: {what}"),
        ),
        Found::Unclear(why) => of(Outcome::Unchecked, format!("it could not be looked up: {why}")),
    }
}

/// What a look-up says before anything is done, as checks say it. None where nobody can tell.
pub(crate) fn finding(found: &Found) -> Option<device::Finding> {
    let holds = match found {
        Found::Holds => true,
        Found::Misses(_) => false,
        Found::Unclear(_) => return None,
    };
    let check = match found {
        Found::Misses(what) => format!("{NAME}: {what}"),
        Found::Holds | Found::Unclear(_) => NAME.to_owned(),
    };
    Some(device::Finding {
        check,
        holds: Some(holds),
    })
}

/// Why a function is not run with values for which all shows already.
pub(crate) fn done_before() -> Diagnostic {
    Diagnostic::new(
        Code::DoneBefore,
        "nothing was done: what is looked up after a run shows already, so it would say nothing of the run",
    )
    .hint("if it is to be done once more, show it again, and look up what tells the two apart")
}
