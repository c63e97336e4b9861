//! Four traits: a [`Device`] is looked at and acted on, [`Tasks`] are set up on one, a [`Judge`] says how an episode
//! ended, and [`Checkpoints`] go back to a state, where that is possible. An [`Environment`] is the first three at once.
//!
//! All are blocking: a script, a search and a person act one step at a time. Implementations that
//! speak a protocol do so inside.

mod bare;
mod cancel;
mod cause;
pub mod conformance;
mod error;
mod here;
mod network;
mod no_option;
mod not_allowed;
mod points;
mod touches;

use std::{any::Any, collections::BTreeSet, path::PathBuf, sync::Arc, time::Duration};

use task::{ForPeople, Instance, TaskType};
use ui::{ActionKind, ElementId, HardAction, Screen, Sent};

pub use bare::Bare;
pub use cancel::Cancel;
pub use cause::Cause;
pub use error::{DeviceError, EnvironmentError, NoState};
pub use here::is_here;
pub use network::{NetworkFault, NotGot};
pub use no_option::NoOption;
pub use not_allowed::{Lasts, NotAllowed};
pub use points::{places, straight_way};
pub use task::nearest;
pub use touches::{Touched, Touches};

/// Something with a screen: it is looked at and acted on. What runs a function or an agent needs no more than this.
pub trait Device: Send {
    /// What it is, and what it can do.
    fn info(&self) -> DeviceInfo;

    /// What is on the screen now. Reading it changes nothing.
    fn observe(&mut self) -> Result<Screen, DeviceError>;

    /// The screen as a PNG file, at the size [`Screen::size`] says.
    fn screenshot(&mut self) -> Result<Vec<u8>, DeviceError>;

    /// Do one action. Indices belong to the screen that is in front now. An action that is not among
    /// [`DeviceInfo::actions`] is a [`DeviceError::Unsupported`], and changes nothing.
    /// `Status` changes nothing on the device; `Answer` is kept for the judge.
    fn act(&mut self, action: &HardAction) -> Result<(), DeviceError>;

    /// Wait for a moment, until the screen no longer changes by itself. What takes time only there where nobody acts
    /// has nothing to wait for.
    fn settle(&mut self) -> Result<(), DeviceError> {
        Ok(())
    }

    /// Wait until what was done has had its effect: nothing that it began is still under way. A run that says that it
    /// is done ends with this.
    fn rest(&mut self) -> Result<(), DeviceError> {
        Ok(())
    }

    /// Wait as long as what shows has something that it does not keep yet, and goes on keeping it. A run that says that it is done
    /// ends with this. A page's own listeners are asked whether it may be left.
    fn await_saved(&mut self) -> Result<(), DeviceError> {
        Ok(())
    }

    /// Wait, longer than for rest, until what was sent that may write has its answer. A run that says that it is done ends
    /// with this; without the answer nobody can say whether it was.
    ///
    /// # Errors
    ///
    /// [`DeviceError::Unanswered`] names what has none.
    fn await_answers(&mut self) -> Result<(), DeviceError> {
        Ok(())
    }

    /// How long the calls that follow may take together; `None` is as long as they need. Only a device that can be
    /// kept waiting has a use for it.
    fn limit(&mut self, left: Option<Duration>) {
        let _ = left;
    }

    /// Whether what is shown has come to its end by itself (a page that saw its answer): nothing that is done from
    /// now on counts.
    fn has_ended(&mut self) -> Result<bool, DeviceError> {
        Ok(false)
    }

    /// The package of an app that `open_app` finds by this name. `None` where there are no apps, or not this
    /// one.
    fn package(&self, app: &str) -> Option<String> {
        let _ = app;
        None
    }

    /// The version of the app with this package, as it is installed now. `None` where that is not known; what was
    /// learned of the app then holds for as long as the device describes itself the same way.
    fn version(&self, package: &str) -> Option<String> {
        let _ = package;
        None
    }

    /// What the option of a list shows that has this value, which nobody sees. `None` where the device does not know
    /// values, or where no option has it, or several have.
    fn option_of(&mut self, list: ElementId, value: &str) -> Result<Option<String>, DeviceError> {
        let _ = (list, value);
        Ok(None)
    }

