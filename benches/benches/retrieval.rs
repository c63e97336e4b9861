//! How long a question to the trajectory index takes when 100,000 steps are in it.
//!
//! `cargo bench -p autorpa-benches --bench retrieval`
//!
//! The recordings are made up: words drawn from a list with the skew of real texts (few frequent, many rare),
//! ten steps an episode, a dozen elements a screen. An answer is ten hits with their snippets.

use std::{hint::black_box, time::Duration};

use autorpa_benches::Words;
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use trajectory::{Index, Layer, Within};

const RECORDINGS: u64 = 10_000;
const STEPS: usize = 10;

fn retrieval(criterion: &mut Criterion) {
    let mut words = Words(7);
    let index = Index::in_memory().expect("an index in memory needs no disk");
    index
        .add_all((0..RECORDINGS).map(|seed| words.recording(seed, STEPS)))
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
