/** Paginated lists. */

import type { Arguments } from "./body.js";
import { located, PageLoopError, RequestError, SdkError } from "./errors.js";
import { linkOf } from "./observer.js";
import type { AnyOperation, Pages } from "./operation.js";
import { parameterText } from "./prepare.js";
import type { RawResponse } from "./raw.js";

/** An operation whose responses are pages. */
type Paged<Item> = AnyOperation & { readonly pages: Pages<Item> };

/** The result of a call: its value, the response, and the address it was sent to. */
export interface Exchanged {
  readonly value: unknown;
  readonly raw: RawResponse;
  readonly url: URL;
}

/**
 * Iterates over the items of a list. The next page is requested once all items
 * of the current one are returned. A page that was already requested is an
 * error, because following it would never end.
 */
export async function* iterate<Item>(
  operation: Paged<Item>,
  args: Arguments,
  send: (args: Arguments, address: URL | undefined) => Promise<Exchanged>,
): AsyncGenerator<Item, void, undefined> {
  const pages = new Walk(operation, args);
  for (;;) {
    const exchanged = await send(pages.args, pages.address);
    let items: unknown[];
    try {
      items = pages.take(exchanged);
    } catch (error) {
      throw located(error, operation.id);
    }
    yield* items as Item[];
    try {
      if (!pages.turn(exchanged, items)) {
        return;
      }
    } catch (error) {
      throw located(error, operation.id);
    }
  }
}

/** An iteration over the pages of a list. */
class Walk {
  /** The arguments for the next page. */
  args: Arguments;
  /** The address of the next page, if a response has supplied it. */
  address: URL | undefined;
  readonly #operation: Paged<unknown>;
  readonly #sent = new Set<string>();
  /** The offset or number of the page. */
  #position: number;
  /** The number of items so far. */
  #seen: number;
  /**
   * The last page, which a server may repeat if it ignores the counting
   * parameter.
   */
  #last: Uint8Array | undefined;

  constructor(operation: Paged<unknown>, args: Arguments) {
    const { by, parameter, first = 0 } = operation.pages;
    const start = parameter === undefined ? undefined : args[parameter];
    this.#operation = operation;
    this.args = args;
    this.#position = start === undefined ? first : Number(start);
    this.#seen = by === "offset" ? this.#position - first : 0;
    if (start !== undefined) {
      this.#sent.add(this.#text(start));
    }
  }

  /** Returns the items of a page. */
  take({ value, raw, url }: Exchanged): unknown[] {
    const { id, pages } = this.#operation;
    const items = pages.items === undefined ? value : at(value, pages.items);
    // If the property is optional, a page without items may lack it.
    if (items === undefined || items === null) {
      return [];
    }
    if (!Array.isArray(items)) {
      throw new SdkError(`${id}: a page has no list of items`);
    }
    if (isCounted(pages) && items.length > 0 && same(this.#last, raw.bytes)) {
      const { parameter = "" } = pages;
      throw new PageLoopError(this.#text(this.args[parameter]));
    }
    this.#last = raw.bytes;
    if (pages.parameter === undefined) {
      this.#sent.add(url.href);
    }
    return items;
  }

  /** Advances to the next page, if there is one. */
  turn({ value, raw, url }: Exchanged, items: readonly unknown[]): boolean {
    const { pages } = this.#operation;
    this.#seen += items.length;
    if (pages.by === "link") {
      return this.#goTo(linkOf(raw, "next"), url);
    }
    if (pages.more !== undefined && at(value, pages.more) === false) {
      return false;
    }
    if (isCounted(pages) && (items.length === 0 || this.#isAll(value))) {
      return false;
    }
    const { next = [] } = pages;
    switch (pages.by) {
      case "offset":
        this.#position += items.length;
        return this.#request(this.#position);
      case "page":
        this.#position += 1;
        return this.#request(this.#position);
      case "last-item":
        return this.#request(at(items.at(-1), next));
      case "url":
        return this.#goTo(at(value, next), url);
      case "cursor":
        return this.#request(at(value, next));
    }
  }

  #isAll(value: unknown): boolean {
    const { total } = this.#operation.pages;
    const all = total === undefined ? undefined : at(value, total);
    const isThere = typeof all === "number" || typeof all === "bigint";
    return isThere && this.#seen >= Number(all);
  }

  #request(value: unknown): boolean {
    if (isEnd(value)) {
      return false;
    }
    const { parameter = "" } = this.#operation.pages;
    const text = this.#text(value);
    this.#remember(text, text);
    this.args = { ...this.args, [parameter]: value };
    return true;
  }

  /**
   * Checks that an address has the origin of the list, so that credentials are
   * not sent to another server.
   */
  #goTo(target: unknown, base: URL): boolean {
    if (isEnd(target) || typeof target !== "string") {
      return false;
    }
    const url = sibling(target, base);
    this.#remember(url.href, url.pathname);
    this.address = url;
    return true;
  }

  #remember(text: string, shown: string): void {
    if (this.#sent.has(text)) {
      throw new PageLoopError(shown);
    }
    this.#sent.add(text);
  }

  /** Returns the value that selects a page, as it is sent. */
  #text(value: unknown): string {
    const { parameters, pages } = this.#operation;
    const parameter = parameters.find(
      (one) => one.argument === pages.parameter,
    );
    const isThere = parameter !== undefined && value !== undefined;
    return isThere ? parameterText(parameter, value) : "";
  }
}

/** Resolves an address, which must have the same origin. */
function sibling(target: string, base: URL): URL {
  let url: URL | undefined;
  try {
    url = new URL(target, base);
  } catch {
    // Text that is not a valid address has no origin.
  }
  const isNamed = url?.username !== "" || url.password !== "";
  if (url?.origin !== base.origin || isNamed) {
    throw new RequestError("the address of the next page is on another origin");
  }
  url.hash = "";
  return url;
}

/**
 * Returns whether the client computes the next value of the parameter itself.
 */
function isCounted({ by }: Pages<unknown>): boolean {
  return by === "offset" || by === "page" || by === "last-item";
}

function isEnd(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === "" ||
    typeof value === "boolean"
  );
}

function same(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return (
    one?.length === other.length &&
    one.every((byte, index) => byte === other[index])
  );
}

/** Returns the value at a path of names. */
function at(value: unknown, way: readonly string[]): unknown {
  let found = value;
  for (const name of way) {
    const isThere =
      typeof found === "object" && found !== null && Object.hasOwn(found, name);
    found = isThere
      ? (found as Readonly<Record<string, unknown>>)[name]
      : undefined;
  }
  return found;
}
