//! A secret of a task file is typed on the page and stands nowhere else: not in what a demonstration, a build and runs
//! leave on the disk, nor in what they say.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use autorpa::{Autorpa, BuildRequest, Event, ExecRequest, Home, Observer, Pictures, Tier};
use testkit::{Answer, Asked, Part};
use trajectory::Outcome;
use ui::{Action, ElementId, HardAction};

const SECRET: &str = "Kx7-correct-horse";

/// A page to log in at. Whoever is in is told the password, as bad pages do.
const FORM: &str = "<title>Log in</title><form method=post action=/in><label>User <input name=user></label> \
    <label>Password <input name=password type=password></label> <label>Again <input name=again></label> \
    <button>Log in</button></form>";

fn answer(asked: &Asked, logins: &Mutex<Vec<String>>) -> Answer {
    let mut logins = logins.lock().unwrap();
    Answer::page(match asked.path() {
        "/in" => {
            logins.push(asked.body.clone());
            format!(
                "<title>In</title><p>Welcome, your password is {SECRET} indeed</p><a href='/{SECRET}'>{SECRET}</a>"
            )
        }
        "/forget" => {
            logins.push(String::new());
            String::new()
        }
        // Somebody is in who has logged in since all was forgotten.
        "/who" if logins.last().is_none_or(String::is_empty) => return Answer::of("404 Not Found", "", ""),
        "/who" => "somebody".to_owned(),
        _ => FORM.to_owned(),
    })
}

/// Remembers all that is said, and agrees.
#[derive(Default)]
struct Ear(Mutex<String>);

impl Observer for Ear {
    fn hear(&self, event: &Event<'_>) {
        self.0.lock().unwrap().push_str(&format!("{event:?}\n"));
    }

    fn agrees(&self, _question: &str) -> Option<bool> {
        Some(true)
    }
}

fn element(screen: &ui::Screen, name: &str) -> ElementId {
    let named = |it: &ui::Element| {
        [&it.label, &it.text, &it.content_description]
            .iter()
            .any(|it| it.as_deref() == Some(name))
    };
    let found = screen
        .iter()
        .find(|(_, it)| named(it) && (it.editable || it.clickable));
    found.unwrap_or_else(|| panic!("no {name} in {screen:?}")).0
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        match entry.path().is_dir() {
            true => files(&entry.path(), found),
            false => found.push(entry.path()),
        }
    }
}

