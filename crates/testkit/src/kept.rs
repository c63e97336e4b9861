//! What hands do right is kept as demonstrations, where somebody asks for them: as `TYPE.SEED.json` in the folder that
//! `AUTORPA_DEMONSTRATIONS` names. `scripts/emulator/demonstrations.py` measures what is built from them.

use std::{cell::RefCell, env, fs, path::PathBuf, sync::Arc};

use device::DeviceError;
use task::Instance;
use trajectory::{Origin, Recording, Step};
use ui::{HardAction, Screen};

/// Where they go; `None` where nobody asks.
fn folder() -> Option<PathBuf> {
    env::var_os("AUTORPA_DEMONSTRATIONS").map(PathBuf::from)
}

thread_local! {
    static DONE: RefCell<Vec<Step>> = const { RefCell::new(Vec::new()) };
}

/// Forget what was done before.
pub fn begin() {
    DONE.with_borrow_mut(Vec::clear);
}

/// Note an action, before it is done.
pub fn note(screen: impl FnOnce() -> Screen, action: &HardAction) {
    if folder().is_some() {
        let step = Step::new(Arc::new(screen()), action.clone());
        DONE.with_borrow_mut(|it| it.push(step));
    }
}

/// Do an action on a device, and note it.
///
/// # Errors
/// As the device says.
pub fn act(env: &mut impl device::Device, action: &HardAction) -> Result<(), DeviceError> {
    if folder().is_some() {
        let screen = env.observe()?;
        note(|| screen, action);
    }
    env.act(action)
}

/// Keep what was done for an instance, which was right.
///
/// # Panics
/// Where it can't be written.
pub fn end(instance: &Instance, last: impl FnOnce() -> Screen) {
    let Some(folder) = folder() else { return };
    let steps = DONE.with_borrow_mut(std::mem::take);
    let recording = Recording {
        id: trajectory::RecordingId(format!("{:016x}", instance.seed)),
        ..Recording::reached(Origin::Person, instance.clone(), steps, Arc::new(last()))
    };
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join(format!("{}.{}.json", instance.task_type, instance.seed));
    fs::write(file, recording.to_json().expect("a recording")).expect("a file");
}
