/**
 * A client without its operations: its configuration, and how it sends calls.
 */

import { readAnswer } from "./answer.js";
import type { Arguments } from "./body.js";
import { changed, type ClientChanges, sharedBy } from "./changes.js";
import { receive } from "./chunks.js";
import { systemClock } from "./clock.js";
import type { ClientCredentials, SecurityScheme } from "./credentials.js";
import { deadlineOf } from "./deadline.js";
import { findStream } from "./declared.js";
import { DefaultQuery, type Defaults, defaultHeaders } from "./defaults.js";
import { located, TransportError } from "./errors.js";
import { exchange, type Outgoing, type Sending } from "./exchange.js";
import { globalsOf } from "./globals.js";
import { setHeader } from "./headers.js";
import { Keyring } from "./keyring.js";
import { loggingOf } from "./log.js";
import type { Middleware } from "./middleware.js";
import { findDeprecated } from "./observer.js";
import type {
  AnyOperation,
  Operation,
  PagedOperation,
  StreamContent,
} from "./operation.js";
import { type Api, serversOf, type Setup } from "./options.js";
import { type Exchanged, iterate } from "./pages.js";
import { userAgentOf } from "./platform.js";
import { prepare, type Prepared, type RequestOptions } from "./prepare.js";
import { type RawResponse, StreamedResponse } from "./raw.js";
import { policyOf } from "./retry.js";
import type { Servers } from "./server.js";
import { ItemStream, type StreamOf } from "./stream.js";
import { TokenSource } from "./token.js";
import { type Fetch, Transport } from "./transport.js";
import {
  prepareUntyped,
  untypedOperation,
  type UntypedOptions,
} from "./untyped.js";

/** A call that has been sent. */
interface Called extends Outgoing {
  readonly operation: AnyOperation;
  readonly options: RequestOptions;
}

/** A client that calls operations. Printing it shows no credentials. */
export class Core {
  readonly #api: Api;
  readonly #options: Setup;
  readonly #servers: Servers;
  readonly #keyring: Keyring;
  readonly #sending: Sending;
  readonly #defaults: Defaults;
  readonly #limit: number;
  readonly #log: Middleware | undefined;

