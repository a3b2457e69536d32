//! Rules for objects beyond the types of their fields.

use std::collections::{HashMap, HashSet};

use super::Check;
use super::table::{V30, V31, V32};
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{Node, Object};
use crate::lower::reader::{Fields, is_token, quoted};
use crate::lower::{complaint, operation, parameter, pattern};
use crate::source::Span;

/// A check of one object.
pub(super) type Rule = for<'d> fn(&mut Check<'_, 'd, '_>, &'d Node, &Fields<'d>);

fn invalid(span: Span, message: impl Into<String>, expected: &str) -> Diagnostic {
    let expected = format!("expected {expected}");
    Diagnostic::warning(Code::InvalidValue, span, message).label(expected)
}

/// Returns the diagnostic for a field that has no effect where it is.
fn ineffective(fields: &Fields<'_>, name: &str, place: &str) -> Diagnostic {
    let message = format!("`{name}` has no effect {place}");
    let diagnostic = Diagnostic::warning(Code::ExclusiveFields, fields.name_span(name), message);
    diagnostic.label("ignored").help("remove it")
}

/// Checks that the parent of a tag is a tag, without cycles (OpenAPI 3.2.0 §4.22).
pub(super) fn tags<'d>(check: &mut Check<'_, 'd, '_>, _: &'d Node, root: &Fields<'d>) {
    let tags = root
        .get("tags")
        .and_then(Node::as_array)
        .unwrap_or_default();
    let parents = parents(tags);
    let circular = circular(&parents);
    for tag in tags {
        let Some((parent, name)) = tag
            .get("parent")
            .and_then(|node| Some((node, node.as_str()?)))
        else {
            continue;
        };
        if !parents.contains_key(name) {
            let message = format!("there is no tag `{name}`");
            check.warn(invalid(parent.span, message, "the name of another tag"));
            continue;
        }
        let own = tag.get("name").and_then(Node::as_str);
        if let Some(own) = own.filter(|own| circular.contains(own)) {
            let message = format!("the tag `{own}` is above itself");
            let diagnostic = Diagnostic::warning(Code::CircularReference, parent.span, message);
            check.warn(
                diagnostic
                    .label("leads back to this tag")
                    .help("remove a `parent`"),
            );
        }
    }
}

/// Returns the parents of tags by name.
fn parents(tags: &[Node]) -> HashMap<&str, Option<&str>> {
    let mut parents = HashMap::new();
    for tag in tags {
        if let Some(name) = tag.get("name").and_then(Node::as_str) {
            let parent = tag.get("parent").and_then(Node::as_str);
            parents.entry(name).or_insert(parent);
        }
    }
    parents
}

/// Returns the tags that are above themselves. Each is visited once: a chain may have thousands.
fn circular<'d>(parents: &HashMap<&'d str, Option<&'d str>>) -> HashSet<&'d str> {
    let mut done = HashSet::new();
    let mut found = HashSet::new();
    for start in parents.keys() {
        let mut path = Vec::new();
        let mut places = HashMap::new();
        let mut next = Some(*start);
        while let Some(name) = next.filter(|name| !done.contains(name)) {
            if let Some(first) = places.insert(name, path.len()) {
                found.extend(path.split_off(first));
                break;
            }
            path.push(name);
            next = parents.get(name).copied().flatten();
        }
        done.extend(places.into_keys());
    }
    found
}

pub(super) fn values_of_variable<'d>(
    check: &mut Check<'_, 'd, '_>,
    _: &'d Node,
    variable: &Fields<'d>,
) {
    let Some(node) = variable.get("enum") else {
        return;
    };
    let values = node.as_array().unwrap_or_default();
    if values.is_empty() && node.as_array().is_some() {
        check.warn(invalid(
            node.span,
            "`enum` has no value",
            "at least one value",
        ));
    }
    let Some(default) = variable.get("default").filter(|_| !values.is_empty()) else {
        return;
    };
    if !values.iter().any(|value| value.same(default)) {
        let message = "the default is not one of the values of the variable";
        let diagnostic = invalid(default.span, message, "one of the values of `enum`");
        check.warn(diagnostic.related(node.span, "the values"));
    }
}

