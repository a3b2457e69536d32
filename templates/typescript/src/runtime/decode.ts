/** Decodes JSON into values, by their schemas. */

import { EXPECTED, readText } from "./formats.js";
import { admits, weight } from "./guard.js";
import {
  DEEPEST,
  type Json,
  type JsonMembers,
  NumberText,
  numberOf,
  pointerTo,
} from "./json.js";
import { Notes } from "./notes.js";
import {
  type Member,
  type Primitive,
  propertiesOf,
  put,
  type RecordSchema,
  type Schema,
  type UnionSchema,
} from "./schema.js";

/** Thrown for a value that does not have the declared shape. */
export class DecodeError extends Error {
  /** The JSON Pointer (RFC 6901) of the value; empty for the whole document. */
  readonly pointer: string;

  constructor(pointer: string, expected: string, found: string) {
    const where = pointer === "" ? "" : ` at ${pointer}`;
    super(`expected ${expected}, found ${found}${where}`);
    this.name = "DecodeError";
    this.pointer = pointer;
  }
}

/** A decoded value, and the properties that the description does not define. */
export interface Decoded {
  readonly value: unknown;
  /** The JSON Pointers (RFC 6901) of unknown properties. */
  readonly unknown: readonly string[];
}

/**
 * Decodes parsed JSON.
 *
 * @throws DecodeError if it does not have the shape of the schema.
 */
export function decodeJson(schema: Schema, json: Json): Decoded {
  const decoder = new Decoder();
  const value = decoder.decode(schema, json);
  return { value, unknown: decoder.unknown };
}

/** How many times attempts within an attempt may read the value again. */
const MOST_REREADING = 256;

class Decoder {
  readonly #notes = new Notes();
  readonly #path: (string | number)[] = [];
  #attempts = 0;
  #budget = 0;

  get unknown(): readonly string[] {
    return this.#notes.unknown;
  }

  decode(schema: Schema, json: Json): unknown {
    if (typeof schema === "string") {
      return this.#primitive(schema, json);
    }
    switch (schema.kind) {
      case "nullable":
        return json === null ? null : this.decode(schema.type, json);
      case "list":
        return this.#list(schema.items(), json);
      case "map":
        return this.#map(schema.values(), json);
      case "record":
        return this.#record(schema, json);
      case "union":
        return this.#union(schema, json);
    }
  }

