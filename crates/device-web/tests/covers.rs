//! What lies over a page: modal dialogs, and bars that stand fast.

use autorpa_device_web::{Browser, Looks, Options, Page, find_chromium};
use device::DeviceError;
use testkit::{Part, there};
use ui::{Action, ElementId, Found, Key, Locator, Screen, find, overlay};

fn open(html: &str) -> Option<Page> {
    there(Part::Web, find_chromium())?;
    let options = Options {
        viewport: (600, 400),
        looks: Looks::Fixed,
        ..Options::default()
    };
    let mut page = Browser::launch(options)
        .expect("Chromium starts")
        .page()
        .expect("a page");
    let mut url = "data:text/html;charset=utf-8,".to_owned();
    for byte in format!("<!DOCTYPE html><title>Page</title>{html}").bytes() {
        url.push_str(&format!("%{byte:02X}"));
    }
    page.open(&url).expect("opens");
    Some(page)
}

fn one(screen: &Screen, text: &str) -> ElementId {
    let found = find(screen, &Locator::<String>::by(Key::Text, text));
    found.one().unwrap_or_else(|| panic!("{text}: {found:?}"))
}

fn said(page: &mut Page) -> String {
    let screen = page.observe().expect("observes");
    let found = find(&screen, &Locator::<String>::by(Key::ResourceName, "said")).one();
    let text = found.and_then(|it| screen.get(it)?.text.clone());
    text.unwrap_or_default()
}

const DIALOG: &str = r#"<p id=said>nothing</p><button onclick="said.textContent='page'">Save</button>
    <div style="position:fixed;inset:0;background:rgba(0,0,0,.4)" id=mask></div>
    <div role=dialog aria-modal=true style="position:fixed;left:100px;top:100px;width:300px;height:150px;background:#fff">
      <button onclick="said.textContent='dialog'">Save</button> <button onclick="this.parentElement.remove(); mask.remove()">Not now</button></div>"#;

#[test]
fn what_is_before_a_modal_dialog_is_meant_before_what_lies_behind_it() {
    let Some(mut page) = open(DIALOG) else { return };
    let screen = page.observe().expect("observes");
    // Both say the same: the one that can be pressed is meant.
    let save = one(&screen, "Save");
    page.act(&Action::Click { target: save }).expect("clicks");
    assert_eq!(said(&mut page), "dialog");
    let notice = overlay(&screen, None, false, |_| false).expect("a notice");
    assert!(notice.offers);
    page.act(&Action::Click {
        target: notice.closed_by,
    })
    .expect("closes");
    let screen = page.observe().expect("observes");
    assert!(!screen.elements.iter().any(ui::Element::is_behind));
    let save = one(&screen, "Save");
    page.act(&Action::Click { target: save }).expect("clicks");
    assert_eq!(said(&mut page), "page");
}

#[test]
fn what_only_floats_hides_nothing() {
    let page_with = |dialog: &str| {
        format!(
            r#"<button>Save</button><div role=dialog {dialog} style="position:fixed;right:0;bottom:0;background:#fff"><button>Save</button></div>"#
        )
    };
    // No modal dialog, and one that leaves the page to be pressed: both are there.
    for dialog in ["", "aria-modal=true"] {
        let Some(mut page) = open(&page_with(dialog)) else {
            return;
        };
        let screen = page.observe().expect("observes");
        let found = find(&screen, &Locator::<String>::by(Key::Text, "Save"));
        assert!(
            matches!(&found, Found::Many(all) if all.len() == 2),
            "{dialog}: {found:?}"
        );
    }
}

const BAR: &str = r#"<div style="position:fixed;left:0;right:0;bottom:0;height:80px;background:#223;color:#fff">
    We use cookies. <button onclick="said.textContent='consent'">Accept all</button></div>"#;

