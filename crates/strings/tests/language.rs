//! What the string language says, finds, and survives.

use autorpa_strings::{
    Class, Expr, List, Op, derive, explain, full_hour_ends, functions, identifier, items, learn, quote,
    time_ends,
};
use proptest::prelude::*;
use task::{Params, Value};

fn params(pairs: &[(&str, &str)]) -> Params {
    pairs
        .iter()
        .map(|(name, value)| ((*name).to_owned(), Value::from(*value)))
        .collect()
}

fn call(name: &str, arguments: &[&str]) -> Option<String> {
    let arguments: Vec<String> = arguments.iter().map(|it| (*it).to_owned()).collect();
    functions()
        .iter()
        .find(|it| it.name == name)
        .and_then(|it| (it.call)(&arguments))
}

#[test]
fn functions_say_what_their_documentation_says() {
    for (name, arguments, wanted) in [
        ("stem", &["a.b.txt"][..], Some("a.b")),
        ("stem", &[".profile"], Some(".profile")),
        ("extension", &["a.b.txt"], Some(".txt")),
        ("extension", &["plain"], Some("")),
        ("extension_name", &["a.b.txt"], Some("txt")),
        ("before", &["a-b-c", "-", "-1"], Some("a-b")),
        ("after", &["a-b-c", "-", "1"], Some("b-c")),
        ("after", &["a-b-c", "-", "3"], None),
        ("part", &["Ada Lovelace", " ", "-1"], Some("Lovelace")),
        ("part", &["Ada", "", "1"], None),
        ("token", &["room 12b", "digits", "1"], Some("12")),
        ("token", &["room 12b", "dragons", "1"], None),
        ("title_case", &["big o'neill cat"], Some("Big O'neill Cat")),
        ("initials", &["Ada Lovelace"], Some("AL")),
        ("padded", &["7", "2", "0"], Some("07")),
        ("padded", &["7", "999999999", "0"], None),
        ("plus", &["7", "-8"], Some("-1")),
        ("number", &["7th"], Some("7")),
        ("number", &["third"], Some("3")),
        ("number", &["last"], Some("-1")),
        ("number", &["1,200"], Some("1200")),
        ("date_as", &["2024-03-05", "%A, %B %-d"], Some("Tuesday, March 5")),
        ("date_as", &["03/05/2024", "%Y-%m-%d"], Some("2024-03-05")),
        ("date_as", &["March 5th, 2024", "%d.%m.%Y"], Some("05.03.2024")),
        ("date_as", &["02/30/2024", "%Y"], None),
        ("time_as", &["3:05 PM", "%H:%M"], Some("15:05")),
        ("time_as", &["12:05 am", "%H:%M"], Some("00:05")),
        ("time_as", &["00:30", "%-I:%M %p"], Some("12:30 AM")),
        ("time_as", &["25:00", "%H"], None),
        (
            "moment",
            &["File 2023_07_07.md 10/16/2023, 05:51"],
            Some("2023-10-16 05:51"),
        ),
        ("moment", &["March 5, 2024 at 3:05 PM"], Some("2024-03-05 15:05")),
        ("moment", &["no date"], Some("")),
        ("page_of", &["7", "3"], Some("3")),
        ("page_of", &["3", "3"], Some("1")),
        ("page_of", &["0", "3"], None),
        ("page_of", &["seven", "3"], None),
        ("place_on_page", &["8", "3"], Some("2")),
        ("place_on_page", &["9", "3"], Some("3")),
        ("place_on_page", &["9", "0"], None),
        ("number_as", &["1234.5", "$#,##0.00"], Some("$1,234.50")),
        ("number_as", &["$1,234.50", "0.0"], Some("1234.5")),
        ("number_as", &["1234567", "#,##0"], Some("1,234,567")),
        ("number_as", &["-0.005", "€0.00"], Some("-€0.01")),
        ("number_as", &["-0.004", "0.00"], Some("0.00")),
        ("number_as", &["999.995", "#,##0.00"], Some("1,000.00")),
        ("number_as", &["12", "0.00 USD"], Some("12.00 USD")),
        ("number_as", &["1,2,3", "0"], None),
        ("number_as", &["twelve", "0"], None),
        ("number_as", &["12", "none"], None),
        ("number_as", &["12", "0.00 0"], None),
        ("number_as", &["12345678901234567890", "0"], None),
        ("slice", &["K7-31", "4", "5"], Some("31")),
        ("slice", &["K7-31", "-2", "-1"], Some("31")),
        ("slice", &["Zoë", "3", "-1"], Some("ë")),
        ("slice", &["K7", "2", "1"], None),
        ("slice", &["K7", "0", "1"], None),
        ("slice", &["K7", "1", "3"], None),
        ("slice", &["K7", "-3", "-1"], None),
        ("replaced", &["a_b", "_", " "], Some("a b")),
        ("replaced", &["a_b", "", " "], None),
    ] {
        assert_eq!(call(name, arguments).as_deref(), wanted, "{name}{arguments:?}");
    }
    assert_eq!(items("red, blue, and green"), ["red", "blue", "green"]);
    assert_eq!(items("File > Save As"), ["File", "Save As"]);
}

