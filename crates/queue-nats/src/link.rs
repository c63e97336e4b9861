//! The connection to a server, and the buckets, the stream and the shelf of one queue there.
//!
//! ```text
//! KV_autorpa-QUEUE            a bucket: meta, jobs, job.N, slot.N, row.N.M, key.HASH, clock.WORKER, device.NAME
//! KV_autorpa-QUEUE-workers    a bucket whose entries go after a while: who takes rows
//! autorpa-QUEUE               a stream to work off: a message for each row that is to be run, on autorpa.QUEUE.row.N
//! OBJ_autorpa-QUEUE           a shelf: functions, records of runs, and their pictures
//! ```
//!
//! A row is what its entry in the bucket says, and is changed by compare-and-set alone. A message only calls someone to a row:
//! one that comes twice, or for a row that has its end, does nothing.

use std::{error::Error, fs, io, path::Path, time::Duration};

use async_nats::{
    ConnectError, ConnectErrorKind, ConnectOptions,
    jetstream::{
        self, AckKind, Context, ErrorCode,
        context::{ContextBuilder, GetStreamErrorKind},
        kv::{self, CreateErrorKind, UpdateErrorKind},
        object_store::{self, GetErrorKind, InfoErrorKind, ObjectStore},
        stream,
    },
    rustls,
};
use bytes::Bytes;
use jiff::Timestamp;
use queue::{QueueError, Server};
use serde::{Serialize, de::DeserializeOwned};
use tokio::{
    io::AsyncReadExt,
    time::{Instant, sleep, timeout},
};

use crate::file::{CallV1, FORMAT, JobsV1, MetaV1, RowV1, json};

/// How long a server that does not answer is asked again.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long one request may take.
pub const REQUEST: Duration = Duration::from_secs(4);
/// The pause before it is asked again.
const PAUSE: Duration = Duration::from_millis(200);
/// How long a worker is listed that says nothing.
const LISTED: Duration = Duration::from_secs(90);

/// The connection to a queue.
pub struct Link {
    pub address: String,
    pub name: String,
    pub context: Context,
    pub bucket: kv::Store,
    pub workers: kv::Store,
    pub calls: stream::Stream,
    pub shelf: ObjectStore,
}

/// What is in a bucket: a value, where it stands in the order of all changes, and when it was put there, by the server's clock.
pub struct Entry<T> {
    pub value: T,
    pub revision: u64,
    pub created: i128,
}

/// What came of a change that only holds for one state before.
pub enum Set {
    /// It is done; this is its revision.
    Done(u64),
    /// The state is another one, or nobody knows whether it was done.
    Look,
}

type Source = Box<dyn std::error::Error + Send + Sync>;

/// Who this is, as a file says.
fn credentials(options: ConnectOptions, server: &Server) -> Result<ConnectOptions, QueueError> {
    let Some(path) = &server.credentials else {
        return Ok(options);
    };
    let bad = |reason: &str| QueueError::Credentials {
        path: path.clone(),
        reason: reason.to_owned(),
    };
    let text = fs::read_to_string(path).map_err(|it| bad(&it.to_string()))?;
    if text.contains("-----BEGIN") {
        return options
            .credentials(&text)
            .map_err(|_| bad("it is no NATS credentials file"));
    }
    match text.trim().split_once(':') {
        Some((user, password)) if !text.trim().contains('\n') => {
            Ok(options.user_and_password(user.to_owned(), password.to_owned()))
        }
        Some(_) | None => Err(bad(
            "it is neither a NATS credentials file nor one line `USER:PASSWORD`",
        )),
    }
}

/// Refuse a file in which no certificate is: with none, nobody could be trusted.
fn check_roots(path: &Path) -> Result<(), QueueError> {
    let bad = |reason: String| QueueError::Roots {
        path: path.to_owned(),
        reason,
    };
    let text = fs::read_to_string(path).map_err(|it| bad(it.to_string()))?;
    match text.contains("-----BEGIN CERTIFICATE-----") {
        true => Ok(()),
        false => Err(bad("there is no certificate in it".to_owned())),
    }
}

/// Whether a connection failed because it could not be encrypted, or the server's certificate counts for nothing.
fn is_of_tls(error: &ConnectError) -> bool {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(it) = cause {
        // An error of input and output names the cause of what it stands for as its own.
        let inner = it.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        let it: &(dyn Error + 'static) = match inner {
            Some(inner) => inner,
            None => it,
        };
        if it.is::<rustls::Error>() {
            return true;
        }
        cause = it.source();
    }
    false
}

