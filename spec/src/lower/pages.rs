//! Recognizes how lists are paged without `x-pagination`, from the names of parameters and
//! properties and from the structure of responses.

use super::pagination::is_settled;
use crate::model::page_names::{
    AROUND, CURSORS, IDS, LIMITS, MORES, NEXTS, OFFSETS, PAGES, TOTALS, is_named, plain,
};
use crate::model::{
    Api, Kind, Location, Method, Object, Operation, PageBy, Pagination, Parameter, Property,
    Response, SchemaId,
};

/// An offset from 0 to some, from 1 to others.
const FROM: &str = "startindex";
/// Names of such properties that say that they are addresses.
const ADDRESSES: &[&str] = &[
    "nextlink",
    "nexturl",
    "nextpageurl",
    "nextpageuri",
    "nextpagelink",
    "odatanextlink",
    "nexthref",
    "nexturi",
];
/// Where a response has several arrays, the list is called so.
const ITEMS: &[&str] = &[
    "items",
    "data",
    "results",
    "values",
    "value",
    "entries",
    "records",
    "list",
    "rows",
    "content",
    "elements",
    "resources",
    "nodes",
];
/// The body of a page has few properties; larger ones, as in malicious descriptions, are not
/// searched.
const MOST: usize = 64;

/// Returns whether an operation returns a list, paged or not: an array, or an object with one
/// property that is the list.
#[must_use]
pub fn is_list(api: &Api, operation: &Operation) -> bool {
    operation.pagination.is_some() || List::of(api, operation).is_some()
}

/// Recognizes how lists are paged if the description does not declare it.
pub(super) fn recognize(api: &mut Api) {
    let found: Vec<_> = api
        .operations
        .iter()
        .map(|operation| {
            let open = operation.pagination.is_none() && !is_settled(operation);
            List::of(api, operation).filter(|_| open)?.pagination()
        })
        .collect();
    for (operation, found) in api.operations.iter_mut().zip(found) {
        if found.is_some() {
            operation.pagination = found;
        }
    }
}

/// An operation that returns a list.
struct List<'a> {
    api: &'a Api,
    operation: &'a Operation,
    response: &'a Response,
    /// The object around the items; `None` if the response is the list itself.
    body: Option<&'a Object>,
    items: Option<&'a Property>,
    item: SchemaId,
}

impl<'a> List<'a> {
    fn of(api: &'a Api, operation: &'a Operation) -> Option<Self> {
        if operation.method != Method::Get {
            return None;
        }
        let mut responses = operation.responses.iter();
        let response = responses.find(|one| one.status.is_success() && !one.content.is_empty())?;
        let media = response.content.iter().find(|media| media.is_json())?;
        let list = |body, items, item| Self {
            api,
            operation,
            response,
            body,
            items,
            item,
        };
        match &api.schema(api.resolve(media.schema?)).kind {
            Kind::Array(array) => Some(list(None, None, array.items)),
            Kind::Object(object) => {
                let (items, item) = items_of(api, operation, object)?;
                Some(list(Some(object), Some(items), item))
            }
            _ => None,
        }
    }

    fn pagination(&self) -> Option<Pagination> {
        self.by_next()
            .or_else(|| self.by_link())
            .or_else(|| self.by_last_item())
            .or_else(|| self.by_number())
    }

    /// Recognizes paging by a position or address in the response.
    fn by_next(&self) -> Option<Pagination> {
        self.ways(NEXTS)
            .find_map(|(way, schema)| self.read_next(way, schema))
    }