#[test]
#[expect(
    clippy::too_many_lines,
    reason = "one secret, followed through all that is done with it"
)]
fn a_secret_is_typed_and_stands_nowhere() {
    if let Err(why) = device_web::find_chromium() {
        testkit::skip(Part::Web, why.to_string());
        return;
    }
    let logins = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&logins);
    let port = testkit::serve(move |asked| answer(asked, &heard)).port();
    let dir = tempfile::tempdir().unwrap();
    let kept = tempfile::tempdir().unwrap();
    let tasks = dir.path().join("login");
    fs::create_dir(&tasks).unwrap();
    fs::write(tasks.join("password"), format!("{SECRET}\n")).unwrap();
    let task = format!(
        "format = 1\nname = \"LogIn\"\ngoal = \"Log {{user}} in.\"\nsandbox = false\n\
         [start]\nurl = \"http://127.0.0.1:{port}/\"\n\
         [params.user]\ntype = \"text\"\nexamples = [\"ada\", \"grace\", \"karel\"]\n\
         [params.password]\ntype = \"secret\"\nfile = \"password\"\n\
         [reset]\nhttp = {{ method = \"POST\", url = \"http://127.0.0.1:{port}/forget\" }}\n\
         [[check]]\nwithin = \"1s\"\npage = \"http://127.0.0.1:{port}/who\"\ntext = \"1\"\n"
    );
    // What is asked of the page says nothing of the secret; whether it was typed is asked of the server below.
    let task = task.replace(
        "[[check]]\nwithin = \"1s\"\npage",
        "[[check]]\nwithin = \"1s\"\nget",
    );
    let task = task.replace("text = \"1\"\n", "status = 200\n");
    fs::write(tasks.join("login.task.toml"), task).unwrap();
    let ear = Arc::new(Ear::default());
    let observer: Arc<dyn Observer> = Arc::clone(&ear) as _;
    let home = Home::new(&kept.path().join("home"), kept.path().join("library"));
    let rpa = Autorpa::new(home)
        .watched_by(observer)
        .with_tasks(&[tasks])
        .unwrap();

    let mut shown = rpa.demonstrate("LogIn", None, 0).unwrap();
    let fill = |shown: &mut autorpa::Demonstration, name: &str, text: &str| {
        let target = Some(element(shown.screen(), name));
        let typed: HardAction = Action::InputText {
            target,
            text: text.to_owned(),
            clear: true,
        };
        shown.act(typed)
    };
    let user = shown.instance().unwrap().params["user"].to_string();
    fill(&mut shown, "User", &user).unwrap();
    // Nor is anything else that a password field hides.
    let said = fill(&mut shown, "Password", "another").unwrap_err().to_string();
    assert!(
        said.contains("takes a secret") && !said.contains("another"),
        "{said}"
    );
    // The value itself is no step of a recording.
    let said = fill(&mut shown, "Password", SECRET).unwrap_err().to_string();
    assert!(
        said.contains("{secret:password}") && !said.contains(SECRET),
        "{said}"
    );
    fill(&mut shown, "Password", "{secret:password}").unwrap();
    // A field that shows what is typed shows the mark.
    fill(&mut shown, "Again", "{secret:password}").unwrap();
    let target = element(shown.screen(), "Log in");
    shown.act(Action::Click { target }).unwrap();
    assert!(format!("{:?}", shown.screen()).contains("your password is {secret:password} indeed"));
    shown.judge().unwrap();
    let id = shown.keep(&rpa).unwrap().id.to_string();

    let request = BuildRequest {
        from: vec![id],
        count: 2.try_into().unwrap(),
        held_out: 0,
        tier: Tier::Free,
        ..BuildRequest::new("LogIn")
    };
    let built = rpa.build(&request).unwrap();
    let function = built.function.expect("there is code");
    assert!(
        function.source.contains("{secret:password}"),
        "{}",
        function.source
    );
    let exec = ExecRequest {
        task_type: Some("LogIn".to_owned()),
        seed: Some(2),
        pictures: Pictures::Each,
        ..ExecRequest::new(&function.path, task::Params::new())
    };
    let before = logins.lock().unwrap().len();
    let ran = rpa.exec(&exec).unwrap();
    assert_eq!(
        ran.recording.ending.outcome,
        Outcome::Reached,
        "{:?}",
        ran.recording.ending
    );
    let typed = logins.lock().unwrap()[before..].to_vec();
    let typed: Vec<String> = typed.into_iter().filter(|it| !it.is_empty()).collect();
    assert_eq!(typed, [format!("user=karel&password={SECRET}&again={SECRET}")]);
    let page = rpa.report("last").unwrap();
    fs::write(kept.path().join("report.html"), page).unwrap();
    fs::write(kept.path().join("said.txt"), ear.0.lock().unwrap().as_str()).unwrap();
    // Alone on a page, there is nobody who knows it.
    let bare = ExecRequest {
        url: Some(format!("http://127.0.0.1:{port}/")),
        ..ExecRequest::new(&function.path, exec.params.clone())
    };
    let said = rpa.exec(&bare).unwrap_err().to_string();
    assert!(said.contains("secret of a task file"), "{said}");

    let mut all = Vec::new();
    files(kept.path(), &mut all);
    let pictures = all
        .iter()
        .filter(|it| it.extension().is_some_and(|it| it == "png"))
        .count();
    assert!(pictures >= 2 && all.len() > 8, "{all:?}");
    for file in all {
        let bytes = fs::read(&file).unwrap();
        let found = bytes.windows(SECRET.len()).any(|it| it == SECRET.as_bytes());
        assert!(!found, "{} has it", file.display());
    }
}

/// The key of one-time codes, as a site shows it.
const KEY: &str = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/// Whether an authenticator with that key shows this code now, or has shown it just before.
fn is_code(code: &str) -> bool {
    let key = totp_rs::Secret::try_from_base32(KEY).unwrap();
    let totp = totp_rs::Builder::new().with_secret(key).build_noncompliant();
    let now = std::time::UNIX_EPOCH.elapsed().unwrap().as_secs();
    [now, now - 30]
        .iter()
        .any(|it| totp.generate(*it).to_string() == code)
}

/// The codes that were typed, and whether each was right; an empty one for what was forgotten.
type Codes = Arc<Mutex<Vec<(String, bool)>>>;

