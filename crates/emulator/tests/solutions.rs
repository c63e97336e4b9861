//! Every task type done by hand: the apps can do what the judges ask for, within the budget of steps.

use autorpa_emulator::Emulator;
use device::{Device, Environment};
use task::Params;
use ui::{Action, Direction, Element, ElementId, HardAction};

struct Person {
    env: Emulator,
    params: Params,
    steps: usize,
}

impl Person {
    fn value(&self, name: &str) -> String {
        self.params[name].to_string()
    }

    fn act(&mut self, action: HardAction) {
        self.env
            .act(&action)
            .unwrap_or_else(|it| panic!("{action}: {it}"));
        self.steps += 1;
    }

    /// The one element that fits; of a button and its text, the button.
    fn look(&mut self, fits: &dyn Fn(&Element) -> bool) -> Option<ElementId> {
        let screen = self.env.observe().expect("a screen");
        let mut found: Vec<(ElementId, &Element)> = screen.iter().filter(|(_, it)| fits(it)).collect();
        if found.len() > 1 {
            found.retain(|(_, it)| it.clickable);
        }
        assert!(found.len() < 2, "{found:?} on\n{}", ui::describe(&screen));
        found.first().map(|(id, _)| *id)
    }

    /// The one element that fits, further down if need be. Scrolling is not counted: how long a list
    /// is depends on the seed.
    fn find(&mut self, what: &str, fits: &dyn Fn(&Element) -> bool) -> ElementId {
        for _ in 0..6 {
            if let Some(found) = self.look(fits) {
                return found;
            }
            let down = Action::Scroll {
                target: None,
                direction: Direction::Down,
            };
            self.env.act(&down).expect("the list scrolls");
        }
        let screen = self.env.observe().expect("a screen");
        panic!("no {what} on\n{}", ui::describe(&screen))
    }

    fn tap(&mut self, words: &str) {
        let target = self.find(words, &|it| it.words().any(|it| it == words));
        self.act(Action::Click { target });
    }

    fn hold(&mut self, words: &str) {
        let target = self.find(words, &|it| it.words().any(|it| it == words));
        self.act(Action::LongPress { target });
    }

    fn fill(&mut self, hint_or_id: &str, text: &str, clear: bool) {
        let target = self.find(hint_or_id, &|it| {
            let id = it
                .resource_name
                .as_deref()
                .is_some_and(|it| it.ends_with(hint_or_id));
            it.editable && (id || it.hint_text.as_deref() == Some(hint_or_id))
        });
        self.act(Action::InputText {
            target: Some(target),
            text: text.to_owned(),
            clear,
        });
    }

    fn open(&mut self, app: &str) {
        self.act(Action::OpenApp { app: app.to_owned() });
    }

    fn new_note(&mut self) {
        let file_name = self.value("file_name");
        let (name, extension) = file_name.split_at(file_name.rfind('.').expect("an extension"));
        self.open("Markor");
        self.tap("Create a new file or folder");
        self.fill("new_file_dialog__name", name, true);
        if extension != ".md" {
            self.fill("new_file_dialog__ext", extension, true);
        }
        self.tap("OK");
    }

    fn write_note(&mut self, text: &str) {
        self.fill("document__fragment__edit__highlighting_editor", text, true);
        self.tap("Save");
    }

    fn delete(&mut self, name: &str) {
        self.hold(name);
        self.tap("Delete");
        self.tap("OK");
    }
}

/// Do instances of a type with these seeds; the reward is 0 before and 1 after, within the budget.
fn check(task_type: &str, solve: impl Fn(&mut Person)) {
    let mut env = Emulator::new();
    let types = env.task_types();
    let budget = types
        .iter()
        .find(|it| it.name == task_type)
        .expect("a type")
        .step_budget;
    for seed in [1, 2, 3, 100, 101, 102] {
        let instance = env.instance(task_type, seed).expect("an instance");
        env.reset(&instance).expect("a device");
        let mut person = Person {
            env,
            params: instance.params,
            steps: 0,
        };
        solve(&mut person);
        let (steps, changes) = (person.steps, person.env.changes());
        env = person.env;
        let reward = env.finish().expect("judged");
        let screen = env.observe().expect("a screen");
        assert_eq!(
            reward,
            1.0,
            "{} (seed {seed}): {changes:#?}\n{}",
            instance.goal,
            ui::describe(&screen)
        );
        assert!(steps <= budget, "{task_type} {seed}: {steps} steps of {budget}");
    }
}

