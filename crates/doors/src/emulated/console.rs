//! The emulator's console: lines of text, each answered by `OK` or `KO: why`. `adb emu` speaks to it.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::{Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread::{self, JoinHandle},
};

use adb_door::{CallState, DoorError, Handset, Live, listen};

/// The most clients at once.
const MOST_CLIENTS: usize = 16;
/// The longest line, in bytes.
const LONGEST: u64 = 16 << 10;

/// An open console. Dropping it closes it.
pub struct Console {
    address: SocketAddr,
    state: Arc<State>,
    listening: Option<JoinHandle<()>>,
}

struct State {
    phone: Arc<Live<dyn Handset>>,
    token: Option<String>,
    closed: AtomicBool,
    count: AtomicUsize,
    clients: Mutex<Vec<TcpStream>>,
}

impl Console {
    /// Open it at a port of this machine; 0 is any that is free. Where a token is given, who does not say it may only
    /// ask for help.
    pub fn open(phone: Arc<Live<dyn Handset>>, port: u16, token: Option<String>) -> Result<Self, DoorError> {
        let closed = |source| DoorError::Closed { port, source };
        let listener = listen(port)?;
        let address = listener.local_addr().map_err(closed)?;
        let state = Arc::new(State {
            phone,
            token: token.map(|it| it.trim().to_owned()).filter(|it| !it.is_empty()),
            closed: AtomicBool::new(false),
            count: AtomicUsize::new(0),
            clients: Mutex::default(),
        });
        let of_thread = Arc::clone(&state);
        let listening = thread::Builder::new()
            .name("emulator console".to_owned())
            .spawn(move || welcome(&listener, &of_thread))
            .map_err(closed)?;
        Ok(Self {
            address,
            state,
            listening: Some(listening),
        })
    }

    /// Where it is.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Console {
    fn drop(&mut self) {
        self.state.closed.store(true, Ordering::Relaxed);
        // The listener only looks up when somebody comes.
        let _ = TcpStream::connect(self.address);
        if let Some(listening) = self.listening.take() {
            let _ = listening.join();
        }
        let mut clients = self.state.clients.lock().unwrap_or_else(|it| it.into_inner());
        for client in clients.drain(..) {
            // One that is gone is closed already.
            let _ = client.shutdown(Shutdown::Both);
        }
    }
}

