package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * How the pages of a list follow each other.
 *
 * @param <P> a page
 * @param <I> an item
 * @param parameter the place of the parameter for where a page starts
 * @param items the items of a page
 * @param next where the next page starts; {@code null} at the end
 */
public record Paging<P, I>(int parameter, Function<P, List<I>> items, Function<P, JsonNode> next) {

  /**
   * Where the next page starts.
   *
   * @param <T> the type of the property that says so
   * @param codec how it is written
   * @param value its value
   * @return the same as JSON
   */
  public static <T> JsonNode next(Codec<T> codec, T value) {
    return codec.write(value);
  }

  /**
   * Where the next page starts.
   *
   * @param <T> the type of the property that says so
   * @param codec how it is written
   * @param value its value
   * @return the same as JSON
   */
  public static <T> JsonNode next(Codec<T> codec, Optional<T> value) {
    return value.map(codec::write).orElse(Json.NODES.nullNode());
  }

  /**
   * Where the next page starts.
   *
   * @param <T> the type of the property that says so
   * @param codec how it is written
   * @param value its value
   * @return the same as JSON
   */
  public static <T> JsonNode next(Codec<T> codec, Presence<T> value) {
    return next(codec, value.value());
  }
}
