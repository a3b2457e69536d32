/** Writes the parts of multipart forms. */

import { RequestError } from "./errors.js";
import { bytesOf } from "./items.js";
import { type SentBody, StreamedBody } from "./streamed.js";
import type { NamedUpload } from "./values.js";

/** A part of a multipart form. */
export interface Part {
  readonly name: string;
  readonly fileName?: string;
  readonly mediaType?: string;
  readonly content: NamedUpload["bytes"];
}

/**
 * Returns a form. It is a `Blob` if a content is one, and streamed if a content
 * can be read only once. Such contents are not searched for the boundary: they
 * do not contain it, because it cannot be predicted.
 */
export function writeParts(parts: readonly Part[]): SentBody {
  const boundary = `form-${crypto.randomUUID().replaceAll("-", "")}`;
  const mediaType = `multipart/form-data; boundary=${boundary}`;
  const pieces = [
    ...parts.flatMap((part) => [
      text(`--${boundary}\r\n${head(part)}\r\n`),
      part,
      text("\r\n"),
    ]),
    text(`--${boundary}--\r\n`),
  ];
  const contents = pieces.map((piece) =>
    piece instanceof Uint8Array ? piece : piece.content,
  );
  if (contents.every(isBytes)) {
    return { mediaType, bytes: concat(contents) };
  }
  if (contents.every(isRepeatable)) {
    return { mediaType, bytes: new Blob(contents) };
  }
  return { mediaType, bytes: new FormBody(pieces) };
}

/** A form with a file that can be read only once. */
class FormBody extends StreamedBody {
  readonly #pieces: readonly (Uint8Array | Part)[];

  constructor(pieces: readonly (Uint8Array | Part)[]) {
    super();
    this.#pieces = pieces;
  }

  protected override async *chunks(): AsyncGenerator<
    Uint8Array,
    void,
    undefined
  > {
    for (const piece of this.#pieces) {
      if (piece instanceof Uint8Array) {
        yield piece;
      } else {
        yield* read(piece);
      }
    }
  }
}

/** Returns the content of a part in chunks. */
async function* read({
  name,
  content,
}: Part): AsyncGenerator<Uint8Array, void, undefined> {
  if (content instanceof Uint8Array) {
    yield content;
    return;
  }
  try {
    const chunks = content instanceof Blob ? readBlob(content) : content;
    for await (const chunk of chunks) {
      yield bytesOf(chunk);
    }
  } catch (error) {
    const shown = JSON.stringify(name);
    throw new RequestError(`the file ${shown} cannot be read`, {
      cause: error,
    });
  }
}

/** Returns the bytes of a `Blob`, whose stream is not iterable everywhere. */
async function* readBlob(
  blob: Blob,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = blob.stream().getReader();
  try {
    for (;;) {
      const step = await reader.read();
      if (step.done) {
        return;
      }
      yield step.value as Uint8Array;
    }
  } finally {
    await reader.cancel();
  }
}

function isBytes(content: Part["content"]): content is Uint8Array {
  return content instanceof Uint8Array;
}

function isRepeatable(content: Part["content"]): content is Uint8Array | Blob {
  return content instanceof Uint8Array || content instanceof Blob;
}

function head({ name, fileName, mediaType }: Part): string {
  const file = fileName === undefined ? "" : `; filename="${quote(fileName)}"`;
  const type =
    mediaType === undefined
      ? ""
      : `Content-Type: ${mediaType.replaceAll(/\p{Control}/gu, "")}\r\n`;
  const disposition = `form-data; name="${quote(name)}"${file}`;
  return `Content-Disposition: ${disposition}\r\n${type}`;
}

/**
 * Escapes a name like browsers (HTML, "multipart/form-data encoding
 * algorithm").
 */
function quote(name: string): string {
  return name
    .replaceAll('"', "%22")
    .replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A");
}

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

function concat(chunks: readonly Uint8Array[]): Uint8Array {
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
