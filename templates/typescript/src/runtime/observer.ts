/** Events of a client other than responses. */

import type { RawResponse } from "./raw.js";
import { httpDate } from "./retry.js";

/**
 * Told of what a client notices besides responses. All of it is called while a
 * response is waited for, so none should take long.
 */
export interface Observer {
  /**
   * A response announces that the operation is deprecated or will stop
   * responding.
   */
  deprecated?(notice: Deprecated): void;
  /**
   * A response has members that the description does not define; `pointers` are
   * JSON Pointers (RFC 6901) to them.
   */
  unknownMembers?(operation: string, pointers: readonly string[]): void;
  /** A request is about to be sent again. */
  retried?(retry: Retried): void;
}

/** A request that is about to be sent again. */
export interface Retried {
  /** The operationId, or `the token endpoint`. */
  readonly operation: string;
  /** How often the request was sent so far. */
  readonly attempt: number;
  /** The status of the last response; `undefined` if no response came. */
  readonly status: number | undefined;
  /** How long is waited before, in milliseconds. */
  readonly wait: number;
}

/** What a response says about the end of its operation's life. */
export interface Deprecated {
  /** The operationId. */
  readonly operation: string;
  /** `Deprecation` (RFC 9745) as received. */
  readonly deprecation: string | undefined;
  /** Since when it is deprecated, where that can be read. */
  readonly deprecatedAt: Date | undefined;
  /** `Sunset` (RFC 8594) as received. */
  readonly sunset: string | undefined;
  /** When it will stop responding, where that can be read. */
  readonly sunsetAt: Date | undefined;
  /** `Link` with the relation `deprecation`: about the deprecation. */
  readonly deprecationLink: string | undefined;
  /** `Link` with the relation `sunset`: about the end. */
  readonly sunsetLink: string | undefined;
}

/** Returns what a response announces; `undefined` if that is nothing. */
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

/** A date as RFC 9651 has it: `@` and seconds. */
function secondsDate(text: string | undefined): Date | undefined {
  const seconds = /^@(-?\d{1,12})$/.exec(text?.trim() ?? "")?.[1];
  return seconds === undefined ? undefined : new Date(Number(seconds) * 1000);
}

/** The target of the first `Link` with this relation (RFC 8288 section 3). */
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

/** A comma ends the parameters of a link, unless it is quoted. */
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
