//! A gesture that has ended, to what it was.

use ui::{Action, Chord, Element, ElementId, HardAction, Role, Screen, secret_mark};

use crate::{
    gesture::{Gesture, Open, Press, Stroke, Typing},
    heard::{Kind, Node},
    look::{Closely, Look},
    recorder::Recorder,
    step::{Note, Reason, Step, Update},
};

impl Recorder {
    /// End what goes on. What the page shows now is what it has led to.
    pub(super) fn close(&mut self) {
        let Some(open) = self.open.take() else { return };
        let after = self.tab(open.page).look.clone().unwrap_or_default();
        match open.gesture.clone() {
            Gesture::Press(it) if it.was_lost(&open.look, &after) => {
                let what = format!("press {}", self.name(&open, &it.on));
                self.told.push(Update::Note(Note::ChangedNothing { what }));
            }
            Gesture::Press(it) => self.finish_press(&open, it, &after),
            Gesture::Typing(it) => self.finish_typing(&open, it),
            Gesture::Key(it) => self.finish_key(&open, it, &after),
        }
    }

    fn finish_press(&mut self, open: &Open, press: Press, after: &Look) {
        self.keeps_selected = None;
        for it in &press.choices {
            self.choice(open, it);
        }
        if !press.choices.is_empty() {
            return;
        }
        let mut changed = open.effect || open.look.differs(after, Closely::ButFocus);
        // A label passes its click on: what it belongs to is meant, where that can be seen.
        let seen = |node: &Node| {
            node.id
                .and_then(|it| open.look.find(it))
                .filter(|it| visible(&open.look, *it))
        };
        let on = match &press.control {
            Some(control) if seen(control).is_some() => control,
            Some(_) | None => &press.on,
        };
        let name = self.name(open, on);
        if let Some(marked) = press.marks(changed) {
            return self.select_text(open, marked, changed);
        }
        if press.selected && press.marked.is_none() && press.dropped.is_none() && !changed {
            return;
        }
        let pressed = press.on.id.and_then(|it| open.look.element(it));
        if press.on.is != Kind::Value
            && let Some((target, value)) = open.look.slid(pressed, press.from, after)
        {
            return self.slide(open, &press.on, target, value);
        }
        self.keeps_selected = press.marked.as_ref().map(|it| it.text.clone());
        if let Some(area) = press.area.filter(|_| press.goes_by_place()) {
            return self.at_points(open, &press, area, changed);
        }
        if let Some(to) = press.dropped.as_ref().or_else(|| press.dragged_to()) {
            return self.drag(open, &press, to, changed);
        }
        if let Some(inside) = &on.closed {
            let inside = inside.clone();
            return self.gap(format!("{name} was clicked"), Reason::Closed { inside });
        }
        if on.is == Kind::Canvas {
            return self.gap(format!("{name} was clicked"), Reason::Place);
        }
        if press.button == 1 || ((press.held.commands() || press.held.shift) && !on.is.takes_text()) {
            let what = format!("{name} was clicked with the middle button, or with a key held");
            if changed || press.clicked.is_some() {
                self.gap(what, Reason::NoAction);
            }
            return;
        }
        let Some(target) = on.id.and_then(|it| open.look.find(it)) else {
            if changed {
                self.gap(format!("{name} was clicked"), Reason::NotListed);
            }
            return;
        };
        if press.menu {
            return self.aimed(open, on, Action::RightClick { target });
        }
        if matches!(on.is, Kind::Check | Kind::Radio) || press.control.is_some() {
            let (before, state) = states(open, &press, target);
            if state.is_some() && state == before {
                let holds = match state {
                    Some(true) => "checked",
                    _ => "not checked",
                };
                return self.left_as_is(name, holds.to_owned());
            }
            changed |= state.is_some();
        } else if on.is == Kind::Select && !changed {
            let holds = open.look.screen.get(target).map(|it| it.held_text().to_owned());
            return self.left_as_is(name, holds.unwrap_or_default());
        } else if on.is.takes_text() && !open.effect && !open.look.differs(after, Closely::ButStyle) {
            return self.hold_back(open, Action::Click { target });
        }
        let detail = press.clicked.map_or(1, |(_, detail)| detail);
        self.plain_click(open, on, target, changed, detail);
    }

