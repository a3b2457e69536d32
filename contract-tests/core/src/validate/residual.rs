//! Validates what types cannot express, such as `if`, `not` or `contains`, with the schema as it is
//! written.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use jsonschema::ValidationError;
use spec::Span;
use spec::model::{Form, Keyword, Kind, Operand, Schema, WrittenId, WrittenSchemas};

use crate::json::Json;

/// A schema that restricts more than its type.
#[derive(Debug)]
pub(super) struct Residual {
    written: Arc<WrittenSchemas>,
    id: WrittenId,
    scope: Scope,
    /// `None` if the validator does not support the schema.
    compiled: OnceLock<Option<jsonschema::Validator>>,
}

/// The parts of a schema that its type does not express.
#[derive(Debug)]
struct Scope {
    /// Whether it must be validated as one piece: its meaning depends on the schema that refers to
    /// it, or it has too many parts to look at.
    is_whole: bool,
    /// Whether the target of `$ref` is validated elsewhere.
    is_alias: bool,
    /// Whether it names a type. Without one, it does not restrict values of other types.
    is_typed: bool,
    /// The keywords that its type does not express.
    keywords: BTreeSet<String>,
}

/// A keyword that a value violates.
#[derive(Debug)]
pub(super) struct Broken {
    /// The place, a JSON pointer relative to the validated value.
    pub(super) pointer: String,
    /// The constraint of the keyword, for messages.
    pub(super) expected: String,
    /// The keyword in the description.
    pub(super) span: Span,
}

/// Keywords that choose among schemas for the same value; types express one of them, as a union.
const CHOICE: [&str; 2] = ["anyOf", "oneOf"];

/// Keywords that cover what other keywords of the same schema do not name. A type merges all
/// schemas of a value, where these would cover too much.
const OTHERS: [&str; 2] = ["additionalProperties", "items"];

/// Keywords that also apply to the members of a union when they are beside it. `required` differs
/// by direction.
const OF_PARTS: [&str; 3] = ["prefixItems", "properties", "required"];

/// The maximum number of schemas whose keywords are looked at one by one. Chains of `allOf` can be as
/// long as the description.
const MOST_PARTS: usize = 300;

/// The schema that no value satisfies.
const FALSE: &str = "false";

impl Scope {
    fn of(written: &WrittenSchemas, id: WrittenId, kind: &Kind) -> Self {
        let is_alias = matches!(kind, Kind::Alias(_));
        let is_any = matches!(kind, Kind::Any);
        let is_union = matches!(kind, Kind::Union(_));
        let InPlace {
            keywords: all,
            schemas,
            refuses_all,
            is_complete,
        } = InPlace::of(written, id, is_alias);
        let has = |name: &str| all.iter().any(|one| one.name == name);
        let choices = all.iter().filter(|one| CHOICE.contains(&&*one.name));
        let is_chosen = is_union && choices.count() == 1;
        let is_merged = schemas > 1 || has("patternProperties");
        let is_own = |keyword: &Keyword| match keyword.name.as_str() {
            _ if is_any || is_alias || keyword.is_residual() => true,
            name if CHOICE.contains(&name) => !is_chosen,
            name if OTHERS.contains(&name) => is_merged,
            // The members of a union need not repeat the constraints beside it.
            name => is_union && !OF_PARTS.contains(&name),
        };
        let own = all.iter().filter(|one| is_own(one));
        let own = own.map(|one| one.name.as_str());
        Self {
            is_whole: !is_complete || written.is_dynamic(id),
            is_alias,
            is_typed: is_alias || is_union || has("type"),
            keywords: own
                .chain(refuses_all.then_some(FALSE))
                .map(str::to_owned)
                .collect(),
        }
    }
}

impl Residual {
    /// Returns what a schema restricts in addition to its type, or `None` if there is nothing.
    pub(super) fn of(written: &Arc<WrittenSchemas>, schema: &Schema) -> Option<Self> {
        let id = schema.written?;
        let scope = Scope::of(written, id, &schema.kind);
        let says_more = !scope.is_typed || scope.is_whole || !scope.keywords.is_empty();
        says_more.then(|| Self {
            written: Arc::clone(written),
            id,
            scope,
            compiled: OnceLock::new(),
        })
    }

