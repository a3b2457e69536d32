package com.example.template.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Splits a stream into JSON texts, one per line. */
final class LineReader implements FrameReader {
  private final InputStream source;
  private final ItemBuffer buffer;

  LineReader(InputStream source, ItemBuffer buffer) {
    this.source = source;
    this.buffer = buffer;
  }

  @Override
  public Optional<Frame> next() throws IOException {
    for (int next = source.read(); next >= 0; next = source.read()) {
      if (next != '\n') {
        buffer.add(next);
        continue;
      }
      byte[] content = buffer.take();
      if (!ItemBuffer.isBlank(content)) {
        return Optional.of(new Frame(content, false));
      }
    }
    // The last line may lack a line break; if it is not JSON, it was cut off.
    byte[] content = buffer.take();
    return ItemBuffer.isBlank(content) ? Optional.empty() : Optional.of(new Frame(content, true));
  }
}
