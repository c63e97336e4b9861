//! Expressions as text: what is printed is read back, and what is no expression is answered.

use autorpa_strings::{
    Branch, Class, Expr, ExprError, List, Meant, Op, Records, functions, learnt_functions,
};
use proptest::prelude::*;
use task::{Params, Value};

fn check(text: &str, expected: &str) {
    let params: Params = [
        ("name".to_owned(), Value::from("Ada Lovelace")),
        (
            "tags".to_owned(),
            Value::List(vec!["a".to_owned(), "b".to_owned()]),
        ),
    ]
    .into();
    let found = match Expr::parse(text) {
        Ok(expr) => expr.eval(&params).unwrap_or_else(|| "no value".to_owned()),
        Err(error) => error.to_string(),
    };
    assert_eq!(found, expected, "{text}");
}

#[test]
fn expressions_have_values() {
    check("name", "Ada Lovelace");
    check(" upper_case( part(name, \" \", -1) ) + \"\\u0021\" ", "LOVELACE!");
    check("tags[0] + tags[-1]", "ab");
    check("(name + \" x\").split(\" \")[2]", "x");
    check("items(\"a, b and c\")[1]", "b");
    check("characters(name)[0]", "A");
    check("tags.extract(0, tags.len - 1)[-1]", "a");
    check("lookup(name, #{ \"Ada Lovelace\": \"7\" })", "7");
    check("nobody", "no value");
    check("span(name, \"after 1 space\", \"end-2\")", "Lovela");
    check("left(name, 3) + left(name, tags[9])", "no value");
    check("slice(name, 1, count_of(name, \"word\"))", "Ad");
    check("before(name, tags[1] + \"\", \"1\")", "no value");
    check(
        "\"<\" + (if has(name, \"of ,\") == \"true\" { name } else { part(name, \" \", 1) })",
        "<Ada",
    );
    check(
        "if name == \"Bo\" { \"b\" } els { \"c\" }",
        "expected `else` at character 29, and there is `{`",
    );
}

#[test]
fn what_is_no_expression_is_answered_with_what_is_wrong() {
    check(
        "",
        "expected a parameter, a function or a text in quotes at character 1, where the text ends",
    );
    check(
        "name name",
        "expected `+` or the end at character 6, and there is `n`",
    );
    check(
        "upper(name)",
        "there is no function `upper`; did you mean `upper_case`?",
    );
    check(
        "part(name, 1)",
        "`part` takes other arguments: The n-th part between delimiters: part(\"Ada Lovelace\", \" \", 2) is \
         \"Lovelace\".",
    );
    check(
        "items(name)",
        "a list stands where a text is needed, before character 12: take an entry of it, as in `[0]`",
    );
    check("\"open", "expected `\"` at character 6, where the text ends");
    check(
        "name.shout()",
        "expected `split` or `extract` at character 6, and there is `s`",
    );
    let deep = format!("{}name{}", "stem(".repeat(1000), ")".repeat(1000));
    assert_eq!(Expr::parse(&deep), Err(ExprError::TooDeep));
}

#[test]
fn every_function_can_be_read() {
    for function in functions() {
        let read = [
            "",
            ", 1",
            ", \"a\"",
            ", \"a\", 1",
            ", 1, \"a\"",
            ", 1, 2",
            ", \"a\", \"b\"",
            ", \"digits\", 1",
        ]
        .iter()
        .any(|arguments| Expr::parse(&format!("{}(x{arguments})", function.name)).is_ok());
        assert!(read, "{}", function.name);
    }
}

fn constant() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z ]{0,4}",
        any::<String>().prop_map(|it| it.chars().take(5).collect())
    ]
}

fn op() -> impl Strategy<Value = Op> {
    let class = prop::sample::select(Class::ALL.to_vec());
    prop_oneof![
        Just(Op::Stem),
        Just(Op::Moment),
        (constant(), any::<i64>()).prop_map(|(by, n)| Op::Part(by, n)),
        (class, any::<i64>()).prop_map(|(class, n)| Op::Token(class, n)),
        (0..1000_usize, constant()).prop_map(|(width, fill)| Op::Pad(width, fill)),
        any::<i64>().prop_map(Op::Plus),
        (constant(), constant()).prop_map(|(from, to)| Op::Replace(from, to)),
        (any::<i64>(), any::<i64>()).prop_map(|(from, to)| Op::Slice(from, to)),
        constant().prop_map(Op::NumberAs),
        prop::collection::vec((constant(), constant()), 0..3).prop_map(Op::Lookup),
    ]
}

fn expr() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        "[a-z]{3}_[0-9]".prop_map(Expr::Input),
        constant().prop_map(Expr::Const)
    ];
    leaf.prop_recursive(4, 16, 3, |inner| {
        let place = prop_oneof![1..9_i64, -9..0_i64];
        let list = (inner.clone(), constant(), 0..9_usize).prop_map(|(of, by, kind)| {
            let of = Box::new(of);
            match kind {
                0 => List::Input("all".to_owned()),
                1 => List::Items(of),
                2 => List::Characters(of),
                3 => List::ButLast(Box::new(List::Items(of))),
                5..9 => {
                    let meant = match kind {
                        5 => Meant::All,
                        6 => Meant::BelowHead,
                        7 => Meant::Where(2, (*of).clone()),
                        _ => Meant::Saying(3, (*of).clone()),
                    };
                    let of = *of;
                    List::Records(Box::new(Records { of, by, meant }))
                }
                _ => List::Split(of, by),
            }
        });
        let learnt = prop::sample::select(learnt_functions().to_vec());
        let call = (learnt, prop::collection::vec(inner.clone(), 3)).prop_map(|(function, mut arguments)| {
            arguments.truncate(function.arity);
            Expr::Call(function.name.to_owned(), arguments)
        });
        let branch = (inner.clone(), constant(), inner.clone(), inner.clone());
        let branch = branch.prop_map(|(of, is, then, otherwise)| {
            Expr::If(Box::new(Branch {
                of,
                is,
                then,
                otherwise,
            }))
        });
        // An argument that is made of a parameter tells a call of a listed function from one with literals.
        let listed = inner.clone().prop_map(|of| {
            let arguments = vec![of, Expr::Const("x".to_owned()), Expr::Input("abc_1".to_owned())];
            Expr::Call("part".to_owned(), arguments)
        });
        prop_oneof![
            call,
            branch,
            listed,
            (op(), inner.clone()).prop_map(|(op, of)| of.apply(op)),
            (list, place).prop_map(|(list, n)| Expr::Item(list, n)),
            prop::collection::vec(inner, 2..4).prop_map(|parts| {
                // A sum in a sum prints as one.
                let flat = parts.into_iter().flat_map(|part| match part {
                    Expr::Concat(parts) => parts,
                    other => vec![other],
                });
                Expr::Concat(flat.collect())
            }),
        ]
    })
}

proptest! {
    #[test]
    fn what_is_printed_is_read_back(expr in expr()) {
        prop_assert_eq!(Expr::parse(&expr.to_string()), Ok(expr));
    }

    #[test]
    fn any_text_is_read_or_answered(text in any::<String>(), expr in expr(), cut in 0..60_usize) {
        let _ = Expr::parse(&text);
        let printed: String = expr.to_string().chars().take(cut).collect();
        if let Err(error) = Expr::parse(&format!("{printed}{text}")) {
            prop_assert!(!error.to_string().is_empty());
        }
    }
}
