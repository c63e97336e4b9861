//! What the observing script makes of a document: small pages, and a line for each element that it lists.

use autorpa_device_web::{Browser, Looks, Options, Page, find_chromium};
use testkit::{Part, there};
use ui::Element;

fn page() -> Option<Page> {
    there(Part::Web, find_chromium())?;
    let options = Options {
        viewport: (600, 400),
        looks: Looks::Fixed,
        ..Options::default()
    };
    let browser = Browser::launch(options).expect("Chromium starts");
    Some(browser.page().expect("a page"))
}

/// An element in a line: tag, role, its words, and whether it is checked.
fn line(element: &Element) -> String {
    let said = [
        ("", element.class_name.as_deref()),
        ("role=", element.role.as_deref()),
        ("text=", element.text.as_deref()),
        ("label=", element.label.as_deref()),
        ("description=", element.content_description.as_deref()),
        ("value=", element.value.as_deref()),
        ("column=", element.column.as_deref()),
    ];
    let words = said
        .iter()
        .filter_map(|(name, value)| Some(format!("{name}{}", (*value)?)));
    let state = (element.checkable && element.class_name.as_deref() == Some("label"))
        .then(|| format!("checked={}", element.checked));
    let words = words.chain(state);
    let sight = (!element.bounds.has_area()).then(|| "out of sight".to_owned());
    words.chain(sight).collect::<Vec<String>>().join(" | ")
}

/// The elements of each page are these.
fn check(cases: &[(&str, &[&str])]) {
    let Some(mut page) = page() else { return };
    for (html, expected) in cases {
        let mut url = "data:text/html;charset=utf-8,".to_owned();
        for byte in format!("<!DOCTYPE html><title>Page</title>{html}").bytes() {
            url.push_str(&format!("%{byte:02X}"));
        }
        page.open(&url).expect("opens");
        let screen = page.observe().expect("observes");
        let lines: Vec<String> = screen.elements.iter().map(line).collect();
        assert_eq!(lines, *expected, "{html}");
    }
}

#[test]
fn shadow_roots() {
    check(&[
        // One within another.
        (
            r#"<div id=outer></div><script>
                const outer = document.getElementById("outer").attachShadow({ mode: "open" });
                outer.innerHTML = "<p>Above</p><div></div>";
                outer.querySelector("div").attachShadow({ mode: "open" }).innerHTML = "<button>Deep</button>";
            </script>"#,
            &["p | text=Above", "button | role=button | text=Deep"],
        ),
        // FIXME: a host says all its children's words itself. What is handed to a slot stands where the slot is, and what
        // no slot takes is not shown.
        (
            r#"<div id=host><b slot=title>Title</b><i slot=other>nowhere</i></div><script>
                document.getElementById("host").attachShadow({ mode: "open" }).innerHTML =
                    "<button>Before</button><div><slot name=title></slot></div>";
            </script>"#,
            &["div | text=Titlenowhere", "button | role=button | text=Before"],
        ),
        // A field in a box of its own, right under the root.
        (
            r#"<div id=host></div><script>
                document.getElementById("host").attachShadow({ mode: "open" }).innerHTML = "<span>Name</span><div><input></div>";
            </script>"#,
            &["span | text=Name", "input | role=textbox | label=Name | value="],
        ),
        // A label in the same root names its field.
        (
            r#"<div id=host></div><script>
                document.getElementById("host").attachShadow({ mode: "open" }).innerHTML =
                    "<label for=name>Name</label><input id=name value=Ada>";
            </script>"#,
            &[
                "label | text=Name",
                "input | role=textbox | label=Name | value=Ada",
            ],
        ),
    ]);
}

#[test]
fn frames() {
    check(&[
        (
            r#"<iframe srcdoc="<button>One</button><iframe srcdoc='<button>Two</button>'></iframe>"></iframe><p>After</p>"#,
            &[
                "iframe",
                "button | role=button | text=One",
                "iframe",
                "button | role=button | text=Two",
                "p | text=After",
            ],
        ),
        // FIXME: what is in a frame without a size can't be scrolled into sight, and is listed as if it could.
        (
            r#"<iframe style="display:none" srcdoc="<button>Unseen</button>"></iframe>
                <iframe width=0 height=0 srcdoc="<button>Unseen</button>"></iframe><p>Alone</p>"#,
            &[
                "iframe",
                "button | role=button | text=Unseen | out of sight",
                "p | text=Alone",
            ],
        ),
    ]);
}

