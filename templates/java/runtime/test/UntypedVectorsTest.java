package com.example.template.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The conformance vectors of requests that are not described, for both kinds of call. */
class UntypedVectorsTest {
  @TestFactory
  Stream<DynamicTest> untyped() {
    return OptionVectorsTest.each("untyped", vector -> check(vector, UntypedCall::send));
  }

  @TestFactory
  Stream<DynamicTest> untypedAsynchronousCalls() {
    return OptionVectorsTest.each(
        "untyped", vector -> check(vector, call -> Futures.await(call.sendAsync())));
  }

  private static void check(JsonNode vector, Function<UntypedCall, RawResponse> send) {
    JsonNode expect = vector.path("expect");
    VectorWorld world = new VectorWorld(vector.path("answers"));
    UntypedCall call = call(vector, world);
    assertEquals(
        expect.path("outcome").textValue(),
        OptionVectorsTest.outcome(
            call,
            same -> {
              try {
                assertResponse(expect.path("response"), send.apply(call));
              } catch (SdkException error) {
                assertEquals(expect.path("message").asText(error.getMessage()), error.getMessage());
                throw error;
              }
              return same;
            }));
    OptionVectorsTest.assertWaits(expect.path("waits"), world);
    assertEquals(expect.path("requests").size(), world.sent.size());
    for (int index = 0; index < world.sent.size(); index++) {
      assertRequest(expect.path("requests").get(index), world.sent.get(index));
    }
  }

  private static UntypedCall call(JsonNode vector, VectorWorld world) {
    ClientBuilder<?> builder = VectorsTest.builder(world);
    builder.retry(VectorsTest.policy(vector.path("policy")));
    OptionVectorsTest.add(vector.path("defaults").path("headers"), builder::defaultHeader);
    OptionVectorsTest.add(vector.path("defaults").path("query"), builder::defaultQuery);
    JsonNode given = vector.path("call");
    UntypedCall call =
        VectorCalls.client(builder)
            .request(given.path("method").textValue(), given.path("path").textValue());
    OptionVectorsTest.add(given.path("query"), call::query);
    OptionVectorsTest.add(given.path("headers"), call::header);
    if (given.has("body")) {
      String media = given.path("body").path("mediaType").textValue();
      JsonNode value = given.path("body").path("value");
      if (media.equals("application/json")) {
        call.json(value);
      } else if (media.endsWith("+json")) {
        call.json(media, value);
      } else if (value.isTextual()) {
        call.body(media, value.textValue());
      } else {
        call.body(media, VectorWorld.bytes(value));
      }
    }
    return call;
  }

  private static void assertRequest(JsonNode expected, HttpExchangeRequest sent) {
    assertEquals(expected.path("method").textValue(), sent.method());
    assertEquals(expected.path("url").textValue(), sent.url());
    Map<String, String> headers = new HashMap<>();
    OptionVectorsTest.add(expected.path("headers"), headers::put);
    assertEquals(headers, VectorsTest.headers(sent));
    assertEquals(expected.has("body"), sent.body().isPresent());
    sent.body()
        .ifPresent(body -> assertArrayEquals(VectorWorld.bytes(expected.path("body")), body));
  }

  private static void assertResponse(JsonNode expected, RawResponse raw) {
    assertEquals(expected.path("status").asInt(), raw.status());
    OptionVectorsTest.add(
        expected.path("headers"),
        (name, value) -> assertEquals(Optional.of(value), raw.header(name)));
    assertArrayEquals(VectorWorld.bytes(expected.path("body")), raw.body());
  }
}
