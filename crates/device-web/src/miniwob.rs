//! The suite MiniWoB++: small web tasks, each a page that sets itself up from a seed and judges itself.
//!
//! The pages are those of the Python package `miniwob`, unchanged. Agents see what stands in the
//! page's own window; the suite's displays and the globals with answers and rewards stay with the judge.

use std::{
    collections::{BTreeSet, HashMap},
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use device::{Cause, Device, DeviceError, DeviceInfo, Environment, EnvironmentError, Judge, Tasks, Verdict};
use serde::Deserialize;
use serde_json::Value;
use task::{Instance, Params, TaskType};
use thiserror::Error;
use ui::{ActionKind, HardAction, Screen};
use url::Url;

use crate::{
    act::ACTIONS,
    browser::{Browser, Options},
    looks::Looks,
    page::Page,
    web::info,
};

/// The name this suite is registered under.
pub const SUITE: &str = "miniwob";
const VIEWPORT: (u32, u32) = (500, 320);
/// Of the pages of airlines, which are made for phones.
const PHONE: (u32, u32) = (375, 667);
/// How their task types are called.
const FLIGHT: &str = "flight.";
/// How long an instance counts as just begun: pages whose clocks run from the beginning are begun again later.
const JUST_BEGUN: Duration = Duration::from_millis(100);
/// How long what was seen with the question for an end is what is there.
const JUST_SEEN: Duration = Duration::from_millis(20);
/// What the judge's page calls to say that its episode has ended, and with which raw reward.
const BINDING: &str = "autorpaJudged";
const STEP_BUDGET: usize = 20;
const HOW_TO_GET: &str =
    "`pip install --no-deps miniwob`, or set AUTORPA_MINIWOB_HTML to the `html` directory of that package";
/// What the suite adds to its pages for people who watch, a drawn cursor that blinks, and the goal, which is given
/// separately.
const FURNITURE: &str =
    "#reward-display, #sync-task-cover, #click-canvas, #query, #query-wrap, #input-flicker";
/// Takes the suite's displays out of sight and out of the pointer's way. An ended episode's start
/// cover would otherwise begin another one under a late click. The page's clock begins at the same noon each time: an
/// instance shows the same on every day.
const PREPARE: &str = r##"(() => {
  if (!document.getElementById("autorpa-judge-style")) {
    const it = document.createElement("style");
    it.id = "autorpa-judge-style";
    it.textContent = "#reward-display, #sync-task-cover, #click-canvas { visibility: hidden !important; pointer-events: none !important }";
    document.head.appendChild(it);
    const shift = Date.UTC(2026, 0, 1, 12) - Date.now();
    window.Date = new Proxy(Date, {
      apply: () => String(new window.Date()),
      construct: (real, given, as) => Reflect.construct(real, given.length ? given : [real.now() + shift], as),
      get: (real, key) => (key === "now" ? () => real.now() + shift : Reflect.get(real, key)),
    });
  }
})()"##;

/// The task types whose pages answer what is done on them, which papers call the hard ones (`TASKS_FEEDBACK` of
/// AutoManual, the same of AdaPlanner; the AutoRPA paper, section 4.1).
pub const FEEDBACK_TYPES: [&str; 9] = [
    "email-inbox",
    "email-inbox-forward-nl",
    "email-inbox-forward-nl-turk",
    "email-inbox-nl-turk",
    "guess-number",
    "login-user-popup",
    "search-engine",
    "terminal",
    "tic-tac-toe",
];