#[test]
fn hidden_things() {
    check(&[(
        r#"<p hidden>a</p><p style="display:none">b</p><p style="visibility:hidden">c</p><p style="opacity:0">d</p>
            <div style="visibility:hidden"><button style="visibility:visible">Back in sight</button></div>
            <div style="height:0;overflow:hidden"><p>e</p></div>
            <span style="position:absolute;width:1px;height:1px;overflow:hidden">for readers</span>
            <details><summary>More</summary><p>f</p></details>
            <details open><summary>Less</summary><p>shown</p></details>
            <input type=hidden value=g><template><p>h</p></template><dialog><p>i</p></dialog>"#,
        &[
            "button | role=button | text=Back in sight",
            "p | text=e | out of sight",
            "summary | role=button | text=More",
            "summary | role=button | text=Less",
            "p | text=shown",
        ],
    )]);
}

#[test]
fn what_hangs_out_of_a_box_that_clips_is_cut_off_only_where_it_is_placed_in_it() {
    let list = |around: &str, inner: &str| {
        format!(
            "<div style='{around}'><div style='height:20px;overflow:hidden'>Bar<div style='{inner}'><button>Remove</button></div></div></div>"
        )
    };
    let hung = "position:absolute;top:60px;left:0";
    let cases = [
        // A menu that is placed in something further out shows whole.
        (list("position:relative", hung), "button | role=button | text=Remove"),
        (list("", "position:fixed;top:60px"), "button | role=button | text=Remove"),
        // One that flows, or is placed in the box itself, is cut off.
        (list("position:relative", "margin-top:60px"), "button | role=button | text=Remove | out of sight"),
        (list("", "position:relative;top:60px"), "button | role=button | text=Remove | out of sight"),
        (
            format!("<div style='position:relative;height:20px;overflow:hidden'>Bar<div style='{hung}'><button>Remove</button></div></div>"),
            "button | role=button | text=Remove | out of sight",
        ),
        // A fixed box is placed in one that is transformed.
        (
            "<div style='transform:scale(1);height:20px;overflow:hidden'>Bar<div style='position:fixed;top:60px'><button>Remove</button></div></div>".to_owned(),
            "button | role=button | text=Remove | out of sight",
        ),
    ];
    for (html, told) in &cases {
        check(&[(html, &["div | text=Bar", told])]);
    }
}

#[test]
fn labels() {
    check(&[(
        r#"<label for=a>Wrapped by for</label> <input id=a>
            <br><label>Around <input value=x> it</label>
            <br><span id=t>Named</span> <span id=u>twice</span> <input aria-labelledby="t u">
            <br><input aria-label="Said only" type=search>
            <br><input type=radio name=r> Red <input type=radio name=r checked> Green
            <table><tr><td>In front<td><input></table>
            <button title="A hint"><img alt="Picture" width=9 height=9></button>
            <select aria-label=Fruit><option>Apple<option selected>Pear</select>"#,
        &[
            "label | text=Wrapped by for",
            "input | role=textbox | label=Wrapped by for | value=",
            "label | text=Around it",
            "input | role=textbox | label=Around it | value=x",
            "span | text=Named",
            "span | text=twice",
            "input | role=textbox | label=Named twice | value=",
            "input | role=searchbox | description=Said only | value=",
            "input | role=radio | label=Red",
            "input | role=radio | label=Green",
            "td | role=cell | text=In front",
            "input | role=textbox | label=In front | value=",
            "button | role=button",
            "img | role=img | description=Picture",
            "select | role=combobox | description=Fruit | value=Pear",
            "option | role=option | text=Apple",
            "option | role=option | text=Pear",
        ],
    )]);
}

#[test]
fn tables() {
    check(&[(
        r#"<table><caption>People</caption><thead><tr><th>Name<th>Age</thead>
            <tr><td>Ada<td>36</tr><tr onclick="1"><td>Bob <b>Jr.</b><td><a href="/b">9</a></tr>
            <tr><td colspan=2><button>Add</button></tr></table>
            <div role=table><div role=row><span role=cell>One</span><span role=cell>Two</span></div></div>"#,
        &[
            "caption | text=People",
            "th | role=columnheader | text=Name",
            "th | role=columnheader | text=Age",
            "td | role=cell | text=Ada | column=Name",
            "td | role=cell | text=36 | column=Age",
            "tr | role=row",
            "td | role=cell | text=Bob Jr. | column=Name",
            "a | role=link | text=9 | column=Age",
            "button | role=button | text=Add",
            "div | role=table",
            "div | role=row",
            "span | role=cell | text=One",
            "span | role=cell | text=Two",
        ],
    )]);
}

