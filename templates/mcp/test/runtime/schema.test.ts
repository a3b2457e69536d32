/** Arguments that match a schema, and the faults of others. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { parseJson } from "#sdk/data";

import { faultsOf, TooComplexError } from "../../src/runtime/schema.js";

/** A schema, a value, and what is wrong with it. */
type Row = readonly [schema: string, value: string, ...faults: string[]];

const TABLE: readonly Row[] = [
  ['{"type":"string"}', '"a"'],
  ['{"type":"string"}', "1", " must be a string"],
  ['{"type":["string","null"]}', "null"],
  ['{"type":"integer"}', "1.0"],
  ['{"type":"integer"}', "1.5", " must be a whole number"],
  ['{"type":"integer"}', "12345678901234567890"],
  ['{"enum":["a",1,null]}', "1.0"],
  ['{"enum":["a",1]}', '"b"', ' must be "a" or 1'],
  ['{"minLength":2}', '"😀"', " must have at least 2 characters"],
  ['{"maxLength":1}', '"😀"'],
  ['{"pattern":"^a+$"}', '"ab"', " must match the pattern ^a+$"],
  ['{"minimum":1}', "0", " must be at least 1"],
  ['{"exclusiveMaximum":1}', "1", " must be less than 1"],
  [
    '{"maximum":9007199254740993}',
    "9007199254740994",
    " must be at most 9007199254740993",
  ],
  ['{"multipleOf":0.01}', "0.29"],
  ['{"multipleOf":0.01}', "0.295", " must be a multiple of 0.01"],
  ['{"multipleOf":1e-400}', "1"],
  ['{"required":["a"]}', "{}", ' lacks the property "a"'],
  [
    '{"properties":{"a":true},"additionalProperties":false}',
    '{"b":1}',
    ' has no property "b", only a',
  ],
  ['{"properties":{"__proto__":{"type":"string"}}}', '{"__proto__":"a"}'],
  [
    '{"additionalProperties":{"type":"string"}}',
    '{"a/b":1}',
    "/a~1b must be a string",
  ],
  ['{"maxProperties":1}', '{"a":1,"b":2}', " must have at most 1 properties"],
  ['{"items":{"type":"string"}}', '["a",1]', "/1 must be a string"],
  ['{"prefixItems":[true],"items":false}', "[1,2]", "/1 is not allowed"],
  ['{"minItems":1}', "[]", " must have at least 1 items"],
  [
    '{"uniqueItems":true}',
    '[{"a":1,"b":2},{"b":2.0,"a":1}]',
    " must not have the same item twice",
  ],
  ['{"not":{}}', "1", " is not allowed"],
  ['{"allOf":[{"type":"string"},{"minLength":1}]}', '"a"'],
  ['{"anyOf":[{"type":"string"},{"type":"null"}]}', "null"],
  [
    '{"anyOf":[{"required":["a","b"]},{"required":["a"]}]}',
    "{}",
    ' lacks the property "a"',
  ],
  [
    '{"oneOf":[{"type":"string"},{"minLength":1}]}',
    '"a"',
    " must match only one of the allowed forms",
  ],
  [
    '{"$ref":"#/$defs/A","$defs":{"A":{"properties":{"a":{"$ref":"#/$defs/A"}},"type":"object"}}}',
    '{"a":{"a":[]}}',
    "/a/a must be an object",
  ],
];

void test("values and their schemas", () => {
  for (const [schema, value, ...wanted] of TABLE) {
    const found = faultsOf(parseJson(schema), parseJson(value));
    const shown = found.map(({ pointer, reason }) => `${pointer} ${reason}`);
    assert.deepEqual(shown, wanted, `${value} by ${schema}`);
  }
});

void test("unions that nest do not take forever", () => {
  const node =
    '{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"required":["b"]}';
  const schema = `{"$ref":"#/$defs/A","$defs":{"A":{"oneOf":[${node},${node}]}}}`;
  const value = `${'{"a":'.repeat(60)}{}${"}".repeat(60)}`;
  assert.throws(
    () => faultsOf(parseJson(schema), parseJson(value)),
    TooComplexError,
  );
});

void test("values are not repeated, because they can be secret", () => {
  const schema = parseJson('{"maxLength":3,"pattern":"^x","enum":["a"]}');
  const said = JSON.stringify(faultsOf(schema, parseJson('"secret"')));
  assert.ok(!said.includes("secret"), said);
});
