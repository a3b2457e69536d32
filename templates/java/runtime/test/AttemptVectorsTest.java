package com.example.template.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The conformance vectors of attempts, for both kinds of call. */
class AttemptVectorsTest {
  @TestFactory
  Stream<DynamicTest> attempts() {
    return each(Call::send);
  }

  @TestFactory
  Stream<DynamicTest> attemptsOfAsynchronousCalls() {
    return each(call -> Futures.await(call.sendAsync()));
  }

  private static Stream<DynamicTest> each(Function<Call<?, ?>, Object> send) {
    assumeTrue(VectorFiles.areThere(), "there are no vectors: set CONFORMANCE_VECTORS");
    return VectorFiles.read("attempts").stream()
        .map(
            vector ->
                DynamicTest.dynamicTest(
                    vector.path("name").textValue(), () -> new Run(vector).check(send)));
  }

  /** A vector that is being run. */
  private static final class Run {
    private final JsonNode vector;
    private final VectorWorld world;
    private final List<JsonNode> events = new ArrayList<>();
    private final Lines log = new Lines();

    Run(JsonNode vector) {
      this.vector = vector;
      this.world = new VectorWorld(vector.path("answers"));
    }

    void check(Function<Call<?, ?>, Object> send) {
      JsonNode request = VectorFiles.request(vector.path("request").textValue());
      ClientBuilder<?> builder = VectorsTest.builder(world);
      builder.retry(VectorsTest.policy(vector.path("policy")));
      builder.middleware(watcher("outer", "x-outer", Run::shown));
      builder.middleware(watcher("inner", "x-inner", seen -> seen.headers().get("X-Outer")));
      builder.middleware(LogMiddleware.of(log));
      JsonNode defaults = vector.path("defaults");
      add(defaults.path("headers"), builder::defaultHeader);
      add(defaults.path("query"), builder::defaultQuery);
      Call<?, ?> call = VectorsTest.call(builder, request);
      add(vector.path("call").path("headers"), call::header);
      add(vector.path("call").path("query"), call::query);
      JsonNode expect = vector.path("expect");
      assertEquals(expect.path("outcome").textValue(), outcome(call, send));
      assertEquals(list(expect.path("events")), events);
      assertEquals(VectorsTest.texts(expect.path("log")), log.texts);
      List<Double> waits = new ArrayList<>();
      expect.path("waits").forEach(wait -> waits.add(wait.asDouble()));
      assertEquals(waits, world.waits);
      assertEquals(expect.path("requests").size(), world.sent.size());
      for (int index = 0; index < world.sent.size(); index++) {
        HttpExchangeRequest sent = world.sent.get(index);
        JsonNode wanted = expect.path("requests").get(index);
        String own = request.path("expect").path("url").textValue();
        assertEquals(wanted.path("url").asText(own), sent.url());
        add(
            wanted.path("headers"),
            (name, value) -> assertEquals(value, sent.headers().get(name), name));
      }
    }

    private static String shown(Attempt attempt) {
      return attempt.operation()
          + " "
          + attempt.method()
          + " "
          + attempt.pathTemplate()
          + " "
          + attempt.number();
    }

    private Middleware watcher(String name, String field, Function<Attempt, String> value) {
      return attempt -> {
        events.add(event(name, "before", attempt));
        attempt.header(field, value.apply(attempt));
        return new Middleware.Completion() {
          @Override
          public void response(AttemptResponse response) {
            events.add(event(name, "response", attempt).put("status", response.status()));
          }

          @Override
          public void error(Throwable error) {
            events.add(event(name, "error", attempt));
          }
        };
      };
    }

    private static ObjectNode event(String middleware, String event, Attempt attempt) {
      return Json.NODES
          .objectNode()
          .put("middleware", middleware)
          .put("event", event)
          .put("attempt", attempt.number());
    }

    private static String outcome(Call<?, ?> call, Function<Call<?, ?>, Object> send) {
      try {
        send.apply(call);
        return "value";
      } catch (SdkException error) {
        return error instanceof ApiException ? "error" : VectorsTest.Outcome.name(error);
      }
    }

    /** Returns events with their numbers as Java writes them. */
    private static List<JsonNode> list(JsonNode array) {
      List<JsonNode> list = new ArrayList<>();
      for (JsonNode one : array) {
        ObjectNode event = one.deepCopy();
        for (String name : List.of("attempt", "status")) {
          if (event.has(name)) {
            event.put(name, event.path(name).intValue());
          }
        }
        list.add(event);
      }
      return list;
    }

    private static void add(JsonNode fields, BiConsumer<String, String> add) {
      fields
          .properties()
          .forEach(field -> add.accept(field.getKey(), field.getValue().textValue()));
    }
  }
}