#[test]
fn what_shows_how_many_it_leads_to_is_called_without_the_number() {
    check(&[
        (
            "<nav><a href=#>Inbox <span class=nav-count>12</span></a><button>Alerts <b class='badge red'>(99+)</b></button></nav>",
            &[
                "a | role=link | text=Inbox 12 | label=Inbox",
                "button | role=button | text=Alerts (99+) | label=Alerts",
            ],
        ),
        // A number that is no count is a part of the name, so are two of them, and one that is not in a menu.
        (
            "<nav><a href=#>Order <b>17</b></a><a href=#>From <i class=count>1</i> to <i class=count>9</i></a></nav>\
             <a href=#>Order <b class=badge>18</b></a>",
            &[
                "a | role=link | text=Order 17",
                "a | role=link | text=From 1 to 9",
                "a | role=link | text=Order 18",
            ],
        ),
    ]);
}

#[test]
fn a_cell_stands_in_the_column_of_its_head() {
    check(&[
        // What is in a cell stands in its column; a head has none itself, and neither has a column without a head.
        (
            "<table><thead><tr><th>Number<th><th>Amount</thead><tbody><tr><td><a href=#>A-1</a><td>x<td>7.00</table>",
            &[
                "th | role=columnheader | text=Number",
                "th | role=columnheader | text=Amount",
                "a | role=link | text=A-1 | column=Number",
                "td | role=cell | text=x",
                "td | role=cell | text=7.00 | column=Amount",
            ],
        ),
        // A first row of nothing but heads is one without a `thead`; a head over two columns is that of both.
        (
            "<table><tr><th colspan=2>Name<th>City<tr><th>Ada<td>Lovelace<td>London</table>",
            &[
                "th | role=columnheader | text=Name",
                "th | role=columnheader | text=City",
                "th | role=columnheader | text=Ada | column=Name",
                "td | role=cell | text=Lovelace | label=Ada | column=Name",
                "td | role=cell | text=London | label=Ada | column=City",
            ],
        ),
        // Where a cell reaches over rows, no place tells the column.
        (
            "<table><tr><th>Day<th>Room<tr><td rowspan=2>Mon<td>1<tr><td>2</table>",
            &[
                "th | role=columnheader | text=Day",
                "th | role=columnheader | text=Room",
                "td | role=cell | text=Mon",
                "td | role=cell | text=1",
                "td | role=cell | text=2",
            ],
        ),
        // A grid of other elements, with the numbers of its columns.
        (
            "<div role=grid><div role=row><span role=columnheader aria-colindex=1>Item</span><span role=columnheader aria-colindex=3>Price</span></div>\
             <div role=row><span role=gridcell aria-colindex=1>Tea</span><span role=gridcell aria-colindex=3>2.50</span></div></div>",
            &[
                "div | role=grid",
                "div | role=row",
                "span | role=columnheader | text=Item",
                "span | role=columnheader | text=Price",
                "div | role=row",
                "span | role=gridcell | text=Tea | column=Item",
                "span | role=gridcell | text=2.50 | column=Price",
            ],
        ),
    ]);
}

#[test]
fn a_widget_is_called_like_the_control_that_it_stands_in_the_place_of() {
    check(&[(
        r#"<label for=pick>City:</label><select id=pick style="position:absolute;width:1px;height:1px;border:0;padding:0;clip:rect(0 0 0 0);overflow:hidden"><option>Rome</select>
            <span><span role=combobox tabindex=0 aria-labelledby=shown><span id=shown>Rome</span></span></span>
            <label>Note <input id=note></label><span><b role=textbox tabindex=0 aria-labelledby=own><i id=own>none</i></b></span>"#,
        &[
            "label | text=City:",
            "span | role=combobox | label=City: | description=Rome",
            "span | text=Rome",
            "label | text=Note",
            "input | role=textbox | label=Note | value=",
            "b | role=textbox | description=none",
            "i | text=none",
        ],
    )]);
}

