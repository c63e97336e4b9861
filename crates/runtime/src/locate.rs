//! Locator to element on the screen in front: waiting, deciding among many, finding again.

use std::{sync::Arc, time::Duration};

use device::Clock;
use trajectory::{Candidate, Code, Diagnostic, Outcome};
use ui::{Element, ElementId, Found, Irreversible, Key, Locator, Screen, are_alike, find, suggest};

use crate::{
    choose,
    decision::{Heal, HealedBy},
    named::{is_named, named},
    person::Choice,
    relay::World,
    session::{Missing, Session},
    stop::{Stop, gone, of_device, of_oracle},
    trust::{Located, other_ways},
    wait::Patience,
};

/// Candidates a refusal lists.
pub const LISTED: usize = 8;

impl Session {
    /// One element, or none after waiting. Many is decided or refused; none goes by the other ways, then by the
    /// way out of a window that came in between, and then by scrolling: on a smaller screen, or with more rows,
    /// less is in sight.
    pub fn find_element(
        &mut self,
        locator: &Locator,
        deadline: Option<Duration>,
    ) -> Result<Option<Located>, Stop> {
        loop {
            let looks = self.look_until_still(locator, deadline)?;
            let located = self.located_now(locator, true)?;
            let scrolls =
                self.options.policy.other_ways && self.screen()?.elements.iter().any(|it| it.scrollable);
            let by_value = is_named(locator, &self.values);
            // A second one of its name may be out of view.
            if let Some(located) = located
                && by_value
                && self.shows_part(located.id)?
            {
                return self.scroll_to(locator);
            }
            // What a value of the task names may stand further down, whatever else is in sight.
            let elsewhere = scrolls && by_value && located.is_some_and(|it| it.otherwise.is_some());
            let unsure = elsewhere || located.is_none_or(|it| it.otherwise == Some(false));
            if !unsure || self.trust.explains(locator, &self.values) && located.is_some() {
                return Ok(located);
            }
            if located.is_none() && self.way_out(None)? {
                continue;
            }
            if scrolls {
                return self.scroll_to(locator);
            }
            if located.is_some() {
                return Ok(located);
            }
            self.missing = Some(Missing {
                locator: locator.clone(),
                looks,
            });
            return Ok(None);
        }
    }

    /// Whether the list that an element stands in may have more entries than are listed.
    fn shows_part(&mut self, id: ElementId) -> Result<bool, Stop> {
        let screen = self.screen()?;
        let Some(element) = screen.get(id) else {
            return Ok(false);
        };
        let in_list = || {
            screen
                .elements
                .iter()
                .any(|it| it.scrollable && it.contains(element))
        };
        Ok(screen.is_in_part(element) || (!self.listing.reaches_beyond_view && in_list()))
    }

    /// Whether a locator asks for a text that is empty, where such a text shows nothing.
    pub fn shows_nothing(&self, locator: &Locator) -> bool {
        let asked = [Key::Text, Key::Value].map(|it| locator.get(it));
        self.options.empty_shows_nothing && asked.into_iter().flatten().any(|it| it.is_empty())
    }

    /// Whether what a locator or its other ways say comes up: the check that a screen is the one that is
    /// expected. A window that came in between is left.
    pub fn comes(&mut self, locator: &Locator, deadline: Duration) -> Result<bool, Stop> {
        loop {
            let (found, looks) = self.look_until(locator, Some(deadline), |it| !matches!(it, Found::None))?;
            let screen = self.screen()?;
            let id = match found {
                Found::Many(_) => return Ok(true),
                Found::One(id) => Some(id),
                Found::None => self.otherwise(&screen, locator, false).map(|it| it.id),
            };
            if let Some(id) = id {
                self.trust.learn(&screen, locator, id, &self.values);
                return Ok(true);
            }
            if self.way_out(None)? {
                continue;
            }
            if self.options.policy.other_ways && self.screen()?.elements.iter().any(|it| it.scrollable) {
                return Ok(self.scroll_to(locator)?.is_some());
            }
            self.missing = Some(Missing {
                locator: locator.clone(),
                looks,
            });
            return Ok(false);
        }
    }

    /// What fits on the screen in front, without waiting.
    pub fn look(&mut self, locator: &Locator) -> Result<Found, Stop> {
        self.guard()?;
        let screen = self.screen()?;
        Ok(self.believed(&screen, locator))
    }

    /// Look again and again until the answer is good enough or patience ends.
    pub fn look_until(
        &mut self,
        locator: &Locator,
        deadline: Option<Duration>,
        good: impl Fn(&Found) -> bool,
    ) -> Result<(Found, usize), Stop> {
        let deadline = deadline.unwrap_or(self.options.find_deadline);
        let mut patience = Patience::new(deadline, self.options.find_rounds, self.clock);
        loop {
            let found = self.look(locator)?;
            if good(&found) || !patience.goes_on() {
                return Ok((found, patience.looks().max(1)));
            }
            self.wait_on(&mut patience)?;
        }
    }

