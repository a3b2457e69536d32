package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * What each part of a stream of parts contains (RFC 2046 §5.1).
 *
 * @param mediaType the media type with which parts are sent
 * @param content how an item is encoded
 */
public record PartForm(String mediaType, Content content) {
  /** How the content of a part is encoded. */
  public enum Content {
    /** As JSON. */
    JSON,
    /** A string, as it is. */
    TEXT,
    /** Bytes, as they are; a string in base64 until then. */
    BYTES
  }

  /**
   * Creates the form of parts that are JSON.
   *
   * @param mediaType the media type
   * @return the form
   */
  public static PartForm json(String mediaType) {
    return new PartForm(mediaType, Content.JSON);
  }

  /**
   * Creates the form of parts that are text.
   *
   * @param mediaType the media type
   * @return the form
   */
  public static PartForm text(String mediaType) {
    return new PartForm(mediaType, Content.TEXT);
  }

  /**
   * Creates the form of parts that are bytes.
   *
   * @param mediaType the media type
   * @return the form
   */
  public static PartForm bytes(String mediaType) {
    return new PartForm(mediaType, Content.BYTES);
  }

  /** Returns the JSON of an item. */
  JsonNode read(byte[] bytes) {
    return switch (content) {
      case JSON -> Json.parse(bytes);
      case TEXT -> Json.NODES.textNode(utf8(bytes));
      case BYTES -> Json.NODES.textNode(Base64.getEncoder().encodeToString(bytes));
    };
  }

  private static String utf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException error) {
      throw new DecodeException("", "text", "bytes that are not UTF-8", error);
    }
  }

  /** Returns the content of a part from the JSON of an item. */
  byte[] write(JsonNode item) {
    if (content == Content.JSON) {
      return Json.bytes(item);
    }
    if (!item.isTextual()) {
      throw new IllegalArgumentException("an item of the stream is not text");
    }
    String text = item.textValue();
    return content == Content.TEXT
        ? text.getBytes(StandardCharsets.UTF_8)
        : Base64.getDecoder().decode(text);
  }
}
