//! The bench in a browser: one page on this machine's own address, for whoever has the token.
//!
//! Another page in the same browser, or another user of the machine, can reach the port. So each request names this address as
//! its host and, where it says where it comes from, as that too; and what answers about a document is told the token.
//!
//! The token is in no address. What opens a browser names the address in its arguments, which each user of the machine can
//! read, and a terminal keeps what it printed. So an address has a ticket behind its `#`: the page exchanges it for the token,
//! once and not for long, and puts the token away where a reload finds it.

use std::{
    convert::Infallible,
    future::Future,
    io,
    net::{Ipv4Addr, SocketAddr},
    pin::{Pin, pin},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use futures::{StreamExt as _, stream};
use http_body_util::{BodyExt as _, Full, Limited, StreamBody, combinators::UnsyncBoxBody};
use hyper::{
    Method, Request, Response, StatusCode,
    body::{Bytes, Frame, Incoming},
    header::{self, HeaderMap, HeaderName, HeaderValue},
    service::service_fn,
};
use hyper_util::rt::{TokioIo, TokioTimer};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{Semaphore, broadcast},
};

use super::page::{Door, page};

/// The most bytes of a question.
const MOST_ASKED: usize = 1 << 20;
/// The most connections at once; a browser opens six.
const MOST_CONNECTIONS: usize = 24;
/// How long somebody may take to say what is wanted.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a connection lives on which nobody has shown the token. Whoever has none could hold all of them otherwise, by
/// reading nothing of what is sent.
const LIFE: Duration = Duration::from_secs(20);
/// How often a page hears that the server is still there.
const PULSE: Duration = Duration::from_secs(15);
/// The most bytes of a ticket.
const MOST_TICKET: usize = 64;
/// How long the ticket of an address lives that is opened now.
pub(crate) const OPENED_NOW: Duration = Duration::from_secs(30);
/// How long that of an address lives which a person reads, and opens later.
pub(crate) const OPENED_LATER: Duration = Duration::from_mins(10);
/// How many events a page may be behind.
const MOST_EVENTS: usize = 64;

/// Answers a page's questions: a method and its parameters.
pub(crate) type Answering = Arc<dyn Fn(String, Value) -> BoxFuture<Result<Value, String>> + Send + Sync>;

/// Work that is waited for.
pub(crate) type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// A page that is served.
pub(crate) struct Served {
    address: SocketAddr,
    token: String,
    tickets: Mutex<Tickets>,
    events: broadcast::Sender<String>,
    /// What a page that comes now shows first.
    latest: Mutex<Option<String>>,
    answering: Answering,
}

