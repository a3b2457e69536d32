/** Encodes forms. */

import { encode, EncodeError } from "./encode.js";
import type { ItemBody } from "./items.js";
import type { Json } from "./json.js";
import type { Body } from "./operation.js";
import { escapeOfField, escapeName, escapeText } from "./percent.js";
import { propertiesOf, type Schema } from "./schema.js";
import { textOf, writeStyle } from "./style.js";
import type { NamedUpload } from "./values.js";

/** A body as it is sent. */
export interface SentBody {
  readonly mediaType: string;
  readonly bytes: Uint8Array | ItemBody;
}

/**
 * Returns the text of an `application/x-www-form-urlencoded` body. Properties
 * that the description does not define follow as text.
 *
 * @throws EncodeError if the style of a field cannot represent its value.
 */
export function writeForm(body: Body, value: unknown): string {
  const json = encode(body.type, value);
  if (json === null) {
    return "";
  }
  if (!(json instanceof Map)) {
    throw new EncodeError("only an object can be sent as a form");
  }
  const known = recordOf(body.type);
  const pairs = Array.from(json, ([name, member]) => {
    if (!known.has(name)) {
      return unlisted(name, member);
    }
    const field = body.fields?.find((one) => one.name === name) ?? { name };
    return writeStyle({ ...field, in: "query" }, escapeOfField(field), member);
  });
  return pairs.filter((pair) => pair !== "").join("&");
}

/** Encodes a field that is not declared; a list becomes repeated pairs. */
function unlisted(name: string, value: Json): string {
  const escape = escapeOfField({});
  const items = Array.isArray(value) ? value : [value];
  const pairs = items
    .filter((item) => item !== null)
    .map((item) => {
      const text = escapeText(escape, textOf(item), "");
      return `${escapeName(escape, name, "")}=${text}`;
    });
  return pairs.join("&");
}

function recordOf(schema: Schema): ReadonlyMap<string, { type: Schema }> {
  const isRecord = typeof schema === "object" && schema.kind === "record";
  return isRecord ? propertiesOf(schema) : new Map();
}

/** A part of a multipart form. */
interface Part {
  readonly name: string;
  readonly fileName?: string;
  readonly mediaType?: string;
  readonly bytes: Uint8Array;
}

/**
 * Encodes a `multipart/form-data` body (RFC 7578). The bytes differ each time,
 * because the boundary must be unpredictable.
 *
 * @throws EncodeError if a field cannot be encoded.
 */
export async function writeMultipart(
  body: Body,
  value: unknown,
): Promise<SentBody> {
  const parts: Part[] = [];
  for (const [name, property] of recordOf(body.type)) {
    const isThere = typeof value === "object" && value !== null;
    const member: unknown =
      isThere && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined;
    if (member !== undefined && member !== null) {
      await addParts(parts, name, property.type, member);
    }
  }
  const boundary = `form-${crypto.randomUUID().replaceAll("-", "")}`;
  const chunks = parts.flatMap((part) => [
    text(`--${boundary}\r\n${head(part)}\r\n`),
    part.bytes,
    text("\r\n"),
  ]);
  return {
    mediaType: `multipart/form-data; boundary=${boundary}`,
    bytes: concat([...chunks, text(`--${boundary}--\r\n`)]),
  };
}

/**
 * Adds files as they are, objects as JSON, all else as text; a part per item.
 */
async function addParts(
  parts: Part[],
  name: string,
  schema: Schema,
  value: unknown,
): Promise<void> {
  const type = notNull(schema);
  if (type === "binary") {
    parts.push(await filePart(name, value));
    return;
  }
  if (typeof type === "object" && type.kind === "list") {
    if (notNull(type.items()) === "binary" && Array.isArray(value)) {
      for (const item of value) {
        parts.push(await filePart(name, item));
      }
      return;
    }
  }
  const json = encode(type, value);
  for (const item of Array.isArray(json) ? json : [json]) {
    if (item !== null) {
      const isJson = Array.isArray(item) || item instanceof Map;
      const bytes = text(textOf(item));
      parts.push(
        isJson
          ? { name, bytes, mediaType: "application/json" }
          : { name, bytes },
      );
    }
  }
}

function notNull(schema: Schema): Schema {
  const isNullable = typeof schema === "object" && schema.kind === "nullable";
  return isNullable ? notNull(schema.type) : schema;
}

/** Returns a part with a name, by which receivers recognize a file. */
async function filePart(name: string, value: unknown): Promise<Part> {
  const upload = await toUpload(value);
  return {
    name,
    bytes: upload.bytes,
    fileName: upload.name ?? "file",
    mediaType: upload.mediaType ?? "application/octet-stream",
  };
}

async function toUpload(value: unknown): Promise<NamedUpload> {
  if (value instanceof Uint8Array) {
    return { bytes: value };
  }
  if (value instanceof Blob) {
    const { name } = value as { name?: unknown };
    return {
      bytes: new Uint8Array(await value.arrayBuffer()),
      ...(typeof name === "string" ? { name } : {}),
      ...(value.type === "" ? {} : { mediaType: value.type }),
    };
  }
  if (typeof value === "object" && value !== null && "bytes" in value) {
    const upload = value as NamedUpload;
    if (upload.bytes instanceof Uint8Array) {
      return upload;
    }
  }
  throw new EncodeError("expected the bytes of a file");
}

function head({ name, fileName, mediaType }: Part): string {
  const file = fileName === undefined ? "" : `; filename="${quote(fileName)}"`;
  const type =
    mediaType === undefined
      ? ""
      : `Content-Type: ${mediaType.replaceAll(/\p{Control}/gu, "")}\r\n`;
  const disposition = `form-data; name="${quote(name)}"${file}`;
  return `Content-Disposition: ${disposition}\r\n${type}`;
}

/**
 * Escapes a name like browsers (HTML, "multipart/form-data encoding
 * algorithm").
 */
function quote(name: string): string {
  return name
    .replaceAll('"', "%22")
    .replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A");
}

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

function concat(chunks: readonly Uint8Array[]): Uint8Array {
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
