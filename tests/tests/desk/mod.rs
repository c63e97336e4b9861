//! The example desk with a library of its own, and a hand that shows tasks on it.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
    path::PathBuf,
    sync::Arc,
};

use autorpa::{
    Autorpa, BuildRequest, Built, Demonstration, Event, ExecRequest, Home, Observer, Ran, Recording, Tier,
};
use desk_app::{Desk, Drift, Options};
use serde_json::Value;
use tempfile::TempDir;
use testkit::Part;
use ui::{Action, ElementId, HardAction};

/// A running desk, its task files, and a home of its own.
pub struct Office {
    desk: Desk,
    dir: TempDir,
    pub rpa: Autorpa,
}

impl Office {
    /// What is built from one recording of a page without a model, and its source.
    pub fn built_from(&self, recording: &Recording, url: &str, task_type: &str) -> (Built, String) {
        let request = BuildRequest {
            from: vec![recording.id.to_string()],
            url: Some(url.to_owned()),
            tier: Tier::Free,
            ..BuildRequest::new(task_type)
        };
        let built = self.rpa.build(&request).unwrap();
        let source = fs::read_to_string(&built.function.as_ref().unwrap().path).unwrap();
        (built, source)
    }

    /// `None` where there is no browser.
    pub fn open(drifts: &[Drift]) -> Option<Self> {
        if let Err(why) = device_web::find_chromium() {
            testkit::skip(Part::Web, why.to_string());
            return None;
        }
        let dir = tempfile::tempdir().unwrap();
        let tasks = dir.path().join("desk");
        fs::create_dir(&tasks).unwrap();
        let desk = Desk::start(Options {
            port: 0,
            database: tasks.join("desk.db"),
            drifts: drifts.to_vec(),
            resettable: true,
        })
        .unwrap();
        let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../examples/tasks/desk");
        for file in fs::read_dir(source).unwrap().flatten() {
            let text = fs::read_to_string(file.path()).unwrap();
            let text = text.replace("http://127.0.0.1:8731", &desk.origin());
            // What is shown by hand is what is built from: nothing is found by pressing anything.
            let text = text.replace("sandbox = true", "sandbox = false");
            // A failed check is asked again until its deadline, and most candidates fail.
            let text = text.replace("[[check]]\n", "[[check]]\nwithin = \"1s\"\n");
            // Where words are others, or in capitals, so is what shows that the application is there.
            let text = match drifts.iter().any(|it| matches!(it, Drift::Labels | Drift::Look)) {
                true => text.replace("shows = \"New customer\"\n", ""),
                false => text,
            };
            fs::write(tasks.join(file.file_name()), text).unwrap();
        }
        let home = Home::new(&dir.path().join("home"), dir.path().join("library"));
        let rpa = Autorpa::new(home)
            .watched_by(Arc::new(Agrees))
            .with_tasks(&[tasks])
            .unwrap();
        Some(Self { desk, dir, rpa })
    }

    /// A file of the test.
    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Where it is.
    pub fn origin(&self) -> String {
        self.desk.origin()
    }

    /// A number that a question to the database has as its answer.
    pub fn count(&self, question: &str) -> i64 {
        self.asked(question)
    }

    /// A text that it has as its answer.
    pub fn text(&self, question: &str) -> String {
        self.asked(question)
    }

    fn asked<T: rusqlite::types::FromSql>(&self, question: &str) -> T {
        let database = rusqlite::Connection::open(self.dir.path().join("desk/desk.db")).unwrap();
        database.query_row(question, [], |row| row.get(0)).unwrap()
    }

