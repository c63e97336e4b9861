//! What a check expects comes before people, and before no model.

use std::fs;

use crate::{
    desk::Desk,
    fake_model::{Answer, FakeModel, by_model},
};

/// What the check expects. Only it and the instance for which it holds say so.
const MARKER: &str = "zq7-expected";

/// A task whose check holds for the first instance from the second look on, whatever is done, and for no other one.
const TASK: &str = "\
format = 1
name = \"MakeFolder\"
goal = \"Make a folder {folder} among the notes.\"
sandbox = true

[start]
device = \"emulator\"

[touch]
apps = [\"Markor\"]

[params.folder]
type = \"text\"
examples = [\"plans\", \"ideas\", \"recipes\"]

[[check]]
name = \"filed as zq7-expected says\"
within = \"10ms\"
command = [\"sh\", \"-c\", \"case $1 in ideas) if [ -e seen ]; then cat seen; else echo zq7-expected > seen; echo no; fi;; *) echo no;; esac\", \"sh\", \"{folder}\"]
is = \"zq7-expected\"
";

/// Each agent's words, by what its instructions say and no other's do.
const AGENTS: &[(&str, &str, &str)] = &[
    (
        "the analyzer",
        "A function worked on a goal on a device",
        "### Cause\nA step is missing.\n### Completed\n- nothing\n### Plan\n- go on\n### Continue\nyes",
    ),
    (
        "the builder",
        "You write one function in Rhai",
        "### Thought\nIt opens the app.\n### Code\n```rhai\n/// Makes a folder.\n/// - folder: its name\n/// make_folder(\"plans\")\n\
         fn make_folder(folder) {\n    env_op.open_app(\"Markor\"); // step 1\n    env_op.log(folder);\n    env_op.stop(\"complete\");\n}\n```\n\
         ### Conclusion\nIt takes the name.",
    ),
    (
        "the concluder",
        "An attempt at a goal on",
        "### Conclusion\nThe app was opened.\n### Reflection\n- look around",
    ),
    (
        "the ReAct agent",
        "### Action",
        "### Analysis\nSo far.\n### Done\n- all\n### Plan\n- stop\n### Reason\nIt is done.\n### Action\n\
         {\"action_type\": \"status\", \"goal_status\": \"complete\"}",
    ),
];

/// Build by the agents of a tier, and see who was asked what.
fn case(tier: &str, asked: &[&str]) {
    let desk = Desk::new();
    fs::create_dir(desk.path("mine")).unwrap();
    desk.file("mine/folder.task.toml", TASK);
    let model = FakeModel::new(Answer::By(AGENTS));
    let build = ["--tasks", "mine", "build", "--task-type", "MakeFolder", "-n", "2"];
    let short = ["--text-only", "--episodes", "2", "--reflect", "1", "-m", "2"];
    let by = by_model(&model.url);
    let ran = desk.run(&[&build[..], &by[..1], &[tier], &by[2..], &short].concat());
    let prompts: Vec<String> = model.all().iter().map(|it| it.body.to_string()).collect();
    for (agent, words, _) in AGENTS.iter().filter(|it| asked.contains(&it.0)) {
        assert!(
            prompts.iter().any(|it| it.contains(words)),
            "{agent} was not asked:\n{}",
            ran.err
        );
    }
    for prompt in &prompts {
        assert!(!prompt.contains(MARKER), "{prompt}");
    }
    // A person is told all of it.
    assert!(
        ran.err.contains(&format!("filed as {MARKER} says")),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("found \"no\""), "{}", ran.err);
}

#[test]
fn no_agent_of_the_paper_sees_what_a_check_expects() {
    case(
        "model",
        &["the analyzer", "the builder", "the concluder", "the ReAct agent"],
    );
}

#[test]
fn no_agent_for_the_rest_sees_what_a_check_expects() {
    case("auto", &["the ReAct agent", "the builder"]);
}
