//! The counts of a home for a collector, where nothing else is served.

use std::{convert::Infallible, future::pending, net::SocketAddr, thread};

use autorpa::Autorpa;
use http_body_util::Full;
use hyper::{
    Method, Request, Response, StatusCode,
    body::Bytes,
    header::{CONTENT_TYPE, HeaderValue},
    service::service_fn,
};
use tokio::runtime::Builder;

use crate::{Gate, NotOpened};

/// The environment variable with the token that a collector says.
const TOKEN: &str = "AUTORPA_METRICS_TOKEN";
/// The one path that there is.
const PATH: &str = "/metrics";
/// Prometheus's text format.
pub const METRICS: &str = "text/plain; version=0.0.4";

/// Answer collectors at an address of this machine until the process ends; what to say of that to people.
///
/// # Errors
///
/// Other machines could reach the address, or the system does not give it.
pub fn metrics(rpa: &Autorpa, address: SocketAddr) -> Result<String, NotOpened> {
    let closed = |source| NotOpened::Closed { address, source };
    let runtime = Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(closed)?;
    let gate = runtime.block_on(Gate::open(address, TOKEN, None))?;
    let told = gate.told(PATH);
    let rpa = rpa.clone();
    let service = service_fn(move |request| {
        let rpa = rpa.clone();
        async move { Ok::<_, Infallible>(answer(&rpa, &request)) }
    });
    let answers = move || drop(runtime.block_on(gate.serve(service, pending())));
    thread::Builder::new()
        .name("metrics".to_owned())
        .spawn(answers)
        .map_err(closed)?;
    Ok(told)
}

fn answer<B>(rpa: &Autorpa, request: &Request<B>) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::default());
    match (request.method(), request.uri().path()) {
        (&Method::GET, PATH) => {
            *response.body_mut() = Full::from(rpa.metrics());
            let form = HeaderValue::from_static(METRICS);
            response.headers_mut().insert(CONTENT_TYPE, form);
        }
        _ => *response.status_mut() = StatusCode::NOT_FOUND,
    }
    response
}