#[test]
fn expressions_print_as_rhai() {
    let name = || Expr::Input("file name".to_owned());
    assert_eq!(name().apply(Op::Stem).to_string(), "stem(file_name)");
    assert_eq!(
        name().apply(Op::Part(" ".to_owned(), -1)).to_string(),
        "part(file_name, \" \", -1)"
    );
    assert_eq!(
        name().apply(Op::Token(Class::Digits, 1)).to_string(),
        "token(file_name, \"digits\", 1)"
    );
    assert_eq!(
        name().apply(Op::Slice(2, -1)).to_string(),
        "slice(file_name, 2, -1)"
    );
    assert_eq!(
        name().apply(Op::NumberAs("$#,##0.00".to_owned())).to_string(),
        "number_as(file_name, \"$#,##0.00\")"
    );
    assert_eq!(
        Expr::Item(List::Input("names".to_owned()), 1).to_string(),
        "names[0]"
    );
    assert_eq!(
        Expr::Item(List::Items(Box::new(name())), -1).to_string(),
        "items(file_name)[-1]"
    );
    let split = List::Split(Box::new(name()), ", ".to_owned());
    assert_eq!(
        Expr::Item(split.clone(), 2).to_string(),
        "file_name.split(\", \")[1]"
    );
    assert_eq!(
        List::ButLast(Box::new(split)).to_string(),
        "file_name.split(\", \").extract(0, file_name.split(\", \").len - 1)"
    );
    assert_eq!(
        Expr::Concat(vec![name(), "\n".into()]).to_string(),
        "file_name + \"\\n\""
    );
    assert_eq!(identifier("fn"), "fn_");
    assert_eq!(quote("a\"b\\c\u{7}"), "\"a\\\"b\\\\c\\u0007\"");
}

#[test]
fn simple_values_come_first() {
    let derived = derive(&params(&[
        ("file_name", "final_eagle.md"),
        ("text", "Winter is coming."),
    ]));
    let first: Vec<(String, &str)> = derived
        .iter()
        .take(5)
        .map(|it| (it.expr.to_string(), it.text.as_str()))
        .collect();
    assert_eq!(
        first,
        [
            ("file_name".to_owned(), "final_eagle.md"),
            ("text".to_owned(), "Winter is coming."),
            ("stem(file_name)".to_owned(), "final_eagle"),
            ("extension(file_name)".to_owned(), ".md"),
            ("extension_name(file_name)".to_owned(), "md"),
        ]
    );
    assert!(
        !derived
            .iter()
            .any(|it| it.expr.to_string().starts_with("extension(text)")),
        "a sentence is no file"
    );
    let list = Params::from_iter([("names".to_owned(), Value::List(vec!["Ada".into(), "Bo".into()]))]);
    let texts: Vec<String> = derive(&list).into_iter().map(|it| it.text).collect();
    assert_eq!(texts[..2], ["Ada", "Bo"]);
}

fn learned(examples: &[(&[(&str, &str)], &str)]) -> Vec<String> {
    let examples: Vec<(Params, String)> = examples
        .iter()
        .map(|(pairs, text)| (params(pairs), (*text).to_owned()))
        .collect();
    learn(&examples).iter().map(ToString::to_string).collect()
}

