//! Everything that reads text from outside, as functions that take any text at all. None may panic or hang, and
//! what one can read and write again comes back the same. A property test (`tests/foreign.rs`) and a fuzz target
//! (`fuzz/`, its first texts in `fuzz/seeds`) feed them.

use std::{path::Path, sync::Arc};

use autorpa::{Offer, Taken};
use compiler::{
    model::{analyzer, ask::Form, grounder, parse_arguments, translator},
    program::{Param, ParamKind},
};
use explorer::{graph::Graph, react::Decision};
use library::Receipt;
use llm::Cassette;
use recorder::{Heard, Recorder};
use task::{Instance, Params, TaskFile, Template};
use trajectory::{Origin, Recording, RecordingId, Step};
use ui::{Action, Element, ElementId, Rect, Screen};

/// Something that reads.
pub struct Reader {
    /// What it reads.
    pub name: &'static str,
    /// Read a text, see that what was understood holds, and say whether it was understood.
    pub read: fn(&str) -> bool,
    /// A text that it reads without an error.
    pub sample: fn() -> String,
}

/// All of them.
pub const READERS: &[Reader] = &[
    Reader {
        name: "recording",
        read: recording,
        sample: || a_recording().to_json().expect("it was made of plain data"),
    },
    Reader {
        name: "instances",
        read: |text| emulator::instances::load(text).is_ok(),
        sample: || AN_INSTANCE.to_owned(),
    },
    Reader {
        name: "script",
        read: |text| runtime::Script::read(text, "a script", None).is_ok(),
        sample: || include_str!("../../scripts/verified/markor/create_note.rhai").to_owned(),
    },
    Reader {
        name: "receipt",
        read: receipt,
        sample: || include_str!("../../scripts/verified/markor/create_note.receipt.json").to_owned(),
    },
    Reader {
        name: "cassette",
        read: |text| Cassette::parse(text, Path::new("a cassette")).is_ok(),
        sample: || {
            let whole = include_str!("../cassettes/build_markor_create_note.jsonl");
            whole.lines().take(2).map(|it| format!("{it}\n")).collect()
        },
    },
    Reader {
        name: "graph",
        read: |text| Graph::from_json(text).screens("app") > 0,
        sample: || {
            let mut graph = Graph::default();
            graph.effect_mut("app", 1, "click").useful += 1;
            graph.note_words("app", 1, ["word".to_owned()].into());
            graph.to_json()
        },
    },
    Reader {
        name: "template",
        read: template,
        sample: || "Send {text} to {name}, or {text*}.".to_owned(),
    },
    Reader {
        name: "task file",
        read: task_file,
        sample: || task::file::new_task("CreateCustomer"),
    },
    Reader {
        name: "rows",
        read: |text| {
            let column = |name: &str, list| task::Column {
                name: name.to_owned(),
                list,
                optional: list,
            };
            task::Rows::read(
                text.as_bytes(),
                &[column("name", false), column("tags", true)],
                &[],
            )
            .is_ok()
        },
        sample: || "\u{feff}Name,tags\r\nAda,a; b\r\n\"O'Neill, \"\"S\"\"\",\r\n".to_owned(),
    },
    Reader {
        name: "record of a run",
        read: |text| trajectory::RunRecord::parse("a run", text).is_ok(),
        sample: || A_RUN.to_owned(),
    },
    Reader {
        name: "goals",
        read: goals,
        sample: || "Open ab and c\nOpen d and ef\nOpen g, h and i".to_owned(),
    },
    Reader {
        name: "string problem",
        read: string_problem,
        sample: || A_STRING_PROBLEM.to_owned(),
    },
    Reader {
        name: "import",
        read: import,
        sample: || include_str!("../../crates/import/tests/files/add_customer.js").to_owned(),
    },
    Reader {
        name: "decision",
        read: |text| {
            Decision::parse(
                text,
                &a_screen(),
                &["click", "input_text", "scroll", "status"],
                true,
            )
            .is_ok()
        },
        sample: || A_DECISION.to_owned(),
    },
    Reader {
        name: "fetch request",
        read: |text| trajectory::Request::parse(text).iter().any(Result::is_ok),
        sample: || {
            r#"{"action": "fetch_info", "arguments": {"source": "failed_react_traj", "step": 1, "info": ["ui_list"]}}"#
                .to_owned()
        },
    },
    Reader {
        name: "what was heard",
        read: heard,
        sample: || A_CLICK.to_owned(),
    },
    Reader {
        name: "translation",
        read: |text| {
            let Ok(it) = translator::parse(text) else {
                return false;
            };
            assert!(!it.locator.is_empty() && !it.locator.target_description.is_empty());
            true
        },
        sample: || {
            "### Robustness\nIt may move.\n### Locator\n{\"text\": \"Ada\", \"nth\": 2, \"target_description\": \
             \"row\"}\n### Question\nnone\n### Expect\n{\"text\": \"Call\"}"
                .to_owned()
        },
    },
    Reader {
        name: "analysis",
        read: |text| analyzer::parse(text).is_ok(),
        sample: || {
            "### Cause\nIt was the wrong row.\n### Completed\n- nothing\n### Plan\n- open it\n### Continue\nyes"
                .to_owned()
        },
    },
    Reader {
        name: "arguments",
        read: |text| parse_arguments(text, &two_params()).is_ok(),
        sample: || r#"{"does_what_the_goal_asks": true, "file_name": "a.md", "tags": ["x", 7]}"#.to_owned(),
    },
    Reader {
        name: "call of a function",
        read: |text| serde_json::from_str(text).is_ok_and(|sent| an_offer().read(sent).is_ok()),
        sample: || {
            r#"{"title": "plans", "day": "2026-01-31", "tags": ["a", "b"], "page_url": "http://x.example/"}"#
                .to_owned()
        },
    },
    Reader {
        name: "choice of an element",
        read: |text| grounder::parse(text, &[ElementId(2), ElementId(17)]).is_ok(),
        sample: || "17".to_owned(),
    },
    Reader {
        name: "shell line",
        read: adb_door::understands,
        sample: || "X=a; if [ -d \"/a $X\" ]; then echo $(ls '*.md' | head -1) >> /b 2>&1; fi &".to_owned(),
    },
    Reader {
        name: "helper answer",
        read: |text| device_android::understands_answer(text.as_bytes()),
        sample: || "\0\0\0\x07\0<tree>".to_owned(),
    },
    Reader {
        name: "widget tree",
        read: |text| {
            let windows = device_android::Windows {
                size: (1080, 2400),
                keyboard: None,
            };
            device_android::read_tree(text, &windows).is_ok()
        },
        sample: || {
            "<?xml version='1.0'?><hierarchy rotation=\"0\"><node index=\"0\" text=\"a &amp; b\" \
             class=\"android.widget.EditText\" bounds=\"[0,0][10,10]\" /></hierarchy>UI hierchary dumped"
                .to_owned()
        },
    },
    Reader {
        name: "phone list",
        read: |text| !adb::host::parse_devices(text).is_empty(),
        sample: || {
            "127.0.0.1:5555  device product:a model:Pixel_6 transport_id:3\nR5 unauthorized usb:1-4"
                .to_owned()
        },
    },
    Reader {
        name: "answer to a script",
        // The format is a text of the script's, so any text too.
        read: |text| {
            let (format, answer) = text.split_once('\n').unwrap_or((text, text));
            Form::of(format).parse(answer).is_ok()
        },
        sample: || "one of: left, right\nleft".to_owned(),
    },
];

