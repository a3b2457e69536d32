/** The log, on standard error: standard output has nothing but the protocol. */

import { Console } from "node:console";

/** Sends everything that is written to the console to standard error. */
export function keepOutputClean(): void {
  globalThis.console = new Console(process.stderr, process.stderr);
}

/** Writes a line. */
export function log(line: string): void {
  process.stderr.write(`${line.replaceAll(/\p{Cc}+/gu, " ")}\n`);
}