#[test]
fn a_list_of_the_pages_own_is_what_its_field_says() {
    check(&[
        // The field is not drawn: the box in its place is the list, and what it shows is its value.
        (
            r#"<label for=p>Priority</label>
            <div style="border:1px solid;cursor:pointer;position:relative;width:200px;height:30px">
              <span style="position:absolute;inset:0;opacity:0"><input id=p role=combobox readonly style="opacity:0"></span>
              <span title=Normal>Normal</span>
            </div>"#,
            &[
                "label | text=Priority",
                "div | role=combobox | label=Priority | value=Normal",
            ],
        ),
        // The field is drawn: it stays what it is.
        (
            r#"<label for=q>Owner</label>
            <div style="border:1px solid;width:200px;display:flex"><div>Ada</div>
              <div><input id=q role=combobox style="width:2px;border:0;padding:0"></div></div>"#,
            &[
                "label | text=Owner",
                "div | text=Ada",
                "input | role=combobox | label=Owner | value=",
            ],
        ),
        // A list that is named by its label and by what it shows is called by its label.
        (
            r#"<span id=l>Status</span><div id=s role=combobox tabindex=0 aria-labelledby="l s">Open</div>"#,
            &[
                "span | text=Status",
                "div | role=combobox | text=Open | label=Status",
            ],
        ),
        // Two fields in one box are no list.
        (
            r#"<div style="border:1px solid;width:200px"><input role=combobox aria-label=From style="opacity:0">
              <input aria-label=To></div>"#,
            &["input | role=textbox | description=To | value="],
        ),
    ]);
}

#[test]
fn a_sign_of_an_icon_font_is_no_text() {
    let style = "<style>.icons { font-family: 'Some Icons'; display: inline-block; width: 16px; height: 16px; overflow: hidden }</style>";
    let table = format!(
        "{style}<table><thead><tr><th>Guest<i class=icons>arrow_upward</i></th><th></th></tr></thead>\
         <tbody><tr><td>Ada</td><td><button><i class=icons>edit</i></button></td></tr></tbody></table>\
         <button><i class=icons>add</i> <span>New guest</span></button>"
    );
    // A word in a font of letters is a word, whatever its class is called; and no field is called by a sign beside it.
    let field = format!(
        "{style}<p class=icon-text>flag</p><label>Room<input value=Attic><i class=icons>event</i></label>"
    );
    check(&[
        (
            &table,
            &[
                "th | role=columnheader | text=Guest",
                "i | description=arrow_upward",
                "td | role=cell | text=Ada | column=Guest",
                "button | role=button | description=edit",
                "button | role=button | text=New guest",
            ],
        ),
        (
            &field,
            &[
                "p | text=flag",
                "label | text=Room",
                "input | role=textbox | label=Room | value=Attic",
            ],
        ),
    ]);
}

#[test]
fn an_icon_is_called_by_what_the_page_says_that_it_shows() {
    let size = "style='display: inline-block; width: 16px; height: 16px'";
    check(&[
        (
            &format!(
                "<button class='align-center normal'><span><i data-icon=check {size}></i></span></button>"
            ),
            &["button | role=button | description=check"],
        ),
        (
            &format!(
                "<a href=/new class='round wide'><svg {size}><use href='icons.svg#plus'></use></svg></a>"
            ),
            &["a | role=link | description=plus"],
        ),
        (
            &format!("<button class=round><bold-icon name=trash {size}></bold-icon></button>"),
            &["button | role=button | description=trash"],
        ),
        // What a field stands in is called by no class.
        (
            "<div tabindex=0 class=full-width style='padding: 4px; border: 1px solid'><input readonly aria-label=Kind></div>",
            &["input | role=textbox | description=Kind | value="],
        ),
    ]);
}

#[test]
fn what_has_no_box_of_its_own_clips_nothing() {
    check(&[(
        "<div style='display: contents; overflow: auto; position: relative'><button>Save</button></div>",
        &["button | role=button | text=Save"],
    )]);
}

#[test]
fn a_list_in_its_label_is_not_called_by_what_is_chosen() {
    let unnamed = "<label><div style='border: 1px solid; width: 200px; height: 30px; position: relative'><span>5</span>\
                   <input role=combobox readonly style='position: absolute; opacity: 0'></div></label>";
    let list = |chosen: &str| {
        format!(
            "<label><div style='border: 1px solid; width: 200px; height: 30px; position: relative'>\
             <div style='font-size: 9px'>Room</div><span>{chosen}</span>\
             <input role=combobox aria-label=Room readonly style='position: absolute; opacity: 0'></div></label>"
        )
    };
    check(&[
        (
            &list("Attic"),
            &[
                "label | text=Room Attic",
                "div | role=combobox | label=Room | value=Attic",
            ],
        ),
        (
            &list(""),
            &["label | text=Room", "div | role=combobox | label=Room | value="],
        ),
        (unnamed, &["label | text=5", "div | role=combobox | value=5"]),
    ]);
}

