//! Functions that were built on the emulator run on it as on somebody's phone: over adb, through its own door. The
//! judge says the same of both.

use std::{fs, sync::Arc, time::Duration};

use adb_door::{Door, Handset, Live};
use autorpa::{Autorpa, Demonstration, ExecRequest, Home, Outcome, PhoneDriver, Said};
use device::{Cancel, Device, Judge, Tasks};
use device_android::Options;
use doors::{Doors, Ports, world};
use emulator::Emulator;
use library::{Function, Library};
use task::{Instance, Params, Value};
use ui::{Action, Element};

/// The seed of the instances: no function was built on them.
const SEED: u64 = 107;

/// The functions of the library that are for the emulator's tasks.
fn functions() -> Vec<Function> {
    let library = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/verified");
    let mut all = Library::open(library).list().expect("the library").functions;
    all.retain(|it| it.receipt.suite == emulator::tasks::SUITE && it.trusted());
    all
}

/// What a function is called with for an instance.
fn arguments(function: &Function, instance: &Instance) -> Params {
    let source = fs::read_to_string(&function.path).expect("a script");
    let signature = runtime::signature(&source, "a function").expect("a function");
    let of = |name: &str| {
        let mut own = instance.params.iter();
        let found = own.find(|(it, _)| strings::identifier(it) == name);
        found.map_or_else(|| Value::from(""), |(_, value)| value.clone())
    };
    let names = signature.params.into_iter().map(|it| it.name);
    names.map(|it| (it.clone(), of(&it))).collect()
}

fn set_up(task_type: &str, seed: u64) -> (Emulator, Instance) {
    let mut emulator = Emulator::new();
    let instance = emulator.instance(task_type, seed).expect("an instance");
    emulator.reset(&instance).expect("a device");
    (emulator, instance)
}

/// What the judge says of a function on the emulator itself.
fn on_the_emulator(function: &Function, seed: u64) -> f64 {
    let (mut emulator, instance) = set_up(&function.receipt.task_type, seed);
    let source = fs::read_to_string(&function.path).expect("a script");
    runtime::run(
        &source,
        "a function",
        &arguments(function, &instance),
        &mut emulator,
        &instance,
        &runtime::Options::default(),
        None,
        &Cancel::default(),
    );
    emulator.finish().expect("judged").reward().expect("a reward")
}

/// What it says of one that ran over adb, and how the run ended.
fn over_adb(function: &Function, rung: &str) -> (f64, String) {
    let (emulator, instance) = set_up(&function.receipt.task_type, SEED);
    let emulator = Arc::new(Live::new(emulator));
    let door = Door::open(emulator.clone(), 0).expect("a free port");
    let home = tempfile::tempdir().expect("a folder");
    let mut rpa = Autorpa::new(Home::new(home.path(), home.path().join("library")));
    rpa.registry
        .add_device(Arc::new(PhoneDriver::new(Options::default())));
    let mut request = ExecRequest::new(&function.path, arguments(function, &instance));
    request.device = Some(format!("adb:{}?rung={rung}", door.address()));
    let ran = rpa.exec(&request).expect("a run");
    assert_eq!(ran.recording.read_by.len(), 1, "{:?}", ran.recording.read_by);
    let ending = &ran.recording.ending;
    let said = format!(
        "{} {:?}",
        ending.outcome,
        ending.diagnostic.as_ref().map(|it| &it.message)
    );
    let mut emulator = emulator.lock();
    (
        emulator.finish().expect("judged").reward().expect("a reward"),
        said,
    )
}

