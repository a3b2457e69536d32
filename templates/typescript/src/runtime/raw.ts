/** A response as received. */

import { decodeBytes } from "./bytes.js";
import { DecodeError } from "./decode.js";

/**
 * Parses JSON without losing digits.
 *
 * @throws SyntaxError if it is not JSON.
 */
export function jsonOf(bytes: Uint8Array): unknown {
  try {
    return decodeBytes("any", bytes).value;
  } catch (error) {
    throw error instanceof DecodeError ? new SyntaxError(error.message) : error;
  }
}

/**
 * A response as received: status, header fields and body. The body of a stream
 * is empty because its items are read one by one.
 */
export class RawResponse {
  /** The status. */
  readonly status: number;
  readonly #headers: Headers;
  readonly #bytes: Uint8Array;

  constructor(status: number, headers: Headers, bytes: Uint8Array) {
    this.status = status;
    this.#headers = headers;
    this.#bytes = bytes;
  }

  /** The header fields. Printing the response does not show them. */
  get headers(): Headers {
    return this.#headers;
  }

  /** The body. Printing the response does not show it. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Returns the value of a header field. */
  header(name: string): string | undefined {
    return this.#headers.get(name) ?? undefined;
  }

  /** Returns the body as text; invalid UTF-8 is replaced. */
  text(): string {
    return new TextDecoder().decode(this.#bytes);
  }

  /**
   * Returns the body, parsed as JSON without losing digits.
   *
   * @throws SyntaxError if it is not JSON.
   */
  json(): unknown {
    return jsonOf(this.#bytes);
  }
}

/** The bytes of a stream that is still open. */
export interface OpenBody {
  /**
   * Returns the next bytes; `undefined` at the end.
   *
   * @throws TransportError if the connection breaks, or the reason of the
   * caller's signal.
   */
  read(): Promise<Uint8Array | undefined>;
  /** Closes the connection. */
  close(): Promise<void>;
}

/** A response whose body is not read yet. */
export class StreamedResponse extends RawResponse {
  readonly #body: OpenBody;

  constructor(status: number, headers: Headers, body: OpenBody) {
    super(status, headers, new Uint8Array());
    this.#body = body;
  }

  /** The body. */
  get body(): OpenBody {
    return this.#body;
  }
}