#[test]
fn a_switch_is_one_thing_to_press() {
    let html = "<div role=switch aria-checked=true tabindex=0><div style='width: 30px; height: 14px; background: silver'></div>\
                <div>Breakfast</div></div>";
    check(&[(html, &["div | role=switch | text=Breakfast"])]);
}

#[test]
fn a_field_in_boxes_of_its_own_is_called_by_the_text_above_them() {
    let field = |name: &str, control: &str| {
        format!(
            "<div style='height: 90px'><div><span>{name}</span></div><div style='padding-top: 4px'><div><div style='padding: 20px; \
             border: 1px solid'><div>{control}</div></div></div></div></div>"
        )
    };
    let boxless =
        field("City", "<input>").replacen("<div><span>", "<div style='display: contents'><span>", 1);
    let ticked = field(
        "Active",
        "<button role=checkbox aria-pressed=true>Enabled</button>",
    );
    let form = boxless + &field("Kind", "<input readonly placeholder=Any>") + &ticked;
    check(&[(
        &form,
        &[
            "span | text=City",
            "input | role=textbox | label=City | value=",
            "span | text=Kind",
            "input | role=textbox | label=Kind | value=",
            "span | text=Active",
            "button | role=checkbox | text=Enabled | label=Active",
        ],
    )]);
    // The boxes around it may be drawn closer than it is itself, where there are more like them. A task above one field is no name.
    let close = |name: &str| {
        format!(
            "<section><div>{name}</div><div style='padding-top: 10px'><textarea rows=2></textarea></div></section>"
        )
    };
    check(&[
        (
            &(close("Notes") + &close("Address")),
            &[
                "div | text=Notes",
                "textarea | role=textbox | label=Notes | value=",
                "div | text=Address",
                "textarea | role=textbox | label=Address | value=",
            ],
        ),
        (
            &close("Write a note."),
            &["div | text=Write a note.", "textarea | role=textbox | value="],
        ),
    ]);
    // No box of a list is called by what stands above the list, or by the one before.
    let entry = |name: &str| format!("<li><span role=checkbox tabindex=0>o</span> <i>{name}</i></li>");
    check(&[(
        &format!(
            "<p style='margin: 0'>To do</p><ul style='margin: 0'>{}{}</ul>",
            entry("Milk"),
            entry("Bread")
        ),
        &[
            "p | text=To do",
            "li | role=listitem | text=Milk",
            "span | role=checkbox | text=o",
            "li | role=listitem | text=Bread",
            "span | role=checkbox | text=o",
        ],
    )]);
}

#[test]
fn a_control_that_comes_out_where_somebody_points_at_its_row_is_there() {
    let table = |style: &str| {
        format!(
            "<style>td input, td button {{ {style} }} tr:hover input, tr:hover button {{ opacity: 1 }}</style><table><thead><tr><th></th>\
             <th><a href=#>Title</a> 1-2 of 2</th></tr></thead><tr><td><input type=checkbox aria-label=Select></td><td>Budget</td></tr></table>"
        )
    };
    let heads = "a | role=link | text=Title";
    check(&[
        (
            &table("opacity: 0"),
            &[
                "th | role=columnheader | text=1-2 of 2",
                heads,
                "input | role=checkbox | description=Select",
                "td | role=cell | text=Budget | column=Title",
            ],
        ),
        (
            &table("opacity: 0; pointer-events: none"),
            &[
                "th | role=columnheader | text=1-2 of 2",
                heads,
                "td | role=cell | text=Budget | column=Title",
            ],
        ),
        // A sort of rows by something else is no name of a column.
        (
            &table("opacity: 0").replace("<a href=#>Title</a> 1-2 of 2", "Title <button>?</button>"),
            &[
                "th | role=columnheader | text=Title",
                "button | role=button | text=?",
                "input | role=checkbox | description=Select",
                "td | role=cell | text=Budget | column=Title ?",
            ],
        ),
        // What is not drawn as a whole is no row that somebody points at.
        (
            "<ul><li style='opacity: 0'><a href=#>Buy now</a></li></ul><p>Text</p>",
            &["p | text=Text"],
        ),
        // Outside of rows nobody points at anything to see it.
        (
            "<p>Text <button style='opacity: 0'>Go</button></p>",
            &["p | text=Text"],
        ),
    ]);
}

