//! TLS in front of a deployment: a certificate of a private authority, and a client certificate.

use std::net::SocketAddr;
use std::sync::Arc;

use rustls::RootCertStore;
use rustls::ServerConfig;
use rustls::crypto::ring::default_provider;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::WebPkiClientVerifier;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;

/// The flags that make it reachable; file names are relative to the folder of certificates.
pub(crate) const FLAGS: [&str; 6] = [
    "--cacert",
    "ca.pem",
    "--cert",
    "client.pem",
    "--key",
    "client.key",
];

/// Returns a flag, or the path of a file.
pub(crate) fn path(flag: &str) -> String {
    if flag.starts_with("--") {
        return flag.to_owned();
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fronts/certificates");
    format!("{folder}/{flag}")
}

/// A TLS terminator on a separate port, until it is dropped.
pub(crate) struct Terminator {
    pub(crate) port: u16,
    server: JoinHandle<()>,
}

impl Drop for Terminator {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl Terminator {
    /// Starts a terminator that forwards to an address.
    pub(crate) fn start(to: SocketAddr) -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        listener.set_nonblocking(true).expect("a socket");
        let port = listener.local_addr().expect("an address").port();
        let listener = TcpListener::from_std(listener).expect("a socket");
        let server = tokio::spawn(serve(listener, to, acceptor()));
        Self { port, server }
    }
}

fn acceptor() -> TlsAcceptor {
    let certificate =
        |name| CertificateDer::from_pem_file(path(name)).expect("a certificate in the folder");
    let provider = Arc::new(default_provider());
    let mut roots = RootCertStore::empty();
    roots.add(certificate("ca.pem")).expect("an authority");
    let clients =
        WebPkiClientVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&provider))
            .build()
            .expect("a verifier");
    let key = PrivateKeyDer::from_pem_file(path("server.key")).expect("a key in the folder");
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions of TLS")
        .with_client_cert_verifier(clients)
        .with_single_cert(vec![certificate("server.pem")], key)
        .expect("a certificate and its key");
    TlsAcceptor::from(Arc::new(config))
}

async fn serve(listener: TcpListener, to: SocketAddr, acceptor: TlsAcceptor) {
    let mut connections = tokio::task::JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        let acceptor = acceptor.clone();
        connections.spawn(async move {
            // A client without a certificate is rejected.
            let Ok(mut inside) = acceptor.accept(stream).await else {
                return;
            };
            if let Ok(mut outside) = TcpStream::connect(to).await {
                let _ = tokio::io::copy_bidirectional(&mut inside, &mut outside).await;
            }
        });
        while connections.try_join_next().is_some() {}
    }
}
