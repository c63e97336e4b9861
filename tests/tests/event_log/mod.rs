//! A log of events joined with what the page showed: the same that a page says to the recorder.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

pub mod pages;

use std::{fmt::Write, sync::Arc};

use recorder::{Heard, Held, Kind, Node, Recorder, Turned, Update, Way, What, sentence};
use serde_json::Value;
use ui::{Element, Rect, Screen};

/// A pause after which a page has come to rest, in milliseconds.
const REST: u64 = 200;

/// One event of a log.
pub struct Event {
    at: u64,
    kind: String,
    on: String,
    place: Option<(i32, i32)>,
    all: Value,
}

/// The events of a session, in their order.
pub struct Log(Vec<Event>);

impl Log {
    /// One JSON object a line; what the log's own tool did is left out.
    pub fn parse(text: &str) -> Self {
        let events = text.lines().map(|line| {
            let all: Value = serde_json::from_str(line).unwrap();
            let text = |name: &str| all[name].as_str().unwrap_or_default().to_owned();
            let number = |name: &str| all[name].as_i64().and_then(|it| i32::try_from(it).ok());
            Event {
                at: all["t"].as_u64().unwrap(),
                kind: text("ev"),
                on: text("on"),
                place: number("x").zip(number("y")),
                all: all.clone(),
            }
        });
        Self(events.filter(|it| !it.on.starts_with("x-pw-")).collect())
    }
}

impl Event {
    fn text(&self, name: &str) -> Option<&str> {
        self.all[name].as_str()
    }
}

/// An element that the page lists.
#[derive(Clone)]
pub struct Part {
    /// As the log calls it.
    on: &'static str,
    kind: Kind,
    element: Element,
    /// The name of the secret that it holds.
    secret: Option<&'static str>,
    /// Values of its options, and what they show.
    options: Vec<(&'static str, &'static str)>,
    /// Its node.
    node: u64,
}

/// What the page does once something was clicked, by what that shows.
type Answer = fn(&mut Play, &str);

/// A page in a session, and who hears it.
pub struct Play {
    parts: Vec<Part>,
    /// What it does.
    answers: Answer,
    /// What it does where the pointer goes down at a place that nothing is at yet.
    before: Answer,
    url: String,
    title: String,
    recorder: Recorder,
    lines: Vec<String>,
    at: u64,
    page: u32,
    nodes: u64,
    /// Nodes that had the focus, the last at the end.
    focused: Vec<u64>,
    /// What is pressed.
    pressed: Option<u64>,
    /// The node of the last gesture.
    begun: Option<u64>,
}

impl Play {
    fn new(title: &str, parts: Vec<Part>, answers: Answer) -> Self {
        let mut it = Self {
            parts: Vec::new(),
            answers,
            before: |_, _| {},
            url: format!("/{title}"),
            title: title.to_owned(),
            recorder: Recorder::new(),
            lines: Vec::new(),
            at: 0,
            page: 1,
            nodes: 0,
            focused: Vec::new(),
            pressed: None,
            begun: None,
        };
        it.shows(parts);
        it
    }

    /// All of the log; what was understood by it, a line each.
    pub fn through(mut self, log: &Log) -> String {
        self.looks(true);
        let mut last = 0;
        for event in &log.0 {
            // Each document counts its own time.
            let passed = event.at.saturating_sub(last);
            last = event.at;
            if passed > REST {
                self.at += passed;
                self.looks(true);
            }
            self.event(event);
        }
        self.at += REST;
        self.looks(true);
        let told = self.recorder.end();
        self.tell(told);
        self.told()
    }

    /// Further parts.
    fn shows(&mut self, parts: Vec<Part>) {
        for mut it in parts {
            self.nodes += 1;
            it.node = self.nodes;
            self.parts.push(it);
        }
    }

    /// Another document is there.
    fn goes(&mut self, title: &str, parts: Vec<Part>) {
        self.parts.clear();
        self.shows(parts);
        title.clone_into(&mut self.title);
        self.url = format!("/{title}");
        let url = self.url.clone();
        self.hear(What::Went { url, way: Way::Page });
        let title = title.to_owned();
        self.hear(What::Title { title });
    }

    fn has(&self, shown: &str) -> bool {
        self.parts.iter().any(|it| it.shown() == shown)
    }

    fn by_name(&mut self, shown: &str) -> &mut Part {
        let found = self.parts.iter_mut().find(|it| it.shown() == shown);
        found.unwrap_or_else(|| panic!("nothing shows {shown}"))
    }

    fn of(&mut self, node: u64) -> &mut Part {
        let found = self.parts.iter_mut().find(|it| it.node == node);
        found.expect("it is still there")
    }

    fn hear(&mut self, what: What) {
        let heard = Heard {
            at: self.at,
            page: self.page,
            what,
        };
        let told = self.recorder.hear(&heard);
        self.tell(told);
    }

