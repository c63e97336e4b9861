//! A locator of a script goes by something else first, and nothing else of the script changes.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use autorpa_compiler::mend::{Lead, NotMended, lead, place};
use trajectory::Position;
use ui::{Key, Locator};

const SCRIPT: &str = "private fn save() { #{ resource_name: \"s1\", target_description: \"Button \\\"Save, now\\\"\", \
    or_else: [#{ text: \"Save, now\", class_name: \"Button\" }, #{ class_name: \"Button\", nth: \"1 of 2\" }] } }\n\
    private fn row(name) { #{ resource_name: \"r\", near: name, target_description: \"R\", or_else: #{ class_name: \"a\", near: name } } }\n\
    /// D.\nfn f(name) {\n    env_op.click(row(name));\n    env_op.click(save());\n    env_op.stop(\"complete\");\n}\n";

fn save() -> Locator {
    Locator {
        or_else: vec![
            Locator::by(Key::Text, "Save, now").and(Key::ClassName, "Button"),
            Locator {
                nth: Some("1 of 2".to_owned()),
                ..Locator::by(Key::ClassName, "Button")
            },
        ],
        ..Locator::by(Key::ResourceName, "s1").described("Button \"Save, now\"")
    }
}

fn line(source: &str, begins: &str) -> String {
    source.lines().find(|it| it.contains(begins)).unwrap().to_owned()
}

#[test]
fn a_fallback_leads_and_what_led_is_the_last_fallback() {
    let at = place(SCRIPT, &save(), None).unwrap();
    assert_eq!((at.element.as_deref(), at.line), (Some("save"), 1));
    let text = lead(SCRIPT, &at, &Lead::Fallback(0)).unwrap();
    let head =
        "#{ text: \"Save, now\", class_name: \"Button\", target_description: \"Button \\\"Save, now\\\"\",";
    assert!(line(&text, "fn save").contains(head), "{text}");
    let ways = "or_else: [#{ class_name: \"Button\", nth: \"1 of 2\" }, #{ resource_name: \"s1\" }] } }";
    assert!(text.contains(ways), "{text}");
    // All else is as it was.
    let rest = |it: &str| it[it.find("private fn row").unwrap()..].to_owned();
    assert_eq!(rest(&text), rest(SCRIPT));
    let new = Lead::New(Box::new(Locator::by(Key::ResourceName, "s2")));
    let text = lead(SCRIPT, &at, &new).unwrap();
    assert!(line(&text, "fn save").contains("#{ resource_name: \"s2\", target_description"));
    assert!(text.contains("#{ resource_name: \"s1\" }] } }"), "{text}");
    assert_eq!(lead(SCRIPT, &at, &Lead::Fallback(2)), Err(NotMended::NoFallback));
}

#[test]
fn a_locator_with_a_value_of_the_caller_is_found_by_the_rest_of_it() {
    let near = |it: Locator| Locator {
        near: Some("Ada".to_owned()),
        ..it
    };
    let asked = Locator {
        or_else: vec![near(Locator::by(Key::ClassName, "a"))],
        ..near(Locator::by(Key::ResourceName, "r")).described("R")
    };
    let at = place(SCRIPT, &asked, None).unwrap();
    let text = lead(SCRIPT, &at, &Lead::Fallback(0)).unwrap();
    let row = "#{ class_name: \"a\", near: name, target_description: \"R\", or_else: #{ resource_name: \"r\", near: name } }";
    assert!(text.contains(row), "{text}");
    let other = Locator { near: None, ..asked };
    assert_eq!(place(SCRIPT, &other, None), Err(NotMended::NotWritten));
}

#[test]
fn what_is_not_plain_is_left_to_a_person() {
    let commented = SCRIPT.replace("or_else: [", "/* the old page */ or_else: [");
    let at = place(&commented, &save(), None).unwrap();
    assert_eq!(
        lead(&commented, &at, &Lead::Fallback(0)),
        Err(NotMended::NotPlain)
    );
    let again = SCRIPT.lines().next().unwrap().replace("fn save", "fn also");
    let twice = format!("{again}\n{SCRIPT}");
    assert_eq!(place(&twice, &save(), None), Err(NotMended::Several { count: 2 }));
    let line = Position { line: 7, column: 1 };
    let at = place(&twice, &save(), Some(line)).unwrap();
    assert_eq!(at.element.as_deref(), Some("save"));
}
