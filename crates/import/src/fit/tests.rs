//! Names of other tools against a small page.

use ui::Rect;

use super::*;
use crate::{Act, Format, read};

fn element(tag: &str, path: &[u16]) -> Element {
    let role = match tag {
        "button" => Some("button"),
        "a" => Some("link"),
        "input" => Some("textbox"),
        "select" => Some("combobox"),
        "td" => Some("cell"),
        "option" => Some("option"),
        _ => None,
    };
    Element {
        class_name: Some(tag.to_owned()),
        role: role.map(str::to_owned),
        path: path.to_vec(),
        bounds: Rect::new(0, 0, 10, 10),
        ..Element::default()
    }
}

fn with_text(tag: &str, text: &str, path: &[u16]) -> Element {
    Element {
        text: Some(text.to_owned()),
        ..element(tag, path)
    }
}

/// A form, a table of three rows with a button each, and a frame with a form of its own.
fn page() -> Screen {
    let field = |label: &str, id: &str, path: &[u16]| Element {
        label: Some(label.to_owned()),
        resource_name: Some(id.to_owned()),
        ..element("input", path)
    };
    let mut elements = vec![
        with_text("label", "Name", &[1, 0, 0]),
        field("Name", "name", &[1, 0, 1]),
        field("Full name", "full", &[1, 0, 2]),
        Element {
            label: Some("State".to_owned()),
            ..element("select", &[1, 0, 3])
        },
        with_text("option", "open", &[1, 0, 3, 0]),
        with_text("option", "paid", &[1, 0, 3, 1]),
        Element {
            attributes: [("class".to_owned(), "primary big".to_owned())].into(),
            ..with_text("button", "Save", &[1, 0, 4])
        },
    ];
    for row in 0..3_u16 {
        elements.push(with_text("td", &format!("INV-{row}"), &[1, 1, 0, row, 0]));
        elements.push(with_text("button", "Edit", &[1, 1, 0, row, 1, 0]));
    }
    elements.push(Element {
        attributes: [("name".to_owned(), "pay".to_owned())].into(),
        ..element("iframe", &[1, 2])
    });
    elements.push(field("Name", "card-name", &[1, 2, 0, 1, 0]));
    Screen {
        size: (100, 100),
        elements,
        ..Screen::default()
    }
}

/// The place of what a chain of calls on `page` names.
fn place(screen: &Screen, chain: &str) -> Result<ElementId, NotOne> {
    let text = format!("await page.{chain}.click();");
    let script = read(&text, Format::PlaywrightJavaScript).unwrap();
    assert_eq!(script.unread, [], "{chain}");
    let intent = &script.intents[0];
    let Act::Click { target, .. } = &intent.act else {
        panic!("it is a click");
    };
    named(screen, &intent.place.frames, target)
}

#[track_caller]
fn is(chain: &str, id: usize) {
    let found = place(&page(), chain);
    assert_eq!(found, Ok(ElementId(id)), "{chain}");
}

#[test]
fn names_of_playwright() {
    is("getByLabel('Name', { exact: true })", 1);
    is("getByRole('textbox', { name: 'Full' })", 2);
    is("getByRole('button', { name: 'save' })", 6);
    is("getByLabel('State open paid')", 3);
    is("getByRole('combobox', { name: 'State openpaid' })", 3);
    is("locator('#full')", 2);
    is("locator('button.primary')", 6);
    is("getByText('INV-1')", 9);
    is(
        "getByRole('row', { name: 'INV-1 Edit' }).getByRole('button', { name: 'Edit' })",
        10,
    );
    is(
        "locator('tr').filter({ hasText: 'INV-2' }).getByRole('button')",
        12,
    );
    is(
        "getByRole('row').filter({ has: page.getByText('INV-0') }).getByRole('button')",
        8,
    );
    is("getByRole('button', { name: 'Edit' }).nth(1)", 10);
    is(
        "locator('iframe[name=\"pay\"]').contentFrame().getByLabel('Name')",
        14,
    );
    is("frameLocator('[name=pay]').locator('#card-name')", 14);
    is("locator('tr:nth-of-type(2) button')", 10);
}

