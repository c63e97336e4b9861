//! What `check` says: for each code a script that has it, and one that does not.

use crate::pages;

use autorpa_compiler::{
    check::{advise, check, unique},
    emit::emit,
    program::{Cond, Kind, Program, Stmt},
    script::Script,
    translate::translate,
};
use pages::{button, click, field, programs, recording, screen};
use strings::Expr;
use task::{Instance, Params, Value};
use ui::{Action, Key, Locator};

fn script(source: &str) -> Script {
    Script {
        name: "f".to_owned(),
        source: source.to_owned(),
        params: Vec::new(),
        lines: Vec::new(),
        lasting: None,
    }
}

fn instance(value: &str) -> Instance {
    Instance {
        suite: "tiny".to_owned(),
        task_type: "TinyTask".to_owned(),
        seed: 1,
        goal: String::new(),
        params: Params::from_iter([("who".to_owned(), Value::from(value))]),
    }
}

fn codes(source: &str) -> Vec<&'static str> {
    check(
        &script(source),
        &[instance("Ada Lovelace"), instance("Alan Turing")],
    )
    .into_iter()
    .map(|it| it.code.name())
    .collect()
}

#[test]
fn each_code_has_a_bad_and_a_good_script() {
    let find = "let x = env_op.find_element(#{ text: who, target_description: \"row\" });";
    for (code, bad, good) in [
        ("syntax", "fn f() { let = ; }".to_owned(), "fn f() { }".to_owned()),
        ("no-function", "let x = 1;".to_owned(), "fn f() { let x = 1; }".to_owned()),
        ("duplicate-parameter", "fn f(a, a) { }".to_owned(), "fn f(a, b) { }".to_owned()),
        ("unknown-function", "fn f(a) { shout(a); }".to_owned(), "fn f(a) { stem(a); print(a.len()); g(a); } private fn g(b) { }".to_owned()),
        ("unknown-function", "fn f(a) { env_op.clik(a); }".to_owned(), "fn f(a) { env_op.click(a); }".to_owned()),
        ("wrong-arguments", "fn f(a) { env_op.click(a, 1); }".to_owned(), "fn f(a) { env_op.input_text(a, 1, true); }".to_owned()),
        ("wrong-arguments", "fn f(a) { env_op.click_at(\"25,50\", a); }".to_owned(), "fn f(a) { env_op.click_at(\"25%,50%\", a); }".to_owned()),
        ("wrong-arguments", "fn f(a) { env_op.drag_along(\"25%,50%\", a); }".to_owned(), "fn f(a) { env_op.drag_along(\"25%,50% 8px,1%\", a); }".to_owned()),
        ("wrong-arguments", "fn f(a) { part(a, \" \"); }".to_owned(), "fn f(a) { part(a, \" \", -1); }".to_owned()),
        ("unknown-key", "fn f(a) { env_op.element_exists(#{ txt: a }); }".to_owned(), "fn f(a) { env_op.element_exists(#{ text: a, nth: 1, near: a }); }".to_owned()),
        ("missing-description", "fn f(a) { env_op.find_element(#{ text: a }); }".to_owned(), format!("fn f(who) {{ {find} }}")),
        ("syntax", "import \"other\" as other; fn f() { }".to_owned(), "fn f() { }".to_owned()),
        ("entry", "fn f() { g(); } fn g() { }".to_owned(), "/// It is the one.\nfn f() { g(); } fn g() { }".to_owned()),
        ("unknown-key", "fn f(a) { env_op.click(row(a)); } private fn row(a) { #{ txt: a, target_description: \"a row\" } }".to_owned(), "fn f(a) { env_op.click(row(a)); } private fn row(a) { #{ text: a, target_description: \"a row\" } }".to_owned()),
        ("missing-description", "fn f(a) { env_op.click(row(a)); } private fn row(a) { #{ text: a } }".to_owned(), "fn f(a) { env_op.click(row(a)); } private fn row(a) { #{ text: a, target_description: \"a row\" } }".to_owned()),
        ("unbounded-loop", "fn f() { while !env_op.element_exists(#{ text: \"x\" }) { env_op.wait(); } }".to_owned(), "fn f() { while env_op.element_exists(#{ text: \"x\" }) { env_op.click(#{ text: \"x\" }); } }".to_owned()),
        ("unbounded-loop", "fn f() { loop { env_op.wait(); } }".to_owned(), "fn f() { for n in 1..=9 { env_op.wait(); } }".to_owned()),
        (
            "unbounded-loop",
            "fn f() { while !env_op.element_exists(#{ text: \"x\" }) { env_op.go_back(); } }".to_owned(),
            "fn f() { let n = 0; while n < 9 { env_op.go_back(); n += 1; } let m = 0; loop { m = m + 1; if m > 3 { break; } } }".to_owned(),
        ),
        // What ends it may change over other variables; a condition that is set once and compared with nothing does not.
        (
            "unbounded-loop",
            "fn f() { let found = false; let n = 1; while !found && n < 9 { if env_op.element_exists(#{ text: \"x\" }) { found = true; } } }".to_owned(),
            "fn f() { let low = 0; let high = 9; let found = false; while !found && low <= high { let guess = (low + high) / 2; if env_op.element_exists(#{ text: \"less\" }) { high = guess - 1; } else { found = true; } } }".to_owned(),
        ),
        ("unbounded-loop", "fn f(a) { let n = 1; while n < 9 { n = a.len(); } }".to_owned(), "fn f(a) { let n = 1; while n + 1 < a.len() && true { let m = n; n = 1 + m; } }".to_owned()),
        ("hard-coded-value", "fn f(a) { env_op.input_text(\"Ada Lovelace\", a, true); }".to_owned(), "fn f(a) { env_op.input_text(\"Hello\", a, true); if a == \"Ada Lovelace\" { } }".to_owned()),
        (
            "hard-coded-value",
            "fn f(who) { env_op.element_exists(#{ near: \"Alan Turing\", role: \"x\" }); }".to_owned(),
            "fn f(who) { env_op.element_exists(#{ near: who, role: \"Alan Turing\" }); }".to_owned(),
        ),
        (
            "hard-coded-value",
            "fn f(who) { env_op.element_exists(#{ role: \"x\", or_else: #{ text: \"Ada Lovelace\" } }); }".to_owned(),
            "fn f(who) { env_op.element_exists(#{ role: \"x\", or_else: #{ text: who, role: \"Ada Lovelace\" } }); }".to_owned(),
        ),
        (
            "hard-coded-value",
            "fn f(who) { env_op.element_exists(#{ role: \"x\", or_else: [#{ text: who }, #{ text_contains: \"Ada Lovelace\" }] }); }".to_owned(),
            "fn f(who) { env_op.element_exists(#{ role: \"x\", or_else: [#{ text: who }, #{ text_contains: \"Lovelace\" }] }); }".to_owned(),
        ),
        (
            "hard-coded-value",
            "fn f(who) { env_op.input_text(\"Ada Lovelace \" + who + \".md\", 1, true); }".to_owned(),
            "fn f(who) { env_op.input_text(\"Dear \" + who + \", Ada\", 1, true); }".to_owned(),
        ),
        (
            "hard-coded-value",
            "fn f(who) { env_op.element_exists(#{ text: `Ada Lovelace${who}` }); }".to_owned(),
            "fn f(who) { env_op.element_exists(#{ text: `Ada${who}` }); }".to_owned(),
        ),
        (
            "unknown-key",
            "fn f(a) { env_op.element_exists(#{ text: a, or_else: #{ txt: a } }); }".to_owned(),
            "fn f(a) { env_op.element_exists(#{ text: a, or_else: #{ hint_text: a } }); }".to_owned(),
        ),
    ] {
        assert_eq!(codes(&bad), [code], "{bad}");
        assert!(codes(&good).is_empty(), "{good}");
    }
}

