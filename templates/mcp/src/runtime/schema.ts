/**
 * Checks values by JSON Schema 2020-12, with the keywords that the generated
 * schemas have.
 */

import {
  type Json,
  numberOf,
  NumberText,
  pointerTo,
  writeJson,
} from "#sdk/data";

import { checkNumber, checkText } from "./bounds.js";
import { get, items, text, texts } from "./json.js";

/** A value that does not match its schema. It is not quoted, and may be secret. */
export interface Fault {
  /** The JSON Pointer (RFC 6901) of the value. */
  readonly pointer: string;
  /** What was expected, such as `must be a string`. */
  readonly reason: string;
}

/** Thrown when a check takes too long: unions can nest. */
export class TooComplexError extends Error {}

/** How many steps a check may take. */
const MOST_STEPS = 100_000;

/** How many faults are reported. */
export const MOST_FAULTS = 10;

/**
 * Returns the first faults of a value; none if it matches.
 *
 * @throws TooComplexError if that takes too long.
 */
export function faultsOf(schema: Json, value: Json): readonly Fault[] {
  const checker = new Checker(schema);
  return checker.check(schema, value).slice(0, MOST_FAULTS);
}

class Checker {
  readonly #root: Json;
  readonly #path: (string | number)[] = [];
  #steps = 0;

  constructor(root: Json) {
    this.#root = root;
  }

