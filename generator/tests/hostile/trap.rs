//! Traps for hostile texts: a file that must not be created, and an address that must not be
//! called.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many requests have arrived.
static VISITS: AtomicUsize = AtomicUsize::new(0);

/// The address at which visits are counted, as long as the tests run.
static ADDRESS: LazyLock<String> = LazyLock::new(|| {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    let port = listener.local_addr().expect("it has an address").port();
    std::thread::spawn(move || {
        for _ in listener.incoming() {
            VISITS.fetch_add(1, Ordering::SeqCst);
        }
    });
    format!("http://127.0.0.1:{port}/")
});

/// Returns where a text that is run would put a file.
pub fn canary() -> String {
    path().display().to_string()
}

fn path() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile.CANARY")
}

/// Returns what a text that is followed would ask for.
pub fn listener() -> &'static str {
    &ADDRESS
}

/// Neither has happened, nor has a file with the name that some texts have come into `folder`.
pub fn assert_untouched(folder: &Path) {
    assert!(!path().exists(), "a text was run: {}", path().display());
    assert_eq!(VISITS.load(Ordering::SeqCst), 0, "a text was followed");
    for name in ["PWN", "PWNED", "CANARY"] {
        assert!(!folder.join(name).exists(), "a text has made {name}");
    }
}