fn welcome(listener: &TcpListener, state: &Arc<State>) {
    for socket in listener.incoming() {
        if state.closed.load(Ordering::Relaxed) {
            return;
        }
        // One that is gone already is nobody.
        let Ok(socket) = socket else { continue };
        if state.count.fetch_add(1, Ordering::Relaxed) >= MOST_CLIENTS {
            state.count.fetch_sub(1, Ordering::Relaxed);
            continue;
        }
        if let Ok(kept) = socket.try_clone() {
            let mut clients = state.clients.lock().unwrap_or_else(|it| it.into_inner());
            // Who has gone answers no address any more.
            clients.retain(|it| it.peer_addr().is_ok());
            clients.push(kept);
        }
        let of_client = Arc::clone(state);
        let begun = thread::Builder::new()
            .name("console client".to_owned())
            .spawn(move || {
                // An error is a client that is gone.
                let _ = serve(&socket, &of_client);
                let _ = socket.shutdown(Shutdown::Both);
                of_client.count.fetch_sub(1, Ordering::Relaxed);
            });
        if begun.is_err() {
            state.count.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

fn serve(socket: &TcpStream, state: &State) -> io::Result<()> {
    let mut from = BufReader::new(socket);
    let mut to = socket;
    let mut known = state.token.is_none();
    to.write_all(greeting(known).as_bytes())?;
    loop {
        let mut line = Vec::new();
        if from.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if line.last() != Some(&b'\n') && line.len() as u64 >= LONGEST {
            return to.write_all(b"KO: the line is too long\r\n");
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim();
        if text.is_empty() {
            continue;
        }
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        let said = match verb {
            "quit" | "exit" => return Ok(()),
            "auth" => authenticate(state, rest.trim(), &mut known),
            _ if !known && !matches!(verb, "help" | "h" | "?" | "ping" | "avd") => {
                Err(Refused::Unknown(verb.to_owned()))
            }
            _ => command(&state.phone, verb, rest.trim()),
        };
        let answer = match said {
            Ok(said) => format!("{said}OK\r\n"),
            Err(why) => format!("KO: {why}\r\n"),
        };
        to.write_all(answer.as_bytes())?;
    }
}

fn greeting(known: bool) -> String {
    match known {
        true => "Android Console: type 'help' for a list of commands\r\nOK\r\n".to_owned(),
        false => "Android Console: Authentication required\r\nAndroid Console: type 'auth <auth_token>' to authenticate\r\nAndroid Console: you can find your <auth_token> in \r\n'~/.emulator_console_auth_token'\r\nOK\r\n".to_owned(),
    }
}

/// Why a line is not done.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
enum Refused {
    /// There is no such command.
    #[error("unknown command, try 'help' ({0})")]
    Unknown(String),
    /// It is not said what has to be.
    #[error("argument missing or wrong, try '{0}'")]
    Usage(&'static str),
    /// The token is another one.
    #[error("authentication token does not match ~/.emulator_console_auth_token")]
    Token,
    /// A number is none.
    #[error("bad phone number format, must be [+](0-9)*")]
    Number,
    /// Nobody calls from there.
    #[error("no call from {0}")]
    NoCall(String),
}

type Said = Result<String, Refused>;

fn authenticate(state: &State, token: &str, known: &mut bool) -> Said {
    *known = state.token.as_deref().is_none_or(|it| it == token);
    match *known {
        true => Ok("Android Console: type 'help' for a list of commands\r\n".to_owned()),
        false => Err(Refused::Token),
    }
}

const HELP: &str = "Android console commands:\r\n    help                     this list\r\n    auth <token>             who does not say it may do nothing\r\n    ping                     whether somebody is here\r\n    avd name|status          the phone's name, and whether it runs\r\n    geo fix <lon> <lat> [m]  where the phone is\r\n    power display|ac|status|present|health|capacity\r\n    sms send <number> <text> a message comes in\r\n    gsm call|accept|cancel|busy <number>, gsm list|status\r\n    event text <text>        letters are typed\r\n    network status           the network's speed\r\n    rotate                   this screen does not turn\r\n    quit                     end the connection\r\n";

fn command(phone: &Live<dyn Handset>, verb: &str, rest: &str) -> Said {
    let (what, of) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let of = of.trim();
    match (verb, what) {
        ("help" | "h" | "?", _) => Ok(HELP.to_owned()),
        ("ping", _) => Ok("I am alive!\r\n".to_owned()),
        ("avd", "name") => Ok("autorpa\r\n".to_owned()),
        ("avd", "status") => Ok("virtual device is running\r\n".to_owned()),
        ("avd", _) => Err(Refused::Usage("avd name | avd status")),
        ("geo", "fix") => fix(phone, of),
        ("geo", _) => Err(Refused::Usage("geo fix <longitude> <latitude> [<altitude>]")),
        ("power", _) => power(phone, what, of),
        ("sms", "send") => sms(phone, of),
        ("sms", _) => Err(Refused::Usage("sms send <number> <text>")),
        ("gsm", _) => gsm(phone, what, of),
        ("event", "text") if !of.is_empty() => {
            phone.lock().type_text(of);
            Ok(String::new())
        }
        ("event", _) => Err(Refused::Usage("event text <text>")),
        ("network", "status") => Ok("Current network status:\r\n  download speed:          0 bits/s (0.0 KB/s)\r\n  upload speed:            0 bits/s (0.0 KB/s)\r\n  minimum latency:  0 ms\r\n  maximum latency:  0 ms\r\n".to_owned()),
        ("network", _) => Err(Refused::Usage("network status")),
        ("rotate", _) => Ok(String::new()),
        _ => Err(Refused::Unknown(verb.to_owned())),
    }
}

fn fix(phone: &Live<dyn Handset>, of: &str) -> Said {
    let usage = Refused::Usage("geo fix <longitude> <latitude> [<altitude>]");
    let numbers: Result<Vec<f64>, _> = of.split_whitespace().map(str::parse).collect();
    let (longitude, latitude, altitude) = match numbers.as_deref() {
        Ok([longitude, latitude]) => (*longitude, *latitude, 0.0),
        // Satellites and speed may follow.
        Ok([longitude, latitude, altitude, ..]) => (*longitude, *latitude, *altitude),
        Ok(_) | Err(_) => return Err(usage),
    };
    if !(-180.0..=180.0).contains(&longitude) || !(-90.0..=90.0).contains(&latitude) {
        return Err(usage);
    }
    phone.hardware().location = Some((longitude, latitude, altitude));
    Ok(String::new())
}

/// The states of a battery, as the console and as Android number them.
const STATUS: [(&str, u32); 5] = [
    ("unknown", 1),
    ("charging", 2),
    ("discharging", 3),
    ("not-charging", 4),
    ("full", 5),
];
const HEALTH: [(&str, u32); 6] = [
    ("unknown", 1),
    ("good", 2),
    ("overheat", 3),
    ("dead", 4),
    ("overvoltage", 5),
    ("failure", 6),
];

fn power(phone: &Live<dyn Handset>, what: &str, of: &str) -> Said {
    const USAGE: Refused = Refused::Usage(
        "power display | ac on|off | status unknown|charging|discharging|not-charging|full | present true|false | health unknown|good|failure|dead|overvoltage|overheat | capacity 0-100",
    );
    let mut hardware = phone.hardware();
    let named = |all: &[(&str, u32)]| all.iter().find(|it| it.0 == of).map(|it| it.1).ok_or(USAGE);
    let name = |all: &[(&'static str, u32)], number| {
        all.iter().find(|it| it.1 == number).map_or("unknown", |it| it.0)
    };
    let battery = &mut hardware.battery;
    match what {
        "display" => {
            return Ok(format!(
                "AC: {}\r\nstatus: {}\r\nhealth: {}\r\npresent: {}\r\ncapacity: {}\r\n",
                if battery.plugged { "online" } else { "offline" },
                name(&STATUS, battery.status),
                name(&HEALTH, battery.health),
                battery.present,
                battery.level
            ));
        }
        "ac" => battery.plugged = matches(of, "on", "off").ok_or(USAGE)?,
        "present" => battery.present = matches(of, "true", "false").ok_or(USAGE)?,
        "status" => battery.status = named(&STATUS)?,
        "health" => battery.health = named(&HEALTH)?,
        "capacity" => battery.level = of.parse().ok().filter(|it| *it <= 100).ok_or(USAGE)?,
        _ => return Err(USAGE),
    }
    Ok(String::new())
}

fn matches(text: &str, yes: &str, no: &str) -> Option<bool> {
    (text == yes || text == no).then_some(text == yes)
}

fn number(text: &str) -> Result<&str, Refused> {
    let digits = text.strip_prefix('+').unwrap_or(text);
    match !digits.is_empty() && digits.chars().all(|it| it.is_ascii_digit() || it == '-') {
        true => Ok(text),
        false => Err(Refused::Number),
    }
}

fn sms(phone: &Live<dyn Handset>, of: &str) -> Said {
    let usage = || Refused::Usage("sms send <number> <text>");
    let (from, text) = of.split_once(char::is_whitespace).ok_or_else(usage)?;
    phone.lock().receive(number(from)?, text.trim_start());
    Ok(String::new())
}

/// Calls come in and end; who calls stands among the recent ones afterwards.
fn gsm(phone: &Live<dyn Handset>, what: &str, of: &str) -> Said {
    if what == "status" {
        return Ok("gsm voice state: home\r\ngsm data state:  home\r\n".to_owned());
    }
    let mut hardware = phone.hardware();
    let calls = &mut hardware.calls;
    if what == "list" {
        let call =
            |(from, state): &(String, CallState)| format!("inbound from {from:<10} : {}\r\n", state.name());
        return Ok(calls.iter().map(call).collect());
    }
    let from = number(of)?.to_owned();
    let at = calls.iter().position(|it| it.0 == from);
    match (what, at) {
        ("call", None) => calls.push((from, CallState::Ringing)),
        ("call", Some(_)) => {}
        ("accept", Some(at)) => calls[at].1 = CallState::Active,
        ("hold", Some(at)) => calls[at].1 = CallState::Held,
        ("cancel" | "busy", Some(at)) => {
            calls.remove(at);
            drop(hardware);
            phone.lock().called(&from);
        }
        ("accept" | "hold" | "cancel" | "busy", None) => return Err(Refused::NoCall(from)),
        _ => {
            return Err(Refused::Usage(
                "gsm call|accept|hold|busy|cancel <number> | list | status",
            ));
        }
    }
    Ok(String::new())
}
