//! The HTTP models against a server that speaks the real protocols, well and badly.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

mod server;
mod tools;

use std::{
    io::Cursor,
    net::TcpListener,
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant, SystemTime},
};

use autorpa_llm::{
    Board, Budget, Dollars, Http, HttpOptions, Message, Meter, Model, ModelError, Part, Price, Reply,
    Request, Role, Target, Tool, Usage,
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use image::{ImageFormat, RgbImage};
use serde_json::{Value, json};
use server::{Say, Server};

fn options(url: &str) -> HttpOptions {
    HttpOptions {
        base_url: Some(url.to_owned()),
        key: Some("sk-secret-1234".to_owned()),
        proxy: None,
        attempt: Duration::from_secs(20),
        deadline: Duration::from_secs(60),
        retries: 2,
        pause: Duration::from_millis(1),
        cancel: None,
    }
}

fn ask_as(target: &str, options: HttpOptions, request: &Request) -> Result<Reply, ModelError> {
    Http::new(target.parse().expect("a target"), options)?.complete(request)
}

fn ask(url: &str) -> Result<Reply, ModelError> {
    ask_as("openai:m", options(url), &question())
}

fn picture(width: u32, height: u32) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    RgbImage::new(width, height)
        .write_to(&mut file, ImageFormat::Png)
        .unwrap();
    file.into_inner()
}

fn question() -> Request {
    Request::new(Role::React, "You answer.", Message::user("2+2?"))
}

fn openai(text: &str) -> Value {
    json!({"id": "1", "object": "chat.completion", "model": "m",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 11, "completion_tokens": 3, "total_tokens": 14,
            "prompt_tokens_details": {"cached_tokens": 8}}})
}

/// One failure, also after all attempts, as the user reads it.
fn failure(script: Vec<Say>) -> String {
    let server = Server::new(script);
    let url = server.url.clone();
    let error = ask(&url).expect_err("a failure").to_string();
    server.asked();
    error.replace(&url, "URL")
}

#[test]
fn openai_speaks_and_is_counted() {
    let server = Server::new(vec![Say::json(200, openai(" four "))]);
    let request = Request {
        messages: vec![Message::user("look").and_image(picture(3, 2))],
        ..question()
    };
    let reply = ask_as("openai:gpt-x", options(&server.url), &request).unwrap();
    assert_eq!(
        reply,
        Reply {
            text: "four".to_owned(),
            usage: Usage {
                prompt: 11,
                completion: 3,
                cached: 8,
                ..Usage::default()
            },
            cut: false,
            ..Reply::default()
        }
    );
    let asked = server.asked().remove(0);
    assert!(
        asked.head.starts_with("post /v1/chat/completions "),
        "{}",
        asked.head
    );
    assert!(
        asked.head.contains("authorization: bearer sk-secret-1234"),
        "{}",
        asked.head
    );
    assert_eq!(asked.body["model"], "gpt-x");
    assert_eq!(
        asked.body["messages"][0],
        json!({"role": "system", "content": "You answer."})
    );
    assert_eq!(
        asked.body["messages"][1]["content"],
        json!([{"type": "text", "text": "look"}, {"type": "image_url",
            "image_url": {"url": format!("data:image/png;base64,{}", STANDARD.encode(picture(3, 2)))}}])
    );
}

/// Azure's own endpoint is the same protocol below another path, `https://NAME.openai.azure.com/openai/v1`: it takes the
/// key as a bearer, and the name of a deployment as the model.
#[test]
fn azure_is_openai_below_another_path() {
    for end in ["", "/"] {
        let server = Server::new(vec![Say::json(200, openai("four"))]);
        let url = format!("{}{end}", server.url.replace("/v1", "/openai/v1"));
        let reply = ask_as("openai:my-deployment", options(&url), &question()).unwrap();
        assert_eq!((reply.text.as_str(), reply.usage.prompt), ("four", 11));
        let asked = server.asked().remove(0);
        let head = &asked.head;
        assert!(head.starts_with("post /openai/v1/chat/completions "), "{head}");
        assert!(head.contains("authorization: bearer sk-secret-1234"), "{head}");
        assert_eq!(asked.body["model"], "my-deployment");
    }
}

