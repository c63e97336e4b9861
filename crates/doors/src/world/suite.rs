//! The suite as the original's server has it: instances of each task type, made by one seed.

use std::collections::BTreeMap;

use device::{EnvironmentError, Tasks};
use emulator::{Emulator, tasks};
use sha2::{Digest, Sha256};
use task::Instance;

/// The only family of task types that is here.
pub const FAMILY: &str = "android_world";
/// The seed that the original's server begins with.
pub const SEED: i64 = 42;
/// How many instances it begins with.
pub const COUNT: i64 = 2;

/// The instances; made when they are asked for.
pub struct Suite {
    names: Vec<&'static str>,
    count: usize,
    seed: i64,
    made: BTreeMap<(String, usize), Instance>,
}

impl Suite {
    /// So many instances of each type; no number below 0 makes more than none.
    pub fn new(count: i64, seed: i64) -> Self {
        Self {
            names: tasks::definitions().iter().map(|it| it.name).collect(),
            count: usize::try_from(count).unwrap_or_default(),
            seed,
            made: BTreeMap::new(),
        }
    }

    /// The task types, sorted by name: all of them where `most` is below 0 or above their number.
    pub fn types(&self, most: i64) -> &[&'static str] {
        let most = usize::try_from(most).ok();
        most.and_then(|it| self.names.get(..it)).unwrap_or(&self.names)
    }

    /// How many instances a type has; `None` where there is no such type.
    pub fn length(&self, task_type: &str) -> Option<usize> {
        self.names.contains(&task_type).then_some(self.count)
    }

    /// The place that an index means: one below 0 counts from the end.
    pub fn place(&self, task_type: &str, index: i64) -> Option<usize> {
        let length = self.length(task_type)?;
        let from_end = index.checked_add_unsigned(length as u64)?;
        let place = usize::try_from(if index < 0 { from_end } else { index }).ok()?;
        (place < length).then_some(place)
    }

    /// An instance, by [`Suite::place`].
    pub fn instance(
        &mut self,
        phone: &mut Emulator,
        task_type: &str,
        place: usize,
    ) -> Result<Instance, EnvironmentError> {
        let key = (task_type.to_owned(), place);
        if let Some(made) = self.made.get(&key) {
            return Ok(made.clone());
        }
        let made = phone.instance(task_type, seed_of(self.seed, task_type, place))?;
        self.made.insert(key, made.clone());
        Ok(made)
    }
}

/// The emulator's seed of the instance at a place, as the original makes one: by a hash of the suite's seed, the type's
/// name and the place. Final instances are not among them.
pub fn seed_of(suite: i64, task_type: &str, place: usize) -> u64 {
    let hash = Sha256::digest(format!("{suite}_{task_type}_{place}"));
    let mut last = [0; 4];
    last.copy_from_slice(&hash[28..]);
    u64::from(u32::from_be_bytes(last)) % task::FINAL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_python() {
        let suite = Suite::new(2, SEED);
        let name = suite.types(1)[0];
        let places = [-3, -2, -1, 0, 1, 2, i64::MIN, i64::MAX].map(|it| suite.place(name, it));
        let known = [None, Some(0), Some(1), Some(0), Some(1), None, None, None];
        assert_eq!(places, known);
        assert_eq!(suite.place("NoSuchTask", 0), None);
        assert_eq!(suite.types(-1).len(), suite.types(1000).len());
        assert_eq!(suite.types(0).len(), 0);
        assert_eq!(Suite::new(-1, SEED).length(name), Some(0));
    }

    #[test]
    fn the_same_seed_makes_the_same_instances_and_another_makes_others() {
        let mut phone = Emulator::new();
        let mut goal = |seed| {
            let mut suite = Suite::new(1, seed);
            suite
                .instance(&mut phone, "MarkorCreateNote", 0)
                .expect("made")
                .goal
        };
        assert_eq!(goal(7), goal(7));
        assert_ne!(goal(7), goal(8));
    }
}