#[test]
fn expressions_are_learned_from_examples() {
    assert_eq!(
        learned(&[(&[("f", "note.md")], "note"), (&[("f", "a.b.txt")], "a.b")])[0],
        "stem(f)"
    );
    assert_eq!(
        learned(&[
            (&[("n", "Ada Lovelace")], "A. Lovelace"),
            (&[("n", "Alan Turing")], "A. Turing")
        ])[0],
        "\"A. \" + part(n, \" \", 2)"
    );
    assert_eq!(
        learned(&[
            (&[("a", "Ada"), ("b", "Byron")], "Byron, Ada"),
            (&[("a", "Bo"), ("b", "Ek")], "Ek, Bo")
        ])[0],
        "b + \", \" + a"
    );
    assert_eq!(
        learned(&[
            (&[("d", "2024-03-05")], "March 5"),
            (&[("d", "2024-11-12")], "November 12")
        ])[0],
        "date_as(d, \"%B %-d\")"
    );
    assert_eq!(
        learned(&[
            (&[("n", "ada lovelace")], "Lovelace"),
            (&[("n", "alan turing")], "Turing")
        ])[0],
        "title_case(part(n, \" \", 2))"
    );
    assert_eq!(
        learned(&[(&[("f", "a.md")], "x"), (&[("f", "b.md")], "y")]),
        Vec::<String>::new()
    );
    assert_eq!(
        learned(&[(&[("f", "a.md")], "same"), (&[("f", "b.md")], "same")]),
        ["\"same\""]
    );
    assert_eq!(
        explain(&params(&[("f", "a.md")]), "a.md").last(),
        Some(&Expr::Const("a.md".to_owned()))
    );
}

proptest! {
    #[test]
    fn nothing_panics_and_what_is_found_is_true(text in any::<String>(), other in any::<String>(), n in any::<i64>()) {
        let given = params(&[("a", &text), ("b", &other)]);
        for it in derive(&given) {
            prop_assert_eq!(it.expr.eval(&given), Some(it.text));
        }
        for expr in explain(&given, &format!("{other}-{text}")) {
            prop_assert_eq!(expr.eval(&given), Some(format!("{other}-{text}")));
        }
        for it in functions() {
            (it.call)(&[]);
            (it.call)(&[text.clone(), other.clone(), n.to_string()]);
            (it.call)(&[text.clone(), n.to_string(), other.clone()]);
        }
    }

    #[test]
    fn places_are_read_back(text in "[a-z]{1,20}", other in "[a-z]{1,20}", from in -20i64..20, to in -20i64..20) {
        let given = [&text, &other].map(|it| params(&[("a", it)]));
        let expr = Expr::Input("a".to_owned()).apply(Op::Slice(from, to));
        let texts = [expr.eval(&given[0]), expr.eval(&given[1])];
        if let [Some(one), Some(two)] = texts {
            let examples = [(given[0].clone(), one), (given[1].clone(), two)];
            for found in learn(&examples) {
                prop_assert!(examples.iter().all(|(params, text)| found.eval(params).as_ref() == Some(text)));
            }
        }
    }

    #[test]
    fn numbers_read_back(cents in 0u64..10_000_000_000) {
        let plain = format!("{}.{:02}", cents / 100, cents % 100);
        for format in ["$#,##0.00", "0.00", "#,##0.000 %"] {
            let written = call("number_as", &[&plain, format]).unwrap();
            let back = call("number_as", &[&written, "0.00"]);
            prop_assert_eq!(back.as_deref(), Some(plain.as_str()), "{}", written);
        }
    }

    #[test]
    fn dates_read_back(year in 1000u32..3000, month in 1u32..=12, day in 1u32..=28) {
        let date = format!("{year}-{month:02}-{day:02}");
        for format in ["%m/%d/%Y", "%B %-d, %Y", "%-d %b %Y", "%Y%m%d", "%d.%m.%Y", "%A, %B %-d, %Y"] {
            let written = call("date_as", &[&date, format]).unwrap();
            let back = call("date_as", &[&written, "%Y-%m-%d"]);
            prop_assert_eq!(back.as_deref(), Some(date.as_str()), "{}", written);
        }
    }
}

#[test]
fn a_page_size_is_learned_from_two_pages() {
    let example = |nth: &str, page: &str| (params(&[("nth", nth)]), page.to_owned());
    let learned = learn(&[example("7th", "3"), example("5th", "2")]);
    assert_eq!(learned[0].to_string(), "page_of(number(nth), 3)");
    // What is guessed from one example is nothing to try.
    let derived = derive(&params(&[("nth", "7")]));
    assert!(derived.iter().all(|it| !it.expr.to_string().contains("page")));
}

#[test]
fn a_list_is_cut_where_its_entries_end() {
    let given = params(&[("all", "Trinidad and Tobago, Chad")]);
    let explained = |text: &str| {
        explain(&given, text)
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
    };
    assert!(explained("Trinidad and Tobago").contains(&"all.split(\", \")[0]".to_owned()));
    assert!(explained("Trinidad").contains(&"items(all)[0]".to_owned()));
    let way = List::ButLast(Box::new(List::Split(
        Box::new(Expr::Input("all".to_owned())),
        ", ".to_owned(),
    )));
    assert_eq!(way.eval(&given), Some(vec!["Trinidad and Tobago".to_owned()]));
    assert_eq!(
        List::ButLast(Box::new(List::Input("all".to_owned()))).eval(&params(&[])),
        None
    );
}

