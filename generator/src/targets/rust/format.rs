//! From the text of templates to Rust as it is committed: parsed as a whole, printed by
//! `prettyplease`, items apart by a blank line.

use std::fmt::Write as _;

use syn::{File, Item};

/// The text of a file, printed.
///
/// # Errors
/// When it is no Rust: a fault of the generator.
pub(super) fn format(source: &str) -> Result<String, syn::Error> {
    let (source, tables) = take_tables(source);
    let file = syn::parse_file(&source)?;
    let mut text = String::with_capacity(source.len() * 2);
    let head = File {
        shebang: None,
        frontmatter: None,
        attrs: file.attrs,
        items: Vec::new(),
    };
    text.push_str(&prettyplease::unparse(&head));
    let mut previous: Option<Group> = None;
    for item in file.items {
        let group = Group::of(&item);
        let together = previous == Some(group) && group != Group::Other;
        if !text.is_empty() && !together {
            text.push('\n');
        }
        if let Some(table) = table_of(&item, &tables) {
            syn::parse_str::<Item>(table)?;
            text.push_str(table);
            previous = Some(group);
            continue;
        }
        let item = File {
            shebang: None,
            frontmatter: None,
            attrs: Vec::new(),
            items: vec![item],
        };
        push_spaced(&mut text, &prettyplease::unparse(&item));
        previous = Some(group);
    }
    Ok(text)
}

/// Tables in macros (`runtime::string_enum!(Name {` … `});`) are laid out by the templates, a
/// line for each entry; printed as tokens they would run together. They are taken out, and put
/// back as they are. No string of a description ends one: its line breaks are escaped.
fn take_tables(source: &str) -> (String, Vec<String>) {
    let mut rest = String::with_capacity(source.len());
    let mut tables: Vec<String> = Vec::new();
    let mut inside = false;
    for line in source.lines() {
        if line.starts_with("runtime::") && line.ends_with('{') && line.contains("!(") {
            let _ = writeln!(rest, "{TABLE}!({});", tables.len());
            tables.push(String::new());
            inside = true;
        }
        match tables.last_mut().filter(|_| inside) {
            Some(table) => {
                table.push_str(line);
                table.push('\n');
                inside = line != "});";
            }
            None => {
                rest.push_str(line);
                rest.push('\n');
            }
        }
    }
    (rest, tables)
}

const TABLE: &str = "table_of_the_template";

fn table_of<'t>(item: &Item, tables: &'t [String]) -> Option<&'t str> {
    let Item::Macro(item) = item else {
        return None;
    };
    if !item.mac.path.is_ident(TABLE) {
        return None;
    }
    let index: usize = item.mac.tokens.to_string().parse().ok()?;
    tables.get(index).map(String::as_str)
}

/// Items of which several stand together without blank lines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    PublicUse,
    Use,
    PublicModule,
    Module,
    Other,
}

impl Group {
    fn of(item: &Item) -> Self {
        let public = |vis: &syn::Visibility| matches!(vis, syn::Visibility::Public(_));
        match item {
            Item::Use(item) if public(&item.vis) => Self::PublicUse,
            Item::Use(_) => Self::Use,
            Item::Mod(item) if item.content.is_none() && public(&item.vis) => Self::PublicModule,
            Item::Mod(item) if item.content.is_none() => Self::Module,
            _ => Self::Other,
        }
    }
}

/// Puts a blank line between the items inside an item.
fn push_spaced(text: &mut String, item: &str) {
    let mut previous = "";
    for line in item.lines() {
        let body = line.trim_start();
        let depth = line.len() - body.len();
        let before = previous.trim_start();
        let same_depth = previous.len() - before.len() == depth;
        let starts = body.starts_with("///") || body.starts_with("impl");
        let ends = before == "}" || (is_statement(before) && starts);
        if depth > 0 && same_depth && ends && starts_item(body) {
            text.push('\n');
        }
        text.push_str(line);
        text.push('\n');
        previous = line;
    }
}

/// A line of prose can end like one.
fn is_statement(line: &str) -> bool {
    line.ends_with(';') && !line.starts_with("///")
}

fn starts_item(line: &str) -> bool {
    const STARTS: &[&str] = &[
        "///",
        "#[",
        "pub ",
        "fn ",
        "async fn ",
        "impl ",
        "impl<",
        "const fn",
        "type ",
        "struct ",
        "enum ",
        "mod ",
    ];
    STARTS.iter().any(|start| line.starts_with(start))
}
