/** What every request of a client carries. */

import { RequestError, SetupError } from "./errors.js";
import type { Globals } from "./globals.js";
import { setHeader } from "./headers.js";
import { type Escape, escapeText } from "./percent.js";

/** What every request of an operation carries unless it replaces it. */
export interface Defaults {
  /** The time limit for one attempt in milliseconds. */
  readonly timeout: number;
  /** The header fields, by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  /** The fields of the query. */
  readonly query: DefaultQuery;
  /** The parameters that the client can set for all calls. */
  readonly globals: Globals;
}

/** Fields as a caller writes them. */
type Fields = Readonly<Record<string, string>>;

const ESCAPE: Escape = {
  percent: true,
  reserved: false,
  form: false,
  refused: "",
};

/**
 * Returns header fields as they are sent.
 *
 * @throws SetupError if a field contains characters that are not allowed.
 */
export function defaultHeaders(fields: Fields = {}): Map<string, string> {
  const headers = new Map<string, string>();
  try {
    for (const [name, value] of Object.entries(fields)) {
      setHeader(headers, name, value);
    }
  } catch (error) {
    throw error instanceof RequestError ? new SetupError(error.message) : error;
  }
  return headers;
}

/** The fields that every query has. */
export class DefaultQuery {
  readonly #fields: readonly (readonly [name: string, text: string])[];
  readonly #texts: readonly string[];

  constructor(fields: Fields = {}) {
    this.#fields = Object.entries(fields).map(
      ([name, value]) => [name, textOf(name, value)] as const,
    );
    this.#texts = this.#fields.map(([, text]) => text);
  }

  /** Returns the fields that a call does not replace, and then its own. */
  with(own: Fields | undefined): readonly string[] {
    if (own === undefined) {
      return this.#texts;
    }
    const kept = this.#fields.filter(([name]) => !Object.hasOwn(own, name));
    const added = Object.entries(own).map(([name, value]) =>
      textOf(name, value),
    );
    return [...kept.map(([, text]) => text), ...added];
  }
}

function textOf(name: string, value: string): string {
  return `${escapeText(ESCAPE, name, "")}=${escapeText(ESCAPE, value, "")}`;
}
