//! The peer: a bare axum handler that answers a constant body.

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{Response, header};
use axum::routing::any;
use tokio::net::TcpListener;

/// Serves on a free port, which is printed, until the process is killed.
pub async fn serve(size: usize) -> anyhow::Result<()> {
    let body = Bytes::from(format!("\"{}\"", "x".repeat(size.saturating_sub(2))));
    let answer = move |_: Bytes| async move {
        let answer = Response::builder().header(header::CONTENT_TYPE, "application/json");
        answer.body(Body::from(body)).unwrap_or_default()
    };
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    axum::serve(listener, Router::new().fallback(any(answer))).await?;
    Ok(())
}
