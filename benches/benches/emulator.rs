//! The emulator: steps with full observation, checkpoint and restore.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use device::{Checkpoints, Device, Tasks};
use emulator::Emulator;
use ui::{Direction, ElementId, HardAction, Screen};

/// An emulator in the middle of a task that has many files.
fn emulator() -> Emulator {
    let mut env = Emulator::new();
    let instance = env
        .instance("MarkorDeleteNote", 1)
        .expect("the suite has the task type");
    env.reset(&instance).expect("the instance can be set up");
    env.act(&HardAction::OpenApp {
        app: "Markor".to_owned(),
    })
    .expect("the app is there");
    env
}

fn find(screen: &Screen, test: impl Fn(&ui::Element) -> bool) -> ElementId {
    let found = screen.iter().find(|(_, it)| test(it));
    found.expect("the element is on the screen").0
}

/// A note is begun, named, scrolled past and given up: eight actions, each looked at.
fn round(env: &mut Emulator) -> usize {
    let mut seen = 0;
    let mut step = |env: &mut Emulator, action: HardAction| {
        env.act(&action).expect("the action can be done");
        let screen = env.observe().expect("the screen can be seen");
        seen += screen.elements.len();
        screen
    };
    let screen = step(env, HardAction::Wait);
    let target = find(&screen, |it| {
        it.resource_name
            .as_deref()
            .is_some_and(|it| it.ends_with("fab_add_new_item"))
    });
    let screen = step(env, HardAction::Click { target });
    let field = find(&screen, |it| it.editable);
    step(
        env,
        HardAction::InputText {
            target: Some(field),
            text: "a_name_for_a_note".to_owned(),
            clear: true,
        },
    );
    step(env, HardAction::NavigateBack);
    step(
        env,
        HardAction::Scroll {
            target: None,
            direction: Direction::Down,
        },
    );
    step(
        env,
        HardAction::Scroll {
            target: None,
            direction: Direction::Up,
        },
    );
    step(env, HardAction::NavigateHome);
    step(
        env,
        HardAction::OpenApp {
            app: "Markor".to_owned(),
        },
    );
    seen
}

fn steps(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("emulator");
    let mut env = emulator();
    let fresh = env.checkpoint();
    group.throughput(Throughput::Elements(8));
    group.bench_function("steps_with_observation", |bencher| {
        bencher.iter(|| {
            env.restore(&fresh).expect("the checkpoint is its own");
            black_box(round(&mut env))
        });
    });
    group.throughput(Throughput::Elements(1));
    group.bench_function("checkpoint", |bencher| {
        bencher.iter(|| black_box(env.checkpoint()))
    });
    group.bench_function("restore", |bencher| {
        bencher.iter(|| env.restore(black_box(&fresh)).expect("the checkpoint is its own"));
    });
    group.finish();
}

criterion_group!(benches, steps);
criterion_main!(benches);
