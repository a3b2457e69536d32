/** Sends streams of items as request bodies. */

import { encode, EncodeError } from "./encode.js";
import { RequestError } from "./errors.js";
import { writeJson } from "./json.js";
import { PartWriter } from "./mixed.js";
import { type EventFields, eventFields } from "./named.js";
import type { Body } from "./operation.js";
import { StreamedBody } from "./streamed.js";

/**
 * The items of a streamed request body, each sent as soon as it is available.
 * They cannot be produced a second time, so the request is never retried,
 * whatever the retry policy. The time limit of the attempt starts after the
 * last item.
 */
export type ItemSource<Item> = AsyncIterable<Item> | Iterable<Item>;

/** An event to send (HTML section 9.2). */
export interface OutgoingEvent<Data> {
  /** The type; `message` unless the event has one. */
  readonly event?: string;
  /** The data of the event. */
  readonly data: Data;
  /** The last event ID; none if it is empty. */
  readonly id?: string;
  /** The reconnection time, in milliseconds. */
  readonly retry?: number;
}

/** The items of a streamed body. */
export class ItemBody extends StreamedBody {
  readonly #body: Body;
  readonly #items: ItemSource<unknown>;
  readonly #parts: PartWriter | undefined;

  /** @throws EncodeError if the value is not iterable. */
  constructor(body: Body, items: unknown) {
    super();
    if (!isSource(items)) {
      throw new EncodeError("expected an iterable");
    }
    this.#body = body;
    this.#items = items;
    this.#parts =
      body.part === undefined ? undefined : new PartWriter(body.part);
  }

  /** Returns the media type to send for a declared one. */
  mediaType(declared: string): string {
    return this.#parts === undefined
      ? declared
      : `${declared}; boundary=${this.#parts.boundary}`;
  }

  protected override async *chunks(): AsyncGenerator<
    Uint8Array,
    void,
    undefined
  > {
    const encoder = new TextEncoder();
    try {
      if (this.#parts !== undefined) {
        yield this.#parts.start();
      }
      for await (const item of this.#items) {
        if (this.#parts !== undefined) {
          yield this.#parts.item(encode(this.#body.type, item));
        } else if (this.#body.kind === "bytes") {
          yield bytesOf(item);
        } else {
          yield encoder.encode(this.#written(item));
        }
      }
    } catch (error) {
      throw asRequestError(error);
    }
    if (this.#parts !== undefined) {
      yield this.#parts.end();
    }
    if (this.#body.end !== undefined) {
      yield encoder.encode(writeEvent({}, this.#body.end));
    }
  }

  #written(item: unknown): string {
    const { framing, type, text, jsonEvents } = this.#body;
    if (jsonEvents !== undefined) {
      const event = eventFields(encode(type, item), jsonEvents);
      return writeEvent(event, event.data);
    }
    switch (framing) {
      case "events": {
        const event = item as OutgoingEvent<unknown>;
        if (text !== true) {
          return writeEvent(event, writeJson(encode(type, event.data)));
        }
        if (typeof event.data !== "string") {
          throw new EncodeError("expected text as the data of an event");
        }
        return writeEvent(event, event.data);
      }
      case "sequence":
        return `\u001e${writeJson(encode(type, item))}\n`;
      default:
        return `${writeJson(encode(type, item))}\n`;
    }
  }
}

/** @throws EncodeError if a chunk is not bytes. */
export function bytesOf(item: unknown): Uint8Array {
  if (item instanceof Uint8Array) {
    return item;
  }
  throw new EncodeError("expected bytes");
}

/** Returns whether a value is iterable. */
export function isSource(value: unknown): value is ItemSource<unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    (Symbol.asyncIterator in value || Symbol.iterator in value)
  );
}

function asRequestError(error: unknown): unknown {
  return error instanceof EncodeError
    ? new RequestError(
        `an item of the body cannot be written: ${error.message}`,
      )
    : error;
}

/** Returns an encoded event, without text after a line break in its type or ID. */
function writeEvent(
  { event = "message", id = "", retry }: Partial<Omit<EventFields, "data">>,
  data: string,
): string {
  const fields: string[] = [];
  if (event !== "message") {
    fields.push(`event: ${firstLine(event)}`);
  }
  if (id !== "") {
    fields.push(`id: ${firstLine(id)}`);
  }
  if (retry !== undefined) {
    fields.push(`retry: ${retry.toString()}`);
  }
  for (const line of data.split(/\r\n|\r|\n/)) {
    fields.push(`data: ${line}`);
  }
  return `${fields.join("\n")}\n\n`;
}

function firstLine(text: string): string {
  return text.split(/[\r\n\0]/)[0] ?? "";
}
