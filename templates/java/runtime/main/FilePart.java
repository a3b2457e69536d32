package com.example.template.runtime;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * A file: {@code format: binary} in a multipart form. In JSON it is base64 text.
 *
 * @param name the file name from the sender; sent as {@code file} if empty
 * @param mediaType the media type; sent as {@code application/octet-stream} if empty
 * @param bytes the content; empty if there is a source
 * @param source where the content is read as it is sent, so that it is never held whole
 */
public record FilePart(
    Optional<String> name, Optional<String> mediaType, Bytes bytes, Optional<FileSource> source) {
  /**
   * Creates a file.
   *
   * @param name the file name from the sender
   * @param mediaType the media type
   * @param bytes the content
   * @param source the source of the content, instead of bytes
   */
  public FilePart {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(mediaType, "mediaType");
    Objects.requireNonNull(bytes, "bytes");
    Objects.requireNonNull(source, "source");
  }

  /**
   * Creates a file of bytes.
   *
   * @param name the file name from the sender
   * @param mediaType the media type
   * @param bytes the content
   */
  public FilePart(Optional<String> name, Optional<String> mediaType, Bytes bytes) {
    this(name, mediaType, bytes, Optional.empty());
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

  /**
   * Creates a file whose content is read and sent as it comes. A form with such a file is sent only
   * once, whatever the {@link RetryPolicy} says; the time for the attempt begins after the last
   * byte. The stream is closed at the end.
   *
   * @param name the file name from the sender
   * @param mediaType the media type
   * @param content the content
   * @return the file
   */
  public static FilePart of(String name, String mediaType, InputStream content) {
    return of(name, mediaType, FileSource.of(content));
  }

  /**
   * Creates a file whose content is read and sent as it comes. Each attempt reads it from its
   * beginning, so a form with it can be sent again; the time for an attempt begins after the last
   * byte.
   *
   * @param name the file name from the sender
   * @param mediaType the media type
   * @param content the path of the content
   * @return the file
   */
  public static FilePart of(String name, String mediaType, Path content) {
    return of(name, mediaType, FileSource.of(content));
  }

  /** Returns the content for JSON, which is never a stream. */
  Bytes whole() {
    if (source.isPresent()) {
      throw new RequestException("a file that is a stream can only be sent as a part of a form");
    }
    return bytes;
  }

  private static FilePart of(String name, String mediaType, FileSource source) {
    Bytes none = Bytes.of(new byte[0]);
    return new FilePart(Optional.of(name), Optional.of(mediaType), none, Optional.of(source));
  }
}
