//! Phones that differ: the same seed makes the same phone, no kind changes nothing, and each changes what it says.

use autorpa_emulator::{Emulator, Perturb, perturb::Kind};
use device::{Checkpoints, Device, Judge, Tasks};
use ui::{Direction, ElementId, HardAction, Screen};

/// What is seen on a walk through Markor with everything that a walk can do.
fn walk(perturb: Perturb) -> Vec<Screen> {
    let mut env = begun(perturb);
    let mut seen = Vec::new();
    let open = HardAction::OpenApp {
        app: "Markor".to_owned(),
    };
    let scroll = |direction| HardAction::Scroll {
        target: None,
        direction,
    };
    let click = |index| HardAction::Click {
        target: ElementId(index),
    };
    let actions = [
        open,
        scroll(Direction::Down),
        click(1),
        HardAction::NavigateBack,
        click(2),
        click(3),
        HardAction::Wait,
        HardAction::NavigateBack,
    ];
    for action in actions {
        // A screen with fewer elements refuses, every time alike.
        let _ = env.act(&action);
        seen.push(env.observe().expect("the emulator always shows something"));
    }
    seen
}

fn begun(perturb: Perturb) -> Emulator {
    let mut env = Emulator::new().perturbed(perturb);
    let instance = env
        .instance("MarkorDeleteNote", 1)
        .expect("the suite has the task type");
    env.reset(&instance).expect("the instance can be set up");
    env
}

fn opened(kind: Kind) -> (Emulator, Screen) {
    let mut env = begun(Perturb::new([kind], 1));
    env.act(&HardAction::OpenApp {
        app: "Markor".to_owned(),
    })
    .expect("the app is there");
    let screen = env.observe().expect("the emulator always shows something");
    (env, screen)
}

fn open(env: &mut Emulator) -> Screen {
    env.act(&HardAction::OpenApp {
        app: "Markor".to_owned(),
    })
    .expect("the app is there");
    env.observe().expect("the emulator always shows something")
}

/// Open Markor until something says this; what comes in between comes after a few actions.
fn until(env: &mut Emulator, words: &str) -> Screen {
    for _ in 0..12 {
        let screen = open(env);
        if texts(&screen).contains(&words) {
            return screen;
        }
    }
    panic!("no `{words}`");
}

/// The element that says this.
fn saying(screen: &Screen, words: &str) -> ElementId {
    let says = |it: &ui::Element| it.words().any(|it| it == words);
    let found = screen.iter().find(|(_, it)| says(it)).map(|(id, _)| id);
    found.unwrap_or_else(|| panic!("no `{words}` on\n{}", ui::describe(screen)))
}

fn click(env: &mut Emulator, screen: &Screen, words: &str) -> Screen {
    let target = saying(screen, words);
    env.act(&HardAction::Click { target }).expect("it can be tapped");
    env.observe().expect("the emulator always shows something")
}

/// The screen in words, with the ids that a person does not see.
fn told(screen: &Screen) -> String {
    let ids = screen.elements.iter().map(|it| {
        let id = it.resource_name.as_deref().unwrap_or_default();
        id.rsplit('/').next().unwrap_or_default()
    });
    let ids: Vec<&str> = ids.collect();
    format!("{}ids: {}\n", ui::describe(screen), ids.join(" "))
}

fn texts(screen: &Screen) -> Vec<&str> {
    screen
        .elements
        .iter()
        .filter_map(|it| it.text.as_deref())
        .collect()
}

/// The kinds that change how a phone shows things and nothing else.
fn showing() -> impl Iterator<Item = Kind> {
    Kind::ALL.into_iter().filter(|it| it.only_shows())
}

#[test]
fn a_seed_makes_one_phone() {
    let plain = walk(Perturb::default());
    for kind in showing() {
        let walked = |seed| walk(Perturb::new([kind], seed));
        assert_eq!(walked(3), walked(3), "{kind}");
        let differs = (0..6).any(|seed| walked(seed) != plain);
        assert_eq!(differs, kind != Kind::Dark, "{kind}");
    }
    assert_eq!(walk(Perturb::new([], 9)), plain);
}

#[test]
fn the_first_screen_under_each_kind() {
    let plain = told(&open(&mut begun(Perturb::default())));
    for kind in showing() {
        let screen = match kind {
            Kind::Dialog => until(&mut begun(Perturb::new([kind], 1)), "System update"),
            Kind::Notification => until(&mut begun(Perturb::new([kind], 1)), "Storage"),
            _ => opened(kind).1,
        };
        // A dark theme is seen on a picture alone.
        assert_eq!(told(&screen) == plain, kind == Kind::Dark, "{kind}");
        insta::assert_snapshot!(format!("perturbed_{kind}"), told(&screen));
    }
}

#[test]
fn dark_changes_the_picture_and_nothing_else() {
    let (mut dark, screen) = opened(Kind::Dark);
    let mut plain = begun(Perturb::default());
    plain
        .act(&HardAction::OpenApp {
            app: "Markor".to_owned(),
        })
        .expect("the app is there");
    assert_eq!(plain.observe().expect("a screen"), screen);
    assert_ne!(
        plain.screenshot().expect("a picture"),
        dark.screenshot().expect("a picture")
    );
}

