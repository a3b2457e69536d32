/** What the description says about a value, as data. */

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

/** What a value may be. */
export type Schema =
  Primitive | RecordSchema | UnionSchema | ListSchema | MapSchema | NullSchema;

/** An object with known properties. */
export interface RecordSchema {
  readonly kind: "record";
  /** The properties, in the order of the description. */
  readonly properties: () => readonly Property[];
  /** What properties of other names are; without it, they are unknown. */
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

/** One of several kinds. */
export interface UnionSchema {
  readonly kind: "union";
  /** The property that tells the kinds apart, if one does. */
  readonly discriminator?: string;
  /** The kinds. */
  readonly members: () => readonly Member[];
}

/** One kind of a union, and what a value of it looks like. */
export interface Member {
  /** What it is. */
  readonly type: Schema;
  /** The values of the discriminator that stand for it. */
  readonly tags?: readonly string[];
  /** The kinds of JSON value that it can be; any if it is left out. */
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

/** The value, or `null`. */
export interface NullSchema {
  readonly kind: "nullable";
  readonly type: Schema;
}

const known = new WeakMap<RecordSchema, ReadonlyMap<string, Property>>();

/** The properties of an object by their name, in their order. */
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

/** Sets an own member, whatever its name is. */
export function put(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
}
