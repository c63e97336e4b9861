//! What an agent may do where nothing is put back.

use std::sync::{Mutex, atomic::AtomicUsize, atomic::Ordering::Relaxed};

use emulator::Emulator;
use llm::{ModelError, Reply, Request, Role};

use super::*;
use crate::{
    Observer,
    observer::{Audience, Event as Heard},
};

const TASK: &str = "MarkorCreateFolder";

/// An agent that always says that it is done.
struct Hasty(Arc<AtomicUsize>);

impl llm::Model for Hasty {
    fn complete(&mut self, request: &Request) -> Result<Reply, ModelError> {
        let text = match request.role {
            Role::React => {
                self.0.fetch_add(1, Relaxed);
                "### Analysis\nA list.\n### Done\n- all of it\n### Plan\n- nothing\n### Reason\nIt is done.\n\
                 ### Action\n{\"action_type\": \"status\", \"goal_status\": \"complete\"}"
            }
            _ => "### Conclusion\nNothing was done.\n### Reflection\n- Do something first.",
        };
        Ok(Reply {
            text: text.to_owned(),
            ..Reply::default()
        })
    }

    fn describe(&self) -> String {
        "hasty".to_owned()
    }
}

/// Somebody with one answer to everything.
struct Person {
    agrees: bool,
    asked: Mutex<Vec<String>>,
}

impl Observer for Person {
    fn hear(&self, _event: &Heard<'_>) {}

    fn agrees(&self, question: &str) -> Option<bool> {
        self.asked.lock().unwrap().push(question.to_owned());
        Some(self.agrees)
    }
}

/// A workbench on the emulator, with everything else as it is by itself.
fn workbench(dir: &Path, told: &Audience, model: Option<Model>, rights: Rights, seeds: &[u64]) -> Workbench {
    let setup = Setup {
        home: &Home::new(dir, dir.join("library")),
        explore: &ExploreOptions::default(),
        tier: Tier::Auto,
        model,
        policy: Policy::default(),
        cancel: Cancel::default(),
        progress: WorkInProgress::new(told, ""),
        rights,
    };
    Workbench::new(Box::new(Emulator::new()), TASK, seeds, setup).unwrap()
}

/// An agent is to do the first instance of a task type with these rights: how often it began, and what was asked.
fn explored(agrees: bool, rights: Rights) -> (usize, Vec<String>) {
    let dir = tempfile::tempdir().unwrap();
    let began = Arc::new(AtomicUsize::new(0));
    let person = Arc::new(Person {
        agrees,
        asked: Mutex::default(),
    });
    let told = Audience::new(person.clone());
    let model = Model::of(Box::new(Hasty(Arc::clone(&began))), &told);
    let mut bench = workbench(dir.path(), &told, Some(model), rights, &[1]);
    let instance = bench.instances[0].clone();
    let found = bench.explore(&instance, &[], None).unwrap();
    assert!(found.is_none(), "{found:?}");
    let asked = person.asked.lock().unwrap().clone();
    (began.load(Relaxed), asked)
}

const LASTS: Rights = Rights {
    resets: false,
    explores: false,
    side_by_side: true,
    asks: false,
};

#[test]
fn instances_that_say_nothing_new_give_their_place_to_others() {
    let dir = tempfile::tempdir().unwrap();
    let told = Audience::new(Arc::new(Person {
        agrees: false,
        asked: Mutex::default(),
    }));
    let mut bench = workbench(dir.path(), &told, None, LASTS, &[1, 2, 3, 4, 5]);
    let all = bench.instances.clone();
    let alike = [0, 0, 0, 3, 4].map(|it| all[it].clone());
    // The two that say nothing new are those behind; who was shown them has them first.
    for (fixed, count, seeds, left) in [
        (0, 3, [1, 4, 5, 1, 1], 0),
        (2, 3, [1, 1, 4, 1, 5], 0),
        (0, 4, [1, 4, 5, 1, 1], 1),
    ] {
        bench.instances = alike.to_vec();
        assert_eq!(bench.vary(fixed, count), left);
        assert_eq!(
            bench.instances.iter().map(|it| it.seed).collect::<Vec<_>>(),
            seeds
        );
    }
}

#[test]
fn an_agent_does_nothing_unasked_where_nothing_is_put_back() {
    let (began, asked) = explored(false, LASTS);
    assert_eq!((began, asked.len()), (0, 1), "{asked:?}");
    assert!(asked[0].contains("has no [reset]") && asked[0].contains("let the ReAct agent do"));
}

#[test]
fn an_agent_that_failed_does_not_try_again_where_nothing_is_put_back() {
    let (began, asked) = explored(true, LASTS);
    assert_eq!((began, asked.len()), (1, 1), "{asked:?}");
}

#[test]
fn an_agent_that_failed_tries_again_where_all_is_put_back() {
    let rights = Rights {
        resets: true,
        ..LASTS
    };
    let (began, asked) = explored(false, rights);
    assert_eq!((began, asked.len()), (1 + ExploreOptions::default().reflect, 0));
    // One word is enough for the build.
    let (began, asked) = explored(true, Rights { asks: true, ..rights });
    assert_eq!((began, asked.len()), (1 + ExploreOptions::default().reflect, 1));
}
