//! What the steps of a script are, and what comes of changing them.

use super::*;

const NOTE: &str = r#"/// Write a note.
fn note(name, text) {
    // open the editor
    env_op.click(add_button());
    if name != "" {
        env_op.input_text(name, name_field(), true);
    } else if text == "x" {
        env_op.go_back();
    } else {
        // nothing to name
        env_op.log("no name");
    }
    for it in env_op.find_elements(row()) {
        env_op.click(it);
    }

    // keep it
    let said =
        env_op.read_text(ok_button());
    env_op.answer(said);
    // a last word
}

private fn add_button() { #{ text: "Add", target_description: "Button \"Add\"" } }
private fn name_field() { #{ text: "Name", target_description: "EditText \"Name\"" } }
private fn ok_button() { #{ text: "OK", target_description: "Button \"OK\"" } }
private fn row() { #{ class_name: "Row", target_description: "each row" } }
"#;

fn lines_of(steps: &[Node]) -> Vec<(usize, usize, usize)> {
    steps.iter().map(|it| (it.line, it.first, it.last)).collect()
}

#[test]
fn each_statement_has_its_lines_its_name_and_what_it_does() {
    let outline = Outline::of(NOTE).unwrap();
    assert_eq!(outline.function, "note");
    assert_eq!(outline.params, ["name", "text"]);
    assert_eq!(
        lines_of(&outline.steps),
        [(4, 3, 4), (5, 5, 12), (13, 13, 15), (18, 16, 19), (20, 20, 20)]
    );
    let [open, branch, rounds, keep, answer] = outline.steps.as_slice() else {
        panic!("{outline:#?}")
    };
    assert_eq!(open.name.as_deref(), Some("open the editor"));
    assert_eq!(open.does, [(4, "click Button \"Add\"".to_owned())]);
    let Inner::Arms(arms) = &branch.inner else {
        panic!("{branch:#?}")
    };
    let conditions: Vec<_> = arms.iter().map(|it| it.condition.as_deref()).collect();
    assert_eq!(conditions, [Some("name != \"\""), Some("text == \"x\""), None]);
    assert_eq!(arms[2].steps[0].name.as_deref(), Some("nothing to name"));
    let Inner::Rounds(inside) = &rounds.inner else {
        panic!("{rounds:#?}")
    };
    assert_eq!(inside.steps[0].does, [(14, "click each row".to_owned())]);
    assert_eq!(rounds.code, "for it in env_op.find_elements(row()) {");
    assert_eq!(keep.name.as_deref(), Some("keep it"));
    assert_eq!(keep.code, "let said =\nenv_op.read_text(ok_button());");
    assert_eq!(answer.name, None);
}

#[test]
fn what_stands_on_one_line_with_another_is_not_taken_apart() {
    let inner = "fn f() {\n    if true { env_op.go_back(); }\n    env_op.go_home();\n}\n";
    let outline = Outline::of(inner).unwrap();
    assert_eq!(lines_of(&outline.steps), [(2, 2, 2), (3, 3, 3)]);
    assert_eq!(outline.steps[0].inner, Inner::Nothing);
    for whole in [
        "fn f() { env_op.go_back(); }\n",
        "fn f() {\n    env_op.go_back(); env_op.go_home();\n}\n",
        "fn f() {\n    env_op.go_back(); }\n",
    ] {
        let refused = Outline::of(whole).unwrap_err();
        assert!(refused.message.contains("can't be told apart"), "{whole}");
    }
}

fn edited(edit: &Edit) -> String {
    edit.apply(NOTE).unwrap()
}

#[test]
fn a_step_is_named_and_loses_its_name() {
    let name = |line, name: &str| {
        let name = name.to_owned();
        edited(&Edit::Name { line, name })
    };
    assert!(name(4, "begin").contains("{\n    // begin\n    env_op.click(add_button());"));
    assert!(name(4, "").contains("{\n    env_op.click(add_button());"));
    assert!(name(18, "read").contains("    }\n\n    // read\n    let said"));
    assert!(name(6, "type it").contains("\n        // type it\n        env_op.input_text("));
    let refused = Edit::Name {
        line: 4,
        name: "a\nenv_op.go_home();".to_owned(),
    };
    assert_eq!(refused.apply(NOTE), Err(NotEdited::Name));
}

#[test]
fn a_step_is_deleted_with_its_comment_and_what_is_in_it() {
    let without = edited(&Edit::Delete { line: 4 });
    assert!(!without.contains("open the editor") && !without.contains("env_op.click(add_button())"));
    let without = edited(&Edit::Delete { line: 13 });
    assert!(!without.contains("find_elements") && without.contains("keep it"));
}

#[test]
fn what_others_need_is_neither_deleted_nor_moved_behind_them_nor_made_conditional() {
    let condition = "name != \"\"".to_owned();
    for edit in [
        Edit::Delete { line: 18 },
        Edit::Move {
            line: 18,
            way: Way::Down,
        },
        Edit::OnlyIf { line: 18, condition },
    ] {
        let refused = edit.apply(NOTE).unwrap_err().to_string();
        assert!(refused.contains("nothing is called `said`"), "{refused}");
    }
}

#[test]
fn a_condition_is_given_and_taken() {
    let given = edited(&Edit::OnlyIf {
        line: 4,
        condition: " text != \"\" ".to_owned(),
    });
    assert!(given.contains(
        "    if text != \"\" {\n        // open the editor\n        env_op.click(add_button());\n    }\n"
    ));
    assert_eq!(Edit::Always { line: 3 }.apply(&given).unwrap(), NOTE);
    assert_eq!(Edit::Always { line: 5 }.apply(NOTE), Err(NotEdited::NoSingleArm));
    for condition in ["", "a\nb", "other != \"\"", "name ==", "true { } if true"] {
        let condition = condition.to_owned();
        let edit = Edit::OnlyIf { line: 4, condition };
        assert!(edit.apply(NOTE).is_err(), "{edit:?}");
    }
}

#[test]
fn a_condition_is_changed_in_each_arm_that_has_one() {
    let condition = |arm, condition: &str| {
        let condition = condition.to_owned();
        let edit = Edit::Condition {
            line: 5,
            arm,
            condition,
        };
        edit.apply(NOTE)
    };
    let first = condition(0, " name == \"a\" ").unwrap();
    assert!(first.contains("\n    if name == \"a\" {\n        env_op.input_text("));
    let second = condition(1, "text != \"\"").unwrap();
    assert!(second.contains("\n    } else if text != \"\" {\n        env_op.go_back();"));
    assert_eq!(condition(2, "true"), Err(NotEdited::Otherwise));
    assert_eq!(condition(3, "true"), Err(NotEdited::NoArm { line: 5 }));
    assert_eq!(condition(0, "a ="), Err(NotEdited::Condition));
    let told = NOTE.replace("if name != \"\" {", "if name != \"\" { // as Bob says");
    let edit = Edit::Condition {
        line: 5,
        arm: 0,
        condition: "true".to_owned(),
    };
    assert_eq!(edit.apply(&told), Err(NotEdited::Comment));
    // A head of several lines becomes one.
    let long = "fn f(a) {\n    if a == \"x\"\n        || a == \"y\" {\n        env_op.go_back();\n    }\n}\n";
    let condition = "a != \"\"".to_owned();
    let edit = Edit::Condition {
        line: 2,
        arm: 0,
        condition,
    };
    let short = "fn f(a) {\n    if a != \"\" {\n        env_op.go_back();\n    }\n}\n";
    assert_eq!(edit.apply(long).unwrap(), short);
}

#[test]
fn a_step_goes_into_an_arm_and_out_again() {
    let into = |line, around, arm| Edit::Into { line, around, arm }.apply(NOTE);
    // Into the last arm from above, with its comment; into the first from below.
    let last = into(4, 5, 2).unwrap();
    let inside = "        env_op.log(\"no name\");\n        // open the editor\n        env_op.click(add_button());\n    }\n";
    assert!(last.contains(inside), "{last}");
    let first = into(13, 5, 0).unwrap();
    let inside = "name_field(), true);\n        for it in env_op.find_elements(row()) {\n            env_op.click(it);\n        }\n    } else if";
    assert!(first.contains(inside), "{first}");
    let rounds = into(4, 13, 0).unwrap();
    assert!(rounds.contains(
        "        env_op.click(it);\n        // open the editor\n        env_op.click(add_button());\n    }\n"
    ));
    // And out: right behind the branch or loop.
    let out = |line| Edit::Out { line }.apply(NOTE);
    let behind = out(11).unwrap();
    let end = "    } else {\n    }\n    // nothing to name\n    env_op.log(\"no name\");\n    for it in";
    assert!(behind.contains(end), "{behind}");
    assert_eq!(out(4), Err(NotEdited::NotInside));
    for (around, arm) in [(4, 0), (5, 3), (18, 0), (99, 0)] {
        assert_eq!(into(20, around, arm), Err(NotEdited::NoArm { line: around }));
    }
    assert_eq!(into(5, 5, 0), Err(NotEdited::NoArm { line: 5 }));
    // Where both braces of an arm stand on one line, no line is inside.
    let empty = "fn f(a) {\n    env_op.go_home();\n    if a == \"\" {}\n}\n";
    let edit = Edit::Into {
        line: 2,
        around: 3,
        arm: 0,
    };
    assert_eq!(edit.apply(empty), Err(NotEdited::OneLine { line: 3 }));
    // What it needs is there no more.
    let refused = out(14).unwrap_err().to_string();
    assert!(refused.contains("nothing is called `it`"), "{refused}");
    // A branch with all its arms goes as well.
    let nested = into(5, 13, 0).unwrap();
    assert!(
        nested.contains("        if name != \"\" {\n            env_op.input_text("),
        "{nested}"
    );
    let outline = Outline::of(&nested).unwrap();
    let inner = outline.steps[1].arms()[0].steps[1].line;
    let back = Edit::Out { line: inner }.apply(&nested).unwrap();
    assert!(
        back.contains("    }\n    if name != \"\" {\n        env_op.input_text("),
        "{back}"
    );
}

#[test]
fn a_step_that_is_not_there_is_said() {
    for line in [0, 1, 12, 200] {
        assert_eq!(Edit::Delete { line }.apply(NOTE), Err(NotEdited::NoStep(line)));
    }
    let way = Way::Up;
    assert_eq!(
        Edit::Move { line: 4, way }.apply(NOTE),
        Err(NotEdited::AtTheEnd { way })
    );
}

#[test]
fn recorded_steps_are_those_of_the_lines_that_can_have_done_them() {
    use std::sync::Arc;
    use ui::{Action, Element, Screen};

    let element = |text: &str, class: &str| Element {
        text: Some(text.to_owned()),
        class_name: Some(class.to_owned()),
        ..Element::default()
    };
    let screen = Arc::new(Screen {
        elements: vec![
            element("Add", "Button"),
            element("one", "Row"),
            element("two", "Row"),
        ],
        ..Screen::default()
    });
    let step = |action| trajectory::Step {
        screen: Arc::clone(&screen),
        screenshot: None,
        action,
        reason: None,
        summary: None,
        position: None,
        sent: None,
    };
    let click = |id: usize| {
        step(Action::Click {
            target: ui::ElementId(id),
        })
    };
    let recorded = [click(0), click(1), click(2), click(0), step(Action::NavigateBack)];
    let shown = Outline::of(NOTE).unwrap().shown_by(&recorded);
    assert_eq!(shown[&4], [0, 3]);
    assert_eq!(shown[&14], [1, 2]);
    assert_eq!(shown[&8], [4]);
}
