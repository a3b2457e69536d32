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
 */
record Body(String mediaType, byte[] bytes, Optional<Supplier<InputStream>> stream) {
  Body(String mediaType, byte[] bytes) {
    this(mediaType, bytes, Optional.empty());
  }

  /** Returns the complete body; empty for a stream. */
  Optional<byte[]> whole() {
    return stream.isPresent() ? Optional.empty() : Optional.of(bytes);
  }
}
