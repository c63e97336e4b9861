//! `autorpa build`: a function for a task type.

use autorpa::{Autorpa, Built, Error, ending::NotVerified};
use trajectory::Outcome;

use crate::{
    args::BuildArgs,
    terminal::{print, say},
};

/// The command.
pub fn run(args: &BuildArgs, rpa: &Autorpa) -> Result<(), Error> {
    let built = rpa.build(&args.request())?;
    if args.json {
        print(&built.json.to_string());
    }
    tell(built, &args.task_type)
}

/// Say what a build came to; one that gave no verified function is an error with its name.
pub fn tell(built: Built, task_type: &str) -> Result<(), Error> {
    let path = built.function.as_ref().map(|it| it.path.display().to_string());
    if built.already {
        let title = built.function.as_ref().map(|it| it.title()).unwrap_or_default();
        say(&format!(
            "there is a verified function for `{task_type}`: {}\nhelp: `autorpa exec {title}` runs it, --again builds it anew",
            path.unwrap_or_default()
        ));
        return Ok(());
    }
    let kept = path.as_ref().map_or_else(
        || "there is no code to keep".to_owned(),
        |path| format!("the best code is kept, unverified: {path}"),
    );
    match (built.ended, built.why_not) {
        // What a function of no task type does a second time was told already.
        (ended, _) if built.unjudged => ended.map_or(Ok(()), Err),
        (Some(error), _) => {
            say(&kept);
            Err(error)
        }
        (None, None) => {
            say(&format!(
                "verified on {} instances{} in {:.1} s, {} refinement{}, {} tokens: {}",
                built.instances,
                match built.function.as_ref().map_or(0, |it| it.receipt.refused()) {
                    0 => String::new(),
                    refused => format!(", of which it refuses {refused},"),
                },
                built.seconds,
                built.refinements,
                if built.refinements == 1 { "" } else { "s" },
                built.tokens,
                path.unwrap_or_default()
            ));
            Ok(())
        }
        (None, Some(why)) => {
            let outcome = match built.unchecked {
                true => Outcome::Unchecked,
                false => Outcome::NotReached,
            };
            let task_type = task_type.to_owned();
            Err(Error::ended(outcome, NotVerified { task_type, why, kept }))
        }
    }
}
