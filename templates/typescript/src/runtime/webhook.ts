/** Verifies and decodes webhooks. */

import { decodeBytes } from "./bytes.js";
import { DecodeError } from "./decode.js";
import { SdkError } from "./errors.js";
import type { Schema } from "./schema.js";

/** The default header field of the signature. */
export const SIGNATURE_HEADER = "X-Service-Signature-256";

const PREFIX = "sha256=";

/** The reasons that a webhook is rejected or cannot be decoded. */
export type WebhookFault =
  "no-secret" | "missing" | "malformed" | "mismatch" | "unreadable";

/** A webhook is not genuine, or cannot be decoded. */
export class WebhookError extends SdkError {
  override name = "WebhookError";
  /** The reason. */
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** Header fields, in the types that servers use. */
export type HeaderFields =
  | Headers
  | Iterable<readonly [string, string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The options of a {@link WebhookVerifier}. */
export interface WebhookOptions {
  /** The header field of the signature. */
  readonly header?: string;
  /** Whether upper-case hexadecimal digits are accepted. */
  readonly allowUpperCase?: boolean;
}

/** The payload of a webhook: its schema, and its type for the compiler. */
export interface Payload<T> {
  /** Its schema. */
  readonly type: Schema;
  /** Its type, for the compiler only. */
  readonly of?: () => T;
}

/** The type of a payload. */
export type PayloadOf<P> = P extends Payload<infer T> ? T : never;

/**
 * Verifies webhooks. A signature is `sha256=` followed by the HMAC-SHA256 (RFC
 * 2104) of the body as received, in lower-case hexadecimal digits. Signatures
 * are compared in constant time, so that timing reveals nothing about a secret.
 */
export class WebhookVerifier {
  readonly #secrets: readonly string[];
  readonly #header: string;
  readonly #digits: RegExp;

  /**
   * Creates a verifier with one or more secrets. Pass the old and the new one
   * while a secret is rotated.
   *
   * @throws WebhookError if there is no secret, or if one is empty.
   */
  constructor(secrets: Iterable<string>, options: WebhookOptions = {}) {
    this.#secrets = typeof secrets === "string" ? [secrets] : [...secrets];
    if (this.#secrets.length === 0 || this.#secrets.includes("")) {
      const message = "there is no secret to verify webhooks with";
      throw new WebhookError("no-secret", message);
    }
    this.#header = options.header ?? SIGNATURE_HEADER;
    this.#digits = options.allowUpperCase
      ? /^[0-9a-fA-F]{64}$/
      : /^[0-9a-f]{64}$/;
  }

  /**
   * Verifies that the body is signed with one of the secrets.
   *
   * @throws WebhookError if it is not, or if the signature is malformed.
   */
  async verify(signature: string, body: Uint8Array): Promise<void> {
    const bytes = this.#parse(signature);
    let genuine = false;
    // Compare with every secret, so that timing does not reveal which one
    // matches.
    for (const secret of this.#secrets) {
      const key = await keyOf(secret);
      const good = await crypto.subtle.verify("HMAC", key, bytes, body);
      genuine = genuine || good;
    }
    if (!genuine) {
      const message = "the signature does not match the body";
      throw new WebhookError("mismatch", message);
    }
  }

  /**
   * Verifies that the body is signed, with the signature from the header
   * fields.
   *
   * @throws WebhookError if it is not.
   */
  async verifyHeaders(headers: HeaderFields, body: Uint8Array): Promise<void> {
    const [signature, ...more] = valuesOf(headers, this.#header);
    if (signature === undefined || more.length > 0) {
      const message = "the webhook does not have exactly one signature";
      throw new WebhookError("missing", message);
    }
    await this.verify(signature, body);
  }

  /**
   * Verifies the body and decodes the event in it.
   *
   * @throws WebhookError if it is not signed or does not have the declared
   * shape.
   */
  async parse<T>(
    payload: Payload<T>,
    headers: HeaderFields,
    body: Uint8Array,
  ): Promise<T> {
    await this.verifyHeaders(headers, body);
    try {
      return decodeBytes(payload.type, body).value as T;
    } catch (error) {
      if (error instanceof DecodeError) {
        throw new WebhookError("unreadable", error.message);
      }
      throw error;
    }
  }

  #parse(signature: string): Uint8Array {
    const digits = signature.slice(PREFIX.length);
    if (!signature.startsWith(PREFIX) || !this.#digits.test(digits)) {
      const message =
        "the signature is not `sha256=` and 64 hexadecimal digits";
      throw new WebhookError("malformed", message);
    }
    const pairs = digits.match(/../g) ?? [];
    return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
  }
}

/**
 * Returns the signature of a body as it is sent, for tests of webhook handlers.
 */
export async function signWebhook(
  secret: string,
  body: Uint8Array,
): Promise<string> {
  const key = await keyOf(secret);
  const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", key, body));
  const digits = Array.from(bytes, (byte) =>
    byte.toString(16).padStart(2, "0"),
  );
  return PREFIX + digits.join("");
}

async function keyOf(secret: string) {
  return crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign", "verify"],
  );
}

/** Returns all values of a field; platforms join several with a comma. */
function valuesOf(headers: HeaderFields, wanted: string): string[] {
  const isIterable = Symbol.iterator in headers;
  const fields = isIterable ? [...headers] : Object.entries(headers);
  return fields
    .filter(([name]) => name.toLowerCase() === wanted.toLowerCase())
    .flatMap(([, value]) => value ?? [])
    .flatMap((value) => value.split(","));
}
