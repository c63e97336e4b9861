//! Screens, and what actions lead to, written down as a text: its reading, what it shows in a state, what an action
//! makes of that. [`crate::Fake::told`] says how such a text looks.

use std::collections::BTreeMap;

use ui::{ActionKind, Element, HardAction, Rect, Screen};

/// The screen in front, and what the variables hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    screen: String,
    held: BTreeMap<String, Vec<String>>,
}

impl State {
    /// The entries of a variable; none where it holds nothing.
    pub fn all(&self, variable: &str) -> &[String] {
        self.held.get(variable).map_or(&[], Vec::as_slice)
    }

    /// What a variable holds as one text; "" where it holds nothing.
    pub fn get(&self, variable: &str) -> String {
        self.all(variable).join(", ")
    }

    /// Let a variable hold these entries.
    pub fn set(&mut self, variable: &str, entries: &[&str]) {
        let entries = entries.iter().filter(|it| !it.is_empty());
        let entries = entries.map(|it| (*it).to_owned()).collect();
        self.held.insert(variable.to_owned(), entries);
    }

    /// A text with what variables hold in it; `{it}` is the entry or the option at hand.
    fn filled(&self, text: &str, at_hand: &str) -> String {
        let mut parts = text.split('{');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |filled, part| match part.split_once('}') {
            Some(("it", rest)) => filled + at_hand + rest,
            Some((variable, rest)) => filled + &self.get(variable) + rest,
            None => filled + "{" + part,
        })
    }
}

/// What a text describes.
pub(crate) struct App {
    start: State,
    pages: Vec<Page>,
}

#[derive(Default)]
struct Page {
    name: String,
    lines: Vec<Line>,
    /// What is done wherever it is done.
    on: Vec<Deed>,
}

/// An element, or one for each entry of a variable.
struct Line {
    depth: usize,
    kind: String,
    text: String,
    attributes: BTreeMap<String, String>,
    deed: Option<Deed>,
}

struct Deed {
    kind: ActionKind,
    steps: Vec<Step>,
}

enum Step {
    Go(String),
    Needs(String),
    Set(String, String),
    Add(String, String),
    Take(String, String),
}

/// An element that is shown, with the line that says so and the entry that it stands for.
struct ShownElement<'a> {
    line: &'a Line,
    entry: String,
    element: Element,
}

impl App {
    pub fn read(text: &str) -> Self {
        let mut app = Self {
            start: State::default(),
            pages: Vec::new(),
        };
        for line in text.lines().filter(|it| !it.trim().is_empty()) {
            let depth = line.len() - line.trim_start().len();
            if let Some(name) = line.trim().strip_prefix("screen ") {
                app.pages.push(Page {
                    name: name.to_owned(),
                    ..Page::default()
                });
            } else if let Some(page) = app.pages.last_mut() {
                page.read(line.trim(), depth);
            } else {
                let (variable, held) = line.split_once('=').unwrap_or_else(|| wrong(line));
                let entries: Vec<&str> = held.split(',').map(str::trim).collect();
                app.start.set(variable.trim(), &entries);
            }
        }
        app.start.screen = app.pages.first().map_or_else(String::new, |it| it.name.clone());
        app
    }

    pub fn start(&self) -> State {
        self.start.clone()
    }

    pub fn view(&self, state: &State) -> Screen {
        let app = match state.get("app") {
            none if none.is_empty() => "fake".to_owned(),
            named => named,
        };
        let size = state.get("size");
        let sides = size.split_once('x').unwrap_or(("300", "2000"));
        let pixels = |it: &str| it.parse().unwrap_or_else(|_| wrong(&size));
        Screen {
            app,
            activity: state.screen.clone(),
            size: (pixels(sides.0), pixels(sides.1)),
            elements: self.shown(state).into_iter().map(|it| it.element).collect(),
            today: String::new(),
            in_part: Vec::new(),
        }
    }

    pub fn act(&self, state: &mut State, action: &HardAction) {
        let shown = self.shown(state);
        let target = match (action, action.target()) {
            (HardAction::InputText { target: None, .. }, _) => shown.iter().find(|it| it.element.editable),
            (_, target) => target.and_then(|id| shown.get(id.0)),
        };
        if let (HardAction::InputText { text, clear, .. }, Some(into)) = (action, target)
            && into.element.editable
        {
            let held = match clear {
                true => String::new(),
                false => state.get(into.line.variable()),
            };
            state.set(into.line.variable(), &[&(held + text)]);
        }
        let at_hand = match action {
            HardAction::SelectOption { option, .. } => option.clone(),
            _ => target.map_or_else(String::new, |it| it.entry.clone()),
        };
        let page = self.pages.iter().find(|it| it.name == state.screen);
        let anywhere = page.into_iter().flat_map(|it| &it.on);
        let deeds = target
            .and_then(|it| it.line.deed.as_ref())
            .into_iter()
            .chain(anywhere);
        for deed in deeds.filter(|it| it.kind == action.kind()) {
            self.follow(&deed.steps, state, &at_hand);
        }
    }

