//! What is printed is read back as it was; any text at all is read without a panic.

use std::time::Duration;

use autorpa_task::{
    Params, TaskFile, Template, Value,
    file::{
        Check, Document, Except, FileIs, Formula, Instances, Irreversible, JsonIs, Machine, OnScreen, Param,
        ParamKind, Place, PrintedIs, Query, Question, Request, Reset, ResetStep, RowsAre, Script,
        SecretSource, Source, Start, Touch, new_task,
    },
};
use proptest::prelude::*;

use crate::{WHOLE, parse, whole};

#[test]
fn a_whole_file_comes_back() {
    let file = whole();
    let text = file.to_toml();
    assert_eq!(parse(&text), file, "\n{text}");
    assert_eq!(parse(&text).to_toml(), text);
}

/// A kept file of format 1, as it was printed. It is never changed: what it says is read for as long as files of this
/// format are, and printed to the same bytes.
#[test]
fn the_kept_file_of_format_1_is_read_and_printed() {
    const V1: &str = include_str!("../samples/task-format-1.toml");
    let file = parse(V1);
    assert_eq!(file.to_toml(), V1);
    assert_eq!((file.name.as_str(), file.params.len()), ("CreateCustomer", 9));
    assert!(
        file.checks.len() > 5 && !file.irreversible.is_empty(),
        "it has something of everything"
    );
}

#[test]
fn a_new_file_can_be_read_and_its_commented_lines_are_toml() {
    for name in ["CreateCustomer", "with \"quotes\" and \\", "Ünïcode", "a\nb"] {
        let text = new_task(name);
        assert_eq!(parse(&text).name, name, "\n{text}");
    }
    // The first letter behind `#` is a space in a comment alone.
    for line in new_task("T").lines() {
        if let Some(code) = line.strip_prefix('#').filter(|it| !it.starts_with(' ')) {
            assert!(code.parse::<toml::Table>().is_ok(), "{code}");
        }
    }
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,6}",
        "\\PC{0,8}",
        any::<String>().prop_map(|it| it.chars().take(6).collect())
    ]
}

fn formula() -> impl Strategy<Value = Formula> {
    let slot = prop_oneof![
        Just("{a}".to_owned()),
        Just("{upper_case( b )}".to_owned()),
        Just("{part(a, \"}{\\\"\", 1) + b}".to_owned()),
    ];
    let plain = text().prop_map(|it| Formula::plain(it).to_string());
    prop::collection::vec(prop_oneof![plain, slot], 0..4)
        .prop_map(|parts| Formula::parse(&parts.concat()).expect("its braces are doubled"))
}

fn formulas() -> impl Strategy<Value = Vec<Formula>> {
    prop::collection::vec(formula(), 0..3)
}

fn command() -> impl Strategy<Value = Vec<Formula>> {
    formulas().prop_map(|mut all| {
        all.insert(0, Formula::plain("sh"));
        all
    })
}

fn map() -> impl Strategy<Value = indexmap::IndexMap<String, Formula>> {
    prop::collection::vec((text(), formula()), 0..3).prop_map(|all| all.into_iter().collect())
}

fn duration() -> impl Strategy<Value = Duration> {
    (0..400_000_u64).prop_map(Duration::from_millis)
}

fn query() -> impl Strategy<Value = Query> {
    (formula(), map()).prop_map(|(database, bind)| Query {
        database,
        sql: "select ':x' where y = :a".to_owned(),
        bind,
    })
}

fn place() -> impl Strategy<Value = Place> {
    prop_oneof![
        Just(Place::Here),
        formula().prop_map(Place::Url),
        text().prop_map(Place::App)
    ]
}

fn document() -> impl Strategy<Value = Document> {
    let json = prop::option::of(text().prop_map(|it| format!("${it}")));
    (formula(), map(), json).prop_map(|(url, headers, json)| Document { url, headers, json })
}

fn machine() -> impl Strategy<Value = Machine> {
    prop_oneof![Just(Machine::Computer), Just(Machine::Device)]
}

fn source() -> impl Strategy<Value = Source> {
    prop_oneof![
        query().prop_map(|it| Source::Sql(Query {
            bind: Default::default(),
            ..it
        })),
        document().prop_map(|it| Source::Http(Document {
            headers: Default::default(),
            ..it
        })),
        (machine(), formula()).prop_map(|(of, path)| Source::File(of, path)),
        formula().prop_map(Source::List),
        (machine(), command()).prop_map(|(on, it)| Source::Command(on, it)),
    ]
}

