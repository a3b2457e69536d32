package com.example.template.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of a client that a copy of it can change.
 *
 * @param timeout the time limit for one attempt
 * @param callTimeout the time limit for a whole call
 * @param retry when a request is retried
 * @param limit the maximum size of a response, or of an item of a stream, in bytes
 * @param userAgent the {@code User-Agent}
 * @param observer the observer
 * @param defaults what is added to every request of an operation
 * @param parameters the parameters of all calls, by name
 * @param middleware the middlewares, the outermost first
 */
record Settings(
    Duration timeout,
    Optional<Duration> callTimeout,
    RetryPolicy retry,
    long limit,
    String userAgent,
    Observer observer,
    Additions defaults,
    Map<String, JsonNode> parameters,
    List<Middleware> middleware) {}
