//! A device is one program's at a time: a file is locked for as long as the program works with it, however it ends.

use std::{
    collections::BTreeMap,
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    process,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use device::{DeviceError, is_here};

/// A device that this program has. What is opened of it within the program shares it.
#[derive(Clone, Debug)]
pub struct Lease {
    /// Locked for as long as it is open.
    _file: Arc<File>,
}

/// Why a device is not this program's.
#[derive(Debug)]
pub enum NotLeased {
    /// Another program works with it: its process, where that is known.
    Taken(Option<u32>),
    /// The file can't be locked.
    File(PathBuf, io::Error),
}

/// The devices that this program has, by their files.
static HELD: Mutex<BTreeMap<PathBuf, Weak<File>>> = Mutex::new(BTreeMap::new());

/// The machine in an address, `HOST:PORT`.
fn host(address: &str) -> Option<&str> {
    let (host, port) = address.rsplit_once(':')?;
    port.parse::<u16>().is_ok().then_some(host)
}

/// What a phone is called: by its serial, and by the adb server where the serial says no address itself.
fn name_of(server: &str, serial: &str) -> String {
    match host(serial) {
        Some(_) => serial.to_owned(),
        None => format!("{server} {serial}"),
    }
}

/// How a phone is called on every machine that reaches it, by the adb server at this address; `None` where it is at this machine.
pub(crate) fn everywhere(server: &str, serial: &str) -> Option<String> {
    match host(serial) {
        Some(machine) if !is_here(machine) => Some(serial.to_owned()),
        // What is there is that machine's.
        Some(_) | None => host(server)
            .filter(|it| !is_here(it))
            .map(|_| format!("{server} {serial}")),
    }
}

/// The file of a device.
fn file_of(folder: &Path, name: &str) -> PathBuf {
    let plain = |it: char| {
        if it.is_ascii_alphanumeric() || it == '.' {
            it
        } else {
            '_'
        }
    };
    folder.join(name.chars().map(plain).collect::<String>() + ".lock")
}

impl Lease {
    /// Take a phone, where no other program has it.
    pub(crate) fn take(folder: &Path, server: &str, serial: &str) -> Result<Self, NotLeased> {
        Self::of(folder, &name_of(server, serial))
    }

    /// Take the device that is called so, where no other program has it.
    pub fn of(folder: &Path, name: &str) -> Result<Self, NotLeased> {
        let path = file_of(folder, name);
        let mut held = HELD.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = held.get(&path).and_then(Weak::upgrade) {
            return Ok(Self { _file: file });
        }
        let failed = |it| NotLeased::File(path.clone(), it);
        fs::create_dir_all(folder).map_err(failed)?;
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut said = String::new();
                // Who can't be named has it all the same.
                let _unnamed = file.read_to_string(&mut said);
                return Err(NotLeased::Taken(said.trim().parse().ok()));
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        file.set_len(0).map_err(failed)?;
        writeln!(file, "{}", process::id()).map_err(failed)?;
        let file = Arc::new(file);
        held.insert(path, Arc::downgrade(&file));
        Ok(Self { _file: file })
    }
}

impl NotLeased {
    /// As the device says it, which is called so: `the phone emulator-5554`.
    pub fn of(self, device: &str) -> DeviceError {
        match self {
            Self::Taken(process) => DeviceError::NoStart {
                reason: match process {
                    Some(process) => format!("process {process} works with {device}"),
                    None => format!("another program works with {device}"),
                },
                help: "wait until it is done, or name another".to_owned(),
            },
            Self::File(path, error) => DeviceError::NoStart {
                reason: format!("{} can't be locked for {device}: {error}", path.display()),
                help: "a device is one program's at a time, which a locked file says: see to it that it can be written"
                    .to_owned(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_is_one_programs_until_that_lets_go_of_it() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("phones");
        let take = |serial: &str| Lease::take(&folder, "127.0.0.1:5037", serial);
        let first = take("emulator-5554").unwrap();
        // Within the program it is shared.
        let second = take("emulator-5554").unwrap();
        drop(first);
        // Another program has a file of its own open.
        let path = file_of(&folder, &name_of("127.0.0.1:5037", "emulator-5554"));
        let other = File::open(&path).unwrap();
        assert!(matches!(other.try_lock(), Err(TryLockError::WouldBlock)));
        assert!(take("emulator-5556").is_ok(), "another phone is another one's");
        drop(second);
        other.try_lock().unwrap();
        let said = take("emulator-5554").unwrap_err();
        assert!(
            matches!(said, NotLeased::Taken(Some(it)) if it == process::id()),
            "{said:?}"
        );
        let said = said.of("the phone emulator-5554").to_string();
        assert!(said.contains("works with the phone emulator-5554"), "{said}");
        drop(other);
        assert!(take("emulator-5554").is_ok());
    }

    #[test]
    fn an_address_is_the_same_phone_on_every_server_and_no_serial_is_a_path() {
        let folder = Path::new("f");
        let of = |server: &str, serial: &str| file_of(folder, &name_of(server, serial));
        assert_eq!(of("a:1", "10.0.0.7:5555"), of("b:2", "10.0.0.7:5555"));
        assert_ne!(of("a:1", "R58"), of("b:2", "R58"));
        assert_eq!(of("a:1", "../../x").parent(), Some(folder));
    }

    #[test]
    fn other_machines_know_a_phone_that_they_reach_by_one_name() {
        for (server, serial, name) in [
            ("127.0.0.1:5037", "R58", None),
            ("127.0.0.1:5037", "127.0.0.1:5555", None),
            ("[::1]:5037", "localhost:5555", None),
            ("127.0.0.1:5037", "10.0.0.7:5555", Some("10.0.0.7:5555")),
            ("farm:5037", "10.0.0.7:5555", Some("10.0.0.7:5555")),
            ("farm:5037", "R58", Some("farm:5037 R58")),
            ("farm:5037", "127.0.0.1:5555", Some("farm:5037 127.0.0.1:5555")),
        ] {
            assert_eq!(everywhere(server, serial).as_deref(), name, "{server} {serial}");
        }
    }
}
