//! The emulator as an environment: a phone with tasks and judges.

use std::sync::Arc;

use device::{
    Cause, Checkpoint, Checkpoints, Clock, Device, DeviceError, DeviceInfo, Environment, EnvironmentError,
    Judge, Listing, NoState, Tasks, Verdict, nearest,
};
use task::{Instance, Params, TaskType, seeds};
use thiserror::Error;
use ui::{Action, HardAction, Screen};

use crate::{
    draw::{draw, pixels},
    instances::FileInstance,
    perturb::{Kind, Perturb, Plan},
    phone::Phone,
    state::{DeviceState, changes},
    tasks::{ADVERSARIAL, Definition, Ending, Initial, SUITE, definition, definitions, scope},
};

/// The name this device is registered under.
pub const NAME: &str = "emulator";

/// A phone in this process, with the suite's tasks.
pub struct Emulator {
    phone: Phone,
    /// The device when the episode began.
    before: DeviceState,
    episode: Option<Episode>,
    /// Instances from a file, by which seeds count; without one, seeds make instances.
    file: Option<Vec<FileInstance>>,
    perturb: Perturb,
}

/// What is being judged.
#[derive(Clone)]
struct Episode {
    definition: &'static Definition,
    /// The values, hidden ones included.
    params: Params,
    /// The seed that made it, which says whether it is adversarial.
    seed: u64,
}

/// What a checkpoint keeps.
struct Kept {
    phone: Phone,
    before: DeviceState,
    episode: Option<Episode>,
}

impl Default for Emulator {
    fn default() -> Self {
        Self::new()
    }
}

impl Emulator {
    /// A fresh phone, with instances made from seeds.
    pub fn new() -> Self {
        Self::on(None)
    }

    /// A fresh phone, with the instances of a file: the seed is the position among those of a type.
    pub fn with_instances(instances: Vec<FileInstance>) -> Self {
        Self::on(Some(instances))
    }

    fn on(file: Option<Vec<FileInstance>>) -> Self {
        let before = DeviceState::fresh();
        Self {
            phone: Phone::new(before.clone()),
            before,
            episode: None,
            file,
            perturb: Perturb::default(),
        }
    }

    /// The same, whose phone differs in these ways from the next reset on. Its seed and the instance's
    /// together make the choices, so each instance meets others.
    pub fn perturbed(mut self, perturb: Perturb) -> Self {
        self.perturb = perturb;
        self
    }

    /// What an instance's phone does differently.
    fn plan(&self, instance: &Instance) -> Plan {
        let seed = self.perturb.seed().rotate_left(17) ^ instance.seed;
        let values = instance.params.values().flat_map(|it| it.texts());
        Plan::new(self.perturb.clone().with_seed(seed), values.map(str::to_owned))
    }

    /// The screen's pixels: four bytes each (red, green, blue, 255), row by row.
    pub fn pixels(&self) -> Vec<u8> {
        pixels(&self.phone.picture())
    }

    /// How its phone differs.
    pub fn perturb(&self) -> &Perturb {
        &self.perturb
    }

    /// What the device keeps now.
    pub fn state(&self) -> &DeviceState {
        &self.phone.state
    }

    /// Its phone.
    pub fn phone(&self) -> &Phone {
        &self.phone
    }

    /// Its phone, for hands that do not go through the actions of a task.
    pub fn phone_mut(&mut self) -> &mut Phone {
        &mut self.phone
    }

    /// How many instances of a type the file has; `None` where instances are made from seeds.
    pub fn count(&self, task_type: &str) -> Option<usize> {
        let file = self.file.as_ref()?;
        Some(file.iter().filter(|it| it.task_type == task_type).count())
    }

    /// The seed that makes an instance on this phone: with [`Kind::Crowd`], the adversarial one.
    fn contested(&self, definition: &Definition, seed: u64) -> u64 {
        let crowded =
            self.perturb.has(Kind::Crowd) && seeds::around(seed).is_none() && definition.is_contested();
        if crowded { ADVERSARIAL + seed } else { seed }
    }

    /// The values, the beginning and the seed of an instance. Other values than the seed's own may be asked for
    /// where instances are made from seeds: the device is then made for them.
    fn values(
        &self,
        definition: &'static Definition,
        seed: u64,
        wanted: Option<&Params>,
    ) -> Result<(Params, Initial, u64), EnvironmentError> {
        let bad = |source: Cause| EnvironmentError::BadInstance {
            task_type: definition.name.to_owned(),
            seed,
            source,
        };
        let Some(file) = &self.file else {
            let seed = self.contested(definition, seed);
            let mut params = definition.values(seed);
            if let Some(wanted) = wanted {
                definition.check(wanted).map_err(|it| bad(Cause::of(it)))?;
                params.retain(|name, _| definition.hidden.contains(&name.as_str()));
                params.extend(wanted.clone());
            }
            let initial = definition.beginning(&params, seed);
            return Ok((params, initial, seed));
        };
        let mut of_type = file.iter().filter(|it| it.task_type == definition.name);
        let found = usize::try_from(seed)
            .ok()
            .and_then(|at| of_type.nth(at))
            .ok_or_else(|| {
                let count = file.iter().filter(|it| it.task_type == definition.name).count();
                bad(Cause::of(NotInFile::Count { count }))
            })?;
        let shown = definition.shown(&found.params).map_err(|it| bad(Cause::of(it)))?;
        if wanted.is_some_and(|it| *it != shown) {
            return Err(bad(Cause::of(NotInFile::OtherParams)));
        }
        Ok((found.params.clone(), found.initial.clone(), 0))
    }
}

