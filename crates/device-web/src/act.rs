//! Actions on a page, with the browser's own mouse and keyboard events.
//!
//! An awaited pointer move costs a whole frame, so moves are sent together with the press that follows.

use std::time::{Duration, Instant};

use device::DeviceError;
use serde::Deserialize;
use serde_json::{Value, json};
use ui::{ActionKind, ChordError, Direction, ElementId, HardAction, Press, Role};
use url::Url;

use crate::{
    cdp::{Cdp, CdpError, Command},
    downloads::Downloads,
    keys,
    page::{Lull, Page},
};

/// How long an action waits for its element to be there, still and uncovered.
const READY_MS: u32 = 1_000;
/// How often an element is scrolled into the window before it counts as out of reach.
const SCROLLS: usize = 5;
/// How often a press is made again because the page changed under the pointer.
const PRESSES: usize = 3;
/// How long a long press lasts.
const PRESS_MS: u32 = 700;
/// How long a page may glide to where it was scrolled to.
const GLIDE_MS: u32 = 1_500;
/// How long a hovering pointer rests.
const REST_MS: u32 = 400;
/// `Wait` ends after this if nothing happens at all.
const IDLE_MS: u32 = 400;
/// A page at which nothing happens is at rest after this.
const SETTLE_MS: u32 = 250;
/// What a page sends by a timer, it has begun to send after this.
const REST: Duration = Duration::from_millis(500);
/// The same where the page is gone on which something was done.
const REST_ON_NEXT: Duration = Duration::from_millis(150);
/// A run that is done waits no longer than this for the answers.
const MOST_REST: Duration = Duration::from_secs(10);
/// The longest wait for what a page asks for when a part of a form is filled in.
const MOST_FORM: Duration = Duration::from_secs(5);
/// What a page has not kept yet is waited for as long as something is sent of it. What stays is a form that somebody has left unsent.
const SAVED: Lull = Lull {
    says: "autorpa.unsaved()",
    pauses: 4,
    most: Duration::from_secs(30),
};
/// A run that is done waits so much longer for the answers to what may write: without them nobody can call it right.
const MOST_ANSWER: Duration = Duration::from_secs(50);
/// Waiting ends after this however much goes on.
const QUIET_MS: u32 = 1_500;
/// Keys that bring a slider to a value; a finer one is not set this way.
const MOST_KEYS: f64 = 2_000.0;
/// Fields that take their value part by part.
const PARTED: [&str; 4] = ["date", "time", "datetime-local", "month"];

/// Kinds of actions a page takes.
pub(crate) const ACTIONS: [ActionKind; 13] = [
    // What scripts and agents open by an address is a link (`Action::opening`); an app, a page has none.
    ActionKind::OpenApp,
    ActionKind::Click,
    ActionKind::DoubleTap,
    ActionKind::LongPress,
    ActionKind::Hover,
    ActionKind::InputText,
    ActionKind::Scroll,
    ActionKind::Swipe,
    ActionKind::KeyboardEnter,
    ActionKind::NavigateBack,
    ActionKind::Wait,
    ActionKind::Answer,
    ActionKind::Status,
];

/// Kinds that a page takes besides, where nobody counts on there being none but those.
pub(crate) const MORE_ACTIONS: [ActionKind; 11] = [
    ActionKind::RightClick,
    ActionKind::DragTo,
    ActionKind::ClickAt,
    ActionKind::DragAlong,
    ActionKind::SelectText,
    ActionKind::SelectOption,
    ActionKind::UploadFiles,
    ActionKind::PressKeys,
    ActionKind::AnswerDialog,
    ActionKind::SwitchWindow,
    ActionKind::OpenLink,
];

/// How an element stands where it is to be pressed, as the page says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Stands {
    /// The page did not say: its document went away meanwhile.
    #[default]
    #[serde(rename = "")]
    Unsaid,
    /// It can be pressed.
    Ok,
    /// The page has never had it.
    None,
    /// The page has taken it away.
    Gone,
    /// It is not visible.
    Hidden,
    /// It is outside of the window, or of the box that it scrolls in.
    Outside,
    /// Something else would get the press.
    Covered,
}

/// What the page says about one element before it is acted on.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Aim {
    pub(crate) state: Stands,
    pub(crate) x: f64,
    pub(crate) y: f64,
    #[serde(rename = "type")]
    kind: String,
    holds: usize,
    keys: bool,
    /// Whether it is an editor that the page makes of elements.
    rich: bool,
    moved: bool,
    /// Index of the closed `<select>` that it is or belongs to.
    pub(crate) select: Option<usize>,
    /// For its options: how many arrow presses from the first one.
    presses: Option<i64>,
    chosen: bool,
    /// Option of a list in which several can be chosen.
    toggles: bool,
    pub(crate) by: String,
    /// Whether that is a bar that stands fast over a part of the window.
    bar: bool,
    /// Whether Enter presses it once it has the focus.
    enter: bool,
    /// For a slider of the browser: what it goes from, to, and by how much.
    range: Option<Range>,
}

impl Aim {
    /// Whether it lies under a bar and its key presses it all the same.
    fn is_pressed_by_key(&self, action: &HardAction) -> bool {
        self.bar && self.enter && matches!(action, HardAction::Click { .. })
    }
}

