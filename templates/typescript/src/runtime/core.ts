/**
 * A client without its operations: its configuration, and how it sends calls.
 */

import { readAnswer } from "./answer.js";
import { receive } from "./chunks.js";
import { type Clock, systemClock } from "./clock.js";
import type { ClientCredentials, SecurityScheme } from "./credentials.js";
import { findStream } from "./declared.js";
import { DefaultQuery, type Defaults, defaultHeaders } from "./defaults.js";
import { located, SetupError, TransportError } from "./errors.js";
import { exchange, type Sending } from "./exchange.js";
import { setHeader } from "./headers.js";
import { type Grant, Keyring } from "./keyring.js";
import { loggingOf } from "./log.js";
import type { Messages } from "./message.js";
import type { Middleware } from "./middleware.js";
import { findDeprecated, type Observer } from "./observer.js";
import type {
  AnyOperation,
  Operation,
  PagedOperation,
  StreamContent,
} from "./operation.js";
import { type Exchanged, iterate } from "./pages.js";
import { userAgentOf } from "./platform.js";
import {
  type Arguments,
  prepare,
  type Prepared,
  type RequestOptions,
} from "./prepare.js";
import { type RawResponse, StreamedResponse } from "./raw.js";
import type { RetryPolicy } from "./retry.js";
import { Servers } from "./server.js";
import { ItemStream, type StreamOf } from "./stream.js";
import { TokenSource } from "./token.js";
import { type Fetch, Transport } from "./transport.js";

/** The part of the description that is the same for every request. */
export interface Api {
  /** The name and version of the package, with which `User-Agent` begins. */
  readonly userAgent: string;
  /** The variable of the environment that turns on the log. */
  readonly logVariable?: string;
  /** The address templates of the servers. */
  readonly servers: readonly string[];
  /** The variables of these addresses. */
  readonly variables: readonly Variable[];
  /** The security schemes. */
  readonly schemes: readonly SecurityScheme[];
  /**
   * Servers of single operations on other sites. They receive credentials only
   * if the caller sets their address.
   */
  readonly elsewhere?: readonly string[];
  /** Where error bodies have their message. */
  readonly messages: Messages;
}

/** A server variable. */
export interface Variable {
  /** The name in the address template. */
  readonly name: string;
  /** The name of the client option that sets it. */
  readonly setting: string;
  /** The default value. */
  readonly default: string;
}

/** The options of every client, for any API. */
export interface CoreOptions {
  /**
   * The time limit for one attempt in milliseconds, to the last byte, or to the
   * first byte of a stream; 30 000 by default.
   */
  readonly timeout?: number | undefined;
  /** When a request is retried. */
  readonly retry?: RetryPolicy | undefined;
  /**
   * The maximum size of a response, or of an item of a stream, in bytes; 64 MiB
   * by default.
   */
  readonly responseLimit?: number | undefined;
  /**
   * The `User-Agent`; by default, name and version of this package and of the
   * platform.
   */
  readonly userAgent?: string | undefined;
  /**
   * Header fields of every request of an operation. Parameters and the options
   * of a request replace them.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Fields that are added to the query of every request of an operation. The
   * options of a request replace them.
   */
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** Functions around every attempt; the first one is the outermost. */
  readonly middleware?: readonly Middleware[] | undefined;
  /** Receives deprecations, unknown properties and retries. */
  readonly observer?: Observer | undefined;
  /**
   * Sends requests instead of the platform's `fetch`. It must support
   * `redirect: "manual"`, and `redirect: "error"` for bodies that are streams.
   */
  readonly fetch?: Fetch | undefined;
  /** The source of time and randomness; for tests. */
  readonly clock?: Clock | undefined;
  /** The base that relative server addresses are resolved against. */
  readonly origin?: string | undefined;
  /** Other addresses for servers, by their addresses in the description. */
  readonly servers?: Readonly<Record<string, string>> | undefined;
}

/** The configuration of a client. */
export interface Setup extends CoreOptions {
  /** The credentials by option name. */
  readonly credentials?: object | undefined;
}

/** A call that has been sent. */
interface Called {
  readonly operation: AnyOperation;
  readonly prepared: Prepared;
  readonly grants: readonly Grant[];
  readonly options: RequestOptions;
}

