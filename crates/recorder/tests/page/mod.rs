//! A page of a few elements, and a person who uses it.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::sync::Arc;

use autorpa_recorder::{Heard, Held, Kind, Marked, Node, Recorder, Step, Turned, Way, What, sentence};
use ui::{Direction, Element, ElementId, Rect, Screen};

/// What was understood.
pub struct Update {
    steps: Vec<Step>,
    lines: Vec<String>,
}

impl Update {
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
}

struct Part {
    name: &'static str,
    kind: Kind,
    element: Element,
    secret: Option<String>,
}

/// The page, what was heard of it, and who hears it.
pub struct Page {
    parts: Vec<Part>,
    recorder: Recorder,
    others: Vec<String>,
    /// Parts that something lies over.
    under: Vec<&'static str>,
    at: u64,
    page: u32,
    /// The first node: others where all parts are drawn anew.
    first: u64,
}

pub fn page() -> Page {
    let parts = [
        ("name", Kind::Text, "input", "textbox", "Full name"),
        ("mail", Kind::Text, "input", "textbox", "Email"),
        ("notes", Kind::Lines, "textarea", "textbox", "Notes"),
        ("born", Kind::Value, "input", "textbox", "Born"),
        ("news", Kind::Check, "input", "checkbox", "Newsletter"),
        ("basic", Kind::Radio, "input", "radio", "Basic"),
        ("country", Kind::Select, "select", "combobox", "Country"),
        ("save", Kind::Other, "button", "button", "Save"),
        ("menu", Kind::Other, "button", "button", "Menu"),
    ];
    let mut parts: Vec<Part> = parts
        .into_iter()
        .map(|(name, kind, tag, role, shown)| part(name, kind, tag, role, shown))
        .collect();
    parts[5].element.checked = true;
    parts[6].element.value = Some("Netherlands".to_owned());
    for (at, option) in ["Netherlands", "Germany", "Twice", "Twice"]
        .into_iter()
        .enumerate()
    {
        let mut it = part("option", Kind::Other, "option", "option", option);
        it.element.text = it.element.label.take();
        it.element.path = vec![6, u16::try_from(at).unwrap()];
        parts.push(it);
    }
    for (at, it) in parts.iter_mut().enumerate().take(9) {
        it.element.path = vec![u16::try_from(at).unwrap()];
    }
    let mut page = Page {
        parts,
        recorder: Recorder::new(),
        others: Vec::new(),
        under: Vec::new(),
        at: 1_000,
        page: 1,
        first: 100,
    };
    page.looks(true);
    page
}

fn part(name: &'static str, kind: Kind, tag: &str, role: &str, shown: &str) -> Part {
    let mut element = Element {
        class_name: Some(tag.to_owned()),
        role: Some(role.to_owned()),
        bounds: Rect::new(0, 0, 50, 20),
        clickable: true,
        editable: kind.is_typed(),
        ..Element::default()
    };
    let shown = Some(shown.to_owned());
    if role == "button" {
        element.text = shown;
    } else {
        element.label = shown;
    }
    if kind.is_typed() || kind == Kind::Value {
        element.value = Some(String::new());
    }
    Part {
        name,
        kind,
        element,
        secret: None,
    }
}

impl Page {
    fn hear(&mut self, what: What) -> &mut Self {
        self.at += 1;
        let heard = Heard {
            at: self.at,
            page: self.page,
            what,
        };
        // What is heard is what stands in a file.
        let line = serde_json::to_string(&heard).unwrap();
        let read = Heard::parse_lines(&line).unwrap();
        assert_eq!(read, std::slice::from_ref(&heard));
        for told in self.recorder.hear(&heard) {
            self.tell(told);
        }
        self
    }

    fn tell(&mut self, told: autorpa_recorder::Update) {
        match told {
            autorpa_recorder::Update::Step(_) | autorpa_recorder::Update::Again(_) => {}
            autorpa_recorder::Update::Note(it) => self
                .others
                .push(format!("{}note: {it}", self.recorder.steps().len())),
            autorpa_recorder::Update::Gap(it) => self.others.push(format!("{}gap: {it}", it.after)),
        }
    }

