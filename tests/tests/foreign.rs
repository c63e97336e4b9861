//! Text from outside, damaged in every way: what reads it says so, and never panics.

use std::{collections::BTreeSet, fs, path::Path};

use autorpa_tests::readers::READERS;
use proptest::{prelude::*, sample::Index};

/// One thing that happens to a text.
#[derive(Clone, Debug)]
enum Damage {
    /// The rest is gone.
    Cut(Index),
    /// A part is gone.
    Lose(Index, usize),
    /// A part is there again, somewhere else.
    Repeat(Index, usize, Index),
    /// Something else stands there.
    Put(Index, String),
}

fn damage() -> impl Strategy<Value = Damage> {
    let odd = prop_oneof![
        Just("\"".to_owned()),
        Just("{".to_owned()),
        Just("]".to_owned()),
        Just("null".to_owned()),
        Just("-1".to_owned()),
        Just("1e999".to_owned()),
        Just("18446744073709551616".to_owned()),
        Just("\\ud800".to_owned()),
        Just("\u{202e}\u{1f600}\u{0}".to_owned()),
        Just("```\n## ".to_owned()),
        any::<char>().prop_map(String::from),
    ];
    prop_oneof![
        any::<Index>().prop_map(Damage::Cut),
        (any::<Index>(), 1..40usize).prop_map(|(at, len)| Damage::Lose(at, len)),
        (any::<Index>(), 1..40usize, any::<Index>()).prop_map(|(at, len, to)| Damage::Repeat(at, len, to)),
        (any::<Index>(), odd).prop_map(|(at, odd)| Damage::Put(at, odd)),
    ]
}

fn damaged(text: &str, all: &[Damage]) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for it in all {
        let at = |index: &Index| index.index(text.len() + 1);
        let part = |from: usize, len: usize| from..(from + len).min(text.len());
        match it {
            Damage::Cut(to) => text.truncate(at(to)),
            Damage::Lose(from, len) => drop(text.drain(part(at(from), *len))),
            Damage::Repeat(from, len, to) => {
                let (again, to) = (text[part(at(from), *len)].to_vec(), at(to));
                text.splice(to..to, again);
            }
            Damage::Put(to, odd) => {
                let to = at(to);
                text.splice(to..to, odd.chars());
            }
        }
    }
    text.into_iter().collect()
}

#[test]
fn the_samples_are_read() {
    for reader in READERS {
        assert!((reader.read)(&(reader.sample)()), "{} is not read", reader.name);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn damaged_text_is_no_panic(reader in 0..READERS.len(), all in prop::collection::vec(damage(), 1..6)) {
        let reader = &READERS[reader];
        let _understood = (reader.read)(&damaged(&(reader.sample)(), &all));
    }

    #[test]
    fn any_text_is_no_panic(reader in 0..READERS.len(), text in any::<String>()) {
        let _understood = (READERS[reader].read)(&text);
    }
}

/// The fuzzer's first texts: `understood-..` is read, `refused-..` is not.
#[test]
fn seeds_are_read_as_their_names_say() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds");
    let mut folders = BTreeSet::new();
    let mut wrong = Vec::new();
    for reader in READERS {
        let folder = seeds.join(reader.name.replace(' ', "-"));
        let files = fs::read_dir(&folder).unwrap_or_else(|it| panic!("{}: {it}", folder.display()));
        let mut kinds = BTreeSet::new();
        for file in files.map(|it| it.expect("readable").path()) {
            let name = file.file_name().expect("a name").to_string_lossy().into_owned();
            let (kind, _) = name.split_once('-').expect("a kind, then words");
            let text = fs::read_to_string(&file).expect("a text");
            let read = if (reader.read)(&text) {
                "understood"
            } else {
                "refused"
            };
            if kind != read {
                wrong.push(format!("{} is {read}", file.display()));
            }
            kinds.insert(kind.to_owned());
        }
        assert!(!kinds.is_empty(), "{} has no seeds", reader.name);
        folders.insert(folder);
    }
    assert_eq!(wrong, Vec::<String>::new());
    for entry in fs::read_dir(&seeds).expect("it is there") {
        let folder = entry.expect("readable").path();
        assert!(folders.contains(&folder), "{} is no reader's", folder.display());
    }
}
