//! An address that was opened and has in it what an earlier page's address had: the record that was open then. It is read there.

use strings::{Expr, RECORD_ID};
use task::Value;
use ui::{Action, in_path, records_in_path};

use crate::{
    address::BETWEEN,
    program::{Kind, Stmt},
    soft::{SoftTrajectory, Step, StepRef},
};

use super::sequence;

/// A shorter record of one recording alone may be something else.
const SHORTEST: usize = 2;

/// The bodies that read it; none where the trajectories opened no such address.
pub(super) fn programs(trajectories: &[SoftTrajectory], lines: &[Vec<Step>]) -> Vec<Vec<Stmt>> {
    let is_taken = |it: &SoftTrajectory| it.instance.params.contains_key(RECORD_ID);
    let found: Option<Vec<Opened>> = lines.iter().map(|it| Opened::of(it)).collect();
    let Some(found) = found.filter(|it| !it.is_empty() && !trajectories.iter().any(is_taken)) else {
        return Vec::new();
    };
    let first = &found[0];
    // What is the same each time is no record of the task.
    let same = found.len() > 1 && found.iter().all(|it| it.id == first.id);
    // One digit may stand in two addresses by chance.
    let by_chance = found.len() == 1 && first.id.len() < SHORTEST;
    if same || by_chance || found.iter().any(|it| it.form != first.form) {
        return Vec::new();
    }
    let with_id: Vec<SoftTrajectory> = trajectories
        .iter()
        .zip(&found)
        .map(|(it, own)| {
            let mut it = it.clone();
            let id = Value::Text(own.id.clone());
            it.instance.params.insert(RECORD_ID.to_owned(), id);
            it
        })
        .collect();
    let explained: Vec<Vec<Step>> = lines
        .iter()
        .zip(&found)
        .map(|(it, own)| own.explained(it))
        .collect();
    let read = Stmt::new(
        Kind::ReadAddress {
            var: RECORD_ID.to_owned(),
            form: first.form.clone(),
        },
        found.iter().map(|it| it.read_at.clone()).collect(),
    );
    let with_read = |mut body: Vec<Stmt>| {
        let shows = |it: &Stmt| matches!(it.kind, Kind::Act { .. }) && it.sources.contains(&first.read_at);
        let at = body.iter().position(shows)?;
        let mut uses = false;
        for it in &body[at..] {
            it.walk(&mut |it| it.kind.inputs(&mut |name| uses |= name == RECORD_ID));
        }
        // What a record's number is says nothing of what is to be done.
        let decides = body.iter().any(|it| it.decides_by(RECORD_ID));
        body.insert(at, read.clone());
        (uses && !decides).then_some(body)
    };
    sequence::programs(&with_id, &explained)
        .into_iter()
        .filter_map(with_read)
        .collect()
}

/// An opened address with what an earlier page's address had.
struct Opened {
    /// The step on whose page it is read.
    read_at: StepRef,
    form: String,
    id: String,
}

impl Opened {
    fn of(line: &[Step]) -> Option<Self> {
        let links = line.iter().enumerate().filter(|it| link_of(it.1).is_some());
        links.into_iter().find_map(|(to, step)| {
            let parts: Vec<&str> = link_of(step)?.split(BETWEEN).collect();
            let opened_before = |id: &str| {
                let mut before = line[..to].iter().filter_map(link_of);
                before.any(|it| it.split(BETWEEN).any(|part| part == id))
            };
            let begins_with = |id: &str| line[0].screen.path().split('/').any(|it| it == id);
            line[..=to].iter().rev().find_map(|earlier| {
                let records = records_in_path(earlier.screen.path());
                let mut asked = records.into_iter().filter(|(id, _)| parts.contains(id));
                // A page of this form that came before would be taken for it.
                let came_before = |id: &str, form: &str| {
                    let mut before = line.iter().take_while(|it| it.source != earlier.source);
                    before.any(|it| in_path(it.screen.path(), form).is_some_and(|other| other != id))
                };
                let (id, form) = asked
                    .find(|(id, form)| !opened_before(id) && !begins_with(id) && !came_before(id, form))?;
                Some(Self {
                    read_at: earlier.source.clone(),
                    form,
                    id: id.to_owned(),
                })
            })
        })
    }

    /// The steps with what was read in the addresses that have it.
    fn explained(&self, line: &[Step]) -> Vec<Step> {
        let explained = |step: &Step| {
            let mut step = step.clone();
            if link_of(&step).is_some() {
                step.action = step.action.map(Clone::clone, |ways| {
                    ways.iter().map(|it| self.read_in(it)).collect()
                });
            }
            step
        };
        line.iter().map(explained).collect()
    }

    /// An expression of an address, with what was read in the place of the parts that are it.
    fn read_in(&self, expr: &Expr) -> Expr {
        let pieces = match expr {
            Expr::Concat(all) => all.as_slice(),
            it => std::slice::from_ref(it),
        };
        let mut all: Vec<Expr> = Vec::new();
        for piece in pieces {
            let Expr::Const(text) = piece else {
                all.push(piece.clone());
                continue;
            };
            let mut plain = String::new();
            for part in text.split_inclusive(BETWEEN) {
                let bare = part.trim_end_matches(BETWEEN);
                if bare == self.id {
                    all.extend((!plain.is_empty()).then(|| Expr::from(plain.as_str())));
                    plain.clear();
                    all.push(Expr::Input(RECORD_ID.to_owned()));
                    plain.push_str(&part[bare.len()..]);
                } else {
                    plain.push_str(part);
                }
            }
            all.extend((!plain.is_empty()).then(|| Expr::from(plain.as_str())));
        }
        match all.len() {
            1 => all.remove(0),
            _ => Expr::Concat(all),
        }
    }
}

/// The address that a step opens.
fn link_of(step: &Step) -> Option<&str> {
    match step.action {
        Action::OpenLink { .. } => step.value.as_deref(),
        _ => None,
    }
}
