/** Streams of items. */

import type { Clock } from "./clock.js";
import { decodeBytes, decodeText } from "./bytes.js";
import { DecodeError, decodeJson } from "./decode.js";
import { located, TransportError, UnreadableError } from "./errors.js";
import type { Frame, FrameReader } from "./frames.js";
import { type Json, parseJson } from "./json.js";
import { readPart } from "./mixed.js";
import { eventObject } from "./named.js";
import type { Observer } from "./observer.js";
import type { AnyOperation, StreamContent } from "./operation.js";
import type { StreamedResponse } from "./raw.js";
import { readerOf } from "./readers.js";
import { type RetryPolicy, waitBefore } from "./retry.js";

/** An event of a stream (HTML section 9.2). */
export interface ServerSentEvent<Data> {
  /** The event type; `message` by default. */
  readonly event: string;
  /** The data of the event. */
  readonly data: Data;
  /**
   * The last event ID: that of this event, or of the most recent one with an
   * ID.
   */
  readonly id: string;
  /** The reconnection time that the event sets, in milliseconds. */
  readonly retry?: number;
}

/** The parts of a call that its stream needs. */
export interface StreamOf {
  readonly operation: AnyOperation;
  readonly content: StreamContent;
  /** The maximum size of an item, in bytes. */
  readonly limit: number;
  /** Whether the request may be sent again. */
  readonly idempotent: boolean;
  readonly policy: RetryPolicy;
  readonly clock: Clock;
  readonly observer: Observer | undefined;
  readonly signal: AbortSignal | undefined;
  /**
   * Requests the events after the last one; `undefined` if there are no more.
   */
  readonly resume: (
    lastEventId: string,
  ) => Promise<StreamedResponse | undefined>;
}

/**
 * The items of a stream, as they arrive; they can be iterated once. The
 * connection is closed when the iteration ends.
 *
 * Iteration throws a `TransportError` if the stream is interrupted, an
 * `UnreadableError` for an item that does not have the declared shape, and a
 * `TooLargeError` for an item with more bytes than `responseLimit`. If the
 * connection of an event stream breaks and the request may be repeated, the
 * client reconnects and resumes after the last event that has an ID, as often
 * in a row as its retry policy allows.
 */
export class ItemStream<Item> implements AsyncIterable<Item> {
  readonly #walk: Walk;
  readonly #items: AsyncGenerator<Item, void, undefined>;

  constructor(of: StreamOf, response: StreamedResponse) {
    this.#walk = new Walk(of, response);
    this.#items = this.#iterate();
  }

  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    return this.#items;
  }

  /** Closes the connection and ends an iteration in progress. */
  async close(): Promise<void> {
    await this.#walk.close();
  }

  async *#iterate(): AsyncGenerator<Item, void, undefined> {
    try {
      for (;;) {
        const next = await this.#walk.next();
        if (next === undefined) {
          return;
        }
        yield next.item as Item;
      }
    } finally {
      await this.close();
    }
  }
}

/** An iteration over a stream, over one connection or several. */
class Walk {
  readonly #of: StreamOf;
  #response: StreamedResponse;
  #reader: FrameReader;
  #frames: Iterator<Frame, void, undefined> = [].values();
  #isAtEnd = false;
  #isClosed = false;
  /** The number of items so far. */
  #count = 0;
  /** The number of connection attempts since the last item. */
  #attempt = 1;

  constructor(of: StreamOf, response: StreamedResponse) {
    this.#of = of;
    this.#response = response;
    this.#reader = this.#readerOf(response);
  }