fn not_connected(address: String, error: ConnectError) -> QueueError {
    match error.kind() {
        ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => QueueError::NotLetIn {
            address,
            source: Box::new(error),
        },
        kind if kind == ConnectErrorKind::Tls || is_of_tls(&error) => QueueError::NotTrusted {
            address,
            source: Box::new(error),
        },
        _ => QueueError::NoServer {
            address,
            source: Box::new(error),
        },
    }
}

async fn connected(server: &Server, name: &str) -> Result<Context, QueueError> {
    let address = server.to_string();
    let mut options = credentials(ConnectOptions::new().name(name), server)?
        .connection_timeout(REQUEST)
        .reconnect_delay_callback(|attempts| match attempts {
            0 | 1 => Duration::ZERO,
            _ => Duration::from_millis(500),
        });
    if let Some(roots) = &server.roots {
        check_roots(roots)?;
        options = options.add_root_certificates(roots.clone());
    }
    // Other servers of a cluster are told of without a word on encryption.
    options = options.require_tls(server.is_encrypted());
    let connecting = options.connect(server.url());
    let client = connecting.await.map_err(|it| not_connected(address, it))?;
    Ok(ContextBuilder::new()
        .timeout(REQUEST)
        .ack_timeout(REQUEST)
        .build(client))
}

impl Link {
    /// Connect to a queue that is there, or make it.
    pub async fn open(server: &Server, who: &str, make: bool) -> Result<Self, QueueError> {
        let context = connected(server, who).await?;
        let name = format!("autorpa-{}", server.queue());
        let address = server.to_string();
        let failed = |source: Source| QueueError::Away {
            address: address.clone(),
            seconds: REQUEST.as_secs(),
            source,
        };
        if let Err(error) = context.get_stream(&name).await {
            let missing = matches!(error.kind(), GetStreamErrorKind::JetStream(it) if it.error_code() == ErrorCode::STREAM_NOT_FOUND);
            match (missing, make) {
                (true, true) => made(&context, server, &name).await.map_err(failed)?,
                (true, false) => return Err(QueueError::NoneThere { address }),
                // A server that was just connected to, and has nobody who answers for streams.
                (false, _) => {
                    return Err(QueueError::NoJetStream {
                        address,
                        source: Box::new(error),
                    });
                }
            }
        }
        let link = Self {
            bucket: context
                .get_key_value(&name)
                .await
                .map_err(|it| failed(Box::new(it)))?,
            workers: context
                .get_key_value(format!("{name}-workers"))
                .await
                .map_err(|it| failed(Box::new(it)))?,
            calls: context
                .get_stream(&name)
                .await
                .map_err(|it| failed(Box::new(it)))?,
            shelf: context
                .get_object_store(&name)
                .await
                .map_err(|it| failed(Box::new(it)))?,
            context,
            address: address.clone(),
            name: server.queue().to_owned(),
        };
        link.check_format().await?;
        Ok(link)
    }

    /// Refuse a queue whose format is too far from this program's; put the format there where nobody has.
    async fn check_format(&self) -> Result<(), QueueError> {
        let meta = MetaV1 {
            format: FORMAT,
            by: env!("CARGO_PKG_VERSION").to_owned(),
        };
        self.create("meta", &meta).await?;
        let kept: Option<Entry<MetaV1>> = self.get("meta").await?;
        match kept.map(|it| it.value) {
            Some(it) if it.format.abs_diff(FORMAT) > 1 => Err(QueueError::TooFar {
                address: self.address.clone(),
                found: it.format,
                by: it.by,
                own: FORMAT,
            }),
            Some(_) | None => Ok(()),
        }
    }

    /// Ask until there is an answer, or too long.
    pub async fn patiently<T, E: Into<Source>>(
        &self,
        mut ask: impl AsyncFnMut() -> Result<T, E>,
    ) -> Result<T, QueueError> {
        let began = Instant::now();
        loop {
            let source: Source = match timeout(REQUEST * 2, ask()).await {
                Ok(Ok(answer)) => return Ok(answer),
                Ok(Err(error)) => error.into(),
                Err(elapsed) => elapsed.into(),
            };
            if began.elapsed() >= PATIENCE {
                return Err(QueueError::Away {
                    address: self.address.clone(),
                    seconds: PATIENCE.as_secs(),
                    source,
                });
            }
            tracing::debug!(%source, "the queue's server is asked again");
            sleep(PAUSE).await;
        }
    }