    /// Wait until it is worth to look again. Where the server has not taken what was sent to be written, what shows that it
    /// was taken hardly comes any more.
    pub(crate) fn wait_on(&mut self, patience: &mut Patience) -> Result<(), Stop> {
        self.idle()?;
        let doubtful = self.expecting && self.not_taken().is_some();
        patience.doubt(doubtful);
        let control = Arc::clone(&self.control);
        patience.pause(|| control.check().is_some());
        Ok(())
    }

    /// Every element that fits, in screen order.
    pub fn find_all(&mut self, locator: &Locator) -> Result<Vec<ElementId>, Stop> {
        let mut found = self.look(locator)?;
        let screen = self.screen()?;
        for way in other_ways(locator, &self.values) {
            if found == Found::None && self.options.policy.other_ways {
                found = find(&screen, way);
            }
        }
        Ok(match found {
            Found::None => Vec::new(),
            Found::One(id) => vec![id],
            Found::Many(ids) => ids,
        })
    }

    /// The same for whoever counts them or goes through them: of a list that draws a part of its entries, what is drawn is
    /// not taken for all.
    pub fn find_every(&mut self, locator: &Locator) -> Result<Vec<ElementId>, Stop> {
        let ids = self.find_all(locator)?;
        let screen = self.screen()?;
        let mut elements = ids.iter().filter_map(|id| screen.get(*id));
        let unseen = ids.is_empty() && !screen.in_part.is_empty();
        if unseen || elements.any(|it| screen.is_in_part(it)) {
            return Err(drawn_in_part(locator));
        }
        Ok(ids)
    }

    /// Several fit: any where the script says so, they are alike and no value of the task says that nothing takes it
    /// back, then the margin rule, then the grounder, then the person, then
    /// a refusal that names them all.
    pub(crate) fn choose(&mut self, locator: &Locator, ids: &[ElementId]) -> Result<ElementId, Stop> {
        let screen = self.screen()?;
        let harmless = |it: &String| Irreversible::of(it).is_none();
        if locator.any_of_alike
            && self.values.iter().all(harmless)
            && let Some(first) = ids.first()
            && are_alike(&screen, ids)
        {
            return Ok(*first);
        }
        if let Some(id) = choose::by_whole_value(&screen, locator, ids, &self.values) {
            return Ok(id);
        }
        if self.options.policy.margin
            && let Some(id) = choose::by_margin(&screen, locator, ids)
        {
            self.healed(&screen, locator, id, HealedBy::Margin);
            return Ok(id);
        }
        if self.options.policy.grounder
            && let Some(id) = self.ground(&screen, locator, ids)?
        {
            self.healed(&screen, locator, id, HealedBy::Grounder);
            return Ok(id);
        }
        let chosen = self.ask_person(&screen, locator, ids)?;
        // While the person was asked the screen may have changed: what they chose is found again, or nothing is taken.
        let now = self.screen()?;
        let again = chosen.and_then(|it| match Arc::ptr_eq(&screen, &now) {
            true => Some(it),
            false => ui::same::again(&screen, it, &now).filter(|_| ui::same::is_certain(&screen, it, &now)),
        });
        if let Some(id) = again {
            self.healed(&now, locator, id, HealedBy::Person);
            return Ok(id);
        }
        let mut diagnostic = self.ambiguous(&screen, locator, ids);
        if chosen.is_some() {
            diagnostic = diagnostic
                .note("the screen changed while the person was asked, and what they chose is not on it");
        }
        Err(Stop::refused(diagnostic))
    }

    fn ask_person(
        &mut self,
        screen: &Arc<Screen>,
        locator: &Locator,
        ids: &[ElementId],
    ) -> Result<Option<ElementId>, Stop> {
        let Some(person) = self.options.person.clone() else {
            return Ok(None);
        };
        let control = Arc::clone(&self.control);
        // What can't be pictured is asked about in words.
        let picture = self.relay.call(|world| world.device.screenshot().ok()).flatten();
        let choice = Choice {
            asked: locator,
            screen,
            candidates: ids,
            picture: picture.as_deref(),
        };
        let answer = control.off_the_clock(|| person.0.which(&choice));
        self.guard()?;
        self.look_again();
        Ok(answer.filter(|it| ids.contains(it)))
    }

