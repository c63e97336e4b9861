//! Every task type done by hand: the apps can do what the judges ask for, within the budget of steps.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use autorpa_emulator::{Emulator, instances};
use device::{Device, Judge, Tasks};
use task::{Instance, Params};
use testkit::kept;
use ui::{Action, Direction, Element, ElementId, HardAction};

struct Person {
    env: Emulator,
    params: Params,
    steps: usize,
    /// Actions that are done; those after them are not.
    most: usize,
    /// Whether it types other texts than it should, deletes another note or none, and moves to another folder.
    wrong: bool,
    /// How often something was done otherwise than it should be.
    strayed: usize,
}

impl Person {
    fn value(&self, name: &str) -> String {
        self.params[name].to_string()
    }

    fn act(&mut self, mut action: HardAction) {
        if self.steps == self.most {
            return;
        }
        if self.wrong
            && let Action::InputText { text, .. } = &mut action
        {
            self.strayed += 1;
            *text = "Something else altogether, and at some length".to_owned();
        }
        kept::act(&mut self.env, &action).unwrap_or_else(|it| panic!("{action}: {it}"));
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

    /// The one element that fits, further down or up if need be. Scrolling is not counted: how long a list
    /// is depends on the seed.
    fn find(&mut self, what: &str, fits: &dyn Fn(&Element) -> bool) -> ElementId {
        // Down to the end, then up to the beginning.
        for direction in [[Direction::Down; 8], [Direction::Up; 8]].concat() {
            if let Some(found) = self.look(fits) {
                return found;
            }
            let scroll = Action::Scroll {
                target: None,
                direction,
            };
            self.env.act(&scroll).expect("the list scrolls");
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
        let note = |it: &Element| {
            let said = it.content_description.as_deref()?.strip_prefix("File ")?;
            it.long_clickable
                .then(|| said.split_once(' ').map(|it| it.0.to_owned()))?
        };
        if self.wrong {
            let screen = self.env.observe().expect("a screen");
            if let Some(other) = screen.elements.iter().filter_map(note).find(|it| it != name) {
                self.strayed += 1;
                self.wrong = false;
                return self.delete(&other);
            }
        }
        self.hold(name);
        self.tap("Delete");
        // Where there is no other note, it thinks better of it.
        let answer = if self.wrong { "CANCEL" } else { "OK" };
        self.strayed += usize::from(self.wrong);
        self.tap(answer);
    }
}

/// A phone with the suite's own instances of a type, and how many there are; none, and a word about it, where the
/// file is not there.
fn of_the_suite(task_type: &str) -> Option<(Emulator, u64)> {
    let text = testkit::instances()?;
    let env = Emulator::with_instances(instances::load(&text).expect("the instances"));
    let count = env.count(task_type).unwrap_or(0);
    assert!(count > 0, "the file has {task_type}");
    Some((env, u64::try_from(count).expect("a few")))
}

/// Play an instance and have it judged; `most` actions are done, those after them are not.
fn play(env: Emulator, instance: &Instance, most: usize, solve: &dyn Fn(&mut Person)) -> (Person, f64) {
    let mut person = Person {
        env,
        params: instance.params.clone(),
        steps: 0,
        most,
        wrong: false,
        strayed: 0,
    };
    person.env.reset(instance).expect("a device");
    kept::begin();
    solve(&mut person);
    let reward = person.env.finish().expect("judged").reward().unwrap();
    (person, reward)
}

/// Do instances of a type, the suite's own and those of these seeds: the reward is 1 after it, within the budget of
/// steps; 0 where nothing was done, all but the last action, and
/// everything with other texts, another note or another folder.
fn check(task_type: &str, solve: impl Fn(&mut Person)) {
    let mut made = Emulator::new();
    let types = made.task_types();
    let budget = types
        .iter()
        .find(|it| it.name == task_type)
        .expect("a type")
        .step_budget;
    for seed in [1, 2, 3, 100, 101, 102] {
        made = all_ways(made, task_type, seed, budget, &solve);
    }
    if let Some((mut env, count)) = of_the_suite(task_type) {
        for seed in 0..count {
            env = all_ways(env, task_type, seed, usize::MAX, &solve);
        }
    }
}

fn all_ways(
    mut env: Emulator,
    task_type: &str,
    seed: u64,
    budget: usize,
    solve: &dyn Fn(&mut Person),
) -> Emulator {
    let instance = env.instance(task_type, seed).expect("an instance");
    let (mut person, reward) = play(env, &instance, usize::MAX, solve);
    let changes = person.env.changes();
    let screen = person.env.observe().expect("a screen");
    assert_eq!(
        reward,
        1.0,
        "{} (seed {seed}): {changes:#?}\n{}",
        instance.goal,
        ui::describe(&screen)
    );
    if person.env.count(task_type).is_none() {
        kept::end(&instance, || screen);
    }
    let steps = person.steps;
    assert!(steps <= budget, "{task_type} {seed}: {steps} steps of {budget}");
    let (person, idle) = play(person.env, &instance, 0, &|_| {});
    assert_eq!(idle, 0.0, "{task_type} {seed}: nothing was done");
    let (person, missed) = play(person.env, &instance, steps - 1, solve);
    assert_eq!(missed, 0.0, "{task_type} {seed}: the last action was not done");
    // Another value in the place of each that is typed, and another note.
    let wrong = |it: &mut Person| {
        it.wrong = true;
        solve(it);
    };
    let (person, missed) = play(person.env, &instance, usize::MAX, &wrong);
    assert!(person.strayed > 0, "{task_type} {seed}: nothing else was done");
    assert_eq!(missed, 0.0, "{task_type} {seed}: something else was done");
    person.env
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
        if person.wrong {
            person.strayed += 1;
        } else {
            person.tap(&to);
        }
        person.tap("Select this folder");
    });
}

/// Copied, the note is in the right folder, but in the old one too.
#[test]
fn a_copied_note_is_not_moved() {
    let mut env = Emulator::new();
    for seed in [1, 2, 3] {
        let instance = env.instance("MarkorMoveNote", seed).expect("an instance");
        let (person, reward) = play(env, &instance, usize::MAX, &|person| {
            let (from, to) = (person.value("source_folder"), person.value("destination_folder"));
            let name = person.value("file_name");
            person.open("Markor");
            person.tap(&from);
            person.hold(&name);
            for words in ["More options", "Copy", "..", &to, "Select this folder"] {
                person.tap(words);
            }
        });
        assert_eq!(reward, 0.0, "{}", instance.goal);
        env = person.env;
    }
}
