//! A server on two ports of this machine, which answers as a case says.

use std::io::BufReader;
use std::io::Read as _;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::wire::{SILENCE, Wire};
use super::{Answer, End, Request};

/// How long the server waits for a request on an open connection. A client that expects more of the
/// last answer is kept waiting for as long: a stream has no time limit.
const IDLE: Duration = Duration::from_secs(3);

/// Chooses the answer to a request.
pub type Answers = Box<dyn FnMut(&Request) -> Answer + Send>;

/// A running server. Dropping it stops it.
pub struct Server {
    addresses: [SocketAddr; 2],
    shared: Arc<Shared>,
}

struct Shared {
    names: [String; 4],
    answers: Mutex<Answers>,
    received: Mutex<Vec<Request>>,
    /// How often the answers were set.
    turn: AtomicUsize,
    stopped: AtomicBool,
}

impl Server {
    /// Starts a server that answers every request with an empty answer.
    ///
    /// # Errors
    /// Returns an error if there is no free port.
    pub fn start() -> std::io::Result<Self> {
        let listeners = [
            TcpListener::bind("127.0.0.1:0")?,
            TcpListener::bind("127.0.0.1:0")?,
        ];
        let addresses = [listeners[0].local_addr()?, listeners[1].local_addr()?];
        let [here, elsewhere] = addresses.map(|address| address.to_string());
        let shared = Arc::new(Shared {
            names: [
                format!("http://{here}"),
                format!("http://{elsewhere}"),
                here,
                elsewhere,
            ],
            answers: Mutex::new(Box::new(|_| Answer::default())),
            received: Mutex::default(),
            turn: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
        });
        for (number, listener) in listeners.into_iter().enumerate() {
            let shared = Arc::clone(&shared);
            std::thread::spawn(move || {
                for stream in listener.incoming().flatten() {
                    if shared.stopped.load(Ordering::SeqCst) {
                        return;
                    }
                    let shared = Arc::clone(&shared);
                    let turn = shared.turn.load(Ordering::SeqCst);
                    std::thread::spawn(move || shared.serve(&stream, number == 1, turn));
                }
            });
        }
        Ok(Self { addresses, shared })
    }

    /// Returns the address of the server, without a slash at the end.
    #[must_use]
    pub fn base(&self) -> &str {
        &self.shared.names[0]
    }

    /// Sets the answers from now on, and forgets the requests so far.
    pub fn answer(&self, answers: Answers) {
        *lock(&self.shared.answers) = answers;
        self.shared.turn.fetch_add(1, Ordering::SeqCst);
        lock(&self.shared.received).clear();
    }

    /// Returns the requests since the answers were set.
    #[must_use]
    pub fn received(&self) -> Vec<Request> {
        lock(&self.shared.received).clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.stopped.store(true, Ordering::SeqCst);
        for address in self.addresses {
            // The listener notices when it accepts.
            let _ = TcpStream::connect(address);
        }
    }
}

impl Shared {
    /// Answers the requests of a connection, which was accepted in a turn.
    fn serve(&self, stream: &TcpStream, elsewhere: bool, accepted: usize) {
        let _ = stream.set_nodelay(true);
        let _ = stream.set_write_timeout(Some(SILENCE));
        let _ = stream.set_read_timeout(Some(IDLE));
        let mut reader = BufReader::new(stream);
        let mut accepted = Some(accepted);
        while let Some(mut request) = Request::read(&mut reader) {
            if self.stopped.load(Ordering::SeqCst) {
                break;
            }
            request.elsewhere = elsewhere;
            let turn = self.turn.load(Ordering::SeqCst);
            // The first request of a connection belongs to the call that has opened it, which may
            // have ended in the meantime.
            if accepted.take().is_some_and(|accepted| accepted != turn) {
                break;
            }
            let answer = (lock(&self.answers))(&request);
            let secret = request
                .field("authorization")
                .unwrap_or_default()
                .to_owned();
            lock(&self.received).push(request);
            let [base, other, authority, port] = &self.names;
            let names = [
                ("{base}", base.as_str()),
                ("{other}", other),
                ("{authority}", authority),
                ("{elsewhere}", port),
                ("{authorization}", &secret),
            ];
            if Wire::new(stream, &names).send(&answer).is_err() || answer.end == End::Close {
                break;
            }
            if answer.end == End::Silence {
                silence(stream);
                break;
            }
            // A request that has arrived in the meantime is not one of this turn.
            if turn != self.turn.load(Ordering::SeqCst) {
                break;
            }
        }
        let _ = stream.shutdown(Shutdown::Both);
    }
}

/// Waits until the client closes the connection, or has waited long enough.
fn silence(stream: &TcpStream) {
    let start = Instant::now();
    let _ = stream.set_read_timeout(Some(Duration::from_millis(200)));
    let (mut stream, mut buffer) = (stream, [0; 1024]);
    while start.elapsed() < SILENCE {
        match stream.read(&mut buffer) {
            Ok(0) => return,
            Err(error) if !is_wait(&error) => return,
            _ => {}
        }
    }
}

fn is_wait(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{TimedOut, WouldBlock};
    matches!(error.kind(), TimedOut | WouldBlock)
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
