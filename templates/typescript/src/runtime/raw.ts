/** A response as received. */

/**
 * A response as received: status, header fields and bytes. There are no bytes
 * of a stream, whose items are read one by one.
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

  /** The header fields. They are not shown where the response is printed. */
  get headers(): Headers {
    return this.#headers;
  }

  /** The body. It is not shown where the response is printed. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** A header field. */
  header(name: string): string | undefined {
    return this.#headers.get(name) ?? undefined;
  }

  /** The body as text; what is not UTF-8 is replaced. */
  text(): string {
    return new TextDecoder().decode(this.#bytes);
  }
}

/** The bytes of a stream that is still open. */
export interface OpenBody {
  /**
   * The next bytes; nothing at the end.
   *
   * @throws TransportError where the connection breaks, or the reason of the
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
