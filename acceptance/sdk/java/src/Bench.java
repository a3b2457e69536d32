import com.example.cloudmarketplace.Client;
import com.example.cloudmarketplace.runtime.Credentials;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Makes calls one after the other, with the client or by hand, and prints how many seconds of CPU
 * time they took: {@code Bench sdk|minimal ADDRESS get|list CALLS}.
 */
final class Bench {
  private Bench() {}

  // Types of an offer as a user would write them.

  record Money(BigDecimal amount, String currency) {}

  record Installment(Money amount, String chargeDate) {}

  record Terms(
      Money price,
      int durationMonths,
      String paymentSchedule,
      List<Installment> paymentInstallments,
      Integer netTermDays,
      Double discountPercentage,
      String eulaUrl) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  record Offer(
      String id,
      String orgId,
      String name,
      String offerType,
      String status,
      String partner,
      String productId,
      String buyerId,
      Terms terms,
      String expireTime,
      String publishTime,
      String offerUrl,
      Map<String, String> metadata,
      String creationTime,
      String lastUpdateTime) {
    /** Times are part of the offer; Jackson reads them only with another library. */
    Offer {
      OffsetDateTime.parse(creationTime);
      OffsetDateTime.parse(lastUpdateTime);
    }
  }

  record Page(List<Offer> items, Long nextOffset) {}

  static Callable<Object> bySdk(String address, String method) {
    Client client =
        Client.builder().baseUrl(address).apiKey(Credentials.secret("key")).orgId("org-1").build();
    return method.equals("get")
        ? () -> client.offers().get("ofr-1").send()
        : () -> client.offers().list().send();
  }

  static Callable<Object> byHand(String address, String method) {
    HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    ObjectMapper json = new ObjectMapper();
    boolean isGet = method.equals("get");
    String path = isGet ? "/org/org-1/offer/ofr-1" : "/org/org-1/offer";
    Class<?> type = isGet ? Offer.class : Page.class;
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + path))
            .header("Authorization", "Key key")
            .build();
    return () -> {
      HttpResponse<byte[]> answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
      if (answer.statusCode() != 200) {
        throw new IllegalStateException("status " + answer.statusCode());
      }
      return json.readValue(answer.body(), type);
    };
  }

  /** Returns the time that this process has used on all cores, in nanoseconds. */
  static long cpuTime() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  public static void main(String[] arguments) throws Exception {
    String address = arguments[1];
    String method = arguments[2];
    int calls = Integer.parseInt(arguments[3]);
    Callable<Object> call =
        arguments[0].equals("sdk") ? bySdk(address, method) : byHand(address, method);
    // Warm up the compiler, connections and caches.
    for (int index = 0; index < calls / 2; index++) {
      call.call();
    }
    long started = cpuTime();
    for (int index = 0; index < calls; index++) {
      call.call();
    }
    System.out.println((cpuTime() - started) / 1e9);
    System.exit(0);
  }
}
