/**
 * Decodes JSON with the parser of the platform, if that loses nothing. Whatever
 * is out of the ordinary is left to the exact decoder, which also knows the
 * place and the cause of an error.
 */

import { type Decoded, decodeJson } from "./decode.js";
import { readText } from "./formats.js";
import { DEEPEST, type Json } from "./json.js";
import { lossOf } from "./loss.js";
import { Notes } from "./notes.js";
import {
  type Primitive,
  propertiesOf,
  put,
  type RecordSchema,
  type Schema,
  type UnionSchema,
} from "./schema.js";

/** A value of the platform's parser. */
type Plain = null | boolean | number | string | Plain[] | Members;

interface Members {
  [name: string]: Plain;
}

/**
 * Decodes a JSON text; `undefined` if only the exact decoder can, or can say
 * what is wrong.
 */
export function decodeFast(schema: Schema, text: string): Decoded | undefined {
  const loss = lossOf(text);
  if (loss === "values") {
    return undefined;
  }
  const decoder = new FastDecoder(loss === "notation");
  try {
    const value = decoder.decode(schema, JSON.parse(text) as Plain, 0);
    return { value, unknown: decoder.unknown };
  } catch {
    // Also for errors other than `Unfit`: the exact decoder finds them again.
    return undefined;
  }
}

/** Thrown for a value that is left to the exact decoder. */
class Unfit extends Error {}

/** Decodes in place: most values stay as they were parsed. */
class FastDecoder {
  readonly #notes = new Notes();
  readonly #path: (string | number)[] = [];
  /** Whether the text has a number in a notation that must be kept. */
  readonly #isRewritten: boolean;

  constructor(isRewritten: boolean) {
    this.#isRewritten = isRewritten;
  }

  get unknown(): readonly string[] {
    return this.#notes.unknown;
  }

  decode(schema: Schema, json: Plain, depth: number): unknown {
    if (typeof schema === "string") {
      return this.#primitive(schema, json, depth);
    }
    checked(depth < DEEPEST, json);
    switch (schema.kind) {
      case "nullable":
        return json === null ? null : this.decode(schema.type, json, depth);
      case "list":
        return this.#list(schema.items(), json, depth + 1);
      case "map":
        return this.#map(schema.values(), json, depth + 1);
      case "record":
        return this.#record(schema, membersOf(json), depth + 1);
      case "union":
        return this.#union(schema, json, depth);
    }
  }

  #list(items: Schema, json: Plain, depth: number): unknown {
    if (!Array.isArray(json)) {
      throw new Unfit();
    }
    const values: unknown[] = json;
    for (let index = 0; index < json.length; index += 1) {
      values[index] = this.#within(index, items, json[index] ?? null, depth);
    }
    return values;
  }

  #map(values: Schema, json: Plain, depth: number): unknown {
    const members = membersOf(json);
    for (const name of Object.keys(members)) {
      this.#member(members, name, values, depth);
    }
    return members;
  }

  #record(schema: RecordSchema, members: Members, depth: number): unknown {
    const properties = propertiesOf(schema);
    const additional = schema.additional?.();
    let missing = requiredBy(schema);
    for (const name of Object.keys(members)) {
      const property = properties.get(name);
      if (property === undefined) {
        if (additional === undefined) {
          this.#notes.add(this.#path, name);
        }
        this.#member(members, name, additional ?? "any", depth);
      } else {
        this.#member(members, name, property.type, depth);
        missing -= property.required === true ? 1 : 0;
      }
    }
    if (missing > 0) {
      throw new Unfit();
    }
    return members;
  }

  #member(members: Members, name: string, schema: Schema, depth: number): void {
    const member = members[name] ?? null;
    const value = this.#within(name, schema, member, depth);
    if (value !== member) {
      put(members, name, value);
    }
  }

  /** Decodes a part. Only values with parts need the path to themselves. */
  #within(
    step: string | number,
    schema: Schema,
    json: Plain,
    depth: number,
  ): unknown {
    if (typeof schema === "string") {
      return this.#primitive(schema, json, depth);
    }
    this.#path.push(step);
    const value = this.decode(schema, json, depth);
    this.#path.pop();
    return value;
  }

  #union(schema: UnionSchema, json: Plain, depth: number): unknown {
    const { discriminator } = schema;
    if (discriminator === undefined) {
      return this.#exactly(schema, json, depth);
    }
    const isObject = typeof json === "object" && json !== null;
    const tag =
      isObject && Object.hasOwn(json, discriminator)
        ? (json as Members)[discriminator]
        : undefined;
    const member = schema
      .members()
      .find(({ tags }) => typeof tag === "string" && tags?.includes(tag));
    return this.decode(member?.type ?? "any", json, depth);
  }

  /** Decodes one of several types, which must be tried one by one. */
  #exactly(schema: Schema, json: Plain, depth: number): unknown {
    checked(!this.#isRewritten, json);
    const { value, unknown } = decodeJson(schema, exact(json, depth));
    this.#notes.join(this.#path, unknown);
    return value;
  }

  #primitive(schema: Primitive, json: Plain, depth: number): unknown {
    if (schema === "decimal-number") {
      if (typeof json !== "number" || this.#isRewritten) {
        throw new Unfit();
      }
      return json.toString();
    }
    return primitive(schema, json, depth);
  }
}

