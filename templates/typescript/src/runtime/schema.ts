/** The schema of a value, as data. */

/** A value without parts. */
export type Primitive =
  | "any"
  | "null"
  | "boolean"
  | "int32"
  | "int64"
  | "uint64"
  | "float"
  | "double"
  | "decimal-number"
  | "string"
  | "decimal"
  | "date-time"
  | "date"
  | "uuid"
  | "uri"
  | "base64"
  | "binary"
  | "object";

/** The schema of a value. */
export type Schema =
  Primitive | RecordSchema | UnionSchema | ListSchema | MapSchema | NullSchema;

/** An object with known properties. */
export interface RecordSchema {
  readonly kind: "record";
  /** The properties, in the order of the description. */
  readonly properties: () => readonly Property[];
  /** The type of all other properties; without it, they are unknown. */
  readonly additional?: () => Schema;
}

/** A property of an object. */
export interface Property {
  /** The name as it is sent. */
  readonly name: string;
  /** Its type. */
  readonly type: Schema;
  /** Whether it is required. */
  readonly required?: true;
}

/** A union of several types. */
export interface UnionSchema {
  readonly kind: "union";
  /** The property that selects the member, if there is one. */
  readonly discriminator?: string;
  /** The members. */
  readonly members: () => readonly Member[];
}

/** A member of a union, and the conditions under which it is selected. */
export interface Member {
  /** Its type. */
  readonly type: Schema;
  /** The values of the discriminator that select it. */
  readonly tags?: readonly string[];
  /** The JSON kinds that it can have; any if absent. */
  readonly kinds?: readonly JsonKind[];
  /** Properties that it requires. */
  readonly required?: readonly string[];
  /** Properties that can only have these values. */
  readonly values?: readonly (readonly [string, readonly string[]])[];
}

/** A kind of JSON value. */
export type JsonKind =
  "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/** An array. */
export interface ListSchema {
  readonly kind: "list";
  readonly items: () => Schema;
}

/** An object with values of one type. */
export interface MapSchema {
  readonly kind: "map";
  readonly values: () => Schema;
}

/** A value that may be `null`. */
export interface NullSchema {
  readonly kind: "nullable";
  readonly type: Schema;
}

const known = new WeakMap<RecordSchema, ReadonlyMap<string, Property>>();

/** Returns the properties of an object by name, in order. */
export function propertiesOf(
  schema: RecordSchema,
): ReadonlyMap<string, Property> {
  let properties = known.get(schema);
  if (properties === undefined) {
    const list = schema.properties();
    properties = new Map(list.map((property) => [property.name, property]));
    known.set(schema, properties);
  }
  return properties;
}

/** Sets an own property, whatever its name is. */
export function put(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
}