    /// The address of what one of its screens shows, without what comes after a `?` or `#`. `None` where it has none.
    fn address_of(&self, screen: &Screen) -> Option<String> {
        let _ = screen;
        None
    }

    /// Another page of the same session, on this address: who looks there is logged in as in front, and what is in front
    /// stays as it is. `None` where the device has no pages.
    fn beside(&mut self, address: &str) -> Result<Option<Box<dyn Device>>, DeviceError> {
        let _ = address;
        Ok(None)
    }

    /// Load an address in place of what is shown, with nothing of it left. Whether the device can do that.
    fn load_afresh(&mut self, address: &str) -> Result<bool, DeviceError> {
        let _ = address;
        Ok(false)
    }

    /// What a person does on it with their own fingers from now on; `None` where the device can't tell.
    fn touches(&mut self) -> Result<Option<Box<dyn Touches>>, DeviceError> {
        Ok(None)
    }

    /// What was sent since this was asked last that may write where it went; each is told once. `None` where the device
    /// can't tell what is sent: nothing is known then of what an action writes.
    fn sent(&mut self) -> Option<Vec<Sent>> {
        None
    }

    /// What was asked of servers and not got since this was asked last. Empty where the device can't tell.
    fn network_faults(&mut self) -> Vec<NetworkFault> {
        Vec::new()
    }

    /// What somebody's doing has sent last to be written, where the server has not taken it. `None` where it took all, has not
    /// answered yet, or the device can't tell.
    fn not_taken(&self) -> Option<NetworkFault> {
        None
    }

    /// The files that it was given to save since this was asked last, as far as they have come whole. They go with the
    /// device: whoever wants one moves it away.
    fn saved(&mut self) -> Result<Vec<Saved>, DeviceError> {
        Ok(Vec::new())
    }

    /// What has changed on it since an instance was set up, else since it was opened; a line each, for people.
    fn changes(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// By what its screens were read since it was opened, where there are several ways: the first one, then each that it
    /// fell back to, with the reason.
    fn read_by(&self) -> &[String] {
        &[]
    }

    /// Take the value of a secret that it did not know, from the person that a run is for: it is typed, and kept nowhere.
    /// `false` where it has no secret of this name. Who stands before a device hands it on.
    ///
    /// # Errors
    ///
    /// [`NotAllowed::UnknownSecret`] where the value is none that the secret can have.
    fn tell_secret(&mut self, name: &str, value: &str) -> Result<bool, DeviceError> {
        let _ = (name, value);
        Ok(false)
    }

    /// What is in one of its files, by the path there; `None` where it has none. It is for who judges, and is handed on
    /// by nobody who stands before a device.
    fn file(&mut self, path: &str) -> Result<Option<Vec<u8>>, DeviceError> {
        let _ = path;
        Err(DeviceError::NoShell)
    }

    /// What a command with its arguments prints that its own shell runs within this time; as [`Device::file`].
    fn run(&mut self, command: &[String], most: Duration) -> Result<Printed, DeviceError> {
        let _ = (command, most);
        Err(DeviceError::NoShell)
    }
}

/// What a command came to that a device has run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// Its exit status; `None` where the device does not tell it.
    pub exit: Option<i32>,
    /// What it printed.
    pub out: String,
    /// What it complained about.
    pub err: String,
}

