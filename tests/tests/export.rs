//! Functions as tests for Playwright, run by Playwright itself on the pages that they are for.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use compiler::export::playwright;
use device_web::find_chromium;
use task::Params;
use testkit::{Part, there};

/// One version, so that a new one's opinions come when we take it.
const PACKAGE: &str = "@playwright/test@1.64.1";

/// A folder with Playwright in it.
fn folder() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/playwright-test");
    if !folder.join("node_modules/@playwright/test").exists() {
        fs::create_dir_all(&folder).unwrap();
        let mut npm = Command::new("npm");
        npm.args(["install", "--no-audit", "--no-fund", "--no-save", PACKAGE])
            .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
        let installed = npm.current_dir(&folder).output().map_err(|it| it.to_string());
        let installed = installed.and_then(|it| match it.status.success() {
            true => Ok(()),
            false => Err(String::from_utf8_lossy(&it.stderr).into_owned()),
        });
        there(Part::Node, installed)?;
    }
    let chromium = there(Part::Web, find_chromium())?;
    let config = format!(
        "module.exports = {{ testDir: __dirname, timeout: 60000, workers: 1, use: {{ launchOptions: {{ executablePath: {:?}, args: ['--no-sandbox'] }} }} }};",
        chromium.display().to_string()
    );
    fs::write(folder.join("playwright.config.js"), config).unwrap();
    Some(folder)
}

/// Run tests by Playwright; whether they passed, and what was said.
fn run(folder: &Path, name: &str, test: &str) -> (bool, String) {
    let file = format!("{name}.spec.ts");
    fs::write(folder.join(&file), test).unwrap();
    let mut npx = Command::new("npx");
    npx.args(["playwright", "test", "--reporter=line", &file])
        .current_dir(folder);
    let ran = npx.output().unwrap();
    let said = String::from_utf8_lossy(&ran.stdout).into_owned() + &*String::from_utf8_lossy(&ran.stderr);
    (ran.status.success(), said)
}

const PAGE: &str = r#"<!doctype html><title>Guests</title>
<label>Name <input id=name></label> <label for=table>Table</label> <select id=table><option>Window</option><option>Door</option></select>
<label><input type=checkbox id=veg> Vegetarian</label> <button onclick="add()">Add</button>
<table><tr><th>Who</th><th>Where</th><th></th></tr></table><p id=said></p>
<script>
const row = (who, where) => { const it = document.querySelector('table').insertRow(); it.innerHTML = '<td></td><td></td><td><button>Seat</button></td>';
  it.cells[0].textContent = who; it.cells[1].textContent = where; it.querySelector('button').onclick = () => said.textContent += `${who} sits. `; };
row('Ann', 'Door'); row('Anna', 'Window');
const add = () => setTimeout(() => row(document.querySelector('#name').value + (veg.checked ? ' (veg)' : ''), table.value), 700);
</script>"#;

const SEAT: &str = r##"/// Add a guest and seat him.
fn seat(name, place) {
    // 1. Type name into textbox "Name".
    let field = env_op.find_element(#{ label: "Name", class_name: "input", target_description: "textbox" });
    assert(field != -1, "step 1: no field");
    env_op.input_text(upper_case(name), field, true);
    let table = env_op.find_element(#{ resource_name: "tables", or_else: #{ label: "Table" }, target_description: "list" });
    env_op.select_option(place, table);
    let box = env_op.find_element(#{ label: "Vegetarian", type: "checkbox", target_description: "box" });
    if !env_op.is_checked(box) { env_op.click(box); }
    env_op.click(env_op.find_element(#{ text: "Add", class_name: "button", target_description: "button" }));
    // It comes late.
    assert(env_op.wait_for(#{ text: upper_case(name) + " (veg)", class_name: "td" }), "it did not come");
    let seat = env_op.find_element(#{ text: "Seat", near: upper_case(name) + " (veg)", target_description: "button in the row" });
    env_op.click(seat);
    assert(env_op.wait_for(#{ text: upper_case(name) + " (veg) sits." }), "nobody sits");
    let rows = env_op.count_elements(#{ text: "Seat", class_name: "button" });
    assert(rows == 3, "there are other rows");
    for n in 1..=2 {
        let other = env_op.find_element(#{ text: "Seat", nth: `${n} of 3`, target_description: "button" });
        env_op.click(other);
    }
    env_op.answer(env_op.read_text(env_op.find_element(#{ resource_name: "said", target_description: "what is said" })));
    env_op.stop("complete");
}
"##;

#[test]
fn a_function_passes_as_a_test_on_its_page_and_fails_where_two_fit() {
    let Some(folder) = folder() else { return };
    let page = folder.join("guests.html");
    fs::write(&page, PAGE).unwrap();
    let url = format!("file://{}", page.canonicalize().unwrap().display());
    let params = [("name", "Zoë"), ("place", "Door")].map(|(name, it)| (name.to_owned(), it.into()));
    let params = Params::from_iter(params);
    let (passed, said) = run(&folder, "seat", &playwright(SEAT, &url, &params).unwrap());
    assert!(passed, "{said}");
    // The same on a page with two guests of that name: which row is meant is not known.
    let twice = PAGE.replace(
        "row('Ann', 'Door'); row('Anna', ",
        "row('ZOË (veg)', 'Door'); row('ZOË (veg)', ",
    );
    assert_ne!(twice, PAGE);
    fs::write(&page, twice).unwrap();
    let (passed, said) = run(&folder, "seat_twice", &playwright(SEAT, &url, &params).unwrap());
    assert!(!passed && said.contains("elements fit"), "{said}");
}

/// Each function of the string language that a test takes along says there what it says here.
#[test]
fn texts_are_made_there_as_here() {
    let Some(folder) = folder() else { return };
    let mut checks = String::new();
    let mut count = 0;
    for it in strings::functions().iter().chain(strings::learnt_functions()) {
        let example = it.doc.find(&format!("{}(", it.name)).map(|at| &it.doc[at..]);
        let Some((call, value)) = example.and_then(|it| it.split_once(") is ")) else {
            continue;
        };
        let value = value
            .split(", ")
            .next()
            .unwrap_or_default()
            .trim_end_matches(['.', ';']);
        let check = format!("    assert({call}) == {value}, \"{}\");\n", it.name);
        let alone = format!("fn check() {{\n{check}}}\n");
        match playwright(&alone, "about:blank", &Params::new()) {
            Ok(_) => {
                checks += &check;
                count += 1;
            }
            Err(error) => assert!(error.to_string().contains("has no way to say"), "{alone}{error}"),
        }
    }
    assert!(count >= 14, "{count}: {checks}");
    let source = format!("fn check() {{\n{checks}}}\n");
    let test = playwright(&source, "about:blank", &Params::new()).unwrap();
    let (passed, said) = run(&folder, "texts", &test);
    assert!(passed, "{said}");
}
