/** Requests as a test service receives them. */

import { jsonOf } from "../raw.js";

/** A request. Printing it shows no credentials, no header fields and no body. */
export class ReceivedRequest {
  /** The operationId; `undefined` if the description has no such operation. */
  readonly operation: string | undefined;
  /** The HTTP method. */
  readonly method: string;
  /** The address, without credentials in its query. */
  readonly url: string;
  /** The values of the path parameters, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly #query: URLSearchParams;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #bytes: Uint8Array;

  constructor(
    shown: Pick<ReceivedRequest, "operation" | "method" | "url" | "parameters">,
    query: URLSearchParams,
    headers: Readonly<Record<string, string>>,
    bytes: Uint8Array,
  ) {
    this.operation = shown.operation;
    this.method = shown.method;
    this.url = shown.url;
    this.parameters = shown.parameters;
    this.#query = query;
    this.#headers = headers;
    this.#bytes = bytes;
  }

  /** The query, with credentials. */
  get query(): URLSearchParams {
    return this.#query;
  }

  /** The header fields by lower-case name, with credentials. */
  get headers(): Readonly<Record<string, string>> {
    return this.#headers;
  }

  /** The body; empty for a request without one. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Returns the body as text. */
  text(): string {
    return new TextDecoder().decode(this.#bytes);
  }

  /**
   * Returns the body, parsed as JSON.
   *
   * @throws SyntaxError if it is not JSON.
   */
  json(): unknown {
    return jsonOf(this.#bytes);
  }
}

/** Reads a request of a client. */
export async function received(
  init: RequestInit,
): Promise<{ headers: Record<string, string>; bytes: Uint8Array }> {
  const decoder = new TextDecoder();
  const fields = new Headers(init.headers);
  // A client writes the bytes of UTF-8 as characters.
  const headers = Array.from(fields, ([name, value]) => {
    const bytes = Uint8Array.from(value, (sign) => sign.charCodeAt(0));
    return [name, decoder.decode(bytes)] as const;
  });
  const body = await new Response(init.body ?? null).arrayBuffer();
  return { headers: Object.fromEntries(headers), bytes: new Uint8Array(body) };
}