    /// A click, or the second one of a double click.
    fn plain_click(&mut self, open: &Open, on: &Node, target: ElementId, changed: bool, detail: u32) {
        let twice = (open.page, on.id, detail.saturating_sub(1));
        // The first of two clicks marks what is opened by both; what is pressed may be pressed twice.
        let pressed = open.look.screen.get(target);
        let closely =
            match pressed.is_some_and(|it| it.is(Role::Button) || it.role.as_deref() == Some("link")) {
                true => Closely::ButFocus,
                false => Closely::ButStyle,
            };
        if detail == 2
            && self.clicked == Some(twice)
            && let Some(last) = self.steps.last_mut()
            && let Action::Click { target } = last.action
            && !Look::new(last.screen.clone(), Vec::new(), None).differs(&open.look, closely)
        {
            last.action = Action::DoubleTap { target };
            last.notes.retain(|it| *it != Note::ShowsNothing);
            self.clicked = None;
            self.told.push(Update::Again(self.steps.len() - 1));
            return;
        }
        let element = open.look.screen.get(target);
        if !changed && !element.is_some_and(|it| it.clickable || it.checkable) {
            // Nobody can click twice on what was not clicked: the first one is held back for that.
            let what = format!("click {}", self.name(open, on));
            self.hold_back(open, Action::Click { target });
            return self.told.push(Update::Note(Note::ChangedNothing { what }));
        }
        // Where the first of two quick clicks did nothing, the two did it.
        let was_held = |it: &Step| {
            it.page == open.page
                && it.action == Action::Click { target }
                && !Look::new(it.screen.clone(), Vec::new(), None).differs(&open.look, Closely::ButFocus)
        };
        if detail == 2 && self.focusing.iter().any(was_held) {
            self.focusing.clear();
            return self.aimed(open, on, Action::DoubleTap { target });
        }
        self.aimed(open, on, Action::Click { target });
        if !changed && let Some(last) = self.steps.last_mut() {
            last.notes.push(Note::ShowsNothing);
        }
        self.clicked = Some((open.page, on.id, detail));
    }

    fn drag(&mut self, open: &Open, press: &Press, to: &Node, changed: bool) {
        let (from_name, to_name) = (self.name(open, &press.on), self.name(open, to));
        let what = format!("{from_name} was dragged to {to_name}");
        if !changed && press.dropped.is_none() && !press.dragged {
            return self.told.push(Update::Note(Note::ChangedNothing { what }));
        }
        let find = |node: &Node| node.id.and_then(|it| open.look.find(it));
        match (find(&press.on), find(to)) {
            (Some(target), Some(to)) if target != to => {
                self.aimed(open, &press.on, Action::DragTo { target, to });
            }
            (Some(_), Some(_)) => self.gap(what, Reason::Place),
            _ => self.gap(what, Reason::NotListed),
        }
    }

    /// A field that has said what was chosen in it.
    fn choice(&mut self, open: &Open, on: &Node) {
        if on.is == Kind::File {
            return self.given_files(open, on);
        }
        let Some(target) = on.id.and_then(|it| open.look.find(it)) else {
            let what = on
                .turned
                .iter()
                .map(|it| it.text.as_str())
                .collect::<Vec<_>>()
                .join(", ");
            return self.gap(format!("\"{what}\" was chosen"), Reason::NotListed);
        };
        let list = open.look.screen.get(target);
        for it in &on.turned {
            let same = list.map_or(0, |list| options(&open.look, list, &it.text));
            let option = it.id.and_then(|id| open.look.find(id));
            match (it.on, option) {
                (true, _) if same > 1 => self.gap(format!("\"{}\" was chosen", it.text), Reason::SameOption),
                (true, _) => {
                    let option = it.text.clone();
                    self.aimed(open, on, Action::SelectOption { target, option });
                }
                (false, Some(target)) if on.is == Kind::List => {
                    self.aimed(open, on, Action::Click { target })
                }
                (false, _) => {}
            }
        }
    }