/// Checks that names of components have only allowed characters (OpenAPI 3.0.3 §4.7.7).
pub(super) fn component_names<'d>(
    check: &mut Check<'_, 'd, '_>,
    _: &'d Node,
    components: &Fields<'d>,
) {
    let is_plain = |name: &str| {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        !name.is_empty() && name.bytes().all(plain)
    };
    for (container, node) in components.iter() {
        let Some(object) = node.as_object().filter(|_| !container.starts_with("x-")) else {
            continue;
        };
        for (name, span, _) in object.spans().filter(|(name, ..)| !is_plain(name)) {
            let message = format!("`{}` is not the name of a component", name.escape_debug());
            check.warn(invalid(
                span,
                message,
                "letters, digits, `.`, `_` and `-` only",
            ));
        }
    }
}

/// Checks that at most one parameter is the complete query, without other query parameters (OpenAPI
/// 3.2.0 §4.12.1).
pub(super) fn query_strings<'d>(
    check: &mut Check<'_, 'd, '_>,
    node: &'d Node,
    fields: &Fields<'d>,
) {
    let all = fields.get("parameters").and_then(Node::as_array);
    let mut places = Vec::new();
    for parameter in all.unwrap_or_default() {
        let operand = parameter.reference();
        let behind = operand.map_or(Some(parameter), |operand| {
            let mut unused = crate::diagnostic::Diagnostics::default();
            let documents = check.lowering.documents;
            let reference = operand.as_str().unwrap_or_default();
            documents.follow(reference, operand.span, &mut unused).ok()
        });
        let location = behind
            .and_then(|node| node.get("in"))
            .and_then(Node::as_str);
        places.push((location.unwrap_or_default(), parameter.span));
    }
    let in_place = |wanted: &str| {
        let found = places.iter().filter(|(place, _)| *place == wanted);
        found.map(|(_, span)| *span).collect::<Vec<_>>()
    };
    let whole = in_place("querystring");
    let Some(first) = whole.first().copied() else {
        return;
    };
    let other = whole.get(1).copied().or(in_place("query").first().copied());
    if let Some(other) = other {
        check.contradict(node, two_queries(other, first));
    }
}

/// Returns the diagnostic for a query that is described twice.
pub(in crate::lower) fn two_queries(other: Span, whole: Span) -> Diagnostic {
    let message = "another parameter is the whole query already";
    Diagnostic::error(Code::ExclusiveFields, other, message)
        .label("excludes the other one")
        .related(whole, "this one is the whole query")
        .help("describe the query with `in: query`, or with one `in: querystring`")
}

/// Checks that a method with a fixed field uses that field (OpenAPI 3.2.0 §4.9.1).
pub(super) fn additional_operations<'d>(
    check: &mut Check<'_, 'd, '_>,
    _: &'d Node,
    path: &Fields<'d>,
) {
    const FIXED: [&str; 9] = [
        "GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "QUERY",
    ];
    let object = path.get("additionalOperations").and_then(Node::as_object);
    for (method, span, node) in object.into_iter().flat_map(Object::spans) {
        let shown = method.escape_debug();
        if FIXED.iter().any(|fixed| fixed.eq_ignore_ascii_case(method)) {
            let message = format!("`{shown}` is not an additional method");
            let help = format!("move the operation to `{}`", method.to_ascii_lowercase());
            let diagnostic = Diagnostic::error(Code::InvalidValue, span, message);
            let diagnostic = diagnostic.label("a path has a field for this method");
            check.contradict(node, diagnostic.help(help));
        } else if !is_token(method) {
            let message = format!("`{shown}` is not a method");
            let diagnostic = Diagnostic::error(Code::InvalidValue, span, message);
            let expected = "expected a token (RFC 9110 §9.1), such as `LINK`";
            check.contradict(node, diagnostic.label(expected));
        }
    }
}