  /**
   * @throws SetupError if an address, a header field or a credential is not
   * usable.
   */
  constructor(api: Api, options: Setup) {
    this.#api = api;
    this.#options = options;
    this.#servers = serversOf(api, options);
    this.#limit = options.responseLimit ?? 64 * 1024 * 1024;
    this.#defaults = {
      timeout: options.timeout ?? 30_000,
      headers: defaultHeaders(options.headers),
      query: new DefaultQuery(options.query),
      globals: globalsOf(api.globals, options),
    };
    const send: Fetch = (url, init) => fetch(url, init);
    const shared = sharedBy(options);
    const log = shared === undefined ? loggingOf(api.logVariable) : shared.log;
    this.#log = log;
    this.#sending = {
      transport: new Transport(options.fetch ?? send, this.#limit),
      clock: options.clock ?? systemClock,
      retry: options.retry ?? {},
      userAgent: options.userAgent ?? userAgentOf(api.userAgent),
      observer: options.observer,
      middleware: [
        ...(options.middleware ?? []),
        ...(log === undefined ? [] : [log]),
      ],
      secretParameters: api.schemes.flatMap((scheme) =>
        scheme.in === "query" ? [scheme.field ?? ""] : [],
      ),
    };
    this.#keyring = shared?.keyring ?? this.#keyringOf(api, options);
  }

  /**
   * Returns a changed copy of the client, which shares its credentials and
   * tokens. This client is not changed.
   *
   * @throws SetupError if a change is not usable.
   */
  with(changes: ClientChanges): Core {
    return new Core(this.#api, this.changed(changes));
  }

  /** Returns the options of a changed copy. */
  protected changed(changes: ClientChanges): Setup {
    const shared = { keyring: this.#keyring, log: this.#log };
    return changed(this.#api, this.#options, changes, shared);
  }

  /**
   * Sends a request that the description does not describe, to the server and
   * with the credentials that most operations have. `path` is appended to the
   * address of the server.
   *
   * @throws UndeclaredError for a status of 300 or above, another
   * {@link SdkError}, or the reason of the signal.
   */
  async request(
    method: string,
    path: string,
    options: UntypedOptions = {},
  ): Promise<RawResponse> {
    const operation = untypedOperation(this.#api, method, path);
    const { raw } = await this.#run(operation, options, () =>
      prepareUntyped(operation, options, this.#servers, this.#defaults),
    );
    return raw;
  }

  /**
   * Calls an operation.
   *
   * @throws ApiError for an error that the description declares, another
   * {@link SdkError} for anything else, or the reason of the signal.
   */
  async call<Params, Result, Failure>(
    operation: Operation<Params, Result, Failure>,
    params: Params,
    options: RequestOptions = {},
  ): Promise<Result> {
    const args = (params ?? {}) as Arguments;
    const { value } = await this.#call(operation, args, options);
    return value as Result;
  }

  /** Iterates over all items of a list, page by page. */
  items<Params, Result, Failure, Item>(
    operation: PagedOperation<Params, Result, Failure, Item>,
    params: Params,
    options: RequestOptions = {},
  ): AsyncGenerator<Item, void, undefined> {
    const args = (params ?? {}) as Arguments;
    return iterate<Item>(operation, args, (next, address) =>
      this.#call(operation, next, options, address),
    );
  }

  async #call(
    operation: AnyOperation,
    args: Arguments,
    options: RequestOptions,
    address?: URL,
  ): Promise<Exchanged> {
    const [servers, defaults] = [this.#servers, this.#defaults];
    return this.#run(operation, options, () =>
      prepare(operation, args, servers, options, defaults, address),
    );
  }

  async #run(
    operation: AnyOperation,
    options: RequestOptions,
    encode: () => Prepared,
  ): Promise<Exchanged> {
    try {
      return await this.#send(operation, options, encode);
    } catch (error) {
      throw located(error, operation.id);
    }
  }

  async #send(
    operation: AnyOperation,
    options: RequestOptions,
    encode: () => Prepared,
  ): Promise<Exchanged> {
    const { signal, retry } = options;
    signal?.throwIfAborted();
    const sending = this.#sending;
    const limit = options.callTimeout ?? this.#options.callTimeout;
    const deadline = deadlineOf(sending.clock, limit);
    const prepared = encode();
    const grants = this.#keyring.choose(operation);
    const outgoing = { prepared, grants, signal, deadline, retry };
    const raw = await exchange(sending, outgoing);
    const notice = findDeprecated(operation.id, raw);
    if (notice !== undefined) {
      sending.observer?.deprecated?.(notice);
    }
    options.onResponse?.(raw);
    const called = { ...outgoing, operation, options };
    const value =
      raw instanceof StreamedResponse
        ? await this.#open(called, raw)
        : this.#read(called, raw);
    return { value, raw, url: prepared.url };
  }

  #read({ operation, grants }: Called, raw: RawResponse): unknown {
    const secrets = grants.flatMap((grant) => grant.secrets());
    const sources = { messages: this.#api.messages, secrets };
    return readAnswer(operation, raw, this.#sending.observer, sources);
  }

  /** Gives the body to the receiver of the call, or returns its items. */
  async #open(called: Called, raw: StreamedResponse): Promise<unknown> {
    const { operation, options } = called;
    const mediaType = raw.header("content-type");
    const content = findStream(operation, raw.status, mediaType);
    if (content !== undefined) {
      return this.#stream(called, content, raw);
    }
    const { onBody } = options;
    return onBody === undefined ? undefined : receive(raw, onBody);
  }

  #stream(
    called: Called,
    content: StreamContent,
    raw: StreamedResponse,
  ): ItemStream<unknown> {
    const { operation, prepared, options } = called;
    const { retry, clock, observer } = this.#sending;
    const of: StreamOf = {
      operation,
      content,
      limit: this.#limit,
      idempotent: prepared.idempotent,
      policy: policyOf(retry, options.retry),
      clock,
      observer,
      signal: options.signal,
      resume: async (lastEventId) => {
        try {
          return await this.#resume(called, lastEventId);
        } catch (error) {
          throw located(error, operation.id);
        }
      },
    };
    return new ItemStream(of, raw);
  }

  /** Resumes a stream after an event (HTML section 9.2.3). */
  async #resume(
    called: Called,
    lastEventId: string,
  ): Promise<StreamedResponse | undefined> {
    const { operation, prepared, grants, signal, retry } = called;
    const headers = new Map(prepared.headers);
    if (lastEventId !== "") {
      setHeader(headers, "last-event-id", lastEventId);
    }
    const again = { ...prepared, headers };
    const outgoing = { prepared: again, grants, signal, retry };
    const raw = await exchange(this.#sending, outgoing);
    if (raw instanceof StreamedResponse) {
      return raw;
    }
    if (raw.status !== 204) {
      this.#read(called, raw);
      const text = `${operation.id}: the service does not resume the stream`;
      throw new TransportError(text, true);
    }
    return undefined;
  }

  #keyringOf(api: Api, options: Setup): Keyring {
    const untrusted = (api.elsewhere ?? []).filter(
      (server) => !Object.hasOwn(options.servers ?? {}, server),
    );
    return new Keyring(
      api.schemes,
      untrusted,
      { ...options.credentials },
      (credentials, scheme) => this.#source(credentials, scheme),
    );
  }

  #source(credentials: object, scheme: SecurityScheme): TokenSource {
    return new TokenSource(
      credentials as ClientCredentials,
      scheme.tokenUrl,
      this.#servers,
      this.#defaults.timeout,
      this.#sending.clock,
      (prepared) => exchange(this.#sending, { prepared, grants: [] }),
    );
  }
}
