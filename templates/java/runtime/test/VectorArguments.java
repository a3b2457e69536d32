package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** The arguments of a vector for an operation. */
final class VectorArguments {
  private final JsonNode parameters;
  private final String mediaType;
  private final JsonNode body;
  private final Set<String> used = new HashSet<>();

  VectorArguments(JsonNode request, JsonNode body) {
    this.parameters = request.path("parameters");
    this.mediaType = request.path("body").path("mediaType").asText();
    this.body = body;
  }

  /** One media type of a body. */
  record Form<T>(String mediaType, Supplier<? extends T> body) {}

  static <T> Form<T> form(String mediaType, Supplier<? extends T> body) {
    return new Form<>(mediaType, body);
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

  /** Returns the body for its media type. */
  @SafeVarargs
  final <T> T one(Form<? extends T>... forms) {
    for (Form<? extends T> form : forms) {
      if (form.mediaType().equals(mediaType)) {
        return form.body().get();
      }
    }
    throw new IllegalArgumentException("there is no body of the media type " + mediaType);
  }

  <T> T json(Codec<T> codec) {
    return codec.read(body, new Decoder());
  }

  /** The items of a stream. */
  <T> Iterable<T> items(Codec<T> codec) {
    List<T> items = new ArrayList<>();
    body.forEach(item -> items.add(codec.read(item, new Decoder())));
    return items;
  }

  /** The events of a stream. */
  <T> Iterable<ServerSentEvent<T>> events(Codec<T> codec) {
    List<ServerSentEvent<T>> events = new ArrayList<>();
    for (JsonNode event : body) {
      T data = codec.read(event.path("data"), new Decoder());
      String type = event.path("event").asText("message");
      events.add(new ServerSentEvent<>(type, data, event.path("id").asText(""), Optional.empty()));
    }
    return events;
  }

  String text() {
    return body.textValue();
  }

  byte[] bytes() {
    return Base64.getDecoder().decode(body.path("base64").textValue());
  }

  /** Returns a parameter of the vector that the call did not use, if there is one. */
  Optional<String> unused() {
    return parameters.properties().stream()
        .map(java.util.Map.Entry::getKey)
        .filter(name -> !used.contains(name))
        .findFirst();
  }
}