    fn follow(&self, steps: &[Step], state: &mut State, at_hand: &str) {
        for step in steps {
            match step {
                Step::Needs(variable) if state.all(variable).is_empty() => return,
                Step::Needs(_) => {}
                Step::Go(screen) => {
                    assert!(
                        self.pages.iter().any(|it| it.name == *screen),
                        "there is no screen {screen}"
                    );
                    screen.clone_into(&mut state.screen);
                }
                Step::Set(variable, text) => {
                    let text = state.filled(text, at_hand);
                    state.set(variable, &[&text]);
                }
                Step::Add(variable, text) => {
                    let text = state.filled(text, at_hand);
                    state.held.entry(variable.clone()).or_default().push(text);
                }
                Step::Take(variable, text) => {
                    let text = state.filled(text, at_hand);
                    state
                        .held
                        .entry(variable.clone())
                        .or_default()
                        .retain(|it| *it != text);
                }
            }
        }
    }

    fn shown(&self, state: &State) -> Vec<ShownElement<'_>> {
        let mut all: Vec<ShownElement<'_>> = Vec::new();
        // The depths of the elements that the next one may lie in, and how many each has inside.
        let mut outer: Vec<(usize, Vec<u16>, u16)> = vec![(0, vec![0], 0)];
        let page = self.pages.iter().find(|it| it.name == state.screen);
        let lines = page.into_iter().flat_map(|it| &it.lines);
        for line in lines.filter(|it| it.is_shown(state)) {
            for entry in line.entries(state) {
                while outer.len() > 1 && outer.last().is_some_and(|it| it.0 >= line.depth) {
                    outer.pop();
                }
                let (_, path, inside) = outer.last_mut().expect("the screen itself");
                let path = [path.as_slice(), &[*inside]].concat();
                *inside += 1;
                outer.push((line.depth, path.clone(), 0));
                let element = line.element(state, &entry, all.len(), path);
                all.push(ShownElement { line, entry, element });
            }
        }
        all
    }
}

impl Page {
    fn read(&mut self, line: &str, depth: usize) {
        let (said, deed) = match line.split_once("->") {
            None => (line, None),
            Some((said, effect)) => {
                let last = said.split_whitespace().next_back().unwrap_or_default();
                let (kind, said) = match ActionKind::from_name(last) {
                    Some(kind) => (kind, said.trim_end().strip_suffix(last).unwrap_or(said)),
                    None => (ActionKind::Click, said),
                };
                let steps = effect.split(';').map(|it| step(it.trim())).collect();
                (said, Some(Deed { kind, steps }))
            }
        };
        if said.trim() == "on" {
            return self.on.extend(deed);
        }
        let mut words = words(said).into_iter();
        let kind = words.next().unwrap_or_else(|| wrong(line));
        let (mut text, mut attributes) = (Vec::new(), BTreeMap::new());
        for word in words {
            match word.split_once('=') {
                Some((name, value)) => drop(attributes.insert(name.to_owned(), value.to_owned())),
                None => text.push(word),
            }
        }
        self.lines.push(Line {
            depth,
            kind,
            text: text.join(" "),
            attributes,
            deed,
        });
    }
}

impl Line {
    fn attribute(&self, name: &str) -> Option<String> {
        self.attributes.get(name).cloned()
    }

    /// Where what is typed into it is kept.
    fn variable(&self) -> &str {
        let named = self.attributes.get("into").or_else(|| self.attributes.get("id"));
        named.map_or(self.text.as_str(), String::as_str)
    }

    fn is_shown(&self, state: &State) -> bool {
        let holds = |it: &String| !state.all(it).is_empty();
        self.attributes.get("if").is_none_or(holds) && !self.attributes.get("unless").is_some_and(holds)
    }

    /// What it stands for: each entry of the variable that a row shows, else itself.
    fn entries(&self, state: &State) -> Vec<String> {
        let variable = self.text.strip_prefix('{').and_then(|it| it.strip_suffix('}'));
        match variable {
            Some(variable) if self.kind == "row" => state.all(variable).to_vec(),
            _ => vec![state.filled(&self.text, "")],
        }
    }

