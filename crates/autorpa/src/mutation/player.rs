//! A device that plays a recording: it shows the screen before a step until that step is done. One screen may be an
//! altered one; what is then acted on decides how it ends.

use std::collections::BTreeSet;

use compiler::mutate::Mutant;
use device::{Clock, Device, DeviceError, DeviceInfo, Listing};
use trajectory::Recording;
use ui::{Action, ActionKind, Direction, Element, ElementId, HardAction, Irreversible, Points, Screen};

/// The namespace of ids that windows of every app may have, on devices with such ids.
const SHARED_IDS: &str = "android";

/// How a play ended before the script did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// On the altered screen, what is right was acted on.
    Right,
    /// On the altered screen, something else was acted on.
    Wrong {
        /// What was done, and on what.
        did: String,
        /// Whether what was acted on says that nothing takes it back.
        lasting: bool,
    },
    /// Something was done that the recording has no answer to.
    Strayed,
}

/// The namespace of shared ids, where the recording is one of a device with such ids: it shows some.
fn shared_ids(recording: &Recording) -> Option<&'static str> {
    let is_shared = |element: &Element| {
        let id = element
            .resource_name
            .as_deref()
            .and_then(|it| it.split_once(":id/"));
        id.is_some_and(|(namespace, _)| namespace == SHARED_IDS)
    };
    let screens = recording.steps.iter().map(|it| &it.screen);
    let mut shown = screens.chain([&recording.last]).flat_map(|it| &it.elements);
    shown.any(is_shared).then_some(SHARED_IDS)
}

/// Whether an action is more than a look, a wait or a word.
pub fn is_act(action: &HardAction) -> bool {
    !matches!(
        action,
        Action::Wait | Action::Scroll { .. } | Action::Status { .. } | Action::Answer { .. }
    )
}

/// The device.
pub struct Player<'a> {
    recording: &'a Recording,
    /// The step whose screen is altered.
    altered: Option<(usize, &'a Mutant)>,
    /// The step whose screen is in front.
    at: usize,
    /// For each act: which step it did.
    did: Vec<usize>,
    end: Option<End>,
}

impl<'a> Player<'a> {
    /// At the beginning of a recording, as it is.
    pub fn new(recording: &'a Recording) -> Self {
        Self {
            recording,
            altered: None,
            at: 0,
            did: Vec::new(),
            end: None,
        }
    }

    /// The same with the screen of one step altered.
    pub fn altered(recording: &'a Recording, step: usize, mutant: &'a Mutant) -> Self {
        Self {
            altered: Some((step, mutant)),
            ..Self::new(recording)
        }
    }

    /// How it ended, if not with the script.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// The steps that were done by acts, in order.
    pub fn did(&self) -> &[usize] {
        &self.did
    }

