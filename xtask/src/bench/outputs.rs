//! Where generators that are measured write.

use std::path::Path;

use nix::sys::statvfs::statvfs;
use tempfile::TempDir;

/// Returns a new folder, in memory if the system has such a file system with enough room: ext4 searches
/// longer for room in the minutes after thousands of files were deleted, as after every run.
pub(super) fn folder() -> std::io::Result<TempDir> {
    let memory = Path::new("/dev/shm");
    let room = statvfs(memory).map_or(0, |system| {
        u128::from(system.blocks_available()) * u128::from(system.fragment_size())
    });
    // Far above what a generator may write; containers often have less.
    if room > 2 << 30 {
        return tempfile::tempdir_in(memory);
    }
    tempfile::tempdir()
}
