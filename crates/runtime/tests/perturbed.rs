//! The functions of `scripts/verified` on phones that differ from the one they were made on.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use std::{fs, path::Path};

use autorpa_runtime::{Options, run, signature};
use device::{Cancel, Judge, Tasks};
use emulator::{
    Emulator,
    perturb::{Kind, Perturb},
    tasks::{Definition, definition},
};
use task::{Params, Value};
use trajectory::Outcome;

/// Name, source and task type of each function for the emulator that carries other ways to its elements; those
/// that an older compiler made do not.
fn functions() -> Vec<(String, String, String)> {
    fn walk(folder: &Path, all: &mut Vec<(String, String, String)>) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                walk(&path, all);
                continue;
            }
            let Some(name) = path.to_str().and_then(|it| it.strip_suffix(".receipt.json")) else {
                continue;
            };
            let receipt = fs::read_to_string(&path).expect("a listed file can be read");
            let receipt: serde_json::Value = serde_json::from_str(&receipt).expect("a receipt is JSON");
            let source = fs::read_to_string(format!("{name}.rhai")).expect("a receipt has its script");
            if receipt["suite"] == "androidworld" && source.contains("or_else") {
                let task_type = receipt["task_type"].as_str().unwrap_or_default().to_owned();
                all.push((receipt["name"].to_string(), source, task_type));
            }
        }
    }
    let mut all = Vec::new();
    walk(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/verified"),
        &mut all,
    );
    all.sort();
    assert!(all.len() >= 30, "the verified functions are there: {}", all.len());
    all
}

/// Reward and outcome of one run, with what the run says of its end.
fn on(source: &str, task_type: &str, seed: u64, perturb: Perturb) -> (f64, Outcome, String) {
    let mut env = Emulator::new().perturbed(perturb);
    let instance = env
        .instance(task_type, seed)
        .expect("the suite has the task type");
    env.reset(&instance).expect("the instance can be set up");
    let taken = signature(source, task_type)
        .expect("a verified script can be read")
        .params;
    let args: Params = taken
        .into_iter()
        .map(|it| {
            let value = instance.params.get(&it.name).cloned();
            (it.name, value.unwrap_or(Value::Text(String::new())))
        })
        .collect();
    let cancel = Cancel::default();
    let run = run(
        source,
        task_type,
        &args,
        &mut env,
        &instance,
        &Options::default(),
        None,
        &cancel,
    );
    let reward = env.finish().expect("the run can be judged").reward().unwrap();
    let ending = run.recording.ending;
    (
        reward,
        ending.outcome,
        ending.diagnostic.map_or_else(String::new, |it| it.to_string()),
    )
}

/// Runs every function under a kind; answers how many runs did their task, what happened to the others, and the
/// functions that never did without refusing: what only its words tell may be refused where all words are others.
fn measure(kinds: &[Kind], seeds: std::ops::Range<u64>) -> (usize, usize, Vec<String>, Vec<String>) {
    let (mut right, mut all, mut wrong, mut never) = (0, 0, Vec::new(), Vec::new());
    for (name, source, task_type) in functions() {
        let (before, mut refused) = (right, true);
        for seed in seeds.clone() {
            let (reward, outcome, said) =
                on(&source, &task_type, seed, Perturb::new(kinds.iter().copied(), 7));
            all += 1;
            if reward >= 1.0 {
                right += 1;
            } else {
                let told = if outcome == Outcome::Reached {
                    "FALSE SUCCESS"
                } else {
                    ""
                };
                refused &= outcome == Outcome::Refused;
                wrong.push(format!("{name} {seed}: {outcome} {told} {said}"));
            }
        }
        if right == before && !refused {
            never.push(name);
        }
    }
    (right, all, wrong, never)
}

macro_rules! survives {
    ($($name:ident: $kind:ident),* $(,)?) => {
        $(#[test]
        fn $name() {
            let (right, all, wrong, never) = measure(&[Kind::$kind], 200..203);
            assert!(right * 10 >= all * 9, "{right} of {all}\n{}", wrong.join("\n"));
            assert!(!wrong.iter().any(|it| it.contains("FALSE")), "{}", wrong.join("\n"));
            assert!(never.is_empty(), "{never:?} never did their task\n{}", wrong.join("\n"));
        })*

        #[test]
        fn every_kind_has_a_test() {
            let showing = Kind::ALL.into_iter().filter(|it| it.only_shows());
            assert_eq!(vec![$(Kind::$kind),*], showing.collect::<Vec<_>>());
        }
    };
}

survives! {
    dialogs_that_come_in_between: Dialog,
    notifications_over_the_top: Notification,
    slow_screens: Slow,
    rows_in_another_order: Order,
    more_rows: Rows,
    longer_labels: Labels,
    another_language: Language,
    a_dark_theme: Dark,
    larger_text: Font,
    a_smaller_screen: Screen,
    renamed_ids: Ids,
}

#[test]
fn among_more_that_is_nearly_meant() {
    let perturb = || Perturb::new([Kind::Crowd], 7);
    let (mut wrong, mut told, mut all) = (Vec::new(), Vec::new(), (0, 0));
    for (name, source, task_type) in functions() {
        if !definition(&task_type).is_some_and(Definition::is_contested) {
            continue;
        }
        let mut row = (0, 0, 0);
        for seed in 200..208 {
            let (reward, outcome, said) = on(&source, &task_type, seed, perturb());
            match (reward >= 1.0, outcome) {
                (true, _) => row.0 += 1,
                (false, Outcome::Reached) => {
                    row.2 += 1;
                    wrong.push((task_type.clone(), seed));
                }
                (false, _) => {
                    row.1 += 1;
                    told.push(format!("  {seed}: {outcome} {said}"));
                }
            }
        }
        all = (all.0 + row.0, all.1 + row.0 + row.1 + row.2);
        told.push(format!(
            "{name}: {} right, {} refused, {} wrong",
            row.0, row.1, row.2
        ));
    }
    let told = told.join("\n");
    assert!(
        wrong.is_empty(),
        "ended complete and were wrong: {wrong:?}\n{told}"
    );
    assert!(all.0 * 4 >= all.1 * 3, "{all:?} right\n{told}");
}
