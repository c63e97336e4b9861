//! A phone as a device.

mod rungs;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    thread,
    time::{Duration, Instant},
};

use adb::{
    AdbError, Link, Output,
    host::Server,
    link::{self, Direct},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use device::{Clock, Device, DeviceError, DeviceInfo, Listing, Printed, Touches, places, straight_way};
use serde_json::{Value, json};
use settings::{Call, Request, Setting};
use ui::{Action, ActionKind, Direction, Element, ElementId, HardAction, HowMany, Rect, Screen};

use crate::{
    apps,
    focus::{self, Focus},
    helper::{self, Helper, HelperReply, Request as Asking},
    lease::{self, Lease},
    rpc::{self, Asked},
    touching::{self, Around, Hearing},
    tree::{self, Windows},
    typing::{self, Part},
};

/// The name this device is registered under.
pub const NAME: &str = "adb";

/// What it takes.
pub const ACTIONS: [ActionKind; 16] = [
    ActionKind::OpenApp,
    ActionKind::Click,
    ActionKind::DoubleTap,
    ActionKind::LongPress,
    ActionKind::ClickAt,
    ActionKind::DragAlong,
    ActionKind::InputText,
    ActionKind::Scroll,
    ActionKind::Swipe,
    ActionKind::KeyboardEnter,
    ActionKind::NavigateBack,
    ActionKind::NavigateHome,
    ActionKind::OpenLink,
    ActionKind::Wait,
    ActionKind::Answer,
    ActionKind::Status,
];

/// How long a phone may take to answer a short command.
const SHORT: Duration = Duration::from_secs(20);
/// How long it may take to dump its widgets: the tool waits ten seconds for a screen that keeps still.
const DUMP: Duration = Duration::from_secs(40);
/// How often a dump is tried.
const TRIES: usize = 3;
/// How long a screen may go on changing after an action before it is taken as it is.
const SETTLES: Duration = Duration::from_millis(1500);
/// How long a finger moves, in milliseconds.
const MOVES: u32 = 500;
/// How long a finger presses, in milliseconds.
const HOLDS: u32 = 1000;
/// The most swipes through a launcher's list.
const MOST_PAGES: usize = 15;
/// What the phone's tools say of a path that leads nowhere.
const NO_FILE: &str = "No such file or directory";
/// Since this version of Android keys can be pressed together.
const CHORDS: u32 = 33;
/// How a picture begins.
const PNG: &[u8] = b"\x89PNG";
/// The keyboard of others that types any text it is told, where a user has it.
const ADB_KEYBOARD: &str = "com.android.adbkeyboard/.AdbIME";

/// What is held with A to select all of a field: Ctrl, the left one.
const CTRL: u32 = 0x3000;

/// How a phone is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rung {
    /// By our own helper. No phone has run it yet: it is only used where it is asked for.
    Helper,
    /// By the uiautomator2 server.
    Server,
    /// By the tools that every phone has.
    Plain,
}

impl Rung {
    /// What is asked for by this name.
    pub fn called(name: &str) -> Option<Self> {
        Some(match name {
            "helper" => Self::Helper,
            "server" => Self::Server,
            "dump" => Self::Plain,
            _ => return None,
        })
    }

    /// Its name, for people and recordings.
    pub fn name(self) -> &'static str {
        match self {
            Rung::Helper => "autorpa helper",
            Rung::Server => "uiautomator2 server",
            Rung::Plain => "uiautomator dump",
        }
    }
}

/// How a phone is opened.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// A serial, or `HOST:PORT` of an adbd; none is the only phone that the adb server has.
    pub address: Option<String>,
    /// The adb server, if not the usual one.
    pub server: Option<Server>,
    /// The first rung that is used, where it is not to be looked for.
    pub rung: Option<Rung>,
    /// Where it is said which phones programs work with; without it, a phone may be that of several.
    pub leases: Option<PathBuf>,
}

/// A phone.
pub struct Android {
    /// It ends before the link does.
    helper: Option<Helper>,
    link: Box<dyn Link>,
    /// Nobody else works with it meanwhile.
    _lease: Option<Lease>,
    rung: Rung,
    /// The rungs so far, with the reason for each fall.
    read_by: Vec<String>,
    model: String,
    release: String,
    sdk: u32,
    keyboard: Option<String>,
    /// The apps that have an icon.
    components: Vec<String>,
    /// Components by what their icons are called, as far as that was seen.
    called: BTreeMap<String, String>,
    seen: Option<Screen>,
    /// Whether something was done since the last look.
    acted: bool,
    /// Whether the dump goes through a file: not every phone writes it to a stream.
    through_file: bool,
    /// When the calls that are made now have to be through.
    until: Option<Instant>,
    /// What is around the apps, while somebody hears what fingers do.
    around: Option<touching::Shared>,
}

