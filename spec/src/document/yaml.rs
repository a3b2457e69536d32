//! Parses YAML 1.2 with places, limited to what JSON can express: no tags, no merge keys, aliases
//! within the budget.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span as ParserSpan, StrInput};

use super::builder::{Builder, Fault, last_character};
use super::shallow::Deeper;
use super::{Node, Object, Value, scalar};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, offset};

/// Parses a complete document.
pub(super) fn parse(text: &str, builder: &mut Builder<'_>) -> Result<Node, Fault> {
    // The parser counts blanks at the end of the file as a line of a block.
    let lines = text.trim_end_matches(' ');
    let text = if lines.ends_with(['\n', '\r']) {
        lines
    } else {
        text
    };
    let (mut deeper, mut changed) = (Deeper::default(), Cow::Borrowed(text));
    loop {
        let mut reader = Reader {
            parser: Parser::new_from_str(&changed),
            cursor: Cursor::new(text),
            deeper: &deeper,
            shallow: None,
            builder,
            anchors: HashMap::new(),
        };
        let read = reader.document();
        let Some(start) = reader.shallow else {
            return read;
        };
        let Some(quoted) = deeper.deepen(text, start) else {
            return read;
        };
        let span = Span {
            file: builder.file(),
            start: offset(quoted.start),
            end: offset(quoted.end),
        };
        let what = "the lines of text in quotes are not deeper than its name";
        let warning = Diagnostic::warning(Code::UnsupportedYaml, span, what);
        builder.report(warning.help("indent them: some readers of YAML reject the file"));
        changed = deeper.apply(text).into();
    }
}

struct Reader<'t, 'b, 's> {
    parser: Parser<'t, StrInput<'t>>,
    /// In the text without additional spaces.
    cursor: Cursor<'t>,
    deeper: &'b Deeper,
    /// The text in quotes with too little indentation at which the parser stopped.
    shallow: Option<usize>,
    builder: &'b mut Builder<'s>,
    anchors: HashMap<usize, (Node, usize)>,
}

impl<'t> Reader<'t, '_, '_> {
    fn document(&mut self) -> Result<Node, Fault> {
        let mut root = None;
        loop {
            let (event, span) = self.next()?;
            match event {
                Event::StreamEnd => break,
                Event::DocumentStart(_) if root.is_some() => {
                    let fault = Fault::syntax(span, "the file has more than one document");
                    return Err(fault
                        .label("the second one")
                        .help("keep one, and move the others"));
                }
                Event::StreamStart | Event::DocumentStart(_) | Event::DocumentEnd => {}
                event => root = Some(self.value(event, span, 0)?),
            }
        }
        let empty = Span::start_of(self.builder.file());
        root.ok_or_else(|| Fault::syntax(empty, "the file is empty"))
    }

    fn next(&mut self) -> Result<(Event<'t>, Span), Fault> {
        match self.parser.next_event() {
            Some(Ok((event, span))) => {
                let span = self.span(&span);
                Ok((self.ended(event, span), span))
            }
            Some(Err(error)) => Err(self.fault(&error)),
            None => Ok((Event::StreamEnd, Span::start_of(self.builder.file()))),
        }
    }

