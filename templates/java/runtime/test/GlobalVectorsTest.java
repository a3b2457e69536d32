package com.example.template.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The conformance vectors of parameters that a client sets for all calls. */
class GlobalVectorsTest {
  @TestFactory
  Stream<DynamicTest> globals() {
    return OptionVectorsTest.each("globals", GlobalVectorsTest::check);
  }

  private static void check(JsonNode vector) {
    VectorWorld world = new VectorWorld(vector.path("answers"));
    ClientBuilder<?> builder = VectorsTest.builder(world);
    set(builder, vector.path("client"));
    var original = VectorCalls.client(builder);
    var copy = original.with(change -> set(change, vector.path("change")));
    JsonNode request =
        VectorFiles.without(
            VectorFiles.request(vector.path("request").textValue()),
            vector.path("without"),
            vector.path("call"));
    Call<?, ?> call =
        VectorCalls.call(
            vector.path("original").booleanValue() ? original : copy,
            request.path("operation").textValue(),
            new VectorArguments(request, request.path("body").path("value")));
    JsonNode expect = vector.path("expect");
    String[] outcome = {"end"};
    try {
      if (vector.path("list").booleanValue()) {
        ((PagedCall<?, ?, ?>) call).all().toList();
      } else {
        call.send();
        outcome[0] = "value";
      }
    } catch (RequestException error) {
      outcome[0] = "refused";
      String name = expect.path("parameter").textValue();
      assertTrue(error.getMessage().contains(name), error::getMessage);
    }
    assertEquals(expect.path("outcome").textValue(), outcome[0]);
    assertEquals(expect.path("urls").size(), world.sent.size());
    for (int index = 0; index < world.sent.size(); index++) {
      assertEquals(expect.path("urls").get(index).textValue(), world.sent.get(index).url());
    }
  }

  private static void set(ClientSettings<?> settings, JsonNode values) {
    values
        .properties()
        .forEach(one -> settings.parameter(one.getKey(), Codecs.ANY, one.getValue()));
  }
}
