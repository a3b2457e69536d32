/**
 * Checks where a request comes from: a page of a site must not reach the server
 * through the browser of its user (MCP, Streamable HTTP, Security Warning).
 */

/** Names of this machine; others can be made to resolve to it. */
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Returns whether a request is addressed to this machine by its name. */
export function isOwnHost(hosts: readonly string[]): boolean {
  const [host = "", ...others] = hosts;
  const name = /^(\[[\d:a-f]+\]|[^:@/\\?#\s]+)(?::\d{1,5})?$/i.exec(host)?.[1];
  return (
    others.length === 0 &&
    name !== undefined &&
    LOOPBACK.includes(name.toLowerCase())
  );
}

/** Returns whether a request is from no page, or from one of this machine. */
export function isOwnOrigin(origins: readonly string[]): boolean {
  return origins.every((origin) => {
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    return (
      url?.origin === origin &&
      ["http:", "https:"].includes(url.protocol) &&
      LOOPBACK.includes(url.hostname)
    );
  });
}
