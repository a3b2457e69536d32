/** Refusals of HTTP requests, before their message reaches the server. */

import type { ServerResponse } from "node:http";

import { CODES, type Id, ProtocolError, writeError } from "./message.js";

/** A request that is refused with a status and a problem (RFC 9457). */
export class HttpRefusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    detail: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
    this.status = status;
    this.headers = headers;
  }
}

/** Results can be confidential. */
const COMMON = { "cache-control": "no-store" };

/** Sends a message. */
export function sendJson(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const type = { "content-type": "application/json" };
  response.writeHead(status, { ...COMMON, ...type, ...headers });
  response.end(text);
}

/** Sends a refusal. */
export function refuse(response: ServerResponse, refusal: HttpRefusal): void {
  const { status, message: detail, headers } = refusal;
  const type = { "content-type": "application/problem+json" };
  response.writeHead(status, { ...COMMON, ...type, ...headers });
  response.end(JSON.stringify({ status, detail }));
}

/** Sends an error of the protocol that the newer revision answers with 400. */
export function sendError(
  response: ServerResponse,
  error: ProtocolError,
  id?: Id,
): void {
  sendJson(response, 400, writeError(id, error));
}

/** Returns the status of an error in the newer revision. */
export function statusOf(code: number | undefined): number {
  switch (code) {
    case undefined:
      return 200;
    case CODES.method:
      return 404;
    case CODES.version:
    case CODES.headers:
      return 400;
    default:
      return 200;
  }
}
