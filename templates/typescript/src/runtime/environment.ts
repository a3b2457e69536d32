/** Sets up clients from environment variables. */

import type {
  BasicCredentials,
  ClientCredentials,
  SecurityScheme,
} from "./credentials.js";
import { SetupError } from "./errors.js";
import type { Api, Setup } from "./options.js";
import { environment, type Texts } from "./platform.js";

type Read = (name: string) => string | undefined;

/**
 * Returns the options of a client: those given, and all others that the
 * environment has.
 *
 * @throws SetupError if there is no environment, or only half of a credential.
 */
export function fromEnvironment(api: Api, options: Setup): Setup {
  const variables = environment();
  if (variables === undefined) {
    throw new SetupError("there are no environment variables here");
  }
  const read: Read = (name) => valueOf(variables, name);
  return {
    ...options,
    ...settings(api, options, read),
    credentials: credentials(api, options, read),
  };
}

/** Returns a variable; an empty one is as if it was not set. */
function valueOf(variables: Texts, name: string): string | undefined {
  let value: string | undefined;
  try {
    value = variables[name];
  } catch {
    // Deno refuses access without a permission.
    throw new SetupError(`the variable ${name} cannot be read`);
  }
  return value === "" ? undefined : value;
}

function settings(api: Api, options: Setup, read: Read): object {
  const given = options as Readonly<Record<string, unknown>>;
  const all = [...api.variables, ...(api.globals ?? [])];
  const found = all.flatMap(({ setting, environment: name }) => {
    const value = name === undefined ? undefined : read(name);
    const isOpen = given[setting] === undefined && value !== undefined;
    return isOpen ? [[setting, value] as const] : [];
  });
  return Object.fromEntries(found);
}

function credentials(api: Api, options: Setup, read: Read): object {
  const given: Record<string, unknown> = { ...options.credentials };
  for (const scheme of api.schemes) {
    given[scheme.setting] ??= credential(scheme, read);
  }
  return given;
}

/** Returns a credential; a token is preferred to what is exchanged for one. */
function credential(
  { environment: names, resource }: SecurityScheme,
  read: Read,
): string | BasicCredentials | ClientCredentials | undefined {
  if (names === undefined) {
    return undefined;
  }
  const { secret, username, clientId, clientSecret } = names;
  if (username !== undefined) {
    const found = pair(username, secret, read);
    return found && { username: found[0], password: found[1] };
  }
  const token = read(secret);
  if (token !== undefined || clientId === undefined) {
    return token;
  }
  const found = pair(clientId, clientSecret ?? "", read);
  const more = resource === undefined ? {} : { resource };
  return found && { clientId: found[0], clientSecret: found[1], ...more };
}

/** @throws SetupError if only one of two variables is set. */
function pair(
  first: string,
  second: string,
  read: Read,
): readonly [string, string] | undefined {
  const [one, other] = [read(first), read(second)];
  if (one === undefined && other === undefined) {
    return undefined;
  }
  if (one === undefined || other === undefined) {
    const [set, missing] =
      one === undefined ? [second, first] : [first, second];
    throw new SetupError(`${set} is set, but ${missing} is not`);
  }
  return [one, other];
}
