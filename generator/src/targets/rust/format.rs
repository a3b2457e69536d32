//! From the text of templates to Rust as it is committed: parsed as a whole, printed by
//! `prettyplease`, items apart by a blank line.

use syn::{File, Item};

/// The text of a file, printed.
///
/// # Errors
/// When it is no Rust: a fault of the generator.
pub(super) fn format(source: &str) -> Result<String, syn::Error> {
    let file = syn::parse_file(source)?;
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
        let ends = before == "}"
            || (before.ends_with(';') && (body.starts_with("///") || body.starts_with("impl")));
        if depth > 0 && same_depth && ends && starts_item(body) {
            text.push('\n');
        }
        text.push_str(line);
        text.push('\n');
        previous = line;
    }
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
