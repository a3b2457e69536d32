package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The codec of a union of types. A value of any other type is kept as it is.
 *
 * @param <U> the type of the union
 */
public final class UnionCodec<U> implements Codec<U> {
  private final Consumer<UnionCodec<U>> fill;
  private String property;
  private final List<Member<U, ?, ?>> members = new ArrayList<>();
  private final Map<String, Member<U, ?, ?>> byValue = new LinkedHashMap<>();
  private Member<U, JsonNode, ?> unknown;
  private boolean filled;

  /** A member, and the class of its values in the union. */
  private record Member<U, T, W extends U>(
      Guard guard, Codec<T> codec, Class<W> type, Function<T, W> wrap, Function<W, T> unwrap) {
    U read(JsonNode value, Decoder decoder) {
      return wrap.apply(codec.read(value, decoder));
    }

    JsonNode write(U value) {
      return codec.write(unwrap.apply(type.cast(value)));
    }
  }

  private UnionCodec(Consumer<UnionCodec<U>> fill) {
    this.fill = fill;
  }

  /**
   * Creates the codec of a union. Its members are added on first use, because they may contain the
   * union.
   *
   * @param <U> the type of the union
   * @param fill adds the members
   * @return the codec
   */
  public static <U> UnionCodec<U> of(Consumer<UnionCodec<U>> fill) {
    return new UnionCodec<>(fill);
  }

  /**
   * Sets the property that distinguishes all members.
   *
   * @param name the property
   */
  public void discriminator(String name) {
    property = name;
  }

  /**
   * Adds a member whose type belongs to the union.
   *
   * @param <W> its type
   * @param guard the conditions under which a value is decoded as the member
   * @param codec how it is decoded and encoded
   * @param type its class
   */
  public <W extends U> void member(Guard guard, Codec<W> codec, Class<W> type) {
    member(guard, codec, type, Function.identity(), Function.identity());
  }

  /**
   * Adds a member whose values are wrapped in a type of the union.
   *
   * @param <T> its type
   * @param <W> the type of the wrapper
   * @param guard the conditions under which a value is decoded as the member
   * @param codec how it is decoded and encoded
   * @param type the class of the wrapper
   * @param wrap wraps a value
   * @param unwrap unwraps a value
   */
  public <T, W extends U> void member(
      Guard guard, Codec<T> codec, Class<W> type, Function<T, W> wrap, Function<W, T> unwrap) {
    Member<U, T, W> member = new Member<>(guard, codec, type, wrap, unwrap);
    members.add(member);
    if (property != null) {
      guard.values(property).forEach(value -> byValue.putIfAbsent(value, member));
    }
  }

  /**
   * Sets how values that match no member are kept.
   *
   * @param <W> the type of the wrapper
   * @param type the class of the wrapper
   * @param wrap wraps a value
   * @param unwrap unwraps a value
   */
  public <W extends U> void unknown(
      Class<W> type, Function<JsonNode, W> wrap, Function<W, JsonNode> unwrap) {
    unknown = new Member<>(Guard.of(), Codecs.ANY, type, wrap, unwrap);
  }

  @Override
  public U read(JsonNode value, Decoder decoder) {
    fill();
    if (property != null) {
      JsonNode selected = value.path(property);
      Member<U, ?, ?> member = selected.isTextual() ? byValue.get(selected.textValue()) : null;
      return (member == null ? unknown : member).read(value, decoder);
    }
    for (Member<U, ?, ?> member : members) {
      if (member.guard.admits(value)) {
        U read = decoder.attempt(value, () -> member.read(value, decoder));
        if (read != null) {
          return read;
        }
      }
    }
    return unknown.read(value, decoder);
  }

  @Override
  public JsonNode write(U value) {
    fill();
    return members.stream()
        .filter(member -> member.type.isInstance(value))
        .findFirst()
        .map(member -> member.write(value))
        .orElseGet(() -> unknown.write(value));
  }

  private synchronized void fill() {
    if (!filled) {
      filled = true;
      fill.accept(this);
    }
  }
}
