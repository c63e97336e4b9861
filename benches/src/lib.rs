//! Made-up screens and recordings that the benches share: always the same, from a seed.

use std::sync::Arc;

use task::{Instance, Params, Value};
use trajectory::{Origin, Recording, RecordingId, Step};
use ui::{Action, Element, ElementId, HardAction, Rect, Screen};

/// Made-up words, with the skew of real texts: few are frequent, many are rare.
pub struct Words(pub u64);

impl Words {
    /// The next number below 2^31.
    pub fn number(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    /// A word; low numbers, which are frequent, come from cubing a fraction.
    pub fn word(&mut self) -> String {
        let fraction = self.number() as f64 / (1u64 << 31) as f64;
        spell((fraction * fraction * fraction * 20_000.0) as usize)
    }

    /// So many words.
    pub fn text(&mut self, words: usize) -> String {
        (0..words).map(|_| self.word()).collect::<Vec<_>>().join(" ")
    }

    /// A screen of so many lines of text, of one of twenty apps.
    pub fn screen(&mut self, elements: usize) -> Arc<Screen> {
        let element = |at: usize| Element {
            text: Some(self.text(3)),
            class_name: Some("android.widget.TextView".to_owned()),
            resource_name: Some(format!("net.example:id/{}", self.word())),
            bounds: row(at),
            path: vec![0, at as u16],
            ..Element::default()
        };
        let elements = (0..elements).map(element).collect();
        Arc::new(Screen {
            app: format!("net.example.app{}", self.number() % 20),
            activity: "Main".to_owned(),
            size: (1080, 2400),
            elements,
            today: String::new(),
            in_part: Vec::new(),
        })
    }

    /// An episode of so many taps on screens that have nothing to do with each other.
    pub fn recording(&mut self, seed: u64, steps: usize) -> Recording {
        let instance = Instance {
            suite: "made-up".to_owned(),
            task_type: format!("Task{}", seed % 100),
            seed,
            goal: self.text(8),
            params: Params::new(),
        };
        let steps = (0..steps)
            .map(|_| Step::new(self.screen(12), Action::Click { target: ElementId(0) }))
            .collect();
        Recording {
            id: RecordingId(format!("{seed:016x}")),
            ..Recording::reached(Origin::Search, instance, steps, self.screen(12))
        }
    }

    /// An episode that fills a form of so many pages, three steps a page: type a value of the goal, tick a box,
    /// go on.
    pub fn form(&mut self, seed: u64, pages: usize) -> Recording {
        let values: Vec<String> = (0..pages).map(|_| self.text(2)).collect();
        let params: Params = (0..)
            .zip(&values)
            .map(|(at, it): (usize, _)| (format!("value_{at}"), Value::from(it.as_str())))
            .collect();
        let mut steps: Vec<Step> = Vec::new();
        for (page, value) in values.iter().enumerate() {
            let mut act = |holds: &str, ticked: bool, action: HardAction| {
                steps.push(Step::new(Arc::new(form_page(page, holds, ticked)), action));
            };
            let typing = Action::InputText {
                target: Some(ElementId(FIELD)),
                text: value.clone(),
                clear: true,
            };
            act("", false, typing);
            act(
                value,
                false,
                Action::Click {
                    target: ElementId(TICK),
                },
            );
            act(
                value,
                true,
                Action::Click {
                    target: ElementId(NEXT),
                },
            );
        }
        let instance = Instance {
            suite: "made-up".to_owned(),
            task_type: "FillForm".to_owned(),
            seed,
            goal: format!("Fill the form with {}", values.join(", ")),
            params,
        };
        let last = Arc::new(form_page(pages, "", false));
        Recording {
            id: RecordingId(format!("{seed:016x}")),
            ..Recording::reached(Origin::Search, instance, steps, last)
        }
    }
}

/// Where a page of the form has its field, its box and its button; texts are around them.
const FIELD: usize = 10;
const TICK: usize = 20;
const NEXT: usize = 29;

/// A page of a form: thirty elements.
fn form_page(page: usize, holds: &str, ticked: bool) -> Screen {
    let element = |at: usize| {
        let plain = Element {
            class_name: Some("android.widget.TextView".to_owned()),
            text: Some(format!("{} {}", spell(page * 37), spell(at * 11))),
            bounds: row(at),
            path: vec![0, at as u16],
            ..Element::default()
        };
        let own = |name: &str| Some(format!("net.example:id/{name}_{page}"));
        match at {
            FIELD => Element {
                class_name: Some("android.widget.EditText".to_owned()),
                text: Some(holds.to_owned()),
                resource_name: own("field"),
                editable: true,
                clickable: true,
                ..plain
            },
            TICK => Element {
                class_name: Some("android.widget.CheckBox".to_owned()),
                resource_name: own("tick"),
                checkable: true,
                clickable: true,
                checked: ticked,
                ..plain
            },
            NEXT => Element {
                class_name: Some("android.widget.Button".to_owned()),
                text: Some("Next".to_owned()),
                clickable: true,
                ..plain
            },
            _ => plain,
        }
    };
    Screen {
        app: "net.example.form".to_owned(),
        activity: format!("Page{page}"),
        size: (1080, 2400),
        elements: (0..30).map(element).collect(),
        today: String::new(),
        in_part: Vec::new(),
    }
}

fn row(at: usize) -> Rect {
    let top = i32::try_from(at).unwrap_or(i32::MAX / 100) * 80;
    Rect::new(0, top, 1080, top + 76)
}

/// The word with this number: syllables, so that stems and misspellings behave as in a language.
fn spell(mut number: usize) -> String {
    const SYLLABLES: [&str; 16] = [
        "ba", "ko", "li", "mu", "ne", "pa", "ri", "so", "ta", "ve", "za", "do", "fi", "gu", "hy", "jo",
    ];
    let mut word = String::from("w");
    loop {
        word.push_str(SYLLABLES[number % 16]);
        number /= 16;
        if number == 0 {
            return word;
        }
    }
}
