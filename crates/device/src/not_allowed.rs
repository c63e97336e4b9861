//! Why something is not done that could have been: each reason with what it hangs on, and its words in this one place.

use settings::Setting;
use thiserror::Error;
use ui::{ActionKind, Lasting};

use crate::Cause;

/// Why an action is not done: somebody or something does not allow it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotAllowed {
    /// The user forbids this kind.
    #[error("the user does not allow `{kind}`")]
    Kind {
        /// The kind of action.
        kind: ActionKind,
    },
    /// It can't be taken back, and the policy does not allow that kind.
    #[error(
        "by its words it is to {what}, which can't be taken back; the policy allows {}",
        shown_kinds(allowed)
    )]
    Lasting {
        /// What it does.
        what: String,
        /// The kinds that are allowed.
        allowed: Vec<String>,
    },
    /// The app has nothing to do with the task, or the user does not allow it.
    #[error("`{app}` is not to be used for this task, only {}", allowed.join(", "))]
    App {
        /// The app, by the name that was used or that the launcher shows.
        app: String,
        /// Apps that may be used.
        allowed: Vec<String>,
    },
    /// The page would be one of another origin.
    #[error(
        "it leads to {address}, and only {} may be shown; {:#} allows another one",
        shown(origins),
        Setting::AllowOrigin
    )]
    Origin {
        /// Where it leads, cut off where it is long.
        address: String,
        /// Origins that may be shown; empty where only the page itself may.
        origins: Vec<String>,
    },
    /// The page would be one of an origin that the policy keeps out.
    #[error("it leads to {address}, and the policy lets pages be of {} only", origins.join(", "))]
    Outside {
        /// Where it leads, cut off where it is long.
        address: String,
        /// Origins that the policy allows.
        origins: Vec<String>,
    },
    /// The page was to be read only, and it sends what may write.
    #[error("it sends {method} to {address}, and this run may only read")]
    Writes {
        /// How.
        method: String,
        /// Where to.
        address: String,
    },
    /// It is a dry run, and nothing takes the step back.
    #[error("this is a dry run, which stops before it {step}; {why}")]
    Dry {
        /// What the step does.
        step: String,
        /// Why nothing takes it back.
        why: Lasts,
    },
    /// What can't be written down is not done: nobody could say later whether it was.
    #[error("the run's record can't be written: {source}")]
    Unwritten {
        /// What the keeper of records says.
        source: Cause,
    },
    /// What the run is done for is somebody else's by now.
    #[error(transparent)]
    NotHeld {
        /// What the keeper of rows says.
        source: Cause,
    },
    /// The value of a secret stands where its name should.
    #[error("that is a secret's value; type {mark} instead")]
    SecretValue {
        /// What is typed in its place.
        mark: String,
    },
    /// The value of a secret can't be had.
    #[error("the {} `{name}` is not known: {source}", if *.one_time { "one-time code" } else { "secret" })]
    UnknownSecret {
        /// The secret.
        name: String,
        /// What was found where it should be.
        source: Cause,
        /// Whether it is typed as a code that is good for one time.
        one_time: bool,
    },
    /// It looks like the name of a secret, and the task has none of this name.
    #[error("{text} names no secret of the task")]
    NoSecret {
        /// What was to be typed.
        text: String,
    },
    /// Something that is no secret was to be typed into a field for one.
    #[error(
        "a password field takes a secret: give the task file a parameter of the type \"secret\", and type {{secret:NAME}}"
    )]
    PasswordField,
    /// The person was asked and said no.
    #[error("the person does not want it done: {step} ({why})")]
    Unwanted {
        /// What the step does.
        step: String,
        /// Why they were asked.
        why: Lasts,
    },
    /// A person was to be asked, and none was there.
    #[error("nobody was there to allow it: {step} ({why})")]
    Nobody {
        /// What the step does.
        step: String,
        /// Why somebody was to be asked.
        why: Lasts,
    },
}

/// Why nothing takes a step back.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Lasts {
    /// The task file names it, and says what it does.
    #[error("the task file says that it {does}")]
    Said {
        /// What it does, in the task file's words.
        does: String,
    },
    /// The task file names it.
    #[error("the task file says that it can't be taken back")]
    Named,
    /// Its own words say it.
    #[error("by its words it is to {lasting}")]
    Words {
        /// What they say.
        lasting: Lasting,
    },
}

fn shown_kinds(kinds: &[String]) -> String {
    match kinds {
        [] => "nothing of the kind".to_owned(),
        kinds => format!("only: {}", kinds.join(", ")),
    }
}

fn shown(origins: &[String]) -> String {
    match origins {
        [] => "the page itself".to_owned(),
        origins => origins.join(", "),
    }
}