/// A phone that the adb server knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phone {
    /// Its serial.
    pub serial: String,
    /// What it is, and whether it can be used: `Pixel 6`, `unauthorized`, ...
    pub description: String,
}

/// The phones that the adb server knows.
pub fn phones(options: &Options) -> Result<Vec<Phone>, DeviceError> {
    let server = options.server.clone().unwrap_or_else(Server::usual);
    let listed = server.devices().map_err(|it| no_start(&it))?;
    let phone = |it: adb::host::Listed| {
        let model = it.detail("model").map(|it| it.replace('_', " "));
        let description = match (it.state.as_str(), model) {
            ("device", Some(model)) => model,
            ("device", None) => "a phone".to_owned(),
            (state, Some(model)) => format!("{model}, {state}"),
            (state, None) => state.to_owned(),
        };
        Phone {
            serial: it.serial,
            description,
        }
    };
    Ok(listed.into_iter().map(phone).collect())
}

/// Take the phone that is meant for this program, with its serial. Where none is named, it is the only one that the adb server
/// has; with `any`, the first that no other program works with. `None` where nobody keeps phones apart, or none is there.
pub fn lease(options: &Options, any: bool) -> Result<Option<(String, Lease)>, DeviceError> {
    let Some(folder) = &options.leases else {
        return Ok(None);
    };
    let server = options.server.clone().unwrap_or_else(Server::usual);
    let place = server.place();
    let take = |serial: &str| Lease::take(folder, &place, serial);
    if let Some(serial) = &options.address {
        let lease = take(serial).map_err(|it| it.of(&format!("the phone {serial}")))?;
        return Ok(Some((serial.clone(), lease)));
    }
    let listed = server.devices().map_err(|it| no_start(&it))?;
    let usable: Vec<String> = (listed.into_iter().filter(|it| it.state == "device"))
        .map(|it| it.serial)
        .collect();
    match usable.as_slice() {
        // What is wrong is said by whoever opens it.
        [] => Ok(None),
        [_, _, ..] if !any => Ok(None),
        all => {
            let mut why = None;
            for serial in all {
                match take(serial) {
                    Ok(lease) => return Ok(Some((serial.clone(), lease))),
                    Err(error) => why = Some(error.of(&format!("the phone {}", all.join(", ")))),
                }
            }
            why.map_or(Ok(None), Err)
        }
    }
}

/// How the phone that is named is called on every machine that reaches it; `None` where it is at this machine, or none is named.
pub fn everywhere(options: &Options) -> Option<String> {
    let server = options.server.clone().unwrap_or_else(Server::usual);
    lease::everywhere(&server.place(), options.address.as_ref()?)
}

fn lost(doing: &str, error: &AdbError) -> DeviceError {
    match error {
        AdbError::Timeout { seconds, .. } => DeviceError::Timeout {
            doing: doing.to_owned(),
            seconds: *seconds,
        },
        error => DeviceError::Lost {
            doing: doing.to_owned(),
            reason: error.to_string(),
        },
    }
}

/// What would help where no phone can be reached.
fn no_start(error: &AdbError) -> DeviceError {
    let by_address = Setting::Device.to("adb:HOST:PORT");
    let help = match error {
        AdbError::NoAdb { .. } => format!(
            "install adb (Debian: `apt install adb`; else Android's platform-tools), or name a phone's own adbd: {by_address}"
        ),
        AdbError::NoServer { .. } => {
            "`adb start-server` says more; that of another machine is started there, by `adb -a nodaemon server`".to_owned()
        }
        AdbError::Unauthorized { .. } => {
            format!("go through the adb server, which has a key: `adb connect HOST:PORT`, then {by_address}")
        }
        _ => format!(
            "`{}` lists the phones; on the phone, turn on USB debugging and allow this computer; `adb connect HOST:PORT` adds one in the network",
            Call::new(Request::Devices)
        ),
    };
    DeviceError::NoStart {
        reason: error.to_string(),
        help,
    }
}

