//! A suite's pages look the same on machines that differ in fonts, language and hour.
#![cfg(target_os = "linux")]
#![expect(clippy::print_stdout, reason = "one test tells another what it has seen")]

use std::{fs, path::Path, process::Command};

use autorpa_device_web::{Looks, Options, Web, find_chromium};
use device::Device;
use testkit::{Part, there};
use ui::element_list;

/// What hangs on fonts (sizes, line breaks, what is still in sight), on the hour and on the language.
const PAGE: &str = r#"data:text/html,<!DOCTYPE html><title>Looks</title>
    <p style="font-family:Arial">Some words of text that take more than one line in a window of this width</p>
    <p style="font-family:serif">Words <b>with</b> serifs</p><pre id=pre>in one width</pre>
    <input id=date type=date><input id=text><button id=button>Send</button><select id=select><option>Afghanistan</select>
    <p id=now></p><p id=number></p>
    <script>
      const noon = new Date(Date.UTC(2026, 0, 1, 12));
      document.getElementById("now").textContent = noon.toString();
      document.getElementById("number").textContent = noon.toLocaleDateString() + (1234.5).toLocaleString();
    </script>"#;

fn seen(looks: Looks) -> Vec<String> {
    let options = Options {
        viewport: (300, 320),
        looks,
        ..Options::default()
    };
    let mut web = Web::open_with(PAGE, options).expect("Chromium starts");
    let screen = web.observe().expect("observes");
    let bounds = |it: &ui::Element| format!("{} {:?}", it.name(), it.bounds);
    let elements = screen.elements.iter().map(bounds);
    elements.chain([element_list(&screen)]).collect()
}

/// Only the test below calls it, with variables of another machine.
#[test]
#[ignore = "a part of the next test"]
fn tell_what_is_seen() {
    for (name, looks) in [("fixed", Looks::Fixed), ("machine", Looks::Machine)] {
        println!("{name} {:?}", seen(looks).join("\n"));
    }
}

/// What another process sees, in each way to look.
fn told(variables: &[(&str, &str)]) -> (String, String) {
    let this = std::env::current_exe().expect("a program");
    let mut command = Command::new(this);
    command.args(["--exact", "looks::tell_what_is_seen", "--ignored", "--nocapture"]);
    command.envs(variables.iter().copied());
    let output = command.output().expect("runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let of = |name: &str| {
        let found = said.lines().find_map(|it| it.split_once(name));
        let (_, told) =
            found.unwrap_or_else(|| panic!("{said}\n{}", String::from_utf8_lossy(&output.stderr)));
        told.to_owned()
    };
    (of("fixed \""), of("machine \""))
}

#[test]
fn other_fonts_another_hour_and_another_language_change_nothing() {
    if there(Part::Web, find_chromium()).is_none() {
        return;
    }
    let dir = tempfile::tempdir().expect("a directory");
    let fonts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../picture/assets");
    let file = dir.path().join("fonts.conf");
    let text = format!(
        "<?xml version=\"1.0\"?><fontconfig><dir>{}</dir><cachedir>{}</cachedir></fontconfig>",
        fonts.display(),
        dir.path().display()
    );
    fs::write(&file, text).expect("writes");
    let (here, _) = told(&[]);
    let (elsewhere, as_the_machine) = told(&[
        ("FONTCONFIG_FILE", &file.display().to_string()),
        ("TZ", "Pacific/Kiritimati"),
        ("LC_ALL", "de_DE.UTF-8"),
        ("LANGUAGE", "de"),
    ]);
    assert_eq!(here, elsewhere);
    assert!(
        here.contains("12:00:00 GMT+0000") && here.contains("1,234.5"),
        "{here}"
    );
    assert_ne!(here, as_the_machine, "nothing was different on the other machine");
}
