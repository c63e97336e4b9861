//! Lists that draw only the entries near what is in view, and lists that load more at their end: a screen says which lists
//! show a part.

use autorpa_device_web::{Web, find_chromium};
use device::Device;
use testkit::{Part, there};
use ui::{Action, Direction, Key, Screen};

use crate::opened;

use opened::{by, look};

/// Draws the entries near what is in view into `list`, which scrolls, of so many that are 30 pixels high; `room` makes room for
/// the others.
const DRAWING: &str = r#"<script>
  const ROW = 30, COUNT = 100;
  const entry = (at) => Object.assign(document.createElement("div"), { textContent: "Entry " + at, style: `height:${ROW}px` });
  const drawn = (top, height) => { const first = Math.max(0, Math.floor(top / ROW) - 2); return [first, Math.min(COUNT, Math.ceil((top + height) / ROW) + 2)]; };
  const draw = (scroller, top, put) => {
    const again = () => put(...drawn(top(), scroller === window ? innerHeight : scroller.clientHeight));
    scroller.addEventListener("scroll", again); again();
  };
</script>"#;

const BOX: &str = r#"style="height:200px; overflow-y:auto""#;

/// Places in a box that is as high as all entries.
fn placed() -> String {
    format!(
        r#"{DRAWING}<div id=list {BOX}><div id=all></div></div><script>
        all.style = `position:relative; height:${{COUNT * ROW}}px`;
        draw(list, () => list.scrollTop, (from, to) => all.replaceChildren(...Array.from({{ length: to - from }}, (_, at) => {{
          const it = entry(from + at); it.style.cssText += `;position:absolute; top:${{(from + at) * ROW}}px`; return it; }})));
        </script>"#
    )
}

/// Empty rows of a table before and behind those that are drawn.
fn spaced() -> String {
    format!(
        r#"{DRAWING}<div id=list {BOX}><table><tbody id=all></tbody></table></div><script>
        const row = (it, height) => {{ const tr = document.createElement("tr"); tr.style.height = height + "px"; const td = document.createElement("td"); if (it) td.append(it); tr.append(td); return tr; }};
        draw(list, () => list.scrollTop, (from, to) => all.replaceChildren(row(null, from * ROW), ...Array.from({{ length: to - from }}, (_, at) => row(entry(from + at), ROW)), row(null, (COUNT - to) * ROW)));
        </script>"#
    )
}

/// Room within what holds the entries; the page itself scrolls.
fn padded() -> String {
    format!(
        r#"{DRAWING}<h1>Orders</h1><div id=all></div><p>The end</p><script>
        draw(window, () => Math.max(0, scrollY - 100), (from, to) => {{
          all.style = `padding-top:${{from * ROW}}px; padding-bottom:${{(COUNT - to) * ROW}}px`;
          all.replaceChildren(...Array.from({{ length: to - from }}, (_, at) => entry(from + at))); }});
        </script>"#
    )
}

/// A list that says how many entries it has.
const COUNTED: &str = r#"<div role=grid aria-rowcount=50 style="height:60px; overflow:auto"><div role=rowgroup>
    <div role=row>Ada</div><div role=row>Bob</div><div role=row>Cid</div><div role=row>Dan</div><div role=row>Eve</div></div></div>"#;

/// Loads twenty more entries when its end comes into view, three times.
const LOADING: &str = r#"<div id=list style="height:200px; overflow-y:auto"></div><script>
    const more = () => { for (let at = 0; at < 20; at++) list.append(Object.assign(document.createElement("p"), { textContent: "Entry " + list.children.length })); };
    more();
    list.addEventListener("scroll", () => { if (list.scrollTop + list.clientHeight > list.scrollHeight - 50 && list.children.length < 80) setTimeout(more, 20); });
    </script>"#;