/// For an `impl Device` of something that stands before another device, the field `$device`: all that it leaves to that
/// one, beside looking and acting. [`Device::beside`] is not handed on: what is done there would be past who stands before.
#[macro_export]
macro_rules! forward_to_device {
    ($device:ident) => {
        fn settle(&mut self) -> ::std::result::Result<(), $crate::DeviceError> {
            self.$device.settle()
        }

        fn await_saved(&mut self) -> ::std::result::Result<(), $crate::DeviceError> {
            self.$device.await_saved()
        }

        fn rest(&mut self) -> ::std::result::Result<(), $crate::DeviceError> {
            self.$device.rest()
        }

        fn await_answers(&mut self) -> ::std::result::Result<(), $crate::DeviceError> {
            self.$device.await_answers()
        }

        fn limit(&mut self, left: ::std::option::Option<::std::time::Duration>) {
            self.$device.limit(left);
        }

        fn has_ended(&mut self) -> ::std::result::Result<bool, $crate::DeviceError> {
            self.$device.has_ended()
        }

        fn package(&self, app: &str) -> ::std::option::Option<::std::string::String> {
            self.$device.package(app)
        }

        fn version(&self, package: &str) -> ::std::option::Option<::std::string::String> {
            self.$device.version(package)
        }

        fn option_of(
            &mut self,
            list: ::ui::ElementId,
            value: &str,
        ) -> ::std::result::Result<::std::option::Option<::std::string::String>, $crate::DeviceError> {
            self.$device.option_of(list, value)
        }

        fn address_of(&self, screen: &::ui::Screen) -> ::std::option::Option<::std::string::String> {
            self.$device.address_of(screen)
        }

        fn touches(
            &mut self,
        ) -> ::std::result::Result<
            ::std::option::Option<::std::boxed::Box<dyn $crate::Touches>>,
            $crate::DeviceError,
        > {
            self.$device.touches()
        }

        fn sent(&mut self) -> ::std::option::Option<::std::vec::Vec<::ui::Sent>> {
            self.$device.sent()
        }

        fn network_faults(&mut self) -> ::std::vec::Vec<$crate::NetworkFault> {
            self.$device.network_faults()
        }

        fn not_taken(&self) -> ::std::option::Option<$crate::NetworkFault> {
            self.$device.not_taken()
        }

        fn saved(&mut self) -> ::std::result::Result<::std::vec::Vec<$crate::Saved>, $crate::DeviceError> {
            self.$device.saved()
        }

        fn changes(&mut self) -> ::std::vec::Vec<::std::string::String> {
            self.$device.changes()
        }

        fn read_by(&self) -> &[::std::string::String] {
            self.$device.read_by()
        }
    };
}

/// A file that a device was given to save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The name that it was given, as whoever sends it says it: it may hold anything.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// How long it is.
    pub bytes: u64,
}

/// What moves a device's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clock {
    /// Actions alone: whoever waits for something waits by acting.
    Simulated,
    /// The world's clock.
    Real,
}

/// What a device is and can do, for prompts, receipts and `doctor`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    /// The name it is registered under: `emulator`, `web`, ...
    pub name: String,
    /// What agents are told that they work on. It has no version: the same screen is the same question after an
    /// update.
    pub called: String,
    /// For people: name and version.
    pub description: String,
    /// Names of the apps its launcher shows; empty where there are none.
    pub apps: Vec<String>,
    /// Kinds of actions it takes.
    pub actions: BTreeSet<ActionKind>,
    /// Kinds of actions that it takes besides, and that models are not told of: a search and a script may do them.
    pub untold: BTreeSet<ActionKind>,
    /// What moves its time.
    pub clock: Clock,
    /// How it lists what is on the screen.
    pub listing: Listing,
}

impl DeviceInfo {
    /// Whether it takes this kind of action.
    pub fn takes(&self, kind: ActionKind) -> bool {
        self.actions.contains(&kind) || self.untold.contains(&kind)
    }
}

/// How a device lists what is on its screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Listing {
    /// Whether containers are left out, so that nobody says what a tap on a bare text reaches.
    pub leaves_out_containers: bool,
    /// Whether what is scrolled out of view is listed as well. Where it is not, a screen shows a part, and whether a
    /// name is the only one of its kind is known only after scrolling to both ends.
    pub reaches_beyond_view: bool,
    /// The namespace of ids that windows of every app may have.
    pub shared_ids: Option<&'static str>,
}

/// Tasks that can be set up: types, their instances, and the way to an instance's beginning.
pub trait Tasks {
    /// Name of the suite.
    fn suite(&self) -> &str;

    /// The task types, sorted by name.
    fn task_types(&self) -> Vec<TaskType>;

    /// The apps a task type is about, by names that `open_app` takes; empty where that is not said.
    fn scope(&self, task_type: &str) -> Vec<String> {
        let _ = task_type;
        Vec::new()
    }

