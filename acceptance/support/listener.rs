//! A port of this machine that can refuse connections for a while.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::net::TcpSocket;
use tokio::task::JoinHandle;

use super::wire::{Handler, Received, Reply, serve};

/// A service on this machine that records requests.
pub struct Service {
    /// Its address, without a slash at the end.
    pub url: String,
    address: SocketAddr,
    handler: Arc<Handler>,
    received: Arc<Mutex<Vec<Received>>>,
    listening: Mutex<Option<JoinHandle<()>>>,
    /// Reserves the port while the service is down.
    _reserved: TcpSocket,
}

impl Service {
    pub async fn start(handler: impl Fn(&Received) -> Reply + Send + Sync + 'static) -> Self {
        let reserved = socket("127.0.0.1:0".parse().unwrap());
        let address = reserved.local_addr().unwrap();
        let service = Self {
            url: format!("http://{address}"),
            address,
            handler: Arc::new(handler),
            received: Arc::default(),
            listening: Mutex::default(),
            _reserved: reserved,
        };
        service.open().await;
        service
    }

    /// Accepts connections from now on.
    pub async fn open(&self) {
        self.close().await;
        let listener = socket(self.address).listen(64).unwrap();
        let (handler, seen) = (Arc::clone(&self.handler), Arc::clone(&self.received));
        let listening = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, Arc::clone(&handler), Arc::clone(&seen)));
            }
        });
        *self.listening() = Some(listening);
    }

    /// Refuses connections from now on.
    pub async fn close(&self) {
        let listening = self.listening().take();
        if let Some(listening) = listening {
            listening.abort();
            // The port is closed when the task is gone.
            let _ = listening.await;
        }
    }

    pub fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }

    /// Returns and clears the recorded requests.
    pub fn take(&self) -> Vec<Received> {
        std::mem::take(&mut self.received.lock().unwrap())
    }

    fn listening(&self) -> std::sync::MutexGuard<'_, Option<JoinHandle<()>>> {
        self.listening
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns a socket that can share its port.
fn socket(address: SocketAddr) -> TcpSocket {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_reuseaddr(true).unwrap();
    socket.bind(address).unwrap();
    socket
}
