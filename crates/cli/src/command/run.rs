//! `autorpa run "TEXT"`: the function whose goal a text is, with the values that stand in the text.

use std::time::Instant;

use autorpa::{Autorpa, Error};

use super::{
    build,
    exec::{keep_junit, keep_picture},
};
use crate::args::RunArgs;

/// The command.
pub fn run(args: &RunArgs, rpa: &Autorpa) -> Result<(), Error> {
    let started = Instant::now();
    let done = rpa.run(&args.request())?;
    let Some(ran) = &done.ran else { return Ok(()) };
    keep_picture(ran, args.once.screenshot.as_deref())?;
    keep_junit(ran, started, args.junit.as_deref())?;
    let ended = ran.ended();
    if let Some(built) = done.built {
        let name = built.function.as_ref().map(|it| it.receipt.task_type.clone());
        build::tell(built, &name.unwrap_or_default())?;
    }
    ended
}
