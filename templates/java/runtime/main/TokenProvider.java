package com.example.template.runtime;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A source of tokens, implemented by the caller. */
@FunctionalInterface
public interface TokenProvider {
  /**
   * Returns a token. It is called before every request, so cache the token.
   *
   * @param refused the token that the service has just rejected with 401, if any
   * @return the token
   */
  CompletableFuture<Secret> token(Optional<Secret> refused);
}
