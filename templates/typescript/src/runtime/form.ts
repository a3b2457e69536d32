/** Encodes forms. */

import { encode, EncodeError } from "./encode.js";
import { isSource } from "./items.js";
import type { Json } from "./json.js";
import type { Body } from "./operation.js";
import { type Part, writeParts } from "./parts.js";
import { escapeOfField, escapeName, escapeText } from "./percent.js";
import { propertiesOf, type Schema } from "./schema.js";
import type { SentBody } from "./streamed.js";
import { textOf, writeStyle } from "./style.js";
import type { NamedUpload } from "./values.js";

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

/**
 * Encodes a `multipart/form-data` body (RFC 7578). The bytes differ each time,
 * because the boundary must be unpredictable.
 *
 * @throws EncodeError if a field cannot be encoded.
 */
export function writeMultipart(body: Body, value: unknown): SentBody {
  const parts: Part[] = [];
  for (const [name, property] of recordOf(body.type)) {
    const isThere = typeof value === "object" && value !== null;
    const member: unknown =
      isThere && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined;
    if (member !== undefined && member !== null) {
      addParts(parts, name, property.type, member);
    }
  }
  return writeParts(parts);
}

/**
 * Adds files as they are, objects as JSON, all else as text; a part per item.
 */
function addParts(
  parts: Part[],
  name: string,
  schema: Schema,
  value: unknown,
): void {
  const type = notNull(schema);
  if (type === "binary") {
    parts.push(filePart(name, value));
    return;
  }
  if (typeof type === "object" && type.kind === "list") {
    if (notNull(type.items()) === "binary" && Array.isArray(value)) {
      for (const item of value) {
        parts.push(filePart(name, item));
      }
      return;
    }
  }
  const json = encode(type, value);
  for (const item of Array.isArray(json) ? json : [json]) {
    if (item !== null) {
      const isJson = Array.isArray(item) || item instanceof Map;
      const content = new TextEncoder().encode(textOf(item));
      parts.push(
        isJson
          ? { name, content, mediaType: "application/json" }
          : { name, content },
      );
    }
  }
}

function notNull(schema: Schema): Schema {
  const isNullable = typeof schema === "object" && schema.kind === "nullable";
  return isNullable ? notNull(schema.type) : schema;
}

/** Returns a part with a name, by which receivers recognize a file. */
function filePart(name: string, value: unknown): Part {
  const upload = toUpload(value);
  return {
    name,
    content: upload.bytes,
    fileName: upload.name ?? "file",
    mediaType: upload.mediaType ?? "application/octet-stream",
  };
}

function toUpload(value: unknown): NamedUpload {
  if (value instanceof Uint8Array) {
    return { bytes: value };
  }
  if (value instanceof Blob) {
    const { name } = value as { name?: unknown };
    return {
      bytes: value,
      ...(typeof name === "string" ? { name } : {}),
      ...(value.type === "" ? {} : { mediaType: value.type }),
    };
  }
  if (typeof value === "object" && value !== null && "bytes" in value) {
    const upload = value as NamedUpload;
    if (upload.bytes instanceof Blob || isSource(upload.bytes)) {
      return upload;
    }
  }
  throw new EncodeError("expected the bytes of a file");
}
