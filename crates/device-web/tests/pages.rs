//! Pages of our own, read and acted on through a real browser.
#![expect(clippy::print_stderr, reason = "one test tells another about its browser")]

use autorpa_device_web::{Browser, Options, Web, find_chromium};
use device::{Device, DeviceError};
use testkit::{Part, there};
use ui::{Action, Direction, Element, ElementId, Key, Locator, Screen, element_list, find};

fn open(html: &str) -> Option<Web> {
    there(Part::Web, find_chromium())?;
    let options = Options {
        viewport: (600, 400),
        ..Options::default()
    };
    let mut url = "data:text/html;charset=utf-8,".to_owned();
    for byte in format!("<!DOCTYPE html><title>Fixture</title>{html}").bytes() {
        url.push_str(&format!("%{byte:02X}"));
    }
    Some(Web::open_with(&url, options).expect("Chromium starts"))
}

fn look(web: &mut Web) -> Screen {
    web.observe().expect("observes")
}

fn at(screen: &Screen, locator: &Locator) -> ElementId {
    find(screen, locator)
        .one()
        .unwrap_or_else(|| panic!("{locator} is not exactly one thing on {:#?}", names(screen)))
}

fn names(screen: &Screen) -> Vec<String> {
    screen.elements.iter().map(Element::name).collect()
}

fn get<'a>(screen: &'a Screen, key: Key, value: &str) -> &'a Element {
    &screen.elements[at(screen, &Locator::by(key, value)).0]
}

fn click(web: &mut Web, key: Key, value: &str) {
    let target = at(&look(web), &Locator::by(key, value));
    web.act(&Action::Click { target }).expect("clicks");
}

fn fill(web: &mut Web, key: Key, value: &str, text: &str, clear: bool) {
    let target = Some(at(&look(web), &Locator::by(key, value)));
    web.act(&Action::InputText {
        target,
        text: text.to_owned(),
        clear,
    })
    .expect("types");
}

fn shown(web: &mut Web, id: &str) -> String {
    get(&look(web), Key::ResourceName, id)
        .text
        .clone()
        .unwrap_or_default()
}

/// The list that models are shown, without boxes.
fn listed(web: &mut Web) -> Vec<String> {
    let list = element_list(&look(web));
    let unboxed = |it: &str| it.split(",\"box\"").next().map(str::to_owned);
    list.lines().filter_map(unboxed).collect()
}

