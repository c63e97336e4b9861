//! The accessibility forwarder: an app on the phone that sends the screen's widgets to a server on this machine, once
//! a broadcast has told it the port.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use adb_door::{Broadcast, Handset, Live};
use tokio::{runtime::Runtime, time::timeout};

use super::{
    forest::forest,
    grpc::{Client, NoAnswer},
    message::Forest,
};

/// What the broadcasts are called that it hears.
const ENABLE: &str = "accessibility_forwarder.intent.action.ENABLE_ACCESSIBILITY_TREE_LOGS";
const DISABLE: &str = "accessibility_forwarder.intent.action.DISABLE_ACCESSIBILITY_TREE_LOGS";
const SET: &str = "accessibility_forwarder.intent.action.SET_GRPC";
/// What the app is called.
const PACKAGE: &str = "com.google.androidenv.accessibilityforwarder";
/// What the phone calls this machine.
const THIS_MACHINE: [&str; 4] = ["10.0.2.2", "127.0.0.1", "localhost", "::1"];
/// How often the screen is looked at.
const LOOK: Duration = Duration::from_millis(40);
/// How long a screen that stays the same is not sent again.
const AGAIN: Duration = Duration::from_millis(200);
/// How long a server may take to take one.
const TAKES: Duration = Duration::from_secs(1);
/// Where it is sent.
const METHOD: &str = "android_env.A11yService/SendForest";

/// The forwarder of a phone. Dropping it ends it.
pub struct Forwarder {
    closed: Arc<AtomicBool>,
    running: Option<JoinHandle<()>>,
}

impl Forwarder {
    /// Let it run on a phone; nothing is sent before a broadcast says where to. It only sends to this machine.
    pub fn start(phone: Arc<Live<dyn Handset>>) -> io::Result<Self> {
        let closed = Arc::new(AtomicBool::new(false));
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let heard = phone.broadcasts();
        let mut sender = Sender {
            phone,
            runtime,
            enabled: false,
            port: None,
            client: None,
            sent: None,
        };
        let of_thread = Arc::clone(&closed);
        let running = thread::Builder::new()
            .name("accessibility forwarder".to_owned())
            .spawn(move || sender.run(&heard, &of_thread))?;
        Ok(Self {
            closed,
            running: Some(running),
        })
    }
}

impl Drop for Forwarder {
    fn drop(&mut self) {
        self.closed.store(true, Ordering::Relaxed);
        if let Some(running) = self.running.take() {
            let _ = running.join();
        }
    }
}

struct Sender {
    phone: Arc<Live<dyn Handset>>,
    runtime: Runtime,
    enabled: bool,
    port: Option<u16>,
    client: Option<Client>,
    /// What was sent last, and when.
    sent: Option<(Forest, Instant)>,
}

impl Sender {
    fn run(&mut self, heard: &Receiver<Broadcast>, closed: &AtomicBool) {
        while !closed.load(Ordering::Relaxed) {
            match heard.recv_timeout(LOOK) {
                Ok(broadcast) => self.hear(&broadcast),
                Err(RecvTimeoutError::Timeout) => self.look(),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn hear(&mut self, broadcast: &Broadcast) {
        if !broadcast.is_for(PACKAGE) {
            return;
        }
        match broadcast.action.as_str() {
            ENABLE => self.enabled = true,
            DISABLE => self.enabled = false,
            SET => {
                let host = broadcast.extra("host").unwrap_or(THIS_MACHINE[0]);
                let port = broadcast.extra("port").and_then(|it| it.parse().ok());
                self.port = port.filter(|it| *it != 0 && THIS_MACHINE.contains(&host));
                self.client = None;
                self.sent = None;
            }
            _ => {}
        }
    }

    /// Send what is shown, where it is new or was sent a while ago.
    fn look(&mut self) {
        let (true, Some(port)) = (self.enabled, self.port) else {
            return;
        };
        let phone = self.phone.lock();
        let forest = forest(&phone.windows(), &phone.system_windows());
        drop(phone);
        if let Some((sent, at)) = &self.sent
            && *sent == forest
            && at.elapsed() < AGAIN
        {
            return;
        }
        // Who does not take it is sent the next one, over a new connection.
        if self.send(port, &forest).is_err() {
            self.client = None;
        }
        self.sent = Some((forest, Instant::now()));
    }

    fn send(&mut self, port: u16, forest: &Forest) -> Result<(), NoAnswer> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let known = self.client.take();
        let sent = async {
            let mut client = match known {
                Some(client) => client,
                None => Client::connect(address).await?,
            };
            client.send(&format!("http://{address}/{METHOD}"), forest).await?;
            Ok::<_, NoAnswer>(client)
        };
        let late = |_| NoAnswer::Broken(io::ErrorKind::TimedOut.into());
        let sent = self.runtime.block_on(async { timeout(TAKES, sent).await });
        self.client = Some(sent.map_err(late)??);
        Ok(())
    }
}