    /// The page puts other parts like these in their places.
    pub fn draws_anew(&mut self) -> &mut Self {
        self.first += 100;
        self.rest()
    }

    fn at(&self, name: &str) -> usize {
        self.parts.iter().position(|it| it.name == name).unwrap()
    }

    fn id(&self, name: &str) -> u64 {
        u64::try_from(self.at(name)).unwrap() + self.first
    }

    fn node(&self, name: &str) -> Node {
        let part = &self.parts[self.at(name)];
        let shown = part.element.value.clone();
        Node {
            id: Some(self.id(name)),
            is: part.kind,
            value: shown.filter(|_| part.secret.is_none()),
            checked: part
                .element
                .checkable
                .then_some(part.element.checked)
                .or_else(|| matches!(part.kind, Kind::Check | Kind::Radio).then_some(part.element.checked)),
            secret: part.secret.clone(),
            ..Node::default()
        }
    }

    fn looks(&mut self, rest: bool) -> &mut Self {
        let screen = Screen {
            app: "http://a.test".to_owned(),
            activity: "/ A".to_owned(),
            size: (800, 600),
            elements: self.listed().map(|(_, it)| it.element.clone()).collect(),
            today: String::new(),
            in_part: Vec::new(),
        };
        let nodes = self.listed().map(|(node, _)| node).collect();
        self.hear(What::Shows {
            screen: Arc::new(screen),
            nodes,
            picture: None,
            rest,
        })
    }

    /// What the page shows, with its nodes.
    fn listed(&self) -> impl Iterator<Item = (u64, &Part)> {
        (self.first..)
            .zip(&self.parts)
            .filter(|(_, it)| !self.under.contains(&it.name))
    }

    /// A part is no longer to be seen.
    pub fn hides(&mut self, name: &'static str) -> &mut Self {
        self.under.push(name);
        self
    }

    /// A part is to be seen again.
    pub fn shows(&mut self, name: &str) -> &mut Self {
        self.under.retain(|it| *it != name);
        self
    }

    /// A part is nothing that can be acted on.
    pub fn is_text(&mut self, name: &str) -> &mut Self {
        let at = self.at(name);
        self.parts[at].element.clickable = false;
        self
    }

    pub fn rest(&mut self) -> &mut Self {
        self.looks(true)
    }

    pub fn later(&mut self, ms: u64) -> &mut Self {
        self.at += ms;
        self
    }

    pub fn on(&mut self, page: u32) -> &mut Self {
        self.page = page;
        self
    }

    pub fn holds(&mut self, name: &str, value: &str) -> &mut Self {
        let at = self.at(name);
        self.parts[at].element.value = Some(value.to_owned());
        self
    }

    pub fn secret(&mut self, name: &str, called: &str) -> &mut Self {
        let at = self.at(name);
        self.parts[at].secret = Some(called.to_owned());
        self
    }

    fn down(&mut self, on: Node, x: i32) -> &mut Self {
        self.looks(false).hear(What::Down {
            on,
            x,
            y: 10,
            button: 0,
            held: Held::default(),
            area: None,
        })
    }

    fn up(&mut self, on: Node, x: i32) -> &mut Self {
        self.hear(What::Up {
            on,
            x,
            y: 10,
            selected: false,
            marked: None,
            way: Vec::new(),
        })
    }

    /// It is a drawing, or a handle.
    pub fn becomes(&mut self, name: &str, kind: Kind) -> &mut Self {
        let at = self.at(name);
        self.parts[at].kind = kind;
        self
    }

    /// A hand on a part with this box: where it goes down, passes and goes up, and which of several quick clicks it is.
    pub fn hand(&mut self, name: &str, area: [i32; 4], way: &[(i32, i32)], detail: u32) -> &mut Self {
        let on = self.node(name);
        let (from, to) = (way[0], way[way.len() - 1]);
        let passed = way[1..way.len() - 1].to_vec();
        self.looks(false)
            .hear(What::Down {
                on: on.clone(),
                x: from.0,
                y: from.1,
                button: 0,
                held: Held::default(),
                area: Some(area),
            })
            .hear(What::Up {
                on: on.clone(),
                x: to.0,
                y: to.1,
                selected: false,
                marked: None,
                way: passed,
            })
            .hear(What::Click { on, detail })
    }