#[test]
fn anthropic_speaks_and_is_counted() {
    let answer = json!({"id": "1", "type": "message", "role": "assistant", "model": "m", "stop_reason": "max_tokens",
        "content": [{"type": "text", "text": "four"}], "usage": {"input_tokens": 9, "output_tokens": 2}});
    let server = Server::new(vec![Say::json(200, answer)]);
    let request = Request {
        messages: vec![Message::user("look").and_image(picture(3, 2))],
        ..question()
    };
    let reply = ask_as("anthropic:claude-x", options(&server.url), &request).unwrap();
    assert_eq!(
        reply,
        Reply {
            text: "four".to_owned(),
            usage: Usage {
                prompt: 9,
                completion: 2,
                ..Usage::default()
            },
            cut: true,
            ..Reply::default()
        }
    );
    let asked = server.asked().remove(0);
    assert!(asked.head.starts_with("post /v1/messages "), "{}", asked.head);
    assert!(asked.head.contains("x-api-key: sk-secret-1234"), "{}", asked.head);
    // What stays the same is marked, so that the provider caches it.
    assert_eq!(
        asked.body["system"],
        json!([{"type": "text", "text": "You answer.", "cache_control": {"type": "ephemeral"}}])
    );
    assert_eq!(
        asked.body["messages"][0]["content"][1],
        json!({"type": "image", "source": {"type": "base64", "media_type": "image/png",
            "data": STANDARD.encode(picture(3, 2))}})
    );
}

#[test]
fn gemini_speaks_and_is_counted() {
    let answer = json!({
        "candidates": [{"content": {"role": "model", "parts": [{"text": "four"}]}, "finishReason": "STOP"}],
        "usageMetadata": {"promptTokenCount": 7, "candidatesTokenCount": 1, "totalTokenCount": 8},
        "modelVersion": "m"});
    let server = Server::new(vec![Say::json(200, answer)]);
    // Larger than what the provider looks at: scaled down before it is sent.
    let request = Request {
        messages: vec![Message::user("look").and_image(picture(6_144, 2))],
        ..question()
    };
    let reply = ask_as("gemini:gemini-x", options(&server.url), &request).unwrap();
    assert_eq!(
        (reply.text.as_str(), reply.usage.prompt, reply.usage.completion),
        ("four", 7, 1)
    );
    let asked = server.asked().remove(0);
    assert!(
        asked.head.starts_with("post /v1/models/gemini-x:generatecontent"),
        "{}",
        asked.head
    );
    assert!(
        !asked.head.lines().next().unwrap().contains("sk-secret"),
        "{}",
        asked.head
    );
    assert!(
        asked.head.contains("x-goog-api-key: sk-secret-1234"),
        "{}",
        asked.head
    );
    let sent = asked.body["contents"][0]["parts"]
        .as_array()
        .unwrap()
        .iter()
        .find_map(|it| {
            it["inline_data"]["data"]
                .as_str()
                .or(it["inlineData"]["data"].as_str())
        })
        .expect("an image");
    let sent = image::load_from_memory(&STANDARD.decode(sent).unwrap()).unwrap();
    assert_eq!((sent.width(), sent.height()), (3_072, 1));
}

#[test]
fn passing_failures_are_tried_again() {
    let limited = Say::later(429, "retry-after-ms: 1");
    let server = Server::new(vec![limited, Say::HangUp, Say::json(200, openai("four"))]);
    assert_eq!(ask(&server.url).unwrap().text, "four");
    assert_eq!(server.asked().len(), 3);
}

