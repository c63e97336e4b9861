//! What the product may not know: names, values and page vocabulary of the suites that it is measured on. The lists are
//! read from the suites' own definitions.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

use syn::{
    ExprStruct, ItemConst, ItemMod, Lit, LitStr, Member,
    visit::{self, Visit},
};

use super::{read, root, rust_files};

/// Crates that a function is found, written and run with; and `autorpa`, which ties them together.
const PRODUCT: &[&str] = &[
    "ui",
    "task",
    "strings",
    "picture",
    "trajectory",
    "llm",
    "library",
    "explorer",
    "compiler",
    "runtime",
];

/// Words for what one suite's pages draw, as the goals of its pages say them. Figures have a colour, a shape and a
/// size; what a goal calls them is the goal's own word.
const DRAWN: &[&str] = &["figure", "letter", "digit", "shade"];

/// Crates whose whole string literals are held against [`DRAWN`].
const SEES: &[&str] = &["ui", "explorer", "compiler"];

/// Where the rule is still broken: a file and the word. The list gets shorter; nothing is added to it.
const NOT_YET: &[(&str, &str)] = &[
    ("crates/ui/src/find.rs", "digit"),
    ("crates/ui/src/find.rs", "figure"),
    ("crates/ui/src/find.rs", "letter"),
];

/// String literals of a file, those of its tests left out.
#[derive(Default)]
struct Literals {
    all: Vec<String>,
    /// Those of fields of this name.
    field: Option<(&'static str, Vec<String>)>,
    /// Those of constants of these names.
    constants: BTreeMap<String, Vec<String>>,
}

impl<'ast> Visit<'ast> for Literals {
    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        if module.ident != "tests" {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_expr_struct(&mut self, it: &'ast ExprStruct) {
        for field in &it.fields {
            if let (Member::Named(name), syn::Expr::Lit(value)) = (&field.member, &field.expr)
                && let Lit::Str(text) = &value.lit
                && let Some((wanted, found)) = &mut self.field
                && name == *wanted
            {
                found.push(text.value());
            }
        }
        visit::visit_expr_struct(self, it);
    }

    fn visit_item_const(&mut self, it: &'ast ItemConst) {
        let before = self.all.len();
        visit::visit_item_const(self, it);
        self.constants
            .insert(it.ident.to_string(), self.all[before..].to_vec());
    }

    fn visit_lit_str(&mut self, it: &'ast LitStr) {
        self.all.push(it.value());
    }
}

fn literals(text: &str, field: Option<&'static str>) -> Literals {
    let mut all = Literals {
        field: field.map(|it| (it, Vec::new())),
        ..Literals::default()
    };
    all.visit_file(&syn::parse_file(text).expect("the file is Rust"));
    all
}

fn source(crate_name: &str, path: &str) -> PathBuf {
    root().join("crates").join(crate_name).join("src").join(path)
}

/// The strings of fields of this name, in all files of a folder.
fn fields(crate_name: &str, folder: &str, field: &'static str) -> Vec<String> {
    let files = rust_files(&source(crate_name, folder));
    let of = |path: &PathBuf| {
        literals(&read(path), Some(field))
            .field
            .map_or(Vec::new(), |it| it.1)
    };
    files.iter().flat_map(of).collect()
}

/// Names, packages and values of the suites, as far as they have several words: one ordinary word or given name is no
/// evidence.
fn vocabulary() -> BTreeSet<String> {
    let mut all = fields("emulator", "tasks", "name");
    all.extend(fields("emulator", "apps", "package"));
    let mut web = literals(&read(&source("device-web", "miniwob.rs")), None);
    for name in ["FEEDBACK_TYPES", "LITERATURE_TYPES"] {
        all.extend(web.constants.remove(name).expect("the suite lists its types"));
    }
    all.extend(literals(&read(&source("emulator", "tasks/words.rs")), None).all);
    let several =
        |it: &String| it.contains([' ', '_', '-', '.']) || it.chars().skip(1).any(char::is_uppercase);
    all.into_iter().filter(several).collect()
}

/// Whether a text has a word or phrase that is no part of a longer word.
fn has(text: &str, phrase: &str) -> bool {
    let edge = |it: Option<char>| it.is_none_or(|it| !it.is_alphanumeric() && it != '_' && it != '-');
    text.match_indices(phrase)
        .any(|(at, _)| edge(text[..at].chars().next_back()) && edge(text[at + phrase.len()..].chars().next()))
}

#[test]
fn the_product_knows_no_benchmark() {
    let vocabulary = vocabulary();
    let mut found: BTreeSet<(String, String)> = BTreeSet::new();
    let mut look = |path: &PathBuf, text: &str, words: &mut dyn Iterator<Item = &str>| {
        let path = path.strip_prefix(root()).expect("a file of the workspace");
        let path = path.display().to_string();
        found.extend(
            words
                .filter(|it| has(text, it))
                .map(|it| (path.clone(), it.to_owned())),
        );
    };
    for name in PRODUCT {
        let dir = root().join("crates").join(name);
        for path in rust_files(&dir.join("src")) {
            let all = literals(&read(&path), None).all;
            let text = all.join("\n");
            look(&path, &text, &mut vocabulary.iter().map(String::as_str));
            let drawn = DRAWN.iter().filter(|it| all.iter().any(|literal| literal == *it));
            if SEES.contains(name) {
                look(&path, &text, &mut drawn.copied());
            }
        }
        let Ok(prompts) = std::fs::read_dir(dir.join("prompts")) else {
            continue;
        };
        for prompt in prompts {
            let path = prompt.expect("readable").path();
            look(&path, &read(&path), &mut vocabulary.iter().map(String::as_str));
        }
    }
    let known: BTreeSet<(String, String)> = NOT_YET
        .iter()
        .map(|(path, word)| ((*path).to_owned(), (*word).to_owned()))
        .collect();
    let new: Vec<_> = found.difference(&known).collect();
    assert!(
        new.is_empty(),
        "\nthe product knows words of a suite: {new:#?}\n\
         help: say it in general, or move it into the suite's own definition\n"
    );
    let gone: Vec<_> = known.difference(&found).collect();
    assert!(
        gone.is_empty(),
        "\nthese are mended and leave the list NOT_YET: {gone:#?}\n"
    );
}

#[test]
fn the_suites_say_their_words() {
    let vocabulary = vocabulary();
    for it in [
        "MarkorCreateNote",
        "click-checkboxes",
        "net.gsantner.markor",
        "weekly_shopping_list",
        "No news from the landlord yet.",
    ] {
        assert!(vocabulary.contains(it), "{it}");
    }
    assert!(has("ends with `click-tab`.", "click-tab") && !has("click-tab-2", "click-tab"));
}
