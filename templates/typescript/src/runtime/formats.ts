/** Strings with a format. */

import { fromBase64 } from "./base64.js";
import type { Primitive } from "./schema.js";
import { isCalendarDate, isDateTime, isDecimal } from "./values.js";

/** Addresses that surely are absolute URIs; others are checked exactly. */
const PLAIN_URI =
  /^https?:\/\/(?:[a-z][a-z0-9]*(?:-[a-z0-9]+)*\.)+[a-z]{2,}(?:\/[\w.~/-]*)?$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The names of formats in error messages. */
export const EXPECTED: Readonly<Partial<Record<Primitive, string>>> = {
  decimal: "a decimal number as a string",
  "date-time": "an RFC 3339 date-time",
  date: "an RFC 3339 full-date",
  uuid: "a UUID",
  uri: "an absolute URI",
  base64: "bytes in base 64",
  binary: "bytes in base 64",
};

/**
 * Returns the value of a string; `undefined` if it does not have the format.
 */
export function readText(schema: Primitive, text: string): unknown {
  switch (schema) {
    case "decimal":
      return isDecimal(text) ? text : undefined;
    case "date-time":
      return isDateTime(text) ? text : undefined;
    case "date":
      return isCalendarDate(text) ? text : undefined;
    case "uuid":
      return UUID.test(text) ? text : undefined;
    case "uri":
      return PLAIN_URI.test(text) || URL.canParse(text) ? text : undefined;
    case "base64":
    case "binary":
      return fromBase64(text);
    default:
      return text;
  }
}