const A_RUN: &str = r#"{"what":"begins","version":1,"at":1.5,"function":"f.rhai","script_sha256":"","instance":{"suite":"s","task_type":"T","seed":0,"goal":"g","params":{}},"row":3}
{"what":"before","findings":[{"check":"stored","holds":false},{"check":"shown","holds":null}]}
{"what":"picture","at":0.1,"after":0,"sha256":"00"}
{"what":"acts","at":0.2,"step":"clicked button \"Save\"","may_write":true}
{"what":"acted","at":0.3}
{"what":"ends","at":0.4,"outcome":"reached","answer":"42","changes":["saved"]}
"#;

const A_CLICK: &str = r#"{"at":1,"page":1,"heard":"shows","screen":{"size":[8,8],"elements":[{"text":"OK","bounds":{"left":0,"top":0,"right":4,"bottom":4},"clickable":true}]},"nodes":[7],"rest":true}
{"at":2,"page":1,"heard":"down","on":{"id":7},"x":1,"y":1}
{"at":3,"page":1,"heard":"click","on":{"id":7},"detail":1}
{"at":9,"page":1,"heard":"key","on":{"id":7,"is":"text"},"key":"Enter","held":{"control":true}}"#;

/// Events in a file, and what is understood by them: each step can be done on its own screen.
fn heard(text: &str) -> bool {
    let Ok(all) = Heard::parse_lines(text) else {
        return false;
    };
    let mut recorder = Recorder::new();
    for it in &all {
        recorder.hear(it);
        let line = serde_json::to_string(it).expect("it is plain data");
        let again = Heard::parse_lines(&line).expect("it was written by us");
        assert_eq!(again, std::slice::from_ref(it));
    }
    recorder.end();
    for step in recorder.steps() {
        assert!(step.action.targets().all(|it| step.screen.get(*it).is_some()));
        assert!(!recorder::sentence(step).is_empty());
    }
    true
}

