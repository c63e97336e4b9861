//! The emulator as an environment: the rules that every environment keeps, instances, judging, checkpoints.

use autorpa_emulator::{Emulator, instances};
use device::{Checkpoints, Device, EnvironmentError, Judge, Tasks, conformance};
use task::{Instance, Params};
use ui::{Action, Element, ElementId, HardAction};

/// The index of the one element that fits.
fn find(env: &mut Emulator, what: &str, fits: impl Fn(&Element) -> bool) -> ElementId {
    let screen = env.observe().expect("a screen");
    let found: Vec<ElementId> = screen
        .iter()
        .filter(|(_, it)| fits(it))
        .map(|(id, _)| id)
        .collect();
    assert_eq!(found.len(), 1, "{what} on\n{}", ui::describe(&screen));
    found[0]
}

fn act(env: &mut Emulator, action: HardAction) {
    env.act(&action).unwrap_or_else(|it| panic!("{action}: {it}"));
}

fn tap(env: &mut Emulator, words: &str) {
    let target = find(env, words, |it| it.words().any(|it| it == words));
    act(env, Action::Click { target });
}

fn fill(env: &mut Emulator, id: &str, text: &str) {
    let target = find(env, id, |it| {
        it.resource_name.as_deref().is_some_and(|it| it.ends_with(id))
    });
    act(
        env,
        Action::InputText {
            target: Some(target),
            text: text.to_owned(),
            clear: true,
        },
    );
}

fn begin(env: &mut Emulator, task_type: &str, seed: u64) -> Instance {
    let instance = env.instance(task_type, seed).expect("an instance");
    env.reset(&instance).expect("a device");
    instance
}

/// Make a note as a person does, with a name and an extension of one's own.
fn make_note(env: &mut Emulator, name: &str, extension: &str, text: &str) {
    act(
        env,
        Action::OpenApp {
            app: "Markor".to_owned(),
        },
    );
    tap(env, "Create a new file or folder");
    fill(env, "new_file_dialog__name", name);
    fill(env, "new_file_dialog__ext", extension);
    tap(env, "OK");
    fill(env, "document__fragment__edit__highlighting_editor", text);
    tap(env, "Save");
}

#[test]
fn every_task_type_keeps_the_rules_of_environments() {
    let mut env = Emulator::new();
    for task_type in env.task_types() {
        conformance::check(&mut env, &task_type.name, 3)
            .unwrap_or_else(|it| panic!("{}: {it}", task_type.name));
    }
}

#[test]
fn a_note_made_by_hand_is_judged() {
    let mut env = Emulator::new();
    let instance = begin(&mut env, "MarkorCreateNote", 1);
    let value = |name: &str| instance.params[name].to_string();
    let (file_name, text) = (value("file_name"), value("text"));
    let dot = file_name.rfind('.').expect("an extension");
    let (name, extension) = file_name.split_at(dot);

    assert_eq!(env.finish().expect("judged").reward().unwrap(), 0.0);
    make_note(&mut env, name, extension, &text);
    assert_eq!(env.finish().expect("judged").reward().unwrap(), 1.0);
    let changes = env.changes();
    assert!(
        changes[0].starts_with("file created: /storage/emulated/0/Documents/Markor/"),
        "{changes:?}"
    );

    for (name, extension, text) in [
        ("other", extension, text.as_str()),
        (name, ".org", &text),
        (name, extension, "other text"),
    ] {
        env.reset(&instance).expect("a device");
        make_note(&mut env, name, extension, text);
        assert_eq!(
            env.finish().expect("judged").reward().unwrap(),
            0.0,
            "{name} {extension} {text}"
        );
    }
}

#[test]
fn a_checkpoint_brings_back_device_and_task() {
    let mut env = Emulator::new();
    begin(&mut env, "MarkorCreateNote", 2);
    let at_home = env.observe().expect("a screen");
    let kept = env.checkpoint();
    make_note(&mut env, "a", ".md", "text");
    begin(&mut env, "MarkorDeleteNote", 2);
    env.restore(&kept).expect("its own checkpoint");
    assert_eq!(env.observe().expect("a screen"), at_home);
    assert_eq!(env.finish().expect("judged").reward().unwrap(), 0.0);
    assert!(env.changes().is_empty());
}

#[test]
fn other_values_than_the_seeds_own_make_a_device_for_them() {
    let mut env = Emulator::new();
    let mut instance = env.instance("MarkorDeleteNote", 5).expect("an instance");
    instance.params.insert("file_name".to_owned(), "todo.txt".into());
    env.reset(&instance).expect("a device");
    assert!(
        env.state()
            .files
            .exists("/storage/emulated/0/Documents/Markor/todo.txt")
    );

    instance.params.insert("colour".to_owned(), "red".into());
    let error = env
        .reset(&instance)
        .expect_err("there is no such parameter")
        .to_string();
    assert!(
        error.contains("no parameter `colour`; there are file_name"),
        "{error}"
    );
    instance.params = Params::new();
    let error = env.reset(&instance).expect_err("a value is missing").to_string();
    assert!(error.contains("`file_name` is missing"), "{error}");
}

#[test]
fn nothing_is_judged_before_an_instance_is_set_up() {
    assert!(matches!(
        Emulator::new().finish(),
        Err(EnvironmentError::NoEpisode)
    ));
}

#[test]
fn instances_of_a_file_are_counted_from_zero() {
    let file = r#"[{"task": "MarkorCreateNoteFromClipboard", "seed": 30, "idx": 0, "instance_seed": 1,
        "goal_before_init": "",
        "goal_after_init": "Create a note in Markor named a.md. Perform a paste operation in the note and save the note.",
        "params": {"file_name": "a.md", "file_content": "x1y2z3"}, "initial_state": {"clipboard": "x1y2z3"}}]"#;
    let mut env = Emulator::with_instances(instances::load(file).expect("a file"));
    assert_eq!(env.count("MarkorCreateNoteFromClipboard"), Some(1));
    let instance = begin(&mut env, "MarkorCreateNoteFromClipboard", 0);
    assert_eq!(
        instance.params,
        Params::from_iter([("file_name".to_owned(), "a.md".into())])
    );
    assert_eq!(env.state().clipboard.as_deref(), Some("x1y2z3"));
    let error = env
        .instance("MarkorCreateNoteFromClipboard", 1)
        .expect_err("there is one only")
        .to_string();
    assert!(error.contains("the file has 1 instances of this type"), "{error}");
    assert!(env.instance("MarkorMoveNote", 0).is_err());
    conformance::check(&mut env, "MarkorCreateNoteFromClipboard", 0).expect("the rules hold");
}
