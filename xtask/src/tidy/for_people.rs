//! What a check expects comes before people alone: the files that may read it are named here.

use std::collections::BTreeSet;

use super::{read, root, rust_files};

/// The files of product code that read what only people are told, each for people.
const READERS: &[&str] = &[
    // Where it is kept, and made a diagnostic for people.
    "task/src/for_people.rs",
    "trajectory/src/recording.rs",
    "trajectory/src/file/recording_v1.rs",
    // An error that ends the work.
    "device/src/error.rs",
    // The events of a build, its trace, and why a refinement took place: terminal, log, receipt.
    "compiler/src/world.rs",
    "compiler/src/analyze.rs",
    "compiler/src/compile/hold_out.rs",
    "compiler/src/compile/refine.rs",
    "compiler/src/compile/repair.rs",
    "compiler/src/compile/without_judge.rs",
    // Reports, records of runs, JSON, and what commands say.
    "autorpa/src/bench/worker.rs",
    "autorpa/src/demonstration.rs",
    "autorpa/src/export.rs",
    "autorpa/src/junit.rs",
    "autorpa/src/ran.rs",
    "autorpa/src/rows/one.rs",
    "autorpa/src/unjudged.rs",
    "autorpa/src/watching.rs",
    "autorpa/src/witness.rs",
    "studio/src/pages/recorded.rs",
];

#[test]
fn what_a_check_expects_is_read_for_people_only() {
    let crates = root().join("crates");
    let product = rust_files(&crates).into_iter().filter_map(|path| {
        let name = path.strip_prefix(&crates).ok()?.to_str()?.to_owned();
        let is_product = name.split('/').nth(1) == Some("src");
        (is_product && read(&path).contains("for_people(")).then_some(name)
    });
    let calls = |name: &str| read(&crates.join(name)).contains("for_people(");
    let found: BTreeSet<String> = product.collect();
    for name in &found {
        assert!(
            READERS.contains(&name.as_str()),
            "\ncrates/{name} reads what only people are told\n\
             help: explorer, builder and agents never see a check: leave `Ending::evidence` alone there\n\
             help: where it is for people, add the file to READERS\n"
        );
    }
    for name in READERS {
        assert!(
            calls(name),
            "\ncrates/{name} reads nothing any more that only people are told: it leaves READERS\n"
        );
    }
}