const AN_INSTANCE: &str = r#"[{"task": "MarkorCreateFolder", "seed": 30, "idx": 0, "instance_seed": 1,
"goal_before_init": "Create a new folder in Markor named a.", "params": {"folder_name": "a", "seed": 1},
"goal_after_init": "Create a new folder in Markor named a.", "initial_state": {}}]"#;

const A_DECISION: &str = "## Analysis\nA list.\n\n## Done\n- nothing\n\n## Plan\n- tap it\n\n## Reason\nIt is there.\n\n\
                          ## Action\n```json\n{\"action_type\": \"click\", \"index\": 0}\n```\n";

fn two_params() -> Vec<Param> {
    [("file name", ParamKind::Text), ("tags", ParamKind::List)]
        .map(|(name, kind)| Param {
            name: name.to_owned(),
            kind,
            description: String::new(),
        })
        .to_vec()
}

/// A function that takes a text, a date and a list, and begins at a page.
fn an_offer() -> Offer {
    let task = "format = 1\nname = \"A\"\ngoal = \"Do {title} on {day} with {tags}.\"\n[start]\ndevice = \"emulator\"\n\
         [params.title]\ntype = \"text\"\nexamples = [\"plans\"]\n[params.day]\ntype = \"date\"\nexamples = [\"2026-01-31\"]\n[params.tags]\ntype = \"list\"\noptional = true\n";
    let task = TaskFile::parse(task, "a.task.toml").expect("it is one");
    let takes = task.params.into_iter().map(|it| Taken {
        name: it.name.clone(),
        description: it.description(),
        is_list: it.name == "tags",
        param: Some(it),
    });
    Offer {
        takes: takes.collect(),
        secrets: Vec::new(),
        begins_at_page: true,
        stays: true,
        is_declared: true,
        irreversible: Vec::new(),
    }
}

fn a_screen() -> Screen {
    Screen {
        app: "app".to_owned(),
        activity: "list".to_owned(),
        size: (1080, 2400),
        elements: vec![Element {
            text: Some("Ab \u{202e}\u{1f600}".to_owned()),
            bounds: Rect::new(0, 0, 10, 10),
            clickable: true,
            ..Element::default()
        }],
        today: String::new(),
        in_part: Vec::new(),
    }
}

