/** The settings, from the environment. */

import { api } from "#sdk";
import type { Json } from "#sdk/data";

import { items, text } from "./json.js";

/** The settings of a client, and what is missing. */
export interface ClientSettings {
  readonly options: Readonly<Record<string, unknown>>;
  /** The credentials that are not set, each by its variables. */
  readonly missing: readonly string[];
  /** Whether any credential is set. */
  readonly hasCredentials: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings of a client from the variables that `settings.json` names.
 * A variable that is empty counts as not set.
 */
export function readSettings(
  settings: Json,
  environment: Environment,
): ClientSettings {
  const value = (name: string | undefined) => {
    const found = name === undefined ? undefined : environment[name];
    return found === "" ? undefined : found;
  };
  const options: Record<string, unknown> = {};
  const origin = value(text(settings, "origin"));
  if (origin !== undefined) {
    options["origin"] = origin;
  }
  for (const variable of items(settings, "variables")) {
    const name = text(variable, "name");
    const found = api.variables.find((one) => one.name === name);
    const given = value(text(variable, "environment"));
    if (found !== undefined && given !== undefined) {
      options[found.setting] = given;
    }
  }
  const credentials: Record<string, unknown> = {};
  const missing: string[] = [];
  for (const scheme of items(settings, "credentials")) {
    const name = text(scheme, "scheme");
    const found = api.schemes.find((one) => one.name === name);
    if (found === undefined) {
      continue;
    }
    const credential = credentialOf(scheme, value);
    if (credential === undefined) {
      missing.push(variablesOf(scheme));
    } else {
      credentials[found.setting] = credential;
    }
  }
  const hasCredentials = Object.keys(credentials).length > 0;
  return {
    options: hasCredentials ? { ...options, credentials } : options,
    missing,
    hasCredentials,
  };
}

/** Returns the credential of a scheme, if its variables are set. */
function credentialOf(
  scheme: Json,
  value: (name: string | undefined) => string | undefined,
): unknown {
  const of = (name: string) => value(text(scheme, name));
  const secret = of("secret");
  if (secret !== undefined) {
    return secret;
  }
  const [clientId, clientSecret] = [of("clientId"), of("clientSecret")];
  if (clientId !== undefined && clientSecret !== undefined) {
    const resource = text(scheme, "resource");
    const more = resource === undefined ? {} : { resource };
    return { clientId, clientSecret, ...more };
  }
  const [username, password] = [of("username"), of("password")];
  if (username !== undefined && password !== undefined) {
    return { username, password };
  }
  return undefined;
}

function variablesOf(scheme: Json): string {
  const of = (names: readonly string[]) =>
    names.flatMap((name) => text(scheme, name) ?? []).join(" and ");
  const all = [
    of(["clientId", "clientSecret"]),
    of(["username", "password"]),
    of(["secret"]),
  ];
  return all.filter((one) => one !== "").join(", or ");
}
