//! The library keeps functions with their receipts and tells what is wrong with each by name.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use std::{fs, path::Path, thread};

use autorpa_library::{
    Draft, Explorer, Library, LibraryError, Place, Receipt, Standing, Tier, Tokens, Tried, Version,
};
use proptest::prelude::*;
use task::{ParamSpec, Template};
use trajectory::{Outcome, RecordingId};

fn receipt(task_type: &str) -> Receipt {
    Receipt {
        name: "open_notes_page".to_owned(),
        task_type: task_type.to_owned(),
        suite: "tests".to_owned(),
        device: "emulator".to_owned(),
        verified: true,
        unjudged: false,
        accepted: None,
        instances: vec![
            Tried {
                seed: 1,
                reward: Some(1.0),
                outcome: Outcome::Reached,
            },
            Tried {
                seed: 2,
                reward: Some(0.0),
                outcome: Outcome::NotReached,
            },
        ],
        params: vec![ParamSpec {
            name: "title".to_owned(),
            description: "what the page is called".to_owned(),
        }],
        templates: vec![
            Template::parse("Open the page {title}").unwrap(),
            Template::parse("Show {title} to me").unwrap(),
        ],
        irreversible: Vec::new(),
        alike: Vec::new(),
        refinements: 1,
        tokens_by_agent: Default::default(),
        dollars: None,
        tokens: Tokens {
            prompt: 10,
            completion: 2,
        },
        tiers: [("build".to_owned(), Tier::ModelFree)].into_iter().collect(),
        model_failures: Vec::new(),
        explorer: Explorer {
            kind: "search".to_owned(),
            episodes: 3,
            steps: 12,
        },
        mutation: None,
        read_back: None,
        recordings: vec![RecordingId("0123456789abcdef".to_owned())],
        phases: Vec::new(),
        script_sha256: String::new(),
        history: Vec::new(),
        made_at: None,
    }
}

fn draft(name: &str, task_type: &str, codes: &[(&str, &str)]) -> Draft {
    Draft {
        place: Place {
            app: "notes".to_owned(),
            name: name.to_owned(),
        },
        versions: codes
            .iter()
            .map(|(source, why)| Version {
                source: (*source).to_owned(),
                why: (*why).to_owned(),
            })
            .collect(),
        receipt: receipt(task_type),
    }
}

const FIRST: &str =
    "/// Open a page of the notebook.\nfn open_notes_page(title) {\n    env_op.click(1);\n}\n";
const SECOND: &str =
    "/// Open a page of the notebook.\nfn open_notes_page(title) {\n    env_op.click(2);\n}\n";

fn library() -> (tempfile::TempDir, Library) {
    let dir = tempfile::tempdir().unwrap();
    let library = Library::open(dir.path().join("verified"));
    (dir, library)
}

fn publish(library: &Library, draft: &Draft) -> autorpa_library::Function {
    library.publish(draft).unwrap().unwrap()
}

#[test]
fn a_published_function_is_found_by_every_name_it_has() {
    let (_dir, library) = library();
    let kept = publish(
        &library,
        &draft("open_page", "NotesOpenPage", &[(FIRST, "from a recording")]),
    );
    assert_eq!(kept.path, library.root().join("notes/open_page.rhai"));
    assert_eq!(fs::read_to_string(&kept.path).unwrap(), FIRST);
    assert!(kept.trusted() && !kept.edited);
    let path = kept.path.to_string_lossy().into_owned();
    for name in [
        "notes/open_page",
        "open_page",
        "open_notes_page",
        "NotesOpenPage",
        &path,
    ] {
        assert_eq!(library.get(name).unwrap(), kept, "{name}");
    }
    assert_eq!(library.of_task("tests", "NotesOpenPage").unwrap(), Some(kept));
    assert_eq!(library.of_task("another", "NotesOpenPage").unwrap(), None);
}

#[test]
fn an_unknown_name_gets_the_nearest_ones() {
    let (_dir, library) = library();
    let said = library.get("open_page").unwrap_err().to_string();
    assert!(!said.contains("did you mean"), "{said}");
    publish(&library, &draft("open_page", "NotesOpenPage", &[(FIRST, "")]));
    for wrong in ["open_pgae", "notes/open_pages", "OpenPage2"] {
        let said = library.get(wrong).unwrap_err().to_string();
        assert!(said.contains("did you mean notes/open_page?"), "{said}");
    }
    assert!(matches!(library.get(""), Err(LibraryError::Unknown { .. })));
}

