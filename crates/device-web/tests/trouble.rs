//! Pages that get in the way: dialogs, downloads, new tabs, too much of everything, too little, and an end in the middle.

use crate::site;

use std::{
    fs,
    time::{Duration, Instant},
};

use autorpa_device_web::{Browser, MiniWob, Options, Page, Web, find_chromium, find_pages};
use device::{Device, DeviceError, EnvironmentError, Judge, Tasks};
use site::Site;
use testkit::{Part, there};
use ui::{Action, ElementId, Key, Locator, Screen, find};

fn ready() -> bool {
    there(Part::Web, find_chromium()).is_some()
}

fn open(site: &Site, page: &str) -> Web {
    Web::open(&site.url("127.0.0.1", page)).expect("Chromium starts")
}

fn at(screen: &Screen, key: Key, value: &str) -> ElementId {
    let locator: Locator = Locator::by(key, value);
    find(screen, &locator)
        .one()
        .unwrap_or_else(|| panic!("{locator} is not exactly one thing on {screen:#?}"))
}

fn click(web: &mut Web, text: &str) {
    let target = at(&web.observe().expect("observes"), Key::Text, text);
    web.act(&Action::Click { target }).expect("clicks");
}

fn said(web: &mut Web) -> String {
    let screen = web.observe().expect("observes");
    let at = at(&screen, Key::ResourceName, "said");
    screen.elements[at.0].text.clone().unwrap_or_default()
}

#[test]
fn dialogs_of_a_page_that_nobody_keeps_are_agreed_to() {
    if !ready() {
        return;
    }
    let html = r#"<p id=said>nothing</p>
        <button onclick="alert('Hello'); said.textContent = 'alerted'">Alert</button>
        <button onclick="said.textContent = 'confirmed ' + confirm('Sure?')">Confirm</button>
        <button onclick="said.textContent = 'prompted ' + prompt('Name?', 'Ada')">Prompt</button>"#;
    let site = Site::with(|_| vec![("page.html", html.to_owned())]);
    let browser = Browser::launch(Options::default()).expect("Chromium starts");
    let mut page = browser.page().expect("opens");
    page.open(&site.url("127.0.0.1", "page.html")).expect("opens");
    for (button, then) in [
        ("Alert", "alerted"),
        ("Confirm", "confirmed true"),
        ("Prompt", "prompted Ada"),
    ] {
        let target = at(&page.observe().expect("observes"), Key::Text, button);
        page.act(&Action::Click { target }).expect("clicks");
        let screen = page.observe().expect("observes");
        let said = at(&screen, Key::ResourceName, "said");
        assert_eq!(screen.elements[said.0].text.as_deref(), Some(then));
    }
}

#[test]
fn a_page_that_asks_whether_to_leave_is_left() {
    if !ready() {
        return;
    }
    let html = r#"<p id=said>first</p><button onclick="said.textContent = 'touched'">Touch</button>
        <a href=second.html>Leave</a><script>addEventListener("beforeunload", (it) => it.preventDefault())</script>"#;
    let site = Site::with(|_| {
        vec![
            ("page.html", html.to_owned()),
            ("second.html", "<p id=said>second</p>".to_owned()),
        ]
    });
    let mut web = open(&site, "page.html");
    // A page may only ask where somebody has touched it.
    click(&mut web, "Touch");
    assert_eq!(said(&mut web), "touched");
    // The browser's question comes first.
    click(&mut web, "Leave");
    click(&mut web, "Cancel");
    assert_eq!(said(&mut web), "touched");
    click(&mut web, "Leave");
    click(&mut web, "Leave");
    assert_eq!(said(&mut web), "second");
}