/// Our own pause is a thousandth of a second: it is the server's word that is waited for.
#[test]
fn a_server_that_asks_to_wait_is_waited_for() {
    let waited = |status: u16, header: &str| {
        let server = Server::new(vec![Say::later(status, header), Say::json(200, openai("four"))]);
        let started = Instant::now();
        assert_eq!(ask(&server.url).unwrap().text, "four");
        assert_eq!(server.asked().len(), 2);
        started.elapsed()
    };
    for (status, header) in [
        (429, "retry-after-ms: 300"),
        (503, "Retry-After-Ms: 300.5"),
        (529, "retry-after: 0.3"),
    ] {
        let waited = waited(status, header);
        assert!(
            waited >= Duration::from_millis(300),
            "{status} {header}: {waited:?}"
        );
    }
    // A date has no fractions of a second, so this one is between one and two seconds off.
    let date = httpdate::fmt_http_date(SystemTime::now() + Duration::from_secs(2));
    let waited = waited(500, &format!("Retry-After: {date}"));
    assert!(waited >= Duration::from_millis(900), "{date}: {waited:?}");
}

#[test]
fn lasting_failures_are_named() {
    let fault = || Say::json(503, json!({"error": {"message": "overloaded"}}));
    let error = failure(vec![fault(), fault(), fault()]);
    assert!(
        error.starts_with("URL/ fails with HTTP 503 (3 attempts): overloaded"),
        "{error}"
    );

    let limited = || Say::json(429, json!({"error": {"message": "slow down"}}));
    let error = failure(vec![limited(), limited(), limited()]);
    assert!(
        error.starts_with("URL/ is rate limited (3 attempts): slow down"),
        "{error}"
    );

    // Not worth a second attempt.
    for status in [429, 502] {
        let error = failure(vec![Say::later(status, "retry-after: 9999")]);
        assert!(
            error.contains("(1 attempts), asks to wait 9999 s: slow down"),
            "{error}"
        );
    }
    let tomorrow = httpdate::fmt_http_date(SystemTime::now() + Duration::from_hours(24));
    let error = failure(vec![Say::later(503, &format!("retry-after: {tomorrow}"))]);
    assert!(error.contains("(1 attempts), asks to wait "), "{error}");
    // A date that is over, or words that are neither, ask for no wait.
    for header in [
        "retry-after: Sun, 06 Nov 1994 08:49:37 GMT",
        "retry-after: soon",
        "retry-after: -5",
    ] {
        let error = failure((0..3).map(|_| Say::later(503, header)).collect());
        assert!(error.contains("(3 attempts)"), "{header}: {error}");
    }
    let error = failure(vec![Say::json(
        404,
        json!({"error": {"message": "no model `m`"}}),
    )]);
    assert!(
        error.starts_with("URL/ does not take the request (HTTP 404): no model `m`"),
        "{error}"
    );
}

#[test]
fn silence_ends_at_the_deadline() {
    let server = Server::new(vec![Say::Nothing]);
    let short = HttpOptions {
        attempt: Duration::from_millis(50),
        retries: 0,
        ..options(&server.url)
    };
    let error = ask_as("openai:m", short, &question()).unwrap_err();
    assert!(
        matches!(
            error,
            ModelError::Timeout {
                seconds: 1,
                attempts: 1,
                ..
            }
        ),
        "{error}"
    );
    server.asked();

    let server = Server::new(vec![Say::Nothing]);
    let short = HttpOptions {
        deadline: Duration::from_millis(50),
        ..options(&server.url)
    };
    let error = ask_as("openai:m", short, &question()).unwrap_err();
    assert!(
        matches!(
            error,
            ModelError::Timeout {
                seconds: 1,
                attempts: 1,
                ..
            }
        ),
        "{error}"
    );
}

#[test]
fn answers_that_are_none_are_named() {
    let html = Say::Whole(200, String::new(), "text/html", "<html>hello</html>".to_owned());
    assert!(
        failure(vec![html])
            .starts_with("URL/ sent no chat answer: it is `text/html`, not JSON: <html>hello</html>")
    );
    let empty = Say::Whole(200, String::new(), "application/json", String::new());
    assert!(failure(vec![empty]).starts_with("URL/ sent no chat answer: it is not whole JSON"));
    let half = Say::Whole(
        200,
        String::new(),
        "application/json",
        r#"{"choices": [{"mess"#.to_owned(),
    );
    assert!(failure(vec![half]).starts_with("URL/ sent no chat answer: it is not whole JSON"));
    let other = Say::json(200, json!({"status": "fine", "choices": "none"}));
    assert!(failure(vec![other]).starts_with(
        "URL/ sent no chat answer: it has neither text nor a reason to stop: {\"status\":\"fine\""
    ));
    let stream = "data: {\"choices\": [{\"delta\": {\"content\": \"fo\"}}]}\n\ndata: [DONE]\n\n";
    let stream = failure(vec![Say::Whole(
        200,
        String::new(),
        "text/event-stream",
        stream.to_owned(),
    )]);
    assert!(
        stream.starts_with("URL/ sent no chat answer: it is `text/event-stream`, not JSON: data: ")
            && stream.contains("answers whole, not as a stream"),
        "{stream}"
    );
    let list = Say::json(200, json!([1, 2]));
    assert!(failure(vec![list]).starts_with("URL/ sent no chat answer: "));
}

