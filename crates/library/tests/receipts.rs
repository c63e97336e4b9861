//! Receipts of every version are read, and those of the newest are written to the same bytes.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use std::{
    fs,
    path::{Path, PathBuf},
};

use autorpa_library::{
    Accepted, Explorer, KeptVersion, Mutation, Receipt, ReceiptError, Tier, Tokens, Tried,
};
use proptest::prelude::*;
use task::{ParamSpec, Template};
use trajectory::{Outcome, RecordingId};

fn text(it: &str) -> Option<String> {
    Some(it.to_owned())
}

/// A receipt with everything.
fn whole() -> Receipt {
    let tokens = |prompt, completion| Tokens { prompt, completion };
    let tried = |(seed, outcome)| Tried {
        seed,
        reward: (outcome == Outcome::Reached).then_some(1.0),
        outcome,
    };
    Receipt {
        name: "open_page".to_owned(),
        task_type: "NotesOpenPage".to_owned(),
        suite: "tests".to_owned(),
        device: "emulator".to_owned(),
        verified: true,
        unjudged: true,
        accepted: Some(Accepted {
            run: RecordingId("0123456789abcdef".to_owned()),
            at: text("2026-01-01T00:00:00Z"),
        }),
        instances: (1..).zip(Outcome::ALL).map(tried).collect(),
        params: vec![ParamSpec {
            name: "title".to_owned(),
            description: "what the page is called".to_owned(),
        }],
        templates: vec![Template::parse("Open {title} of {names*, | and } {{now}}").unwrap()],
        refinements: 1,
        tokens: tokens(10, 2),
        tokens_by_agent: [("builder".to_owned(), tokens(10, 2))].into(),
        dollars: Some(0.25),
        tiers: [("a", Tier::ModelFree), ("b", Tier::Model), ("c", Tier::Both)]
            .map(|(stage, tier)| (stage.to_owned(), tier))
            .into(),
        model_failures: vec!["the builder: no answer".to_owned()],
        explorer: Explorer {
            kind: "search".to_owned(),
            episodes: 3,
            steps: 12,
        },
        irreversible: vec!["delete: Button \"Delete\", top".to_owned()],
        alike: vec!["any row will do".to_owned()],
        recordings: vec![RecordingId("0123456789abcdef".to_owned())],
        mutation: Some(Mutation {
            mutants: 12,
            right: 8,
            refused: 3,
            wrong: 1,
        }),
        read_back: text("fn look() {}"),
        script_sha256: "00ff".to_owned(),
        phases: vec!["explore: found".to_owned()],
        history: vec![KeptVersion {
            file: "001.rhai".to_owned(),
            why: "from a recording".to_owned(),
        }],
        made_at: text("2026-01-01T00:00:00Z"),
    }
}

/// A receipt without anything that may be missing.
fn bare() -> Receipt {
    Receipt {
        verified: false,
        unjudged: false,
        accepted: None,
        instances: Vec::new(),
        params: Vec::new(),
        templates: Vec::new(),
        refinements: 0,
        tokens: Tokens::default(),
        tokens_by_agent: Default::default(),
        dollars: None,
        tiers: Default::default(),
        model_failures: Vec::new(),
        explorer: Explorer::default(),
        irreversible: Vec::new(),
        alike: Vec::new(),
        recordings: Vec::new(),
        mutation: None,
        read_back: None,
        script_sha256: String::new(),
        phases: Vec::new(),
        history: Vec::new(),
        made_at: None,
        ..whole()
    }
}

fn kept(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/samples")
        .join(name);
    fs::read_to_string(path).unwrap()
}

/// A text of version 1 as this version writes it, where nothing else has changed.
fn written_now(text: &str) -> String {
    text.replacen("\"version\": 1,", "\"version\": 2,", 1)
}

#[test]
fn receipts_of_version_1_become_those_of_version_2() {
    for (name, receipt) in [("receipt-v1.json", whole()), ("receipt-v1-bare.json", bare())] {
        let text = kept(name);
        // It was made before anything was played.
        let receipt = Receipt {
            mutation: None,
            read_back: None,
            ..receipt
        };
        assert_eq!(Receipt::from_json(text.as_bytes()).unwrap(), receipt, "{name}");
        assert_eq!(receipt.to_json().unwrap(), written_now(&text), "{name}");
        assert_ne!(text, written_now(&text), "{name}");
    }
}

#[test]
fn receipts_of_version_2() {
    for (name, receipt) in [("receipt-v2.json", whole()), ("receipt-v2-bare.json", bare())] {
        let text = kept(name);
        assert_eq!(Receipt::from_json(text.as_bytes()).unwrap(), receipt, "{name}");
        assert_eq!(receipt.to_json().unwrap(), text, "{name}");
    }
}

