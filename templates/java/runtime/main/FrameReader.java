package com.example.template.runtime;

import java.io.EOFException;
import java.io.IOException;
import java.util.Optional;

/** Splits a stream into items. At most one item is buffered. */
interface FrameReader {
  /**
   * Returns the next item; empty at the end.
   *
   * @throws IOException if the connection breaks, or the stream ends in the middle of an item
   * @throws DecodeException if the bytes do not have the format of the stream
   * @throws AnswerTooLargeException if the item exceeds the limit
   */
  Optional<Frame> next() throws IOException;

  /** Returns the error for a stream that ends in the middle of an item. */
  static IOException cutOff() {
    return new EOFException("the stream ended in the middle of an item");
  }
}
