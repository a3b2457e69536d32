//! Reads a text with the CommonMark parser.

use std::fmt::Write as _;

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};
use spec::hidden;

use super::{Block, Inline, List};

/// The maximum nesting of containers; deeper contents belong to the last one.
const DEEPEST: usize = 8;

/// Parses the blocks of a clean text.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let mut reader = Reader::default();
    for event in Parser::new_ext(text, options) {
        reader.read(event);
    }
    reader.flush();
    reader.blocks
}

/// An open element.
#[derive(Debug)]
enum Frame {
    Quote(Vec<Block>),
    List(List),
    Item(Vec<Block>),
}

#[derive(Debug, Default)]
struct Reader {
    blocks: Vec<Block>,
    frames: Vec<Frame>,
    /// How many containers beyond the maximum nesting are open.
    skipped: usize,
    inlines: Vec<Inline>,
    /// The open block of code.
    code: Option<String>,
    /// The targets of the open links; `None` where they become text.
    links: Vec<Option<String>>,
    /// Whether an address that is its own link text is open.
    is_address: bool,
    rows: Vec<Vec<Vec<Inline>>>,
}

impl Reader {
    fn read(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => match &mut self.code {
                Some(code) => code.push_str(&text),
                None => self.text(&text),
            },
            Event::Code(code) => self.inlines.push(Inline::Code(spaced(&code))),
            Event::InlineHtml(html) if is_line_break(&html) => self.line_break(),
            Event::Html(html) if html.trim().is_empty() => self.flush(),
            Event::Html(html) | Event::InlineHtml(html) => self.text(&html),
            Event::SoftBreak => self.text(" "),
            Event::HardBreak => self.line_break(),
            Event::Rule => {
                self.flush();
                self.push(Block::Rule);
            }
            Event::InlineMath(text) | Event::DisplayMath(text) | Event::FootnoteReference(text) => {
                self.text(&text);
            }
            Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph => {
                self.flush();
                if let [.., Frame::List(list), Frame::Item(_)] = self.frames.as_mut_slice() {
                    list.is_loose |= self.skipped == 0;
                }
            }
            Tag::CodeBlock(_) => {
                self.flush();
                self.code = Some(String::new());
            }
            Tag::BlockQuote(_) => self.open(Frame::Quote(Vec::new())),
            Tag::List(start) => self.open(Frame::List(List {
                start,
                is_loose: false,
                items: Vec::new(),
            })),
            Tag::Item if self.skipped == 0 => {
                self.flush();
                self.frames.push(Frame::Item(Vec::new()));
            }
            Tag::Table(_) => {
                self.flush();
                self.rows = Vec::new();
            }
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            Tag::Emphasis => self.inlines.push(Inline::Mark("*")),
            Tag::Strong => self.inlines.push(Inline::Mark("**")),
            Tag::Strikethrough => self.inlines.push(Inline::Mark("~~")),
            Tag::Link {
                link_type,
                dest_url,
                ..
            } if is_address(link_type) && leads_to_page(&dest_url) => {
                self.is_address = true;
                self.inlines.push(Inline::Address(String::new()));
            }
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => self.open_link(&dest_url),
            Tag::TableCell => {}
            _ => self.flush(),
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => {
                let inlines = self.one_line();
                if !inlines.is_empty() {
                    self.push(Block::Heading(level as usize, inlines));
                }
            }
            TagEnd::CodeBlock => {
                let code = self.code.take().unwrap_or_default();
                let code = code_lines(&code);
                if !code.is_empty() {
                    self.push(Block::Code(code));
                }
            }
            TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item => self.close(),
            TagEnd::TableCell => {
                let cell = self.one_line();
                if let Some(row) = self.rows.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => {
                let rows = std::mem::take(&mut self.rows);
                self.push(Block::Table(rows));
            }
            TagEnd::TableHead | TagEnd::TableRow => {}
            TagEnd::Emphasis => self.inlines.push(Inline::Mark("*")),
            TagEnd::Strong => self.inlines.push(Inline::Mark("**")),
            TagEnd::Strikethrough => self.inlines.push(Inline::Mark("~~")),
            TagEnd::Link if self.is_address => self.is_address = false,
            TagEnd::Link | TagEnd::Image => self.close_link(),
            _ => self.flush(),
        }
    }

    fn text(&mut self, text: &str) {
        let text = hidden::shown(text);
        if self.is_address {
            if let Some(Inline::Address(address)) = self.inlines.last_mut() {
                address.push_str(&text);
            }
            return;
        }
        if !matches!(self.inlines.last(), Some(Inline::Text(_))) {
            self.inlines.push(Inline::Text(String::new()));
        }
        let Some(Inline::Text(whole)) = self.inlines.last_mut() else {
            return;
        };
        for character in text.chars() {
            if !character.is_whitespace() {
                whole.push(character);
            } else if !whole.ends_with(' ') {
                whole.push(' ');
            }
        }
    }

    fn line_break(&mut self) {
        trim_end(&mut self.inlines);
        if !matches!(self.inlines.last(), None | Some(Inline::Break)) {
            self.inlines.push(Inline::Break);
        }
    }

    /// Returns the parts of a finished block.
    fn finished(&mut self) -> Vec<Inline> {
        let mut inlines = std::mem::take(&mut self.inlines);
        for index in 0..inlines.len() {
            let starts = index == 0 || inlines[index - 1] == Inline::Break;
            if let Inline::Text(text) = &mut inlines[index]
                && starts
            {
                *text = text.trim_start().to_owned();
            }
        }
        inlines.retain(|inline| !matches!(inline, Inline::Text(text) if text.is_empty()));
        while let Some(Inline::Break) = inlines.last() {
            inlines.pop();
            trim_end(&mut inlines);
        }
        trim_end(&mut inlines);
        inlines
    }