impl Android {
    /// Open a phone: reach it, wake it, and find out how it can be read.
    pub fn open(options: &Options) -> Result<Self, DeviceError> {
        let lease = match options.leases {
            Some(_) => lease(options, false)?.map(|it| it.1),
            None => None,
        };
        let link = reach(options).map_err(|it| no_start(&it))?;
        let mut phone = Self {
            helper: None,
            link,
            _lease: lease,
            rung: Rung::Plain,
            read_by: Vec::new(),
            model: String::new(),
            release: String::new(),
            sdk: 0,
            keyboard: None,
            components: Vec::new(),
            called: BTreeMap::new(),
            seen: None,
            acted: false,
            through_file: false,
            until: None,
            around: None,
        };
        phone.ask_who()?;
        phone.rung = match options.rung {
            Some(rung) => rung,
            None if rpc::answers(phone.link.as_ref()) => Rung::Server,
            None => Rung::Plain,
        };
        phone.begin_reading();
        let focus = phone.focus()?;
        if focus.asleep || focus.locked {
            phone.shell("input keyevent WAKEUP; wm dismiss-keyguard")?;
        }
        phone.awake(&phone.focus()?)?;
        Ok(phone)
    }

    /// How it is read now.
    pub fn rung(&self) -> Rung {
        self.rung
    }

    fn ask_who(&mut self) -> Result<(), DeviceError> {
        let said = self.shell(
            "getprop ro.product.model; getprop ro.build.version.release; getprop ro.build.version.sdk; \
             settings get secure default_input_method; \
             cmd package query-activities --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER",
        )?;
        let text = said.text();
        let mut lines = text.lines().map(str::trim);
        let mut next = || lines.next().unwrap_or_default().to_owned();
        (self.model, self.release) = (next(), next());
        self.sdk = next().parse().unwrap_or_default();
        self.keyboard = Some(next()).filter(|it| it.contains('/'));
        self.components = apps::components(&lines.collect::<Vec<_>>().join("\n"));
        self.components.sort();
        self.components.dedup();
        Ok(())
    }

    fn shell(&self, command: &str) -> Result<Output, DeviceError> {
        self.shell_within(command, SHORT)
    }

    fn shell_within(&self, command: &str, most: Duration) -> Result<Output, DeviceError> {
        let within = self.within(most);
        link::shell(self.link.as_ref(), command, within).map_err(|it| lost(command, &it))
    }

    /// So long, or as long as is left.
    fn within(&self, most: Duration) -> Duration {
        let left = self.until.map(|it| it.saturating_duration_since(Instant::now()));
        left.map_or(most, |it| it.clamp(Duration::from_millis(1), most))
    }

    /// Do something, and see that the phone does not complain.
    fn done(&self, command: &str) -> Result<(), DeviceError> {
        let output = self.shell(command)?;
        match output.status {
            Some(0) | None => Ok(()),
            Some(_) => Err(DeviceError::Lost {
                doing: command.to_owned(),
                reason: format!("the phone says: {}", output.complaint()),
            }),
        }
    }

    fn focus(&self) -> Result<Focus, DeviceError> {
        let mut text = self.shell(focus::COMMAND)?.text();
        if !text.contains("mCurrentFocus") {
            text.push_str(&self.shell(focus::OLDER)?.text());
        }
        let mut found = focus::read(&text);
        if found.size.is_none() {
            let said = self.shell("wm size")?.text();
            let last = said.lines().filter_map(|it| it.rsplit_once(": ")).next_back();
            found.size = last.and_then(|(_, it)| focus::size_of(it));
        }
        Ok(found)
    }

    fn awake(&self, focus: &Focus) -> Result<(), DeviceError> {
        if focus.asleep {
            return Err(DeviceError::Asleep);
        }
        if focus.locked {
            return Err(DeviceError::Locked);
        }
        Ok(())
    }

    fn dump(&mut self, size: (u32, u32)) -> Result<String, DeviceError> {
        if let Some(text) = self.dump_by_helper(size)? {
            return Ok(text);
        }
        if self.rung == Rung::Server {
            match self.ask("dumpWindowHierarchy", &json!([false, 50]), Asked::ToTell)? {
                Some(Value::String(text)) => return Ok(text),
                // One that is gone was told of.
                None if self.rung == Rung::Plain => {}
                Some(_) | None => self.fall("gives no tree"),
            }
        }
        let mut said = String::new();
        for _ in 0..TRIES {
            said = self.dump_plainly()?;
            if said.contains("<hierarchy") {
                break;
            }
        }
        Ok(said)
    }

