/** The configured credentials, and those that a request carries. */

import { fromBase64, toBase64 } from "./base64.js";
import type { SecurityScheme, TokenProvider } from "./credentials.js";
import { CredentialsError, SdkError, SetupError } from "./errors.js";
import { setHeader } from "./headers.js";
import type { AnyOperation } from "./operation.js";
import type { TokenSource } from "./token.js";

/** Creates the token source for client credentials. */
export type MakeSource = (
  credentials: object,
  scheme: SecurityScheme,
) => TokenSource;

type Key = (refused: string | undefined) => string | Promise<string>;

interface Entry {
  readonly key: Key;
  /** Whether another credential is available after one was rejected. */
  readonly renewable: boolean;
  readonly scheme: SecurityScheme;
}

/** All configured credentials. */
export class Keyring {
  readonly #entries = new Map<string, Entry>();
  readonly #untrusted: readonly string[];
  readonly #chosen = new WeakMap<AnyOperation, readonly Entry[]>();

  constructor(
    schemes: readonly SecurityScheme[],
    untrusted: readonly string[],
    given: Readonly<Record<string, unknown>>,
    makeSource: MakeSource,
  ) {
    this.#untrusted = untrusted;
    for (const [setting, credential] of Object.entries(given)) {
      if (credential === undefined) {
        continue;
      }
      const scheme = schemes.find((one) => one.setting === setting);
      if (scheme === undefined) {
        const shown = JSON.stringify(setting);
        throw new SetupError(`the description has no credential ${shown}`);
      }
      const entry = entryOf(scheme, credential, makeSource);
      this.#entries.set(scheme.name, entry);
    }
  }

  /**
   * Returns the credentials of the first alternative that is fully configured.
   * A client without any credentials sends none, because a proxy in front of
   * the service may add them.
   */
  choose(operation: AnyOperation): Grant[] {
    let entries = this.#chosen.get(operation);
    if (entries === undefined) {
      entries = this.#entriesOf(operation);
      this.#chosen.set(operation, entries);
    }
    return entries.map((entry) => new Grant(entry));
  }

  #entriesOf(operation: AnyOperation): readonly Entry[] {
    const { security } = operation;
    if (security.length === 0 || this.#entries.size === 0) {
      return [];
    }
    const chosen = security.find(
      (all) => all.length > 0 && all.every((name) => this.#entries.has(name)),
    );
    const isTrusted = !this.#untrusted.includes(operation.server);
    if (chosen === undefined || !isTrusted) {
      if (security.some((all) => all.length === 0)) {
        return [];
      }
      throw refusal(operation, chosen === undefined ? "missing" : "elsewhere");
    }
    const entries = chosen.map((name) => this.#entries.get(name));
    return entries.filter((entry) => entry !== undefined);
  }
}

function refusal(operation: AnyOperation, fault: "missing" | "elsewhere") {
  const { id, server } = operation;
  const message =
    fault === "missing"
      ? `no credential that ${id} accepts is configured`
      : `${id} goes to ${server}, which is not on the site of the API: to ` +
        "send credentials there, set its address with `servers`";
  return new CredentialsError(fault, message);
}

function entryOf(
  scheme: SecurityScheme,
  credential: unknown,
  makeSource: MakeSource,
): Entry {
  const isBasic = scheme.in === "basic";
  if (typeof credential === "string" && !isBasic) {
    return { scheme, key: () => credential, renewable: false };
  }
  if (typeof credential === "function" && !isBasic) {
    const provider = credential as TokenProvider;
    return { scheme, key: provided(provider), renewable: true };
  }
  if (typeof credential === "object" && credential !== null) {
    if (isBasic && "username" in credential && "password" in credential) {
      const pair = `${String(credential.username)}:${String(credential.password)}`;
      const secret = toBase64(new TextEncoder().encode(pair));
      return { scheme, key: () => secret, renewable: false };
    }
    if (!isBasic && "clientId" in credential) {
      const source = makeSource(credential, scheme);
      return { scheme, key: (old) => source.token(old), renewable: true };
    }
  }
  const shown = JSON.stringify(scheme.setting);
  throw new SetupError(
    `the security scheme of ${shown} takes a different kind of credentials`,
  );
}

/** Returns a key with tokens from a provider of the caller. */
function provided(provider: TokenProvider): Key {
  return async (refused) => {
    try {
      return await provider(refused);
    } catch (reason) {
      const message = "the token provider failed";
      throw new CredentialsError("provider", message, { reason });
    }
  };
}

/** One credential of one request. */
export class Grant {
  readonly #entry: Entry;
  #sent: string | undefined;
  #refused: string | undefined;

  constructor(entry: Entry) {
    this.#entry = entry;
  }

  /** Whether the credential is a part of the address. */
  get isInQuery(): boolean {
    return this.#entry.scheme.in === "query";
  }

  /** Adds the credential to a request. */
  async apply(url: URL, headers: Map<string, string>): Promise<void> {
    const secret = await this.#entry.key(this.#refused);
    place(this.#entry.scheme, secret, url, headers);
    this.#sent = secret;
  }

  /**
   * Returns the credential in each form that would reveal it.
   */
  secrets(): string[] {
    const sent = this.#sent ?? "";
    const { in: place } = this.#entry.scheme;
    const pair =
      place === "basic"
        ? new TextDecoder().decode(fromBase64(sent) ?? new Uint8Array())
        : "";
    const password = pair.slice(pair.indexOf(":") + 1);
    return [sent, password].filter((secret) => secret !== "");
  }

  /**
   * Returns whether another credential is available after this one was
   * rejected.
   */
  refuse(): boolean {
    if (!this.#entry.renewable || this.#refused !== undefined) {
      return false;
    }
    this.#refused = this.#sent;
    return this.#refused !== undefined;
  }
}

function place(
  scheme: SecurityScheme,
  secret: string,
  url: URL,
  headers: Map<string, string>,
): void {
  const field = scheme.field ?? "";
  switch (scheme.in) {
    case "bearer":
      setSecret(headers, "authorization", `Bearer ${secret}`);
      break;
    case "basic":
      setSecret(headers, "authorization", `Basic ${secret}`);
      break;
    case "header":
      setSecret(headers, field, (scheme.prefix ?? "") + secret);
      break;
    case "query":
      url.searchParams.append(field, secret);
      break;
    case "cookie": {
      const sent = headers.get("cookie");
      const cookie = `${field}=${secret}`;
      const all = sent === undefined ? cookie : `${sent}; ${cookie}`;
      setSecret(headers, "cookie", all);
      break;
    }
  }
}

/** Sets a value; an error does not quote it, because it is a secret. */
function setSecret(
  headers: Map<string, string>,
  name: string,
  value: string,
): void {
  try {
    setHeader(headers, name, value);
  } catch (error) {
    if (error instanceof SdkError) {
      const message = "the credential contains characters that are not allowed";
      throw new CredentialsError("unwritable", message);
    }
    throw error;
  }
}
