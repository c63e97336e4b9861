//! A browser that is listened to while a hand uses it: what was done is what is understood.

use crate::hand;
use crate::site;

use std::{thread, time::Duration};

use autorpa_device_web::{Browser, DevTools, Door, Ears, Hearing, Listened, Listener, Options, Web, Window};
use device::{Device, DeviceError};
use hand::{Hand, browser_path};
use recorder::{Gap, Heard, Proof, Recorder, Step, Update, prove, sentence};
use site::Site;
use testkit::Part;
use ui::{Action, ElementId, Found, Screen, find};

/// What was understood.
struct Understood {
    steps: Vec<Step>,
    lines: Vec<String>,
    gaps: Vec<Gap>,
    listener: Listener,
}

fn hidden() -> Ears {
    Ears::Own {
        window: Window::Hidden,
        profile: None,
    }
}

/// Listen to a page while a hand uses it.
fn listen(url: &str, secrets: &[&str], does: impl FnOnce(&mut Hand) + Send + 'static) -> Option<Understood> {
    listen_by(&hidden(), url, secrets, does)
}

fn listen_by(
    ears: &Ears,
    url: &str,
    secrets: &[&str],
    does: impl FnOnce(&mut Hand) + Send + 'static,
) -> Option<Understood> {
    let secrets: Vec<String> = secrets.iter().map(|it| (*it).to_owned()).collect();
    let given = vec!["given-pass-1".to_owned()];
    let mut listener = match Listener::open(Hearing {
        secrets: &secrets,
        given: &given,
        ..Hearing::of(ears, url)
    }) {
        Err(error @ DeviceError::NoStart { .. }) => {
            testkit::skip(Part::Web, error);
            return None;
        }
        opened => opened.expect("opens"),
    };
    let browser = listener.browser().expect("our own").clone();
    let hand = thread::spawn(move || does(&mut Hand::at(&browser)));
    let mut recorder = Recorder::new();
    let mut lines = Vec::new();
    let mut over = false;
    let mut heard_so_far = Vec::new();
    loop {
        let heard = match listener.listen(Duration::from_millis(50)) {
            Listened::Heard(heard) => heard,
            Listened::Nothing if over => break,
            Listened::Nothing if hand.is_finished() => {
                over = true;
                listener.rest();
                continue;
            }
            Listened::Nothing => continue,
            other => {
                lines.push(format!("{other:?}"));
                break;
            }
        };
        heard_so_far.push(heard.clone());
        tell(recorder.hear(&heard), &mut lines);
    }
    hand.join().expect("the hand has done all");
    keep(&heard_so_far);
    tell(recorder.end(), &mut lines);
    let steps = recorder.steps().to_vec();
    lines.extend(steps.iter().map(sentence));
    Some(Understood {
        lines,
        gaps: recorder.gaps().to_vec(),
        steps,
        listener,
    })
}

/// Keep what was heard, for the tests of the crate `recorder`, where a folder is named for that.
fn keep(all: &[Heard]) {
    let Some(folder) = std::env::var_os("AUTORPA_KEEP_HEARD") else {
        return;
    };
    let name = thread::current().name().unwrap_or("a test").to_owned();
    let began = all.first().map_or(0, |it| it.at);
    let lines: Vec<String> = all
        .iter()
        .map(|it| {
            let mut it = it.clone();
            it.at = it.at.saturating_sub(began);
            serde_json::to_string(&it).expect("plain data")
        })
        .collect();
    let file = std::path::Path::new(&folder).join(format!("{name}.jsonl"));
    std::fs::write(file, lines.join("\n") + "\n").expect("writes");
}

fn tell(told: Vec<Update>, lines: &mut Vec<String>) {
    for it in told {
        match it {
            Update::Step(_) | Update::Again(_) => {}
            Update::Note(it) => lines.push(format!("note: {it}")),
            Update::Gap(it) => lines.push(format!("gap: {it}")),
        }
    }
}

const FORM: &str = r#"<!doctype html><title>New customer</title><form method=post action="saved.html">
<p><label for=a>Full name</label> <input id=a name=name></p>
<p><label for=p>Password</label> <input id=p name=password type=password></p>
<p><label for=c>Country</label> <select id=c name=country><option>Netherlands<option>Germany<option>France</select></p>
<p><label><input type=checkbox name=news id=n> Newsletter</label></p>
<p><label><input type=radio name=plan value=b id=b checked> Basic</label> <label><input type=radio name=plan value=f id=f> Full</label></p>
<p><label for=d>Born</label> <input id=d type=date name=born></p>
<p><label for=t>Notes</label> <textarea id=t name=notes></textarea></p>
<p><button id=s>Save customer</button></p></form>"#;

const SAVED: &str = "<!doctype html><title>Saved</title><h1>Saved</h1><a href=form.html>Another one</a>";

#[test]
fn a_date_in_parts_of_the_pages_own_is_a_number_for_each() {
    let site = Site::with(|_| vec![("parts.html", include_str!("parts.html").to_owned())]);
    let understood = listen(&site.url("127.0.0.1", "parts.html"), &[], |hand| {
        hand.click("#arrival > :first-child");
        hand.keys("24122026");
        hand.click("#departure > :first-child");
        hand.keys("5011999");
        hand.click("button");
    });
    let Some(understood) = understood else { return };
    assert_eq!(
        understood.lines,
        [
            r#"type "24" into spinbutton "Day""#,
            r#"type "12" into spinbutton "Month""#,
            r#"type "2026" into spinbutton "Year""#,
            r#"type "5" into spinbutton "Day of departure""#,
            r#"type "1" into spinbutton "Month of departure""#,
            r#"type "1999" into spinbutton "Year of departure""#,
            r#"click button "Book""#,
        ]
    );
}

#[test]
fn a_slider_that_is_pressed_or_dragged_is_the_value_that_it_comes_to() {
    let site = Site::with(|_| vec![("sliders.html", include_str!("sliders.html").to_owned())]);
    let understood = listen(&site.url("127.0.0.1", "sliders.html"), &[], |hand| {
        let mut press = |track: &str, at: i32| {
            let at = hand.place_by(&format!(
                "(() => {{ const r = document.querySelector({track:?}).getBoundingClientRect(); return [r.left + {at}, r.top + 12]; }})()"
            ));
            hand.click_at(at);
            hand.until_drawn();
        };
        press("#volume", 120);
        press("#volume", 160);
        press("#depth", 180);
        press("#price", 10);
        press("#price", 190);
        hand.click("#book");
    });
    let Some(understood) = understood else { return };
    assert_eq!(
        understood.lines,
        [
            r#"type "80" into slider "Volume""#,
            r#"type "45" into slider "Depth""#,
            r#"type "10" into slider "Lowest price""#,
            r#"type "190" into slider "Highest price""#,
            r#"click button "Book" (#book)"#,
        ]
    );
    assert_eq!(understood.steps.len(), 5, "what is passed on the way is no step");
}

