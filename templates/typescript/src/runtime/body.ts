/** Encodes the body of a call. */

import { encode, EncodeError } from "./encode.js";
import { RequestError } from "./errors.js";
import { writeForm, writeMultipart } from "./form.js";
import { ItemBody } from "./items.js";
import { writeJson } from "./json.js";
import { concrete, findMedia } from "./media.js";
import type { AnyOperation, Body } from "./operation.js";
import { put } from "./schema.js";
import type { SentBody } from "./streamed.js";

/** The arguments of a call by name, including `body`. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Returns an argument, or a property of a body. */
export function own(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? (object as Arguments)[name] : undefined;
}

/** Adds what could not be written to an error of encoding. */
export function encoding<T>(what: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw asRequestError(what, error);
  }
}

function asRequestError(what: string, error: unknown): unknown {
  return error instanceof EncodeError
    ? new RequestError(`${what} cannot be written: ${error.message}`)
    : error;
}

/** Returns the body, and whether it contains an idempotency key. */
export function bodyOf(
  operation: AnyOperation,
  args: Arguments,
  key: string | undefined,
): { body: SentBody | undefined; repeatable: boolean } {
  const value = own(args, "body");
  if (value === undefined) {
    refuseKey(key, operation);
    return { body: undefined, repeatable: false };
  }
  const wanted = own(args, "contentType");
  const mediaType = typeof wanted === "string" ? wanted : undefined;
  const declared =
    operation.bodies.find((one) => one.mediaType === mediaType) ??
    findMedia(operation.bodies, mediaType);
  if (declared === undefined) {
    throw new RequestError(`${operation.id} takes no body of this media type`);
  }
  const name = operation.idempotencyProperty;
  const hasKey = declared.kind === "json" && name !== undefined;
  const isLeftOut = hasKey && isObject(value) && own(value, name) === undefined;
  if (!isLeftOut) {
    refuseKey(key, operation);
  }
  const filled = hasKey ? withKey(value, name, key) : value;
  const repeatable = hasKey && isKeyed(filled, name);
  const written = writeBody(declared, filled);
  const inRange = declared.kind === "stream" ? "bytes" : declared.kind;
  const sentAs = concrete(mediaType ?? written.mediaType, inRange);
  const { bytes } = written;
  const isStream = bytes instanceof ItemBody;
  const media = isStream ? bytes.mediaType(sentAs) : sentAs;
  const sent = { ...written, mediaType: media };
  const isForm = declared.kind === "multipart";
  return { body: isForm ? written : sent, repeatable };
}

/** @throws RequestError if a call has a key that it cannot send. */
export function refuseKey(
  key: string | undefined,
  { id, idempotencyProperty: name }: AnyOperation,
): void {
  if (key !== undefined) {
    throw new RequestError(
      name === undefined
        ? `${id} takes no idempotency key`
        : `\`idempotencyKey\` needs a JSON body without ${JSON.stringify(name)}`,
    );
  }
}

/**
 * Returns the body with an idempotency key, if it has none: that of the call,
 * or a UUID.
 */
function withKey(
  body: unknown,
  name: string,
  key: string | undefined,
): unknown {
  if (!isObject(body) || isKeyed(body, name)) {
    return body;
  }
  const filled = {};
  for (const [member, value] of Object.entries(body)) {
    put(filled, member, value);
  }
  if (own(body, name) === undefined) {
    put(filled, name, key ?? crypto.randomUUID());
  }
  return filled;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isKeyed(body: unknown, name: string): boolean {
  const value = isObject(body) ? own(body, name) : undefined;
  return value !== undefined && value !== null;
}

function writeBody(body: Body, value: unknown): SentBody {
  try {
    if (body.kind === "stream") {
      return { mediaType: body.mediaType, bytes: new ItemBody(body, value) };
    }
    if (body.kind === "multipart") {
      return writeMultipart(body, value);
    }
    const isWhole = value instanceof Uint8Array || typeof value === "string";
    const bytes =
      body.kind === "bytes" && !isWhole
        ? new ItemBody(body, value)
        : bytesOf(body, value);
    return { mediaType: body.mediaType, bytes };
  } catch (error) {
    throw asRequestError("the body", error);
  }
}

function bytesOf(body: Body, value: unknown): Uint8Array {
  const encoder = new TextEncoder();
  switch (body.kind) {
    case "json":
      return encoder.encode(writeJson(encode(body.type, value)));
    case "form":
      return encoder.encode(writeForm(body, value));
    default:
      if (value instanceof Uint8Array) {
        return value;
      }
      if (typeof value === "string") {
        return encoder.encode(value);
      }
      throw new EncodeError("expected text or bytes");
  }
}