    fn dump_plainly(&mut self) -> Result<String, DeviceError> {
        if !self.through_file {
            let command = "uiautomator dump /dev/tty";
            let said = link::exec(self.link.as_ref(), command, self.within(DUMP));
            let said = said.map_err(|it| lost(command, &it))?;
            let said = String::from_utf8_lossy(&said).into_owned();
            // An animated screen fails either way.
            if said.contains("<hierarchy") || said.contains("idle") || said.contains("null root") {
                return Ok(said);
            }
        }
        let file = "/data/local/tmp/autorpa_dump.xml";
        let said = self.shell_within(
            &format!("uiautomator dump {file} >/dev/null && cat {file}; rm -f {file}"),
            DUMP,
        )?;
        let text = said.text();
        self.through_file = text.contains("<hierarchy");
        Ok(match self.through_file {
            true => text,
            false => said.complaint(),
        })
    }

    fn look(&mut self) -> Result<Screen, DeviceError> {
        let focus = self.focus()?;
        self.awake(&focus)?;
        let size = focus.size.unwrap_or_default();
        let keyboard = self.keyboard.as_deref().map(|it| apps::package(it).to_owned());
        let dump = self.dump(size)?;
        let windows = Windows { size, keyboard };
        if let Some(around) = &self.around {
            *touching::seen(around) = Around {
                size,
                quarters: focus.quarters,
                elements: (self.rung != Rung::Plain).then(|| tree::around(&dump, &windows)),
                keyboard: windows.keyboard.clone(),
                touched: false,
            };
        }
        let elements = tree::read(&dump, &windows);
        let elements = elements.map_err(|error| DeviceError::Unreadable {
            reason: error.to_string(),
        })?;
        let of_element = || elements.iter().find_map(|it| it.package_name.clone());
        Ok(Screen {
            app: focus.package.clone().or_else(of_element).unwrap_or_default(),
            activity: focus.activity,
            size,
            elements,
            today: focus.today,
            in_part: Vec::new(),
        })
    }

    fn element(&mut self, id: ElementId) -> Result<Element, DeviceError> {
        if self.seen.is_none() {
            self.observe()?;
        }
        let elements = self.seen.as_ref().map_or(&[][..], |it| &it.elements);
        elements.get(id.0).cloned().ok_or(DeviceError::NoElement {
            index: id.0,
            count: elements.len(),
        })
    }

    fn size(&mut self) -> Result<(i32, i32), DeviceError> {
        if self.seen.is_none() {
            self.observe()?;
        }
        let (width, height) = self.seen.as_ref().map(|it| it.size).unwrap_or_default();
        Ok((width as i32, height as i32))
    }

    fn tap(&mut self, (x, y): (i32, i32)) -> Result<(), DeviceError> {
        if self.touch(&helper::tap((x, y)))? {
            return Ok(());
        }
        if self.rung == Rung::Server {
            match self.ask("click", &json!([x, y]), Asked::ToAct)? {
                // The finger may have gone down and not up.
                Some(Value::Bool(false)) => {
                    return Err(DeviceError::Unanswered {
                        sent: "click".to_owned(),
                        seconds: 0,
                    });
                }
                Some(_) => return Ok(()),
                None => {}
            }
        }
        self.done(&format!("input tap {x} {y}"))
    }

    fn swipe(&mut self, from: (i32, i32), to: (i32, i32), ms: u32) -> Result<(), DeviceError> {
        if self.touch(&helper::swipe(from, to, ms))? {
            return Ok(());
        }
        self.done(&format!(
            "input swipe {} {} {} {} {ms}",
            from.0, from.1, to.0, to.1
        ))
    }

