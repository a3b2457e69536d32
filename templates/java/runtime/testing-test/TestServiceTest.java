package com.example.template.testing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.example.template.runtime.Call;
import com.example.template.runtime.CallTimeoutException;
import com.example.template.runtime.ClientBuilder;
import com.example.template.runtime.Codecs;
import com.example.template.runtime.Connection;
import com.example.template.runtime.Content;
import com.example.template.runtime.Credentials;
import com.example.template.runtime.Operation;
import com.example.template.runtime.Parameter;
import com.example.template.runtime.RawResponse;
import com.example.template.runtime.SdkException;
import com.example.template.runtime.SecurityScheme;
import com.example.template.runtime.TransportException;
import com.example.template.runtime.UndeclaredAnswerException;
import com.example.template.runtime.UntypedCall;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Tests the test service and its clock, with a service of one operation. */
class TestServiceTest {
  private static final String SERVER = "https://pets.example/v1";
  private static final String SECRET = "s3cret";

  private final TestService service =
      new TestService(List.of(new DescribedOperation("getPet", "GET", SERVER, "/pets/{pet_id}")));
  private final Connection connection = new Builder().connection(service);

  private static final class Builder extends ClientBuilder<Builder> {
    Builder() {
      super(
          List.of(
              new SecurityScheme("token", SecurityScheme.Kind.BEARER, "", "", SERVER + "/tokens"),
              new SecurityScheme("key", SecurityScheme.Kind.QUERY, "key", "", null)),
          "pets/1",
          "PETS_LOG");
    }

    Connection connection(TestService service) {
      transport(service).clock(service.clock());
      credentials("token", Credentials.clientCredentials("id", SECRET));
      credentials("key", Credentials.secret(SECRET));
      return connect(List.of(SERVER));
    }
  }

  /** The call of the operation. */
  private static final class GetPet extends Call<String, GetPet> {
    GetPet(Connection connection, String id) {
      super(
          connection,
          Operation.<String>of("getPet")
              .request("GET", "/pets/{pet_id}")
              .server(SERVER)
              .parameter(Parameter.path("pet_id"))
              .alternative()
              .scheme("token")
              .scheme("key")
              .answer("200", "application/json", Content.json(Codecs.STRING)));
      inPath("pet_id", Codecs.STRING, id);
    }
  }

  private GetPet call() {
    return new GetPet(connection, "a/b ü");
  }

  private UntypedCall request(String method, String path) {
    Operation<RawResponse> operation =
        Operation.<RawResponse>of("request").request(method, path).server(SERVER);
    return new UntypedCall(connection, operation);
  }

  @Test
  void answersAreUsedInOrder() {
    service.on("getPet", Answer.json(200, "\"one\""), Answer.json(200, Codecs.STRING, "two"));
    service.always("getPet", Answer.status(404));
    assertEquals("one", call().send());
    assertEquals("two", call().sendAsync().join());
    assertThrows(UndeclaredAnswerException.class, () -> call().send());
    assertThrows(UndeclaredAnswerException.class, () -> call().send());
    assertEquals(4, service.requests().size());
  }

  @Test
  void faultsAreThoseOfATransport() {
    service.on("getPet", Answer.connect(), Answer.broken(), Answer.json(200, "\"one\""));
    assertEquals("one", call().send());
    assertEquals(List.of(Duration.ofMillis(250), Duration.ofMillis(500)), service.clock().waits());
    service.always("getPet", Answer.broken());
    assertThrows(TransportException.class, () -> call().send());
    service.always("getPet", Answer.timeout());
    assertThrows(CallTimeoutException.class, () -> call().send());
  }

  @Test
  void answersAdvanceTheClock() {
    Answer late = Answer.status(503).header("Retry-After", "2").after(Duration.ofSeconds(7));
    service.on("getPet", late, Answer.json(200, "\"one\""));
    long start = service.clock().nanoTime();
    assertEquals("one", call().callTimeout(Duration.ofSeconds(10)).send());
    service.clock().advance(Duration.ofSeconds(1));
    assertEquals(Duration.ofSeconds(10).toNanos(), service.clock().nanoTime() - start);
    assertEquals("2030-01-01T00:00:10Z", service.clock().now().toString());
    service.on("getPet", late);
    assertThrows(SdkException.class, () -> call().callTimeout(Duration.ofSeconds(9)).send());
    assertEquals(List.of(Duration.ofSeconds(2)), service.clock().waits());
  }

