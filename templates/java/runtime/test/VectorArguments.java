package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Base64;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What a vector calls an operation with. */
final class VectorArguments {
  private final JsonNode parameters;
  private final JsonNode body;
  private final Set<String> used = new HashSet<>();

  VectorArguments(JsonNode request, JsonNode body) {
    this.parameters = request.path("parameters");
    this.body = body;
  }

  <T> T required(Codec<T> codec, String name) {
    used.add(name);
    return codec.read(parameters.path(name), new Decoder());
  }

  <T> void optional(Codec<T> codec, String name, Function<T, ?> set) {
    if (parameters.has(name)) {
      set.apply(required(codec, name));
    }
  }

  boolean hasBody() {
    return !body.isMissingNode();
  }

  <T> T json(Codec<T> codec) {
    return codec.read(body, new Decoder());
  }

  String text() {
    return body.textValue();
  }

  byte[] bytes() {
    return Base64.getDecoder().decode(body.path("base64").textValue());
  }

  /** A parameter that the vectors name and the call does not take, if there is one. */
  Optional<String> unused() {
    return parameters.properties().stream()
        .map(java.util.Map.Entry::getKey)
        .filter(name -> !used.contains(name))
        .findFirst();
  }
}
