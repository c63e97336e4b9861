//! One page for one task: recording, soft trajectory, program, script and run, made by the real parts; what the search
//! does not find is shown by a person.

use std::sync::Arc;

use compiler::{build::build, emit::emit, script::Script, translate::translate};
use device::{Cancel, Device, Environment};
use emulator::Emulator;
use explorer::{graph::Graph, search};
use task::{Instance, Params};
use trajectory::{Origin, Recording, Step, summarize_step};
use ui::{Action, Element, ElementId, HardAction};

fn tell(recording: &Recording) -> String {
    let steps = recording.steps.iter().enumerate().map(|(idx, step)| {
        let done = summarize_step(&step.screen, &step.action, recording.after(idx));
        format!("{}. {done}\n", idx + 1)
    });
    let end = format!("{}, reward {:?}\n", recording.ending.outcome, recording.reward);
    steps.chain([end]).collect()
}

/// Run a script on an instance and judge it.
fn run(env: &mut Emulator, script: &Script, instance: &Instance) -> Recording {
    env.reset(instance).unwrap();
    let run = runtime::run(
        &script.source,
        &script.name,
        &script.arguments(&instance.params),
        env,
        instance,
        &runtime::Options::default(),
        None,
        &Cancel::default(),
    );
    Recording {
        reward: Some(env.finish().unwrap()),
        ..run.recording
    }
}

fn page(task_type: &str, built_on: u64, run_on: u64) -> String {
    let mut env = Emulator::new();
    let instance = env.instance(task_type, built_on).unwrap();
    let report = search::search(
        &mut env,
        &instance,
        &search::Options::default(),
        &mut Graph::default(),
        &Cancel::default(),
        &mut |_| {},
    )
    .unwrap();
    let recording = report.recording.unwrap();
    let soft = translate(&recording);
    let program = build(std::slice::from_ref(&soft), task_type, &instance.goal).remove(0);
    let script = emit(&program);
    let other = env.instance(task_type, run_on).unwrap();
    let ran = run(&mut env, &script, &other);
    format!(
        "# {}\n\n## recording\n{}\n## soft trajectory\n{soft}\n## program\n{program}\n## script\n{}\n## run: {}\n{}\n## changes\n{}\n",
        instance.goal,
        tell(&recording),
        script.source,
        other.goal,
        tell(&ran),
        env.changes().join("\n"),
    )
}

/// Somebody with a phone in the hand.
struct Person<'a> {
    env: &'a mut Emulator,
    steps: Vec<Step>,
}

impl Person<'_> {
    fn act(&mut self, action: HardAction) {
        let screen = Arc::new(self.env.observe().unwrap());
        self.env.act(&action).unwrap();
        self.steps.push(Step::new(screen, action));
    }

    /// The first element with this text or description, or this name behind the last `/` of its id.
    fn find(&mut self, what: &str) -> ElementId {
        let called = |it: &Element| {
            let id = it.resource_name.as_deref().and_then(|it| it.rsplit('/').next());
            let all = [it.text.as_deref(), it.content_description.as_deref(), id];
            all.into_iter().flatten().any(|it| it == what)
        };
        let screen = self.env.observe().unwrap();
        let found = screen.iter().find(|(_, it)| called(it)).map(|(id, _)| id);
        found.unwrap_or_else(|| panic!("no {what} on\n{}", ui::describe(&screen)))
    }

    /// What an element holds, read by eye.
    fn read(&mut self, what: &str) -> String {
        let id = self.find(what);
        let screen = self.env.observe().unwrap();
        screen.get(id).unwrap().held_text().trim().to_owned()
    }

    fn open(&mut self, app: &str) {
        self.act(Action::OpenApp { app: app.to_owned() });
    }

    fn tap(&mut self, what: &str) {
        let target = self.find(what);
        self.act(Action::Click { target });
    }

    fn fill(&mut self, what: &str, text: &str) {
        let target = Some(self.find(what));
        self.act(Action::InputText {
            target,
            text: text.to_owned(),
            clear: true,
        });
    }
}

