/** The connection to the services: `fetch`, and what its failures mean. */

import {
  SdkError,
  TimeoutError,
  TooLargeError,
  TransportError,
} from "./errors.js";
import type { Prepared } from "./prepare.js";
import { RawResponse } from "./raw.js";

/** How requests are sent: the platform's `fetch`, or one like it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Sends requests once, and reads the answers. */
export class Transport {
  readonly #fetch: Fetch;
  readonly #limit: number;

  constructor(fetch: Fetch, limit: number) {
    this.#fetch = fetch;
    this.#limit = limit;
  }

  /**
   * Sends a request once.
   *
   * @throws SdkError, or the reason of the caller's signal.
   */
  async exchange(
    prepared: Prepared,
    url: URL,
    headers: ReadonlyMap<string, string>,
    signal: AbortSignal | undefined,
  ): Promise<RawResponse> {
    signal?.throwIfAborted();
    const attempt = new AbortController();
    const abort = () => {
      attempt.abort(signal?.reason);
    };
    signal?.addEventListener("abort", abort);
    const timer = setTimeout(() => {
      attempt.abort(new TimeoutError());
    }, prepared.timeout);
    try {
      return await this.#once(prepared, url, headers, attempt.signal);
    } catch (error) {
      attempt.signal.throwIfAborted();
      throw failureOf(error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }

  async #once(
    prepared: Prepared,
    url: URL,
    headers: ReadonlyMap<string, string>,
    signal: AbortSignal,
  ): Promise<RawResponse> {
    const response = await this.#fetch(url.href, {
      method: prepared.method,
      headers: Object.fromEntries(headers),
      ...(prepared.body === undefined ? {} : { body: prepared.body }),
      // Nobody but the service gets what was meant for it.
      redirect: "manual",
      signal,
    });
    const bytes = await this.#read(response, signal);
    return new RawResponse(response.status, response.headers, bytes);
  }

  /** The body, of which no more is read than may be. */
  async #read(response: Response, signal: AbortSignal): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const reader = response.body?.getReader();
    for (;;) {
      signal.throwIfAborted();
      const step = await reader?.read();
      if (step === undefined || step.done) {
        return concat(chunks, size);
      }
      const chunk = step.value as Uint8Array;
      size += chunk.length;
      if (size > this.#limit) {
        await reader?.cancel();
        throw new TooLargeError(this.#limit);
      }
      chunks.push(chunk);
    }
  }
}

function concat(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** What `fetch` reports where no connection came about. */
const UNSENT = [
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
];

/** Messages of `fetch` can quote the address, and so a key in its query. */
function failureOf(error: unknown): unknown {
  if (error instanceof SdkError) {
    return error;
  }
  const cause = error instanceof Error ? error.cause : undefined;
  const code = textOf(cause, "code");
  const isUnsent =
    UNSENT.includes(code) || textOf(cause, "syscall") === "connect";
  const shown = code === "" ? "" : ` (${code})`;
  return isUnsent
    ? new TransportError(
        `the service could not be reached${shown}`,
        false,
        error,
      )
    : new TransportError(`the connection broke${shown}`, true, error);
}

function textOf(cause: unknown, name: string): string {
  if (typeof cause !== "object" || cause === null) {
    return "";
  }
  const value = (cause as Readonly<Record<string, unknown>>)[name];
  return typeof value === "string" ? value : "";
}
