/** Checks which member of a union a value can be. */

import { type Json, NumberText, numberOf } from "./json.js";
import type { JsonKind, Member } from "./schema.js";

/** Returns whether a value meets the conditions of a member. */
export function admits(member: Member, json: Json): boolean {
  const { kinds, required = [], values = [] } = member;
  if (kinds !== undefined && !kinds.some((kind) => isOf(kind, json))) {
    return false;
  }
  if (!(json instanceof Map)) {
    // Conditions on properties apply to objects only; a member may also be
    // `null`.
    return true;
  }
  return (
    required.every((name) => json.get(name) !== undefined) &&
    values.every(([name, allowed]) => {
      const actual = json.get(name);
      return typeof actual !== "string" || allowed.includes(actual);
    })
  );
}

function isOf(kind: JsonKind, json: Json): boolean {
  const isNumber = typeof json === "number" || json instanceof NumberText;
  switch (kind) {
    case "null":
      return json === null;
    case "array":
      return Array.isArray(json);
    case "object":
      return json instanceof Map;
    case "number":
      return isNumber;
    case "integer":
      return isNumber && Number.isInteger(Number(numberOf(json)));
    default:
      return typeof json === kind;
  }
}

/** Returns the cost of decoding a value. */
export function weight(json: Json): number {
  if (typeof json === "string") {
    return 1 + json.length;
  }
  if (Array.isArray(json)) {
    return json.reduce((sum: number, item) => sum + weight(item), 1);
  }
  if (json instanceof Map) {
    let sum = 1;
    for (const [name, member] of json) {
      sum += name.length + weight(member);
    }
    return sum;
  }
  return 1;
}
