//! Tasks that a client names by their file or type.

use std::{
    fs,
    os::unix::fs::symlink,
    path::Path,
    process::{Command, Stdio},
};

use serde_json::{Value as Json, json};

use super::{Server, library, own_task};

/// A server in this folder, whose project file holds.
fn server(folder: &Path) -> Server {
    super::server_in(folder, Stdio::inherit())
}

/// What a refused call is told, which did nothing.
#[track_caller]
fn refusal(answer: &Json) -> String {
    let text = super::refusal(answer);
    assert!(text.ends_with("nothing was done"), "{answer}");
    text
}

/// A function of this repository, for a task file that asks for the same.
const CREATE: &str = "markor/create_note.rhai";
/// That task: the note has to be there then.
const TASK: &str = r#"
format = 1
name = "KeepNote"
goal = "Keep a note {file_name} that says {text}."
[start]
device = "emulator"
[params.file_name]
type = "text"
examples = ["plans.md", "ideas.md"]
[params.text]
type = "text"
examples = ["buy milk", "call Ada"]
[[check]]
app = "Markor"
shows = ["{file_name}"]
"#;

/// A folder with that task file, and a function that a person accepted for it.
fn keep_note(folder: &Path, policy: &str, irreversible: &[&str]) {
    let source = fs::read_to_string(library().join(CREATE)).unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let project = format!("tasks = [\"tasks\"]\nlibrary = \"library\"\n{policy}");
    write("autorpa.toml", &project);
    write("tasks/notes/keep_note.task.toml", TASK);
    write("library/notes/keep_note.rhai", &source);
    let param = |name: &str| json!({ "name": name, "description": "" });
    let receipt = json!({
        "version": 1, "name": "keep_note", "task_type": "KeepNote", "suite": "notes", "device": "emulator",
        "verified": true, "instances": [], "params": [param("file_name"), param("text")],
        "explorer": { "kind": "", "episodes": 0, "steps": 0 }, "irreversible": irreversible,
        "script_sha256": ::library::sha256(&source),
    });
    write("library/notes/keep_note.receipt.json", &receipt.to_string());
}

#[test]
fn a_task_file_is_run_by_its_function_and_judged_by_its_checks() {
    let folder = tempfile::tempdir().unwrap();
    keep_note(folder.path(), "", &[]);
    let mut server = server(folder.path());
    let values = json!({ "file_name": "todo.md", "text": "buy milk" });
    for (id, task) in (1..).zip([
        "notes/keep_note.task.toml",
        "./tasks/notes/keep_note.task.toml",
        "KeepNote",
    ]) {
        let answer = server.call(id, "run_task", &json!({ "task": task, "values": values }));
        let ran = &answer["result"]["structuredContent"];
        assert_eq!(ran["outcome"], "reached", "{answer}");
        assert!(
            ran["run"].is_string() && ran["changes"].to_string().contains("todo.md"),
            "{answer}"
        );
    }
    // A check says so where it did not come to what was asked for.
    let check = TASK.replace("[\"{file_name}\"]", "[\"{text}\"]");
    fs::write(folder.path().join("tasks/notes/keep_note.task.toml"), check).unwrap();
    let answer = server.call(9, "run_task", &json!({ "task": "KeepNote", "values": values }));
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    assert_eq!(
        answer["result"]["structuredContent"]["outcome"], "not_reached",
        "{answer}"
    );
}

#[test]
fn a_task_may_be_named_where_the_program_is_started() {
    let folder = tempfile::tempdir().unwrap();
    keep_note(folder.path(), "", &[]);
    fs::write(folder.path().join("autorpa.toml"), "library = \"library\"\n").unwrap();
    let values = json!({ "file_name": "todo.md", "text": "buy milk" });
    let wanted = json!({ "task": "KeepNote", "values": values });
    let said = refusal(&server(folder.path()).call(1, "run_task", &wanted));
    assert!(said.contains("KeepNote"), "{said}");
    let mut program = Command::new(env!("CARGO_BIN_EXE_autorpa-mcp"));
    program.args(["--tasks", "tasks", "--home", "home"]);
    let mut server = Server::spawn(program.current_dir(folder.path()));
    server.initialize();
    for (id, task) in (1..).zip(["KeepNote", "notes/keep_note.task.toml"]) {
        let answer = server.call(id, "run_task", &json!({ "task": task, "values": values }));
        let ran = &answer["result"]["structuredContent"];
        assert_eq!(ran["outcome"], "reached", "{answer}");
    }
}

