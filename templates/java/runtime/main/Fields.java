package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The properties of an object that is being decoded. */
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
   * Decodes a required property.
   *
   * @param <T> its type
   * @param codec how it is decoded
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
   * Decodes a required property that may be {@code null}.
   *
   * @param <T> its type
   * @param codec how it is decoded
   * @param name its name
   * @return the value; empty for {@code null}
   */
  public <T> Optional<T> nullable(Codec<T> codec, String name) {
    return required(Codecs.optional(codec), name);
  }

  /**
   * Decodes an optional property, which may not be {@code null}.
   *
   * @param <T> its type
   * @param codec how it is decoded
   * @param name its name
   * @return the value; empty if the property is absent
   */
  public <T> Optional<T> optional(Codec<T> codec, String name) {
    JsonNode value = members.remove(name);
    return Optional.ofNullable(value).map(present -> decoder.within(name, codec, present));
  }

  /**
   * Decodes an optional property that may be {@code null}.
   *
   * @param <T> its type
   * @param codec how it is decoded
   * @param name its name
   * @return the value, {@code null} or absent
   */
  public <T> Presence<T> presence(Codec<T> codec, String name) {
    JsonNode value = members.remove(name);
    if (value == null) {
      return Presence.absent();
    }
    return value.isNull() ? Presence.ofNull() : Presence.of(decoder.within(name, codec, value));
  }

  /**
   * Decodes all remaining properties.
   *
   * @param <T> their type
   * @param codec how they are decoded
   * @return the values by name
   */
  public <T> Map<String, T> additional(Codec<T> codec) {
    Map<String, T> rest = new LinkedHashMap<>();
    members.forEach((name, value) -> rest.put(name, decoder.within(name, codec, value)));
    return Collections.unmodifiableMap(rest);
  }

  /**
   * Returns all remaining properties as they are, recorded as unknown.
   *
   * @return the values by name
   */
  public Map<String, JsonNode> unknown() {
    members.keySet().forEach(decoder::noteUnknown);
    return Collections.unmodifiableMap(members);
  }
}
