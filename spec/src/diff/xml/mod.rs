//! Compares how values are written in XML (OpenAPI 3.1.0 §4.8.26), which matters only where a media
//! type is XML.

mod form;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use self::form::{Form, Forms, Node};
use super::place::{Place, Side, Way};
use super::rules::rule;
use super::schema::Seen;
use super::{Comparison, Level, Message};
use crate::model::{Api, SchemaId, WrittenId};

/// The maximum number of pairs of nodes in a body.
const MOST_STEPS: usize = 20_000;

/// What is in one place of both documents.
struct Step {
    old: Vec<Node>,
    new: Vec<Node>,
    side: Side,
    place: Place,
    /// The closest schemas with a name, and their place.
    around: (Seen, String),
}

/// The named schemas of both descriptions.
pub(super) struct Named {
    old: HashMap<WrittenId, SchemaId>,
    new: HashMap<WrittenId, SchemaId>,
}

/// A media type whose bodies can be XML.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Media {
    /// A media type of XML (RFC 7303).
    Xml,
    /// A range that includes such media types. Nothing says that its bodies are XML, except `xml`.
    Range,
}

impl Media {
    fn of(name: &str) -> Option<Self> {
        let essence = name.split(';').next().unwrap_or_default();
        let essence = essence.trim().to_ascii_lowercase();
        match essence.as_str() {
            "application/xml" | "text/xml" => Some(Self::Xml),
            "*/*" | "application/*" | "text/*" => Some(Self::Range),
            other => other.ends_with("+xml").then_some(Self::Xml),
        }
    }
}