    /// What keys pass on their way to an option is not chosen: the last one is.
    fn chooses_on(&mut self, open: &Open, on: &Node) -> bool {
        let goes_on = self.chosen.is_some_and(|(page, _)| page == open.page);
        let is_same_node = self.chosen == Some((open.page, on.id));
        let [now] = on.turned.iter().filter(|it| it.on).collect::<Vec<_>>()[..] else {
            return false;
        };
        let Some(last) = self.steps.last_mut().filter(|_| goes_on) else {
            return false;
        };
        let Action::SelectOption { target, .. } = last.action else {
            return false;
        };
        // A page may put another list in its place at each choice.
        let again = on.id.and_then(|it| open.look.element(it));
        let list = last.screen.get(target).filter(|list| {
            let look = Look::new(last.screen.clone(), Vec::new(), None);
            let is_again =
                is_same_node || again.is_some_and(|it| it.is_still(list) && it.label == list.label);
            is_again && options(&look, list, &now.text) <= 1
        });
        if list.is_none() {
            return false;
        }
        let option = now.text.clone();
        last.action = Action::SelectOption { target, option };
        self.chosen = Some((open.page, on.id));
        self.told.push(Update::Again(self.steps.len() - 1));
        true
    }

    /// Files that a field was given: by what was pressed to be asked for them.
    pub(super) fn files(&mut self, page: u32, at: u64, on: &Node) {
        let asked = self.clicked.is_some_and(|it| it.0 == page);
        let files = on.files.join("\n");
        match self.steps.last_mut() {
            Some(last) if asked && matches!(last.action, Action::Click { .. }) => {
                if let Action::Click { target } = last.action {
                    last.action = Action::UploadFiles { target, files };
                }
                last.notes.retain(|it| *it != Note::ShowsNothing);
                self.forget_last();
                self.told.push(Update::Again(self.steps.len() - 1));
            }
            Some(_) | None => {
                let tab = self.tab(page);
                let look = tab.look.clone().unwrap_or_default();
                let trail = tab.trail.clone();
                let open = Open {
                    page,
                    at,
                    look,
                    trail,
                    effect: false,
                    notes: Vec::new(),
                    gesture: Gesture::Press(Press::default()),
                };
                self.given_files(&open, on);
            }
        }
    }

    fn given_files(&mut self, open: &Open, on: &Node) {
        let files = on.files.join("\n");
        // A field that nobody sees is asked for by what was pressed.
        let pressed = match &open.gesture {
            Gesture::Press(it) => it.on.id,
            Gesture::Key(it) => it.on.id,
            Gesture::Typing(_) => None,
        };
        let target = [on.id, pressed]
            .into_iter()
            .flatten()
            .find_map(|it| open.look.find(it));
        match target {
            Some(target) => self.aimed(open, on, Action::UploadFiles { target, files }),
            None => self.gap(
                format!("the files {} were given", on.files.join(", ")),
                Reason::NotListed,
            ),
        }
    }

    fn finish_typing(&mut self, open: &Open, typing: Typing) {
        self.keeps_selected = None;
        let Typing {
            on,
            before,
            now,
            shown,
            heard,
            anew,
        } = typing;
        let field = (open.page, on.id);
        // What is typed on in the same field, after something that was no step.
        let goes_on = match self.typed.clone() {
            Some((page, node, before)) if (page, node) == field && on.id.is_some() => Some(before),
            Some(_) | None => None,
        };
        let before = goes_on.clone().unwrap_or(before);
        let name = self.name(open, &on);
        if on.secret.is_none() && now == before && goes_on.is_none() {
            if heard && on.is != Kind::Value {
                self.left_as_is(name, now);
            }
            return;
        }
        if let Some(inside) = &on.closed {
            let inside = inside.clone();
            return self.gap(format!("{name} was filled in"), Reason::Closed { inside });
        }
        let Some(target) = on.id.and_then(|it| open.look.find(it)) else {
            return self.gap(format!("{name} was filled in"), Reason::NotListed);
        };
        let appended = now
            .strip_prefix(before.as_str())
            .filter(|_| !before.is_empty() && on.is.is_typed() && !anew);
        let (text, clear) = match (&on.secret, appended) {
            (Some(secret), _) => (secret_mark(secret), true),
            (None, Some(rest)) => (rest.to_owned(), false),
            (None, None) => (now.clone(), true),
        };
        let mut notes = open.notes.clone();
        if let Some(shown) = shown.filter(|it| *it != now && on.secret.is_none()) {
            notes.push(Note::Reshaped { shown });
        }
        match goes_on.and(self.steps.last_mut()) {
            Some(last) => {
                if let Action::InputText { target, .. } = &last.action {
                    let target = *target;
                    last.action = Action::InputText { target, text, clear };
                }
                last.notes.extend(notes);
                self.told.push(Update::Again(self.steps.len() - 1));
            }
            None => {
                let action = Action::InputText {
                    target: Some(target),
                    text,
                    clear,
                };
                self.aimed(open, &on, action);
                if let Some(last) = self.steps.last_mut() {
                    last.notes
                        .extend(notes.into_iter().filter(|it| !open.notes.contains(it)));
                    last.secret.clone_from(&on.secret);
                }
            }
        }
        self.typed = Some((open.page, on.id, before));
    }

