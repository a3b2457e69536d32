/** The configuration of a client, and what it knows of its API. */

import type { Clock } from "./clock.js";
import type { SecurityScheme } from "./credentials.js";
import { SetupError } from "./errors.js";
import type { GlobalParameter } from "./globals.js";
import type { Messages } from "./message.js";
import type { Middleware } from "./middleware.js";
import type { Observer } from "./observer.js";
import type { AnyOperation } from "./operation.js";
import type { RetryPolicy } from "./retry.js";
import { Servers } from "./server.js";
import type { Fetch } from "./transport.js";

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
  /** The parameters that a client can set for all calls. */
  readonly globals?: readonly GlobalParameter[];
  /** The security schemes. */
  readonly schemes: readonly SecurityScheme[];
  /**
   * Servers of single operations on other sites. They receive credentials only
   * if the caller sets their address.
   */
  readonly elsewhere?: readonly string[];
  /** Where error bodies have their message. */
  readonly messages: Messages;
  /** What requests have that the description does not describe. */
  readonly untyped?: Pick<AnyOperation, "server" | "security">;
}

/** A server variable. */
export interface Variable {
  /** The name in the address template. */
  readonly name: string;
  /** The name of the client option that sets it. */
  readonly setting: string;
  /** The default value. */
  readonly default: string;
  /** The environment variable that sets it. */
  readonly environment?: string;
}

/** The options of every client, for any API. */
export interface CoreOptions {
  /**
   * The time limit for one attempt in milliseconds, to the last byte, or to the
   * first byte of a stream; 30 000 by default.
   */
  readonly timeout?: number | undefined;
  /**
   * The time limit for a call as a whole in milliseconds: all attempts, the
   * waits between them, and obtaining tokens; unlimited by default. It
   * applies to each page of a list, and to a stream until its response begins.
   */
  readonly callTimeout?: number | undefined;
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

/**
 * Checks the server addresses; unused servers may lack values of their
 * variables.
 */
export function serversOf(api: Api, options: Setup): Servers {
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