/// What a slider stands at, what it goes from and to, and whether keys reach it.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
struct Slides {
    now: f64,
    min: Option<f64>,
    max: Option<f64>,
    /// Whether nothing else lies over it.
    free: bool,
    /// Whether it takes nothing.
    off: bool,
}

/// What a slider of the browser goes from, to, and by how much with each key.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
struct Range {
    min: f64,
    max: f64,
    step: f64,
}

impl Range {
    /// The keys that bring it to a value, from its nearer end; `None` for what it can't stand at.
    fn keys(self, text: &str) -> Option<Vec<Command>> {
        let value: f64 = text.trim().parse().ok()?;
        let within = (self.min..=self.max).contains(&value) && self.step > 0.0;
        let from = |end: f64| ((value - end).abs() / self.step).round();
        let (up, down) = (from(self.min), from(self.max));
        let stands = (self.min + up * self.step - value).abs() < self.step * 0.01;
        if !within || !stands || up.min(down) > MOST_KEYS {
            return None;
        }
        // The last place may lie below what is said to be the end.
        let whole = (self.max - self.min) / self.step;
        let (end, key, presses) = if up <= down || whole.fract() != 0.0 {
            ("Home", "ArrowRight", up)
        } else {
            ("End", "ArrowLeft", down)
        };
        let mut all: Vec<Command> = keys::press(end).into();
        for _ in 0..presses as u32 {
            all.extend(keys::press(key));
        }
        Some(all)
    }
}

/// What of a press went elsewhere than it was aimed, as the page says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Strayed {
    /// Nothing.
    #[default]
    #[serde(rename = "")]
    Nothing,
    /// All of it: it was kept from the page.
    Press,
    /// Its release.
    Click,
    /// Its release, where the press took the focus from a field, which made the page draw anew: nothing was clicked.
    Redraw,
}

/// What the page says after a press.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Pressed {
    /// What of it went elsewhere.
    pub(crate) strayed: Strayed,
    /// What the element takes now.
    #[serde(flatten)]
    aim: Aim,
}

/// What a press reached, where the page may have changed under the pointer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reached {
    /// The element.
    Element,
    /// The element with the press, something else with the release: no click.
    WithPressOnly,
    /// The element with the press, which took the focus from a field, and the element went away: nothing was clicked.
    Redrawn,
    /// Something else, which was kept from the page.
    Elsewhere,
}

/// Where a wheel turn has its effect, and how large a page of it is.
#[derive(Default, Deserialize)]
pub(crate) struct Wheel {
    pub(crate) x: f64,
    pub(crate) y: f64,
    w: f64,
    h: f64,
}

#[derive(Deserialize)]
struct Focus {
    keys: bool,
    #[serde(rename = "type")]
    kind: String,
    holds: usize,
}

impl Page {
    /// Do one action. Indices belong to the last observation; without one, the page is observed first.
    pub fn act(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        self.let_watch();
        if let Some(dialog) = self.cdp.dialog().cloned() {
            return self.act_on_dialog(&dialog, action);
        }
        self.note_strangers()?;
        // What an earlier action led to may have become known only after it.
        self.check_refused()?;
        self.sent = false;
        self.cdp.forget_loads();
        let (fills, begun) = (self.fills(action), self.cdp.begun());
        let done = match self.act_here(action) {
            // The dialog is what the action has led to.
            Err(DeviceError::DialogOpen { .. }) if self.sent => Ok(()),
            // The tab has closed itself under the action, which was its effect if the tab behind it is there.
            Err(DeviceError::Lost { .. }) if self.fall_back() => self.evaluate("0").map(drop),
            done => done,
        };
        self.check_refused()?;
        done?;
        if fills { self.await_form(begun) } else { Ok(()) }
    }

    /// Whether an action fills in a part of a form.
    fn fills(&self, action: &HardAction) -> bool {
        let is_box = |target: &ElementId| {
            let element = self.seen.as_ref().and_then(|it| it.get(*target));
            element.is_some_and(|it| it.checkable)
        };
        match action {
            HardAction::InputText { .. } | HardAction::SelectOption { .. } => true,
            HardAction::Click { target } => is_box(target),
            _ => false,
        }
    }