#[test]
fn findings_have_a_place_and_a_hint() {
    let source = "fn f(a) {\n    env_op.find_elemnt(#{ text: a });\n}\n";
    let all = check(&script(source), &[]);
    assert_eq!(
        all[0].render("f.rhai", source),
        "error[unknown-function]: there is no function `env_op.find_elemnt`\n --> f.rhai:2:12\n  |\n2 |     env_op.find_elemnt(#{ text: a });\n  |            ^\nhint: did you mean `find_element`?\n"
    );
}

#[test]
fn parameters_that_nothing_uses_are_advice() {
    let unused = |source: &str| {
        advise(&script(source))
            .into_iter()
            .map(|it| it.message)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        unused("fn f(a, b) { stem(a); }"),
        ["nothing uses the parameter `b`"]
    );
    assert_eq!(unused("fn f(a, b) { stem(a + b); }"), Vec::<String>::new());
}

#[test]
fn a_locator_is_alone_on_the_screens_it_was_used_on() {
    let rows = |names: [&str; 2]| screen("rows", vec![button(&[0, 0], names[0]), button(&[0, 1], names[1])]);
    let shown = [
        recording(
            "r1",
            pages::params(&[("who", "ada")]),
            vec![(rows(["ada", "bob"]), click(0))],
            rows(["", ""]),
        ),
        recording(
            "r2",
            pages::params(&[("who", "eve")]),
            vec![(rows(["kim", "eve"]), click(1))],
            rows(["", ""]),
        ),
    ];
    let softs: Vec<_> = shown.iter().map(translate).collect();
    let mut program = programs(&shown)[0].clone();
    assert_eq!(unique(&program, &emit(&program), &softs), []);
    for stmt in &mut program.body {
        if let Kind::Act { action, .. } = &mut stmt.kind {
            let by_kind = Locator::by(Key::ClassName, Expr::from("Button"));
            *action = action.map(|_| by_kind.clone(), Clone::clone);
        }
    }
    let found = unique(&program, &emit(&program), &softs);
    let said: Vec<String> = found
        .iter()
        .map(|it| format!("{}: {}", it.code, it.message))
        .collect();
    assert_eq!(
        said,
        [
            "not-unique: #{ class_name: \"Button\" } finds 2 elements on the screen of r1 step 1",
            "not-unique: #{ class_name: \"Button\" } finds 2 elements on the screen of r2 step 1",
        ]
    );
    assert!(found.iter().all(|it| it.position.is_some()));
}

