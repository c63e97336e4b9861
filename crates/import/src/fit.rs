//! Which element of a screen another tool's names mean: one, none or many, and where it can't be told.
//!
//! A screen lists what shows and matters. A page has more: boxes around things, and attributes that are not listed. So a
//! name fits an element, does not fit it, or that can't be told ([`Fit`]); only an element that some name fits alone and
//! that no other name rules out is the one.

mod nodes;
mod pattern;
mod select;
mod text;

use std::fmt;

use ui::{Element, ElementId, Screen};

use crate::{
    intent::Frame,
    locator::{Link, Locator, Target},
};
use nodes::{Fit, Node, Scope, is_frame, nodes_of};
use pattern::Pattern;

/// Near names that a message lists.
const NEAR: usize = 4;
/// How alike two names are that are called near, from 0 to 1.
const ALIKE: f64 = 0.45;

/// What one name of a target fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The name, as it stands in the file.
    pub written: String,
    /// The elements that it fits.
    pub fits: Vec<ElementId>,
    /// The elements that it may fit.
    pub perhaps: Vec<ElementId>,
    /// Whether what it names may be on the page without being listed.
    pub open: bool,
}

/// Why a target names no one element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotOne {
    /// No frame, or several, are what the file names.
    Frame {
        /// What each name of the frame fits.
        seen: Vec<Seen>,
    },
    /// Nothing fits.
    None {
        /// What each name fits.
        seen: Vec<Seen>,
        /// What shows that is called alike.
        near: Vec<String>,
    },
    /// Several fit.
    Several {
        /// What each name fits.
        seen: Vec<Seen>,
        /// What they are called.
        called: Vec<String>,
    },
    /// The names mean different elements.
    Disagree {
        /// What each name fits.
        seen: Vec<Seen>,
        /// What those are called that a name fits.
        called: Vec<String>,
    },
    /// It can't be told from what is listed.
    Undecided {
        /// What each name fits.
        seen: Vec<Seen>,
    },
}

/// The element that all names of a target agree on, in the document that the frames lead to.
pub fn named(screen: &Screen, frames: &[Frame], target: &Target) -> Result<ElementId, NotOne> {
    let nodes = nodes_of(screen);
    let scope = Scope::of(&nodes, frames)?;
    let seen: Vec<Seen> = target.names.iter().map(|it| scope.seen(it)).collect();
    one_of(screen, &scope, target, seen)
}

impl<'a> Scope<'a> {
    /// The document that the frames lead to.
    fn of(nodes: &'a [Node], frames: &[Frame]) -> Result<Self, NotOne> {
        let mut scope = Scope::rooted(nodes, vec![Vec::new()]);
        for frame in frames {
            let inner: Vec<&Node> = scope
                .nodes
                .iter()
                .copied()
                .filter(|it| is_frame(&it.element))
                .collect();
            let frames: Vec<&Node> = match frame {
                Frame::Number(_) => inner,
                Frame::Element(target) => {
                    let seen: Vec<Seen> = target.names.iter().map(|it| scope.seen(it)).collect();
                    let fits = |node: &&Node| {
                        seen.iter()
                            .all(|it| it.fits.contains(&node.id.unwrap_or(ElementId(usize::MAX))))
                    };
                    let found: Vec<&Node> = inner.into_iter().filter(fits).collect();
                    if found.len() != 1 {
                        return Err(NotOne::Frame { seen });
                    }
                    found
                }
            };
            let roots = frames
                .iter()
                .map(|it| [&it.element.path[..], &[0]].concat())
                .collect();
            scope = Scope::rooted(nodes, roots);
        }
        Ok(scope)
    }

    /// What one name fits.
    fn seen(&self, name: &Locator) -> Seen {
        let found = self.find(name);
        let of = |wanted: Fit| {
            let those = found.fits.iter().filter(|(_, fit)| *fit == wanted);
            those.filter_map(|(at, _)| self.nodes[*at].id).collect()
        };
        Seen {
            written: name.written.clone(),
            fits: of(Fit::Yes),
            perhaps: of(Fit::Maybe),
            open: found.open,
        }
    }