pub(super) fn statuses<'d>(check: &mut Check<'_, 'd, '_>, _: &'d Node, operation: &Fields<'d>) {
    let Some(node) = operation.get("responses") else {
        return;
    };
    let Some(object) = node.as_object().filter(|_| node.reference().is_none()) else {
        return;
    };
    if object.is_empty() {
        let message = "an operation has no response";
        check.warn(invalid(node.span, message, "at least one response"));
    }
    for (name, span, _) in object.spans().filter(|(name, ..)| !name.starts_with("x-")) {
        if operation::status(name).is_none() {
            let message = format!("`{name}` is not a status");
            check.warn(invalid(
                span,
                message,
                "a status such as 200, 4XX or default",
            ));
        }
    }
}

/// Checks the fields of a parameter, which depend on its location (OpenAPI 3.2.0 §4.12.2).
pub(super) fn location<'d>(check: &mut Check<'_, 'd, '_>, node: &'d Node, parameter: &Fields<'d>) {
    let text = |name| parameter.get(name).and_then(Node::as_str);
    let place = text("in").unwrap_or_default();
    if let Some(name) = text("name") {
        let span = parameter.value_span("name");
        let shown = name.escape_debug();
        match place {
            "header" if !is_token(name) => {
                let message = format!("`{shown}` is not a valid name for a header field");
                check.warn(invalid(span, message, TOKEN));
            }
            "cookie" if !is_token(name) => {
                let message = format!("`{shown}` is not a valid name for a cookie");
                check.warn(invalid(span, message, TOKEN));
            }
            "path" if name.contains(['{', '}']) => {
                let message = format!("`{shown}` cannot be a variable of a path");
                check.warn(invalid(span, message, "a name without braces"));
            }
            _ => {}
        }
    }
    if place == "querystring" {
        for name in ["schema", "style", "explode", "allowReserved"] {
            if parameter.get(name).is_some() {
                check.warn(ineffective(
                    parameter,
                    name,
                    "on a parameter that is the whole query",
                ));
            }
        }
        if parameter.get("content").is_none() {
            let message = "a parameter with `in: querystring` has no `content`";
            let diagnostic = Diagnostic::error(Code::MissingField, node.span, message);
            check.contradict(node, diagnostic.label("`content` is required here"));
        }
    } else if parameter.get("schema").is_none() && parameter.get("content").is_none() {
        let message = "a parameter has neither `schema` nor `content`";
        let diagnostic = Diagnostic::warning(Code::MissingField, node.span, message);
        check.warn(diagnostic.label("read as a string"));
    }
    if place == "path" && parameter.get("required").is_none() {
        check.warn(complaint::missing_field(parameter, "required"));
    }
    if !place.is_empty() && place != "query" && parameter.get("allowEmptyValue").is_some() {
        check.warn(ineffective(
            parameter,
            "allowEmptyValue",
            &format!("in `{place}`"),
        ));
    }
}

const TOKEN: &str = "a token (RFC 9110 §5.6.2): letters, digits and !#$%&'*+-.^_`|~";

/// Checks where `allowReserved` has an effect.
pub(super) fn allow_reserved<'d>(
    check: &mut Check<'_, 'd, '_>,
    _: &'d Node,
    parameter: &Fields<'d>,
) {
    if parameter.get("allowReserved").is_none() {
        return;
    }
    let text = |name| parameter.get(name).and_then(Node::as_str);
    let allowed = match text("in").unwrap_or("query") {
        // For a complete query, another rule reports it.
        "query" | "querystring" => true,
        "path" => check.version == V32,
        "cookie" => check.version == V32 && text("style").unwrap_or("form") == "form",
        _ => false,
    };
    if !allowed {
        let place = text("in").unwrap_or_default();
        check.warn(ineffective(
            parameter,
            "allowReserved",
            &format!("in `{place}`"),
        ));
    }
}

pub(super) fn one_media_type<'d>(
    check: &mut Check<'_, 'd, '_>,
    _: &'d Node,
    parameter: &Fields<'d>,
) {
    let Some(node) = parameter.get("content") else {
        return;
    };
    if node.as_object().is_some_and(Object::is_empty) {
        let message = "`content` has no media type";
        check.warn(invalid(node.span, message, "one media type"));
    }
}