/// A model without eyes says so in words of its own: the message names the option that helps.
#[test]
fn images_that_are_refused_are_named() {
    let said = json!({"error": {"message": "this model does not support image input"}});
    let server = Server::new(vec![Say::json(400, said)]);
    let mut request = question();
    request.messages = vec![Message::user("What is it?").and_image(picture(2, 2))];
    let error = ask_as("openai:m", options(&server.url), &request).unwrap_err();
    let error = error.to_string();
    assert!(
        error.contains("does not support image input") && error.contains("`text_only`"),
        "{error}"
    );
    server.asked();
}

/// A huge text arrives whole; shown again to the model, it is short.
#[test]
fn a_huge_answer_is_read_and_not_repeated() {
    let huge = "na ".repeat(2_000_000);
    let server = Server::new(vec![Say::json(200, openai(&huge))]);
    let reply = ask(&server.url).unwrap();
    assert_eq!(reply.text.trim().len(), huge.trim().len());
    server.asked();
    let again = Message::assistant(reply.text);
    let Part::Text { text } = &again.parts[0] else {
        panic!("a text");
    };
    assert!(text.len() < 200_000 && text.ends_with(" [..]"));
}

#[test]
fn keys_are_not_repeated() {
    let said = json!({"error": {"message": "Incorrect API key provided: sk-secret-1234 (sk-sec***1234)."}});
    let error = failure(vec![Say::json(401, said)]);
    assert!(
        error.starts_with("URL/ refuses the request (HTTP 401): Incorrect API key provided: [key] [key]"),
        "{error}"
    );
    assert!(
        error.contains("OPENAI_API_KEY") && !error.contains("secret"),
        "{error}"
    );
}

/// Recordings and cassettes keep replies: a key that is repeated in one is taken out, wherever it stands. A word that is no
/// secret may be said.
#[test]
fn keys_are_taken_out_of_replies() {
    let ask_with = |key: &str, says: Value, request: &Request| {
        let server = Server::new(vec![Say::json(200, says)]);
        let options = HttpOptions {
            key: Some(key.to_owned()),
            ..options(&server.url)
        };
        let reply = ask_as("openai:m", options, request);
        server.asked();
        reply
    };
    let key = "AIza0123456789abcdef";
    let text = ask_with(key, openai(&format!("It is {key}.")), &question())
        .unwrap()
        .text;
    assert_eq!(text, "It is [key].");
    let mut calls = openai("");
    calls["choices"][0]["message"]["tool_calls"] = json!([{"id": "c", "type": "function",
        "function": {"name": "say", "arguments": json!({"it": [key], key: 1}).to_string()}}]);
    let request = Request {
        tools: vec![Tool {
            name: "say".to_owned(),
            description: "Say it.".to_owned(),
            arguments: json!({"type": "object"}),
        }],
        ..question()
    };
    let reply = ask_with(key, calls, &request).unwrap();
    assert_eq!(reply.calls[0].arguments, json!({"it": ["[key]"], "[key]": 1}));
    let mut empty = openai("");
    empty["choices"][0]["finish_reason"] = json!(key);
    let error = ask_with(key, empty, &question()).unwrap_err().to_string();
    assert!(error.contains("because of `[key]`"), "{error}");
    let text = ask_with("EMPTY", openai("The list is EMPTY."), &question())
        .unwrap()
        .text;
    assert_eq!(text, "The list is EMPTY.");
}

