/** The declared responses. */

import { findMedia } from "./media.js";
import type {
  AnyOperation,
  Answer,
  Content,
  StreamContent,
} from "./operation.js";

/** Returns the declared response: the exact status, its range, or `default`. */
export function declared(
  operation: AnyOperation,
  actual: number,
): { answer: Answer; status: string } | undefined {
  const range = `${Math.floor(actual / 100).toString()}XX`;
  for (const status of [actual.toString(), range, "default"]) {
    const answer = operation.answers.find((one) =>
      one.statuses.includes(status),
    );
    if (answer !== undefined) {
      return { answer, status };
    }
  }
  return undefined;
}

/**
 * Returns whether a response is successful; `default` is only if it is the only
 * one.
 */
export function isSuccess(
  operation: AnyOperation,
  status: string,
  actual: number,
): boolean {
  if (status !== "default") {
    return status.startsWith("2");
  }
  const others = operation.answers.flatMap((one) => one.statuses);
  const isDeclared = others.some((one) => one.startsWith("2"));
  return !isDeclared && actual >= 200 && actual < 300;
}

/**
 * Returns the stream that a response is; `undefined` if it is read as a whole.
 */
export function findStream(
  operation: AnyOperation,
  actual: number,
  mediaType: string | undefined,
): StreamContent | undefined {
  const content = findSuccess(operation, actual, mediaType);
  return content?.kind === "stream" ? (content as StreamContent) : undefined;
}

/** Returns whether a response is successful and its body is bytes. */
export function isBytes(
  operation: AnyOperation,
  actual: number,
  mediaType: string | undefined,
): boolean {
  return findSuccess(operation, actual, mediaType)?.kind === "bytes";
}

function findSuccess(
  operation: AnyOperation,
  actual: number,
  mediaType: string | undefined,
): Content | undefined {
  const found = declared(operation, actual);
  if (found === undefined || !isSuccess(operation, found.status, actual)) {
    return undefined;
  }
  return findMedia(found.answer.contents, mediaType);
}