/// The task types that papers measure on (`ALL_TASKS` of AutoManual), the hard ones among them.
pub const LITERATURE_TYPES: [&str; 53] = [
    "choose-list",
    "click-button",
    "click-button-sequence",
    "click-checkboxes",
    "click-checkboxes-large",
    "click-checkboxes-soft",
    "click-checkboxes-transfer",
    "click-collapsible",
    "click-collapsible-2",
    "click-color",
    "click-dialog",
    "click-dialog-2",
    "click-link",
    "click-menu",
    "click-option",
    "click-scroll-list",
    "click-shades",
    "click-shape",
    "click-tab",
    "click-tab-2",
    "click-tab-2-hard",
    "click-test",
    "click-test-2",
    "click-widget",
    "count-shape",
    "email-inbox",
    "email-inbox-forward-nl",
    "email-inbox-forward-nl-turk",
    "email-inbox-nl-turk",
    "enter-date",
    "enter-password",
    "enter-text",
    "enter-text-dynamic",
    "enter-time",
    "focus-text",
    "focus-text-2",
    "grid-coordinate",
    "guess-number",
    "identify-shape",
    "login-user",
    "login-user-popup",
    "multi-layouts",
    "multi-orderings",
    "navigate-tree",
    "search-engine",
    "simple-algebra",
    "social-media",
    "social-media-all",
    "social-media-some",
    "terminal",
    "tic-tac-toe",
    "use-autocomplete",
    "use-spinner",
];

/// Where the suite's pages are and how the browser runs.
#[derive(Clone, Debug, Default)]
pub struct MiniWobOptions {
    /// The directory that has `miniwob/` and `core/`; `None` looks for it, see [`find_pages`].
    pub html: Option<PathBuf>,
    /// The browser's program; `None` looks for it.
    pub program: Option<PathBuf>,
}

/// Where the pages are: `AUTORPA_MINIWOB_HTML`, then the package of the Python on the PATH.
pub fn find_pages() -> Result<PathBuf, DeviceError> {
    let is_there = |it: &Path| it.join("miniwob").is_dir() && it.join("core/core.js").is_file();
    let missing = |reason: String| DeviceError::NoStart {
        reason,
        help: HOW_TO_GET.to_owned(),
    };
    if let Some(named) = env::var_os("AUTORPA_MINIWOB_HTML") {
        let named = PathBuf::from(named);
        let reason = format!(
            "AUTORPA_MINIWOB_HTML names {}, which has no miniwob/ and core/",
            named.display()
        );
        return if is_there(&named) {
            Ok(named)
        } else {
            Err(missing(reason))
        };
    }
    const LOOK: &str = "import importlib.util as u; s = u.find_spec('miniwob'); print(s.submodule_search_locations[0] if s else '')";
    let mut asked = Vec::new();
    for python in ["python3", "python"] {
        let output = Command::new(python)
            .args(["-c", LOOK])
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output();
        let Ok(output) = output else { continue };
        asked.push(python);
        let said = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        let html = Path::new(&said).join("html");
        if !said.is_empty() && is_there(&html) {
            return Ok(html);
        }
    }
    Err(missing(if asked.is_empty() {
        "the pages of MiniWoB++ are not found: there is no python3 on the PATH whose packages could be asked"
            .to_owned()
    } else {
        format!(
            "the pages of MiniWoB++ are not found: {} has no package `miniwob`",
            asked.join(" and ")
        )
    }))
}

/// The suite in a browser of its own.
pub struct MiniWob {
    browser: Browser,
    html: PathBuf,
    types: BTreeSet<String>,
    page: Page,
    loaded: Option<String>,
    /// The page that goals are read from, so that the running episode is left alone.
    side: Option<(Page, Option<String>)>,
    goals: HashMap<(String, u64), String>,
    /// Whether an episode is under way, which a look at another instance must leave alone.
    running: bool,
    /// The instance that stands at its beginning, and since when: no need to begin it once more.
    begun: Option<(String, u64, Instant)>,
    /// The reward with which the page has ended the episode.
    reward: Option<f64>,
    /// What was seen when it was asked for its end, and when.
    seen: Option<(Screen, Instant)>,
}

/// What a started episode says about itself.
#[derive(Deserialize)]
struct Started {
    goal: String,
    clean: bool,
}

impl MiniWob {
    /// Find the pages, start a browser.
    pub fn launch(options: MiniWobOptions) -> Result<Self, DeviceError> {
        let html = match options.html {
            Some(html) => html,
            None => find_pages()?,
        };
        // The pages first: without them there is nothing to start a browser for.
        pages_in(&html)?;
        let browser = Browser::launch(Options {
            program: options.program,
            viewport: VIEWPORT,
            looks: Looks::Fixed,
            files_are_one_origin: true,
            shared_processes: true,
            ..Options::default()
        })?;
        Self::on(&browser, html)
    }

