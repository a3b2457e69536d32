//! Finds the operation of a request.

use spec::model::Operation;

use conformance_core::description::Description;
use conformance_core::exchange::Host;

/// Returns the operation with a method and path on a host; of several, the one with the fewest
/// variables.
pub(super) fn find<'d>(
    description: &'d Description,
    host: Host,
    method: &str,
    path: &str,
) -> Option<&'d Operation> {
    let all = description.operations().map(|(_, one)| one);
    let own = all.filter(|one| description.host(one) == host && one.method.as_str() == method);
    let fitting = own.filter(|one| fits(&one.path, path));
    fitting.min_by_key(|one| one.path.matches('{').count())
}

/// Returns whether a path matches a template, segment by segment.
fn fits(template: &str, path: &str) -> bool {
    let (mut wanted, mut has) = (template.split('/'), path.split('/'));
    loop {
        match (wanted.next(), has.next()) {
            (None, None) => return true,
            (Some(wanted), Some(has)) if segment(wanted, has) => {}
            _ => return false,
        }
    }
}

/// Returns whether a segment matches that of a template: the text before its first variable and
/// after its last one.
fn segment(wanted: &str, has: &str) -> bool {
    let (Some(open), Some(close)) = (wanted.find('{'), wanted.rfind('}')) else {
        return wanted == has;
    };
    let (before, after) = (&wanted[..open], &wanted[close + 1..]);
    let is_long = has.len() > before.len() + after.len();
    is_long && has.starts_with(before) && has.ends_with(after)
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn variables_stand_for_one_segment() {
        for (template, path, wanted) in [
            ("/org/{orgId}/offer", "/org/o1/offer", true),
            ("/org/{orgId}/offer", "/org//offer", false),
            ("/org/{orgId}/offer", "/org/o1/offer/x", false),
            ("/a/{b}.json", "/a/x.json", true),
            ("/a/{b}.json", "/a/.json", false),
            ("/", "/", true),
        ] {
            assert_eq!(fits(template, path), wanted, "{template} {path}");
        }
    }
}
