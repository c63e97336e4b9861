//! The reference inspector's command line, from npm.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Value as Json, json};
use testkit::{Part, there};

/// A later one needs a newer Node.js than distributions have.
const PACKAGE: &str = "@modelcontextprotocol/inspector@0.15.0";

/// A folder with the inspector in it.
fn folder() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/mcp-inspector");
    if !folder
        .join("node_modules/@modelcontextprotocol/inspector")
        .exists()
    {
        fs::create_dir_all(&folder).unwrap();
        let mut npm = Command::new("npm");
        npm.args(["install", "--no-audit", "--no-fund", "--no-save", PACKAGE]);
        let installed = npm.current_dir(&folder).output().map_err(|it| it.to_string());
        let installed = installed.and_then(|it| match it.status.success() {
            true => Ok(()),
            false => Err(String::from_utf8_lossy(&it.stderr).into_owned()),
        });
        there(Part::Node, installed)?;
    }
    Some(folder)
}

#[test]
fn the_inspector_lists_and_calls() {
    let Some(folder) = folder() else { return };
    let home = tempfile::tempdir().unwrap();
    let config = home.path().join("mcp.json");
    let server = json!({
        "command": env!("CARGO_BIN_EXE_autorpa-mcp"),
        "args": ["--library", super::library(), "--home", home.path().join("home")],
    });
    fs::write(&config, json!({ "mcpServers": { "mine": server } }).to_string()).unwrap();
    let ask = |more: &[&str]| -> Json {
        let mut command = Command::new(folder.join("node_modules/.bin/mcp-inspector"));
        command
            .arg("--cli")
            .arg("--config")
            .arg(&config)
            .args(["--server", "mine", "--method"]);
        let output = command.args(more).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        serde_json::from_slice(&output.stdout).unwrap_or_else(|it| panic!("{more:?}: {it}: {said}"))
    };
    let tools = ask(&["tools/list"]);
    let tools = tools["tools"].as_array().unwrap();
    let note = super::named(tools, "markor__create_note");
    assert_eq!(note["inputSchema"]["required"], json!(["file_name", "text"]));
    let call = [
        "tools/call",
        "--tool-name",
        "markor__create_note",
        "--tool-arg",
        "file_name=a.md",
    ];
    let ran = ask(&[&call[..], &["--tool-arg", "text=buy milk"]].concat());
    assert_eq!(ran["structuredContent"]["outcome"], "unchecked", "{ran}");
    let refused = ask(&call);
    assert_eq!(refused["isError"], true, "{refused}");
    let resources = ask(&["resources/list"]);
    let uris = resources["resources"].to_string();
    assert!(uris.contains("autorpa://script/markor/create_note"), "{uris}");
    let run = ran["structuredContent"]["run"].as_str().unwrap();
    assert!(uris.contains(&format!("autorpa://report/{run}")), "{uris}");
}
