//! `autorpa watch` on a page that drifts, and on functions that may not be watched.

use std::{
    fs,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use testkit::{Answer, Asked, Part, serve, there};

use crate::desk::{Desk, Ran, Running, signal, start, wait_until};

/// How long is waited for what comes.
const LONG: Duration = Duration::from_secs(60);

const READ: &str = "\
/// Read the price.
fn price() {
    env_op.click(env_op.find_element(#{ text: \"Show price\" }));
    env_op.answer(env_op.read_text(#{ resource_name: \"price\" }));
    env_op.stop(\"complete\");
}
";

/// Makes a note on the emulator, which forgets it.
const NOTE: &str = "\
/// Make a note.
fn note() {
    env_op.open_app(\"Markor\");
    env_op.click(env_op.find_element(#{ content_description: \"Create a new file or folder\" }));
    env_op.input_text(\"a\", env_op.find_element(#{ hint_text: \"my_note\" }), true);
    env_op.click(env_op.find_element(#{ text: \"OK\" }));
    env_op.stop(\"complete\");
}
";

const SAVE: &str = "\
/// Save.
fn save() {
    env_op.click(env_op.find_element(#{ text: \"Save\" }));
    env_op.find_element(#{ text: \"Saved\" });
    env_op.stop(\"complete\");
}
";

/// A page with a price, which changes with every look, and with a button that saves. Its script tells somebody of each visit.
fn page(drifted: bool, renamed: bool, looks: usize) -> String {
    let more = if drifted { "<button>Compare</button>" } else { "" };
    let name = if renamed { "The price" } else { "Show price" };
    let show = "document.getElementById('price').textContent = 'EUR ' + price";
    format!(
        "<title>Shop</title><script>let price = {looks}; fetch('/visits', {{method: 'POST', body: 'x'}}).catch(() => 0)</script>\
         <button onclick=\"{show}\">{name}</button>{more}<p id=price>-</p><p>Offer {looks}</p>\
         <form method=post action=/save><button>Save</button></form>"
    )
}

struct Shop {
    drifted: Arc<AtomicBool>,
    renamed: Arc<AtomicBool>,
    posted: Arc<Mutex<Vec<String>>>,
    url: String,
}

impl Shop {
    fn open() -> Option<Self> {
        there(Part::Web, device_web::find_chromium())?;
        let (drifted, renamed) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let posted = Arc::new(Mutex::new(Vec::new()));
        let (drift, rename) = (Arc::clone(&drifted), Arc::clone(&renamed));
        let (heard, looks) = (Arc::clone(&posted), Mutex::new(0));
        let address = serve(move |asked: &Asked| {
            if asked.is_post() {
                heard.lock().unwrap().push(asked.path().to_owned());
                return Answer::page("<p>Saved</p>");
            }
            let mut looks = looks.lock().unwrap();
            *looks += 1;
            let [drifted, renamed] = [&drift, &rename].map(|it| it.load(Ordering::Relaxed));
            Answer::page(page(drifted, renamed, *looks))
        });
        Some(Self {
            drifted,
            renamed,
            posted,
            url: format!("http://{address}/"),
        })
    }
}

fn watch(desk: &Desk, shop: &Shop, script: &str, more: &[&str]) -> Ran {
    let on = [
        "watch", script, "--device", "web", "--url", &shop.url, "--times", "1",
    ];
    desk.run(&[&on[..], more].concat())
}

#[test]
fn a_page_that_has_drifted_is_told_once_with_what_is_different() {
    let Some(shop) = Shop::open() else { return };
    let desk = Desk::new();
    desk.file("price.rhai", READ);
    let tell = ["--tell", "tee -a told.jsonl"];
    watch(&desk, &shop, "price.rhai", &tell).assert(0, &["what was seen is kept"]);
    // Another price and another offer are what the page is about.
    let same = watch(&desk, &shop, "price.rhai", &tell);
    same.assert(0, &[]);
    assert!(
        same.out.is_empty() && !desk.path("told.jsonl").exists(),
        "{}",
        same.out
    );
    shop.drifted.store(true, Ordering::Relaxed);
    let drifted = watch(&desk, &shop, "price.rhai", &tell);
    drifted.assert(0, &["drifted", "new", "button \"Compare\""]);
    let told = || fs::read_to_string(desk.path("told.jsonl")).unwrap();
    assert!(
        told().contains("\"what\":\"drift\"") && told().contains("Compare"),
        "{}",
        told()
    );
    // It is told once, and is a result as long as it is there.
    let again = watch(&desk, &shop, "price.rhai", &tell);
    again.assert(0, &["button \"Compare\""]);
    assert_eq!(told().lines().count(), 1);
    shop.drifted.store(false, Ordering::Relaxed);
    watch(&desk, &shop, "price.rhai", &tell).assert(0, &["as it was again"]);
    assert!(
        told().lines().nth(1).is_some_and(|it| it.contains("settled")),
        "{}",
        told()
    );
    // What is there now is right from now on.
    shop.drifted.store(true, Ordering::Relaxed);
    watch(&desk, &shop, "price.rhai", &["--anew"]).assert(0, &["what was seen is kept"]);
    assert!(watch(&desk, &shop, "price.rhai", &[]).out.is_empty());
    // One that does not find what it uses any more says so by its exit code.
    shop.renamed.store(true, Ordering::Relaxed);
    let broken = watch(&desk, &shop, "price.rhai", &[]);
    broken.assert(
        14,
        &[
            "it ended script_fault, and was unchecked",
            "gone at its end: button \"Show price\"",
        ],
    );
    // Nothing was ever posted, though the page itself tries to with every look.
    assert_eq!(*shop.posted.lock().unwrap(), Vec::<String>::new());
    let audit = fs::read_to_string(desk.path("home/audit.jsonl")).unwrap();
    assert_eq!(audit.matches("\"by\":\"watch\"").count(), 16, "{audit}");
}

#[test]
fn a_function_that_writes_is_held_back_before_it_does() {
    let Some(shop) = Shop::open() else { return };
    let desk = Desk::new();
    desk.file("save.rhai", SAVE);
    let said = watch(&desk, &shop, "save.rhai", &[]);
    assert_ne!(said.status.code(), Some(0), "{}{}", said.out, said.err);
    assert!(
        said.err.contains("it sends POST to") && said.err.contains("may only read"),
        "{}",
        said.err
    );
    assert_eq!(*shop.posted.lock().unwrap(), Vec::<String>::new());
    // The same function, by itself, saves.
    let ran = desk.run(&["exec", "save.rhai", "--device", "web", "--url", &shop.url]);
    ran.assert(3, &["unchecked"]);
    assert!(shop.posted.lock().unwrap().contains(&"/save".to_owned()));
}

#[test]
fn what_the_policy_keeps_out_is_not_opened_whoever_names_it() {
    let Some(shop) = Shop::open() else { return };
    let desk = Desk::new();
    desk.file("price.rhai", READ);
    desk.file(
        "autorpa.toml",
        "[policy]\nallow_origin = [\"https://shop.example\"]\n",
    );
    let exec = [
        "exec",
        "price.rhai",
        "--device",
        "web",
        "--url",
        &shop.url,
        "--allow-origin",
        "*",
    ];
    desk.run(&exec)
        .assert(11, &["the policy lets pages be of https://shop.example only"]);
    desk.file(
        "autorpa.toml",
        &format!("[policy]\nallow_origin = [\"{}\"]\n", shop.url),
    );
    desk.run(&exec).assert(3, &["unchecked"]);
}

#[test]
fn it_looks_again_and_again_until_it_is_told_to_end() {
    let Some(shop) = Shop::open() else { return };
    let desk = Desk::new();
    desk.file("price.rhai", READ);
    let on = ["watch", "price.rhai", "--device", "web", "--url", &shop.url];
    let kept = || !desk.files("home/watches").is_empty();
    let looks = || {
        let audit = fs::read_to_string(desk.path("home/audit.jsonl")).unwrap_or_default();
        audit.matches("\"what\":\"ends\"").count()
    };
    let ask_to_end = |running: Running| {
        signal("TERM", &running.id().to_string());
        running.end()
    };
    // One process looks again and again; the page drifts between two looks, and that is told once.
    let every = ["--every", "1s", "--tell", "tee -a told.jsonl"];
    let running = start(desk.command(&[&on[..], &every].concat()));
    assert!(wait_until(LONG, kept));
    shop.drifted.store(true, Ordering::Relaxed);
    assert!(wait_until(LONG, || desk.path("told.jsonl").exists()));
    let then = looks();
    assert!(wait_until(LONG, || looks() >= then + 2));
    ask_to_end(running).assert(0, &["what was seen is kept", "button \"Compare\""]);
    let told = fs::read_to_string(desk.path("told.jsonl")).unwrap();
    assert_eq!(told.lines().count(), 1, "{told}");
    // It ends when it is asked to, also in the hour between two looks.
    let before = looks();
    let hourly = start(desk.command(&[&on[..], &["--every", "1h"]].concat()));
    assert!(wait_until(LONG, || looks() == before + 1));
    ask_to_end(hourly).assert(0, &[]);
    assert_eq!(looks(), before + 1);
}

#[test]
fn what_is_put_back_is_watched_as_it_is_and_the_policy_holds_for_it() {
    let desk = Desk::new();
    desk.file("note.rhai", NOTE);
    let watch = |times: &str| {
        desk.run(&[
            "watch",
            "note.rhai",
            "--device",
            "emulator",
            "--every",
            "1s",
            "--times",
            times,
        ])
    };
    watch("2").assert(0, &["what was seen is kept"]);
    // What the policy lets begin tomorrow is looked at again then.
    desk.file("autorpa.toml", "[policy]\nrows_a_day = 3\n");
    watch("3").assert(0, &["3 runs were begun today, and the policy allows 3"]);
    let audit = fs::read_to_string(desk.path("home/audit.jsonl")).unwrap();
    assert_eq!(audit.matches("\"what\":\"begins\"").count(), 3, "{audit}");
}