    /// What acted and has no record of its own, each with how it ended, as the log has it.
    pub fn acted(&self) -> Vec<String> {
        let log = fs::read_to_string(self.path("home/audit.jsonl")).unwrap();
        let entries: Vec<Value> = log.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
        let did = |what: &'static str| {
            entries
                .iter()
                .map(|it| &it["did"])
                .filter(move |it| it["what"] == what)
        };
        let begun = did("begins").filter(|it| it["run"].as_str().unwrap().starts_with("acted-"));
        let said = |begun: &Value| {
            let end = did("ends").find(|it| it["run"] == begun["run"]);
            let outcome = end.map_or("no end", |it| it["outcome"].as_str().unwrap());
            format!("{}: {outcome}", begun["function"].as_str().unwrap())
        };
        begun.map(said).collect()
    }

    /// Put the seed data back.
    pub fn reset(&self) {
        let address = self.desk.address();
        let mut stream = TcpStream::connect(address).unwrap();
        let request = format!(
            "POST /reset HTTP/1.1\r\nHost: {address}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 204"), "{answer}");
    }

    /// Change what the desk keeps, behind its back.
    pub fn sql(&self, statement: &str) {
        let database = rusqlite::Connection::open(self.dir.path().join("desk/desk.db")).unwrap();
        let changed = database.execute(statement, []).unwrap();
        assert!(changed > 0, "{statement} changed nothing");
    }

    /// The same home, with a task file more in a folder of its own.
    pub fn with_more(&self, folder: &str, name: &str, text: &str) -> Autorpa {
        let tasks = self.dir.path().join(folder);
        fs::create_dir(&tasks).unwrap();
        let text = text.replace("http://127.0.0.1:8731", &self.desk.origin());
        fs::write(tasks.join(format!("{name}.task.toml")), text).unwrap();
        self.rpa.clone().with_tasks(&[tasks]).unwrap()
    }

    /// Begin to show an instance.
    pub fn begin(&self, task_type: &str, seed: u64) -> Hand<'_> {
        Hand::begin(&self.rpa, task_type, seed)
    }
}

/// Somebody who wants every trial run.
struct Agrees;

impl Observer for Agrees {
    fn hear(&self, _event: &Event<'_>) {}

    fn agrees(&self, _question: &str) -> Option<bool> {
        Some(true)
    }
}

/// Somebody who does a task.
pub struct Hand<'a> {
    rpa: &'a Autorpa,
    shown: Demonstration,
}

impl<'a> Hand<'a> {
    /// Begin to show an instance.
    pub fn begin(rpa: &'a Autorpa, task_type: &str, seed: u64) -> Self {
        let shown = rpa.demonstrate(task_type, None, seed).unwrap();
        Self { rpa, shown }
    }

    /// A value of the instance.
    pub fn value(&self, name: &str) -> String {
        self.shown.instance().unwrap().params[name].to_string()
    }

    fn act(&mut self, action: HardAction) {
        self.shown.act(action).unwrap();
    }

    /// The entries of a list of the instance.
    pub fn values(&self, name: &str) -> Vec<String> {
        let value = &self.shown.instance().unwrap().params[name];
        value.texts().map(str::to_owned).collect()
    }

    /// The first element that can be clicked and shows this.
    fn find(&self, shows: &str) -> ElementId {
        let screen = self.shown.screen();
        let found = screen.iter().find(|(_, it)| {
            it.clickable && [&it.text, &it.content_description].contains(&&Some(shows.to_owned()))
        });
        found
            .unwrap_or_else(|| panic!("nothing to click shows \"{shows}\" on {}", screen.activity))
            .0
    }

    pub fn click(&mut self, shows: &str) {
        let target = self.find(shows);
        self.act(Action::Click { target });
    }

    /// Type into the field with this label.
    pub fn fill(&mut self, label: &str, text: &str) {
        let screen = self.shown.screen();
        let field = screen.iter().find(|(_, it)| {
            let called = [
                &it.label,
                &it.content_description,
                &it.hint_text,
                &it.resource_name,
            ];
            it.editable && called.into_iter().flatten().any(|it| ui::short_id(it) == label)
        });
        let (target, _) = field.unwrap_or_else(|| panic!("no field \"{label}\" on {}", screen.activity));
        self.act(Action::InputText {
            target: Some(target),
            text: text.to_owned(),
            clear: true,
        });
    }

    /// What stands so many elements behind the one that shows this.
    pub fn beside(&self, shows: &str, behind: usize) -> String {
        let screen = self.shown.screen();
        let at = self.find(shows).0 + behind;
        screen
            .get(ElementId(at))
            .and_then(|it| it.text.clone())
            .unwrap_or_default()
    }

