//! `autorpa login`: a person logs in by hand once, and is logged in from then on.

use std::sync::mpsc::TryRecvError;

use autorpa::{Autorpa, Error, LoginRequest, PageOptions};
use trajectory::Outcome;

use crate::{
    args::LoginArgs,
    command::listen::typed,
    refusal::{Fault, Refusal},
    terminal::{print, say},
};

/// Make, list or forget logins.
pub fn run(args: &LoginArgs, rpa: &Autorpa) -> Result<(), Error> {
    let Some(name) = &args.name else {
        rpa.logins().names().iter().for_each(|it| print(it));
        return Ok(());
    };
    let sites = match (&args.url, &args.import) {
        (url, Some(file)) => rpa.import_login(name, file, url.as_deref(), args.shows.as_deref())?,
        (Some(url), None) => by_hand(name, url, args, rpa)?,
        (None, None) if args.forget => return rpa.logins().forget(name),
        (None, None) => {
            let name = name.clone();
            return Err(Error::usage(Refusal::Login { name }));
        }
    };
    say(&format!(
        "kept as `{name}`, for {}\nhelp: --login {name} uses it, and so does `login = \"{name}\"` in the [start] of a task file",
        sites.join(", ")
    ));
    Ok(())
}

fn by_hand(name: &str, url: &str, args: &LoginArgs, rpa: &Autorpa) -> Result<Vec<String>, Error> {
    let window = PageOptions::window(args.headless);
    let mut browser = rpa.log_in(&LoginRequest {
        name: name.to_owned(),
        url: url.to_owned(),
        window,
    })?;
    match (&args.shows, browser.browser().port()) {
        (Some(text), Some(port)) => say(&format!(
            "the browser listens at port {port}; the login is kept once \"{text}\" shows"
        )),
        (Some(text), None) => say(&format!(
            "log in in the browser; the login is kept once \"{text}\" shows"
        )),
        (None, _) => say("log in in the browser, then type `done` here"),
    }
    let typed = typed();
    loop {
        if rpa.cancel.is_cancelled() {
            return Err(Error::ended(Outcome::Cancelled, Fault::NoLogin));
        }
        let texts = browser.look()?;
        if args.shows.as_ref().is_some_and(|it| texts.contains(it)) {
            return browser.keep();
        }
        match typed.try_recv() {
            Ok(line) if line.trim() == "done" => return browser.keep(),
            Ok(_) => say("`done` keeps the login; Ctrl-C ends without it"),
            Err(TryRecvError::Disconnected) if args.shows.is_none() => {
                return Err(Error::usage(Refusal::NobodyTypes));
            }
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => {}
        }
    }
}
