/** A middleware that logs every attempt. */

import { systemClock } from "./clock.js";
import { CredentialsError, TimeoutError, TransportError } from "./errors.js";
import { requestIdOf } from "./message.js";
import {
  type AttemptResponse,
  type Middleware,
  SentAttempt,
} from "./middleware.js";
import { variable } from "./platform.js";

const LEVELS = ["debug", "info", "warn"] as const;

/** The level of a line in the log. */
export type LogLevel = (typeof LEVELS)[number];

/** The options of {@link logging}. */
export interface LogOptions {
  /** The lowest level that is logged; `info` by default. */
  readonly level?: LogLevel | undefined;
  /** Writes a line; by default to the `console`. */
  readonly log?: ((level: LogLevel, line: string) => void) | undefined;
}

/**
 * Returns a middleware that writes one line before each attempt (level
 * `debug`), and one after it: `info` for a response with a status below 400,
 * `warn` for any other response and for an error. No line shows a secret.
 */
export function logging(options: LogOptions = {}): Middleware {
  const lowest = LEVELS.indexOf(options.level ?? "info");
  const write = options.log ?? toConsole;
  const log = (level: LogLevel, line: string) => {
    if (LEVELS.indexOf(level) >= lowest) {
      write(level, line);
    }
  };
  return async (attempt, next) => {
    const clock = attempt instanceof SentAttempt ? attempt.clock : systemClock;
    const { operation, method, pathTemplate, number } = attempt;
    const line = `${operation}: ${method} ${pathTemplate} attempt ${number.toString()}`;
    log("debug", line);
    const start = clock.now();
    const time = () => `${Math.floor(clock.now() - start).toString()} ms`;
    let response: AttemptResponse;
    try {
      response = await next();
    } catch (error) {
      log("warn", `${line}: failed${kindOf(error)} after ${time()}`);
      throw error;
    }
    const { status, headers } = response;
    const id = requestIdOf(headers);
    const level = status >= 400 ? "warn" : "info";
    log(level, `${line}: ${status.toString()} after ${time()}${id}`);
    return response;
  };
}

/**
 * Returns the log that a variable of the environment asks for, if any: the
 * lowest level, whose lines are written to standard error.
 */
export function loggingOf(name: string | undefined): Middleware | undefined {
  const wanted = name === undefined ? undefined : variable(name);
  const level = LEVELS.find((one) => one === wanted);
  const log = (_: LogLevel, line: string) => {
    console.error(line);
  };
  return level === undefined ? undefined : logging({ level, log });
}

function toConsole(level: LogLevel, line: string): void {
  console[level](line);
}

function kindOf(error: unknown): string {
  const kinds = [
    [TimeoutError, "timeout"],
    [TransportError, "connection"],
    [CredentialsError, "credentials"],
  ] as const;
  const found = kinds.find(([kind]) => error instanceof kind);
  return found === undefined ? "" : ` (${found[1]})`;
}
