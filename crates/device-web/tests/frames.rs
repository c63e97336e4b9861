//! Frames of another origin, which the page around them can't read: in the page's process and in one of their own.

use crate::site;

use autorpa_device_web::{Options, Web, find_chromium};
use device::{Device, DeviceError};
use site::Site;
use testkit::{Part, there};
use ui::{Action, Direction, ElementId, Key, Locator, Screen, find};

fn at(screen: &Screen, key: Key, value: &str) -> ElementId {
    let locator: Locator = Locator::by(key, value);
    find(screen, &locator)
        .one()
        .unwrap_or_else(|| panic!("{locator} is not exactly one thing on {screen:#?}"))
}

const INNER: &str = r#"<!DOCTYPE html><p id=said>nothing</p><button onclick="said.textContent = field.value">Say</button>
    <input id=field><select id=list onchange="said.textContent = this.value"><option>Ada<option>Bob</select>
    <div style="height:900px"></div><button id=deep onclick="said.textContent = 'deep'">Deep</button>"#;

/// What is inside is seen, pressed, typed into, chosen from and scrolled.
fn used(web: &mut Web) {
    let screen = web.observe().expect("observes");
    let (outer, say) = (at(&screen, Key::Text, "Outer"), at(&screen, Key::Text, "Say"));
    let (outer, inner) = (&screen.elements[outer.0], &screen.elements[say.0]);
    assert!(
        inner.bounds.left >= 100 && inner.bounds.top > outer.bounds.bottom,
        "{:?}",
        inner.bounds
    );
    let target = Some(at(&screen, Key::ResourceName, "field"));
    let text = "typed".to_owned();
    web.act(&Action::InputText {
        target,
        text,
        clear: true,
    })
    .expect("types");
    let said = |web: &mut Web| {
        let screen = web.observe().expect("observes");
        let at = at(&screen, Key::ResourceName, "said");
        screen.elements[at.0].text.clone().unwrap_or_default()
    };
    web.act(&Action::Click { target: say }).expect("clicks");
    assert_eq!(said(web), "typed");
    let target = at(&web.observe().expect("observes"), Key::Text, "Bob");
    web.act(&Action::Click { target }).expect("chooses");
    assert_eq!(said(web), "Bob");
    let target = at(&web.observe().expect("observes"), Key::Text, "Deep");
    web.act(&Action::Click { target })
        .expect("scrolls to it and clicks");
    assert_eq!(said(web), "deep");
    let target = Some(at(&web.observe().expect("observes"), Key::Text, "Deep"));
    web.act(&Action::Scroll {
        target,
        direction: Direction::Up,
    })
    .expect("scrolls back");
    let screen = web.observe().expect("observes");
    let target = at(&screen, Key::Text, "Outer");
    web.act(&Action::Click { target })
        .expect("clicks around the frame as well");
    assert_eq!(
        at(&web.observe().expect("observes"), Key::Text, "Clicked"),
        target
    );
}

fn outer(site: &Site) -> String {
    format!(
        r#"<!DOCTYPE html><title>Outer</title><button onclick="this.textContent = 'Clicked'">Outer</button><br>
        <iframe src="{}" style="margin:10px 0 0 100px" width=400 height=150></iframe>"#,
        site.url("localhost", "inner.html")
    )
}

fn open(url: &str) -> Web {
    let options = Options {
        viewport: (600, 400),
        ..Options::default()
    };
    Web::open_with(url, options).expect("Chromium starts")
}

#[test]
fn a_frame_of_another_origin_in_the_same_process() {
    if there(Part::Web, find_chromium()).is_none() {
        return;
    }
    let site = Site::with(|site| vec![("inner.html", INNER.to_owned()), ("outer.html", outer(site))]);
    used(&mut open(&site.url("127.0.0.1", "outer.html")));
}

#[test]
fn a_frame_of_another_origin_with_a_process_of_its_own() {
    if there(Part::Web, find_chromium()).is_none() {
        return;
    }
    let site = Site::with(|_| vec![("inner.html", INNER.to_owned())]);
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("outer.html");
    std::fs::write(&file, outer(&site)).expect("writes");
    used(&mut open(&format!("file://{}", file.display())));
}

#[test]
fn frames_within_frames_and_frames_that_go_away() {
    if there(Part::Web, find_chromium()).is_none() {
        return;
    }
    let site = Site::with(|site| {
        let middle = outer(site).replace("Outer", "Middle");
        let page = format!(
            r#"<!DOCTYPE html><button onclick="f.remove()">Remove</button><br><iframe id=f src="{}" width=550 height=300></iframe>"#,
            site.url("localhost", "middle.html")
                .replace("localhost", "127.0.0.2")
        );
        vec![
            ("inner.html", INNER.to_owned()),
            ("middle.html", middle),
            ("outer.html", page),
        ]
    });
    let mut web = open(&site.url("127.0.0.1", "outer.html"));
    let screen = web.observe().expect("observes");
    let target = at(&screen, Key::Text, "Say");
    web.act(&Action::Click { target })
        .expect("clicks two frames deep");
    let target = at(&screen, Key::Text, "Middle");
    web.act(&Action::Click { target }).expect("clicks one frame deep");
    let screen = web.observe().expect("observes");
    at(&screen, Key::Text, "Clicked");
    let inside = at(&screen, Key::Text, "Say");
    let target = at(&screen, Key::Text, "Remove");
    web.act(&Action::Click { target }).expect("clicks");
    let refused = web.act(&Action::Click { target: inside });
    assert!(
        matches!(&refused, Err(DeviceError::OutOfReach { doing, .. }) if doing.contains("Say")),
        "{refused:?}"
    );
    assert_eq!(web.observe().expect("observes").elements.len(), 1);
}
