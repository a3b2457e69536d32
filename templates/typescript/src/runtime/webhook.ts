/** Webhooks: whether one is genuine, and what is in it. */

import { decodeBytes, DecodeFault } from "./decode.js";
import { SdkError } from "./errors.js";
import type { Schema } from "./schema.js";

/** The header field that carries a signature, by default. */
export const SIGNATURE_HEADER = "X-Service-Signature-256";

const PREFIX = "sha256=";

/** Why a webhook is not to be trusted, or cannot be read. */
export type WebhookFault =
  "no-secret" | "missing" | "malformed" | "mismatch" | "unreadable";

/** A webhook is not to be trusted, or cannot be read. */
export class WebhookError extends SdkError {
  override name = "WebhookError";
  /** Why. */
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** Header fields, as the servers of this platform have them. */
export type HeaderFields =
  | Headers
  | Iterable<readonly [string, string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The settings of a {@link WebhookVerifier}. */
export interface WebhookOptions {
  /** The header field that carries signatures. */
  readonly header?: string;
  /** Accepts upper-case hexadecimal digits as well. */
  readonly allowUpperCase?: boolean;
}

/** What a webhook carries: its type, as data and for the compiler. */
export interface Payload<T> {
  /** Its type. */
  readonly type: Schema;
  /** For the compiler only. */
  readonly of?: () => T;
}

/** What a payload carries. */
export type PayloadOf<P> = P extends Payload<infer T> ? T : never;

/**
 * Verifies webhooks: a signature is `sha256=` and the HMAC-SHA256 (RFC 2104) of
 * the body, byte for byte as received, in lower-case hexadecimal digits. Time
 * says nothing about a secret: the platform compares in constant time.
 */
export class WebhookVerifier {
  readonly #secrets: readonly string[];
  readonly #header: string;
  readonly #digits: RegExp;

  /**
   * Verifies with one of these secrets; while one is replaced, both are good.
   *
   * @throws WebhookError when there is no secret, or an empty one, with which
   * anyone could sign.
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
   * Returns if the body is signed with one of the secrets.
   *
   * @throws WebhookError when it is not, or the signature is malformed.
   */
  async verify(signature: string, body: Uint8Array): Promise<void> {
    const bytes = this.#parse(signature);
    let genuine = false;
    // Every secret is tried, so that time does not say which one it was.
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
   * Returns if the body is signed, with the one signature among these fields.
   *
   * @throws WebhookError when it is not.
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
   * The event in a body that is signed.
   *
   * @throws WebhookError when it is not signed, or not of its shape.
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
      if (error instanceof DecodeFault) {
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

/** The signature of a body, as it is sent; for those who test webhooks. */
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

/** All values of a field; platforms join several with a comma. */
function valuesOf(headers: HeaderFields, wanted: string): string[] {
  const isIterable = Symbol.iterator in headers;
  const fields = isIterable ? [...headers] : Object.entries(headers);
  return fields
    .filter(([name]) => name.toLowerCase() === wanted.toLowerCase())
    .flatMap(([, value]) => value ?? [])
    .flatMap((value) => value.split(","));
}
