//! Points of an element, ways over it, and the selection of a text, on pages of our own.

use crate::opened;
use crate::site;

use autorpa_device_web::Web;
use device::{Device, DeviceError};
use opened::{by, look};
use site::Site;
use ui::{Action, ElementId, Key, PointError};

/// A device on a page with this content, and the site that it comes from; none where there is no browser.
fn open(test: &str, html: &str) -> Option<(Web, Site)> {
    opened::open(test, html, Vec::new())
}

fn named(web: &mut Web, id: &str) -> ElementId {
    by(&look(web), Key::ResourceName, id)
}

fn said(web: &mut Web) -> String {
    let screen = look(web);
    let id = by(&screen, Key::ResourceName, "said");
    screen.elements[id.0].text.clone().unwrap_or_default()
}

fn click_at(web: &mut Web, id: &str, at: &str) -> Result<(), DeviceError> {
    let target = named(web, id);
    let at = at.to_owned();
    web.act(&Action::ClickAt { target, at })
}

fn drag_along(web: &mut Web, id: &str, path: &str) -> Result<(), DeviceError> {
    let target = named(web, id);
    let path = path.to_owned();
    web.act(&Action::DragAlong { target, path })
}

fn select_text(web: &mut Web, id: &str, text: &str) -> Result<(), DeviceError> {
    let target = named(web, id);
    let text = text.to_owned();
    web.act(&Action::SelectText { target, text })
}

/// The words of a refusal; the device is there and has done nothing.
#[track_caller]
fn refused(done: Result<(), DeviceError>) -> String {
    let error = done.expect_err("is refused");
    assert!(error.is_refusal(), "{error}");
    error.to_string()
}

/// A drawing that says where it is pressed, moved over and left, in its own units of 400 by 300.
const DRAWING: &str = r#"
    <div style="height: 900px">above</div>
    <canvas id=map width=400 height=300 style="width: 400px; height: 300px; border: 0"></canvas>
    <div id=lid style="position: absolute; display: none; background: red">Lid</div>
    <script>
      const all = [];
      const place = (it) => { const r = map.getBoundingClientRect(); return Math.floor((it.clientX - r.left) * 400 / r.width) + "," + Math.floor((it.clientY - r.top) * 300 / r.height); };
      const tell = (what, it) => { if (it.isTrusted) all.push(what + " " + place(it)); said.textContent = all.join("; "); };
      map.addEventListener("click", (it) => tell("click", it));
      let held = null;
      map.addEventListener("pointerdown", (it) => { held = place(it); });
      addEventListener("pointermove", (it) => { if (held && it.buttons === 1) held += " " + place(it); });
      addEventListener("pointerup", (it) => {
        const way = held ? held.split(" ") : [];
        if (way.length > 2) tell("from " + way[0] + " by " + way.includes("200,30") + " to", it);
        held = null;
      });
    </script>"#;

#[test]
fn a_point_of_a_drawing_is_pressed_below_the_fold() {
    let Some((mut web, _site)) = open("a_point_of_a_drawing_is_pressed_below_the_fold", DRAWING) else {
        return;
    };
    click_at(&mut web, "map", "25%,50% of 400x300").expect("clicks");
    click_at(&mut web, "map", "8px,100%").expect("clicks");
    assert_eq!(said(&mut web), "click 100,150; click 8,299");
}

#[test]
fn a_way_over_a_drawing_is_gone_with_the_button_held() {
    let Some((mut web, _site)) = open("a_way_over_a_drawing_is_gone_with_the_button_held", DRAWING) else {
        return;
    };
    drag_along(&mut web, "map", "10%,10% 50%,10% 50%,90%").expect("drags");
    let told = said(&mut web);
    assert!(told.starts_with("from 40,30 by true to 200,270"), "{told}");
    // The button is up again.
    click_at(&mut web, "map", "0%,0%").expect("clicks");
    let told = said(&mut web);
    assert!(told.ends_with("click 0,0"), "{told}");
}

#[test]
fn what_is_no_point_of_it_is_refused_by_name() {
    let Some((mut web, _site)) = open("what_is_no_point_of_it_is_refused_by_name", DRAWING) else {
        return;
    };
    for at in ["middle", "50%", "50%,50% 60%,60%"] {
        let done = click_at(&mut web, "map", at);
        assert!(matches!(done, Err(DeviceError::NoPoint { .. })), "{at}: {done:?}");
    }
    for at in ["120%,50%", "-1px,50%", "401px,50%"] {
        let done = click_at(&mut web, "map", at);
        let beside = matches!(
            &done,
            Err(DeviceError::NoPoint {
                source: PointError::Beside,
                ..
            })
        );
        assert!(beside, "{at}: {done:?}");
    }
    assert!(refused(drag_along(&mut web, "map", "50%,50%")).contains("two or more"));
    assert!(refused(drag_along(&mut web, "map", "50%,50% 5000px,50%")).contains("beside the screen"));
    assert_eq!(said(&mut web), "nothing");
}

