/** The command line. */

/** Where the server listens; without it, on standard input. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** What the command line asks for. */
export type Command =
  | { readonly kind: "help" | "version" | "stdio" }
  | { readonly kind: "http"; readonly address: Address }
  | { readonly kind: "wrong"; readonly reason: string };

/** Addresses of this machine. The endpoint has no authentication. */
const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/** Reads the arguments of the program. */
export function readCommand(args: readonly string[]): Command {
  const [first, second, ...others] = args;
  if (first === undefined) {
    return { kind: "stdio" };
  }
  const isHttp = first === "--http" || first.startsWith("--http=");
  if (!isHttp) {
    if (second === undefined && (first === "--help" || first === "-h")) {
      return { kind: "help" };
    }
    return first === "--version" && second === undefined
      ? { kind: "version" }
      : { kind: "wrong", reason: `unknown argument ${first}` };
  }
  const isSplit = first === "--http";
  const value = isSplit ? (second ?? "") : first.slice("--http=".length);
  if (others.length > 0 || (!isSplit && second !== undefined)) {
    return { kind: "wrong", reason: "too many arguments" };
  }
  const address = readAddress(value);
  return typeof address === "string"
    ? { kind: "wrong", reason: address }
    : { kind: "http", address };
}

/** Reads `PORT` or `HOST:PORT`; returns why it is refused. */
function readAddress(value: string): Address | string {
  const end = value.lastIndexOf(":");
  const host = end < 0 ? "127.0.0.1" : value.slice(0, end);
  const digits = value.slice(end + 1);
  const port = Number(digits);
  if (!/^\d{1,5}$/.test(digits) || port > 65_535) {
    return "--http takes PORT or HOST:PORT";
  }
  if (!LOOPBACK.includes(host)) {
    return `the server does not listen on ${host}: it has no authentication, so only this machine may reach it`;
  }
  return { host: host.replaceAll(/[[\]]/g, ""), port };
}
