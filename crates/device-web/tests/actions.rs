//! Key chords, the other mouse button, drags, lists, files, dialogs, windows and links, on pages of our own.

use crate::opened;
use crate::site;

use std::{fs, time::Instant};

use autorpa_device_web::Web;
use device::{Device, DeviceError};
use opened::{by, look};
use site::Site;
use ui::{Action, Direction, ElementId, HardAction, Key, Locator, find};

/// A device on a page with this content, and the site that it comes from; none where there is no browser.
fn open(test: &str, html: &str) -> Option<(Web, Site)> {
    let other = |title: &str| format!("<!DOCTYPE html><title>{title}</title><p id=said>{title}</p>");
    let others = vec![
        ("second.html", other("Second")),
        ("twin.html", other("Twin")),
        ("other_twin.html", other("Twin")),
    ];
    opened::open(test, html, others)
}

#[test]
fn a_page_of_anybody_keeps_to_the_rules_of_devices() {
    let html = "<button>Go</button><a href=second.html>Second</a><input aria-label=Name>";
    let Some((mut web, _site)) = open("rules", html) else {
        return;
    };
    device::conformance::check_device(&mut web).unwrap_or_else(|broken| panic!("{broken}"));
}

fn at(web: &mut Web, text: &str) -> ElementId {
    by(&look(web), Key::Text, text)
}

fn field(web: &mut Web, label: &str) -> ElementId {
    by(&look(web), Key::Label, label)
}

fn said(web: &mut Web) -> String {
    let screen = look(web);
    let id = by(&screen, Key::ResourceName, "said");
    screen.elements[id.0].text.clone().unwrap_or_default()
}

fn click(web: &mut Web, text: &str) {
    let target = at(web, text);
    web.act(&Action::Click { target }).expect("clicks");
}

fn press(web: &mut Web, keys: &str) {
    let keys = keys.to_owned();
    web.act(&Action::PressKeys { keys }).expect("presses");
}

fn answer(web: &mut Web, accept: bool, text: Option<&str>) -> Result<(), DeviceError> {
    web.act(&Action::AnswerDialog {
        accept,
        text: text.map(str::to_owned),
    })
}

fn select(web: &mut Web, label: &str, option: &str) -> Result<(), DeviceError> {
    let target = field(web, label);
    let option = option.to_owned();
    web.act(&Action::SelectOption { target, option })
}

/// The words of a refusal; the device is there and has done nothing.
#[track_caller]
fn refused(done: Result<(), DeviceError>) -> String {
    let error = done.expect_err("is refused");
    assert!(error.is_refusal(), "{error}");
    error.to_string()
}

#[test]
fn a_date_in_parts_of_the_pages_own_takes_each_number() {
    let Some((mut web, _site)) = open("a_date_in_parts", include_str!("parts.html")) else {
        return;
    };
    for (label, text) in [
        ("Day", "5"),
        ("Month", "01"),
        ("Year", "1999"),
        ("Day of departure", "24"),
        ("Month of departure", "12"),
        ("Year of departure", "2026"),
        ("Day", "31"),
    ] {
        let screen = look(&mut web);
        let target = by(&screen, Key::ContentDescription, label);
        web.act(&Action::InputText {
            target: Some(target),
            text: text.to_owned(),
            clear: true,
        })
        .unwrap_or_else(|error| panic!("{label}: {error}"));
    }
    click(&mut web, "Book");
    let screen = look(&mut web);
    by(&screen, Key::Text, "31.01.1999.24.12.2026");
}

