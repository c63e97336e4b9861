//! A hand that uses the phone by what it reads on it.

use std::fmt::Write;

use autorpa_emulator::{Phone, state::DeviceState};
use testkit::kept;
use ui::{Direction, Element, ElementId, HardAction};

/// A phone and shortcuts to act on it.
pub struct Hand {
    /// The phone.
    pub phone: Phone,
}

impl Hand {
    /// A phone that has just been turned on.
    pub fn new(state: DeviceState) -> Self {
        Self {
            phone: Phone::new(state),
        }
    }

    fn act(&mut self, action: &HardAction) {
        kept::note(|| self.phone.screen(), action);
        self.phone.perform(action).expect("the action is possible");
    }

    /// The index of the only element with this text or description.
    pub fn id(&self, name: &str) -> ElementId {
        let screen = self.phone.screen();
        let names = |it: &Element| {
            it.content_description.as_deref() == Some(name) || it.text.as_deref() == Some(name)
        };
        let found = screen.iter().find(|(_, it)| names(it)).map(|it| it.0);
        found.unwrap_or_else(|| panic!("no `{name}` on\n{}", self.show()))
    }

    /// That element.
    pub fn find(&self, name: &str) -> Element {
        self.phone.screen().elements.swap_remove(self.id(name).0)
    }

    /// Whether something says this.
    pub fn sees(&self, name: &str) -> bool {
        self.phone
            .screen()
            .elements
            .iter()
            .any(|it| it.words().any(|word| word == name))
    }

    pub fn open(&mut self, app: &str) {
        self.act(&HardAction::OpenApp { app: app.to_owned() });
    }

    pub fn click(&mut self, name: &str) {
        self.act(&HardAction::Click {
            target: self.id(name),
        });
    }

    /// Click the last element with this text or description.
    pub fn click_last(&mut self, name: &str) {
        let screen = self.phone.screen();
        let named = screen
            .iter()
            .filter(|(_, it)| it.words().any(|word| word == name));
        let target = named.last().expect("an element of this name").0;
        self.act(&HardAction::Click { target });
    }

    /// The first widget with this resource name, where nothing else tells it.
    fn id_of(&self, id: &str) -> ElementId {
        let screen = self.phone.screen();
        let ends = |it: &Element| it.resource_name.as_deref().is_some_and(|it| it.ends_with(id));
        let found = screen.iter().find(|(_, it)| ends(it)).map(|it| it.0);
        found.unwrap_or_else(|| panic!("no `{id}` on\n{}", self.show()))
    }

    pub fn click_id(&mut self, id: &str) {
        self.act(&HardAction::Click {
            target: self.id_of(id),
        });
    }

    pub fn fill_id(&mut self, id: &str, text: &str) {
        self.act(&HardAction::InputText {
            target: Some(self.id_of(id)),
            text: text.to_owned(),
            clear: true,
        });
    }

    /// What all widgets with this resource name say.
    pub fn texts_of(&self, id: &str) -> Vec<String> {
        let ends = |it: &Element| it.resource_name.as_deref().is_some_and(|it| it.ends_with(id));
        let elements = self.phone.screen().elements;
        elements
            .into_iter()
            .filter(ends)
            .filter_map(|it| it.text)
            .collect()
    }

    /// What the first of them says.
    pub fn text_of(&self, id: &str) -> String {
        self.phone
            .screen()
            .get(self.id_of(id))
            .and_then(|it| it.text.clone())
            .unwrap_or_default()
    }

    /// Scroll down until something says this.
    pub fn reach(&mut self, name: &str) {
        for _ in 0..20 {
            if self.sees(name) {
                return;
            }
            self.scroll(Direction::Down);
        }
        panic!("no `{name}` on\n{}", self.show());
    }

    /// Click the first element of this class that nothing tells, not even an id.
    pub fn click_bare(&mut self, class: &str) {
        let screen = self.phone.screen();
        let found = screen
            .iter()
            .find(|(_, it)| it.class_name.as_deref() == Some(class) && it.resource_name.is_none())
            .map(|it| it.0);
        let target = found.unwrap_or_else(|| panic!("no {class} on\n{}", self.show()));
        self.act(&HardAction::Click { target });
    }

