package com.example.apiclient;

import com.example.apiclient.runtime.Credentials;
import com.example.apiclient.runtime.Middleware;
import com.example.apiclient.runtime.RetryPolicy;
import com.example.apiclient.runtime.SdkException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Map;

/**
 * Makes a call that fails, for {@code cargo xtask sdks}: it prints the text of the error and its
 * stack trace as JSON, and the log on the standard error stream.
 */
final class Tour {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

  private Tour() {}

  /** Continues a trace, with a span for each attempt. */
  private static Middleware trace() {
    return attempt -> {
      attempt.header(
          "traceparent", String.format("00-%s-%016d-01", TRACE, attempt.number()));
      return Middleware.Completion.NONE;
    };
  }

  private static void readPlant(Client client) {
    client.plants().get("rose").send();
  }

  public static void main(String[] arguments) throws IOException {
    Client client =
        Client.builder()
            .server("https://garden.example/{version}", System.getenv("TOUR_BASE"))
            .bearer(Credentials.secret("secret-bearer"))
            .retry(RetryPolicy.DEFAULT.withWaits(Duration.ofMillis(1), Duration.ofSeconds(1)))
            .middleware(trace())
            .build();
    try {
      readPlant(client);
    } catch (SdkException error) {
      StringWriter stack = new StringWriter();
      error.printStackTrace(new PrintWriter(stack));
      System.out.println(
          new ObjectMapper()
              .writeValueAsString(Map.of("error", error.getMessage(), "stack", stack.toString())));
    }
  }
}
