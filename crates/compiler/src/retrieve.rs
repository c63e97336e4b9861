//! Recordings and their translations to what a builder that is a model may look into.
//!
//! The paper's builder sees simplified trajectories and calls `fetch_info` for more (section 3.3). Here each
//! recording gets the paper's name for its part in the build, and each step its translated action.

use std::collections::BTreeMap;

use trajectory::{Origin, Recording, Source, Sources};

use crate::soft::SoftTrajectory;

/// The sources of `fetch_info`, oldest recording first, each under what the builder's question calls it; a recording
/// that could not be translated comes without.
pub fn retrieve<'a>(
    recordings: impl IntoIterator<Item = (String, &'a Recording, Option<&'a SoftTrajectory>)>,
) -> Sources<'a> {
    let mut sources = Sources::default();
    for (heading, recording, soft) in recordings {
        sources.put(
            source_of(recording),
            heading,
            recording,
            soft.map(translated).unwrap_or_default(),
        );
    }
    sources
}

/// The part a recording has in a build: by who acted, and by whether it reached the goal.
pub fn source_of(recording: &Recording) -> Source {
    match recording.origin {
        Origin::Script => Source::PreSkillExec,
        Origin::Hybrid => Source::FixReact,
        Origin::Search | Origin::React | Origin::Person if recording.succeeded() => Source::SuccessfulReact,
        Origin::Search | Origin::React | Origin::Person => Source::FailedReact,
    }
}

/// The translated actions of a recording by the numbers of their steps; of a step that was left out, why.
fn translated(soft: &SoftTrajectory) -> BTreeMap<usize, String> {
    let kept = soft.steps.iter().map(|it| (it.source.step, it.to_string()));
    let dropped = soft
        .dropped
        .iter()
        .map(|it| (it.step.source.step, format!("left out: {}", it.why)));
    dropped.chain(kept).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use strings::Expr;
    use task::Instance;
    use trajectory::{Ending, Outcome, RecordingId, Step};
    use ui::{Action, Element, ElementId, Key, Locator, Screen};

    use super::*;
    use crate::soft::{self, StepRef};

    fn recording(id: &str, origin: Origin, reward: f64) -> Recording {
        let button = Element {
            text: Some("Open".to_owned()),
            ..Element::default()
        };
        let screen = Arc::new(Screen {
            elements: vec![button],
            ..Screen::default()
        });
        let step = Step {
            screen: Arc::clone(&screen),
            screenshot: None,
            action: Action::Click { target: ElementId(0) },
            reason: None,
            summary: None,
            position: None,
            sent: None,
        };
        Recording {
            id: RecordingId(id.to_owned()),
            origin,
            instance: Instance {
                suite: "tests".to_owned(),
                task_type: "Open".to_owned(),
                seed: 1,
                goal: "Open it".to_owned(),
                params: Default::default(),
            },
            steps: vec![step],
            last: screen,
            breakpoint: None,
            ending: Ending::new(Outcome::Reached, None),
            reward: Some(reward),
            answer: None,
            conclusion: None,
            reflection: None,
            shown: None,
            read_by: Vec::new(),
            log: Vec::new(),
        }
    }

    #[test]
    fn every_recording_has_its_part() {
        for (origin, reward, source) in [
            (Origin::Script, 1.0, Source::PreSkillExec),
            (Origin::Script, 0.0, Source::PreSkillExec),
            (Origin::Hybrid, 1.0, Source::FixReact),
            (Origin::Search, 1.0, Source::SuccessfulReact),
            (Origin::React, 0.0, Source::FailedReact),
            (Origin::Person, 0.5, Source::FailedReact),
        ] {
            assert_eq!(source_of(&recording("r", origin, reward)), source);
        }
    }

    #[test]
    fn a_step_comes_with_its_translation() {
        let recording = recording("r1", Origin::Search, 1.0);
        let locator = Locator::by(Key::Text, Expr::Const("Open".to_owned()));
        let soft = SoftTrajectory {
            recording: recording.id.clone(),
            origin: recording.origin,
            instance: recording.instance.clone(),
            this_day: None,
            steps: vec![soft::Step {
                source: StepRef {
                    recording: recording.id.clone(),
                    step: 1,
                },
                action: Action::Click {
                    target: vec![locator],
                },
                value: None,
                screen: Arc::clone(&recording.last),
                target: Some(ElementId(0)),
                destination: None,
                target_description: String::new(),
                expect: None,
                arrivals: Vec::new(),
                scrolled: Vec::new(),
                waited: false,
                awaited: None,
                lasting: None,
                turned: None,
                wanted: None,
                copied_from: None,
                note: String::new(),
            }],
            dropped: Vec::new(),
            last: Arc::clone(&recording.last),
            conclusion: String::new(),
        };
        let sources = retrieve([(String::new(), &recording, Some(&soft))]);
        let call = r#"{"source": "successful_react_traj", "step": 1, "info": ["action"]}"#;
        let said = sources.answer(call).expect("it is a call").text;
        assert!(
            said.ends_with("\ntranslated action: click #{ text: \"Open\" }"),
            "{said}"
        );
        let untranslated = retrieve([(String::new(), &recording, None)]);
        let said = untranslated.answer(call).expect("it is a call").text;
        assert!(!said.contains("translated"), "{said}");
    }
}
