//! Settings and calls as they are typed.

use settings::{Call, Request, Setting, Value, Words};

use super::*;

#[test]
fn all_that_the_library_names_can_be_typed() {
    for setting in Setting::ALL {
        assert!(option(&TYPED, *setting).is_some(), "no option sets {setting:?}");
    }
    for request in Request::ALL {
        let mut words = request.name().split(' ');
        let command = words.try_fold(&*TYPED, |it, word| it.find_subcommand(word));
        assert!(command.is_some(), "no command does {request:?}");
    }
}

#[test]
fn options_are_named_as_their_command_has_them() {
    let any = |setting| CommandLine.setting(setting, Value::Any);
    assert_eq!(any(Setting::Llm), "--llm PROVIDER:MODEL");
    assert_eq!(any(Setting::Refinements), "-m M");
    assert_eq!(any(Setting::Resume), "--resume");
    assert_eq!(any(Setting::TextOnly), "--text-only");
    assert_eq!(CommandLine.setting(Setting::Url, Value::Unsaid), "--url");
    assert_eq!(
        CommandLine.setting(Setting::Tier, Value::Is("model")),
        "--tier model"
    );
}

#[test]
fn calls_can_be_pasted_into_a_shell() {
    let exec = Call::new(Request::Exec)
        .of("my functions/a.rhai")
        .set(Setting::Url)
        .with(Setting::Param, "text=buy milk");
    assert_eq!(
        CommandLine.call(&exec),
        "autorpa exec 'my functions/a.rhai' --url URL --param text='buy milk'"
    );
    let retry = Call::new(Request::QueueRetry).of(3).set(Setting::NewFunction);
    assert_eq!(CommandLine.call(&retry), "autorpa queue retry 3 --new-function");
    let bench = Call::new(Request::Bench)
        .set(Setting::Build)
        .with(Setting::Count, 3);
    assert_eq!(CommandLine.call(&bench), "autorpa bench --build -n 3");
}
