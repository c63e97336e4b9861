//! The beginning restored, step by step.

use std::time::Duration;

use device::Cancel;
use task::{
    Params,
    file::{Formula, Request, Reset, ResetStep},
};

use crate::{
    Plan, ResetError, command, database,
    fault::Fault,
    http::{self, Asked},
    values::Values,
};

/// What a function that resets says where it fails.
pub type FunctionError = Box<dyn std::error::Error + Send + Sync>;

impl Plan {
    /// Restore the beginning for these parameters. A function of the library is run by the caller.
    pub fn reset(
        &self,
        params: &Params,
        mut function: impl FnMut(&str, &Params) -> Result<(), FunctionError>,
        cancel: &Cancel,
    ) -> Result<(), ResetError> {
        let (steps, timeout) = match &self.file.reset {
            Reset::Unsaid | Reset::None => return Err(ResetError::NoReset),
            Reset::Steps { steps, timeout } => (steps, *timeout),
        };
        let values = self.values(params, None);
        for (idx, step) in steps.iter().enumerate() {
            let (what, done) = match step {
                ResetStep::Command(argv) => ("command", self.reset_command(argv, &values, timeout, cancel)),
                ResetStep::Http(request) => ("http", self.reset_http(request, &values, timeout)),
                ResetStep::Sql { database, script } => {
                    ("sql", database::run(database, script, &values, &self.dir))
                }
                ResetStep::Function(name) => {
                    let done = function(name, params).map_err(|error| Fault::Function {
                        name: name.clone(),
                        error,
                    });
                    ("function", done)
                }
            };
            done.map_err(|fault| ResetError::Step {
                step: idx + 1,
                what,
                reason: values.told(&fault.to_string()),
            })?;
        }
        Ok(())
    }

    fn reset_command(
        &self,
        argv: &[Formula],
        values: &Values<'_>,
        timeout: Duration,
        cancel: &Cancel,
    ) -> Result<(), Fault> {
        let argv = values.texts(argv)?;
        let printed = command::run(&argv, &self.dir, timeout, cancel)?;
        command::expect(&argv, &printed, 0)
    }

    fn reset_http(&self, request: &Request, values: &Values<'_>, timeout: Duration) -> Result<(), Fault> {
        let mut asked = Asked {
            url: values.url(&request.url)?,
            method: request.method.clone(),
            headers: Vec::new(),
            body: request.body.as_ref().map(|body| values.text(body)).transpose()?,
        };
        for (name, value) in &request.headers {
            asked.headers.push((name.clone(), values.text(value)?));
        }
        let answered = self.http.ask(&asked, timeout)?;
        match http::is_expected(answered.status, request.expect) {
            true => Ok(()),
            false => Err(Fault::Http {
                url: asked.url.to_string(),
                reason: format!("status {}", answered.status),
            }),
        }
    }
}
