package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The parts of a multipart form (RFC 7578). */
public final class Parts {
  private static final String END = "\r\n";

  /**
   * A part.
   *
   * @param content its content; empty if there is a source
   */
  private record Part(String name, String head, byte[] content, Optional<FileSource> source) {
    Part(String name, String head, byte[] content) {
      this(name, head, content, Optional.empty());
    }

    boolean isRepeatable() {
      return source.isEmpty() || source.get().isRepeatable();
    }
  }

  private final List<Part> parts = new ArrayList<>();

  Parts() {}

  /**
   * Adds a value: an object as JSON, a list as one part per item, anything else as text.
   *
   * @param <T> its type
   * @param codec how it is encoded
   * @param name its name
   * @param value the value
   */
  public <T> void value(Codec<T> codec, String name, T value) {
    json(name, codec.write(value));
  }

  /**
   * Adds a value if there is one.
   *
   * @param <T> its type
   * @param codec how it is encoded
   * @param name its name
   * @param value the value
   */
  public <T> void value(Codec<T> codec, String name, Optional<T> value) {
    value.ifPresent(present -> value(codec, name, present));
  }

  /**
   * Adds a value if there is one.
   *
   * @param <T> its type
   * @param codec how it is encoded
   * @param name its name
   * @param value the value
   */
  public <T> void value(Codec<T> codec, String name, Presence<T> value) {
    value(codec, name, value.value());
  }

  /**
   * Adds a file. If it has no name, it is named {@code file}, because receivers recognize a file by
   * having a name.
   *
   * @param name the name of the field
   * @param file the file
   */
  public void file(String name, FilePart file) {
    String head = head(name) + "; filename=\"" + escape(file.name().orElse("file")) + "\"" + END;
    String media = file.mediaType().orElse("application/octet-stream");
    parts.add(new Part(name, head + type(media), file.bytes().toByteArray(), file.source()));
  }

  /**
   * Adds a file if there is one.
   *
   * @param name the name of the field
   * @param file the file
   */
  public void file(String name, Optional<FilePart> file) {
    file.ifPresent(present -> file(name, present));
  }

  /**
   * Adds a file if there is one.
   *
   * @param name the name of the field
   * @param file the file
   */
  public void file(String name, Presence<FilePart> file) {
    file(name, file.value());
  }

  /**
   * Adds every file of a list.
   *
   * @param name the name of the field
   * @param files the files
   */
  public void files(String name, List<FilePart> files) {
    files.forEach(file -> file(name, file));
  }

  /**
   * Adds every file of a list if there is one.
   *
   * @param name the name of the field
   * @param files the files
   */
  public void files(String name, Optional<List<FilePart>> files) {
    files.ifPresent(present -> files(name, present));
  }

  /**
   * Adds every file of a list if there is one.
   *
   * @param name the name of the field
   * @param files the files
   */
  public void files(String name, Presence<List<FilePart>> files) {
    files(name, files.value());
  }

  /**
   * Adds properties that the description does not define.
   *
   * @param members the values by name
   */
  public void rest(Map<String, JsonNode> members) {
    members.forEach(this::json);
  }

  Body encode() {
    String boundary = boundary();
    String media = "multipart/form-data; boundary=" + boundary;
    List<FormBody.Piece> pieces = new ArrayList<>();
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (Part part : parts) {
      body.writeBytes(utf8("--" + boundary + END + part.head + END));
      if (part.source.isPresent()) {
        pieces.add(text(body));
        pieces.add(new FormBody.Piece(part.name, part.content, part.source));
        body.reset();
      } else {
        body.writeBytes(part.content);
      }
      body.writeBytes(utf8(END));
    }
    body.writeBytes(utf8("--" + boundary + "--" + END));
    if (pieces.isEmpty()) {
      return new Body(media, body.toByteArray());
    }
    pieces.add(text(body));
    boolean repeatable = parts.stream().allMatch(Part::isRepeatable);
    return new Body(media, new byte[0], Optional.of(() -> new FormBody(pieces)), repeatable);
  }

  private static FormBody.Piece text(ByteArrayOutputStream body) {
    return new FormBody.Piece("", body.toByteArray(), Optional.empty());
  }

  private void json(String name, JsonNode value) {
    if (value.isArray()) {
      value.forEach(item -> item(name, item));
    } else {
      item(name, value);
    }
  }

  private void item(String name, JsonNode value) {
    if (!value.isNull()) {
      String media = value.isContainerNode() ? type("application/json") : "";
      byte[] content = utf8(Styles.text(Parameter.UNLISTED, value));
      parts.add(new Part(name, head(name) + END + media, content));
    }
  }

  /**
   * Returns a random boundary that no part contains. It cannot be predicted, so sources, which may
   * be streams, are not searched for it.
   */
  private String boundary() {
    while (true) {
      String boundary = "form-" + UUID.randomUUID().toString().replace("-", "");
      // Each byte is a character of ISO 8859-1.
      boolean free =
          parts.stream()
              .map(part -> new String(part.content, StandardCharsets.ISO_8859_1))
              .noneMatch(content -> content.contains(boundary));
      if (free) {
        return boundary;
      }
    }
  }

  private static String head(String name) {
    return "Content-Disposition: form-data; name=\"" + escape(name) + "\"";
  }

  private static String type(String media) {
    return "Content-Type: " + media.replaceAll("\\p{Cntrl}", "") + END;
  }

  /**
   * Escapes a name like browsers (WHATWG HTML §4.10.21.8, "multipart/form-data encoding
   * algorithm").
   */
  private static String escape(String name) {
    return name.replace("\"", "%22").replace("\r", "%0D").replace("\n", "%0A");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
