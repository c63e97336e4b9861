//! A login that a run needs, and that is not kept or has ended: the person logs in meanwhile, and the run begins again.

use device::Environment;
use trajectory::{Code, Recording};

use crate::{
    Autorpa,
    error::Error,
    exec::Running,
    logins::KeptLoginError,
    observer::{NeededLogin, Question},
    ready::Ready,
    request::{Asks, ExecRequest},
};

impl Autorpa {
    /// What a function runs on. Where the login for it is not kept, the person is asked to log in first.
    pub(crate) fn open_logged_in(
        &self,
        ready: &Ready,
        request: &ExecRequest,
    ) -> Result<Box<dyn Environment>, Error> {
        loop {
            let error = match self.open(ready, request) {
                Ok(env) => return Ok(env),
                Err(error) => error,
            };
            let missing = missing(&error).map(str::to_owned);
            let made = missing.is_some_and(|name| self.logs_in(ready, request, name, "none is kept"));
            if !made {
                return Err(error);
            }
        }
    }

    /// Whether the login of a run has ended, the run has written nothing, and the person has logged in again meanwhile.
    pub(crate) fn logs_in_again(&self, request: &ExecRequest, run: &Running) -> Result<bool, Error> {
        if !is_logged_out(&run.recording) || run.may_have_written() {
            return Ok(false);
        }
        let ready = self.ready(request)?;
        let name = ready.login().or_else(|| self.pages.login.clone());
        Ok(name.is_some_and(|name| self.logs_in(&ready, request, name, "it has ended")))
    }

    fn logs_in(&self, ready: &Ready, request: &ExecRequest, name: String, why: &str) -> bool {
        if request.asks == Asks::Nothing {
            return false;
        }
        let of_task = || ready.begins_at(&request.params);
        let url = request.url.clone().or_else(of_task).unwrap_or_default();
        let question = Question {
            text: format!(
                "The run needs the login `{name}`, and {why}. Log in, keep it under that name, and go on here."
            ),
            answers: ["I have logged in: go on", "End the run"]
                .map(str::to_owned)
                .to_vec(),
            picture: None,
            login: Some(NeededLogin { name, url }),
        };
        self.told.chooses(&question) == Some(0)
    }
}

/// The name of the login that is not kept, where that is why nothing was opened.
fn missing(error: &Error) -> Option<&str> {
    match error {
        Error::Usage(why) => match why.downcast_ref()? {
            KeptLoginError::Unknown { name, .. } => Some(name),
            KeptLoginError::Name(_)
            | KeptLoginError::Damaged { .. }
            | KeptLoginError::OtherKey { .. }
            | KeptLoginError::Key(_)
            | KeptLoginError::Login(_) => None,
        },
        _ => None,
    }
}

fn is_logged_out(recording: &Recording) -> bool {
    let why = recording.ending.diagnostic.as_ref();
    why.is_some_and(|it| it.code == Code::LoggedOut)
}
