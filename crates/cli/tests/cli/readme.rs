//! What the documents tell people to type: the two main commands are run word for word, and all others have only
//! options that there are.

use std::{fs, path::Path, process::Command};

use crate::desk::{AUTORPA, Desk, start};

/// The shell's words for the program, whether it is built first or installed; `with` goes behind what is typed.
fn shell(with: &str) -> String {
    format!(
        "set -e\nautorpa() {{ \"{AUTORPA}\" \"$@\" {with}; }}\n\
         cargo() {{ case \"$1 $2\" in 'run --') shift 2; autorpa \"$@\";; esac; }}\n"
    )
}

/// The `sh` blocks of a document.
fn blocks(document: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(document);
    let text = fs::read_to_string(&path).unwrap_or_else(|it| panic!("{document}: {it}"));
    text.split("```sh\n")
        .skip(1)
        .filter_map(|it| it.split_once("```"))
        .map(|(block, _)| block.to_owned())
        .collect()
}

fn sh(desk: &Desk, text: &str) -> Command {
    let mut command = desk.through(Command::new("sh"), &["-c", text]);
    // As on a machine of somebody who has set nothing.
    command.env_remove("AUTORPA_LIBRARY");
    command
}

#[test]
fn the_two_main_commands_work_word_for_word() {
    let desk = Desk::new();
    let first = blocks("README.md").swap_remove(0);
    let lines: Vec<&str> = first.lines().collect();
    assert!(
        lines.len() == 2 && lines[0].contains(" build ") && lines[1].contains(" exec "),
        "{first}"
    );
    let ran = start(sh(&desk, &(shell("") + &first))).end();
    ran.assert(
        0,
        &[
            // The first function works for one kind of file, the repaired one for both.
            ": not_reached",
            "adversarial instances: ",
            "verified on 15 instances",
            "1 refinement, 0 tokens",
            "file created: /storage/emulated/0/Documents/Markor/todo.txt \"buy milk",
        ],
    );
}

#[test]
fn every_command_of_the_documents_can_be_typed() {
    let desk = Desk::new();
    let mut seen = 0;
    for document in [
        "README.md",
        "docs/agents.md",
        "docs/android.md",
        "docs/import.md",
        "docs/model.md",
        "docs/operations.md",
        "docs/project.md",
        "docs/record.md",
        "docs/results.md",
        "docs/studio.md",
        "benches/README.md",
        "examples/tasks/README.md",
    ] {
        for block in blocks(document) {
            // What may be left out is typed as well, and a number is one.
            let text = block.replace(['[', ']'], "").replace("-tokens N", "-tokens 1");
            for line in text
                .replace("\\\n", " ")
                .lines()
                .filter(|it| it.trim_start().starts_with("autorpa") || it.contains(" autorpa "))
            {
                let ran = start(sh(&desk, &format!("{}{line}", shell("--help")))).end();
                assert!(
                    ran.status.success() && !ran.err.contains("error"),
                    "{document}: {line}\n{}",
                    ran.err
                );
                seen += 1;
            }
        }
    }
    assert!(seen >= 15, "only {seen} commands were found");
    // Nothing but help was asked for.
    assert_eq!(desk.files("."), Vec::<std::path::PathBuf>::new());
}