    fn element(&self, state: &State, entry: &str, row: usize, path: Vec<u16>) -> Element {
        let top = 100 * i32::try_from(row).expect("few rows");
        let bounds = self.attributes.get("box").map(|it| {
            let side = |it: &str| it.parse().unwrap_or_else(|_| wrong(it));
            let sides: Vec<i32> = it.split(',').map(side).collect();
            Rect::new(sides[0], sides[1], sides[2], sides[3])
        });
        let own = Element {
            resource_name: self.attribute("id"),
            label: self.attribute("label"),
            package_name: self.attribute("package"),
            bounds: bounds.unwrap_or_else(|| Rect::new(0, top, 300, top + 90)),
            path,
            ..Element::default()
        };
        let (class, pressed, editable) = match self.kind.as_str() {
            "nothing" => return Element::default(),
            "button" => ("Button", true, false),
            "row" => ("TextView", true, false),
            "text" => ("TextView", false, false),
            "field" => ("EditText", true, true),
            "select" => ("select", false, false),
            "option" => ("option", true, false),
            other => wrong(other),
        };
        let hint = editable.then(|| self.text.clone());
        let shown = match editable.then(|| state.get(self.variable())) {
            Some(held) if !held.is_empty() => held,
            Some(_) | None => entry.to_owned(),
        };
        Element {
            text: Some(shown).filter(|it| !it.is_empty()),
            hint_text: hint,
            class_name: Some(self.attribute("class").unwrap_or_else(|| class.to_owned())),
            clickable: pressed,
            editable,
            ..own
        }
    }
}

fn wrong(line: &str) -> ! {
    panic!("a fake device can't be told `{line}`")
}

fn step(said: &str) -> Step {
    let pair = |(variable, text): (&str, &str)| (variable.trim().to_owned(), text.trim().to_owned());
    if let Some((variable, text)) = said.split_once("+=").map(pair) {
        Step::Add(variable, text)
    } else if let Some((variable, text)) = said.split_once("-=").map(pair) {
        Step::Take(variable, text)
    } else if let Some((variable, text)) = said.split_once('=').map(pair) {
        Step::Set(variable, text)
    } else if let Some(variable) = said.strip_suffix('?') {
        Step::Needs(variable.to_owned())
    } else {
        Step::Go(said.to_owned())
    }
}

/// Words; what stands in double quotes is one.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut quoted) = (vec![String::new()], false);
    for it in line.chars() {
        match it {
            '"' => quoted = !quoted,
            it if it.is_whitespace() && !quoted => words.push(String::new()),
            it => words.last_mut().expect("there is one").push(it),
        }
    }
    words.retain(|it| !it.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use ui::ElementId;

    use super::*;

    const NOTES: &str = "
notes = milk, bread
screen list
  row {notes} -> form; title = {it}
  button Add -> form
  on navigate_back -> list
screen form
  field Title id=title
  button Save -> title?; list; notes -= milk; notes += {title}.md; title =
  select Kind select_option -> kind = {it}
    option Long
  text \"of {kind}\" if=kind
";

    fn click(at: usize) -> HardAction {
        HardAction::Click {
            target: ElementId(at),
        }
    }

    fn shown(app: &App, state: &State) -> Vec<String> {
        let all = app.view(state).elements;
        all.into_iter().filter_map(|it| it.text).collect()
    }

    #[test]
    fn what_is_typed_is_kept_and_saved() {
        let app = App::read(NOTES);
        let mut state = app.start();
        assert_eq!(shown(&app, &state), ["milk", "bread", "Add"]);
        app.act(&mut state, &click(2));
        assert_eq!(shown(&app, &state), ["Title", "Save", "Kind", "Long"]);
        app.act(&mut state, &click(1));
        assert_eq!(state.screen, "form", "a note needs a title");
        let typed = |text: &str, clear| HardAction::InputText {
            target: Some(ElementId(0)),
            text: text.to_owned(),
            clear,
        };
        app.act(&mut state, &typed("pl", true));
        app.act(&mut state, &typed("an", false));
        assert_eq!(app.view(&state).elements[0].text.as_deref(), Some("plan"));
        app.act(&mut state, &click(1));
        assert_eq!(shown(&app, &state), ["bread", "plan.md", "Add"]);
        app.act(&mut state, &click(0));
        assert_eq!(state.get("title"), "bread");
    }

    #[test]
    fn an_option_is_inside_its_list_and_kept_when_it_is_chosen() {
        let app = App::read(NOTES);
        let mut state = app.start();
        app.act(&mut state, &click(2));
        let form = app.view(&state);
        assert_eq!(
            (&form.elements[2].path, &form.elements[3].path),
            (&vec![0, 2], &vec![0, 2, 0])
        );
        let choice = HardAction::SelectOption {
            target: ElementId(2),
            option: "Long".to_owned(),
        };
        app.act(&mut state, &choice);
        assert_eq!(shown(&app, &state).last().map(String::as_str), Some("of Long"));
    }
}