fn a_recording() -> Recording {
    let screen = Arc::new(a_screen());
    let instance = Instance {
        suite: "taps".to_owned(),
        task_type: "Tap".to_owned(),
        seed: 1,
        goal: "Tap it".to_owned(),
        params: Params::default(),
    };
    let click = Action::Click { target: ElementId(0) };
    let steps = vec![Step::new(Arc::clone(&screen), click)];
    Recording {
        id: RecordingId("a".to_owned()),
        ..Recording::reached(Origin::Person, instance, steps, screen)
    }
}

fn recording(text: &str) -> bool {
    let Ok(it) = Recording::from_json(text) else {
        return false;
    };
    let again = it.to_json().expect("what was read can be written");
    let again = Recording::from_json(&again).expect("what was written can be read");
    // A reward that is no number equals nothing, itself included.
    assert!(again == it || it.reward.is_some_and(f64::is_nan));
    // Every step can be told.
    for (idx, step) in it.steps.iter().enumerate() {
        trajectory::summarize_step(&step.screen, &step.action, it.after(idx));
    }
    true
}

fn import(text: &str) -> bool {
    // A text of one format is read as all others too.
    let scripts: Vec<import::Script> = import::Format::ALL
        .into_iter()
        .filter_map(|it| import::read(text, it).ok())
        .collect();
    let screen = a_screen();
    let lines = text.lines().count().max(1);
    for intent in scripts.iter().flat_map(|it| &it.intents) {
        assert!((1..=lines).contains(&intent.line));
        assert!(!intent.to_string().is_empty());
        if let Some(target) = intent.act.target() {
            let named = import::named(&screen, &intent.place.frames, target);
            assert!(named.is_err() || named == Ok(ElementId(0)));
        }
    }
    let own = import::Format::of(text);
    scripts
        .iter()
        .any(|it| Some(it.format) == own && it.unread.is_empty() && !it.intents.is_empty())
}

fn receipt(text: &str) -> bool {
    let Ok(it) = Receipt::from_json(text.as_bytes()) else {
        return false;
    };
    let again = it.to_json().expect("what was read can be written");
    Receipt::from_json(again.as_bytes()).expect("what was written can be read");
    true
}

fn template(text: &str) -> bool {
    let Ok(it) = Template::parse(text) else {
        return false;
    };
    let again = Template::parse(&it.to_string()).expect("what was printed can be read");
    assert_eq!(again.to_string(), it.to_string());
    it.extract(text);
    true
}

fn task_file(text: &str) -> bool {
    let Ok(it) = TaskFile::parse(text, "a/b.task.toml") else {
        return false;
    };
    let again = TaskFile::parse(&it.to_toml(), "a/b.task.toml").expect("what was printed can be read");
    assert_eq!(again, it);
    true
}

const A_STRING_PROBLEM: &str = r#"{"examples": [{"inputs": ["Ada Lovelace"], "output": "Lovelace, Ada"}, {"inputs":
["Alan Turing"], "output": "Turing, Alan"}], "tests": [{"inputs": ["Grace Hopper"]}]}"#;

fn string_problem(text: &str) -> bool {
    let Ok(problem) = serde_json::from_str::<strings::Problem>(text) else {
        return false;
    };
    let Ok(found) = strings::synthesise(&problem) else {
        return false;
    };
    assert_eq!(found.outputs.len(), problem.tests.len());
    assert_eq!(
        found.program.is_none(),
        found.refusal.is_some() && found.bits == 0
    );
    true
}

fn goals(text: &str) -> bool {
    let goals: Vec<String> = text.lines().take(12).map(str::to_owned).collect();
    let templates = task::induce(&goals);
    goals.iter().all(|it| task::extract(&templates, it).is_some())
}