  @Test
  void requestsAreKept() {
    service.on("getPet", Answer.json(200, Codecs.STRING.write("one")));
    call().header("x-a", "b").send();
    service.on("request", Answer.bytes(200, "image/png", new byte[] {1}).header("x-c", "d"));
    RawResponse raw = request("POST", "/v").json(Codecs.INT32, 5).send();
    assertArrayEquals(new byte[] {1}, raw.body());
    assertEquals("image/png", raw.header("content-type").orElseThrow());
    ReceivedRequest first = service.requests().get(0);
    assertEquals("getPet", first.operation());
    assertEquals("GET", first.method());
    assertEquals(Map.of("pet_id", "a/b ü"), first.pathParameters());
    assertEquals(SERVER + "/pets/a%2Fb%20%C3%BC?key=" + SECRET, first.url());
    assertEquals("/v1/pets/a%2Fb%20%C3%BC", first.path());
    assertEquals("b", first.headers().get("X-A"));
    assertEquals("Bearer test-token-1", first.headers().get("authorization"));
    assertEquals("", first.text());
    ReceivedRequest second = service.requests().get(1);
    assertEquals("request", second.operation());
    assertEquals(5, second.json().intValue());
    assertEquals(1, service.tokenRequests().size());
    String shown = service + " " + service.requests() + service.tokenRequests();
    assertTrue(shown.contains("getPet: GET /v1/pets/a%2Fb%20%C3%BC"), shown);
    assertTrue(shown.contains("the token endpoint: POST /v1/tokens"), shown);
    assertFalse(shown.contains(SECRET) || shown.contains("test-token"), shown);
  }

  @Test
  void tokensCanBeRefused() {
    service.on("the token endpoint", Answer.json(400, "{\"error\":\"invalid_client\"}"));
    var error = assertThrows(SdkException.class, () -> call().send());
    assertTrue(error.getMessage().contains("invalid_client"), error::getMessage);
    service.on("getPet", Answer.text(401, "no"), Answer.json(200, "\"one\""));
    assertEquals("one", call().send());
    assertEquals("Bearer test-token-3", service.requests().get(1).headers().get("authorization"));
  }

  @Test
  void requestsWithoutAnAnswerAreReported() {
    String text =
        "the test service has no answer for this request: getPet: GET /v1/pets/a%2Fb%20%C3%BC";
    var error = assertThrows(UnexpectedRequestError.class, () -> call().send());
    assertEquals(text, error.getMessage());
    var later = assertThrows(CompletionException.class, () -> call().sendAsync().join());
    assertEquals(text, later.getCause().getMessage());
    assertEquals(UnexpectedRequestError.class, later.getCause().getClass());
    assertEquals(2, service.requests().size());
    assertEquals(List.of(), service.clock().waits());
    var unknown =
        assertThrows(IllegalArgumentException.class, () -> service.on("pets", Answer.status(200)));
    assertEquals("the description has no operation `pets`", unknown.getMessage());
  }

  @Test
  void describedPathsAreRecognized() {
    List<DescribedOperation> operations =
        List.of(
            new DescribedOperation("one", "GET", SERVER, "/{kind}/{id}"),
            new DescribedOperation("two", "GET", SERVER, "/pets/{id}"),
            new DescribedOperation("three", "GET", "{url}", "/{owner}/pets/{id}.{form}"),
            new DescribedOperation("four", "GET", SERVER, "/"));
    Map<String, String> expected =
        Map.of(
            "/v1/cats/5", "one",
            "/v1/pets/5", "two",
            "/me/pets/5.json", "three",
            "/v1/", "four",
            "/elsewhere/pets/5", "two");
    for (Map.Entry<String, String> one : expected.entrySet()) {
      TestService several = new TestService(operations);
      several.always(one.getValue(), Answer.status(200));
      // The path is complete, so that the server has none.
      String server = "https://pets.example";
      Operation<RawResponse> operation =
          Operation.<RawResponse>of("request").request("GET", one.getKey()).server(server);
      new UntypedCall(new Builder().connection(several), operation).send();
      assertEquals(one.getValue(), several.requests().get(0).operation(), one.getKey());
    }
  }
}
