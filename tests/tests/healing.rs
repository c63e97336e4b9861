//! Applications whose ids changed: what runs on them found otherwise is proposed, held against the recordings that the
//! function was built from, and kept by a person's word alone; what is not proposed, and why.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use std::sync::Arc;

use autorpa::{
    Autorpa, BuildRequest, ExecRequest, HealRequest, Healing, Home, NoProof, Outcome, Params, Perturb, Tier,
    Unproven, WhyNot,
};
use library::{Draft, Library, Receipt, Standing, Version};
use task::{Instance, ParamSpec};
use trajectory::{Bank, Begins, Code, Diagnostic, End, Origin, Recording, RunLine, Runs, Screenshots, Step};
use ui::{Element, ElementId, HardAction, Rect, Screen};

const TASK: &str = "MarkorCreateFolder";

fn run(rpa: &Autorpa, seed: u64, perturb: Perturb) -> (Outcome, usize) {
    let request = ExecRequest {
        task_type: Some(TASK.to_owned()),
        seed: Some(seed),
        perturb,
        ..ExecRequest::new("markor/create_folder", Params::new())
    };
    let ran = rpa.exec(&request).unwrap();
    let runs = rpa.run_list();
    runs.refresh().unwrap();
    let record = Runs::of(&rpa.home.bank).load(&ran.record.unwrap()).unwrap();
    (ran.recording.ending.outcome, record.end.unwrap().healed.len())
}

#[test]
fn what_runs_on_a_changed_application_found_otherwise_becomes_an_update() {
    let dir = tempfile::tempdir().unwrap();
    let rpa = Autorpa::new(Home::new(dir.path(), dir.path().join("library")));
    let request = BuildRequest {
        tier: Tier::Free,
        ..BuildRequest::new(TASK)
    };
    let built = rpa.build(&request).unwrap().function.unwrap();
    assert_eq!(built.standing(), Standing::Verified);
    let request = HealRequest::new("markor/create_folder");
    // A phone as it was: there is nothing to heal.
    assert_eq!(run(&rpa, 901, Perturb::default()), (Outcome::Reached, 0));
    let healing = rpa.heal(&request).unwrap();
    assert!(
        healing.healed.is_empty() && healing.updates.is_empty(),
        "{healing}"
    );
    let ids = || Perturb::new(["ids"]);
    let before: usize = (902..905).map(|seed| run(&rpa, seed, ids()).1).sum();
    assert!(before > 0);
    let healing = rpa.heal(&request).unwrap();
    assert!(!healing.updates.is_empty(), "{healing}");
    assert!(healing.held > 0 && healing.unproven.is_empty(), "{healing}");
    assert_eq!(rpa.heal(&request).unwrap().function.source, built.source);
    let healed = rpa.accept_healing(&healing).unwrap();
    assert_eq!(healed.standing(), Standing::Accepted);
    // It is right on both, and has less to heal.
    for seed in 905..908 {
        assert_eq!(
            run(&rpa, seed, Perturb::default()).0,
            Outcome::Reached,
            "{healing}"
        );
        assert_eq!(run(&rpa, seed, ids()).0, Outcome::Reached, "{healing}");
    }
    let after: usize = (902..905).map(|seed| run(&rpa, seed, ids()).1).sum();
    assert!(after < before, "{before} and {after}\n{healing}");
}

const RECEIPT: &str = r#"{"version": 1, "name": "keep", "task_type": "Keep", "suite": "s", "device": "emulator",
    "verified": true, "instances": [], "params": [], "templates": [], "refinements": 0,
    "tokens": {"prompt": 0, "completion": 0}, "tiers": {}, "explorer": {"kind": "", "episodes": 0, "steps": 0},
    "recordings": [], "script_sha256": "", "history": []}"#;

