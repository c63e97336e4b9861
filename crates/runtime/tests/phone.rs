//! A function written by hand, on the emulated phone: what the generated ones look like, and what a run costs.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use std::time::Instant;

use autorpa_runtime::{Options, Run, run};
use device::{Cancel, Judge, Tasks};
use emulator::Emulator;
use trajectory::Outcome;

const CREATE_NOTE: &str = r#"
/// Create a new note in Markor with a given name and text.
///
/// - file_name: name of the note, with its extension
/// - text: what the note says
///
/// create_markor_note("final_quick_eagle.md", "Winter is coming.")
fn create_markor_note(file_name, text) {
    env_op.open_app("Markor");
    let add = env_op.find_element(#{ content_description: "Create a new file or folder",
                                     target_description: "round + button, bottom right" });
    assert(add != -1, "the button for a new file is not on the screen");
    env_op.click(add);
    let name = env_op.find_element(#{ resource_name: "new_file_dialog__name", target_description: "field for the name" });
    assert(name != -1, "there is no field for the name");
    env_op.input_text(stem(file_name), name, true);
    let ending = env_op.find_element(#{ resource_name: "new_file_dialog__ext", target_description: "field for the extension" });
    assert(ending != -1, "there is no field for the extension");
    env_op.input_text(extension(file_name), ending, true);
    let ok = env_op.find_element(#{ text: "OK", target_description: "the dialog's button" });
    assert(ok != -1, "there is no button to create the file");
    env_op.click(ok);
    let page = env_op.find_element(#{ additional_actions: ["input_text"], target_description: "the note" });
    assert(page != -1, "there is no page to write on");
    env_op.input_text(text, page, false);
    let save = env_op.find_element(#{ content_description: "Save", target_description: "the button that saves" });
    assert(save != -1, "there is no button to save");
    env_op.click(save);
    env_op.stop("complete");
}
"#;

fn on_phone(seed: u64) -> (Run, f64, f64) {
    let mut env = Emulator::new();
    let instance = env
        .instance("MarkorCreateNote", seed)
        .expect("the suite has the task type");
    env.reset(&instance).expect("the instance can be set up");
    let cancel = Cancel::default();
    let options = Options::default();
    let started = Instant::now();
    let run = run(
        CREATE_NOTE,
        "create_note",
        &instance.params,
        &mut env,
        &instance,
        &options,
        None,
        &cancel,
    );
    let seconds = started.elapsed().as_secs_f64();
    let reward = env.finish().expect("the run can be judged").reward().unwrap();
    (run, reward, seconds)
}

#[test]
fn a_hand_written_function_reaches_its_task() {
    for seed in 0..5 {
        let (run, reward, seconds) = on_phone(seed);
        let ending = &run.recording.ending;
        let told = ending
            .diagnostic
            .as_ref()
            .map(|it| it.render("create_note", CREATE_NOTE));
        assert_eq!(
            ending.outcome,
            Outcome::Reached,
            "seed {seed}: {}",
            told.unwrap_or_default()
        );
        assert_eq!(reward, 1.0);
        assert_eq!(run.recording.steps.len(), 8);
        assert!(run.heals.is_empty(), "{:?}", run.heals);
        tracing::info!(seed, seconds, "run");
        // A debug build on a busy machine takes a few times what a release build takes.
        assert!(seconds < 5.0, "{seconds} s");
    }
}
