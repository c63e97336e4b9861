//! What a project allows: every front end works under it, and no option, task file or function widens it.

use std::collections::BTreeSet;

use explorer::policy::Policy;
use jiff::{Timestamp, ToSpan};
use queue::due::{Window, zoned};
use serde::Deserialize;
use settings::{Call, Request};
use thiserror::Error as ThisError;
use trajectory::{Outcome, Runs};
use ui::Irreversible;

use crate::{
    Autorpa,
    audit::{Anchor, Audit, AuditError, AuditFault, Deed, Verified},
    error::Error,
    request::ModelOptions,
    signing::{self, NotSigned, PublicKey},
};

/// What agents and functions may do.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ProjectPolicy {
    /// Apps that may be used; empty allows all that a task allows.
    pub allow_app: Vec<String>,
    /// Kinds of actions that are not done.
    pub forbid: Vec<String>,
    /// Origins that pages may be taken to, and begin at; empty allows all that a task allows.
    pub allow_origin: Vec<String>,
    /// What may be done of what nothing takes back; `None` allows all.
    pub irreversible: Option<BTreeSet<Kind>>,
    /// Whether a run may give consent where a notice asks for it and has nothing that refuses it.
    pub consent: bool,
    /// When runs may begin.
    pub hours: Option<Hours>,
    /// The time zone of the hours and of the day, if not the machine's.
    pub time_zone: Option<Zone>,
    /// How many runs may begin a day.
    pub rows_a_day: Option<u64>,
    /// Who has to have signed a function that is run; empty asks for no signature.
    pub signed_by: Vec<PublicKey>,
}

/// A kind of what nothing takes back, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub struct Kind(Irreversible);

/// A time of the day, as `mon-fri 08:00-18:00`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Hours(Window);

/// A time zone, as `Europe/Berlin`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Zone(String);

/// A word of a policy that means nothing.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum BadWord {
    /// No kind of what nothing takes back.
    #[error("`{0}` is no kind of what nothing takes back: there are delete, send, pay, overwrite")]
    Kind(String),
    /// No time zone.
    #[error("the time zone `{0}` is not known; write it as `Europe/Berlin`")]
    Zone(String),
}

impl TryFrom<String> for Kind {
    type Error = BadWord;

    fn try_from(text: String) -> Result<Self, BadWord> {
        use Irreversible::{Delete, Overwrite, Pay, Send};
        let mut all = [Delete, Send, Pay, Overwrite].into_iter();
        let named = all.find(|it| it.name() == text);
        named.map(Self).ok_or(BadWord::Kind(text))
    }
}

impl TryFrom<String> for Hours {
    type Error = queue::due::WindowError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse().map(Self)
    }
}

impl TryFrom<String> for Zone {
    type Error = BadWord;

    fn try_from(text: String) -> Result<Self, BadWord> {
        match zoned(Timestamp::UNIX_EPOCH, Some(&text)) {
            Ok(_) => Ok(Self(text)),
            Err(_) => Err(BadWord::Zone(text)),
        }
    }
}

/// Why the policy refuses.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum OutsidePolicy {
    /// It is not the time.
    #[error("the policy lets runs begin {hours} only{}", said(.opens))]
    Hours {
        /// When they may.
        hours: String,
        /// When that is next.
        opens: Option<Timestamp>,
    },
    /// As many were begun today as may be.
    #[error("{runs} runs were begun today, and the policy allows {most}{}", said(.opens))]
    Enough {
        /// How many were begun.
        runs: u64,
        /// How many may be.
        most: u64,
        /// When the next day begins.
        opens: Option<Timestamp>,
    },
    /// Nobody has signed it whose signature counts.
    #[error(
        "the policy runs signed functions only: {function}: {why}\nhelp: `{}`, by somebody who has the key",
        Call::new(Request::Sign).of("NAME")
    )]
    Signature {
        /// The function.
        function: String,
        /// Why it does not count as signed.
        why: NotSigned,
    },
    /// A function can do what nothing takes back and nobody may do.
    #[error(
        "{function} can do what nothing takes back ({what}), and the policy allows {} of that",
        if allowed.is_empty() { "none".to_owned() } else { format!("only {}", allowed.join(", ")) }
    )]
    Irreversible {
        /// The function.
        function: String,
        /// What it can do.
        what: String,
        /// What is allowed.
        allowed: Vec<String>,
    },
    /// An option names an app that is not allowed.
    #[error("the policy allows {} only, not `{app}`", allowed.join(", "))]
    App {
        /// What was named.
        app: String,
        /// What is allowed.
        allowed: Vec<String>,
    },
}

fn said(opens: &Option<Timestamp>) -> String {
    opens.map_or_else(String::new, |it| format!("; next at {it}"))
}

impl OutsidePolicy {
    /// Whether it is only a matter of time.
    pub fn passes(&self) -> bool {
        matches!(self, Self::Hours { .. } | Self::Enough { .. })
    }

    /// When it is over, where it is a matter of time.
    pub fn until(&self) -> Option<Timestamp> {
        match self {
            Self::Hours { opens, .. } | Self::Enough { opens, .. } => *opens,
            Self::Signature { .. } | Self::Irreversible { .. } | Self::App { .. } => None,
        }
    }

    /// What an error says of the policy, where it is one of its refusals.
    pub fn of(error: &Error) -> Option<&Self> {
        match error {
            Error::Ended { why, .. } => why.downcast_ref(),
            _ => None,
        }
    }
}

impl ProjectPolicy {
    fn zone(&self) -> Option<&str> {
        self.time_zone.as_ref().map(|it| it.0.as_str())
    }

