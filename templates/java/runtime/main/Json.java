package com.example.template.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.ByteBuffer;

/** JSON as trees, without binding to classes. */
final class Json {
  static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private static final int DEEPEST = 500;
  private static final int LONGEST_QUOTE = 40;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              new JsonFactoryBuilder()
                  // Names come from the service, and interned strings are never freed.
                  .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                  .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                  // Writes a character beyond the BMP as four bytes instead of two escapes.
                  .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(DEEPEST)
                          .maxStringLength(Integer.MAX_VALUE)
                          .build())
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private Json() {}

  static JsonNode parse(byte[] text) {
    try {
      // The parser would replace bytes that are not UTF-8.
      JsonNode tree = MAPPER.readTree(UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString());
      if (!tree.isMissingNode()) {
        return tree;
      }
      throw new DecodeException("", "JSON", "nothing");
    } catch (IOException | NumberFormatException error) {
      // An exponent that no `BigDecimal` can hold is not reported as an `IOException`.
      throw new DecodeException("", "JSON", "invalid text", error);
    }
  }

  static byte[] bytes(JsonNode tree) {
    try {
      return MAPPER.writeValueAsBytes(tree);
    } catch (JsonProcessingException error) {
      throw new IllegalArgumentException("the value cannot be written as JSON", error);
    }
  }

  static String text(JsonNode tree) {
    try {
      return MAPPER.writeValueAsString(tree);
    } catch (JsonProcessingException error) {
      throw new IllegalArgumentException("the value cannot be written as JSON", error);
    }
  }

  /** Returns a JSON value as it is. */
  static JsonNode node(JsonNode value) {
    return value == null ? NODES.nullNode() : value;
  }

  /** Escapes a name for a JSON Pointer (RFC 6901 §3). */
  static String escape(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }

  /** Describes a value briefly, quoting only short ones. */
  static String describe(JsonNode value) {
    return switch (value.getNodeType()) {
      case NULL -> "null";
      case BOOLEAN -> "the boolean " + value.booleanValue();
      case NUMBER -> "a number";
      case STRING ->
          value.textValue().length() <= LONGEST_QUOTE ? "the string " + value : "a longer string";
      case ARRAY -> "an array";
      default -> "an object";
    };
  }
}
