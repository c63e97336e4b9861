//! Task types of the system, Clock, Contacts and Camera, played with fingers: what is right is rewarded, and
//! what is nearly right is not.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use autorpa_emulator::{Emulator, instances};
use device::{Device, Judge, Tasks};
use task::Params;
use testkit::kept;
use ui::{Action, Direction, Element, ElementId, HardAction, Screen};

struct Player {
    env: Emulator,
    params: Params,
}

impl Player {
    fn value(&self, name: &str) -> String {
        self.params[name].to_string()
    }

    fn act(&mut self, action: HardAction) {
        kept::act(&mut self.env, &action).unwrap_or_else(|it| panic!("{action}: {it}"));
    }

    fn screen(&mut self) -> Screen {
        self.env.observe().expect("a screen")
    }

    fn find(&mut self, words: &str) -> ElementId {
        let screen = self.screen();
        let says = |it: &Element| it.words().any(|it| it == words);
        let mut found: Vec<_> = screen.iter().filter(|(_, it)| says(it)).collect();
        if found.len() > 1 {
            found.retain(|(_, it)| it.clickable);
        }
        assert_eq!(found.len(), 1, "`{words}` on\n{}", ui::describe(&screen));
        found[0].0
    }

    fn sees(&mut self, words: &str) -> bool {
        self.screen()
            .elements
            .iter()
            .any(|it| it.words().any(|it| it == words))
    }

    fn open(&mut self, app: &str) {
        self.act(Action::OpenApp { app: app.to_owned() });
    }

    fn tap(&mut self, words: &str) {
        let target = self.find(words);
        self.act(Action::Click { target });
    }

    fn taps(&mut self, path: &[&str]) {
        path.iter().for_each(|it| self.tap(it));
    }

    fn hold(&mut self, words: &str) {
        let target = self.find(words);
        self.act(Action::LongPress { target });
    }

    fn fill(&mut self, words: &str, text: &str) {
        let target = Some(self.find(words));
        let text = text.to_owned();
        self.act(Action::InputText {
            target,
            text,
            clear: true,
        });
    }

    fn scroll(&mut self, words: &str, direction: Direction) {
        let target = Some(self.find(words));
        self.act(Action::Scroll { target, direction });
    }

    fn swipe(&mut self, direction: Direction) {
        self.act(Action::Swipe { direction });
    }

    fn home(&mut self) {
        self.act(Action::NavigateHome);
    }

    fn settings(&mut self, path: &[&str]) {
        self.open("settings");
        self.taps(path);
    }

    /// Type text somewhere and copy all of it.
    fn copy(&mut self, text: &str) {
        self.open("Contacts");
        self.fill("Search contacts", text);
        self.hold(text);
        self.taps(&["Select all", "Copy"]);
    }

    /// Type a time for a timer, digit by digit.
    fn digits(&mut self, digits: &str) {
        digits.chars().for_each(|it| self.tap(&it.to_string()));
    }

    /// The digits of the timer that is asked for.
    fn wanted_digits(&self) -> String {
        let parts = ["hours", "minutes", "seconds"].map(|it| format!("{:0>2}", self.value(it)));
        parts.concat().trim_start_matches('0').to_owned()
    }

    fn draft(&mut self, names: [&str; 4]) {
        let [first, last, phone, label] = names.map(|it| it.to_owned());
        self.open("Contacts");
        self.tap("Create contact");
        self.fill("First name", &first);
        self.fill("Last name", &last);
        self.fill("Phone", &phone);
        if label != "Mobile" {
            self.taps(&["Mobile", &label]);
        }
    }

    fn wanted_draft(&mut self) {
        let values = ["first", "last", "phone", "phone_label"].map(|it| self.value(it));
        self.draft([&values[0], &values[1], &values[2], &values[3]]);
    }

    /// Answer what an app asks when it is started.
    fn answer(&mut self, words: &str) {
        if self.sees(words) {
            self.tap(words);
        }
    }
}

