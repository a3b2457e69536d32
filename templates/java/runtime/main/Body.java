package com.example.template.runtime;

import java.io.InputStream;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The body of a request.
 *
 * @param mediaType its media type
 * @param bytes its content; empty for a stream
 * @param stream opens the bytes of a stream, from its beginning
 * @param isRepeatable whether it can be sent again
 */
record Body(
    String mediaType, byte[] bytes, Optional<Supplier<InputStream>> stream, boolean isRepeatable) {
  Body(String mediaType, byte[] bytes) {
    this(mediaType, bytes, Optional.empty(), true);
  }

  /** Creates a body of a stream that can be read only once. */
  Body(String mediaType, Supplier<InputStream> stream) {
    this(mediaType, new byte[0], Optional.of(stream), false);
  }

  /** Returns the complete body; empty for a stream. */
  Optional<byte[]> whole() {
    return stream.isPresent() ? Optional.empty() : Optional.of(bytes);
  }
}