    fn tell(&mut self, all: Vec<Update>) {
        for it in all {
            match it {
                // What a step is in the end is said in the end.
                Update::Step(_) | Update::Again(_) => {}
                Update::Note(it) => self
                    .lines
                    .push(format!("{}: note: {it}", self.recorder.steps().len())),
                Update::Gap(it) => self.lines.push(format!("{}: gap: {it}", it.after)),
            }
        }
    }

    fn told(&self) -> String {
        let mut out = String::new();
        let between = |out: &mut String, steps: usize| {
            let begins = format!("{steps}: ");
            for it in self.lines.iter().filter_map(|it| it.strip_prefix(&begins)) {
                writeln!(out, "    {it}").unwrap();
            }
        };
        between(&mut out, 0);
        for (number, step) in (1..).zip(self.recorder.steps()) {
            writeln!(out, "{number:>2}. {}", sentence(step)).unwrap();
            for it in &step.notes {
                writeln!(out, "    of it: {it}").unwrap();
            }
            between(&mut out, number);
        }
        out
    }

    fn looks(&mut self, rest: bool) {
        let screen = Screen {
            app: "http://a.test".to_owned(),
            activity: format!("{} {}", self.url, self.title),
            size: (800, 700),
            elements: self.parts.iter().map(|it| it.element.clone()).collect(),
            today: String::new(),
            in_part: Vec::new(),
        };
        let nodes = self.parts.iter().map(|it| it.node).collect();
        self.hear(What::Shows {
            screen: Arc::new(screen),
            nodes,
            picture: None,
            rest,
        });
    }

    /// A gesture begins: what the page shows before it.
    fn begins(&mut self, node: Option<u64>, always: bool) {
        if always || self.begun != node {
            self.looks(false);
        }
        self.begun = node;
    }
}

impl Play {
    /// What an event is about: what is at its place, else what has the focus or had it last.
    fn find(&self, event: &Event) -> Option<u64> {
        let is = |it: &&Part| it.on == event.on;
        let pointed = !event.kind.starts_with("key") && event.kind != "input" && event.kind != "change";
        if let Some((x, y)) = event.place.filter(|_| pointed) {
            let mut all = self.parts.iter().filter(is);
            if let Some(it) = all.find(|it| it.element.bounds.contains(x, y)) {
                return Some(it.node);
            }
        }
        let mut last = self.focused.iter().rev();
        let last = last.find_map(|node| self.parts.iter().find(|it| it.node == *node).filter(is));
        last.or_else(|| self.parts.iter().find(is)).map(|it| it.node)
    }

    fn node(&mut self, node: Option<u64>) -> Node {
        let Some(node) = node else { return Node::default() };
        let it = self.of(node);
        let value = it.element.value.clone().filter(|_| it.secret.is_none());
        Node {
            id: Some(node),
            is: it.kind,
            value: value.filter(|_| it.kind.is_typed() || it.kind == Kind::Value),
            checked: it.element.checkable.then_some(it.element.checked),
            secret: it.secret.map(str::to_owned),
            ..Node::default()
        }
    }

    fn event(&mut self, event: &Event) {
        self.at += 1;
        match event.kind.as_str() {
            "pointerdown" => self.down(event),
            "pointerup" => self.up(event),
            "click" => self.click(event),
            "keydown" => self.key(event),
            "input" => self.input(event),
            "change" => self.change(event),
            "submit" => self.hear(What::Submit),
            "dragstart" => {
                let on = self.found(event);
                self.hear(What::DragStart { on });
            }
            "drop" => {
                let on = self.found(event);
                self.hear(What::Drop { on, files: 0 });
                let shown = self.shown(event);
                (self.answers)(self, &shown);
            }
            "focusin" => self
                .focused
                .extend(self.pressed.is_none().then(|| self.focus(event)).flatten()),
            // What the recorder does not ask for.
            "focusout" | "keyup" | "beforeinput" | "dblclick" | "dragend" | "toggle" | "close" => {}
            other => panic!("a log has no `{other}` so far"),
        }
    }

    fn found(&mut self, event: &Event) -> Node {
        let node = self.find(event);
        self.node(node)
    }

    fn shown(&mut self, event: &Event) -> String {
        let node = self.find(event);
        node.map(|it| self.of(it).shown().to_owned()).unwrap_or_default()
    }

    /// What gets the focus without the pointer: several are alike for the log, but for what they hold.
    fn focus(&self, event: &Event) -> Option<u64> {
        let held = |it: &&Part| it.on == event.on && it.element.value.as_deref() == event.text("value");
        let all = self.parts.iter();
        all.clone()
            .find(held)
            .or_else(|| all.clone().find(|it| it.on == event.on))
            .map(|it| it.node)
    }

    fn down(&mut self, event: &Event) {
        let (x, y) = event.place.unwrap();
        (self.before)(self, &event.on);
        let node = self.find(event);
        self.begins(node, true);
        let on = self.node(node);
        self.pressed = node;
        self.focused.extend(node);
        self.hear(What::Down {
            on,
            x,
            y,
            button: 0,
            held: Held::default(),
            area: None,
        });
    }

