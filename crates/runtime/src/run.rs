//! Script, parameters and device to a run, whose recording has origin `script`.

use std::{
    any::Any,
    panic::resume_unwind,
    sync::{Arc, LazyLock, Mutex},
    thread,
    time::Duration,
};

use device::{Cancel, Device, DeviceError, DeviceInfo};
use rhai::{
    Dynamic, Engine, EvalAltResult, Module, Scope, Shared,
    packages::{Package, StandardPackage},
};
use task::{Instance, Params};
use trajectory::{Code, Diagnostic, Ending, Origin, Outcome, Recording, RecordingId, note_sent};
use ui::{Locator, Screen};

use crate::{
    control::{Control, Halt},
    decision::Heal,
    fault,
    host::{self, EnvOp},
    log::Log,
    options::Options,
    oracle::Oracle,
    relay::{Relay, World, relay},
    script::{Script, prepare},
    session::{Done, Session},
    text,
};

/// Stack of the thread that runs a script: enough for the deepest calls the limits allow.
const STACK: usize = 32 << 20;

/// How long a device may take to show the screen that a run has left.
pub const LAST_LOOK: Duration = Duration::from_secs(3);

/// One run of a script.
#[derive(Clone, Debug)]
pub struct Run {
    /// What was seen and done, and how it ended. Nobody has judged it yet.
    pub recording: Recording,
    /// Decisions that a locator alone did not make.
    pub heals: Vec<Heal>,
    /// What the script noted.
    pub log: Vec<Log>,
    /// Screenshots by their SHA-256, where they were asked for.
    pub screenshots: Vec<(String, Vec<u8>)>,
    /// What was looked for in vain last.
    pub missing: Option<Locator>,
}

/// Run a script's function on a device as it stands: it is neither set up before nor judged after.
///
/// What is wrong with the script or its parameters is the ending of the run, not an error of this function.
#[expect(
    clippy::too_many_arguments,
    reason = "each is another thing the caller holds, and none has a default"
)]
pub fn run(
    source: &str,
    name: &str,
    args: &Params,
    device: &mut dyn Device,
    instance: &Instance,
    options: &Options,
    oracle: Option<&mut dyn Oracle>,
    cancel: &Cancel,
) -> Run {
    let ready = Script::read(source, name, options.entry.as_deref()).and_then(|it| {
        let arguments = it.arguments(args)?;
        Ok((it, arguments))
    });
    let (script, arguments) = match ready {
        Ok(ready) => ready,
        Err(diagnostic) => {
            let last = device.observe().map(Arc::new).unwrap_or_else(|error| {
                tracing::warn!(%error, "no screen for a script that does not start");
                Arc::new(Screen::default())
            });
            let ending = Ending::new(Outcome::ScriptFault, Some(*diagnostic));
            return finished(instance, last, ending, Done::default());
        }
    };
    let values = args
        .values()
        .flat_map(|it| it.texts())
        .map(str::to_owned)
        .collect();
    let info = device.info();
    let control = Arc::new(Control::new(options.limits.clone(), cancel.clone()));
    let (relay, station) = relay();
    let (mut done, mut ending) = thread::scope(|scope| {
        let thread = thread::Builder::new().name("script".to_owned()).stack_size(STACK);
        let work = || execute(&script, arguments, relay, &control, options, &info, values);
        match thread.spawn_scoped(scope, work) {
            Ok(handle) => {
                station.serve(&mut World {
                    device: &mut *device,
                    oracle,
                });
                handle
                    .join()
                    .unwrap_or_else(|panic: Box<dyn Any + Send>| resume_unwind(panic))
            }
            Err(error) => {
                let diagnostic =
                    Diagnostic::new(Code::NoThread, format!("the script can't be started: {error}"));
                (
                    Done::default(),
                    Ending::new(Outcome::OverBudget, Some(diagnostic)),
                )
            }
        }
    });
    let last = leave(device, &done, &mut ending, &control);
    note_sent(&mut done.steps, device.sent());
    tracing::debug!(steps = done.steps.len(), outcome = %ending.outcome, script = script.name(), "run");
    let run = finished(instance, last, ending, done);
    Run {
        recording: Recording {
            read_by: device.read_by().to_vec(),
            ..run.recording
        },
        ..run
    }
}

/// Let the device come to rest where the script says that it is done, and look at it once more.
fn leave(device: &mut dyn Device, done: &Done, ending: &mut Ending, control: &Control) -> Arc<Screen> {
    // What the last step led to may be kept from it, or not come whole: the task can't be done then.
    let refuse = |ending: &mut Ending, error: &DeviceError| {
        let (outcome, code) = match error {
            DeviceError::NotAllowed(_) => (Outcome::Refused, Code::NotAllowed),
            DeviceError::NotSaved { .. } => (Outcome::DeviceLost, Code::NotSaved),
            DeviceError::Unanswered { .. } => (Outcome::DeviceLost, Code::Unanswered),
            _ => return,
        };
        if ending.outcome == Outcome::Reached {
            *ending = Ending::new(outcome, Some(Diagnostic::new(code, error.to_string())));
        }
    };
    if done.unrested && ending.outcome == Outcome::Reached {
        device.limit(Some(control.left()));
        let rested = device.rest().and_then(|()| device.await_saved());
        if let Err(error) = rested.and_then(|()| device.await_answers()) {
            refuse(ending, &error);
            tracing::warn!(%error, "the device did not come to rest");
        }
    }
    // A page that answers no more has had its time.
    device.limit(Some(LAST_LOOK));
    let known = done.last.clone();
    let last = match (device.observe(), known) {
        (Ok(screen), Some(known)) if *known == screen => known,
        (Ok(screen), _) => Arc::new(screen),
        (Err(error), known) => {
            // The run has its ending; the last screen that was seen has to do.
            refuse(ending, &error);
            tracing::warn!(%error, "no screen after the run");
            known.unwrap_or_default()
        }
    };
    device.limit(None);
    last
}

