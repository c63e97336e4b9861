//! Modules of one crate import each other without a circle: whoever reads one need not have read what comes after it.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use syn::{
    ItemMod, ItemUse, UseTree,
    visit::{self, Visit},
};

use super::{read, root, rust_files};

/// A module by its path within its crate; the crate itself is the empty one.
type Module = Vec<String>;

/// What a module names of its crate.
struct Names<'a> {
    module: &'a Module,
    paths: Vec<Module>,
}

impl Names<'_> {
    fn add(&mut self, path: Module) {
        self.paths.push(from_the_crate(self.module, &path));
    }
}

/// A path that a module names, as one from the crate, where it is one within it.
fn from_the_crate(module: &Module, path: &[String]) -> Module {
    let mut base = module.clone();
    let mut rest = path;
    match rest.first().map(String::as_str) {
        Some("crate") => {
            base.clear();
            rest = &rest[1..];
        }
        Some("self") => rest = &rest[1..],
        _ => {}
    }
    while rest.first().is_some_and(|it| it == "super") {
        base.pop();
        rest = &rest[1..];
    }
    base.extend_from_slice(rest);
    base
}

/// The paths that a `use` brings, each with the name that it has from then on; all that is in a module has none.
fn brought(before: &Module, tree: &UseTree, take: &mut impl FnMut(Option<&syn::Ident>, Module)) {
    let with = |name: &syn::Ident| [before.as_slice(), &[name.to_string()]].concat();
    match tree {
        UseTree::Path(it) => brought(&with(&it.ident), &it.tree, take),
        UseTree::Name(it) => take(Some(&it.ident), with(&it.ident)),
        UseTree::Rename(it) => take(Some(&it.rename), with(&it.ident)),
        UseTree::Glob(_) => take(None, before.clone()),
        UseTree::Group(it) => it.items.iter().for_each(|it| brought(before, it, take)),
    }
}

impl<'ast> Visit<'ast> for Names<'_> {
    /// Tests in the file may use what they like.
    fn visit_item_mod(&mut self, _: &'ast ItemMod) {}

    /// Who may use a thing is not who uses it.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        brought(&Vec::new(), &item.tree, &mut |_, path| self.add(path));
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 {
            self.add(path.segments.iter().map(|it| it.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }
}

/// The module that a file of a crate is.
fn module_of(file: &Path, src: &Path) -> Module {
    let within = file.strip_prefix(src).expect("a file of the crate");
    let mut parts: Module = within
        .with_extension("")
        .iter()
        .map(|it| it.to_string_lossy().into_owned())
        .collect();
    let is_parent = |it: &String| it == "mod" || it == "lib" || it == "main";
    if parts.last().is_some_and(is_parent) {
        parts.pop();
    }
    parts
}

/// Names that a module hands on, and what they are.
type HandedOn = BTreeMap<Module, Module>;

/// What the modules of a crate hand on of each other: `crate::Thing` is what `pub use thing::Thing` says.
fn handed_on(files: &[(Module, String)]) -> HandedOn {
    let mut all = HandedOn::new();
    for (module, text) in files {
        let file = syn::parse_file(text).expect("the file is Rust");
        for item in file.items {
            let syn::Item::Use(item) = item else { continue };
            if matches!(item.vis, syn::Visibility::Inherited) {
                continue;
            }
            brought(&Vec::new(), &item.tree, &mut |name, path| {
                let here = name.map(|it| [module.as_slice(), &[it.to_string()]].concat());
                all.extend(here.map(|it| (it, from_the_crate(module, &path))));
            });
        }
    }
    all
}

/// The module that a path within the crate leads to, through what is handed on.
fn led_to(mut path: Module, known: &BTreeSet<&Module>, handed_on: &HandedOn) -> Module {
    for _ in 0..MOST_HANDS {
        let held = (0..=path.len()).find_map(|len| {
            let named = handed_on.get(&path[..len])?;
            Some([named.as_slice(), &path[len..]].concat())
        });
        match held {
            Some(further) if further != path => path = further,
            Some(_) | None => break,
        }
    }
    while !path.is_empty() && !known.contains(&path) {
        path.pop();
    }
    path
}

/// A name goes through fewer hands than this.
const MOST_HANDS: usize = 8;

/// Which modules each module of a crate uses. The crate itself holds all of them and is left out.
fn uses(src: &Path) -> BTreeMap<Module, BTreeSet<Module>> {
    let files: Vec<(Module, String)> = rust_files(src)
        .iter()
        .map(|it| (module_of(it, src), read(it)))
        .collect();
    let known: BTreeSet<&Module> = files.iter().map(|(module, _)| module).collect();
    let handed_on = handed_on(&files);
    let used = |(module, text): &(Module, String)| {
        let file = syn::parse_file(text).expect("the file is Rust");
        let mut names = Names {
            module,
            paths: Vec::new(),
        };
        names.visit_file(&file);
        let used = names.paths.into_iter().filter_map(|path| {
            let led = led_to(path, &known, &handed_on);
            Some(led).filter(|it| !it.is_empty() && it != module)
        });
        (module.clone(), used.collect())
    };
    files.iter().filter(|it| !it.0.is_empty()).map(used).collect()
}

/// A circle among these modules, if there is one.
fn circle(uses: &BTreeMap<Module, BTreeSet<Module>>) -> Option<Vec<Module>> {
    let mut done = BTreeSet::new();
    uses.keys()
        .find_map(|module| circle_from(module, uses, &mut Vec::new(), &mut done))
}

fn circle_from(
    module: &Module,
    uses: &BTreeMap<Module, BTreeSet<Module>>,
    way: &mut Vec<Module>,
    done: &mut BTreeSet<Module>,
) -> Option<Vec<Module>> {
    if let Some(at) = way.iter().position(|it| it == module) {
        return Some(way[at..].to_vec());
    }
    if !done.insert(module.clone()) {
        return None;
    }
    way.push(module.clone());
    let found = uses[module]
        .iter()
        .find_map(|it| circle_from(it, uses, way, done));
    way.pop();
    found
}

#[test]
fn modules_import_each_other_without_a_circle() {
    let mut wrong = String::new();
    for entry in std::fs::read_dir(root().join("crates")).expect("crates/ exists") {
        let dir = entry.expect("readable").path();
        let name = dir.file_name().expect("it has a name").to_string_lossy();
        let found = circle(&uses(&dir.join("src")));
        if found.is_some() {
            let shown: Vec<String> = found.iter().flatten().map(|it| it.join("::")).collect();
            wrong.push_str(&format!("\ncrate `{name}`: [{}]", shown.join(" uses ")));
        }
    }
    assert!(
        wrong.is_empty(),
        "{wrong}\n\
         help: move what both need into a module of its own\n"
    );
}

#[test]
fn a_circle_is_found() {
    let module = |it: &str| vec![it.to_owned()];
    let graph = |edges: &[(&str, &[&str])]| -> BTreeMap<Module, BTreeSet<Module>> {
        edges
            .iter()
            .map(|(from, to)| (module(from), to.iter().map(|it| module(it)).collect()))
            .collect()
    };
    let line = graph(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])]);
    assert_eq!(circle(&line), None);
    let round = graph(&[("a", &["b"]), ("b", &["c"]), ("c", &["b"])]);
    assert_eq!(circle(&round), Some(vec![module("b"), module("c")]));
}