#[test]
fn a_page_that_goes_away_under_an_action_is_the_next_page() {
    if !ready() {
        return;
    }
    // On the press, before its release; with the first sign that is typed; and while the action is still waiting.
    let html = r#"<p id=said>first</p><button onmousedown="location.href = 'second.html'">Press</button>
        <input aria-label=Field oninput="location.href = 'second.html'">
        <button onclick="for (const end = Date.now() + 80; Date.now() < end;); location.replace('second.html')">Slow</button>"#;
    let site = Site::with(|_| {
        vec![
            ("page.html", html.to_owned()),
            ("second.html", "<p id=said>second</p>".to_owned()),
        ]
    });
    for what in ["Press", "Field", "Slow"] {
        let mut web = open(&site, "page.html");
        let screen = web.observe().expect("observes");
        let acted = match what {
            "Field" => {
                let field = screen.iter().find(|(_, it)| it.editable).map(|(id, _)| id);
                web.act(&Action::InputText {
                    target: field,
                    text: "a longer text".to_owned(),
                    clear: true,
                })
            }
            button => {
                let target = at(&screen, Key::Text, button);
                web.act(&Action::Click { target })
            }
        };
        // The rest of an action may have had nothing to act on any more; the browser is still there.
        assert!(
            !matches!(acted, Err(DeviceError::Lost { .. })),
            "{what}: {acted:?}"
        );
        web.act(&Action::Wait).expect("waits");
        assert_eq!(said(&mut web), "second", "{what}: {acted:?}");
    }
}

#[test]
fn what_a_page_gives_to_save_is_kept_until_it_is_taken() {
    if !ready() {
        return;
    }
    let html = r#"<p id=said>here</p><a href=file.bin>Get</a><a href=file.bin target=_blank>Get in a tab</a>
        <button onclick="made()">Make</button><button onclick="said.textContent='still'">Go on</button><script>
        function made() {
            const link = document.createElement("a");
            link.href = URL.createObjectURL(new Blob(["made here"]));
            link.download = "made.txt";
            link.click();
        }</script>"#;
    let site = Site::with(|_| vec![("page.html", html.to_owned()), ("file.bin", "data".to_owned())]);
    let mut web = open(&site, "page.html");
    click(&mut web, "Get");
    click(&mut web, "Go on");
    assert_eq!(said(&mut web), "still");
    click(&mut web, "Get in a tab");
    click(&mut web, "Make");
    web.rest().expect("rests");
    let mut saved = web.saved().expect("says");
    saved.sort_by_key(|it| it.name.clone());
    let texts: Vec<(&str, u64, String)> = saved
        .iter()
        .map(|it| {
            let text = fs::read_to_string(&it.path).expect("reads");
            (it.name.as_str(), it.bytes, text)
        })
        .collect();
    let data = || ("file.bin", 4, "data".to_owned());
    assert_eq!(texts, [data(), data(), ("made.txt", 9, "made here".to_owned())]);
    assert_eq!(web.saved().expect("says"), []);
    // What nobody takes goes with the page.
    drop(web);
    assert!(saved.iter().all(|it| !it.path.exists()));
}

#[test]
fn a_download_that_does_not_come_whole_is_named_and_nothing_of_it_stays() {
    if !ready() {
        return;
    }
    let html = "<p id=said>here</p><a href=endless.bin>Endless</a><a href=short.bin>Short</a>";
    let site = Site::with(|_| {
        vec![
            ("page.html", html.to_owned()),
            ("endless.bin", "data".repeat(10_000)),
            ("short.bin", "data".repeat(10_000)),
        ]
    });
    let mut web = open(&site, "page.html");
    let folder = |web: &mut Web| {
        let entries = fs::read_dir(web.page().browser().profile())
            .expect("reads")
            .flatten();
        let mut own = entries.filter(|it| it.file_name().to_string_lossy().starts_with("saved-"));
        own.next().expect("is there").path()
    };
    let folder = folder(&mut web);
    for (link, name) in [("Endless", "endless.bin"), ("Short", "short.bin")] {
        click(&mut web, link);
        let began = Instant::now();
        web.limit(Some(Duration::from_secs(3)));
        let rested = web.rest();
        web.limit(None);
        let named = matches!(&rested, Err(DeviceError::NotSaved { name: it, .. }) if it == name);
        assert!(named, "{link}: {rested:?}");
        assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
        assert_eq!(web.saved().expect("says"), []);
        web.rest().expect("it was said once");
        assert_eq!(said(&mut web), "here");
    }
    let until = Instant::now() + Duration::from_secs(5);
    while fs::read_dir(&folder).expect("reads").count() > 0 {
        assert!(Instant::now() < until, "a part stays in {}", folder.display());
        web.act(&Action::Wait).expect("waits");
    }
}

