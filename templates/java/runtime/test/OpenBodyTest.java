package com.example.template.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** Tests bodies of bytes that are never held whole. */
class OpenBodyTest {
  private static final String MEDIA = "image/png";
  private static final byte[] ANSWER = "more than four".getBytes(StandardCharsets.UTF_8);

  private static final class Builder extends ClientBuilder<Builder> {
    Builder() {
      super(List.of(), "test/1", "UNSET_LOG");
    }
  }

  private static final class Exchange extends Call<byte[], Exchange> {
    static final Operation<byte[]> OPERATION =
        Operation.<byte[]>of("exchange")
            .request("PUT", "/")
            .server("https://vectors.example")
            .answer("200", MEDIA, Content.bytes());

    Exchange(Connection connection) {
      super(connection, OPERATION);
    }
  }

  /** Answers with a status, and records what is sent. */
  private static final class Stage implements Transport {
    final List<String> sent = new ArrayList<>();
    private final int status;

    Stage(int status) {
      this.status = status;
    }

    @Override
    public CompletableFuture<RawResponse> exchange(HttpExchangeRequest request, long limit) {
      try (InputStream body = request.stream().orElseThrow().get()) {
        sent.add(new String(body.readAllBytes(), StandardCharsets.UTF_8));
      } catch (IOException error) {
        return CompletableFuture.failedFuture(error);
      }
      Map<String, List<String>> headers = Map.of("content-type", List.of(MEDIA));
      return CompletableFuture.completedFuture(new RawResponse(status, headers, ANSWER));
    }

    Exchange call(String body) {
      Connection connection = new Connection(new Builder().transport(this).responseLimit(4));
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      return new Exchange(connection).streamBody(MEDIA, new ByteArrayInputStream(bytes));
    }
  }

  @Test
  void bytesAreStreams() throws Exception {
    Stage stage = new Stage(200);
    try (InputStream body = stage.call("one").open().body()) {
      assertArrayEquals(ANSWER, body.readAllBytes());
    }
    try (InputStream body = stage.call("two").openAsync().get().body()) {
      assertArrayEquals(ANSWER, body.readAllBytes());
    }
    assertEquals(List.of("one", "two"), stage.sent);
  }

  @Test
  void onlySuccessesAreLeftUnread() {
    Stage stage = new Stage(404);
    assertThrows(SdkException.class, () -> stage.call("").open());
    Throwable error =
        assertThrows(ExecutionException.class, () -> stage.call("").openAsync().get());
    assertTrue(error.getCause() instanceof SdkException);
  }

  @Test
  void streamsAreSentOnce() {
    Stage stage = new Stage(503);
    assertThrows(SdkException.class, () -> stage.call("sent").open());
    assertEquals(List.of("sent"), stage.sent);
  }
}
