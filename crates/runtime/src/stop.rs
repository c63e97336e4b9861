//! Why a host call does not return: what the failures of the script, the device and the model mean for the run.

use device::{DeviceError, NotAllowed};
use settings::Setting;
use trajectory::{Code, Diagnostic, Outcome};

use crate::oracle::OracleError;

/// Why a host call does not return.
#[derive(Debug)]
pub enum Stop {
    /// The run is over; a script can't catch it.
    End(Outcome, Option<Box<Diagnostic>>),
    /// The script did something wrong; it may catch it.
    Fault(Box<Diagnostic>),
}

impl Stop {
    /// The run is over: it does not do what it can't be sure of.
    pub fn refused(diagnostic: Diagnostic) -> Self {
        Stop::End(Outcome::Refused, Some(Box::new(diagnostic)))
    }
}

impl From<Box<Diagnostic>> for Stop {
    fn from(diagnostic: Box<Diagnostic>) -> Self {
        Stop::Fault(diagnostic)
    }
}

impl From<Diagnostic> for Stop {
    fn from(diagnostic: Diagnostic) -> Self {
        Stop::Fault(Box::new(diagnostic))
    }
}

/// The thread with the device serves no more; it reports why itself.
pub fn gone() -> Stop {
    let diagnostic = Diagnostic::new(Code::DeviceLost, "the device is not served any more");
    Stop::End(Outcome::DeviceLost, Some(Box::new(diagnostic)))
}

fn lost(code: Code, message: String) -> Stop {
    Stop::End(
        Outcome::DeviceLost,
        Some(Box::new(Diagnostic::new(code, message))),
    )
}

/// What a device's error means for the script.
pub fn of_device(error: &DeviceError) -> Stop {
    let message = error.to_string();
    match error {
        DeviceError::NoElement { .. } => Diagnostic::new(Code::NoElement, message).into(),
        DeviceError::Unsupported { .. } | DeviceError::NoShell => {
            Diagnostic::new(Code::UnsupportedAction, message).into()
        }
        DeviceError::NoKeys { .. } => Diagnostic::new(Code::Arguments, message).into(),
        DeviceError::NoPoint {
            source: ui::PointError::Unread { .. } | ui::PointError::Number { .. },
            ..
        } => Diagnostic::new(Code::Arguments, message).into(),
        DeviceError::NoPoint {
            source: ui::PointError::Reshaped { .. } | ui::PointError::Beside,
            ..
        } => Diagnostic::new(Code::ValueNotTaken, message)
            .hint("show the step again on the screen as it is now")
            .into(),
        DeviceError::NotTaken { .. } | DeviceError::NoOption(_) => {
            Diagnostic::new(Code::ValueNotTaken, message).into()
        }
        DeviceError::OutOfReach { .. } => Diagnostic::new(Code::OutOfReach, message)
            .hint("wait for what it needs with `env_op.wait_for`, or close what covers it")
            .into(),
        DeviceError::TooLarge { .. } => Diagnostic::new(Code::ScreenTooLarge, message).into(),
        DeviceError::Unreachable { .. } => Diagnostic::new(Code::Unreachable, message).into(),
        DeviceError::NoApp { app, known } => {
            let near = device::nearest(app, known.iter().map(String::as_str));
            let diagnostic = Diagnostic::new(Code::NoApp, message);
            match near.first() {
                Some(near) => diagnostic.hint(format!("did you mean \"{near}\"?")).into(),
                None => diagnostic.into(),
            }
        }
        DeviceError::DialogOpen { .. } => Diagnostic::new(Code::DialogOpen, message)
            .hint("`env_op.answer_dialog` answers it")
            .into(),
        DeviceError::NoDialog => Diagnostic::new(Code::NoDialog, message).into(),
        DeviceError::NoWindow { .. } => Diagnostic::new(Code::NoWindow, message).into(),
        DeviceError::SeveralWindows { .. } => Diagnostic::new(Code::WindowAmbiguous, message)
            .hint("name it by its address")
            .into(),
        DeviceError::NotAllowed(why) => {
            let refused = Diagnostic::new(Code::NotAllowed, message);
            let refused = match would_allow(why) {
                Some(hint) => refused.hint(hint),
                None => refused,
            };
            Stop::refused(refused)
        }
        DeviceError::SeveralApps { .. } => Diagnostic::new(Code::AppAmbiguous, message).into(),
        DeviceError::LoggedOut { .. } => lost(Code::LoggedOut, message),
        DeviceError::NotSaved { .. } => lost(Code::NotSaved, message),
        DeviceError::Unanswered { .. } => lost(Code::Unanswered, message),
        DeviceError::Asleep => lost(Code::DeviceAsleep, message),
        DeviceError::Locked => lost(Code::DeviceLocked, message),
        DeviceError::Unreadable { .. } => lost(Code::ScreenUnreadable, message),
        DeviceError::Lost { .. } | DeviceError::NoStart { .. } => lost(Code::DeviceLost, message),
        DeviceError::Timeout { .. } => lost(Code::DeviceTimeout, message),
    }
}

/// What would let it be done, where that is the caller's to say.
fn would_allow(why: &NotAllowed) -> Option<String> {
    match why {
        NotAllowed::App { .. } => Some(format!(
            "{} allows another one; a task type may name its apps",
            Setting::AllowApp
        )),
        NotAllowed::Kind { .. } => Some(format!("{} says what may not be done", Setting::Forbid)),
        NotAllowed::Lasting { .. }
        | NotAllowed::Origin { .. }
        | NotAllowed::Outside { .. }
        | NotAllowed::Writes { .. }
        | NotAllowed::Dry { .. }
        | NotAllowed::Unwritten { .. }
        | NotAllowed::NotHeld { .. }
        | NotAllowed::SecretValue { .. }
        | NotAllowed::UnknownSecret { .. }
        | NotAllowed::NoSecret { .. }
        | NotAllowed::PasswordField
        | NotAllowed::Unwanted { .. }
        | NotAllowed::Nobody { .. } => None,
    }
}

/// What a model's failure means for the run.
pub fn of_oracle(error: &OracleError) -> Stop {
    let (outcome, code) = match error {
        OracleError::Unavailable { .. } => (Outcome::ModelFailed, Code::ModelUnavailable),
        OracleError::Unusable { .. } => (Outcome::ModelFailed, Code::ModelAnswer),
        OracleError::OverBudget { .. } => (Outcome::OverBudget, Code::ModelBudget),
    };
    Stop::End(outcome, Some(Box::new(Diagnostic::new(code, error.to_string()))))
}