    /// The suite on one more page of a running browser.
    pub fn on(browser: &Browser, html: PathBuf) -> Result<Self, DeviceError> {
        let (html, types) = pages_in(&html)?;
        let page = task_page(browser)?;
        Ok(Self {
            browser: browser.clone(),
            html,
            types,
            page,
            loaded: None,
            side: None,
            goals: HashMap::new(),
            running: false,
            begun: None,
            reward: None,
            seen: None,
        })
    }

    /// The browser it runs in, for further pages beside this one.
    pub fn browser(&self) -> &Browser {
        &self.browser
    }

    /// The directory of its pages.
    pub fn html(&self) -> &Path {
        &self.html
    }

    /// Begin an episode on the main page.
    fn begin(&mut self, task_type: &str, seed: u64) -> Result<String, EnvironmentError> {
        self.begun = None;
        self.seen = None;
        let goal = start(&mut self.page, &mut self.loaded, &self.html, task_type, seed)?;
        // An episode that was stopped for this one has said so too.
        self.hear();
        self.reward = None;
        Ok(goal)
    }

    /// What the page has said so far about the end of its episode.
    fn hear(&mut self) {
        while let Some(said) = self.page.cdp.take_event("Runtime.bindingCalled") {
            let text = |name: &str| said.get(name).and_then(Value::as_str);
            if text("name") == Some(BINDING) {
                self.reward = text("payload").and_then(|it| it.parse().ok());
            }
        }
    }

    fn known(&self, task_type: &str) -> Result<(), EnvironmentError> {
        if self.types.contains(task_type) {
            return Ok(());
        }
        let mut near: Vec<(f64, &String)> = self
            .types
            .iter()
            .map(|it| (strsim::jaro_winkler(it, task_type), it))
            .collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0));
        let near = near
            .into_iter()
            .take(3)
            .filter(|(score, _)| *score > 0.7)
            .map(|(_, it)| it.clone())
            .collect();
        Err(EnvironmentError::UnknownTaskType {
            name: task_type.to_owned(),
            near,
        })
    }
}

/// The task types whose pages are in a directory; no browser is started to find a name.
pub fn task_types_in(html: &Path) -> Result<BTreeSet<String>, DeviceError> {
    pages_in(html).map(|(_, types)| types)
}

/// The directory as an absolute path, and the names of its pages.
fn pages_in(html: &Path) -> Result<(PathBuf, BTreeSet<String>), DeviceError> {
    let no_pages = |reason: String| DeviceError::NoStart {
        reason,
        help: HOW_TO_GET.to_owned(),
    };
    let pages = html.join("miniwob");
    let files =
        fs::read_dir(&pages).map_err(|it| no_pages(format!("{} can't be read: {it}", pages.display())))?;
    let mut types: BTreeSet<String> = files
        .filter_map(|it| it.ok()?.file_name().into_string().ok())
        .filter_map(|it| it.strip_suffix(".html").map(str::to_owned))
        .collect();
    if types.is_empty() {
        return Err(no_pages(format!("{} has no pages", pages.display())));
    }
    let flights = fs::read_dir(html.join("flight")).into_iter().flatten().flatten();
    let flights = flights.filter(|it| it.path().join("wrapper.html").is_file());
    types.extend(flights.map(|it| format!("{FLIGHT}{}", it.file_name().to_string_lossy())));
    let html = html
        .canonicalize()
        .map_err(|it| no_pages(format!("{}: {it}", html.display())))?;
    Ok((html, types))
}

fn task_page(browser: &Browser) -> Result<Page, DeviceError> {
    let mut page = browser.page()?;
    page.hide(FURNITURE);
    Ok(page)
}

/// The address of a file whose path begins at the root.
fn file_url(path: &Path) -> String {
    Url::from_file_path(path).map_or_else(|()| path.display().to_string(), String::from)
}