    /// A field says, after it was left, that it shows something else than was typed.
    pub(super) fn reshaped(&mut self, page: u32, on: &Node) {
        let typed = self
            .typed
            .as_ref()
            .is_some_and(|it| (it.0, it.1) == (page, on.id));
        let Some(last) = self.steps.last_mut().filter(|it| typed && it.secret.is_none()) else {
            return;
        };
        if let (
            Action::InputText {
                text, clear: true, ..
            },
            Some(shown),
        ) = (&last.action, &on.value)
            && text != shown
        {
            last.notes.push(Note::Reshaped { shown: shown.clone() });
        }
    }

    fn finish_key(&mut self, open: &Open, stroke: Stroke, after: &Look) {
        self.keeps_selected = None;
        if let Some(typing) = stroke.typing.clone()
            && let Gesture::Typing(it) = typing.gesture.clone()
        {
            self.finish_typing(&typing, it);
        }
        for it in &stroke.choices {
            if !self.chooses_on(open, it) {
                self.choice(open, it);
                let by_keys = it.is == Kind::Select && it.id.is_some();
                self.chosen = by_keys.then_some((open.page, it.id));
            }
        }
        if !stroke.choices.is_empty() {
            return;
        }
        if stroke.slides()
            && !open.effect
            && let Some((target, value)) = open.look.slid_by_keys(&stroke.on, after)
        {
            return self.slide(open, &stroke.on, target, value);
        }
        if let Some(press) = self.takes_option(open, &stroke) {
            return self.finish_press(open, press, after);
        }
        if let Some(on) = stroke.clicked.clone() {
            let same = on.id == stroke.on.id || matches!(on.is, Kind::Check | Kind::Radio);
            if same {
                let press = Press {
                    on: Node {
                        checked: stroke
                            .on
                            .checked
                            .filter(|_| on.id == stroke.on.id)
                            .or(Some(false)),
                        ..on.clone()
                    },
                    clicked: Some((on, 0)),
                    ..Press::default()
                };
                return self.finish_press(open, press, after);
            }
        }
        if let Some(inside) = stroke.on.closed.clone() {
            let what = format!("keys were pressed in {}", self.name(open, &stroke.on));
            let why = Reason::Closed { inside };
            let said = self
                .gaps
                .last()
                .is_some_and(|it| it.what == what && it.after == self.steps.len());
            if !said {
                self.gap(what, why);
            }
            return;
        }
        let clicked = stroke.clicked.is_some();
        let focus_moved = focus(&open.look) != focus(after);
        let changed = open.effect || clicked || open.look.differs(after, Closely::ButFocus);
        let Some(chord) = stroke.chord() else { return };
        let action = HardAction::press(&chord);
        let counts = match stroke.key.as_str() {
            // It moves the focus; what it leaves and reaches says so itself. What it closes and what lay under that does not.
            "Tab" => (stroke.used && changed) || open.look.lies_over(after),
            _ if stroke.edits => false,
            _ if chord.is_modified() => changed || stroke.used,
            _ => changed || (stroke.used && !focus_moved),
        };
        if counts {
            let (page, at, look) = (open.page, open.at, &open.look);
            return self.step(page, at, look, action, open.notes.clone());
        }
        // Letters on a list that is not open spell the option that is wanted.
        let finds = stroke.on.is == Kind::Select && stroke.key.chars().count() == 1;
        if focus_moved || stroke.key == "Tab" {
            let mut before = std::mem::take(&mut self.focusing);
            self.hold_back(open, action);
            before.append(&mut self.focusing);
            self.focusing = before;
        } else if !stroke.edits && !is_copying(&chord) && !finds {
            let what = format!("press {chord}");
            self.told.push(Update::Note(Note::ChangedNothing { what }));
        }
    }

