/** The sessions of clients that begin with `initialize`. */

import { randomUUID } from "node:crypto";

import { Running } from "./running.js";
import type { ToolServer } from "./server.js";

/** How many sessions are kept; the one that was not used for longest ends. */
const MOST = 1000;

/** Sessions by their ids. */
export class Sessions {
  readonly #server: ToolServer;
  /** The session that was not used for longest is the first. */
  readonly #sessions = new Map<string, Running>();

  constructor(server: ToolServer) {
    this.#server = server;
  }

  /** Begins a session, whose id is a secret between client and server. */
  begin(): { readonly id: string; readonly running: Running } {
    const id = randomUUID();
    const running = new Running(this.#server);
    this.#sessions.set(id, running);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > MOST && oldest !== undefined) {
      this.end(oldest);
    }
    return { id, running };
  }

  /** Returns a session. */
  find(id: string): Running | undefined {
    const running = this.#sessions.get(id);
    if (running !== undefined) {
      this.#sessions.delete(id);
      this.#sessions.set(id, running);
    }
    return running;
  }

  /** Ends a session, and cancels its requests; `false` without one. */
  end(id: string): boolean {
    this.#sessions.get(id)?.cancelAll();
    return this.#sessions.delete(id);
  }
}
