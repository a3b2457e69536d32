package com.example.template.testing;

import com.example.template.runtime.HttpExchangeRequest;
import com.example.template.runtime.RawResponse;
import com.example.template.runtime.Transport;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A service for tests, without a network: the client takes it as its transport, and its clock. A
 * request without an answer fails with an {@link UnexpectedRequestError}. Requests for tokens are
 * answered by themselves.
 */
public final class TestService implements Transport {
  private static final String TOKENS = "the token endpoint";
  private static final String UNTYPED = "request";

  private final List<DescribedOperation> operations;
  private final FakeClock clock = new FakeClock();
  private final Map<String, Deque<Answer>> answers = new HashMap<>();
  private final Map<String, Answer> further = new HashMap<>();
  private final List<ReceivedRequest> requests = new ArrayList<>();
  private final List<ReceivedRequest> tokenRequests = new ArrayList<>();

  /** Creates a service without answers. */
  public TestService() {
    this(Operations.all());
  }

  TestService(List<DescribedOperation> operations) {
    this.operations = operations;
  }

  /**
   * Adds answers to requests of an operation. Each is used once, in this order.
   *
   * @param operation the operationId; {@code request} for requests that are not described, and
   *     {@code the token endpoint} for requests for tokens
   * @param next the answers
   * @return this service
   * @throws IllegalArgumentException if there is no such operation
   */
  public synchronized TestService on(String operation, Answer... next) {
    answers.computeIfAbsent(known(operation), name -> new ArrayDeque<>()).addAll(List.of(next));
    return this;
  }

  /**
   * Sets the answer to all requests of an operation for which {@link #on} has no other one.
   *
   * @param operation the operationId, as for {@code on}
   * @param answer the answer
   * @return this service
   * @throws IllegalArgumentException if there is no such operation
   */
  public synchronized TestService always(String operation, Answer answer) {
    further.put(known(operation), answer);
    return this;
  }

  private String known(String operation) {
    boolean isSpecial = operation.equals(TOKENS) || operation.equals(UNTYPED);
    if (!isSpecial && operations.stream().noneMatch(one -> one.id().equals(operation))) {
      throw new IllegalArgumentException("the description has no operation `" + operation + "`");
    }
    return operation;
  }

  /**
   * Returns the clock, which answers can advance.
   *
   * @return the clock
   */
  public FakeClock clock() {
    return clock;
  }

  /**
   * Returns the requests that were received, without those for tokens.
   *
   * @return the requests, in order
   */
  public synchronized List<ReceivedRequest> requests() {
    return List.copyOf(requests);
  }

  /**
   * Returns the requests for tokens that were received.
   *
   * @return the requests, in order
   */
  public synchronized List<ReceivedRequest> tokenRequests() {
    return List.copyOf(tokenRequests);
  }

  @Override
  public synchronized CompletableFuture<RawResponse> exchange(
      HttpExchangeRequest request, long limit) {
    byte[] body;
    try {
      body = body(request);
    } catch (IOException error) {
      return CompletableFuture.failedFuture(error);
    }
    ReceivedRequest received = received(request, body);
    boolean isToken = received.operation().equals(TOKENS);
    (isToken ? tokenRequests : requests).add(received);
    Answer answer = next(received.operation());
    if (answer == null && !isToken) {
      return CompletableFuture.failedFuture(new UnexpectedRequestError(received));
    }
    return (answer == null ? token() : answer).give(clock);
  }

  private static byte[] body(HttpExchangeRequest request) throws IOException {
    if (request.stream().isEmpty()) {
      return request.body().orElseGet(() -> new byte[0]);
    }
    try (InputStream stream = request.stream().get().get()) {
      return stream.readAllBytes();
    }
  }

  private ReceivedRequest received(HttpExchangeRequest request, byte[] body) {
    Optional<DescribedOperation.Match> match =
        find(request.method(), ReceivedRequest.path(request.url()));
    String described = match.map(found -> found.operation().id()).orElse(UNTYPED);
    ReceivedRequest received =
        new ReceivedRequest(
            described,
            request.method(),
            match.map(DescribedOperation.Match::values).orElse(Map.of()),
            request.url(),
            request.headers(),
            body);
    boolean isAnswered = answers.containsKey(described) || further.containsKey(described);
    if (isAnswered || !isToken(received)) {
      return received;
    }
    return new ReceivedRequest(
        TOKENS, request.method(), Map.of(), request.url(), request.headers(), body);
  }

  /** Returns whether a request asks for a token by the client credentials grant. */
  private static boolean isToken(ReceivedRequest request) {
    String media = request.headers().getOrDefault("content-type", "");
    return media.equals("application/x-www-form-urlencoded")
        && request.text().startsWith("grant_type=client_credentials&");
  }

  private Optional<DescribedOperation.Match> find(String method, String path) {
    return operations.stream()
        .filter(one -> one.method().equals(method))
        .flatMap(one -> one.match(path).stream())
        .reduce((best, other) -> other.isBetterThan(best) ? other : best);
  }

  private Answer next(String operation) {
    Answer next = answers.getOrDefault(operation, new ArrayDeque<>()).poll();
    return next == null ? further.get(operation) : next;
  }

  private Answer token() {
    String token = "test-token-" + tokenRequests.size();
    return Answer.json(
        200, "{\"access_token\":\"" + token + "\",\"token_type\":\"bearer\",\"expires_in\":3600}");
  }

  /** Shows the requests that were received, without secrets. */
  @Override
  public synchronized String toString() {
    return "TestService" + requests;
  }
}
