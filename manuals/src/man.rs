//! Man pages: one for each program, and one for each of its commands.

use std::io;

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

/// Returns the pages of a program and of its commands, by path.
pub fn pages(program: Command) -> Vec<(String, Vec<u8>)> {
    let mut program = program.disable_help_subcommand(true);
    // Passes global flags on to commands, and gives each its full name.
    program.build();
    let version = program.get_version().unwrap_or_default();
    let source = format!("{} {version}", program.get_name());
    let mut pages = Vec::new();
    add(&program, &source, &mut pages);
    pages
}

fn add(command: &Command, source: &str, pages: &mut Vec<(String, Vec<u8>)>) {
    let page = Man::new(command.clone());
    let file = page.get_filename();
    let title = file.trim_end_matches(".1").to_uppercase();
    // `render_title` leaves out an empty date, which shifts the following fields.
    let mut text = format!(".TH {title} 1 \"\" \"{source}\" \"User Commands\"\n").into_bytes();
    render(command, &page, &mut text).expect("memory takes everything");
    pages.push((format!("man/{file}"), text));
    for one in command.get_subcommands().filter(|one| !one.is_hide_set()) {
        add(one, source, pages);
    }
}

/// Renders a page as `Man::render` does, but without the title, and with the line breaks after the
/// flags, which contain tables and commands.
fn render(command: &Command, page: &Man, text: &mut Vec<u8>) -> io::Result<()> {
    page.render_name_section(text)?;
    page.render_synopsis_section(text)?;
    page.render_description_section(text)?;
    page.render_options_section(text)?;
    if command.has_subcommands() {
        page.render_subcommands_section(text)?;
    }
    let Some(rest) = command.get_after_help() else {
        return Ok(());
    };
    let mut notes = Roff::default();
    notes.control("SH", ["NOTES"]).control("nf", []);
    for line in rest.to_string().lines() {
        notes.text([roman(line)]);
    }
    notes.control("fi", []).to_writer(text)
}
