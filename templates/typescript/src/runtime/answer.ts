/** Decodes responses to typed values and errors. */

import { declared, isSuccess } from "./declared.js";
import { decodeBytes, decodeText } from "./bytes.js";
import { DecodeError } from "./decode.js";
import { ApiError, UndeclaredError, UnreadableError } from "./errors.js";
import { messageOf, type Messages } from "./message.js";
import { findMedia } from "./media.js";
import type { AnyOperation, Content } from "./operation.js";
import type { Observer } from "./observer.js";
import type { RawResponse } from "./raw.js";

/** What error messages are built from. */
export interface MessageSources {
  /** Where error bodies have their message. */
  readonly messages: Messages;
  /** The secrets that no message may show. */
  readonly secrets: readonly string[];
}

/**
 * Returns the value of a response.
 *
 * @throws ApiError, UndeclaredError or UnreadableError.
 */
export function readAnswer(
  operation: AnyOperation,
  raw: RawResponse,
  observer: Observer | undefined,
  { messages, secrets }: MessageSources,
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
    const isDecodeError =
      error instanceof DecodeError || error instanceof SyntaxError;
    if (!isDecodeError) {
      throw error;
    }
    const pointer = error instanceof DecodeError ? error.pointer : "";
    throw new UnreadableError(operation.id, raw, pointer, error.message);
  }
}