#[test]
fn parameters_are_read_from_a_goal_by_the_first_template_that_fits() {
    let receipt = receipt("NotesOpenPage");
    let title = |goal: &str| Some(receipt.params_for(goal)?.get("title")?.to_string());
    assert_eq!(title("Open the page Plans\n"), Some("Plans".to_owned()));
    assert_eq!(title("Show Plans to me"), Some("Plans".to_owned()));
    assert_eq!(title("Close the page Plans"), None);
}

#[test]
fn a_changed_script_is_noticed_and_turned_line_ends_are_not_a_change() {
    let (_dir, library) = library();
    let kept = publish(&library, &draft("open_page", "NotesOpenPage", &[(FIRST, "")]));
    fs::write(&kept.path, FIRST.replace('\n', "\r\n")).unwrap();
    assert!(library.get("open_page").unwrap().trusted());
    fs::write(&kept.path, SECOND).unwrap();
    let edited = library.get("open_page").unwrap();
    assert!(edited.edited && !edited.trusted());
    let last = edited.history().pop().unwrap();
    assert_eq!(last.why, "edited since it was verified");
    assert!(
        last.diff.contains("-    env_op.click(1);\n+    env_op.click(2);"),
        "{}",
        last.diff
    );
}

#[test]
fn the_history_tells_each_code_as_a_difference() {
    let (_dir, library) = library();
    let both = [(FIRST, "from a recording"), (SECOND, "instance 2\nfailed")];
    publish(&library, &draft("open_page", "NotesOpenPage", &both));
    let history = library.get("open_page").unwrap().history();
    let told: Vec<String> = history
        .iter()
        .map(|it| format!("{} {}\n{}", it.file, it.why, it.diff))
        .collect();
    assert_eq!(
        told,
        [
            "001.rhai from a recording\n--- nothing\n+++ 001.rhai\n@@ -0,0 +1,4 @@\n+/// Open a page of the notebook.\n\
             +fn open_notes_page(title) {\n+    env_op.click(1);\n+}\n",
            "002.rhai instance 2 failed\n--- 001.rhai\n+++ 002.rhai\n@@ -1,4 +1,4 @@\n /// Open a page of the notebook.\n \
             fn open_notes_page(title) {\n-    env_op.click(1);\n+    env_op.click(2);\n }\n",
        ]
    );
    // The same build once more adds nothing; another one goes on from there.
    publish(&library, &draft("open_page", "NotesOpenPage", &both));
    assert_eq!(library.get("open_page").unwrap().history().len(), 2);
    publish(
        &library,
        &draft("open_page", "NotesOpenPage", &[(FIRST, "simpler")]),
    );
    let files: Vec<String> = library
        .get("open_page")
        .unwrap()
        .history()
        .into_iter()
        .map(|it| it.file)
        .collect();
    assert_eq!(files, ["001.rhai", "002.rhai", "003.rhai"]);
    fs::remove_file(library.root().join("notes/open_page.history/002.rhai")).unwrap();
    let history = library.get("open_page").unwrap().history();
    assert_eq!(history[1].why, "instance 2 failed (the file is gone)");
}

#[test]
fn what_was_edited_by_hand_is_kept_in_the_history() {
    let (_dir, library) = library();
    let kept = publish(
        &library,
        &draft("open_page", "NotesOpenPage", &[(FIRST, "from a recording")]),
    );
    fs::write(&kept.path, "fn by_hand() {}\n").unwrap();
    publish(
        &library,
        &draft("open_page", "NotesOpenPage", &[(SECOND, "built again")]),
    );
    let whys: Vec<String> = library
        .get("open_page")
        .unwrap()
        .history()
        .into_iter()
        .map(|it| it.why)
        .collect();
    assert_eq!(
        whys,
        [
            "from a recording",
            "edited by hand before the next build",
            "built again"
        ]
    );
    let second = library.root().join("notes/open_page.history/002.rhai");
    assert_eq!(fs::read_to_string(second).unwrap(), "fn by_hand() {}\n");
}