/// Why an episode does not begin.
#[derive(Debug, Error)]
enum NotStarted {
    /// The page says something else than a goal.
    #[error("its page says no goal: {0}")]
    NoGoal(serde_json::Error),
    /// The page stays as it was.
    #[error("its page does not start")]
    Still,
}

/// Begin an episode on a page, which is loaded again unless it is as good as new.
fn start(
    page: &mut Page,
    loaded: &mut Option<String>,
    html: &Path,
    task_type: &str,
    seed: u64,
) -> Result<String, EnvironmentError> {
    let bad = |why: NotStarted| EnvironmentError::BadInstance {
        task_type: task_type.to_owned(),
        seed,
        source: Cause::of(why),
    };
    page.forget()?;
    for fresh in [false, true] {
        if fresh || loaded.as_deref() != Some(task_type) {
            *loaded = None;
            let (file, size) = match task_type.strip_prefix(FLIGHT) {
                Some(airline) => (format!("flight/{airline}/wrapper.html"), PHONE),
                None => (format!("miniwob/{task_type}.html"), VIEWPORT),
            };
            page.resize(size)?;
            page.open(&file_url(&html.join(file)))?;
            page.bind(BINDING)?;
            page.evaluate_in_page(PREPARE)?;
            *loaded = Some(task_type.to_owned());
        }
        let started = page.evaluate_in_page(&episode(seed))?;
        let started: Started = serde_json::from_value(started).map_err(|it| bad(NotStarted::NoGoal(it)))?;
        if started.clean || fresh {
            return Ok(started.goal);
        }
    }
    Err(bad(NotStarted::Still))
}

/// Force-stops what runs, seeds and starts. `clean` is false where the last episode left something
/// behind: something appended to the body, a scrolled box, a filled field, an animation that still runs.
fn episode(seed: u64) -> String {
    format!(
        r##"(async () => {{
  const again = window.autorpaParts !== undefined;
  const busy = again && window.jQuery && (jQuery.timers || []).length > 0;
  core.endEpisode(0);
  core.EPISODE_MAX_TIME = 2000000000;
  core.setDataMode("train");
  if (document.activeElement && document.activeElement !== document.body) document.activeElement.blur();
  Math.seedrandom({seed});
  if (!core.autorpaTold) {{
    core.autorpaTold = true;
    const end = core.endEpisode;
    core.endEpisode = function () {{
      const before = WOB_EPISODE_ID;
      end.apply(this, arguments);
      if (WOB_EPISODE_ID !== before) {BINDING}(String(WOB_RAW_REWARD_GLOBAL));
    }};
  }}
  core.startEpisodeReal();
  // Where the task is in a frame, that is loaded now.
  for (let i = 0; !WOB_TASK_READY && i < 1000; i++) await new Promise((done) => setTimeout(done, 10));
  if (!WOB_TASK_READY) throw new Error("the task is not ready after 10 s");
  const parts = document.body.children.length;
  if (!again) window.autorpaParts = parts;
  const said = core.getUtterance();
  const left = again && (busy || parts !== window.autorpaParts ||
    [...document.querySelectorAll("input, textarea")].some((it) => it.type === "checkbox" || it.type === "radio" ? it.checked !== it.defaultChecked : it.value !== it.defaultValue) ||
    [...document.querySelectorAll("#area, #area *")].some((it) => it.scrollTop > 0 || it.scrollLeft > 0));
  return {{ goal: typeof said === "string" ? said : String(said.utterance), clean: !left }};
}})()"##
    )
}

/// A task type of the suite, by its name.
pub fn task_type(name: &str) -> TaskType {
    TaskType {
        name: name.to_owned(),
        suite: SUITE.to_owned(),
        template: None,
        params: Vec::new(),
        step_budget: STEP_BUDGET,
    }
}

/// What a search and a script may do on a page of the suite besides.
const UNTOLD: [ActionKind; 5] = [
    ActionKind::DragTo,
    ActionKind::PressKeys,
    ActionKind::ClickAt,
    ActionKind::DragAlong,
    ActionKind::SelectText,
];

