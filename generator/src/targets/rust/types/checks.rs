//! Writes the constraints of the description as calls of the runtime's `Validator`.

use spec::model::{Array, Bounds, Object, SchemaId, Text};

use super::super::code::{self, Code, fixed, integer, option};
use super::super::plan::{Form, Plan};
use super::record::Field;
use super::text;
use crate::ir::constraint::{self, additional};
use crate::ir::{Constraints, Presence, Shape, Ty, TypeId};

/// The types with constraints; the others need no check.
pub(in super::super) struct Checks<'p> {
    plan: &'p Plan<'p>,
    checked: Vec<bool>,
}

/// What a chain of aliases ends with.
enum End {
    /// A type that checks itself.
    Type(TypeId),
    /// A schema without such a type.
    Schema(SchemaId),
}

impl<'p> Checks<'p> {
    pub(in super::super) fn new(plan: &'p Plan<'_>) -> Self {
        let mut checks = Self {
            plan,
            checked: vec![false; plan.ir.types.iter().len()],
        };
        let mut users: Vec<Vec<TypeId>> = vec![Vec::new(); plan.ir.types.iter().len()];
        let mut waiting = Vec::new();
        for id in plan.type_ids() {
            let mut used = Vec::new();
            if checks.has_own(id, &mut used) {
                waiting.push(id);
            }
            for other in used {
                users[other.index()].push(id);
            }
        }
        while let Some(id) = waiting.pop() {
            if !std::mem::replace(&mut checks.checked[id.index()], true) {
                waiting.extend(&users[id.index()]);
            }
        }
        checks
    }

    /// Returns whether a type itself has constraints. The types that it contains are added to
    /// `used`.
    fn has_own(&self, id: TypeId, used: &mut Vec<TypeId>) -> bool {
        let made = self.plan.get(id);
        match (self.plan.form(id), &made.shape) {
            (Form::IntegerEnum | Form::Union, _) => true,
            (Form::StringEnum, Shape::Enumeration(list)) => !list.open,
            (Form::Record, Shape::Record(record)) => {
                let fields = record.fields.iter().map(|field| field.property.schema);
                let parts = fields.chain(self.additional(made.schema_id));
                let needy = parts.filter(|part| self.needs(*part, used));
                // All parts are visited, since `used` must contain them all.
                needy.count() > 0
            }
            (Form::StringNewtype | Form::Newtype, _) => self.behind(made.schema_id, used),
            _ => false,
        }
    }

    /// Returns the schema of additional properties, if there is one.
    fn additional(&self, id: SchemaId) -> Option<SchemaId> {
        match constraint::of(self.plan.schema(id)) {
            Constraints::Object(object) => additional(object),
            _ => None,
        }
    }

    /// Returns whether a value of this schema has constraints that no generated type checks.
    fn needs(&self, id: SchemaId, used: &mut Vec<TypeId>) -> bool {
        match self.end_of_aliases(id) {
            End::Type(made) => {
                used.push(made);
                false
            }
            End::Schema(id) => self.behind(id, used),
        }
    }

    /// Returns what a chain of aliases ends with. It can be longer than the stack is deep.
    fn end_of_aliases(&self, mut id: SchemaId) -> End {
        let types = &self.plan.ir.types;
        loop {
            if let Some(made) = types.declared(id)
                && self.plan.form(made) != Form::Alias
            {
                return End::Type(made);
            }
            match types.schema(id).target() {
                Some(target) => id = target,
                None => return End::Schema(id),
            }
        }
    }

    fn behind(&self, id: SchemaId, used: &mut Vec<TypeId>) -> bool {
        match constraint::of(self.plan.schema(id)) {
            Constraints::Text(text) => {
                let checkable = text::is_checked(text);
                text.min_length.is_some() || text.max_length.is_some() || checkable
            }
            Constraints::Number(bounds) => !bounds.is_empty(),
            Constraints::List(array) => {
                let items = self.needs(array.items, used);
                items || array.min_items.or(array.max_items).is_some() || array.unique
            }
            Constraints::Object(object) => {
                let values = additional(object).is_some_and(|value| self.needs(value, used));
                values || object.min_properties.or(object.max_properties).is_some()
            }
            Constraints::None => {
                let target = self.plan.schema(id).target();
                target.is_some_and(|target| self.needs(target, used))
            }
        }
    }

