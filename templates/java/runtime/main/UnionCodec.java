package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * How one of several types is read and written. What is none of them is kept as it is.
 *
 * @param <U> the type that stands for all of them
 */
public final class UnionCodec<U> implements Codec<U> {
  private final String property;
  private final Function<JsonNode, U> unknown;
  private final Function<U, JsonNode> kept;
  private final List<Member<U, ?>> members = new ArrayList<>();
  private final Map<String, Member<U, ?>> byValue = new LinkedHashMap<>();

  private record Member<U, T>(
      Guard guard, Codec<T> codec, Function<T, U> wrap, Function<U, T> unwrap) {
    U read(JsonNode value, Decoder decoder) {
      return wrap.apply(codec.read(value, decoder));
    }

    U attempt(JsonNode value, Decoder decoder) {
      return guard.admits(value) ? decoder.attempt(value, () -> read(value, decoder)) : null;
    }

    JsonNode write(U value) {
      T inner = unwrap.apply(value);
      return inner == null ? null : codec.write(inner);
    }
  }

  /**
   * A union without members yet.
   *
   * @param property the property that tells the members apart; {@code null} where none tells all
   * @param unknown keeps what is none of the members
   * @param kept what was kept so; {@code null} for a member
   */
  public UnionCodec(String property, Function<JsonNode, U> unknown, Function<U, JsonNode> kept) {
    this.property = property;
    this.unknown = unknown;
    this.kept = kept;
  }

  /**
   * Adds a member.
   *
   * @param <T> its type
   * @param guard what a value must look like to be read as the member
   * @param codec how it is read and written
   * @param wrap makes it the union's
   * @param unwrap gives it back; {@code null} for another member
   * @return this codec
   */
  public <T> UnionCodec<U> member(
      Guard guard, Codec<T> codec, Function<T, U> wrap, Function<U, T> unwrap) {
    Member<U, T> member = new Member<>(guard, codec, wrap, unwrap);
    members.add(member);
    guard.values(property).forEach(value -> byValue.putIfAbsent(value, member));
    return this;
  }

  @Override
  public U read(JsonNode value, Decoder decoder) {
    if (property != null) {
      Member<U, ?> member = byValue.get(value.path(property).asText(null));
      boolean told = value.path(property).isTextual() && member != null;
      return told ? member.read(value, decoder) : unknown.apply(value);
    }
    for (Member<U, ?> member : members) {
      U read = member.attempt(value, decoder);
      if (read != null) {
        return read;
      }
    }
    return unknown.apply(value);
  }

  @Override
  public JsonNode write(U value) {
    for (Member<U, ?> member : members) {
      JsonNode written = member.write(value);
      if (written != null) {
        return written;
      }
    }
    return Json.node(kept.apply(value));
  }
}
