
/// Listens on the address in `LISTEN`, or on port 8080 of the loopback interface.
#[tokio::main]
async fn main() -> std::io::Result<()> {
    let address = std::env::var("LISTEN").unwrap_or_else(|_| "127.0.0.1:8080".to_owned());
    let listener = tokio::net::TcpListener::bind(&address).await?;
    println!("listening on http://{}", listener.local_addr()?);
    axum::serve(listener, ::server::router(Service::from_env())).await
}
