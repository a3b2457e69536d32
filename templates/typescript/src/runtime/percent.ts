/** Escapes text for its location in a request. */

import { EncodeError } from "./encode.js";
import type { Writing } from "./operation.js";

/** How characters are handled that are not allowed in a location. */
export interface Escape {
  /** Whether they are percent-encoded (RFC 3986 section 2.1) or rejected. */
  readonly percent: boolean;
  /**
   * Whether reserved characters (RFC 3986 section 2.2) are left as they are.
   */
  readonly reserved: boolean;
  /** Whether a space is written as `+`. */
  readonly form: boolean;
  /** The rejected characters, in addition to control characters. */
  readonly refused: string;
}

/**
 * The reserved characters that are kept. `&`, `+` and `#` would end a value,
 * and `URL` escapes a quote in a query itself.
 */
const RESERVED_KEPT = ":/?[]@!$()*,;=";

/** Texts that every location allows, and that have no delimiter. */
const PLAIN = /^[0-9A-Za-z_-]*$/;

const UNRESERVED = /^[A-Za-z0-9\-._~]$/;

/** The number of bytes that are escaped together. */
const PIECE = 8192;

const CONTROL = /\p{Control}/u;

/** Returns the rules for the location of a parameter. */
export function escapeOf(parameter: Writing): Escape {
  const reserved = parameter.allowReserved ?? false;
  switch (parameter.in) {
    case "path":
      return { percent: true, reserved: false, form: false, refused: "" };
    case "query":
      return { percent: true, reserved, form: false, refused: "" };
    case "header":
      return { percent: false, reserved: false, form: false, refused: "" };
    case "cookie":
      return { percent: false, reserved: false, form: false, refused: ";" };
  }
}

/**
 * Returns the rules for a field of an `application/x-www-form-urlencoded` body.
 */
export function escapeOfField(field: { allowReserved?: boolean }): Escape {
  const reserved = field.allowReserved ?? false;
  return { percent: true, reserved, form: true, refused: "" };
}

/**
 * Escapes a text so that none of it can be mistaken for a delimiter.
 *
 * @throws EncodeError if the text is not allowed here.
 */
export function escapeText(
  escape: Escape,
  text: string,
  delimiters: string,
): string {
  if (PLAIN.test(text)) {
    return text;
  }
  if (!escape.percent) {
    refuse(text, escape.refused + delimiters);
    return text;
  }
  // A reader could not distinguish them from the delimiters `%20` and `%7C`.
  if (delimiters === " " && text.includes(" ")) {
    throw new EncodeError("a space is the delimiter, and cannot be sent here");
  }
  if (delimiters === "|" && text.includes("|")) {
    throw new EncodeError("`|` is the delimiter, and cannot be sent here");
  }
  const keep = escape.reserved ? RESERVED_KEPT : "";
  const escaped = (byte: number): string => {
    const sign = String.fromCharCode(byte);
    const isPlain = UNRESERVED.test(sign) || keep.includes(sign);
    if (isPlain && !delimiters.includes(sign)) {
      return sign;
    }
    if (sign === " " && escape.form) {
      return "+";
    }
    return `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  };
  const bytes = new TextEncoder().encode(text);
  let out = "";
  // A text that grows by one byte at a time takes many times its size.
  for (let start = 0; start < bytes.length; start += PIECE) {
    out += Array.from(bytes.subarray(start, start + PIECE), escaped).join("");
  }
  return out;
}

/**
 * Escapes a name, including all reserved characters.
 *
 * @throws EncodeError if the name is not allowed here.
 */
export function escapeName(
  escape: Escape,
  name: string,
  delimiters: string,
): string {
  if (!escape.percent && name.includes("=")) {
    throw new EncodeError("a name with `=` cannot be sent here");
  }
  return escapeText({ ...escape, reserved: false }, name, delimiters);
}

function refuse(text: string, delimiters: string): void {
  if (CONTROL.test(text)) {
    throw new EncodeError("a control character cannot be sent here");
  }
  if (Array.from(delimiters).some((sign) => text.includes(sign))) {
    throw new EncodeError("a delimiter cannot be sent here");
  }
  if (text.startsWith(" ") || text.endsWith(" ")) {
    throw new EncodeError("a space cannot be sent here at either end");
  }
}