#[test]
fn a_slider_of_the_pages_own_is_brought_to_a_value_by_keys() {
    let Some((mut web, _site)) = open("a_slider_of_the_pages_own", include_str!("sliders.html")) else {
        return;
    };
    let slide = |web: &mut Web, label: &str, text: &str| {
        let screen = look(web);
        let own = |it: &ui::Element| it.is(ui::Role::Slider) && it.words().any(|it| it == label);
        let target = screen
            .iter()
            .find(|(_, it)| own(it))
            .unwrap_or_else(|| panic!("{label}"))
            .0;
        web.act(&Action::InputText {
            target: Some(target),
            text: text.to_owned(),
            clear: true,
        })
    };
    for (label, text) in [
        ("Volume", "73"),
        ("Depth", "35"),
        ("Lowest price", "15"),
        ("Highest price", "100"),
    ] {
        slide(&mut web, label, text).unwrap_or_else(|error| panic!("{label}: {error}"));
    }
    // Between two places, beyond the end, and no number.
    for (text, why) in [
        ("12", "can't stand there"),
        ("900", "does not go there"),
        ("half", "takes a number"),
    ] {
        let said = refused(slide(&mut web, "Depth", text));
        assert!(said.contains(why), "{said}");
    }
    slide(&mut web, "Depth", "35").expect("where it stood");
    click(&mut web, "Book");
    by(&look(&mut web), Key::Text, "73 35 15 100");
    // What lies over it keeps it.
    let screen = look(&mut web);
    let target = by(&screen, Key::ContentDescription, "Depth");
    let cover = by(&screen, Key::Text, "Cover");
    web.act(&Action::Click { target: cover }).expect("covers it");
    let covered = web.act(&Action::InputText {
        target: Some(target),
        text: "5".to_owned(),
        clear: true,
    });
    let covered = covered.expect_err("it is covered");
    assert!(covered.to_string().contains("lies under"), "{covered}");
}

#[test]
fn chords_go_where_the_focus_is() {
    let html = r#"<label>Name <input id=name value="Ada Lovelace"></label><label>Next <input id=next></label>
        <script>
          const keys = [];
          addEventListener("keydown", (it) => {
            if (!it.isTrusted || /^(Control|Shift|Alt|Meta)$/.test(it.key)) return;
            keys.push((it.ctrlKey ? "C" : "") + (it.altKey ? "A" : "") + (it.shiftKey ? "S" : "") + it.key + "/" + it.code);
            said.textContent = keys.join(" ");
          });
        </script>"#;
    let Some((mut web, _site)) = open("chords_go_where_the_focus_is", html) else {
        return;
    };
    let name = field(&mut web, "Name");
    web.act(&Action::Click { target: name }).expect("clicks");
    for keys in [
        "Escape",
        "Control+A",
        "x",
        "Shift+y",
        "Shift+1",
        "Shift+Home",
        "Shift+ArrowRight",
    ] {
        press(&mut web, keys);
    }
    assert_eq!(
        said(&mut web),
        "Escape/Escape Ca/KeyA x/KeyX SY/KeyY S!/Digit1 SHome/Home SArrowRight/ArrowRight"
    );
    let held = |web: &mut Web, field: ElementId| look(web).elements[field.0].held_text().to_owned();
    assert_eq!(held(&mut web, name), "xY!", "all was selected and replaced");
    // What is selected now is `Y!`.
    press(&mut web, "Delete");
    assert_eq!(held(&mut web, name), "x");
    for keys in ["Tab", "Space", "z"] {
        press(&mut web, keys);
    }
    let next = field(&mut web, "Next");
    assert!(look(&mut web).elements[next.0].focused);
    assert_eq!(held(&mut web, next).trim(), "z");
    press(&mut web, "Shift+Tab");
    assert!(look(&mut web).elements[name.0].focused);
    press(&mut web, "Control+Alt+F2");
    let keys = "Control+Any".to_owned();
    let refused = web.act(&Action::PressKeys { keys });
    assert!(matches!(refused, Err(DeviceError::NoKeys { .. })), "{refused:?}");
    assert!(said(&mut web).ends_with("CAF2/F2"), "{}", said(&mut web));
}

#[test]
fn the_right_button_opens_the_pages_own_menu() {
    let html = r#"<button oncontextmenu="event.preventDefault(); said.textContent = 'menu ' + event.isTrusted + event.button"
          onclick="said.textContent = 'clicked'">Row</button>"#;
    let Some((mut web, _site)) = open("the_right_button_opens_the_pages_own_menu", html) else {
        return;
    };
    let target = at(&mut web, "Row");
    web.act(&Action::RightClick { target }).expect("presses");
    assert_eq!(said(&mut web), "menu true2");
    click(&mut web, "Row");
    assert_eq!(said(&mut web), "clicked");
}