#[test]
fn a_cell_that_is_opened_by_two_clicks_and_closed_by_enter_is_heard_so() {
    // The first click only marks the cell; the number is taken by Enter, which takes its field away.
    let page = r#"<!doctype html><title>Stock</title><table><tr><td id=cell tabindex=0 style="cursor:pointer">57</td></tr></table><p id=out></p><script>
        cell.onclick = () => cell.classList.add('marked');
        cell.ondblclick = () => { const was = cell.textContent;
          cell.innerHTML = `<input type=number aria-label=Amount value=${was}>`;
          const field = cell.firstChild; field.select(); field.focus();
          field.onkeydown = (it) => { if (it.key === 'Enter') { cell.textContent = field.value; out.textContent = 'Saved ' + cell.textContent; } }; };
        </script>"#;
    let site = Site::with(|_| vec![("stock.html", page.to_owned())]);
    let understood = listen(&site.url("127.0.0.1", "stock.html"), &[], |hand| {
        hand.double_click("#cell");
        hand.until("!!document.querySelector('input')");
        hand.keys("140");
        hand.key("Enter", 13, 0);
        hand.until("out.textContent !== ''");
    });
    let Some(understood) = understood else { return };
    assert_eq!(
        understood.lines,
        [
            r#"double click cell "57" (#cell)"#,
            r#"type "140" into spinbutton "Amount""#,
            "press Enter",
        ]
    );
}

#[test]
fn a_press_that_makes_the_page_draw_anew_is_no_step() {
    let page = r#"<!doctype html><title>Names</title><p><label for=f>Filter</label> <input id=f></p><div id=rows></div><p id=out></p><script>
        const draw = () => { rows.innerHTML = ['Ann', 'Bob', 'Bo'].filter((it) => it.includes(f.value))
          .map((it) => `<p>${it} <button id=b${it} onclick="out.textContent = 'gone: ${it}'">Delete ${it}</button></p>`).join(''); };
        f.onchange = draw; draw();</script>"#;
    let site = Site::with(|_| vec![("names.html", page.to_owned())]);
    let understood = listen(&site.url("127.0.0.1", "names.html"), &[], |hand| {
        hand.click("#f");
        hand.keys("Bo");
        hand.click("#bBob");
        hand.until("!document.querySelector('#bAnn')");
        hand.click("#bBob");
        hand.until("out.textContent === 'gone: Bob'");
    });
    let Some(understood) = understood else { return };
    assert_eq!(
        understood.lines,
        [
            r#"note: press button "Delete Bob": nothing changed, it is no step"#,
            r#"type "Bo" into textbox "Filter" (#f)"#,
            r#"click button "Delete Bob" (#bBob)"#,
        ]
    );
}

#[test]
fn an_entry_that_goes_away_as_it_is_chosen_is_a_step() {
    // The list takes the press when the button goes up, and is taken away: there is no click.
    let page = r#"<!doctype html><title>Staff</title><button id=box aria-haspopup=listbox style="width:200px">nobody</button><script>
        box.onclick = () => {
          const list = document.createElement('div');
          list.innerHTML = '<input type=search aria-label=Who><ul role=listbox><li role=option>Ann Lee</li><li role=option>Ann Leeds</li></ul>';
          document.body.append(list);
          list.querySelector('input').focus();
          list.querySelector('ul').onmouseup = (it) => { box.textContent = it.target.textContent; list.remove(); };
        };
        </script>"#;
    let site = Site::with(|_| vec![("staff.html", page.to_owned())]);
    let understood = listen(&site.url("127.0.0.1", "staff.html"), &[], |hand| {
        hand.click("#box");
        hand.until("!!document.querySelector('input')");
        hand.keys("Ann");
        hand.click("li:last-child");
        hand.until("box.textContent === 'Ann Leeds'");
    });
    let Some(understood) = understood else { return };
    assert_eq!(
        understood.lines,
        [
            r#"click button "nobody" (#box)"#,
            r#"type "Ann" into searchbox "Who""#,
            r#"click option "Ann Leeds""#,
        ]
    );
}

#[test]
fn a_slider_that_the_page_moves_by_keys_is_the_value_that_it_comes_to() {
    let site = Site::with(|_| vec![("sliders.html", include_str!("sliders.html").to_owned())]);
    let understood = listen(&site.url("127.0.0.1", "sliders.html"), &[], |hand| {
        hand.key("Tab", 9, 0);
        for _ in 0..7 {
            hand.key("ArrowRight", 39, 0);
        }
        hand.key("ArrowLeft", 37, 0);
        hand.key("Tab", 9, 0);
        hand.key("ArrowLeft", 37, 0);
        hand.click("#book");
    });
    let Some(understood) = understood else { return };
    assert_eq!(
        understood.lines,
        [
            r#"type "26" into slider "Volume""#,
            r#"type "5" into slider "Depth""#,
            r#"click button "Book" (#book)"#,
        ]
    );
}

#[test]
fn a_box_that_is_drawn_otherwise_is_its_label_and_what_stands_in_an_option_is_the_option() {
    let page = r#"<!doctype html><title>Ticket</title>
        <div role=radiogroup aria-label=Priority><span style="position:relative"><input type=radio name=p id=low style="opacity:0"><label for=low>Low</label></span>
        <span style="position:relative"><input type=radio name=p id=high style="opacity:0"><label for=high>High</label></span></div>
        <p>slow</p>
        <div role=listbox aria-label=Labels><div role=option tabindex=-1><input type=checkbox tabindex=-1> <div class=content><div id=fast>fast</div></div></div>
        <div role=option tabindex=-1><input type=checkbox tabindex=-1> <div class=content><div id=slow>slow</div><button id=x>Remove</button></div></div></div>"#;
    let site = Site::with(|_| vec![("ticket.html", page.to_owned())]);
    let understood = listen(&site.url("127.0.0.1", "ticket.html"), &[], |hand| {
        hand.click("#high");
        hand.click("#slow");
        hand.click("#x");
    });
    let Some(understood) = understood else { return };
    assert_eq!(
        understood.lines,
        [
            r#"click radio "High""#,
            r#"click option "slow Remove""#,
            r#"click button "Remove" (#x)"#
        ]
    );
}

#[test]
fn a_box_that_is_drawn_in_an_entry_is_pressed_where_it_is() {
    let page = r#"<!doctype html><title>Folders</title><style>li { width: max-content; padding: 4px } i { display: inline-block; width: 16px;
        height: 16px; border: 1px solid; pointer-events: auto } i.on { background: black }</style>
        <ul role=tree><li role=treeitem id=a tabindex=0><i></i> Reports</li><li role=treeitem id=b tabindex=0><i></i> Invoices of the last year</li></ul>
        <p id=out></p><script>for (const it of document.querySelectorAll('li')) it.onclick = (event) => {
          if (event.target.localName === 'i') { event.target.className = 'on'; out.textContent = `ticked ${it.id}`; }
          else out.textContent = `opened ${it.id}`; };</script>"#;
    let site = Site::with(|_| vec![("folders.html", page.to_owned())]);
    let url = site.url("127.0.0.1", "folders.html");
    let understood = listen(&url, &[], |hand| {
        hand.click("#b i");
        hand.until("out.textContent === 'ticked b'");
        hand.click("#a");
        hand.until("out.textContent === 'opened a'");
    });
    let Some(understood) = understood else { return };
    assert_eq!(
        understood.lines,
        [
            r#"click treeitem "Invoices of the last year" (#b) at 13px,13px"#,
            r#"click treeitem "Reports" (#a)"#,
        ]
    );
    // Done again it is the box as well.
    assert!(shows(&again(&url, &understood.steps[..1])).contains(&"ticked b".to_owned()));
}

