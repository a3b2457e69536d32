//! Generates calls of every operation of a description: `client-calls DESCRIPTION SEED` prints them
//! as JSON. With a third argument, `whole`, they include what third-party validators cannot check:
//! streams, all pages of lists, and responses with their values.
//!
//! `cargo xtask corpus --clients` and `cargo xtask showcase` let the generated clients make these
//! calls.

mod answers;
mod body;
mod draw;
mod items;
mod parameters;
mod whole;

use std::path::Path;

use anyhow::{Context as _, Result};
use conformance_core::description::Description;

fn main() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let path = arguments.next().context("give a description and a seed")?;
    let seed = arguments
        .next()
        .context("give a seed after the description")?;
    let seed = seed
        .to_string_lossy()
        .parse()
        .context("the seed is not a number")?;
    let is_whole = arguments.next().is_some_and(|word| word == "whole");
    let description = Description::read(Path::new(&path))?;
    let drawn = draw::calls(&description.api, seed, is_whole);
    serde_json::to_writer(std::io::stdout().lock(), &drawn).context("cannot print the calls")
}