    fn ground(
        &mut self,
        screen: &Arc<Screen>,
        locator: &Locator,
        ids: &[ElementId],
    ) -> Result<Option<ElementId>, Stop> {
        let described = locator.target_description.trim();
        let description = if described.is_empty() {
            locator.to_string()
        } else {
            described.to_owned()
        };
        let (screen, candidates) = (Arc::clone(screen), ids.to_vec());
        let ground = move |world: &mut World<'_, '_>| {
            let Some(oracle) = world.oracle.as_deref_mut() else {
                return Ok(None);
            };
            let png = world.device.screenshot().map_err(|it| of_device(&it))?;
            oracle
                .ground(&description, &screen, &candidates, &png)
                .map_err(|it| of_oracle(&it))
        };
        let answer = self.control.off_the_clock(|| self.relay.call(ground));
        // A grounder that names something else than a candidate has not answered the question.
        Ok(answer.ok_or_else(gone)??.filter(|it| ids.contains(it)))
    }

    pub(crate) fn healed(&mut self, screen: &Screen, asked: &Locator, id: ElementId, by: HealedBy) {
        let ways = asked.or_else.iter().enumerate();
        let heal = Heal {
            ways: (ways.filter(|(_, it)| find(screen, it) == Found::One(id)))
                .map(|(at, _)| at)
                .collect(),
            position: self.position,
            asked: asked.clone(),
            element: screen.get(id).map(Element::name).unwrap_or_default(),
            proposed: self.proposal(screen, id),
            by,
        };
        tracing::debug!(element = %heal.element, asked = %heal.asked, ?by, "decided");
        self.keep_heal(heal);
    }

    /// The best locator that finds this element alone.
    fn proposal(&self, screen: &Screen, id: ElementId) -> Option<Locator> {
        let values: Vec<&str> = self.values.iter().map(String::as_str).collect();
        suggest(screen, id, &values)
            .into_iter()
            .next()
            .map(|it| it.locator)
    }

    /// The run ends where an id names one field and the label beside it another.
    pub(crate) fn disputed(&self, screen: &Screen, locator: &Locator, ids: [ElementId; 2]) -> Stop {
        let mut diagnostic = self.ambiguous(screen, locator, &ids);
        let [by_name, by_label] = ids.map(|it| screen.get(it).map(Element::name).unwrap_or_default());
        diagnostic.message = format!(
            "{} fits two elements: its id {by_name}, its label {by_label}",
            named(locator)
        );
        Stop::refused(diagnostic)
    }

    fn ambiguous(&self, screen: &Screen, locator: &Locator, ids: &[ElementId]) -> Diagnostic {
        let mut diagnostic = Diagnostic::new(
            Code::ElementAmbiguous,
            format!("{locator} fits {} elements", ids.len()),
        )
        .note(on_screen(screen))
        .hint("ask for one of these, or describe it in `target_description` by words that only it shows");
        for id in ids.iter().take(LISTED) {
            diagnostic.candidates.push(Candidate {
                index: id.0,
                element: screen.get(*id).map(Element::name).unwrap_or_default(),
                locator: self
                    .proposal(screen, *id)
                    .map(|it| it.to_string())
                    .unwrap_or_default(),
            });
        }
        match ids.len() {
            many if many > LISTED => diagnostic.note(format!("the first {LISTED} of {many} are listed")),
            _ => diagnostic,
        }
    }

    /// The element an index means on the screen in front, and what to note where it had to be found again. A window
    /// that came in between since it was found is left, and what is drawn anew meanwhile, as a list that was searched, is waited for.
    pub fn resolve(&mut self, index: i64) -> Result<(ElementId, Option<String>), Stop> {
        let mut waited = false;
        loop {
            match self.resolve_now(index) {
                Err(stop) if !self.is_lost(index)? => return Err(stop),
                Err(_) if self.way_out(None)? => {}
                Err(_) if !waited && self.comes_again(index)? => waited = true,
                resolved => return resolved,
            }
        }
    }

    /// Whether what an index was found by shows again on its page, within the time that something is looked for. On another page it
    /// is something else.
    fn comes_again(&mut self, index: i64) -> Result<bool, Stop> {
        let screen = self.screen()?;
        let (old, _, found_by) = self.origin(index);
        let same_page = old.is_some_and(|it| (&it.app, it.path()) == (&screen.app, screen.path()));
        let Some(locator) = found_by.cloned().filter(|_| same_page) else {
            return Ok(false);
        };
        let (found, _) = self.look_until(&locator, None, |it| *it != Found::None)?;
        Ok(found != Found::None)
    }

    /// Whether an index was found on another screen and nothing on this one can be what it means.
    fn is_lost(&mut self, index: i64) -> Result<bool, Stop> {
        if index < 0 {
            return Ok(false);
        }
        let screen = self.screen()?;
        let (old, _, found_by) = self.origin(index);
        let asked = found_by.map(|it| find(&screen, it));
        Ok(old.is_some() && !matches!(asked, Some(Found::Many(_))))
    }