#[test]
fn a_new_tab_is_in_front_until_it_is_left_or_closes() {
    if !ready() {
        return;
    }
    let first = r#"<p id=said>first</p><a href=second.html target=_blank>Link</a>
        <button onclick="window.open('second.html')">Open</button>"#;
    let second = "<p id=said>second</p><button onclick='window.close()'>Close</button>";
    let site = Site::with(|_| {
        vec![
            ("page.html", first.to_owned()),
            ("second.html", second.to_owned()),
        ]
    });
    let mut web = open(&site, "page.html");
    click(&mut web, "Link");
    assert_eq!(said(&mut web), "second");
    web.act(&Action::NavigateBack).expect("leaves the tab");
    assert_eq!(said(&mut web), "first");
    click(&mut web, "Open");
    assert_eq!(said(&mut web), "second");
    click(&mut web, "Close");
    assert_eq!(said(&mut web), "first");
}

#[test]
fn a_page_with_fifty_thousand_elements_is_read_whole() {
    if !ready() {
        return;
    }
    let html = r#"<p id=said>nothing</p><button onclick="document.body.append(rows.cloneNode(true))">Again</button><div id=rows></div><script>
        const all = [];
        for (let i = 0; i < 50000; i++) all.push(`<button onclick="said.textContent = 'row ${i}'">Row ${i}</button>`);
        rows.innerHTML = all.join("");
        </script>"#;
    let site = Site::with(|_| vec![("page.html", html.to_owned())]);
    let mut web = open(&site, "page.html");
    assert_eq!(web.observe().expect("observes").elements.len(), 50_002);
    click(&mut web, "Row 49999");
    assert_eq!(said(&mut web), "row 49999");
    // Half a page is no page: what is left out might be meant.
    click(&mut web, "Again");
    let refused = web.observe().map(|it| it.elements.len());
    assert!(
        matches!(refused, Err(DeviceError::TooLarge { .. })),
        "{refused:?}"
    );
}

#[test]
fn a_page_that_never_comes_is_a_timeout_and_the_next_one_is_read() {
    if !ready() {
        return;
    }
    let site = Site::with(|_| {
        let half = "<p id=said>half</p><img src=never.html>";
        vec![
            ("never.html", String::new()),
            ("half.html", half.to_owned()),
            ("page.html", "<p id=said>whole</p>".to_owned()),
        ]
    });
    let options = Options {
        deadline: Duration::from_secs(3),
        ..Options::default()
    };
    let browser = Browser::launch(options).expect("starts");
    let mut page = browser.page().expect("a page");
    let refused = page.open(&site.url("127.0.0.1", "never.html"));
    assert!(matches!(refused, Err(DeviceError::Timeout { .. })), "{refused:?}");
    let read = |page: &mut Page| {
        let screen = page.observe().expect("observes");
        screen.elements[at(&screen, Key::ResourceName, "said").0]
            .text
            .clone()
    };
    let mut page = browser.page().expect("another page");
    page.open(&site.url("127.0.0.1", "half.html"))
        .expect("reads what is there");
    assert_eq!(read(&mut page).as_deref(), Some("half"));
    page.open(&site.url("127.0.0.1", "page.html")).expect("opens");
    assert_eq!(read(&mut page).as_deref(), Some("whole"));
    let nobody = page.open("http://127.0.0.1:1/");
    assert!(
        matches!(nobody, Err(DeviceError::Unreachable { .. })),
        "{nobody:?}"
    );
}