/** A client that calls operations. Printing it shows no credentials. */
export class Core {
  readonly #servers: Servers;
  readonly #keyring: Keyring;
  readonly #sending: Sending;
  readonly #defaults: Defaults;
  readonly #limit: number;
  readonly #messages: Messages;

  /**
   * @throws SetupError if an address, a header field or a credential is not
   * usable.
   */
  constructor(api: Api, options: Setup) {
    this.#servers = serversOf(api, options);
    this.#limit = options.responseLimit ?? 64 * 1024 * 1024;
    this.#messages = api.messages;
    this.#defaults = {
      timeout: options.timeout ?? 30_000,
      headers: defaultHeaders(options.headers),
      query: new DefaultQuery(options.query),
    };
    const send: Fetch = (url, init) => fetch(url, init);
    const log = loggingOf(api.logVariable);
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
    const untrusted = (api.elsewhere ?? []).filter(
      (server) => !Object.hasOwn(options.servers ?? {}, server),
    );
    this.#keyring = new Keyring(
      api.schemes,
      untrusted,
      { ...options.credentials },
      (credentials, scheme) => this.#source(credentials, scheme),
    );
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
    const { value } = await this.#run(operation, args, options);
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
      this.#run(operation, next, options, address),
    );
  }

  async #run(
    operation: AnyOperation,
    args: Arguments,
    options: RequestOptions,
    address?: URL,
  ): Promise<Exchanged> {
    try {
      return await this.#send(operation, args, options, address);
    } catch (error) {
      throw located(error, operation.id);
    }
  }

  async #send(
    operation: AnyOperation,
    args: Arguments,
    options: RequestOptions,
    address?: URL,
  ): Promise<Exchanged> {
    options.signal?.throwIfAborted();
    const servers = this.#servers;
    const prepared = prepare(
      operation,
      args,
      servers,
      options,
      this.#defaults,
      address,
    );
    const grants = this.#keyring.choose(operation);
    const { signal } = options;
    const raw = await exchange(this.#sending, prepared, grants, signal);
    const notice = findDeprecated(operation.id, raw);
    if (notice !== undefined) {
      this.#sending.observer?.deprecated?.(notice);
    }
    options.onResponse?.(raw);
    const called = { operation, prepared, grants, options };
    const value =
      raw instanceof StreamedResponse
        ? await this.#open(called, raw)
        : this.#read(called, raw);
    return { value, raw, url: prepared.url };
  }

  #read({ operation, grants }: Called, raw: RawResponse): unknown {
    const secrets = grants.flatMap((grant) => grant.secrets());
    const messages = this.#messages;
    const sources = { messages, secrets };
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
      policy: retry,
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
    const { operation, prepared, grants, options } = called;
    const headers = new Map(prepared.headers);
    if (lastEventId !== "") {
      setHeader(headers, "last-event-id", lastEventId);
    }
    const again = { ...prepared, headers };
    const { signal } = options;
    const raw = await exchange(this.#sending, again, grants, signal);
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

  #source(credentials: object, scheme: SecurityScheme): TokenSource {
    return new TokenSource(
      credentials as ClientCredentials,
      scheme.tokenUrl,
      this.#servers,
      this.#defaults.timeout,
      this.#sending.clock,
      (prepared) => exchange(this.#sending, prepared, []),
    );
  }
}

/**
 * Checks the server addresses; unused servers may lack values of their
 * variables.
 */
function serversOf(api: Api, options: Setup): Servers {
  const given = options as Readonly<Record<string, unknown>>;
  const variables = new Map<string, string>();
  for (const variable of api.variables) {
    const value = given[variable.setting];
    const isSet = typeof value === "string";
    variables.set(variable.name, isSet ? value : variable.default);
  }
  const replaced = new Map(Object.entries(options.servers ?? {}));
  for (const address of replaced.keys()) {
    if (!api.servers.includes(address)) {
      const shown = JSON.stringify(address);
      throw new SetupError(`the description has no server ${shown}`);
    }
  }
  const servers = new Servers(variables, replaced, options.origin);
  for (const template of api.servers) {
    if (servers.knows(template) && isAbsolute(servers, template, options)) {
      servers.resolve(template);
    }
  }
  return servers;
}

function isAbsolute(servers: Servers, template: string, options: Setup) {
  return (
    options.origin !== undefined || !servers.expand(template).startsWith("/")
  );
}
