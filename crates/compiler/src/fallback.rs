//! Fallback locators: other ways to the same element, for when the first finds nothing. Each rests on evidence of another
//! kind than the first, so that what hides one does not hide all.
//!
//! "Fallback" is the word of the runtime and of the field for what is tried second.

use strings::Expr;
use task::Params;
use ui::{
    Element, ElementId, Evidence, Found, Irreversible, Key, Lasting, Locator, Means, Nth, Screen, find,
};

use crate::locator::{describe_unsaid, fill, is_whole};

/// Elements of one class among which a place still says something.
pub(crate) const MOST_ALIKE: usize = 24;
/// Numbers of its like for which runs may show the place of a target.
const MOST_PLACES: usize = 8;
/// Words that an element may have in turn.
const MOST_WORDS: usize = 3;
/// A recorded screen, the target on it, and the values of its task.
pub(crate) struct Sighting<'a> {
    /// The screen.
    pub screen: &'a Screen,
    /// The target.
    pub target: ElementId,
    /// Parameters and loop variables.
    pub params: &'a Params,
    /// What is done to it that nothing takes back.
    pub lasting: Option<Lasting>,
}

impl Sighting<'_> {
    fn element(&self) -> Option<&Element> {
        self.screen.get(self.target)
    }

    /// Whether what is done to it can be taken back. What a value of the task says there is as binding as what the control
    /// says: the mark leaves it out, and a place finds it all the same.
    fn is_taken_back(&self) -> bool {
        let said = self.element().and_then(Irreversible::of_element);
        let typed = |it: Lasting| it.means == Means::Typing;
        self.lasting.is_none_or(typed) && said.is_none()
    }

    fn found(&self, locator: &Locator<Expr>) -> Found {
        fill(locator, self.params).map_or(Found::None, |it| find(self.screen, &it))
    }

    /// Which of how many the target is among all that fit.
    pub(crate) fn place(&self, locator: &Locator<Expr>) -> Option<(usize, usize)> {
        let ids = match self.found(locator) {
            Found::None => return None,
            Found::One(id) => vec![id],
            Found::Many(ids) => ids,
        };
        Some((ids.iter().position(|it| *it == self.target)? + 1, ids.len()))
    }
}

pub(crate) fn tail(text: &str, by: &str) -> String {
    text.rsplit(by).next().unwrap_or(text).to_owned()
}

/// What all of some have in common.
pub(crate) fn common<T: PartialEq>(mut all: impl Iterator<Item = Option<T>>) -> Option<T> {
    let first = all.next()??;
    all.all(|it| it.as_ref() == Some(&first)).then_some(first)
}

