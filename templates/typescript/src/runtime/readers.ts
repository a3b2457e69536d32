/** Chooses how a stream is split into items. */

import {
  EventReader,
  type FrameReader,
  type Framing,
  LineReader,
  SequenceReader,
} from "./frames.js";
import { PartReader } from "./mixed.js";

/**
 * Returns the reader of a connection, which continues from that of the last
 * one. `mediaType` is that of the response, which has the boundary of parts.
 */
export function readerOf(
  framing: Framing,
  limit: number,
  mediaType: string,
  last?: FrameReader,
): FrameReader {
  switch (framing) {
    case "events":
      return new EventReader(limit, last);
    case "lines":
      return new LineReader(limit);
    case "sequence":
      return new SequenceReader(limit);
    case "parts":
      return new PartReader(limit, mediaType);
  }
}
