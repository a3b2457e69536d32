/** Server addresses and their variables. */

import { SetupError } from "./errors.js";

/** The address of a server. */
interface Resolved {
  readonly address: string;
  /** The address without the slashes at its end, which a path follows. */
  readonly base: string;
}

/** The addresses of the servers, and the values of their variables. */
export class Servers {
  readonly #variables: ReadonlyMap<string, string>;
  readonly #replaced: ReadonlyMap<string, string>;
  readonly #origin: string | undefined;
  readonly #resolved = new Map<string, Resolved>();

  constructor(
    variables: ReadonlyMap<string, string>,
    replaced: ReadonlyMap<string, string>,
    origin: string | undefined,
  ) {
    this.#variables = variables;
    this.#replaced = replaced;
    this.#origin = origin;
  }

  /**
   * Returns the address of a server of the description, with its variables
   * replaced.
   *
   * @throws SetupError if it is not valid.
   */
  resolve(template: string): URL {
    return new URL(this.#known(template).address);
  }

  #known(template: string): Resolved {
    const known = this.#resolved.get(template);
    if (known !== undefined) {
      return known;
    }
    const { href, origin, pathname } = this.#resolve(template);
    const base = origin + pathname.replace(/\/+$/, "");
    const resolved = { address: href, base };
    this.#resolved.set(template, resolved);
    return resolved;
  }

  #resolve(template: string): URL {
    const address = this.expand(this.#replaced.get(template) ?? template);
    let url: URL;
    try {
      url = new URL(address, this.#origin);
    } catch {
      throw new SetupError(`${quoted(address)} is not a valid server address`);
    }
    const flaw = flawOf(url);
    if (flaw !== undefined) {
      throw new SetupError(
        `${quoted(address)} is not a valid server address: ${flaw}`,
      );
    }
    return url;
  }

  /** Returns an address of a server, from an encoded path and query. */
  address(template: string, path: string, query: string): URL {
    const { base } = this.#known(template);
    if (!/[?#]/.test(path) && !query.includes("#")) {
      return new URL(query === "" ? base + path : `${base}${path}?${query}`);
    }
    // A template can contain them as plain characters.
    const url = new URL(base);
    url.pathname = url.pathname.replace(/\/+$/, "") + path;
    url.search = query;
    return url;
  }

  /** Returns whether all variables of a template have values. */
  knows(template: string): boolean {
    try {
      this.expand(this.#replaced.get(template) ?? template);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Replaces the `{variables}` of a template.
   *
   * @throws SetupError if one has no value.
   */
  expand(template: string): string {
    return expand(template, (name) => {
      const value = this.#variables.get(name);
      if (value === undefined) {
        const shown = JSON.stringify(name);
        throw new SetupError(`the server variable ${shown} has no value`);
      }
      return value;
    });
  }
}

/** Replaces `{names}` in one pass, so that values are not expanded again. */
export function expand(
  template: string,
  value: (name: string) => string,
): string {
  return template.replaceAll(/\{([^}]*)\}/g, (_, name: string) => value(name));
}

/** Quotes an address without the text before `@`, which may be a password. */
function quoted(address: string): string {
  return JSON.stringify(address.slice(address.lastIndexOf("@") + 1));
}

function flawOf(url: URL): string | undefined {
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return "its scheme is neither http nor https";
  }
  if (url.username !== "" || url.password !== "") {
    return "it contains a user name or password; pass them as credentials";
  }
  if (url.search !== "" || url.hash !== "") {
    return "it has a query or a fragment";
  }
  return undefined;
}
