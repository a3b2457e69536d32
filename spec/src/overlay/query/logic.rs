//! Parses filters (RFC 9535 §2.3.5), with typed functions as §2.4.3 demands.

use super::reader::segments;
use super::scan::{Scan, Wrong};
use super::{Function, Operand, Query, Selector, Sign, Test};
use crate::document::{Node, Value};
use crate::source::{FileId, Span};

const SIGNS: [(&str, Sign); 6] = [
    ("==", Sign::Equal),
    ("!=", Sign::NotEqual),
    ("<=", Sign::AtMost),
    (">=", Sign::AtLeast),
    ("<", Sign::Less),
    (">", Sign::Greater),
];

/// Parses tests joined by `||`.
pub(super) fn any(scan: &mut Scan<'_>) -> Result<Test, Wrong> {
    joined(scan, "||", all).map(Test::Any)
}

fn all(scan: &mut Scan<'_>) -> Result<Test, Wrong> {
    joined(scan, "&&", basic).map(Test::All)
}

fn joined(
    scan: &mut Scan<'_>,
    sign: &str,
    part: fn(&mut Scan<'_>) -> Result<Test, Wrong>,
) -> Result<Vec<Test>, Wrong> {
    let mut tests = vec![part(scan)?];
    loop {
        let before = *scan;
        scan.blank();
        if !scan.takes(sign) {
            *scan = before;
            return Ok(tests);
        }
        scan.blank();
        tests.push(part(scan)?);
    }
}

fn basic(scan: &mut Scan<'_>) -> Result<Test, Wrong> {
    let is_negated = scan.takes("!");
    if is_negated {
        scan.blank();
    }
    let test = if scan.takes("(") {
        scan.blank();
        let inner = any(scan)?;
        scan.blank();
        scan.needs(")", "`)` was expected")?;
        inner
    } else {
        let start = *scan;
        match (operand(scan)?, sign(scan)) {
            (_, Some(_)) if is_negated => {
                return Err(
                    start.wrong("`!` must be followed by parentheses, a query or a function")
                );
            }
            (one, Some(sign)) => comparison(scan, start, one, sign)?,
            (Operand::Query(query), None) => Test::Exists(query),
            (Operand::Function(function), None) if function.is_logical() => {
                Test::Function(*function)
            }
            _ => return Err(start.wrong("a value alone is not a test: compare it")),
        }
    };
    Ok(if is_negated {
        Test::Not(Box::new(test))
    } else {
        test
    })
}

/// Parses a comparison operator, with the whitespace around it.
fn sign(scan: &mut Scan<'_>) -> Option<Sign> {
    let mut ahead = *scan;
    ahead.blank();
    let found = SIGNS.into_iter().find(|(text, _)| ahead.takes(text));
    found.map(|(_, sign)| {
        ahead.blank();
        *scan = ahead;
        sign
    })
}

fn comparison(
    scan: &mut Scan<'_>,
    start: Scan<'_>,
    one: Operand,
    sign: Sign,
) -> Result<Test, Wrong> {
    const WRONG: &str =
        "only a value, a query for at most one value and a function with a value are compared";
    let second = *scan;
    let other = operand(scan)?;
    if !one.is_value() {
        return Err(start.wrong(WRONG));
    }
    if !other.is_value() {
        return Err(second.wrong(WRONG));
    }
    Ok(Test::Compare(one, sign, other))
}

fn operand(scan: &mut Scan<'_>) -> Result<Operand, Wrong> {
    if scan.takes("@") {
        return segments(scan, false).map(Operand::Query);
    }
    if scan.takes("$") {
        return segments(scan, true).map(Operand::Query);
    }
    if let Some(text) = scan.string()? {
        return Ok(literal(Value::String(text.into())));
    }
    let start = *scan;
    if scan.peek().is_some_and(|c| c == '-' || c.is_ascii_digit()) {
        let number = scan.word(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.'));
        // Numbers in a query have JSON syntax.
        return serde_json::from_str::<serde_json::Number>(number)
            .map(|_| literal(Value::Number(number.into())))
            .map_err(|_| start.wrong("it is not a number as JSON has it"));
    }
    let word = scan.word(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    match word {
        "null" => Ok(literal(Value::Null)),
        "true" => Ok(literal(Value::Bool(true))),
        "false" => Ok(literal(Value::Bool(false))),
        "" => Err(start.wrong("a query, a value or a function was expected")),
        name => function(scan, start, name).map(|one| Operand::Function(Box::new(one))),
    }
}

fn function(scan: &mut Scan<'_>, start: Scan<'_>, name: &str) -> Result<Function, Wrong> {
    scan.needs("(", "`(` was expected after the name of a function")?;
    let function = match name {
        "length" => Function::Length(value(scan)?),
        "count" => Function::Count(nodes(scan)?),
        "value" => Function::Value(nodes(scan)?),
        "match" | "search" => {
            let text = value(scan)?;
            scan.needs(",", "the function takes two arguments")?;
            Function::Matches {
                text,
                pattern: value(scan)?,
                whole: name == "match",
            }
        }
        _ => return Err(start.wrong("there is no such function")),
    };
    scan.needs(")", "`)` was expected after the arguments")?;
    Ok(function)
}

/// Parses an argument of the type `ValueType` (§2.4.3), with the whitespace around it.
fn value(scan: &mut Scan<'_>) -> Result<Operand, Wrong> {
    scan.blank();
    let start = *scan;
    let operand = operand(scan)?;
    scan.blank();
    if operand.is_value() {
        Ok(operand)
    } else {
        Err(start.wrong("the argument must be one value: a literal, or a query for at most one"))
    }
}

/// Parses an argument of the type `NodesType` (§2.4.3), with the whitespace around it.
fn nodes(scan: &mut Scan<'_>) -> Result<Query, Wrong> {
    scan.blank();
    let start = *scan;
    let operand = operand(scan)?;
    scan.blank();
    match operand {
        Operand::Query(query) => Ok(query),
        _ => Err(start.wrong("the argument must be a query")),
    }
}

impl Operand {
    /// Returns whether it can be compared: it selects at most one value (§2.3.5.1).
    fn is_value(&self) -> bool {
        match self {
            Self::Literal(_) => true,
            Self::Query(query) => query.is_singular(),
            Self::Function(function) => !function.is_logical(),
        }
    }
}

impl Function {
    /// Returns whether it returns true or false instead of a value.
    fn is_logical(&self) -> bool {
        matches!(self, Self::Matches { .. })
    }
}

impl Query {
    /// Returns whether it always selects at most one value.
    fn is_singular(&self) -> bool {
        self.segments.iter().all(|segment| {
            let one = matches!(
                segment.selectors.as_slice(),
                [Selector::Name(_) | Selector::Index(_)]
            );
            one && !segment.descendant
        })
    }
}

fn literal(value: Value) -> Operand {
    // The value is in no file, and its place is never shown.
    let span = Span::start_of(FileId(0));
    Operand::Literal(Node { span, value })
}
