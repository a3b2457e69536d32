/**
 * The Streamable HTTP transport: each message is a POST to `/mcp`, and each
 * response one JSON object.
 */

import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";

import { checkHeaders, checkMediaTypes } from "./headers.js";
import { log } from "./log.js";
import { type Message, ProtocolError, readMessage } from "./message.js";
import { isOwnHost, isOwnOrigin } from "./neighbours.js";
import type { Address } from "./options.js";
import {
  HttpRefusal,
  refuse,
  sendError,
  sendJson,
  statusOf,
} from "./refusal.js";
import { Running } from "./running.js";
import type { ToolServer } from "./server.js";
import { Sessions } from "./sessions.js";
import { LONGEST } from "./stdio.js";

/** The path of the endpoint. */
export const PATH = "/mcp";

/** The header field with the id of a session. */
const SESSION = "mcp-session-id";

/** Listens at an address of this machine, until the server is closed. */
export async function serveHttp(
  server: ToolServer,
  { host, port }: Address,
): Promise<Server> {
  const endpoint = new Endpoint(server);
  const listener = createServer((request, response) => {
    void endpoint.respond(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    listener.once("error", reject);
    listener.listen(port, host, resolve);
  });
  return listener;
}

class Endpoint {
  readonly #server: ToolServer;
  readonly #sessions: Sessions;

  constructor(server: ToolServer) {
    this.#server = server;
    this.#sessions = new Sessions(server);
  }

  async respond(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    try {
      await this.#handle(request, response);
    } catch (error) {
      if (error instanceof HttpRefusal) {
        refuse(response, error);
      } else if (error instanceof ProtocolError) {
        sendError(response, error);
      } else {
        const shown = error instanceof Error ? error.message : "";
        log(`error: a request failed: ${shown}`);
        refuse(response, new HttpRefusal(500, "The request failed."));
      }
    }
  }

  async #handle(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    checkNeighbour(request);
    const session = request.headersDistinct[SESSION]?.[0];
    if (request.method === "DELETE" && session !== undefined) {
      const isEnded = this.#sessions.end(session);
      response.writeHead(isEnded ? 204 : 404).end();
      return;
    }
    if (request.method !== "POST") {
      const allow = { allow: "POST, DELETE" };
      throw new HttpRefusal(405, "Messages are sent by POST.", allow);
    }
    checkMediaTypes(request);
    const message = readMessage(await readBody(request));
    const isModern = checkHeaders(request, message);
    if (isModern) {
      await this.#independent(message, response);
    } else {
      await this.#inSession(message, session, response);
    }
  }

  /** Handles a message of the newer revision. Hanging up cancels a request. */
  async #independent(
    message: Message,
    response: ServerResponse,
  ): Promise<void> {
    const { id, method } = message;
    if (id === undefined || method === undefined) {
      response.writeHead(202).end();
      return;
    }
    const running = new Running(this.#server);
    response.on("close", () => {
      running.cancelAll();
    });
    const { text, code } = await running.respond({ ...message, id });
    sendJson(response, statusOf(code), text);
  }

  /** Handles a message of a session, which `initialize` begins. */
  async #inSession(
    message: Message,
    session: string | undefined,
    response: ServerResponse,
  ): Promise<void> {
    const { id, method } = message;
    if (method === "initialize" && id !== undefined) {
      const begun = this.#sessions.begin();
      const answer = await begun.running.respond({ ...message, id });
      if (answer.code !== undefined) {
        this.#sessions.end(begun.id);
        sendJson(response, 200, answer.text);
        return;
      }
      sendJson(response, 200, answer.text, { [SESSION]: begun.id });
      return;
    }
    if (session === undefined) {
      const detail = "Begin with `initialize`, and send its Mcp-Session-Id.";
      throw new HttpRefusal(400, detail);
    }
    const running = this.#sessions.find(session);
    if (running === undefined) {
      throw new HttpRefusal(404, "There is no such session.");
    }
    if (id === undefined || method === undefined) {
      running.notice(message);
      response.writeHead(202).end();
      return;
    }
    const { text } = await running.respond({ ...message, id });
    sendJson(response, 200, text);
  }
}

function checkNeighbour(request: IncomingMessage): void {
  const { host = [], origin = [] } = request.headersDistinct;
  if (!isOwnHost(host)) {
    throw new HttpRefusal(403, "This is not the host of that name.");
  }
  if (!isOwnOrigin(origin)) {
    throw new HttpRefusal(403, "Pages of that origin may not call this.");
  }
  if (request.url !== PATH) {
    throw new HttpRefusal(404, `The endpoint is ${PATH}.`);
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LONGEST) {
      throw new HttpRefusal(413, "A message has at most 16 MiB.", {
        connection: "close",
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
