/** Request bodies that are never held whole. */

/** A body as it is sent. A `Blob` can be read again; a streamed body cannot. */
export interface SentBody {
  readonly mediaType: string;
  readonly bytes: Uint8Array | Blob | StreamedBody;
}

/** A streamed body, which can be sent only once. */
export abstract class StreamedBody {
  /** The error that ended the body early. */
  #failure: unknown;

  /** The error that ended the body early; `undefined` if the body is complete. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Returns the bytes; `onEnd` is called after the last one. */
  open(onEnd: () => void): ReadableStream<Uint8Array> {
    const chunks = this.chunks();
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          try {
            const { value, done } = await chunks.next();
            if (done === true) {
              onEnd();
              controller.close();
            } else {
              controller.enqueue(value);
            }
          } catch (error) {
            this.#failure = error;
            controller.error(this.#failure);
          }
        },
        cancel: async () => {
          await chunks.return(undefined);
        },
      },
      { highWaterMark: 0 },
    );
  }

  /** Returns the bytes in chunks, which are taken as they are sent. */
  protected abstract chunks(): AsyncGenerator<Uint8Array, void, undefined>;
}
