//! Apps are started and stopped: `am` and `monkey`.

use std::io;

use crate::{
    handset::App,
    live::Broadcast,
    shell::{Call, Tool},
};

/// The tool with this name.
pub fn find(name: &str) -> Option<Tool> {
    Some(match name {
        "am" => am,
        "monkey" => monkey,
        _ => return None,
    })
}

/// `am`, and `cmd activity`.
pub fn am(call: &mut Call<'_>) -> io::Result<u8> {
    if call.arguments.is_empty() {
        return call.fail("Activity manager (activity) commands:");
    }
    match call.arguments.remove(0).as_str() {
        "start" | "start-activity" => start(call),
        "force-stop" | "kill" => {
            let package = call.arguments.last().cloned().unwrap_or_default();
            // A package that is not there is no error here.
            call.shell.inside.phone().stop(&package);
            call.shell
                .inside
                .log("ActivityManager", &format!("Force stopping {package}"));
            Ok(0)
        }
        "stack" | "task" => stack(call),
        "broadcast" => broadcast(call),
        "startservice" | "start-service" | "start-foreground-service" => {
            call.line("Error: Not found; no service started.")?;
            Ok(0)
        }
        "get-current-user" => {
            call.line("0")?;
            Ok(0)
        }
        "instrument" => call
            .fail("android.util.AndroidException: INSTRUMENTATION_FAILED")
            .map(|_| 1),
        "kill-all" | "clear-debug-app" | "wait-for-idle" | "idle-maintenance" => Ok(0),
        other => call.fail(&format!("Unknown command: {other}")).map(|_| 255),
    }
}

/// What `am start` is told.
#[derive(Default)]
struct Intent {
    component: Option<String>,
    action: Option<String>,
    data: Option<String>,
    package: Option<String>,
    has_extras: bool,
    wait: bool,
    stop_first: bool,
}

/// Options of `am` that take this many values.
const VALUES: [(&str, usize); 24] = [
    ("-c", 1),
    ("-t", 1),
    ("-f", 1),
    ("-e", 2),
    ("--es", 2),
    ("--esn", 1),
    ("--ez", 2),
    ("--ei", 2),
    ("--el", 2),
    ("--ef", 2),
    ("--eu", 2),
    ("--ecn", 2),
    ("--eia", 2),
    ("--ela", 2),
    ("--esa", 2),
    ("--user", 1),
    ("--display", 1),
    ("--windowingMode", 1),
    ("--activityType", 1),
    ("--task", 1),
    ("-R", 1),
    ("--receiver-permission", 1),
    ("-i", 1),
    ("--sampling", 1),
];

impl Intent {
    fn read(arguments: &[String]) -> Self {
        let mut intent = Self::default();
        let mut all = arguments.iter();
        while let Some(it) = all.next() {
            match it.as_str() {
                "-n" => intent.component = all.next().cloned(),
                "-a" => intent.action = all.next().cloned(),
                "-d" => intent.data = all.next().cloned(),
                "-p" => intent.package = all.next().cloned(),
                "-W" => intent.wait = true,
                "-S" => intent.stop_first = true,
                option => match VALUES.iter().find(|(name, _)| *name == option) {
                    Some((_, count)) => {
                        intent.has_extras |= option == "-e" || option.starts_with("--e");
                        all.nth(count - 1);
                    }
                    None if option.starts_with('-') || option.is_empty() => {}
                    // A bare component or package, as older versions take it.
                    None if option.contains("://") => intent.data = Some(option.to_owned()),
                    None if option.contains('/') => intent.component = Some(option.to_owned()),
                    None => intent.package = Some(option.to_owned()),
                },
            }
        }
        intent
    }

    fn said(&self) -> String {
        self.said_with(None)
    }

    /// As Android writes it, with the flags that the system adds.
    fn said_with(&self, flags: Option<&str>) -> String {
        let mut parts = Vec::new();
        parts.extend(self.action.as_ref().map(|it| format!("act={it}")));
        parts.extend(self.data.as_ref().map(|it| format!("dat={it}")));
        parts.extend(flags.map(|it| format!("flg={it}")));
        parts.extend(self.package.as_ref().map(|it| format!("pkg={it}")));
        parts.extend(self.component.as_ref().map(|it| format!("cmp={it}")));
        parts.extend(self.has_extras.then(|| "(has extras)".to_owned()));
        format!("Intent {{ {} }}", parts.join(" "))
    }

    /// The number that a message is to be written to.
    fn message_to(&self) -> Option<&str> {
        let (kind, number) = self.data.as_deref()?.split_once(':')?;
        let asked = self.action.as_deref() == Some("android.intent.action.SENDTO");
        (asked && ["sms", "smsto", "mms", "mmsto"].contains(&kind)).then(|| number.trim_start_matches("//"))
    }

