//! Two independent parsers of CommonMark.

use markdown::mdast;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::Fault;

/// The extensions of the parser that rustdoc uses.
const RUSTDOC: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_SMART_PUNCTUATION);

/// Checks a comment with both parsers.
pub(super) fn both(comment: &str) -> Result<(), Fault> {
    let rustdoc = with_pulldown(comment)?;
    let other = with_markdown(comment)?;
    if rustdoc == other {
        return Ok(());
    }
    let message = format!("{rustdoc:?} and {other:?} in\n{comment}");
    Err(Fault::new(
        "prose that two parsers read differently",
        message,
    ))
}

/// Returns the blocks of code that the parser of rustdoc finds.
fn with_pulldown(comment: &str) -> Result<Vec<String>, Fault> {
    let mut blocks: Vec<String> = Vec::new();
    let mut is_open = false;
    for event in Parser::new_ext(comment, RUSTDOC) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) if &*info == "text" => {
                is_open = true;
                blocks.push(String::new());
            }
            Event::Start(Tag::CodeBlock(_) | Tag::HtmlBlock)
            | Event::Html(_)
            | Event::InlineHtml(_) => {
                let message = format!("{event:?} in\n{comment}");
                return Err(Fault::new("prose as code or HTML", message));
            }
            Event::Text(text) if is_open => {
                let block = blocks.last_mut().expect("one is open");
                block.push_str(&text);
            }
            Event::End(TagEnd::CodeBlock) => is_open = false,
            _ => {}
        }
    }
    Ok(blocks
        .iter()
        .map(|text| text.trim_end().to_owned())
        .collect())
}

/// Returns the blocks of code that the other parser finds.
fn with_markdown(comment: &str) -> Result<Vec<String>, Fault> {
    let mut options = markdown::ParseOptions::gfm();
    // rustdoc makes no links of bare addresses.
    options.constructs.gfm_autolink_literal = false;
    let tree = markdown::to_mdast(comment, &options);
    let tree = tree.map_err(|error| Fault::new("prose unread", error.to_string()))?;
    let (mut blocks, mut rest) = (Vec::new(), vec![&tree]);
    while let Some(node) = rest.pop() {
        match node {
            mdast::Node::Code(code) if code.lang.as_deref() == Some("text") => {
                blocks.push(code.value.trim_end().to_owned());
            }
            mdast::Node::Code(_) | mdast::Node::Html(_) => {
                let message = format!("{node:?} in\n{comment}");
                return Err(Fault::new(
                    "prose as code or HTML, by the other parser",
                    message,
                ));
            }
            _ => {}
        }
        rest.extend(node.children().into_iter().flatten().rev());
    }
    Ok(blocks)
}
