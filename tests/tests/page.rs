//! One page for one task: recording, soft trajectory, program, script and run, made by the real parts.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use compiler::{emit::emit, synthesise::synthesise, translate::translate};
use device::{Cancel, Device, Judge, Tasks};
use emulator::Emulator;
use explorer::{graph::Graph, search};
use trajectory::{Recording, summarize_step};

fn tell(recording: &Recording) -> String {
    let steps = recording.steps.iter().enumerate().map(|(idx, step)| {
        let done = summarize_step(&step.screen, &step.action, recording.after(idx));
        format!("{}. {done}\n", idx + 1)
    });
    let end = format!("{}, reward {:?}\n", recording.ending.outcome, recording.reward);
    steps.chain([end]).collect()
}

fn page(task_type: &str, built_on: u64, run_on: u64) -> String {
    let mut env = Emulator::new();
    let cancel = Cancel::default();
    let instance = env.instance(task_type, built_on).unwrap();
    let options = search::Options::default();
    let report = search::search(
        &mut env,
        &instance,
        &options,
        &mut Graph::default(),
        &cancel,
        &mut |_| {},
    )
    .unwrap();
    let recording = report.recording.unwrap();
    let soft = translate(&recording);
    let program = synthesise(std::slice::from_ref(&soft), task_type, &instance.goal).remove(0);
    let script = emit(&program);

    let other = env.instance(task_type, run_on).unwrap();
    env.reset(&other).unwrap();
    let arguments = script.arguments(&other);
    let options = runtime::Options::default();
    let run = runtime::run(
        &script.source,
        &script.name,
        &arguments,
        &mut env,
        &other,
        &options,
        None,
        &cancel,
    );
    let run = Recording {
        reward: Some(env.finish().unwrap().reward().unwrap()),
        ..run.recording
    };
    format!(
        "# {}\n\n## recording\n{}\n## soft trajectory\n{soft}\n## program\n{program}\n## script\n{}\n## run: {}\n{}\n## changes\n{}\n",
        instance.goal,
        tell(&recording),
        script.source,
        other.goal,
        tell(&run),
        env.changes().join("\n"),
    )
}

#[test]
fn a_folder() {
    insta::assert_snapshot!(page("MarkorCreateFolder", 1, 7));
}

#[test]
fn a_contact() {
    insta::assert_snapshot!(page("ContactsAddContact", 1, 7));
}