    /// The press that a key stands for which takes an option. One that the page does not take for itself is for the form.
    fn takes_option(&mut self, open: &Open, stroke: &Stroke) -> Option<Press> {
        let on = stroke.chooses.clone().filter(|_| stroke.used)?;
        let option = on.id.and_then(|it| open.look.element(it)).cloned()?;
        self.forget_way_to(&option, open);
        Some(Press {
            on: on.clone(),
            clicked: Some((on, 0)),
            ..Press::default()
        })
    }

    /// The keys that went to an option in the same field are no steps where it is named: but for those before which it did not show.
    fn forget_way_to(&mut self, option: &Element, open: &Open) {
        let same = |it: &Element| it.role == option.role && it.name() == option.name();
        let focused = |it: &Screen| it.elements.iter().find(|it| it.focused).map(|it| it.path.clone());
        let field = focused(&open.look.screen);
        let goes = |it: &Step| {
            matches!(&it.action, Action::PressKeys { keys } if is_way(keys))
                && it.page == open.page
                && focused(&it.screen) == field
                && it.screen.elements.iter().any(same)
        };
        let kept = self.steps.iter().rposition(|it| !goes(it)).map_or(0, |it| it + 1);
        let missed = self.gaps.last().map_or(0, |it| it.after);
        if kept.max(missed) < self.steps.len() {
            self.steps.truncate(kept.max(missed));
            self.forget_last();
        }
    }

    /// An action with a target, after what makes the target show.
    pub(super) fn aimed(&mut self, open: &Open, on: &Node, action: HardAction) {
        if let Some(node) = on.id {
            let scrolls = open.trail.scrolls_to(node);
            for (look, scrolled, direction) in scrolls {
                let target = scrolled.and_then(|it| look.find(it));
                let direction = *direction;
                let scroll = Action::Scroll { target, direction };
                self.step(open.page, open.at, look, scroll, Vec::new());
            }
            if scrolls.is_empty() {
                for (look, target) in open.trail.points_to(node, &open.look) {
                    self.step(open.page, open.at, &look, Action::Hover { target }, Vec::new());
                }
            }
        }
        self.step(open.page, open.at, &open.look, action, open.notes.clone());
    }

    /// What only puts the focus somewhere is no step, unless a key follows that needs it there.
    pub(super) fn hold_back(&mut self, open: &Open, action: HardAction) {
        self.focusing = vec![Step {
            page: open.page,
            at: open.at,
            screen: open.look.screen.clone(),
            picture: open.look.picture.clone(),
            action,
            secret: None,
            notes: open.notes.clone(),
        }];
    }

    fn left_as_is(&mut self, element: String, holds: String) {
        self.told.push(Update::Note(Note::LeftAsIs { element, holds }));
    }

    pub(super) fn name(&self, open: &Open, on: &Node) -> String {
        let element = on.id.and_then(|it| open.look.element(it));
        element.map_or_else(|| "something that is not listed".to_owned(), Element::name)
    }
}

/// Whether a box or a switch was checked before a press, and whether it is then.
fn states(open: &Open, press: &Press, target: ElementId) -> (Option<bool>, Option<bool>) {
    let listed = || open.look.screen.get(target).map(|it| it.checked);
    let clicked = press.clicked.as_ref().map(|(it, _)| it);
    let state = press.control.as_ref().or(clicked).and_then(|it| it.checked);
    (press.on.checked.or_else(listed), state)
}

fn visible(look: &Look, id: ElementId) -> bool {
    look.screen.get(id).is_some_and(|it| it.bounds.has_area())
}

fn focus(look: &Look) -> Option<usize> {
    look.screen.elements.iter().position(|it| it.focused)
}

/// How many options of a list show a text.
fn options(look: &Look, list: &Element, text: &str) -> usize {
    let all = look.screen.elements.iter();
    all.filter(|it| it.is(Role::Option) && list.contains(it) && it.text.as_deref() == Some(text))
        .count()
}

/// Whether a key goes from one option to another.
fn is_way(keys: &str) -> bool {
    ["ArrowDown", "ArrowUp", "Home", "End", "PageDown", "PageUp"].contains(&keys)
}

/// Whether keys only select or copy: what is pasted is heard where it is pasted.
fn is_copying(chord: &Chord) -> bool {
    (chord.control || chord.meta) && matches!(chord.key(), "A" | "C" | "X" | "V" | "Z" | "F")
}