/// Pages whose lists have all their entries in them.
fn whole() -> Vec<(&'static str, String)> {
    let entries: String = (0..60).map(|at| format!("<li>Entry {at}</li>")).collect();
    let list = |list: &str, inner: &str| {
        format!(
            "<div style=\"height:200px; overflow-y:auto\"><ul style=\"{list}\">{entries}</ul>{inner}</div>"
        )
    };
    vec![
        ("long.html", list("", "")),
        ("padded.html", list("padding-bottom:18px", "")),
        // Less content than room, and all of it in view.
        (
            "blank.html",
            format!("<div style=\"min-height:900px\"><button>Go</button></div><ul>{entries}</ul>"),
        ),
        // A drawing below is no room for entries.
        (
            "drawn.html",
            format!(
                "<ul>{entries}</ul><div style=\"height:400px; background-image:linear-gradient(red,blue)\"></div>"
            ),
        ),
        (
            "page.html",
            format!("<ul>{entries}</ul><footer style=\"height:120px\">The end</footer>"),
        ),
    ]
}

fn opened(test: &str, html: &str) -> Option<Web> {
    there(Part::Web, find_chromium())?;
    opened::open(test, html, Vec::new()).map(|(web, _)| web)
}

fn texts(screen: &Screen) -> Vec<&str> {
    let all = screen.elements.iter().filter_map(|it| it.text.as_deref());
    all.filter(|it| it.starts_with("Entry")).collect()
}

fn scroll(web: &mut Web) {
    let down = Action::Scroll {
        target: None,
        direction: Direction::Down,
    };
    web.act(&down).expect("scrolls");
}

#[test]
fn a_list_that_draws_what_is_in_view_shows_a_part() {
    for (name, html) in [("placed", placed()), ("spaced", spaced()), ("padded", padded())] {
        let Some(mut web) = opened(name, &html) else {
            return;
        };
        for at in 0..3 {
            let screen = look(&mut web);
            assert_eq!(screen.in_part.len(), 1, "{name}, after {at} scrolls: {screen:#?}");
            let shown = screen
                .elements
                .iter()
                .find(|it| it.text.as_deref().is_some_and(|it| it.starts_with("Entry")));
            assert!(shown.is_some_and(|it| screen.is_in_part(it)), "{name}");
            assert!(texts(&screen).len() < 60, "{name}");
            scroll(&mut web);
        }
    }
}

#[test]
fn a_list_that_says_how_many_entries_it_has_shows_a_part() {
    let Some(mut web) = opened("counted", COUNTED) else {
        return;
    };
    assert_eq!(look(&mut web).in_part.len(), 1);
    let whole = COUNTED.replace("rowcount=50", "rowcount=5");
    let Some(mut web) = opened("counted", &whole) else {
        return;
    };
    let screen = look(&mut web);
    assert!(screen.in_part.is_empty());
    by(&screen, Key::Text, "Eve");
}

#[test]
fn a_list_that_grew_at_its_end_may_go_on() {
    let Some(mut web) = opened("loading", LOADING) else {
        return;
    };
    assert!(look(&mut web).in_part.is_empty());
    for _ in 0..8 {
        scroll(&mut web);
        look(&mut web);
    }
    let screen = look(&mut web);
    assert_eq!(screen.in_part.len(), 1, "{} entries", texts(&screen).len());
}

#[test]
fn a_list_with_all_its_entries_shows_all_of_them() {
    for (name, html) in whole() {
        let Some(mut web) = opened(name, &html) else {
            return;
        };
        for _ in 0..3 {
            let screen = look(&mut web);
            assert_eq!(texts(&screen).len(), 60, "{name}");
            assert!(screen.in_part.is_empty(), "{name}: {:?}", screen.in_part);
            scroll(&mut web);
        }
    }
}

#[test]
fn a_list_in_which_a_menu_opened_has_not_grown() {
    let page = r#"<div style="height:120px; overflow-y:auto"><div>ENTRIES</div></div>"#;
    let entry = r#"<section>Entry <button onclick="this.after(...[1,2,3,4,5,6].map((it) => Object.assign(document.createElement('p'), { textContent: 'Do ' + it })))">More</button></section>"#;
    let Some(mut web) = opened("menu", &page.replace("ENTRIES", &entry.repeat(8))) else {
        return;
    };
    for _ in 0..4 {
        scroll(&mut web);
    }
    let screen = look(&mut web);
    let more = screen.iter().filter(|(_, it)| it.text.as_deref() == Some("More"));
    let (target, _) = more.last().expect("a button");
    web.act(&Action::Click { target }).expect("clicks");
    let screen = look(&mut web);
    by(&screen, Key::Text, "Do 6");
    assert!(screen.in_part.is_empty(), "{:?}", screen.in_part);
}