    /// The nodes that a name fits, in document order.
    fn find(&self, name: &Locator) -> Found {
        let mut found: Option<Found> = None;
        for (at, link) in name.links.iter().enumerate() {
            let around = name.links[at + 1..].iter().any(names_elements);
            found = Some(self.narrow(found, link, around));
        }
        found.unwrap_or_default()
    }

    /// `around`: whether what is named only stands around what is looked for.
    fn narrow(&self, found: Option<Found>, link: &Link, around: bool) -> Found {
        let pattern = match link {
            Link::Role { role, name, checked } => Pattern::Role {
                role: role.as_deref(),
                name: name.as_ref(),
                checked: *checked,
            },
            Link::Label(words) => Pattern::Label(words),
            Link::Placeholder(words) => Pattern::Placeholder(words),
            Link::Text(words) => Pattern::Text(words),
            Link::Alt(words) => Pattern::Alt(words),
            Link::Title(words) => Pattern::Title(words),
            Link::TestId(id) => Pattern::TestId(id),
            Link::Css(css) => Pattern::Css(css),
            Link::Visible => return found.unwrap_or_default(),
            Link::HasText(words) => {
                return self.kept(found, |at| text::has_text(self, at, words));
            }
            Link::Has(other) => {
                let inner = self.find(other);
                return self.kept(found, |at| {
                    let those = inner.fits.iter().filter(|(it, _)| self.inside(*it, at));
                    let best = those.map(|(_, fit)| *fit).max().unwrap_or(Fit::No);
                    best.max(if inner.open { Fit::Maybe } else { Fit::No })
                });
            }
            Link::And(other) => {
                let inner = self.find(other);
                return self.kept(found, |at| {
                    inner
                        .fits
                        .iter()
                        .find(|(it, _)| *it == at)
                        .map_or(Fit::No, |(_, fit)| *fit)
                });
            }
            Link::Nth(number) => return self.nth(found.unwrap_or_default(), *number),
            Link::Last => return last(found.unwrap_or_default()),
        };
        let fits = pattern.fits(self);
        let open = if around {
            pattern.may_be_a_box()
        } else {
            pattern.is_open()
        };
        let below = self.below(found.as_ref());
        let fits = fits
            .into_iter()
            .enumerate()
            .map(|(at, fit)| (at, fit.min(below[at])))
            .filter(|(_, fit)| *fit > Fit::No)
            .collect();
        Found { fits, open }
    }

    /// Whether each node is in what was found.
    fn below(&self, found: Option<&Found>) -> Vec<Fit> {
        let Some(found) = found else {
            return vec![Fit::Yes; self.nodes.len()];
        };
        let outside = if found.open { Fit::Maybe } else { Fit::No };
        let mut fits = vec![outside; self.nodes.len()];
        for (outer, fit) in &found.fits {
            for inner in self.within(*outer) {
                fits[inner] = fits[inner].max(*fit);
            }
        }
        fits
    }

    fn kept(&self, found: Option<Found>, test: impl Fn(usize) -> Fit) -> Found {
        let found = found.unwrap_or_else(|| Found {
            fits: (0..self.nodes.len()).map(|at| (at, Fit::Yes)).collect(),
            open: false,
        });
        let fits = found.fits.into_iter().map(|(at, fit)| (at, fit.min(test(at))));
        Found {
            fits: fits.filter(|(_, fit)| *fit > Fit::No).collect(),
            open: found.open,
        }
    }

    /// The one with a number: sure only where no other can be missing before it.
    fn nth(&self, found: Found, number: usize) -> Found {
        let all_sure = found.fits.iter().all(|(_, fit)| *fit == Fit::Yes) && !found.open;
        let Some((at, _)) = found.fits.get(number).copied() else {
            return Found {
                fits: Vec::new(),
                open: found.open,
            };
        };
        if all_sure && self.complete(&found.fits, number) {
            return Found {
                fits: vec![(at, Fit::Yes)],
                open: false,
            };
        }
        let fits = found.fits.into_iter().map(|(at, _)| (at, Fit::Maybe)).collect();
        Found {
            fits,
            open: found.open,
        }
    }

