//! Tools over all three protocols: a call, its result, the answer.

use autorpa_llm::{Call, Message, ModelError, Reply, Request, Role, Thought, Tool};
use serde_json::{Value, json};

use crate::{
    ask_as, openai, options, picture, question,
    server::{Asked, Say, Server},
};

fn weather() -> Tool {
    Tool {
        name: "weather".to_owned(),
        description: "The weather of a city.".to_owned(),
        arguments: schema(),
    }
}

fn schema() -> Value {
    json!({"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]})
}

fn with_tools() -> Request {
    Request {
        tools: vec![weather()],
        ..question()
    }
}

/// Two questions: the model calls, is told the result (and shown a picture), and answers. Gives the call's reply, the
/// second question as it was sent, and the first one.
fn called(target: &str, call: Value, answer: Value) -> (Reply, Asked, Asked) {
    let server = Server::new(vec![Say::json(200, call), Say::json(200, answer)]);
    let mut request = with_tools();
    let reply = ask_as(target, options(&server.url), &request).unwrap();
    let mut results = Message::result(&reply.calls[0], "rain");
    for other in &reply.calls[1..] {
        results = results.and_result(other, "sun");
    }
    request.messages.push(reply.turn());
    request.messages.push(results.and_image(picture(1, 1)));
    let last = ask_as(target, options(&server.url), &request).unwrap();
    assert_eq!((last.text.as_str(), last.calls.len()), ("It rains.", 0));
    let mut asked = server.asked();
    let second = asked.remove(1);
    (reply, second, asked.remove(0))
}

fn call(id: &str, city: &str) -> Call {
    Call {
        id: id.to_owned(),
        name: "weather".to_owned(),
        arguments: json!({"city": city}),
        signatures: Vec::new(),
    }
}

#[test]
fn openai_calls_and_is_told() {
    let one = |id: &str, city: &str| {
        json!({"id": id, "type": "function",
            "function": {"name": "weather", "arguments": json!({"city": city}).to_string()}})
    };
    let mut says = openai("");
    says["choices"][0]["message"]["content"] = Value::Null;
    says["choices"][0]["message"]["reasoning_content"] = json!("Two cities.");
    says["choices"][0]["message"]["tool_calls"] = json!([one("c1", "Bonn"), one("c2", "Rome")]);
    says["choices"][0]["finish_reason"] = json!("tool_calls");
    let (reply, second, first) = called("openai:m", says, openai("It rains."));
    assert_eq!(reply.text, "");
    assert_eq!(reply.calls, [call("c1", "Bonn"), call("c2", "Rome")]);
    assert_eq!((reply.usage.prompt, reply.usage.completion), (11, 3));
    assert_eq!(
        first.body["tools"],
        json!([{"type": "function", "function": {"name": "weather", "description": "The weather of a city.",
            "parameters": schema(), "strict": false}}])
    );
    let sent = second.body["messages"].as_array().unwrap();
    assert_eq!(
        sent[2]["tool_calls"],
        json!([one("c1", "Bonn"), one("c2", "Rome")])
    );
    // Servers whose models think want the thoughts of an unfinished turn back.
    assert_eq!(sent[2]["reasoning_content"], "Two cities.");
    assert_eq!(
        sent[3],
        json!({"role": "tool", "tool_call_id": "c1", "content": "rain"})
    );
    assert_eq!(
        sent[4],
        json!({"role": "tool", "tool_call_id": "c2", "content": "sun"})
    );
    assert_eq!((&sent[5]["role"], sent.len()), (&json!("user"), 6));
}

#[test]
fn anthropic_calls_and_is_told() {
    let message = |content: Value, reason: &str| {
        json!({"id": "1", "type": "message", "role": "assistant", "model": "m", "stop_reason": reason,
            "content": content, "usage": {"input_tokens": 9, "output_tokens": 2}})
    };
    let says = json!([{"type": "thinking", "thinking": "A city.", "signature": "s1"},
        {"type": "text", "text": "Let me look."},
        {"type": "tool_use", "id": "c1", "name": "weather", "input": {"city": "Bonn"}}]);
    let answer = json!([{"type": "text", "text": "It rains."}]);
    let (reply, second, first) = called(
        "anthropic:claude-x",
        message(says.clone(), "tool_use"),
        message(answer, "end_turn"),
    );
    assert_eq!(reply.text, "Let me look.");
    assert_eq!(
        (reply.calls[0].id.as_str(), &reply.calls[0].arguments),
        ("c1", &json!({"city": "Bonn"}))
    );
    assert_eq!(
        first.body["tools"],
        json!([{"name": "weather", "description": "The weather of a city.", "input_schema": schema()}])
    );
    let sent = second.body["messages"].as_array().unwrap();
    // The turn goes back as it came, its signed thought first.
    assert_eq!(sent[1], json!({"role": "assistant", "content": says}));
    assert_eq!(
        sent[2],
        json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "rain"}]})
    );
    assert_eq!(sent[3]["content"][0]["type"], "image");
}