#[test]
fn a_verified_function_does_not_give_way_to_an_unverified_one() {
    let (_dir, library) = library();
    let mut failed = draft("open_page", "NotesOpenPage", &[(SECOND, "a bad day")]);
    failed.receipt.verified = false;
    assert!(!publish(&library, &failed).trusted());
    let good = publish(
        &library,
        &draft("open_page", "NotesOpenPage", &[(FIRST, "a good day")]),
    );
    assert!(good.trusted());
    assert_eq!(publish(&library, &failed), good);
    assert_eq!(library.get("open_page").unwrap(), good);
}

#[test]
fn another_task_types_function_is_not_replaced() {
    let (_dir, library) = library();
    publish(&library, &draft("open_page", "NotesOpenPage", &[(FIRST, "")]));
    let said = library
        .publish(&draft("open_page", "NotesOpenOther", &[(SECOND, "")]))
        .unwrap_err();
    assert!(matches!(said, LibraryError::Taken { .. }), "{said}");
    assert_eq!(library.get("open_page").unwrap().source, FIRST);
    assert_eq!(library.publish(&draft("empty", "NotesEmpty", &[])).unwrap(), None);
}

#[test]
fn damaged_newer_and_missing_receipts_are_named_and_passed_over() {
    let (_dir, library) = library();
    let kept = publish(&library, &draft("open_page", "NotesOpenPage", &[(FIRST, "")]));
    let folder = library.root().join("notes");
    let text = fs::read_to_string(folder.join("open_page.receipt.json")).unwrap();
    for (name, receipt) in [
        ("cut", Some(text[..text.len() / 2].to_owned())),
        (
            "newer",
            Some(text.replacen("\"version\": 2", "\"version\": 9", 1)),
        ),
        ("bare", None),
    ] {
        fs::write(folder.join(format!("{name}.rhai")), FIRST).unwrap();
        if let Some(receipt) = receipt {
            fs::write(folder.join(format!("{name}.receipt.json")), receipt).unwrap();
        }
    }
    let listing = library.list().unwrap();
    assert_eq!(listing.functions, [kept]);
    let skipped: Vec<String> = listing.skipped.iter().map(|it| it.error.to_string()).collect();
    assert_eq!(skipped.len(), 3);
    assert!(skipped[0].contains("bare.rhai has no receipt"), "{}", skipped[0]);
    assert!(
        skipped[1].contains("cut.receipt.json is not a whole receipt"),
        "{}",
        skipped[1]
    );
    assert!(
        skipped[2].contains("newer.receipt.json has format version 9"),
        "{}",
        skipped[2]
    );
    // Building again is the way out of a damaged receipt.
    assert!(publish(&library, &draft("cut", "NotesCut", &[(SECOND, "")])).trusted());
}

#[test]
fn words_find_functions_and_rare_words_weigh_more() {
    let (_dir, library) = library();
    publish(&library, &draft("open_page", "NotesOpenPage", &[(FIRST, "")]));
    publish(
        &library,
        &draft("delete_page", "NotesDeletePage", &[(SECOND, "")]),
    );
    let found = |query: &str| -> Vec<String> {
        library
            .search(query, 5)
            .unwrap()
            .into_iter()
            .map(|it| it.function.name)
            .collect()
    };
    assert_eq!(found("delete pages")[0], "delete_page");
    assert_eq!(found("the NOTEBOOK \"(").len(), 2);
    assert_eq!(found("nothing-like-it").len(), 0);
    assert_eq!(found("").len(), 0);
    assert_eq!(library.search("page", 1).unwrap().len(), 1);
}

#[test]
fn an_earlier_root_hides_the_same_function_of_a_later_one() {
    let (dir, first) = library();
    let second = Library::open(dir.path().join("own"));
    publish(&first, &draft("open_page", "NotesOpenPage", &[(FIRST, "")]));
    publish(&second, &draft("open_page", "NotesOpenPage", &[(SECOND, "")]));
    publish(&second, &draft("close_page", "NotesClosePage", &[(SECOND, "")]));
    let both = first.clone().and(second.root());
    assert_eq!(both.list().unwrap().functions.len(), 2);
    assert_eq!(both.get("open_page").unwrap().source, FIRST);
    assert_eq!(both.get("close_page").unwrap().source, SECOND);
}