    /// Returns whether values of other types violate it.
    pub(super) const fn is_typed(&self) -> bool {
        self.scope.is_typed
    }

    /// Returns whether it restricts values of its type more than the type does.
    pub(super) fn says_more(&self) -> bool {
        self.scope.is_whole || !self.scope.keywords.is_empty()
    }

    /// Returns whether it must be validated as one piece.
    pub(super) const fn is_whole(&self) -> bool {
        self.scope.is_whole
    }

    /// Returns whether it declares properties by patterns.
    pub(super) fn has_name_patterns(&self) -> bool {
        self.scope.keywords.contains("patternProperties")
    }

    /// Returns the constraints, other than its type's, that a value violates.
    pub(super) fn beside_type(&self, value: &Json) -> Vec<Broken> {
        if self.scope.keywords.is_empty() {
            return Vec::new();
        }
        self.broken(value, |keyword| self.scope.keywords.contains(keyword))
    }

    /// Returns everything that a value violates.
    pub(super) fn whole(&self, value: &Json) -> Vec<Broken> {
        self.broken(value, |_| true)
    }

    fn broken(&self, value: &Json, counts: impl Fn(&str) -> bool) -> Vec<Broken> {
        let Some(validator) = self.compiled.get_or_init(|| self.compile()) else {
            return Vec::new();
        };
        let value = value.to_value();
        let mut broken = Vec::new();
        for error in validator.iter_errors(&value) {
            let keyword = self.keyword(&error);
            if counts(&keyword) {
                broken.push(Broken {
                    pointer: error.instance_path().to_string(),
                    expected: format!("`{keyword}` to hold: {}", error.masked_with("the value")),
                    span: self.span(&keyword),
                });
            }
        }
        broken
    }

    fn compile(&self) -> Option<jsonschema::Validator> {
        let document = self.written.document(self.id);
        let options = jsonschema::draft202012::options().should_validate_formats(true);
        options.build(&document).ok()
    }

    /// Returns the keyword of the schema that an error belongs to, however deep the error is below
    /// it.
    fn keyword(&self, error: &ValidationError<'_>) -> String {
        let path = error.evaluation_path().to_string();
        let mut segments = path.split('/').skip(1);
        if self.written.is_apart(self.id) {
            segments.next();
        }
        let is_inside = |segment: &&str| {
            let is_index = segment.bytes().all(|byte| byte.is_ascii_digit());
            is_index || *segment == "allOf" || (*segment == "$ref" && !self.scope.is_alias)
        };
        let keyword = segments.find(|segment| !is_inside(segment));
        keyword.unwrap_or(FALSE).to_owned()
    }

    fn span(&self, keyword: &str) -> Span {
        let all = InPlace::of(&self.written, self.id, self.scope.is_alias);
        let found = all.keywords.iter().find(|one| one.name == keyword);
        found.map_or_else(|| self.written.get(self.id).span, |one| one.span)
    }
}

/// The keywords that apply to a value in place: those of a schema, of those that it refers to, and
/// of its `allOf`.
struct InPlace<'w> {
    keywords: Vec<&'w Keyword>,
    /// How many schemas the keywords come from.
    schemas: usize,
    /// Whether one of the schemas is `false`.
    refuses_all: bool,
    /// Whether there are no further schemas.
    is_complete: bool,
}

impl<'w> InPlace<'w> {
    /// Collects the keywords. For an alias, the target of `$ref` is left out.
    fn of(written: &'w WrittenSchemas, id: WrittenId, is_alias: bool) -> Self {
        let mut keywords = Vec::new();
        let mut seen = BTreeSet::new();
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if seen.len() == MOST_PARTS {
                open.push(id);
                break;
            }
            if !seen.insert(id) {
                continue;
            }
            for keyword in written.keywords(id) {
                match (keyword.name.as_str(), &keyword.operand) {
                    ("$ref", _) if is_alias => {}
                    ("$ref", Operand::Reference(target)) => open.push(*target),
                    ("allOf", Operand::List(all)) => open.extend(all),
                    _ => keywords.push(keyword),
                }
            }
        }
        Self {
            keywords,
            schemas: seen.len(),
            refuses_all: seen
                .iter()
                .any(|id| written.get(*id).form == Form::Bool(false)),
            is_complete: open.is_empty(),
        }
    }
}