/// A site that asks for a code.
fn let_in(asked: &Asked, codes: &Codes) -> Answer {
    let mut codes = codes.lock().unwrap();
    match asked.path() {
        "/in" => {
            let code = asked.body.rsplit('=').next().unwrap_or_default().to_owned();
            let right = is_code(&code);
            codes.push((code, right));
            Answer::page(if right {
                "<p>Welcome</p>"
            } else {
                "<p>Wrong code</p>"
            })
        }
        "/forget" => {
            codes.push((String::new(), false));
            Answer::page("")
        }
        "/who" if codes.last().is_some_and(|it| it.1) => Answer::page("ada"),
        "/who" => Answer::of("404 Not Found", "", ""),
        _ => Answer::page(
            "<title>Code</title><form method=post action=/in><label>User <input name=user></label> \
             <label>Code <input name=code autocomplete=one-time-code></label> <button>Go on</button></form>",
        ),
    }
}

#[test]
fn a_one_time_code_is_made_when_it_is_typed() {
    if let Err(why) = device_web::find_chromium() {
        testkit::skip(Part::Web, why.to_string());
        return;
    }
    let codes = Codes::default();
    let heard = Arc::clone(&codes);
    let port = testkit::serve(move |asked| let_in(asked, &heard)).port();
    let dir = tempfile::tempdir().unwrap();
    let tasks = dir.path().join("code");
    fs::create_dir(&tasks).unwrap();
    fs::write(tasks.join("key"), format!("{KEY}\n")).unwrap();
    let task = format!(
        "format = 1\nname = \"GoIn\"\ngoal = \"Let {{user}} in.\"\nsandbox = false\n\
         [start]\nurl = \"http://127.0.0.1:{port}/\"\n\
         [params.user]\ntype = \"text\"\nexamples = [\"ada\", \"grace\", \"karel\"]\n\
         [params.code]\ntype = \"totp\"\nfile = \"key\"\n\
         [reset]\nhttp = {{ method = \"POST\", url = \"http://127.0.0.1:{port}/forget\" }}\n\
         [[check]]\nwithin = \"1s\"\nget = \"http://127.0.0.1:{port}/who\"\nstatus = 200\n"
    );
    fs::write(tasks.join("code.task.toml"), task).unwrap();
    let kept = dir.path().join("kept");
    let rpa = Autorpa::new(Home::new(&kept.join("home"), kept.join("library")))
        .watched_by(Arc::new(Ear::default()))
        .with_tasks(&[tasks])
        .unwrap();
    let mut shown = rpa.demonstrate("GoIn", None, 0).unwrap();
    for (field, text) in [("User", "ada"), ("Code", "{secret:code}")] {
        let target = Some(element(shown.screen(), field));
        let typed: HardAction = Action::InputText {
            target,
            text: text.to_owned(),
            clear: true,
        };
        shown.act(typed).unwrap();
    }
    let target = element(shown.screen(), "Go on");
    shown.act(Action::Click { target }).unwrap();
    shown.judge().unwrap();
    let recording = shown.keep(&rpa).unwrap();
    assert_eq!(recording.ending.outcome, Outcome::Reached, "{:?}", codes.lock());
    let request = BuildRequest {
        from: vec![recording.id.to_string()],
        count: 2.try_into().unwrap(),
        held_out: 0,
        tier: Tier::Free,
        ..BuildRequest::new("GoIn")
    };
    let function = rpa.build(&request).unwrap().function.expect("there is code");
    let exec = ExecRequest {
        task_type: Some("GoIn".to_owned()),
        seed: Some(2),
        ..ExecRequest::new(&function.path, task::Params::new())
    };
    let ran = rpa.exec(&exec).unwrap().recording;
    assert_eq!(ran.ending.outcome, Outcome::Reached, "{:?}", ran.ending);
    let typed = codes.lock().unwrap().clone();
    let typed: Vec<&(String, bool)> = typed.iter().filter(|it| !it.0.is_empty()).collect();
    assert!(typed.len() >= 3 && typed.iter().all(|it| it.1), "{typed:?}");
    // Neither the key nor a code stands in what is kept.
    let mut all = Vec::new();
    files(&kept, &mut all);
    for file in all {
        let bytes = fs::read(&file).unwrap();
        let mut secrets = typed.iter().map(|it| it.0.as_str()).chain([KEY]);
        let found = secrets.find(|secret| bytes.windows(secret.len()).any(|it| it == secret.as_bytes()));
        assert_eq!(found, None, "{}", file.display());
    }
}
