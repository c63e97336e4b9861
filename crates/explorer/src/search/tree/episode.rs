//! Episodes on the device: going back to a node, doing actions again, and the judge.

use std::sync::Arc;

use device::{Checkpoint, Clock, DeviceError, Environment, EnvironmentError, NoState};
use ui::{ElementId, HardAction, Screen, same::nearest};

use super::{Planned, Run, Stop, Tree, record::step_of};

/// Times that a wait is waited again for something to show, on a device with a clock of its own.
const MOST_WAITS: usize = 10;
/// Actions in a row that may miss their deadline.
const MOST_TIMEOUTS: usize = 8;

/// Go back to a checkpoint of this environment.
fn restore(env: &mut dyn Environment, checkpoint: &Checkpoint) -> Result<(), EnvironmentError> {
    match env.checkpoints() {
        Some(kept) => kept.restore(checkpoint),
        None => Err(EnvironmentError::NoCheckpoint {
            why: NoState::NoneKept,
        }),
    }
}

impl Tree<'_> {
    /// Bring the device into a node's state. `false` where that can't be done again.
    pub(super) fn go_to(&mut self, node: usize) -> Result<bool, Stop> {
        if self.at == Some(node) {
            return Ok(true);
        }
        self.at = None;
        if let Some(checkpoint) = &self.nodes[node].checkpoint {
            restore(self.env, checkpoint)?;
            self.at = Some(node);
            return Ok(true);
        }
        let path = self.path(node);
        self.rewind()?;
        for (screen, action) in path.iter().map(|it| (&it.screen, &it.action)) {
            self.may_go_on()?;
            if !self.again(screen, action)? || self.env.has_ended()? {
                return Ok(false);
            }
        }
        let Some(screen) = self.look()? else {
            return Ok(false);
        };
        let it = &mut self.nodes[node];
        // A page may look different when it is reached faster or slower; its moves name old indices.
        if screen.signature() != it.signature {
            if screen.structure() != it.structure {
                return Ok(false);
            }
            let old = Arc::clone(&it.screen);
            for (_, candidate) in it.moves.iter_mut().flatten() {
                candidate.action = candidate.action.map(
                    |id| old.get(*id).and_then(|e| nearest(&screen, e, *id)).unwrap_or(*id),
                    String::clone,
                );
            }
            let count = screen.elements.len();
            let next = it.next;
            if let Some(moves) = &mut it.moves {
                let mut idx = 0;
                moves.retain(|(_, c)| {
                    idx += 1;
                    idx <= next || c.action.target().is_none_or(|id| id.0 < count)
                });
            }
            it.signature = screen.signature();
            it.screen = Arc::new(screen);
        }
        self.at = Some(node);
        Ok(true)
    }

    /// The beginning of the search's episode: the root's checkpoint, or reset and the steps before it.
    pub(super) fn rewind(&mut self) -> Result<(), Stop> {
        self.at = None;
        if let Some(checkpoint) = &self.nodes[0].checkpoint {
            restore(self.env, checkpoint)?;
            return Ok(());
        }
        self.env.reset(self.instance)?;
        for step in &self.options.prefix {
            self.again(&step.screen, &step.action)?;
        }
        Ok(())
    }

    /// Do a recorded action again. `false` where its element is not there.
    pub(super) fn again(&mut self, recorded: &Screen, action: &HardAction) -> Result<bool, Stop> {
        let action = match action.target() {
            None => action.clone(),
            Some(_) => {
                let screen = self.look()?;
                let found = screen.and_then(|screen| relocate(recorded, &screen, action));
                let Some(action) = found else { return Ok(false) };
                action
            }
        };
        self.steps += 1;
        self.act(&action)
    }

    /// Look; `None` where what the last action led to is refused: where a link leads to may be known only when the page
    /// is there.
    pub(super) fn look(&mut self) -> Result<Option<Screen>, Stop> {
        match self.env.observe() {
            Ok(screen) => Ok(Some(screen)),
            Err(refused) if refused.is_refusal() => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Wait until something changes. Where nothing does, that is known of screens of this kind from then on.
    fn wait_for_a_change(&mut self) -> Result<(), DeviceError> {
        let before = self.env.observe()?;
        let kind = before.structure();
        let most = if self.info.clock == Clock::Real && !self.still.contains(&kind) {
            MOST_WAITS
        } else {
            1
        };
        for _ in 0..most {
            self.env.act(&HardAction::Wait)?;
            if self.env.has_ended()? || self.env.observe()?.signature() != before.signature() {
                return Ok(());
            }
        }
        self.still.insert(kind);
        Ok(())
    }

    /// Act. `false` where this action is not possible here; that the device is gone is an error.
    pub(super) fn act(&mut self, action: &HardAction) -> Result<bool, Stop> {
        let done = match action {
            HardAction::Wait => self.wait_for_a_change(),
            action => self.env.act(action),
        };
        match done {
            Ok(()) => {
                self.timeouts = 0;
                Ok(true)
            }
            Err(refused) if refused.is_refusal() => Ok(false),
            // Something that covers an element or keeps it moving costs a deadline; a device that hangs
            // misses one after the other.
            Err(DeviceError::Timeout { .. }) if self.timeouts < MOST_TIMEOUTS => {
                self.timeouts += 1;
                Ok(false)
            }
            Err(error) => Err(error.into()),
        }
    }

    pub(super) fn judge(&mut self) -> Result<f64, Stop> {
        self.at = None;
        self.episodes += 1;
        let verdict = self.env.finish()?;
        let unjudged = || Stop::from(EnvironmentError::unjudged(&verdict));
        verdict.reward().ok_or_else(unjudged)
    }

    /// Do a path again from the beginning and judge it; `None` where an element was not there, also after `waits`.
    pub fn run(&mut self, path: &[Planned], waits: usize) -> Result<Option<Run>, Stop> {
        if self.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        self.rewind()?;
        let mut steps = Vec::new();
        let mut keys = Vec::new();
        for it in path {
            let Some(mut screen) = self.look()? else {
                return Ok(None);
            };
            let mut found = relocate(&it.screen, &screen, &it.action);
            // What a page brings up later may come later than before.
            for _ in 0..waits {
                if found.is_some() || !self.act(&HardAction::Wait)? {
                    break;
                }
                screen = self.env.observe()?;
                found = relocate(&it.screen, &screen, &it.action);
            }
            let Some(action) = found else {
                tracing::debug!(action = %it.action, key = it.key, "not there when it is done again");
                return Ok(None);
            };
            self.steps += 1;
            if !self.act(&action)? {
                tracing::debug!(%action, key = it.key, "not possible when it is done again");
                return Ok(None);
            }
            steps.push(step_of(&Planned {
                screen: Arc::new(screen),
                action,
                why: it.why.clone(),
                key: String::new(),
                uses: it.uses,
                goes_on: it.goes_on,
            }));
            keys.push(it.key.clone());
            if self.env.has_ended()? {
                break;
            }
        }
        let Some(last) = self.look()?.map(Arc::new) else {
            return Ok(None);
        };
        let reward = self.judge()?;
        let run = Run {
            steps,
            last,
            reward,
            keys,
        };
        tracing::debug!(reward, actions = ?run.steps.iter().map(|it| it.action.to_string()).collect::<Vec<_>>(), "done again");
        let recording = self.recording_of(run.clone());
        self.tell("doing it again with fewer steps", &recording);
        Ok(Some(run))
    }
}

/// The same action on another screen, by what its target was.
pub(super) fn relocate(recorded: &Screen, screen: &Screen, action: &HardAction) -> Option<HardAction> {
    let target = |id: &ElementId| {
        recorded
            .get(*id)
            .and_then(|it| nearest(screen, it, *id))
            .ok_or(())
    };
    action.try_map(target, |it| Ok(it.clone())).ok()
}
