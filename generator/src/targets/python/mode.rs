//! The two kinds of client: blocking and asynchronous.

/// Whether a client blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// `Client`.
    Sync,
    /// `AsyncClient`.
    Async,
}

impl Mode {
    /// Returns the folder of its groups.
    pub(super) const fn folder(self) -> &'static str {
        match self {
            Self::Sync => "groups",
            Self::Async => "async_groups",
        }
    }

    /// Returns the class that runs its calls.
    pub(super) const fn runner(self) -> &'static str {
        match self {
            Self::Sync => "SyncRunner",
            Self::Async => "AsyncRunner",
        }
    }

    /// Returns the class of its streams.
    pub(super) const fn stream(self) -> &'static str {
        match self {
            Self::Sync => "ItemStream",
            Self::Async => "AsyncItemStream",
        }
    }

    /// Returns the module of that class.
    pub(super) const fn module(self) -> &'static str {
        match self {
            Self::Sync => "..runtime.sync_http",
            Self::Async => "..runtime.async_http",
        }
    }
}
