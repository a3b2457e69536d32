package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * How values of a type are read from JSON and written as JSON. Every generated model has one, as
 * {@code CODEC}.
 *
 * @param <T> the type
 */
public interface Codec<T> {
  /**
   * Reads a value.
   *
   * @param value the JSON
   * @param decoder where it stands
   * @return the value
   * @throws DecodeException when the JSON is not of the shape of the type
   */
  T read(JsonNode value, Decoder decoder);

  /**
   * Writes a value.
   *
   * @param value the value
   * @return the JSON
   */
  JsonNode write(T value);

  /**
   * Reads the text of a document. Members that the description does not define are kept.
   *
   * @param json the document, in UTF-8
   * @return the value
   * @throws DecodeException when it is not JSON, or not of the shape of the type
   */
  default T parse(byte[] json) {
    return read(Json.parse(json), new Decoder());
  }

  /**
   * Reads the text of a document. Members that the description does not define are kept.
   *
   * @param json the document
   * @return the value
   * @throws DecodeException when it is not JSON, or not of the shape of the type
   */
  default T parse(String json) {
    return parse(json.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Writes the text of a document.
   *
   * @param value the value
   * @return the document
   */
  default String toJson(T value) {
    return Json.text(write(value));
  }

  /**
   * The codec of an object with known properties.
   *
   * @param <T> the type
   * @param read reads the properties
   * @param write writes them, in the order of the description
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
   * The codec of a type that stands for another one.
   *
   * @param <R> the type
   * @param read makes a value of the other type's
   * @param write gives the other type's value back
   * @return the codec
   */
  default <R> Codec<R> map(Function<T, R> read, Function<R, T> write) {
    Codec<T> inner = this;
    return Codecs.of(
        (value, decoder) -> read.apply(inner.read(value, decoder)),
        value -> inner.write(write.apply(value)));
  }
}