    /// Whether those that fit stand in one place each of a row of siblings without a gap, up to this one: what is
    /// covered or hidden is not listed, and would make every later number another one.
    fn complete(&self, fits: &[(usize, Fit)], number: usize) -> bool {
        if number == 0 && fits.len() == 1 {
            return true;
        }
        let paths: Vec<&[u16]> = fits
            .iter()
            .map(|(at, _)| &self.nodes[*at].element.path[..])
            .collect();
        let first = paths[0];
        let Some(level) =
            (0..first.len()).find(|it| paths.iter().any(|path| path.get(*it) != first.get(*it)))
        else {
            return false;
        };
        let shape = |path: &[u16]| path.len() == first.len() && path[level + 1..] == first[level + 1..];
        if !paths.iter().take(number + 1).all(|path| shape(path)) {
            return false;
        }
        let places: Vec<u16> = paths.iter().take(number + 1).map(|path| path[level]).collect();
        // What stands before the first one is known where it is listed itself, and is no box like those around the others.
        let at = |place: u16| {
            let sibling = [&first[..level], &[place]].concat();
            self.at(&sibling).map(|it| self.nodes[it])
        };
        let tag = |node: &Node| node.element.class_name.clone();
        let boxed = level + 1 < first.len();
        let around = at(places[0]).and_then(tag);
        let mut known: Vec<u16> = (0..places[0])
            .filter(|place| at(*place).is_some_and(|it| !boxed || (around.is_none() || tag(it) != around)))
            .collect();
        known.extend(&places);
        known
            .iter()
            .enumerate()
            .all(|(at, place)| usize::from(*place) == at)
    }
}

/// The last one: sure only where there is one alone, since nobody knows what is hidden behind it.
fn last(found: Found) -> Found {
    match &found.fits[..] {
        [_] => found,
        _ => Found {
            fits: found.fits.iter().map(|(at, _)| (*at, Fit::Maybe)).collect(),
            open: found.open,
        },
    }
}

/// Whether a link names elements, and does not only choose among those that are named.
fn names_elements(link: &Link) -> bool {
    match link {
        Link::Role { .. }
        | Link::Label(_)
        | Link::Placeholder(_)
        | Link::Text(_)
        | Link::Alt(_)
        | Link::Title(_)
        | Link::TestId(_)
        | Link::Css(_) => true,
        Link::HasText(_) | Link::Has(_) | Link::And(_) | Link::Visible | Link::Nth(_) | Link::Last => false,
    }
}

/// What a name fits so far.
#[derive(Default)]
struct Found {
    /// Positions among the nodes, in document order.
    fits: Vec<(usize, Fit)>,
    /// Whether it may name what is not listed.
    open: bool,
}

fn one_of(screen: &Screen, scope: &Scope<'_>, target: &Target, seen: Vec<Seen>) -> Result<ElementId, NotOne> {
    let nothing = |it: &Seen| it.fits.is_empty() && it.perhaps.is_empty();
    if seen.iter().all(nothing) {
        return Err(match seen.iter().all(|it| it.open) {
            true => NotOne::Undecided { seen },
            false => NotOne::None {
                near: near(scope, target),
                seen,
            },
        });
    }
    // What may be on the page without being listed says nothing; what can't be, and is not there, rules all out.
    let telling: Vec<&Seen> = seen.iter().filter(|it| !(nothing(it) && it.open)).collect();
    let allowed = |id: &ElementId| {
        telling
            .iter()
            .all(|it| it.fits.contains(id) || it.perhaps.contains(id))
    };
    let alone: Vec<ElementId> = seen
        .iter()
        .filter(|it| it.fits.len() == 1 && it.perhaps.is_empty())
        .map(|it| it.fits[0])
        .collect();
    let agreed: Vec<ElementId> = screen.iter().map(|(id, _)| id).filter(allowed).collect();
    let called = |ids: &[ElementId]| {
        let elements = ids.iter().filter_map(|id| screen.get(*id));
        elements.take(NEAR).map(Element::name).collect::<Vec<_>>()
    };
    match (&agreed[..], &alone[..]) {
        ([one], alone) if alone.contains(one) => Ok(*one),
        ([], _) => {
            let all: Vec<ElementId> = seen.iter().flat_map(|it| it.fits.clone()).collect();
            Err(NotOne::Disagree {
                called: called(&all),
                seen,
            })
        }
        (all, _) => {
            let sure: Vec<ElementId> = all
                .iter()
                .copied()
                .filter(|id| seen.iter().any(|it| it.fits.contains(id)))
                .collect();
            Err(match sure.len() > 1 {
                true => NotOne::Several {
                    called: called(&sure),
                    seen,
                },
                false => NotOne::Undecided { seen },
            })
        }
    }
}