    /// Wait for the answers to what a page asked for when a part of a form was filled in: it may draw the form anew with them, and
    /// what is typed before that would be lost. `begun` is how many requests it had begun before.
    fn await_form(&mut self, begun: usize) -> Result<(), DeviceError> {
        match self.cdp.hear_answers(begun, MOST_FORM) {
            Ok(true) => self.settle(),
            Ok(false) | Err(CdpError::Dialog { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Let whoever watches see what comes next.
    fn let_watch(&self) {
        let slow = self.browser().options().slow;
        if !slow.is_zero() {
            #[expect(clippy::disallowed_methods, reason = "a person asked for this wait")]
            std::thread::sleep(slow);
        }
    }

    fn act_here(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        match action {
            HardAction::OpenApp { .. } | HardAction::NavigateHome => Err(DeviceError::Unsupported {
                action: action.kind(),
            }),
            HardAction::Click { target } => self.press(*target, action, Press::Once),
            HardAction::DoubleTap { target } => self.press(*target, action, Press::Twice),
            HardAction::LongPress { target } => self.press(*target, action, Press::Long),
            HardAction::RightClick { target } => self.press(*target, action, Press::Right),
            HardAction::DragTo { target, to } => self.drag(*target, *to, action),
            HardAction::ClickAt { target, at } => self.click_at(*target, at, action),
            HardAction::DragAlong { target, path } => self.drag_along(*target, path, action),
            HardAction::SelectText { target, text } => self.select_text(*target, text, action),
            HardAction::SelectOption { target, option } => self.select_option(*target, option, action),
            HardAction::UploadFiles { target, files } => self.upload(*target, files, action),
            HardAction::Hover { target } => {
                let aim = self.aim(*target, action)?;
                let moved = mouse("mouseMoved", aim.x, aim.y, 0, 0);
                self.cdp
                    .call("Input.dispatchMouseEvent", moved)
                    .map_err(during(action))?;
                // Menus and tooltips open for a pointer that rests.
                self.evaluate(&format!("autorpa.pause({REST_MS})")).map(drop)
            }
            HardAction::InputText {
                target: Some(target),
                text,
                clear,
            } => self.type_into(*target, action, text, *clear),
            HardAction::InputText {
                target: None,
                text,
                clear,
            } => {
                let focus: Focus = self.evaluate_as("autorpa.focusKind()")?;
                let aim = Aim {
                    kind: focus.kind,
                    holds: focus.holds,
                    keys: focus.keys,
                    ..Aim::default()
                };
                self.type_text(&aim, text, *clear, action)
            }
            HardAction::Scroll {
                target: Some(target),
                direction,
            } if self.is_slider(*target) => self.slide(*target, *direction, action),
            HardAction::Scroll { target, direction } => {
                let at = target.map(|it| self.known(it)).transpose()?;
                self.wheel(at, *direction, action)
            }
            HardAction::Swipe { direction } => self.wheel(None, direction.opposite(), action),
            HardAction::KeyboardEnter => self.send(keys::press("Enter").into(), action),
            HardAction::PressKeys { keys } => {
                let chord = keys
                    .parse()
                    .map_err(|it: ChordError| DeviceError::NoKeys { source: it })?;
                self.send(keys::chord(&chord), action)
            }
            HardAction::AnswerDialog { .. } => self.answer_next_dialog(action),
            HardAction::NavigateBack => {
                self.sent = true;
                self.back().map(drop)
            }
            HardAction::SwitchWindow { title } => self.switch_window(title),
            HardAction::OpenLink { link } => self.open_link(link),
            HardAction::Wait => {
                self.sent = true;
                self.quiet(IDLE_MS)
            }
            HardAction::Answer { .. } | HardAction::Status { .. } => Ok(()),
        }
    }

    /// Whether the last observation shows a slider there: of the browser, or one that says so by its role.
    fn is_slider(&self, target: ElementId) -> bool {
        let element = self.seen.as_ref().and_then(|it| it.get(target));
        element.is_some_and(|it| it.is(Role::Slider))
    }

    /// Bring a slider to the end of its range.
    fn slide(&mut self, target: ElementId, to: Direction, action: &HardAction) -> Result<(), DeviceError> {
        let end = match to {
            Direction::Right | Direction::Up => "End",
            Direction::Left | Direction::Down => "Home",
        };
        match self.reach(target, action, Press::Once)? {
            Some(_) => self.send(keys::press(end).into(), action),
            None => Ok(()),
        }
    }

    /// Bring a slider to a value by its keys, as many as the first of them has shown to be needed. A press on it would move it.
    /// `false` where it has no keys of its own.
    fn slide_to(&mut self, target: ElementId, action: &HardAction, text: &str) -> Result<bool, DeviceError> {
        let refused = |reason| DeviceError::NotTaken {
            value: text.to_owned(),
            reason,
        };
        let look = |web: &mut Self| -> Result<Option<Slides>, DeviceError> {
            web.ask(target.0, |it| format!("autorpa.slides({it})"))
        };
        let Some(mut at) = look(self)?.filter(|it| !it.off) else {
            return Ok(false);
        };
        if !at.free {
            return self.out_of_reach(target, action, "lies under something else");
        }
        let wanted: f64 = text
            .trim()
            .parse()
            .map_err(|_| refused("the slider takes a number"))?;
        let outside = at.min.is_some_and(|it| wanted < it) || at.max.is_some_and(|it| wanted > it);
        if outside {
            return Err(refused("the slider does not go there"));
        }
        self.sent = true;
        self.on_node(target.0, "DOM.focus")?;
        let (mut pressed, mut by) = (0.0, None);
        let stands = |now: f64, by: Option<f64>| (now - wanted).abs() <= by.unwrap_or(0.0) * 0.01;
        while !stands(at.now, by) {
            let key = if wanted > at.now {
                "ArrowRight"
            } else {
                "ArrowLeft"
            };
            let left = (wanted - at.now).abs();
            // The first key says how far each one goes.
            let count = by.map_or(1.0, |by: f64| (left / by + 1e-6).floor());
            pressed += count;
            if count < 1.0 || pressed > MOST_KEYS {
                return Err(refused("the slider can't stand there"));
            }
            let mut all: Vec<Command> = Vec::new();
            for _ in 0..count as u32 {
                all.extend(keys::press(key));
            }
            self.send(all, action)?;
            self.settle()?;
            let Some(now) = look(self)? else {
                return Err(refused("the slider went away"));
            };
            let moved = (now.now - at.now).abs();
            if moved == 0.0 || (wanted - now.now).abs() >= left {
                return Err(refused("the slider can't stand there"));
            }
            by = Some(moved / count);
            at = now;
        }
        Ok(true)
    }

    /// Wait until the page has come to rest.
    pub fn settle(&mut self) -> Result<(), DeviceError> {
        match self.quiet(SETTLE_MS) {
            Err(DeviceError::Lost { .. }) if self.fall_back() => Ok(()),
            Err(DeviceError::DialogOpen { .. }) => Ok(()),
            done => done,
        }
    }

    /// Go to an address: one of the web, or of this machine where the page began there.
    fn open_link(&mut self, link: &str) -> Result<(), DeviceError> {
        let url = Url::parse(link).ok().filter(|_| link.contains("://"));
        let local = self.began.as_ref().is_some_and(|it| it.starts_with("file:"));
        let refused = |reason| DeviceError::NotTaken {
            value: link.to_owned(),
            reason,
        };
        match url.as_ref().map(Url::scheme) {
            Some("http" | "https") => {}
            Some("file") if local => {}
            _ => {
                return Err(refused(
                    "only addresses that begin with http:// or https:// are opened",
                ));
            }
        }
        self.sent = true;
        match self.open(link) {
            Err(DeviceError::Unreachable { .. }) => Err(refused("the browser can't load this address")),
            done => done,
        }
    }

    /// Wait until what was done has had its effect: the page has sent what it was going to send, some of it a moment
    /// later by a timer, and has its answers; and what it was given to save has come.
    pub fn rest(&mut self) -> Result<(), DeviceError> {
        self.settle()?;
        // A page under a dialog stands still.
        if self.cdp.dialog().is_some() {
            return Ok(());
        }
        // A page that is gone sends nothing later; the next one may send on what it has got.
        let later = match self.cdp.has_gone_on() {
            true => REST_ON_NEXT,
            false => REST,
        };
        match self.cdp.rest(later, MOST_REST) {
            Ok(()) => drop(self.settle_load()?),
            Err(CdpError::Dialog { .. }) => {}
            Err(error) => return Err(error.into()),
        }
        self.check_refused()?;
        self.downloads.as_mut().map_or(Ok(()), Downloads::rest)
    }

    /// Wait as long as the page would ask before it is left, and goes on sending what it has not kept yet. The page's own
    /// listeners are asked, as where it is left: a page that closes its sockets then is not asked.
    pub fn await_saved(&mut self) -> Result<(), DeviceError> {
        self.unsaved = !self.cdp.has_sockets() && self.wait_while(&SAVED, Cdp::written)?;
        Ok(())
    }

    /// Wait for the answers to what was sent that may write.
    pub fn await_answers(&mut self) -> Result<(), DeviceError> {
        let begun = Instant::now();
        match self.cdp.answered(MOST_ANSWER) {
            Ok(None) | Err(CdpError::Dialog { .. }) => Ok(()),
            Ok(Some(sent)) => Err(DeviceError::Unanswered {
                sent: sent.to_string(),
                seconds: begun.elapsed().as_secs(),
            }),
            Err(error) => Err(error.into()),
        }
    }

    /// How long the calls that follow may take together.
    pub fn limit(&mut self, left: Option<Duration>) {
        self.cdp.limit(left);
        if let Some(downloads) = &mut self.downloads {
            downloads.limit(left);
        }
    }

    /// Until what changes has ended, or nothing began to change.
    fn quiet(&mut self, first_ms: u32) -> Result<(), DeviceError> {
        self.evaluate(&format!("autorpa.quiet({first_ms}, {QUIET_MS})"))
            .map(drop)
    }

    /// The index, if the last observation has it.
    pub(crate) fn known(&mut self, target: ElementId) -> Result<usize, DeviceError> {
        if self.seen.is_none() {
            self.observe()?;
        }
        let count = self.seen.as_ref().map_or(0, |it| it.elements.len());
        match target.0 < count {
            true => Ok(target.0),
            false => Err(self.gone(target)),
        }
    }

    /// Where to press, once the element is there, still, inside the window and uncovered.
    pub(crate) fn aim(&mut self, target: ElementId, action: &HardAction) -> Result<Aim, DeviceError> {
        let index = self.known(target)?;
        let mut aim: Aim = self.aim_at(index)?;
        if matches!(aim.state, Stands::Gone | Stands::None) {
            aim = self.aim_again(index)?;
        }
        if aim.select.is_some() {
            return Ok(aim);
        }
        for _ in 0..SCROLLS {
            if aim.state != Stands::Outside {
                break;
            }
            // Some boxes scroll back to their selection a moment later: then once more.
            self.bring_into_view(index)?;
            self.evaluate("autorpa.frame()")?;
            aim = self.aim_at(index)?;
        }
        if aim.state != Stands::Ok || aim.moved {
            self.wait_visible(index)?;
            aim = self.aim_at(index)?;
        }
        if aim.state == Stands::Covered && matches!(action, HardAction::InputText { .. }) {
            // A list that hangs on another field closes where that loses the focus, as by the Tab key.
            self.on_node(index, "DOM.focus")?;
            self.wait_visible(index)?;
            aim = self.aim_at(index)?;
        }
        let presses = !matches!(
            action,
            HardAction::DragTo { .. } | HardAction::DragAlong { .. } | HardAction::Hover { .. }
        );
        if presses && aim.state == Stands::Covered && !aim.bar && self.press_beside(index, action)? {
            self.wait_visible(index)?;
            aim = self.aim_at(index)?;
        }
        if aim.state == Stands::Covered && aim.bar {
            let _there: bool = self.ask(index, |it| format!("autorpa.centre({it})"))?;
            self.evaluate("autorpa.frame()")?;
            aim = self.aim_at(index)?;
        }
        let why = match aim.state {
            Stands::Ok => return Ok(aim),
            // At the end of a page nothing scrolls it out from under the bar: it is pressed by its key.
            Stands::Covered if aim.is_pressed_by_key(action) => return Ok(aim),
            Stands::Gone | Stands::None => return Err(self.gone(target)),
            Stands::Covered => format!("is covered by {}", aim.by),
            Stands::Outside => "can't be scrolled into the window".to_owned(),
            Stands::Hidden | Stands::Unsaid => "is not visible".to_owned(),
        };
        self.out_of_reach(target, action, &why)
    }

    /// The order of the parts in a date field. A page is asked for it once for all pages of the browser: that takes it long.
    fn date_order(&mut self) -> Result<Vec<String>, DeviceError> {
        if let Some(known) = self.browser().date_order().get() {
            return Ok(known.clone());
        }
        let order: Vec<String> = self.evaluate_as("autorpa.dateOrder()")?;
        Ok(self.browser().date_order().get_or_init(|| order).clone())
    }

    /// Press where nothing takes it, so that what hangs open over an element closes, as it does for whoever goes on elsewhere; whether
    /// there is such a place.
    fn press_beside(&mut self, index: usize, action: &HardAction) -> Result<bool, DeviceError> {
        let place: Option<(f64, f64)> = self.ask(index, |it| format!("autorpa.bareGround({it})"))?;
        let Some(place) = place else {
            return Ok(false);
        };
        let Some((x, y)) = self.on_the_page(index, place)? else {
            return Ok(false);
        };
        let mut all = vec![("Input.dispatchMouseEvent", mouse("mouseMoved", x, y, 0, 0))];
        all.append(&mut presses(x, y, Press::Once, 0));
        self.send(all, action)?;
        Ok(true)
    }

    /// The page replaced the element: the same index of a new observation, if that shows the same.
    fn aim_again(&mut self, index: usize) -> Result<Aim, DeviceError> {
        let before = self.seen.as_ref().and_then(|it| it.elements.get(index)).cloned();
        let screen = self.observe()?;
        let count = screen.elements.len();
        let same = screen
            .elements
            .get(index)
            .zip(before)
            .is_some_and(|(now, before)| now.says_the_same(&before));
        if !same {
            return Err(DeviceError::NoElement { index, count });
        }
        self.aim_at(index)
    }

    /// Wait until the element is there, still and uncovered, or gone.
    fn wait_visible(&mut self, index: usize) -> Result<(), DeviceError> {
        let _there: bool = self.ask(index, |it| format!("autorpa.visible({it}, {READY_MS})"))?;
        Ok(())
    }

    pub(crate) fn press(
        &mut self,
        target: ElementId,
        action: &HardAction,
        how: Press,
    ) -> Result<(), DeviceError> {
        self.reach(target, action, how).map(drop)
    }

    /// Press an element until it was reached; how it was aimed at. A closed list is chosen from instead.
    pub(crate) fn reach(
        &mut self,
        target: ElementId,
        action: &HardAction,
        how: Press,
    ) -> Result<Option<Aim>, DeviceError> {
        if let Some(aim) = self.press_at_once(target, action, how)? {
            return Ok(Some(aim));
        }
        for _ in 0..PRESSES {
            let mut aim = self.aim(target, action)?;
            if aim.state == Stands::Covered {
                self.on_node(target.0, "DOM.focus")?;
                self.send(keys::press("Enter").into(), action)?;
                return Ok(None);
            }
            if matches!(action, HardAction::InputText { .. }) && PARTED.contains(&aim.kind.as_str()) {
                // The parts of a date are typed from the first; elsewhere the middle is as good as any place.
                aim.x = self.left_of(target).unwrap_or(aim.x);
            }
            if let Some(select) = aim.select {
                if matches!(action, HardAction::InputText { .. }) {
                    return Ok(Some(aim));
                }
                if how == Press::Right {
                    return self.out_of_reach(target, action, "is a list of the browser");
                }
                let option = (select != target.0).then_some(target.0);
                self.choose(select, option, &aim, action)?;
                return Ok(None);
            }
            match self.press_at(&aim, how, action)? {
                Reached::Element => return Ok(Some(aim)),
                Reached::Elsewhere => {
                    self.wait_visible(target.0)?;
                }
                Reached::WithPressOnly => {
                    if self.gone_with_press(target)? {
                        return Ok(Some(aim));
                    }
                }
                Reached::Redrawn if self.is_put_anew(target)? => return Err(self.gone(target)),
                Reached::Redrawn => return Ok(Some(aim)),
            }
        }
        self.out_of_reach(target, action, "moves away under the pointer")
    }

    /// Press the middle of where the element was seen: the page keeps a press to itself that lands on anything
    /// else. `None` where it did, or where the place does not say which element is meant.
    fn press_at_once(
        &mut self,
        target: ElementId,
        action: &HardAction,
        how: Press,
    ) -> Result<Option<Aim>, DeviceError> {
        if how == Press::Long || self.world.is_none() || !self.direct.get(target.0).is_some_and(|it| *it) {
            return Ok(None);
        }
        let Some(element) = self.seen.as_ref().and_then(|it| it.get(target)) else {
            return Ok(None);
        };
        // The parts of a date are aimed at.
        if element
            .attributes
            .get("type")
            .is_some_and(|it| PARTED.contains(&it.as_str()))
        {
            return Ok(None);
        }
        let (x, y) = element.bounds.center();
        let (x, y) = (f64::from(x), f64::from(y));
        let mut all = vec![("Input.dispatchMouseEvent", mouse("mouseMoved", x, y, 0, 0))];
        all.extend(presses(x, y, how, 0));
        let Some(pressed) = self.send_press(target.0, all, action)? else {
            // The document went away with the press: that was its effect.
            return Ok(Some(Aim::default()));
        };
        let done = match reached(pressed.strayed, action) {
            Reached::Element => true,
            Reached::Elsewhere => false,
            Reached::WithPressOnly => self.gone_with_press(target)?,
            Reached::Redrawn if self.is_put_anew(target)? => return Err(self.gone(target)),
            Reached::Redrawn => true,
        };
        Ok(done.then_some(pressed.aim))
    }

    /// Whether the page has put something else in the place of what a press went to, or that only went away with the press.
    fn is_put_anew(&mut self, target: ElementId) -> Result<bool, DeviceError> {
        let Some(before) = self.seen.clone() else {
            return Ok(true);
        };
        let after = self.observe()?;
        Ok(before
            .get(target)
            .is_none_or(|it| ui::same::is_put_anew(it, &before, &after)))
    }

    /// That an element is not there any more.
    fn gone(&self, target: ElementId) -> DeviceError {
        let count = self.seen.as_ref().map_or(0, |it| it.elements.len());
        DeviceError::NoElement {
            index: target.0,
            count,
        }
    }

    /// Where a press has made its element go away, that was its effect.
    pub(crate) fn gone_with_press(&mut self, target: ElementId) -> Result<bool, DeviceError> {
        self.wait_visible(target.0)?;
        let now: Aim = self.aim_at(target.0)?;
        Ok(now.state != Stands::Ok)
    }

    /// Press where it was aimed; what that reached.
    fn press_at(&mut self, aim: &Aim, how: Press, action: &HardAction) -> Result<Reached, DeviceError> {
        let held = if aim.toggles { keys::CTRL } else { 0 };
        let (x, y) = (aim.x, aim.y);
        let mut all = vec![("Input.dispatchMouseEvent", mouse("mouseMoved", x, y, 0, held))];
        let mut buttons = presses(x, y, how, held);
        if how == Press::Long {
            all.push(buttons.remove(0));
            self.send(all, action)?;
            self.evaluate(&format!("autorpa.pause({PRESS_MS})"))?;
            all = buttons;
        } else {
            all.append(&mut buttons);
        }
        let pressed = self.send_press(usize::MAX, all, action)?;
        Ok(pressed.map_or(Reached::Element, |it| reached(it.strayed, action)))
    }

    pub(crate) fn out_of_reach<T>(
        &self,
        target: ElementId,
        action: &HardAction,
        why: &str,
    ) -> Result<T, DeviceError> {
        let seen = self.seen.as_ref().and_then(|it| it.get(target));
        let name = seen.map(ui::Element::name).unwrap_or_default();
        let doing = format!("{} {name}, which {why}", action.kind());
        let seconds = u64::from(READY_MS / 1_000);
        Err(DeviceError::OutOfReach { doing, seconds })
    }

    /// Choose an option of a closed `<select>`; `None` where the list itself was meant, which only takes the focus.
    fn choose(
        &mut self,
        select: usize,
        option: Option<usize>,
        aim: &Aim,
        action: &HardAction,
    ) -> Result<(), DeviceError> {
        self.bring_into_view(select)?;
        // A disabled select takes no focus, as under a click.
        self.on_node(select, "DOM.focus")?;
        let Some(option) = option.filter(|_| !aim.chosen) else {
            return Ok(());
        };
        let taken: bool = match aim.presses.filter(|it| *it >= 0 && self.is_listened_to()) {
            // Whoever listens to the page hears what real keys do, and nothing else.
            Some(presses) => {
                let mut all: Vec<Command> = keys::press("Enter").into();
                all.extend(keys::press("Home"));
                for _ in 0..presses {
                    all.extend(keys::press("ArrowDown"));
                }
                all.extend(keys::press("Enter"));
                self.send(all, action)?;
                self.ask(option, |it| format!("autorpa.isChosen({it})"))?
            }
            None => {
                self.sent = true;
                self.cdp.acts();
                self.ask(option, |it| format!("autorpa.choose({it})"))?
            }
        };
        if taken {
            return Ok(());
        }
        let seen = self.seen.as_ref().and_then(|it| it.get(ElementId(option)));
        Err(DeviceError::NotTaken {
            value: seen.map_or_else(|| action.to_string(), ui::Element::name),
            reason: "the list does not take it",
        })
    }

    fn type_into(
        &mut self,
        target: ElementId,
        action: &HardAction,
        text: &str,
        clear: bool,
    ) -> Result<(), DeviceError> {
        if self.is_colour(target) {
            return self.set_colour(target, action, text);
        }
        if self.is_slider(target) && self.slide_to(target, action, text)? {
            return Ok(());
        }
        let Some(aim) = self.reach(target, action, Press::Once)? else {
            return Ok(());
        };
        let Some(select) = aim.select else {
            return self.type_text(&aim, text, clear, action);
        };
        let Some(option) = self.only_option(select, text)? else {
            return Err(self.not_an_option(target, text)?);
        };
        let aim = self.aim_at(option)?;
        self.choose(select, Some(option), &aim, action)
    }

    /// Whether the last observation shows a field for a colour there.
    fn is_colour(&self, target: ElementId) -> bool {
        let element = self.seen.as_ref().and_then(|it| it.get(target));
        let kind = element.and_then(|it| it.attributes.get("type"));
        element.is_some_and(|it| it.class_name.as_deref() == Some("input"))
            && kind.is_some_and(|it| it == "color")
    }

    /// Put a colour into its field, once the field can be pressed: the window that a press opens is the browser's own,
    /// and no input reaches it.
    fn set_colour(&mut self, target: ElementId, action: &HardAction, text: &str) -> Result<(), DeviceError> {
        self.aim(target, action)?;
        self.sent = true;
        self.cdp.acts();
        let named = Value::String(text.trim().to_lowercase());
        match self.ask(target.0, |it| format!("autorpa.setColour({it}, {named})"))? {
            true => Ok(()),
            false => Err(DeviceError::NotTaken {
                value: text.to_owned(),
                reason: "the field takes a colour, as #ff8800, and has to be enabled",
            }),
        }
    }

    fn left_of(&self, target: ElementId) -> Option<f64> {
        let bounds = self.seen.as_ref()?.get(target)?.bounds;
        Some(f64::from(bounds.left) + f64::from(bounds.width().min(14)) - 2.0)
    }

    /// Type where the focus is.
    fn type_text(
        &mut self,
        aim: &Aim,
        text: &str,
        clear: bool,
        action: &HardAction,
    ) -> Result<(), DeviceError> {
        // Suggestions that open under a resting pointer would take its place for a choice.
        let mut all: Vec<Command> = vec![self.parked_pointer()];
        if PARTED.contains(&aim.kind.as_str()) {
            let order = self.date_order()?;
            let Some(parts) = keys::field_parts(&aim.kind, text, &order) else {
                return Err(DeviceError::NotTaken {
                    value: text.to_owned(),
                    reason: "the field takes a date or time",
                });
            };
            for part in parts {
                for it in part.chars() {
                    all.extend(keys::character(it));
                }
                // A year may have more digits and a name more letters: they don't hand over by themselves.
                if part.len() > 2 {
                    all.extend(keys::press("ArrowRight"));
                }
            }
            return self.send(all, action);
        }
        if let Some(range) = aim.range {
            let Some(keys) = range.keys(text) else {
                return Err(DeviceError::NotTaken {
                    value: text.to_owned(),
                    reason: "the slider can't stand there",
                });
            };
            all.extend(keys);
            return self.send(all, action);
        }
        if aim.holds > 0 {
            all.extend(keys::edit(if clear {
                "selectAll"
            } else {
                "moveToEndOfDocument"
            }));
            if clear && text.is_empty() {
                all.extend(keys::press("Backspace"));
            }
        }
        if aim.keys {
            // An editor makes elements of lines by itself: each is broken by the keys that send nothing.
            let lines: Vec<&str> = match aim.rich {
                true => text.split('\n').collect(),
                false => vec![text],
            };
            for (at, line) in lines.into_iter().enumerate() {
                if at > 0 {
                    all.extend(keys::new_line());
                }
                all.extend(line_of_keys(line));
            }
        } else {
            for it in text.chars() {
                all.extend(keys::character(it));
            }
        }
        self.send(all, action)
    }

    fn wheel(
        &mut self,
        index: Option<usize>,
        direction: Direction,
        action: &HardAction,
    ) -> Result<(), DeviceError> {
        if let Some(index) = index {
            self.bring_into_view(index)?;
        }
        let wheel = self.wheel_at(index)?;
        let (dx, dy) = match direction {
            Direction::Up => (0.0, -0.7 * wheel.h),
            Direction::Down => (0.0, 0.7 * wheel.h),
            Direction::Left => (-0.7 * wheel.w, 0.0),
            Direction::Right => (0.7 * wheel.w, 0.0),
        };
        let event = json!({ "type": "mouseWheel", "x": wheel.x, "y": wheel.y, "deltaX": dx, "deltaY": dy });
        self.send(vec![("Input.dispatchMouseEvent", event)], action)?;
        let glided = format!("autorpa.glided({GLIDE_MS})");
        // None where the document went away with it.
        let there: Option<bool> = match index {
            Some(index) => self.ask(index, |_| glided.clone())?,
            None => self.evaluate_as(&glided)?,
        };
        if there == Some(false) {
            tracing::debug!(after_ms = GLIDE_MS, "the page still glides");
        }
        Ok(())
    }

    /// Send a press; where it went and what the element takes now, or none where the document went away with it.
    pub(crate) fn send_press(
        &mut self,
        index: usize,
        commands: Vec<Command>,
        action: &HardAction,
    ) -> Result<Option<Pressed>, DeviceError> {
        let Some(world) = self.world else {
            self.send(commands, action)?;
            return Ok(None);
        };
        let ask = |releases: usize| {
            let expression = format!("autorpa.pressed({index}, {releases})");
            let params = json!({ "expression": expression, "contextId": world, "returnByValue": true });
            ("Runtime.evaluate", params)
        };
        let releases = commands
            .iter()
            .filter(|(_, it)| it["type"] == "mouseReleased")
            .count();
        // The browser hands input to the page before what it is asked after it, nearly always: the answer says when
        // it did not, or when the press went into a frame, and then it is asked once more.
        let mut all = commands;
        all.push(ask(releases.max(1)));
        self.unheard = true;
        self.sent = true;
        let mut answers = self
            .cdp
            .batch_each(all, |_, params| is_move(params))
            .map_err(during(action))?;
        let answer = answers.pop().unwrap_or(Ok(Value::Null));
        answers
            .into_iter()
            .collect::<Result<Vec<_>, _>>()
            .map_err(during(action))?;
        let Some(mut value) = self.answered(answer)? else {
            return Ok(None);
        };
        if value.is_null() {
            let (method, params) = ask(0);
            let answer = self.cdp.call(method, params);
            match self.answered(answer)? {
                Some(later) => value = later,
                None => return Ok(None),
            }
        }
        self.unheard = false;
        serde_json::from_value(value)
            .map(Some)
            .map_err(|it| DeviceError::Lost {
                doing: action.kind().to_string(),
                reason: it.to_string(),
            })
    }

    /// Send input and wait until the page has taken it. What comes after a move takes the move with it; alone it
    /// would take a whole frame.
    pub(crate) fn send(&mut self, commands: Vec<Command>, action: &HardAction) -> Result<(), DeviceError> {
        self.unheard = true;
        self.sent = true;
        self.cdp
            .batch_without(commands, |_, params| is_move(params))
            .map(drop)
            .map_err(during(action))
    }
}

/// Whether a command only moves the pointer: nobody waits for that.
fn is_move(params: &Value) -> bool {
    params["type"] == "mouseMoved"
}

fn reached(strayed: Strayed, action: &HardAction) -> Reached {
    if strayed != Strayed::Nothing {
        tracing::debug!(%action, ?strayed, "the page changed under the pointer");
    }
    match strayed {
        Strayed::Press => Reached::Elsewhere,
        Strayed::Click => Reached::WithPressOnly,
        Strayed::Redraw => Reached::Redrawn,
        Strayed::Nothing => Reached::Element,
    }
}

/// A text as pages hear it that listen to keys or to input: the last character is a real key, the rest comes at once.
fn line_of_keys(text: &str) -> Vec<Command> {
    let mut all = Vec::new();
    let mut head = text.chars();
    let last = head.next_back().filter(|it| !it.is_control());
    let rest = if last.is_some() { head.as_str() } else { text };
    if !rest.is_empty() {
        all.push(("Input.insertText", json!({ "text": rest })));
    }
    all.extend(last.into_iter().flat_map(keys::character));
    all
}

/// Every press and release of a mouse button.
pub(crate) fn presses(x: f64, y: f64, how: Press, held: u32) -> Vec<Command> {
    let event = |kind, count| ("Input.dispatchMouseEvent", mouse(kind, x, y, count, held));
    let mut all = vec![event("mousePressed", 1), event("mouseReleased", 1)];
    match how {
        Press::Once | Press::Long => {}
        Press::Twice => all.extend([event("mousePressed", 2), event("mouseReleased", 2)]),
        Press::Right => {
            for (_, it) in &mut all {
                it["button"] = json!("right");
                it["buttons"] = json!(2 * it["buttons"].as_u64().unwrap_or(0));
            }
        }
    }
    all
}

pub(crate) fn during(action: &HardAction) -> impl Fn(CdpError) -> DeviceError {
    let doing = action.kind().to_string();
    move |error| match error {
        CdpError::Closed { reason, .. } | CdpError::Refused { message: reason, .. } => DeviceError::Lost {
            doing: doing.clone(),
            reason,
        },
        CdpError::Dialog { message, .. } => DeviceError::DialogOpen { message },
        CdpError::Late { seconds, .. } => DeviceError::Timeout {
            doing: doing.clone(),
            seconds,
        },
    }
}

pub(crate) fn mouse(kind: &str, x: f64, y: f64, count: u32, modifiers: u32) -> Value {
    let button = if count == 0 { "none" } else { "left" };
    let buttons = u32::from(kind == "mousePressed");
    json!({ "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": count, "modifiers": modifiers })
}