fn finished(instance: &Instance, last: Arc<Screen>, ending: Ending, done: Done) -> Run {
    let Done {
        steps,
        heals,
        log,
        screenshots,
        answer,
        missing,
        last: _,
        unrested: _,
    } = done;
    let mut content = last.signature();
    for step in &steps {
        content = content.rotate_left(7)
            ^ step.screen.signature()
            ^ u64::from(step.action.kind().name().len() as u32);
    }
    let id = RecordingId(format!(
        "script-{}-{}-{content:016x}",
        instance.task_type, instance.seed
    ));
    let recording = Recording {
        id,
        origin: Origin::Script,
        instance: instance.clone(),
        steps,
        last,
        breakpoint: None,
        ending,
        reward: None,
        answer,
        conclusion: None,
        reflection: None,
        shown: None,
        read_by: Vec::new(),
        log: log.iter().map(|it| it.text.clone()).collect(),
    };
    Run {
        recording,
        heals,
        log,
        screenshots,
        missing,
    }
}

/// What every engine shares: the host functions, the text functions, the standard packages, the scripts of `std`.
static MODULES: LazyLock<Vec<Shared<Module>>> = LazyLock::new(|| {
    let mut texts = Module::new();
    text::register(&mut texts);
    vec![
        StandardPackage::new().as_shared_module(),
        texts.into(),
        rhai::exported_module!(host::denied).into(),
        rhai::exported_module!(host::plain).into(),
        rhai::exported_module!(host::env_op).into(),
    ]
});

fn engine(env_op: &EnvOp) -> Engine {
    let mut engine = Engine::new_raw();
    prepare(&mut engine, env_op.control.limits());
    for module in MODULES.iter() {
        engine.register_global_module(Shared::clone(module));
    }
    engine.register_type_with_name::<EnvOp>(host::NAME);
    engine.set_default_tag(Dynamic::from(env_op.clone()));
    let control = Arc::clone(&env_op.control);
    engine.on_progress(move |operations| control.on_progress(operations));
    let device = env_op.clone();
    #[expect(
        deprecated,
        reason = "the engine calls the variable resolver volatile, not obsolete"
    )]
    engine.on_var(move |name, _, context| {
        device
            .control
            .on_use(context.scope().get(name), context.call_level())?;
        Ok((name == host::NAME).then(|| Dynamic::from(device.clone())))
    });
    let device = env_op.clone();
    engine.on_print(move |text| {
        device.lock().note(None, text);
    });
    let device = env_op.clone();
    engine.on_debug(move |text, _, at| {
        device.lock().note(host::place(at), text);
    });
    engine
}

/// The script's thread: call the function, and say how it ended.
fn execute(
    script: &Script,
    arguments: Vec<Dynamic>,
    relay: Relay,
    control: &Arc<Control>,
    options: &Options,
    info: &DeviceInfo,
    values: Vec<String>,
) -> (Done, Ending) {
    let session = Session::new(relay, Arc::clone(control), options.clone(), info, values);
    let env_op = EnvOp {
        session: Arc::new(Mutex::new(session)),
        control: Arc::clone(control),
    };
    let engine = engine(&env_op);
    let ast = script.ast();
    let done: Result<Dynamic, Box<EvalAltResult>> =
        engine.call_fn(&mut Scope::new(), &ast, &script.signature().name, arguments);
    let functions: Vec<String> = ast
        .iter_functions()
        .map(|it| format!("{}({})", it.name, it.params.join(", ")))
        .collect();
    drop(engine);
    let ending = {
        let session = env_op.lock();
        let ending = match (&done, &session.ending) {
            (_, Some(ending)) => ending.clone(),
            // A function that returns thinks that it is done, like one that says so.
            (Ok(_), None) => Ending::new(Outcome::Reached, None),
            (Err(error), None) => fault::of_run(
                error,
                &session,
                control,
                &functions,
                script.likely(exhausted(error, control)),
            ),
        };
        session.ending_of(ending)
    };
    let done = env_op.lock().take();
    (done, ending)
}

/// What a script ran out of, whoever noticed: the limits that name a place, or the engine's own.
fn exhausted(error: &EvalAltResult, control: &Control) -> Option<Halt> {
    let engine = matches!(error.unwrap_inner(), EvalAltResult::ErrorStackOverflow(_));
    control.halt().or(engine.then_some(Halt::Depth))
}