const SOURCE: &str = "private fn note_field() { #{ resource_name: \"n1\", target_description: \"the note\", or_else: #{ hint_text: \"Note\" } } }
private fn save_button() { #{ resource_name: \"s1\", target_description: \"the button\", or_else: [#{ text: \"Save\" }, #{ class_name: \"Button\", nth: \"2 of 2\" }] } }
/// Keep `note`.
fn keep(note) {
    env_op.input_text(note, note_field(), true);
    env_op.click(save_button());
    env_op.stop(\"complete\");
}
";

/// A form: the ids of its field and its button, what the button before it shows, and what it shows itself.
#[derive(Clone, Copy)]
struct Form(&'static str, &'static str, &'static str, &'static str);

const OLD: Form = Form("n1", "s1", "Cancel", "Save");
const NEW: Form = Form("n2", "s2", "Cancel", "Save");

impl Form {
    fn screen(self, holds: &str) -> Arc<Screen> {
        let element = |row: i32, class: &str, id: &str| Element {
            class_name: Some(class.to_owned()),
            resource_name: Some(id.to_owned()),
            clickable: true,
            bounds: Rect::new(0, row * 20, 90, row * 20 + 18),
            path: vec![0, row as u16],
            ..Element::default()
        };
        let button = |row: i32, id: &str, text: &str| Element {
            text: Some(text.to_owned()),
            ..element(row, "Button", id)
        };
        let field = Element {
            editable: true,
            hint_text: Some("Note".to_owned()),
            value: Some(holds.to_owned()),
            ..element(0, "EditText", self.0)
        };
        let elements = vec![field, button(1, "c1", self.2), button(2, self.1, self.3)];
        Arc::new(Screen {
            app: "notes".to_owned(),
            activity: "form".to_owned(),
            size: (90, 200),
            elements,
            today: String::new(),
            in_part: Vec::new(),
        })
    }

    /// A note is typed, and one of the buttons is pressed.
    fn recording(self, note: &str, pressed: usize) -> Recording {
        let types = HardAction::InputText {
            target: Some(ElementId(0)),
            text: note.to_owned(),
            clear: true,
        };
        let presses = HardAction::Click {
            target: ElementId(pressed),
        };
        let instance = Instance {
            suite: "s".to_owned(),
            task_type: "Keep".to_owned(),
            seed: 1,
            goal: format!("Keep {note}"),
            params: Params::from([("note".to_owned(), note.into())]),
        };
        let steps = vec![
            Step::new(self.screen(""), types),
            Step::new(self.screen(note), presses),
        ];
        let last = Arc::new(Screen {
            activity: "list".to_owned(),
            ..Screen::default()
        });
        Recording::reached(Origin::Search, instance, steps, last)
    }
}

struct Notes {
    rpa: Autorpa,
    bank: Bank,
    _dir: tempfile::TempDir,
}

impl Notes {
    /// A function that was made from these recordings.
    fn of(made_from: &[Recording]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let rpa = Autorpa::new(Home::new(dir.path(), dir.path().join("library")));
        let bank = Bank::open(&rpa.home.bank).unwrap();
        let mut receipt = Receipt::from_json(RECEIPT.as_bytes()).unwrap();
        receipt.params = vec![ParamSpec {
            name: "note".to_owned(),
            description: String::new(),
        }];
        let kept = made_from.iter();
        receipt.recordings = kept
            .map(|it| bank.save(it, &Screenshots::default()).unwrap())
            .collect();
        let draft = Draft {
            place: library::Place {
                app: "notes".to_owned(),
                name: "keep".to_owned(),
            },
            versions: vec![Version {
                source: SOURCE.to_owned(),
                why: "a recording".to_owned(),
            }],
            receipt,
        };
        Library::open(&rpa.home.library).publish(&draft).unwrap();
        Self { rpa, bank, _dir: dir }
    }

    /// A run of the function as it is.
    fn ran(&self, source: &str, outcome: Outcome, recording: &Recording) -> String {
        let mut recording = recording.clone();
        recording.origin = Origin::Script;
        let id = self.bank.save(&recording, &Screenshots::default()).unwrap();
        let begins = Begins {
            at: 1.0,
            function: "notes/keep".to_owned(),
            script_sha256: library::sha256(source),
            instance: recording.instance.clone(),
            row: None,
            resumes: None,
        };
        let runs = Runs::of(&self.rpa.home.bank);
        let stamp = format!("20260101T1000{:02}", runs.ids().unwrap().len());
        let mut log = runs.begin(&stamp, begins).unwrap();
        let end = End {
            at: 2.0,
            outcome,
            diagnostic: None,
            answer: None,
            healed: Vec::new(),
            changes: Vec::new(),
            network: Vec::new(),
            read_by: Vec::new(),
            recording: Some(id),
        };
        log.note(&RunLine::Ends(Box::new(end))).unwrap();
        log.id().to_owned()
    }

    fn heal(&self) -> Healing {
        self.rpa.heal(&HealRequest::new("notes/keep")).unwrap()
    }
}

fn line<'a>(source: &'a str, name: &str) -> &'a str {
    source.lines().find(|it| it.contains(name)).unwrap()
}