/// What is done on a page of the suite: leaving it would end the task without a judge, and nobody listens to an answer.
fn actions() -> impl Iterator<Item = ActionKind> {
    let left_out = [ActionKind::OpenApp, ActionKind::NavigateBack, ActionKind::Answer];
    ACTIONS.into_iter().filter(move |it| !left_out.contains(it))
}

impl Device for MiniWob {
    fn info(&self) -> DeviceInfo {
        DeviceInfo {
            untold: UNTOLD.into(),
            ..info(
                format!("MiniWoB++ in {}", self.browser.version()),
                actions().collect(),
            )
        }
    }

    fn observe(&mut self) -> Result<Screen, DeviceError> {
        match self.seen.take() {
            Some((screen, at)) if at.elapsed() < JUST_SEEN => Ok(screen),
            _ => self.page.observe(),
        }
    }

    fn screenshot(&mut self) -> Result<Vec<u8>, DeviceError> {
        self.page.screenshot()
    }

    fn act(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        if !actions().chain(UNTOLD).any(|it| it == action.kind()) {
            return Err(DeviceError::Unsupported {
                action: action.kind(),
            });
        }
        self.begun = None;
        self.seen = None;
        self.page.act(action)
    }

    fn settle(&mut self) -> Result<(), DeviceError> {
        self.seen = None;
        self.page.settle()
    }

    fn has_ended(&mut self) -> Result<bool, DeviceError> {
        // The page says so by itself, before its answer to anything asked later.
        if self.page.unheard {
            self.seen = Some((self.page.observe()?, Instant::now()));
        }
        self.hear();
        Ok(self.reward.is_some())
    }
}

impl Tasks for MiniWob {
    fn suite(&self) -> &str {
        SUITE
    }

    fn task_types(&self) -> Vec<TaskType> {
        self.types.iter().map(|it| task_type(it)).collect()
    }

    fn instance(&mut self, task_type: &str, seed: u64) -> Result<Instance, EnvironmentError> {
        self.known(task_type)?;
        let key = (task_type.to_owned(), seed);
        if !self.goals.contains_key(&key) {
            let goal = if self.running {
                let (page, loaded) = match &mut self.side {
                    Some(side) => side,
                    none => none.insert((task_page(&self.browser)?, None)),
                };
                start(page, loaded, &self.html, task_type, seed)?
            } else {
                let goal = self.begin(task_type, seed)?;
                self.begun = Some((task_type.to_owned(), seed, Instant::now()));
                goal
            };
            self.goals.insert(key.clone(), goal);
        }
        let goal = self.goals.get(&key).cloned().unwrap_or_default();
        Ok(Instance {
            suite: SUITE.to_owned(),
            task_type: key.0,
            seed,
            goal,
            params: Params::new(),
        })
    }

    fn reset(&mut self, instance: &Instance) -> Result<(), EnvironmentError> {
        self.known(&instance.task_type)?;
        let begun = self.begun.take().is_some_and(|(task_type, seed, at)| {
            (task_type.as_str(), seed) == (instance.task_type.as_str(), instance.seed)
                && at.elapsed() < JUST_BEGUN
        });
        self.running = true;
        if begun {
            return Ok(());
        }
        let goal = self.begin(&instance.task_type, instance.seed)?;
        if goal != instance.goal {
            tracing::debug!(goal, wanted = instance.goal, "the page's goal is another one");
        }
        self.goals
            .insert((instance.task_type.clone(), instance.seed), goal);
        Ok(())
    }
}

impl Judge for MiniWob {
    fn finish(&mut self) -> Result<Verdict, EnvironmentError> {
        self.running = false;
        if self.loaded.is_none() {
            return Ok(Verdict::of_reward(0.0));
        }
        self.hear();
        if self.reward.is_none() {
            // What is still on its way comes before this answer.
            self.page.evaluate_in_page("core.endEpisode(0)")?;
            self.hear();
        }
        Ok(Verdict::of_reward(self.reward.unwrap_or(0.0).clamp(0.0, 1.0)))
    }
}

impl Environment for MiniWob {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_addresses() {
        assert_eq!(
            file_url(Path::new("/a b/c#1/x.html")),
            "file:///a%20b/c%231/x.html"
        );
    }
}
