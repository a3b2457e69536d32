/** Header fields of requests. */

import { RequestError } from "./errors.js";

const PLAIN = /^[\t -~]*$/;
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * Sets a header field; characters beyond ASCII are sent as UTF-8.
 *
 * @throws RequestError if the field contains characters that are not allowed.
 */
export function setHeader(
  headers: Map<string, string>,
  name: string,
  value: string,
): void {
  const isPlain = PLAIN.test(value);
  const hasControl = !isPlain && /[^\t\P{Control}]/u.test(value);
  if (!TOKEN.test(name) || hasControl) {
    const shown = JSON.stringify(name);
    throw new RequestError(`the header field ${shown} cannot be sent`);
  }
  headers.set(name.toLowerCase(), isPlain ? value : asUtf8(value));
}

/** Returns a text with a character for each byte of its UTF-8. */
function asUtf8(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}
