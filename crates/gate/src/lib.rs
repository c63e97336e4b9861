//! Where other programs reach a server over HTTP. Each request says a token, or the server has a way of its own to tell whom it
//! answers; who does not is told nothing. Without a certificate only programs of this machine are taken. So many are taken at a
//! time, and none may take long to say what it wants.

mod certificate;
mod exit_signals;
mod metrics;
mod timed;

use std::{convert::Infallible, io, net::SocketAddr, pin::pin, sync::Arc, time::Duration};

use autorpa::Token;
use http_body_util::{BodyExt, Either, Empty, Limited};
use hyper::{
    Request, Response, StatusCode,
    body::{Body, Bytes, Incoming},
    header::{AUTHORIZATION, ORIGIN},
    server::conn::http1,
    service::{Service, service_fn},
};
use hyper_util::rt::{TokioIo, TokioTimer};
use thiserror::Error;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpListener,
    sync::{OwnedSemaphorePermit, Semaphore, watch},
    time::{sleep, timeout},
};
use tokio_rustls::TlsAcceptor;

pub use certificate::{BadCertificate, Certificate};
pub use exit_signals::ExitSignals;
pub use metrics::{METRICS, metrics};
pub use timed::Timed;

/// How long a client may take to say what it wants.
const HEAD_WITHIN: Duration = Duration::from_secs(10);
/// How long what it sends with that may take.
const BODY_WITHIN: Duration = Duration::from_secs(20);
/// How many clients are there at a time. Others wait.
const MOST: u32 = 512;
/// How long nobody is taken after somebody could not be.
const AGAIN: Duration = Duration::from_millis(200);
/// The largest request, in bytes: a text that somebody types is far below.
pub const LARGEST: usize = 4 << 20;