/// A wrong key has many statuses: what to do about it is one thing.
#[test]
fn a_key_that_is_refused_is_named() {
    let gemini = json!({"error": {"code": 400, "message": "API key not valid. Please pass a valid API key.",
        "status": "INVALID_ARGUMENT", "details": [{"@type": "type.googleapis.com/google.rpc.ErrorInfo",
            "reason": "API_KEY_INVALID", "domain": "googleapis.com"}]}});
    let expired = json!([{"error": {"code": 400, "message": "API key expired. Please renew the API key."}}]);
    let said = |message: &str| json!({"error": {"message": message}});
    for (target, status, body, words) in [
        (
            "gemini:m",
            400,
            gemini,
            ["HTTP 400): API key not valid. Please", "GEMINI_API_KEY"],
        ),
        (
            "openai:m",
            400,
            expired,
            ["HTTP 400): API key expired. Please renew", "OPENAI_API_KEY"],
        ),
        (
            "gemini:m",
            403,
            said("no access"),
            ["HTTP 403): no access", "GEMINI_API_KEY"],
        ),
        (
            "openai:m",
            403,
            said("wrong region"),
            ["HTTP 403): wrong region", "OPENAI_API_KEY"],
        ),
        (
            "openai:m",
            402,
            said("no credit"),
            ["HTTP 402): no credit", "what it may use"],
        ),
        (
            "anthropic:m",
            401,
            said("invalid x-api-key"),
            ["HTTP 401): invalid", "ANTHROPIC_API_KEY"],
        ),
        (
            "anthropic:m",
            403,
            said("not yours"),
            ["HTTP 403): not yours", "not expired"],
        ),
    ] {
        let server = Server::new(vec![Say::json(status, body)]);
        let error = ask_as(target, options(&server.url), &question()).unwrap_err();
        assert!(matches!(error, ModelError::Refused { .. }), "{target}: {error}");
        let error = error.to_string();
        for word in words {
            assert!(error.contains(word), "{target}, {word}: {error}");
        }
        assert_eq!(server.asked().len(), 1, "{target}");
    }
    // Any other 400 is about the request.
    let error = failure(vec![Say::json(400, said("no such parameter"))]);
    assert!(error.contains("does not take the request (HTTP 400)"), "{error}");
}

/// What a cache gave and what it took, however a provider reports it: all of it was sent, and has its own price.
#[test]
fn cached_tokens_are_counted() {
    let anthropic = json!({"id": "1", "type": "message", "role": "assistant", "model": "m", "stop_reason": "end_turn",
        "content": [{"type": "text", "text": "four"}],
        "usage": {"input_tokens": 10, "cache_creation_input_tokens": 300, "cache_read_input_tokens": 2_000,
            "output_tokens": 5}});
    let gemini = json!({
        "candidates": [{"content": {"role": "model", "parts": [{"text": "four"}]}, "finishReason": "STOP"}],
        "usageMetadata": {"promptTokenCount": 2_310, "cachedContentTokenCount": 2_000, "candidatesTokenCount": 5,
            "totalTokenCount": 2_315}});
    let price = Price {
        prompt: 1.0,
        completion: 2.0,
        cached: Some(0.1),
        written: Some(1.5),
    };
    for (target, says, written, cost) in [
        ("anthropic:m", anthropic, 300, 10 + 450 + 200 + 10),
        ("gemini:m", gemini, 0, 310 + 200 + 10),
    ] {
        let server = Server::new(vec![Say::json(200, says)]);
        let mut model = Meter::new(
            Http::new(target.parse().unwrap(), options(&server.url)).unwrap(),
            Budget {
                prices: [(Role::React, price)].into(),
                ..Budget::default()
            },
        );
        assert_eq!(
            model.complete(&question()).unwrap().usage,
            Usage {
                prompt: 2_310,
                completion: 5,
                cached: 2_000,
                written,
                estimated: false
            },
            "{target}"
        );
        let count = model.tally().total();
        assert_eq!((count.cached, count.cost), (2_000, Dollars(cost)), "{target}");
        server.asked();
    }
}