#[test]
fn content_and_state_stay() {
    let plain = begun(Perturb::default());
    for kind in showing() {
        let (env, _) = opened(kind);
        assert_eq!(env.state().files, plain.state().files, "{kind}");
        assert_eq!(env.state().tables, plain.state().tables, "{kind}");
    }
}

#[test]
fn a_small_screen_ends_earlier_and_its_picture_too() {
    let (mut env, screen) = opened(Kind::Screen);
    assert_eq!(screen.size, (945, 1680));
    for it in &screen.elements {
        assert!(it.bounds.right <= 945 && it.bounds.bottom <= 1680, "{it:?}");
    }
    assert!(env.screenshot().is_ok());
}

#[test]
fn a_slow_screen_stays_for_a_few_looks_and_taps_meet_what_is_there() {
    let mut env = begun(Perturb::new([Kind::Slow], 1));
    let home = env.observe().expect("a screen");
    env.act(&HardAction::OpenApp {
        app: "Markor".to_owned(),
    })
    .expect("the app is there");
    let stale = (0..10)
        .take_while(|_| env.observe().expect("a screen") == home)
        .count();
    assert!((1..=4).contains(&stale), "{stale}");
    assert!(env.observe().expect("a screen").app.contains("markor"));
}

#[test]
fn a_dialog_comes_and_back_leaves_the_app_as_it_was() {
    let came = |seed: u64| {
        let mut env = begun(Perturb::new([Kind::Dialog], seed));
        let open = HardAction::OpenApp {
            app: "Markor".to_owned(),
        };
        for _ in 0..3 {
            env.act(&open).expect("the app is there");
            let screen = env.observe().expect("a screen");
            if texts(&screen).contains(&"System update") {
                env.act(&HardAction::NavigateBack).expect("back is a key");
                let screen = env.observe().expect("a screen");
                assert!(!texts(&screen).contains(&"System update"));
                assert!(screen.app.contains("markor"));
                return true;
            }
        }
        false
    };
    assert!((0..5).all(came));
}

#[test]
fn a_judge_that_looks_at_the_screen_reads_it_as_on_any_phone() {
    for kind in [Kind::Labels, Kind::Language, Kind::Ids] {
        // The same places are tapped as on a phone that does not differ.
        let mut plain = Emulator::new();
        let mut env = Emulator::new().perturbed(Perturb::new([kind], 1));
        let instance = env
            .instance("ClockStopWatchRunning", 1)
            .expect("the suite has the task type");
        let index_of = |env: &mut Emulator, words: &str| {
            let screen = env.observe().expect("the emulator always shows something");
            let says = |it: &ui::Element| it.content_description.as_deref() == Some(words);
            screen.iter().find(|(_, it)| says(it)).map(|(id, _)| id)
        };
        let open = HardAction::OpenApp {
            app: "Clock".to_owned(),
        };
        for env in [&mut plain, &mut env] {
            env.reset(&instance).expect("the instance can be set up");
            env.act(&open).expect("the app is there");
        }
        for words in ["Stopwatch", "Start"] {
            let target = index_of(&mut plain, words).expect("it is there");
            for env in [&mut plain, &mut env] {
                env.act(&HardAction::Click { target }).expect("it can be tapped");
            }
        }
        assert_eq!(plain.finish().expect("a judge").reward().unwrap(), 1.0);
        assert_eq!(env.finish().expect("a judge").reward().unwrap(), 1.0, "{kind}");
    }
}

#[test]
fn a_judge_that_looks_at_the_screen_reads_what_is_scrolled_away_too() {
    for kinds in [vec![], vec![Kind::Screen]] {
        let mut env = Emulator::new().perturbed(Perturb::new(kinds, 1));
        let instance = env
            .instance("ContactsNewContactDraft", 1)
            .expect("the suite has the task type");
        env.reset(&instance).expect("the instance can be set up");
        let open = HardAction::OpenApp {
            app: "Contacts".to_owned(),
        };
        env.act(&open).expect("the app is there");
        let element = |env: &mut Emulator, what: &str| {
            let screen = env.observe().expect("the emulator always shows something");
            let says = |it: &ui::Element| {
                [&it.content_description, &it.hint_text, &it.text]
                    .iter()
                    .any(|it| it.as_deref() == Some(what))
            };
            screen.iter().find(|(_, it)| says(it)).map(|(id, _)| id)
        };
        let click = |env: &mut Emulator, what: &str| {
            let target = element(env, what).unwrap_or_else(|| panic!("{what} is there"));
            env.act(&HardAction::Click { target }).expect("it can be tapped");
        };
        let value = |name: &str| instance.params[name].as_text().expect("a text").to_owned();
        click(&mut env, "Create contact");
        let fields = [("First name", "first"), ("Last name", "last"), ("Phone", "phone")];
        for (hint, name) in fields {
            let target = element(&mut env, hint);
            assert!(target.is_some(), "{hint}");
            let text = value(name);
            env.act(&HardAction::InputText {
                target,
                text,
                clear: true,
            })
            .expect("it can be typed into");
        }
        click(&mut env, "Mobile");
        click(&mut env, &value("phone_label"));
        // The finger moves the form until its first field is out of sight, where there is room for that.
        let small = env.perturb().has(Kind::Screen);
        let target = element(&mut env, "Email").expect("it is there");
        env.act(&HardAction::Click { target }).expect("it can be tapped");
        for _ in 0..3 {
            let screen = env.observe().expect("a screen");
            let target = screen.iter().find(|(_, it)| it.scrollable).map(|(id, _)| id);
            let direction = ui::Direction::Down;
            env.act(&HardAction::Scroll { target, direction })
                .expect("it can be scrolled");
        }
        assert_eq!(element(&mut env, &value("first")).is_none(), small);
        assert_eq!(env.finish().expect("a judge").reward().unwrap(), 1.0);
        if let Some(target) = element(&mut env, &value("phone")) {
            let text = "0".to_owned();
            env.act(&HardAction::InputText {
                target: Some(target),
                text,
                clear: true,
            })
            .expect("it can be typed into");
            assert_eq!(env.finish().expect("a judge").reward().unwrap(), 0.0);
        }
    }
}

