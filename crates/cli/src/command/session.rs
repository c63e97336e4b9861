//! A person does a task by typing: `autorpa record` keeps it as a recording, `autorpa emulator` is for looking around.

use std::{
    io::{self, BufRead, Write},
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, TryRecvError, channel},
    thread,
    time::Duration,
};

use device::{EnvironmentError, Tasks};
use trajectory::Recording;
use ui::HardAction;

use crate::{
    args::{EmulatorArgs, RecordArgs},
    refusal::Refusal,
    terminal::{print, say, tell},
};
use autorpa::{Autorpa, Demonstration, Error, FileHelp, Typed, may_look_at, verdict_lines};

/// How long fingers are waited for before a typed line is looked for.
const TICK: Duration = Duration::from_millis(200);

/// `autorpa emulator`: look around, with or without a task.
pub fn emulator(args: &EmulatorArgs) -> Result<(), Error> {
    args.task_type
        .as_ref()
        .map_or(Ok(()), |_| may_look_at(args.seed))?;
    let mut env = emulator::Emulator::new();
    let instance = args
        .task_type
        .as_ref()
        .map(|it| env.instance(it, args.seed))
        .transpose()?;
    let shown = Demonstration::new(Box::new(env), instance)?;
    Session::new(shown, args.screenshot.as_deref()).run(false)?;
    Ok(())
}

/// `autorpa record` by typed commands, of an instance of a task type, on a page or on a device: keep what was done.
pub fn record(args: &RecordArgs, rpa: &Autorpa) -> Result<(), Error> {
    let name = args.name.as_deref();
    let goal = args.goal.as_deref().or(name);
    let shown = match (&args.url, &args.device, &args.task_type, goal) {
        (Some(url), _, _, Some(goal)) => rpa.demonstrate_page(url, goal, name),
        (None, Some(device), _, Some(_)) => rpa.demonstrate_on(device, goal, name),
        (None, None, Some(task_type), _) => rpa.demonstrate(task_type, args.suite.as_deref(), args.seed),
        _ => Err(Error::usage(Refusal::NoGoal)),
    };
    let mut session = Session::new(shown?, args.screenshot.as_deref());
    session.by_touch = args.by_touch && session.shown.hear_touches()?;
    if args.by_touch && !session.by_touch {
        return Err(Error::usage(Refusal::NoTouches));
    }
    session.run(true)?;
    let (recording, next) = session.shown.keep_to_build(rpa)?;
    told(&recording, &next)
}

/// Say what became of a recording, and how to go on; the error is its ending.
pub fn told(recording: &Recording, next: &settings::Call) -> Result<(), Error> {
    print(&recording.id.to_string());
    say(&autorpa::came_to(recording, next)?);
    Ok(())
}

/// The lines of standard input, as they are typed.
fn typed() -> Receiver<io::Result<String>> {
    let (sender, lines) = channel();
    thread::spawn(move || io::stdin().lock().lines().all(|it| sender.send(it).is_ok()));
    lines
}

struct Session<'a> {
    shown: Demonstration,
    /// Where the screen is drawn after every action.
    screenshot: Option<&'a Path>,
    /// Whether it is done with fingers as well.
    by_touch: bool,
}

impl<'a> Session<'a> {
    fn new(shown: Demonstration, screenshot: Option<&'a Path>) -> Self {
        Self {
            shown,
            screenshot,
            by_touch: false,
        }
    }

    fn goal(&self) -> Option<&str> {
        self.shown.instance().map(|it| it.goal.as_str())
    }

    /// Until `quit`, the end of input, or, `once`, the judge's word.
    fn run(&mut self, once: bool) -> Result<(), Error> {
        if let Some(goal) = self.goal() {
            say(&format!("task: {goal}"));
        }
        say("type `help` for what can be done");
        self.tell()?;
        let lines = typed();
        while let Some(line) = self.next_line(&lines)? {
            let line = match line {
                Ok(line) => line,
                // What was done so far is worth more than a line that can't be read.
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    say("that is no UTF-8 text; type it again");
                    continue;
                }
                Err(source) => {
                    return Err(Error::File {
                        path: "standard input".into(),
                        source,
                        help: FileHelp::Letters,
                    });
                }
            };
            match Typed::parse(&line, self.shown.screen()) {
                Typed::Act(action) => self.act(action)?,
                Typed::Shot(file) => match self.shoot(&PathBuf::from(&file)) {
                    Ok(()) => say(&format!("wrote {file}")),
                    Err(error) => say(&error.to_string()),
                },
                Typed::Goal => say(self.goal().unwrap_or("no task; start with --task-type NAME")),
                Typed::Judge if self.goal().is_some() => {
                    verdict_lines(self.shown.judge()?).iter().for_each(|it| say(it))
                }
                Typed::Judge => say("no task; start with --task-type NAME"),
                Typed::Changes => self.shown.changes().iter().for_each(|it| say(it)),
                Typed::Help => say(Typed::HELP),
                Typed::Quit => break,
                Typed::Undo => {
                    self.shown.take_back()?.iter().for_each(tell);
                    self.tell()?;
                }
                Typed::Nothing => {}
                Typed::Unknown => self.shown.hear(&line)?.iter().for_each(tell),
                Typed::NotOne(not_one) => say(&not_one.to_string()),
            }
            if once && self.shown.verdict().is_some() {
                break;
            }
        }
        Ok(())
    }

    /// The next line that is typed; `None` at the end. What is done with fingers until then is said.
    fn next_line(
        &mut self,
        lines: &Receiver<io::Result<String>>,
    ) -> Result<Option<io::Result<String>>, Error> {
        while self.by_touch {
            match lines.try_recv() {
                Ok(line) => {
                    // What was done with fingers was done before it.
                    self.shown.waiting_touches()?.iter().for_each(tell);
                    return Ok(Some(line));
                }
                Err(TryRecvError::Disconnected) => return Ok(None),
                Err(TryRecvError::Empty) => self.shown.next_touch(TICK)?.iter().for_each(tell),
            }
        }
        Ok(lines.recv().ok())
    }

    fn act(&mut self, action: HardAction) -> Result<(), Error> {
        match self.shown.act(action) {
            Ok(()) => {}
            Err(Error::Environment(EnvironmentError::Device(error))) if error.is_refusal() => {
                say(&error.to_string());
                return Ok(());
            }
            Err(error) => return Err(error),
        }
        self.tell()?;
        if let Some(verdict) = self.shown.verdict() {
            verdict_lines(verdict).iter().for_each(|it| say(it));
        }
        Ok(())
    }

    /// Say what is on the screen.
    fn tell(&mut self) -> Result<(), Error> {
        say(&ui::describe(self.shown.screen()));
        if let Some(file) = self.screenshot {
            self.shoot(file)?;
        }
        // The prompt has no line break of its own.
        io::stderr().flush().ok();
        Ok(())
    }

    fn shoot(&mut self, file: &Path) -> Result<(), Error> {
        let png = self.shown.screenshot()?;
        autorpa::write(file, &png)
    }
}
