/** Responses of bytes that are never held whole. */

import type { RawResponse, StreamedResponse } from "./raw.js";

/** Takes the body of a response as it arrives, in chunks. */
export type BodyReceiver = (
  body: AsyncIterable<Uint8Array>,
  raw: RawResponse,
) => void | Promise<void>;

/** Gives a body to its receiver, and then closes the connection. */
export async function receive(
  raw: StreamedResponse,
  receiver: BodyReceiver,
): Promise<Uint8Array> {
  try {
    await receiver(chunksOf(raw), raw);
  } finally {
    await raw.body.close();
  }
  return new Uint8Array();
}

async function* chunksOf({
  body,
}: StreamedResponse): AsyncGenerator<Uint8Array, void, undefined> {
  for (;;) {
    const chunk = await body.read();
    if (chunk === undefined) {
      return;
    }
    yield chunk;
  }
}
