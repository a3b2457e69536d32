package com.example.template.runtime;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The state that the calls of one client share. */
public final class Connection {
  private final Shared shared;
  private final Settings settings;
  private final Sender sender;

  Connection(ClientBuilder<?> builder) {
    this(Shared.of(builder), builder.settings());
  }

  private Connection(Shared shared, Settings settings) {
    this.shared = shared;
    this.settings = settings;
    sender = new Sender(this, shared, settings);
  }

  /**
   * Returns a copy that shares the transport, the credentials and their tokens.
   *
   * @param change sets what is different
   * @return the copy
   */
  public Connection with(Consumer<ClientChange> change) {
    ClientChange changed = new ClientChange(settings);
    change.accept(changed);
    return new Connection(shared, changed.settings());
  }

  Servers servers() {
    return shared.servers();
  }

  Clock clock() {
    return shared.clock();
  }

  Settings settings() {
    return settings;
  }

  /** Returns the credentials for a request of an operation. */
  List<Keyring.Grant> grants(Operation<?> operation) {
    return shared.keyring().choose(operation);
  }

  /** Returns an address without credentials. */
  String withoutSecrets(String address) {
    return shared.keyring().withoutSecrets(address);
  }

  /** Sends a request, and retries it as the policy allows, in the thread of the caller. */
  RawResponse send(Prepared prepared, List<Keyring.Grant> grants) {
    return sender.send(prepared, grants);
  }

  /** Sends a request, and retries it as the policy allows. */
  CompletableFuture<RawResponse> exchange(
      Prepared prepared, List<Keyring.Grant> grants, Cancellation<?> cancellation) {
    return sender.exchange(prepared, grants, cancellation);
  }

  /** Returns the messages for the responses to a request with these credentials. */
  ErrorText errorText(String operation, List<Keyring.Grant> grants, Optional<Secret> other) {
    List<String> secrets = new ArrayList<>();
    grants.forEach(grant -> secrets.addAll(grant.secrets()));
    other.map(Secret::expose).ifPresent(secrets::add);
    return new ErrorText(operation, shared.errorTexts(), secrets);
  }

  /** Returns the value of a response to an operation. */
  <T> T read(
      Operation<T> operation, RawResponse raw, Prepared prepared, List<Keyring.Grant> grants) {
    DeprecationNotice.find(operation.id(), raw).ifPresent(settings.observer()::deprecated);
    ErrorText text = errorText(operation.id(), grants, Optional.empty());
    Operation.Entry<T, ?> entry =
        operation
            .entry(raw)
            .orElseThrow(
                () ->
                    new UndeclaredAnswerException(raw)
                        .in(operation.id())
                        .withMessage(text.of(raw, false)));
    try {
      return finish(operation, entry, raw, new Sent(prepared, grants));
    } catch (ApiException error) {
      throw error.in(operation.id()).withMessage(text.of(raw, true));
    }
  }

  /** Returns a response with its body unread, or throws the error that it stands for. */
  <T> OpenResponse open(
      Operation<T> operation, RawResponse raw, Prepared prepared, List<Keyring.Grant> grants) {
    if (raw.open().isEmpty()) {
      read(operation, raw, prepared, grants);
    } else {
      DeprecationNotice.find(operation.id(), raw).ifPresent(settings.observer()::deprecated);
    }
    InputStream body = raw.open().orElseGet(() -> new ByteArrayInputStream(raw.content()));
    return new OpenResponse(raw.status(), raw.headers(), body);
  }

  /** A request with its credentials. */
  private record Sent(Prepared prepared, List<Keyring.Grant> grants) {}

  private <T, B> T finish(
      Operation<T> operation, Operation.Entry<T, B> entry, RawResponse raw, Sent sent) {
    if (raw.open().isPresent()) {
      Content.Streaming streaming = entry.content().streaming().orElseThrow();
      StreamWalk walk = new StreamWalk(this, operation, sent.prepared, sent.grants, streaming, raw);
      return entry.finish().apply(raw, entry.content().open(walk));
    }
    Decoder decoder = new Decoder();
    B body;
    try {
      body = entry.content().read(raw.content(), decoder);
    } catch (DecodeException error) {
      throw new UnreadableAnswerException(raw, error);
    }
    reportUnknown(operation, decoder);
    return entry.finish().apply(raw, body);
  }

  /** Reports properties that the description does not define. */
  void reportUnknown(Operation<?> operation, Decoder decoder) {
    if (!decoder.unknown().isEmpty()) {
      settings.observer().unknownMembers(operation.id(), decoder.unknown());
    }
  }

  /** Reports that a request is about to be retried. */
  void reportRetry(Retry again) {
    settings.observer().retried(again);
  }

  /** Does not show the credentials, because they are secrets. */
  @Override
  public String toString() {
    return "Connection[credentials=" + shared.keyring() + "]";
  }
}
