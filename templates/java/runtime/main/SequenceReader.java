package com.example.template.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Splits a stream into JSON texts after record separators (RFC 7464). A text is complete at the end
 * of its line, so that a live stream is never one item behind.
 */
final class SequenceReader implements FrameReader {
  private static final int RECORD_SEPARATOR = 0x1E;

  private final InputStream source;
  private final ItemBuffer buffer;
  private State state = State.BEFORE;
  private int depth;
  private boolean escaped;

  /** The position within a text. */
  private enum State {
    BEFORE,
    START,
    SCALAR,
    NESTED,
    STRING,
    WHOLE
  }

  SequenceReader(InputStream source, ItemBuffer buffer) {
    this.source = source;
    this.buffer = buffer;
  }

  @Override
  public Optional<Frame> next() throws IOException {
    for (int next = source.read(); next >= 0; next = source.read()) {
      boolean isEnd = next == '\n' && (state == State.SCALAR || state == State.WHOLE);
      if (next != RECORD_SEPARATOR && !isEnd) {
        step(next);
        buffer.add(next);
        continue;
      }
      byte[] content = buffer.take();
      // A number or literal could continue unless white space follows.
      boolean cut = next == RECORD_SEPARATOR && state != State.WHOLE;
      state = next == RECORD_SEPARATOR ? State.START : State.BEFORE;
      escaped = false;
      if (ItemBuffer.isBlank(content)) {
        continue;
      }
      if (cut) {
        throw new DecodeException("", "JSON", "an incomplete text");
      }
      return Optional.of(new Frame(content, false));
    }
    return end();
  }

  private Optional<Frame> end() throws IOException {
    byte[] content = buffer.take();
    if (ItemBuffer.isBlank(content)) {
      return Optional.empty();
    }
    if (state != State.WHOLE) {
      throw FrameReader.cutOff();
    }
    return Optional.of(new Frame(content, false));
  }

  private void step(int next) {
    boolean space = ItemBuffer.isSpace(next);
    switch (state) {
      case BEFORE, WHOLE -> {
        if (!space) {
          throw new DecodeException("", "JSON", "text without a record separator");
        }
      }
      case START -> {
        if (!space) {
          state = State.SCALAR;
          depth = 0;
          nest(next);
        }
      }
      case SCALAR -> state = space ? State.WHOLE : State.SCALAR;
      case NESTED -> nest(next);
      default -> quote(next);
    }
  }

  private void nest(int next) {
    switch (next) {
      case '"' -> state = State.STRING;
      case '{', '[' -> {
        depth++;
        state = State.NESTED;
      }
      case '}', ']' -> {
        depth--;
        state = depth > 0 ? State.NESTED : State.WHOLE;
      }
      default -> {
        // All else is part of the text.
      }
    }
  }

  private void quote(int next) {
    if (escaped) {
      escaped = false;
    } else if (next == '\\') {
      escaped = true;
    } else if (next == '"') {
      state = depth > 0 ? State.NESTED : State.WHOLE;
    }
  }
}