/// Every file with this end below a folder.
fn files(folder: &Path, end: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, end, found);
        } else if path.to_string_lossy().ends_with(end) {
            found.push(path);
        }
    }
}

#[test]
fn the_receipts_of_this_repository_are_written_as_they_are_but_for_their_version() {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts");
    let mut all = Vec::new();
    files(&scripts, ".receipt.json", &mut all);
    assert!(!all.is_empty());
    for path in all {
        let text = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
        let receipt = Receipt::from_json(text.as_bytes()).unwrap();
        assert_eq!(
            receipt.to_json().unwrap(),
            written_now(&text),
            "{}",
            path.display()
        );
    }
}

#[test]
fn another_version_is_not_read_as_this_one() {
    let of = |version: &str| {
        let text = kept("receipt-v2.json").replacen("\"version\": 2", &format!("\"version\": {version}"), 1);
        Receipt::from_json(text.as_bytes()).unwrap_err()
    };
    assert!(matches!(of("3"), ReceiptError::TooNew { found: 3 }));
    for other in ["0", "-1", "\"2\"", "null"] {
        assert!(matches!(of(other), ReceiptError::Damaged { .. }), "{other}");
    }
    // A newer receipt may differ in all else.
    let newer = Receipt::from_json(b"{\"tiers\":7,\"version\":9}").unwrap_err();
    assert!(matches!(newer, ReceiptError::TooNew { found: 9 }));
    // A template that is none is no goal that the function serves.
    let brace = kept("receipt-v2.json").replace("Open {title} of", "Open {title of");
    let said = Receipt::from_json(brace.as_bytes()).unwrap_err().to_string();
    assert!(said.contains("unmatched or empty brace"), "{said}");
}

prop_compose! {
    fn receipts()(
        texts in proptest::collection::vec(".{0,9}", 12), flags in any::<(bool, bool)>(),
        accepted in proptest::option::of(proptest::option::of(".{0,9}")),
        tried in proptest::collection::vec((any::<u64>(), proptest::option::of(0..1000u32), 0..Outcome::ALL.len()), 0..4),
        names in proptest::collection::btree_set("[a-z]{1,5}", 0..4), cost in proptest::option::of(0..10_000u32),
        counts in any::<[u32; 5]>(), tiers in proptest::collection::btree_map(".{0,5}", 0..3usize, 0..4),
        tokens in proptest::collection::btree_map(".{0,5}", any::<(u64, u64)>(), 0..3),
    ) -> Receipt {
        let text = |at: usize| texts[at].clone();
        let several = |at: usize| texts[..at % texts.len()].to_vec();
        let spend = |prompt, completion| Tokens { prompt, completion };
        let template = |name: &String| Template::parse(&format!("Do {{{name}}} or {{{name}*, | and }}.")).unwrap();
        let kinds = [Tier::ModelFree, Tier::Model, Tier::Both];
        Receipt {
            name: text(0),
            task_type: text(1),
            suite: text(2),
            device: text(3),
            verified: flags.0,
            unjudged: flags.1,
            accepted: accepted.map(|at| Accepted { run: RecordingId(text(4)), at }),
            instances: tried
                .into_iter()
                .map(|(seed, reward, outcome)| Tried {
                    seed,
                    reward: reward.map(|it| f64::from(it) / 1000.0),
                    outcome: Outcome::ALL[outcome],
                })
                .collect(),
            params: names.iter().map(|it| ParamSpec { name: it.clone(), description: text(5) }).collect(),
            templates: names.iter().map(template).collect(),
            refinements: counts[0] as usize,
            tokens: spend(counts[1].into(), counts[2].into()),
            tokens_by_agent: tokens.into_iter().map(|(agent, it)| (agent, spend(it.0, it.1))).collect(),
            dollars: cost.map(|it| f64::from(it) / 100.0),
            tiers: tiers.into_iter().map(|(stage, at)| (stage, kinds[at])).collect(),
            model_failures: several(counts[0] as usize),
            explorer: Explorer { kind: text(6), episodes: counts[3] as usize, steps: counts[4] as usize },
            irreversible: several(counts[1] as usize),
            alike: several(counts[2] as usize),
            recordings: several(counts[3] as usize).into_iter().map(RecordingId).collect(),
            mutation: cost.map(|_| Mutation {
                mutants: counts[0] as usize,
                right: counts[1] as usize,
                refused: counts[2] as usize,
                wrong: counts[3] as usize,
            }),
            read_back: cost.map(|_| text(10)),
            script_sha256: text(7),
            phases: several(counts[4] as usize),
            history: several(counts[0] as usize).into_iter().map(|why| KeptVersion { file: text(8), why }).collect(),
            made_at: cost.map(|_| text(9)),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_reads_back_the_same(receipt in receipts()) {
        let text = receipt.to_json().unwrap();
        prop_assert_eq!(Receipt::from_json(text.as_bytes()).unwrap(), receipt);
    }
}
