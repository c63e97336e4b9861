//! The phone: apps, system windows and toolkit together; fingers and keys go in, a screen comes out.

use std::sync::Arc;

use device::DeviceError;
use ui::{Direction, ElementId, HardAction, Rect, Screen};

use crate::{
    apps::{AppId, AppState, Context, Effect, Event, Msg, launcher},
    paint::Paint,
    state::DeviceState,
    system::{self, Panel},
    toolkit::{
        Window, WindowKind,
        date::Date,
        dp,
        frame::{Frame, Hit},
        interaction::{Focus, Interaction, OpenMenu, Touch, byte_at, menu_window, selection_bar, word_at},
        layout::{HEIGHT, KEYBOARD, NAVIGATION, STATUS, WIDTH, layout},
        observe::{element, order},
        show::show,
        text,
        view::Enter,
    },
};

/// How long an action takes on the device's clock.
const STEP_MS: i64 = 1000;
/// How long a toast is seen.
const TOAST_MS: i64 = 3500;
/// A finger that moved less than this has pressed, not dragged.
const SLOP: i32 = 24;

/// A key below or beside the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Back.
    Back,
    /// Home.
    Home,
    /// The apps that were opened.
    Recents,
    /// ENTER.
    Enter,
    /// Removes the selection, or the letter before the cursor.
    Delete,
    /// Ctrl+A.
    SelectAll,
}

#[derive(Clone, Debug)]
struct Toast {
    text: String,
    until_ms: i64,
    package: &'static str,
}

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
}

impl Phone {
    /// A phone on its home screen.
    pub fn new(state: DeviceState) -> Self {
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
        };
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

