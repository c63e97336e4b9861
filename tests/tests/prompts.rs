//! Every prompt with its version and the hash of its template. Recordings of a model are found by the version, so whoever
//! edits a template decides here whether they still hold.

use std::{fs, path::Path};

use llm::Prompt;

/// Crate, name, version, the first characters of the template's SHA-256.
const KEPT: &[(&str, &str, u32, &str)] = &[
    ("explorer", "react", 1, "d3260dde9138a25b"),
    ("explorer", "react_step", 1, "ddecb6b6d0b8b832"),
    ("explorer", "rejected", 1, "4d850b075b04e883"),
    ("explorer", "summarizer", 1, "0e39598214f14bac"),
    ("explorer", "summarizer_step", 1, "a4028e28653debcc"),
    ("explorer", "concluder", 1, "abe3d2712bbb8c4e"),
    ("explorer", "concluder_episode", 1, "5c523bb09c2eae40"),
    ("compiler", "rejected", 1, "38ba70df114e1ddf"),
    ("compiler", "translator", 1, "b2030c2cc74f59e1"),
    ("compiler", "translator_step", 1, "b12363d8680141b9"),
    ("compiler", "builder", 1, "4366f9acf146fa21"),
    ("compiler", "builder_task", 1, "df43bacc0b4b1c6b"),
    ("compiler", "looked", 1, "c5a323e44e967edc"),
    ("compiler", "analyzer", 1, "21eef24695c21ded"),
    ("compiler", "analyzer_run", 1, "f518fce8692fe84c"),
    ("compiler", "executor", 1, "905afaa549711f88"),
    ("compiler", "executor_goal", 1, "33d6ac15e3233420"),
    ("compiler", "grounder", 1, "d465e45383e92231"),
    ("compiler", "grounder_choice", 1, "63b82fdf7ad53d72"),
    ("compiler", "ask", 1, "c451984d7474b0e3"),
    ("compiler", "ask_question", 1, "788e75b765ed3a30"),
];

/// Characters of a hash that are kept.
const HASH: usize = 16;

fn all() -> impl Iterator<Item = (&'static str, Prompt)> {
    let of = |name: &'static str| move |it: Prompt| (name, it);
    let explorer = explorer::react::PROMPTS.into_iter().map(of("explorer"));
    explorer.chain(compiler::model::PROMPTS.into_iter().map(of("compiler")))
}

#[test]
fn whoever_edits_a_prompt_decides_what_becomes_of_its_recordings() {
    for (crate_name, prompt) in all() {
        let (name, version, hash) = (prompt.name(), prompt.version(), &prompt.hash()[..HASH]);
        let row = format!("(\"{crate_name}\", \"{name}\", {version}, \"{hash}\"),");
        let kept = KEPT.iter().find(|it| (it.0, it.1) == (crate_name, name));
        let Some((_, _, kept_version, kept_hash)) = kept else {
            panic!("the prompt `{name}` is new: it stands in `KEPT` of this test with\n{row}");
        };
        let edited = *kept_hash != hash;
        assert!(
            !edited || *kept_version != version,
            "the template of `{name}` was edited, and its version is still {version}.\n\
             If it only says the same in other words, keep the version: every recording stays valid. The row is now\n\
             {row}\n\
             If it asks for something else, or an answer to the old one would not be an answer to it, raise the version \
             where the prompt is declared, and here: what was recorded with it is void and has to be recorded again.",
        );
        assert!(
            !edited && *kept_version == version,
            "the prompt `{name}` has another version than is kept: what was recorded with version {kept_version} is void. \
             If that is meant, the row is now\n{row}",
        );
    }
}

/// No template is left out, and each is called like its file.
#[test]
fn every_template_is_a_prompt_with_a_version() {
    for crate_name in ["explorer", "compiler"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../crates/{crate_name}/prompts"));
        let files = fs::read_dir(folder).expect("the prompts").map(|it| {
            let path = it.expect("a prompt").path();
            let name = path.file_stem().expect("a name").to_string_lossy();
            name.into_owned()
        });
        let mut files: Vec<String> = files.collect();
        files.sort();
        let of_crate = |of: &str| of == crate_name;
        let declared = all().filter(|(of, _)| of_crate(of));
        let mut declared: Vec<String> = declared.map(|(_, it)| it.name().to_owned()).collect();
        declared.sort();
        assert_eq!(declared, files, "{crate_name}");
        let kept = KEPT.iter().filter(|it| of_crate(it.0));
        assert_eq!(kept.count(), files.len(), "{crate_name}");
    }
}