    /// The instance a seed makes: its goal and, where the suite gives them, its parameters.
    /// Does not touch a running episode.
    fn instance(&mut self, task_type: &str, seed: u64) -> Result<Instance, EnvironmentError>;

    /// The n-th adversarial instance, from 0: the same kind of task among more that it could be confused with, or with
    /// values that are seldom. It names itself by its seed, as every instance does. `None` where the task type has
    /// none, or no more.
    fn adversarial(&mut self, task_type: &str, n: u64) -> Result<Option<Instance>, EnvironmentError> {
        let _ = (task_type, n);
        Ok(None)
    }

    /// Set the device to the beginning of an instance. The same instance gives the same screen.
    fn reset(&mut self, instance: &Instance) -> Result<(), EnvironmentError>;
}

/// Says how an episode ended.
pub trait Judge {
    /// End the episode and judge it.
    fn finish(&mut self) -> Result<Verdict, EnvironmentError>;

    /// What the checks say of an instance now that can be asked at any time: they look at what is kept, not at what was
    /// in front when an episode ended. Empty where there is nothing to ask.
    fn findings(
        &mut self,
        instance: &Instance,
        patience: Patience,
    ) -> Result<Vec<Finding>, EnvironmentError> {
        let _ = (instance, patience);
        Ok(Vec::new())
    }
}

/// What one check says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The check.
    pub check: String,
    /// Whether it holds; `None` where it can't be asked.
    pub holds: Option<bool>,
}

/// Whether a check is asked again where it fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// Until it holds, or its deadline is over.
    UntilDeadline,
    /// One time.
    Once,
}

/// What a judge says of an episode, with the evidence: a line each, for people.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// The task is done.
    Reached {
        /// What shows it.
        evidence: ForPeople,
    },
    /// It is not.
    NotReached {
        /// How much of it is done, from 0 to below 1.
        credit: f64,
        /// What shows it.
        evidence: ForPeople,
    },
    /// Nobody can tell: there is no check, or none could be made.
    Unknown {
        /// Why.
        evidence: ForPeople,
    },
}

impl Verdict {
    /// From a reward between 0 and 1, where 1 is success.
    pub fn of_reward(reward: f64) -> Self {
        let evidence = ForPeople::default();
        match reward >= 1.0 {
            true => Verdict::Reached { evidence },
            false => Verdict::NotReached {
                credit: reward.max(0.0),
                evidence,
            },
        }
    }

    /// As a reward: 1 is success. `None` where nobody can tell.
    pub fn reward(&self) -> Option<f64> {
        match self {
            Verdict::Reached { .. } => Some(1.0),
            Verdict::NotReached { credit, .. } => Some(*credit),
            Verdict::Unknown { .. } => None,
        }
    }

    /// What shows it.
    pub fn evidence(&self) -> &ForPeople {
        match self {
            Verdict::Reached { evidence }
            | Verdict::NotReached { evidence, .. }
            | Verdict::Unknown { evidence } => evidence,
        }
    }
}

/// Keeps states of device and episode, and goes back to them.
pub trait Checkpoints {
    /// The state now.
    fn checkpoint(&mut self) -> Checkpoint;

    /// Go back to a state that was kept here.
    fn restore(&mut self, checkpoint: &Checkpoint) -> Result<(), EnvironmentError>;
}

/// A device with tasks and a judge: what a function is built in.
///
/// The explorer and the compiler see what a user sees (screens, goal, parameters) and the verdict;
/// nothing here hands out more than that.
pub trait Environment: Device + Tasks + Judge {
    /// Its checkpoints, where it can keep states.
    fn checkpoints(&mut self) -> Option<&mut dyn Checkpoints> {
        None
    }
}

/// A kept state; cheap to clone.
#[derive(Clone)]
pub struct Checkpoint(Arc<dyn Any + Send + Sync>);

impl Checkpoint {
    /// Wrap an environment's own state.
    pub fn new(state: impl Any + Send + Sync) -> Self {
        Self(Arc::new(state))
    }

    /// The state, if it is of this type.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.0.downcast_ref()
    }
}