    pub(super) fn of_record(&self, schema: SchemaId, fields: &[Field<'_>]) -> Vec<Code> {
        let mut checks = Vec::new();
        for field in fields {
            let id = field.property.schema;
            let name = &field.name;
            let held = match field.presence {
                Presence::Required => None,
                Presence::RequiredNullable | Presence::Optional => Some(code!("&self.", name)),
                Presence::OptionalNullable => Some(code!("self.", name, ".value()")),
            };
            checks.extend(self.of_place(id, &field.wire, &code!("&self.", name), held));
        }
        if let Some(value) = self.additional(schema) {
            let map = fixed("&self.additional");
            checks.extend(self.values(value, &map, &fixed("\"\"")));
        }
        checks
    }

    /// Returns whether values of this schema can be null.
    pub(in super::super) fn is_nullable(&self, id: SchemaId) -> bool {
        self.plan.api.is_nullable(id)
    }

    /// Returns the checks of an optional value; `held` is where it is stored.
    pub(in super::super) fn of_place(
        &self,
        id: SchemaId,
        name: &Code,
        value: &Code,
        held: Option<Code>,
    ) -> Option<Code> {
        let Some(held) = held else {
            let checks = self.of(id, value, name);
            return (!checks.is_empty()).then(|| lines(&checks));
        };
        let checks = self.of(id, &fixed("value"), name);
        (!checks.is_empty()).then(|| {
            let checks = lines(&checks);
            code!("if let Some(value) = ", held, " {\n", checks, "}")
        })
    }

    /// Returns the checks of a value with a schema; `value` is a reference to it.
    fn of(&self, id: SchemaId, value: &Code, name: &Code) -> Vec<Code> {
        match self.end_of_aliases(id) {
            End::Type(made) => self.nested(made, value, name).into_iter().collect(),
            End::Schema(id) => self.of_schema(id, value, name),
        }
    }

    /// Returns the check of a value whose type checks itself, if it has constraints.
    fn nested(&self, made: TypeId, value: &Code, name: &Code) -> Option<Code> {
        self.checked[made.index()].then(|| code!("v.nested(", name, ", ", value, ");"))
    }

    /// Returns the checks for a schema's own constraints.
    pub(super) fn of_schema(&self, id: SchemaId, value: &Code, name: &Code) -> Vec<Code> {
        match constraint::of(self.plan.schema(id)) {
            Constraints::Text(text) => self.text(id, text, value, name),
            Constraints::Number(bounds) => number(bounds, value, name).into_iter().collect(),
            Constraints::List(array) => self.array(array, value, name),
            Constraints::Object(object) => self.object(object, value, name),
            Constraints::None => {
                let target = self.plan.schema(id).target();
                target.map_or_else(Vec::new, |target| self.of(target, value, name))
            }
        }
    }

    fn object(&self, object: &Object, value: &Code, name: &Code) -> Vec<Code> {
        let mut checks = Vec::new();
        let (min, max) = (object.min_properties, object.max_properties);
        if min.or(max).is_some() {
            let receiver = code::receiver(value);
            let count = code!("v.properties(", name, ", ", receiver, ".len(), ");
            let limits = code!(number_option(min), ", ", number_option(max));
            checks.push(code!(count, limits, ");"));
        }
        let values = additional(object).and_then(|schema| self.values(schema, value, name));
        checks.extend(values);
        checks
    }

    fn text(&self, id: SchemaId, text: &Text, value: &Code, name: &Code) -> Vec<Code> {
        let value = match self.plan_type(id) {
            Ty::String => value.clone(),
            Ty::Uri | Ty::DateTime => {
                code!(code::receiver(value), ".as_str()")
            }
            Ty::Uuid | Ty::Date | Ty::Decimal => {
                code!("&", code::receiver(value), ".to_string()")
            }
            _ => return Vec::new(),
        };
        text::checks(text, &value, name)
    }

    /// Returns the type that a schema's names lead to.
    fn plan_type(&self, id: SchemaId) -> Ty {
        match self.plan.ir.types.declared(id) {
            Some(made) => self.plan.inner(made),
            None => self.plan.ty(id),
        }
    }

    fn array(&self, array: &Array, value: &Code, name: &Code) -> Vec<Code> {
        let mut checks = Vec::new();
        if array.min_items.or(array.max_items).is_some() || array.unique {
            let (min, max) = (
                number_option(array.min_items),
                number_option(array.max_items),
            );
            let unique = fixed(if array.unique { "true" } else { "false" });
            let call = code!("v.items(", name, ", ", value, ", ");
            checks.push(code!(call, min, ", ", max, ", ", unique, ");"));
        }
        checks.extend(self.inside("v.each(", array.items, value, name));
        checks
    }

    fn values(&self, schema: SchemaId, value: &Code, name: &Code) -> Option<Code> {
        self.inside("v.values(", schema, value, name)
    }

    fn inside(
        &self,
        call: &'static str,
        schema: SchemaId,
        value: &Code,
        name: &Code,
    ) -> Option<Code> {
        let held = self.plan.api.is_nullable(schema).then(|| fixed("value"));
        let check = self.of_place(schema, &fixed("\"\""), &fixed("value"), held)?;
        Some(code!(
            call,
            name,
            ", ",
            value,
            ", |v, value| {\n",
            check,
            "\n});"
        ))
    }
}

fn lines(checks: &[Code]) -> Code {
    let mut all = Code::default();
    for check in checks {
        all.push(&code!(check, "\n"));
    }
    all
}

fn number(bounds: &Bounds, value: &Code, name: &Code) -> Option<Code> {
    if bounds.is_empty() {
        return None;
    }
    let limits = [
        (".at_least(", &bounds.minimum, !bounds.exclusive_minimum),
        (".more_than(", &bounds.minimum, bounds.exclusive_minimum),
        (".at_most(", &bounds.maximum, !bounds.exclusive_maximum),
        (".less_than(", &bounds.maximum, bounds.exclusive_maximum),
        (".multiple_of(", &bounds.multiple_of, true),
    ];
    let set = limits.iter().filter(|(_, _, applies)| *applies);
    let set = set.filter_map(|(method, text, _)| Some((*method, text.as_deref()?)));
    let code = set.fold(fixed("runtime::Bounds::NONE"), |code, (method, text)| {
        code!(code, method, limit(text), ")")
    });
    Some(code!("v.number(", name, ", ", value, ", &", code, ");"))
}

/// Returns a number of the description as a literal, if that is exact.
fn limit(text: &str) -> Code {
    if let Ok(number) = text.parse::<i64>() {
        let suffix = if i32::try_from(number).is_ok() {
            ""
        } else {
            "_i64"
        };
        return code!(integer(number), suffix);
    }
    let digits = text.trim_end_matches('0').trim_end_matches('.');
    let number = text.parse::<f64>().ok();
    let number = number.filter(|number| [text, digits].contains(&number.to_string().as_str()));
    let literal = number.and_then(code::float);
    literal.unwrap_or_else(|| code!("runtime::Digits(", code::string(text), ")"))
}

pub(super) fn number_option(number: Option<u64>) -> Code {
    option(number.map(integer))
}
