package com.example.template.runtime;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A source of tokens that you implement. */
@FunctionalInterface
public interface TokenProvider {
  /**
   * A token. It is requested before every request, so keep the one that you have.
   *
   * @param refused the token that the service has just rejected with 401, if it has
   * @return the token
   */
  CompletableFuture<Secret> token(Optional<Secret> refused);
}
