//! Running one row, and looking up what came of one that was cut off: for a file of rows and for a queue.

use std::{cell::RefCell, time::Instant};

use device::Environment;
use task::Params;
use trajectory::{Outcome, Runs};

use super::ran_row::RanRow;
use crate::{
    Autorpa,
    error::Error,
    model::Model,
    policy::OutsidePolicy,
    ready::{Ready, Turn},
    request::ExecRequest,
    resume::State,
};

/// What rows are run with.
pub(crate) struct OneRow<'a> {
    pub rpa: &'a Autorpa,
    pub ready: &'a Ready,
    pub exec: &'a ExecRequest,
    pub model: Option<&'a Model>,
}

impl OneRow<'_> {
    /// What became of a row whose run was begun, by its record: its end, or `None` where it is surely not done and may be run. The end of
    /// its run counts where it is final; else the checks are asked.
    pub fn look_up(
        &self,
        number: usize,
        (runs, run): (&Runs, &str),
        is_final: &dyn Fn(Outcome) -> bool,
        device: &mut Option<Box<dyn Environment>>,
    ) -> Result<Option<RanRow>, Error> {
        let record = runs.load(run);
        let state = match &record {
            Err(error) => State::InDoubt(error.to_string()),
            Ok(record) => match State::of_record(record, is_final) {
                Some(state) => state,
                None => State::read_back(record, self.device(device)?.as_mut())?,
            },
        };
        let (outcome, message) = match state {
            State::NotDone => return Ok(None),
            State::Ended(outcome) => (outcome, "it had ended before its line was written".to_owned()),
            State::Done => (
                Outcome::Reached,
                "it was cut off, and the checks say that it is done".to_owned(),
            ),
            State::InDoubt(why) => (
                Outcome::Refused,
                format!("it was cut off, and is in doubt: {why}"),
            ),
        };
        Ok(Some(RanRow {
            number,
            outcome,
            answer: record.ok().and_then(|it| it.end).and_then(|it| it.answer),
            seconds: 0.0,
            run: Some(run.to_owned()),
            message: Some(message),
        }))
    }

    fn device<'d>(
        &self,
        device: &'d mut Option<Box<dyn Environment>>,
    ) -> Result<&'d mut Box<dyn Environment>, Error> {
        Ok(match device {
            Some(env) => env,
            None => device.insert(self.rpa.open(self.ready, self.exec)?),
        })
    }

    /// Run a row. An error is what keeps all others from running, too.
    pub fn run(
        &self,
        params: &Params,
        turn: Turn<'_>,
        device: &mut Option<Box<dyn Environment>>,
    ) -> Result<RanRow, Error> {
        if self.ready.begins_anew() {
            *device = None;
        }
        let env = self.device(device)?;
        let name = RefCell::new(None);
        let begun = |run: &str| {
            name.replace(Some(run.to_owned()));
            turn.begun.map_or(Ok(()), |begun| begun(run))
        };
        let mut ended = RanRow {
            number: turn.row.unwrap_or_default(),
            outcome: Outcome::Refused,
            answer: None,
            seconds: 0.0,
            run: None,
            message: None,
        };
        let turn = Turn {
            begun: Some(&begun),
            ..turn
        };
        let started = Instant::now();
        let once = self
            .rpa
            .once(self.ready, env.as_mut(), self.exec, params, turn, self.model);
        match once {
            Ok(mut once) => {
                let recording = &mut once.recording;
                ended.outcome = recording.ending.outcome;
                ended.answer.clone_from(&recording.answer);
                let why = recording.ending.for_people();
                ended.message = why
                    .map(|it| it.message)
                    .filter(|_| ended.outcome != Outcome::Unchecked);
                // A row that went as it should has its steps in its record; all screens of all rows would fill a disk.
                if ended.failed() {
                    recording.id = self.rpa.keep_recording(recording).map_err(Error::kept)?;
                }
                let changes = once.book.changes(env.as_mut());
                once.book.end(recording, once.healed, changes)?;
            }
            Err(error @ (Error::Kept(_) | Error::File { .. })) => return Err(error),
            // It holds for every row.
            Err(error) if OutsidePolicy::of(&error).is_some() => return Err(error),
            Err(error) => {
                ended.outcome = error.outcome().unwrap_or(Outcome::Refused);
                ended.message = Some(error.to_string());
            }
        }
        ended.run = name.take();
        ended.seconds = started.elapsed().as_secs_f64();
        if ended.outcome == Outcome::DeviceLost {
            *device = None;
        }
        Ok(ended)
    }
}
