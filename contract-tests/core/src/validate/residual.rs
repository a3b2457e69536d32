//! What types cannot express, such as `if`, `not` or `contains`: checked by the schema as it is
//! written.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use jsonschema::ValidationError;
use spec::Span;
use spec::model::{Form, Keyword, Kind, Operand, Schema, WrittenId, WrittenSchemas};

use crate::json::Json;

/// A schema that says more than its type.
#[derive(Debug)]
pub(super) struct Residual {
    written: Arc<WrittenSchemas>,
    id: WrittenId,
    scope: Scope,
    /// None where the validator does not understand the schema.
    compiled: OnceLock<Option<jsonschema::Validator>>,
}

/// The parts of a schema that types do not express.
#[derive(Debug)]
struct Scope {
    /// Whether its meaning depends on the schema that refers to it, so that it is checked with all
    /// its parts at once.
    is_dynamic: bool,
    /// Whether what `$ref` leads to is checked elsewhere.
    is_alias: bool,
    /// Whether it names a type: else it says nothing about values of other types.
    is_typed: bool,
    /// The keywords that its type does not express.
    keywords: BTreeSet<String>,
}

/// A keyword that a value breaks.
#[derive(Debug)]
pub(super) struct Broken {
    /// Where in the value, from where the schema checks it: a JSON pointer.
    pub(super) pointer: String,
    /// The constraint of the keyword, for people.
    pub(super) expected: String,
    /// The keyword in the description.
    pub(super) span: Span,
}

/// Keywords that choose among schemas for the same value; types express one of them, as a union.
const CHOICE: [&str; 2] = ["anyOf", "oneOf"];

/// Keywords for the parts that other keywords of the same schema do not name. Types make one schema
/// of all that check a value, in which these would count for too much.
const OTHERS: [&str; 2] = ["additionalProperties", "items"];

/// Keywords that a member of a union has from beside the union. What is required differs by direction.
const OF_PARTS: [&str; 3] = ["prefixItems", "properties", "required"];

/// The schema that no value keeps.
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
        } = InPlace::of(written, id, is_alias);
        let has = |name: &str| all.iter().any(|one| one.name == name);
        let choices = all.iter().filter(|one| CHOICE.contains(&&*one.name));
        let is_chosen = is_union && choices.count() == 1;
        let is_merged = schemas > 1 || has("patternProperties");
        let is_own = |keyword: &Keyword| match keyword.name.as_str() {
            _ if is_any || is_alias || keyword.is_residual() => true,
            name if CHOICE.contains(&name) => !is_chosen,
            name if OTHERS.contains(&name) => is_merged,
            // The members of a union need not have the constraints beside it.
            name => is_union && !OF_PARTS.contains(&name),
        };
        let own = all.iter().filter(|one| is_own(one));
        let own = own.map(|one| one.name.as_str());
        Self {
            is_dynamic: written.is_dynamic(id),
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
    /// Returns what a schema says beside its type; none if it says no more.
    pub(super) fn of(written: &Arc<WrittenSchemas>, schema: &Schema) -> Option<Self> {
        let id = schema.written?;
        let scope = Scope::of(written, id, &schema.kind);
        let says_more = !scope.is_typed || scope.is_dynamic || !scope.keywords.is_empty();
        says_more.then(|| Self {
            written: Arc::clone(written),
            id,
            scope,
            compiled: OnceLock::new(),
        })
    }

    /// Returns whether values of other types than its own break it.
    pub(super) const fn is_typed(&self) -> bool {
        self.scope.is_typed
    }

    /// Returns whether it demands more of values of its type than the type says.
    pub(super) fn says_more(&self) -> bool {
        self.scope.is_dynamic || !self.scope.keywords.is_empty()
    }

    /// Returns whether it is checked with all its parts at once.
    pub(super) const fn is_dynamic(&self) -> bool {
        self.scope.is_dynamic
    }

    /// Returns whether it names properties by patterns.
    pub(super) fn has_name_patterns(&self) -> bool {
        self.scope.keywords.contains("patternProperties")
    }

    /// The other constraints that a value of its type breaks.
    pub(super) fn beside_type(&self, value: &Json) -> Vec<Broken> {
        if self.scope.keywords.is_empty() {
            return Vec::new();
        }
        self.broken(value, |keyword| self.scope.keywords.contains(keyword))
    }

    /// All that a value breaks.
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

    /// The keyword of the schema that an error is of, however deep below it.
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

/// What checks a value as a whole: the keywords of a schema, and of those that it refers to or is
/// all of.
struct InPlace<'w> {
    keywords: Vec<&'w Keyword>,
    /// How many schemas they are of.
    schemas: usize,
    /// Whether one of the schemas is `false`.
    refuses_all: bool,
}

impl<'w> InPlace<'w> {
    /// Returns what `$ref` of an alias leads to is left out.
    fn of(written: &'w WrittenSchemas, id: WrittenId, is_alias: bool) -> Self {
        let mut keywords = Vec::new();
        let mut seen = BTreeSet::new();
        let mut open = vec![id];
        while let Some(id) = open.pop() {
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
        }
    }
}
