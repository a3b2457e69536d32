package com.example.template.runtime;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A service with an operation that needs a token and a key, and its client. */
final class Guarded implements Transport {
  static final String SECRET = "s3cret-client";
  static final String TOKEN = "s3cret-token";
  static final String KEY = "s3cret-key";
  static final List<String> SECRETS = List.of(SECRET, TOKEN, KEY);

  private static final String ADDRESS = "http://ping.example";
  static final Operation<String> PING =
      Operation.<String>of("ping")
          .request("GET", "/ping")
          .server(ADDRESS)
          .alternative()
          .scheme("token")
          .scheme("key")
          .answer("200", "text/plain", Content.text());

  final List<HttpExchangeRequest> sent = new ArrayList<>();
  final Builder builder = new Builder();

  /** The status and the request ID of the next response. */
  int status = 200;

  String id = "";

  /** How many bodies that were left open are closed. */
  int closed;

  Guarded() {
    builder.credentials(
        "token",
        Credentials.clientCredentials("id", SECRET).withTokenUrl("http://ping.example/token"));
    builder.credentials("key", Credentials.secret(KEY));
    builder.transport(this);
    builder.clock(new VectorWorld(List.of()));
  }

  /** Sets up the client. */
  static final class Builder extends ClientBuilder<Builder> {
    Builder() {
      super(
          List.of(
              new SecurityScheme("token", SecurityScheme.Kind.BEARER, "", "", null),
              new SecurityScheme("key", SecurityScheme.Kind.QUERY, "key", "", null)),
          "ping/1",
          "PING_LOG");
    }
  }

  /** The call of the operation. */
  static final class Ping extends Call<String, Ping> {
    Ping(Connection connection) {
      super(connection, PING);
    }
  }

  Ping call() {
    return new Ping(new Connection(builder));
  }

  /** Records that the body is closed. */
  @Override
  public CompletableFuture<OpenResponse> open(HttpExchangeRequest request) {
    return exchange(request, Integer.MAX_VALUE)
        .thenApply(
            raw ->
                new OpenResponse(
                    raw.status(),
                    raw.headers(),
                    new ByteArrayInputStream(raw.content()) {
                      @Override
                      public void close() {
                        closed++;
                      }
                    }));
  }

  @Override
  public CompletableFuture<RawResponse> exchange(HttpExchangeRequest request, long limit) {
    sent.add(request);
    if (request.url().endsWith("/token")) {
      String body = "{\"access_token\":\"" + TOKEN + "\",\"token_type\":\"bearer\"}";
      return CompletableFuture.completedFuture(
          new RawResponse(200, Map.of(), body.getBytes(StandardCharsets.UTF_8)));
    }
    Map<String, List<String>> headers =
        Map.of("content-type", List.of("text/plain"), "x-request-id", List.of(id));
    byte[] body = "pong".getBytes(StandardCharsets.UTF_8);
    RawResponse response = new RawResponse(status, headers, body);
    status = 200;
    return CompletableFuture.completedFuture(response);
  }
}
