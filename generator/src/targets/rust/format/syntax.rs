//! Rust as far as templates write it: items, statements and expressions. Types, patterns and
//! everything else are texts.

use std::borrow::Cow;

/// A text of the source, on one line.
pub(super) type Text<'s> = Cow<'s, str>;

/// A file.
#[derive(Debug)]
pub(super) struct File<'s> {
    /// The comments and attributes of the file itself.
    pub(super) lead: Vec<Lead<'s>>,
    pub(super) items: Vec<Led<'s, Item<'s>>>,
}

/// An item, a field, a variant or an arm with what stands before it.
#[derive(Debug)]
pub(super) struct Led<'s, T> {
    /// Comments and attributes.
    pub(super) lead: Vec<Lead<'s>>,
    pub(super) node: T,
}

/// A comment or an attribute.
#[derive(Debug)]
pub(super) enum Lead<'s> {
    Comment(&'s str),
    Attribute(Box<Attribute<'s>>),
}

/// `#[name(arguments)]`.
#[derive(Debug)]
pub(super) struct Attribute<'s> {
    /// Everything on one line.
    pub(super) text: Text<'s>,
    pub(super) list: Option<Arguments<'s>>,
}

/// The arguments of an attribute, or of what is its only argument: `#[cfg(any(arguments))]`.
#[derive(Debug)]
pub(super) struct Arguments<'s> {
    /// The text before them.
    pub(super) head: &'s str,
    /// How many parentheses they are in.
    pub(super) depth: usize,
    pub(super) items: Vec<Text<'s>>,
}