    fn read_next(&self, mut way: Vec<String>, schema: SchemaId) -> Option<Pagination> {
        let name = plain(way.last()?);
        match self.kind(schema) {
            // A link object of HAL or JSON:API.
            Kind::Object(link) => {
                let mut properties = link.properties.iter().take(MOST);
                let address =
                    properties.find(|one| one.name == "href" && self.is_text(one.schema))?;
                way.push(address.name.clone());
                Some(self.paged(PageBy::Url, None, way))
            }
            Kind::String(text) => {
                let format = text.format.as_deref();
                let is_address = matches!(format, Some("uri" | "uri-reference" | "url"))
                    || ADDRESSES.contains(&name.as_str())
                    || way
                        .first()
                        .is_some_and(|parent| way.len() > 1 && plain(parent) == "links");
                if is_address {
                    return Some(self.paged(PageBy::Url, None, way));
                }
                let cursor = self.named_as(&name, |id| self.is_text(id));
                let cursor = cursor.or_else(|| self.parameter(CURSORS, |id| self.is_text(id)));
                if let Some(cursor) = cursor {
                    return Some(self.paged(PageBy::Cursor, Some(cursor), way));
                }
                // If pages are requested by number, a text can only be an address.
                let counted = self.counted(PAGES).or_else(|| self.counted(OFFSETS));
                let is_next = matches!(name.as_str(), "next" | "nextpage");
                (is_next && counted.is_some()).then(|| self.paged(PageBy::Url, None, way))
            }
            Kind::Integer { .. } | Kind::Number { .. } => {
                let parameter = self
                    .named_as(&name, |id| self.is_number(id))
                    .or_else(|| self.counted(OFFSETS).filter(|_| !name.contains("page")))
                    .or_else(|| self.counted(PAGES).filter(|_| !name.contains("offset")))
                    .or_else(|| self.parameter(CURSORS, |id| self.is_number(id)))?;
                Some(self.paged(PageBy::Cursor, Some(parameter), way))
            }
            _ => None,
        }
    }

    /// Recognizes paging by `Link`, if something shows that there are pages at all.
    fn by_link(&self) -> Option<Pagination> {
        let mut headers = self.response.headers.iter();
        headers.find(|header| header.name.eq_ignore_ascii_case("link"))?;
        let any = |_| true;
        [LIMITS, OFFSETS, PAGES, CURSORS]
            .into_iter()
            .find_map(|names| self.parameter(names, any))?;
        Some(self.paged(PageBy::Link, None, Vec::new()))
    }

    /// Recognizes pages that begin after an item, if the response says whether there is a next one.
    fn by_last_item(&self) -> Option<Pagination> {
        let parameter = self.parameter(IDS, |id| self.is_text(id) || self.is_number(id))?;
        let Kind::Object(item) = self.kind(self.item) else {
            return None;
        };
        let mut properties = item.properties.iter().take(MOST);
        let id = properties.find(|one| one.name == "id")?;
        let same = self.is_text(id.schema) == self.is_text(parameter.schema);
        let made = self.paged(PageBy::LastItem, Some(parameter), vec![id.name.clone()]);
        (same && !made.more.is_empty()).then_some(made)
    }

    /// Recognizes pages that the client counts.
    fn by_number(&self) -> Option<Pagination> {
        if let Some(page) = self.counted(PAGES) {
            return Some(self.paged(PageBy::Page, Some(page), Vec::new()));
        }
        let offset = self.counted(OFFSETS)?;
        self.parameter(LIMITS, |id| self.is_number(id))?;
        let is_clear =
            plain(&offset.name) != FROM || self.is_scim() || self.default(offset).is_some();
        is_clear.then_some(())?;
        Some(self.paged(PageBy::Offset, Some(offset), Vec::new()))
    }