#[test]
fn a_small_map_is_learned_where_a_value_was_seen_again() {
    let example =
        |kind: &str, name: &str, text: &str| (params(&[("kind", kind), ("name", name)]), text.to_owned());
    let known = [
        example("Plain", "a", "t1"),
        example("Rich text", "b", "r7"),
        example("Plain", "c", "t1"),
    ];
    let found = learn(&known);
    assert_eq!(
        found.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [r#"lookup(kind, #{ "Plain": "t1", "Rich text": "r7" })"#]
    );
    assert_eq!(found[0].eval(&known[1].0).as_deref(), Some("r7"));
    // What no example had has no value.
    assert_eq!(found[0].eval(&params(&[("kind", "Wiki")])), None);
    // Every value seen once is explained by anything.
    assert_eq!(learn(&known[..2]), []);
    // The same value with another text is no map.
    let torn = [known[0].clone(), known[1].clone(), example("Plain", "c", "t2")];
    assert_eq!(learn(&torn), []);
    // A reason is better than a list of what was seen.
    let reason = [
        example("Plain", "a", "PLAIN"),
        example("Rich", "b", "RICH"),
        example("Plain", "c", "PLAIN"),
    ];
    assert_eq!(learn(&reason)[0].to_string(), "upper_case(kind)");
}

#[test]
fn a_part_is_found_by_its_place_where_nothing_else_says_it() {
    let code = |it: &'static str| [("code", it)];
    assert_eq!(
        learned(&[(&code("AB1234X"), "1234"), (&code("QZ9907K"), "9907")])[0],
        "token(code, \"digits\", 1)",
        "what it is says more than where it stands"
    );
    assert_eq!(
        learned(&[(&code("ABCDEF"), "CDE"), (&code("XYZUVWT"), "ZUVW")])[0],
        "slice(code, 3, -2)"
    );
    assert_eq!(
        learned(&[(&code("Ada"), "A"), (&code("Bo"), "B")])[0],
        "initials(code)"
    );
    assert_eq!(
        learned(&[(&code("ada lovelace"), "e"), (&code("alan turing"), "g")])[0],
        "slice(code, -1, -1)"
    );
    assert_eq!(
        learned(&[
            (&code("4155550123"), "415-555-0123"),
            (&code("2128679876"), "212-867-9876")
        ])[0],
        "slice(code, 1, 3) + \"-\" + slice(code, 4, 6) + \"-\" + slice(code, -4, -1)"
    );
    // One example shows no place, and neither does a character that many texts have there.
    assert_eq!(learned(&[(&code("ABCDEF"), "CDE")]), ["\"CDE\""]);
    assert!(learned(&[(&code("some long text"), "m"), (&code("and many more"), "d")]).is_empty());
}

#[test]
fn a_number_is_written_like_the_examples() {
    let price = |it: &'static str| [("price", it)];
    assert_eq!(
        learned(&[(&price("1234.5"), "$1,234.50")])[0],
        "number_as(price, \"$#,##0.00\")"
    );
    assert_eq!(
        learned(&[(&price("12.5"), "12.50"), (&price("1200"), "1,200.00")])[0],
        "number_as(price, \"#,##0.00\")"
    );
    assert_eq!(
        learned(&[(&price("1,200"), "1200.00 EUR"), (&price("7"), "7.00 EUR")])[0],
        "number_as(price, \"0.00 EUR\")"
    );
    assert_eq!(
        learned(&[(&price("950"), "$950"), (&price("12.5"), "$12.5")])[0],
        "\"$\" + price",
        "what is put in front of a number is no format"
    );
    assert_eq!(
        learned(&[
            (&price("1234.5"), "Total: $1,234.50!"),
            (&price("80"), "Total: $80.00!")
        ])[0],
        "\"Total: $\" + number_as(price, \"#,##0.00\") + \"!\""
    );
}

#[test]
fn a_date_is_written_like_the_examples() {
    let day = |it: &'static str| [("day", it)];
    for (first, second, format) in [
        ("03/05/2024", "11/12/2024", "%m/%d/%Y"),
        ("5 March 2024", "12 November 2024", "%-d %B %Y"),
        ("Tuesday, March 5", "Tuesday, November 12", "%A, %B %-d"),
        (
            "Tuesday, March 5, 2024",
            "Tuesday, November 12, 2024",
            "%A, %B %-d, %Y",
        ),
        ("Tue, Mar 5, 2024", "Tue, Nov 12, 2024", "%a, %b %-d, %Y"),
        ("Tue Mar 05 2024", "Tue Nov 12 2024", "%a %b %d %Y"),
        ("5 Mar 2024", "12 Nov 2024", "%-d %b %Y"),
        ("20240305", "20241112", "%Y%m%d"),
    ] {
        assert_eq!(
            learned(&[(&day("2024-03-05"), first), (&day("2024-11-12"), second)])[0],
            format!("date_as(day, \"{format}\")")
        );
    }
    assert_eq!(
        learned(&[
            (&day("2024-03-05"), "Due: Mar 5, 2024"),
            (&day("2024-11-12"), "Due: Nov 12, 2024")
        ])[0],
        "\"Due: \" + date_as(day, \"%b %-d, %Y\")"
    );
    let at = |it: &'static str| [("at", it)];
    assert_eq!(
        learned(&[(&at("3:05 PM"), "15:05"), (&at("9:40 AM"), "09:40")])[0],
        "time_as(at, \"%H:%M\")"
    );
}

#[test]
fn expressions_say_in_words_what_they_are() {
    let name = || Expr::Input("name".to_owned());
    let names = || List::Items(Box::new(name()));
    for (expr, words) in [
        (name().apply(Op::Stem), "the name `name` without its ending"),
        (
            name().apply(Op::Part(" ".to_owned(), 2)),
            "the second part of `name` cut at \" \"",
        ),
        (
            name().apply(Op::Before("-".to_owned(), -1)),
            "what stands before the last \"-\" in `name`",
        ),
        (
            name().apply(Op::Token(Class::Digits, -2)),
            "the second run of digits from the end in `name`",
        ),
        (
            name().apply(Op::Slice(3, -1)),
            "what goes from the third character to the last character of `name`",
        ),
        (
            name().apply(Op::NumberAs("$#,##0.00".to_owned())),
            "the number `name` written like \"$1,234.50\"",
        ),
        (
            name().apply(Op::Date("%B %-d".to_owned())),
            "the date `name` written like \"March 5\"",
        ),
        (
            name().apply(Op::Part("\n".to_owned(), 1)).apply(Op::Lower),
            "the first part of `name` cut at \"\\n\" in lower case",
        ),
        (
            Expr::Item(names(), 1),
            "the first entry of what `name` enumerates",
        ),
        (
            Expr::Concat(vec!["Dr. ".into(), name(), Expr::Input("last name".to_owned())]),
            "\"Dr. \", then `name`, then `last_name`",
        ),
        (
            name().apply(Op::Lookup(vec![("Plain".to_owned(), "txt".to_owned())])),
            "what the examples have for `name` (\"txt\" for \"Plain\")",
        ),
    ] {
        assert_eq!(expr.in_words(), words);
    }
}

#[test]
fn the_end_of_what_begins_and_lasts_is_made_of_both() {
    let made = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        let ends = time_ends(&params(pairs)).into_iter();
        ends.map(|it| (it.text, it.expr.to_string())).collect()
    };
    let has = |all: &[(String, String)], text: &str, expr: &str| {
        assert!(
            all.iter().any(|it| it.0 == text && it.1 == expr),
            "{text}, {expr}: {all:?}"
        );
    };
    let hour = made(&[("hour", "9"), ("duration_mins", "75"), ("day", "7")]);
    has(&hour, "10", "time_as(time_after(hour, duration_mins), \"%-H\")");
    has(&hour, "15", "time_as(time_after(hour, duration_mins), \"%-M\")");
    let time = made(&[("start", "3:05 PM"), ("length", "1 h 45 min")]);
    has(&time, "16:50", "time_after(start, length)");
    // A bare number whose name says nothing of time is neither, and an hour that has minutes of its own is not all of a time.
    assert_eq!(made(&[("amount", "10"), ("mins", "30")]), []);
    let minutes = made(&[("hour", "10"), ("minute", "0"), ("duration_mins", "30")]);
    assert_eq!(minutes, []);
    let named = made(&[("hour", "10"), ("minute", "15"), ("length", "30 min")]);
    assert!(!named.iter().any(|it| it.1.contains("length")), "{named:?}");
    // What ends on the hour explains no naught.
    let full = made(&[("hour", "10"), ("duration_mins", "60")]);
    assert!(!full.iter().any(|it| it.0 == "0" || it.0 == "00"), "{full:?}");
    let naught = full_hour_ends(&params(&[("hour", "10"), ("duration_mins", "60")]));
    assert!(naught.iter().any(|it| it.text == "00"), "{naught:?}");
}