fn rows() -> impl Strategy<Value = RowsAre> {
    prop_oneof![
        formula().prop_map(RowsAre::First),
        prop::collection::vec(formulas(), 0..3).prop_map(RowsAre::All),
        any::<bool>().prop_map(RowsAre::Empty),
    ]
}

fn content() -> impl Strategy<Value = Question> {
    let maybe = || prop::option::of(formula());
    (machine(), formula(), maybe(), formulas(), any::<bool>()).prop_map(|(of, path, is, contains, absent)| {
        Question::File {
            of,
            path,
            expect: FileIs {
                absent: absent && is.is_none() && contains.is_empty(),
                is,
                contains,
            },
        }
    })
}

fn printed() -> impl Strategy<Value = Question> {
    let maybe = || prop::option::of(formula());
    (machine(), command(), 0..256_i32, maybe(), formulas()).prop_map(|(on, command, exit, is, contains)| {
        Question::Command {
            on,
            command,
            exit,
            expect: PrintedIs { is, contains },
        }
    })
}

fn question() -> impl Strategy<Value = Question> {
    let maybe = || prop::option::of(formula());
    let screen = (
        place(),
        formulas(),
        formulas(),
        formulas(),
        formulas(),
        prop::option::of(0..9_usize),
    );
    prop_oneof![
        (query(), rows()).prop_map(|(query, expect)| Question::Sql { query, expect }),
        (
            document(),
            prop::option::of(100..600_u16),
            maybe(),
            formulas(),
            prop::option::of(0..9_usize)
        )
            .prop_map(|(document, status, is, contains, count)| Question::Http {
                status,
                expect: JsonIs {
                    is,
                    contains,
                    count: count.filter(|_| document.json.is_some()),
                    absent: document.json.as_ref().map(|it| it.len() > 3),
                },
                document,
            }),
        screen.prop_map(|(place, shows, contains, absent, row, count)| {
            let count = count.filter(|_| !row.is_empty());
            let shows = match shows.is_empty() {
                true => vec![Formula::plain("x")],
                false => shows,
            };
            Question::Screen {
                place,
                expect: OnScreen {
                    shows,
                    contains,
                    absent,
                    row,
                    count,
                },
            }
        }),
        formula().prop_map(Question::Address),
        content(),
        printed(),
        (source(), formulas(), formulas(), formulas()).prop_map(|(of, added, removed, changed)| {
            let changed = match of {
                Source::List(_) => changed,
                Source::Sql(_) | Source::Http(_) | Source::File(..) | Source::Command(..) => vec![],
            };
            Question::Unchanged {
                of,
                except: Except {
                    added,
                    removed,
                    changed,
                },
            }
        }),
        formula().prop_map(Question::Answer),
    ]
}

fn check() -> impl Strategy<Value = Check> {
    (prop::option::of(text()), duration(), question()).prop_map(|(name, within, question)| Check {
        name,
        within,
        question,
    })
}

fn reset() -> impl Strategy<Value = Reset> {
    let http = (formula(), prop::option::of(formula()), map()).prop_map(|(url, body, headers)| {
        ResetStep::Http(Request {
            url,
            method: "PUT".to_owned(),
            body,
            headers,
            expect: Some(204),
        })
    });
    let sql = (formula(), any::<bool>()).prop_map(|(database, file)| ResetStep::Sql {
        database,
        script: match file {
            true => Script::File("a b.sql".to_owned()),
            false => Script::Statements(vec!["delete from t where x = :a".to_owned(), "x".to_owned()]),
        },
    });
    let steps = (
        command().prop_map(ResetStep::Command),
        http,
        sql,
        text(),
        any::<bool>(),
    );
    let steps = (steps, duration()).prop_map(|((command, http, sql, function, turned), timeout)| {
        let mut steps = vec![command, http, sql, ResetStep::Function(function)];
        if turned {
            steps.reverse();
        }
        Reset::Steps { steps, timeout }
    });
    prop_oneof![Just(Reset::Unsaid), Just(Reset::None), steps]
}

