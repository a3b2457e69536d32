package com.example.template.runtime;

import java.util.Optional;

/**
 * What a client and its copies have in common.
 *
 * @param servers the addresses
 * @param keyring the credentials, with the tokens in use
 * @param transport sends the requests
 * @param clock the source of time and randomness
 * @param errorTexts where error bodies have their message
 * @param log the log that the environment asks for, which is the innermost middleware
 */
record Shared(
    Servers servers,
    Keyring keyring,
    Transport transport,
    Clock clock,
    ErrorText.Places errorTexts,
    Optional<Middleware> log) {
  static Shared of(ClientBuilder<?> builder) {
    return new Shared(
        builder.servers,
        new Keyring(builder.schemes, builder.credentials, builder.servers),
        builder.transport == null ? new HttpTransport(builder.connectTimeout) : builder.transport,
        builder.clock,
        builder.errorTexts,
        LogMiddleware.of(System.getenv(builder.logVariable)));
  }
}