    /// Whether a change that is not taken is tried once more.
    pub fn still_tries(&self, began: Instant) -> Result<(), QueueError> {
        match began.elapsed() < PATIENCE {
            true => Ok(()),
            false => Err(QueueError::Away {
                address: self.address.clone(),
                seconds: PATIENCE.as_secs(),
                source: "it takes no change; its disk may be full, or the account may not write".into(),
            }),
        }
    }

    /// What something that can't be read is.
    pub fn unread(&self, what: &str, reason: impl ToString) -> QueueError {
        QueueError::Unread {
            address: self.address.clone(),
            what: what.to_owned(),
            reason: reason.to_string(),
        }
    }

    /// An entry of the bucket.
    pub async fn get<T: DeserializeOwned>(&self, key: &str) -> Result<Option<Entry<T>>, QueueError> {
        let read = |bytes: &[u8]| serde_json::from_slice(bytes).map_err(|it| it.to_string());
        self.read(key, read).await
    }

    /// The entry of a row.
    pub async fn row(&self, key: &str) -> Result<Option<Entry<RowV1>>, QueueError> {
        self.read(key, RowV1::read).await
    }

    async fn read<T>(
        &self,
        key: &str,
        read: impl Fn(&[u8]) -> Result<T, String>,
    ) -> Result<Option<Entry<T>>, QueueError> {
        let found = self.patiently(async || self.bucket.entry(key).await).await?;
        let Some(entry) = found.filter(|it| it.operation == kv::Operation::Put) else {
            return Ok(None);
        };
        let value = read(&entry.value).map_err(|it| self.unread(key, it))?;
        Ok(Some(Entry {
            value,
            revision: entry.revision,
            created: entry.created.unix_timestamp_nanos() / 1_000_000,
        }))
    }

    /// Put an entry where there is none; whether it was put. Where nobody knows, who asks has to look.
    pub async fn create<T: Serialize>(&self, key: &str, value: &T) -> Result<bool, QueueError> {
        let bytes = Bytes::from(json(value));
        self.patiently(async || match self.bucket.create(key, bytes.clone()).await {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == CreateErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(error),
        })
        .await
    }

    /// Change an entry that still is what it was.
    pub async fn set<T: Serialize>(&self, key: &str, value: &T, revision: u64) -> Set {
        let bytes = Bytes::from(json(value));
        match timeout(REQUEST * 2, self.bucket.update(key, bytes, revision)).await {
            Ok(Ok(revision)) => Set::Done(revision),
            Ok(Err(error)) if error.kind() == UpdateErrorKind::WrongLastRevision => Set::Look,
            Ok(Err(error)) => {
                tracing::debug!(%error, key, "an entry is not changed, or nobody knows");
                sleep(PAUSE).await;
                Set::Look
            }
            Err(_) => Set::Look,
        }
    }

    /// Put an entry, whatever there is.
    pub async fn put<T: Serialize>(&self, key: &str, value: &T) -> Result<u64, QueueError> {
        let bytes = Bytes::from(json(value));
        self.patiently(async || self.bucket.put(key, bytes.clone()).await)
            .await
    }

    /// Which jobs there are.
    pub async fn jobs(&self) -> Result<Entry<JobsV1>, QueueError> {
        loop {
            if let Some(entry) = self.get("jobs").await? {
                return Ok(entry);
            }
            let none = JobsV1 {
                version: FORMAT,
                ..JobsV1::default()
            };
            self.create("jobs", &none).await?;
        }
    }

    /// The number of a job that is added next.
    pub async fn next_job(&self) -> Result<i64, QueueError> {
        let mut id = 0;
        self.change_jobs(async |jobs: &mut JobsV1| {
            jobs.last += 1;
            id = jobs.last;
            Ok(true)
        })
        .await?;
        Ok(id)
    }

    /// Change which jobs there are; `None` where the change is none.
    pub async fn change_jobs(
        &self,
        mut change: impl AsyncFnMut(&mut JobsV1) -> Result<bool, QueueError>,
    ) -> Result<JobsV1, QueueError> {
        let began = Instant::now();
        loop {
            self.still_tries(began)?;
            let Entry {
                mut value, revision, ..
            } = self.jobs().await?;
            if !change(&mut value).await? {
                return Ok(value);
            }
            value.changes += 1;
            if let Set::Done(_) = self.set("jobs", &value, revision).await {
                return Ok(value);
            }
        }
    }

