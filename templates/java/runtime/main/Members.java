package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;

/** The properties of an object that is being encoded. */
public final class Members {
  private final ObjectNode object = Json.NODES.objectNode();

  Members() {}

  JsonNode json() {
    return object;
  }

  /**
   * Encodes a property that is always present.
   *
   * @param <T> its type
   * @param codec how it is encoded
   * @param name its name
   * @param value its value
   */
  public <T> void required(Codec<T> codec, String name, T value) {
    object.set(name, codec.write(value));
  }

  /**
   * Encodes a property that is always present and may be {@code null}.
   *
   * @param <T> its type
   * @param codec how it is encoded
   * @param name its name
   * @param value its value
   */
  public <T> void nullable(Codec<T> codec, String name, Optional<T> value) {
    object.set(name, Codecs.optional(codec).write(value));
  }

  /**
   * Encodes a property unless it has no value.
   *
   * @param <T> its type
   * @param codec how it is encoded
   * @param name its name
   * @param value its value
   */
  public <T> void optional(Codec<T> codec, String name, Optional<T> value) {
    value.ifPresent(present -> object.set(name, codec.write(present)));
  }

  /**
   * Encodes a property that may be absent or {@code null}.
   *
   * @param <T> its type
   * @param codec how it is encoded
   * @param name its name
   * @param value its value
   */
  public <T> void presence(Codec<T> codec, String name, Presence<T> value) {
    if (value.isNull()) {
      object.putNull(name);
    }
    optional(codec, name, value.value());
  }

  /**
   * Encodes properties whose names the description does not define.
   *
   * @param <T> their type
   * @param codec how they are encoded
   * @param rest the values by name
   */
  public <T> void rest(Codec<T> codec, Map<String, T> rest) {
    rest.forEach((name, value) -> object.set(name, codec.write(value)));
  }
}
