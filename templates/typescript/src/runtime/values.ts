/** Types of values that JSON itself does not have. */

declare const unknown: unique symbol;

/** Any JSON value. Integers beyond 2^53 are `bigint`. */
export type JsonValue =
  null | boolean | number | bigint | string | JsonValue[] | JsonObject;

/** A JSON object of unknown shape. */
export interface JsonObject {
  [name: string]: JsonValue;
}

/**
 * A whole number of 64 bits: a `number` up to 2^53 - 1 on either side of zero,
 * a `bigint` beyond, so that no digit is lost and small numbers stay handy.
 * `Number(value)` and `BigInt(value)` take either.
 */
export type Int64 = number | bigint;

/**
 * A decimal number as text, such as `"12.50"`: it keeps the digits that a
 * `number` would round. {@link decimal} checks text that is not a literal.
 */
export type Decimal = `${number}`;

/**
 * An instant as RFC 3339 writes it, such as `"2026-01-02T03:04:05Z"`. It is
 * kept as text since a `Date` would lose the offset and every digit after the
 * millisecond. {@link dateTime} makes one, {@link toDate} reads one.
 */
export type DateTime = `${number}-${number}-${number}${"T" | "t"}${string}`;

/** A day as RFC 3339 writes it, such as `"2026-01-02"`. */
export type CalendarDate = `${number}-${number}-${number}`;

/**
 * A string that the description did not list when this package was made:
 * `String(value)` is the string itself. It has a distinct type so that
 * `value === "KNOWN"` leaves nothing but what is known;
 * {@link unknownValue} makes one on purpose.
 */
export interface UnknownValue {
  readonly [unknown]: "value";
  readonly length: number;
  toString(): string;
  valueOf(): string;
}

/**
 * A whole number that the description did not list: `Number(value)` is the
 * number itself.
 */
export interface UnknownInteger {
  readonly [unknown]: "integer";
  toString(): string;
  valueOf(): Int64;
}

/** A status that the description does not list one by one. */
export type OtherStatus = number & { readonly [unknown]: "status" };

/** What is of none of the described kinds, kept as received. */
export interface UnknownMember {
  readonly [unknown]: "member";
}

/** An object whose property `P` says that it is of none of the known kinds. */
export type UnknownVariant<P extends string> = {
  readonly [N in P]?: UnknownValue;
} & UnknownMember;

/** A kind of object whose property `P` says that it is this kind. */
export type Tagged<T, P extends string, V extends string> = T extends object
  ? { [K in keyof T as K extends P ? never : K]: T[K] } & { [N in P]: V }
  : T;

/** A file of a form: its bytes, or these with a name and a media type. */
export type Upload = Uint8Array | Blob | NamedUpload;

/** A file with its name and media type. */
export interface NamedUpload {
  /** The content of the file. */
  bytes: Uint8Array;
  /** What it is called; `file` by default. */
  name?: string;
  /** Its media type; `application/octet-stream` by default. */
  mediaType?: string;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;
const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** A value that the description does not list, on purpose. */
export function unknownValue(text: string): UnknownValue {
  return text as unknown as UnknownValue;
}

/**
 * A decimal number from text or from a whole number.
 *
 * @throws RangeError when the text is malformed.
 */
export function decimal(value: string | bigint): Decimal {
  const text = value.toString();
  if (!isDecimal(text)) {
    throw new RangeError("expected a decimal number, such as 12.50");
  }
  return text;
}

/** Returns whether a text is a decimal number without an exponent. */
export function isDecimal(text: string): text is Decimal {
  return DECIMAL.test(text);
}

/**
 * An instant from a `Date` or from text.
 *
 * @throws RangeError when the text is malformed.
 */
export function dateTime(value: string | Date): DateTime {
  const text = typeof value === "string" ? value : value.toISOString();
  if (!isDateTime(text)) {
    throw new RangeError("expected a time, such as 2026-01-02T03:04:05Z");
  }
  return text;
}

/** Returns whether a text is a date-time (RFC 3339 section 5.6). */
export function isDateTime(text: string): text is DateTime {
  return milliseconds(text) !== undefined;
}

/**
 * The instant as a `Date`, to the millisecond.
 *
 * @throws RangeError when the text is not a date-time.
 */
export function toDate(value: DateTime): Date {
  const time = milliseconds(value);
  if (time === undefined) {
    throw new RangeError("expected a time, such as 2026-01-02T03:04:05Z");
  }
  return new Date(time);
}

/** Returns whether a text is a day that exists. */
export function isCalendarDate(text: string): text is CalendarDate {
  return day(text) !== undefined;
}

/** A leap second counts as the second before it. */
function milliseconds(text: string): number | undefined {
  const match = DATE_TIME.exec(text);
  if (match === null) {
    return undefined;
  }
  const [, date = "", hour, minute, second, fraction = "", sign] = match;
  const start = day(date);
  const zone = Number(match[7] ?? 0) * 60 + Number(match[8] ?? 0);
  const inRange =
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) <= 60 &&
    Number(match[7] ?? 0) < 24 &&
    Number(match[8] ?? 0) < 60;
  if (start === undefined || !inRange) {
    return undefined;
  }
  const minutes = Number(hour) * 60 + Number(minute);
  const seconds = Math.min(Number(second), 59);
  const offset = sign === "-" ? -zone : zone;
  const milli = Number(fraction.slice(0, 3).padEnd(3, "0"));
  return start + ((minutes - offset) * 60 + seconds) * 1000 + milli;
}

/** The start of a day in milliseconds since 1970. */
function day(text: string): number | undefined {
  const match = DATE.exec(text);
  if (match === null) {
    return undefined;
  }
  const date = new Date(0);
  date.setUTCFullYear(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  return date.toISOString().startsWith(text) ? date.getTime() : undefined;
}