/// The builder's conversation grows, so each of its questions ends with a mark up to which the next finds it cached;
/// the standing part is marked for everybody. At most two marks: four are allowed.
#[test]
fn what_is_sent_again_is_marked() {
    let mark = json!({"type": "ephemeral"});
    let answer = || {
        Say::json(
            200,
            json!({"id": "1", "type": "message", "role": "assistant", "model": "m", "stop_reason": "end_turn",
                "content": [{"type": "text", "text": "four"}], "usage": {"input_tokens": 9, "output_tokens": 2}}),
        )
    };
    let sent = |target: &str, request: &Request, answer: Say| {
        let server = Server::new(vec![answer]);
        ask_as(target, options(&server.url), request).unwrap();
        server.asked().remove(0).body
    };
    let marks = |body: &Value| body.to_string().matches("cache_control").count();
    let mut request = Request {
        role: Role::Builder,
        ..question()
    };
    let body = sent("anthropic:m", &request, answer());
    assert_eq!(
        body["messages"][0]["content"],
        json!([{"type": "text", "text": "2+2?", "cache_control": mark}])
    );
    assert_eq!((&body["system"][0]["cache_control"], marks(&body)), (&mark, 2));
    request.messages.push(Message::assistant("look"));
    request.messages.push(Message::user("here"));
    let body = sent("anthropic:m", &request, answer());
    assert_eq!(body["messages"][0]["content"], "2+2?");
    assert_eq!(
        (&body["messages"][2]["content"][0]["cache_control"], marks(&body)),
        (&mark, 2)
    );
    // A step's question is asked once.
    request.role = Role::React;
    assert_eq!(marks(&sent("anthropic:m", &request, answer())), 1);
    // OpenAI caches by itself, and other servers of its protocol need not know marks.
    request.role = Role::Builder;
    let body = sent("openai:m", &request, Say::json(200, openai("four")));
    assert!(!body.to_string().contains("cache"), "{body}");
}

#[test]
fn nothing_said_costs_all_the_same() {
    let mut body = openai("");
    body["choices"][0]["finish_reason"] = json!("length");
    let server = Server::new(vec![Say::json(200, body)]);
    let mut model = Meter::new(
        Http::new("openai:m".parse().unwrap(), options(&server.url)).unwrap(),
        Budget::default(),
    );
    let error = model.complete(&question()).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("the model answered with nothing (it stopped because of `length`)"),
        "{error}"
    );
    assert_eq!(model.tally().total().prompt, 11);
    server.asked();
}

#[test]
fn uncounted_tokens_are_estimated() {
    let mut body = openai("four");
    body["usage"] = Value::Null;
    let server = Server::new(vec![Say::json(200, body)]);
    let usage = ask(&server.url).unwrap().usage;
    assert!(
        usage.estimated && usage.prompt > 5 && usage.completion == 1,
        "{usage:?}"
    );
    server.asked();
}

#[test]
fn a_spent_budget_makes_no_call() {
    let server = Server::new(vec![Say::json(200, openai("four"))]);
    let mut model = Meter::new(
        Http::new("openai:m".parse().unwrap(), options(&server.url)).unwrap(),
        Budget {
            tokens: Some(25),
            ..Budget::default()
        },
    );
    model.complete(&question()).unwrap();
    let error = model.complete(&question()).unwrap_err();
    assert!(
        matches!(
            error,
            ModelError::OverBudget {
                spent: 14,
                budget: 25,
                ..
            }
        ),
        "{error}"
    );
    assert_eq!(model.tally().by_role[&Role::React].calls, 1);
    let asked = server.asked();
    assert_eq!(asked.len(), 1);
    // The reply was not allowed to be longer than what was left.
    assert!(
        asked[0].body["max_tokens"].as_u64().unwrap() < 25,
        "{}",
        asked[0].body
    );
}

