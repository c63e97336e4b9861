//! The phone: apps, system windows and toolkit together; fingers and keys go in, a screen comes out.

mod bars;
mod branch;
mod called;
mod key;
mod keys;
mod late;
mod outside;
mod report;
mod running;
mod toast;
mod touch;

use std::{collections::BTreeSet, sync::Arc};

use device::{DeviceError, places, straight_way};
use ui::{ActionKind, Direction, Element, ElementId, HardAction, HowMany, Rect, Screen};

pub use branch::{Branch, SystemWindow};
use called::find_app;
pub use key::Key;
use report::Late;
use toast::Toast;

use crate::{
    apps::{AppState, launcher},
    msg::AppId,
    paint::Paint,
    perturb::{Interruption, Kind, NOTICE_MS, Plan},
    state::DeviceState,
    system::{self, Panel},
    toolkit::{
        Window, WindowKind,
        date::Date,
        frame::Frame,
        glass::Glass,
        interaction::{Interaction, menu_window, selection_bar},
        layout::layout,
        observe::{element, order},
        show::show,
        text,
    },
};

/// How long an action takes on the device's clock.
const STEP_MS: i64 = 1000;

/// A phone. Cloning it is cheap: a checkpoint is a clone.
#[derive(Clone, Debug)]
pub struct Phone {
    /// What the apps keep on the device. Change it only before the first action, then call [`Phone::refresh`].
    pub state: DeviceState,
    /// The apps that run; the launcher is the first, then in the order they were last in front.
    running: Vec<Arc<AppState>>,
    front: usize,
    interaction: Interaction,
    panel: Panel,
    toasts: Vec<Toast>,
    frame: Arc<Frame>,
    order: Arc<Vec<u32>>,
    /// How it differs from other phones, where it does.
    plan: Option<Arc<Plan>>,
    /// Actions since the episode began.
    actions: u32,
    interruption: Option<Interruption>,
    /// What is still reported while the screen is another one already.
    late: Option<Arc<Late>>,
}

impl Phone {
    /// A phone on its home screen.
    pub fn new(state: DeviceState) -> Self {
        Self::with(state, None)
    }

    /// A phone that differs, on its home screen.
    pub(crate) fn with(state: DeviceState, plan: Option<Arc<Plan>>) -> Self {
        let launcher = AppState::start(AppId::Launcher, &state);
        let mut phone = Self {
            state,
            running: vec![Arc::new(launcher)],
            front: 0,
            interaction: Interaction::default(),
            panel: Panel::None,
            toasts: Vec::new(),
            frame: Arc::default(),
            order: Arc::default(),
            plan,
            actions: 0,
            interruption: None,
            late: None,
        };
        if phone.plan.as_ref().is_some_and(|it| it.has(Kind::Screen)) {
            phone.interaction.glass = Glass::SMALL;
        }
        phone.refresh();
        phone
    }

    /// Labels of the apps its launcher shows.
    pub fn apps() -> Vec<String> {
        launcher::shown()
            .iter()
            .map(|it| it.info().label.to_owned())
            .collect()
    }