    /// A text is selected with the pointer.
    pub fn marks(&mut self, name: &str, text: &str) -> &mut Self {
        let on = self.node(name);
        let marked = self.marked(name, text);
        self.looks(false).down_up(&on, (10, 90), Some(marked))
    }

    /// A press while this text is selected, which stays so.
    pub fn press_with(&mut self, name: &str, shows: &str, text: &str) -> &mut Self {
        let on = self.node(name);
        let marked = self.marked(shows, text);
        self.looks(false)
            .down_up(&on, (10, 11), Some(marked))
            .hear(What::Click { on, detail: 1 })
    }

    fn marked(&self, name: &str, text: &str) -> Marked {
        Marked {
            on: self.node(name),
            text: text.to_owned(),
        }
    }

    fn down_up(&mut self, on: &Node, (from, to): (i32, i32), marked: Option<Marked>) -> &mut Self {
        self.hear(What::Down {
            on: on.clone(),
            x: from,
            y: 10,
            button: 0,
            held: Held::default(),
            area: None,
        })
        .hear(What::Up {
            on: on.clone(),
            x: to,
            y: 10,
            selected: marked.is_some(),
            marked: marked.map(Box::new),
            way: Vec::new(),
        })
    }

    pub fn press(&mut self, name: &str) -> &mut Self {
        let on = self.node(name);
        self.down(on.clone(), 10)
            .up(on.clone(), 11)
            .hear(What::Click { on, detail: 1 });
        self.focus(name)
    }

    /// A press whose beginning takes the focus from a field, which says then what it holds.
    pub fn press_leaving(&mut self, name: &str, left: &str) -> &mut Self {
        let (on, field) = (self.node(name), self.node(left));
        self.down(on.clone(), 10)
            .hear(What::Change { on: field })
            .up(on.clone(), 11)
            .hear(What::Click { on, detail: 1 });
        self.focus(name)
    }

    /// A press that gives a field another value at once, as on a scale: the field says so before the click is heard.
    pub fn press_sets(&mut self, name: &str, value: &str) -> &mut Self {
        let before = self.node(name);
        self.down(before, 10).input(name, value, "");
        let on = self.node(name);
        self.up(on.clone(), 10)
            .hear(What::Change { on: on.clone() })
            .hear(What::Click { on, detail: 1 })
    }

    pub fn press_again(&mut self, name: &str) -> &mut Self {
        let on = self.node(name);
        self.down(on.clone(), 10)
            .up(on.clone(), 11)
            .hear(What::Click { on, detail: 2 })
    }

    pub fn press_closed(&mut self, name: &str, inside: &str) -> &mut Self {
        let on = Node {
            closed: Some(inside.to_owned()),
            ..self.node(name)
        };
        self.down(on.clone(), 10)
            .up(on.clone(), 11)
            .hear(What::Click { on, detail: 1 })
    }

    pub fn press_unlisted(&mut self) -> &mut Self {
        let on = Node::default();
        self.down(on.clone(), 10)
            .up(on.clone(), 11)
            .hear(What::Click { on, detail: 1 })
    }

    pub fn menu(&mut self, name: &str) -> &mut Self {
        let on = self.node(name);
        self.looks(false)
            .hear(What::Down {
                on: on.clone(),
                x: 1,
                y: 1,
                button: 2,
                held: Held::default(),
                area: None,
            })
            .hear(What::Menu { on })
    }

    pub fn label(&mut self, name: &str) -> &mut Self {
        let control = self.node(name);
        let on = Node {
            id: None,
            is: Kind::Other,
            ..control.clone()
        };
        self.down(on.clone(), 10)
            .up(on.clone(), 10)
            .hear(What::Click { on, detail: 1 });
        let checked = control.checked.map(|it| !it);
        let on = Node { checked, ..control };
        self.hear(What::Click { on, detail: 1 })
    }