function primitive(
  schema: Exclude<Primitive, "decimal-number">,
  json: Plain,
  depth: number,
): unknown {
  switch (schema) {
    case "any":
      return shallow(json, depth);
    case "object":
      return shallow(membersOf(json), depth);
    case "null":
      return checked(json === null, json);
    case "boolean":
      return checked(typeof json === "boolean", json);
    case "int32":
      return checked(isInteger(json, -(2 ** 31), 2 ** 31), json);
    case "int64":
      return checked(isInteger(json, -(2 ** 63), 2 ** 63), json);
    case "uint64":
      return checked(isInteger(json, 0, 2 ** 64), json);
    case "float":
    case "double":
      return checked(typeof json === "number", json);
    case "string":
      return checked(typeof json === "string", json);
    default:
      return typeof json === "string"
        ? found(readText(schema, json))
        : checked(false, json);
  }
}

function isInteger(json: Plain, least: number, end: number): boolean {
  return (
    Number.isSafeInteger(json) && least <= Number(json) && Number(json) < end
  );
}

function checked(good: boolean, json: Plain): Plain {
  if (!good) {
    throw new Unfit();
  }
  return json;
}

function found(value: unknown): unknown {
  if (value === undefined) {
    throw new Unfit();
  }
  return value;
}

function membersOf(json: Plain): Members {
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw new Unfit();
  }
  return json;
}

/** Returns a value of any type, unless it nests too deeply. */
function shallow(json: Plain, depth: number): Plain {
  if (typeof json === "object" && json !== null) {
    checked(depth < DEEPEST, json);
    for (const part of Object.values(json)) {
      shallow(part, depth + 1);
    }
  }
  return json;
}

/** Converts a value to the form that the exact decoder reads. */
function exact(json: Plain, depth: number): Json {
  checked(depth < DEEPEST, json);
  if (Array.isArray(json)) {
    return json.map((item) => exact(item, depth + 1));
  }
  if (typeof json === "object" && json !== null) {
    const members = Object.entries(json);
    return new Map(
      members.map(([name, member]) => [name, exact(member, depth + 1)]),
    );
  }
  return json;
}

const known = new WeakMap<RecordSchema, number>();

/** Returns how many properties an object must have. */
function requiredBy(schema: RecordSchema): number {
  let count = known.get(schema);
  if (count === undefined) {
    const properties = Array.from(propertiesOf(schema).values());
    count = properties.filter(({ required }) => required === true).length;
    known.set(schema, count);
  }
  return count;
}