pub(super) fn header_style<'d>(check: &mut Check<'_, 'd, '_>, node: &'d Node, header: &Fields<'d>) {
    let style = header
        .get("style")
        .and_then(|node| Some((node, node.as_str()?)));
    if let Some((node, style)) = style.filter(|(_, style)| *style != "simple") {
        let message = format!("`{style}` is not a style of header fields");
        check.warn(invalid(node.span, message, "simple"));
    }
    if header.get("schema").is_none() && header.get("content").is_none() {
        let message = "a header has neither `schema` nor `content`";
        let diagnostic = Diagnostic::warning(Code::MissingField, node.span, message);
        check.warn(diagnostic.label("read as a string"));
    }
    for name in ["name", "in"] {
        if header.get(name).is_some() && check.version == V30 {
            check.warn(ineffective(header, name, "on a header"));
        }
    }
}

pub(super) fn header_names<'d>(check: &mut Check<'_, 'd, '_>, _: &'d Node, response: &Fields<'d>) {
    let object = response.get("headers").and_then(Node::as_object);
    for (name, span, _) in object.into_iter().flat_map(Object::spans) {
        if !is_token(name) && name != "$ref" {
            let shown = name.escape_debug();
            let message = format!("`{shown}` is not a valid name for a header field");
            check.warn(invalid(span, message, TOKEN));
        }
    }
}

/// Checks that parts of a body are described by name or by position, not both (OpenAPI 3.2.0
/// §4.14.1).
pub(super) fn encodings<'d>(check: &mut Check<'_, 'd, '_>, node: &'d Node, fields: &Fields<'d>) {
    if fields.get("encoding").is_none() {
        return;
    }
    for name in ["prefixEncoding", "itemEncoding"] {
        if fields.get(name).is_some() {
            let mut fault = super::exclusive(fields, "encoding", name);
            fault.severity = crate::diagnostic::Severity::Error;
            check.contradict(node, fault);
        }
    }
}

pub(super) fn target_of_link<'d>(check: &mut Check<'_, 'd, '_>, node: &'d Node, link: &Fields<'d>) {
    if link.get("operationRef").is_none() && link.get("operationId").is_none() {
        let message = "a link has neither `operationId` nor `operationRef`";
        let diagnostic = Diagnostic::warning(Code::MissingField, node.span, message);
        check.warn(diagnostic.label("one of them is required here"));
    }
}

/// Checks the required fields of each type of security scheme (OpenAPI 3.0.3 §4.7.23).
pub(super) fn kind_of_scheme<'d>(check: &mut Check<'_, 'd, '_>, _: &'d Node, scheme: &Fields<'d>) {
    let kind = scheme.get("type").and_then(Node::as_str);
    let (required, since): (&[&str], _) = match kind.unwrap_or_default() {
        "apiKey" => (&["name", "in"], V30),
        "http" => (&["scheme"], V30),
        "oauth2" => (&["flows"], V30),
        "openIdConnect" => (&["openIdConnectUrl"], V30),
        "mutualTLS" => (&[], V31),
        other => {
            if let Some(node) = scheme.get("type").filter(|_| kind.is_some()) {
                let message = format!("`{other}` is not a type of security scheme");
                let expected = "apiKey, http, oauth2, openIdConnect or mutualTLS";
                check.warn(invalid(node.span, message, expected));
            }
            return;
        }
    };
    for name in required {
        if scheme.get(name).is_none() {
            check.warn(complaint::missing_field(scheme, name));
        }
    }
    if since > check.version {
        let message = "OpenAPI 3.0 has no security scheme `mutualTLS`";
        let span = scheme.value_span("type");
        let diagnostic = Diagnostic::warning(Code::InvalidValue, span, message);
        check.warn(diagnostic.label("defined since OpenAPI 3.1; accepted anyway"));
    }
}