/// What is done, in words and deeds, and the reward for it.
type Case = (&'static str, fn(&mut Player), f64);

const NOTHING: Case = ("nothing", |_| {}, 0.0);

/// The emulator with AndroidWorld's instances, if they are there.
fn with_instances() -> Option<Emulator> {
    let text = testkit::instances()?;
    Some(Emulator::with_instances(
        instances::load(&text).expect("the instances"),
    ))
}

/// Play each case on some of our own instances and on those of the file.
fn check(task_type: &str, cases: &[Case]) {
    play(Emulator::new(), task_type, &[1, 2, 3, 100, 101], cases);
    if let Some(env) = with_instances() {
        let count = env.count(task_type).expect("a file") as u64;
        assert!(count > 0, "{task_type}");
        play(env, task_type, &(0..count).collect::<Vec<_>>(), cases);
    }
}

fn play(mut env: Emulator, task_type: &str, seeds: &[u64], cases: &[Case]) {
    for seed in seeds {
        for (name, act, expected) in cases {
            let instance = env.instance(task_type, *seed).expect("an instance");
            env.reset(&instance).expect("a device");
            kept::begin();
            let mut player = Player {
                env,
                params: instance.params.clone(),
            };
            act(&mut player);
            env = player.env;
            let reward = env.finish().expect("judged").reward().unwrap();
            assert_eq!(
                reward,
                *expected,
                "{} (seed {seed}), {name}: {:#?}\n{}",
                instance.goal,
                env.changes(),
                ui::describe(&env.observe().expect("a screen"))
            );
            // The first case is the usual way.
            if *expected == 1.0 && *name == cases[0].0 && env.count(task_type).is_none() {
                kept::end(&instance, || env.observe().expect("a screen"));
            }
        }
    }
}

const INTERNET: [&str; 3] = ["Network & internet", "Internet", "Wi-Fi"];
const BLUETOOTH: [&str; 4] = [
    "Connected devices",
    "Connection preferences",
    "Bluetooth",
    "Use Bluetooth",
];

fn wifi(it: &mut Player) {
    it.settings(&INTERNET);
}

fn wifi_in_the_shade(it: &mut Player) {
    it.swipe(Direction::Down);
    it.taps(&["Internet", "Wi-Fi", "DONE"]);
}

fn bluetooth(it: &mut Player) {
    it.settings(&BLUETOOTH);
}

fn bluetooth_in_the_shade(it: &mut Player) {
    it.swipe(Direction::Down);
    it.tap("Bluetooth");
}

fn other_switches(it: &mut Player) {
    bluetooth(it);
    it.home();
    wifi_in_the_shade(it);
}

fn airplane(it: &mut Player) {
    it.settings(&["Network & internet", "Airplane mode"]);
}

#[test]
fn one_switch() {
    for name in ["SystemWifiTurnOn", "SystemWifiTurnOff"] {
        check(
            name,
            &[
                NOTHING,
                ("the switch in Settings", wifi, 1.0),
                ("the tile's panel", wifi_in_the_shade, 1.0),
                (
                    "twice",
                    |it| {
                        wifi(it);
                        it.tap("Wi-Fi")
                    },
                    0.0,
                ),
                ("the other switch", bluetooth, 0.0),
                ("only looking", |it| it.settings(&INTERNET[..2]), 0.0),
            ],
        );
        let already: &[Case] = &[
            ("nothing", |_| {}, 1.0),
            ("the opposite", wifi, 0.0),
            ("the opposite in the shade", wifi_in_the_shade, 0.0),
            ("the opposite, and another switch", other_switches, 0.0),
            ("another switch", bluetooth, 1.0),
        ];
        check(&format!("{name}Verify"), already);
    }
    for name in ["SystemBluetoothTurnOn", "SystemBluetoothTurnOff"] {
        check(
            name,
            &[
                NOTHING,
                ("the switch in Settings", bluetooth, 1.0),
                ("the tile", bluetooth_in_the_shade, 1.0),
                (
                    "twice",
                    |it| {
                        bluetooth(it);
                        it.tap("Use Bluetooth")
                    },
                    0.0,
                ),
                ("the other switch", wifi, 0.0),
                ("another switch", airplane, 0.0),
            ],
        );
        let already: &[Case] = &[
            ("nothing", |_| {}, 1.0),
            ("the opposite", bluetooth, 0.0),
            ("the opposite in the shade", bluetooth_in_the_shade, 0.0),
            ("the opposite, and another switch", other_switches, 0.0),
            ("another switch", airplane, 1.0),
        ];
        check(&format!("{name}Verify"), already);
    }
}

fn slide(it: &mut Player, direction: Direction) {
    it.settings(&["Display", "Brightness level"]);
    it.scroll("Display brightness", direction);
}

fn slide_in_the_shade(it: &mut Player, direction: Direction) {
    it.swipe(Direction::Down);
    it.swipe(Direction::Down);
    it.scroll("Display brightness", direction);
}

#[test]
fn brightness() {
    let half: fn(&mut Player) = |it| {
        it.settings(&["Display", "Brightness level", "Display brightness"]);
    };
    let most: fn(&mut Player) = |it| slide(it, Direction::Left);
    let least: fn(&mut Player) = |it| slide(it, Direction::Right);
    let shade_most: fn(&mut Player) = |it| slide_in_the_shade(it, Direction::Left);
    let shade_least: fn(&mut Player) = |it| slide_in_the_shade(it, Direction::Right);
    check(
        "SystemBrightnessMax",
        &[
            NOTHING,
            ("max", most, 1.0),
            ("max in the shade", shade_most, 1.0),
            ("half", half, 0.0),
            ("min", least, 0.0),
        ],
    );
    check(
        "SystemBrightnessMin",
        &[
            NOTHING,
            ("min", least, 1.0),
            ("min in the shade", shade_least, 1.0),
            ("half", half, 0.0),
            ("max", most, 0.0),
        ],
    );
    check(
        "SystemBrightnessMaxVerify",
        &[("nothing", |_| {}, 1.0), ("min", least, 0.0), ("half", half, 0.0)],
    );
    check(
        "SystemBrightnessMinVerify",
        &[("nothing", |_| {}, 1.0), ("max", most, 0.0), ("half", half, 0.0)],
    );
}

#[test]
fn two_switches() {
    check(
        "TurnOffWifiAndTurnOnBluetooth",
        &[
            NOTHING,
            (
                "both",
                |it| {
                    wifi(it);
                    it.home();
                    bluetooth_in_the_shade(it)
                },
                1.0,
            ),
            ("half of it", wifi, 0.5),
            ("the other half", bluetooth, 0.5),
            (
                "both, and the first one again",
                |it| {
                    bluetooth(it);
                    it.home();
                    wifi_in_the_shade(it);
                    wifi_in_the_shade(it)
                },
                0.5,
            ),
            ("another switch", airplane, 0.0),
            ("only looking", |it| it.settings(&INTERNET[..2]), 0.0),
            (
                "both, and both again",
                |it| {
                    for _ in 0..2 {
                        wifi_in_the_shade(it);
                        bluetooth_in_the_shade(it);
                        it.home();
                    }
                },
                0.0,
            ),
        ],
    );
}

/// Another app than the one that is asked for.
fn another_app(it: &mut Player) {
    let other = if it.value("app_name") == "clock" {
        "settings"
    } else {
        "clock"
    };
    it.open(other);
}

fn the_app(it: &mut Player) {
    let app = it.value("app_name");
    it.open(&app);
    ["NEXT", "Skip", "Allow"]
        .into_iter()
        .for_each(|words| it.answer(words));
}

#[test]
fn an_app_in_front() {
    check(
        "OpenAppTaskEval",
        &[
            NOTHING,
            ("opened", the_app, 1.0),
            ("another app", another_app, 0.0),
            (
                "left again",
                |it| {
                    the_app(it);
                    it.home()
                },
                0.0,
            ),
            ("Markor", |it| it.open("Markor"), 0.0),
        ],
    );
    check(
        "TurnOnWifiAndOpenApp",
        &[
            NOTHING,
            (
                "both",
                |it| {
                    wifi_in_the_shade(it);
                    the_app(it)
                },
                1.0,
            ),
            ("only the switch", wifi_in_the_shade, 0.5),
            ("only the app", the_app, 0.5),
            (
                "another app",
                |it| {
                    wifi_in_the_shade(it);
                    another_app(it)
                },
                0.5,
            ),
            (
                "another switch and app",
                |it| {
                    bluetooth_in_the_shade(it);
                    another_app(it)
                },
                0.0,
            ),
            (
                "the switch twice, and the app left again",
                |it| {
                    wifi_in_the_shade(it);
                    wifi_in_the_shade(it);
                    the_app(it);
                    it.home()
                },
                0.0,
            ),
        ],
    );
}

/// A question that an app asks is another app's window, until it is answered.
#[test]
fn a_permission_dialog_is_in_the_way() {
    let mut env = Emulator::new();
    let wanted = |app: &str| Params::from_iter([("app_name".to_owned(), app.into())]);
    for (app, first) in [("camera", "NEXT"), ("contacts", "Skip")] {
        let mut instance = env.instance("OpenAppTaskEval", 1).expect("an instance");
        instance.params = wanted(app);
        env.reset(&instance).expect("a device");
        let mut player = Player {
            env,
            params: instance.params,
        };
        player.open(app);
        player.tap(first);
        assert_eq!(
            player.env.finish().expect("judged").reward().unwrap(),
            0.0,
            "{app}"
        );
        player.tap("Allow");
        assert_eq!(
            player.env.finish().expect("judged").reward().unwrap(),
            1.0,
            "{app}"
        );
        player.home();
        player.open(app);
        assert!(!player.sees(first), "{app} asks once");
        env = player.env;
    }
}

#[test]
fn the_clipboard() {
    check(
        "SystemCopyToClipboard",
        &[
            NOTHING,
            (
                "copied",
                |it| {
                    let text = it.value("clipboard_content");
                    it.copy(&text)
                },
                1.0,
            ),
            (
                "typed, not copied",
                |it| {
                    let text = it.value("clipboard_content");
                    it.open("Contacts");
                    it.fill("Search contacts", &text);
                },
                0.0,
            ),
            (
                "half of it",
                |it| {
                    let text = it.value("clipboard_content");
                    it.copy(text[..text.len() / 2].trim());
                },
                0.0,
            ),
            ("something else", |it| it.copy("0123456789"), 0.0),
        ],
    );
}

#[test]
fn a_draft_of_a_contact() {
    check(
        "ContactsNewContactDraft",
        &[
            NOTHING,
            ("filled in", Player::wanted_draft, 1.0),
            (
                "saved",
                |it| {
                    it.wanted_draft();
                    it.tap("SAVE")
                },
                0.0,
            ),
            (
                "without the label",
                |it| {
                    let values = ["first", "last", "phone"].map(|name| it.value(name));
                    it.draft([&values[0], &values[1], &values[2], "Mobile"]);
                },
                0.0,
            ),
            (
                "another label",
                |it| {
                    it.wanted_draft();
                    let label = it.value("phone_label");
                    it.taps(&[&label, if label == "Home" { "Work" } else { "Home" }]);
                },
                0.0,
            ),
            (
                "another number",
                |it| {
                    it.wanted_draft();
                    let phone = it.value("phone");
                    it.fill(&phone, "555");
                },
                0.0,
            ),
            (
                "names swapped",
                |it| {
                    let values = ["last", "first", "phone", "phone_label"].map(|name| it.value(name));
                    it.draft([&values[0], &values[1], &values[2], &values[3]]);
                },
                0.0,
            ),
            (
                "left for another app",
                |it| {
                    it.wanted_draft();
                    it.home()
                },
                0.0,
            ),
        ],
    );
}

fn clock(it: &mut Player, tab: &str) {
    it.open("clock");
    it.tap(tab);
}

#[test]
fn a_timer() {
    check(
        "ClockTimerEntry",
        &[
            NOTHING,
            (
                "typed",
                |it| {
                    clock(it, "Timer");
                    let digits = it.wanted_digits();
                    it.digits(&digits)
                },
                1.0,
            ),
            (
                "typed after a mistake",
                |it| {
                    clock(it, "Timer");
                    it.taps(&["7", "8", "⌫", "⌫"]);
                    let digits = it.wanted_digits();
                    it.digits(&digits);
                },
                1.0,
            ),
            (
                "started",
                |it| {
                    clock(it, "Timer");
                    let digits = it.wanted_digits();
                    it.digits(&digits);
                    it.tap("Start");
                },
                0.0,
            ),
            (
                "a digit too many",
                |it| {
                    clock(it, "Timer");
                    it.tap("9");
                    let digits = format!("{:0>5}", it.wanted_digits());
                    it.digits(&digits[..5]);
                },
                0.0,
            ),
            ("no digit", |it| clock(it, "Timer"), 0.0),
            (
                "left",
                |it| {
                    clock(it, "Timer");
                    let digits = it.wanted_digits();
                    it.digits(&digits);
                    it.home();
                },
                0.0,
            ),
        ],
    );
}

#[test]
fn the_stopwatch() {
    check(
        "ClockStopWatchRunning",
        &[
            NOTHING,
            (
                "started",
                |it| {
                    clock(it, "Stopwatch");
                    it.tap("Start")
                },
                1.0,
            ),
            (
                "paused",
                |it| {
                    clock(it, "Stopwatch");
                    it.taps(&["Start", "Pause"])
                },
                0.0,
            ),
            ("not started", |it| clock(it, "Stopwatch"), 0.0),
            (
                "a timer",
                |it| {
                    clock(it, "Timer");
                    it.taps(&["5", "Start"])
                },
                0.0,
            ),
            (
                "another tab",
                |it| {
                    clock(it, "Stopwatch");
                    it.taps(&["Start", "Clock"])
                },
                0.0,
            ),
        ],
    );
    check(
        "ClockStopWatchPausedVerify",
        &[
            NOTHING,
            ("looked at", |it| clock(it, "Stopwatch"), 1.0),
            (
                "paused",
                |it| {
                    clock(it, "Stopwatch");
                    it.taps(&["Start", "Pause"])
                },
                1.0,
            ),
            (
                "started",
                |it| {
                    clock(it, "Stopwatch");
                    it.tap("Start")
                },
                0.0,
            ),
            (
                "a timer that could be started",
                |it| {
                    clock(it, "Timer");
                    it.tap("5")
                },
                0.0,
            ),
            ("another tab", |it| clock(it, "Alarm"), 0.0),
        ],
    );
}

fn video(it: &mut Player) {
    it.open("camera");
    it.answer("NEXT");
    it.answer("Allow");
    it.taps(&["Mode list", "Switch to Video Camera", "Shutter"]);
}

#[test]
fn the_camera() {
    check(
        "CameraTakePhoto",
        &[
            NOTHING,
            (
                "a photo",
                |it| {
                    it.open("camera");
                    it.tap("Shutter")
                },
                1.0,
            ),
            (
                "two photos",
                |it| {
                    it.open("camera");
                    it.taps(&["Shutter", "Shutter"])
                },
                0.0,
            ),
            ("no photo", |it| it.open("camera"), 0.0),
            (
                "a video",
                |it| {
                    video(it);
                    it.tap("Shutter")
                },
                0.0,
            ),
        ],
    );
    check(
        "CameraTakeVideo",
        &[
            NOTHING,
            (
                "a video",
                |it| {
                    video(it);
                    it.tap("Shutter")
                },
                1.0,
            ),
            (
                "a video that was left",
                |it| {
                    video(it);
                    it.home()
                },
                1.0,
            ),
            ("a video that still runs", video, 0.0),
            (
                "a photo",
                |it| {
                    it.open("camera");
                    it.tap("Shutter")
                },
                0.0,
            ),
        ],
    );
}
