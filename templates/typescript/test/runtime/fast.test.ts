/** Compares the fast decoder with the exact one on random values. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { DecodeError, decodeJson } from "../../src/runtime/decode.js";
import { decodeFast } from "../../src/runtime/fast.js";
import { parseJson } from "../../src/runtime/json.js";
import type { Member, Schema } from "../../src/runtime/schema.js";

/** Returns the same sequence of numbers below a bound for the same seed. */
function numbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    // A linear congruential generator, of which the high bits are used.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

const NAMES = ["a", "b", "constructor", "__proto__", "1", "e/~"];
const PRIMITIVES = [
  "any",
  "null",
  "boolean",
  "int32",
  "int64",
  "uint64",
  "double",
  "decimal-number",
  "string",
  "decimal",
  "date-time",
  "date",
  "uri",
  "base64",
  "object",
] as const;

/** Texts of JSON values without parts: usual ones, and those at an edge. */
const SCALARS = [
  "null",
  "true",
  "0",
  "-0",
  "1",
  "1.0",
  "12.50",
  "12.5",
  "1e2",
  "1E400",
  "2147483648",
  "-2147483648",
  "9007199254740993",
  "18446744073709551615",
  '""',
  '"x"',
  '"x"',
  '"at 1.50, or 9007199254740993"',
  '"12.50"',
  '"\\ud83d\\ude00"',
  '"\\ud83d"',
  '"2026-01-31T10:00:00Z"',
  '"2026-02-30T10:00:00Z"',
  '"2026-02-30"',
  '"2024-02-29"',
  '"https://a.example/b"',
  '"https://1.2.3.4.5/"',
  '"not an address"',
  '"AAAA"',
  "nul",
];

type Draw = (bound: number) => number;

function pick<T>(draw: Draw, from: readonly T[]): T {
  const found = from[draw(from.length)];
  assert.ok(found !== undefined);
  return found;
}

function schemaOf(draw: Draw, depth: number): Schema {
  const inner = () => schemaOf(draw, depth + 1);
  switch (depth > 3 ? 0 : draw(7)) {
    case 1: {
      const items = inner();
      return { kind: "list", items: () => items };
    }
    case 2: {
      const values = inner();
      return { kind: "map", values: () => values };
    }
    case 3:
    case 4: {
      const properties = NAMES.filter(() => draw(2) === 0).map((name) => ({
        name,
        type: inner(),
        ...(draw(2) === 0 && { required: true as const }),
      }));
      const more = draw(2) === 0 ? inner() : undefined;
      return {
        kind: "record",
        properties: () => properties,
        ...(more !== undefined && { additional: () => more }),
      };
    }
    case 5: {
      const isTagged = draw(2) === 0;
      const members: Member[] = [inner(), inner()].map((type, index) => ({
        type,
        ...(isTagged && { tags: [index === 0 ? "x" : "12.50"] }),
      }));
      return {
        kind: "union",
        members: () => members,
        ...(isTagged && { discriminator: pick(draw, NAMES) }),
      };
    }
    case 6:
      return { kind: "nullable", type: inner() };
    default:
      return pick(draw, PRIMITIVES);
  }
}

/** Returns the text of a value, which often, but not always, has the schema. */
function textOf(draw: Draw, schema: Schema, depth: number): string {
  const other = draw(12) === 0 || typeof schema === "string";
  const kind = other ? pick(draw, ["", "", "", "list", "map"]) : schema.kind;
  const inner = (type: Schema) => textOf(draw, type, depth + 1);
  const space = pick(draw, ["", "", " ", "\n"]);
  const list = (parts: readonly string[]) => parts.join(`${space},${space}`);
  if (depth > 5) {
    return pick(draw, SCALARS);
  }
  switch (kind) {
    case "list": {
      const items =
        typeof schema !== "string" && schema.kind === "list"
          ? schema.items()
          : "any";
      const parts = Array.from({ length: draw(4) }, () => inner(items));
      return `[${list(parts)}]`;
    }
    case "map":
    case "record": {
      const names = Array.from({ length: draw(6) }, () => pick(draw, NAMES));
      const typeOf = (name: string): Schema => {
        if (typeof schema === "string" || schema.kind !== "record") {
          return "any";
        }
        const found = schema.properties().find((one) => one.name === name);
        return found?.type ?? "any";
      };
      const all =
        typeof schema !== "string" && schema.kind === "record"
          ? [...names, ...schema.properties().map(({ name }) => name)]
          : names;
      const parts = all.map(
        (name) => `${JSON.stringify(name)}:${space}${inner(typeOf(name))}`,
      );
      return `{${list(parts)}}`;
    }
    case "union":
    case "nullable":
      return typeof schema !== "string" && schema.kind === "union"
        ? inner(pick(draw, schema.members()).type)
        : pick(draw, ["null", "{}", "[]"]);
    default:
      return pick(draw, SCALARS);
  }
}

void test("the fast decoder and the exact one agree", () => {
  let agreed = 0;
  for (let seed = 0; seed < 20_000; seed += 1) {
    const draw = numbers(seed);
    const schema = schemaOf(draw, 0);
    const text = textOf(draw, schema, 0);
    const fast = decodeFast(schema, text);
    if (fast === undefined) {
      continue;
    }
    agreed += 1;
    const exact = decodeJson(schema, parseJson(text));
    const where = `seed ${seed.toString()}: ${text}`;
    assert.deepEqual(fast.value, exact.value, where);
    assert.deepEqual(
      [...fast.unknown].sort(),
      [...exact.unknown].sort(),
      where,
    );
  }
  assert.ok(agreed > 4_000, `only ${agreed.toString()} were decoded fast`);
});

void test("usual values are decoded fast", () => {
  const schema: Schema = {
    kind: "record",
    properties: () => [
      { name: "id", type: "string", required: true },
      { name: "price", type: "double" },
      { name: "time", type: "date-time" },
    ],
  };
  const text = '{"id": "a", "price": 12.50, "time": "2026-01-02T03:04:05Z"}';
  assert.deepEqual(decodeFast(schema, text)?.value, JSON.parse(text));
  assert.equal(decodeFast(schema, "{}"), undefined);
  assert.throws(() => decodeJson(schema, parseJson("{}")), DecodeError);
});

void test("what nests too deeply is left to the exact decoder", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  assert.ok(decodeFast("any", nested(127)));
  for (const depth of [130, 100_000]) {
    assert.equal(decodeFast("any", nested(depth)), undefined);
    assert.throws(() => parseJson(nested(depth)), SyntaxError);
  }
});