#[test]
fn a_form_is_filled_in_and_sent() {
    let site = Site::with(|_| vec![("form.html", FORM.to_owned()), ("saved.html", SAVED.to_owned())]);
    let understood = listen(&site.url("127.0.0.1", "form.html"), &[], |hand| {
        hand.click("#a");
        hand.keys("Ada Lovelace");
        hand.key("Tab", 9, 0);
        hand.keys("s3cret");
        hand.click("#n");
        hand.click("#f");
        hand.click("#b");
        hand.click("#t");
        hand.keys("one");
        hand.key("Enter", 13, 0);
        hand.keys("two");
        hand.click("#s");
        hand.until("document.title === 'Saved'");
        hand.click("a");
        hand.until("document.title === 'New customer'");
    });
    let Some(understood) = understood else { return };
    assert_eq!(
        understood.lines,
        [
            "type \"Ada Lovelace\" into textbox \"Full name\" (#a)",
            "type the secret password into textbox \"Password\" (#p)",
            "click checkbox \"Newsletter\" (#n)",
            "click radio \"Full\" (#f)",
            "click radio \"Basic\" (#b)",
            "type \"one\\ntwo\" into textbox \"Notes\" (#t)",
            "click button \"Save customer\" (#s)",
            "click link \"Another one\"",
        ]
    );
    assert!(understood.gaps.is_empty());
    // The screen before each action has what was done before it, and nothing of the secret.
    let saved = &understood.steps[6].screen;
    let values: Vec<&str> = saved
        .elements
        .iter()
        .filter_map(|it| it.value.as_deref())
        .collect();
    assert!(
        values.contains(&"Ada Lovelace") && values.contains(&"one\ntwo"),
        "{values:?}"
    );
    let all = format!("{:?}", understood.steps);
    assert!(!all.contains("s3cret"));
    assert_eq!(understood.steps[7].screen.activity, "/saved.html Saved");
}

/// Do the steps on the page again, each target found by the locator that was proven; the screen at the end.
fn again(url: &str, steps: &[Step]) -> Screen {
    let mut web = Web::open(url).expect("opens");
    for step in steps {
        web.settle().expect("settles");
        let screen = web.observe().expect("looks");
        let found = |id: &ElementId| match prove(&step.screen, *id) {
            Proof::Holds(locator) | Proof::PlaceOnly(locator) => match find(&screen, &locator) {
                Found::One(id) => Ok(id),
                other => Err(format!("{locator}: {other:?} in {}", ui::describe(&screen))),
            },
            Proof::Nothing => Err("no locator".to_owned()),
        };
        let action = step.action.try_map(found, |it| Ok(it.clone()));
        let action = action.unwrap_or_else(|it| panic!("{}: {it}", sentence(step)));
        web.act(&action)
            .unwrap_or_else(|it| panic!("{}: {it}", sentence(step)));
    }
    web.settle().expect("settles");
    web.observe().expect("looks")
}

fn shows(screen: &Screen) -> Vec<String> {
    let said = |it: &ui::Element| it.value.clone().or(it.text.clone()).filter(|it| !it.is_empty());
    let checked = |it: &ui::Element| {
        it.checked
            .then(|| format!("{} checked", it.label.clone().unwrap_or_default()))
    };
    screen
        .elements
        .iter()
        .filter_map(|it| checked(it).or_else(|| said(it)))
        .collect()
}

const WIDGETS: &str = r#"<!doctype html><title>Widgets</title>
<p><label for=c>Country</label> <select id=c><option>Netherlands<option>Germany<option>France</select></p>
<p><label for=d>Born</label> <input id=d type=date></p>
<p><label for=r>Loudness</label> <input id=r type=range min=0 max=10 value=5></p>
<p><label for=q>Count</label> <input id=q type=number value=1></p>
<p><div id=e contenteditable style="border:1px solid;min-height:30px">Dear all,</div></p>
<p><button id=twice ondblclick="out.textContent='twice'">Open twice</button>
<button id=menu oncontextmenu="out.textContent='menu';return false">Menu</button></p>
<p><input id=k placeholder="Shortcut"></p>
<p id=out></p>
<script>k.addEventListener('keydown', (it) => { if (it.ctrlKey && it.key === 's') { it.preventDefault(); out.textContent = 'saved'; } });
document.addEventListener('keydown', (it) => { if (it.key === 'Escape') out.textContent = 'left'; });
setTimeout(() => out.click(), 50);</script>"#;

#[test]
fn every_widget_is_understood_and_done_again() {
    let site = Site::with(|_| vec![("widgets.html", WIDGETS.to_owned())]);
    let url = site.url("127.0.0.1", "widgets.html");
    let understood = listen(&url, &[], |hand| {
        hand.key("Tab", 9, 0);
        hand.key("ArrowDown", 40, 0);
        hand.until("c.value === 'Germany'");
        hand.key("Tab", 9, 0);
        hand.keys("02032001");
        hand.until("d.value === '2001-02-03'");
        hand.click("#r");
        hand.key("ArrowRight", 39, 0);
        hand.until("r.value === '6'");
        hand.click("#q");
        hand.key("ArrowUp", 38, 0);
        hand.until("q.value === '2'");
        hand.click("#e");
        hand.key("End", 35, 2);
        hand.keys(" hello");
        hand.double_click("#twice");
        hand.until("out.textContent === 'twice'");
        hand.right_click("#menu");
        hand.until("out.textContent === 'menu'");
        hand.click("#k");
        hand.key("s", 83, 2);
        hand.until("out.textContent === 'saved'");
        hand.key("Escape", 27, 0);
        hand.until("out.textContent === 'left'");
    });
    let Some(understood) = understood else { return };
    assert_eq!(
        understood.lines,
        [
            "choose \"Germany\" in combobox \"Country\" (#c)",
            "type \"2001-02-03\" into textbox \"Born\" (#d)",
            "type \"6\" into slider \"Loudness\" (#r)",
            "type \"2\" into spinbutton \"Count\" (#q)",
            "add \" hello\" into textbox (#e)",
            "double click button \"Open twice\" (#twice)",
            "right click button \"Menu\" (#menu)",
            "click textbox \"Shortcut\" (#k)",
            "press Control+S",
            "press Escape",
        ]
    );
    let end = shows(&again(&url, &understood.steps));
    for shown in ["Germany", "2001-02-03", "6", "2", "left"] {
        assert!(end.iter().any(|it| it == shown), "{shown}: {end:?}");
    }
    assert!(end.iter().any(|it| it.contains("hello")), "{end:?}");
}

