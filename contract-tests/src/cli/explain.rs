//! `explain`: prints the explanation of a check.

use anyhow::{Result, bail};
use clap::Args;
use messages::explain::unknown;

use super::Exit;
use crate::explain;
use conformance_core::catalogue::Catalogue;

/// The flags.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The id of a check or of a requirement, such as `challenge-with-401` or `HTTP-02`.
    #[arg(value_name = "ID", required_unless_present_any = ["list", "page"])]
    id: Option<String>,
    /// List every check with what it means.
    #[arg(long)]
    list: bool,
    /// Print the page of the reference, as Markdown.
    #[arg(long, hide = true)]
    page: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Exit> {
    if arguments.page {
        anstream::print!("{}", explain::page());
    }
    if arguments.list {
        for one in explain::all() {
            anstream::println!("{:32} {}", one.id, one.title);
        }
    }
    let Some(id) = &arguments.id else {
        return Ok(Exit::Conforms);
    };
    let found = match explain::find(id) {
        Some(one) => vec![one],
        None => explain::of_requirement(id),
    };
    if found.is_empty() {
        let requirements = Catalogue::embedded().requirements.iter();
        let mut rows = requirements.clone();
        if let Some(row) = rows.find(|row| row.id.eq_ignore_ascii_case(id)) {
            let why = row.unchecked.as_deref().unwrap_or("there is no check");
            bail!("no check is about {}: {}", row.id, why.trim());
        }
        let ids = conformance_checks::all().map(|check| check.id);
        let ids = ids.chain(requirements.map(|row| row.id.as_str()));
        bail!(unknown(
            id,
            "check or requirement",
            "conformance explain",
            ids
        ));
    }
    for (index, one) in found.iter().enumerate() {
        if index > 0 {
            anstream::println!();
        }
        anstream::print!("{}", one.to_terminal());
    }
    Ok(Exit::Conforms)
}