/// The other ways to a target that is found by `chosen`: of each kind of evidence that it does not go by the
/// likeliest, each with the class of the target, so that something of another kind is never taken for it.
/// `all` are proven on every recorded screen; so is a place, which counts only where the number of its like
/// was the same on all of them.
pub(crate) fn fallbacks(
    chosen: &Locator<Expr>,
    all: &[Locator<Expr>],
    sightings: &[Sighting<'_>],
) -> Vec<Locator<Expr>> {
    let Some(class) = class_of(sightings) else {
        return Vec::new();
    };
    let own = chosen.evidence();
    let by_value = chosen.values().any(|it| !it.is_const());
    // What is only made of a value may be there by luck.
    let whole = chosen.values().filter(|it| is_whole(it));
    let asked: Vec<&str> = whole.flat_map(Expr::inputs).collect();
    let field = sightings
        .iter()
        .any(|it| it.element().is_some_and(|it| it.editable));
    let mut others: Vec<Locator<Expr>> = Vec::new();
    for kind in [Evidence::Name, Evidence::Words, Evidence::Neighbour] {
        let fits = |it: &&Locator<Expr>| {
            let plain = it.nth.is_none() && it.near.is_some() == (kind == Evidence::Neighbour);
            let valued = it.values().any(|it| !it.is_const());
            // Without one of the values that the first asks for it would find what they do not name.
            let all_asked = || {
                let own: Vec<&str> = it.values().flat_map(Expr::inputs).collect();
                asked.iter().all(|it| own.contains(it))
            };
            // What a field holds is no name of it, and a neighbour says something only as a value.
            let names = match kind {
                Evidence::Words => !field || it.get(Key::HintText).is_some() || it.get(Key::Label).is_some(),
                Evidence::Neighbour => by_value,
                Evidence::Name | Evidence::Row | Evidence::Place => true,
            };
            // What a value of the task names is content: only what names it by the same values is the same.
            let same = it.evidence() == kind && plain && (valued || !by_value) && all_asked();
            same && names && !leans_on(it, chosen) && !is_content(it, sightings)
        };
        if kind == own {
            continue;
        }
        let way = all.iter().find(fits);
        others.extend(way.map(|it| of_class(it, &class)));
        if way.is_none() && kind == Evidence::Words && !by_value && !field {
            others.extend(words_in_turn(sightings).iter().map(|it| of_class(it, &class)));
        }
    }
    others.extend(places(chosen, &class, sightings, 1));
    others
}

/// The class of a target, where that is the same on all screens.
fn class_of(sightings: &[Sighting<'_>]) -> Option<String> {
    common(
        sightings
            .iter()
            .map(|it| it.element()?.class_name.as_deref().map(|it| tail(it, "."))),
    )
}

/// The places of a target that is not found by its place, for so many numbers of its like at most.
fn places(
    chosen: &Locator<Expr>,
    class: &str,
    sightings: &[Sighting<'_>],
    most: usize,
) -> Vec<Locator<Expr>> {
    let by_value = chosen.values().any(|it| !it.is_const());
    let mut all = if chosen.evidence() != Evidence::Place && !by_value {
        place(chosen, class, sightings, most)
    } else {
        Vec::new()
    };
    all.extend(counted(chosen, class, sightings));
    all.extend(same_place(chosen, class, sightings));
    all
}

/// The other ways of a target that runs have found by `chosen`: those that say nothing else on any of the screens, and
/// its place for each number of its like that they show.
pub(crate) fn fallbacks_in_runs(chosen: &Locator<Expr>, sightings: &[Sighting<'_>]) -> Vec<Locator<Expr>> {
    let Some(class) = class_of(sightings) else {
        return chosen.or_else.clone();
    };
    let misleads = |way: &Locator<Expr>| {
        sightings.iter().any(|it| {
            let found = it.found(way).one().filter(|id| *id != it.target);
            let other = found.and_then(|id| it.screen.get(id)).zip(it.element());
            other.is_some_and(|(a, b)| !a.contains(b) && !b.contains(a))
        })
    };
    let mut others = chosen.or_else.clone();
    others.retain(|way| !misleads(way));
    for it in places(chosen, &class, sightings, MOST_PLACES) {
        if !others.iter().any(|way| way.asks_same(&it)) {
            others.push(it);
        }
    }
    others
}

/// The other way that goes first from now on: where `chosen` goes by words that only some of the runs showed, one that
/// found the target in each of them. What can't be taken back keeps the words that it says.
pub(crate) fn locator_of_all_runs(
    chosen: &Locator<Expr>,
    sightings: &[Sighting<'_>],
) -> Option<Locator<Expr>> {
    let plain = |it: &Locator<Expr>| it.nth.is_none() && it.near.is_none();
    let words = chosen.evidence() == Evidence::Words && chosen.values().all(Expr::is_const);
    let finds = |way: &Locator<Expr>, it: &Sighting<'_>| it.found(way) == Found::One(it.target);
    let missed = sightings.iter().any(|it| it.found(chosen) == Found::None);
    let misled = sightings
        .iter()
        .any(|it| it.found(chosen) != Found::None && !finds(chosen, it));
    let taken_back = |it: &Sighting<'_>| it.element().is_some() && it.is_taken_back();
    if !plain(chosen) || !words || !missed || misled || !sightings.iter().all(taken_back) {
        return None;
    }
    let mut others = chosen.or_else.clone();
    let serves = |way: &Locator<Expr>| plain(way) && sightings.iter().all(|it| finds(way, it));
    let first = others.remove(others.iter().position(serves)?);
    let sighting = sightings.first()?;
    Some(Locator {
        or_else: others,
        ..first.described(describe_unsaid(sighting.screen, sighting.element()?))
    })
}

pub(crate) fn of_class(way: &Locator<Expr>, class: &str) -> Locator<Expr> {
    let mut way = way.clone().and(Key::ClassName, Expr::from(class));
    way.target_description.clear();
    way.or_else.clear();
    way
}

/// Whether a way asks for something that the first one asks for as well: it fails where that does. A part of a value
/// that the first one asks for in full finds something else where it does not fail.
fn leans_on(way: &Locator<Expr>, first: &Locator<Expr>) -> bool {
    let is_part = |(key, part): &(Key, Expr)| {
        let inputs = part.inputs();
        key.is_partial()
            && first
                .values()
                .any(|whole| whole.inputs().iter().any(|it| inputs.contains(it)))
    };
    // What shows the value itself is named by it. Something else that shows it (the field that it was searched by) says nothing
    // of what stands beside that.
    let beside_itself = way.near.as_ref().is_some_and(|near| {
        let near = near.inputs();
        let mut shown = first
            .attributes
            .iter()
            .filter(|(key, it)| key.is_shown() && !it.is_const());
        shown.any(|(_, it)| it.inputs().iter().any(|it| near.contains(it)))
    });
    if beside_itself || way.attributes.iter().any(is_part) {
        return true;
    }
    let kind_of_thing = |key: Key| key == Key::ClassName || key.is_flag();
    let mut asked = way.attributes.iter().filter(|(key, _)| !kind_of_thing(*key));
    asked.any(|(key, value)| first.get(*key) == Some(value))
}

/// Whether a text of it is content of a recording: it has a value of the task in it.
fn is_content(way: &Locator<Expr>, sightings: &[Sighting<'_>]) -> bool {
    let mut values = sightings
        .iter()
        .flat_map(|it| it.params.values())
        .flat_map(|it| it.texts());
    values.any(|value| {
        let within = |it: &Expr| matches!(it, Expr::Const(text) if text.contains(value));
        value.chars().count() > 1 && way.values().any(within)
    })
}

/// The descriptions that a control has in turn, where it has no words in common: what starts something may
/// then stop it. Each finds it or nothing on every recorded screen.
fn words_in_turn(sightings: &[Sighting<'_>]) -> Vec<Locator<Expr>> {
    let mut all: Vec<Locator<Expr>> = Vec::new();
    for it in sightings {
        let Some(said) = it.element().and_then(|it| it.content_description.as_deref()) else {
            return Vec::new();
        };
        let way = Locator::by(Key::ContentDescription, Expr::from(said.trim()));
        if !all.iter().any(|known| known.asks_same(&way)) {
            all.push(way);
        }
    }
    let serves = |way: &Locator<Expr>| {
        sightings.iter().all(|it| match it.found(way) {
            Found::None => true,
            Found::One(id) => id == it.target,
            Found::Many(_) => false,
        })
    };
    let controls = sightings
        .iter()
        .all(|it| it.element().is_some_and(|it| it.clickable));
    let few = (2..=MOST_WORDS).contains(&all.len()) && all.len() <= sightings.len();
    if controls && few && all.iter().all(|it| serves(it) && !is_content(it, sightings)) {
        all
    } else {
        Vec::new()
    }
}

/// The target by which of how many it is, each way for another number of its like: of those that share its name, or of
/// its class. What can't be taken back is found by its class only where nothing else is of it.
fn place(
    chosen: &Locator<Expr>,
    class: &str,
    sightings: &[Sighting<'_>],
    most_places: usize,
) -> Vec<Locator<Expr>> {
    let name_of = |it: &Sighting<'_>| it.element()?.resource_name.as_deref().map(|it| tail(it, ":id/"));
    let of_class = Locator::by(Key::ClassName, Expr::from(class));
    let mut bases: Vec<Locator<Expr>> = Vec::new();
    if let Some(name) = common(sightings.iter().map(name_of)) {
        let named = of_class.clone().and(Key::ResourceName, Expr::Const(name));
        if !leans_on(&named, chosen) {
            bases.push(named);
        }
    }
    let taken_back = sightings.iter().all(Sighting::is_taken_back);
    let named = !bases.is_empty();
    if !named {
        bases.push(of_class.clone());
        if sightings
            .iter()
            .all(|it| it.element().is_some_and(|it| it.clickable))
        {
            bases.push(of_class.and(Key::Clickable, Expr::from("true")));
        }
    }
    let most = if named || taken_back { MOST_ALIKE } else { 1 };
    let placed = bases.into_iter().filter_map(|base| {
        let places = places_of(&base, sightings).filter(|it| it.len() <= most_places)?;
        let largest = places.iter().map(|(_, of)| *of).max()?;
        let way = |(at, of): (usize, usize)| Locator {
            nth: Nth::among(at - 1, of).map(|it| Expr::Const(it.to_string())),
            ..base.clone()
        };
        (largest <= most).then(|| (largest, places.into_iter().map(way).collect::<Vec<_>>()))
    });
    // The fewer there are, the more the place says.
    let fewest = placed.min_by_key(|(of, _)| *of);
    fewest.map(|(_, others)| others).unwrap_or_default()
}

/// Which of how many the target is on each screen, each once; `None` where it is another one among as many.
fn places_of(base: &Locator<Expr>, sightings: &[Sighting<'_>]) -> Option<Vec<(usize, usize)>> {
    let mut all: Vec<(usize, usize)> = Vec::new();
    for it in sightings {
        let (at, of) = it.place(base)?;
        match all.iter().find(|(_, known)| *known == of) {
            Some((known, _)) if *known != at => return None,
            Some(_) => {}
            None => all.push((at, of)),
        }
    }
    Some(all)
}

/// The same count along the elements of the target's class, where it is the n-th of some in a round.
fn counted(chosen: &Locator<Expr>, class: &str, sightings: &[Sighting<'_>]) -> Option<Locator<Expr>> {
    let nth = chosen.nth.as_ref().filter(|it| !it.is_const())?;
    let plain = Locator {
        nth: Some(nth.clone()),
        ..Locator::by(Key::ClassName, Expr::from(class))
    };
    let pressed = plain.clone().and(Key::Clickable, Expr::from("true"));
    let serves = |way: &Locator<Expr>| {
        let other = !way.asks_same(chosen) && chosen.near.is_none();
        other && sightings.iter().all(|it| it.found(way) == Found::One(it.target))
    };
    [pressed, plain].into_iter().find(serves)
}

/// Where the target is the n-th of its name, whatever else is there: the place that it has among its class in several
/// recordings as well. What can't be taken back is not found so.
fn same_place(chosen: &Locator<Expr>, class: &str, sightings: &[Sighting<'_>]) -> Option<Locator<Expr>> {
    let nth = chosen.nth.as_ref()?;
    let plain = matches!(nth, Expr::Const(it) if it.parse::<usize>().is_ok());
    if !plain || sightings.len() < 2 || !sightings.iter().all(Sighting::is_taken_back) {
        return None;
    }
    let of_class = Locator::by(Key::ClassName, Expr::from(class));
    let pressed = of_class.clone().and(Key::Clickable, Expr::from("true"));
    [pressed, of_class].into_iter().find_map(|base| {
        let at = common(sightings.iter().map(|it| Some(it.place(&base)?.0)))?;
        let way = Locator {
            nth: Some(Expr::Const(at.to_string())),
            ..base
        };
        (!way.asks_same(chosen)).then_some(way)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element(class: &str, id: &str, text: &str) -> Element {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Element {
            class_name: some(class),
            resource_name: some(id),
            text: some(text),
            clickable: true,
            ..Element::default()
        }
    }

    fn screen(elements: Vec<Element>) -> Screen {
        let placed = elements.into_iter().enumerate().map(|(at, it)| Element {
            path: vec![0, at as u16],
            ..it
        });
        Screen {
            elements: placed.collect(),
            ..Screen::default()
        }
    }

    fn printed(screens: &[Screen], target: usize, chosen: &Locator<Expr>) -> Vec<String> {
        let params = Params::new();
        let sightings: Vec<Sighting<'_>> = screens
            .iter()
            .map(|screen| Sighting {
                screen,
                target: ElementId(target),
                params: &params,
                lasting: None,
            })
            .collect();
        let all = fallbacks(chosen, &[], &sightings);
        all.iter().map(crate::soft::print_locator).collect()
    }

    #[test]
    fn a_row_is_found_by_its_number_among_those_of_its_name() {
        let rows = ["Network", "Devices", "Display"].map(|it| element("TextView", "android:id/title", it));
        let chosen = Locator::by(Key::Text, Expr::from("Devices"));
        assert_eq!(
            printed(&[screen(rows.to_vec())], 1, &chosen),
            [r##"#{ class_name: "TextView", resource_name: "title", nth: "2 of 3" }"##]
        );
        // On a screen with one row more the number says nothing.
        let more = [
            rows.to_vec(),
            vec![element("TextView", "android:id/title", "Sound")],
        ]
        .concat();
        assert!(printed(&[screen(rows.to_vec()), screen(more)], 1, &chosen).is_empty());
    }

    #[test]
    fn what_shows_a_value_is_not_found_beside_the_field_that_it_was_searched_by() {
        let name = || Expr::Input("name".to_owned());
        let beside = Locator {
            near: Some(name()),
            ..Locator::by(Key::ClassName, Expr::from("a"))
        };
        assert!(leans_on(&beside, &Locator::by(Key::Text, name())));
        // Another value of the row is evidence of its own.
        let other = Locator::by(Key::Text, Expr::Input("city".to_owned()));
        assert!(!leans_on(&beside, &other));
        assert!(!leans_on(&beside, &Locator::by(Key::Text, Expr::from("Edit"))));
        // A label stands beside what it names.
        assert!(!leans_on(&beside, &Locator::by(Key::Label, name())));
    }

    #[test]
    fn what_nothing_takes_back_is_not_found_by_its_class_and_place() {
        let chosen = Locator::by(Key::Text, Expr::from("Delete"));
        let delete = screen(vec![
            element("Button", "", "Help"),
            element("Button", "", "Delete"),
        ]);
        assert!(printed(&[delete], 1, &chosen).is_empty());
        let other = screen(vec![element("Button", "", "Help"), element("Button", "", "Next")]);
        let chosen = Locator::by(Key::Text, Expr::from("Next"));
        assert_eq!(
            printed(&[other], 1, &chosen),
            [r##"#{ class_name: "Button", nth: "2 of 2" }"##]
        );
    }

    #[test]
    fn a_control_that_says_other_words_in_turn_is_found_by_each_of_them() {
        let said = |words: &str| {
            let control = Element {
                content_description: Some(words.to_owned()),
                ..element("ImageButton", "app:id/fab", "")
            };
            screen(vec![element("Tab", "", "Clock"), control])
        };
        let chosen = Locator::by(Key::ResourceName, Expr::from("fab"));
        let found = printed(&[said("Start"), said("Pause")], 1, &chosen);
        assert_eq!(
            found[..2],
            [
                r##"#{ content_description: "Start", class_name: "ImageButton" }"##,
                r##"#{ content_description: "Pause", class_name: "ImageButton" }"##
            ]
        );
    }

    #[test]
    fn runs_show_a_place_for_each_number_of_its_like() {
        let bar = |said: &[&str]| {
            screen(
                said.iter()
                    .map(|it| element("Button", "android:id/item", it))
                    .collect(),
            )
        };
        let held = |screens: &[(Screen, usize)]| {
            let params = Params::new();
            let sightings: Vec<Sighting<'_>> = screens
                .iter()
                .map(|(screen, target)| Sighting {
                    screen,
                    target: ElementId(*target),
                    params: &params,
                    lasting: None,
                })
                .collect();
            let chosen = Locator {
                or_else: vec![Locator {
                    nth: Some(Expr::from("2 of 2")),
                    ..Locator::by(Key::ClassName, Expr::from("Button"))
                        .and(Key::ResourceName, Expr::from("item"))
                }],
                ..Locator::by(Key::Text, Expr::from("All"))
            };
            let all = fallbacks_in_runs(&chosen, &sightings);
            all.iter()
                .filter_map(|it| Some(it.nth.as_ref()?.to_string()))
                .collect::<Vec<_>>()
        };
        let two = (bar(&["Paste", "All"]), 1);
        assert_eq!(
            held(&[two.clone(), (bar(&["Cut", "Copy", "All"]), 2)]),
            ["\"2 of 2\"", "\"3 of 3\""]
        );
        // It is the first of two there: no place says which of two it is.
        assert!(held(&[two, (bar(&["All", "Cut"]), 0)]).is_empty());
    }

    #[test]
    fn words_that_only_some_runs_showed_make_way_for_what_all_had() {
        let shown = |id: &str, said: &str| screen(vec![element("p", "", "Intro"), element("h3", id, said)]);
        let chosen = Locator {
            or_else: vec![
                Locator {
                    nth: Some(Expr::from("2 of 2")),
                    ..Locator::by(Key::Clickable, Expr::from("true"))
                },
                Locator::by(Key::ResourceName, Expr::from("header")).and(Key::ClassName, Expr::from("h3")),
            ],
            ..Locator::by(Key::Text, Expr::from("Section #9")).described("h3 \"Section #9\", top left")
        };
        let first = |screens: &[Screen]| {
            let params = Params::new();
            let sightings: Vec<Sighting<'_>> = screens
                .iter()
                .map(|screen| Sighting {
                    screen,
                    target: ElementId(1),
                    params: &params,
                    lasting: None,
                })
                .collect();
            locator_of_all_runs(&chosen, &sightings)
                .map(|it| (crate::soft::print_locator(&it), it.target_description))
        };
        let nine = shown("header", "Section #9");
        let (printed, described) = first(&[nine.clone(), shown("header", "Section #4")]).unwrap();
        assert!(
            printed.starts_with(r##"#{ class_name: "h3", resource_name: "header""##),
            "{printed}"
        );
        assert!(
            !printed.contains("Section") && !described.contains("Section"),
            "{printed}: {described}"
        );
        // The words hold everywhere; nothing else does; what they say is done for good.
        assert_eq!(first(&[nine.clone(), nine.clone()]), None);
        assert_eq!(first(&[nine.clone(), shown("other", "Section #4")]), None);
        assert_eq!(first(&[nine, shown("header", "Delete")]), None);
    }
}