#[derive(Debug)]
pub(super) enum Item<'s> {
    /// `use`, with what may stand before it.
    Use(&'s str, Import<'s>),
    /// `mod name;`
    Module(Text<'s>),
    /// A declaration without a body, such as `pub struct Name(Type);`, and its fields.
    Tuple(Text<'s>, Vec<Text<'s>>),
    /// `head;`
    Plain(Text<'s>),
    Function(Box<Function<'s>>),
    /// A structure with named fields.
    Structure(Text<'s>, Vec<Led<'s, Member<'s>>>),
    Enumeration(Text<'s>, Vec<Led<'s, Variant<'s>>>),
    /// `impl`, `trait` or `mod` with its items.
    Body(Text<'s>, Vec<Led<'s, Item<'s>>>),
    /// `const` or `static`: what stands before `=`, and the value.
    Value(Text<'s>, Expr<'s>),
    /// `type`: what stands before `=`, and the type.
    Alias(Text<'s>, Text<'s>),
    Macro(Expr<'s>),
    /// Comments at the end.
    Nothing,
}

/// A tree of imports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Import<'s> {
    /// The path, with its `::` if a list follows.
    pub(super) path: Text<'s>,
    pub(super) list: Option<Vec<Import<'s>>>,
}

#[derive(Debug)]
pub(super) struct Function<'s> {
    /// Up to the parenthesis.
    pub(super) head: Text<'s>,
    pub(super) parameters: Vec<Text<'s>>,
    /// The type that is returned.
    pub(super) output: Option<Text<'s>>,
    pub(super) bounds: Vec<Text<'s>>,
    pub(super) body: Option<Block<'s>>,
}

/// `name: Type`.
#[derive(Debug)]
pub(super) struct Member<'s> {
    pub(super) name: Text<'s>,
    pub(super) ty: Text<'s>,
}

#[derive(Debug)]
pub(super) struct Variant<'s> {
    pub(super) name: &'s str,
    pub(super) fields: Fields<'s>,
}

#[derive(Debug)]
pub(super) enum Fields<'s> {
    Unit,
    Tuple(Vec<Text<'s>>),
    Named(Vec<Led<'s, Member<'s>>>),
}

/// Statements in braces.
#[derive(Debug)]
pub(super) struct Block<'s>(pub(super) Vec<Led<'s, Statement<'s>>>);

#[derive(Debug)]
pub(super) enum Statement<'s> {
    /// `let`: the pattern with its type, the value, and the block after `else`.
    Let(Text<'s>, Option<Expr<'s>>, Option<Block<'s>>),
    /// An expression, and whether a semicolon follows.
    Expr(Expr<'s>, bool),
    Item(Box<Item<'s>>),
    /// Comments at the end of a block.
    Nothing,
}

/// An expression.
#[derive(Debug)]
pub(super) struct Expr<'s> {
    pub(super) kind: Kind<'s>,
    /// Its width on one line; `None` if it takes several in any place.
    pub(super) flat: Option<usize>,
    /// The number of its tokens, if it is read as a whole.
    pub(super) size: usize,
}

#[derive(Debug)]
pub(super) enum Kind<'s> {
    /// A path, a literal, or anything else that is never broken.
    Text(Text<'s>),
    /// The arguments of a macro that are no expressions.
    Raw(&'s str),
    /// An operator, or a word such as `return `, before an expression.
    Prefix(&'static str, Box<Expr<'s>>),
    /// A function, with its arguments.
    Call(Box<Expr<'s>>, Vec<Expr<'s>>),
    /// `name!`, the bracket, and the arguments.
    Macro(Text<'s>, Bracket, Vec<Expr<'s>>),
    Chain(Box<Expr<'s>>, Vec<Link<'s>>),
    Index(Box<Expr<'s>>, Box<Expr<'s>>),
    Struct(Text<'s>, Vec<Field<'s>>),
    Array(Vec<Expr<'s>>),
    /// An item of an array after its attributes.
    Led(Vec<Lead<'s>>, Box<Expr<'s>>),
    Tuple(Vec<Expr<'s>>),
    Parenthesis(Box<Expr<'s>>),
    /// What stands before the body, and the body.
    Closure(Text<'s>, Box<Expr<'s>>),
    /// `unsafe `, `async move ` or nothing before a block.
    Block(Text<'s>, Block<'s>),
    If(Vec<(Expr<'s>, Block<'s>)>, Option<Block<'s>>),
    Match(Box<Expr<'s>>, Vec<Led<'s, Arm<'s>>>),
    /// `loop`, `while` or `for` with its pattern, the condition, and the body.
    Loop(Text<'s>, Option<Box<Expr<'s>>>, Block<'s>),
    /// Operands of the same operator.
    Binary(&'static str, Vec<Expr<'s>>),
    Assign(Box<Expr<'s>>, &'static str, Box<Expr<'s>>),
    Cast(Box<Expr<'s>>, Text<'s>),
    Range(Option<Box<Expr<'s>>>, &'static str, Option<Box<Expr<'s>>>),
    /// `let pattern = value` in a condition.
    Let(Text<'s>, Box<Expr<'s>>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bracket {
    Round,
    Square,
    Curly,
}

impl Bracket {
    pub(super) const fn signs(self) -> (char, char) {
        match self {
            Self::Round => ('(', ')'),
            Self::Square => ('[', ']'),
            Self::Curly => ('{', '}'),
        }
    }
}

/// What follows the first expression of a chain: a call, a field, or `.await`.
#[derive(Debug)]
pub(super) struct Link<'s> {
    /// `.name`, with its generics; empty for the first expression's own question marks.
    pub(super) name: Text<'s>,
    pub(super) arguments: Option<Vec<Expr<'s>>>,
    /// The number of question marks after it.
    pub(super) tries: usize,
}

/// A field of a structure's literal.
#[derive(Debug)]
pub(super) struct Field<'s> {
    /// The name; `..` before the base.
    pub(super) name: Text<'s>,
    pub(super) value: Option<Expr<'s>>,
}

#[derive(Debug)]
pub(super) struct Arm<'s> {
    /// The alternatives.
    pub(super) patterns: Vec<Text<'s>>,
    pub(super) guard: Option<Expr<'s>>,
    pub(super) body: Expr<'s>,
}

impl<'s> Block<'s> {
    /// Returns the only expression, which has no semicolon and no comment.
    pub(super) fn only(&self) -> Option<&Expr<'s>> {
        match self.0.as_slice() {
            [
                Led {
                    lead,
                    node: Statement::Expr(only, false),
                },
            ] if lead.is_empty() => Some(only),
            _ => None,
        }
    }
}
