//! How long the compiler takes from three recordings of thirty steps to a script that is checked.
//!
//! `cargo bench -p autorpa-benches --bench compile`
//!
//! The recordings fill a form of ten pages, thirty elements each, with values of their own.

use std::hint::black_box;

use autorpa_benches::Words;
use compiler::{check::check, emit::emit, script::Script, synthesise::synthesise, translate::translate};
use criterion::{Criterion, criterion_group, criterion_main};
use trajectory::Recording;

const PAGES: usize = 10;

fn compile(recordings: &[Recording]) -> Script {
    let softs: Vec<_> = recordings.iter().map(translate).collect();
    let programs = synthesise(&softs, "FillForm", "Fill a form.");
    let script = emit(programs.first().expect("a form that is filled is a program"));
    assert!(check(&script, &[]).is_empty(), "{}", script.source);
    script
}

fn benches(criterion: &mut Criterion) {
    let mut words = Words(3);
    let recordings: Vec<Recording> = (1..=3).map(|seed| words.form(seed, PAGES)).collect();
    assert!(recordings.iter().all(|it| it.steps.len() == 30));
    // What is measured is a function of all ten values, not a shortcut.
    assert_eq!(compile(&recordings).params.len(), PAGES);
    criterion.bench_function("compile 3 recordings of 30 steps", |bencher| {
        bencher.iter(|| compile(black_box(&recordings)));
    });
    criterion.bench_function("translate a recording of 30 steps", |bencher| {
        bencher.iter(|| translate(black_box(&recordings[0])));
    });
}

criterion_group!(group, benches);
criterion_main!(group);