    /// The elements with this id.
    fn ids(&self, id: &str) -> Vec<ElementId> {
        let screen = self.phone.screen();
        let has = |it: &Element| {
            let name = it.resource_name.as_deref().unwrap_or_default();
            name.rsplit('/').next() == Some(id)
        };
        screen.iter().filter(|(_, it)| has(it)).map(|it| it.0).collect()
    }

    /// How many elements have this id.
    pub fn count_id(&self, id: &str) -> usize {
        self.ids(id).len()
    }

    /// Click one of several elements with the same id, counted from 0.
    pub fn click_nth(&mut self, id: &str, at: usize) {
        let target = self.ids(id)[at];
        self.act(&HardAction::Click { target });
    }

    /// Press one of several elements with the same id, counted from 0.
    pub fn hold_nth(&mut self, id: &str, at: usize) {
        let target = self.ids(id)[at];
        self.act(&HardAction::LongPress { target });
    }

    /// Move a finger from an element sideways, so that what is in this direction is shown.
    pub fn drag(&mut self, name: &str, direction: Direction) {
        self.act(&HardAction::Scroll {
            target: Some(self.id(name)),
            direction,
        });
    }

    pub fn hold(&mut self, name: &str) {
        self.act(&HardAction::LongPress {
            target: self.id(name),
        });
    }

    /// Empty a field and type into it.
    pub fn fill(&mut self, name: &str, text: &str) {
        self.act(&HardAction::InputText {
            target: Some(self.id(name)),
            text: text.to_owned(),
            clear: true,
        });
    }

    /// Type behind what a field holds.
    pub fn append(&mut self, name: &str, text: &str) {
        self.act(&HardAction::InputText {
            target: Some(self.id(name)),
            text: text.to_owned(),
            clear: false,
        });
    }

    pub fn type_here(&mut self, text: &str) {
        self.act(&HardAction::InputText {
            target: None,
            text: text.to_owned(),
            clear: false,
        });
    }

    pub fn back(&mut self) {
        self.act(&HardAction::NavigateBack);
    }

    pub fn home(&mut self) {
        self.act(&HardAction::NavigateHome);
    }

    pub fn swipe(&mut self, direction: Direction) {
        self.act(&HardAction::Swipe { direction });
    }

    pub fn scroll(&mut self, direction: Direction) {
        self.act(&HardAction::Scroll {
            target: None,
            direction,
        });
    }

    /// What a file in Markor's folder holds.
    pub fn note(&self, name: &str) -> Option<String> {
        let path = format!("/storage/emulated/0/Documents/Markor/{name}");
        self.phone.state.files.read(&path).map(str::to_owned)
    }

    fn editor(&self) -> ElementId {
        let screen = self.phone.screen();
        let found = screen.iter().find(|(_, it)| it.editable).map(|it| it.0);
        found.expect("there is a text field")
    }

    pub fn click_editor(&mut self) {
        self.act(&HardAction::Click {
            target: self.editor(),
        });
    }

    pub fn hold_editor(&mut self) {
        self.act(&HardAction::LongPress {
            target: self.editor(),
        });
    }

    /// The screen, an element a line.
    pub fn show(&self) -> String {
        let screen = self.phone.screen();
        let mut out = format!("{}\n", screen.activity);
        for (id, it) in screen.iter() {
            let class = it
                .class_name
                .as_deref()
                .unwrap_or_default()
                .rsplit('.')
                .next()
                .unwrap_or_default();
            let _ = write!(out, "{id} {class}");
            if let Some(name) = &it.resource_name {
                let _ = write!(out, " #{}", name.rsplit('/').next().unwrap_or(name));
            }
            for (key, value) in [
                ("text", &it.text),
                ("desc", &it.content_description),
                ("hint", &it.hint_text),
            ] {
                if let Some(value) = value {
                    let _ = write!(out, " {key}={value:?}");
                }
            }
            let flags = [
                ("clickable", it.clickable),
                ("long", it.long_clickable),
                ("editable", it.editable),
                ("disabled", !it.enabled),
                ("checkable", it.checkable),
                ("checked", it.checked),
                ("selected", it.selected),
                ("focused", it.focused),
                ("scrollable", it.scrollable),
            ];
            for (flag, set) in flags {
                if set {
                    let _ = write!(out, " {flag}");
                }
            }
            let b = it.bounds;
            let _ = writeln!(out, " [{},{}][{},{}]", b.left, b.top, b.right, b.bottom);
        }
        out
    }
}