#[test]
fn what_lies_under_a_bar_is_used_all_the_same() {
    // The page scrolls on: it is scrolled out from under the bar.
    let middle = format!(
        r#"<p id=said>nothing</p><div style="height:290px"></div><div id=it onclick="said.textContent='pressed'">Open it</div>
        <div style="height:900px"></div>{BAR}"#
    );
    // It does not: a button is pressed by its key.
    let end = format!(
        r#"<p id=said>nothing</p><div style="height:290px"></div><button onclick="said.textContent='pressed'">Open it</button>{BAR}"#
    );
    for html in [middle, end] {
        let Some(mut page) = open(&html) else { return };
        let screen = page.observe().expect("observes");
        let target = one(&screen, "Open it");
        page.act(&Action::Click { target }).expect("clicks");
        assert_eq!(said(&mut page), "pressed");
    }
}

#[test]
fn what_no_key_presses_stays_covered() {
    let html = format!(
        r#"<p id=said>nothing</p><div style="height:300px"></div><div onclick="said.textContent='pressed'">Open it</div>{BAR}"#
    );
    let Some(mut page) = open(&html) else { return };
    let screen = page.observe().expect("observes");
    let target = one(&screen, "Open it");
    let refused = page.act(&Action::Click { target });
    assert!(
        matches!(refused, Err(DeviceError::OutOfReach { .. })),
        "{refused:?}"
    );
    assert_eq!(said(&mut page), "nothing");
}

/// A form whose calendar comes where its field has the focus, and goes where somebody presses outside of it. `around` is
/// what the form stands in, with `FORM` for it.
fn with_calendar(around: &str) -> String {
    let form = r#"<div id=form style="position:relative;width:300px;height:160px;padding:8px"><input id=day aria-label=Day>
        <p style="margin:30px 0 0"><button onclick="said.textContent+='saved '">Save</button></p>
        <div id=calendar style="display:none;position:absolute;left:0;top:34px;width:260px;height:100px;background:#fff"><button>1</button></div></div>
        <script>day.onfocus=()=>calendar.style.display='block';
        addEventListener('mousedown',(it)=>{if(!calendar.contains(it.target)&&it.target!==day)calendar.style.display='none'})</script>"#;
    format!("<p id=said></p>{}", around.replace("FORM", form))
}

#[test]
fn what_hangs_open_over_an_element_closes_where_somebody_presses_beside_it() {
    let plain = with_calendar("FORM");
    // Its own ground is no place outside of it: that closes the dialog.
    let dialog = with_calendar(
        r#"<div style="position:fixed;inset:0" onclick="if(event.target===this)said.textContent+='closed '">
        <div role=dialog aria-modal=true style="position:absolute;left:40px;top:40px;width:340px;height:220px;background:#eee">FORM</div></div>"#,
    );
    let row = with_calendar(
        r#"<div style="cursor:pointer;width:320px" onclick="if(event.target.id!=='day'&&event.target.localName!=='button')said.textContent+='row '">FORM</div>"#,
    );
    // Nothing says that this is a dialog.
    let unsaid = dialog.replace("role=dialog aria-modal=true ", "");
    for (page_with, expected) in [
        (&plain, "saved"),
        (&dialog, "saved"),
        (&unsaid, "saved"),
        (&row, "saved"),
    ] {
        let Some(mut page) = open(page_with) else { return };
        let screen = page.observe().expect("observes");
        let save = one(&screen, "Save");
        let day = find(&screen, &Locator::<String>::by(Key::ContentDescription, "Day"));
        let day = day.one().expect("the field");
        page.act(&Action::Click { target: day }).expect("clicks");
        page.act(&Action::Click { target: save })
            .unwrap_or_else(|it| panic!("{it}: {page_with}"));
        assert_eq!(said(&mut page).trim(), expected, "{page_with}");
    }
    // What no press closes is named, and a notice of the page is none of its calendars.
    let stays = with_calendar("FORM").replace("addEventListener", "(()=>{})");
    // What somebody has typed there would be lost.
    let typed_in =
        with_calendar("FORM").replace("<button>1</button>", "<input value='Day off'> name is taken");
    let notice = r#"<p id=said></p><button onclick="said.textContent='saved'">Save</button>
        <div role=dialog style="position:absolute;inset:0 50% 50% 0;background:#fff" onmousedown="this.remove()">Cookies</div>"#;
    for page_with in [&stays, &typed_in, notice] {
        let Some(mut page) = open(page_with) else { return };
        let screen = page.observe().expect("observes");
        let save = find(&screen, &Locator::<String>::by(Key::Text, "Save"));
        if let Some(day) = find(&screen, &Locator::<String>::by(Key::ContentDescription, "Day")).one() {
            page.act(&Action::Click { target: day }).expect("clicks");
        }
        if let Some(save) = save.one() {
            let refused = page.act(&Action::Click { target: save });
            assert!(
                matches!(refused, Err(DeviceError::OutOfReach { .. })),
                "{refused:?}: {page_with}"
            );
        }
        assert_eq!(said(&mut page), "");
    }
}