    /// The app that it is for, by what is installed.
    fn app<'a>(&self, apps: &'a [App]) -> Option<&'a App> {
        let package = match (&self.component, &self.package) {
            (Some(component), _) => component.split('/').next(),
            (None, Some(package)) => Some(package.as_str()),
            (None, None) => match self.action.as_deref()? {
                "android.intent.action.DIAL" => return with_part(apps, "dialer"),
                "android.intent.action.SENDTO" => return with_part(apps, "sms"),
                "android.media.action.STILL_IMAGE_CAMERA" => return with_part(apps, "camera"),
                "android.intent.action.VIEW" => return with_part(apps, viewer(self.data.as_deref()?)?),
                it if it.starts_with("android.settings") => Some("com.android.settings"),
                _ => None,
            },
        };
        apps.iter().find(|it| Some(it.package.as_str()) == package)
    }
}

/// What the package of the app has in it that shows what stands behind an address.
fn viewer(data: &str) -> Option<&'static str> {
    let (kind, rest) = data.split_once(':')?;
    let mut parts = rest.trim_start_matches('/').split('/');
    match (kind, parts.next()?) {
        // There is no network: the browser is there, a page is not.
        ("http" | "https", "") => Some("chrome"),
        ("content", "contacts" | "com.android.contacts") => Some("contacts"),
        ("content", "com.android.calendar") => Some("calendar"),
        ("content", "media") if parts.any(|it| it == "images" || it == "video") => Some("gallery"),
        _ => None,
    }
}

fn with_part<'a>(apps: &'a [App], part: &str) -> Option<&'a App> {
    apps.iter().find(|it| it.package.contains(part))
}

/// An activity with its package; one that begins with a dot is in the package.
fn component(app: &App) -> String {
    format!("{}/{}", app.package, app.activity)
}

/// Whether a component names the activity that the app is started with, or one that stands for it.
fn is_activity_of(component: &str, app: &App) -> bool {
    let Some((_, activity)) = component.split_once('/') else {
        return false;
    };
    let last = |it: &str| it.rsplit('.').next().unwrap_or(it).to_owned();
    last(activity) == last(&app.activity)
}

fn start(call: &mut Call<'_>) -> io::Result<u8> {
    let intent = Intent::read(&call.arguments);
    let home = intent.action.is_none() || intent.action.as_deref() == Some("android.intent.action.MAIN");
    let is_home = call
        .arguments
        .iter()
        .any(|it| it == "android.intent.category.HOME");
    let apps = call.shell.inside.phone().apps();
    call.line(&format!("Starting: {}", intent.said()))?;
    let app = match (home && is_home, intent.component.is_none()) {
        (true, true) => apps.iter().find(|it| !it.has_icon),
        _ => intent.app(&apps),
    };
    let wrong = |it: &&App| {
        let named = intent.component.as_deref();
        named.is_some_and(|named| !is_activity_of(named, it))
    };
    if intent.action.as_deref() == Some("android.intent.action.INSERT") && intent.component.is_none() {
        let all = extras(&call.arguments);
        let of = |name: &str| all.iter().find(|it| it.0 == name).map_or("", |it| &it.1);
        call.shell.inside.phone().begin_contact(of("name"), of("phone"));
        return Ok(0);
    }
    let Some(app) = app.filter(|it| !wrong(it)) else {
        let why = match &intent.component {
            Some(component) => {
                call.fail("Error type 3")?;
                format!("Error: Activity class {{{component}}} does not exist.")
            }
            None => format!("Error: Activity not started, unable to resolve {}", intent.said()),
        };
        return call.fail(&why);
    };
    {
        let mut phone = call.shell.inside.phone();
        if intent.stop_first {
            phone.stop(&app.package);
        }
        match intent.message_to() {
            Some(number) => {
                let all = extras(&call.arguments);
                let text = all.iter().find(|it| it.0 == "sms_body").map_or("", |it| &it.1);
                phone.begin_message(number, text);
            }
            None => drop(phone.start(&app.package)),
        }
    }
    call.shell
        .inside
        .log("ActivityTaskManager", &format!("START u0 {}", component(app)));
    if intent.wait {
        call.say(format!(
            "Status: ok\nLaunchState: COLD\nActivity: {}\nTotalTime: 1\nWaitTime: 1\nComplete\n",
            component(app)
        ))?;
    }
    Ok(0)
}

