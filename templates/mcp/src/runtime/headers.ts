/** Checks the header fields of a message (MCP, Streamable HTTP). */

import type { IncomingMessage } from "node:http";

import { get, text } from "./json.js";
import { CODES, type Message, ProtocolError } from "./message.js";
import { HttpRefusal } from "./refusal.js";
import {
  missingMeta,
  MODERN,
  REVISIONS,
  unsupported,
  VERSION_KEY,
} from "./server.js";

/** Checks the media types of a request with a message. */
export function checkMediaTypes(request: IncomingMessage): void {
  const { accept = "", "content-type": type = "" } = request.headers;
  const ranges = accept
    .split(",")
    .map((range) => range.split(";")[0]?.trim().toLowerCase() ?? "");
  const takes = (range: string, media: string) =>
    [media, range, "*/*"].some((one) => ranges.includes(one));
  if (
    !takes("application/*", "application/json") ||
    !takes("text/*", "text/event-stream")
  ) {
    throw new HttpRefusal(
      406,
      "`Accept` must name application/json and text/event-stream.",
    );
  }
  const essence = type.split(";")[0]?.trim().toLowerCase();
  if (
    essence !== "application/json" ||
    request.headers["content-encoding"] !== undefined
  ) {
    throw new HttpRefusal(
      415,
      "The body must be application/json, without a content coding.",
    );
  }
}

/**
 * Checks that the header fields state what the message does; returns whether it
 * follows the newer revision.
 *
 * @throws ProtocolError if they do not.
 */
export function checkHeaders(
  request: IncomingMessage,
  message: Message,
): boolean {
  const { id, method, params } = message;
  const version = single(request, "mcp-protocol-version", message);
  const own = text(get(params, "_meta"), VERSION_KEY);
  if (method === "initialize" && own === undefined) {
    return false;
  }
  if (version !== undefined && !REVISIONS.includes(version)) {
    const { code, message: reason, data } = unsupported(version);
    throw new ProtocolError(code, reason, { id, ...(data && { data }) });
  }
  if (own !== undefined && own !== version) {
    throw mismatch("MCP-Protocol-Version", message);
  }
  const isModern = version === MODERN;
  if (!isModern || id === undefined) {
    return isModern;
  }
  if (single(request, "mcp-method", message) !== method) {
    throw mismatch("Mcp-Method", message);
  }
  if (own === undefined) {
    throw new ProtocolError(CODES.params, missingMeta().message, { id });
  }
  const name = method === "tools/call" ? text(params, "name") : undefined;
  const named = single(request, "mcp-name", message);
  if (name !== undefined && (named === undefined || plain(named) !== name)) {
    throw mismatch("Mcp-Name", message);
  }
  return true;
}

/** Returns a header field; more than one is an error. */
function single(
  request: IncomingMessage,
  name: string,
  message: Message,
): string | undefined {
  const [first, ...others] = request.headersDistinct[name] ?? [];
  if (others.length > 0) {
    throw mismatch(name, message);
  }
  return first;
}

function mismatch(name: string, { id }: Message): ProtocolError {
  const reason = `The header field ${name} does not state what the body does.`;
  return new ProtocolError(CODES.headers, reason, { id });
}

/** Returns a value that is in base64 because it is not plain ASCII. */
function plain(value: string): string {
  const encoded = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/i.exec(value)?.[1];
  return encoded === undefined
    ? value
    : Buffer.from(encoded, "base64").toString();
}
