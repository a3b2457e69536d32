package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The codecs of simple types, lists and maps. */
public final class Codecs {
  /** Any JSON value. */
  public static final Codec<JsonNode> ANY = of((value, decoder) -> value, Json::node);

  /** Only {@code null}. */
  public static final Codec<JsonNode> NULL =
      of(
          (value, decoder) -> {
            if (value.isNull()) {
              return value;
            }
            throw decoder.error("null", value);
          },
          value -> Json.NODES.nullNode());

  /** {@code true} or {@code false}. */
  public static final Codec<Boolean> BOOLEAN =
      of(
          (value, decoder) -> {
            if (value.isBoolean()) {
              return value.booleanValue();
            }
            throw decoder.error("a boolean", value);
          },
          Json.NODES::booleanNode);

  /** A 32-bit integer. */
  public static final Codec<Integer> INT32 =
      of(
          (value, decoder) ->
              Numbers.within(value, Integer.MIN_VALUE, Integer.MAX_VALUE)
                  .map(BigInteger::intValueExact)
                  .orElseThrow(() -> decoder.error("a 32-bit integer", value)),
          value -> Json.NODES.numberNode(value.intValue()));

  /** A 64-bit integer. */
  public static final Codec<Long> INT64 =
      of(
          (value, decoder) ->
              Numbers.within(value, Long.MIN_VALUE, Long.MAX_VALUE)
                  .map(BigInteger::longValueExact)
                  .orElseThrow(() -> decoder.error("a 64-bit integer", value)),
          value -> Json.NODES.numberNode(value.longValue()));

  /** An unsigned 64-bit integer. */
  public static final Codec<BigInteger> UINT64 =
      of(
          (value, decoder) ->
              Numbers.unsigned(value)
                  .orElseThrow(() -> decoder.error("an unsigned 64-bit integer", value)),
          value -> Json.NODES.numberNode(value));

  /** A single-precision number. */
  public static final Codec<Float> FLOAT =
      of(
          (value, decoder) -> {
            if (value.isNumber() && Float.isFinite(value.floatValue())) {
              return value.floatValue();
            }
            throw decoder.error("a 32-bit number", value);
          },
          value -> Numbers.node(value, value.toString()));

  /** A double-precision number. */
  public static final Codec<Double> DOUBLE =
      of(
          (value, decoder) -> {
            if (value.isNumber() && Double.isFinite(value.doubleValue())) {
              return value.doubleValue();
            }
            throw decoder.error("a number", value);
          },
          value -> Numbers.node(value, value.toString()));

  /** A JSON number with exact decimal digits. */
  public static final Codec<BigDecimal> DECIMAL_NUMBER =
      of(
          (value, decoder) -> {
            if (value.isNumber()) {
              return value.decimalValue();
            }
            throw decoder.error("a number", value);
          },
          Numbers::node);

  /** A string. */
  public static final Codec<String> STRING =
      of(
          (value, decoder) -> {
            if (value.isTextual()) {
              return value.textValue();
            }
            throw decoder.error("a string", value);
          },
          Json.NODES::textNode);

  /** A string that is a decimal number. */
  public static final Codec<BigDecimal> DECIMAL =
      text("a decimal number, as a string", Numbers::parseDecimal, Numbers::decimalText);

  /** An instant (RFC 3339). */
  public static final Codec<OffsetDateTime> DATE_TIME =
      text("an RFC 3339 date-time", Times::parseDateTime, Times::dateTimeText);

  /** A date (RFC 3339 {@code full-date}). */
  public static final Codec<LocalDate> DATE =
      text("an RFC 3339 full-date", Times::parseDate, LocalDate::toString);

  /** A UUID (RFC 9562). */
  public static final Codec<UUID> UUID =
      text("a UUID", Codecs::parseUuid, java.util.UUID::toString);

