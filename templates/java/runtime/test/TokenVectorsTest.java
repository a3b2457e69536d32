package com.example.template.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The conformance vectors of tokens. */
class TokenVectorsTest {
  private static final int OK = 200;

  @TestFactory
  Stream<DynamicTest> tokens() {
    assumeTrue(VectorFiles.areThere(), "there are no vectors: set CONFORMANCE_VECTORS");
    return VectorFiles.read("tokens").stream()
        .map(
            vector ->
                DynamicTest.dynamicTest(
                    vector.path("name").textValue(), () -> new Run(vector).check()));
  }

  /** A vector that is being run. */
  private static final class Run implements Transport {
    private final JsonNode vector;
    private final VectorWorld clock = new VectorWorld(List.of());
    private final Deque<CompletableFuture<RawResponse>> waiting = new ArrayDeque<>();
    private final Deque<JsonNode> tokens = new ArrayDeque<>();
    private final Deque<JsonNode> statuses = new ArrayDeque<>();
    private final List<String> bearers = new ArrayList<>();
    private final List<String> outcomes = new ArrayList<>();
    private int asked;

    Run(JsonNode vector) {
      this.vector = vector;
      vector.path("tokens").forEach(tokens::add);
    }

    void check() {
      ClientBuilder<?> builder = VectorCalls.builder();
      ClientCredentials own = Credentials.clientCredentials("vector-id", "vector-secret");
      if (vector.has("resource")) {
        own = own.withResource(vector.path("resource").textValue());
      }
      builder.credentials(vector.path("scheme").textValue(), own);
      builder.transport(this);
      builder.clock(clock);
      builder.retry(RetryPolicy.NONE);
      var client = VectorCalls.client(builder);
      for (JsonNode step : vector.path("steps")) {
        clock.advance(step.path("advance").asDouble());
        statuses.clear();
        step.path("answers").forEach(statuses::add);
        run(client, step.path("call").asInt());
      }
      JsonNode expect = vector.path("expect");
      assertEquals(texts(expect.path("bearers")), bearers);
      assertEquals(texts(expect.path("outcomes")), outcomes);
      assertEquals(expect.path("tokenRequests").asInt(), asked);
    }

    private void run(com.example.template.Client client, int times) {
      JsonNode request = VectorFiles.request(vector.path("request").textValue());
      List<CompletableFuture<?>> calls = new ArrayList<>();
      for (int time = 0; time < times; time++) {
        VectorArguments arguments =
            new VectorArguments(request, request.path("body").path("value"));
        String operation = request.path("operation").textValue();
        calls.add(VectorCalls.call(client, operation, arguments).sendAsync());
      }
      while (!waiting.isEmpty()) {
        JsonNode token = tokens.remove();
        clock.advance(token.path("seconds").asDouble());
        waiting.remove().complete(VectorWorld.response(token));
      }
      calls.forEach(call -> outcomes.add(outcome(call)));
    }

    private static String outcome(CompletableFuture<?> call) {
      try {
        Futures.await(call);
        return "ok";
      } catch (CredentialsException error) {
        return "credentials";
      } catch (SdkException error) {
        return error.status().orElseThrow().toString();
      }
    }

    @Override
    public CompletableFuture<RawResponse> exchange(HttpExchangeRequest request, long limit) {
      if (request.url().equals(vector.path("tokenUrl").textValue())) {
        byte[] form = request.body().orElseThrow();
        String sent = new String(form, StandardCharsets.UTF_8);
        assertEquals(vector.path("tokenBody").textValue(), sent);
        asked++;
        CompletableFuture<RawResponse> answer = new CompletableFuture<>();
        waiting.add(answer);
        return answer;
      }
      bearers.add(request.headers().get("authorization").substring("Bearer ".length()));
      int status = statuses.isEmpty() ? OK : statuses.remove().asInt();
      RawResponse ok = VectorWorld.response(vector.path("answer"));
      return CompletableFuture.completedFuture(
          status == OK ? ok : new RawResponse(status, java.util.Map.of(), new byte[0]));
    }

    private static List<String> texts(JsonNode list) {
      List<String> texts = new ArrayList<>();
      list.forEach(one -> texts.add(one.asText()));
      return texts;
    }
  }
}