    fn carry_out(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        match action {
            Action::OpenApp { app } => self.open_app(app),
            Action::Click { target } => {
                let at = self.element(*target)?.bounds.center();
                self.tap(at)
            }
            Action::DoubleTap { target } => {
                let (x, y) = self.element(*target)?.bounds.center();
                if self.touch(&helper::double_tap((x, y)))? {
                    return Ok(());
                }
                // Each call starts a program, which takes longer than two taps may be apart.
                self.done(&format!("input tap {x} {y} & sleep 0.1; input tap {x} {y}"))
            }
            Action::LongPress { target } => {
                let at = self.element(*target)?.bounds.center();
                self.swipe(at, at, HOLDS)
            }
            Action::ClickAt { target, at } => {
                let (bounds, screen) = self.boxes(*target)?;
                let places = places(at, bounds, screen, HowMany::One)?;
                places.into_iter().try_for_each(|it| self.tap(it))
            }
            Action::DragAlong { target, path } => self.drag_along(*target, path),
            Action::InputText { target, text, clear } => self.input_text(*target, text, *clear),
            Action::Scroll { target, direction } => {
                let (width, height) = self.size()?;
                let area = match target {
                    Some(target) => self.element(*target)?.bounds,
                    None => ui::Rect::new(0, 0, width, height),
                };
                let (x, y) = area.center();
                let to = match direction {
                    Direction::Down => (x, area.top),
                    Direction::Up => (x, area.bottom),
                    Direction::Right => (area.left, y),
                    Direction::Left => (area.right, y),
                };
                self.swipe((x, y), to, MOVES)
            }
            Action::Swipe { direction } => {
                let (width, height) = self.size()?;
                let (x, y) = (width / 2, height / 2);
                let (from, to) = match direction {
                    Direction::Down => ((x, 0), (x, height)),
                    Direction::Up => ((x, height), (x, 0)),
                    Direction::Left => ((0, y), (width, y)),
                    Direction::Right => ((width, y), (0, y)),
                };
                self.swipe(from, to, MOVES)
            }
            Action::KeyboardEnter => self.press(66),
            Action::NavigateBack => self.press(4),
            Action::NavigateHome => self.press(3),
            Action::OpenLink { link } => self.open_link(link),
            Action::Wait => {
                #[expect(
                    clippy::disallowed_methods,
                    reason = "for what the phone does by itself, a second as on AndroidWorld's devices"
                )]
                thread::sleep(Duration::from_secs(1));
                Ok(())
            }
            Action::Status { .. } | Action::Answer { .. } => Ok(()),
            Action::RightClick { .. }
            | Action::Hover { .. }
            | Action::DragTo { .. }
            | Action::SelectText { .. }
            | Action::SelectOption { .. }
            | Action::UploadFiles { .. }
            | Action::PressKeys { .. }
            | Action::AnswerDialog { .. }
            | Action::SwitchWindow { .. } => Err(DeviceError::Unsupported {
                action: action.kind(),
            }),
        }
    }

    fn drag_along(&mut self, target: ElementId, path: &str) -> Result<(), DeviceError> {
        let (bounds, screen) = self.boxes(target)?;
        let [from, to] = straight_way(path, bounds, screen)?;
        self.swipe(from, to, MOVES)
    }

    /// The box of an element, and that of the screen.
    fn boxes(&mut self, target: ElementId) -> Result<(Rect, Rect), DeviceError> {
        let bounds = self.element(target)?.bounds;
        let (width, height) = self.size()?;
        Ok((bounds, Rect::new(0, 0, width, height)))
    }

    /// As AndroidWorld's devices do: tap the field, empty it, type, ENTER.
    fn input_text(&mut self, target: Option<ElementId>, text: &str, clear: bool) -> Result<(), DeviceError> {
        let field = match target {
            Some(target) => {
                let field = self.element(target)?;
                self.can_type(text)?;
                self.tap(field.bounds.center())?;
                Some(field)
            }
            None => {
                self.can_type(text)?;
                None
            }
        };
        if clear {
            self.empty(field.as_ref())?;
        }
        match typing::is_plain(text) {
            true => self.type_plainly(text)?,
            false => self.type_any(text)?,
        }
        self.press(66)
    }

    /// Refuse a text before anything is done with it.
    fn can_type(&self, text: &str) -> Result<(), DeviceError> {
        let any = self.rung != Rung::Plain || self.keyboard.as_deref() == Some(ADB_KEYBOARD);
        match typing::is_plain(text) || any {
            true => Ok(()),
            false => Err(DeviceError::NotTaken {
                value: text.to_owned(),
                reason: "over adb alone only ASCII can be typed; with the uiautomator2 server on the phone, or ADBKeyBoard as its input method, any text can",
            }),
        }
    }

    fn empty(&mut self, field: Option<&Element>) -> Result<(), DeviceError> {
        if self.act_by_helper(&Asking::Keys(&[(29, CTRL), (67, 0)]))? {
            return Ok(());
        }
        if self.sdk >= CHORDS {
            return self.done("input keycombination 113 29; input keyevent 67");
        }
        // Ctrl+A can't be pressed: to the end, then back over all that it holds.
        let held = field.map_or(0, |it| it.held_text().chars().count());
        let keys = "67 ".repeat(held.min(2000) + 1);
        self.done(&format!("input keyevent 123 {keys}"))
    }

    /// Type something. What it is may be a secret: no error repeats it.
    fn typed(&self, command: &str) -> Result<(), DeviceError> {
        let doing = "typing".to_owned();
        self.done(command).map_err(|error| match error {
            DeviceError::Timeout { seconds, .. } => DeviceError::Timeout { doing, seconds },
            _ => DeviceError::Lost {
                doing,
                reason: "the connection broke, or the phone refused it".to_owned(),
            },
        })
    }

    fn type_plainly(&mut self, text: &str) -> Result<(), DeviceError> {
        for part in typing::parts(text) {
            match part {
                Part::Letters(letters) => {
                    if !self.act_by_helper(&Asking::Type(&letters))? {
                        self.typed(&typing::command(&letters))?;
                    }
                }
                Part::Enter => self.press(66)?,
            }
        }
        Ok(())
    }

    /// Text of any script, into the field that has the focus. No input method is changed.
    fn type_any(&mut self, text: &str) -> Result<(), DeviceError> {
        if self.keyboard.as_deref() == Some(ADB_KEYBOARD) {
            let text = STANDARD.encode(text);
            return self.typed(&format!("am broadcast -a ADB_INPUT_B64 --es msg {text}"));
        }
        let not_taken = |reason| DeviceError::NotTaken {
            value: text.to_owned(),
            reason,
        };
        let screen = self.look()?;
        let mut focused = screen.elements.iter().filter(|it| it.focused && it.editable);
        let held = match (focused.next(), focused.next()) {
            (Some(one), None) => one.held_text().to_owned(),
            _ => return Err(not_taken("no field, or more than one, has the focus")),
        };
        let whole = format!("{held}{text}");
        match self.tell(&Asking::Fill(&whole), Asked::ToAct)? {
            HelperReply::Did(_) => return Ok(()),
            HelperReply::Refused(_) => return Err(not_taken("the field does not take it")),
            HelperReply::Nobody if self.rung == Rung::Plain => {
                return Err(not_taken("what could type it answers no more"));
            }
            HelperReply::Nobody => {}
        }
        // Bit 17 of the mask is `focused`.
        let selector =
            json!({"mask": 1 << 17, "childOrSibling": [], "childOrSiblingSelector": [], "focused": true});
        match self.ask("setText", &json!([selector, whole]), Asked::ToAct)? {
            Some(Value::Bool(true)) => Ok(()),
            Some(_) => Err(not_taken("the field does not take it")),
            None => Err(not_taken("the uiautomator2 server does not type it")),
        }
    }

    fn open_link(&self, link: &str) -> Result<(), DeviceError> {
        let command = format!(
            "am start -W -a android.intent.action.VIEW -d {}",
            adb::shell::quoted(link)
        );
        let said = self.shell(&command)?;
        let all = said.complaint();
        match all.contains("Error") || all.contains("Exception") {
            true => Err(DeviceError::Unreachable {
                address: link.to_owned(),
                reason: all,
            }),
            false => Ok(()),
        }
    }

    fn start(&self, component: &str) -> Result<(), DeviceError> {
        let command = format!(
            "am start -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -n {}",
            adb::shell::quoted(component)
        );
        let said = self.shell(&command)?.complaint();
        match said.contains("Error") {
            true => Err(DeviceError::NoApp {
                app: component.to_owned(),
                known: self.packages(),
            }),
            false => Ok(()),
        }
    }

    fn packages(&self) -> Vec<String> {
        let packages: BTreeSet<&str> = self.components.iter().map(|it| apps::package(it)).collect();
        packages.into_iter().map(str::to_owned).collect()
    }

    /// By its package, else by what its icon is called: that is looked for where a person would look, in the launcher,
    /// the first time.
    fn open_app(&mut self, name: &str) -> Result<(), DeviceError> {
        let of_package = self.components.iter().find(|it| apps::package(it) == name);
        let known = of_package.or_else(|| self.called.get(&name.to_lowercase()));
        if let Some(component) = known.cloned() {
            return self.start(&component);
        }
        let mut labels = BTreeSet::new();
        let first = self.open_from_launcher(name, 0, &mut labels)?;
        if let Some((component, more)) = first {
            if more {
                // Several icons have this name: they have to be the same app.
                let second = self.open_from_launcher(name, 1, &mut labels)?;
                let same = second.as_ref().is_some_and(|(it, _)| *it == component);
                if !same {
                    self.done("input keyevent 3")?;
                    return Err(DeviceError::SeveralApps { app: name.to_owned() });
                }
            }
            let own = self
                .components
                .iter()
                .find(|it| apps::package(it) == apps::package(&component));
            if let Some(own) = own {
                self.called.insert(name.to_lowercase(), own.clone());
            }
            return Ok(());
        }
        self.done("input keyevent 3")?;
        Err(DeviceError::NoApp {
            app: name.to_owned(),
            known: labels.into_iter().collect(),
        })
    }

    /// Tap the icon with this name, the `nth` of its page; answers what came to the front, and whether the page has
    /// more icons of this name.
    fn open_from_launcher(
        &mut self,
        name: &str,
        nth: usize,
        labels: &mut BTreeSet<String>,
    ) -> Result<Option<(String, bool)>, DeviceError> {
        self.done("input keyevent 3")?;
        let home = self.settled()?;
        let mut last = None;
        for page in 0..MOST_PAGES {
            let screen = match page {
                0 => home.clone(),
                _ => {
                    let (width, height) = (home.size.0 as i32, home.size.1 as i32);
                    let (x, from, to) = (width / 2, height * 4 / 5, height / 5);
                    self.swipe((x, from), (x, to), MOVES)?;
                    self.settled()?
                }
            };
            let icons = apps::icons(&screen, name);
            if let Some(icon) = icons.get(nth) {
                let (at, more) = (icon.bounds.center(), icons.len() > 1);
                self.tap(at)?;
                let opened = self.opened(&home.app)?;
                return Ok(opened.map(|it| (it, more)));
            }
            labels.extend(screen.elements.iter().flat_map(apps::labels).map(str::to_owned));
            if last.as_ref() == Some(&screen.elements) {
                break;
            }
            last = Some(screen.elements);
        }
        Ok(None)
    }

    /// Wait until another app than the launcher is in front; answers its component.
    fn opened(&self, launcher: &str) -> Result<Option<String>, DeviceError> {
        let begun = Instant::now();
        loop {
            let focus = self.focus()?;
            if focus.package.as_deref().is_some_and(|it| it != launcher) {
                return Ok(Some(focus.activity));
            }
            if begun.elapsed() >= Duration::from_secs(10) {
                return Ok(None);
            }
            #[expect(
                clippy::disallowed_methods,
                reason = "until an app comes to the front, at most ten seconds"
            )]
            thread::sleep(Duration::from_millis(100));
        }
    }

    /// Look until two looks see the same.
    fn settled(&mut self) -> Result<Screen, DeviceError> {
        let begun = Instant::now();
        self.wait_idle()?;
        let mut screen = self.look()?;
        // The tool of every phone waits by itself until the screen keeps still.
        while self.rung != Rung::Plain && begun.elapsed() < SETTLES {
            let next = self.look()?;
            if next == screen {
                break;
            }
            screen = next;
        }
        Ok(screen)
    }
}