    fn paged(&self, by: PageBy, parameter: Option<&Parameter>, next: Vec<String>) -> Pagination {
        let has = |names: &'static [&'static str], of: &dyn Fn(&Kind) -> bool| {
            let mut ways = self.ways(names);
            let found = ways.find(|(_, schema)| of(self.kind(*schema)));
            found.map_or_else(Vec::new, |(way, _)| way)
        };
        let counts = matches!(by, PageBy::Offset | PageBy::Page);
        let more = counts || matches!(by, PageBy::Cursor | PageBy::LastItem);
        let limit = self.parameter(LIMITS, |id| self.is_number(id));
        Pagination {
            stated: false,
            by,
            items: self.items.map(|items| items.name.clone()),
            limit: limit.map(|limit| limit.name.clone()),
            parameter: parameter.map(|parameter| parameter.name.clone()),
            next,
            more: if more {
                has(MORES, &|kind| matches!(kind, Kind::Boolean))
            } else {
                Vec::new()
            },
            total: if counts {
                has(TOTALS, &|kind| matches!(kind, Kind::Integer { .. }))
            } else {
                Vec::new()
            },
            first: parameter.map_or(0, |parameter| self.first(by, parameter)),
        }
    }

    /// Returns the number of the first page or item, from the default. Pages are counted from 1
    /// unless 0 is allowed; items from 0, but from 1 in SCIM.
    fn first(&self, by: PageBy, parameter: &Parameter) -> u64 {
        let zero = match self.kind(parameter.schema) {
            Kind::Integer { bounds, .. } => bounds.minimum.as_deref() == Some("0"),
            _ => false,
        };
        let one = match by {
            PageBy::Page => !zero,
            PageBy::Offset => plain(&parameter.name) == FROM && self.is_scim(),
            _ => false,
        };
        self.default(parameter).unwrap_or(u64::from(one))
    }

    fn default(&self, parameter: &Parameter) -> Option<u64> {
        let schemas = [parameter.schema, self.api.resolve(parameter.schema)];
        let mut defaults = schemas
            .iter()
            .map(|id| self.api.schema(*id).default.as_ref());
        defaults.find_map(|default| default?.as_u64())
    }

    /// Returns whether the response is a SCIM list, whose `startIndex` begins with 1 (RFC 7644
    /// §3.4.2.4).
    fn is_scim(&self) -> bool {
        self.items.is_some_and(|items| items.name == "Resources")
    }

    /// Returns a parameter with one of some names that is a number.
    fn counted(&self, names: &[&str]) -> Option<&'a Parameter> {
        self.parameter(names, |id| self.is_number(id))
    }

    fn parameter(&self, names: &[&str], fits: impl Fn(SchemaId) -> bool) -> Option<&'a Parameter> {
        let mut parameters = self.queried();
        parameters.find(|one| is_named(names, &one.name) && fits(one.schema))
    }

    /// Returns the parameter whose value a property provides, by their names: `nextMarker` and
    /// `marker`.
    fn named_as(&self, name: &str, fits: impl Fn(SchemaId) -> bool) -> Option<&'a Parameter> {
        let stem = name.strip_prefix("next").unwrap_or(name);
        let mut parameters = self.queried();
        parameters.find(|one| {
            let known = plain(&one.name);
            (known == name || known == stem) && !known.is_empty() && fits(one.schema)
        })
    }

    fn queried(&self) -> impl Iterator<Item = &'a Parameter> {
        let parameters = self.operation.parameters.iter().take(MOST);
        parameters.filter(|one| one.location == Location::Query && one.media_type.is_none())
    }

    /// Returns the paths to properties with these names, in the body and in the usual objects
    /// around them.
    fn ways(
        &self,
        names: &'static [&'static str],
    ) -> impl Iterator<Item = (Vec<String>, SchemaId)> {
        let own = self
            .body
            .into_iter()
            .flat_map(|body| body.properties.iter().take(MOST));
        let around = own.clone().filter(|one| is_named(AROUND, &one.name));
        let inner = around.flat_map(|parent| {
            let object = match self.kind(parent.schema) {
                Kind::Object(object) => Some(object),
                _ => None,
            };
            let properties = object
                .into_iter()
                .flat_map(|one| one.properties.iter().take(MOST));
            properties.map(|one| (vec![parent.name.clone(), one.name.clone()], one.schema))
        });
        let own = own.map(|one| (vec![one.name.clone()], one.schema));
        let named = |(way, _): &(Vec<String>, SchemaId)| {
            way.last().is_some_and(|name| is_named(names, name))
        };
        own.chain(inner)
            .filter(named)
            .collect::<Vec<_>>()
            .into_iter()
    }

    fn kind(&self, id: SchemaId) -> &'a Kind {
        &self.api.schema(self.api.resolve(id)).kind
    }

    fn is_text(&self, id: SchemaId) -> bool {
        matches!(self.kind(id), Kind::String(_))
    }

    fn is_number(&self, id: SchemaId) -> bool {
        matches!(self.kind(id), Kind::Integer { .. } | Kind::Number { .. })
    }
}

/// Returns the property with the items: the only array, or the one with a usual name.
fn items_of<'a>(
    api: &'a Api,
    operation: &Operation,
    object: &'a Object,
) -> Option<(&'a Property, SchemaId)> {
    let arrays = object.properties.iter().take(MOST).filter_map(|property| {
        match &api.schema(api.resolve(property.schema)).kind {
            Kind::Array(array) => Some((property, array.items)),
            _ => None,
        }
    });
    let arrays: Vec<_> = arrays.collect();
    if let [only] = arrays.as_slice() {
        return Some(*only);
    }
    let mut segments = operation.path.rsplit('/');
    let last = segments.find(|segment| !segment.is_empty() && !segment.contains('{'));
    let named = |wanted: &str| {
        let mut arrays = arrays.iter();
        arrays
            .find(|(property, _)| plain(&property.name) == wanted)
            .copied()
    };
    last.and_then(|last| named(&plain(last)))
        .or_else(|| ITEMS.iter().find_map(|name| named(name)))
}