impl Comparison<'_> {
    /// Compares how the values of two schemas are written in XML, if both media types can be XML.
    pub(super) fn xml_of(
        &mut self,
        (old, new): (Option<SchemaId>, Option<SchemaId>),
        (old_media, new_media): (&str, &str),
        side: Side,
        place: &Place,
    ) {
        let media = (Media::of(old_media), Media::of(new_media));
        let (Some(old), Some(new), (Some(one), Some(other))) = (old, new, media) else {
            return;
        };
        self.xml(old, new, one.max(other), side, place);
    }

    /// Compares the same for `content` of a parameter, a header field or a part of a form.
    pub(super) fn xml_content(
        &mut self,
        (old, new): (SchemaId, SchemaId),
        media: (&Option<String>, &Option<String>),
        side: Side,
        place: &Place,
    ) {
        if let (Some(before), Some(after)) = media {
            self.xml_of((Some(old), Some(new)), (before, after), side, place);
        }
    }

    fn xml(&mut self, old: SchemaId, new: SchemaId, media: Media, side: Side, place: &Place) {
        let written = |api: &Api, id: SchemaId| api.schema(id).written;
        let (Some(before), Some(after)) = (written(self.old, old), written(self.new, new)) else {
            return;
        };
        let roots = [(self.old, before), (self.new, after)];
        let [one, other] = roots.map(|(api, id)| form::root_name(&api.written, id));
        // Without `xml`, only the name of the root can differ.
        let silent = !self.old.written.has_xml && !self.new.written.has_xml;
        if silent && (media == Media::Range || one == other) {
            return;
        }
        let (old_api, new_api) = (self.old, self.new);
        let names = self.named.get_or_insert_with(|| {
            Rc::new(Named {
                old: named(old_api),
                new: named(new_api),
            })
        });
        let names = Rc::clone(names);
        let seen = (old, new, side);
        self.reach.add(seen, None, place.operation.as_ref());
        let mut queue = vec![Step {
            old: vec![Node::root(before, media == Media::Xml)],
            new: vec![Node::root(after, media == Media::Xml)],
            side,
            place: place.clone(),
            around: (seen, place.at.clone()),
        }];
        let mut done = HashSet::new();
        while let Some(mut step) = queue.pop() {
            if done.len() >= MOST_STEPS {
                let rule = rule!("xml-changed").on(side);
                let text = "how it is written in XML was compared only in part";
                self.report(rule, Level::Warning, place, text, (None, None));
                break;
            }
            if done.insert((step.old.clone(), step.new.clone())) {
                self.enter(&mut step, &names);
                self.current = Some(step.around.clone());
                queue.extend(self.step(&step).into_iter().rev());
            }
        }
        self.current = None;
    }

    /// Finds the schemas with a name at a step, so that their changes are reported once for all places.
    fn enter(&mut self, step: &mut Step, names: &Named) {
        let name = |api: &Api, nodes: &[Node], names: &HashMap<WrittenId, SchemaId>| {
            let behind = form::behind(&api.written, nodes.first()?.id);
            behind.into_iter().find_map(|id| names.get(&id).copied())
        };
        let old = name(self.old, &step.old, &names.old);
        let new = name(self.new, &step.new, &names.new);
        let (Some(old), Some(new)) = (old, new) else {
            return;
        };
        let seen = (old, new, step.side);
        self.reach.add(seen, Some(step.around.0), None);
        step.around = (seen, step.place.at.clone());
    }

    /// Compares the nodes of a step, and returns the steps inside.
    fn step(&mut self, step: &Step) -> Vec<Step> {
        let way = step.side.way;
        let old = Forms::of(&self.old.written, &step.old);
        let new = Forms::of(&self.new.written, &step.new);
        if old.travels(&self.old.written, way) && new.travels(&self.new.written, way) {
            self.forms(step, &old, &new);
        } else {
            return Vec::new();
        }
        let (before, after) = (
            old.children(&self.old.written),
            new.children(&self.new.written),
        );
        steps(step, before, after)
    }

    fn forms(&mut self, step: &Step, old: &Forms, new: &Forms) {
        // Another type is reported anyway.
        if old.is_array() != new.is_array() {
            return;
        }
        let (from, to) = match step.side.way {
            Way::Request => (&old.forms, &new.forms),
            Way::Response => (&new.forms, &old.forms),
        };
        let differs = |exact: bool| {
            let known = |one: &Form| to.iter().any(|other| one.is_like(other, exact));
            from.iter().find(|one| !known(one))
        };
        let (form, level) = match (differs(false), differs(true)) {
            (Some(form), _) => (form, Level::Error),
            (None, Some(form)) => (form, Level::Info),
            (None, None) => return,
        };
        // Of several alternatives, the one closest in kind is shown.
        let alike = to.iter().find(|other| other.node == form.node);
        let Some(other) = alike.or_else(|| to.first()) else {
            return;
        };
        let (before, after) = match step.side.way {
            Way::Request => (form, other),
            Way::Response => (other, form),
        };
        let (before, after) = (before.to_string(), after.to_string());
        let text = format!("was {before} in XML, and is {after}");
        let text = Message::new(text, &[&before, &after]);
        let spans = (old.span(&self.old.written), new.span(&self.new.written));
        let rule = rule!("xml-changed").on(step.side);
        self.report(rule, level, &step.place, text, spans);
    }
}

/// Returns the steps to what both sides contain.
fn steps(
    step: &Step,
    old: BTreeMap<String, Vec<Node>>,
    mut new: BTreeMap<String, Vec<Node>>,
) -> Vec<Step> {
    let both = old.into_iter().filter_map(|(name, old)| {
        let new = new.remove(&name)?;
        Some(Step {
            old,
            new,
            side: step.side.inside(),
            place: step.place.inside(&name),
            around: step.around.clone(),
        })
    });
    both.collect()
}

fn named(api: &Api) -> HashMap<WrittenId, SchemaId> {
    let all = api.schemas.iter().enumerate();
    let named = all.filter(|(_, one)| one.name.is_some());
    named
        .filter_map(|(index, one)| Some((one.written?, SchemaId::from_index(index))))
        .collect()
}