#[test]
fn gemini_calls_and_is_told() {
    let content = |parts: Value| {
        json!({"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP"}],
            "usageMetadata": {"promptTokenCount": 7, "candidatesTokenCount": 1, "totalTokenCount": 8}})
    };
    let says =
        json!([{"functionCall": {"name": "weather", "args": {"city": "Bonn"}}, "thoughtSignature": "s1"}]);
    let answer = content(json!([{"text": "It rains."}]));
    let (reply, second, first) = called("gemini:gemini-x", content(says.clone()), answer);
    assert_eq!(reply.text, "");
    assert_eq!(reply.calls[0].arguments, json!({"city": "Bonn"}));
    assert_eq!(
        first.body["tools"],
        json!([{"functionDeclarations": [{"name": "weather", "description": "The weather of a city.",
            "parametersJsonSchema": schema()}]}])
    );
    let sent = second.body["contents"].as_array().unwrap();
    assert_eq!(sent[1], json!({"role": "model", "parts": says}));
    let result = &sent[2]["parts"][0]["functionResponse"];
    assert_eq!(
        (&result["name"], &result["response"]["content"]),
        (&json!("weather"), &json!("rain"))
    );
}

/// Offered tools need not be called.
#[test]
fn text_is_an_answer_all_the_same() {
    let gemini = json!({"candidates": [{"content": {"parts": [{"text": "four"}]}, "finishReason": "STOP"}],
        "usageMetadata": {"promptTokenCount": 7, "candidatesTokenCount": 1}});
    let anthropic = json!({"id": "1", "type": "message", "role": "assistant", "model": "m", "stop_reason": "end_turn",
        "content": [{"type": "text", "text": "four"}], "usage": {"input_tokens": 9, "output_tokens": 2}});
    let mut thinks = openai("four");
    thinks["choices"][0]["message"]["reasoning_content"] = json!("2 and 2");
    for (target, says) in [
        ("openai:m", thinks),
        ("anthropic:m", anthropic),
        ("gemini:m", gemini),
    ] {
        let server = Server::new(vec![Say::json(200, says)]);
        let reply = ask_as(target, options(&server.url), &with_tools()).unwrap();
        assert_eq!((reply.text.as_str(), reply.calls.len()), ("four", 0), "{target}");
        assert_eq!(reply.thoughts, [], "{target}");
        server.asked();
    }
}