    /// Reads inline text without line breaks.
    fn one_line(&mut self) -> Vec<Inline> {
        let mut inlines = Vec::new();
        std::mem::swap(&mut inlines, &mut self.inlines);
        for inline in inlines {
            match inline {
                Inline::Break => self.text(" "),
                Inline::Text(text) => self.text(&text),
                inline => self.inlines.push(inline),
            }
        }
        self.finished()
    }

    /// Ends a paragraph, if there is one.
    fn flush(&mut self) {
        let inlines = self.finished();
        if !inlines.is_empty() {
            self.push(Block::Paragraph(inlines));
        }
    }

    fn push(&mut self, block: Block) {
        match self.frames.last_mut() {
            None => self.blocks.push(block),
            Some(Frame::Quote(blocks) | Frame::Item(blocks)) => blocks.push(block),
            Some(Frame::List(list)) => list.items.push(vec![block]),
        }
    }

    fn open(&mut self, frame: Frame) {
        self.flush();
        if self.skipped > 0 || self.frames.len() >= DEEPEST {
            self.skipped += 1;
        } else {
            self.frames.push(frame);
        }
    }

    fn close(&mut self) {
        self.flush();
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        match self.frames.pop() {
            Some(Frame::Quote(blocks)) if !blocks.is_empty() => self.push(Block::Quote(blocks)),
            Some(Frame::Item(blocks)) => {
                if let Some(Frame::List(list)) = self.frames.last_mut() {
                    list.items.push(blocks);
                }
            }
            Some(Frame::List(list)) => self.push(Block::List(written(list))),
            _ => {}
        }
    }

    /// Opens a link. One within another link becomes text, and so does one whose address is not
    /// that of a page, such as a script.
    fn open_link(&mut self, address: &str) {
        let is_inside = self.links.iter().any(Option::is_some);
        let address = (!is_inside && leads_to_page(address)).then(|| encoded(address));
        if address.is_some() {
            self.inlines.push(Inline::LinkStart);
        }
        self.links.push(address);
    }

    fn close_link(&mut self) {
        let Some(Some(address)) = self.links.pop() else {
            return;
        };
        if self.inlines.last() == Some(&Inline::LinkStart) {
            self.inlines.pop();
            self.text(&address);
        } else {
            self.inlines.push(Inline::LinkEnd(address));
        }
    }
}

fn trim_end(inlines: &mut Vec<Inline>) {
    if let Some(Inline::Text(text)) = inlines.last_mut() {
        text.truncate(text.trim_end().len());
        if text.is_empty() {
            inlines.pop();
        }
    }
}

/// Returns a list in a form that can be written: its items are loose if anything but nested items
/// or code follows a paragraph, since a single paragraph looks the same.
fn written(mut list: List) -> List {
    let is_tight = |blocks: &Vec<Block>| {
        let rest = blocks.iter().skip(1);
        !matches!(
            blocks.first(),
            Some(Block::Table(_) | Block::Quote(_) | Block::List(_))
        ) && rest
            .clone()
            .all(|block| matches!(block, Block::List(_) | Block::Code(_)))
            && rest.count() < 2
    };
    let has_gap = list.items.len() > 1 || list.items.iter().any(|blocks| blocks.len() > 1);
    list.is_loose = has_gap && (list.is_loose || !list.items.iter().all(is_tight));
    list
}

/// Returns the lines of a block of code, without blank ones around them.
pub(super) fn code_lines(code: &str) -> Vec<String> {
    let line = |line: &str| {
        let line = hidden::shown(line).replace('\t', "    ");
        line.trim_end().to_owned()
    };
    let lines: Vec<_> = code.lines().map(line).collect();
    let first = lines.iter().position(|line| !line.is_empty());
    let last = lines.iter().rposition(|line| !line.is_empty());
    match (first, last) {
        (Some(first), Some(last)) => lines[first..=last].to_vec(),
        _ => Vec::new(),
    }
}

fn spaced(code: &str) -> String {
    let space = |character: char| {
        if character.is_whitespace() {
            ' '
        } else {
            character
        }
    };
    hidden::shown(code).chars().map(space).collect()
}

fn is_line_break(html: &str) -> bool {
    let inside = html
        .strip_prefix('<')
        .and_then(|html| html.strip_suffix('>'));
    let name = inside.map(|inside| inside.trim_end_matches(['/', ' ']));
    name.is_some_and(|name| name.eq_ignore_ascii_case("br"))
}

const fn is_address(link: LinkType) -> bool {
    matches!(link, LinkType::Autolink | LinkType::Email)
}

/// Returns whether an address leads to a page, to a mailbox, or within the page.
fn leads_to_page(address: &str) -> bool {
    let end = address.find(['/', '?', '#']).unwrap_or(address.len());
    match address[..end].split_once(':') {
        None => !address.is_empty(),
        Some((scheme, _)) => {
            let schemes = ["http", "https", "mailto"];
            schemes
                .iter()
                .any(|known| scheme.eq_ignore_ascii_case(known))
        }
    }
}

/// Returns an address without characters that have a meaning in Markdown.
fn encoded(address: &str) -> String {
    let has_entity = address.contains(';');
    let mut out = String::with_capacity(address.len());
    for character in hidden::shown(address).chars() {
        match character {
            '(' | ')' | '[' | ']' | '<' | '>' | '\\' | '`' | '|' | ' ' | '\t' | '\n' | '"'
            | '\'' => {
                let _ = write!(out, "%{:02X}", u32::from(character));
            }
            '&' if has_entity => out.push_str("%26"),
            other if other.is_whitespace() => out.push_str("%20"),
            other => out.push(other),
        }
    }
    out
}
