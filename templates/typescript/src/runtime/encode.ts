/** Encodes values as JSON, by their schemas. */

import { toBase64 } from "./base64.js";
import { DEEPEST, isNumber, type Json, NumberText, pointerTo } from "./json.js";
import {
  type JsonKind,
  type Member,
  type Primitive,
  propertiesOf,
  type RecordSchema,
  type Schema,
  type UnionSchema,
} from "./schema.js";
import { isCalendarDate, isDateTime, isDecimal } from "./values.js";

/** Thrown for a value that cannot be encoded as the description requires. */
export class EncodeError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "EncodeError";
  }
}

/**
 * Encodes a value as JSON. Properties are in the order of the description, and
 * those that are `undefined` are left out.
 *
 * @throws EncodeError if the value has no JSON form.
 */
export function encode(schema: Schema, value: unknown): Json {
  return new Encoder().encode(schema, value);
}

class Encoder {
  readonly #path: (string | number)[] = [];

  encode(schema: Schema, value: unknown): Json {
    if (typeof schema === "string") {
      return this.#primitive(schema, value);
    }
    switch (schema.kind) {
      case "nullable":
        return value === null ? null : this.encode(schema.type, value);
      case "list":
        return this.#list(schema.items(), value);
      case "map":
        return this.#members(value, () => schema.values());
      case "record":
        return this.#record(schema, value);
      case "union":
        return this.#union(schema, value);
    }
  }

  #within(step: string | number, schema: Schema, value: unknown): Json {
    this.#path.push(step);
    if (this.#path.length > DEEPEST) {
      throw new EncodeError("the values nest too deeply");
    }
    const json = this.encode(schema, value);
    this.#path.pop();
    return json;
  }

  #list(items: Schema, value: unknown): Json[] {
    if (!Array.isArray(value)) {
      throw this.#error("an array");
    }
    return value.map((item, index) => this.#within(index, items, item));
  }

  #record(schema: RecordSchema, value: unknown): Json {
    const properties = propertiesOf(schema);
    const additional = schema.additional?.() ?? "any";
    return this.#members(
      value,
      (name) => properties.get(name)?.type ?? additional,
      properties.keys(),
    );
  }

  /** Encodes the own properties, those of `first` before others. */
  #members(
    value: unknown,
    schema: (name: string) => Schema,
    first: Iterable<string> = [],
  ): Map<string, Json> {
    if (!isObject(value)) {
      throw this.#error("an object");
    }
    const members = new Map<string, Json>();
    for (const name of new Set([...first, ...Object.keys(value)])) {
      const member = own(value, name);
      if (member !== undefined) {
        members.set(name, this.#within(name, schema(name), member));
      }
    }
    return members;
  }

  #union(schema: UnionSchema, value: unknown): Json {
    const { discriminator } = schema;
    if (discriminator !== undefined) {
      const tag = isObject(value) ? own(value, discriminator) : undefined;
      const member = schema
        .members()
        .find(({ tags }) => typeof tag === "string" && tags?.includes(tag));
      return this.encode(member?.type ?? "any", value);
    }
    const depth = this.#path.length;
    for (const member of schema.members()) {
      try {
        if (admits(member, value)) {
          return this.encode(member.type, value);
        }
      } catch (error) {
        if (!(error instanceof EncodeError)) {
          throw error;
        }
        this.#path.length = depth;
      }
    }
    return this.encode("any", value);
  }

  #primitive(schema: Primitive, value: unknown): Json {
    switch (schema) {
      case "any":
      case "object":
      case "null":
        return this.#any(value);
      case "boolean":
        if (typeof value === "boolean") {
          return value;
        }
        throw this.#error("a boolean");
      case "int32":
      case "int64":
      case "uint64":
        return this.#integer(value);
      case "float":
      case "double":
        return this.#number(value);
      case "decimal-number":
        if (typeof value === "string" && isNumber(value)) {
          return new NumberText(value);
        }
        throw this.#error("a decimal number as text");
      case "base64":
      case "binary":
        return this.#bytes(value);
      default:
        return this.#text(schema, value);
    }
  }

  #any(value: unknown): Json {
    if (Array.isArray(value)) {
      return this.#list("any", value);
    }
    switch (typeof value) {
      case "number":
        return this.#number(value);
      case "bigint":
      case "boolean":
      case "string":
        return value;
      default:
        return value === null ? null : this.#members(value, () => "any");
    }
  }

  #integer(value: unknown): Json {
    if (typeof value === "bigint") {
      return value;
    }
    if (typeof value === "number" && Number.isSafeInteger(value)) {
      return value;
    }
    throw this.#error("a whole number, a bigint beyond 2^53");
  }

  #number(value: unknown): Json {
    if (typeof value === "number" && Number.isFinite(value)) {
      return value;
    }
    throw this.#error("a number that JSON can write");
  }

  #bytes(value: unknown): Json {
    const bytes = isObject(value) ? (own(value, "bytes") ?? value) : value;
    if (bytes instanceof Uint8Array) {
      return toBase64(bytes);
    }
    throw this.#error("bytes as a Uint8Array");
  }

  #text(schema: Primitive, value: unknown): Json {
    if (typeof value !== "string" || !isText(schema, value)) {
      throw this.#error(schema === "string" ? "a string" : `a ${schema}`);
    }
    return value;
  }

  /** Does not quote the value, because it can be a secret. */
  #error(expected: string): EncodeError {
    const pointer = pointerTo(this.#path);
    const where = pointer === "" ? "" : ` at ${pointer}`;
    return new EncodeError(`expected ${expected}${where}`);
  }
}

function isText(schema: Primitive, text: string): boolean {
  switch (schema) {
    case "decimal":
      return isDecimal(text);
    case "date-time":
      return isDateTime(text);
    case "date":
      return isCalendarDate(text);
    default:
      return true;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Returns an own property of an object, not an inherited one. */
function own(object: object, name: string): unknown {
  return Object.hasOwn(object, name)
    ? (object as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** Returns whether a value can be this union member. */
function admits(member: Member, value: unknown): boolean {
  const of = (name: string) => (isObject(value) ? own(value, name) : undefined);
  const { kinds, required = [], values = [] } = member;
  return (
    (kinds === undefined || kinds.some((kind) => isOf(kind, value))) &&
    required.every((name) => of(name) !== undefined) &&
    values.every(([name, allowed]) => {
      const actual = of(name);
      return typeof actual !== "string" || allowed.includes(actual);
    })
  );
}

function isOf(kind: JsonKind, value: unknown): boolean {
  const isBytes = value instanceof Uint8Array;
  switch (kind) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value) && !Array.isArray(value) && !isBytes;
    case "integer":
      return typeof value === "bigint" || Number.isInteger(value);
    case "number":
      // A decimal that is encoded as a JSON number is a string here.
      return ["number", "bigint", "string"].includes(typeof value);
    case "string":
      return typeof value === "string" || isBytes;
    case "boolean":
      return typeof value === "boolean";
  }
}
