//! Lays out code: what fits is on one line, everything else is broken at the outermost possible
//! place. The languages decide where that is, and how wide a line and a step are.

use super::Code;

/// How a language lays out code.
#[derive(Debug)]
pub(crate) struct Style {
    /// The maximum length of a line, in characters.
    pub(crate) width: usize,
    /// How many spaces a step of indentation is.
    pub(crate) step: usize,
}

/// A place in a file.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Place {
    /// The indentation of the line, in spaces.
    pub(crate) indent: usize,
    /// How many characters are before the piece, after the indentation.
    pub(crate) before: usize,
    /// How many characters follow it.
    pub(crate) after: usize,
}

/// A piece of a file, and where it may be broken.
#[derive(Debug, Clone)]
pub(crate) enum Doc {
    /// Code without a line break.
    Text(Code),
    /// A space, or a new line if the group is broken.
    Line,
    /// Nothing, or a new line if the group is broken.
    Soft,
    /// Always a new line.
    Hard,
    /// Code that is only there if the group is broken.
    IfBroken(&'static str),
    /// Consecutive pieces.
    Join(Vec<Doc>),
    /// Pieces whose new lines are indented by one step more.
    Indent(Box<Doc>),
    /// Pieces that are broken together or not at all; `true` if they always are.
    Group(Box<Doc>, bool),
}

impl Doc {
    /// Wraps text from the generator's source.
    pub(crate) fn fixed(text: &'static str) -> Self {
        Self::Text(Code::fixed(text))
    }

    /// Returns a group that is broken if its content must be.
    pub(crate) fn group(parts: Vec<Self>) -> Self {
        let content = Self::Join(parts);
        let broken = content.must_break();
        Self::Group(Box::new(content), broken)
    }

    /// Returns a group that is always broken.
    pub(crate) fn broken(parts: Vec<Self>) -> Self {
        Self::Group(Box::new(Self::Join(parts)), true)
    }

    /// Returns pieces whose new lines are indented by one step more.
    pub(crate) fn indent(parts: Vec<Self>) -> Self {
        Self::Indent(Box::new(Self::Join(parts)))
    }

    /// Returns a break, and pieces, whose new lines are indented by one step more.
    pub(crate) fn indented(start: Self, mut parts: Vec<Self>) -> Self {
        parts.insert(0, start);
        Self::indent(parts)
    }

    /// Returns pieces with a separator between them.
    pub(crate) fn separated(pieces: Vec<Self>, separator: &[Self]) -> Vec<Self> {
        let mut parts = Vec::with_capacity(pieces.len() * (1 + separator.len()));
        for (index, piece) in pieces.into_iter().enumerate() {
            if index > 0 {
                parts.extend_from_slice(separator);
            }
            parts.push(piece);
        }
        parts
    }

    /// Pieces, each on a separate line.
    pub(crate) fn lines(pieces: Vec<Self>) -> Self {
        Self::Join(Self::separated(pieces, &[Self::Hard]))
    }

    /// Removes the new line at the end.
    pub(crate) fn trimmed(self) -> Self {
        match self {
            Self::Join(mut parts) => {
                if matches!(parts.last(), Some(Self::Hard)) {
                    parts.pop();
                }
                Self::Join(parts)
            }
            other => other,
        }
    }

    /// Returns the width on one line.
    pub(crate) fn width(&self) -> usize {
        match self {
            Self::Text(code) => code.as_str().chars().count(),
            Self::Line => 1,
            Self::Soft | Self::Hard | Self::IfBroken(_) => 0,
            Self::Join(parts) => parts.iter().map(Self::width).sum(),
            Self::Indent(inner) | Self::Group(inner, _) => inner.width(),
        }
    }

    fn must_break(&self) -> bool {
        match self {
            Self::Hard | Self::Group(_, true) => true,
            Self::Join(parts) => parts.iter().any(Self::must_break),
            Self::Indent(inner) => inner.must_break(),
            _ => false,
        }
    }

    /// Returns the lines.
    pub(crate) fn print(&self, style: &Style) -> Code {
        self.print_at(style, Place::default())
    }

    /// Returns the lines, at a place in a file.
    pub(crate) fn print_at(&self, style: &Style, place: Place) -> Code {
        let mut printer = Printer {
            style,
            out: Code::default(),
            column: place.indent + place.before,
            lacks: 0,
            after: place.after,
        };
        printer.print(self, place.indent);
        printer.out
    }
}

/// A piece, its indentation, and whether its group is broken.
type Step<'d> = (usize, bool, &'d Doc);

struct Printer<'s> {
    style: &'s Style,
    out: Code,
    column: usize,
    /// The indentation that the line still lacks: an empty line is not indented.
    lacks: usize,
    /// How many characters follow the last piece.
    after: usize,
}

impl Printer<'_> {
    fn print(&mut self, doc: &Doc, indent: usize) {
        let mut steps: Vec<Step<'_>> = vec![(indent, true, doc)];
        while let Some((indent, broken, doc)) = steps.pop() {
            match doc {
                Doc::Text(code) => self.push(code),
                Doc::IfBroken(text) if broken => self.push(&Code::fixed(text)),
                Doc::Hard => self.new_line(indent),
                Doc::Line | Doc::Soft if broken => self.new_line(indent),
                Doc::Line => self.push(&Code::fixed(" ")),
                Doc::Soft | Doc::IfBroken(_) => {}
                Doc::Join(parts) => {
                    steps.extend(parts.iter().rev().map(|part| (indent, broken, part)));
                }
                Doc::Indent(inner) => steps.push((indent + self.style.step, broken, inner)),
                Doc::Group(inner, always) => {
                    let flat = (indent, false, &**inner);
                    let broken = *always || !self.fits(flat, &steps);
                    steps.push((indent, broken, inner));
                }
            }
        }
    }

    fn push(&mut self, code: &Code) {
        if code.as_str().is_empty() {
            return;
        }
        let lacks = std::mem::take(&mut self.lacks);
        if lacks > 0 {
            self.out.push(&Code::spaces(lacks));
        }
        self.column += code.as_str().chars().count();
        self.out.push(code);
    }

    fn new_line(&mut self, indent: usize) {
        self.out.push(&Code::fixed("\n"));
        self.column = indent;
        self.lacks = indent;
    }

    /// Returns whether a piece fits on the line, with what follows up to the next possible new
    /// line.
    fn fits(&self, next: Step<'_>, rest: &[Step<'_>]) -> bool {
        let Some(mut left) = self.style.width.checked_sub(self.column) else {
            return false;
        };
        let mut rest = rest.iter().rev();
        let mut steps = vec![next];
        loop {
            let Some((indent, broken, doc)) = steps.pop().or_else(|| rest.next().copied()) else {
                return left >= self.after;
            };
            let taken = match doc {
                Doc::Text(code) => code.as_str().chars().count(),
                Doc::IfBroken(text) if broken => text.len(),
                Doc::Hard => return true,
                Doc::Line | Doc::Soft if broken => return true,
                Doc::Line => 1,
                Doc::Soft | Doc::IfBroken(_) => 0,
                Doc::Join(parts) => {
                    steps.extend(parts.iter().rev().map(|part| (indent, broken, part)));
                    0
                }
                Doc::Indent(inner) => {
                    steps.push((indent, broken, inner));
                    0
                }
                Doc::Group(inner, always) => {
                    // The next group may be broken at its first place.
                    steps.push((indent, *always || broken, inner));
                    0
                }
            };
            match left.checked_sub(taken) {
                Some(less) => left = less,
                None => return false,
            }
        }
    }
}
