//! How long a question to the trajectory index takes when 100,000 steps are in it.
//!
//! `cargo bench -p autorpa-benches --bench retrieval`
//!
//! The recordings are made up: words drawn from a list with the skew of real texts (few frequent, many rare),
//! ten steps an episode, a dozen elements a screen. An answer is ten hits with their snippets.

use std::{hint::black_box, sync::Arc, time::Duration};

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use task::Instance;
use trajectory::{Ending, Index, Layer, Origin, Outcome, Recording, RecordingId, Step, VERSION, Within};
use ui::{Action, Element, ElementId, Screen};

const RECORDINGS: u64 = 10_000;
const STEPS: usize = 10;
const ELEMENTS: usize = 12;

/// A small generator with a state, so that every run asks the same.
struct Words(u64);

impl Words {
    fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    /// A made-up word; low numbers, which are frequent, come from squaring a fraction.
    fn word(&mut self) -> String {
        let fraction = self.next() as f64 / (1u64 << 31) as f64;
        spell((fraction * fraction * fraction * 20_000.0) as usize)
    }

    fn text(&mut self, words: usize) -> String {
        (0..words).map(|_| self.word()).collect::<Vec<_>>().join(" ")
    }

    fn screen(&mut self) -> Arc<Screen> {
        let element = |at: usize| Element {
            text: Some(self.text(3)),
            class_name: Some("android.widget.TextView".to_owned()),
            resource_name: Some(format!("net.example:id/{}", self.word())),
            path: vec![0, at as u16],
            ..Element::default()
        };
        let elements = (0..ELEMENTS).map(element).collect();
        let app = format!("net.example.app{}", self.next() % 20);
        Arc::new(Screen {
            app,
            activity: "Main".to_owned(),
            size: (1080, 2400),
            elements,
        })
    }

    fn recording(&mut self, seed: u64) -> Recording {
        let step = |_| Step {
            screen: self.screen(),
            screenshot: None,
            action: Action::Click { target: ElementId(0) },
            reason: None,
            summary: None,
            position: None,
        };
        let steps = (0..STEPS).map(step).collect();
        Recording {
            version: VERSION,
            id: RecordingId(format!("{seed:016x}")),
            origin: Origin::Search,
            instance: Instance {
                suite: "made-up".to_owned(),
                task_type: format!("Task{}", seed % 100),
                seed,
                goal: self.text(8),
                params: Default::default(),
            },
            steps,
            last: self.screen(),
            breakpoint: None,
            ending: Ending {
                outcome: Outcome::Reached,
                diagnostic: None,
            },
            reward: Some(1.0),
            answer: None,
            conclusion: None,
            reflection: None,
        }
    }
}

/// The word with this number: syllables, so that stems and misspellings behave as in a language.
fn spell(mut number: usize) -> String {
    const SYLLABLES: [&str; 16] = [
        "ba", "ko", "li", "mu", "ne", "pa", "ri", "so", "ta", "ve", "za", "do", "fi", "gu", "hy", "jo",
    ];
    let mut word = String::from("w");
    loop {
        word.push_str(SYLLABLES[number % 16]);
        number /= 16;
        if number == 0 {
            return word;
        }
    }
}

fn retrieval(criterion: &mut Criterion) {
    let mut words = Words(7);
    let index = Index::in_memory().expect("an index in memory needs no disk");
    index
        .add_all((0..RECORDINGS).map(|seed| words.recording(seed)))
        .expect("made-up recordings are sound");

    let mut group = criterion.benchmark_group("100k steps");
    group.measurement_time(Duration::from_secs(4)).sample_size(50);
    let task = Within {
        task_type: Some("Task7".to_owned()),
        ..Within::default()
    };
    let top = Within {
        layer: Some(Layer::Conclusion),
        ..Within::default()
    };
    for (name, count, within) in [
        ("one word", 1, Within::default()),
        ("three words", 3, Within::default()),
        ("eight words", 8, Within::default()),
        ("three words in one task type", 3, task),
        ("three words in conclusions", 3, top),
    ] {
        let mut asked = Words(11);
        group.bench_function(name, |bencher| {
            bencher.iter_batched(
                || asked.text(count),
                |question| {
                    index
                        .search(black_box(&question), 10, &within)
                        .expect("the index is sound")
                },
                BatchSize::SmallInput,
            );
        });
    }
    let mut asked = Words(13);
    group.bench_function("one misspelt word", |bencher| {
        bencher.iter_batched(
            || asked.word().replace('o', "u"),
            |question| {
                index
                    .search(black_box(&question), 10, &Within::default())
                    .expect("the index is sound")
            },
            BatchSize::SmallInput,
        );
    });
    group.finish();
}

criterion_group!(benches, retrieval);
criterion_main!(benches);
