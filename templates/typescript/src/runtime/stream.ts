/** Answers that are streams: their items, as they arrive. */

import type { Clock } from "./clock.js";
import { DecodeFault, decodeBytes, decodeJson, decodeText } from "./decode.js";
import { located, TransportError, UnreadableError } from "./errors.js";
import { type Frame, type FrameReader, readerOf } from "./frames.js";
import { parseJson } from "./json.js";
import type { Observer } from "./observer.js";
import type { AnyOperation, StreamContent } from "./operation.js";
import type { StreamedResponse } from "./raw.js";
import { type RetryPolicy, waitBefore } from "./retry.js";

/** An event of a stream (HTML section 9.2). */
export interface ServerSentEvent<Data> {
  /** The type; `message` unless the event has one. */
  readonly event: string;
  /** What the event says. */
  readonly data: Data;
  /** The last event ID: that of this event, or of the last one that had one. */
  readonly id: string;
  /** The reconnection time that the event sets, in milliseconds. */
  readonly retry?: number;
}

/** What a stream needs of the call that it is the answer to. */
export interface StreamOf {
  readonly operation: AnyOperation;
  readonly content: StreamContent;
  /** How many bytes an item may have. */
  readonly limit: number;
  /** Whether the request may be sent again. */
  readonly idempotent: boolean;
  readonly policy: RetryPolicy;
  readonly clock: Clock;
  readonly observer: Observer | undefined;
  readonly signal: AbortSignal | undefined;
  /** Asks for what follows an event; nothing where the service has no more. */
  readonly resume: (
    lastEventId: string,
  ) => Promise<StreamedResponse | undefined>;
}

/**
 * The items of a stream, as they arrive; they can be iterated once. The
 * connection is closed when the iteration ends, however it does.
 *
 * Iteration throws a `TransportError` where the stream breaks off, an
 * `UnreadableError` for an item that is not what the description says, and a
 * `TooLargeError` for one of more bytes than `responseLimit`. Where the
 * connection of a stream of events breaks, the client asks for what follows the
 * last event that has an ID, if the request may be repeated, as often as its
 * retry policy allows without an event between.
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

  /** Closes the connection; an iteration that is under way ends. */
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

/** A way through a stream, over one connection or several. */
class Walk {
  readonly #of: StreamOf;
  #response: StreamedResponse;
  #reader: FrameReader;
  #frames: Iterator<Frame, void, undefined> = [].values();
  #isAtEnd = false;
  #isClosed = false;
  /** How many items there were. */
  #count = 0;
  /** How many connections were tried since the last item. */
  #attempt = 1;

  constructor(of: StreamOf, response: StreamedResponse) {
    this.#of = of;
    this.#response = response;
    this.#reader = readerOf(of.content.framing, of.limit);
  }

  /** The next item; nothing at the end. */
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

  /** Asked as a function: it changes while something is waited for. */
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
    if (content.framing !== "events") {
      return value;
    }
    const { event, id, retry } = frame;
    const set = retry === undefined ? {} : { retry };
    return { event, data: value, id, ...set };
  }

  /**
   * Connects again, if that can lead anywhere. Nothing follows where the
   * service says that there is no more.
   *
   * @throws the error, with its place, where it is the last word.
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
    this.#reader = readerOf("events", this.#of.limit, this.#reader);
    this.#isAtEnd = false;
    if (this.#isEnded()) {
      await response.body.close();
    }
    return true;
  }

  /** Events without an ID cannot be resumed from, unless no event has come. */
  #mayResume(): boolean {
    const { lastEventId } = this.#reader;
    const isSendable = lastEventId === "" || FIELD_VALUE.test(lastEventId);
    const isKnown = lastEventId !== "" || this.#count === 0;
    return this.#of.content.framing === "events" && isSendable && isKnown;
  }

  #placed(error: unknown): unknown {
    const isFault =
      error instanceof DecodeFault || error instanceof SyntaxError;
    if (!isFault) {
      return error;
    }
    const pointer = error instanceof DecodeFault ? error.pointer : "";
    const isRead = error instanceof DecodeFault;
    const number = (isRead ? this.#count : this.#count + 1).toString();
    const reason = `item ${number} of the stream: ${error.message}`;
    const { id } = this.#of.operation;
    return new UnreadableError(id, this.#response, pointer, reason);
  }
}

/** Visible ASCII with spaces between: what any header field can have. */
const FIELD_VALUE = /^[!-~](?:[ -~]{0,1022}[!-~])?$/;

/**
 * The value of an item.
 *
 * @throws DecodeFault, or TransportError where the end cut the item off.
 */
function decode({ type }: StreamContent, { content, isLast }: Frame) {
  if (typeof content !== "string" && isLast !== true) {
    return decodeBytes(type, content);
  }
  let json;
  try {
    const text = typeof content === "string" ? content : decodeText(content);
    json = parseJson(text);
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
    throw new DecodeFault("", "JSON", error.message);
  }
  return decodeJson(type, json);
}