const DRAGS: &str = r#"<style>div { width: 120px; height: 40px; border: 1px solid; user-select: none }</style>
    <div id=card draggable=true>Card</div><div id=knob>Knob</div>
    <div style="height: 1500px; border: 0"></div><div id=basket>Basket</div>
    <script>
      const tell = (it) => said.textContent += " " + it;
      card.addEventListener("dragstart", (it) => it.dataTransfer.setData("text/plain", "the card"));
      card.addEventListener("dragend", (it) => tell("ended"));
      basket.addEventListener("dragover", (it) => it.preventDefault());
      basket.addEventListener("drop", (it) => { it.preventDefault(); tell(it.isTrusted + " " + it.dataTransfer.getData("text/plain")); });
      let held = false;
      knob.addEventListener("pointerdown", () => held = true);
      addEventListener("pointerup", (it) => { if (held && basket.contains(it.target)) tell("knob"); held = false; });
      addEventListener("click", (it) => { if (it.target === basket) tell("clicked"); });
    </script>"#;

#[test]
fn things_are_dragged_below_the_fold_in_both_ways() {
    let Some((mut web, _site)) = open("things_are_dragged_below_the_fold_in_both_ways", DRAGS) else {
        return;
    };
    let said = |web: &mut Web| {
        let value = web.observe().expect("observes");
        let on_top = find(&value, &Locator::<String>::by(Key::ResourceName, "said")).one();
        on_top.map(|it| value.elements[it.0].text.clone().unwrap_or_default())
    };
    for (what, then) in [
        ("Card", "nothing true the card ended"),
        ("Knob", "nothing true the card ended knob"),
    ] {
        let target = at(&mut web, what);
        let to = at(&mut web, "Basket");
        web.act(&Action::DragTo { target, to }).expect("drags");
        let shown = said(&mut web);
        assert_eq!(shown.as_deref(), Some(then), "{what}");
    }
    // The button is up again, and the next press is a press.
    let target = at(&mut web, "Basket");
    web.act(&Action::Click { target }).expect("clicks");
    assert_eq!(
        said(&mut web).as_deref(),
        Some("nothing true the card ended knob clicked")
    );
}

#[test]
fn an_option_is_chosen_in_its_own_list() {
    let html = r#"<label>From <select id=from><option>None<option>Same<option disabled>Gone</select></label>
        <label>To <select id=to onchange="said.textContent = from.value + ' ' + to.value">
          <option>None<option>Same<option>Twice<option>Twice</select></label>
        <label>Many <select id=many multiple size=4><option>One<option>Two<option>Three</select></label>
        <label>Off <select disabled><option>None<option>Same</select></label>
        <label>Text <input></label>"#;
    let Some((mut web, _site)) = open("an_option_is_chosen_in_its_own_list", html) else {
        return;
    };
    select(&mut web, "To", "Same").expect("chooses");
    assert_eq!(said(&mut web), "None Same");
    for option in ["Three", "One", "One"] {
        select(&mut web, "Many", option).expect("chooses");
    }
    let screen = look(&mut web);
    let on = |it: &str| screen.elements[by(&screen, Key::Text, it).0].selected;
    assert_eq!([on("One"), on("Two"), on("Three")], [true, false, true]);
    // Which field, what was asked for, what there is and what is like it: so that whoever reads it can put it right.
    for (label, option, what) in [
        (
            "To",
            "Twice",
            "the list \"To\" has 2 options \"Twice\"; it has \"None\", \"Same\", \"Twice\"",
        ),
        (
            "To",
            "Sam",
            "the list \"To\" has no option \"Sam\"; it has \"None\", \"Same\", \"Twice\"; like it: \"Same\"",
        ),
    ] {
        assert_eq!(refused(select(&mut web, label, option)), what);
    }
    for (label, option, what) in [
        (
            "From",
            "Gon",
            "the list \"From\" has no option \"Gon\"; it has \"None\", \"Same\", \"Gone\"; like it: \"Gone\"",
        ),
        (
            "To",
            "Twice",
            "the list \"To\" has 2 options \"Twice\"; it has \"None\", \"Same\", \"Twice\"",
        ),
    ] {
        let target = Some(field(&mut web, label));
        let typed = web.act(&Action::InputText {
            target,
            text: option.to_owned(),
            clear: true,
        });
        assert_eq!(refused(typed), what);
    }
    for (label, option, reason) in [
        ("From", "Gone", "it can't be chosen, it is disabled"),
        ("Off", "Same", "it can't be chosen, it is disabled"),
        ("Text", "Same", "it is no list of options"),
    ] {
        let said = refused(select(&mut web, label, option));
        assert_eq!(said, format!("\"{option}\" can't be put there: {reason}"));
    }
}

