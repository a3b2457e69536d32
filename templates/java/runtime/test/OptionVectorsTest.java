package com.example.template.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The conformance vectors of the options of a call, for both kinds of call. */
class OptionVectorsTest {
  @TestFactory
  Stream<DynamicTest> options() {
    return each("options", vector -> new Run(vector).check(Call::send));
  }

  @TestFactory
  Stream<DynamicTest> optionsOfAsynchronousCalls() {
    return each(
        "options", vector -> new Run(vector).check(call -> Futures.await(call.sendAsync())));
  }

  static Stream<DynamicTest> each(String file, Consumer<JsonNode> check) {
    assumeTrue(VectorFiles.areThere(), "there are no vectors: set CONFORMANCE_VECTORS");
    return VectorFiles.read(file).stream()
        .map(
            vector ->
                DynamicTest.dynamicTest(
                    vector.path("name").textValue(), () -> check.accept(vector)));
  }

  /** Returns the outcome of a call, as the vectors name it. */
  static String outcome(Call<?, ?> call, Function<Call<?, ?>, Object> send) {
    try {
      send.apply(call);
      return "value";
    } catch (ApiException error) {
      return "error";
    } catch (RequestException error) {
      return "refused";
    } catch (SdkException error) {
      return VectorsTest.Outcome.name(error);
    }
  }

  /** Adds the fields of an object. */
  static void add(JsonNode fields, BiConsumer<String, String> add) {
    fields.properties().forEach(field -> add.accept(field.getKey(), field.getValue().textValue()));
  }

  static void assertWaits(JsonNode expected, VectorWorld world) {
    assertEquals(expected.size(), world.waits.size());
    for (int index = 0; index < expected.size(); index++) {
      assertEquals(expected.get(index).asDouble(), world.waits.get(index));
    }
  }

  /** A vector that is being run. */
  private static final class Run {
    private static final Set<String> KNOWN =
        Set.of("headers", "query", "attempts", "callTimeout", "idempotencyKey");

    private final JsonNode vector;
    private final VectorWorld world;
    private final RetryPolicy policy;

    Run(JsonNode vector) {
      this.vector = vector;
      this.world = new VectorWorld(vector.path("answers"));
      this.policy = VectorsTest.policy(vector.path("policy"));
    }

    void check(Function<Call<?, ?>, Object> send) {
      JsonNode expect = vector.path("expect");
      assertEquals(expect.path("outcome").textValue(), outcome(call(), send));
      assertWaits(expect.path("waits"), world);
      assertEquals(expect.path("requests").size(), world.sent.size());
      for (int index = 0; index < world.sent.size(); index++) {
        HttpExchangeRequest sent = world.sent.get(index);
        JsonNode wanted = expect.path("requests").get(index);
        assertEquals(wanted.path("url").asText(sent.url()), sent.url());
        add(
            wanted.path("headers"),
            (name, value) -> assertEquals(value, sent.headers().get(name), name));
        wanted
            .path("properties")
            .properties()
            .forEach(
                property ->
                    assertEquals(
                        property.getValue(),
                        Json.parse(sent.body().orElseThrow()).get(property.getKey())));
      }
    }

    private Call<?, ?> call() {
      ClientBuilder<?> builder = VectorsTest.builder(world).retry(policy);
      add(vector.path("defaults").path("headers"), builder::defaultHeader);
      add(vector.path("defaults").path("query"), builder::defaultQuery);
      limit(vector.path("client")).ifPresent(builder::callTimeout);
      var original = VectorCalls.client(builder);
      var client = original;
      for (JsonNode change : vector.path("changes")) {
        client = client.with(settings -> change(settings, change));
      }
      JsonNode request = VectorFiles.request(vector.path("request").textValue());
      JsonNode body = request.path("body").path("value").deepCopy();
      if (vector.has("without")) {
        ((ObjectNode) body).remove(vector.path("without").textValue());
      }
      Call<?, ?> call =
          VectorCalls.call(
              vector.path("original").booleanValue() ? original : client,
              request.path("operation").textValue(),
              new VectorArguments(request, body));
      JsonNode own = known(vector.path("call"));
      limit(own).ifPresent(call::callTimeout);
      attempts(own).ifPresent(call::retry);
      Optional.ofNullable(own.path("idempotencyKey").textValue()).ifPresent(call::idempotencyKey);
      return call;
    }

    private void change(ClientChange settings, JsonNode change) {
      known(change);
      add(change.path("headers"), settings::defaultHeader);
      add(change.path("query"), settings::defaultQuery);
      limit(change).ifPresent(settings::callTimeout);
      attempts(change).ifPresent(settings::retry);
    }

    private static JsonNode known(JsonNode options) {
      options.fieldNames().forEachRemaining(name -> assertEquals(true, KNOWN.contains(name), name));
      return options;
    }

    private static Optional<Duration> limit(JsonNode options) {
      return Optional.ofNullable(options.get("callTimeout"))
          .map(limit -> Duration.ofSeconds(limit.asInt()));
    }

    private Optional<RetryPolicy> attempts(JsonNode options) {
      return Optional.ofNullable(options.get("attempts"))
          .map(attempts -> policy.withAttempts(attempts.asInt()));
    }
  }
}
