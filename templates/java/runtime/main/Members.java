package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;

/** The properties of one object that is being written. */
public final class Members {
  private final ObjectNode object = Json.NODES.objectNode();

  Members() {}

  JsonNode json() {
    return object;
  }

  /**
   * A property that is always there.
   *
   * @param <T> its type
   * @param codec how it is written
   * @param name its name
   * @param value its value
   */
  public <T> void required(Codec<T> codec, String name, T value) {
    object.set(name, codec.write(value));
  }

  /**
   * A property that is always there and may be {@code null}.
   *
   * @param <T> its type
   * @param codec how it is written
   * @param name its name
   * @param value its value
   */
  public <T> void nullable(Codec<T> codec, String name, Optional<T> value) {
    object.set(name, Codecs.optional(codec).write(value));
  }

  /**
   * A property that is left out if there is no value.
   *
   * @param <T> its type
   * @param codec how it is written
   * @param name its name
   * @param value its value
   */
  public <T> void optional(Codec<T> codec, String name, Optional<T> value) {
    value.ifPresent(present -> object.set(name, codec.write(present)));
  }

  /**
   * A property that may be left out or {@code null}.
   *
   * @param <T> its type
   * @param codec how it is written
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
   * Properties whose names the description does not fix, or does not know.
   *
   * @param <T> their type
   * @param codec how they are written
   * @param rest their values by their names
   */
  public <T> void rest(Codec<T> codec, Map<String, T> rest) {
    rest.forEach((name, value) -> object.set(name, codec.write(value)));
  }
}
