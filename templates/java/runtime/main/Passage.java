package com.example.template.runtime;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** An attempt on its way through the middlewares. */
final class Passage {
  private final List<Middleware> all;
  private final Attempt attempt;
  private final Function<RawResponse, String> id;
  private final Deque<Middleware.Completion> entered = new ArrayDeque<>();

  /** Creates a passage; {@code id} returns the ID of a request as messages show it. */
  Passage(List<Middleware> all, Attempt attempt, Function<RawResponse, String> id) {
    this.all = all;
    this.attempt = attempt;
    this.id = id;
  }

  /** Enters every middleware, and returns the request with the header fields that they add. */
  Prepared enter(Prepared prepared) {
    try {
      for (Middleware one : all) {
        entered.push(Objects.requireNonNull(one.before(attempt), "the result of a middleware"));
      }
    } catch (RuntimeException | Error error) {
      throw new MiddlewareFailure(error);
    }
    Prepared ready = prepared;
    for (Map.Entry<String, String> field : attempt.headers().entrySet()) {
      Prepared.check(field.getKey(), field.getValue());
      ready = ready.with(field.getKey(), field.getValue());
    }
    return ready;
  }

  /**
   * Leaves the middlewares that were entered, the innermost first. What one throws replaces the
   * outcome.
   */
  Outcome leave(Outcome outcome) {
    AttemptResponse response =
        outcome.raw() == null ? null : new AttemptResponse(outcome.raw(), id);
    Throwable error =
        response == null ? MiddlewareFailure.unwrap(Sender.failure(outcome.error())) : null;
    Outcome left = outcome;
    while (!entered.isEmpty()) {
      Middleware.Completion completion = entered.pop();
      try {
        if (error == null) {
          completion.response(response);
        } else {
          completion.error(error);
        }
      } catch (RuntimeException | Error thrown) {
        error = thrown;
        left = new Outcome(null, new MiddlewareFailure(thrown));
      }
    }
    if (outcome.raw() != null && left != outcome) {
      outcome.raw().close();
    }
    return left;
  }
}