#[test]
fn a_spent_purse_makes_no_call() {
    let price = Price {
        prompt: 1.0,
        completion: 2.0,
        cached: None,
        written: None,
    };
    let server = Server::new(vec![Say::json(200, openai("four"))]);
    let mut model = Meter::new(
        Http::new("openai:m".parse().unwrap(), options(&server.url)).unwrap(),
        Budget {
            dollars: Some(Dollars(25)),
            prices: [(Role::React, price)].into(),
            ..Budget::default()
        },
    );
    model.complete(&question()).unwrap();
    assert_eq!(model.tally().total().cost, Dollars(11 + 2 * 3));
    let error = model.complete(&question()).unwrap_err();
    assert!(error.is_over_budget(), "{error}");
    assert!(error.to_string().contains("`budget_usd`"), "{error}");
    let asked = server.asked();
    assert_eq!(asked.len(), 1);
    assert!(
        asked[0].body["max_tokens"].as_u64().unwrap() <= 12,
        "{}",
        asked[0].body
    );
}

#[test]
fn an_agent_can_have_a_model_of_its_own() {
    let (others, own) = (
        Server::new(vec![Say::json(200, openai("four"))]),
        Server::new(vec![Say::json(200, openai("five"))]),
    );
    let http = |name: &str, server: &Server| -> Box<dyn Model> {
        Box::new(Http::new(name.parse().unwrap(), options(&server.url)).unwrap())
    };
    let mut board = Board::new(
        http("openai:m", &others),
        [(Role::Grounder, http("openai:eyes", &own))].into(),
    );
    assert_eq!(board.describe(), "openai:m, grounder: openai:eyes");
    let grounder = Request {
        role: Role::Grounder,
        ..question()
    };
    assert_eq!(board.complete(&grounder).unwrap().text, "five");
    assert_eq!(board.complete(&question()).unwrap().text, "four");
    assert_eq!(own.asked()[0].body["model"], "eyes");
    assert_eq!(others.asked()[0].body["model"], "m");
}

#[test]
fn a_proxy_is_gone_through() {
    let proxy = Server::new(vec![Say::json(200, openai("four"))]);
    let address = proxy.url.trim_end_matches("/v1").to_owned();
    let options = HttpOptions {
        proxy: Some(address),
        ..options("http://models.example/v1")
    };
    assert_eq!(ask_as("openai:m", options, &question()).unwrap().text, "four");
    let asked = proxy.asked().remove(0);
    assert!(
        asked
            .head
            .starts_with("post http://models.example/v1/chat/completions "),
        "{}",
        asked.head
    );
}

#[test]
fn nobody_there() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    drop(listener);
    let error = ask(&url).unwrap_err();
    assert!(
        matches!(error, ModelError::Unreachable { attempts: 3, .. }),
        "{error}"
    );
    assert!(error.to_string().contains("refused"), "{error}");
}

#[test]
fn a_stop_ends_the_waiting() {
    let server = Server::new(vec![Say::Nothing]);
    let cancel = Some(Arc::new(AtomicBool::new(true)));
    let error = ask_as(
        "openai:m",
        HttpOptions {
            cancel,
            attempt: Duration::from_secs(60),
            ..options(&server.url)
        },
        &question(),
    );
    assert!(matches!(error, Err(ModelError::Cancelled)), "{error:?}");
}

#[test]
fn bad_settings_are_refused_before_anything_is_sent() {
    for (given, word) in [
        ("gpt-4o", "no colon"),
        ("google:x", "none of"),
        ("openai: ", "no model"),
    ] {
        let error = given.parse::<Target>().unwrap_err().to_string();
        assert!(error.contains(word), "{error}");
    }
    let start = |url: &str, key: Option<&str>| {
        let options = HttpOptions {
            key: key.map(str::to_owned),
            ..options(url)
        };
        Http::new("openai:m".parse().unwrap(), options)
            .map(|_| ())
            .map_err(|it| it.to_string())
    };
    assert!(
        start("https://example.org/v1", None)
            .unwrap_err()
            .contains("set OPENAI_API_KEY")
    );
    assert!(
        start("ftp://example.org", Some("k"))
            .unwrap_err()
            .contains("`ftp:`")
    );
    let error = start("http://me:secret@[bad", Some("k")).unwrap_err();
    assert!(!error.contains("secret"), "{error}");
    assert_eq!(start("http://localhost:1/v1", None), Ok(()));
    assert_eq!(start("http://[::1]:1/v1/", Some(" ")), Ok(()));
}
