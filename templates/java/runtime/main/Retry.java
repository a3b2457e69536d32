package com.example.template.runtime;

import java.time.Duration;
import java.util.Optional;

/**
 * A request that is about to be retried.
 *
 * @param operation the operationId, or {@code the token endpoint}
 * @param attempt the number of attempts so far
 * @param status the status of the last response, if there was one
 * @param delay the delay before the next attempt
 */
public record Retry(String operation, int attempt, Optional<Integer> status, Duration delay) {}
