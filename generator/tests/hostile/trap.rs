//! Traps for hostile texts: a file that must not be created, and an address that must not be
//! called.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of requests so far.
static VISITS: AtomicUsize = AtomicUsize::new(0);

/// Returns the address at which requests are counted while the tests run.
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

/// Returns the path at which a text would create a file if it were run.
pub fn canary() -> String {
    path().display().to_string()
}

fn path() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile.CANARY")
}

/// Returns the URL that a text would request if it were followed.
pub fn listener() -> &'static str {
    &ADDRESS
}

/// Checks that neither has happened, and that `folder` has no file whose name is from such a text.
pub fn assert_untouched(folder: &Path) {
    assert!(!path().exists(), "a text was run: {}", path().display());
    assert_eq!(VISITS.load(Ordering::SeqCst), 0, "a text was followed");
    for name in ["PWN", "PWNED", "CANARY"] {
        assert!(!folder.join(name).exists(), "a text has made {name}");
    }
}