#[test]
fn ids_that_changed_give_way_to_words_that_stayed() {
    let notes = Notes::of(&[OLD.recording("milk", 2), OLD.recording("bread", 2)]);
    notes.ran(SOURCE, Outcome::Reached, &OLD.recording("oil", 2));
    let said = notes.heal().to_string();
    assert_eq!(said, "notes/keep: its last run found everything as it says");
    let run = notes.ran(SOURCE, Outcome::Reached, &NEW.recording("tea", 2));
    let healing = notes.heal();
    assert_eq!(
        (healing.runs, &healing.healed),
        (2, &vec![run.clone()]),
        "{healing}"
    );
    assert!(
        healing.not_proposed.is_empty() && healing.unproven.is_empty(),
        "{healing}"
    );
    assert_eq!((healing.updates.len(), healing.held), (2, 2), "{healing}");
    assert!(
        healing
            .updates
            .iter()
            .all(|it| it.known && it.runs == [run.clone()])
    );
    let field =
        "#{ hint_text: \"Note\", target_description: \"the note\", or_else: #{ resource_name: \"n1\" } }";
    assert!(
        line(&healing.source, "note_field").contains(field),
        "{}",
        healing.source
    );
    // Nothing is kept before somebody says so.
    let library = Library::open(&notes.rpa.home.library);
    assert_eq!(library.get("notes/keep").unwrap().source, SOURCE);
    let healed = notes.rpa.accept_healing(&healing).unwrap();
    assert_eq!(
        (healed.source.as_str(), healed.standing()),
        (healing.source.as_str(), Standing::Accepted)
    );
    assert_eq!(healed.history().len(), 2);
    // It serves both forms.
    for (form, note) in [(OLD, "salt"), (NEW, "rice")] {
        notes.ran(&healed.source, Outcome::Reached, &form.recording(note, 2));
    }
    let again = notes.heal();
    assert_eq!(
        (again.runs, again.healed.len(), again.unproven.len()),
        (2, 0, 0),
        "{again}"
    );
    // What was accepted is not accepted again, and nobody else's change is written over.
    assert!(notes.rpa.accept_healing(&healing).is_err());
}

#[test]
fn a_fallback_that_hits_a_look_alike_on_one_recording_is_not_proposed() {
    // Once, the button said something else, and its words stood on the one before it.
    let other = Form("n1", "s1", "Save", "Save and close");
    let notes = Notes::of(&[OLD.recording("milk", 2), other.recording("bread", 2)]);
    notes.ran(SOURCE, Outcome::Reached, &NEW.recording("tea", 2));
    let healing = notes.heal();
    let button = line(&healing.source, "save_button");
    assert!(!button.contains("#{ text: \"Save\", target"), "{healing}");
    // Nor is the new id, behind which that fallback would stand.
    assert_eq!(button, line(SOURCE, "save_button"), "{healing}");
    // Where the new page gives its id to the other button of an old one, nothing is left.
    let taken = Form("n1", "s1", "Save", "Save and close");
    let mut swapped = taken.recording("flour", 2);
    for step in &mut swapped.steps {
        let mut screen = (*step.screen).clone();
        screen.elements[1].resource_name = Some("s2".to_owned());
        step.screen = Arc::new(screen);
    }
    let notes = Notes::of(&[OLD.recording("milk", 2), swapped]);
    notes.ran(SOURCE, Outcome::Reached, &NEW.recording("tea", 2));
    let healing = notes.heal();
    assert_eq!(
        line(&healing.source, "save_button"),
        line(SOURCE, "save_button"),
        "{healing}"
    );
    let why = healing.not_proposed.iter().map(|it| &it.why).next();
    assert!(
        matches!(why, Some(WhyNot::NotHeld(NoProof::Another { .. }))),
        "{healing}"
    );
}

#[test]
fn a_run_that_did_the_wrong_thing_speaks_against_what_it_found() {
    let notes = Notes::of(&[OLD.recording("milk", 2)]);
    notes.ran(SOURCE, Outcome::Reached, &NEW.recording("tea", 2));
    let wrong = notes.ran(SOURCE, Outcome::NotReached, &NEW.recording("oil", 2));
    let healing = notes.heal();
    assert!(
        healing.updates.is_empty() && healing.source == SOURCE,
        "{healing}"
    );
    let why = WhyNot::EndedWrong { run: wrong };
    assert!(healing.not_proposed.iter().all(|it| it.why == why), "{healing}");
    assert_eq!(healing.not_proposed.len(), 2);
    assert!(notes.rpa.accept_healing(&healing).is_err());
}

#[test]
fn what_can_not_be_proven_is_said() {
    let notes = Notes::of(&[]);
    let path = notes.rpa.script("notes/keep".as_ref()).unwrap();
    let source = SOURCE.replace("/// Keep `note`.", "/// Keep a `note`.");
    std::fs::write(&path, &source).unwrap();
    let run = notes.ran(&source, Outcome::Unchecked, &NEW.recording("tea", 2));
    let healing = notes.heal();
    let unproven = [
        Unproven::Edited,
        Unproven::NoRecordings { missing: 0, named: 0 },
        Unproven::Unjudged { run },
    ];
    assert_eq!(healing.unproven, unproven, "{healing}");
    // A person may still say so; what they edited stays edited.
    let healed = notes.rpa.accept_healing(&healing).unwrap();
    assert_eq!(healed.standing(), Standing::Edited);
    assert!(healed.source.contains("#{ hint_text: \"Note\""));
}