/// Why it can't be opened.
#[derive(Debug, Error)]
pub enum NotOpened {
    /// What is said there could be read on its way.
    #[error(
        "{address} can be reached from other machines, and nothing would be encrypted\nhelp: name an address of this machine, as \
         127.0.0.1:0, or a certificate and its key"
    )]
    Plain {
        /// The address.
        address: SocketAddr,
    },
    /// The system does not give the address.
    #[error("{address} can't be listened at: {source}")]
    Closed {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// The certificate can't be used.
    #[error(transparent)]
    Certificate(#[from] BadCertificate),
    /// There is no token.
    #[error(transparent)]
    Token(#[from] autorpa::Error),
}

/// Where other programs reach a server.
pub struct Gate {
    listener: TcpListener,
    address: SocketAddr,
    /// What each request says; `None` where the service itself tells whom it answers.
    token: Option<Token>,
    /// Whether the token was made for it, and nobody knows it yet.
    made: bool,
    tls: Option<TlsAcceptor>,
}

impl Gate {
    /// Listen at an address. One that other machines reach needs a certificate. The token is that of an environment
    /// variable, or a new one where that says none.
    ///
    /// # Errors
    ///
    /// It would not be encrypted, the certificate can't be used, or the system gives no address or no token.
    pub async fn open(
        address: SocketAddr,
        variable: &str,
        certificate: Option<&Certificate>,
    ) -> Result<Self, NotOpened> {
        let (token, made) = Token::said_or_made(variable)?;
        if certificate.is_none() && !address.ip().is_loopback() {
            return Err(NotOpened::Plain { address });
        }
        let tls = certificate.map(Certificate::acceptor).transpose()?;
        let closed = |source| NotOpened::Closed { address, source };
        let listener = TcpListener::bind(address).await.map_err(closed)?;
        Ok(Self {
            address: listener.local_addr().map_err(closed)?,
            listener,
            token: Some(token),
            made,
            tls,
        })
    }

    /// At a port of this machine that is listened at already, for a service that itself tells whom it answers.
    ///
    /// # Errors
    ///
    /// It can be reached from other machines, or the system does not give it.
    pub fn of(listener: std::net::TcpListener) -> Result<Self, NotOpened> {
        let closed = |address: SocketAddr| move |source| NotOpened::Closed { address, source };
        let nowhere = SocketAddr::from(([0, 0, 0, 0], 0));
        let address = listener.local_addr().map_err(closed(nowhere))?;
        if !address.ip().is_loopback() {
            return Err(NotOpened::Plain { address });
        }
        listener.set_nonblocking(true).map_err(closed(address))?;
        Ok(Self {
            listener: TcpListener::from_std(listener).map_err(closed(address))?,
            address,
            token: None,
            made: false,
            tls: None,
        })
    }

    /// The address, as a client names it.
    fn url(&self) -> String {
        let scheme = match self.tls {
            Some(_) => "https",
            None => "http",
        };
        format!("{scheme}://{}", self.address)
    }

    /// Where clients reach a path of it, and the header that lets them in where they can't know it, in lines for people.
    pub fn told(&self, path: &str) -> String {
        let listens = format!("listening: {}{path}", self.url());
        match &self.token {
            Some(token) if self.made => format!("{listens}\nAuthorization: Bearer {}", token.reveal()),
            Some(_) | None => listens,
        }
    }

    /// Whether nobody reads on its way what is said.
    pub const fn is_encrypted(&self) -> bool {
        self.tls.is_some()
    }

    /// Let the service answer whoever says the token, until this comes to its end. No further client is taken then, and who is
    /// there gets the answer that it waits for.
    pub async fn serve<S, B>(self, service: S, ends: impl Future<Output = ()>) -> Clients
    where
        S: Answers<B>,
        B: Answer,
    {
        let slots = Arc::new(Semaphore::new(MOST as usize));
        let (leave, _) = watch::channel(false);
        tokio::select! {
            never = self.take(service, &slots, &leave) => match never {},
            () = ends => {}
        }
        leave.send_replace(true);
        Clients { slots }
    }

    async fn take<S, B>(self, service: S, slots: &Arc<Semaphore>, leave: &watch::Sender<bool>) -> Infallible
    where
        S: Answers<B>,
        B: Answer,
    {
        let token = self.token.map(Arc::new);
        loop {
            let Ok(slot) = Arc::clone(slots).acquire_owned().await else {
                // Nobody closes them.
                sleep(AGAIN).await;
                continue;
            };
            let stream = match self.listener.accept().await {
                Ok((stream, _)) => stream,
                // Too many open files, say: those who are there go on, and later ones are taken.
                Err(error) => {
                    tracing::warn!("a client is not taken: {error}");
                    sleep(AGAIN).await;
                    continue;
                }
            };
            let (service, token) = (service.clone(), token.clone());
            let client = Client {
                _slot: slot,
                leaves: leave.subscribe(),
            };
            match self.tls.clone() {
                None => {
                    tokio::spawn(answer(stream, service, token, client));
                }
                Some(tls) => {
                    tokio::spawn(async move {
                        match timeout(HEAD_WITHIN, tls.accept(stream)).await {
                            Ok(Ok(stream)) => answer(stream, service, token, client).await,
                            Ok(Err(error)) => tracing::debug!("a client left: {error}"),
                            Err(_) => tracing::debug!("a client said nothing"),
                        }
                    });
                }
            }
        }
    }
}

/// What an answer's body has to be.
pub trait Answer:
    Body<Data = Bytes, Error: Into<Box<dyn std::error::Error + Send + Sync>>> + Send + 'static
{
}

impl<B> Answer for B where
    B: Body<Data = Bytes, Error: Into<Box<dyn std::error::Error + Send + Sync>>> + Send + 'static
{
}

/// What answers the requests of clients.
pub trait Answers<B>:
    Service<Request<Timed<Incoming>>, Response = Response<B>, Error = Infallible, Future: Send>
    + Clone
    + Send
    + 'static
{
}

impl<S, B> Answers<B> for S where
    S: Service<Request<Timed<Incoming>>, Response = Response<B>, Error = Infallible, Future: Send>
        + Clone
        + Send
        + 'static
{
}

/// Who is there.
struct Client {
    _slot: OwnedSemaphorePermit,
    /// Whether it is to go, once it has its answer.
    leaves: watch::Receiver<bool>,
}

/// Those who are still there when a gate is shut.
pub struct Clients {
    slots: Arc<Semaphore>,
}

impl Clients {
    /// Wait until all have their answers and are gone, and no longer than this.
    pub async fn gone(self, within: Duration) {
        if timeout(within, self.slots.acquire_many(MOST)).await.is_err() {
            tracing::debug!("a client does not take its answer");
        }
    }
}

/// Answer one client until it goes.
async fn answer<S, B>(
    stream: impl AsyncRead + AsyncWrite + Unpin,
    service: S,
    token: Option<Arc<Token>>,
    mut client: Client,
) where
    S: Answers<B>,
    B: Answer,
{
    let guarded = service_fn(move |request: Request<Incoming>| {
        let (service, token) = (service.clone(), token.clone());
        async move {
            let Some(status) = token.and_then(|it| refusal(&request, &it)) else {
                let timed = request.map(|it| Timed::new(it, BODY_WITHIN));
                return service.call(timed).await.map(|it| it.map(Either::Left));
            };
            // A connection that is closed with something unread may lose the answer on its way.
            let _unread = timeout(BODY_WITHIN, Limited::new(request.into_body(), LARGEST).collect()).await;
            Ok::<_, Infallible>(empty(status).map(Either::Right))
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_WITHIN)
        .serve_connection(TokioIo::new(stream), guarded);
    let mut connection = pin!(connection);
    let leaves = async {
        // Whoever would say it is gone: that is an end as well.
        let _gone = client.leaves.wait_for(|it| *it).await;
    };
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = leaves => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!("a client left: {error}");
    }
}

/// Why a request is not answered.
fn refusal<B>(request: &Request<B>, token: &Token) -> Option<StatusCode> {
    let said = request.headers().get(AUTHORIZATION);
    let said = said.and_then(|it| it.to_str().ok()?.strip_prefix("Bearer "));
    if !said.is_some_and(|it| token.is(it)) {
        return Some(StatusCode::UNAUTHORIZED);
    }
    // A page that somebody visits speaks for nobody.
    request
        .headers()
        .contains_key(ORIGIN)
        .then_some(StatusCode::FORBIDDEN)
}

/// An answer that says no more than its status.
pub fn empty(status: StatusCode) -> Response<Empty<Bytes>> {
    let mut response = Response::new(Empty::new());
    *response.status_mut() = status;
    response
}