/// Everything has its place, whatever fonts there are.
const INNER: &str = r#"<!doctype html><title>Inner</title><style>body > * { position: absolute; top: 10px; height: 24px; margin: 0; box-sizing: border-box }</style>
<label for=card style="left: 5px">Card</label> <input id=card style="left: 60px; width: 120px">
<button style="left: 200px; width: 80px" onclick="said.textContent = 'paid ' + card.value">Pay</button><p id=said style="top: 60px"></p>"#;

const OUTER: &str = r#"<!doctype html><title>Outer</title><p><button>Before</button></p>
<iframe src="NEAR" title=near width=600 height=120></iframe><iframe src="FAR" title=far width=600 height=120></iframe>
<rating-box id=open></rating-box><vote-box id=closed></vote-box><p id=out></p>
<script>class Rating extends HTMLElement { connectedCallback() { const root = this.attachShadow({ mode: 'open' });
root.innerHTML = '<button>Five stars</button><input placeholder="Why">'; root.firstChild.onclick = () => out.textContent += ' rated'; } }
class Vote extends HTMLElement { connectedCallback() { const root = this.attachShadow({ mode: 'closed' });
root.innerHTML = '<button>Vote yes</button><input placeholder="Reason">'; root.firstChild.onclick = () => out.textContent += ' voted';
globalThis.place = (nth) => { const r = root.children[nth].getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; }; } }
customElements.define('rating-box', Rating); customElements.define('vote-box', Vote);</script>"#;

#[test]
fn frames_and_shadow_roots_are_heard() {
    frames_are_heard(&hidden());
}

fn frames_are_heard(ears: &Ears) {
    let site = Site::with(|site| {
        let outer = OUTER
            .replace("NEAR", "inner.html")
            .replace("FAR", &site.url("localhost", "inner.html"));
        vec![("outer.html", outer), ("inner.html", INNER.to_owned())]
    });
    let url = site.url("127.0.0.1", "outer.html");
    let understood = listen_by(ears, &url, &[], |hand| {
        let in_frame = |hand: &mut Hand, nth: usize, x: f64, y: f64| {
            let at = hand.place_by(&format!(
                "(() => {{ const r = document.querySelectorAll('iframe')[{nth}].getBoundingClientRect(); return [r.left, r.top]; }})()"
            ));
            (at.0 + x, at.1 + y)
        };
        hand.until("document.readyState === 'complete'");
        for (nth, card) in [(0, "4111"), (1, "4222")] {
            let at = in_frame(hand, nth, 100.0, 22.0);
            hand.click_at(at);
            hand.keys(card);
            let at = in_frame(hand, nth, 235.0, 22.0);
            hand.click_at(at);
        }
        for nth in [0, 1] {
            let root = "document.querySelector('rating-box').shadowRoot";
            let at = hand.place_by(&format!(
                "(() => {{ const r = {root}.children[{nth}].getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; }})()"
            ));
            hand.click_at(at);
        }
        hand.keys("good");
        for nth in [0, 1] {
            let at = hand.place_by(&format!("place({nth})"));
            hand.click_at(at);
        }
        hand.keys("sure");
        hand.until("out.textContent === ' rated voted'");
    });
    let Some(understood) = understood else { return };
    let mut said: Vec<String> = understood
        .lines
        .iter()
        .map(|it| it.split(" (").next().unwrap_or_default().to_owned())
        .collect();
    // On a machine that is busy, the click into a field may come to rest before its text begins.
    said.dedup_by(|typed, clicked| {
        let into = clicked
            .strip_prefix("click ")
            .is_some_and(|it| typed.ends_with(&format!(" into {it}")));
        if into {
            std::mem::swap(typed, clicked);
        }
        into
    });
    assert_eq!(
        said,
        [
            "type \"4111\" into number 1 of textbox \"Card\"",
            "click number 1 of button \"Pay\"",
            "type \"4222\" into number 2 of textbox \"Card\"",
            "click number 2 of button \"Pay\"",
            "click button \"Five stars\"",
            "type \"good\" into textbox \"Why\"",
            "click button \"Vote yes\"",
            "type \"sure\" into textbox \"Reason\"",
        ]
    );
    let end = shows(&again(&url, &understood.steps));
    for shown in ["paid 4111", "paid 4222", "good", "sure", "rated voted"] {
        assert!(end.iter().any(|it| it == shown), "{shown}: {end:?}");
    }
}

const EDITOR: &str = r#"<!doctype html><title>Note</title><iframe id=f width=400 height=120
srcdoc="<!doctype html><body contenteditable aria-label=Text><p>Dear </p></body>"></iframe>
<button onclick="out.textContent = f.contentDocument.body.innerText.trim()">Save</button><p id=out>nothing</p>"#;

#[test]
fn an_editor_that_is_a_page_in_a_frame_is_heard_and_done_again() {
    let site = Site::with(|_| vec![("note.html", EDITOR.to_owned())]);
    let url = site.url("127.0.0.1", "note.html");
    let understood = listen(&url, &[], |hand| {
        hand.until("document.readyState === 'complete'");
        let frame = hand.place_by(
            "(() => { const r = f.getBoundingClientRect(); return [r.left + 100, r.top + 40]; })()",
        );
        hand.click_at(frame);
        hand.keys("Ada");
        hand.click("button");
        hand.until("out.textContent.includes('Ada')");
    });
    let Some(understood) = understood else { return };
    let said = understood.lines.join("\n");
    assert!(said.contains("\"Text\""), "{said}");
    let shown = shows(&again(&url, &understood.steps));
    assert!(
        shown.iter().any(|it| it.contains("Dear") && it.contains("Ada")),
        "{shown:?}\n{said}"
    );
}

const CELLS: &str = r#"<!doctype html><title>Clients</title><style>tr:hover td { cursor: pointer } td { width: 300px; height: 40px; border: 1px solid }</style>
<table><tr><td><span>Ada</span></td><td><span>Paris</span></td></tr><tr><td><span>Bob</span></td><td><span>Rome</span></td></tr></table>
<p id=out>nobody</p><script>
for (const row of document.querySelectorAll('tr')) row.addEventListener('click', () => { out.textContent = 'opened ' + row.innerText.split(/\s/)[0]; });
</script>"#;

#[test]
fn a_cell_that_is_pressed_beside_its_text_is_that_text() {
    let site = Site::with(|_| vec![("cells.html", CELLS.to_owned())]);
    let url = site.url("127.0.0.1", "cells.html");
    let understood = listen(&url, &[], |hand| {
        hand.until("document.readyState === 'complete'");
        let beside = hand.place_by(
            "(() => { const r = document.querySelectorAll('td')[3].getBoundingClientRect(); return [r.right - 20, r.bottom - 8]; })()",
        );
        hand.click_at(beside);
        hand.until("out.textContent === 'opened Bob'");
    });
    let Some(understood) = understood else { return };
    assert_eq!(understood.lines.len(), 1, "{:?}", understood.lines);
    assert!(understood.lines[0].contains("\"Rome\""), "{:?}", understood.lines);
    let end = shows(&again(&url, &understood.steps));
    assert!(end.iter().any(|it| it == "opened Bob"), "{end:?}");
}