  #within(step: string | number, schema: Schema, json: Json): unknown {
    this.#path.push(step);
    const value = this.decode(schema, json);
    this.#path.pop();
    return value;
  }

  #list(items: Schema, json: Json): unknown[] {
    if (!Array.isArray(json)) {
      throw this.#error("an array", json);
    }
    return json.map((item, index) => this.#within(index, items, item));
  }

  #map(values: Schema, json: Json): object {
    const object = {};
    for (const [name, member] of this.#members(json)) {
      put(object, name, this.#within(name, values, member));
    }
    return object;
  }

  #record(schema: RecordSchema, json: Json): object {
    const members = this.#members(json);
    const properties = propertiesOf(schema);
    const object = {};
    for (const { name, type, required } of properties.values()) {
      const member = members.get(name);
      if (member !== undefined) {
        put(object, name, this.#within(name, type, member));
      } else if (required) {
        throw this.#missing(name);
      }
    }
    const additional = schema.additional?.();
    for (const [name, member] of members) {
      if (!properties.has(name)) {
        if (additional === undefined) {
          this.#notes.add(this.#path, name);
        }
        put(object, name, this.#within(name, additional ?? "any", member));
      }
    }
    return object;
  }

  #members(json: Json): JsonMembers {
    if (json instanceof Map) {
      return json;
    }
    throw this.#error("an object", json);
  }

  #union(schema: UnionSchema, json: Json): unknown {
    const { discriminator } = schema;
    if (discriminator !== undefined) {
      const tag = json instanceof Map ? json.get(discriminator) : undefined;
      const member = schema
        .members()
        .find(({ tags }) => typeof tag === "string" && tags?.includes(tag));
      return this.decode(member?.type ?? "any", json);
    }
    for (const member of schema.members()) {
      const found = this.#attempt(member, json);
      if (found !== undefined) {
        return found.value;
      }
    }
    return this.decode("any", json);
  }

  /** Tries to decode one member of a union; a failed attempt has no effect. */
  #attempt(member: Member, json: Json): { value: unknown } | undefined {
    if (!admits(member, json) || !this.#affords(json)) {
      return undefined;
    }
    const [depth, noted] = [this.#path.length, this.#notes.unknown.length];
    this.#attempts += 1;
    try {
      return { value: this.decode(member.type, json) };
    } catch (error) {
      if (!(error instanceof DecodeError)) {
        throw error;
      }
      this.#path.length = depth;
      this.#notes.unknown.length = noted;
      return undefined;
    } finally {
      this.#attempts -= 1;
    }
  }

  #affords(json: Json): boolean {
    if (this.#attempts === 0) {
      this.#budget = weight(json) * MOST_REREADING;
      return true;
    }
    this.#budget -= weight(json);
    return this.#budget >= 0;
  }

  #primitive(schema: Primitive, json: Json): unknown {
    switch (schema) {
      case "any":
        return plain(json, 0);
      case "object":
        return plain(this.#members(json), 0);
      case "null":
        return this.#checked(json === null, "null", json, null);
      case "boolean":
        return this.#checked(
          typeof json === "boolean",
          "a boolean",
          json,
          json,
        );
      case "int32":
        return this.#integer(json, -(2n ** 31n), 2n ** 31n, "a 32-bit integer");
      case "int64":
        return this.#integer(json, -(2n ** 63n), 2n ** 63n, "a 64-bit integer");
      case "uint64":
        return this.#integer(json, 0n, 2n ** 64n, "an unsigned 64-bit integer");
      case "float":
      case "double":
        return this.#number(json);
      case "decimal-number":
        return this.#decimalNumber(json);
      default:
        return this.#text(schema, json);
    }
  }

  #integer(json: Json, least: bigint, end: bigint, expected: string): unknown {
    const isNumeric = typeof json === "number" || json instanceof NumberText;
    const number = isNumeric ? numberOf(json) : undefined;
    const isWhole =
      typeof number === "bigint" ||
      (number !== undefined && Number.isSafeInteger(number));
    const fits = isWhole && number >= least && number < end;
    return this.#checked(fits, expected, json, number);
  }

  #number(json: Json): unknown {
    const number = json instanceof NumberText ? Number(json.text) : json;
    return this.#checked(typeof number === "number", "a number", json, number);
  }

  #decimalNumber(json: Json): unknown {
    if (json instanceof NumberText) {
      return json.text;
    }
    if (typeof json === "number") {
      return json.toString();
    }
    throw this.#error("a number", json);
  }

  #text(schema: Primitive, json: Json): unknown {
    if (typeof json !== "string") {
      throw this.#error(EXPECTED[schema] ?? "a string", json);
    }
    const value = readText(schema, json);
    if (value === undefined) {
      throw this.#error(EXPECTED[schema] ?? "a string", json);
    }
    return value;
  }

  #checked(good: boolean, expected: string, json: Json, value: unknown) {
    if (!good) {
      throw this.#error(expected, json);
    }
    return value;
  }

  #error(expected: string, found: Json): DecodeError {
    return new DecodeError(this.#pointer(), expected, describe(found));
  }

  #missing(name: string): DecodeError {
    const expected = `the required property ${JSON.stringify(name)}`;
    return new DecodeError(this.#pointer(), expected, "none");
  }

  /**
   * Returns the location; empty in an attempt, whose errors are never shown.
   */
  #pointer(): string {
    return this.#attempts > 0 ? "" : pointerTo(this.#path);
  }
}

/** Converts a value to plain JavaScript without losing digits. */
export function plain(json: Json, depth: number): unknown {
  if (depth > DEEPEST) {
    throw new DecodeError("", "JSON", "values that nest too deeply");
  }
  if (json instanceof NumberText) {
    return numberOf(json);
  }
  if (Array.isArray(json)) {
    return json.map((item) => plain(item, depth + 1));
  }
  if (json instanceof Map) {
    const object = {};
    for (const [name, member] of json) {
      put(object, name, plain(member, depth + 1));
    }
    return object;
  }
  return json;
}

/** Describes a value briefly, quoting only short ones. */
function describe(json: Json): string {
  if (json === null) {
    return "null";
  }
  if (Array.isArray(json)) {
    return "an array";
  }
  if (json instanceof Map) {
    return "an object";
  }
  if (typeof json === "string") {
    return json.length > 40
      ? "a longer string"
      : `the string ${JSON.stringify(json)}`;
  }
  const text = json instanceof NumberText ? json.text : json.toString();
  return text.length > 40
    ? "a longer number"
    : `the ${typeof json === "boolean" ? "boolean" : "number"} ${text}`;
}
