//! What can be said to every program of AutoRPA: where things are kept, which tasks there are, how pages are opened, and how
//! much is told.

use std::{env, io, io::IsTerminal, path::PathBuf};

use autorpa::{
    Auth, Autorpa, BrowserOptions, DevTools, Error, Front, Locale, PageOptions, Project, Proxy, Traces,
    Viewport,
};
use clap::Args;
use device::Cancel;
use tracing_subscriber::{
    EnvFilter, Layer,
    filter::{FilterExt, filter_fn},
    layer::SubscriberExt,
    util::SubscriberInitExt,
};

/// The environment variable with what is told, as `tracing` has it.
const LOG: &str = "AUTORPA_LOG";

/// Where things are kept, and how much is said.
#[derive(Debug, Args)]
#[command(next_help_heading = "Common")]
pub struct Common {
    /// Recordings, index and what was learned of the apps are kept here.
    #[arg(long, global = true, env = "AUTORPA_HOME")]
    #[arg(hide_env_values = true, value_name = "DIR")]
    pub home: Option<PathBuf>,
    /// Functions and their receipts are kept here. Without it: where the project file (`autorpa.toml`, looked for
    /// upwards) says, else in the home.
    #[arg(long, global = true, env = "AUTORPA_LIBRARY")]
    #[arg(hide_env_values = true, value_name = "DIR")]
    pub library: Option<PathBuf>,
    /// A task file (`*.task.toml`), or a folder of them, which is a suite named after the folder; again for others. The
    /// project file may name more.
    #[arg(long, global = true, value_name = "PATH")]
    pub tasks: Vec<PathBuf>,
    /// How pages are opened.
    #[command(flatten)]
    pub pages: PagesArgs,
    /// Say more on standard error (twice: everything).
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub verbose: u8,
}

/// How pages are opened.
#[derive(Debug, Args)]
#[command(next_help_heading = "Pages")]
pub struct PagesArgs {
    /// Let pages be taken to this origin as well (`https://login.example.net`), again for others; `*` is all of the web.
    /// Without it, a page stays on the origin where it begins, and on those that its task file names.
    #[arg(long, global = true, value_name = "ORIGIN")]
    pub allow_origin: Vec<String>,
    /// Show pages as to somebody who is logged in: the name of a login that `autorpa login` has kept. A task file may say
    /// that itself.
    #[arg(long, global = true, value_name = "NAME")]
    pub login: Option<String>,
    /// The name, and where the password is, for a site that asks the browser itself (HTTP Basic): `ada=env:SHOP_PASSWORD`,
    /// `ada=file:PATH`, `ada=command:pass shop`. Only the site where a page begins is given it.
    #[arg(long, global = true, value_name = "NAME=FROM")]
    pub auth: Option<Auth>,
    /// Keep the files that a run saves (a download that a click starts) in this folder; without it, each run has a folder
    /// of its own in the home.
    #[arg(long, global = true, value_name = "DIR")]
    pub downloads: Option<PathBuf>,
    /// Show the browser.
    #[arg(long, global = true)]
    pub headed: bool,
    /// Wait so many milliseconds before each action on a page, for who watches.
    #[arg(long, global = true, value_name = "MS")]
    pub slow: Option<u64>,
    /// What the browser says that it is.
    #[arg(long, global = true, value_name = "TEXT")]
    pub user_agent: Option<String>,
    /// How large pages are, as 1280x800.
    #[arg(long, global = true, value_name = "WxH")]
    pub viewport: Option<Viewport>,
    /// The language that pages are asked for, and that they write numbers and dates in: `de-DE`.
    #[arg(long, global = true, value_name = "LANGUAGE")]
    pub locale: Option<Locale>,
    /// The proxy that pages are reached through: `http://HOST:PORT`, or https, socks4, socks5.
    #[arg(long, global = true, value_name = "URL")]
    pub proxy: Option<Proxy>,
    /// The directory of a browser profile of yours, with its logins; without it, a new one.
    #[arg(long, global = true, value_name = "DIR")]
    pub profile: Option<PathBuf>,
    /// A browser that runs, by the port that it was given with --remote-debugging-port, of another machine by
    /// `http://HOST:PORT` or `ws://HOST:PORT/PATH`, or Chrome on a phone by `adb:SERIAL`: pages are opened in it beside yours, which are left alone, and it goes on
    /// afterwards. What is saved goes where it always saves.
    #[arg(long, global = true, value_name = "ADDRESS", conflicts_with_all = ["profile", "headed", "user_agent", "locale", "proxy"])]
    pub attach: Option<DevTools>,
}

impl Common {
    /// AutoRPA as this, the project file of the folder and the environment say.
    ///
    /// # Errors
    ///
    /// A file of the project or of a task can't be read, or names what there is not.
    pub fn open(&self, front: Front, cancel: &Cancel) -> Result<Autorpa, Error> {
        self.opened(front, cancel, Clone::clone)
    }

    /// The same for a program that listens to a person in the browser that this names: what sets a task up has another one.
    ///
    /// # Errors
    ///
    /// As of [`Common::open`].
    pub fn open_to_listen(&self, front: Front, cancel: &Cancel) -> Result<Autorpa, Error> {
        self.opened(front, cancel, PageOptions::of_nobody)
    }

    fn opened(
        &self,
        front: Front,
        cancel: &Cancel,
        sets_up: impl Fn(&PageOptions) -> PageOptions,
    ) -> Result<Autorpa, Error> {
        let project = Project::of(&env::current_dir().unwrap_or_default())?;
        let home = project.home(self.home.as_deref(), self.library.as_deref())?;
        let pages = self.pages.options(&project);
        let mut rpa = Autorpa::new(home);
        (rpa.cancel, rpa.downloads) = (cancel.clone(), self.pages.downloads.clone());
        let mut rpa = rpa.in_project(project, sets_up(&pages), &self.tasks)?;
        (rpa.front, rpa.pages.attach, rpa.pages.profile) = (front, pages.attach, pages.profile);
        Ok(rpa)
    }

    /// Tell on standard error what happens: from this level on, where neither `-v` nor the environment says more. Spans are sent
    /// until the answer is dropped, where a collector is named.
    pub fn tell(&self, usual: &str) -> Traces {
        let level = match self.verbose {
            0 => usual,
            1 => "info",
            _ => "debug",
        };
        let filter = EnvFilter::try_from_env(LOG).unwrap_or_else(|_| EnvFilter::new(level));
        let said = filter_fn(|it| !autorpa::is_silent(it.target()));
        let lines = tracing_subscriber::fmt::layer()
            .with_writer(io::stderr)
            .with_ansi(io::stderr().is_terminal())
            .without_time()
            .with_filter(filter.and(said));
        let (spans, traces) = autorpa::traces();
        tracing_subscriber::registry().with(spans).with(lines).init();
        traces
    }
}

impl PagesArgs {
    /// As the library takes it, with what the project file says where this says nothing.
    fn options(&self, project: &Project) -> PageOptions {
        let own = BrowserOptions {
            headed: self.headed,
            slow: self.slow.unwrap_or_default(),
            user_agent: self.user_agent.clone(),
            viewport: self.viewport,
            locale: self.locale.clone(),
            proxy: self.proxy.clone(),
        };
        PageOptions {
            origins: self.allow_origin.clone(),
            within: Vec::new(),
            login: self.login.clone(),
            auth: self.auth.clone(),
            attach: self.attach.clone(),
            profile: self.profile.clone(),
            browser: own.or(&project.pages),
        }
    }
}
