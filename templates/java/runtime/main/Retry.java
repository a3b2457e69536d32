package com.example.template.runtime;

import java.time.Duration;
import java.util.Optional;

/**
 * A request that is about to be sent again.
 *
 * @param operation the operationId, or {@code the token endpoint}
 * @param attempt how often the request was sent so far
 * @param status the status of the last response, if there was one
 * @param delay how long is waited before
 */
public record Retry(String operation, int attempt, Optional<Integer> status, Duration delay) {}