#[track_caller]
fn same(functions: &[Function], rung: &str) {
    let mut wrong = Vec::new();
    for function in functions {
        let own = on_the_emulator(function, SEED);
        let (through, said) = over_adb(function, rung);
        if own != through {
            let name = &function.receipt.task_type;
            wrong.push(format!(
                "{name}: {own} on the emulator, {through} over adb: {said}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_function_of_the_library_does_over_adb_what_it_does_on_the_emulator() {
    let all = functions();
    assert!(all.len() > 30, "{}", all.len());
    same(&all, "server");
}

#[test]
fn every_function_of_the_library_does_by_the_helper_what_it_does_on_the_emulator() {
    same(&functions(), "helper");
}

/// The tools of every phone see no toasts and no toolbars, and need no more for most.
#[test]
fn notes_are_written_with_the_tools_of_every_phone() {
    let mut all = functions();
    let wanted = [
        "MarkorCreateNote",
        "MarkorCreateFolder",
        "MarkorMoveNote",
        "ContactsAddContact",
        "SystemWifiTurnOff",
    ];
    all.retain(|it| wanted.contains(&it.receipt.task_type.as_str()));
    assert_eq!(all.len(), wanted.len());
    same(&all, "dump");
}

/// How a function ends on an AndroidWorld server, by the server's judge, and what it says.
fn on_a_server(function: &Function) -> (Outcome, String) {
    let phone = Arc::new(Live::new(Emulator::new()));
    let ports = Ports {
        adb: 0,
        http: Some(0),
        ..Ports::default()
    };
    let doors = Doors::open(&phone, &ports).expect("free ports");
    let home = tempfile::tempdir().expect("a folder");
    let rpa = Autorpa::new(Home::new(home.path(), home.path().join("library")));
    let mut request = ExecRequest::new(&function.path, Params::new());
    let server = doors.http().expect("it is open");
    request.device = Some(format!("androidworld:http://{server}?adb={}", doors.adb()));
    request.task_type = Some(function.receipt.task_type.clone());
    request.seed = Some(SEED);
    let ran = rpa.exec(&request).expect("a run");
    assert_eq!(ran.recording.instance.suite, "androidworld-original");
    let ending = &ran.recording.ending;
    let said = ending.diagnostic.as_ref().map(|it| it.message.clone());
    (ending.outcome, said.unwrap_or_default())
}

/// The server is the emulator's own door; nothing is known to the client but its address. Values are read out of goals.
#[test]
fn functions_of_the_library_are_judged_on_a_server_as_on_the_emulator() {
    let all = functions();
    let mut wrong = Vec::new();
    for function in &all {
        let task_type = &function.receipt.task_type;
        let own = on_the_emulator(function, world::seed_of(SEED as i64, task_type, 0));
        let (outcome, said) = on_a_server(function);
        if (own >= 1.0) != (outcome == Outcome::Reached) {
            wrong.push(format!(
                "{task_type}: {own} on the emulator, {outcome} on a server: {said}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A person in front of the phone.
struct Person {
    emulator: Arc<Live<Emulator>>,
    shown: Demonstration,
}

impl Person {
    /// Touch what says this, also in the system's windows; what is told of it.
    fn tap(&mut self, name: &str) -> Vec<Said> {
        let (x, y) = self.find(name);
        self.touch((x, y), (x, y))
    }

    fn find(&self, name: &str) -> (i32, i32) {
        let mut phone = self.emulator.lock();
        let screen = phone.observe().expect("a screen");
        let own = screen.elements.into_iter();
        let windows = phone.system_windows().into_iter();
        let system = windows.flat_map(|it| it.1.children).map(|it| it.element);
        let said = |it: &Element| it.words().any(|word| word == name);
        let found = own.chain(system).find(said);
        found
            .unwrap_or_else(|| {
                panic!(
                    "no {name} on {}",
                    phone.observe().map(|it| ui::describe(&it)).unwrap_or_default()
                )
            })
            .bounds
            .center()
    }

    fn touch(&mut self, from: (i32, i32), to: (i32, i32)) -> Vec<Said> {
        self.emulator.finger(from, true);
        self.emulator.finger(to, true);
        self.emulator.finger(to, false);
        self.shown
            .next_touch(Duration::from_secs(20))
            .expect("it is heard")
    }

    fn words(said: &[Said]) -> String {
        said.iter().map(|it| format!("{it}\n")).collect()
    }
}

/// A note is made with fingers on the glass and on the phone's own keyboard; the function that is built of it makes others.
#[test]
fn what_fingers_do_on_a_phone_is_a_recording() {
    let phone = || {
        let emulator = Arc::new(Live::new(Emulator::new()));
        let door = Door::open(emulator.clone(), 0).expect("a free port");
        (emulator, door)
    };
    let home = tempfile::tempdir().expect("a folder");
    let mut rpa = Autorpa::new(Home::new(home.path(), home.path().join("library")));
    rpa.registry
        .add_device(Arc::new(PhoneDriver::new(Options::default())));
    let (_emulator, door) = phone();
    let plain = format!("adb:{}?rung=dump", door.address());
    let mut by_dump = rpa.demonstrate_on(&plain, Some("Show"), None).expect("a phone");
    let refused = by_dump
        .hear_touches()
        .expect_err("without a keyboard in its windows");
    assert!(refused.to_string().contains("rung=helper"), "{refused}");
    drop(by_dump);
    for rung in ["server", "helper"] {
        let (emulator, door) = phone();
        let device = format!("adb:{}?rung={rung}", door.address());
        let shown = rpa
            .demonstrate_on(&device, Some("Make a contact bob"), Some("make_contact"))
            .expect("a phone");
        let mut person = Person { emulator, shown };
        assert!(person.shown.hear_touches().expect("a panel"));
        person.tap("Home");
        person
            .shown
            .act(Action::OpenApp {
                app: "Contacts".to_owned(),
            })
            .expect("an app");
        let said = person.tap("Create contact");
        assert!(Person::words(&said).contains("Create contact"), "{said:?}");
        assert!(
            person.tap("First name").is_empty(),
            "it is told with what is typed"
        );
        for key in ["b", "o", "b", "b", "Delete"] {
            assert!(person.tap(key).is_empty(), "{key}");
        }
        let said = person.tap("SAVE");
        let told = Person::words(&said);
        assert!(told.contains("bob") && told.contains("SAVE"), "{told}");
        let steps: Vec<String> = person.shown.steps().into_iter().map(|it| it.words).collect();
        assert_eq!(steps.len(), 5, "{steps:#?}");
        // From the left edge to the right: back.
        let said = person.touch((2, 1000), (700, 1000));
        assert!(Person::words(&said).contains("back"), "{said:?}");
        // From above the screen down: the system's.
        let said = person.touch((500, 2), (500, 1500));
        assert!(Person::words(&said).contains("gap"), "{said:?}");
    }
}