    /// Click what shows `shows` and stands next behind what shows `anchor`.
    pub fn click_beside(&mut self, anchor: &str, shows: &str) {
        let screen = self.shown.screen();
        let behind = screen
            .iter()
            .skip_while(|(_, it)| it.text.as_deref() != Some(anchor))
            .find(|(_, it)| it.clickable && it.text.as_deref() == Some(shows));
        let (target, _) = behind.expect("it stands behind it");
        self.act(Action::Click { target });
    }

    /// Choose an option of the list with this label.
    pub fn select(&mut self, label: &str, option: &str) {
        let screen = self.shown.screen();
        let list = screen
            .iter()
            .find(|(_, it)| it.class_name.as_deref() == Some("select") && it.label.as_deref() == Some(label));
        let (target, _) = list.expect("there is a list with this label");
        self.act(Action::SelectOption {
            target,
            option: option.to_owned(),
        });
    }

    pub fn answer(&mut self, text: &str) {
        self.act(Action::Answer {
            text: text.to_owned(),
        });
    }

    /// What is to be done, in words.
    pub fn goal(&self) -> String {
        self.shown.instance().unwrap().goal.clone()
    }

    /// What is said of what was done, as it is.
    pub fn judged(mut self) -> String {
        format!("{:?}", self.shown.judge().unwrap())
    }

    /// It is done, and there is no check; kept as a recording with this name.
    pub fn keep_unchecked(mut self) -> String {
        self.shown.judge().unwrap();
        let recording = self.shown.keep(self.rpa).unwrap();
        assert_eq!(recording.ending.outcome, trajectory::Outcome::Unchecked);
        recording.id.to_string()
    }

    /// It is done, and the checks say so; kept as a recording with this name.
    pub fn keep(mut self) -> String {
        let verdict = self.shown.judge().unwrap().clone();
        let recording = self.shown.keep(self.rpa).unwrap();
        assert!(recording.succeeded(), "{verdict:?}");
        recording.id.to_string()
    }
}

/// Build from demonstrations, and hold it against so many instances in all.
pub fn build_with(rpa: &Autorpa, task_type: &str, from: Vec<String>, instances: usize) -> Built {
    let request = BuildRequest {
        from,
        count: instances.try_into().unwrap(),
        held_out: 0,
        tier: Tier::Free,
        ..BuildRequest::new(task_type)
    };
    rpa.build(&request).unwrap()
}

/// Run a function on an instance of its task type.
pub fn exec_with(rpa: &Autorpa, built: &Built, task_type: &str, seed: u64) -> Ran {
    let function = built.function.as_ref().expect("there is code");
    let request = ExecRequest {
        task_type: Some(task_type.to_owned()),
        seed: Some(seed),
        ..ExecRequest::new(&function.path, task::Params::new())
    };
    rpa.exec(&request).unwrap()
}

/// Show how a customer's address is changed.
pub fn change_email(office: &Office, seed: u64) -> String {
    let mut hand = office.begin("ChangeEmail", seed);
    let (name, email) = (hand.value("name"), hand.value("email"));
    hand.fill("Search customers", &name);
    hand.click("Search");
    hand.click(&name);
    hand.click("Edit");
    hand.fill("E-mail", &email);
    hand.click("Save changes");
    hand.keep()
}

/// Show how a customer is added: what the form says already is left as it is.
pub fn add_customer(office: &Office, seed: u64) -> String {
    let mut hand = office.begin("AddCustomer", seed);
    hand.click("New customer");
    for (label, name) in [
        ("Name", "name"),
        ("E-mail", "email"),
        ("Born", "born"),
        ("Notes", "notes"),
    ] {
        let value = hand.value(name);
        if !value.is_empty() {
            hand.fill(label, &value);
        }
    }
    let (country, plan) = (hand.value("country"), hand.value("plan"));
    hand.select("Country", &country);
    if plan != "Basic" {
        hand.click(&plan);
    }
    if hand.value("newsletter") == "yes" {
        hand.click("Newsletter");
    }
    hand.click("Save customer");
    hand.keep()
}
