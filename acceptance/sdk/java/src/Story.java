import com.example.cloudmarketplace.Client;
import com.example.cloudmarketplace.errors.NotFoundException;
import com.example.cloudmarketplace.models.Event;
import com.example.cloudmarketplace.models.EventType;
import com.example.cloudmarketplace.models.Money;
import com.example.cloudmarketplace.models.Offer;
import com.example.cloudmarketplace.models.OfferAcceptedEvent;
import com.example.cloudmarketplace.models.OfferBuyer;
import com.example.cloudmarketplace.models.OfferCreate;
import com.example.cloudmarketplace.models.OfferStatus;
import com.example.cloudmarketplace.models.OfferTerms;
import com.example.cloudmarketplace.models.Partner;
import com.example.cloudmarketplace.models.PaymentSchedule;
import com.example.cloudmarketplace.models.Product;
import com.example.cloudmarketplace.models.ProductCreate;
import com.example.cloudmarketplace.models.ProductDimension;
import com.example.cloudmarketplace.models.ProductType;
import com.example.cloudmarketplace.models.UsageRecord;
import com.example.cloudmarketplace.models.UsageRecordGroup;
import com.example.cloudmarketplace.models.UsageRecordGroupCreate;
import com.example.cloudmarketplace.models.UsageRecordReport;
import com.example.cloudmarketplace.models.WebhookPut;
import com.example.cloudmarketplace.runtime.Credentials;
import com.example.cloudmarketplace.runtime.Response;
import com.example.cloudmarketplace.runtime.Verifier;
import com.example.cloudmarketplace.runtime.WebhookException;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A whole sale, as a seller's program would make it: from the token to the report of usage. */
final class Story {
  private static final String ORG = environment("ORG_ID");
  private static final long PATIENCE = 30;

  private final Client client;
  private final BlockingQueue<Received> inbox = new LinkedBlockingQueue<>();

  private record Received(Map<String, List<String>> headers, byte[] body) {}

  private Story(Client client) {
    this.client = client;
  }

  private static String environment(String name) {
    return System.getenv("MARKETPLACE_" + name);
  }

  public static void main(String[] arguments) throws Exception {
    Client.Builder builder =
        Client.builder().baseUrl(environment("BASE_URL")).authUrl(environment("AUTH_URL"));
    Credentials app =
        Credentials.clientCredentials(environment("CLIENT_ID"), environment("CLIENT_SECRET"))
            .withResource("{base_url}");
    new Story(builder.orgId(ORG).oauth2(app).build()).tell();
    Credentials key = Credentials.secret(environment("API_KEY"));
    Client legacy =
        Client.builder()
            .baseUrl(environment("BASE_URL"))
            .authUrl(environment("AUTH_URL"))
            .apiKey(key)
            .orgId(ORG)
            .build();
    check(legacy.organization().get().send().id().equals(ORG), "the key");
    check(!(client(app) + "").contains(environment("CLIENT_SECRET")), "a secret is shown");
    System.out.println("the story has been told");
  }

  private static Client client(Credentials credentials) {
    return Client.builder().oauth2(credentials).build();
  }

  private static void check(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  private void tell() throws Exception {
    HttpServer server = receiver();
    try {
      String secret = client.webhooks().rotateSecret().send().secret();
      String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
      WebhookPut webhook =
          WebhookPut.builder().url(url).eventTypes(List.of(EventType.OFFER_ACCEPTED)).build();
      client.webhooks().put(webhook).send();
      Offer offer = sell();
      check(event(secret).data().offer().equals(offer), "the event has another offer");
      meter(offer.entitlementId().orElseThrow());
      page();
      missing();
    } finally {
      server.stop(0);
    }
  }

  private HttpServer receiver() throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer server = HttpServer.create(any, 0);
    server.createContext("/", this::receive);
    server.start();
    return server;
  }

  private void receive(HttpExchange exchange) throws IOException {
    inbox.add(new Received(exchange.getRequestHeaders(), exchange.getRequestBody().readAllBytes()));
    exchange.sendResponseHeaders(204, -1);
    exchange.close();
  }

