/** Events that a client reports in addition to responses. */

import type { RawResponse } from "./raw.js";
import { httpDate } from "./retry.js";

/**
 * An observer of events other than responses. Its functions are called while a
 * response is awaited, so they should return quickly.
 */
export interface Observer {
  /**
   * Called if a response announces that the operation is deprecated or will be
   * removed.
   */
  deprecated?(notice: Deprecated): void;
  /**
   * Called if a response has properties that the description does not define.
   * `pointers` are their JSON Pointers (RFC 6901).
   */
  unknownMembers?(operation: string, pointers: readonly string[]): void;
  /** Called before a request is retried. */
  retried?(retry: Retried): void;
}

/** A request that is about to be retried. */
export interface Retried {
  /** The operationId, or `the token endpoint`. */
  readonly operation: string;
  /** The number of attempts so far. */
  readonly attempt: number;
  /** The status of the last response; `undefined` if no response came. */
  readonly status: number | undefined;
  /** The delay before the next attempt, in milliseconds. */
  readonly wait: number;
}

/** The deprecation of an operation, as announced by a response. */
export interface Deprecated {
  /** The operationId. */
  readonly operation: string;
  /** `Deprecation` (RFC 9745) as received. */
  readonly deprecation: string | undefined;
  /** The date since which, or from which, it is deprecated, if valid. */
  readonly deprecatedAt: Date | undefined;
  /** `Sunset` (RFC 8594) as received. */
  readonly sunset: string | undefined;
  /** The date after which it will stop responding, if valid. */
  readonly sunsetAt: Date | undefined;
  /**
   * `Link` with the relation `deprecation`: information about the deprecation.
   */
  readonly deprecationLink: string | undefined;
  /** `Link` with the relation `sunset`: information about the removal. */
  readonly sunsetLink: string | undefined;
}

/** Returns the deprecation that a response announces, if any. */
export function findDeprecated(
  operation: string,
  raw: RawResponse,
): Deprecated | undefined {
  const deprecation = raw.header("deprecation");
  const sunset = raw.header("sunset");
  const deprecationLink = linkOf(raw, "deprecation");
  const sunsetLink = linkOf(raw, "sunset");
  const parts = [deprecation, sunset, deprecationLink, sunsetLink];
  if (parts.every((part) => part === undefined)) {
    return undefined;
  }
  return {
    operation,
    deprecation,
    deprecatedAt: secondsDate(deprecation),
    sunset,
    sunsetAt: sunset === undefined ? undefined : httpDate(sunset.trim()),
    deprecationLink,
    sunsetLink,
  };
}

/** Parses a date of RFC 9651: `@` and seconds. */
function secondsDate(text: string | undefined): Date | undefined {
  const seconds = /^@(-?\d{1,12})$/.exec(text?.trim() ?? "")?.[1];
  return seconds === undefined ? undefined : new Date(Number(seconds) * 1000);
}

/**
 * Returns the target of the first `Link` with this relation (RFC 8288 section
 * 3).
 */
export function linkOf(raw: RawResponse, relation: string): string | undefined {
  let field = raw.header("link") ?? "";
  for (;;) {
    const open = field.indexOf("<");
    const close = field.indexOf(">", open);
    if (open < 0 || close < 0) {
      return undefined;
    }
    const rest = field.slice(close + 1);
    const end = endOfParameters(rest);
    const parameters = rest.slice(0, end).split(";");
    if (parameters.some((parameter) => hasRelation(parameter, relation))) {
      return field.slice(open + 1, close);
    }
    field = rest.slice(end);
  }
}

/** Returns the position of the comma that ends the parameters of a link. */
function endOfParameters(text: string): number {
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    quoted = quoted !== (text[at] === '"');
    if (text[at] === "," && !quoted) {
      return at;
    }
  }
  return text.length;
}

function hasRelation(parameter: string, relation: string): boolean {
  const [name = "", ...value] = parameter.split("=");
  const relations = value.join("=").trim().replaceAll('"', "").split(/\s+/);
  return (
    name.trim().toLowerCase() === "rel" &&
    relations.some((one) => one.toLowerCase() === relation)
  );
}