    /// Kinds of actions it takes.
    pub fn actions() -> Vec<&'static str> {
        vec![
            "open_app",
            "click",
            "double_tap",
            "long_press",
            "input_text",
            "scroll",
            "swipe",
            "keyboard_enter",
            "navigate_back",
            "navigate_home",
            "wait",
            "answer",
            "status",
        ]
    }

    /// What is on the screen.
    pub fn screen(&self) -> Screen {
        let app = &self.running[self.front];
        let info = app.id().info();
        let (package, activity) = match &self.panel {
            Panel::Share { .. } => ("android", "com.android.internal.app.ChooserActivity"),
            Panel::Permission { .. } => (
                "com.google.android.permissioncontroller",
                ".GrantPermissionsActivity",
            ),
            Panel::None | Panel::Shade { .. } | Panel::Internet => (info.package, app.activity()),
        };
        Screen {
            app: package.to_owned(),
            activity: [package, "/", activity].concat(),
            size: (WIDTH as u32, HEIGHT as u32),
            elements: self
                .order
                .iter()
                .map(|it| element(&self.frame, *it, &self.interaction))
                .collect(),
        }
    }

    /// How the screen looks.
    pub fn paint(&self) -> Vec<Paint> {
        show(
            &self.frame,
            &self.interaction,
            &Date::from_ms(self.state.clock.now_ms()).time(),
        )
    }

    /// Do one action. Nothing has changed where it fails.
    pub fn perform(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        self.state.clock.advance(STEP_MS);
        let before = Arc::clone(&self.frame);
        let done = self.carry_out(action);
        if done.is_err() {
            self.state.clock.advance(-STEP_MS);
        } else if Arc::ptr_eq(&before, &self.frame) {
            // Nothing was laid out again, but the time is another one.
            self.refresh();
        }
        done
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
            HardAction::Hover { .. } => return Err(DeviceError::Unsupported { action: "hover" }),
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
                    None => Rect::new(0, 0, WIDTH, HEIGHT),
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
                let (x, y) = (WIDTH / 2, HEIGHT / 2);
                match direction {
                    Direction::Down => self.swipe(x, 0, x, HEIGHT),
                    Direction::Up => self.swipe(x, HEIGHT, x, 0),
                    Direction::Left => self.swipe(0, y, WIDTH, y),
                    Direction::Right => self.swipe(WIDTH, y, 0, y),
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

    fn bounds(&self, id: ElementId) -> Result<Rect, DeviceError> {
        let missing = DeviceError::NoElement {
            index: id.0,
            count: self.order.len(),
        };
        let node = self.frame.node(*self.order.get(id.0).ok_or(missing)?);
        Ok(node.visible.unwrap_or(node.rect))
    }

    /// A finger taps.
    pub fn tap(&mut self, x: i32, y: i32) {
        if y >= NAVIGATION && !matches!(self.panel, Panel::Shade { .. }) {
            self.key(match x * 3 / WIDTH {
                0 => Key::Back,
                1 => Key::Home,
                _ => Key::Recents,
            });
            return;
        }
        if self.interaction.keyboard && y >= KEYBOARD {
            return;
        }
        match self.frame.tapped(x, y) {
            Hit::Node(id) => self.tap_node(id, x),
            Hit::Outside => self.key(Key::Back),
            Hit::Nothing => {
                if self.interaction.toolbar.take().is_some() {
                    self.refresh();
                }
            }
        }
    }

    fn tap_node(&mut self, id: u32, x: i32) {
        let frame = Arc::clone(&self.frame);
        let node = frame.node(id);
        let view = &node.view;
        if !view.enabled {
            return;
        }
        if let Some(popup) = &view.popup {
            let at = (node.rect.right, node.rect.top);
            self.interaction.menu = Some(OpenMenu {
                popup: Arc::clone(popup),
                at,
            });
            self.refresh();
        } else if let Some(field) = &view.field {
            self.interaction.toolbar = None;
            self.focus(&field.name);
        } else if let Some(msg) = &view.tap {
            self.send(msg.clone());
        } else if let Some(msg) = &view.drag {
            let at = (x - node.rect.left) * 1000 / node.rect.width().max(1);
            self.drag(msg.clone(), at, at);
        }
    }

    /// A widget was dragged, or a slider tapped: from where to where, in thousandths of its width.
    fn drag(&mut self, msg: Msg, from: i32, to: i32) {
        match msg {
            Msg::System(system::Msg::Brightness) => {
                system::set_brightness(&mut self.state, to);
                self.refresh();
            }
            msg => self.dispatch(Event::Drag(msg, from, to)),
        }
    }

    /// A finger presses for a second.
    pub fn long_press(&mut self, x: i32, y: i32) {
        if y >= NAVIGATION || (self.interaction.keyboard && y >= KEYBOARD) {
            return self.tap(x, y);
        }
        let Hit::Node(id) = self.frame.pressed(x, y) else {
            return self.tap(x, y);
        };
        let frame = Arc::clone(&self.frame);
        let node = frame.node(id);
        if !node.view.enabled {
            return;
        }
        if let Some(field) = &node.view.field {
            self.focus(&field.name);
            let bar = (y - dp(64)).max(STATUS);
            let word = byte_at(&node.view, node.rect, x, y).map(|byte| word_at(&node.view.text, byte));
            if let (Some(focus), Some(word)) = (&mut self.interaction.focus, word) {
                (focus.anchor, focus.at) = (word.start, word.end);
            }
            self.interaction.toolbar = Some(bar);
            self.refresh();
        } else if let Some(msg) = &node.view.hold {
            self.dispatch(Event::Hold(msg.clone()));
        } else {
            self.tap_node(id, x);
        }
    }

    /// A finger moves over the screen.
    pub fn swipe(&mut self, x1: i32, y1: i32, x2: i32, y2: i32) {
        let (dx, dy) = (x2 - x1, y2 - y1);
        if dx.abs() < SLOP && dy.abs() < SLOP {
            return self.tap(x1, y1);
        }
        let horizontal = dx.abs() > dy.abs();
        if !horizontal && self.pull_shade(y1, dy) {
            return self.refresh();
        }
        if self.interaction.keyboard && y1 >= KEYBOARD {
            return;
        }
        match self.frame.dragged(x1, y1.min(NAVIGATION - 1), horizontal) {
            Some(id) => {
                let frame = Arc::clone(&self.frame);
                let node = frame.node(id);
                if let (true, Some(msg)) = (horizontal, &node.view.drag) {
                    let part = |x: i32| (x - node.rect.left) * 1000 / node.rect.width().max(1);
                    return self.drag(msg.clone(), part(x1), part(x2));
                }
                if let Some(scroll) = node.view.scroll {
                    let by = if scroll.horizontal { -dx } else { -dy };
                    let offset = self.interaction.offset(scroll.key).clamp(0, node.room);
                    self.interaction
                        .set_offset(scroll.key, (offset + by).clamp(0, node.room));
                    self.refresh();
                }
            }
            None => self.dispatch(Event::Fling(match (horizontal, dx > 0, dy > 0) {
                (true, true, _) => Direction::Right,
                (true, false, _) => Direction::Left,
                (false, _, true) => Direction::Down,
                (false, _, false) => Direction::Up,
            })),
        }
    }

    /// Whether a finger that moves up or down from here moves the shade.
    fn pull_shade(&mut self, from: i32, dy: i32) -> bool {
        let home = self.front == 0
            && matches!(&*self.running[0], AppState::Launcher(it) if it.page == launcher::Page::Home);
        match self.panel {
            Panel::Shade { expanded } => {
                self.panel = match (expanded, dy > 0) {
                    (_, true) => Panel::Shade { expanded: true },
                    (true, false) => Panel::Shade { expanded: false },
                    (false, false) => Panel::None,
                };
                true
            }
            Panel::None if dy > 0 && (from < STATUS || home) => {
                self.panel = Panel::Shade { expanded: false };
                self.interaction.close_all();
                true
            }
            Panel::None | Panel::Internet | Panel::Share { .. } | Panel::Permission { .. } => false,
        }
    }

    /// A key is pressed.
    pub fn key(&mut self, key: Key) {
        match key {
            Key::Back => self.back(),
            Key::Home => {
                self.panel = Panel::None;
                self.switch(0);
                Arc::make_mut(&mut self.running[0]).show(launcher::Page::Home);
                self.refresh();
            }
            Key::Recents => {
                let opened = self.running[1..].iter().rev().map(|it| it.id()).collect();
                self.panel = Panel::None;
                self.switch(0);
                Arc::make_mut(&mut self.running[0]).show(launcher::Page::Recents(opened));
                self.refresh();
            }
            Key::Enter => self.enter(),
            Key::Delete => self.edit(|text, focus| {
                let mut range = focus.range();
                if range.is_empty() {
                    range.start = text[..range.start]
                        .char_indices()
                        .next_back()
                        .map_or(0, |it| it.0);
                }
                replace(text, focus, range, "")
            }),
            Key::SelectAll => {
                if let Some(focus) = &mut self.interaction.focus
                    && let Some(id) = self.frame.field(&focus.field)
                {
                    (focus.anchor, focus.at) = (0, self.frame.node(id).view.text.len());
                }
            }
        }
    }

    fn back(&mut self) {
        if self.interaction.menu.take().is_some() {
            self.refresh();
        } else if self.interaction.keyboard {
            self.interaction.keyboard = false;
            self.interaction.toolbar = None;
            self.refresh();
        } else if self.interaction.toolbar.take().is_some() {
            self.refresh();
        } else {
            match self.panel {
                Panel::None => self.dispatch(Event::Back),
                Panel::Shade { .. } | Panel::Internet | Panel::Share { .. } => {
                    self.panel = Panel::None;
                    self.refresh();
                }
                Panel::Permission { .. } => self.send(Msg::System(system::Msg::Permit(false))),
            }
        }
    }

    fn enter(&mut self) {
        let Some(focus) = &self.interaction.focus else {
            return;
        };
        let Some(id) = self.frame.field(&focus.field) else {
            return;
        };
        let frame = Arc::clone(&self.frame);
        let Some(field) = &frame.node(id).view.field else {
            return;
        };
        match field.enter {
            Enter::Newline => self.edit(|text, focus| replace(text, focus, focus.range(), "\n")),
            Enter::Submit => {
                self.interaction.keyboard = false;
                self.dispatch(Event::Submit(field.name.clone()));
            }
            Enter::Next => match frame
                .field_after(id)
                .and_then(|it| frame.node(it).view.field.as_ref())
            {
                Some(next) => self.focus(&next.name),
                None => {
                    self.interaction.keyboard = false;
                    self.refresh();
                }
            },
        }
    }

    /// Text is typed where the focus is; a new line is the ENTER key.
    pub fn type_text(&mut self, text: &str) {
        for (idx, line) in text.split('\n').enumerate() {
            if idx > 0 {
                self.key(Key::Enter);
            }
            if !line.is_empty() {
                self.edit(|text, focus| replace(text, focus, focus.range(), line));
            }
        }
    }

    fn edit(&mut self, change: impl FnOnce(&str, &mut Focus) -> String) {
        let Some(focus) = &mut self.interaction.focus else {
            return;
        };
        let Some(id) = self.frame.field(&focus.field) else {
            return;
        };
        let view = &self.frame.node(id).view;
        if !view.enabled {
            return;
        }
        focus.clamp(&view.text);
        let text = change(&view.text, focus);
        let field = focus.field.clone();
        self.interaction.toolbar = None;
        self.dispatch(Event::Edit(field, text));
    }

    /// Put the cursor behind a field's text, open the keyboard and bring the field into view.
    fn focus(&mut self, field: &Msg) {
        let end = self
            .frame
            .field(field)
            .map_or(usize::MAX, |it| self.frame.node(it).view.text.len());
        self.interaction.focus = Some(Focus {
            field: field.clone(),
            anchor: end,
            at: end,
        });
        self.interaction.keyboard = true;
        self.refresh();
        let Some(id) = self.frame.field(field) else { return };
        let node = self.frame.node(id);
        let mut at = node.parent;
        while let Some(parent) = at {
            let list = self.frame.node(parent);
            if let (Some(scroll), true) = (list.view.scroll.filter(|it| !it.horizontal), list.room > 0) {
                let below = node.rect.bottom.min(node.rect.top + list.rect.height()) - list.rect.bottom;
                let above = list.rect.top - node.rect.top;
                let by = if below > 0 { below } else { -above.max(0) };
                if by != 0 {
                    let offset = self.interaction.offset(scroll.key).clamp(0, list.room);
                    self.interaction.set_offset(scroll.key, offset + by);
                    self.refresh();
                }
                return;
            }
            at = list.parent;
        }
    }

    /// A widget's message goes to whom it belongs to.
    fn send(&mut self, msg: Msg) {
        match msg {
            Msg::Touch(touch) => self.touch(touch),
            Msg::System(msg) => self.system(msg),
            msg => self.dispatch(Event::Tap(msg)),
        }
    }

    fn touch(&mut self, touch: Touch) {
        match touch {
            Touch::Menu(idx) => {
                let Some(menu) = self.interaction.menu.take() else {
                    return;
                };
                let Some(item) = menu.popup.items.get(idx) else {
                    return;
                };
                if !item.sub.is_empty() {
                    let popup = crate::toolkit::parts::Popup {
                        items: item.sub.clone(),
                        spinner: false,
                    };
                    self.interaction.menu = Some(OpenMenu {
                        popup: Arc::new(popup),
                        at: menu.at,
                    });
                    self.refresh();
                } else if let Some(msg) = item.msg.clone() {
                    self.send(msg);
                }
            }
            Touch::Cut | Touch::Copy => {
                let Some(focus) = &self.interaction.focus else {
                    return;
                };
                let Some(id) = self.frame.field(&focus.field) else {
                    return;
                };
                if let Some(part) = self.frame.node(id).view.text.get(focus.range()) {
                    self.state.clipboard = Some(part.to_owned());
                }
                self.interaction.toolbar = None;
                if touch == Touch::Cut {
                    self.edit(|text, focus| replace(text, focus, focus.range(), ""));
                } else {
                    self.refresh();
                }
            }
            Touch::Paste => {
                let pasted = self.state.clipboard.clone().unwrap_or_default();
                self.edit(|text, focus| replace(text, focus, focus.range(), &pasted));
            }
            Touch::SelectAll => {
                self.key(Key::SelectAll);
                self.refresh();
            }
        }
    }

    fn system(&mut self, msg: system::Msg) {
        match msg {
            system::Msg::Tile(tile) => {
                let shade = std::mem::take(&mut self.panel);
                self.panel = system::press(tile, shade, &mut self.state);
            }
            system::Msg::Wifi => system::flip_wifi(&mut self.state),
            system::Msg::Brightness => {}
            system::Msg::Done => self.panel = Panel::None,
            system::Msg::ShareWith(app) => {
                if let Panel::Share { text, .. } = std::mem::take(&mut self.panel) {
                    self.open(app, Some(text));
                }
            }
            system::Msg::Permit(given) => {
                self.panel = Panel::None;
                self.dispatch(Event::Permission(given));
            }
        }
        self.refresh();
    }

    /// An event goes to the app in front.
    fn dispatch(&mut self, event: Event<Msg>) {
        let mut ctx = Context {
            device: &mut self.state,
            effects: Vec::new(),
        };
        Arc::make_mut(&mut self.running[self.front]).update(&mut ctx, event);
        let effects = ctx.effects;
        self.refresh();
        for effect in effects {
            self.take_effect(effect);
        }
    }

    fn take_effect(&mut self, effect: Effect) {
        let from = self.running[self.front].id();
        match effect {
            Effect::Toast(text) => {
                let until_ms = self.state.clock.now_ms() + TOAST_MS;
                self.toasts.clear();
                self.toasts.push(Toast {
                    text,
                    until_ms,
                    package: from.info().package,
                });
                self.refresh();
            }
            Effect::Focus(field) => self.focus(&field),
            Effect::Insert(text) => self.type_text(&text),
            Effect::Unfocus => {
                self.interaction.close_all();
                self.refresh();
            }
            Effect::Leave => self.key(Key::Home),
            Effect::Open(app) => self.open(app, None),
            Effect::Share(text) => {
                self.interaction.close_all();
                self.panel = Panel::Share { text, from };
                self.refresh();
            }
            Effect::Ask(question) => {
                self.interaction.close_all();
                self.panel = Panel::Permission { question };
                self.refresh();
            }
        }
    }

    /// Bring an app to the front, starting it if it does not run; it may be given a text.
    fn open(&mut self, app: AppId, shared: Option<String>) {
        self.panel = Panel::None;
        let at = match self.running.iter().position(|it| it.id() == app) {
            Some(at) => at,
            None => {
                self.running.push(Arc::new(AppState::start(app, &self.state)));
                self.running.len() - 1
            }
        };
        self.switch(at);
        if let Some(text) = shared {
            self.dispatch(Event::Shared(text));
        }
        self.refresh();
    }

    /// Change which app is in front, and tell both. The last opened moves to the end of the list.
    fn switch(&mut self, to: usize) {
        self.interaction.close_all();
        if to == self.front {
            return;
        }
        self.tell(self.front, Event::Pause);
        let mut to = to;
        if to > 0 {
            let app = self.running.remove(to);
            self.running.push(app);
            to = self.running.len() - 1;
        }
        self.front = to;
        self.tell(to, Event::Resume);
    }

    /// Tell an app that it comes or goes; what it asks for then is only honoured as a toast.
    fn tell(&mut self, app: usize, event: Event<Msg>) {
        let mut ctx = Context {
            device: &mut self.state,
            effects: Vec::new(),
        };
        let app = &mut self.running[app];
        let package = app.id().info().package;
        Arc::make_mut(app).update(&mut ctx, event);
        let until_ms = ctx.device.clock.now_ms() + TOAST_MS;
        for effect in ctx.effects {
            if let Effect::Toast(text) = effect {
                self.toasts.push(Toast {
                    text,
                    until_ms,
                    package,
                });
            }
        }
    }

    /// Lay everything out again, after [`Phone::state`] was changed from outside.
    pub fn refresh(&mut self) {
        let now = self.state.clock.now_ms();
        self.toasts.retain(|it| it.until_ms > now);
        let mut frame = self.lay_out();
        if let Some(focus) = &mut self.interaction.focus {
            match frame.field(&focus.field) {
                Some(id) => focus.clamp(&frame.node(id).view.text),
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
        layout(windows, app.id().info().package, &self.interaction)
    }
}

/// Put a text in the place of a part, and the cursor behind it.
fn replace(text: &str, focus: &mut Focus, range: std::ops::Range<usize>, with: &str) -> String {
    let changed = [&text[..range.start], with, &text[range.end..]].concat();
    focus.anchor = range.start + with.len();
    focus.at = focus.anchor;
    changed
}

/// The app `open_app` starts for a name: one of its patterns begins the name, or the name is its label or package.
fn find_app(name: &str) -> Option<AppId> {
    let lower = name.trim().to_lowercase();
    let all = || AppId::ALL.iter().copied().filter(|it| it.info().icon.is_some());
    all()
        .find(|it| it.info().label.to_lowercase() == lower || it.info().package == name)
        .or_else(|| all().find(|it| it.info().names.iter().any(|pattern| lower.starts_with(pattern))))
}