/// `am stack list` and `am stack remove ID`.
fn stack(call: &mut Call<'_>) -> io::Result<u8> {
    let tasks = tasks(call);
    match call.at(0) {
        "list" => {
            let mut out = String::new();
            for task in tasks.iter().rev() {
                out.push_str(&format!(
                    "RootTask id={0} bounds=[0,0][{1},{2}] displayId=0 userId=0\n  taskId={0}: {3} bounds=[0,0][{1},{2}] userId=0 visible={4} topActivity=ComponentInfo{{{3}}}\n",
                    task.id, task.size.0, task.size.1, task.component, task.visible
                ));
            }
            call.say(out)?;
            Ok(0)
        }
        "remove" => {
            let id = call.at(1).parse::<usize>().ok();
            if let Some(task) = tasks.iter().find(|it| Some(it.id) == id) {
                call.shell.inside.phone().stop(&task.package);
            }
            Ok(0)
        }
        other => call.fail(&format!("Error: unknown command '{other}'")),
    }
}

/// An app that runs, as the system has it.
pub struct Task {
    /// Its number.
    pub id: usize,
    /// The app.
    pub package: String,
    /// `package/activity` in front of it.
    pub component: String,
    /// Whether it is in front.
    pub visible: bool,
    /// The screen's size.
    pub size: (u32, u32),
}

/// The apps that run, the one in front last.
pub fn tasks(call: &Call<'_>) -> Vec<Task> {
    let phone = call.shell.inside.phone();
    let (apps, size, focus) = (phone.apps(), phone.size(), phone.focus());
    let running = phone.running();
    drop(phone);
    let last = running.len().saturating_sub(1);
    let task = |(n, package): (usize, String)| {
        let app = apps.iter().enumerate().find(|(_, it)| it.package == package);
        let activity = app.map_or_else(String::new, |(_, it)| it.activity.clone());
        let activity = if n == last && focus.0 == package {
            focus.1.clone()
        } else {
            activity
        };
        Task {
            // The same number as long as the app is installed.
            id: app.map_or(0, |(n, _)| n + 1),
            component: format!("{package}/{activity}"),
            package,
            visible: n == last,
            size,
        }
    };
    running.into_iter().enumerate().map(task).collect()
}

/// The app that gives and takes the clipboard.
const CLIPPER: &str = "ca.zgrs.clipper";

fn broadcast(call: &mut Call<'_>) -> io::Result<u8> {
    let intent = Intent::read(&call.arguments);
    let action = intent.action.clone().unwrap_or_default();
    call.line(&format!("Broadcasting: {}", intent.said_with(Some("0x400000"))))?;
    let extras = extras(&call.arguments);
    let package = intent.package;
    let broadcast = Broadcast {
        action,
        package,
        extras,
    };
    let completed = match broadcast.action.as_str() {
        "clipper.get" | "clipper.set" if !broadcast.is_for(CLIPPER) => "result=0".to_owned(),
        "clipper.get" => {
            let text = call.shell.inside.phone().clipboard().unwrap_or_default();
            format!("result=-1, data=\"{text}\"")
        }
        "clipper.set" => {
            let text = broadcast.extra("text").unwrap_or_default();
            call.shell.inside.phone().copy(text);
            "result=-1, data=\"Text is copied into clipboard.\"".to_owned()
        }
        _ => {
            call.shell.inside.told_to_type(&broadcast);
            call.shell.inside.live().broadcast(&broadcast);
            "result=0".to_owned()
        }
    };
    call.line(&format!("Broadcast completed: {completed}"))?;
    Ok(0)
}

/// What stands behind `--es`, `--ei` and their like, by name.
fn extras(arguments: &[String]) -> Vec<(String, String)> {
    let named = |it: &&[String]| {
        ["-e", "--es", "--ei", "--eia", "--el", "--ef", "--ez", "--eu"].contains(&it[0].as_str())
    };
    let all = arguments.windows(3).filter(named);
    all.map(|it| (it[1].clone(), it[2].clone())).collect()
}

fn monkey(call: &mut Call<'_>) -> io::Result<u8> {
    // What an option takes stands behind it, as one word or as the next.
    let given = |option: &str| {
        let mut all = call.arguments.iter().enumerate();
        all.find_map(|(at, it)| match it.strip_prefix(option)? {
            "" => Some(call.at(at + 1).to_owned()),
            joined => Some(joined.to_owned()),
        })
    };
    let package = given("-p").unwrap_or_default();
    // Its first event is the start of an app.
    let starts = call.arguments.last().is_some_and(|it| it == "1");
    let launches = starts && given("-c").is_none_or(|it| it == "android.intent.category.LAUNCHER");
    let apps = call.shell.inside.phone().apps();
    let there = apps.iter().any(|it| it.package == package && it.has_icon);
    if !there {
        call.fail("** No activities found to run, monkey aborted.")?;
        return Ok(252);
    }
    if !launches {
        return call.fail("monkey: only the launching of an app is taken here");
    }
    call.shell.inside.phone().start(&package);
    call.line("Events injected: 1")?;
    call.line("## Network stats: elapsed time=8ms (0ms mobile, 0ms wifi, 8ms not connected)")?;
    Ok(0)
}
