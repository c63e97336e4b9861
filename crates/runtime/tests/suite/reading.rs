//! Signatures, and the reference.

use runtime::{host_functions, signature};
use trajectory::Code;

const NOTE: &str = r#"
/// Create a new note with a given name and text.
///
/// - file_name: name of the note,
///   with its extension
/// - text: what the note says
///
/// create_note("final_quick_eagle.md", "Winter is coming.")
fn create_note(file_name, text) {
    helper(text);
}

private fn helper(text) { text }
"#;

#[test]
fn a_signature_comes_from_the_doc_comment() {
    let signature = signature(NOTE, "note").expect("the script is sound");
    assert_eq!(signature.name, "create_note");
    assert_eq!(
        signature.description,
        "Create a new note with a given name and text."
    );
    let params: Vec<(&str, &str)> = signature
        .params
        .iter()
        .map(|it| (it.name.as_str(), it.doc.as_str()))
        .collect();
    assert_eq!(
        params,
        [
            ("file_name", "name of the note, with its extension"),
            ("text", "what the note says")
        ]
    );
    assert_eq!(
        signature.example.as_deref(),
        Some("create_note(\"final_quick_eagle.md\", \"Winter is coming.\")")
    );
}

#[test]
fn a_script_needs_one_entry() {
    let code = |source: &str| signature(source, "x").map(|it| it.name).map_err(|it| it.code);
    assert_eq!(code(""), Err(Code::Entry));
    assert_eq!(code("private fn a() {}"), Err(Code::Entry));
    assert_eq!(code("fn a() {} fn b() {}"), Err(Code::Entry));
    assert_eq!(code("fn a() {}\n/// Does it.\nfn b() {}"), Ok("b".to_owned()));
}

#[test]
fn every_call_is_documented() {
    for it in host_functions() {
        assert!(!it.doc.is_empty(), "{} has no documentation", it.call());
    }
}
