package com.example.template.runtime;

import java.util.Objects;
import java.util.Optional;

/**
 * A file: {@code format: binary} in a multipart form. In JSON it is base64 text.
 *
 * @param name the file name from the sender; sent as {@code file} if empty
 * @param mediaType the media type; sent as {@code application/octet-stream} if empty
 * @param bytes the content
 */
public record FilePart(Optional<String> name, Optional<String> mediaType, Bytes bytes) {
  /**
   * Creates a file.
   *
   * @param name the file name from the sender
   * @param mediaType the media type
   * @param bytes the content
   */
  public FilePart {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(mediaType, "mediaType");
    Objects.requireNonNull(bytes, "bytes");
  }

  /**
   * Creates a file without a name or a media type.
   *
   * @param bytes the content
   * @return the file
   */
  public static FilePart of(Bytes bytes) {
    return new FilePart(Optional.empty(), Optional.empty(), bytes);
  }

  /**
   * Creates a file.
   *
   * @param name the file name from the sender
   * @param mediaType the media type
   * @param bytes the content
   * @return the file
   */
  public static FilePart of(String name, String mediaType, byte[] bytes) {
    return new FilePart(Optional.of(name), Optional.of(mediaType), Bytes.of(bytes));
  }
}