#[test]
fn shares_hold_on_a_drawing_of_another_size_and_are_refused_on_one_of_another_shape() {
    let html = DRAWING.replace("width: 400px; height: 300px", "width: 600px; height: 450px");
    let Some((mut web, _site)) = open("shares_hold_on_a_drawing_of_another_size", &html) else {
        return;
    };
    click_at(&mut web, "map", "25%,50% of 400x300").expect("clicks");
    assert_eq!(said(&mut web), "click 100,150");
    let html = DRAWING.replace("width: 400px; height: 300px", "width: 600px; height: 300px");
    let Some((mut web, _site)) = open("shares_are_refused_on_a_drawing_of_another_shape", &html) else {
        return;
    };
    let told = refused(click_at(&mut web, "map", "25%,50% of 400x300"));
    assert!(told.contains("400x300") && told.contains("600x300"), "{told}");
    assert_eq!(said(&mut web), "nothing");
}

#[test]
fn a_point_under_something_else_is_refused() {
    let html = DRAWING.replace(
        "</script>",
        "const r = map.getBoundingClientRect(); lid.style.cssText = `position: absolute; left: ${r.left + 80}px; top: ${r.top + 130}px; width: 60px; height: 60px`; lid.onclick = () => said.textContent = 'lid';</script>",
    );
    let Some((mut web, _site)) = open("a_point_under_something_else_is_refused", &html) else {
        return;
    };
    let told = refused(click_at(&mut web, "map", "25%,50%"));
    assert!(
        told.contains("covered there by") && told.contains("lid"),
        "{told}"
    );
    assert_eq!(said(&mut web), "nothing");
    click_at(&mut web, "map", "75%,50%").expect("clicks");
    assert_eq!(said(&mut web), "click 300,150");
}

const TEXTS: &str = r#"
    <p id=line>The quick <b>brown</b> fox&nbsp;jumps over
       the lazy dog, and the cat sleeps.</p>
    <p id=shut style="user-select: none">Nobody selects this.</p>
    <textarea id=note aria-label=Note rows=2>One line
and a second one</textarea>
    <button id=bold>Bold</button>
    <script>
      bold.addEventListener("mousedown", (it) => it.preventDefault());
      bold.addEventListener("click", () => { said.textContent = String(getSelection()).replace(/\s+/g, " "); });
    </script>"#;

#[test]
fn a_text_that_stands_once_is_selected() {
    let Some((mut web, _site)) = open("a_text_that_stands_once_is_selected", TEXTS) else {
        return;
    };
    for text in [
        "brown",
        "quick brown fox",
        "fox jumps over the lazy",
        "The",
        "sleeps.",
    ] {
        // What was selected before is selected no more.
        select_text(&mut web, "line", text).unwrap_or_else(|it| panic!("{text}: {it}"));
        let target = named(&mut web, "bold");
        web.act(&Action::Click { target }).expect("clicks");
        assert_eq!(said(&mut web), text);
    }
    for text in ["line\nand a", "second", "one"] {
        select_text(&mut web, "note", text).unwrap_or_else(|it| panic!("{text}: {it}"));
        let target = named(&mut web, "bold");
        web.act(&Action::Click { target }).expect("clicks");
        assert_eq!(said(&mut web), text.replace('\n', " "));
    }
}

#[test]
fn a_text_that_is_gone_or_stands_twice_or_cannot_be_selected_is_refused() {
    let Some((mut web, _site)) = open("a_text_that_is_gone_or_stands_twice", TEXTS) else {
        return;
    };
    assert!(refused(select_text(&mut web, "line", "red")).contains("does not show"));
    assert!(refused(select_text(&mut web, "line", "the")).contains("more than once"));
    // A part of a word is another word.
    assert!(refused(select_text(&mut web, "note", "sec")).contains("does not show"));
    assert!(refused(select_text(&mut web, "line", "row")).contains("does not show"));
    assert!(refused(select_text(&mut web, "shut", "selects")).contains("something else, or nothing"));
    assert!(refused(select_text(&mut web, "line", "")).contains("does not show"));
}
