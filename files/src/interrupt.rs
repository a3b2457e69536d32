//! Delays interrupts until files are consistent again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// While it lives, an interrupt is recorded instead of ending the program.
#[derive(Debug)]
pub(crate) struct Interrupts {
    noted: Arc<AtomicBool>,
    #[cfg(unix)]
    registered: Vec<signal_hook::SigId>,
}

impl Interrupts {
    pub(crate) fn defer() -> Self {
        let noted = Arc::new(AtomicBool::new(false));
        #[cfg(unix)]
        let registered = {
            use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
            let all = [SIGHUP, SIGINT, SIGTERM].into_iter();
            all.filter_map(|signal| signal_hook::flag::register(signal, Arc::clone(&noted)).ok())
                .collect()
        };
        Self {
            noted,
            #[cfg(unix)]
            registered,
        }
    }

    pub(crate) fn is_noted(&self) -> bool {
        self.noted.load(Ordering::Relaxed)
    }
}

#[cfg(unix)]
impl Drop for Interrupts {
    fn drop(&mut self) {
        for id in self.registered.drain(..) {
            signal_hook::low_level::unregister(id);
        }
    }
}