#[test]
fn other_ways_and_conditions_are_held_against_the_recorded_screens_too() {
    let saved = |id: &str, body: &str, asked: bool| {
        let form = |held: &str| {
            screen(
                "form",
                vec![field(&[0, 0], "body", held), button(&[1, 0], "Save")],
            )
        };
        let asking = screen("form", vec![button(&[5, 0], "Allow"), button(&[5, 1], "Deny")]);
        let mut steps = vec![(form(""), pages::type_into(0, body)), (form(body), click(1))];
        if asked {
            steps.push((asking, click(0)));
        }
        recording(id, pages::params(&[("body", body)]), steps, form(body))
    };
    let shown = [saved("r1", "one two", false), saved("r2", "three", true)];
    let softs: Vec<_> = shown.iter().map(translate).collect();
    let program = programs(&shown)[0].clone();
    assert_eq!(unique(&program, &emit(&program), &softs), []);
    let said = |program: &Program| -> Vec<String> {
        let found = unique(program, &emit(program), &softs);
        found
            .iter()
            .map(|it| format!("{}: {}", it.code, it.message))
            .collect()
    };

    let mut wide = program.clone();
    for stmt in &mut wide.body {
        if let Kind::Act {
            action: Action::Click { target },
            ..
        } = &mut stmt.kind
        {
            target.or_else = vec![Locator::by(Key::ClassName, Expr::from("Button"))];
        }
    }
    assert_eq!(
        said(&wide),
        ["not-unique: #{ class_name: \"Button\" } finds 2 elements on the screen of r2 step 3"]
    );

    let mut idle = program;
    let guarded = idle.body.iter().position(|it| {
        let Kind::Act { optional, .. } = &it.kind else {
            return false;
        };
        *optional
    });
    let guarded = idle.body.remove(guarded.expect("the dialog is guarded"));
    let sources = guarded.sources.clone();
    let kind = Kind::If {
        cond: Cond::Exists(Locator::by(Key::Text, Expr::from("Never"))),
        then: vec![guarded],
        otherwise: Vec::new(),
    };
    idle.body.push(Stmt::new(kind, sources));
    assert_eq!(
        said(&idle),
        [
            "never-holds: `env_op.element_exists(#{ text: \"Never\" })` holds on no screen on which what it guards was done"
        ]
    );
}

/// What this language or others reserve, and what generated names are often made of.
const WORDS: &str = "
    abstract and any array as assert async auto await begin bool break call case catch char
    class closure const continue curry debug default def del delete do each elif else end enum
    eval exit export extern false final finally float fn for foreach from func function global
    go goto if import in index int interface is is_def_fn is_def_var is_shared item key lambda
    let list local loop map match message mod module move mut name native new next nil none not
    null number object of or override package pass pointer print private protected pub public
    raise ref repeat return self shared sizeof spawn static step string struct super switch sync
    synchronized template text then this thread throw throws to trait true try type type_of
    typeof undefined unless until use using value var virtual void volatile when where while
    with yield
";

/// The words that a name can't be are those that the language refuses: generated names avoid them.
#[test]
fn the_reserved_words_are_those_of_the_language() {
    let engine = rhai::Engine::new();
    let is_name = |word: &str| engine.compile(format!("let {word} = 1;")).is_ok();
    // `exit` and `goto` are functions or words of other versions, and `env_op` is ours.
    let ours = ["env_op", "exit", "goto", "global", "print", "Fn"];
    for word in strings::RESERVED.iter().filter(|it| !ours.contains(it)) {
        assert!(!is_name(word), "`{word}` can be a name");
    }
    for word in WORDS.split_whitespace() {
        assert!(
            is_name(word) || strings::RESERVED.contains(&word),
            "`{word}` can't be a name, and nobody is told"
        );
    }
}
