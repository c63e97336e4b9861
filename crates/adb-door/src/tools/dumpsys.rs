//! `dumpsys`: the lines that clients look for.

use std::io;

use super::activity;
use crate::{
    live::CallState,
    shell::{Call, Tool},
};

/// The tool with this name.
pub fn find(name: &str) -> Option<Tool> {
    Some(match name {
        "dumpsys" => dumpsys,
        "service" => |it| {
            it.line("Result: Parcel(00000000    '....')")?;
            Ok(0)
        },
        _ => return None,
    })
}

/// `dumpsys SERVICE ..`.
pub fn dumpsys(call: &mut Call<'_>) -> io::Result<u8> {
    let service = call.at(0).to_owned();
    let said = match service.as_str() {
        "window" => window(call),
        "activity" => activities(call),
        "input" => input(call),
        "display" => display(call),
        "SurfaceFlinger" => {
            "Display 4619827259835644672 (HWC display 0): port=0 pnpId=GGL displayName=\"EMU_display_0\"\n".to_owned()
        }
        "power" => "Power Manager State:\n  mWakefulness=Awake\n  mHoldingWakeLockSuspendBlocker=false\n  mHoldingDisplaySuspendBlocker=true\nDisplay Power: state=ON\n".to_owned(),
        "battery" => battery(call),
        "package" => package(call),
        "input_method" => {
            let shown = call.shell.inside.phone().has_keyboard();
            format!("Input method manager state:\n  mInputShown={shown}\n  mIsInputViewShown={shown}\n")
        }
        "telephony.registry" => format!("  mCallState={}\n", call_state(call)),
        "location" => location(call),
        "deviceidle" | "notification" | "wifi" | "meminfo" | "cpuinfo" | "gfxinfo" | "audio" | "statusbar" => {
            format!("DUMP OF SERVICE {service}:\n")
        }
        "" | "-l" => "Currently running services:\n  SurfaceFlinger\n  activity\n  battery\n  display\n  input\n  input_method\n  package\n  power\n  window\n".to_owned(),
        other => {
            return call.fail(&format!("Can't find service: {other}")).map(|_| 0);
        }
    };
    call.say(said)?;
    Ok(0)
}

fn battery(call: &Call<'_>) -> String {
    let it = call.shell.inside.live().hardware().battery;
    format!(
        "Current Battery Service state:\n  AC powered: {}\n  USB powered: false\n  status: {}\n  health: {}\n  present: {}\n  level: {}\n  scale: 100\n  voltage: 5000\n  temperature: 250\n  technology: Li-ion\n",
        it.plugged, it.status, it.health, it.present, it.level
    )
}

/// As Android numbers it: 0 nobody calls, 1 it rings, 2 somebody speaks.
fn call_state(call: &Call<'_>) -> u32 {
    let hardware = call.shell.inside.live().hardware();
    let calls = hardware.calls.iter().map(|it| match it.1 {
        CallState::Ringing => 1,
        CallState::Active | CallState::Held => 2,
    });
    calls.max().unwrap_or(0)
}

fn location(call: &Call<'_>) -> String {
    let last = call.shell.inside.live().hardware().location;
    let last = last.map_or_else(
        || "null".to_owned(),
        |(longitude, latitude, altitude)| {
            format!("Location[gps {latitude:.6},{longitude:.6} hAcc=5.0 alt={altitude:.1}]")
        },
    );
    format!("Location Manager State:\n  gps provider:\n    last location={last}\n")
}

fn window(call: &Call<'_>) -> String {
    let phone = call.shell.inside.phone();
    let ((package, activity), (width, height)) = (phone.focus(), phone.size());
    let shade = phone
        .windows()
        .first()
        .and_then(|it| it.element.package_name.clone());
    drop(phone);
    let task = activity::tasks(call).last().map_or(0, |it| it.id);
    // The shade and the panels of the system have the focus themselves.
    let focus = match shade {
        Some(of) if of != package && of == "com.android.systemui" => "NotificationShade".to_owned(),
        Some(_) | None => format!("{package}/{activity}"),
    };
    format!(
        "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n  Display: mDisplayId=0\n    init={width}x{height} 420dpi cur={width}x{height} app={width}x{height} rng={width}x{width}-{height}x{height}\n    mCurrentRotation=ROTATION_0\n  mCurrentFocus=Window{{1a2b3c4 u0 {focus}}}\n  mFocusedApp=ActivityRecord{{5d6e7f8 u0 {package}/{activity} t{task}}}\n  isKeyguardShowing=false\n  mDreamingLockscreen=false\n"
    )
}

