/** The requests of a client that are in progress. */

import type { Json } from "#sdk/data";

import { get } from "./json.js";
import {
  CODES,
  type Id,
  type Message,
  ProtocolError,
  writeError,
  writeResult,
} from "./message.js";
import type { ToolServer } from "./server.js";

/** A response to a request, and the code of its error. */
export interface Response {
  readonly text: string;
  readonly code: number | undefined;
}

/** The requests of one client, each with a way to cancel it. */
export class Running {
  readonly #server: ToolServer;
  readonly #requests = new Map<Id, AbortController>();

  constructor(server: ToolServer) {
    this.#server = server;
  }

  /** Handles a request. */
  async respond(message: Message & { readonly id: Id }): Promise<Response> {
    const { id } = message;
    if (this.#requests.has(id)) {
      const reason = "A request with this id is in progress.";
      return failed(id, new ProtocolError(CODES.request, reason));
    }
    const controller = new AbortController();
    this.#requests.set(id, controller);
    try {
      const result = await this.#server.handle(message, controller.signal);
      return { text: writeResult(id, result), code: undefined };
    } catch (error) {
      if (controller.signal.aborted) {
        const reason = "The client has cancelled the request.";
        return failed(id, new ProtocolError(CODES.cancelled, reason));
      }
      const isOwn = error instanceof ProtocolError;
      const internal = new ProtocolError(CODES.internal, "Internal error");
      return failed(id, isOwn ? error : internal);
    } finally {
      this.#requests.delete(id);
    }
  }

  /** Handles a notification; only that of a cancelled request has an effect. */
  notice(message: Message): void {
    if (message.method === "notifications/cancelled") {
      const id: Json | undefined = get(message.params, "requestId");
      if (typeof id === "string" || typeof id === "number") {
        this.cancel(id);
      }
    }
  }

  /** Cancels a request. */
  cancel(id: Id): void {
    this.#requests.get(id)?.abort();
  }

  /** Cancels all requests. */
  cancelAll(): void {
    for (const controller of this.#requests.values()) {
      controller.abort();
    }
  }
}

function failed(id: Id | undefined, error: ProtocolError): Response {
  return { text: writeError(id, error), code: error.code };
}