#[test]
fn contacts_add_contact() {
    check("ContactsAddContact", |person| {
        let (name, number) = (person.value("name"), person.value("number"));
        let (given, family) = name.split_once(' ').expect("two names");
        person.open("Contacts");
        person.tap("Create contact");
        person.fill("First name", given, true);
        person.fill("Last name", family, true);
        person.fill("Phone", &number, true);
        person.tap("SAVE");
    });
}

#[test]
fn markor_change_note_content() {
    check("MarkorChangeNoteContent", |person| {
        let (old, new) = (person.value("original_name"), person.value("new_name"));
        let content = person.value("updated_content");
        person.open("Markor");
        person.tap(&old);
        person.write_note(&content);
        person.act(Action::NavigateBack);
        while person
            .look(&|it| it.words().any(|it| it == "Create a new file or folder"))
            .is_none()
        {
            person.act(Action::NavigateBack);
        }
        person.hold(&old);
        person.tap("Rename");
        person.fill("new_name", &new, true);
        person.tap("OK");
    });
}

#[test]
fn markor_create_folder() {
    check("MarkorCreateFolder", |person| {
        let name = person.value("folder_name");
        person.open("Markor");
        person.tap("Create a new file or folder");
        person.fill("new_file_dialog__name", &name, true);
        person.tap("FOLDER");
    });
}

#[test]
fn markor_create_note() {
    check("MarkorCreateNote", |person| {
        let text = person.value("text");
        person.new_note();
        person.write_note(&text);
    });
}

#[test]
fn markor_create_note_from_clipboard() {
    check("MarkorCreateNoteFromClipboard", |person| {
        person.new_note();
        let editor = "document__fragment__edit__highlighting_editor";
        let target = person.find(editor, &|it| {
            it.resource_name.as_deref().is_some_and(|it| it.ends_with(editor))
        });
        person.act(Action::LongPress { target });
        person.tap("Paste");
        person.tap("Save");
    });
}

#[test]
fn markor_delete_newest_note() {
    check("MarkorDeleteNewestNote", |person| {
        person.open("Markor");
        let screen = person.env.observe().expect("a screen");
        let newest = screen
            .iter()
            .filter(|(_, it)| it.long_clickable)
            .filter_map(|(id, it)| {
                // "File NAME 10/15/2023, 15:34": all days are of one month, so the text sorts by time.
                let description = it.content_description.clone()?;
                let (name, time) = description.strip_prefix("File ")?.split_once(' ')?;
                Some((time.to_owned(), name.to_owned(), id))
            })
            .max();
        let (_, name, _) = newest.expect("a note");
        person.delete(&name);
    });
}

#[test]
fn markor_delete_note() {
    check("MarkorDeleteNote", |person| {
        let name = person.value("file_name");
        person.open("Markor");
        person.delete(&name);
    });
}

#[test]
fn markor_edit_note() {
    check("MarkorEditNote", |person| {
        let name = person.value("file_name");
        person.open("Markor");
        person.tap(&name);
        let editor = "document__fragment__edit__highlighting_editor";
        let target = person.find(editor, &|it| {
            it.resource_name.as_deref().is_some_and(|it| it.ends_with(editor))
        });
        let screen = person.env.observe().expect("a screen");
        let old = screen
            .get(target)
            .expect("the editor")
            .held_text()
            .trim()
            .to_owned();
        let text = match person.value("edit_type").as_str() {
            "header" => format!("{}\n{old}", person.value("header")),
            "footer" => format!("{old}\n{}", person.value("footer")),
            _ => person.value("replace_text"),
        };
        person.write_note(&text);
    });
}

#[test]
fn markor_move_note() {
    check("MarkorMoveNote", |person| {
        let (from, to) = (person.value("source_folder"), person.value("destination_folder"));
        let name = person.value("file_name");
        person.open("Markor");
        person.tap(&from);
        person.hold(&name);
        person.tap("More options");
        person.tap("Move");
        person.tap("..");
        person.tap(&to);
        person.tap("Select this folder");
    });
}