/// What shows that is called like what is looked for, the most alike first.
fn near(scope: &Scope<'_>, target: &Target) -> Vec<String> {
    let wanted: Vec<&str> = target
        .names
        .iter()
        .flat_map(|it| &it.links)
        .filter_map(words_of_link)
        .collect();
    let mut found: Vec<(f64, String)> = Vec::new();
    for node in scope.nodes.iter().filter(|it| it.id.is_some()) {
        let alike = |word: &str| {
            let likeness = wanted
                .iter()
                .map(|it| strsim::normalized_levenshtein(&it.to_lowercase(), &word.to_lowercase()));
            likeness.fold(0.0, f64::max)
        };
        let best = node.element.words().map(alike).fold(0.0, f64::max);
        let name = node.element.name();
        if best >= ALIKE && !found.iter().any(|(_, it)| *it == name) {
            found.push((best, name));
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.into_iter().take(NEAR).map(|(_, name)| name).collect()
}

fn words_of_link(link: &Link) -> Option<&str> {
    match link {
        Link::Role { name, .. } => name.as_ref().map(|it| it.text()),
        Link::Label(words)
        | Link::Placeholder(words)
        | Link::Text(words)
        | Link::Alt(words)
        | Link::Title(words)
        | Link::HasText(words) => Some(words.text()),
        Link::TestId(_)
        | Link::Css(_)
        | Link::Has(_)
        | Link::And(_)
        | Link::Visible
        | Link::Nth(_)
        | Link::Last => None,
    }
}

impl fmt::Display for NotOne {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |names: &[String]| names.join(", ");
        match self {
            NotOne::Frame { seen } => write!(f, "no one frame is meant{}", told(seen)),
            NotOne::None { near, .. } if near.is_empty() => {
                f.write_str("nothing on the page fits, nor is called alike")
            }
            NotOne::None { near, .. } => write!(f, "nothing on the page fits; it shows {}", list(near)),
            NotOne::Several { called, seen } => {
                write!(f, "several elements fit: {}{}", list(called), told(seen))
            }
            NotOne::Disagree { called, seen } if called.is_empty() => {
                write!(f, "its names do not agree{}", told(seen))
            }
            NotOne::Disagree { called, seen } => {
                write!(
                    f,
                    "its names do not agree: they fit {}{}",
                    list(called),
                    told(seen)
                )
            }
            NotOne::Undecided { seen } => write!(
                f,
                "what is listed of the page does not tell which element it is{}",
                told(seen)
            ),
        }
    }
}

fn told(seen: &[Seen]) -> String {
    let one = |it: &Seen| {
        let fits = match (it.fits.len(), it.perhaps.len(), it.open) {
            (0, 0, true) => "can't be told".to_owned(),
            (0, 0, false) => "fits nothing".to_owned(),
            (0, perhaps, _) => format!("may fit {perhaps}"),
            (fits, 0, _) => format!("fits {fits}"),
            (fits, perhaps, _) => format!("fits {fits} and may fit {perhaps}"),
        };
        format!("\n  `{}` {fits}", it.written)
    };
    seen.iter().map(one).collect()
}

#[cfg(test)]
mod tests;