    pub fn checks(&mut self, name: &str, state: bool) -> &mut Self {
        let before = self.node(name);
        let on = Node {
            checked: Some(state),
            ..before.clone()
        };
        self.down(before.clone(), 10)
            .up(before, 10)
            .hear(What::Click { on, detail: 1 });
        let at = self.at(name);
        self.parts[at].element.checked = state;
        self
    }

    pub fn chooses(&mut self, name: &str, option: &str) -> &mut Self {
        let on = Node {
            turned: vec![Turned {
                id: None,
                text: option.to_owned(),
                on: true,
            }],
            ..self.node(name)
        };
        self.holds(name, option).hear(What::Change { on })
    }

    pub fn gives(&mut self, name: Option<&str>, file: &str) -> &mut Self {
        let on = Node {
            id: name.map(|it| self.id(it)),
            is: Kind::File,
            files: vec![file.to_owned()],
            ..Node::default()
        };
        self.hear(What::Change { on })
    }

    pub fn focus(&mut self, name: &str) -> &mut Self {
        let at = self.at(name);
        for (other, it) in self.parts.iter_mut().enumerate() {
            it.element.focused = other == at;
        }
        self
    }

    fn input(&mut self, name: &str, value: &str, by: &str) -> &mut Self {
        self.holds(name, value);
        let on = self.node(name);
        self.hear(What::Input {
            on,
            by: by.to_owned(),
        })
    }

    pub fn keys(&mut self, name: &str, text: &str) -> &mut Self {
        let mut typed = String::new();
        for it in text.chars() {
            self.looks(false)
                .key_alone(name, &it.to_string(), Held::default());
            typed.push(it);
            self.input(name, &typed, "insertText");
        }
        self
    }

    pub fn composes(&mut self, name: &str, text: &str) -> &mut Self {
        let on = self.node(name);
        self.hear(What::Key {
            on,
            key: "Process".to_owned(),
            held: Held::default(),
            composing: false,
        });
        self.input(name, "ni", "insertCompositionText")
            .input(name, text, "insertCompositionText")
    }

    pub fn pastes(&mut self, name: &str, text: &str) -> &mut Self {
        let held = Held {
            control: true,
            ..Held::default()
        };
        self.key_alone(name, "Control", held)
            .key_alone(name, "v", held)
            .input(name, text, "insertFromPaste")
    }

    /// Text at the end of what the field holds.
    pub fn writes(&mut self, name: &str, text: &str) -> &mut Self {
        for it in text.chars() {
            self.key_alone(name, &it.to_string(), Held::default());
            let value = format!("{}{it}", self.value_of(name));
            self.input(name, &value, "insertText");
        }
        self
    }

    pub fn value_of(&self, name: &str) -> String {
        self.parts[self.at(name)]
            .element
            .value
            .clone()
            .unwrap_or_default()
    }

    pub fn chooses_if_other(&mut self, name: &str, option: &str) -> &mut Self {
        match self.value_of(name) == option {
            true => self,
            false => self.chooses(name, option),
        }
    }

