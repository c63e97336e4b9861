//! Postgres, where its programs are installed: a server in a directory of its own.

use std::{
    fs,
    net::TcpListener,
    os::unix::{fs::chown, process::CommandExt},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use device::Cancel;
use rustix::process::{Pid, Signal, geteuid, kill_process};
use tempfile::TempDir;
use testkit::{Part, there};

use crate::{Task, said};

/// Whom the server runs as where the tests run as root, which it refuses.
const NOBODY: u32 = 65534;

struct Server {
    _dir: TempDir,
    child: Child,
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let pid = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        // SIGINT ends it and every connection.
        let _ = kill_process(pid.expect("it was started"), Signal::INT);
        let _ = self.child.wait();
    }
}

/// Where Debian puts the programs of Postgres.
fn programs() -> Result<PathBuf, String> {
    let folder = "/usr/lib/postgresql";
    let versions = fs::read_dir(folder).map_err(|it| format!("{folder}: {it}"))?;
    versions
        .filter_map(|version| Some(version.ok()?.path().join("bin")))
        .find(|bin| bin.join("initdb").exists())
        .ok_or_else(|| format!("{folder} has no server"))
}

/// The program in a directory of its own, in the language that every machine has: initdb refuses one that is not installed.
fn command(program: PathBuf, dir: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(dir).env("LC_ALL", "C").stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    if geteuid().is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
    command
}

fn start(programs: &Path) -> Server {
    let dir = TempDir::new().unwrap();
    if geteuid().is_root() {
        chown(dir.path(), Some(NOBODY), Some(NOBODY)).unwrap();
    }
    let made = command(programs.join("initdb"), dir.path())
        .args([
            "-D",
            "data",
            "-U",
            "tester",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-sync",
        ])
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert!(
        made.status.success(),
        "initdb: {}",
        String::from_utf8_lossy(&made.stderr)
    );
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port();
    drop(free);
    let child = command(programs.join("postgres"), dir.path())
        .args([
            "-D",
            "data",
            "-F",
            "-h",
            "127.0.0.1",
            "-k",
            ".",
            "-p",
            &port.to_string(),
        ])
        .spawn()
        .unwrap();
    Server {
        _dir: dir,
        child,
        address: format!("postgres://tester:hunter2@127.0.0.1:{port}/postgres"),
    }
}

#[test]
fn postgres_is_asked_and_reset() {
    let Some(programs) = there(Part::Postgres, programs()) else {
        return;
    };
    let server = start(&programs);
    let name = "O'Brien \\'; drop table customer; --";
    let at = |rest: &str| Task::named(name, &rest.replace("DB", &server.address));
    // The server starts while the first check is tried.
    let up = at("[[check]]\nwithin = \"60s\"\nsql = \"DB\"\nquery = \"select 1\"\nis = 1\n");
    assert_eq!(up.verdict(), "reached\ncheck 1 (sql): holds");

    let reset = |rest: &str| {
        let task = at(rest);
        let params = task.instance().params;
        let done = task.plan().reset(&params, |_, _| Ok(()), &Cancel::default());
        done.map_err(|error| error.to_string())
    };
    let made = reset(
        "[reset]\nsql = { database = \"DB\", statements = [\"create table customer (id serial primary key, name text, \
         size int, born date, ok bool)\", \"insert into customer (name, size, born, ok) values (:name, :size, \
         '2026-01-31', null) -- done\"] }\n",
    );
    assert_eq!(made, Ok(()));

    let task = at(
        "[[check]]\nsql = \"DB\"\nquery = \"select name, size::text, born, ok, size > 0 from customer where name = :name \
         and size = :size\"\nrows = [[\"{name}\", 1, \"2026-01-31\", \"\", \"t\"]]\n\
         [[check]]\nwithin = \"0s\"\nunchanged = { sql = \"DB\", query = \"select id, name from customer\" }\n\
         [[check]]\nwithin = \"0s\"\nsql = \"DB\"\nquery = \"delete from customer returning id\"\nempty = false\n",
    );
    let before = task.begin();
    let verdict = said(&task.judge(&before));
    assert_eq!(
        verdict,
        "unknown\ncheck 1 (sql): holds\ncheck 2 (unchanged): holds\ncheck 3 (sql): can't be checked: database ADDRESS: \
         cannot execute DELETE in a read-only transaction"
            .replace("ADDRESS", &server.address.replace(":hunter2", ""))
    );

    // All or none.
    let failed = reset(
        "[reset]\nsql = { database = \"DB\", statements = [\"delete from customer\", \"delete from nobody\"] }\n",
    );
    assert!(failed.unwrap_err().contains("nobody"));
    assert!(said(&task.judge(&before)).contains("check 2 (unchanged): holds"));
}