/// Why no page is served.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ServeError {
    /// There is no port.
    #[error("no port of this machine can be opened: {0}")]
    Port(#[from] io::Error),
    /// Without a token anyone could ask.
    #[error("the system gives no random numbers: {0}")]
    Random(#[from] getrandom::Error),
}

impl std::fmt::Debug for Served {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The token is in no log.
        f.debug_struct("Served").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Served {
    /// Serves the page until the runtime ends.
    ///
    /// # Errors
    /// [`ServeError`].
    pub(crate) async fn start(answering: Answering) -> Result<Arc<Self>, ServeError> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let served = Arc::new(Self {
            address: listener.local_addr()?,
            token: random_hex()?,
            tickets: Mutex::default(),
            events: broadcast::channel(MOST_EVENTS).0,
            latest: Mutex::default(),
            answering,
        });
        tokio::spawn(Arc::clone(&served).accept(listener));
        Ok(served)
    }

    /// What a browser opens, once and within this time. The ticket stands behind the `#`, which a browser tells nobody.
    ///
    /// # Errors
    /// There are no random numbers.
    pub(crate) fn url(&self, within: Duration) -> Result<String, ServeError> {
        let ticket = random_hex()?;
        let url = format!("http://{}/#{ticket}", self.address);
        let now = Instant::now();
        self.tickets.lock().unwrap_or_else(std::sync::PoisonError::into_inner).add(ticket, now, within);
        Ok(url)
    }

    /// Tells all pages something; `is_first` is what a page that comes later begins with.
    pub(crate) fn tell(&self, event: &Value, is_first: bool) {
        let line = format!("{event}\n");
        if is_first {
            *self.latest.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(line.clone());
        }
        // Nobody may be listening.
        let _ = self.events.send(line);
    }

    async fn accept(self: Arc<Self>, listener: TcpListener) {
        let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        loop {
            let Ok(permit) = Arc::clone(&room).acquire_owned().await else { return };
            match listener.accept().await {
                Ok((stream, from)) if from.ip().is_loopback() => {
                    let served = Arc::clone(&self);
                    tokio::spawn(async move {
                        served.talk(stream).await;
                        drop(permit);
                    });
                }
                Ok(_) => {}
                // Out of files: others end some time.
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
    }

    async fn talk(self: Arc<Self>, stream: TcpStream) {
        let is_known = Arc::new(AtomicBool::new(false));
        let service = {
            let is_known = Arc::clone(&is_known);
            service_fn(move |request| {
                let (served, is_known) = (Arc::clone(&self), Arc::clone(&is_known));
                async move { Ok::<_, Infallible>(served.answer(request, &is_known).await) }
            })
        };
        let connection = hyper::server::conn::http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(PATIENCE)
            .serve_connection(TokioIo::new(stream), service);
        let mut connection = pin!(connection);
        // A browser that goes away in the middle is no error of ours.
        if tokio::time::timeout(LIFE, connection.as_mut()).await.is_err() && is_known.load(Ordering::Relaxed)
        {
            let _ = connection.await;
        }
    }

    /// `is_known` is whether the token was shown on this connection. A request without it is the last of its connection.
    async fn answer(&self, request: Request<Incoming>, is_known: &AtomicBool) -> Response<Body> {
        let here = self.is_from_here(request.headers());
        let has_token = here.is_ok() && self.has_token(request.headers());
        if has_token {
            is_known.store(true, Ordering::Relaxed);
        }
        let mut answer = match here {
            Ok(()) => self.routed(request, has_token).await,
            Err(status) => refusal(status),
        };
        if !has_token {
            answer.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        answer
    }

    async fn routed(&self, request: Request<Incoming>, has_token: bool) -> Response<Body> {
        let is_asking = matches!(request.uri().path(), "/ask" | "/events");
        if is_asking && !has_token {
            return refusal(StatusCode::UNAUTHORIZED);
        }
        match (request.method(), request.uri().path(), request.uri().query()) {
            (&Method::GET, "/", None) => match random_hex() {
                Ok(nonce) => html(&nonce),
                Err(_) => refusal(StatusCode::INTERNAL_SERVER_ERROR),
            },
            (&Method::POST, "/ask", None) => self.asked(request).await,
            (&Method::POST, "/ticket", None) => self.exchanged(request).await,
            (&Method::GET, "/events", None) => self.stream(),
            _ => refusal(StatusCode::NOT_FOUND),
        }
    }

    /// Whether a request names this address, once, and comes from no other page.
    fn is_from_here(&self, headers: &HeaderMap) -> Result<(), StatusCode> {
        let host = self.address.to_string();
        if only(headers, &header::HOST) != Some(host.as_bytes()) {
            return Err(StatusCode::MISDIRECTED_REQUEST);
        }
        let origin = format!("http://{host}");
        if headers.contains_key(header::ORIGIN) && only(headers, &header::ORIGIN) != Some(origin.as_bytes()) {
            return Err(StatusCode::FORBIDDEN);
        }
        let site = HeaderName::from_static("sec-fetch-site");
        match only(headers, &site) {
            None | Some(b"same-origin" | b"none") => Ok(()),
            Some(_) => Err(StatusCode::FORBIDDEN),
        }
    }

    fn has_token(&self, headers: &HeaderMap) -> bool {
        let expected = format!("Bearer {}", self.token);
        is_secret(only(headers, &header::AUTHORIZATION).unwrap_or_default(), &expected)
    }

    /// The token for a ticket.
    async fn exchanged(&self, request: Request<Incoming>) -> Response<Body> {
        if !request.headers().contains_key(header::ORIGIN) {
            return refusal(StatusCode::FORBIDDEN);
        }
        let body = tokio::time::timeout(PATIENCE, Limited::new(request.into_body(), MOST_TICKET).collect());
        let Ok(Ok(body)) = body.await else { return refusal(StatusCode::PAYLOAD_TOO_LARGE) };
        let mut tickets = self.tickets.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if !tickets.take(&body.to_bytes(), Instant::now()) {
            return refusal(StatusCode::UNAUTHORIZED);
        }
        let token = Full::from(self.token.clone()).boxed_unsync();
        response(StatusCode::OK, "text/plain; charset=utf-8", token)
    }

    async fn asked(&self, request: Request<Incoming>) -> Response<Body> {
        if !request.headers().contains_key(header::ORIGIN) {
            return refusal(StatusCode::FORBIDDEN);
        }
        let body = tokio::time::timeout(PATIENCE, Limited::new(request.into_body(), MOST_ASKED).collect());
        let Ok(Ok(body)) = body.await else { return refusal(StatusCode::PAYLOAD_TOO_LARGE) };
        let answer = match serde_json::from_slice::<Question>(&body.to_bytes()) {
            Ok(Question { method, params }) => match (self.answering)(method, params).await {
                Ok(result) => json!({ "result": result }),
                Err(reason) => json!({ "error": reason }),
            },
            Err(error) => json!({ "error": format!("this question cannot be read: {error}") }),
        };
        response(StatusCode::OK, "application/json", Full::from(answer.to_string()).boxed_unsync())
    }

    /// A line of JSON an event, for as long as the page is seen. The first says what the editor shows, and is empty where that
    /// is nothing yet.
    fn stream(&self) -> Response<Body> {
        let events = self.events.subscribe();
        let latest = self.latest.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
        let first = latest.unwrap_or_else(|| "\n".to_owned());
        let later = stream::unfold(events, |mut events| async move {
            let line = match tokio::time::timeout(PULSE, events.recv()).await {
                Ok(Ok(line)) => line,
                // Some were missed: what is shown is asked for again.
                Ok(Err(broadcast::error::RecvError::Lagged(_))) => "{\"event\":\"back\"}\n".to_owned(),
                Ok(Err(broadcast::error::RecvError::Closed)) => return None,
                Err(_) => "\n".to_owned(),
            };
            Some((line, events))
        });
        let lines = stream::iter([first]).chain(later);
        let frames = lines.map(|line| Ok::<_, Infallible>(Frame::data(Bytes::from(line))));
        response(StatusCode::OK, "application/x-ndjson", StreamBody::new(frames).boxed_unsync())
    }
}

/// What can be exchanged for the token, each until some time.
#[derive(Default)]
struct Tickets(Vec<(String, Instant)>);

impl Tickets {
    fn add(&mut self, ticket: String, now: Instant, within: Duration) {
        self.0.retain(|(_, until)| now < *until);
        self.0.push((ticket, now + within));
    }

    /// Whether this is one; it is none any more.
    fn take(&mut self, given: &[u8], now: Instant) -> bool {
        self.0.retain(|(_, until)| now < *until);
        let found = self.0.iter().position(|(ticket, _)| is_secret(given, ticket));
        found.map(|index| self.0.swap_remove(index)).is_some()
    }
}

/// Each byte is compared, so that the time tells nothing of the first that differs.
fn is_secret(given: &[u8], expected: &str) -> bool {
    given.len() == expected.len()
        && given.iter().zip(expected.as_bytes()).fold(0, |all, (one, other)| all | (one ^ other)) == 0
}

type Body = UnsyncBoxBody<Bytes, Infallible>;
/// What a page asks.
#[derive(Deserialize)]
struct Question {
    method: String,
    #[serde(default)]
    params: Value,
}

/// The value of a header that is there once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a [u8]> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?;
    values.next().is_none().then(|| first.as_bytes())
}

/// 128 bits.
fn random_hex() -> Result<String, getrandom::Error> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn html(nonce: &str) -> Response<Body> {
    let policy = format!(
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; connect-src 'self'; \
         style-src 'nonce-{nonce}'; script-src 'nonce-{nonce}'"
    );
    let page = page(Door::Served, "Bench", nonce, None);
    let mut answer = response(StatusCode::OK, "text/html; charset=utf-8", Full::from(page).boxed_unsync());
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    answer
}

fn refusal(status: StatusCode) -> Response<Body> {
    let reason = status.canonical_reason().unwrap_or_default();
    response(status, "text/plain; charset=utf-8", Full::from(format!("{reason}\n")).boxed_unsync())
}

fn response(status: StatusCode, content_type: &'static str, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let named = [
        (header::CONTENT_TYPE, content_type),
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in named {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticket_is_good_once_and_until_its_time() {
        let mut tickets = Tickets::default();
        let now = Instant::now();
        tickets.add("one".to_owned(), now, OPENED_NOW);
        tickets.add("other".to_owned(), now, OPENED_LATER);
        assert!(!tickets.take(b"", now) && !tickets.take(b"two", now));
        assert!(tickets.take(b"other", now + OPENED_NOW), "it lives longer");
        assert!(!tickets.take(b"one", now + OPENED_NOW), "it is too old");
        assert!(!tickets.take(b"other", now), "it is used");
        tickets.add("one".to_owned(), now, OPENED_NOW);
        assert!(tickets.take(b"one", now) && !tickets.take(b"one", now));
    }
}