#[test]
fn a_list_has_empty_cells_one_line_for_what_is_below_and_no_words_twice() {
    let html = r#"<style>#row span { display: inline-block; width: 30px; height: 30px; border: 1px solid black }
        .mark-x { content: url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>") }
        p { height: 30px; margin: 0 }</style>
        <div id=row><span id=left></span><span id=right></span></div>
        <label><input type=checkbox> News</label>
        <div id=menu style="height:30px;overflow:auto"><p>Soup</p><p>Fish</p><p>Cake</p></div>
        <script>document.getElementById("left").addEventListener("click", (it) => it.target.className = "mark-x")</script>"#;
    let Some(mut web) = open(html) else { return };
    let below = [
        r#"{"index":1,"class_name":"span","resource_name":"right""#,
        r#"{"index":3,"label":"News","role":"checkbox","class_name":"input","type":"checkbox","checked":false"#,
        r#"{"index":4,"class_name":"div","resource_name":"menu","additional_actions":["swipe"]"#,
        r#"{"index":5,"text":"Soup","class_name":"p""#,
        r#"{"out_of_view":["Fish","Cake"]}"#,
    ];
    let before = listed(&mut web);
    assert_eq!(
        before[0],
        r#"{"index":0,"class_name":"span","resource_name":"left""#
    );
    assert_eq!(before[1..], below);
    click(&mut web, Key::ResourceName, "left");
    let after = listed(&mut web);
    assert!(
        after[0].contains(r#""content_description":"mark-x""#),
        "{after:?}"
    );
    assert_eq!(after[1..], below);
}

#[test]
fn elements_say_what_a_person_sees() {
    let html = r#"<h1>Sign <b>up</b></h1>
        <label for=n>Your name</label><input id=n placeholder="Ada Lovelace" title="as on the card">
        <label>Mail <input name=mail type=email value="a@b.c"></label>
        <input type=checkbox id=c checked> Send news
        <button aria-label="Help me" style="text-transform:uppercase">?</button>
        <button disabled>Go <i>now</i></button>
        <a href="/next">Next</a>
        <div id=box style="width:20px;height:20px;background-color:olive"></div>
        <svg width=90 height=40><circle cx=10 cy=10 r=8 fill=red /><rect x=30 y=2 width=30 height=30 fill=blue /></svg>
        <p style="display:none">never</p><p style="visibility:hidden">nor this</p>
        <input type=password id=p value=secret>"#;
    let Some(mut web) = open(html) else {
        return;
    };
    let screen = look(&mut web);
    assert_eq!(
        get(&screen, Key::Role, "heading").text.as_deref(),
        Some("Sign up")
    );
    let name = get(&screen, Key::ResourceName, "n");
    assert_eq!(name.label.as_deref(), Some("Your name"));
    assert_eq!(name.hint_text.as_deref(), Some("Ada Lovelace"));
    assert_eq!(name.tooltip.as_deref(), Some("as on the card"));
    assert_eq!(
        (name.value.as_deref(), name.editable, name.clickable),
        (Some(""), true, true)
    );
    let mail = get(&screen, Key::Name, "mail");
    assert_eq!(
        (mail.label.as_deref(), mail.value.as_deref()),
        (Some("Mail"), Some("a@b.c"))
    );
    let news = get(&screen, Key::ResourceName, "c");
    assert_eq!(
        (news.label.as_deref(), news.checkable, news.checked),
        (Some("Send news"), true, true)
    );
    assert_eq!(
        get(&screen, Key::ContentDescription, "Help me").text.as_deref(),
        Some("?")
    );
    assert!(!get(&screen, Key::Text, "Go now").enabled);
    assert_eq!(get(&screen, Key::Text, "Next").role.as_deref(), Some("link"));
    assert_eq!(
        get(&screen, Key::ResourceName, "box").attributes["color"],
        "olive"
    );
    let circle = get(&screen, Key::Shape, "circle");
    assert_eq!(
        (
            circle.attributes["color"].as_str(),
            circle.attributes["size"].as_str()
        ),
        ("red", "small")
    );
    let rectangle = get(&screen, Key::Shape, "rectangle");
    assert_eq!(
        (
            rectangle.attributes["color"].as_str(),
            rectangle.attributes["size"].as_str()
        ),
        ("blue", "large")
    );
    let password = get(&screen, Key::ResourceName, "p");
    assert!(password.password && password.value.as_deref() == Some("••••••"));
    assert!(
        !names(&screen)
            .iter()
            .any(|it| it.contains("never") || it.contains("nor this")),
        "{screen:#?}"
    );
    assert_eq!(screen.size, (600, 400));
}

#[test]
fn frames_and_shadow_roots_are_part_of_the_page() {
    let html = r#"<p id=said>nothing</p>
        <iframe id=f width=300 height=100 srcdoc="<button onclick=&quot;parent.document.getElementById('said').textContent='framed'&quot;>In the frame</button><input id=inner>"></iframe>
        <div id=host></div>
        <script>
          const root = document.getElementById("host").attachShadow({mode: "open"});
          root.innerHTML = "<button>In the shadow</button>";
          root.querySelector("button").onclick = () => { document.getElementById("said").textContent = "shaded"; };
        </script>"#;
    let Some(mut web) = open(html) else {
        return;
    };
    click(&mut web, Key::Text, "In the frame");
    assert_eq!(shown(&mut web, "said"), "framed");
    click(&mut web, Key::Text, "In the shadow");
    assert_eq!(shown(&mut web, "said"), "shaded");
    fill(&mut web, Key::ResourceName, "inner", "typed", false);
    let screen = look(&mut web);
    assert_eq!(
        get(&screen, Key::ResourceName, "inner").value.as_deref(),
        Some("typed")
    );
}

#[test]
fn lists_open_and_closed_are_chosen_from() {
    let html = r#"<select id=one onchange="log(this.value)"><option>Ada<option disabled>Bob<option>Cid<option>Dan</select>
        <select id=many multiple size=3><option>Red<option>Green<option>Blue<option>Cyan<option>Pink</select>
        <p id=said></p><script>let n = 0; const log = (it) => { document.getElementById("said").textContent = ++n + " " + it; };</script>"#;
    let Some(mut web) = open(html) else {
        return;
    };
    click(&mut web, Key::Text, "Dan");
    assert_eq!(shown(&mut web, "said"), "1 Dan", "one choice is one change");
    assert_eq!(
        get(&look(&mut web), Key::ResourceName, "one").value.as_deref(),
        Some("Dan")
    );
    fill(&mut web, Key::ResourceName, "one", "Cid", false);
    assert_eq!(shown(&mut web, "said"), "2 Cid");
    click(&mut web, Key::Text, "Green");
    click(&mut web, Key::Text, "Pink");
    let screen = look(&mut web);
    let chosen: Vec<_> = screen
        .elements
        .iter()
        .filter(|it| it.selected)
        .filter_map(|it| it.text.as_deref())
        .collect();
    assert_eq!(chosen, ["Cid", "Green", "Pink"]);
}

#[test]
fn dates_and_times_are_typed_part_by_part() {
    let html = "<input type=date id=d value=1999-01-01><input type=time id=t><input type=datetime-local id=dt><input type=month id=m>";
    let Some(mut web) = open(html) else {
        return;
    };
    fill(&mut web, Key::ResourceName, "d", "05/20/2010", true);
    fill(&mut web, Key::ResourceName, "t", "9:37 PM", true);
    fill(&mut web, Key::ResourceName, "dt", "2024-02-29 08:05", true);
    fill(&mut web, Key::ResourceName, "m", "2024-03", true);
    let screen = look(&mut web);
    let value = |id: &str| {
        get(&screen, Key::ResourceName, id)
            .value
            .clone()
            .unwrap_or_default()
    };
    assert_eq!(
        (value("d").as_str(), value("t").as_str()),
        ("2010-05-20", "21:37")
    );
    assert_eq!(
        (value("dt").as_str(), value("m").as_str()),
        ("2024-02-29T08:05", "2024-03")
    );
    let target = Some(at(&screen, &Locator::by(Key::ResourceName, "d")));
    let refused = web.act(&Action::InputText {
        target,
        text: "soon".to_owned(),
        clear: true,
    });
    assert!(
        matches!(refused, Err(DeviceError::NotTaken { .. })),
        "{refused:?}"
    );
}

#[test]
fn typing_clears_or_appends_and_pages_hear_it() {
    let html = r#"<input id=a value=old oninput="ins.textContent=this.value" onkeyup="ups.textContent=this.value">
        <textarea id=b>one</textarea><p id=ins></p><p id=ups></p><div id=c contenteditable>rich</div>"#;
    let Some(mut web) = open(html) else {
        return;
    };
    fill(&mut web, Key::ResourceName, "a", "new", true);
    assert_eq!(
        (shown(&mut web, "ins"), shown(&mut web, "ups")),
        ("new".to_owned(), "new".to_owned())
    );
    fill(&mut web, Key::ResourceName, "a", "er", false);
    fill(&mut web, Key::ResourceName, "b", " two\nthree", false);
    fill(&mut web, Key::ResourceName, "c", "poor", true);
    let screen = look(&mut web);
    assert_eq!(
        get(&screen, Key::ResourceName, "a").value.as_deref(),
        Some("newer")
    );
    assert_eq!(
        get(&screen, Key::ResourceName, "b").value.as_deref(),
        Some("one two\nthree")
    );
    assert_eq!(
        get(&screen, Key::ResourceName, "c").value.as_deref(),
        Some("poor")
    );
    fill(&mut web, Key::ResourceName, "a", "", true);
    assert_eq!(
        get(&look(&mut web), Key::ResourceName, "a").value.as_deref(),
        Some("")
    );
}

#[test]
fn a_list_that_hangs_on_another_field_closes_where_the_next_is_typed_into() {
    let page = |open: &str| {
        format!(
            r#"<style>input{{position:absolute;left:0}}#list{{position:absolute;top:30px;left:0;width:400px;height:100px;background:#fff;{open}}}#a:focus~#list{{display:block}}</style>
            <input id=a placeholder=Tag style="top:0"><input id=b placeholder=Name style="top:60px"><div id=list>one<br>two</div>"#
        )
    };
    let typed = |web: &mut Web, screen: &Screen, hint: &str| {
        let target = Some(at(screen, &Locator::by(Key::HintText, hint)));
        let (text, clear) = ("oak".to_owned(), true);
        web.act(&Action::InputText { target, text, clear })
    };
    let Some(mut web) = open(&page("display:none")) else {
        return;
    };
    let screen = look(&mut web);
    typed(&mut web, &screen, "Tag").expect("types");
    typed(&mut web, &screen, "Name").expect("closes the list, and types");
    let screen = look(&mut web);
    let name = screen.get(at(&screen, &Locator::by(Key::HintText, "Name")));
    assert_eq!(name.map(ui::Element::held_text), Some("oak"));
    // What stays is no list of that field: nothing is typed behind it.
    let later = r#"<script>a.oninput = () => { list.style.display = "block"; };</script>"#;
    let Some(mut web) = open(&(page("display:none") + later)) else {
        return;
    };
    let screen = look(&mut web);
    typed(&mut web, &screen, "Tag").expect("types");
    let refused = typed(&mut web, &screen, "Name");
    assert!(
        matches!(&refused, Err(DeviceError::OutOfReach { doing, .. }) if doing.contains("is covered by")),
        "{refused:?}"
    );
}

#[test]
fn what_covers_an_element_is_waited_for_and_named() {
    let html = r#"<style>#over{position:fixed;inset:0;background:#fffc}</style>
        <p id=said>no</p><button id=b onclick="said.textContent='yes'">Pay</button><button id=c style="position:fixed;left:300px;top:200px">Far</button><button onclick="cover(0)">Wall</button>
        <script>let over; const cover = (ms) => { over = document.createElement("div"); over.id = "over"; document.body.append(over); if (ms) setTimeout(() => over.remove(), ms); };
        document.getElementById("c").onclick = () => cover(150); </script>"#;
    let Some(mut web) = open(html) else {
        return;
    };
    let screen = look(&mut web);
    let (pay, far) = (
        at(&screen, &Locator::by(Key::Text, "Pay")),
        at(&screen, &Locator::by(Key::Text, "Far")),
    );
    web.act(&Action::Click { target: far }).expect("clicks");
    web.act(&Action::Click { target: pay })
        .expect("waits until the cover is gone");
    assert_eq!(shown(&mut web, "said"), "yes");
    let screen = look(&mut web);
    let wall = at(&screen, &Locator::by(Key::Text, "Wall"));
    web.act(&Action::Click { target: wall }).expect("clicks");
    let refused = web.act(&Action::Click { target: pay });
    let Err(DeviceError::OutOfReach { doing, .. }) = refused else {
        panic!("{refused:?}")
    };
    assert!(doing.contains("over") && doing.contains("Pay"), "{doing}");
    assert!(
        !names(&look(&mut web)).iter().any(|it| it.contains("Pay")),
        "what is wholly covered is not seen"
    );
}

#[test]
fn late_and_lost_elements() {
    let html = r#"<p id=said>no</p><button id=go onclick="setTimeout(() => { box.innerHTML = '<button onclick=\'said.textContent=&quot;late&quot;\'>Late</button>' }, 200)">Go</button>
        <div id=box></div><button id=away onclick="this.remove()">Away</button>"#;
    let Some(mut web) = open(html) else {
        return;
    };
    click(&mut web, Key::Text, "Go");
    web.act(&Action::Wait).expect("waits");
    click(&mut web, Key::Text, "Late");
    assert_eq!(shown(&mut web, "said"), "late");
    let target = at(&look(&mut web), &Locator::by(Key::Text, "Away"));
    web.act(&Action::Click { target }).expect("clicks");
    let refused = web.act(&Action::Click { target });
    assert!(
        matches!(refused, Err(DeviceError::NoElement { .. })),
        "{refused:?}"
    );
    let refused = web.act(&Action::Click {
        target: ElementId(99),
    });
    assert!(
        matches!(refused, Err(DeviceError::NoElement { index: 99, .. })),
        "{refused:?}"
    );
}

#[test]
fn pointer_keys_and_wheel() {
    let html = r#"<style>#menu:hover #sub{display:block}#sub{display:none}#long{height:60px;overflow:auto}</style>
        <p id=said>no</p>
        <div id=menu tabindex=0>Menu<div id=sub onclick="said.textContent='sub'">Sub</div></div>
        <form onsubmit="said.textContent='sent';return false"><input id=f></form>
        <button id=hold>Hold</button><div id=long></div>
        <script>for (let i = 0; i < 40; i++) long.innerHTML += `<div id=row${i} onclick="said.textContent='row${i}'">Row ${i}</div>`;
        let down; hold.onmousedown = () => { down = performance.now(); }; hold.onmouseup = () => { if (performance.now() - down > 500) said.textContent = "held"; };</script>"#;
    let Some(mut web) = open(html) else {
        return;
    };
    let target = at(&look(&mut web), &Locator::by(Key::ResourceName, "menu"));
    web.act(&Action::Hover { target }).expect("hovers");
    click(&mut web, Key::ResourceName, "sub");
    assert_eq!(shown(&mut web, "said"), "sub");
    fill(&mut web, Key::ResourceName, "f", "x", false);
    web.act(&Action::KeyboardEnter).expect("presses");
    assert_eq!(shown(&mut web, "said"), "sent");
    let target = at(&look(&mut web), &Locator::by(Key::Text, "Hold"));
    web.act(&Action::LongPress { target }).expect("holds");
    assert_eq!(shown(&mut web, "said"), "held");
    let before = get(&look(&mut web), Key::ResourceName, "row0").bounds;
    let target = Some(at(&look(&mut web), &Locator::by(Key::ResourceName, "long")));
    web.act(&Action::Scroll {
        target,
        direction: Direction::Down,
    })
    .expect("scrolls");
    let after = get(&look(&mut web), Key::ResourceName, "row0").bounds;
    assert!(before.height() > 0 && after.height() == 0, "{before:?} {after:?}");
    click(&mut web, Key::Text, "Row 35");
    assert_eq!(shown(&mut web, "said"), "row35");
    let png = web.screenshot().expect("takes a picture");
    assert_eq!(&png[1..4], b"PNG");
    assert_eq!(
        (&png[16..20], &png[20..24]),
        (&600_u32.to_be_bytes()[..], &400_u32.to_be_bytes()[..])
    );
}

/// A page and a box may glide to where they are scrolled to; they are there when the action ends.
#[test]
fn what_is_scrolled_has_come_to_rest() {
    let html = r#"<style>body{margin:0;height:4000px}#long{height:200px;overflow:auto}</style>
        <div id=long></div>
        <script>for (let i = 0; i < 60; i++) long.innerHTML += `<div>Row ${i}</div>`;</script>"#;
    let Some(mut web) = open(html) else {
        return;
    };
    let place = |web: &mut Web| look(web).elements.iter().map(|it| it.bounds).collect::<Vec<_>>();
    let first = look(&mut web);
    let boxed = at(&first, &Locator::by(Key::ResourceName, "long"));
    for (target, back) in [(Some(boxed), false), (None, true)] {
        let before = place(&mut web);
        let scroll = |direction| Action::Scroll { target, direction };
        web.act(&scroll(Direction::Down)).expect("scrolls");
        let then = place(&mut web);
        assert_ne!(then, before);
        web.act(&Action::Wait).expect("waits");
        assert_eq!(place(&mut web), then, "it was at rest");
        if back {
            web.act(&scroll(Direction::Up)).expect("scrolls back");
            assert_eq!(place(&mut web), before);
        }
    }
}

#[test]
fn a_page_that_settles_has_shown_what_was_to_come() {
    // A word that comes late; a box that opens in steps on a machine too busy for them; a list that moves to its choice.
    let html = r#"<p id=late></p><button id=more>More</button><div id=box style="overflow:hidden;height:0"><p>inside</p></div>
        <select id=list multiple size=3><option>a<option>b<option>c<option>d<option>e</select>
        <script>
        setTimeout(() => { late.textContent = "here"; }, 200);
        more.onclick = () => { let steps = 0; const grow = () => {
            const end = performance.now() + 120; while (performance.now() < end);
            box.style.height = ++steps * 10 + "px";
            if (steps < 6) setTimeout(grow, 13); else box.style = "";
        }; setTimeout(grow, 13); };
        </script>"#;
    let Some(mut web) = open(html) else {
        return;
    };
    web.settle().expect("settles");
    assert_eq!(shown(&mut web, "late"), "here");
    click(&mut web, Key::ResourceName, "more");
    web.settle().expect("settles");
    let screen = look(&mut web);
    let inside = get(&screen, Key::Text, "inside");
    assert!(inside.bounds.height() > 10, "{inside:?}");
    let target = Some(at(&screen, &Locator::by(Key::ResourceName, "list")));
    let direction = Direction::Down;
    web.act(&Action::Scroll { target, direction }).expect("scrolls");
    click(&mut web, Key::Text, "d");
    web.settle().expect("settles");
    let settled = look(&mut web);
    web.act(&Action::Wait).expect("waits");
    assert_eq!(names(&settled), names(&look(&mut web)));
    assert_eq!(
        get(&settled, Key::Text, "d").bounds,
        get(&look(&mut web), Key::Text, "d").bounds
    );
}

#[test]
fn navigation_and_back() {
    let html = r#"<a href="about:blank#x" onclick="location='data:text/html,<title>Second</title><p>There</p>';return false">Leave</a>"#;
    let Some(mut web) = open(html) else {
        return;
    };
    let here = look(&mut web);
    web.page()
        .open("data:text/html,<title>Second</title><p>There</p>")
        .expect("opens");
    let there = look(&mut web);
    assert_eq!((there.activity.as_str(), names(&there).len()), ("Second", 1));
    web.act(&Action::NavigateBack).expect("goes back");
    assert_eq!(look(&mut web).structure(), here.structure());
    web.act(&Action::NavigateBack)
        .expect("nothing further back is no failure");
    assert_eq!(look(&mut web).structure(), here.structure());
    let refused = web.act(&Action::OpenApp {
        app: "Markor".to_owned(),
    });
    assert!(
        matches!(refused, Err(DeviceError::Unsupported { .. })),
        "{refused:?}"
    );
}

#[test]
fn a_browser_that_dies_is_a_lost_device() {
    let Some(mut web) = open("<button>Go</button>") else {
        return;
    };
    look(&mut web);
    let process = web.page().browser().process_id();
    let killed = std::process::Command::new("kill")
        .args(["-9", &process.to_string()])
        .status();
    assert!(killed.expect("kill runs").success());
    let refused = web.act(&Action::Click { target: ElementId(0) });
    assert!(matches!(refused, Err(DeviceError::Lost { .. })), "{refused:?}");
    let refused = web.observe().map(|it| it.elements.len());
    assert!(matches!(refused, Err(DeviceError::Lost { .. })), "{refused:?}");
}

#[test]
fn nothing_is_left_of_a_browser() {
    if there(Part::Web, find_chromium()).is_none() {
        return;
    }
    let browser = Browser::launch(Options::default()).expect("starts");
    let (process, profile) = (browser.process_id(), browser.profile().to_owned());
    let page = browser.page().expect("a page");
    drop(browser);
    assert!(profile.exists(), "the page still holds it");
    drop(page);
    assert!(!std::path::Path::new(&format!("/proc/{process}")).exists());
    assert!(!profile.exists());
}

#[test]
fn a_program_that_is_no_browser_is_named() {
    let options = |program: &str| Options {
        program: Some(program.into()),
        ..Options::default()
    };
    let refused = Browser::launch(options("/does/not/exist")).map(drop);
    let Err(error @ DeviceError::NoStart { .. }) = refused else {
        panic!("{refused:?}")
    };
    assert!(
        error.to_string().contains("/does/not/exist") && error.to_string().contains("AUTORPA_CHROMIUM"),
        "{error}"
    );
    let refused = Browser::launch(options("/bin/false")).map(drop);
    let Err(error @ DeviceError::NoStart { .. }) = refused else {
        panic!("{refused:?}")
    };
    assert!(error.to_string().contains("ended at once"), "{error}");
}

/// Ends this process in the middle, as nobody can prevent; only the test below calls it so.
#[test]
#[ignore = "a part of the next test"]
fn hold_a_browser_until_killed() {
    let browser = Browser::launch(Options::default()).expect("starts");
    eprintln!("browser {} {}", browser.process_id(), browser.profile().display());
    let mut line = String::new();
    let read = std::io::stdin().read_line(&mut line);
    panic!("the test should have been killed: {read:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_browser_ends_with_a_process_that_is_killed() {
    use std::{
        io::{BufRead, BufReader},
        path::Path,
        process::{Command, Stdio},
        time::{Duration, Instant},
    };
    if there(Part::Web, find_chromium()).is_none() {
        return;
    }
    let this = std::env::current_exe().expect("a program");
    let mut holder = Command::new(this)
        .args([
            "--exact",
            "pages::hold_a_browser_until_killed",
            "--ignored",
            "--nocapture",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    let stderr = BufReader::new(holder.stderr.take().expect("is piped"));
    let said = stderr
        .lines()
        .map_while(Result::ok)
        .find(|it| it.starts_with("browser "))
        .expect("says which browser it holds");
    let mut words = said.split(' ').skip(1);
    let (process, profile) = (words.next().expect("a process"), words.next().expect("a profile"));
    let alive = || {
        let state = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        !state.is_empty() && !state.contains(") Z ")
    };
    assert!(alive() && Path::new(profile).exists());
    // No chance to clear up.
    holder.kill().expect("kills");
    holder.wait().expect("ends");
    let until = Instant::now() + Duration::from_secs(20);
    while (alive() || Path::new(profile).exists()) && Instant::now() < until {
        std::thread::yield_now();
    }
    assert!(!alive(), "the browser is still there");
    assert!(!Path::new(profile).exists(), "its profile is still there");
}

#[test]
fn what_no_scrolling_reaches_is_not_listed_until_it_comes_into_the_page() {
    let Some(mut web) = open(
        "<style>.away { position: absolute; left: -999px } .away:focus { left: 0 }
           .up { position: absolute; top: -200px } .cut { position: absolute; clip-path: inset(50%); width: 30px }
           .own { position: absolute; left: -9999px }</style>
         <a class=away id=skip href='#m'>Skip to the content</a> <a class=up id=up href='#m'>Above</a>
         <span class=cut>only read aloud</span>
         <label><input type=checkbox class=own id=news>Newsletter</label>
         <div style='overflow: auto; height: 60px'><p style='height: 300px'>long</p><a id=deep href='#m'>Deep</a></div>
         <p style='height: 2000px'>tall</p><a id=below href='#m'>Below</a>
         <button onclick='document.getElementById(\"skip\").focus()'>Jump</button>",
    ) else {
        return;
    };
    let has = |screen: &Screen, id: &str| {
        screen
            .elements
            .iter()
            .any(|it| it.resource_name.as_deref() == Some(id))
    };
    let screen = look(&mut web);
    assert!(
        !has(&screen, "skip") && !has(&screen, "up"),
        "{:#?}",
        names(&screen)
    );
    assert!(!names(&screen).iter().any(|it| it.contains("only read aloud")));
    // Its label stands for the box; what is further down, in the page or in a box of its own, can be reached.
    assert!(
        has(&screen, "news") && has(&screen, "deep") && has(&screen, "below"),
        "{:#?}",
        names(&screen)
    );
    click(&mut web, Key::Text, "Jump");
    let screen = look(&mut web);
    assert!(
        has(&screen, "skip") && has(&screen, "deep"),
        "{:#?}",
        names(&screen)
    );
}

#[test]
fn every_editor_is_listed_whatever_it_holds() {
    let html = r#"<style>div { min-height: 40px; border: 1px solid }</style><div contenteditable aria-label=Line><p><br></p></div>
        <div aria-hidden=false><div contenteditable data-placeholder="Write here"><p><br></p></div></div>
        <div contenteditable></div><div contenteditable><p>Hello</p></div>"#;
    let Some(mut web) = open(html) else {
        return;
    };
    let screen = look(&mut web);
    let editors: Vec<ElementId> = screen
        .iter()
        .filter(|(_, it)| it.editable)
        .map(|(id, _)| id)
        .collect();
    assert_eq!(editors.len(), 4, "{:#?}", names(&screen));
    let target = Some(editors[1]);
    let (text, clear) = ("Milk".to_owned(), true);
    web.act(&Action::InputText { target, text, clear })
        .expect("types");
    let screen = look(&mut web);
    assert!(
        screen
            .elements
            .iter()
            .any(|it| it.editable && it.held_text() == "Milk"),
        "{:#?}",
        names(&screen)
    );
}

#[test]
fn lines_of_an_editor_are_typed_and_read() {
    // As browsers write them by themselves, and as an editor of paragraphs does.
    let html = r#"<style>div { min-height: 40px; border: 1px solid }</style><div id=plain contenteditable></div>
        <div id=kept contenteditable style="white-space: pre-wrap"></div>
        <div id=chat contenteditable onkeydown="if (event.key === 'Enter' && !event.shiftKey) this.textContent = 'sent'"></div><div id=shown contenteditable>
        <p>one</p> <p><br></p><p>two <b>three</b><br></p><ul><li>four</li></ul></div>"#;
    let Some(mut web) = open(html) else {
        return;
    };
    let held = |web: &mut Web, id: &str| get(&look(web), Key::ResourceName, id).held_text().to_owned();
    assert_eq!(held(&mut web, "shown"), "one\n\ntwo three\nfour");
    for (id, text) in [
        ("plain", "one\ntwo\n\nthree"),
        ("kept", "one\n  two"),
        ("chat", "one\ntwo"),
    ] {
        fill(&mut web, Key::ResourceName, id, text, true);
        let lines: Vec<String> = text.lines().map(|it| it.trim().to_owned()).collect();
        assert_eq!(held(&mut web, id), lines.join("\n"));
    }
}