#[test]
fn an_option_is_chosen_whatever_the_page_does_with_the_keys_of_its_list() {
    let html = r#"<label>Month <select id=month onkeydown="if (/^Arrow/.test(event.key)) event.preventDefault()"
          onchange="said.textContent += this.value + ' '"><option>January<option>February<option>March</select></label>
        <label>More <select id=more onchange="said.textContent += this.value + ' '; this.selectedIndex = 0">
          <option>-<option>Copy<option>Delete</select></label>"#;
    let name = "an_option_is_chosen_whatever_the_page_does_with_the_keys_of_its_list";
    let Some((mut web, _site)) = open(name, html) else {
        return;
    };
    select(&mut web, "Month", "March").expect("chooses");
    assert!(said(&mut web).ends_with("March"), "{}", said(&mut web));
    let month = field(&mut web, "Month");
    let shows = look(&mut web).get(month).and_then(|it| it.value.clone());
    assert_eq!(shows.as_deref(), Some("March"));
    // A list of things to do is as before once it has heard what is to be done: that is done once.
    select(&mut web, "More", "Copy").expect("chooses");
    assert!(said(&mut web).ends_with("March Copy"), "{}", said(&mut web));
}

#[test]
fn files_are_given_to_fields_and_to_buttons_that_ask() {
    let html = r#"<label>One <input id=one type=file></label>
        <input id=many type=file multiple hidden><button onclick="many.click()">Attach</button><button>Nothing</button>
        <script>for (const it of [one, many]) it.addEventListener("change", (event) =>
          said.textContent = it.id + " " + event.isTrusted + " " + [...it.files].map((it) => it.name + ":" + it.size).join(","));</script>"#;
    let Some((mut web, _site)) = open("files_are_given_to_fields_and_to_buttons_that_ask", html) else {
        return;
    };
    let dir = tempfile::tempdir().expect("a directory");
    let file = |name: &str, text: &str| {
        let path = dir.path().join(name);
        fs::write(&path, text).expect("writes");
        path.to_string_lossy().into_owned()
    };
    let (a, b) = (file("a.txt", "12"), file("b c.txt", "123"));
    let give =
        |web: &mut Web, target: ElementId, files: String| web.act(&Action::UploadFiles { target, files });
    let one = field(&mut web, "One");
    give(&mut web, one, a.clone()).expect("gives");
    assert_eq!(said(&mut web), "one true a.txt:2");
    let attach = at(&mut web, "Attach");
    give(&mut web, attach, format!("{a}\n{b}\n")).expect("gives");
    assert_eq!(said(&mut web), "many true a.txt:2,b c.txt:3");
    let nothing = at(&mut web, "Nothing");
    let missing = dir.path().join("missing.txt").to_string_lossy().into_owned();
    let folder = dir.path().to_string_lossy().into_owned();
    for (target, files, reason) in [
        (one, missing, "there is no such file"),
        (one, folder, "it is no file"),
        (one, String::new(), "it names no file"),
        (one, format!("{a}\n{b}"), "the field takes one file"),
        (nothing, a, "nothing there asks for files"),
    ] {
        let said = refused(give(&mut web, target, files));
        assert!(said.ends_with(reason), "{said}");
    }
    assert_eq!(said(&mut web), "many true a.txt:2,b c.txt:3", "nothing was done");
}