#[test]
fn what_stands_in_the_place_of_something_that_loads_is_not_there() {
    let box_of = |class: &str| {
        format!("<div class='{class}' style='height: 20px; background: #eee; cursor: pointer'></div>")
    };
    check(&[
        (&box_of("input v-skeleton-loader"), &[]),
        (&box_of("MuiSkeleton-root"), &[]),
        (&box_of("input"), &["div | description=input"]),
        (
            "<p class=skeleton>The hand has 27 bones</p>",
            &["p | text=The hand has 27 bones"],
        ),
    ]);
}

#[test]
fn a_box_that_says_its_state_as_a_button_does_is_a_box() {
    let Some(mut page) = page() else { return };
    let url = "data:text/html,<button role=checkbox aria-pressed=true aria-label=Active>x</button>\
               <button aria-pressed=true>Bold</button>";
    page.open(url).expect("opens");
    let screen = page.observe().expect("observes");
    let states: Vec<(bool, bool)> = screen
        .elements
        .iter()
        .map(|it| (it.checkable, it.checked))
        .collect();
    assert_eq!(states, [(true, true), (false, false)]);
}

#[test]
fn a_label_shows_the_state_of_a_box_that_is_not_drawn() {
    check(&[
        (
            r#"<label><input type=checkbox checked style="opacity:0">News</label>
            <label><input type=checkbox style="position:absolute;width:1px;height:1px;clip-path:inset(50%)">Offers</label>"#,
            &[
                "label | role=checkbox | text=News | checked=true",
                "label | role=checkbox | text=Offers | checked=false",
            ],
        ),
        // A box that is drawn says it itself.
        (
            "<label><input type=checkbox checked>News</label>",
            &["label | text=News", "input | role=checkbox | label=News"],
        ),
    ]);
}

/// The ids of the elements of a page.
fn ids(page: &mut Page, html: &str) -> Vec<Option<String>> {
    let mut url = "data:text/html;charset=utf-8,".to_owned();
    for byte in format!("<!DOCTYPE html>{html}").bytes() {
        url.push_str(&format!("%{byte:02X}"));
    }
    page.open(&url).expect("opens");
    let screen = page.observe().expect("observes");
    screen.elements.into_iter().map(|it| it.resource_name).collect()
}

#[test]
fn an_id_that_a_library_has_counted_names_nothing() {
    let Some(mut page) = page() else { return };
    let html = [
        "name",
        ":r2:",
        "mui-:r1f:",
        "«r4»",
        "radix-_r_1_",
        "f_0a1b2c3d-77aa",
        "order-1042",
    ]
    .map(|it| format!("<input id=\"{it}\">"))
    .concat();
    let named = |it: &str| Some(it.to_owned());
    assert_eq!(
        ids(&mut page, &html),
        [named("name"), None, None, None, None, None, named("order-1042")]
    );
    // What numbers all that it draws, and not the fields alone.
    let drawn = "<h1 id=c1>Guests</h1><p id=c2>Two</p><div id=c3>Ada</div><div id=c4>Bob</div><input id=c5><button id=c6>Save</button>";
    assert_eq!(ids(&mut page, drawn), vec![None; 6]);
    let fields = "<input id=q1><select id=q2></select><textarea id=q3></textarea><input id=q4><input id=q5><button id=q6>Save</button>";
    assert!(ids(&mut page, fields).iter().all(Option::is_some));
}

#[test]
fn a_text_whose_line_breaks_the_page_keeps_is_read_in_lines() {
    check(&[
        (
            "<pre>part;pieces\nHinge;  12\n\nValve;3\n</pre>",
            &["pre | text=part;pieces\nHinge; 12\n\nValve;3"],
        ),
        // As a message is shown that somebody has written.
        (
            "<p style='white-space: pre-line'>\n  Hello\n  <b>Ann</b>\n</p>",
            &["p | text=Hello\nAnn"],
        ),
        // A line of code, and a break of the source alone.
        (
            "<pre>let a = 1;</pre><p>one\ntwo</p>",
            &["pre | text=let a = 1;", "p | text=one two"],
        ),
    ]);
}
