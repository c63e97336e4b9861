//! A recording and a run in which every field and every kind of action is there.

use std::sync::Arc;

use autorpa_trajectory::{
    Acted, Acts, Begins, Candidate, Code, DemonstrationNotes, Diagnostic, End, Ending, Finding, Origin,
    Outcome, Picture, Position, Recording, RecordingId, Remark, RunLine, Step,
};
use task::{Instance, Value};
use ui::{Action, Element, ElementId, Rect, Screen};

use crate::every::actions;

fn text(it: &str) -> Option<String> {
    Some(it.to_owned())
}

fn element() -> Element {
    Element {
        text: text("Größe \"7\"\n"),
        content_description: text("its description"),
        hint_text: text("its hint"),
        tooltip: text("its tooltip"),
        label: text("its label"),
        value: text("its value"),
        class_name: text("android.widget.EditText"),
        role: text("textbox"),
        resource_name: text("net.example.notes:id/size"),
        package_name: text("net.example.notes"),
        column: text("its column"),
        attributes: [("name", "size"), ("type", "text")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into(),
        bounds: Rect::new(-1, 2, 30, 400),
        path: vec![0, 65_535],
        checkable: true,
        checked: true,
        clickable: true,
        editable: true,
        enabled: false,
        focused: true,
        focusable: true,
        long_clickable: true,
        scrollable: true,
        selected: true,
        password: true,
    }
}

pub fn screen() -> Arc<Screen> {
    Arc::new(Screen {
        app: "net.example.notes".to_owned(),
        activity: "Main".to_owned(),
        size: (1080, 2400),
        elements: vec![element(), Element::default()],
        today: String::new(),
        in_part: Vec::new(),
    })
}

pub fn instance() -> Instance {
    Instance {
        suite: "tests".to_owned(),
        task_type: "All".to_owned(),
        seed: u64::MAX,
        goal: "Do all with {braces}".to_owned(),
        params: [
            ("title".to_owned(), Value::Text("A".to_owned())),
            (
                "names".to_owned(),
                Value::List(vec!["B".to_owned(), "C".to_owned()]),
            ),
        ]
        .into_iter()
        .collect(),
    }
}

pub fn diagnostic() -> Diagnostic {
    Diagnostic {
        code: Code::ElementAmbiguous,
        message: "2 elements fit".to_owned(),
        position: Some(Position { line: 3, column: 9 }),
        notes: vec!["tried 4 times".to_owned()],
        candidates: vec![Candidate {
            index: 1,
            element: "Button \"Save\"".to_owned(),
            locator: "#{text: \"Save\"}".to_owned(),
        }],
        hint: text("name the list"),
    }
}

/// A recording without anything that may be missing.
pub fn bare() -> Recording {
    let screen = Arc::new(Screen {
        elements: vec![Element::default()],
        ..Screen::default()
    });
    let step = Step::new(Arc::clone(&screen), Action::Click { target: ElementId(0) });
    let mut recording = Recording::reached(Origin::Person, instance(), vec![step], screen);
    recording.instance.params.clear();
    recording.reward = None;
    recording.ending.outcome = Outcome::Unchecked;
    recording
}

/// A recording with everything that version 1 of its file has.
pub fn whole_of_1() -> Recording {
    let mut recording = whole();
    recording.steps.retain(|it| {
        !matches!(
            it.action,
            Action::ClickAt { .. } | Action::DragAlong { .. } | Action::SelectText { .. }
        )
    });
    recording
}

/// A recording with everything.
pub fn whole() -> Recording {
    let mut steps: Vec<Step> = actions().into_iter().map(|it| Step::new(screen(), it)).collect();
    steps[0].screenshot = text("00ff");
    steps[0].reason = text("it is first");
    steps[0].summary = text("it opened");
    steps[0].position = Some(Position { line: 1, column: 2 });
    let mut recording = Recording::reached(Origin::Hybrid, instance(), steps, screen());
    recording.id = RecordingId("0123456789abcdef".to_owned());
    recording.breakpoint = Some(2);
    recording.ending = Ending::new(Outcome::Refused, Some(diagnostic()));
    recording.reward = Some(0.1);
    recording.answer = text("42");
    recording.log = vec!["noted".to_owned()];
    recording.conclusion = text("it ended");
    recording.reflection = text("try again");
    recording.shown = Some(DemonstrationNotes {
        secrets: [(8, "pin".to_owned())].into(),
        check_after: Some(20),
        each_row: None,
        made: Default::default(),
        gaps: vec![Remark {
            after: 1,
            text: "a gap".to_owned(),
        }],
        notes: vec![Remark {
            after: 2,
            text: "a note".to_owned(),
        }],
    });
    recording
}

/// The lines of a run in which everything happens.
pub fn lines() -> Vec<RunLine> {
    let findings = [
        ("it is there", Some(true)),
        ("it is new", Some(false)),
        ("it is asked", None),
    ]
    .map(|(check, holds)| Finding {
        check: check.to_owned(),
        holds,
    });
    let acts = |at, may_write| {
        RunLine::Acts(Acts {
            at,
            step: "click \"Save\"".to_owned(),
            may_write,
        })
    };
    let acted = |at, error| RunLine::Acted(Acted { at, error });
    vec![
        RunLine::Begins(Begins {
            at: 1_700_000_000.25,
            function: "notes/save".to_owned(),
            script_sha256: "00ff".to_owned(),
            instance: instance(),
            row: Some(2),
            resumes: text("20260101T000000"),
        }),
        RunLine::Before {
            findings: findings.into(),
        },
        RunLine::Picture(Picture {
            at: 0.5,
            after: 0,
            sha256: "00ff".to_owned(),
        }),
        acts(1.0, false),
        acted(1.5, None),
        acts(2.0, true),
        acted(2.5, text("it is gone")),
        RunLine::Ends(Box::new(End {
            at: 3.0,
            outcome: Outcome::ScriptFault,
            diagnostic: Some(diagnostic()),
            answer: text("42"),
            healed: vec!["found by its neighbour".to_owned()],
            changes: vec!["a file more".to_owned()],
            network: Vec::new(),
            read_by: Vec::new(),
            recording: Some(RecordingId("0123456789abcdef".to_owned())),
        })),
    ]
}

/// The lines of a run without anything that may be missing.
pub fn bare_lines() -> Vec<RunLine> {
    let Some(RunLine::Begins(begins)) = lines().into_iter().next() else {
        unreachable!("a run begins with its beginning")
    };
    let begins = Begins {
        row: None,
        resumes: None,
        ..begins
    };
    let end = End {
        at: 3.0,
        outcome: Outcome::Reached,
        diagnostic: None,
        answer: None,
        healed: Vec::new(),
        changes: Vec::new(),
        network: Vec::new(),
        read_by: Vec::new(),
        recording: None,
    };
    vec![RunLine::Begins(begins), RunLine::Ends(Box::new(end))]
}
