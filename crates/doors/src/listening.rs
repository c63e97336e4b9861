//! A port of this machine that is served by a runtime of its own, on a thread of its own, until it is dropped.

use std::{
    io,
    net::SocketAddr,
    thread::{self, JoinHandle},
};

use adb_door::{DoorError, listen};
use tokio::{net::TcpListener, runtime, sync::oneshot};

/// A port that is served. Dropping it closes it: who still waits for an answer gets none.
pub(crate) struct Listening {
    address: SocketAddr,
    close: Option<oneshot::Sender<()>>,
    serving: Option<JoinHandle<()>>,
}

impl Listening {
    /// Serve a port of loopback, 0 being any that is free, on a thread of this name. What serves does not end by itself.
    pub fn at<S>(
        port: u16,
        name: &str,
        serve: impl FnOnce(TcpListener) -> S + Send + 'static,
    ) -> Result<Self, DoorError>
    where
        S: Future<Output = ()>,
    {
        let listener = listen(port)?;
        Self::on(listener, name, serve).map_err(|source| DoorError::Closed { port, source })
    }

    fn on<S>(
        listener: std::net::TcpListener,
        name: &str,
        serve: impl FnOnce(TcpListener) -> S + Send + 'static,
    ) -> io::Result<Self>
    where
        S: Future<Output = ()>,
    {
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let runtime = runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()?;
        let listener = {
            let _in_runtime = runtime.enter();
            TcpListener::from_std(listener)?
        };
        let (close, closing) = oneshot::channel();
        let serving = thread::Builder::new().name(name.to_owned()).spawn(move || {
            runtime.block_on(async {
                tokio::select! {
                    () = serve(listener) => {}
                    _closed = closing => {}
                }
            });
            runtime.shutdown_background();
        })?;
        Ok(Self {
            address,
            close: Some(close),
            serving: Some(serving),
        })
    }

    /// Where it is.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        if let Some(close) = self.close.take() {
            // One that has ended is closed already.
            let _ = close.send(());
        }
        if let Some(serving) = self.serving.take() {
            let _ = serving.join();
        }
    }
}
