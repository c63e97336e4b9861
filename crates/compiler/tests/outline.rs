//! Every function of the library of this repository as steps, and changes that are taken back.
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test may panic, and reads files of the repository"
)]

use std::{fs, path::Path};

use autorpa_compiler::outline::{Edit, Node, Outline, Way};

/// Name and text of each script.
fn library() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/verified");
    let mut all = Vec::new();
    for folder in fs::read_dir(root)
        .unwrap()
        .flatten()
        .filter(|it| it.path().is_dir())
    {
        for file in fs::read_dir(folder.path()).unwrap().flatten() {
            if file.path().extension().is_some_and(|it| it == "rhai") {
                let name = file.path().display().to_string();
                all.push((name, fs::read_to_string(file.path()).unwrap()));
            }
        }
    }
    assert!(all.len() > 50, "{}", all.len());
    all
}

/// All lists of steps, those in branches and loops as well.
fn lists(steps: &[Node]) -> Vec<&[Node]> {
    let inner = steps.iter().flat_map(Node::lists).flat_map(lists);
    std::iter::once(steps).chain(inner).collect()
}

#[test]
fn what_is_taken_back_changes_nothing() {
    let (mut conditions, mut moves) = (0, 0);
    for (name, source) in library() {
        let outline = Outline::of(&source).unwrap_or_else(|it| panic!("{name}: {it}"));
        for list in lists(&outline.steps) {
            // Each third: the functions have steps of each kind many times.
            for (at, step) in list.iter().enumerate().filter(|(_, it)| it.line % 3 == 0) {
                let line = step.line;
                let condition = "true".to_owned();
                if let Ok(given) = (Edit::OnlyIf { line, condition }).apply(&source) {
                    let taken = Edit::Always { line: step.first }.apply(&given);
                    assert_eq!(taken.as_deref(), Ok(source.as_str()), "{name}:{line}");
                    conditions += 1;
                }
                let (down, up) = (Way::Down, Way::Up);
                if let Ok(moved) = (Edit::Move { line, way: down }).apply(&source) {
                    let below = &list[at + 1];
                    let line = line + (below.last + 1 - below.first);
                    let back = Edit::Move { line, way: up }.apply(&moved);
                    assert_eq!(back.as_deref(), Ok(source.as_str()), "{name}:{line}");
                    moves += 1;
                }
            }
        }
    }
    assert!(conditions > 100 && moves > 60, "{conditions} {moves}");
}
