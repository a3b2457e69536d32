package com.example.template.runtime;

import java.util.Objects;
import java.util.Optional;

/**
 * A file: {@code format: binary} as a part of a form. Within JSON it stands as base64 text.
 *
 * @param name the file name from the sender; {@code file} in a form that has no name
 * @param mediaType the media type; {@code application/octet-stream} in a form that has no type
 * @param bytes what the file holds
 */
public record FilePart(Optional<String> name, Optional<String> mediaType, Bytes bytes) {
  /**
   * A file.
   *
   * @param name the file name from the sender
   * @param mediaType the media type
   * @param bytes what the file holds
   */
  public FilePart {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(mediaType, "mediaType");
    Objects.requireNonNull(bytes, "bytes");
  }

  /**
   * A file without a name or a media type.
   *
   * @param bytes what the file holds
   * @return the file
   */
  public static FilePart of(Bytes bytes) {
    return new FilePart(Optional.empty(), Optional.empty(), bytes);
  }

  /**
   * A file.
   *
   * @param name the file name from the sender
   * @param mediaType the media type
   * @param bytes what the file holds
   * @return the file
   */
  public static FilePart of(String name, String mediaType, byte[] bytes) {
    return new FilePart(Optional.of(name), Optional.of(mediaType), Bytes.of(bytes));
  }
}