    /// The altered screen, while it is in front.
    fn mutant(&self) -> Option<&'a Mutant> {
        let (step, mutant) = self.altered?;
        (step == self.at).then_some(mutant)
    }

    fn shown(&self) -> &'a Screen {
        match self.mutant() {
            Some(it) => &it.screen,
            None => self
                .recording
                .steps
                .get(self.at)
                .map_or(&*self.recording.last, |it| &*it.screen),
        }
    }

    /// The recorded step that an action does: the next one, but for steps that changed nothing.
    fn step_of(&self, action: &HardAction) -> Option<usize> {
        let mut at = self.at;
        while at < self.recording.steps.len() {
            if self.does(action, at) {
                return Some(at);
            }
            if self.recording.changed(at) || self.mutant().is_some() {
                return None;
            }
            at += 1;
        }
        None
    }

    /// Whether an action is that of a step.
    fn does(&self, action: &HardAction, at: usize) -> bool {
        let Some(step) = self.recording.steps.get(at) else {
            return false;
        };
        let recorded: Vec<ElementId> = step.action.targets().copied().collect();
        let meant: Vec<ElementId> = match self.mutant() {
            Some(mutant) if recorded.len() == 1 => mutant.right.into_iter().collect(),
            Some(_) | None => recorded.clone(),
        };
        let asked: Vec<ElementId> = action.targets().copied().collect();
        let same_way = match (action, &step.action) {
            (Action::Scroll { direction: a, .. }, Action::Scroll { direction: b, .. })
            | (Action::Swipe { direction: a }, Action::Swipe { direction: b }) => return a == b,
            (Action::AnswerDialog { accept: a, .. }, Action::AnswerDialog { accept: b, .. }) => a == b,
            (a, b) => a.kind() == b.kind(),
        };
        let shown = self.shown();
        same_way
            && says_the_same(action, &step.action)
            && meant.len() == recorded.len()
            && asked.len() == meant.len()
            && asked.iter().zip(&meant).all(|(a, b)| is_same(shown, *a, *b))
    }

    fn follow(&mut self, action: &HardAction) {
        if let Some(step) = self.step_of(action) {
            if is_act(action) {
                self.did.push(step);
            }
            if self.mutant().is_some() {
                self.end = Some(End::Right);
            }
            self.at = step + 1;
            return;
        }
        match action {
            Action::Wait | Action::Status { .. } | Action::Answer { .. } => {}
            Action::Scroll { direction, .. } => self.scroll_back(*direction),
            _ if self.mutant().is_some() && action.targets().next().is_some() => {
                let did = action.map(|it| self.name(*it), Clone::clone).to_string();
                let lasting = action.targets().any(|it| self.is_lasting(*it));
                self.end = Some(End::Wrong { did, lasting });
            }
            Action::OpenApp { .. }
            | Action::Click { .. }
            | Action::DoubleTap { .. }
            | Action::LongPress { .. }
            | Action::RightClick { .. }
            | Action::Hover { .. }
            | Action::DragTo { .. }
            | Action::ClickAt { .. }
            | Action::DragAlong { .. }
            | Action::SelectText { .. }
            | Action::InputText { .. }
            | Action::SelectOption { .. }
            | Action::UploadFiles { .. }
            | Action::Swipe { .. }
            | Action::KeyboardEnter
            | Action::PressKeys { .. }
            | Action::AnswerDialog { .. }
            | Action::NavigateBack
            | Action::NavigateHome
            | Action::SwitchWindow { .. }
            | Action::OpenLink { .. } => self.end = Some(End::Strayed),
        }
    }

    /// Where a scroll has led here, the other way leads back. Every other list is at its end.
    fn scroll_back(&mut self, direction: Direction) {
        let before = self.at.checked_sub(1).and_then(|it| self.recording.steps.get(it));
        if let Some(Action::Scroll { direction: there, .. }) = before.map(|it| &it.action)
            && direction == there.opposite()
        {
            self.at -= 1;
        }
    }

    fn is_lasting(&self, id: ElementId) -> bool {
        let element = self.shown().get(id).filter(|it| !it.editable);
        let words = element.into_iter().flat_map(|it| {
            let id = it.lasting_id().map(ui::short_id);
            it.words().chain(id)
        });
        words.into_iter().any(|it| Irreversible::of(it).is_some())
    }

    fn name(&self, id: ElementId) -> String {
        self.shown().get(id).map(Element::name).unwrap_or_default()
    }
}

/// Whether two actions of one kind have the same value: points may be as far from each other as a hand leaves them.
fn says_the_same(one: &HardAction, other: &HardAction) -> bool {
    let (one_value, other_value) = (one.value(), other.value());
    match one {
        Action::ClickAt { .. } | Action::DragAlong { .. } => {
            let points = |it: Option<&String>| it.and_then(|it| it.parse::<Points>().ok());
            points(one_value)
                .zip(points(other_value))
                .is_some_and(|(one, other)| one.are_near(&other))
        }
        _ => one_value == other_value,
    }
}

/// Whether a tap on one reaches the same as a tap on the other: a label inside its button does.
fn is_same(screen: &Screen, a: ElementId, b: ElementId) -> bool {
    reached(screen, a) == reached(screen, b)
}

/// What a tap on an element reaches: itself where it takes taps, else the closest one around it that does.
fn reached(screen: &Screen, id: ElementId) -> ElementId {
    let takes = |it: &Element| it.clickable || it.editable || it.checkable || it.long_clickable;
    let Some(element) = screen.get(id).filter(|it| !takes(it)) else {
        return id;
    };
    let around = screen.iter().filter(|(_, it)| takes(it) && it.contains(element));
    around
        .max_by_key(|(_, it)| it.path.len())
        .map_or(id, |(id, _)| id)
}

impl Device for Player<'_> {
    fn info(&self) -> DeviceInfo {
        DeviceInfo {
            name: "recording".to_owned(),
            called: "a recording".to_owned(),
            description: "a recording that is played".to_owned(),
            apps: Vec::new(),
            actions: BTreeSet::from(ActionKind::ALL),
            untold: [].into(),
            clock: Clock::Simulated,
            listing: Listing {
                leaves_out_containers: false,
                reaches_beyond_view: false,
                shared_ids: shared_ids(self.recording),
            },
        }
    }

    fn observe(&mut self) -> Result<Screen, DeviceError> {
        Ok(self.shown().clone())
    }

    fn screenshot(&mut self) -> Result<Vec<u8>, DeviceError> {
        Ok(Vec::new())
    }

    fn act(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        if self.end.is_none() {
            self.follow(action);
        }
        Ok(())
    }

    /// Nothing after the altered screen is of interest.
    fn has_ended(&mut self) -> Result<bool, DeviceError> {
        Ok(self.end.is_some())
    }
}
