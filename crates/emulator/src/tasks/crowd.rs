//! Adversarial instances: the same task among more of what a user keeps, so that what only nearly fits goes wrong.
//!
//! A type says in which collections the things of its goal live ([`About`]); how others of such a collection are made,
//! what they are called and in which order they are listed is said once for each collection.

mod activities;
mod due;
mod events;
mod listed;
mod names;
mod notes;
mod saying;
mod scene;

use task::{Params, Random, seeds};

use self::scene::{Around, Scene};
use super::{
    about::{About, Collection},
    definition::{Definition, Ending},
    initial::Initial,
    odd,
};
use crate::state::DeviceState;

impl Definition {
    /// The values a seed makes, hidden ones included. Those from [`task::ADVERSARIAL`] on make adversarial ones.
    pub fn values(&self, seed: u64) -> Params {
        let Some(plain) = seeds::around(seed) else {
            return (self.generate)(&mut Random::new(self.name, "values", seed));
        };
        let mut params = self.values(plain);
        if Scene::of(seeds::number(plain)) == Scene::Values {
            let random = &mut Random::new(self.name, "odd values", plain);
            odd::make_odd(self.forms, &mut params, random);
        }
        params
    }

    /// The beginning a seed makes for these values.
    pub fn beginning(&self, params: &Params, seed: u64) -> Initial {
        let Some(plain) = seeds::around(seed) else {
            return (self.init)(params, &mut Random::new(self.name, "device", seed));
        };
        let mut initial = self.beginning(params, plain);
        let scene = Scene::of(seeds::number(plain));
        let random = &mut Random::new(self.name, "crowd", plain);
        for about in (self.about)(params) {
            let others = Around {
                scene,
                turn: (seeds::number(plain) / Scene::ALL.len() as u64) as usize,
                about: &about,
            };
            others.add(&mut initial, random);
        }
        initial
    }

    /// Whether it has adversarial instances: others could be confused with what it means, or it has seldom values.
    pub fn is_contested(&self) -> bool {
        !self.forms.is_empty() || !(self.about)(&self.values(0)).is_empty()
    }

    /// Judge the end of an instance. Around an adversarial one all has to be untouched that nobody asked to touch.
    pub fn judged(&self, it: &Ending<'_>, seed: u64) -> f64 {
        let contested = seeds::around(seed).is_some();
        if contested && !untouched(&(self.about)(it.params), it.before, it.after) {
            return 0.0;
        }
        (self.judge)(it)
    }
}

/// Whether all is there that nobody asked to touch: files that are not meant say what they said, contacts and messages
/// are as they were. For rows of other tables the judges look themselves.
fn untouched(about: &[About], before: &DeviceState, after: &DeviceState) -> bool {
    let meant = |path: &str| {
        about.iter().any(|it| match &it.collection {
            Collection::Files(folder) => {
                let (dir, name) = path.rsplit_once('/').unwrap_or(("", path));
                dir == folder && it.meant.iter().any(|it| it == name)
            }
            Collection::AllFiles(folder) | Collection::Dated(folder) => {
                path.rsplit_once('/').is_some_and(|it| it.0 == folder)
            }
            Collection::Folders(_)
            | Collection::Videos(_)
            | Collection::Note(_)
            | Collection::TodosOf(_)
            | Collection::Rows { .. }
            | Collection::Same { .. }
            | Collection::Saying { .. }
            | Collection::Event(_)
            | Collection::Day(_)
            | Collection::Due { .. }
            | Collection::Activities { .. }
            | Collection::Contacts
            | Collection::Messages
            | Collection::OlderMessages => false,
        })
    };
    let mut kept = before.files.walk().filter(|it| it.1.is_some() && !meant(it.0));
    let rows = |table| {
        before
            .tables
            .rows(table)
            .iter()
            .all(|it| after.tables.row(table, it.id) == Some(it))
    };
    kept.all(|(path, _)| after.files.same(path, &before.files, path)) && rows("contacts") && rows("sms")
}
