//! What holds for whatever is done and whatever is read.

use autorpa_emulator::{Emulator, instances, state::Files, tasks::Random};
use device::{Device, DeviceError, Judge, Tasks};
use proptest::prelude::*;
use ui::{Action, Direction, ElementId, HardAction, Rect, Screen};

/// Any action on any element of a screen, and now and then on none of it.
fn action(random: &mut Random, screen: &Screen) -> HardAction {
    let target = ElementId(random.between(0, screen.elements.len() as i64) as usize);
    let direction =
        [Direction::Up, Direction::Down, Direction::Left, Direction::Right][random.between(0, 3) as usize];
    let text = random
        .pick(&[
            "a",
            "note.txt",
            "two words",
            "line\nline",
            "",
            "ünïcode ✓",
            "../x",
            "+1 555",
        ])
        .to_owned();
    match random.between(0, 15) {
        0 => Action::OpenApp {
            app: random
                .pick(&["Markor", "Contacts", "Clipper", "no such app"])
                .to_owned(),
        },
        1..=6 => Action::Click { target },
        7 => Action::DoubleTap { target },
        8 => Action::LongPress { target },
        9 | 10 => Action::InputText {
            target: Some(target),
            text,
            clear: random.between(0, 1) == 0,
        },
        11 => Action::Scroll {
            target: Some(target),
            direction,
        },
        12 => Action::Swipe { direction },
        13 => Action::KeyboardEnter,
        14 => Action::NavigateBack,
        _ => Action::InputText {
            target: None,
            text,
            clear: false,
        },
    }
}

/// Two phones that get the same actions show the same, whatever the actions are, and everything on
/// the screen is on the screen.
#[test]
fn one_seed_and_the_same_actions_give_the_same_device() {
    let types = Emulator::new().task_types();
    for seed in 0..30 {
        let task_type = &types[seed as usize % types.len()].name;
        let run = || {
            let mut random = Random::new("walk", "actions", seed);
            let mut env = Emulator::new();
            let instance = env.instance(task_type, seed).expect("an instance");
            env.reset(&instance).expect("a device");
            let mut signatures = Vec::new();
            for _ in 0..120 {
                let screen = env.observe().expect("a screen");
                let whole = Rect::new(0, 0, screen.size.0 as i32, screen.size.1 as i32);
                let inside = |it: Rect| it.intersection(&whole) == Some(it);
                assert!(
                    screen.elements.iter().all(|it| inside(it.bounds)),
                    "{}",
                    ui::describe(&screen)
                );
                signatures.push(screen.signature());
                let action = action(&mut random, &screen);
                match env.act(&action) {
                    Ok(()) | Err(DeviceError::NoElement { .. } | DeviceError::NoApp { .. }) => {}
                    Err(other) => panic!("{action} on\n{}\n{other}", ui::describe(&screen)),
                }
            }
            (
                signatures,
                env.state().clone(),
                env.finish().expect("judged").reward().unwrap(),
            )
        };
        assert_eq!(run(), run(), "{task_type} {seed}");
    }
}

proptest! {
    /// Whatever is done with files, each is in a folder, and each folder lists it.
    #[test]
    fn files_are_a_tree(steps in prop::collection::vec((0..4, "[/ab]{0,5}", "[/ab]{0,5}"), 0..30)) {
        let mut files = Files::default();
        for (kind, a, b) in &steps {
            match kind {
                0 => files.write(a, b, 1),
                1 => files.mkdir(a, 1),
                2 => files.remove(a),
                _ => files.rename(a, b, 1),
            };
            for (path, text) in files.walk() {
                let (folder, name) = path.rsplit_once('/').expect("an absolute path");
                prop_assert!(files.is_dir(folder), "{path} in {steps:?}");
                let listed = files.list(folder).into_iter().find(|it| it.name == name);
                prop_assert_eq!(listed.map(|it| it.is_dir), Some(text.is_none()));
            }
        }
    }

    /// A damaged file of instances is read or refused.
    #[test]
    fn reading_instances_never_panics(cut in 0_usize..400, from in 0_usize..400, junk in "\\PC{0,6}") {
        let good = r#"[{"task": "MarkorDeleteNewestNote", "seed": 30, "idx": 0, "instance_seed": 1, "goal_before_init": "",
            "goal_after_init": "Delete the newest note in Markor.", "params": {}, "initial_state": {
            "files": {"/storage/emulated/0/Documents/Markor/a.md": "x"}, "clock_shifts_min": [-17.0]}}]"#;
        prop_assert!(instances::load(good).is_ok());
        let (from, to) = (from.min(good.len()), (from + cut % 9).min(good.len()));
        let _ = instances::load(&format!("{}{junk}{}", &good[..from], &good[to..]));
    }
}
