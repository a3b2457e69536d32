package com.example.template.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The conformance vectors of clients that are set up from the environment. */
class EnvironmentVectorsTest {
  private static final JsonNode TOKEN =
      Json.parse(
          "{\"status\":200,\"body\":{\"access_token\":\"vector-token\",\"token_type\":\"bearer\"}}"
              .getBytes(StandardCharsets.UTF_8));

  @TestFactory
  Stream<DynamicTest> environment() {
    return OptionVectorsTest.each("environment", EnvironmentVectorsTest::check);
  }

  private static void check(JsonNode vector) {
    JsonNode expect = vector.path("expect");
    List<JsonNode> answers = new ArrayList<>();
    if (expect.has("tokenRequest")) {
      answers.add(TOKEN);
    }
    answers.add(vector.path("answer"));
    VectorWorld world = new VectorWorld(answers);
    ClientBuilder<?> builder = VectorCalls.builder();
    builder.readEnvironment(name -> vector.path("environment").path(name).textValue());
    builder.origin("https://vectors.example").transport(world).clock(world);
    if (expect.has("missing")) {
      var error = assertThrows(IllegalArgumentException.class, () -> VectorCalls.client(builder));
      String missing = expect.path("missing").textValue();
      assertTrue(error.getMessage().contains(missing), error::getMessage);
      return;
    }
    JsonNode request =
        VectorFiles.without(
            VectorFiles.request(vector.path("request").textValue()),
            vector.path("without"),
            Json.NODES.objectNode());
    VectorsTest.call(builder, request).send();
    assertEquals(answers.size(), world.sent.size());
    if (expect.has("tokenRequest")) {
      HttpExchangeRequest token = world.sent.remove(0);
      assertEquals(expect.path("tokenRequest").path("url").textValue(), token.url());
      String body = new String(token.body().orElseThrow(), StandardCharsets.UTF_8);
      assertEquals(expect.path("tokenRequest").path("body").textValue(), body);
    }
    HttpExchangeRequest sent = world.sent.get(0);
    assertEquals(expect.path("url").textValue(), sent.url());
    OptionVectorsTest.add(
        expect.path("headers"),
        (name, value) -> assertEquals(value, sent.headers().get(name), name));
  }
}