/// A list of the page's own that keys go through while the focus stays in the field (the ARIA practices' combobox).
const COMBOBOX: &str = r#"<!doctype html><title>Client</title><label>City <input id=city role=combobox aria-expanded=false aria-controls=all></label>
<ul id=all role=listbox hidden></ul><button onclick="out.textContent = city.value">Save</button><p id=out>nothing</p><script>
let at = -1;
const show = () => {
  const some = ['Bergen', 'Berlin', 'Bern', 'Rome'].filter((it) => it.startsWith(city.value));
  all.hidden = !some.length || !city.value;
  all.innerHTML = some.map((it, i) => `<li role=option id=o${i} aria-selected=${i === at}>${it}</li>`).join('');
  if (at >= 0) city.setAttribute('aria-activedescendant', 'o' + at); else city.removeAttribute('aria-activedescendant');
  for (const it of all.children) it.onclick = () => take(it);
};
const take = (it) => { city.value = it.textContent; at = -1; show(); all.hidden = true; };
city.oninput = () => { at = -1; show(); };
city.onkeydown = (event) => {
  if (event.key === 'ArrowDown') { at = Math.min(at + 1, all.children.length - 1); show(); event.preventDefault(); }
  if (event.key === 'Enter' && at >= 0) { take(all.children[at]); event.preventDefault(); }
};
</script>"#;

#[test]
fn an_option_that_keys_have_gone_to_is_what_is_chosen() {
    let site = Site::with(|_| vec![("city.html", COMBOBOX.to_owned())]);
    let url = site.url("127.0.0.1", "city.html");
    let understood = listen(&url, &[], |hand| {
        hand.until("document.readyState === 'complete'");
        hand.click("#city");
        hand.keys("Ber");
        hand.until("!all.hidden");
        for at in ["o0", "o1"] {
            hand.key("ArrowDown", 40, 0);
            hand.until(&format!("city.getAttribute('aria-activedescendant') === '{at}'"));
        }
        hand.key("Enter", 13, 0);
        hand.until("city.value === 'Berlin'");
        hand.click("button");
        hand.until("out.textContent === 'Berlin'");
    });
    let Some(understood) = understood else { return };
    let said: Vec<&str> = understood
        .lines
        .iter()
        .filter_map(|it| it.split(" (").next())
        .collect();
    assert_eq!(
        said,
        [
            "type \"Ber\" into combobox \"City\"",
            "click option \"Berlin\"",
            "click button \"Save\""
        ]
    );
    let end = shows(&again(&url, &understood.steps));
    assert!(end.iter().any(|it| it == "Berlin"), "{end:?}");
}

const REPLACED: &str = r#"<!doctype html><title>Clients</title><div id=main style="width: 600px; height: 300px; border: 1px solid">
<button id=go style="width: 300px; height: 60px">Ada</button></div><script>
go.onclick = () => {
  main.innerHTML = '<section id=panel style="width: 500px; height: 200px; border: 1px solid">Loading</section>';
  setTimeout(() => { panel.innerHTML = '<p>Client</p>'; }, 500);
  setTimeout(() => { panel.innerHTML = '<p>Client</p><p style="height: 80px"></p><input aria-label=Mail>'; }, 1000);
};
</script>"#;