    pub fn name_of(&self, id: ElementId) -> &'static str {
        self.parts[id.0].name
    }

    /// A text that no key of the person has typed.
    pub fn value(&mut self, name: &str, value: &str) -> &mut Self {
        self.input(name, value, "")
    }

    pub fn breaks(&mut self, name: &str, value: &str) -> &mut Self {
        self.input(name, value, "insertLineBreak")
    }

    fn key_alone(&mut self, name: &str, key: &str, held: Held) -> &mut Self {
        let on = self.node(name);
        self.hear(What::Key {
            on,
            key: key.to_owned(),
            held,
            composing: false,
        })
    }

    pub fn key(&mut self, name: &str, key: &str) -> &mut Self {
        self.looks(false).key_alone(name, key, Held::default())
    }

    /// Enter, which takes an option that keys have gone to.
    pub fn takes(&mut self, name: &str, option: &str) -> &mut Self {
        let on = self.node(option);
        self.key(name, "Enter")
            .hear(What::Chooses { on })
            .hear(What::Used)
    }

    pub fn chord(&mut self, name: &str, key: &str) -> &mut Self {
        let held = Held {
            control: true,
            ..Held::default()
        };
        self.looks(false).key_alone(name, key, held)
    }

    pub fn held_key(&mut self, name: &str, key: &str) -> &mut Self {
        let held = Held {
            alt: true,
            ..Held::default()
        };
        self.looks(false).key_alone(name, key, held)
    }

    pub fn clicked_by_key(&mut self, name: &str) -> &mut Self {
        let on = self.node(name);
        self.hear(What::Click { on, detail: 0 })
    }

    pub fn used(&mut self) -> &mut Self {
        self.hear(What::Used)
    }

    pub fn submits(&mut self) -> &mut Self {
        self.hear(What::Submit)
    }

    pub fn over(&mut self, name: &str) -> &mut Self {
        let on = self.id(name);
        self.hear(What::Over { on })
    }

    pub fn scrolls(&mut self) -> &mut Self {
        self.hear(What::Scroll {
            on: None,
            way: Direction::Down,
        })
    }

    pub fn drags(&mut self, name: &str, to: &str) -> &mut Self {
        let (on, to) = (self.node(name), self.node(to));
        self.down(on.clone(), 10)
            .hear(What::DragStart { on })
            .hear(What::Drop { on: to, files: 0 })
    }

    /// Something new shows, and the page is at rest.
    pub fn appears(&mut self, name: &'static str) -> &mut Self {
        let mut it = part(name, Kind::Other, "button", "button", "Sent");
        it.element.path = vec![20];
        self.parts.push(it);
        self.looks(true)
    }

    /// A part is of another role.
    pub fn role(&mut self, name: &str, role: &str) -> &mut Self {
        let at = self.at(name);
        self.parts[at].element.role = Some(role.to_owned());
        self
    }

    /// A part says something else from now on.
    pub fn change(&mut self, name: &str) -> &mut Self {
        let at = self.at(name);
        self.parts[at].element.tooltip = Some("changed".to_owned());
        self.looks(true)
    }

    pub fn dialog(&mut self, message: &str, asks: bool) -> &mut Self {
        let element = Element {
            text: Some(message.to_owned()),
            ..Element::default()
        };
        let screen = Screen {
            elements: vec![element],
            ..Screen::default()
        };
        self.hear(What::Shows {
            screen: Arc::new(screen),
            nodes: Vec::new(),
            picture: None,
            rest: false,
        });
        self.hear(What::Dialog {
            asks,
            message: message.to_owned(),
        })
    }

    pub fn answers(&mut self, accept: bool, text: &str) -> &mut Self {
        let text = text.to_owned();
        self.hear(What::Answered { accept, text })
    }

    pub fn goes(&mut self, url: &str, way: Way) -> &mut Self {
        let url = url.to_owned();
        self.hear(What::Went { url, way })
    }

    pub fn title(&mut self, title: &str) -> &mut Self {
        let title = title.to_owned();
        self.hear(What::Title { title })
    }

    pub fn opens(&mut self, page: u32) -> &mut Self {
        let by = self.page;
        self.page = page;
        self.hear(What::Opened { by: Some(by) });
        self.page = by;
        self
    }

    pub fn closes(&mut self) -> &mut Self {
        self.hear(What::Closed)
    }

    pub fn undo(&mut self) -> Option<String> {
        self.recorder.undo().map(|it| sentence(&it))
    }

    /// All steps with their notes, and what was said between them, in order.
    pub fn told(&mut self) -> Update {
        for told in self.recorder.end() {
            self.tell(told);
        }
        let steps = self.recorder.steps().to_vec();
        let mut lines = Vec::new();
        for at in 0..=steps.len() {
            let before = at.to_string();
            let others = self.others.iter().filter_map(|it| it.strip_prefix(&before));
            lines.extend(others.filter(|it| it.starts_with(['n', 'g'])).map(str::to_owned));
            if let Some(step) = steps.get(at) {
                lines.push(sentence(step));
                lines.extend(step.notes.iter().map(|it| format!("note: {it}")));
            }
        }
        Update { steps, lines }
    }
}