#[test]
fn a_dialog_is_a_screen_that_is_answered() {
    let html = r#"<button onclick="said.textContent = [confirm('Sure?'), prompt('Name?', 'Ada'), prompt('Again?', 'x')].join()">Ask</button>
        <button onclick="setTimeout(() => { alert('Late'); said.textContent = 'seen' }, 300)">Later</button>"#;
    let Some((mut web, _site)) = open("a_dialog_is_a_screen_that_is_answered", html) else {
        return;
    };
    let began = Instant::now();
    click(&mut web, "Ask");
    let screen = look(&mut web);
    let texts: Vec<_> = screen
        .elements
        .iter()
        .filter_map(|it| it.text.as_deref())
        .collect();
    assert_eq!(texts, ["Sure?", "OK", "Cancel"]);
    let png = web.screenshot().expect("has a picture");
    assert!(png.starts_with(b"\x89PNG"));
    // Nothing else is done meanwhile, and no text is given to what asks for none.
    let everything: [HardAction; 3] = [
        Action::NavigateBack,
        Action::InputText {
            target: None,
            text: "x".to_owned(),
            clear: false,
        },
        Action::Click { target: ElementId(0) },
    ];
    for it in everything {
        assert_eq!(
            refused(web.act(&it)),
            "a dialog is open (\"Sure?\") and has to be answered first"
        );
    }
    assert!(refused(answer(&mut web, true, Some("x"))).ends_with("the dialog asks for no text"));
    answer(&mut web, false, None).expect("answers");
    let screen = look(&mut web);
    let prompt = &screen.elements[by(&screen, Key::Label, "Name?").0];
    assert_eq!((prompt.text.as_deref(), prompt.editable), (Some("Ada"), true));
    answer(&mut web, true, Some("Grace")).expect("answers");
    // Its buttons answer it too.
    click(&mut web, "OK");
    assert_eq!(said(&mut web), "false,Grace,x");
    assert_eq!(refused(answer(&mut web, true, None)), "no dialog is open");
    // One that opens a moment later is waited for.
    click(&mut web, "Later");
    answer(&mut web, true, None).expect("answers");
    assert_eq!(said(&mut web), "seen");
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
}

#[test]
fn windows_are_gone_to_by_title_or_address() {
    let html = r#"<a href=second.html target=_blank>To the second</a> <a href=twin.html target=_blank>To a twin</a>
        <a href=other_twin.html target=_blank>To the other twin</a>"#;
    let Some((mut web, site)) = open("windows_are_gone_to_by_title_or_address", html) else {
        return;
    };
    let go = |web: &mut Web, title: &str| {
        let title = title.to_owned();
        web.act(&Action::SwitchWindow { title })
    };
    for link in ["To the second", "To a twin", "To the other twin"] {
        click(&mut web, link);
        assert_ne!(said(&mut web), "nothing");
        go(&mut web, "First").expect("goes");
        assert_eq!(said(&mut web), "nothing");
    }
    go(&mut web, "Second").expect("goes");
    assert_eq!(said(&mut web), "Second");
    let address = site.url("127.0.0.1", "other_twin.html");
    go(&mut web, &address).expect("goes");
    assert_eq!(look(&mut web).activity, "/other_twin.html Twin");
    assert_eq!(
        refused(go(&mut web, "Twin")),
        "2 windows have the title or the address \"Twin\""
    );
    let none = refused(go(&mut web, "Third"));
    assert!(none.contains("\"Third\"") && none.contains("Second"), "{none}");
    assert_eq!(look(&mut web).activity, "/other_twin.html Twin");
}

#[test]
fn only_addresses_of_the_web_are_opened() {
    let Some((mut web, site)) = open("only_addresses_of_the_web_are_opened", "") else {
        return;
    };
    let follow = |web: &mut Web, link: &str| {
        let link = link.to_owned();
        web.act(&Action::OpenLink { link })
    };
    follow(&mut web, &site.url("127.0.0.1", "second.html")).expect("opens");
    assert_eq!(said(&mut web), "Second");
    for link in [
        "file:///etc/hostname",
        "javascript:said.remove()",
        "data:text/html,x",
        "second.html",
    ] {
        let said = refused(follow(&mut web, link));
        assert!(said.contains("http:// or https://"), "{said}");
    }
    let nobody = refused(follow(&mut web, "http://127.0.0.1:1/"));
    assert!(nobody.contains("can't load"), "{nobody}");
    // A page of this machine may lead to another one.
    let dir = tempfile::tempdir().expect("a directory");
    for name in ["a", "b"] {
        let page = format!("<!DOCTYPE html><title>{name}</title><p id=said>{name}</p>");
        fs::write(dir.path().join(format!("{name}.html")), page).expect("writes");
    }
    let url = |name: &str| format!("file://{}/{name}.html", dir.path().display());
    let mut local = Web::open(&url("a")).expect("Chromium starts");
    follow(&mut local, &url("b")).expect("opens");
    assert_eq!(said(&mut local), "b");
}