    fn up(&mut self, event: &Event) {
        let on = self.found(event);
        let (x, y) = event.place.unwrap();
        self.pressed = None;
        self.hear(What::Up {
            on,
            x,
            y,
            selected: false,
            marked: None,
            way: Vec::new(),
        });
    }

    fn click(&mut self, event: &Event) {
        // A list whose options opened apart says nothing of the pointer's way up.
        self.pressed = None;
        let node = self.find(event);
        let detail = event.all["detail"].as_u64().and_then(|it| u32::try_from(it).ok());
        let mut on = self.node(node);
        if matches!(on.is, Kind::Check | Kind::Radio) {
            on.checked = event.all["checked"].as_bool().or(Some(true));
        }
        let state = on.checked;
        self.hear(What::Click {
            on,
            detail: detail.unwrap_or_default(),
        });
        if let (Some(node), Some(state)) = (node, state) {
            self.turns(node, state);
        }
        let shown = self.shown(event);
        (self.answers)(self, &shown);
    }

    /// A box is ticked or not; of radio buttons one is.
    fn turns(&mut self, node: u64, state: bool) {
        if self.of(node).kind == Kind::Radio {
            let radios = self.parts.iter_mut().filter(|it| it.kind == Kind::Radio);
            radios.for_each(|it| it.element.checked = false);
        }
        self.of(node).element.checked = state;
    }

    fn key(&mut self, event: &Event) {
        let key = event.text("key").unwrap().to_owned();
        if key == "Shift" {
            return;
        }
        let node = self.find(event);
        let is = node.map(|it| self.of(it).kind);
        // A page may have made another text of the last key.
        if let (Some(node), Some(value)) = (node, event.text("value"))
            && is.is_some_and(Kind::is_typed)
        {
            self.of(node).element.value = Some(value.to_owned());
        }
        let texts = is.is_some_and(|it| it.is_typed() || it == Kind::Value) && key.chars().count() == 1;
        self.begins(node, !texts);
        let on = self.node(node);
        self.hear(What::Key {
            on,
            key,
            held: Held::default(),
            composing: false,
        });
    }

    fn input(&mut self, event: &Event) {
        let node = self.find(event);
        self.begins(node, false);
        self.holds(node.unwrap(), event);
        let on = self.node(node);
        let by = event.text("inputType").unwrap_or_default().to_owned();
        self.hear(What::Input { on, by });
    }

    fn change(&mut self, event: &Event) {
        let node = self.find(event).unwrap();
        self.holds(node, event);
        let mut on = self.node(Some(node));
        let part = self.of(node);
        if part.kind == Kind::Select {
            let text = part.element.value.clone().unwrap();
            let id = None;
            on.turned = vec![Turned { id, text, on: true }];
        }
        self.hear(What::Change { on });
    }

    /// A field has what the log says of it; of a rich text it says what came in addition.
    fn holds(&mut self, node: u64, event: &Event) {
        let part = self.of(node);
        let value = event.text("value").map(str::to_owned);
        match part.kind {
            Kind::Rich => {
                let added = event.text("data").unwrap_or("\n");
                part.element.value.get_or_insert_default().push_str(added);
            }
            Kind::Select => {
                let shown = part.options.iter().find(|it| Some(it.0) == value.as_deref());
                part.element.value = Some(shown.unwrap().1.to_owned());
            }
            Kind::Text if part.secret.is_some() => {}
            Kind::Text | Kind::Lines | Kind::Value => part.element.value = value,
            Kind::Check
            | Kind::Radio
            | Kind::List
            | Kind::File
            | Kind::Canvas
            | Kind::Handle
            | Kind::Mark
            | Kind::Other => {}
        }
    }
}

impl Part {
    /// What it shows, or is called.
    fn shown(&self) -> &str {
        let it = &self.element;
        it.label.as_deref().or(it.text.as_deref()).unwrap_or_default()
    }
}

/// A part as the log calls it, what it is, what it is called, and the middle of it.
pub fn part(on: &'static str, kind: Kind, role: &str, name: &str, (x, y): (i32, i32)) -> Part {
    let tag = on.split(['#', ':']).next().unwrap_or_default();
    let id = on
        .split_once('#')
        .map(|(_, it)| it.split(':').next().unwrap_or(it));
    let named = Some(name.to_owned());
    let is_field = !matches!(kind, Kind::Other);
    let element = Element {
        class_name: Some(tag.to_owned()),
        role: Some(role.to_owned()).filter(|it| !it.is_empty()),
        resource_name: id.map(str::to_owned),
        label: named.clone().filter(|_| is_field),
        text: named.filter(|_| !is_field),
        value: (kind.is_typed() || kind == Kind::Value).then(String::new),
        bounds: Rect::new(x - 20, y - 10, x + 20, y + 10),
        clickable: is_field || matches!(role, "button" | "link"),
        editable: kind.is_typed(),
        checkable: matches!(kind, Kind::Check | Kind::Radio),
        ..Element::default()
    };
    Part {
        on,
        kind,
        element,
        secret: None,
        options: Vec::new(),
        node: 0,
    }
}
