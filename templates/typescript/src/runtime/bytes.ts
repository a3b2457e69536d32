/** Decodes bytes into values, by their schemas. */

import { type Decoded, DecodeError, decodeJson } from "./decode.js";
import { decodeFast } from "./fast.js";
import { parseJson } from "./json.js";
import type { Schema } from "./schema.js";

/**
 * Decodes bytes as JSON.
 *
 * @throws DecodeError if they do not have the shape of the schema.
 */
export function decodeBytes(schema: Schema, bytes: Uint8Array): Decoded {
  try {
    const text = decodeText(bytes);
    return decodeFast(schema, text) ?? decodeJson(schema, parseJson(text));
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new DecodeError("", "JSON", error.message);
    }
    throw error;
  }
}

/**
 * Decodes bytes as UTF-8.
 *
 * @throws SyntaxError if they are malformed.
 */
export function decodeText(bytes: Uint8Array): string {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(bytes);
  } catch {
    throw new SyntaxError("bytes that are not UTF-8");
  }
}
