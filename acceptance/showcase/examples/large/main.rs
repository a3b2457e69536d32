//! A server and a client for `cargo xtask large-bodies`: `large serve` prints its address, and
//! `large call` sends and receives a file of `LARGE_CHUNKS` chunks at `LARGE_BASE`, as a body or, if
//! `LARGE_WAY` is `form`, in a form.

mod photo;
mod shed;

use std::io::{Read as _, Write as _};

use anyhow::{Context as _, Result, ensure};
use client::types::UploadPhotoBody;
use client::types::bytes::Bytes;
use client::types::runtime::File;
use client::{Client, ItemSource};
use tokio::net::TcpListener;

use self::shed::{Shed, chunk, is_file};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("serve") => serve().await,
        _ => call().await,
    }
}

/// Serves until the standard input ends.
async fn serve() -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}", listener.local_addr()?);
    std::io::stdout().flush()?;
    std::thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(0);
    });
    axum::serve(listener, Shed::default().router()).await?;
    Ok(())
}

async fn call() -> Result<()> {
    let base = std::env::var("LARGE_BASE")?;
    let builder = Client::builder().server("https://garden.example/{version}", base);
    let client = builder.build()?;
    // A small file first: what every call needs is not counted.
    transfer(&client, 1).await?;
    std::fs::write("/proc/self/clear_refs", "5")?;
    let idle = memory("VmRSS:")?;
    let received = transfer(&client, std::env::var("LARGE_CHUNKS")?.parse()?).await?;
    println!("{received} {idle} {}", memory("VmHWM:")?);
    Ok(())
}

/// Sends and receives a file, and returns its length.
async fn transfer(client: &Client, chunks: usize) -> Result<usize> {
    // New chunks, so that a client that keeps them needs memory for each.
    let one = chunk();
    let copies = std::iter::repeat_with(move || Bytes::copy_from_slice(&one));
    let file = ItemSource::iter(copies.take(chunks));
    if std::env::var("LARGE_WAY").as_deref() == Ok("form") {
        let form = UploadPhotoBody::new("large", File::default());
        client
            .bodies()
            .upload_photo(&form)
            .stream_file("picture", file)
            .await?;
    } else {
        let upload = client.bodies().upload_file(Bytes::new());
        upload.stream_body("application/octet-stream", file).await?;
    }

    let mut body = client.bodies().download_file().open_response().await?.body;
    let mut received = 0;
    while let Some(bytes) = body.try_next().await? {
        ensure!(is_file(&bytes, received), "other bytes after {received}");
        received += bytes.len();
    }
    Ok(received)
}

/// Returns a field of the process' status, in KiB.
fn memory(field: &str) -> Result<usize> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix(field));
    let text = line.and_then(|line| line.split_whitespace().next());
    Ok(text.context("the status has no such field")?.parse()?)
}