    /// Removes the line break that the parser adds to a block whose last line ends the file: such a
    /// block ends without one (YAML 1.2.2 §8.1.1.2).
    fn ended(&self, event: Event<'t>, span: Span) -> Event<'t> {
        let file = self.cursor.text;
        let is_cut = !file.ends_with(['\n', '\r']) && span.end as usize >= file.len();
        match event {
            Event::Scalar(
                text,
                style @ (ScalarStyle::Literal | ScalarStyle::Folded),
                anchor,
                tag,
            ) if is_cut && text.ends_with('\n') => {
                let mut text = text.into_owned();
                text.pop();
                Event::Scalar(text.into(), style, anchor, tag)
            }
            other => other,
        }
    }

    fn value(&mut self, event: Event<'t>, span: Span, depth: usize) -> Result<Node, Fault> {
        self.builder.count(depth, span)?;
        let before = self.builder.nodes();
        let (node, anchor) = match event {
            Event::Alias(anchor) => return self.alias(anchor, span),
            Event::Scalar(text, style, anchor, tag) => {
                self.refuse_tag(tag.is_some(), span);
                (self.scalar(&text, style, span), anchor)
            }
            Event::SequenceStart(anchor, tag) => {
                self.refuse_tag(tag.is_some(), span);
                (self.sequence(span, depth)?, anchor)
            }
            Event::MappingStart(anchor, tag) => {
                self.refuse_tag(tag.is_some(), span);
                (self.mapping(span, depth)?, anchor)
            }
            _ => return Err(Fault::syntax(span, "a value is missing here")),
        };
        if anchor != 0 {
            let size = usize::try_from(self.builder.nodes() - before).unwrap_or(usize::MAX);
            let size = size.saturating_add(1);
            self.anchors.insert(anchor, (node.clone(), size));
        }
        Ok(node)
    }

    fn scalar(&mut self, text: &str, style: ScalarStyle, span: Span) -> Node {
        let value = if style == ScalarStyle::Plain {
            self.builder.warn_of_ambiguity(text, span);
            scalar::resolve(text)
        } else {
            Value::String(text.into())
        };
        Node { span, value }
    }

    fn sequence(&mut self, start: Span, depth: usize) -> Result<Node, Fault> {
        let mut items = Vec::new();
        loop {
            let (event, span) = self.next()?;
            if matches!(event, Event::SequenceEnd) {
                return Ok(Node {
                    span: Span {
                        end: end_of(&items, span),
                        ..start
                    },
                    value: Value::Array(Arc::new(items)),
                });
            }
            items.push(self.value(event, span, depth + 1)?);
        }
    }

    fn mapping(&mut self, start: Span, depth: usize) -> Result<Node, Fault> {
        let mut object = Object::default();
        let mut end = start.end;
        loop {
            let (event, name_span) = self.next()?;
            let name = match event {
                Event::MappingEnd => break,
                Event::Scalar(name, style, ..) => self.name(name, style, name_span),
                _ => {
                    let fault = Fault::syntax(name_span, "a name must be text");
                    return Err(fault.label("an object, a list or an alias"));
                }
            };
            let (event, span) = self.next()?;
            let node = self.value(event, span, depth + 1)?;
            end = end.max(node.span.end);
            self.builder.insert(&mut object, name, name_span, node);
        }
        Ok(Node {
            span: Span { end, ..start },
            value: Value::Object(Arc::new(object)),
        })
    }

    fn name(&mut self, name: Cow<'t, str>, style: ScalarStyle, span: Span) -> Arc<str> {
        if style == ScalarStyle::Plain && matches!(&*name, "yes" | "no" | "on" | "off") {
            self.builder.warn_of_ambiguity(&name, span);
        }
        if style == ScalarStyle::Plain && name == "<<" {
            self.builder.report(
                Diagnostic::error(Code::UnsupportedYaml, span, "merge keys are not YAML 1.2")
                    .label("read as a member named `<<`")
                    .help("write the members out, or use `allOf` and `$ref`"),
            );
        }
        name.into()
    }

    fn alias(&mut self, anchor: usize, span: Span) -> Result<Node, Fault> {
        let Some((node, size)) = self.anchors.get(&anchor) else {
            let fault = Fault::syntax(span, "an alias is inside its own anchor");
            return Err(fault.help("use `$ref` for a value that contains itself"));
        };
        self.builder.count_copies(*size, span)?;
        Ok(node.clone())
    }

    fn refuse_tag(&mut self, tagged: bool, span: Span) {
        if tagged {
            self.builder.report(
                Diagnostic::warning(Code::UnsupportedYaml, span, "tags are ignored")
                    .help("remove the tag; quote the value if it must be a string"),
            );
        }
    }

    fn span(&mut self, span: &ParserSpan) -> Span {
        Span {
            file: self.builder.file(),
            start: self.byte(span.start.index()),
            end: self.byte(span.end.index()),
        }
    }

    /// Returns where a character of the parser is in the file.
    fn byte(&mut self, character: usize) -> u32 {
        self.cursor.byte(self.deeper.original(character))
    }

    fn fault(&mut self, error: &ScanError) -> Fault {
        let start = self.byte(error.marker().index());
        if Deeper::concerns(error) {
            self.shallow = Some(start as usize);
        }
        let Span { file, start, end } =
            last_character(self.builder.file(), self.cursor.text, start as usize);
        if let Some(tab) = indenting_tab(self.cursor.text, start as usize) {
            let (start, end) = (offset(tab), offset(tab + 1));
            return Fault::syntax(Span { file, start, end }, "YAML is not indented with tabs")
                .label("a tab")
                .help("indent with spaces");
        }
        if error.info() == "recursion limit exceeded" {
            return Fault::too_deep(Span { file, start, end });
        }
        let fault = Fault::syntax(Span { file, start, end }, error.info());
        match advice(error.info()) {
            Some(help) => fault.help(help),
            None => fault,
        }
    }
}

/// Returns the tab in the indentation of the line at `at`, or of the line before it.
fn indenting_tab(text: &str, at: usize) -> Option<usize> {
    let before = text.get(..at)?;
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let previous = before[..line.saturating_sub(1)]
        .rfind('\n')
        .map_or(0, |at| at + 1);
    [line, previous].into_iter().find_map(|start| {
        let rest = &text[start..];
        let indentation = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        rest[..indentation].find('\t').map(|tab| start + tab)
    })
}

/// Returns how to correct what the parser reports.
fn advice(info: &str) -> Option<&'static str> {
    const ADVICE: [(&str, &str); 12] = [
        (
            "mapping values are not allowed",
            "put text with a colon in quotes, and check the indentation",
        ),
        (
            "simple key expect",
            "write `name: value`, and check the indentation",
        ),
        (
            "could not find expected ':'",
            "write `name: value`, and check the indentation",
        ),
        ("expected ',' or", "a bracket or a comma is missing"),
        (
            "unexpected end of stream",
            "a quote or a bracket is not closed",
        ),
        (
            "escape",
            "escape as in JSON, or use single quotes, in which a backslash is itself",
        ),
        (
            "illegal placement of ':'",
            "a bracket or a quote before it is not closed",
        ),
        (
            "in quoted scalar",
            "the quote is not closed, or its next line must be indented",
        ),
        (
            "did not find expected key",
            "indent all members of an object by the same amount",
        ),
        (
            "expected node content",
            "a value or a closing bracket is missing",
        ),
        (
            "block end",
            "indent all members of an object by the same amount",
        ),
        (
            "unknown anchor",
            "declare it before with `&`, or put text that begins with `*` in quotes",
        ),
    ];
    let entry = ADVICE.iter().find(|(part, _)| info.contains(part));
    entry.map(|(_, help)| *help)
}

fn end_of(items: &[Node], close: Span) -> u32 {
    items.last().map_or(close.end, |last| last.span.end)
}

/// Converts character positions, which the parser counts, to bytes. Positions come almost in order,
/// so the search starts from the last one.
struct Cursor<'t> {
    text: &'t str,
    ascii: bool,
    character: usize,
    byte: usize,
}

impl<'t> Cursor<'t> {
    const fn new(text: &'t str) -> Self {
        Self {
            text,
            ascii: text.is_ascii(),
            character: 0,
            byte: 0,
        }
    }

    fn byte(&mut self, character: usize) -> u32 {
        if self.ascii {
            return offset(character.min(self.text.len()));
        }
        while self.character < character && self.byte < self.text.len() {
            self.byte = self.text.ceil_char_boundary(self.byte + 1);
            self.character += 1;
        }
        while self.character > character {
            self.byte = self.text.floor_char_boundary(self.byte - 1);
            self.character -= 1;
        }
        offset(self.byte)
    }
}