fn params() -> impl Strategy<Value = Vec<Param>> {
    let lines = "[^\n\r]{1,6}";
    let values = prop::collection::vec(lines.prop_map(Value::Text), 1..3);
    let lists = prop::collection::vec(prop::collection::vec(text(), 0..3).prop_map(Value::List), 1..3);
    (values, lists, text(), any::<bool>()).prop_map(|(values, lists, word, flag)| {
        let param = |name: &str, kind, examples: Vec<Value>| Param {
            name: name.to_owned(),
            about: flag.then(|| word.clone()),
            default: examples.last().cloned().filter(|_| flag),
            nasty: examples.clone(),
            examples,
            any_text: flag && matches!(kind, ParamKind::Text { .. }),
            kind,
            optional: flag,
            unique: false,
        };
        vec![
            param("b", ParamKind::Text { multiline: flag }, values),
            param("a", ParamKind::List, lists),
            param("s", ParamKind::Secret(SecretSource::Env(word.clone())), vec![]),
            param(
                "c",
                ParamKind::Choice {
                    options: vec![word.clone()],
                },
                vec![],
            ),
            param("t", ParamKind::Totp(SecretSource::Env(word.clone())), vec![]),
        ]
    })
}

fn instances() -> impl Strategy<Value = Instances> {
    let row = prop::collection::vec(text(), 0..3).prop_map(|list| {
        let row = [
            ("b".to_owned(), Value::from("x\"y")),
            ("a".to_owned(), Value::List(list)),
        ];
        row.into_iter().collect::<Params>()
    });
    prop_oneof![
        Just(Instances::Examples),
        text().prop_map(Instances::Csv),
        prop::collection::vec(row, 1..3).prop_map(Instances::Rows),
    ]
}

fn file() -> impl Strategy<Value = TaskFile> {
    let head = ("\\PC{1,6}x", text(), 1..1000_usize, any::<bool>());
    let start = (place(), prop::option::of(text()), prop::option::of(formula()));
    let checks = prop::collection::vec(check(), 0..4);
    let texts = prop::collection::vec(text(), 0..3);
    (head, start, params(), instances(), reset(), checks, texts).prop_map(
        |(
            (name, suite, step_budget, sandbox),
            (place, base, shows),
            params,
            instances,
            reset,
            checks,
            texts,
        )| {
            let instances = match instances {
                // Every row has a value for every parameter.
                Instances::Rows(rows) => Instances::Rows(
                    rows.into_iter()
                        .map(|mut row| {
                            if let ParamKind::Choice { options } = &params[3].kind {
                                row.insert("c".to_owned(), Value::from(options[0].as_str()));
                            }
                            row
                        })
                        .collect(),
                ),
                other @ (Instances::Examples | Instances::Csv(_)) => other,
            };
            TaskFile {
                name,
                suite,
                goal: Template::parse("Do {a*} with {{{b}}}").expect("it is one"),
                step_budget,
                sandbox,
                start: Start {
                    login: base.clone(),
                    device: base.clone(),
                    place,
                    base,
                    shows,
                },
                touch: Touch {
                    origins: texts.clone(),
                    apps: texts.clone(),
                },
                irreversible: texts
                    .iter()
                    .map(|step| Irreversible {
                        step: format!("click 'x{step}'"),
                        say: Some(step.clone()).filter(|_| sandbox),
                    })
                    .collect(),
                params,
                instances,
                reset,
                checks,
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn what_is_printed_is_read_back(file in file()) {
        let text = file.to_toml();
        match TaskFile::parse(&text, "a.task.toml") {
            Ok(again) => prop_assert_eq!(again, file, "\n{}", text),
            Err(problems) => {
                let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
                prop_assert!(false, "{}\n{}", text, problems.join("\n"));
            }
        }
    }

    #[test]
    fn any_text_is_read_or_answered(text in any::<String>(), cut in 0..WHOLE.len(), csv in any::<String>()) {
        let _ = TaskFile::parse(&text, &text);
        let _ = Formula::parse(&text).map(|formula| formula.names().len());
        let cut = (cut..).find(|it| WHOLE.is_char_boundary(*it)).unwrap_or(0);
        if let Err(problems) = TaskFile::parse(&format!("{}{text}{}", &WHOLE[..cut], &WHOLE[cut..]), "a") {
            prop_assert!(!problems.is_empty());
        }
        let _ = whole().with_rows(&csv, "a.csv");
    }
}
