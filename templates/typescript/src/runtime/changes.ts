/** Changed copies of a client. */

import { SetupError } from "./errors.js";
import type { Keyring } from "./keyring.js";
import type { Middleware } from "./middleware.js";
import type { Api, CoreOptions, Setup } from "./options.js";
import { policyOf } from "./retry.js";

const CHANGED = [
  "timeout",
  "callTimeout",
  "retry",
  "responseLimit",
  "userAgent",
  "headers",
  "query",
  "middleware",
  "observer",
] as const;

/**
 * The options that a copy of a client can change. `headers`, `query` and `retry`
 * replace only what they name. `middleware` is added inside of the client's.
 */
export type ClientChanges = Pick<CoreOptions, (typeof CHANGED)[number]>;

/** What a copy of a client shares with the original. */
export interface Shared {
  readonly keyring: Keyring;
  readonly log: Middleware | undefined;
}

/** The options of copies, until these are created. */
const shares = new WeakMap<object, Shared>();

/** Returns what the client with these options shares with an original. */
export function sharedBy(options: Setup): Shared | undefined {
  return shares.get(options);
}

/**
 * Returns the options of a changed copy.
 *
 * @throws SetupError if an option cannot be changed.
 */
export function changed(
  { globals = [] }: Api,
  options: Setup,
  changes: ClientChanges,
  shared: Shared,
): Setup {
  const given = Object.entries(changes as Readonly<Record<string, unknown>>);
  const replaced: Record<string, unknown> = {};
  for (const [name, value] of given) {
    const isGlobal = globals.some(({ setting }) => setting === name);
    if (!isGlobal && !CHANGED.some((one) => one === name)) {
      throw new SetupError(`a copy of a client cannot change \`${name}\``);
    }
    if (value !== undefined) {
      replaced[name] = value;
    }
  }
  const { headers, query, retry, middleware } = changes;
  const copy = {
    ...options,
    ...replaced,
    headers: { ...lowered(options.headers), ...lowered(headers) },
    query: { ...options.query, ...query },
    retry: policyOf(options.retry ?? {}, retry),
    middleware: [...(options.middleware ?? []), ...(middleware ?? [])],
  };
  shares.set(copy, shared);
  return copy;
}

/** Returns header fields by lower-case name. */
function lowered(fields: CoreOptions["headers"] = {}) {
  const all = Object.entries(fields);
  return Object.fromEntries(
    all.map(([name, value]) => [name.toLowerCase(), value]),
  );
}