fn reach(options: &Options) -> Result<Box<dyn Link>, AdbError> {
    let server = options.server.clone().unwrap_or_else(Server::usual);
    let by_server =
        |serial: Option<&str>| -> Result<Box<dyn Link>, AdbError> { Ok(Box::new(server.device(serial)?)) };
    let Some(address) = &options.address else {
        return by_server(None);
    };
    let port = address.rsplit_once(':').map(|(_, it)| it.parse::<u16>().is_ok());
    if port != Some(true) {
        return by_server(Some(address));
    }
    // What has a port is an adbd. The server may have it already, and then it has the only connection that some
    // phones take, and knows why it can't be used; a server is not started for it.
    let has_it = |all: Vec<adb::host::Listed>| all.iter().any(|it| it.serial == *address);
    if server.is_there() && server.devices().is_ok_and(has_it) {
        return by_server(Some(address));
    }
    Ok(Box::new(Direct::connect(address, SHORT)?))
}

impl Device for Android {
    fn info(&self) -> DeviceInfo {
        DeviceInfo {
            name: NAME.to_owned(),
            called: "an Android phone".to_owned(),
            description: format!(
                "{} with Android {}, read by {} over adb ({})",
                self.model,
                self.release,
                self.rung.name(),
                self.link.name()
            ),
            apps: self.packages(),
            actions: ACTIONS.into(),
            untold: [].into(),
            clock: Clock::Real,
            listing: Listing {
                leaves_out_containers: true,
                reaches_beyond_view: false,
                shared_ids: Some("android"),
            },
        }
    }

