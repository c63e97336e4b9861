//! What the helper for phones is assembled and tried with, where no phone is: Debian's smali, enjarify and a JVM.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{Part, there};

const SMALI: &str = "/usr/share/java/smali.jar";
const JSON: &str = "/usr/share/java/com.android.json.jar";
const ENJARIFY: &str = "/usr/bin/enjarify";
const PACKAGES: &str = "default-jdk-headless libsmali-java enjarify libandroid-json-java";

/// What runs classes of Android in a JVM.
pub struct HelperTools(());

/// The tools; `None` skips the test.
pub fn helper_tools() -> Option<HelperTools> {
    let missing = [SMALI, JSON, ENJARIFY]
        .into_iter()
        .find(|it| !Path::new(it).exists());
    let runs = |it: &&str| Command::new(it).arg("-version").output().is_err();
    let missing = missing.or_else(|| ["java", "javac"].into_iter().find(runs));
    let found = match missing {
        Some(it) => Err(format!("{it} is not there; `apt install {PACKAGES}` has it")),
        None => Ok(HelperTools(())),
    };
    there(Part::Helper, found)
}

impl HelperTools {
    /// Assemble the helper as its script does.
    pub fn assemble(&self, script: &Path, out: &Path) {
        run(Command::new("python3").arg(script).arg(out));
    }

    /// Make the classes of a phone's jar such as a JVM runs, with the classes of `sources` beside them; answers where they
    /// all are, as `java -cp` takes it.
    pub fn classes(&self, jar: &Path, sources: &Path, folder: &Path) -> String {
        let mut files = Vec::new();
        java_files(sources, &mut files);
        let (stand_ins, helper) = (folder.join("stand-ins"), folder.join("helper.jar"));
        // It looks for classes in an archive of this name alone.
        let archive = folder.join("helper.apk");
        fs::copy(jar, &archive).expect("a copy");
        run(Command::new("javac")
            .args(["-encoding", "UTF-8", "-nowarn", "-d"])
            .arg(&stand_ins)
            .args(files));
        // It asks for the Python of the system, which has it.
        run(Command::new(ENJARIFY)
            .env("PATH", "/usr/bin:/bin")
            .args(["-f", "-o"])
            .arg(&helper)
            .arg(&archive));
        format!("{}:{}:{JSON}", helper.display(), stand_ins.display())
    }
}

fn java_files(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.extension() {
            Some(it) if it == "java" => into.push(path),
            _ if path.is_dir() => java_files(&path, into),
            _ => {}
        }
    }
}

fn run(command: &mut Command) {
    let done = command.output().unwrap_or_else(|it| panic!("{command:?}: {it}"));
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{command:?}: {said}");
}
