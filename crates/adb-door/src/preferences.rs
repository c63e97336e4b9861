//! What an app keeps of small things, in the file that Android has for them: its shared preferences, written when they are
//! asked for, read back when a client puts them there.

use roxmltree::{Document, Node};

use crate::{handset::Handset, tree};

/// The settings that say which apps were never started; each is the app's own.
const FIRST_START: &str = "first_start";

/// The package whose preferences a whole path is of.
pub fn package_at(path: &str) -> Option<&str> {
    let (package, file) = path.strip_prefix("/data/data/")?.split_once("/shared_prefs/")?;
    let is_package = package.contains('.') && !package.contains('/');
    (is_package && file == name(package)).then_some(package)
}

/// The name of the file.
fn name(package: &str) -> String {
    format!("{package}_preferences.xml")
}

/// What an app keeps, by name.
fn kept(phone: &dyn Handset, package: &str) -> Vec<(String, String)> {
    let mut all = phone.settings(package);
    let started = phone.settings(FIRST_START).into_iter();
    all.extend(
        started
            .filter(|it| it.0 == package)
            .map(|it| (FIRST_START.to_owned(), it.1)),
    );
    all
}

/// The file; none where the app keeps nothing.
pub fn file(phone: &dyn Handset, package: &str) -> Option<Vec<u8>> {
    let all = kept(phone, package);
    let mut out = "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<map>\n".to_owned();
    for (key, value) in &all {
        out.push_str("    <string");
        tree::attribute(&mut out, "name", key);
        out.push_str(&format!(">{}</string>\n", tree::escaped(value)));
    }
    out.push_str("</map>\n");
    (!all.is_empty()).then(|| out.into_bytes())
}

/// Let the app keep what a client's file says, and nothing else. One that is no such file says nothing.
pub fn take(phone: &mut dyn Handset, package: &str, file: &[u8]) {
    let text = String::from_utf8_lossy(file);
    let document = Document::parse(&text).ok();
    let entries = document.iter().flat_map(|it| it.root_element().children());
    // Texts have their value inside, all others beside their name; sets of texts are kept by no app here.
    let entry = |it: Node<'_, '_>| {
        let value = it.attribute("value").or(it.text()).unwrap_or_default();
        Some((it.attribute("name")?.to_owned(), value.to_owned()))
    };
    let new: Vec<(String, String)> = entries
        .filter(|it| !it.has_tag_name("set"))
        .filter_map(entry)
        .collect();
    for (key, _) in kept(phone, package) {
        set(phone, package, &key, None);
    }
    for (key, value) in &new {
        set(phone, package, key, Some(value));
    }
}

fn set(phone: &mut dyn Handset, package: &str, key: &str, value: Option<&str>) {
    match key == FIRST_START {
        true => phone.set(FIRST_START, package, value),
        false => phone.set(package, key, value),
    }
}

/// The whole path of an app's preferences.
pub fn path(package: &str) -> String {
    format!("/data/data/{package}/shared_prefs/{}", name(package))
}

#[cfg(test)]
mod tests {
    use emulator::Emulator;

    use super::*;

    const PACKAGE: &str = "com.dimowner.audiorecorder";

    #[test]
    fn what_a_file_says_is_what_the_app_keeps() {
        let mut phone = Emulator::new();
        assert_eq!(file(&phone, PACKAGE), None);
        phone.set(PACKAGE, "set_up", Some("1"));
        phone.set(PACKAGE, "title", Some("a < b & \"c\"\n"));
        phone.set(FIRST_START, PACKAGE, Some("0"));
        phone.set("global", "wifi_on", Some("0"));
        let before = phone.state().settings.clone();
        let saved = file(&phone, PACKAGE).unwrap();
        let shown = String::from_utf8(saved.clone()).unwrap();
        assert!(
            shown.contains("<string name=\"title\">a &lt; b &amp; &quot;c&quot;&#10;</string>"),
            "{shown}"
        );
        take(&mut phone, PACKAGE, b"junk");
        assert_eq!(file(&phone, PACKAGE), None);
        take(&mut phone, PACKAGE, &saved);
        assert_eq!(phone.state().settings, before);
        take(
            &mut phone,
            PACKAGE,
            b"<map><boolean name=\"dark\" value=\"true\" /></map>",
        );
        assert_eq!(phone.settings(PACKAGE), [("dark".to_owned(), "true".to_owned())]);
    }

    #[test]
    fn only_an_apps_own_file_is_one() {
        assert_eq!(package_at(&path(PACKAGE)), Some(PACKAGE));
        for other in [
            "/data/data/global/shared_prefs/global_preferences.xml",
            "/data/data/a.b/shared_prefs/other.xml",
            "/data/data/saved/a.b/shared_prefs/a.b_preferences.xml",
        ] {
            assert_eq!(package_at(other), None, "{other}");
        }
    }
}
