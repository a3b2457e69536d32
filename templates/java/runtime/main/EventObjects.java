package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Events as objects: the name of an event determines what its data is, so that one type has both.
 *
 * @param json the names of the events whose data is JSON
 */
record EventObjects(Set<String> json) {
  private static final String EVENT = "event";
  private static final String DATA = "data";
  private static final String ID = "id";
  private static final String RETRY = "retry";

  /** Returns the object of an event. */
  JsonNode read(Frame frame) {
    ObjectNode object = Json.NODES.objectNode().put(EVENT, frame.event());
    if (json.contains(frame.event())) {
      object.set(DATA, parse(frame.content()));
    } else {
      object.put(DATA, new String(frame.content(), StandardCharsets.UTF_8));
    }
    if (!frame.id().isEmpty()) {
      object.put(ID, frame.id());
    }
    frame.retry().ifPresent(retry -> object.put(RETRY, retry.toMillis()));
    return object;
  }

  private static JsonNode parse(byte[] data) {
    try {
      return Json.parse(data);
    } catch (DecodeException error) {
      throw new DecodeException("/" + DATA, "JSON", "other text", error);
    }
  }

  /** Returns the encoded event of an object. */
  byte[] write(JsonNode object) {
    String event = text(object, EVENT);
    JsonNode retry = object.path(RETRY);
    String data =
        json.contains(event) && object.has(DATA)
            ? new String(Json.bytes(object.get(DATA)), StandardCharsets.UTF_8)
            : text(object, DATA);
    Optional<Duration> wait =
        Optional.of(retry).filter(JsonNode::isNumber).map(JsonNode::asLong).map(Duration::ofMillis);
    String type = event.isEmpty() ? "message" : event;
    return ItemBody.event(new ServerSentEvent<>(type, data, text(object, ID), wait), data);
  }

  private static String text(JsonNode object, String name) {
    JsonNode value = object.path(name);
    if (!value.isMissingNode() && !value.isTextual()) {
      throw new IllegalArgumentException("`" + name + "` of an event is not text");
    }
    return value.asText("");
  }
}
