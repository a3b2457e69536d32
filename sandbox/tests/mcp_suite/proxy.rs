//! A proxy that adds an access token, which the suite cannot send itself.

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use hyper_util::client::legacy::{Client, connect::HttpConnector};
use hyper_util::rt::TokioExecutor;

/// Starts the proxy of a host, and returns its address. Requests arrive unchanged, with their `Host`;
/// those without a credential get the token.
pub async fn start(target: &str, token: &str) -> String {
    let client = Client::builder(TokioExecutor::new()).build_http();
    let credential = HeaderValue::try_from(format!("Bearer {token}")).expect("a header");
    let target = target.to_owned();
    let router = Router::new().fallback(move |mut request: Request| {
        let headers = request.headers_mut();
        headers.entry(AUTHORIZATION).or_insert(credential.clone());
        forward(client.clone(), target.clone(), request)
    });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await;
    let listener = listener.expect("a free port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}")
}

async fn forward(
    client: Client<HttpConnector, Body>,
    target: String,
    mut request: Request,
) -> Response {
    let uri = format!("{target}{}", request.uri());
    *request.uri_mut() = Uri::try_from(uri).expect("a target");
    match client.request(request).await {
        Ok(response) => response.map(Body::new).into_response(),
        Err(error) => (StatusCode::BAD_GATEWAY, error.to_string()).into_response(),
    }
}