/// Why a file has no such instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
enum NotInFile {
    /// It has fewer.
    #[error("the file has {count} instances of this type, counted from 0")]
    Count { count: usize },
    /// It has other values.
    #[error("its parameters are not those of the file")]
    OtherParams,
}

/// The type with this name, or what it may have meant.
fn known(name: &str) -> Result<&'static Definition, EnvironmentError> {
    definition(name).ok_or_else(|| EnvironmentError::UnknownTaskType {
        name: name.to_owned(),
        near: nearest(name, definitions().iter().map(|it| it.name)),
    })
}

impl Device for Emulator {
    fn info(&self) -> DeviceInfo {
        DeviceInfo {
            name: NAME.to_owned(),
            called: "an Android phone".to_owned(),
            description: format!("embedded phone emulator {}", env!("CARGO_PKG_VERSION")),
            apps: Phone::apps(),
            actions: Phone::actions(),
            untold: [].into(),
            clock: Clock::Simulated,
            listing: Listing {
                leaves_out_containers: true,
                reaches_beyond_view: false,
                shared_ids: Some("android"),
            },
        }
    }

    fn observe(&mut self) -> Result<Screen, DeviceError> {
        Ok(self.phone.look())
    }

    fn screenshot(&mut self) -> Result<Vec<u8>, DeviceError> {
        draw(&self.phone.picture()).map_err(|it| DeviceError::Lost {
            doing: "screenshot".to_owned(),
            reason: it.to_string(),
        })
    }

    fn act(&mut self, action: &HardAction) -> Result<(), DeviceError> {
        match action {
            Action::Status { .. } => Ok(()),
            _ => self.phone.perform(action),
        }
    }

    fn package(&self, app: &str) -> Option<String> {
        Phone::package(app).map(str::to_owned)
    }

    fn version(&self, package: &str) -> Option<String> {
        self.phone.version(package)
    }

    fn changes(&mut self) -> Vec<String> {
        changes::changes(&self.before, &self.phone.state)
    }
}

impl Tasks for Emulator {
    fn suite(&self) -> &str {
        SUITE
    }

    fn task_types(&self) -> Vec<TaskType> {
        definitions().iter().map(|it| it.task_type()).collect()
    }

    fn scope(&self, task_type: &str) -> Vec<String> {
        scope(task_type).iter().map(|it| (*it).to_owned()).collect()
    }

    fn instance(&mut self, task_type: &str, seed: u64) -> Result<Instance, EnvironmentError> {
        let definition = known(task_type)?;
        let bad = |source: Cause| EnvironmentError::BadInstance {
            task_type: task_type.to_owned(),
            seed,
            source,
        };
        let (params, ..) = self.values(definition, seed, None)?;
        Ok(Instance {
            suite: SUITE.to_owned(),
            task_type: task_type.to_owned(),
            seed,
            goal: definition.goal(&params).map_err(|it| bad(Cause::of(it)))?,
            params: definition.shown(&params).map_err(|it| bad(Cause::of(it)))?,
        })
    }

    fn adversarial(&mut self, task_type: &str, n: u64) -> Result<Option<Instance>, EnvironmentError> {
        // A file has the instances it has.
        if self.file.is_some() || !known(task_type)?.is_contested() {
            return Ok(None);
        }
        self.instance(task_type, ADVERSARIAL.saturating_add(n)).map(Some)
    }

    fn reset(&mut self, instance: &Instance) -> Result<(), EnvironmentError> {
        let definition = known(&instance.task_type)?;
        let (params, initial, seed) = self.values(definition, instance.seed, Some(&instance.params))?;
        let before = initial.device().map_err(|it| EnvironmentError::BadInstance {
            task_type: instance.task_type.clone(),
            seed: instance.seed,
            source: Cause::of(it),
        })?;
        let plan = (!self.perturb.is_none()).then(|| Arc::new(self.plan(instance)));
        self.phone = Phone::with(before.clone(), plan);
        self.before = before;
        self.episode = Some(Episode {
            definition,
            params,
            seed,
        });
        Ok(())
    }
}

impl Judge for Emulator {
    fn finish(&mut self) -> Result<Verdict, EnvironmentError> {
        let episode = self.episode.as_ref().ok_or(EnvironmentError::NoEpisode)?;
        let after = &self.phone.state;
        let reward = episode.definition.judged(
            &Ending {
                params: &episode.params,
                before: &self.before,
                after,
                screen: &self.phone.plain_screen(),
            },
            episode.seed,
        );
        Ok(Verdict::of_reward(reward))
    }
}

impl Checkpoints for Emulator {
    fn checkpoint(&mut self) -> Checkpoint {
        let (phone, before, episode) = (self.phone.clone(), self.before.clone(), self.episode.clone());
        Checkpoint::new(Kept {
            phone,
            before,
            episode,
        })
    }

    fn restore(&mut self, checkpoint: &Checkpoint) -> Result<(), EnvironmentError> {
        let kept: &Kept = checkpoint.get().ok_or_else(|| EnvironmentError::NoCheckpoint {
            why: NoState::OfAnother,
        })?;
        self.phone = kept.phone.clone();
        self.before = kept.before.clone();
        self.episode.clone_from(&kept.episode);
        Ok(())
    }
}

impl Environment for Emulator {
    fn checkpoints(&mut self) -> Option<&mut dyn Checkpoints> {
        Some(self)
    }
}