#[test]
fn one_none_and_many_are_three_answers() {
    // A part of a label is in both, unless it is asked for as a whole.
    assert!(matches!(
        place(&page(), "getByLabel('name')"),
        Err(NotOne::Several { .. })
    ));
    assert!(matches!(
        place(&page(), "getByRole('button', { name: 'Edit' })"),
        Err(NotOne::Several { .. })
    ));
    let Err(NotOne::None { near, .. }) = place(&page(), "getByRole('button', { name: 'Safe' })") else {
        panic!("there is none");
    };
    assert_eq!(near[0], "button \"Save\"");
    // What stands in a frame is not on the page around it.
    assert!(matches!(
        place(&page(), "locator('#card-name')"),
        Err(NotOne::None { .. })
    ));
    assert!(matches!(
        place(
            &page(),
            "locator('iframe[name=other]').contentFrame().getByLabel('Name')"
        ),
        Err(NotOne::Frame { .. })
    ));
}

#[test]
fn what_is_not_listed_is_not_guessed() {
    // Boxes are not listed: whether the button is in this one nobody can tell.
    assert!(matches!(
        place(&page(), "locator('#box').getByRole('button', { name: 'Save' })"),
        Err(NotOne::Undecided { .. })
    ));
    assert!(matches!(
        place(&page(), "locator('div.wide')"),
        Err(NotOne::Undecided { .. })
    ));
    assert!(matches!(
        place(&page(), "getByTestId('save')"),
        Err(NotOne::Undecided { .. })
    ));
    assert!(matches!(
        place(&page(), "getByRole('button', { name: 'Edit' }).last()"),
        Err(NotOne::Undecided { .. })
    ));
}

#[test]
fn a_number_is_no_name_where_one_may_be_hidden() {
    let mut screen = page();
    // The first row's button is covered, and not listed.
    screen.elements.remove(8);
    let found = place(&screen, "getByRole('button', { name: 'Edit' }).nth(1)");
    assert!(matches!(found, Err(NotOne::Undecided { .. })), "{found:?}");
    // The second one is, and the third would be taken for it.
    let mut screen = page();
    screen.elements.remove(10);
    let found = place(&screen, "getByRole('button', { name: 'Edit' }).nth(1)");
    assert!(matches!(found, Err(NotOne::Undecided { .. })), "{found:?}");
    assert_eq!(
        place(&screen, "getByRole('button', { name: 'Edit' }).first()"),
        Ok(ElementId(8))
    );
}

/// What the alternatives of a Recorder step name.
fn alternatives(all: &[&str]) -> Result<ElementId, NotOne> {
    let selectors: Vec<String> = all.iter().map(|it| format!("[{it:?}]")).collect();
    let text = format!("[{{\"type\":\"click\",\"selectors\":[{}]}}]", selectors.join(","));
    let script = read(&text, Format::ChromeRecorder).unwrap();
    named(&page(), &[], script.intents[0].act.target().unwrap())
}

#[test]
fn all_names_agree_or_none_counts() {
    assert_eq!(
        alternatives(&[
            "aria/Save",
            "button.primary",
            "xpath//html/body/form/button",
            "text/Save"
        ]),
        Ok(ElementId(6))
    );
    // One that can't be told says nothing; one that means another element, or none at all, does.
    assert_eq!(alternatives(&["aria/Save", "div > span.icon"]), Ok(ElementId(6)));
    assert!(matches!(
        alternatives(&["aria/Save", "#name"]),
        Err(NotOne::Disagree { .. })
    ));
    assert!(matches!(
        alternatives(&["aria/Save", "#gone"]),
        Err(NotOne::Disagree { .. })
    ));
    assert!(matches!(
        alternatives(&["aria/Edit", "button"]),
        Err(NotOne::Several { .. })
    ));
    assert_eq!(
        alternatives(&["aria/Edit", "tr:nth-of-type(2) button"]),
        Ok(ElementId(10))
    );
}
