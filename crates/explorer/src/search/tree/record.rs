//! What is kept of a search: effects in the graph, recordings of episodes, and how far it came.

use std::sync::Arc;

use trajectory::{Ending, Origin, Outcome, Recording, RecordingId, Step};
use ui::HardAction;

use super::{
    super::{
        narrate::{change, deed},
        propose::names,
        request::Progress,
    },
    Best, Planned, Run, Stop, Tree,
};

/// Failed episodes that are kept.
const KEPT_FAILURES: usize = 5;

impl Tree<'_> {
    pub(super) fn stopped(&self, stop: Stop) -> (Option<Recording>, Outcome, String) {
        match stop {
            Stop::Device(reason) => (None, Outcome::DeviceLost, self.how_far(reason)),
            Stop::Cancelled => (
                None,
                Outcome::Cancelled,
                self.how_far("stopped by the user".to_owned()),
            ),
            Stop::Budget => {
                let spent = format!(
                    "{} episodes and {} steps in {:.1} s",
                    self.episodes,
                    self.steps,
                    self.started.elapsed().as_secs_f64()
                );
                (
                    None,
                    Outcome::OverBudget,
                    self.how_far(format!("the budget is spent: {spent}")),
                )
            }
        }
    }

    /// What ended the search, and what its best try did.
    pub(super) fn how_far(&self, what: String) -> String {
        let Some(best) = &self.best else { return what };
        match self.values.landmarks.len() {
            0 => format!("{what}; the best try: {}", best.deeds),
            all => format!(
                "{what}; the best try used {} of {all} values: {}",
                best.used, best.deeds
            ),
        }
    }

    /// Note what an action did: from a node to a kind of screen.
    pub(super) fn note_effect(&mut self, from: usize, key: &str, after: u64, changed: bool) {
        let (before, structure) = (&self.nodes[from].screen, self.nodes[from].structure);
        *self.learned.tried.entry((structure, key.to_owned())).or_default() += 1;
        let effect = self.graph.effect_mut(&before.app, structure, key);
        if changed {
            effect.changed += 1;
            *effect.leads_to.entry(after).or_default() += 1;
        } else {
            effect.unchanged += 1;
        }
    }

    /// Note what a node's screen says for the map of its app; another version of the app is another map.
    pub(super) fn note_screen(&mut self, node: usize) {
        let screen = Arc::clone(&self.nodes[node].screen);
        if self.apps.insert(screen.app.clone()) {
            let version = self.env.version(&screen.app);
            let version = version.as_deref().unwrap_or(&self.info.description);
            self.graph.use_version(&screen.app, version);
        }
        let structure = self.nodes[node].structure;
        if !self.noted.insert(self.nodes[node].signature) {
            return;
        }
        let words = names(self.info.listing, &screen);
        let bits = self.values.goal_bits(&words);
        self.words_of
            .entry(structure)
            .and_modify(|it| *it &= bits)
            .or_insert(bits);
        self.graph.note_words(&screen.app, structure, words);
    }

    /// Note that the task was not done although it was said to be.
    pub(super) fn note_not_done(&mut self, node: usize) {
        let it = &self.nodes[node];
        if let Some(by) = &it.by {
            let at = (self.nodes[it.parent].structure, by.key.clone());
            *self.learned.not_done.entry(at).or_default() += 1;
        }
    }

    pub(super) fn note_failure(&mut self, node: usize, reward: f64) {
        let left = self.values.left(self.nodes[node].used);
        let run = Run {
            steps: self.path(node).into_iter().map(|it| step_of(&it)).collect(),
            last: Arc::clone(&self.nodes[node].screen),
            reward,
            keys: Vec::new(),
        };
        let deeds = run
            .steps
            .iter()
            .map(|it| deed(&it.screen, &it.action))
            .collect::<Vec<_>>()
            .join(", ");
        let used = self.values.landmarks.len() - left;
        // A goal without values says nothing of how far a try came: there the reward does, then the number of steps.
        let steps = if self.values.landmarks.is_empty() {
            run.steps.len()
        } else {
            0
        };
        let far = (used, reward, steps);
        if self
            .best
            .as_ref()
            .is_none_or(|it| far > (it.used, it.reward, it.steps))
        {
            self.best = Some(Best {
                used,
                reward,
                steps,
                deeds: deeds.clone(),
            });
        }
        tracing::debug!(episode = self.episodes, reward, "{deeds}");
        let recording = self.recording_of(run);
        self.tell(&deeds, &recording);
        self.failed.push((left, recording));
        if self.failed.len() > KEPT_FAILURES {
            self.failed.sort_by_key(|(left, _)| *left);
            self.failed.truncate(KEPT_FAILURES);
        }
    }

    /// Tell whoever watches that an episode ended.
    pub(super) fn tell(&mut self, note: &str, episode: &Recording) {
        (self.progress)(&Progress {
            episodes: self.episodes,
            steps: self.steps,
            note,
            episode: Some(episode),
        });
    }

    /// The steps from the root to a node.
    pub(super) fn path(&self, mut node: usize) -> Vec<Planned> {
        let mut path = Vec::new();
        while let Some(by) = &self.nodes[node].by {
            let parent = self.nodes[node].parent;
            path.push(Planned {
                screen: Arc::clone(&self.nodes[parent].screen),
                action: by.action.clone(),
                why: by.why.clone(),
                key: by.key.clone(),
                uses: by.uses,
                goes_on: by.entry.is_some()
                    && self.nodes[parent]
                        .by
                        .as_ref()
                        .is_some_and(|it| it.entry.is_some()),
            });
            node = parent;
        }
        path.reverse();
        path
    }

    pub(super) fn learn_from(&mut self, run: &Run) {
        for (idx, (step, key)) in run.steps.iter().zip(&run.keys).enumerate() {
            let effect = self
                .graph
                .effect_mut(&step.screen.app, step.screen.structure(), key);
            effect.useful += 1;
            if idx + 1 == run.steps.len() {
                effect.rewarded += 1;
            }
        }
    }

    pub(super) fn recording_of(&self, mut run: Run) -> Recording {
        for idx in 0..run.steps.len() {
            let after = run
                .steps
                .get(idx + 1)
                .map_or_else(|| Arc::clone(&run.last), |it| Arc::clone(&it.screen));
            let step = &mut run.steps[idx];
            step.summary = Some(format!(
                "{}; {}",
                deed(&step.screen, &step.action),
                change(&step.screen, &after)
            ));
        }
        let reached = run.reward >= 1.0;
        let deeds: Vec<String> = run.steps.iter().map(|it| deed(&it.screen, &it.action)).collect();
        let answers = run.steps.iter().rev().find_map(|it| match &it.action {
            HardAction::Answer { text } => Some(text.clone()),
            _ => None,
        });
        let verdict = if reached {
            "The task was done"
        } else {
            "The task was not done"
        };
        Recording {
            id: RecordingId(format!(
                "{}-{}-search-{}",
                self.instance.task_type, self.instance.seed, self.episodes
            )),
            origin: Origin::Search,
            instance: self.instance.clone(),
            steps: run.steps,
            last: run.last,
            breakpoint: None,
            ending: Ending::new(
                if reached {
                    Outcome::Reached
                } else {
                    Outcome::NotReached
                },
                None,
            ),
            reward: Some(run.reward),
            answer: answers,
            conclusion: Some(format!("{verdict}: {}.", deeds.join(", "))),
            reflection: None,
            shown: None,
            read_by: self.env.read_by().to_vec(),
            log: Vec::new(),
        }
    }
}

pub(super) fn step_of(it: &Planned) -> Step {
    Step {
        screen: Arc::clone(&it.screen),
        screenshot: None,
        action: it.action.clone(),
        reason: Some(it.why.clone()),
        summary: None,
        position: None,
        sent: None,
    }
}