fn activities(call: &Call<'_>) -> String {
    let tasks = activity::tasks(call);
    let top = tasks
        .last()
        .map(|it| format!("ActivityRecord{{5d6e7f8 u0 {} t{}}}", it.component, it.id));
    let top = top.unwrap_or_default();
    match call.at(1) {
        "recents" => {
            let mut out =
                "ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)\n  Recent tasks:\n".to_owned();
            for (n, it) in tasks.iter().rev().enumerate() {
                out.push_str(&format!(
                    "  * Recent #{n}: Task{{1a2b3c4 #{0} type=standard A=10000:{1}}}\n    userId=0 effectiveUid=u0a1\n    id={0} userId=0\n    realActivity={{{2}}}\n",
                    it.id, it.package, it.component
                ));
            }
            out
        }
        "top" => {
            let component = tasks.last().map(|it| it.component.clone()).unwrap_or_default();
            format!("TASK 10000 id=1 userId=0\n  ACTIVITY {component} 5d6e7f8 pid=1000\n")
        }
        _ => {
            let mut out = "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\nDisplay #0 (activities from top to bottom):\n".to_owned();
            for it in tasks.iter().rev() {
                out.push_str(&format!(
                    "  * Task{{1a2b3c4 #{0} type=standard}}\n    * Hist  #0: ActivityRecord{{5d6e7f8 u0 {1} t{0}}}\n",
                    it.id, it.component
                ));
            }
            out.push_str(&format!(
                "  ResumedActivity: {top}\n  topResumedActivity={top}\n  mResumedActivity: {top}\n  mFocusedApp={top}\n"
            ));
            out
        }
    }
}

fn input(call: &Call<'_>) -> String {
    let (width, height) = call.shell.inside.phone().size();
    format!(
        "INPUT MANAGER (dumpsys input)\n    Viewport INTERNAL: displayId=0, uniqueId=local:4619827259835644672, port=0, orientation=0, logicalFrame=[0, 0, {width}, {height}], physicalFrame=[0, 0, {width}, {height}], deviceSize=[{width}, {height}], isActive=[1]\n      InputDeviceOrientation: Rotation0\n      SurfaceWidth: {width}px\n      SurfaceHeight: {height}px\n      SurfaceOrientation: 0\n"
    )
}

fn display(call: &Call<'_>) -> String {
    let (width, height) = call.shell.inside.phone().size();
    format!(
        "DISPLAY MANAGER (dumpsys display)\n  mViewports=[DisplayViewport{{type=INTERNAL, valid=true, isActive=true, displayId=0, uniqueId='local:4619827259835644672', physicalPort=0, orientation=0, logicalFrame=Rect(0, 0 - {width}, {height}), physicalFrame=Rect(0, 0 - {width}, {height}), deviceWidth={width}, deviceHeight={height}}}]\n  mScreenState=ON\n"
    )
}

fn package(call: &Call<'_>) -> String {
    let wanted = call.at(1);
    let apps = call.shell.inside.phone().apps();
    match apps.iter().find(|it| it.package == wanted) {
        Some(it) => format!(
            "Packages:\n  Package [{0}] (1a2b3c4):\n    userId=10000\n    pkg=Package{{5d6e7f8 {0}}}\n    codePath=/data/app/{0}\n    versionCode=1 minSdk=26 targetSdk=33\n    versionName={1}\n    pkgFlags=[ HAS_CODE ALLOW_CLEAR_USER_DATA ]\n    firstInstallTime=2023-01-01 00:00:00\n    lastUpdateTime=2023-01-01 00:00:00\n    signatures=PackageSignatures{{9a8b7c6 version:2, signatures:[1a2b3c4d], past signatures:[]}}\n    runtime permissions:\n",
            it.package, it.version
        ),
        None => format!("Unable to find package: {wanted}\n"),
    }
}