/// The wheel turned to the side over a page that can't scroll there is Chromium's gesture for "back".
#[test]
fn a_turn_of_the_wheel_to_the_side_does_not_leave_the_page() {
    let html = "<a href=second.html>Go on</a>";
    let Some((mut web, _site)) = open("a wheel to the side", html) else {
        return;
    };
    click(&mut web, "Go on");
    for direction in [Direction::Left, Direction::Right] {
        let target = None;
        web.act(&Action::Scroll { target, direction }).expect("scrolls");
        assert_eq!(said(&mut web), "Second");
    }
}

#[test]
fn a_press_that_makes_the_page_draw_anew_has_clicked_nothing() {
    // Leaving the field filters the rows: what was pressed is not there any more when the button is released.
    let html = r#"<p><label for=f>Filter</label> <input id=f></p><div id=rows></div><button id=open onmousedown="this.remove(); said.textContent = 'opened'">Open</button>
        <script>
        const draw = () => { rows.innerHTML = ['Ann', 'Bob', 'Bo'].filter((it) => it.includes(f.value))
          .map((it) => `<p>${it} <button onclick="said.textContent = 'gone: ${it}'">Delete ${it}</button></p>`).join(''); };
        f.onchange = draw; draw();</script>"#;
    let Some((mut web, _site)) = open("draws anew", html) else {
        return;
    };
    let target = Some(field(&mut web, "Filter"));
    let (text, clear) = ("Bo".to_owned(), true);
    web.act(&Action::InputText { target, text, clear })
        .expect("types");
    let target = at(&mut web, "Delete Bob");
    let again = web.act(&Action::Click { target });
    assert!(matches!(again, Err(DeviceError::NoElement { .. })), "{again:?}");
    assert_eq!(said(&mut web), "nothing");
    click(&mut web, "Delete Bob");
    assert_eq!(said(&mut web), "gone: Bob");
    // What goes away with its press by itself was pressed.
    click(&mut web, "Open");
    assert_eq!(said(&mut web), "opened");
}

/// A slider that is made of other elements is brought to its ends by the keys that its pattern has.
#[test]
fn a_slider_of_the_pages_own_is_slid_by_its_keys() {
    let html = "<div id=dial role=slider tabindex=0 aria-label=Heat aria-valuemin=0 aria-valuemax=9 aria-valuenow=5>5</div>
        <script>
        dial.onkeydown = (event) => {
          const to = { Home: 0, End: 9 }[event.key];
          if (to !== undefined) { dial.textContent = to; dial.setAttribute('aria-valuenow', to); said.textContent = to; }
        };
        </script>";
    let Some((mut web, _site)) = open("a slider of the page's own", html) else {
        return;
    };
    for (direction, end) in [(Direction::Right, "9"), (Direction::Left, "0")] {
        let target = Some(by(&look(&mut web), Key::ResourceName, "dial"));
        web.act(&Action::Scroll { target, direction }).expect("slides");
        assert_eq!(said(&mut web), end);
    }
}

#[test]
fn a_colour_is_set_as_a_choice_in_the_browser_s_own_window_sets_it() {
    let html = r##"<p><label for=c>Background</label> <input id=c type=color value="#000000"></p>
        <p><label for=d>Border</label> <input id=d type=color value="#000000" disabled></p>
        <p><label for=t>Name of a colour</label> <input id=t></p><script>
        c.onchange = () => said.textContent += ' chosen ' + c.value;
        document.oninput = (it) => said.textContent += ' heard ' + it.target.id + '=' + it.target.value;</script>"##;
    let Some((mut web, _site)) = open("colours", html) else {
        return;
    };
    let mut type_into = |label: &str, text: &str| {
        let target = Some(field(&mut web, label));
        let text = text.to_owned();
        let typed = web.act(&Action::InputText {
            target,
            text,
            clear: true,
        });
        (typed.is_ok(), said(&mut web))
    };
    let first = "nothing heard c=#ff8800 chosen #ff8800".to_owned();
    assert_eq!(type_into("Background", "#FF8800"), (true, first.clone()));
    // The same again is no choice.
    assert_eq!(type_into("Background", "#ff8800"), (true, first.clone()));
    for (label, text) in [
        ("Background", "orange"),
        ("Background", "#f80"),
        ("Border", "#ff8800"),
    ] {
        assert_eq!(type_into(label, text), (false, first.clone()), "{label} {text}");
    }
    // A text that looks like a colour is a text.
    assert!(type_into("Name of a colour", "#f80").1.contains("heard t=#f80"));
}