  /** From a product to an offer that its buyer has accepted. */
  private Offer sell() throws Exception {
    Money price = Money.builder().amount(new BigDecimal("0.002")).currency("USD").build();
    ProductDimension calls =
        ProductDimension.builder().key("calls").unit("calls").unitPrice(price).build();
    ProductCreate draft =
        ProductCreate.builder()
            .name("Platform")
            .partner(Partner.AWS)
            .productType(ProductType.USAGE_BASED)
            .dimensions(List.of(calls))
            .build();
    Product product = client.products().create(draft).send();
    client.products().publish(product.id()).send();
    OfferTerms terms =
        OfferTerms.builder()
            .price(price.toBuilder().amount(new BigDecimal("1200.00")).build())
            .durationMonths(12)
            .paymentSchedule(PaymentSchedule.PREPAY)
            .build();
    OfferCreate plan =
        OfferCreate.builder()
            .name("Annual plan")
            .productId(product.id())
            .buyer(OfferBuyer.builder().partnerAccountId("account-1").build())
            .terms(terms)
            .build();
    Offer offer = client.offers().create(plan).sendAsync().get();
    Offer pending = client.offers().publish(offer.id()).send();
    check(pending.status().equals(OfferStatus.PENDING_ACCEPTANCE), "it is not pending");
    accept(offer.id());
    Offer accepted = client.offers().get(offer.id()).send();
    check(accepted.status().equals(OfferStatus.ACCEPTED), "it is not accepted");
    return accepted;
  }

  /** Performs an action of the buyer, with the controls of the sandbox. */
  private static void accept(String offer) throws Exception {
    String path = "/_sandbox/org/" + ORG + "/offer/" + offer + "/accept";
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(environment("BASE_URL") + path))
            .header("content-type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString("{}"))
            .build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    check(answer.statusCode() == 200, answer.body());
  }

  private OfferAcceptedEvent event(String secret) throws InterruptedException {
    Received received = inbox.poll(PATIENCE, TimeUnit.SECONDS);
    check(received != null, "there is no event");
    Verifier verifier = Verifier.of("another", secret);
    verifier.verify(received.headers, received.body);
    byte[] tampered = received.body.clone();
    tampered[0] = ' ';
    try {
      verifier.verify(received.headers, tampered);
      throw new AssertionError("what was tampered with is genuine");
    } catch (WebhookException error) {
      check(error.reason() == WebhookException.Reason.MISMATCH, "another reason");
    }
    return (OfferAcceptedEvent) Event.CODEC.parse(received.body);
  }

  /** Usage counts once, however often it is submitted, and adds up. */
  private void meter(String entitlement) {
    UsageRecord record =
        UsageRecord.builder().dimension("calls").quantity(new BigDecimal("1500")).build();
    UsageRecordGroupCreate usage =
        UsageRecordGroupCreate.builder().id("group-1").records(List.of(record)).build();
    Response<UsageRecordGroup> first =
        client.usage().createRecordGroup(entitlement, usage).sendWithResponse();
    Response<UsageRecordGroup> again =
        client.usage().createRecordGroup(entitlement, usage).sendWithResponse();
    check(first.status() == 201 && again.status() == 200, "it is counted twice");
    check(first.body().equals(again.body()), "it is another group");
    UsageRecordGroupCreate more =
        UsageRecordGroupCreate.builder()
            .records(List.of(record.toBuilder().quantity(new BigDecimal("0.5")).build()))
            .build();
    UsageRecordGroup keyed = client.usage().createRecordGroup(entitlement, more).send();
    check(keyed.id().length() == 36, "it has no key of the client");
    BigDecimal total =
        client
            .reports()
            .listUsageRecordReports()
            .entitlementId(entitlement)
            .all()
            .map(UsageRecordReport::totals)
            .flatMap(List::stream)
            .map(one -> one.quantity())
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    check(total.compareTo(new BigDecimal("1500.5")) == 0, "the report says " + total);
  }

  /** A list is the same in pages and as a whole. */
  private void page() {
    ProductCreate draft =
        ProductCreate.builder()
            .name("Other")
            .partner(Partner.AWS)
            .productType(ProductType.SUBSCRIPTION)
            .build();
    for (int time = 0; time < 5; time++) {
      client.products().create(draft).send();
    }
    List<Product> whole = client.products().list().limit(1000).send().items();
    List<Product> pages = client.products().list().limit(2).all().toList();
    check(whole.size() > 5 && whole.equals(pages), "the pages are another list");
  }

  private void missing() {
    try {
      client.offers().get("offer-unknown").send();
      throw new AssertionError("it is there");
    } catch (NotFoundException error) {
      check(error.body().status() == 404, "another problem");
    }
  }
}
