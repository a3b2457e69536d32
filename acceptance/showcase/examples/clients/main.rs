//! Answers the generated clients of the showcase, for `cargo xtask showcase`.
//!
//! `clients CALLS RECORD MOCK` prints its address, and runs until its standard input ends. The path of a
//! request begins with a language and the number of a call in the file CALLS, which says whether the
//! generated server answers it or the mock at the address MOCK. Each exchange is a line of the file
//! RECORD.

mod garden;
mod mock;
mod pages;
mod plan;
mod record;

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use anyhow::{Context as _, Result, bail};
use axum::body::Body;
use axum::extract::Request;
use axum::http::{Response, StatusCode, Uri};
use conformance_core::description::Description;
use server::runtime::Config;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tower::ServiceExt as _;

use self::garden::{Given, Scripted};
use self::mock::Mock;
use self::plan::{Against, Call, Plan};
use self::record::{Exchange, Record};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [calls, record, mock] = arguments.as_slice() else {
        bail!("give the calls, the record and the address of the mock");
    };
    let description = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.yaml");
    let description = Arc::new(Description::read(Path::new(description))?);
    let scripted = Scripted {
        description: Arc::clone(&description),
    };
    let world = Arc::new(World {
        plan: Plan::read(Path::new(calls))?,
        record: Arc::new(Record::create(Path::new(record))?),
        mock: Mock::at(mock)?,
        router: server::routes(scripted).into_router(Config::default()),
        description,
        last: Mutex::default(),
    });
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}", listener.local_addr()?);
    std::io::stdout().flush()?;
    let (ended, end) = oneshot::channel();
    std::thread::spawn(move || {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        let _ = ended.send(());
    });
    let router = axum::Router::new().fallback(move |request: Request| {
        let world = Arc::clone(&world);
        async move { world.answer(request).await }
    });
    // Responses that are still being sent are recorded as well.
    let serving = axum::serve(listener, router).with_graceful_shutdown(async {
        let _ = end.await;
    });
    serving.await.context("cannot serve")
}

/// Everything that is needed to answer a request.
struct World {
    plan: Plan,
    record: Arc<Record>,
    mock: Mock,
    router: axum::Router,
    description: Arc<Description>,
    /// The language and the call of the last request.
    last: Mutex<Option<(String, Arc<Call>)>>,
}

impl World {
    async fn answer(&self, request: Request) -> Response<Body> {
        let Some(Called {
            language,
            call,
            uri,
        }) = self.called(request.uri())
        else {
            return status(StatusCode::NOT_FOUND);
        };
        let (mut head, body) = request.into_parts();
        head.uri = uri;
        let seen = Arc::new(OnceLock::new());
        let given = Given {
            call: Arc::clone(&call),
            seen: Arc::clone(&seen),
        };
        let response = match call.against {
            Against::Mock => {
                let sent = self.mock.send(Request::from_parts(head, body)).await;
                // The client reports the status, and the record has it.
                sent.unwrap_or_else(|_| status(StatusCode::BAD_GATEWAY))
            }
            Against::Server => {
                head.extensions.insert(given);
                let request = Request::from_parts(head, body);
                let Ok(response) = self.router.clone().oneshot(request).await;
                response
            }
        };
        let (head, body) = response.into_parts();
        let exchange = Exchange {
            language,
            call,
            seen,
            head: head.clone(),
            description: Arc::clone(&self.description),
        };
        let body = self.record.watched(body, exchange);
        Response::from_parts(head, body)
    }

    /// Returns the call that a request belongs to: the path begins with it. The mock links to absolute
    /// paths, which belong to the last call, because clients make one call after the other.
    fn called(&self, uri: &Uri) -> Option<Called> {
        let target = uri.path_and_query()?.as_str();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let named = self.named(target);
        if let Some((language, call, _)) = named {
            *last = Some((language.to_owned(), Arc::clone(call)));
        }
        let (language, call) = last.clone()?;
        let target = match named {
            Some((_, _, target)) => format!("/{target}"),
            None => self.mock.below(target).to_owned(),
        };
        let uri = target.parse().ok()?;
        Some(Called {
            language,
            call,
            uri,
        })
    }

    fn named<'u>(&self, target: &'u str) -> Option<(&'u str, &Arc<Call>, &'u str)> {
        let (language, target) = target.strip_prefix('/')?.split_once('/')?;
        let (call, target) = target.split_once('/')?;
        let call = self.plan.calls.get(call.parse::<usize>().ok()?)?;
        Some((language, call, target))
    }
}

/// The call that a request belongs to.
struct Called {
    language: String,
    call: Arc<Call>,
    /// The target of the request without the call.
    uri: Uri,
}

fn status(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}