#[test]
fn a_notification_covers_the_top_takes_the_taps_there_and_goes_away() {
    for seed in 0..4 {
        let mut env = begun(Perturb::new([Kind::Notification], seed));
        let screen = until(&mut env, "Storage");
        let notice = screen
            .get(saying(&screen, "Storage"))
            .expect("it is there")
            .bounds;
        let search = screen.get(saying(&screen, "Search")).expect("it is there").bounds;
        assert!(
            notice.top < search.center().1 && search.center().1 < notice.bottom + notice.height(),
            "{notice:?} lies over {search:?}"
        );
        // A tap on what it covers meets it.
        let kept = env.checkpoint();
        let met = click(&mut env, &screen, "Search");
        assert!(met.app.contains("settings"), "{}", ui::describe(&met));
        // It goes by itself, and what it covered takes taps again.
        env.restore(&kept).expect("the state is the emulator's own");
        let mut screen = screen;
        let mut waits = 0;
        while texts(&screen).contains(&"Storage") {
            env.act(&HardAction::Wait).expect("waiting is possible");
            screen = env.observe().expect("a screen");
            waits += 1;
            assert!(waits <= 5, "it stays for five seconds");
        }
        assert!(waits >= 1, "it stays for a while");
        let met = click(&mut env, &screen, "Search");
        assert!(met.app.contains("markor"), "{}", ui::describe(&met));
    }
}

#[test]
fn a_dialog_that_came_has_two_answers() {
    for seed in 0..4 {
        let mut env = begun(Perturb::new([Kind::Dialog], seed));
        let system = until(&mut env, "System update");
        let kept = env.checkpoint();
        // The phone starts anew: the home screen, and Markor begins again.
        let met = click(&mut env, &system, "INSTALL NOW");
        assert!(met.app.contains("launcher"), "{}", ui::describe(&met));
        env.restore(&kept).expect("the state is the emulator's own");
        let met = click(&mut env, &system, "LATER");
        assert!(met.app.contains("markor"), "{}", ui::describe(&met));
        assert!(!texts(&met).contains(&"System update"));
        // The second one is the app's own.
        let own = until(&mut env, "Enjoying this app?");
        let kept = env.checkpoint();
        let met = click(&mut env, &own, "RATE NOW");
        assert!(met.app.contains("settings"), "{}", ui::describe(&met));
        env.restore(&kept).expect("the state is the emulator's own");
        let met = click(&mut env, &own, "NOT NOW");
        assert!(met.app.contains("markor"), "{}", ui::describe(&met));
        assert!(!texts(&met).contains(&"Enjoying this app?"));
    }
}

#[test]
fn another_version_of_an_app_says_so_and_its_ids_are_elsewhere() {
    const MARKOR: &str = "net.gsantner.markor";
    let plain = begun(Perturb::default());
    assert_eq!(plain.version(MARKOR).as_deref(), Some("2.10.9"));
    assert_eq!(plain.version("no.such.app"), None);
    for kind in showing() {
        let env = begun(Perturb::new([kind], 1));
        let same = env.version(MARKOR) == plain.version(MARKOR);
        assert_eq!(same, kind != Kind::Ids, "{kind}");
    }
    let before = open(&mut begun(Perturb::default()));
    let has_id = |screen: &Screen| {
        let ids = screen.elements.iter().map(|it| it.resource_name.is_some());
        ids.collect::<Vec<_>>()
    };
    // The elements are the same ones; some have their ids on what holds them, which is none.
    let moved = (0..6).filter(|seed| {
        let screen = open(&mut begun(Perturb::new([Kind::Ids], *seed)));
        assert_eq!(ui::describe(&screen), ui::describe(&before));
        has_id(&screen) != has_id(&before)
    });
    assert!(moved.count() >= 3);
}