pub(super) fn addresses_of_flows<'d>(
    check: &mut Check<'_, 'd, '_>,
    _: &'d Node,
    flows: &Fields<'d>,
) {
    for (flow, required) in [
        ("implicit", &["authorizationUrl"][..]),
        ("password", &["tokenUrl"]),
        ("clientCredentials", &["tokenUrl"]),
        ("authorizationCode", &["authorizationUrl", "tokenUrl"]),
        (
            "deviceAuthorization",
            &["deviceAuthorizationUrl", "tokenUrl"],
        ),
    ] {
        let Some(node) = flows.get(flow).filter(|node| node.as_object().is_some()) else {
            continue;
        };
        for name in required.iter().filter(|name| node.get(name).is_none()) {
            let message = format!("the flow `{flow}` has no `{name}`");
            let diagnostic = Diagnostic::warning(Code::MissingField, node.span, message);
            check.warn(diagnostic.label(format!("`{name}` is required here")));
        }
    }
}

pub(super) fn node_type<'d>(check: &mut Check<'_, 'd, '_>, _: &'d Node, xml: &Fields<'d>) {
    const TYPES: [&str; 5] = ["element", "attribute", "text", "cdata", "none"];
    let Some(node) = xml.get("nodeType") else {
        return;
    };
    if let Some(other) = node.as_str().filter(|name| !TYPES.contains(name)) {
        let message = format!("`{other}` is not a type of XML node");
        check.warn(invalid(
            node.span,
            message,
            "element, attribute, text, cdata or none",
        ));
    }
}

pub(super) fn property_patterns<'d>(
    check: &mut Check<'_, 'd, '_>,
    _: &'d Node,
    schema: &Fields<'d>,
) {
    let object = schema.get("patternProperties").and_then(Node::as_object);
    for (text, span, _) in object.into_iter().flat_map(Object::spans) {
        if let Err(why) = pattern::check(text) {
            let what = quoted("patternProperties");
            let message = format!("a key of {what} is not a regular expression: {why}");
            let diagnostic = Diagnostic::warning(Code::InvalidPattern, span, message);
            check.warn(diagnostic.label("not checked"));
        }
    }
}

pub(super) fn style<'d>(check: &mut Check<'_, 'd, '_>, _: &'d Node, parameter: &Fields<'d>) {
    let text = |name| parameter.get(name).and_then(Node::as_str);
    let place = text("in").unwrap_or_default();
    if place.is_empty() || place == "querystring" {
        return;
    }
    let words = parameter::styles_in(place);
    if words.is_empty() {
        let message = format!("a parameter cannot be in `{place}`");
        let span = parameter.value_span("in");
        check.warn(invalid(
            span,
            message,
            &complaint::listed(&parameter::LOCATIONS),
        ));
        return;
    }
    // The style `cookie` exists since 3.2.
    let is_early = text("style") == Some("cookie") && check.version != V32;
    let unknown = |style: &&str| is_early || !words.contains(style);
    if let Some(style) = text("style").filter(unknown) {
        let message = format!("`{style}` is not a style of {place} parameters");
        let span = parameter.value_span("style");
        let words: Vec<_> = words.into_iter().filter(|word| *word != "cookie").collect();
        check.warn(invalid(span, message, &complaint::listed(&words)));
    }
}

/// Checks the dialect of schemas: only that of OpenAPI, which is JSON Schema 2020-12, is supported.
pub(super) fn dialect<'d>(check: &mut Check<'_, 'd, '_>, _: &'d Node, fields: &Fields<'d>) {
    const KNOWN: [&str; 2] = [
        "https://json-schema.org/draft/2020-12/schema",
        "https://spec.openapis.org/oas/3.",
    ];
    for name in ["jsonSchemaDialect", "$schema"] {
        let dialect = fields.get(name).and_then(Node::as_str).unwrap_or_default();
        if dialect.is_empty() || KNOWN.iter().any(|known| dialect.starts_with(known)) {
            continue;
        }
        let message = format!("schemas of the dialect `{}`", dialect.escape_debug());
        let span = fields.value_span(name);
        let diagnostic = Diagnostic::warning(Code::UnsupportedConstruct, span, message);
        check.warn(diagnostic.label("read as JSON Schema 2020-12"));
    }
}
