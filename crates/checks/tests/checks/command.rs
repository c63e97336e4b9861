//! Programs: their status and what they print, without a shell, and ended with all they started.

use std::{
    fs, thread,
    time::{Duration, Instant},
};

use device::Cancel;

use crate::{Task, said};

#[test]
fn status_and_output_are_compared() {
    let task = Task::named(
        "a'b\" $HOME; echo x",
        "[[check]]\ncommand = [\"printf\", \"%s\\\\n\", \"{name}\"]\nis = \"{name}\"\ncontains = [\"$HOME\"]\n\
         [[check]]\ncommand = [\"sh\", \"-c\", \"echo no >&2; exit 3\"]\nexit = 3\n\
         [[check]]\nwithin = \"0s\"\ncommand = [\"sh\", \"-c\", \"echo it broke >&2; exit 4\"]\n\
         [[check]]\nwithin = \"0s\"\ncommand = [\"echo\", \"abc\"]\nis = \"abd\"\n\
         [[check]]\nwithin = \"0s\"\ncommand = [\"no-such-program-here\"]\n",
    );
    let said = task.verdict();
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(
        lines[..5],
        [
            "not reached 0.40",
            "check 1 (command): holds",
            "check 2 (command): holds",
            "check 3 (command): expected status 0, it ended with status 4: it broke",
            "check 4 (command): expected \"abd\", found \"abc\"",
        ]
    );
    assert!(
        lines[5].starts_with("check 5 (command): can't be checked: `no-such-program-here` does not start"),
        "{said}"
    );
}

#[test]
fn a_program_that_takes_too_long_is_ended_with_all_it_started() {
    let task = Task::new(
        "[[check]]\nwithin = \"100ms\"\n\
         command = [\"sh\", \"-c\", \"sleep 600 & echo $! > child; sleep 600\"]\n",
    );
    let start = Instant::now();
    let said = task.verdict();
    assert_eq!(
        said,
        "unknown\ncheck 1 (command): can't be checked: `sh` was ended after 1s"
    );
    assert!(start.elapsed() < Duration::from_secs(60));
    let child = fs::read_to_string(task.path().join("child")).unwrap();
    let is_running = || {
        // Its parent is gone too, so somebody else takes its status: until then it is a zombie.
        let status = fs::read_to_string(format!("/proc/{}/status", child.trim())).unwrap_or_default();
        !status.is_empty() && !status.contains("State:\tZ")
    };
    // It was told to end, which takes a moment.
    let deadline = Instant::now() + Duration::from_secs(30);
    while is_running() {
        assert!(Instant::now() < deadline, "process {child} goes on");
        #[expect(
            clippy::disallowed_methods,
            reason = "until the process has ended, or the deadline"
        )]
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn resets_run_in_the_directory_of_the_file_and_say_what_failed() {
    let reset = |rest: &str| {
        let task = Task::new(rest);
        let params = task.instance().params;
        let mut functions = Vec::new();
        let done = task.plan().reset(
            &params,
            |name, params| {
                functions.push(format!("{name} {}", params["name"]));
                match name {
                    "crm/broken" => Err("it is broken".into()),
                    _ => Ok(()),
                }
            },
            &Cancel::default(),
        );
        let there = fs::read_to_string(task.path().join("out")).unwrap_or_default();
        (done.map_err(|error| error.to_string()), there, functions)
    };
    let (done, there, functions) = reset(
        "[reset]\nfunction = \"crm/delete\"\ncommand = [\"sh\", \"-c\", \"printf %s \\\"$1\\\" > out\", \"x\", \"{tags}\"]\n",
    );
    assert_eq!((done, there.as_str()), (Ok(()), "x, y"));
    assert_eq!(functions, ["crm/delete Ada Lovelace"]);

    let (done, _, _) = reset("[reset]\ncommand = [\"sh\", \"-c\", \"echo why >&2; exit 2\"]\n");
    assert_eq!(
        done,
        Err("step 1 of the reset (command): `sh` ended with status 2: why".to_owned())
    );
    let (done, _, _) = reset("[reset]\ncommand = [\"true\"]\nfunction = \"crm/broken\"\n");
    assert_eq!(
        done,
        Err("step 2 of the reset (function): the function crm/broken: it is broken".to_owned())
    );
    let (done, _, _) = reset("[reset]\nnone = true\n");
    assert_eq!(done, Err("the task file has no reset".to_owned()));
}

#[test]
fn a_secret_is_used_and_never_told() {
    let rest = "[params.token]\ntype = \"secret\"\ncommand = [\"cat\", \"token\"]\n\
                [params.other]\ntype = \"secret\"\nenv = \"AUTORPA_TEST_NO_SUCH_VARIABLE\"\n\
                [[check]]\nwithin = \"0s\"\ncommand = [\"sh\", \"-c\", \"echo got $1; test $1 = $(cat token)\", \"x\", \"{token}\"]\n\
                is = \"{token}!\"\n\
                [[check]]\nwithin = \"0s\"\nfile = \"a/{token}\"\n\
                [[check]]\nwithin = \"0s\"\nanswer = \"{other}\"\n";
    let task = Task::new(rest);
    task.write("token", "hunter2\n");
    let plan = task.plan();
    let verdict = plan.judge(
        &task.instance().params,
        None,
        None,
        &task.begin(),
        &Cancel::default(),
    );
    assert_eq!(
        said(&verdict),
        "not reached 0.00\ncheck 1 (command): expected \"{token}!\", found \"got {token}\"\ncheck 2 (file): there is no \
         a/{token}\ncheck 3 (answer): can't be checked: the secret `other` is not there: the environment variable \
         AUTORPA_TEST_NO_SUCH_VARIABLE is not set"
    );
    let debug = format!("{plan:?}");
    assert!(
        debug.contains("\"token\"") && !debug.contains("hunter2"),
        "{debug}"
    );
}

/// One check that never holds, and one that holds when it is asked the third time: what either says does not hang on their
/// order.
#[test]
fn a_check_has_its_tries_whatever_others_say() {
    let never = "[[check]]\nname = \"never\"\nwithin = \"10ms\"\ncommand = [\"false\"]\n";
    let third = "[[check]]\nname = \"third\"\nwithin = \"100s\"\n\
                 command = [\"sh\", \"-c\", \"echo >> asked; test $(wc -l < asked) -ge 3\"]\n";
    for (first, second) in [(never, third), (third, never)] {
        let said = Task::new(&format!("{first}{second}")).verdict();
        assert!(said.starts_with("not reached 0.50"), "{said}");
        assert!(said.contains("third: holds"), "{said}");
        assert!(said.contains("never: expected status 0"), "{said}");
    }
}
