/** Base 64 (RFC 4648 section 4). */

const TEXT = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Encodes bytes as base 64. */
export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) {
    binary += String.fromCharCode(byte);
  }
  return btoa(binary);
}

/** Decodes base 64 text; `undefined` if it is malformed. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (!TEXT.test(text)) {
    return undefined;
  }
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : undefined;
}
