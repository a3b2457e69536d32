import com.example.cloudmarketplace.Client;
import com.example.cloudmarketplace.runtime.Credentials;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.OffsetDateTime;
import java.util.concurrent.Callable;

/**
 * Makes calls one after the other, with the client or by hand, and prints how many seconds they
 * took: {@code Bench sdk|minimal ADDRESS CALLS}.
 */
final class Bench {
  private Bench() {}

  /** The minimal type that a user would write. */
  record Offer(String id, String orgId, String name, String status, OffsetDateTime creationTime) {}

  static Callable<Object> bySdk(String address) {
    Client client = Client.builder().baseUrl(address).apiKey(Credentials.secret("key")).build();
    return () -> client.offers().get("org-1", "ofr-1").send();
  }

  static Callable<Object> byHand(String address) {
    HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    ObjectMapper json = new ObjectMapper();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + "/org/org-1/offer/ofr-1"))
            .header("Authorization", "Key key")
            .build();
    return () -> {
      HttpResponse<byte[]> answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
      if (answer.statusCode() != 200) {
        throw new IllegalStateException("status " + answer.statusCode());
      }
      JsonNode read = json.readTree(answer.body());
      return new Offer(
          read.get("id").asText(),
          read.get("orgId").asText(),
          read.get("name").asText(),
          read.get("status").asText(),
          OffsetDateTime.parse(read.get("creationTime").asText()));
    };
  }

  public static void main(String[] arguments) throws Exception {
    Callable<Object> call = arguments[0].equals("sdk") ? bySdk(arguments[1]) : byHand(arguments[1]);
    int calls = Integer.parseInt(arguments[2]);
    // Warm up the compiler, connections and caches.
    for (int index = 0; index < calls / 2; index++) {
      call.call();
    }
    long started = System.nanoTime();
    for (int index = 0; index < calls; index++) {
      call.call();
    }
    System.out.println((System.nanoTime() - started) / 1e9);
    System.exit(0);
  }
}
