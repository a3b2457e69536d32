package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The properties of one object that is being read. */
public final class Fields {
  private final Map<String, JsonNode> members = new LinkedHashMap<>();
  private final Decoder decoder;

  Fields(JsonNode object, Decoder decoder) {
    if (!object.isObject()) {
      throw decoder.error("an object", object);
    }
    object.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
    this.decoder = decoder;
  }

  /**
   * A property that is required.
   *
   * @param <T> its type
   * @param codec how it is read
   * @param name its name
   * @return the value
   */
  public <T> T required(Codec<T> codec, String name) {
    JsonNode value = members.remove(name);
    if (value == null) {
      throw decoder.missing(name);
    }
    return decoder.within(name, codec, value);
  }

  /**
   * A property that is required and may be {@code null}.
   *
   * @param <T> its type
   * @param codec how it is read
   * @param name its name
   * @return the value; empty for {@code null}
   */
  public <T> Optional<T> nullable(Codec<T> codec, String name) {
    return required(Codecs.optional(codec), name);
  }

  /**
   * A property that may be left out, but may not be {@code null}.
   *
   * @param <T> its type
   * @param codec how it is read
   * @param name its name
   * @return the value; empty if there is no value
   */
  public <T> Optional<T> optional(Codec<T> codec, String name) {
    JsonNode value = members.remove(name);
    return Optional.ofNullable(value).map(present -> decoder.within(name, codec, present));
  }

  /**
   * A property that may be left out and may be {@code null}.
   *
   * @param <T> its type
   * @param codec how it is read
   * @param name its name
   * @return whether it is there, and the value
   */
  public <T> Presence<T> presence(Codec<T> codec, String name) {
    JsonNode value = members.remove(name);
    if (value == null) {
      return Presence.absent();
    }
    return value.isNull() ? Presence.ofNull() : Presence.of(decoder.within(name, codec, value));
  }

  /**
   * All properties that were not read yet.
   *
   * @param <T> their type
   * @param codec how they are read
   * @return their values by their names
   */
  public <T> Map<String, T> additional(Codec<T> codec) {
    Map<String, T> rest = new LinkedHashMap<>();
    members.forEach((name, value) -> rest.put(name, decoder.within(name, codec, value)));
    return Collections.unmodifiableMap(rest);
  }

  /**
   * All properties that were not read yet, kept as they are and recorded as unknown.
   *
   * @return their values by their names
   */
  public Map<String, JsonNode> unknown() {
    members.keySet().forEach(decoder::noteUnknown);
    return Collections.unmodifiableMap(members);
  }
}