    fn resolve_now(&mut self, index: i64) -> Result<(ElementId, Option<String>), Stop> {
        let screen = self.screen()?;
        if index < 0 {
            return Err(self
                .nothing_found(&screen, "an action needs an element, but nothing was found")
                .into());
        }
        let (old, id, found_by) = self.origin(index);
        let Some(old) = old else {
            if screen.get(id).is_some() {
                return Ok((id, None));
            }
            let count = screen.elements.len();
            let message = format!("there is no element {index}: the screen has {count} elements");
            return Err(Diagnostic::new(Code::NoElement, message)
                .hint("use the index that `find_element` gives")
                .into());
        };
        let found_by = found_by.cloned();
        let same = ui::same::again(&old, id, &screen);
        let again = match &found_by {
            // What stands in a row is found in that row or not at all.
            Some(locator) if self.found_in_row(&screen, locator).is_some() => {
                self.believed(&screen, locator).one()
            }
            Some(locator) => {
                let now = self.believed(&screen, locator).one().or(same);
                now.or_else(|| {
                    self.trust
                        .otherwise(&screen, locator, &self.values, true)
                        .map(|it| it.id)
                })
            }
            None => same.or_else(|| self.proposal(&old, id).and_then(|it| find(&screen, &it).one())),
        };
        let name = old.get(id).map(Element::name).unwrap_or_default();
        let asked = found_by.or_else(|| self.proposal(&old, id)).unwrap_or_default();
        let Some(again) = again else {
            return Err(match find(&screen, &asked) {
                Found::Many(ids) => {
                    let diagnostic = self.ambiguous(&screen, &asked, &ids);
                    Stop::End(
                        Outcome::Refused,
                        Some(Box::new(
                            diagnostic.note("the screen changed since the element was found"),
                        )),
                    )
                }
                Found::One(_) | Found::None => {
                    self.missing = Some(Missing {
                        locator: asked,
                        looks: 1,
                    });
                    self.nothing_found(
                        &screen,
                        &format!("the screen changed and {name} is not on it any more"),
                    )
                    .into()
                }
            });
        };
        self.healed(&screen, &asked, again, HealedBy::Relocated);
        Ok((
            again,
            Some("found again: the screen had changed since".to_owned()),
        ))
    }

    /// What was looked for in vain, and what the screen shows instead.
    pub fn nothing_found(&self, screen: &Screen, message: &str) -> Diagnostic {
        self.explain_missing(Diagnostic::new(Code::ElementMissing, message), screen)
            .hint("find it first and `assert` that the index is not -1")
    }

    /// Add what was looked for last, and what the screen shows instead.
    pub fn explain_missing(&self, mut diagnostic: Diagnostic, screen: &Screen) -> Diagnostic {
        let Some(missing) = &self.missing else {
            return diagnostic.note(on_screen(screen));
        };
        let described = match missing.locator.target_description.trim() {
            "" => String::new(),
            it => format!(" ({it})"),
        };
        // In real time the number is the clock's doing.
        let times = match missing.looks {
            _ if self.clock == Clock::Real => String::new(),
            1 => " once".to_owned(),
            many => format!(" {many} times"),
        };
        diagnostic = diagnostic
            .note(format!("looked{times} for {}{described}", missing.locator))
            .note(on_screen(screen));
        let near = choose::nearest(screen, &missing.locator, 4);
        let similar = !near.is_empty();
        let listed = if similar { near } else { loudest(screen) };
        for id in &listed {
            let Some(element) = screen.get(*id) else { continue };
            let locator = if similar {
                self.proposal(screen, *id)
                    .map(|it| format!("  {it}"))
                    .unwrap_or_default()
            } else {
                String::new()
            };
            let what = if similar { "most similar" } else { "it shows" };
            diagnostic = diagnostic.note(format!("{what}: {}{locator}", element.name()));
        }
        diagnostic
    }
}

fn on_screen(screen: &Screen) -> String {
    let place = [screen.app.as_str(), screen.activity.as_str()]
        .into_iter()
        .filter(|it| !it.is_empty());
    match place.collect::<Vec<_>>().join(" ").as_str() {
        "" => format!("on a screen with {} elements", screen.elements.len()),
        place => format!("on the screen `{place}` with {} elements", screen.elements.len()),
    }
}

/// The first elements with something to read, where nothing is similar.
fn loudest(screen: &Screen) -> Vec<ElementId> {
    screen
        .iter()
        .filter(|(_, it)| it.words().next().is_some())
        .map(|(id, _)| id)
        .take(6)
        .collect()
}

/// The run ends where what is counted, or gone through, stands in a list that draws the entries near the view only.
fn drawn_in_part(locator: &Locator) -> Stop {
    let message = format!(
        "{} stands in a list that draws a part of its entries",
        named(locator)
    );
    let diagnostic = Diagnostic::new(Code::ListUnfinished, message)
        .hint("`read_all` and `read_rows` scroll such a list to its end");
    Stop::refused(diagnostic)
}
