package com.example.apiclient;

import com.example.apiclient.models.Circle;
import com.example.apiclient.models.CircleForm;
import com.example.apiclient.models.PlantCreate;
import com.example.apiclient.models.SendUnionName;
import com.example.apiclient.models.Unions;
import com.example.apiclient.runtime.ClientCredentials;
import com.example.apiclient.runtime.Credentials;
import com.example.apiclient.runtime.ItemStream;
import com.example.apiclient.runtime.RetryPolicy;
import com.example.apiclient.runtime.SdkException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Makes calls with the generated client, for {@code cargo xtask fuzz --target answers}. Each line
 * of the standard input is the number of a call and an operation; the outcome is a line of the
 * standard output.
 */
final class Answers {
  private static final int ITEMS = 20;
  private static final ObjectMapper JSON = new ObjectMapper();

  private Answers() {}

  private static Client connect() {
    String base = System.getenv("ANSWERS_BASE");
    return Client.builder()
        .server("https://garden.example/{version}", base)
        .bearer(Credentials.secret("secret-bearer"))
        .login(Credentials.basic("user", "secret-login"))
        .headerKey(Credentials.secret("secret-header"))
        .queryKey(Credentials.secret("secret-query"))
        .cookieKey(Credentials.secret("secret-cookie"))
        .oauth(ClientCredentials.of("id", "secret-client").withTokenUrl(base + "/token"))
        .openId(Credentials.secret("secret-open"))
        .timeout(Duration.ofMillis(1500))
        .responseLimit(8 << 20)
        .retry(
            RetryPolicy.DEFAULT
                .withWaits(Duration.ofMillis(10), Duration.ofMillis(20))
                .withLongestRetryAfter(Duration.ofMillis(100)))
        .build();
  }

  /** Reads a few items. */
  private static void count(Iterator<?> items) {
    for (int number = 0; number < ITEMS && items.hasNext(); number++) {
      items.next();
    }
  }

  /** Reads a few items of a list or a stream. */
  private static void drain(Object result) {
    if (result instanceof ItemStream<?> stream) {
      try (stream) {
        count(stream.iterator());
      }
    } else if (result instanceof Stream<?> items) {
      try (items) {
        count(items.iterator());
      }
    }
  }

  private static Object call(Client client, String operation) {
    Circle circle = Circle.builder().form(new CircleForm("round")).radius(1).build();
    return switch (operation) {
      case "getPlant" -> client.plants().get("p1").send();
      case "listPlants" -> client.plants().list().send();
      case "createPlant" ->
          client.plants().create(PlantCreate.builder().name("Rose").build()).send();
      case "sendUnion" ->
          client
              .bodies()
              .sendUnion(SendUnionName.ONE, Unions.builder().shape(circle).build())
              .send();
      case "readText" -> client.bodies().readText().send();
      case "downloadFile" -> client.bodies().downloadFile().send();
      case "headersAndCookies" -> client.parameters().headersAndCookies().send();
      // The client would keep the token of another call.
      case "oauth" -> connect().credentials().oauth().send();
      case "both" -> client.credentials().both().send();
      case "listBeds" -> client.numbered().listBeds().all();
      case "listTools" -> client.lists().listTools().all();
      case "listPonds" -> client.lists().listPonds().all();
      case "listGates" -> client.lists().listGates().all();
      case "followGrowth" -> client.streams().followGrowth().send();
      case "followMurmurs" -> client.streams().followMurmurs().send();
      case "readMeasures" -> client.streams().readMeasures().send();
      case "readRecords" -> client.streams().readRecords().send();
      default -> throw new IllegalArgumentException(operation);
    };
  }

  private static Map<String, String> outcome(String kind, Throwable error) {
    String name = error == null ? "" : error.getClass().getSimpleName();
    String text = error == null ? "" : String.valueOf(error.getMessage());
    return Map.of("kind", kind, "name", name, "text", text);
  }

  private static Map<String, String> made(Client client, String operation) {
    try {
      drain(call(client, operation));
      return outcome("value", null);
    } catch (SdkException error) {
      return outcome("error", error);
    } catch (Throwable error) {
      return outcome("crash", error);
    }
  }

  /** Makes the calls, as they are asked for. */
  public static void main(String[] arguments) throws IOException {
    Client client = connect();
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String operation = line.substring(line.indexOf(' ') + 1);
      System.out.println(JSON.writeValueAsString(made(client, operation)));
    }
  }
}