fn value<'a>(params: &'a Params, name: &str) -> &'a str {
    params.get(name).and_then(|it| it.as_text()).unwrap_or_default()
}

/// A person does two instances; what comes of it does a third, which nobody has shown.
fn taught(task_type: &str, play: fn(&mut Person<'_>, &Params)) -> String {
    let mut env = Emulator::new();
    let mut text = String::new();
    let mut softs = Vec::new();
    let shown: Vec<Instance> = [1, 2].map(|it| env.instance(task_type, it).unwrap()).into();
    for instance in &shown {
        env.reset(instance).unwrap();
        let mut person = Person {
            env: &mut env,
            steps: Vec::new(),
        };
        play(&mut person, &instance.params);
        let (steps, last) = (person.steps, Arc::new(env.observe().unwrap()));
        assert_eq!(env.finish().unwrap(), 1.0, "shown wrongly: {}", instance.goal);
        let recording = Recording::reached(Origin::Person, instance.clone(), steps, last);
        text.push_str(&format!("# {}\n{}\n", instance.goal, tell(&recording)));
        softs.push(translate(&recording));
    }
    let candidates: Vec<Script> = build(&softs, task_type, "").iter().map(emit).collect();
    let serves = |it: &&Script| {
        let mut all = shown.iter();
        all.all(|instance| run(&mut env, it, instance).reward == Some(1.0))
    };
    let script = candidates.iter().find(serves).expect("one serves what was shown");
    let other = env.instance(task_type, 42).unwrap();
    let ran = run(&mut env, script, &other);
    assert_eq!(ran.reward, Some(1.0), "{}\n{}", script.source, tell(&ran));
    format!(
        "{text}## script\n{}\n## run: {}\n{}",
        script.source,
        other.goal,
        tell(&ran)
    )
}

/// The keys of a number of hours, minutes and seconds, without the zeros in front, which change nothing.
#[test]
fn the_keys_of_a_pad_are_a_loop_over_the_characters_of_a_value() {
    insta::assert_snapshot!(taught("ClockTimerEntry", |person, params| {
        person.open("Clock");
        person.tap("Timer");
        let keys = ["hours", "minutes", "seconds"].map(|it| format!("{:0>2}", value(params, it)));
        for key in keys.concat().trim_start_matches('0').chars() {
            person.tap(&key.to_string());
        }
    }));
}

#[test]
fn several_texts_that_were_seen_are_read_and_typed_together() {
    const EDITOR: &str = "document__fragment__edit__highlighting_editor";
    insta::assert_snapshot!(taught("MarkorMergeNotes", |person, params| {
        person.open("Markor");
        let parts = ["file1_name", "file2_name", "file3_name"].map(|name| {
            person.tap(value(params, name));
            let held = person.read(EDITOR);
            person.tap("Navigate up");
            held
        });
        person.tap("Create a new file or folder");
        person.fill("new_file_dialog__name", value(params, "new_file_name"));
        person.fill("new_file_dialog__ext", "");
        person.tap("OK");
        person.fill(EDITOR, &parts.join("\n\n"));
        person.tap("Save");
    }));
}

#[test]
fn a_text_that_was_received_is_sent_on() {
    insta::assert_snapshot!(taught("SimpleSmsSendReceivedAddress", |person, params| {
        person.open("SMS Messenger");
        person.tap(value(params, "name2"));
        let address = person.read("thread_message_body");
        person.tap("Back");
        person.tap("conversations_fab");
        person.tap(value(params, "name1"));
        person.fill("thread_type_message", &address);
        person.tap("thread_send_message");
    }));
}

#[test]
fn a_folder() {
    insta::assert_snapshot!(page("MarkorCreateFolder", 1, 7));
}

#[test]
fn a_contact() {
    insta::assert_snapshot!(page("ContactsAddContact", 1, 7));
}
