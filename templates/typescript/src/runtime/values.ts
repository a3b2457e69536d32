/** Types of values that JSON itself does not have. */

declare const unknown: unique symbol;
declare const named: unique symbol;

/** Any JSON value. Integers beyond 2^53 are `bigint`. */
export type JsonValue =
  null | boolean | number | bigint | string | JsonValue[] | JsonObject;

/** A JSON object of unknown shape. */
export interface JsonObject {
  [name: string]: JsonValue;
}

/**
 * A 64-bit integer: a `number` if it is safe (up to 2^53 - 1 in magnitude),
 * else a `bigint`, so that no digit is lost. `Number(value)` and
 * `BigInt(value)` accept either.
 */
export type Int64 = number | bigint;

/**
 * Text whose type has a name in the description, such as an identifier. Any
 * `string` can be given for it, except text of another named type:
 * `String(value)` removes the name.
 */
export type NamedText<Name extends string> = string & {
  readonly [named]?: Name;
};

/**
 * A decimal number as text, such as `"12.50"`, which keeps the digits that a
 * `number` would round. Use {@link decimal} to convert text that is not a
 * literal.
 */
export type Decimal = `${number}`;

/**
 * An instant in RFC 3339 format, such as `"2026-01-02T03:04:05Z"`. It is text
 * because a `Date` would lose the offset and all digits after the millisecond.
 * Use {@link dateTime} and {@link toDate} to convert it.
 */
export type DateTime = `${number}-${number}-${number}${"T" | "t"}${string}`;

/** A date in RFC 3339 format, such as `"2026-01-02"`. */
export type CalendarDate = `${number}-${number}-${number}`;

/**
 * A string that the description did not list when this package was generated:
 * `String(value)` is the string itself. It has a distinct type so that
 * `value === "KNOWN"` only accepts known values. Use {@link unknownValue} to
 * create one on purpose.
 */
export interface UnknownValue {
  readonly [unknown]: "value";
  readonly length: number;
  toString(): string;
  valueOf(): string;
}

/**
 * An integer that the description did not list: `Number(value)` is the number
 * itself.
 */
export interface UnknownInteger {
  readonly [unknown]: "integer";
  toString(): string;
  valueOf(): Int64;
}

/** A status that the description does not list individually. */
export type OtherStatus = number & { readonly [unknown]: "status" };

/** A value that matches no described type, kept as received. */
export interface UnknownMember {
  readonly [unknown]: "member";
}

/**
 * An object whose property `P` has a value that the description does not list.
 */
export type UnknownVariant<P extends string> = {
  readonly [N in P]?: UnknownValue;
} & UnknownMember;

/** An object whose property `P` has the value `V`. */
export type Tagged<T, P extends string, V extends string> = T extends object
  ? { [K in keyof T as K extends P ? never : K]: T[K] } & { [N in P]: V }
  : T;

/** A file in a multipart form: its bytes, or an object that also has a name. */
export type Upload = Uint8Array | Blob | NamedUpload;

/** A file with its name and media type. */
export interface NamedUpload {
  /**
   * The content of the file. A `Blob`, for example of `fs.openAsBlob`, and the
   * chunks of an iterable are read as they are sent, and never held whole. A
   * `Blob` can be read again. Chunks cannot: the request is sent only once,
   * whatever the retry policy, and the time limit of the attempt starts after
   * the last chunk.
   */
  bytes: Uint8Array | Blob | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** The file name; `file` by default. */
  name?: string;
  /** The media type; `application/octet-stream` by default. */
  mediaType?: string;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;
/** Times and dates that surely exist; others are checked exactly. */
const PLAIN_TIME =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const PLAIN_DATE =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)$/;
const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Creates a value that the description does not list. */
export function unknownValue(text: string): UnknownValue {
  return text as unknown as UnknownValue;
}

/**
 * Creates a decimal number from text or from an integer.
 *
 * @throws RangeError if the text is malformed.
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
 * Creates an instant from a `Date` or from text.
 *
 * @throws RangeError if the text is malformed.
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
  return PLAIN_TIME.test(text) || milliseconds(text) !== undefined;
}

/**
 * Converts an instant to a `Date`, to the millisecond.
 *
 * @throws RangeError if the text is not a date-time.
 */
export function toDate(value: DateTime): Date {
  const time = milliseconds(value);
  if (time === undefined) {
    throw new RangeError("expected a time, such as 2026-01-02T03:04:05Z");
  }
  return new Date(time);
}

/** Returns whether a text is a date that exists. */
export function isCalendarDate(text: string): text is CalendarDate {
  return PLAIN_DATE.test(text) || day(text) !== undefined;
}

/**
 * Returns the milliseconds since 1970; a leap second equals the one before it.
 */
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

/** Returns the start of a day in milliseconds since 1970. */
function day(text: string): number | undefined {
  const match = DATE.exec(text);
  if (match === null) {
    return undefined;
  }
  const date = new Date(0);
  date.setUTCFullYear(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  return date.toISOString().startsWith(text) ? date.getTime() : undefined;
}