    /// What the server's clock says, in milliseconds. All leases are measured by it.
    pub async fn clock(&self, who: &str) -> Result<i128, QueueError> {
        let key = format!("clock.{who}");
        self.put(&key, &FORMAT).await?;
        let entry: Option<Entry<u32>> = self.get(&key).await?;
        entry
            .map(|it| it.created)
            .ok_or_else(|| self.unread(&key, "it is gone"))
    }

    /// Call someone to a row. The same call within two minutes is one.
    pub async fn call(&self, call: &CallV1, occasion: u64) -> Result<(), QueueError> {
        let subject = self.subject(call.job);
        let id = format!("{}.{}.{occasion}", call.job, call.row);
        let bytes = Bytes::from(json(call));
        self.patiently(async || -> Result<(), Source> {
            let message = jetstream::message::PublishMessage::build()
                .payload(bytes.clone())
                .message_id(&id);
            self.context.send_publish(subject.clone(), message).await?.await?;
            Ok(())
        })
        .await
    }

    /// Where calls to rows of a job stand.
    pub fn subject(&self, job: i64) -> String {
        format!("autorpa.{}.row.{job}", self.name)
    }

    /// Say what becomes of a call. One that is not heard comes again, and does nothing then.
    pub async fn answer(&self, message: &jetstream::Message, answer: AckKind) {
        if let Err(error) = message.ack_with(answer).await {
            tracing::debug!(%error, "a call is not answered");
        }
    }

    /// Put something on the shelf.
    pub async fn shelve(&self, name: &str, bytes: &[u8]) -> Result<(), QueueError> {
        self.patiently(async || {
            let mut reader = bytes;
            self.shelf.put(name, &mut reader).await.map(drop)
        })
        .await
    }

    /// Whether something of this name lies on the shelf.
    pub async fn is_shelved(&self, name: &str) -> Result<bool, QueueError> {
        self.patiently(async || match self.shelf.info(name).await {
            Ok(info) => Ok(!info.deleted),
            Err(error) if error.kind() == InfoErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        })
        .await
    }

    /// What lies on the shelf.
    pub async fn shelved(&self, name: &str) -> Result<Option<Vec<u8>>, QueueError> {
        self.patiently(async || -> Result<Option<Vec<u8>>, Source> {
            let mut object = match self.shelf.get(name).await {
                Ok(object) => object,
                Err(error) if error.kind() == GetErrorKind::NotFound => return Ok(None),
                Err(error) => return Err(error.into()),
            };
            let mut bytes = Vec::new();
            object.read_to_end(&mut bytes).await?;
            Ok(Some(bytes))
        })
        .await
    }

    /// Say that someone takes rows.
    pub async fn list_worker(&self, name: &str, bytes: Vec<u8>) -> Result<(), QueueError> {
        let bytes = Bytes::from(bytes);
        self.patiently(async || self.workers.put(name, bytes.clone()).await.map(drop))
            .await
    }
}

/// A bucket as a stream. The client's own way asks the server for what the oldest that is supported does not say.
fn bucket(name: &str) -> stream::Config {
    stream::Config {
        name: format!("KV_{name}"),
        description: Some("AutoRPA: a bucket".to_owned()),
        subjects: vec![format!("$KV.{name}.>")],
        max_messages_per_subject: 1,
        discard: stream::DiscardPolicy::New,
        allow_rollup: true,
        deny_delete: true,
        allow_direct: true,
        ..stream::Config::default()
    }
}

/// Make a queue.
async fn made(context: &Context, server: &Server, name: &str) -> Result<(), Source> {
    context.get_or_create_stream(bucket(name)).await?;
    let workers = stream::Config {
        max_age: LISTED,
        ..bucket(&format!("{name}-workers"))
    };
    context.get_or_create_stream(workers).await?;
    let shelf = object_store::Config {
        bucket: name.to_owned(),
        description: Some("AutoRPA: functions and records of runs".to_owned()),
        ..object_store::Config::default()
    };
    context.create_object_store(shelf).await?;
    // Last: who finds it finds the others.
    let calls = stream::Config {
        name: name.to_owned(),
        subjects: vec![format!("autorpa.{}.row.*", server.queue())],
        retention: stream::RetentionPolicy::WorkQueue,
        ..stream::Config::default()
    };
    context.get_or_create_stream(calls).await?;
    Ok(())
}

/// Now, as runners say it.
pub fn later(now: Timestamp, by: Duration) -> Timestamp {
    let by = jiff::SignedDuration::try_from(by).unwrap_or(jiff::SignedDuration::from_secs(60));
    now.saturating_add(by).unwrap_or(now)
}