    fn observe(&mut self) -> Result<Screen, DeviceError> {
        let touched = self.around.as_ref().is_some_and(|it| touching::seen(it).touched);
        let screen = match std::mem::take(&mut self.acted) || touched {
            true => self.settled()?,
            false => self.look()?,
        };
        self.seen = Some(screen.clone());
        Ok(screen)
    }

    fn touches(&mut self) -> Result<Option<Box<dyn Touches>>, DeviceError> {
        if self.rung == Rung::Plain {
            return Err(DeviceError::NoStart {
                reason:
                    "what is typed can't be told from what is tapped: this phone is read without its keyboard"
                        .to_owned(),
                help: format!(
                    "start the uiautomator2 server on it; or {}",
                    Setting::Device.to("adb:SERIAL?rung=helper")
                ),
            });
        }
        let around = self.around.insert(touching::Shared::default()).clone();
        let heard = Hearing::begin(self.link.as_ref(), around)?;
        Ok(heard.map(|it| Box::new(it) as Box<dyn Touches>))
    }

    fn screenshot(&mut self) -> Result<Vec<u8>, DeviceError> {
        if let HelperReply::Did(png) = self.tell(&Asking::Screenshot, Asked::ToTell)?
            && png.starts_with(PNG)
        {
            return Ok(png);
        }
        let doing = "screencap -p";
        let png = link::exec(self.link.as_ref(), doing, self.within(SHORT));
        let png = png.map_err(|it| lost(doing, &it))?;
        match png.starts_with(PNG) {
            true => Ok(png),
            false => Err(DeviceError::Unreadable {
                reason: format!(
                    "`{doing}` gives no picture: {}",
                    String::from_utf8_lossy(&png[..png.len().min(200)])
                ),
            }),
        }
    }