impl Notes {
    /// A run that typed the note, and stopped on this form.
    fn stopped(&self, form: Form, note: &str) -> String {
        let mut recording = form.recording(note, 2);
        let last = recording.steps.remove(1).screen;
        recording.last = last;
        recording.origin = Origin::Script;
        recording.reward = None;
        let place = |text: &str| SOURCE.lines().position(|it| it.contains(text)).unwrap() + 1;
        let line = place("env_op.click(save_button())");
        let column = "    env_op.".len() + 1;
        recording.steps[0].position = Some(trajectory::Position {
            line: line - 1,
            column,
        });
        let mut why = Diagnostic::new(Code::HealedUnsure, "it was found by its place alone");
        why.position = Some(trajectory::Position { line, column });
        recording.ending = trajectory::Ending::new(Outcome::Refused, Some(why.clone()));
        let id = self.bank.save(&recording, &Screenshots::default()).unwrap();
        let begins = Begins {
            at: 1.0,
            function: "notes/keep".to_owned(),
            script_sha256: library::sha256(SOURCE),
            instance: recording.instance.clone(),
            row: None,
            resumes: None,
        };
        let runs = Runs::of(&self.rpa.home.bank);
        let stamp = format!("20260101T1000{:02}", runs.ids().unwrap().len());
        let mut log = runs.begin(&stamp, begins).unwrap();
        let acts = trajectory::Acts {
            at: 1.1,
            step: trajectory::describe_action(&recording.steps[0].screen, &recording.steps[0].action),
            may_write: true,
        };
        log.note(&RunLine::Acts(acts)).unwrap();
        let acted = trajectory::Acted { at: 1.2, error: None };
        log.note(&RunLine::Acted(acted)).unwrap();
        let end = End {
            at: 2.0,
            outcome: Outcome::Refused,
            diagnostic: Some(why),
            answer: None,
            healed: Vec::new(),
            changes: Vec::new(),
            network: Vec::new(),
            read_by: Vec::new(),
            recording: Some(id),
        };
        log.note(&RunLine::Ends(Box::new(end))).unwrap();
        log.id().to_owned()
    }
}

#[test]
fn where_a_run_stopped_a_person_says_which_element_was_meant_and_the_recordings_have_their_say() {
    let notes = Notes::of(&[OLD.recording("milk", 2), OLD.recording("bread", 2)]);
    // The button has another id and says something else: nothing but its place speaks for it.
    let changed = Form("n1", "s9", "Cancel", "Keep it");
    let run = notes.stopped(changed, "tea");
    let film = notes.rpa.film(&run).unwrap();
    assert!(film.is_present && film.frames.len() == 1, "{film:?}");
    assert_eq!(film.frames[0].line.as_ref().map(|it| it.0), Some(5));
    let failure = film.failure.unwrap();
    let was = failure.was.as_ref().unwrap();
    assert_eq!((was.number, was.step.target), (2, Some(Rect::new(0, 40, 90, 58))));
    let meant = failure
        .alike
        .iter()
        .find(|it| it.name.contains("Keep it"))
        .unwrap();
    assert_eq!(meant.place, Rect::new(0, 40, 90, 58));
    let healing = notes.rpa.repair(&run, meant.element).unwrap();
    assert_eq!(healing.updates.len(), 1, "{healing}");
    let button = line(&healing.source, "save_button");
    assert!(
        button.contains("Keep it") || button.contains("s9"),
        "the new way leads: {button}"
    );
    assert!(
        healing.source.contains("resource_name: \"s1\""),
        "the old way stays: {button}"
    );
    assert!(
        healing.diff.contains("+private fn save_button"),
        "{}",
        healing.diff
    );
    let library = Library::open(&notes.rpa.home.library);
    assert_eq!(
        library.get("notes/keep").unwrap().source,
        SOURCE,
        "nothing is kept yet"
    );
    // The button that the recordings have beside it is not the one that was meant there.
    let wrong = notes.rpa.repair(&run, ElementId(1)).unwrap();
    assert!(wrong.updates.is_empty() && wrong.source == SOURCE, "{wrong}");
    let why = &wrong.not_proposed[0].why;
    assert!(
        matches!(
            why,
            WhyNot::NotHeld(NoProof::Another { .. } | NoProof::Strays { .. })
        ),
        "{why}"
    );
    assert!(notes.rpa.repair(&run, ElementId(99)).is_err());
    // Kept by a person's word it is edited: no run has come to its end with it.
    let kept = notes.rpa.accept_healing(&healing).unwrap();
    assert_eq!(kept.standing(), Standing::Edited);
    // What was repaired is another code than the run's.
    assert!(notes.rpa.repair(&run, meant.element).is_err());
    assert!(!notes.rpa.film(&run).unwrap().is_present);
}
