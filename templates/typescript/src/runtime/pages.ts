/** Lists that come page by page. */

import { located, PageLoopError, SdkError } from "./errors.js";
import type { AnyOperation, Pages } from "./operation.js";
import { type Arguments, parameterText } from "./prepare.js";

/** An operation whose answers are pages. */
type Paged<Item> = AnyOperation & { readonly pages: Pages<Item> };

/**
 * The items of a list. The next page is asked for when the items of the last
 * one are used up; a page that was there before is an error, as a list that
 * leads back would never end.
 */
export async function* iterate<Item>(
  operation: Paged<Item>,
  args: Arguments,
  send: (args: Arguments) => Promise<unknown>,
): AsyncGenerator<Item, void, undefined> {
  const { offset, items, next } = operation.pages;
  const sent = new Set<string>();
  let page = args;
  for (;;) {
    const text = textOf(operation, page[offset]);
    if (sent.has(text)) {
      throw located(new PageLoopError(text), operation.id);
    }
    sent.add(text);
    const answer = (await send(page)) as Readonly<Record<string, unknown>>;
    yield* itemsOf(operation, answer[items]) as Item[];
    const start = answer[next];
    if (start === null || start === undefined) {
      return;
    }
    page = { ...args, [offset]: start };
  }
}

function itemsOf(operation: AnyOperation, value: unknown): unknown[] {
  if (!Array.isArray(value)) {
    throw new SdkError(`${operation.id}: a page has no list of items`);
  }
  return value;
}

/** Where a page starts, as it is sent. */
function textOf(operation: AnyOperation, value: unknown): string {
  const { parameters } = operation;
  const parameter = parameters.find(
    (one) => one.argument === (operation as Paged<unknown>).pages.offset,
  );
  const isThere = parameter !== undefined && value !== undefined;
  return isThere ? parameterText(parameter, value) : "";
}
