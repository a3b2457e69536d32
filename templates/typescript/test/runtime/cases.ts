/** Helpers of the tests of conformance vectors. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  ApiError,
  CredentialsError,
  PageLoopError,
  RequestError,
  TimeoutError,
  TransportError,
  UndeclaredError,
  UnreadableError,
} from "../../src/runtime/index.js";
import { type RequestVector, vectors } from "./support.js";

/**
 * Runs every vector of a file, which has none if the description has no use for
 * it; skips the test without files.
 */
export function each(
  file: string,
  members: readonly string[],
  run: (vector: never) => Promise<void>,
): void {
  const all = vectors(file) as readonly { name: string }[] | undefined;
  const skip = all === undefined && "there are no conformance vectors";
  void test(file, { skip }, async () => {
    for (const vector of all ?? []) {
      const strange = Object.keys(vector).filter(
        (name) => !members.includes(name),
      );
      assert.deepEqual(strange, [], `${vector.name}: unknown members`);
      try {
        await run(vector as never);
      } catch (error) {
        throw new Error(`${file}: ${vector.name}`, { cause: error });
      }
    }
  });
}

const requests = new Map(
  (vectors("requests") as readonly RequestVector[] | undefined)?.map(
    (vector) => [vector.name, vector],
  ),
);

/** Returns a request of the vectors. */
export function requestOf(name: string): RequestVector {
  const request = requests.get(name);
  assert.ok(request, `there is no request ${name}`);
  return request;
}

/** The outcome of a call. */
export interface Outcome {
  readonly outcome: string;
  readonly value?: unknown;
  readonly error?: unknown;
}

/** Returns the outcome of a call. */
export async function outcomeOf(promise: Promise<unknown>): Promise<Outcome> {
  try {
    return { outcome: "value", value: await promise };
  } catch (error) {
    return { outcome: nameOf(error), error };
  }
}

/** Returns how the vectors call an error. */
export function nameOf(error: unknown): string {
  const names = [
    [ApiError, "error"],
    [UndeclaredError, "undeclared"],
    [UnreadableError, "unreadable"],
    [TimeoutError, "timeout"],
    [TransportError, "transport"],
    [CredentialsError, "credentials"],
    [PageLoopError, "loop"],
    [RequestError, "refused"],
  ] as const;
  const found = names.find(([kind]) => error instanceof kind);
  if (found === undefined) {
    throw error;
  }
  return found[1];
}

/** When a client retries, in seconds. */
export type Policy = Readonly<Record<string, number>>;

/** Returns the settings of a client for a policy and the answers of a vector. */
export function retryOf(
  policy: Policy,
  answers: readonly { readonly failure?: string }[],
): object {
  const retry = {
    attempts: policy["attempts"] ?? Number.NaN,
    firstWait: (policy["firstWait"] ?? Number.NaN) * 1000,
    longestWait: (policy["longestWait"] ?? Number.NaN) * 1000,
    longestRetryAfter: (policy["longestRetryAfter"] ?? Number.NaN) * 1000,
  };
  const timesOut = answers.some(({ failure }) => failure === "timeout");
  return { retry, timeout: timesOut ? 20 : 30_000 };
}