  /** Bytes in base 64 (RFC 4648 §4). */
  public static final Codec<Bytes> BYTES =
      text(
          "base64",
          text -> Optional.of(Bytes.of(Base64.getDecoder().decode(text))),
          bytes -> Base64.getEncoder().encodeToString(bytes.toByteArray()));

  /** A file, which is base64 text in JSON. */
  public static final Codec<FilePart> FILE = BYTES.map(FilePart::of, FilePart::whole);

  /** A JSON object of unknown shape. */
  public static final Codec<Map<String, JsonNode>> OBJECT = map(ANY);

  private static final int UUID_LENGTH = 36;

  private Codecs() {}

  static <T> Codec<T> of(BiFunction<JsonNode, Decoder, T> read, Function<T, JsonNode> write) {
    return new Codec<>() {
      @Override
      public T read(JsonNode value, Decoder decoder) {
        return read.apply(value, decoder);
      }

      @Override
      public JsonNode write(T value) {
        return write.apply(value);
      }
    };
  }

  /**
   * Creates the codec of a list.
   *
   * @param <T> the type of the items
   * @param item the codec of the items
   * @return the codec
   */
  public static <T> Codec<List<T>> list(Codec<T> item) {
    return of(
        (value, decoder) -> {
          if (!value.isArray()) {
            throw decoder.error("an array", value);
          }
          List<T> items = new ArrayList<>(value.size());
          for (JsonNode one : value) {
            items.add(decoder.within(Integer.toString(items.size()), item, one));
          }
          return Collections.unmodifiableList(items);
        },
        items -> {
          ArrayNode array = Json.NODES.arrayNode(items.size());
          items.forEach(one -> array.add(item.write(one)));
          return array;
        });
  }

  /**
   * Creates the codec of an object whose values have one type.
   *
   * @param <T> the type of the values
   * @param item the codec of the values
   * @return the codec
   */
  public static <T> Codec<Map<String, T>> map(Codec<T> item) {
    return of(
        (value, decoder) -> {
          if (!value.isObject()) {
            throw decoder.error("an object", value);
          }
          Map<String, T> members = new LinkedHashMap<>();
          value
              .properties()
              .forEach(
                  member -> {
                    String name = member.getKey();
                    members.put(name, decoder.within(name, item, member.getValue()));
                  });
          return Collections.unmodifiableMap(members);
        },
        members -> {
          ObjectNode object = Json.NODES.objectNode();
          members.forEach((name, one) -> object.set(name, item.write(one)));
          return object;
        });
  }

  /**
   * Creates a codec that also accepts {@code null}.
   *
   * @param <T> the type
   * @param inner the codec of its values
   * @return the codec
   */
  public static <T> Codec<T> nullable(Codec<T> inner) {
    return of(
        (value, decoder) -> value.isNull() ? null : inner.read(value, decoder),
        value -> value == null ? Json.NODES.nullNode() : inner.write(value));
  }

  /**
   * Creates a codec that decodes {@code null} to an empty {@link Optional}.
   *
   * @param <T> the type
   * @param inner the codec of its values
   * @return the codec
   */
  public static <T> Codec<Optional<T>> optional(Codec<T> inner) {
    return nullable(inner).map(Optional::ofNullable, value -> value.orElse(null));
  }

  private static <T> Codec<T> text(
      String expected, Function<String, Optional<T>> parse, Function<T, String> write) {
    return of(
        (value, decoder) -> {
          if (!value.isTextual()) {
            throw decoder.error(expected, value);
          }
          try {
            return parse.apply(value.textValue()).orElseThrow(() -> decoder.error(expected, value));
          } catch (IllegalArgumentException | ArithmeticException | java.time.DateTimeException e) {
            throw decoder.error(expected, value);
          }
        },
        value -> Json.NODES.textNode(write.apply(value)));
  }

  private static Optional<UUID> parseUuid(String text) {
    return text.length() == UUID_LENGTH
        ? Optional.of(java.util.UUID.fromString(text))
        : Optional.empty();
  }
}
