//! The constraints of texts.

use spec::model::Text;

use super::super::code::{self, Code, fixed};
use super::checks::number_option;

/// Formats without a separate type, by their names in the runtime. Other formats are annotations
/// (OpenAPI 3.0.3 §4.7.24.1).
const FORMATS: &[(&str, &str)] = &[
    ("email", "runtime::Format::Email"),
    ("ipv4", "runtime::Format::Ipv4"),
    ("ipv6", "runtime::Format::Ipv6"),
];

/// Returns whether there is a format or a pattern to check.
pub(super) fn is_checked(text: &Text) -> bool {
    format(text).is_some() || text.pattern.as_deref().is_some_and(is_checkable)
}

/// Returns the checks of a text, which is the expression `value`.
pub(super) fn checks(text: &Text, value: &Code, name: &Code) -> Vec<Code> {
    let mut checks = Vec::new();
    let call = |method: &'static str| code!("v.", method, "(", name, ", ", value, ", ");
    if text.min_length.or(text.max_length).is_some() {
        let min = number_option(text.min_length);
        let max = number_option(text.max_length);
        checks.push(code!(call("length"), min, ", ", max, ");"));
    }
    if let Some(format) = format(text) {
        checks.push(code!(call("format"), format, ");"));
    }
    let pattern = text.pattern.as_deref();
    if let Some(pattern) = pattern.filter(|pattern| is_checkable(pattern)) {
        checks.push(code!(
            "{\nstatic PATTERN: runtime::Pattern = runtime::Pattern::new(",
            code::string(pattern),
            ");\n",
            call("pattern"),
            "&PATTERN);\n}"
        ));
    }
    checks
}

fn format(text: &Text) -> Option<Code> {
    let format = text.format.as_deref()?;
    let known = FORMATS.iter().find(|(name, _)| *name == format);
    known.map(|(_, path)| fixed(path))
}

/// Returns whether `regex` supports a pattern, which then has no look-around or backreferences and
/// stays within its limits.
pub(in super::super) fn is_checkable(pattern: &str) -> bool {
    const LONGEST: usize = 4_096;
    const ABSENT: &[&str] = &["(?=", "(?!", "(?<=", "(?<!", "\\k<"];
    let mut escaped = false;
    let refers_back = pattern.chars().any(|character| {
        let digit = escaped && matches!(character, '1'..='9');
        escaped = character == '\\' && !escaped;
        digit
    });
    pattern.len() <= LONGEST && !refers_back && !ABSENT.iter().any(|part| pattern.contains(part))
}
