/** From an answer to a typed value, or to the error that it stands for. */

import { DecodeFault, decodeBytes, decodeText } from "./decode.js";
import { ApiError, UndeclaredError, UnreadableError } from "./errors.js";
import { findMedia } from "./media.js";
import type { AnyOperation, Answer, Content } from "./operation.js";
import type { Observer } from "./observer.js";
import type { RawResponse } from "./raw.js";

/**
 * What the answer gives back.
 *
 * @throws ApiError, UndeclaredError or UnreadableError.
 */
export function readAnswer(
  operation: AnyOperation,
  raw: RawResponse,
  observer: Observer | undefined,
): unknown {
  const answer = declared(operation, raw.status);
  if (answer === undefined) {
    throw new UndeclaredError(operation, raw);
  }
  const hasBody = answer.contents.length > 0;
  const mediaType = raw.header("content-type");
  const content = findMedia(answer.contents, mediaType);
  if (hasBody && content === undefined) {
    throw new UndeclaredError(operation, raw);
  }
  const body =
    content === undefined
      ? undefined
      : readBody(operation, raw, content, observer);
  if (!isSuccess(operation, answer, raw.status)) {
    throw new ApiError(operation.id, raw.status, body, raw);
  }
  return body;
}

/** The exact status comes before its range, and that before `default`. */
function declared(operation: AnyOperation, status: number): Answer | undefined {
  const range = `${Math.floor(status / 100).toString()}XX`;
  for (const wanted of [status.toString(), range, "default"]) {
    const found = operation.answers.find(
      (answer) => answer.status.toLowerCase() === wanted.toLowerCase(),
    );
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** `default` stands for success only where no other answer does. */
function isSuccess(
  operation: AnyOperation,
  answer: Answer,
  status: number,
): boolean {
  if (answer.status !== "default") {
    return answer.status.startsWith("2");
  }
  const others = operation.answers.some((one) => one.status.startsWith("2"));
  return !others && status >= 200 && status < 300;
}

function readBody(
  operation: AnyOperation,
  raw: RawResponse,
  content: Content,
  observer: Observer | undefined,
): unknown {
  if (content.kind === "bytes") {
    return raw.bytes;
  }
  try {
    if (content.kind === "text") {
      return decodeText(raw.bytes);
    }
    const { value, unknown } = decodeBytes(content.type, raw.bytes);
    if (unknown.length > 0) {
      observer?.unknownMembers?.(operation.id, unknown);
    }
    return value;
  } catch (error) {
    const isFault =
      error instanceof DecodeFault || error instanceof SyntaxError;
    if (!isFault) {
      throw error;
    }
    const pointer = error instanceof DecodeFault ? error.pointer : "";
    throw new UnreadableError(operation, raw, pointer, error.message);
  }
}
