/** The bounds of texts and numbers. */

import { type Json, numberOf, NumberText } from "#sdk/data";

import { get, text } from "./json.js";

type Numeric = number | bigint | NumberText;

/**
 * Patterns are not applied to longer texts, because matching can take a time
 * that grows with a power of the length. The service checks them again.
 */
const LONGEST_MATCHED = 10_000;

const patterns = new Map<string, RegExp | undefined>();

/** Returns what is wrong with a text. */
export function checkText(schema: Json, value: string): readonly string[] {
  const faults: string[] = [];
  const { length } = Array.from(value);
  const least = bound(schema, "minLength");
  const most = bound(schema, "maxLength");
  if (least !== undefined && length < least) {
    faults.push(`must have at least ${least.toString()} characters`);
  }
  if (most !== undefined && length > most) {
    faults.push(`must have at most ${most.toString()} characters`);
  }
  const pattern = text(schema, "pattern");
  if (pattern !== undefined && value.length <= LONGEST_MATCHED) {
    if (expression(pattern)?.test(value) === false) {
      faults.push(`must match the pattern ${pattern}`);
    }
  }
  return faults;
}

function expression(pattern: string): RegExp | undefined {
  if (!patterns.has(pattern)) {
    patterns.set(pattern, compiled(pattern));
  }
  return patterns.get(pattern);
}

function compiled(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
}

/** Returns what is wrong with a number. */
export function checkNumber(schema: Json, value: Numeric): readonly string[] {
  const faults: string[] = [];
  const number = numberOf(value);
  const check = (
    keyword: string,
    words: string,
    isFine: (limit: number | bigint) => boolean,
  ) => {
    const limit = bound(schema, keyword);
    if (limit !== undefined && !isFine(limit)) {
      faults.push(`must be ${words} ${limit.toString()}`);
    }
  };
  check("minimum", "at least", (limit) => number >= limit);
  check("exclusiveMinimum", "more than", (limit) => number > limit);
  check("maximum", "at most", (limit) => number <= limit);
  check("exclusiveMaximum", "less than", (limit) => number < limit);
  check("multipleOf", "a multiple of", (factor) => isMultiple(value, factor));
  return faults;
}

function bound(schema: Json, keyword: string): number | bigint | undefined {
  const value = get(schema, keyword);
  const isNumeric =
    typeof value === "number" ||
    typeof value === "bigint" ||
    value instanceof NumberText;
  return isNumeric ? numberOf(value) : undefined;
}

/** Returns whether a number is a multiple of another one, in decimal digits. */
function isMultiple(value: Numeric, factor: number | bigint): boolean {
  const source = value instanceof NumberText ? value.text : value.toString();
  const one = decimal(source);
  const other = decimal(factor.toString());
  const places = Math.min(one.places, other.places);
  if (
    places < -MOST_PLACES ||
    Math.max(one.places, other.places) > MOST_PLACES
  ) {
    return true;
  }
  const whole = ({ digits, places: own }: Decimal) =>
    digits * 10n ** BigInt(own - places);
  const divisor = whole(other);
  return divisor === 0n || whole(one) % divisor === 0n;
}

/** Exponents beyond it are not compared exactly. */
const MOST_PLACES = 400;

/** A number: its digits, times a power of ten. */
interface Decimal {
  readonly digits: bigint;
  readonly places: number;
}

function decimal(source: string): Decimal {
  const [mantissa = "0", exponent = "0"] = source.toLowerCase().split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  return {
    digits: BigInt(`${whole}${fraction}`),
    places: Number(exponent) - fraction.length,
  };
}
