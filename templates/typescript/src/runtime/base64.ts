/** Base 64 (RFC 4648 section 4). */

const TEXT = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The number of bytes that are encoded together, in groups of three. */
const PIECE = 3 * 2048;

/** Encodes bytes as base 64. */
export function toBase64(bytes: Uint8Array): string {
  let text = "";
  // A text that grows by one byte at a time takes many times its size.
  for (let start = 0; start < bytes.length; start += PIECE) {
    const piece = bytes.subarray(start, start + PIECE);
    text += btoa(String.fromCharCode(...piece));
  }
  return text;
}

/** Decodes base 64 text; `undefined` if it is malformed. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (!TEXT.test(text)) {
    return undefined;
  }
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : undefined;
}