#[test]
fn pages_side_by_side_and_the_browser_s_end_among_them() {
    if !ready() {
        return;
    }
    let Some(html) = there(Part::MiniWob, find_pages()) else {
        return;
    };
    let options = Options {
        viewport: (500, 320),
        ..Options::default()
    };
    let browser = Browser::launch(options).expect("starts");
    let work = &|seeds: std::ops::Range<u64>, end: Option<Instant>| {
        let mut suite = MiniWob::on(&browser, html.clone())?;
        let mut done = 0;
        for seed in seeds {
            if end.is_some_and(|it| Instant::now() > it) {
                break;
            }
            let instance = suite.instance("enter-text", seed)?;
            suite.reset(&instance)?;
            let text = instance.goal.split('"').nth(1).unwrap_or_default().to_owned();
            let target = Some(at(&suite.observe()?, Key::ResourceName, "tt"));
            suite.act(&Action::InputText {
                target,
                text,
                clear: false,
            })?;
            let target = at(&suite.observe()?, Key::ResourceName, "subbtn");
            suite.act(&Action::Click { target })?;
            assert!(suite.has_ended()?, "{}", instance.goal);
            assert!(suite.finish()?.reward() == Some(1.0), "{}", instance.goal);
            done += 1;
        }
        Ok::<usize, EnvironmentError>(done)
    };
    // Three at once don't get in each other's way.
    let done: Vec<_> = std::thread::scope(|scope| {
        let all: Vec<_> = (0..3)
            .map(|it| scope.spawn(move || work(it * 10..it * 10 + 5, None)))
            .collect();
        all.into_iter().map(|it| it.join().expect("no panic")).collect()
    });
    assert!(done.iter().all(|it| matches!(it, Ok(5))), "{done:?}");
    // Its end in the middle is an error for each of them, soon.
    let process = browser.process_id().to_string();
    let until = Instant::now() + Duration::from_secs(20);
    let ends: Vec<_> = std::thread::scope(|scope| {
        let all: Vec<_> = (0..3)
            .map(|it| scope.spawn(move || work(it * 1000..it * 1000 + 900, Some(until))))
            .collect();
        let killed = std::process::Command::new("kill").args(["-9", &process]).status();
        assert!(killed.expect("kill runs").success());
        all.into_iter().map(|it| it.join().expect("no panic")).collect()
    });
    let lost = |it: &Result<usize, EnvironmentError>| {
        matches!(it, Err(EnvironmentError::Device(DeviceError::Lost { .. })))
    };
    assert!(ends.iter().all(lost), "{ends:?}");
    assert!(Instant::now() < until, "an end is noticed at once");
}

#[test]
fn a_page_beside_has_the_cookies_of_the_one_in_front() {
    if !ready() {
        return;
    }
    let site = Site::with(|_| {
        let page = |script: &str| {
            format!(
                "<title>Page</title><p id=said></p><script>{script}said.textContent = document.cookie || 'nobody'</script>"
            )
        };
        vec![("in", page("document.cookie = 'who=ada';")), ("who", page(""))]
    });
    let mut web = open(&site, "in");
    let mut beside = web
        .beside(&site.url("127.0.0.1", "who"))
        .expect("opens")
        .expect("a page");
    let seen = beside.observe().expect("observes");
    assert_eq!(
        seen.elements[at(&seen, Key::ResourceName, "said").0]
            .text
            .as_deref(),
        Some("who=ada")
    );
    drop(beside);
    // The one in front goes on, and a page of its own is somebody else's.
    assert_eq!(said(&mut web), "who=ada");
    web.page().open(&site.url("127.0.0.1", "who")).expect("opens");
    assert_eq!(said(&mut web), "who=ada");
    assert_eq!(said(&mut open(&site, "who")), "nobody");
}

/// A form that is sent is answered late: what is typed next is typed into the new page.
#[test]
fn what_a_sent_form_leads_to_is_waited_for() {
    if !ready() {
        return;
    }
    let site = Site::with(|_| {
        let form = "<form action=next><input name=q><button>Send</button></form>";
        let late =
            "<script>const until = performance.now() + 400; while (performance.now() < until);</script>";
        let hooked = format!(
            "{form}<p id=said>old</p><script>addEventListener('pagehide', () => {{ const until = performance.now() + 300; while (performance.now() < until); }})</script>"
        );
        vec![
            ("form", hooked),
            ("next?q=ada", format!("{late}{form}<p id=said>new</p>")),
            ("stays", "<form onsubmit='said.textContent = \"kept\"; return false'><button>Send</button></form><p id=said>old</p>".to_owned()),
        ]
    });
    let mut web = open(&site, "form");
    let field = at(&web.observe().expect("observes"), Key::Name, "q");
    web.act(&Action::InputText {
        target: Some(field),
        text: "ada".to_owned(),
        clear: true,
    })
    .expect("types");
    click(&mut web, "Send");
    assert_eq!(said(&mut web), "new");
    // A form that the page deals with itself leads nowhere.
    let mut web = open(&site, "stays");
    let began = Instant::now();
    click(&mut web, "Send");
    assert_eq!(said(&mut web), "kept");
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}
