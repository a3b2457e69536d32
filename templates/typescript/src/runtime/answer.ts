/** From an answer to a typed value, or to the error that it stands for. */

import { DecodeFault, decodeBytes, decodeText } from "./decode.js";
import { ApiError, UndeclaredError, UnreadableError } from "./errors.js";
import { messageOf, type Messages } from "./message.js";
import { findMedia } from "./media.js";
import type { AnyOperation, Answer, Content } from "./operation.js";
import type { Observer } from "./observer.js";
import type { RawResponse } from "./raw.js";

/** What the texts of errors need. */
export interface Told {
  /** Where error bodies say what went wrong. */
  readonly messages: Messages;
  /** What no text may show. */
  readonly secrets: readonly string[];
}

/**
 * What the answer gives back.
 *
 * @throws ApiError, UndeclaredError or UnreadableError.
 */
export function readAnswer(
  operation: AnyOperation,
  raw: RawResponse,
  observer: Observer | undefined,
  { messages, secrets }: Told,
): unknown {
  const { id } = operation;
  const text = (declared: boolean) =>
    messageOf(messages, { operation: id, raw, declared, secrets });
  const found = declared(operation, raw.status);
  if (found === undefined) {
    throw new UndeclaredError(id, raw, text(false));
  }
  const { answer, status } = found;
  const hasBody = answer.contents.length > 0;
  const mediaType = raw.header("content-type");
  const content = findMedia(answer.contents, mediaType);
  if (hasBody && content === undefined) {
    throw new UndeclaredError(id, raw, text(false));
  }
  const body =
    content === undefined
      ? undefined
      : readBody(operation, raw, content, observer);
  if (!isSuccess(operation, status, raw.status)) {
    throw new ApiError(id, raw.status, body, raw, text(true));
  }
  return body;
}

/** The exact status comes before its range, and that before `default`. */
function declared(
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

/** `default` stands for success only where no other answer does. */
function isSuccess(
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
    throw new UnreadableError(operation.id, raw, pointer, error.message);
  }
}
