package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Decodes values of a type from JSON and encodes them. Every generated model has a codec in {@code
 * CODEC}.
 *
 * @param <T> the type
 */
public interface Codec<T> {
  /**
   * Decodes a value.
   *
   * @param value the JSON
   * @param decoder the location of the value
   * @return the value
   * @throws DecodeException if the JSON does not have the shape of the type
   */
  T read(JsonNode value, Decoder decoder);

  /**
   * Encodes a value.
   *
   * @param value the value
   * @return the JSON
   */
  JsonNode write(T value);

  /**
   * Decodes a document. Properties that the description does not define are kept.
   *
   * @param json the document, in UTF-8
   * @return the value
   * @throws DecodeException if it is not JSON, or does not have the shape of the type
   */
  default T parse(byte[] json) {
    return read(Json.parse(json), new Decoder());
  }

  /**
   * Decodes a document. Properties that the description does not define are kept.
   *
   * @param json the document
   * @return the value
   * @throws DecodeException if it is not JSON, or does not have the shape of the type
   */
  default T parse(String json) {
    return parse(json.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Encodes a document.
   *
   * @param value the value
   * @return the document
   */
  default String toJson(T value) {
    return Json.text(write(value));
  }

  /**
   * Creates the codec of an object.
   *
   * @param <T> the type
   * @param read decodes the properties
   * @param write encodes the properties, in the order of the description
   * @return the codec
   */
  static <T> Codec<T> object(Function<Fields, T> read, BiConsumer<T, Members> write) {
    return Codecs.of(
        (value, decoder) -> read.apply(new Fields(value, decoder)),
        value -> {
          Members members = new Members();
          write.accept(value, members);
          return members.json();
        });
  }

  /**
   * Creates the codec of a type that wraps another one.
   *
   * @param <R> the type
   * @param read wraps a value
   * @param write unwraps a value
   * @return the codec
   */
  default <R> Codec<R> map(Function<T, R> read, Function<R, T> write) {
    Codec<T> inner = this;
    return Codecs.of(
        (value, decoder) -> read.apply(inner.read(value, decoder)),
        value -> inner.write(write.apply(value)));
  }
}
