import com.example.cloudmarketplace.Client;
import com.example.cloudmarketplace.errors.ConflictException;
import com.example.cloudmarketplace.models.AgreementUpdatedEvent;
import com.example.cloudmarketplace.models.Event;
import com.example.cloudmarketplace.models.Offer;
import com.example.cloudmarketplace.models.OfferAcceptedEvent;
import com.example.cloudmarketplace.models.OfferStatus;
import com.example.cloudmarketplace.models.OfferUpdate;
import com.example.cloudmarketplace.runtime.ApiException;
import com.example.cloudmarketplace.runtime.Credentials;
import com.example.cloudmarketplace.runtime.DeprecationNotice;
import com.example.cloudmarketplace.runtime.HttpTransport;
import com.example.cloudmarketplace.runtime.Observer;
import com.example.cloudmarketplace.runtime.Presence;
import com.example.cloudmarketplace.runtime.RawResponse;
import com.example.cloudmarketplace.runtime.RetryPolicy;
import com.example.cloudmarketplace.testing.Answer;
import com.example.cloudmarketplace.testing.TestService;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Uses of the SDK that must compile: every type must be as written here. */
final class Usage {
  private Usage() {}

  static Client client() {
    return Client.builder()
        .oauth2(Credentials.clientCredentials("id", "secret").withScope("offers"))
        .apiKey(Credentials.secret("key"))
        .transport(new HttpTransport(HttpClient.newHttpClient()))
        .retry(RetryPolicy.DEFAULT.withAttempts(5))
        .timeout(Duration.ofSeconds(5))
        .orgId("org")
        .observer(
            new Observer() {
              @Override
              public void deprecated(DeprecationNotice notice) {
                System.err.println(notice.operation() + " ends " + notice.sunsetAt());
              }
            })
        .build();
  }

  static Stream<Offer> drafts(Client client) {
    return client.offers().list().status(OfferStatus.DRAFT).limit(50).all();
  }

  static Optional<OffsetDateTime> expiry(Offer offer) {
    return offer.expireTime();
  }

  static OfferUpdate update() {
    return OfferUpdate.builder().name("A name").expireTime(Presence.ofNull()).build();
  }

  static CompletableFuture<Offer> later(Client client) {
    return client.offers().update("offer", update()).timeout(Duration.ofSeconds(1)).sendAsync();
  }

  static RawResponse patient(Client client) {
    Client copy =
        client.with(
            change ->
                change
                    .callTimeout(Duration.ofMinutes(1))
                    .retry(RetryPolicy.NONE)
                    .defaultHeader("x-team", "billing"));
    return copy.request("POST", "/undescribed")
        .json(OfferUpdate.CODEC, update())
        .query("dry-run", "true")
        .callTimeout(Duration.ofSeconds(5))
        .retry(RetryPolicy.DEFAULT.withAttempts(2))
        .send();
  }

  static Client fake() {
    TestService service = new TestService();
    service.on("cancelOffer", Answer.json(200, OfferUpdate.CODEC, update()), Answer.timeout());
    return Client.fromEnvironment().transport(service).clock(service.clock()).build();
  }

  static String tell(Event event) {
    if (event instanceof OfferAcceptedEvent accepted) {
      return accepted.data().agreementId();
    }
    if (event instanceof AgreementUpdatedEvent updated) {
      return updated.data().agreement().id();
    }
    return event instanceof Event.Unknown unknown ? unknown.value().toString() : "another";
  }

  static String cancel(Client client) {
    try {
      return client.offers().cancel("offer").send().id();
    } catch (ConflictException error) {
      return error.body().title();
    } catch (ApiException error) {
      return "status " + error.status().orElseThrow();
    }
  }
}
