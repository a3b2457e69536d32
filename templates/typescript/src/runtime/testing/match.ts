/** Finds the operation of a request. */

import type { Api } from "../options.js";
import { expand } from "../server.js";

/** What requests are answered by: an operation, or any method and path. */
export interface TestTarget {
  /** The HTTP method, in capitals. */
  readonly method: string;
  /** The path template. */
  readonly path: string;
  /** The address template of the server. */
  readonly server?: string;
  /** The operationId. */
  readonly id?: string;
}

/** The target of a request. */
export interface Match {
  readonly target: TestTarget;
  /** The values of the path parameters. */
  readonly parameters: Readonly<Record<string, string>>;
}

interface Candidate extends Match {
  /** Whether the address is that of the server in the description. */
  readonly isExact: boolean;
  /** How many segments of the template have no parameter. */
  readonly literals: number;
  readonly segments: number;
}

/**
 * Returns the target of a request. The address of the server may have been
 * replaced, so the path may begin with anything; the template that says most
 * about it is chosen.
 */
export function findTarget(
  targets: readonly TestTarget[],
  api: Api,
  method: string,
  url: URL,
): Match | undefined {
  const path = url.pathname.split("/").map(decoded);
  const found = targets
    .filter((target) => target.method === method)
    .flatMap((target) => candidate(target, api, path));
  return found.sort(compare)[0];
}

function candidate(
  target: TestTarget,
  api: Api,
  path: readonly string[],
): Candidate[] {
  const templates = target.path.split("/").slice(1);
  const start = path.length - templates.length;
  const parameters: Record<string, string> = {};
  const isThere = templates.every((template, index) =>
    isMatch(template, path[start + index] ?? "", parameters),
  );
  if (start < 1 || !isThere) {
    return [];
  }
  const base = path.slice(0, start).join("/");
  const literals = templates.filter((one) => !one.includes("{")).length;
  const isExact = base === baseOf(target, api);
  const segments = templates.length;
  return [{ target, parameters, isExact, literals, segments }];
}

/** Compares a segment with its template, and notes its parameters. */
function isMatch(
  template: string,
  segment: string,
  parameters: Record<string, string>,
): boolean {
  const names = Array.from(
    template.matchAll(/\{([^}]*)\}/g),
    ([, name]) => name,
  );
  const literals = template.split(/\{[^}]*\}/).map(plain);
  const values = new RegExp(`^${literals.join("(.+)")}$`, "su").exec(segment);
  names.forEach((name, index) => {
    parameters[name ?? ""] = values?.[index + 1] ?? "";
  });
  return values !== null;
}

/** Returns a pattern for exactly this text. */
function plain(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** Returns the path of the server, unless the client has another one. */
function baseOf(target: TestTarget, api: Api): string | undefined {
  const address = expand(target.server ?? "", (name) => {
    const found = api.variables.find((variable) => variable.name === name);
    return found?.default ?? "";
  });
  try {
    const { pathname } = new URL(address, "https://localhost");
    return pathname.replace(/\/+$/, "");
  } catch {
    return undefined;
  }
}

function compare(one: Candidate, other: Candidate): number {
  return (
    Number(other.isExact) - Number(one.isExact) ||
    other.literals - one.literals ||
    other.segments - one.segments
  );
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