    /// Package of the app that `open_app` starts for a name.
    pub fn package(name: &str) -> Option<&'static str> {
        find_app(name).map(|it| it.info().package)
    }

    /// Version of an app on this phone.
    pub fn version(&self, package: &str) -> Option<String> {
        let app = AppId::ALL.iter().find(|it| it.info().package == package)?;
        let version = app.info().version;
        let other = self.plan.as_ref().and_then(|it| it.version(version));
        Some(other.unwrap_or_else(|| version.to_owned()))
    }

    /// Kinds of actions it takes.
    pub fn actions() -> BTreeSet<ActionKind> {
        BTreeSet::from([
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
            ActionKind::Wait,
            ActionKind::Answer,
            ActionKind::Status,
        ])
    }

    /// What is on the screen.
    pub fn screen(&self) -> Screen {
        let (package, activity) = self.focus_is_on();
        Screen {
            app: package.to_owned(),
            activity: [package, "/", activity].concat(),
            size: (
                self.interaction.glass.width as u32,
                self.interaction.glass.height as u32,
            ),
            today: Date::from_ms(self.state.clock.now_ms()).iso(),
            in_part: Vec::new(),
            elements: self.order.iter().map(|it| self.element(*it)).collect(),
        }
    }

    /// Package and activity in front.
    pub fn focus_is_on(&self) -> (&'static str, &'static str) {
        let app = &self.running[self.front];
        match &self.panel {
            Panel::Share { .. } => ("android", "com.android.internal.app.ChooserActivity"),
            Panel::OpenWith { .. } => ("android", "com.android.internal.app.ResolverActivity"),
            Panel::Permission { .. } => (
                "com.google.android.permissioncontroller",
                ".GrantPermissionsActivity",
            ),
            Panel::None | Panel::Shade { .. } | Panel::Internet => (app.id().info().package, app.activity()),
        }
    }

    /// What a judge goes by: what would be on the screen if this phone did not differ from others, and all of it,
    /// what is scrolled out of sight too. Whether a draft is right does not depend on how much of it is in sight.
    pub(crate) fn plain_screen(&self) -> Screen {
        let mut plain = self.clone();
        (plain.plan, plain.interruption, plain.late) = (None, None, None);
        plain.interaction.glass = Glass::ENDLESS;
        plain.refresh();
        plain.screen()
    }

    fn element(&self, id: u32) -> Element {
        let mut element = element(&self.frame, id, &self.interaction);
        if let (Some(plan), Some(resource)) = (&self.plan, &element.resource_name) {
            let app = self.running[self.front].id().info().package;
            if let Some(renamed) = plan.id(resource, app) {
                element.resource_name = Some(renamed);
            }
        }
        element
    }

    /// How the screen looks.
    pub fn paint(&self) -> Vec<Paint> {
        let mut paints = show(
            &self.frame,
            &self.interaction,
            &Date::from_ms(self.state.clock.now_ms()).time(),
        );
        if let Some(plan) = &self.plan {
            plan.paint(&mut paints);
        }
        paints
    }

    /// Do one action. Nothing has changed where it fails.
    pub fn perform(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        let seen = self.slow().then(|| self.reported());
        self.state.clock.advance(STEP_MS);
        let before = Arc::clone(&self.frame);
        let done = self.carry_out(action);
        if done.is_err() {
            self.state.clock.advance(-STEP_MS);
            return done;
        }
        if Arc::ptr_eq(&before, &self.frame) {
            // Nothing was laid out again, but the time is another one.
            self.refresh();
        }
        if !matches!(
            action,
            HardAction::Wait | HardAction::Status { .. } | HardAction::Answer { .. }
        ) {
            self.actions += 1;
            self.interrupt();
        }
        if let Some(seen) = seen {
            self.stay(seen);
        }
        done
    }

    /// Something comes in between when its turn has come, over an app that is in front.
    fn interrupt(&mut self) {
        let Some(plan) = &self.plan else { return };
        if self.front == 0 || self.interruption.is_some() || self.panel != Panel::None {
            return;
        }
        let turn = |kind: Kind| {
            let at = plan.has(kind).then(|| plan.turns(kind))?;
            at.iter().position(|it| *it == self.actions)
        };
        let comes = match (turn(Kind::Dialog), turn(Kind::Notification)) {
            (Some(0), _) => Interruption::System,
            (Some(_), _) => Interruption::App,
            (None, Some(_)) => Interruption::Notice {
                until_ms: self.state.clock.now_ms() + NOTICE_MS,
            },
            (None, None) => return,
        };
        self.interruption = Some(comes);
        self.refresh();
    }

    /// What came in between is followed, which leads elsewhere, or put away.
    fn answer_interruption(&mut self, yes: bool) {
        match self.interruption.take() {
            Some(Interruption::System) if yes => {
                // The phone starts anew: what the apps have not saved is gone.
                self.running.truncate(1);
                self.front = 0;
                self.key(Key::Home);
            }
            Some(Interruption::App | Interruption::Notice { .. }) if yes => {
                self.open(AppId::Settings, None);
            }
            Some(_) | None => self.refresh(),
        }
    }

    fn carry_out(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        match action {
            HardAction::OpenApp { app } => {
                let found = find_app(app).ok_or_else(|| DeviceError::NoApp {
                    app: app.clone(),
                    known: Self::apps(),
                })?;
                self.open(found, None);
            }
            HardAction::Click { target } => {
                let (x, y) = self.bounds(*target)?.center();
                self.tap(x, y);
            }
            HardAction::DoubleTap { target } => {
                let (x, y) = self.bounds(*target)?.center();
                self.tap(x, y);
                self.tap(x, y);
            }
            HardAction::LongPress { target } => {
                let (x, y) = self.bounds(*target)?.center();
                self.long_press(x, y);
            }
            HardAction::ClickAt { target, at } => self.click_at(*target, at)?,
            HardAction::DragAlong { target, path } => self.drag_along(*target, path)?,
            HardAction::RightClick { .. }
            | HardAction::Hover { .. }
            | HardAction::DragTo { .. }
            | HardAction::SelectText { .. }
            | HardAction::SelectOption { .. }
            | HardAction::UploadFiles { .. }
            | HardAction::PressKeys { .. }
            | HardAction::AnswerDialog { .. }
            | HardAction::SwitchWindow { .. }
            | HardAction::OpenLink { .. } => {
                return Err(DeviceError::Unsupported {
                    action: action.kind(),
                });
            }
            HardAction::InputText { target, text, clear } => {
                if let Some(target) = target {
                    let (x, y) = self.bounds(*target)?.center();
                    self.tap(x, y);
                }
                if *clear {
                    self.key(Key::SelectAll);
                    self.key(Key::Delete);
                }
                self.type_text(text);
                self.key(Key::Enter);
            }
            HardAction::Scroll { target, direction } => {
                let area = match target {
                    Some(target) => self.bounds(*target)?,
                    None => self.interaction.glass.whole(),
                };
                let (x, y) = area.center();
                let (to_x, to_y) = match direction {
                    Direction::Down => (x, area.top),
                    Direction::Up => (x, area.bottom),
                    Direction::Right => (area.left, y),
                    Direction::Left => (area.right, y),
                };
                self.swipe(x, y, to_x, to_y);
            }
            HardAction::Swipe { direction } => {
                let Glass { width, height, .. } = self.interaction.glass;
                let (x, y) = (width / 2, height / 2);
                match direction {
                    Direction::Down => self.swipe(x, 0, x, height),
                    Direction::Up => self.swipe(x, height, x, 0),
                    Direction::Left => self.swipe(0, y, width, y),
                    Direction::Right => self.swipe(width, y, 0, y),
                }
            }
            HardAction::KeyboardEnter => self.key(Key::Enter),
            HardAction::NavigateBack => self.key(Key::Back),
            HardAction::NavigateHome => self.key(Key::Home),
            HardAction::Wait | HardAction::Status { .. } => {}
            HardAction::Answer { text } => self.state.answer = Some(text.clone()),
        }
        Ok(())
    }

    fn click_at(&mut self, target: ElementId, at: &str) -> Result<(), DeviceError> {
        let screen = self.interaction.glass.whole();
        for (x, y) in places(at, self.bounds(target)?, screen, HowMany::One)? {
            self.tap(x, y);
        }
        Ok(())
    }

    fn drag_along(&mut self, target: ElementId, path: &str) -> Result<(), DeviceError> {
        let screen = self.interaction.glass.whole();
        let [(x, y), (to_x, to_y)] = straight_way(path, self.bounds(target)?, screen)?;
        self.swipe(x, y, to_x, to_y);
        Ok(())
    }

    fn bounds(&self, id: ElementId) -> Result<Rect, DeviceError> {
        if let Some(late) = &self.late {
            return late.bounds(id);
        }
        let missing = DeviceError::NoElement {
            index: id.0,
            count: self.order.len(),
        };
        let node = self.frame.node(*self.order.get(id.0).ok_or(missing)?);
        Ok(node.visible.unwrap_or(node.rect))
    }

    /// Lay everything out again, after [`Phone::state`] was changed from outside.
    pub fn refresh(&mut self) {
        let now = self.state.clock.now_ms();
        self.toasts.retain(|it| it.until_ms > now);
        self.interruption
            .take_if(|it| matches!(it, Interruption::Notice { until_ms } if *until_ms <= now));
        let mut frame = self.lay_out();
        if let Some(focus) = &mut self.interaction.focus {
            match frame.field(&focus.field) {
                Some(id) => focus.clamp(&frame.node(id).view.text),
                // A dialog that came in between gives the focus back when it goes.
                None if self.interruption.is_some_and(Interruption::is_dialog) => {}
                None => {
                    self.interaction.focus = None;
                    self.interaction.toolbar = None;
                    if self.interaction.keyboard {
                        self.interaction.keyboard = false;
                        frame = self.lay_out();
                    }
                }
            }
        }
        self.order = Arc::new(order(&frame));
        self.frame = Arc::new(frame);
    }

    fn lay_out(&self) -> Frame {
        let app = &self.running[self.front];
        let mut windows = app.view(&self.state);
        windows.extend(system::window(&self.panel, &self.state));
        if let Some(menu) = &self.interaction.menu {
            windows.push(menu_window(menu));
        }
        if let (Some(top), Some(focus)) = (self.interaction.toolbar, &self.interaction.focus) {
            let has_text = self
                .frame
                .field(&focus.field)
                .is_some_and(|it| !self.frame.node(it).view.text.is_empty());
            let can_paste = self.state.clipboard.as_ref().is_some_and(|it| !it.is_empty());
            windows.push(selection_bar(top, !focus.range().is_empty(), can_paste, has_text));
        }
        windows.extend(self.interruption.map(Interruption::window));
        windows.extend(self.toasts.iter().map(|toast| {
            let root = text(toast.text.clone())
                .class("android.widget.Toast")
                .pad(16, 12)
                .ground(crate::paint::Color::rgb(0xe0e0e0), 20);
            Window {
                kind: WindowKind::Toast,
                root,
                package: Some(toast.package),
                cancelable: false,
            }
        }));
        if let Some(plan) = &self.plan {
            plan.change(&mut windows);
        }
        layout(windows, app.id().info().package, &self.interaction)
    }
}
