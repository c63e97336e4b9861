//! What is wrong with a script is said with its place and what was probably meant.

use proptest::prelude::*;
use runtime::Options;
use trajectory::Outcome;

use crate::fake::{Fake, Runs, button, on, screen};

fn fake() -> Fake {
    on(|_| screen("Main", vec![button("OK")]))
}

fn told(source: &str, args: &[(&str, &str)]) -> String {
    let run = fake().run_with(source, args, &Options::default(), None);
    assert_eq!(
        run.recording.ending.outcome,
        Outcome::ScriptFault,
        "{:?}",
        run.recording.ending
    );
    run.recording
        .ending
        .diagnostic
        .expect("a fault says what it is")
        .render("f.rhai", source)
}

#[test]
fn a_syntax_error_has_its_place() {
    insta::assert_snapshot!(told("fn f() {\n    let x = ;\n}", &[]));
}

#[test]
fn a_call_that_does_not_exist_names_the_nearest() {
    insta::assert_snapshot!(told("fn f() {\n    env_op.clik(1);\n}", &[]));
}

#[test]
fn a_call_with_other_arguments_shows_the_forms() {
    insta::assert_snapshot!(told("fn f() {\n    env_op.input_text(1, \"x\");\n}", &[]));
}

#[test]
fn an_unknown_key_names_the_nearest() {
    insta::assert_snapshot!(told(
        "fn f() {\n    env_op.find_element(#{ content_desc: \"x\" });\n}",
        &[]
    ));
}

#[test]
fn a_variable_that_is_not_there() {
    insta::assert_snapshot!(told("fn f() {\n    env_op.click(idx);\n}", &[]));
}

#[test]
fn parameters_that_do_not_fit() {
    let source = "/// Make a note.\n///\n/// - file_name: name of the note\n/// - text: what it says\n///\n/// Computed: stem(text).\nfn f(file_name, text) { }";
    insta::assert_snapshot!(told(source, &[("filename", "a.md"), ("text", "b")]));
    insta::assert_snapshot!(told(
        source,
        &[("file_name", "a.md"), ("text", "b"), ("colour", "red")]
    ));
    insta::assert_snapshot!(told(source, &[("text", "b")]));
}

#[test]
fn what_a_helper_does_wrong_is_placed_inside_it() {
    insta::assert_snapshot!(told(
        "fn f() {\n    g();\n}\nprivate fn g() {\n    assert(1 > 2, \"numbers are odd\");\n}",
        &[]
    ));
}

#[test]
fn a_wrong_direction_or_value() {
    insta::assert_snapshot!(told("fn f() { env_op.swipe(\"north\"); }", &[]));
    insta::assert_snapshot!(told(
        "fn f() { env_op.find_element(#{ enabled: \"maybe\" }); }",
        &[]
    ));
    insta::assert_snapshot!(told("fn f() { env_op.find_element(#{ text: () }); }", &[]));
    insta::assert_snapshot!(told("fn f() { env_op.click(7); }", &[]));
}

#[test]
fn a_fault_can_be_caught_and_thrown_again() {
    let source = "fn f() {\n    try { assert(false, \"one\"); } catch (e) { throw e; }\n}";
    insta::assert_snapshot!(told(source, &[]));
    let source = "fn f() {\n    try { env_op.click(-1); } catch (e) { env_op.log(e.code); }\n}";
    let run = fake().run(source);
    assert_eq!(run.recording.ending.outcome, Outcome::Reached);
    assert_eq!(run.log[0].text, "element-missing");
}

#[test]
fn nesting_without_an_end_is_a_syntax_error() {
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("{", "}"),
        ("!", ""),
        ("if true {", "}"),
        ("#{a:", "}"),
    ] {
        let source = format!(
            "fn f() {{ let x = {}1{}; }}",
            open.repeat(5000),
            close.repeat(5000)
        );
        assert!(told(&source, &[]).starts_with("error[syntax]"), "{open}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_as_a_script_has_an_ending(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let source = String::from_utf8_lossy(&bytes).into_owned();
        prop_assert!(fake().run(&source).recording.ending.diagnostic.is_some());
    }

    #[test]
    fn pieces_of_scripts_in_any_order_have_an_ending(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "fn f() {", "}", "(", ")", "env_op.", "click", "find_element", "#{", "text:", "\"x\"", "1", "-1", ",", ";", "let x =",
            "x", "if", "else", "loop {", "break;", "for i in 0..3 {", "+", "==", "[", "]", "assert", "stop", "try {", "catch {",
            "throw", "|a|", "return", "read_text", "part", "switch x {", "=>", "while", "this", "\n", "///", "/*", "`${", "private",
        ]), 0..40)
    ) {
        let options = Options {
            limits: runtime::Limits { operations: 2_000, steps: 20, ..runtime::Limits::default() },
            ..Options::default()
        };
        let body = pieces.join(" ");
        for source in [body.clone(), format!("fn f() {{ {body} }}")] {
            let run = fake().run_with(&source, &[], &options, None);
            let ending = run.recording.ending;
            prop_assert!(ending.diagnostic.is_some() || ending.outcome == Outcome::Reached, "{source}");
        }
    }
}