    /// Why nothing may begin now, where that is so by the hours.
    fn shut(&self, now: Timestamp) -> Option<OutsidePolicy> {
        let Hours(window) = self.hours.as_ref()?;
        // What is no zone was refused when the file was read.
        let now = zoned(now, self.zone()).ok()?;
        (!window.is_open(&now)).then(|| OutsidePolicy::Hours {
            hours: window.to_string(),
            opens: window.opens(&now),
        })
    }

    /// When the day is over.
    fn tomorrow(&self, now: Timestamp) -> Option<Timestamp> {
        let now = zoned(now, self.zone()).ok()?;
        let tomorrow = now.start_of_day().ok()?.checked_add(1.day()).ok()?;
        Some(tomorrow.timestamp())
    }

    fn enough(&self, runs: u64, most: u64, now: Timestamp) -> OutsidePolicy {
        OutsidePolicy::Enough {
            runs,
            most,
            opens: self.tomorrow(now),
        }
    }
}

impl Autorpa {
    /// The log of this home, for what is done through this front end.
    pub fn audit(&self) -> Audit {
        Audit::new(&self.home.audit, self.front, self.project.policy.zone())
    }

    /// Whether the log is whole, and has the entry that was kept elsewhere, if one is said.
    pub fn verify_audit(&self, anchor: Option<&Anchor>) -> Result<Verified, Error> {
        let verified = self.audit().verify(&Runs::of(&self.home.bank), anchor);
        verified.map_err(|fault| match fault {
            AuditFault::None { .. } => Error::usage(fault),
            fault => Error::kept(fault),
        })
    }

    /// What agents and functions may do: what the options say, as far as the policy allows it.
    pub(crate) fn limits(&self, options: &ModelOptions) -> Result<Policy, Error> {
        let policy = &self.project.policy;
        let apps = match (policy.allow_app.is_empty(), options.allow_app.is_empty()) {
            (true, _) => &options.allow_app,
            (false, true) => &policy.allow_app,
            (false, false) => {
                let outside = options.allow_app.iter().find(|it| !policy.allow_app.contains(it));
                if let Some(app) = outside {
                    let (app, allowed) = (app.clone(), policy.allow_app.clone());
                    return Err(Error::usage(OutsidePolicy::App { app, allowed }));
                }
                &options.allow_app
            }
        };
        let mut forbidden = options.forbid.clone();
        forbidden.extend(
            policy
                .forbid
                .iter()
                .filter(|it| !options.forbid.contains(it))
                .cloned(),
        );
        let lasting = policy.irreversible.as_ref();
        Ok(Policy {
            apps: apps.clone(),
            forbidden,
            lasting: lasting.map(|it| it.iter().map(|it| it.0).collect()),
        })
    }

    /// Why no run may begin now: it is not the time, or enough were begun today.
    pub(crate) fn outside_policy(&self, now: Timestamp) -> Result<Option<OutsidePolicy>, Error> {
        if let Some(shut) = self.project.policy.shut(now) {
            return Ok(Some(shut));
        }
        let Some(most) = self.project.policy.rows_a_day else {
            return Ok(None);
        };
        let runs = self.audit().runs_today()?;
        Ok((runs >= most).then(|| self.project.policy.enough(runs, most, now)))
    }

    /// Refuse a run that may not begin now.
    pub(crate) fn may_begin(&self, function: &str) -> Result<(), Error> {
        match self.outside_policy(Timestamp::now())? {
            Some(why) => Err(self.refused(function, why)),
            None => Ok(()),
        }
    }

    /// Write down that a run begins; it is refused where enough were begun today.
    pub(crate) fn write_down(&self, function: &str, deed: Deed) -> Result<(), Error> {
        let begun = self.audit().begin(deed, self.project.policy.rows_a_day);
        begun.map_err(|error| match &error {
            Error::Kept(why) => match why.downcast_ref() {
                Some(AuditError::Enough { runs, most }) => {
                    let why = self.project.policy.enough(*runs, *most, Timestamp::now());
                    self.refused(function, why)
                }
                _ => error,
            },
            _ => error,
        })
    }

    /// Refuse a function that nobody has signed, where the policy asks for a signature.
    pub(crate) fn check_signature(&self, script: &std::path::Path, source: &str) -> Result<(), Error> {
        let keys = &self.project.policy.signed_by;
        if keys.is_empty() {
            return Ok(());
        }
        match signing::check(script, source, keys)? {
            Ok(()) => Ok(()),
            Err(why) => {
                let function = script.display().to_string();
                Err(self.refused(&function.clone(), OutsidePolicy::Signature { function, why }))
            }
        }
    }

    /// Refuse a function that can do what the policy lets nobody do, of what nothing takes back: nobody has to be asked then.
    pub fn check_irreversible(&self, function: &str, irreversible: &[String]) -> Result<(), Error> {
        let Some(allowed) = &self.project.policy.irreversible else {
            return Ok(());
        };
        // What a task file names has no kind: its steps are looked at when they are done.
        let kind = |line: &str| Kind::try_from(line.split(':').next()?.to_owned()).ok();
        let is_outside = |line: &&String| kind(line).is_some_and(|it| !allowed.contains(&it));
        match irreversible.iter().find(is_outside) {
            None => Ok(()),
            Some(what) => Err(self.refused(
                function,
                OutsidePolicy::Irreversible {
                    function: function.to_owned(),
                    what: what.clone(),
                    allowed: allowed.iter().map(|it| it.0.name().to_owned()).collect(),
                },
            )),
        }
    }

    /// The policy refuses; that is written down as well.
    fn refused(&self, function: &str, why: OutsidePolicy) -> Error {
        let noted = self.audit().note(Deed::Refused {
            function: function.to_owned(),
            why: why.to_string(),
        });
        if let Err(error) = noted {
            self.told.line(format!("note: {error}"));
        }
        Error::ended(Outcome::Refused, why)
    }
}