#[test]
fn an_instance_of_a_task_type_is_run_and_judged() {
    let home = tempfile::tempdir().unwrap();
    let mut server = Server::start(home.path());
    server.initialize();
    let arguments = json!({ "task": "MarkorCreateNote", "suite": "androidworld", "seed": 3 });
    let answer = server.call(1, "run_task", &arguments);
    assert_eq!(
        answer["result"]["structuredContent"]["outcome"], "reached",
        "{answer}"
    );
    // Its values are not the caller's.
    let arguments = json!({ "task": "MarkorCreateNote", "values": { "text": "x" } });
    let said = refusal(&server.call(2, "run_task", &arguments));
    assert!(said.contains("`seed` says which"), "{said}");
    let said = refusal(&server.call(3, "run_task", &json!({ "task": "MarkorCreateNotes" })));
    assert!(said.contains("MarkorCreateNote"), "{said}");
}

#[test]
fn what_a_task_does_not_take_or_has_not_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    own_task(folder.path());
    fs::write(
        folder.path().join("mine/broken.task.toml"),
        "format = 1\nnam = \"X\"\n",
    )
    .unwrap();
    let mut server = server(folder.path());
    // A file that is wrong, with the place.
    let said = refusal(&server.call(1, "run_task", &json!({ "task": "mine/broken.task.toml" })));
    assert!(
        said.contains("broken.task.toml") && said.contains("nam"),
        "{said}"
    );
    // It was mended while the server runs, and has no function.
    let other = "format = 1\nname = \"Other\"\ngoal = \"Do it.\"\n[start]\ndevice = \"emulator\"\n";
    fs::write(folder.path().join("mine/broken.task.toml"), other).unwrap();
    let said = refusal(&server.call(2, "run_task", &json!({ "task": "mine/broken.task.toml" })));
    assert!(
        said.contains("no verified or accepted function for the task type `Other`"),
        "{said}"
    );
    let wrong = [
        (
            json!({ "task": "FileNote", "values": { "title": "a", "kind": "wrk" } }),
            "`kind` has no option",
        ),
        (
            json!({ "task": "FileNote", "values": { "kind": "work" } }),
            "`title` is missing",
        ),
        (
            json!({ "task": "FileNote", "values": { "title": "a", "kind": "work", "pin": "1" } }),
            "no argument `pin`",
        ),
        (
            json!({ "task": "FileNote", "seed": 1 }),
            "takes `values`, and no `seed`",
        ),
        (json!({ "task": "FileNote", "valus": {} }), "valus"),
        (json!({ "values": {} }), "task"),
        (json!({ "task": 3 }), "the arguments are wrong"),
    ];
    for (id, (arguments, words)) in (3..).zip(wrong) {
        let said = refusal(&server.call(id, "run_task", &arguments));
        assert!(said.contains(words), "{arguments}: {said}");
    }
}

#[test]
fn no_path_leads_out_of_the_projects_tasks() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("project");
    keep_note(&project, "", &[]);
    let outside = folder.path().join("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("secret.task.toml"), TASK).unwrap();
    symlink(
        outside.join("secret.task.toml"),
        project.join("tasks/notes/linked.task.toml"),
    )
    .unwrap();
    symlink(&outside, project.join("tasks/elsewhere")).unwrap();
    let mut server = server(&project);
    let absolute = project.join("tasks/notes/keep_note.task.toml");
    let paths = [
        "../outside/secret.task.toml",
        "tasks/../../outside/secret.task.toml",
        absolute.to_str().unwrap(),
        "/etc/passwd",
        "notes/linked.task.toml",
        "elsewhere/secret.task.toml",
        "secret.task.toml",
    ];
    for (id, path) in (1..).zip(paths) {
        let said = refusal(&server.call(id, "run_task", &json!({ "task": path })));
        assert!(
            said.contains("is not below the project's folders of tasks"),
            "{path}: {said}"
        );
    }
    let said = refusal(&server.call(50, "run_task", &json!({ "task": "notes\\..\\x\u{0}.task.toml" })));
    assert!(
        said.contains("has no task file") && said.contains("it has tasks/notes/keep_note.task.toml"),
        "{said}"
    );
}

#[test]
fn what_nothing_takes_back_and_what_the_policy_forbids_is_not_done() {
    let folder = tempfile::tempdir().unwrap();
    keep_note(folder.path(), "", &["it overwrites"]);
    let mut asking = server(folder.path());
    let call = json!({ "task": "KeepNote", "values": { "file_name": "a.md", "text": "b" } });
    // This client asks nobody.
    let answer = asking.call(1, "run_task", &call);
    let text = answer["result"]["content"][0]["text"]
        .as_str()
        .unwrap_or_default();
    assert!(
        text.contains("this client asks nobody; nothing was done"),
        "{answer}"
    );

    let folder = tempfile::tempdir().unwrap();
    keep_note(folder.path(), "[policy]\nforbid = [\"input_text\"]\n", &[]);
    let mut forbidden = server(folder.path());
    let answer = forbidden.call(1, "run_task", &call);
    let ran = &answer["result"]["structuredContent"];
    assert_eq!(ran["outcome"], "refused", "{answer}");
    assert!(
        ran["why"].as_str().unwrap_or_default().contains("not-allowed"),
        "{answer}"
    );
}