  check(schema: Json, value: Json): Fault[] {
    this.#steps += 1;
    if (this.#steps > MOST_STEPS) {
      throw new TooComplexError();
    }
    if (typeof schema === "boolean") {
      return schema ? [] : [this.#fault("is not allowed")];
    }
    const reference = text(schema, "$ref");
    const found =
      reference === undefined ? [] : this.check(this.#find(reference), value);
    const fault = typeFault(schema, value);
    if (fault !== undefined) {
      return [...found, this.#fault(fault)];
    }
    for (const reason of this.#plain(schema, value)) {
      found.push(this.#fault(reason));
    }
    if (value instanceof Map) {
      found.push(...this.#members(schema, value));
    } else if (Array.isArray(value)) {
      found.push(...this.#items(schema, value));
    }
    return [...found, ...this.#combined(schema, value)];
  }

  #find(reference: string): Json {
    const name = reference.replace(/^#\/\$defs\//, "");
    return get(get(this.#root, "$defs"), name) ?? true;
  }

  /** Returns the faults of a value by itself. */
  #plain(schema: Json, value: Json): readonly string[] {
    const faults: string[] = [];
    const allowed = get(schema, "enum");
    if (Array.isArray(allowed)) {
      const actual = canonical(value);
      if (!allowed.some((one) => canonical(one) === actual)) {
        faults.push(`must be ${listOf(allowed)}`);
      }
    }
    if (typeof value === "string") {
      faults.push(...checkText(schema, value));
    } else if (isNumeric(value)) {
      faults.push(...checkNumber(schema, value));
    }
    return faults;
  }

  #members(schema: Json, value: ReadonlyMap<string, Json>): Fault[] {
    const found: Fault[] = [];
    const properties = get(schema, "properties");
    const additional = get(schema, "additionalProperties") ?? true;
    for (const name of texts(schema, "required")) {
      if (!value.has(name)) {
        found.push(this.#fault(`lacks the property ${JSON.stringify(name)}`));
      }
    }
    for (const [name, member] of value) {
      const own = get(properties, name);
      if (own === undefined && additional === false) {
        const known = properties instanceof Map ? [...properties.keys()] : [];
        const reason = `has no property ${JSON.stringify(name)}`;
        const others = known.length > 0 ? `, only ${known.join(", ")}` : "";
        found.push(this.#fault(`${reason}${others}`));
      } else {
        found.push(...this.#within(name, own ?? additional, member));
      }
    }
    found.push(...this.#size(schema, "Properties", value.size, "properties"));
    return found;
  }

  #items(schema: Json, value: readonly Json[]): Fault[] {
    const prefix = items(schema, "prefixItems");
    const rest = get(schema, "items") ?? true;
    const found = value.flatMap((item, index) =>
      this.#within(index, prefix[index] ?? rest, item),
    );
    found.push(...this.#size(schema, "Items", value.length, "items"));
    if (get(schema, "uniqueItems") === true) {
      if (new Set(value.map(canonical)).size < value.length) {
        found.push(this.#fault("must not have the same item twice"));
      }
    }
    return found;
  }

  #size(schema: Json, kind: string, size: number, unit: string): Fault[] {
    const [least, most] = [
      get(schema, `min${kind}`),
      get(schema, `max${kind}`),
    ];
    const found: Fault[] = [];
    if (isNumeric(least) && size < numberOf(least)) {
      const count = numberOf(least).toString();
      found.push(this.#fault(`must have at least ${count} ${unit}`));
    }
    if (isNumeric(most) && size > numberOf(most)) {
      const count = numberOf(most).toString();
      found.push(this.#fault(`must have at most ${count} ${unit}`));
    }
    return found;
  }

  #combined(schema: Json, value: Json): Fault[] {
    const found = items(schema, "allOf").flatMap((one) =>
      this.check(one, value),
    );
    const not = get(schema, "not");
    if (not !== undefined && this.check(not, value).length === 0) {
      found.push(this.#fault("is not allowed"));
    }
    for (const keyword of ["anyOf", "oneOf"]) {
      const members = items(schema, keyword);
      if (members.length > 0) {
        found.push(...this.#union(members, value, keyword === "oneOf"));
      }
    }
    return found;
  }

  /** Reports the faults of the closest member if none matches. */
  #union(members: readonly Json[], value: Json, isExact: boolean): Fault[] {
    const results = members.map((member) => this.check(member, value));
    const matching = results.filter((faults) => faults.length === 0).length;
    if (matching === 1 || (matching > 1 && !isExact)) {
      return [];
    }
    if (matching > 1) {
      return [this.#fault("must match only one of the allowed forms")];
    }
    const [closest = []] = results.sort((one, two) => one.length - two.length);
    return closest;
  }

  #within(step: string | number, schema: Json, value: Json): Fault[] {
    this.#path.push(step);
    const found = this.check(schema, value);
    this.#path.pop();
    return found;
  }

  #fault(reason: string): Fault {
    return { pointer: pointerTo(this.#path), reason };
  }
}

function isNumeric(
  value: Json | undefined,
): value is number | bigint | NumberText {
  return (
    typeof value === "number" ||
    typeof value === "bigint" ||
    value instanceof NumberText
  );
}

/** Returns what a value must be, if its type is another one. */
function typeFault(schema: Json, value: Json): string | undefined {
  const type = get(schema, "type");
  const allowed = typeof type === "string" ? [type] : texts(schema, "type");
  if (allowed.length === 0 || allowed.some((one) => isOf(one, value))) {
    return undefined;
  }
  const names = allowed.map((one) => NAMES[one] ?? one);
  return `must be ${names.join(" or ")}`;
}

const NAMES: Readonly<Record<string, string>> = {
  array: "an array",
  boolean: "a boolean",
  integer: "a whole number",
  number: "a number",
  object: "an object",
  string: "a string",
};

function isOf(type: string, value: Json): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return value instanceof Map;
    case "integer": {
      const number = isNumeric(value) ? numberOf(value) : undefined;
      return typeof number === "bigint" || Number.isInteger(number);
    }
    case "number":
      return isNumeric(value);
    default:
      return typeof value === type;
  }
}

/** Returns a text that two values share only if they are equal. */
function canonical(value: Json): string {
  if (Array.isArray(value)) {
    return `[${value.map(canonical).join(",")}]`;
  }
  if (value instanceof Map) {
    const members = Array.from(
      value,
      ([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`,
    );
    return `{${members.sort().join(",")}}`;
  }
  return isNumeric(value) ? numberOf(value).toString() : writeJson(value);
}

/** Lists allowed values, at most a few. */
function listOf(values: readonly Json[]): string {
  const shown = values.slice(0, 20).map(writeJson);
  const more = values.length > shown.length ? ["…"] : [];
  return [...shown, ...more].join(" or ");
}