  #readerOf(response: StreamedResponse, last?: FrameReader): FrameReader {
    const { content, limit } = this.#of;
    const mediaType = response.header("content-type") ?? "";
    return readerOf(content.framing, limit, mediaType, last);
  }

  /** Returns the next item; `undefined` at the end. */
  async next(): Promise<{ readonly item: unknown } | undefined> {
    while (!this.#isClosed) {
      try {
        const frame = await this.#frame();
        const { end } = this.#of.content;
        if (frame === undefined || frame.content === end) {
          return undefined;
        }
        this.#attempt = 1;
        this.#count += 1;
        return { item: this.#read(frame) };
      } catch (error) {
        if (!this.#isEnded() && !(await this.#resume(error))) {
          return undefined;
        }
      }
    }
    return undefined;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#response.body.close();
  }

  /** A function, because the result changes while the iteration waits. */
  #isEnded(): boolean {
    return this.#isClosed;
  }

  async #frame(): Promise<Frame | undefined> {
    for (;;) {
      const { value } = this.#frames.next();
      if (value !== undefined) {
        return value;
      }
      if (this.#isAtEnd) {
        return undefined;
      }
      const chunk = await this.#response.body.read();
      this.#isAtEnd = chunk === undefined;
      this.#frames =
        chunk === undefined ? this.#reader.end() : this.#reader.push(chunk);
    }
  }

  #read(frame: Frame): unknown {
    const { operation, content, observer } = this.#of;
    let value: unknown = frame.content;
    if (content.text !== true) {
      const decoded = decode(content, frame);
      if (decoded.unknown.length > 0) {
        observer?.unknownMembers?.(operation.id, decoded.unknown);
      }
      value = decoded.value;
    }
    if (content.framing !== "events" || content.jsonEvents !== undefined) {
      return value;
    }
    const { event, id, retry } = frame;
    const set = retry === undefined ? {} : { retry };
    return { event, data: value, id, ...set };
  }

  /**
   * Reconnects if the request may be repeated; returns `false` if the service
   * has no more events.
   *
   * @throws the error with its location, if the stream cannot be resumed.
   */
  async #resume(error: unknown): Promise<boolean> {
    const { operation, policy, idempotent, clock, observer } = this.#of;
    const may = this.#mayResume() && error instanceof TransportError;
    const { retry, lastEventId } = this.#reader;
    const attempt = this.#attempt;
    const outcome = { error };
    const wait = may
      ? waitBefore(policy, attempt, idempotent, outcome, clock, retry)
      : undefined;
    if (wait === undefined) {
      throw located(this.#placed(error), operation.id);
    }
    await this.#response.body.close();
    const { id } = operation;
    observer?.retried?.({ operation: id, attempt, status: undefined, wait });
    await clock.sleep(wait, this.#of.signal);
    this.#attempt += 1;
    const response = await this.#of.resume(lastEventId);
    if (response === undefined) {
      return false;
    }
    this.#response = response;
    this.#reader = this.#readerOf(response, this.#reader);
    this.#isAtEnd = false;
    if (this.#isEnded()) {
      await response.body.close();
    }
    return true;
  }

  /** Events without an ID cannot be resumed, unless none has arrived yet. */
  #mayResume(): boolean {
    const { lastEventId } = this.#reader;
    const isSendable = lastEventId === "" || FIELD_VALUE.test(lastEventId);
    const isKnown = lastEventId !== "" || this.#count === 0;
    return this.#of.content.framing === "events" && isSendable && isKnown;
  }

  #placed(error: unknown): unknown {
    const isDecodeError =
      error instanceof DecodeError || error instanceof SyntaxError;
    if (!isDecodeError) {
      return error;
    }
    const pointer = error instanceof DecodeError ? error.pointer : "";
    const isRead = error instanceof DecodeError;
    const number = (isRead ? this.#count : this.#count + 1).toString();
    const reason = `item ${number} of the stream: ${error.message}`;
    const { id } = this.#of.operation;
    return new UnreadableError(id, this.#response, pointer, reason);
  }
}

/** Visible ASCII with inner spaces, which any header field can contain. */
const FIELD_VALUE = /^[!-~](?:[ -~]{0,1022}[!-~])?$/;

/**
 * Decodes an item.
 *
 * @throws DecodeError, or TransportError if the end of the stream cut it off.
 */
function decode(stream: StreamContent, frame: Frame) {
  const { type, jsonEvents, part } = stream;
  const { content, isLast } = frame;
  if (jsonEvents !== undefined) {
    return decodeJson(type, eventObject(frame, jsonEvents));
  }
  const isWhole = part === undefined && isLast !== true;
  if (typeof content !== "string" && isWhole) {
    return decodeBytes(type, content);
  }
  let json: Json;
  try {
    const isText = typeof content === "string";
    if (part !== undefined && !isText) {
      json = readPart(part, content);
    } else {
      json = parseJson(isText ? content : decodeText(content));
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) {
      throw error;
    }
    if (isLast === true) {
      throw new TransportError(
        "the stream ended in the middle of an item",
        true,
      );
    }
    throw new DecodeError("", "JSON", error.message);
  }
  return decodeJson(type, json);
}
