//! The table of one description.

use std::path::Path;

use anyhow::Result;

use super::files;
use super::tools::PEERS;
use crate::bench::measured::Cost;

/// A generator and its cost, or why it could not be measured.
#[derive(Debug)]
pub(super) struct Row {
    name: String,
    makes: String,
    cost: Result<Cost>,
    bytes: u64,
    files: usize,
}

impl Row {
    /// Creates a row about the current contents of the folder.
    pub(super) fn new(name: &str, makes: &str, cost: Result<Cost>, out: &Path) -> Self {
        let files = files(out);
        let sizes = files.iter().filter_map(|file| file.metadata().ok());
        Self {
            name: name.to_owned(),
            makes: makes.to_owned(),
            cost,
            bytes: sizes.map(|data| data.len()).sum(),
            files: files.len(),
        }
    }
}

/// Prints the rows.
pub(super) fn print(subject: &str, rows: &[Row]) {
    let first = rows.iter().find(|row| row.name == PEERS[0].name);
    let first = first.and_then(|row| row.cost.as_ref().ok());
    anstream::println!(
        "\n{subject}\n{:<31} {:<22} {:>9} {:>9} {:>9} {:>9} {:>6} {:>6}",
        "",
        "makes",
        "wall ms",
        "cpu ms",
        "peak MiB",
        "KiB out",
        "files",
        "x"
    );
    for row in rows {
        let Row { name, makes, .. } = row;
        match &row.cost {
            Ok(cost) => anstream::println!(
                "{name:<31} {makes:<22} {:>9.1} {:>9.1} {:>9.1} {:>9} {:>6} {:>6}",
                cost.wall * 1_000.0,
                cost.cpu * 1_000.0,
                cost.peak,
                row.bytes / 1_024,
                row.files,
                first.map_or("-".to_owned(), |first| format!(
                    "{:.2}",
                    cost.wall / first.wall
                )),
            ),
            Err(error) => anstream::println!("{name:<31} {makes:<22} failed: {error}"),
        }
    }
}