#[test]
fn a_list_of_the_pages_own_is_opened_by_the_field_that_lets_the_press_through() {
    let page = r#"<!doctype html><title>Own list</title><style>input { pointer-events: none }</style><label for=k>Kind</label>
        <div id=box style="padding: 8px; width: 200px; border: 1px solid; cursor: pointer"><input id=k readonly value="Company"><i></i></div>
        <div id=list hidden><div id=person style="cursor: pointer">Person</div></div><p id=out></p><script>
        box.onclick = () => { list.hidden = !list.hidden; }; person.onclick = () => { k.value = 'Person'; list.hidden = true; out.textContent = 'chosen'; }</script>"#;
    let site = Site::with(|_| vec![("own.html", page.to_owned())]);
    let url = site.url("127.0.0.1", "own.html");
    let understood = listen(&url, &[], |hand| {
        hand.click("#box");
        hand.until("!document.getElementById('list').hidden");
        hand.click("#person");
        hand.until("out.textContent === 'chosen'");
    });
    let Some(understood) = understood else { return };
    assert_eq!(
        understood.lines,
        [r#"click textbox "Kind" (#k)"#, r#"click div "Person" (#person)"#]
    );
    assert!(shows(&again(&url, &understood.steps)).contains(&"chosen".to_owned()));
}

#[test]
fn what_comes_under_a_pointer_that_stands_still_is_not_pointed_at() {
    let site = Site::with(|_| vec![("clients.html", REPLACED.to_owned())]);
    let url = site.url("127.0.0.1", "clients.html");
    let understood = listen(&url, &[], |hand| {
        hand.until("document.readyState === 'complete'");
        hand.click("#go");
        hand.until("!!document.querySelector('input')");
        hand.click("input");
        hand.keys("ada@example.net");
        hand.key("Tab", 9, 0);
    });
    let Some(understood) = understood else { return };
    let pointed: Vec<&String> = understood
        .lines
        .iter()
        .filter(|it| it.starts_with("point at"))
        .collect();
    assert!(pointed.is_empty(), "{:?}", understood.lines);
}

const WRITTEN: &str = r#"<!doctype html><title>Wiki</title><button id=edit>Edit</button><button id=save>Save</button><p id=out>nothing</p><script>
edit.onclick = () => {
  const f = document.body.appendChild(document.createElement('iframe'));
  const inside = f.contentWindow.document;
  inside.open();
  inside.write('<!doctype html><textarea aria-label=Text>Dear </textarea>');
  inside.close();
  const area = inside.querySelector('textarea');
  area.focus();
  area.setSelectionRange(5, 5);
  save.onclick = () => { out.textContent = area.value; };
};
</script>"#;

#[test]
fn an_editor_whose_frame_is_written_by_the_page_is_heard_from_its_first_key() {
    let site = Site::with(|_| vec![("wiki.html", WRITTEN.to_owned())]);
    let url = site.url("127.0.0.1", "wiki.html");
    let understood = listen(&url, &[], |hand| {
        hand.until("document.readyState === 'complete'");
        hand.click("#edit");
        hand.until("frames.length === 1");
        hand.keys("Ada");
        hand.click("#save");
        hand.until("out.textContent.includes('Ada')");
    });
    let Some(understood) = understood else { return };
    assert_eq!(
        understood.lines,
        [
            "click button \"Edit\" (#edit)",
            "add \"Ada\" into textbox \"Text\"",
            "click button \"Save\" (#save)",
        ]
    );
}

const WINDOWS: &str = r#"<!doctype html><title>First</title><button onclick="window.open('popup.html', 'p', 'width=400,height=300')">Choose</button>
<p id=out>nothing</p><button id=ask onclick="out.textContent = confirm('Really?') ? prompt('How many?', '3') : 'no'">Ask</button>"#;
const POPUP: &str = r#"<!doctype html><title>Second</title><button onclick="opener.out.textContent = 'chosen'; close()">This one</button>"#;

#[test]
fn windows_and_dialogs_are_heard() {
    let site = Site::with(|_| {
        vec![
            ("first.html", WINDOWS.to_owned()),
            ("popup.html", POPUP.to_owned()),
        ]
    });
    let url = site.url("127.0.0.1", "first.html");
    let understood = listen(&url, &[], |hand| {
        hand.click("button");
        let mut popup = hand.at_other();
        popup.until("document.title === 'Second' && document.readyState === 'complete'");
        let at = popup.place("button");
        popup.move_to(at);
        popup.mouse("mousePressed", at, "left", 1, 0);
        popup.post(
            "Input.dispatchMouseEvent",
            serde_json::json!({ "type": "mouseReleased", "x": at.0, "y": at.1, "button": "left", "clickCount": 1 }),
        );
        hand.until("out.textContent === 'chosen'");
        hand.agrees();
        hand.click("#ask");
        hand.until("out.textContent === '3'");
    });
    let Some(mut understood) = understood else { return };
    // A window that closes late may have been closed by the person: then the way back is a step, which changes nothing.
    understood.lines.retain(|it| !it.starts_with("go to the window"));
    assert_eq!(
        understood.lines,
        [
            "click button \"Choose\"",
            "click button \"This one\"",
            "click button \"Ask\" (#ask)",
            "agree to the dialog \"Really?\"",
            "agree to the dialog \"How many?\" with \"3\"",
        ]
    );
    let end = shows(&again(&url, &understood.steps));
    assert!(end.iter().any(|it| it == "3"), "{end:?}");
}

const HANDS: &str = r#"<!doctype html><title>Hands</title><style>#sub { display: none } #top:hover #sub { display: block }
.box { width: 120px; height: 60px; border: 1px solid; margin: 8px }</style>
<ul><li id=top>File<ul id=sub><li><button onclick="out.textContent += ' exported'">Export</button></li></ul></li></ul>
<div class=box id=from draggable=true>Report</div><div class=box id=to ondragover="event.preventDefault()" ondrop="event.preventDefault(); out.textContent += ' filed'">Archive</div>
<p><input type=file id=f onchange="out.textContent += ' ' + this.files[0].name"></p>
<canvas id=c width=100 height=50 style="border:1px solid" onclick="out.textContent += ' drawn'"></canvas>
<a id=away href=saved.html onmousedown="location.href = 'saved.html'">Leave at once</a><p id=out></p>"#;

#[test]
fn hovering_dragging_files_and_drawings_are_heard() {
    let site = Site::with(|_| vec![("hands.html", HANDS.to_owned()), ("saved.html", SAVED.to_owned())]);
    let url = site.url("127.0.0.1", "hands.html");
    let dir = std::env::temp_dir().join(format!("autorpa-listener-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a folder");
    let file = dir.join("letter.txt");
    std::fs::write(&file, "x").expect("a file");
    let name = file.to_string_lossy().into_owned();
    let given = name.clone();
    let understood = listen(&url, &[], move |hand| {
        let at = hand.place("#top");
        hand.move_to((at.0, at.1 - 2.0));
        hand.until("sub.checkVisibility()");
        hand.until("new Promise((done) => setTimeout(() => done(true), 400))");
        hand.click("#sub button");
        hand.until("out.textContent.includes('exported')");
        hand.drag_and_drop("#from", "#to");
        hand.until("out.textContent.includes('filed')");
        hand.upload("#f", &given);
        hand.until("out.textContent.includes('letter.txt')");
        hand.click("#c");
        hand.until("out.textContent.includes('drawn')");
        hand.click("#away");
        hand.until("document.title === 'Saved'");
    });
    std::fs::remove_dir_all(&dir).expect("goes");
    let Some(understood) = understood else { return };
    assert_eq!(
        understood.lines,
        [
            "point at listitem \"File\" (#top)".to_owned(),
            "click button \"Export\"".to_owned(),
            "drag div \"Report\" (#from) to div \"Archive\" (#to)".to_owned(),
            format!("give \"{name}\" to input (#f)"),
            "click canvas (#c) at 50%,50% of 102x52".to_owned(),
            "click link \"Leave at once\" (#away)".to_owned(),
        ]
    );
    assert!(understood.gaps.is_empty(), "{:?}", understood.gaps);
}

const ROWS: &str = r#"<!doctype html><title>Posts</title><style>td { width: 200px; height: 30px } .acts { position: relative; left: -9999px }
tr:hover .acts { left: 0 }</style><main id=all><h1>Posts</h1><table>
<tr><td><b>Alpha</b><div class=acts><a href=saved.html>Trash</a></div></td><td></td><td></td></tr>
<tr><td><b>Beta</b><div class=acts><a href=saved.html>Trash</a></div></td><td id=beta></td><td></td></tr></table></main>"#;

/// A menu that comes out under the pointer of what it hangs on, which has no words of its own.
#[test]
fn a_sign_whose_menu_comes_out_is_pointed_at_itself() {
    let row = |name: &str| {
        format!(
            "<tr><td><b>{name}</b></td><td><section class=more style='cursor: pointer; width: 30px'><svg width=20 height=20><circle cx=10 \
             cy=10 r=4 /></svg><nav class=acts><a href=saved.html>Edit</a></nav></section></td></tr>"
        )
    };
    let page = format!(
        "<!doctype html><title>Posts</title><style>td {{ width: 200px; height: 40px }} .acts {{ display: none }} .more:hover .acts \
         {{ display: block }}</style><table>{}{}</table>",
        row("Alpha"),
        row("Beta")
    );
    let site = Site::with(|_| vec![("menus.html", page.clone()), ("saved.html", SAVED.to_owned())]);
    let url = site.url("127.0.0.1", "menus.html");
    let understood = listen(&url, &[], |hand| {
        hand.until("document.readyState === 'complete'");
        hand.until("new Promise((done) => setTimeout(() => done(true), 400))");
        let at = hand.place("tr:last-child svg");
        hand.move_to(at);
        hand.until("new Promise((done) => setTimeout(() => done(true), 400))");
        hand.click("tr:last-child a");
        hand.until("document.title === 'Saved'");
    });
    let Some(understood) = understood else { return };
    let end = shows(&again(&url, &understood.steps));
    assert!(
        end.iter().any(|it| it == "Saved"),
        "{end:?}\n{:?}",
        understood.lines
    );
    assert!(
        !understood.lines[0].contains("\"Beta\" ("),
        "{:?}",
        understood.lines
    );
}

/// The pointer rests in an empty cell, listed or not, and the row shows what can be done with it.
#[test]
fn a_row_that_is_pointed_at_where_it_says_nothing_is_pointed_at_by_what_it_says() {
    for place in ["#beta", "tr:last-child td:last-child"] {
        points_in_row(place);
    }
}

fn points_in_row(place: &'static str) {
    let site = Site::with(|_| vec![("rows.html", ROWS.to_owned()), ("saved.html", SAVED.to_owned())]);
    let url = site.url("127.0.0.1", "rows.html");
    let understood = listen(&url, &[], |hand| {
        hand.until("document.readyState === 'complete'");
        hand.until("new Promise((done) => setTimeout(() => done(true), 400))");
        let at = hand.place(place);
        hand.move_to(at);
        hand.until("new Promise((done) => setTimeout(() => done(true), 400))");
        hand.click("tr:last-child a");
        hand.until("document.title === 'Saved'");
    });
    let Some(understood) = understood else { return };
    assert_eq!(understood.lines.len(), 2, "{:?}", understood.lines);
    assert!(
        understood.lines[0].starts_with("point at") && understood.lines[0].contains("Beta"),
        "{:?}",
        understood.lines
    );
    assert!(
        understood.lines[1].contains("\"Trash\""),
        "{:?}",
        understood.lines
    );
    let end = shows(&again(&url, &understood.steps));
    assert!(end.iter().any(|it| it == "Saved"), "{end:?}");
}

const PLACES: &str = r##"<!doctype html><title>Places</title>
<canvas id=pad width=200 height=100 style="display:block"></canvas>
<div style="display:flex; height:30px"><div id=cell style="width:90px; background:#eee">Name</div><div id=edge role=separator aria-label=Width style="width:6px; cursor:col-resize; background:#888"></div></div>
<p id=line style="font: 16px monospace">one two three four</p><button id=bold>Bold</button><p id=out>-</p>
<script>
  let held = null;
  const place = (it) => { const r = pad.getBoundingClientRect(); return Math.floor(it.clientX - r.left) + "," + Math.floor(it.clientY - r.top); };
  pad.onpointerdown = (it) => { held = place(it); };
  addEventListener("pointerup", (it) => { if (held) out.textContent += ` ${held} to ${place(it)};`; held = null; });
  let from = 0;
  edge.onmousedown = (it) => { from = it.clientX; it.preventDefault(); };
  addEventListener("mousemove", (it) => { if (from && it.buttons) { cell.style.width = 90 + it.clientX - from + "px"; } });
  addEventListener("mouseup", () => { if (from) out.textContent += " " + cell.style.width + ";"; from = 0; });
  bold.onmousedown = (it) => it.preventDefault();
  bold.onclick = () => { const b = document.createElement("b"); getSelection().getRangeAt(0).surroundContents(b); out.textContent += " bold " + b.textContent; };
</script>"##;

/// Press at a place, pass others, release at the last.
fn goes(hand: &mut Hand, way: &[(f64, f64)]) {
    hand.move_to(way[0]);
    hand.mouse("mousePressed", way[0], "left", 1, 0);
    for at in &way[1..] {
        hand.mouse("mouseMoved", *at, "left", 0, 0);
    }
    hand.mouse("mouseReleased", way[way.len() - 1], "left", 1, 0);
}

#[test]
fn points_of_drawings_handles_and_selected_texts_are_heard_and_done_again() {
    let site = Site::with(|_| vec![("places.html", PLACES.to_owned())]);
    let url = site.url("127.0.0.1", "places.html");
    let understood = listen(&url, &[], move |hand| {
        let box_of = |hand: &mut Hand, id: &str| {
            hand.place_by(&format!(
                "(() => {{ const r = document.getElementById('{id}').getBoundingClientRect(); return [r.left, r.top]; }})()"
            ))
        };
        let (x, y) = box_of(hand, "pad");
        goes(hand, &[(x + 50.0, y + 25.0), (x + 50.0, y + 25.0)]);
        hand.until("out.textContent.includes('50,25 to 50,25')");
        hand.until("new Promise((done) => setTimeout(() => done(true), 500))");
        goes(
            hand,
            &[
                (x + 20.0, y + 20.0),
                (x + 90.0, y + 20.0),
                (x + 180.0, y + 20.0),
                (x + 180.0, y + 80.0),
            ],
        );
        hand.until("out.textContent.includes('20,20 to 180,80')");
        hand.until("new Promise((done) => setTimeout(() => done(true), 500))");
        let (x, y) = box_of(hand, "edge");
        goes(
            hand,
            &[(x + 3.0, y + 15.0), (x + 40.0, y + 15.0), (x + 63.0, y + 15.0)],
        );
        hand.until("out.textContent.includes('150px')");
        hand.until("new Promise((done) => setTimeout(() => done(true), 500))");
        let end = |hand: &mut Hand, from: u32, to: u32, side: &str| {
            hand.place_by(&format!(
                "(() => {{ const r = document.createRange(); r.setStart(line.firstChild, {from}); r.setEnd(line.firstChild, {to}); \
                 const b = r.getBoundingClientRect(); return [b.{side} + ('{side}' === 'left' ? 0.5 : -0.5), b.top + 5]; }})()"
            ))
        };
        let (from, to) = (end(hand, 8, 13, "left"), end(hand, 8, 13, "right"));
        goes(hand, &[from, (from.0 + 10.0, from.1), to]);
        hand.until("String(getSelection()) === 'three'");
        hand.until("new Promise((done) => setTimeout(() => done(true), 500))");
        hand.click("#bold");
        hand.until("out.textContent.includes('bold three')");
    });
    let Some(understood) = understood else { return };
    assert_eq!(
        understood.lines,
        [
            "click canvas (#pad) at 25%,25% of 200x100",
            "drag over canvas (#pad) along 10%,20% 90%,20% 90%,80% of 200x100",
            "drag over separator \"Width\" (#edge) along 3px,15px 63px,15px",
            "select the text \"three\" in p \"one two three four\" (#line)",
            "click button \"Bold\" (#bold)",
        ]
    );
    let end = shows(&again(&url, &understood.steps));
    let said = "- 50,25 to 50,25; 20,20 to 180,80; 150px; bold three";
    assert!(end.iter().any(|it| it == said), "{end:?}");
}

#[test]
fn what_the_person_opens_by_the_browser_is_heard() {
    let site = Site::with(|_| vec![("form.html", FORM.to_owned()), ("saved.html", SAVED.to_owned())]);
    let url = site.url("127.0.0.1", "saved.html");
    let form = site.url("127.0.0.1", "form.html");
    let to = form.clone();
    let understood = listen(&url, &[], move |hand| {
        hand.click("a");
        hand.until("document.title === 'New customer'");
        hand.until("new Promise((done) => setTimeout(() => done(true), 400))");
        let history = hand.call("Page.getNavigationHistory", serde_json::json!({}));
        let at = history["currentIndex"].as_u64().expect("a place") as usize;
        let entry = history["entries"][at - 1]["id"].clone();
        hand.call(
            "Page.navigateToHistoryEntry",
            serde_json::json!({ "entryId": entry }),
        );
        hand.until("document.title === 'Saved'");
        hand.until("new Promise((done) => setTimeout(() => done(true), 400))");
        hand.call(
            "Page.navigate",
            serde_json::json!({ "url": to, "transitionType": "typed" }),
        );
        hand.until("document.title === 'New customer'");
    });
    let Some(understood) = understood else { return };
    assert_eq!(
        understood.lines,
        [
            "click link \"Another one\"".to_owned(),
            "go back".to_owned(),
            format!("open {form}")
        ]
    );
}

#[test]
fn a_page_that_goes_away_is_an_ending() {
    let site = Site::with(|_| vec![("form.html", FORM.to_owned())]);
    let url = site.url("127.0.0.1", "form.html");
    let crashed = listen(&url, &[], |hand| {
        hand.click("#a");
        hand.keys("Ada");
        hand.until("document.querySelector('#a').value === 'Ada'");
        hand.post("Page.crash", serde_json::json!({}));
    });
    let Some(crashed) = crashed else { return };
    assert_eq!(
        crashed.lines,
        ["Crashed", "type \"Ada\" into textbox \"Full name\" (#a)"]
    );
    let closed = listen(&url, &[], |hand| {
        hand.click("#a");
        hand.keys("Ada");
        hand.until("document.querySelector('#a').value === 'Ada'");
        hand.post("Page.close", serde_json::json!({}));
    });
    assert_eq!(
        closed.expect("there was one before").lines,
        ["Closed", "type \"Ada\" into textbox \"Full name\" (#a)"]
    );
}

#[test]
fn what_cannot_be_listened_to_is_said() {
    let site = Site::with(|_| vec![("form.html", FORM.to_owned())]);
    let url = site.url("127.0.0.1", "form.html");
    let nobody = Listener::open(Hearing::of(&Ears::Running { at: 1.into() }, &url));
    let said = nobody.err().expect("nobody is there").to_string();
    assert!(
        said.contains("there is no browser to attach to at port 1"),
        "{said}"
    );
    let port: u16 = url
        .split(':')
        .nth(2)
        .and_then(|it| it.split('/').next()?.parse().ok())
        .expect("a port");
    let other = Listener::open(Hearing::of(&Ears::Running { at: port.into() }, &url));
    let said = other.err().expect("no browser").to_string();
    assert!(said.contains("what answers there is no browser"), "{said}");
}

#[test]
fn a_browser_that_runs_goes_on_afterwards() {
    let browser = match device_web_browser() {
        Some(browser) => browser,
        None => return,
    };
    let site = Site::with(|_| vec![("form.html", FORM.to_owned())]);
    let url = site.url("127.0.0.1", "form.html");
    let port = browser.port().expect("a port");
    let ears = Ears::Running { at: port.into() };
    let mut listener = Listener::open(Hearing::of(&ears, &url)).expect("attaches");
    assert!(matches!(
        listener.listen(Duration::from_secs(5)),
        Listened::Heard(_)
    ));
    drop(listener);
    assert!(Hand::at(&browser).value("1 + 1") == 2);
}

/// A browser of another machine, by its address, or by its own where somebody stands before it who lets through to no page.
#[test]
fn a_browser_of_another_machine_is_taken() {
    let Some(browser) = device_web_browser() else {
        return;
    };
    let site = Site::with(|_| vec![("form.html", FORM.to_owned())]);
    let url = site.url("127.0.0.1", "form.html");
    let port = browser.port().expect("a port");
    let there = testkit::elsewhere(port).expect("an address");
    let socket = browser_path(port);
    for address in [format!("http://{there}"), format!("ws://{there}{socket}")] {
        let at: DevTools = address.parse().expect("an address");
        let attached = Browser::attach(&at, Options::default()).expect("attaches");
        let mut page = attached.page().expect("a page");
        page.open(&url).expect("opens");
        let mut web = Web::new(page);
        let screen = web.observe().expect("observes");
        assert!(ui::describe(&screen).contains("Full name"), "{address}");
        let target = screen.iter().find(|(_, it)| it.editable).map(|(id, _)| id);
        let text = "Ada".to_owned();
        web.act(&Action::InputText {
            target,
            text,
            clear: true,
        })
        .expect("types");
        let seen = web.observe().expect("observes");
        assert!(seen.iter().any(|(_, it)| it.held_text() == "Ada"), "{address}");
    }
    // It goes on.
    assert!(Hand::at(&browser).value("1 + 1") == 2);
    let nobody: DevTools = "http://127.0.0.2:1".parse().expect("an address");
    let said = Browser::attach(&nobody, Options::default()).map(drop);
    let said = said.expect_err("nobody is there").to_string();
    assert!(said.contains("http://127.0.0.2:1"), "{said}");
}

fn device_web_browser() -> Option<Browser> {
    let options = Options {
        door: Door::Port,
        ..Options::default()
    };
    match Browser::launch(options) {
        Ok(browser) => Some(browser),
        Err(why) => {
            testkit::skip(Part::Web, why);
            None
        }
    }
}

#[test]
fn pictures_show_the_page_before_each_action_without_its_secrets() {
    let site = Site::with(|_| vec![("form.html", FORM.to_owned()), ("saved.html", SAVED.to_owned())]);
    let understood = listen(&site.url("127.0.0.1", "form.html"), &["Full name"], |hand| {
        hand.click("#a");
        hand.keys("Ada");
        hand.click("#n");
        hand.click("#s");
        hand.until("document.title === 'Saved'");
    });
    let Some(mut understood) = understood else { return };
    assert_eq!(
        understood.lines[0],
        "type the secret full_name into textbox \"Full name\" (#a)"
    );
    assert!(!format!("{:?}", understood.steps).contains("Ada"));
    for step in &understood.steps {
        let name = step.picture.as_deref().expect("each has a picture");
        let picture = understood.listener.picture(name).expect("it was taken");
        assert!(picture.starts_with(b"\x89PNG"), "{}", sentence(step));
    }
}

/// Two fields for a password, and a button that is an icon.
const ACCOUNT: &str = "<!doctype html><title>Account</title><form onsubmit='document.title=\"Kept\";return false'>\
    <p><label for=p>New password</label><input id=p type=password></p>\
    <p><label for=q>Old password</label><input id=q type=password></p>\
    <button title='Keep it'><svg width=24 height=24><path d='M0 0H24V24H0Z'/></svg></button></form>";

#[test]
fn a_password_that_the_task_gives_is_typed_and_another_is_a_secret() {
    let site = Site::with(|_| vec![("account.html", ACCOUNT.to_owned())]);
    let understood = listen(&site.url("127.0.0.1", "account.html"), &[], |hand| {
        hand.click("#p");
        hand.keys("given-pass-1");
        hand.click("#q");
        hand.keys("given-pass-12");
        hand.click("path");
        hand.until("document.title === 'Kept'");
    });
    let Some(understood) = understood else { return };
    assert_eq!(
        understood.lines,
        [
            "type \"given-pass-1\" into textbox \"New password\" (#p)",
            "type the secret old_password into textbox \"Old password\" (#q)",
            "click button (tooltip Keep it)",
        ]
    );
    assert!(!format!("{:?}", understood.steps).contains("given-pass-12"));
}
