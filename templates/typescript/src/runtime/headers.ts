/** Header fields of requests. */

import { RequestError } from "./errors.js";

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
  const hasControl = /[^\t\P{Control}]/u.test(value);
  if (!TOKEN.test(name) || hasControl) {
    const shown = JSON.stringify(name);
    throw new RequestError(`the header field ${shown} cannot be sent`);
  }
  const bytes = new TextEncoder().encode(value);
  headers.set(
    name.toLowerCase(),
    Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""),
  );
}