#[test]
fn many_writers_at_once_leave_one_whole_function() {
    let (_dir, library) = library();
    let codes: Vec<String> = (0..8)
        .map(|it| format!("fn open_notes_page(title) {{ click({it}); }}\n"))
        .collect();
    thread::scope(|scope| {
        for code in &codes {
            scope.spawn(|| {
                publish(
                    &library,
                    &draft("open_page", "NotesOpenPage", &[(code, "one of many")]),
                )
            });
        }
    });
    let kept = library.get("open_page").unwrap();
    assert!(kept.trusted(), "script and receipt are of the same writer");
    let mut sources: Vec<String> = kept
        .receipt
        .history
        .iter()
        .map(|it| fs::read_to_string(library.root().join("notes/open_page.history").join(&it.file)).unwrap())
        .collect();
    assert_eq!(sources.last(), Some(&kept.source));
    sources.sort();
    assert_eq!(sources, codes);
    assert!(unfinished(library.root()).is_empty());
}

fn unfinished(root: &Path) -> Vec<String> {
    let names = fs::read_dir(root)
        .unwrap()
        .flatten()
        .map(|it| it.file_name().to_string_lossy().into_owned());
    names.filter(|it| it.starts_with(".unfinished")).collect()
}

#[test]
fn leftovers_of_a_killed_writer_are_ignored_and_cleaned() {
    let (_dir, library) = library();
    publish(&library, &draft("open_page", "NotesOpenPage", &[(FIRST, "")]));
    fs::write(library.root().join(".unfinished-abc"), "fn half(").unwrap();
    assert_eq!(library.list().unwrap().functions.len(), 1);
    let again = Library::open(library.root());
    assert!(unfinished(again.root()).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_as_script_and_receipt_are_an_answer(
        script in proptest::collection::vec(any::<u8>(), 0..60),
        receipt in proptest::collection::vec(any::<u8>(), 0..60),
        name in ".{0,20}",
    ) {
        let (_dir, library) = library();
        let folder = library.root().join("notes");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("any.rhai"), script).unwrap();
        fs::write(folder.join("any.receipt.json"), receipt).unwrap();
        let listing = library.list().unwrap();
        prop_assert_eq!(listing.functions.len() + listing.skipped.len(), 1);
        prop_assert!(library.get("any").is_err());
        prop_assert!(library.get(&name).is_err());
        prop_assert!(library.search(&name, 3).unwrap().is_empty());
    }

    #[test]
    fn every_task_type_has_a_place_inside_the_library(suite in ".{0,8}", task_type in ".{0,12}", app in proptest::option::of(".{0,12}")) {
        let it = autorpa_library::place(&suite, &task_type, app.as_deref());
        for part in [it.app, it.name] {
            prop_assert!(!part.is_empty() && !part.contains(['/', '\\', '.', ' ']), "{}", part);
        }
    }
}

#[test]
fn a_function_says_what_it_does_and_what_is_known_of_it() {
    let dir = tempfile::tempdir().unwrap();
    let library = Library::open(dir.path());
    let source = "/// Of a helper.\nprivate fn a() { 1 }\n\n/// Open the page\n/// named `title`.\n///\n/// - title: \
        a name\nfn open_notes_page(title) { a() }\n";
    let draft = draft("open_page", "NotesOpenPage", &[(source, "first code")]);
    let function = library.publish(&draft).unwrap().unwrap();
    assert_eq!(function.about(), "Open the page named `title`.");
    assert_eq!(function.doc().len(), 4);
    assert_eq!(function.standing(), Standing::Verified);
    // A name that leads elsewhere, or is only a part of one, is no title.
    assert!(library.titled("notes/open_page").unwrap().is_some());
    for other in [
        "open_page",
        "../notes/open_page",
        "notes/open_page.rhai",
        "notes/",
        "",
    ] {
        assert!(library.titled(other).unwrap().is_none(), "{other}");
    }
    fs::write(&function.path, "fn open_notes_page(title) { 2 }\n").unwrap();
    let edited = library.titled("notes/open_page").unwrap().unwrap();
    assert_eq!(
        (edited.about(), edited.standing()),
        (String::new(), Standing::Edited)
    );
}