/// A menu that opens as the button goes down, as those of Radix do: the rest of the page takes nothing while it is open, a press beside
/// it closes it, and an entry is chosen as the button goes up.
const INERT: &str = r#"<p id=said>nothing</p><button id=more>Row actions</button>
    <div id=menu role=menu hidden style="position:fixed;left:20px;top:120px;width:200px;pointer-events:auto"><div role=menuitem id=entry tabindex=-1>Delete entry</div></div>
    <script>
    const open = (it) => { menu.hidden = !it; more.setAttribute('aria-expanded', it); document.body.style.pointerEvents = it ? 'none' : ''; };
    document.addEventListener('pointerdown', (event) => { if (!menu.hidden && !menu.contains(event.target)) open(false); }, true);
    more.addEventListener('pointerdown', () => open(true));
    entry.addEventListener('pointerup', () => { said.textContent = 'deleted'; open(false); });
    </script>"#;

#[test]
fn a_menu_that_opens_as_the_button_goes_down_stays_open() {
    let Some(mut page) = open(INERT) else { return };
    for (pressed, then) in [("Row actions", "nothing"), ("Delete entry", "deleted")] {
        let screen = page.observe().expect("observes");
        let target = one(&screen, pressed);
        page.act(&Action::Click { target }).expect("clicks");
        page.settle().expect("settles");
        assert_eq!(said(&mut page), then);
    }
}

/// A list whose entries are taken as the button goes down or up, and are gone before anything is clicked; what is taken is shown by a
/// button of the same name.
fn taken_by(event: &str) -> String {
    format!(
        r#"<p id=said>nothing</p><input id=field aria-label=Supplier onfocus="entries.innerHTML = '<li role=option id=one>Hazel</li>'; one.on{event} = take"
          onblur="entries.innerHTML = ''"><ul id=entries style="height:40px" onmousedown="event.preventDefault()"></ul><div id=chips></div><script>
        const take = () => {{
          chips.innerHTML = '<button onclick="said.textContent = \'opened\'">Hazel</button>';
          said.textContent = 'taken'; document.activeElement.blur();
        }};</script>"#
    )
}

#[test]
fn an_entry_that_goes_away_with_the_press_is_pressed_once() {
    for event in ["pointerdown", "pointerup"] {
        let Some(mut page) = open(&taken_by(event)) else {
            return;
        };
        for pressed in ["Supplier", "Hazel"] {
            let screen = page.observe().expect("observes");
            let named = |it: &ui::Element| it.words().any(|it| it == pressed);
            let target = screen.elements.iter().position(named).map(ElementId);
            let target = target.unwrap_or_else(|| panic!("{event}: no {pressed}"));
            page.act(&Action::Click { target })
                .unwrap_or_else(|it| panic!("{event}: {it}"));
            page.settle().expect("settles");
        }
        assert_eq!(said(&mut page), "taken", "{event}");
    }
}