    fn act(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        let done = self.carry_out(action);
        if done.is_ok() && !matches!(action, Action::Status { .. } | Action::Answer { .. }) {
            self.acted = true;
        }
        done
    }

    fn limit(&mut self, left: Option<Duration>) {
        self.until = left.map(|it| Instant::now() + it);
    }

    fn read_by(&self) -> &[String] {
        &self.read_by
    }

    fn file(&mut self, path: &str) -> Result<Option<Vec<u8>>, DeviceError> {
        let quoted = adb::shell::quoted(path);
        let doing = format!("read {path}");
        // Whoever may not see it would else say that it is not there.
        let found = self.shell(&format!("ls -d {quoted}"))?;
        match found.status {
            Some(0) => {}
            _ if found.complaint().contains(NO_FILE) => return Ok(None),
            // Old phones do not tell how a command ended.
            None => {}
            Some(_) => {
                return Err(DeviceError::Lost {
                    doing,
                    reason: format!("the phone says: {}", found.complaint()),
                });
            }
        }
        let pulled = link::pull(self.link.as_ref(), path, self.within(SHORT));
        pulled.map(Some).map_err(|it| lost(&doing, &it))
    }

    fn run(&mut self, command: &[String], most: Duration) -> Result<Printed, DeviceError> {
        let words: Vec<_> = command.iter().map(|it| adb::shell::quoted(it)).collect();
        let said = self.shell_within(&words.join(" "), most)?;
        Ok(Printed {
            exit: said.status.map(i32::from),
            out: said.text(),
            err: String::from_utf8_lossy(&said.stderr).into_owned(),
        })
    }

    fn package(&self, app: &str) -> Option<String> {
        let component = self.called.get(&app.to_lowercase());
        // What is known by its label alone stands for itself: who limits apps does not let it through.
        Some(component.map_or(app, |it| apps::package(it)).to_owned())
    }

    fn version(&self, package: &str) -> Option<String> {
        let command = format!(
            "dumpsys package {} | grep versionName=",
            adb::shell::quoted(package)
        );
        let said = self.shell(&command).ok()?.text();
        let line = said.lines().find_map(|it| it.trim().strip_prefix("versionName="));
        line.map(str::to_owned)
    }
}
