package com.example.template.runtime;

import java.io.EOFException;
import java.io.IOException;
import java.util.Optional;

/** Takes a stream apart. No more than one item of it is kept. */
interface FrameReader {
  /**
   * The next item; empty at the end.
   *
   * @throws IOException where the connection breaks, or the stream ends in an item
   * @throws DecodeException where the bytes are not such a stream
   * @throws AnswerTooLargeException where the item is larger than it may be
   */
  Optional<Frame> next() throws IOException;

  /** The stream ends where it may not. */
  static IOException cutOff() {
    return new EOFException("the stream ended in the middle of an item");
  }
}
