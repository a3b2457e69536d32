//! Prints how well the rules of `diff` agree with what sample values prove. Exits with 1 where a break is silent, or
//! less than 98 % of the reported ones are true.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use clap::Parser;
use diff_truth::{Report, campaign, descriptions};
use spec::diff::Policy;

/// Change descriptions in many ways, and hold the rules of `diff` to what sample values prove.
#[derive(Debug, Parser)]
#[command(name = "diff-truth")]
struct Arguments {
    /// How many mutations there are in all.
    #[arg(long, default_value_t = 300, value_name = "N")]
    mutations: u64,
    /// Other seeds make other mutations.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Also print a table with a row for each kind of change.
    #[arg(long)]
    table: bool,
    /// The descriptions.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    let policy = Policy::on(jiff::civil::date(2027, 1, 1));
    let each = arguments.mutations.div_ceil(arguments.files.len() as u64);
    let mut report = Report::default();
    for file in &arguments.files {
        let name = file.display().to_string();
        let forms = descriptions(file).map_err(|error| anyhow!("{name}: {error}"))?;
        let each = each.div_ceil(forms.len() as u64);
        for one in &forms {
            campaign(&name, one, (each, arguments.seed), &policy, &mut report);
        }
    }
    if arguments.table {
        anstream::println!("{}", report.table());
    }
    anstream::println!("{report}");
    Ok(ExitCode::from(u8::from(!report.is_good())))
}
