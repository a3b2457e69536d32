package com.example.template.runtime;

import java.io.ByteArrayOutputStream;

/** A buffer with a size limit. */
final class ItemBuffer {
  private final long limit;
  private ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  ItemBuffer(long limit) {
    this.limit = limit;
  }

  void add(int next) {
    if (bytes.size() >= limit) {
      throw tooLarge(limit);
    }
    bytes.write(next);
  }

  byte[] take() {
    byte[] taken = bytes.toByteArray();
    // Releases the memory of one long item.
    bytes = new ByteArrayOutputStream();
    return taken;
  }

  static AnswerTooLargeException tooLarge(long limit) {
    return new AnswerTooLargeException("an item of the stream", limit);
  }

  static boolean isSpace(int next) {
    return next == ' ' || next == '\t' || next == '\r' || next == '\n';
  }

  static boolean isBlank(byte[] text) {
    for (byte next : text) {
      if (!isSpace(next)) {
        return false;
      }
    }
    return true;
  }
}
