//! Parameters that a client sets once, for all operations that have them (`x-globals`, or `globals`
//! in the settings). Operations must agree on such a parameter, because the client has one value of
//! one type for it.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, nearest};
use crate::model::{Api, EnumBase, Global, Kind, Parameter, SchemaId};

/// Why a client cannot set a parameter for all operations.
#[derive(Debug, Clone, Copy)]
pub enum Fault<'a> {
    /// No operation has a parameter of the name.
    Unknown {
        /// The name that is probably meant.
        near: Option<&'a str>,
    },
    /// Two operations do not agree on the parameter.
    Differs {
        /// What is different.
        what: Difference,
        /// The first parameter.
        first: &'a Parameter,
        /// The other parameter.
        other: &'a Parameter,
    },
    /// The value is not a text, a number or a boolean, which one setting could have.
    Structured(&'a Parameter),
}

/// What is different about two parameters of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Difference {
    /// Where they are sent.
    Place,
    /// How their values are encoded.
    Encoding,
    /// Their types.
    Type,
}

/// The parameters of all operations, by name.
#[derive(Debug)]
pub struct Parameters<'a> {
    api: &'a Api,
    named: BTreeMap<&'a str, Vec<&'a Parameter>>,
}

impl<'a> Parameters<'a> {
    /// Collects the parameters of a description.
    #[must_use]
    pub fn new(api: &'a Api) -> Self {
        let mut named: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for parameter in api.operations.iter().flat_map(|one| &one.parameters) {
            let name = parameter.name.as_str();
            named.entry(name).or_default().push(parameter);
        }
        Self { api, named }
    }

    /// Returns the first of the parameters with a name, if a client can set all of them.
    ///
    /// # Errors
    /// Returns why it cannot.
    pub fn find(&self, name: &str) -> Result<&'a Parameter, Fault<'a>> {
        let Some([first, others @ ..]) = self.named.get(name).map(Vec::as_slice) else {
            let names = self.named.keys().copied();
            let near = nearest(name, names.take(MOST_CANDIDATES));
            return Err(Fault::Unknown { near });
        };
        if first.media_type.is_some() || !is_plain(self.api, first.schema) {
            return Err(Fault::Structured(first));
        }
        for other in others {
            if let Some(what) = difference(self.api, first, other) {
                return Err(Fault::Differs { what, first, other });
            }
        }
        Ok(first)
    }
}

/// The maximum number of names that a misspelled one is compared with.
const MOST_CANDIDATES: usize = 500;

/// Returns whether values are texts, numbers or booleans, and not bytes.
fn is_plain(api: &Api, schema: SchemaId) -> bool {
    match &api.schema(api.resolve(schema)).kind {
        Kind::String(text) => !matches!(text.format.as_deref(), Some("byte" | "binary")),
        Kind::Boolean | Kind::Integer { .. } | Kind::Number { .. } => true,
        Kind::Enumeration(list) => list.base != EnumBase::Other,
        _ => false,
    }
}

fn difference(api: &Api, one: &Parameter, other: &Parameter) -> Option<Difference> {
    let encoding = |parameter: &Parameter| {
        let Parameter {
            style,
            explode,
            allow_reserved,
            allow_empty,
            ..
        } = parameter;
        (*style, *explode, *allow_reserved, *allow_empty)
    };
    if one.location != other.location {
        return Some(Difference::Place);
    }
    if encoding(one) != encoding(other) || other.media_type.is_some() {
        return Some(Difference::Encoding);
    }
    (!is_same_type(api, one.schema, other.schema)).then_some(Difference::Type)
}

/// Returns whether two schemas are the same named one, or are written alike in each place.
fn is_same_type(api: &Api, one: SchemaId, other: SchemaId) -> bool {
    let (one, other) = (api.resolve(one), api.resolve(other));
    if one == other {
        return true;
    }
    let (one, other) = (api.schema(one), api.schema(other));
    let is_inline = one.name.is_none() && other.name.is_none();
    is_inline && one.kind == other.kind && one.nullable == other.nullable
}

/// Returns the names that can be used; reports the others.
pub(crate) fn usable(api: &Api, named: Vec<Global>, diagnostics: &mut Diagnostics) -> Vec<Global> {
    // The maximum number of reports: each unknown name is compared with many others.
    const MOST: usize = 100;
    let parameters = Parameters::new(api);
    let mut known = HashSet::new();
    let mut reported = 0;
    let mut usable = Vec::new();
    for global in named {
        if reported == MOST || !known.insert(global.name.clone()) {
            continue;
        }
        match parameters.find(&global.name) {
            Ok(_) => usable.push(global),
            Err(fault) => {
                reported += 1;
                diagnostics.push(fault.at(&global));
            }
        }
    }
    usable
}

impl Fault<'_> {
    fn at(self, global: &Global) -> Diagnostic {
        let message = format!("`x-globals` names `{}`, but {self}", global.name);
        let diagnostic =
            Diagnostic::warning(Code::InvalidValue, global.span, message).help(self.help());
        let each = "ignored: callers set it for each call";
        match self {
            Self::Unknown { .. } => diagnostic.label("ignored"),
            Self::Differs { other, .. } => diagnostic
                .label(each)
                .related(other.span, "differs from the first one"),
            Self::Structured(parameter) => {
                diagnostic.label(each).related(parameter.span, "this one")
            }
        }
    }

    /// Returns what the author of the description can do.
    #[must_use]
    pub fn help(self) -> String {
        match self {
            Self::Unknown { near: Some(near) } => format!("did you mean `{near}`?"),
            Self::Unknown { near: None } => "name a parameter of operations".to_owned(),
            Self::Differs { .. } => {
                let help = "let all operations refer to one parameter below `components/parameters`, \
                            or remove the name from the list";
                help.to_owned()
            }
            Self::Structured(_) => "remove the name from the list".to_owned(),
        }
    }
}

/// The reason, as a part of a sentence.
impl fmt::Display for Fault<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unknown { .. } => "no operation has a parameter of this name",
            Self::Differs { what, .. } => match what {
                Difference::Place => "parameters of this name are sent in different places",
                Difference::Encoding => "parameters of this name are encoded in different ways",
                Difference::Type => "parameters of this name have different types",
            },
            Self::Structured(_) => "this parameter is not a text, a number or a boolean",
        })
    }
}
