//! Each pass on the smallest recording that shows it.

use crate::{Format, Script, read};

/// Statements on `page`, cleaned.
fn code(lines: &[&str]) -> Script {
    let text: String = lines.iter().map(|it| format!("await page.{it};\n")).collect();
    read(&text, Format::PlaywrightJavaScript).unwrap()
}

#[track_caller]
fn case(lines: &[&str], left: &[usize], why: &str) {
    let script = code(lines);
    assert_eq!(script.unread, []);
    let lines_left: Vec<usize> = script.intents.iter().map(|it| it.line).collect();
    assert_eq!(lines_left, left);
    assert_eq!(
        lines_left.len() + script.dropped.len(),
        lines.len(),
        "nothing goes silently"
    );
    assert!(
        script.dropped.iter().all(|it| it.why.contains(why)),
        "{:?}",
        script.dropped
    );
}

const NAME: &str = "getByLabel('Name')";
const CITY: &str = "getByLabel('City')";

#[test]
fn a_click_before_filling_the_same_field_goes() {
    case(
        &[&format!("{NAME}.click()"), &format!("{NAME}.fill('a')")],
        &[2],
        "focus",
    );
    case(
        &[
            &format!("{NAME}.click({{ clickCount: 3 }})"),
            &format!("{NAME}.fill('a')"),
        ],
        &[2],
        "focus",
    );
    case(
        &[&format!("{NAME}.click()"), &format!("{CITY}.fill('a')")],
        &[1, 2],
        "",
    );
    case(
        &[&format!("{NAME}.click()"), &format!("{NAME}.check()")],
        &[1, 2],
        "",
    );
}

#[test]
fn of_several_values_of_a_field_the_last_counts() {
    case(
        &[&format!("{NAME}.fill('a')"), &format!("{NAME}.fill('ab')")],
        &[2],
        "a moment later",
    );
    case(
        &[
            &format!("{NAME}.fill('a')"),
            &format!("{CITY}.fill('b')"),
            &format!("{NAME}.fill('c')"),
        ],
        &[1, 2, 3],
        "",
    );
    let keys = [
        &format!("{NAME}.fill('a')"),
        "keyboard.press('Control+a')",
        &format!("{NAME}.fill('b')"),
    ];
    let script = code(&keys);
    assert_eq!(script.intents.len(), 1);
    assert_eq!(script.dropped.len(), 2);
}

#[test]
fn the_same_once_more_goes() {
    case(
        &[&format!("{NAME}.check()"), &format!("{NAME}.check()")],
        &[1],
        "once more",
    );
    case(
        &[&format!("{NAME}.check()"), &format!("{NAME}.uncheck()")],
        &[1, 2],
        "",
    );
    case(
        &[
            &format!("{NAME}.selectOption('a')"),
            &format!("{NAME}.selectOption('a')"),
        ],
        &[1],
        "once more",
    );
    // Two clicks are two clicks.
    case(
        &[&format!("{NAME}.click()"), &format!("{NAME}.click()")],
        &[1, 2],
        "",
    );
}

#[test]
fn single_clicks_of_a_double_one_go() {
    let (one, two) = (format!("{NAME}.click()"), format!("{NAME}.dblclick()"));
    case(&[&one, &one, &two], &[3], "clicks that follow");
    case(&[&one, &two], &[2], "clicks that follow");
}

#[test]
fn tab_goes_and_other_keys_stay() {
    case(
        &[
            &format!("{NAME}.press('Tab')"),
            &format!("{NAME}.press('Shift+Tab')"),
            &format!("{NAME}.press('Enter')"),
        ],
        &[3],
        "next field",
    );
    case(&["keyboard.press('a')", &format!("{NAME}.click()")], &[1, 2], "");
    case(&[&format!("{NAME}.press('Control+Tab')")], &[1], "");
}

#[test]
fn a_page_is_closed_at_the_end_only() {
    case(&[&format!("{NAME}.click()"), "close()"], &[1], "ends with");
    case(
        &["locator('html').click()", &format!("{NAME}.click()")],
        &[2],
        "nothing but the page",
    );
}

#[test]
fn a_click_that_a_key_made_goes() {
    let line = |name: &str, more: &str| {
        format!(
            "{{\"name\":\"{name}\",\"pageGuid\":\"p\",\"selector\":\"internal:role=button[name=\\\"Save\\\"i]\",{more}}}\n"
        )
    };
    let text = line("press", "\"key\":\"Enter\"") + &line("click", "\"button\":\"left\",\"clickCount\":0");
    let script = read(&text, Format::PlaywrightJsonl).unwrap();
    assert_eq!(script.intents.len(), 1);
    assert_eq!(script.dropped[0].line, 2);
}

#[test]
fn keys_that_write_a_date_go_before_it() {
    let step = |kind: &str, more: &str| format!("{{\"type\":\"{kind}\",\"target\":\"main\",{more}}}");
    let field = "\"selectors\":[[\"aria/Born\"],[\"#born\"]]";
    let steps = [
        step("click", field),
        step("keyDown", "\"key\":\"1\""),
        step("keyUp", "\"key\":\"1\""),
        step("change", &format!("{field},\"value\":\"0001-01-01\"")),
        step("keyUp", "\"key\":\"a\""),
        step("change", &format!("{field},\"value\":\"1990-01-01\"")),
        step("keyDown", "\"key\":\"Enter\""),
    ];
    let script = read(&format!("[{}]", steps.join(",\n")), Format::ChromeRecorder).unwrap();
    let acts: Vec<String> = script.intents.iter().map(|it| it.act.to_string()).collect();
    assert_eq!(acts, ["fill `aria/Born` or `#born`", "press Enter"]);
    assert_eq!(script.intents[0].line, 6);
    assert!(
        script.dropped.iter().any(|it| it.what == "keyUp" && it.line == 5),
        "{:?}",
        script.dropped
    );
}
