//! `autorpa record --url`: a person shows a task in a browser; each step is said as it is understood.

use std::{
    io::{self, BufRead, IsTerminal},
    sync::mpsc::{self, Receiver, TryRecvError},
    thread,
    time::{Duration, Instant},
};

use autorpa::{Autorpa, Error, ListenRequest, Said, ShownTask, Words};

use crate::{
    args::RecordArgs,
    command::session::told,
    terminal::{say, tell},
};

/// How long the page is listened to before the terminal is.
const TURN: Duration = Duration::from_millis(40);
/// How long the page may take to show anything at all.
const SHOWS_WITHIN: Duration = Duration::from_secs(20);

/// Record what is done in a browser.
pub fn record(args: &RecordArgs, rpa: &Autorpa) -> Result<(), Error> {
    let mut words = match &args.answers {
        Some(path) => Words::read(path)?,
        None => Words::default(),
    };
    let request = ListenRequest {
        ears: rpa.pages.ears(args.headless),
        url: args.url.clone(),
        goal: args.goal.clone(),
        name: args.name.clone(),
        task: args.task_type.clone().map(|task_type| ShownTask {
            task_type,
            suite: args.suite.clone(),
            seed: args.seed,
        }),
        secrets: args.secret.clone(),
        login: rpa.pages.login.clone(),
    };
    let mut listening = rpa.listen(&request)?;
    if let Some(goal) = listening.goal() {
        say(&format!("task: {goal}"));
    }
    if let Some(port) = listening.port().filter(|_| args.headless) {
        say(&format!("the browser listens at port {port}"));
    }
    say("do it in the browser; `done` ends, `undo` takes a step back, `help` says what else can be typed");
    let typed = typed();
    let (mut hears, begun) = (true, Instant::now());
    loop {
        if rpa.cancel.is_cancelled() {
            say("stopped");
            break;
        }
        let mut said = listening.listen(TURN);
        // What a file says is about what the page shows, as far as that comes; what stands behind `done` answers what is asked then.
        let is_over = |said: &[Said]| said.iter().any(|it| matches!(it, Said::Over(_)));
        while !is_over(&said)
            && (listening.screen().is_some() || begun.elapsed() > SHOWS_WITHIN)
            && let Some(word) = words.next(listening.count())
        {
            said.extend(listening.say_at_once(word));
        }
        while hears && !is_over(&said) {
            match typed.try_recv() {
                Ok(line) => said.extend(listening.hear(&line)),
                Err(TryRecvError::Empty) => break,
                // Nobody can type any more: the browser and the file go on.
                Err(TryRecvError::Disconnected) => hears = false,
            }
        }
        said.iter().for_each(tell);
        if is_over(&said) {
            break;
        }
    }
    let asks = hears && !args.yes && io::stdin().is_terminal() && !rpa.cancel.is_cancelled();
    let recording = listening.keep_asked(rpa, words, &mut || {
        asks.then(|| autorpa::next_line(&typed, &rpa.cancel))?
    })?;
    let next = rpa.next_call(&recording, args.url.as_deref());
    told(&recording, &next)
}

/// What is typed, line by line.
pub fn typed() -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    // It waits for a line that may never come, and ends with the program.
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        while matches!(input.read_until(b'\n', &mut line), Ok(1..)) {
            let text = String::from_utf8_lossy(&line).into_owned();
            line.clear();
            if sender.send(text).is_err() {
                break;
            }
        }
    });
    receiver
}