/// Who has no tools says so in many ways; the caller can tell it from everything else, and nothing is tried again.
#[test]
fn who_takes_no_tools_is_known() {
    let refusal = |status: u16, message: &str| Say::json(status, json!({"error": {"message": message}}));
    for (target, says, said) in [
        (
            "openai:m",
            refusal(400, "m does not support tools"),
            "m does not support tools",
        ),
        ("openai:m", refusal(422, "extra fields"), "extra fields"),
        (
            "openai:m",
            refusal(500, "tools param requires --jinja flag"),
            "--jinja flag",
        ),
        ("anthropic:m", refusal(400, "tools: not here"), "not here"),
        (
            "gemini:m",
            refusal(400, "Function calling is not enabled"),
            "not enabled",
        ),
    ] {
        let server = Server::new(vec![says]);
        let error = ask_as(target, options(&server.url), &with_tools()).unwrap_err();
        assert!(
            matches!(&error, ModelError::NoTools { .. }) && error.to_string().contains(said),
            "{target}: {error}"
        );
        assert_eq!(server.asked().len(), 1);
    }
    // The same without tools is what it was.
    let server = Server::new(vec![refusal(400, "bad")]);
    let error = ask_as("openai:m", options(&server.url), &question()).unwrap_err();
    assert!(matches!(error, ModelError::BadRequest { .. }), "{error}");
    // What is no refusal stays what it is.
    for (status, word) in [(401, "OPENAI_API_KEY"), (503, "fails with HTTP 503")] {
        let server = Server::new((0..3).map(|_| refusal(status, "no")).collect());
        let mut options = options(&server.url);
        options.retries = 0;
        let error = ask_as("openai:m", options, &with_tools()).unwrap_err();
        assert!(error.to_string().contains(word), "{error}");
    }
}

/// Small models write calls that are no JSON.
#[test]
fn a_call_that_cannot_be_read_is_no_tool() {
    let calls = |calls: Value| {
        let mut says = openai("");
        says["choices"][0]["message"]["tool_calls"] = calls;
        says
    };
    for bad in [
        json!([{"id": "c", "type": "function", "function": {"name": "weather", "arguments": "{city: Bonn"}}]),
        json!([{"id": "c", "type": "function", "function": {"name": "weather", "arguments": 3}}]),
        json!([{"function": {}}]),
        json!("weather"),
    ] {
        let server = Server::new(vec![Say::json(200, calls(bad.clone()))]);
        let error = ask_as("openai:m", options(&server.url), &with_tools()).unwrap_err();
        assert!(
            matches!(&error, ModelError::NoTools { said, .. } if said.contains("can't be read")),
            "{bad}: {error}"
        );
        server.asked();
    }
}

/// A cassette knows a question with tools by them, their calls and results, not by what a provider calls a call; one
/// without tools reads as it always did.
#[test]
fn tools_are_part_of_the_question() {
    let plain = question().render();
    assert_eq!(plain, "# react\n\n## system\nYou answer.\n\n## user\n2+2?\n");
    assert_eq!(
        serde_json::to_value(question()).unwrap(),
        json!({"role": "react", "system": "You answer.", "max_tokens": 8192,
            "messages": [{"speaker": "user", "parts": [{"type": "text", "text": "2+2?"}]}]})
    );
    let told = |id: &str, thought: &str| {
        let reply = Reply {
            text: "Let me look.".to_owned(),
            calls: vec![call(id, "Bonn")],
            thoughts: vec![Thought {
                text: thought.to_owned(),
                signature: "s".to_owned(),
            }],
            ..Reply::default()
        };
        let mut request = with_tools();
        request.role = Role::Builder;
        request.messages.push(reply.turn());
        request.messages.push(Message::result(&reply.calls[0], "rain\n"));
        let text = serde_json::to_string(&request).unwrap();
        assert_eq!(serde_json::from_str::<Request>(&text).unwrap(), request);
        request.render()
    };
    assert_eq!(told("c1", "hm"), told("c2", ""));
    assert_eq!(
        told("c1", "hm"),
        format!(
            "# builder\n\n## system\nYou answer.\n\n## tools\nweather: The weather of a city.\n{}\n\n## user\n2+2?\n\n\
             ## assistant\nLet me look.\n[call of weather] {{\"city\":\"Bonn\"}}\n\n## user\n[result of weather]\nrain\n",
            schema()
        )
    );
}
