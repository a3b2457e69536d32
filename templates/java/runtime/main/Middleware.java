package com.example.template.runtime;

/**
 * Code around every attempt.
 *
 * <p>It sees no secrets: credentials are added and obtained between {@link #before} and the end of
 * the attempt, and a token request is an attempt within that of the call. Use a {@link Transport}
 * for complete requests.
 *
 * <p>What a middleware throws fails the call as it is, and the request is not retried. All methods
 * may be called in any thread, and should return quickly.
 */
@FunctionalInterface
public interface Middleware {
  /**
   * Called when a call, or a request for a token, begins, in the thread that begins it; the
   * attempts may be in others.
   *
   * @return the middleware for its attempts; by default this one
   */
  default Middleware forCall() {
    return this;
  }

  /**
   * Called before an attempt.
   *
   * @param attempt the attempt, to which header fields can be added
   * @return what is called when it ends; {@link Completion#NONE} for nothing
   */
  Completion before(Attempt attempt);

  /** The end of an attempt: exactly one of the methods is called. They do nothing by default. */
  interface Completion {
    /** Does nothing. */
    Completion NONE = new Completion() {};

    /**
     * Called when a response has arrived; for a stream, before its body.
     *
     * @param response the response
     */
    default void response(AttemptResponse response) {}

    /**
     * Called if there is no response.
     *
     * @param error the reason, such as a {@link TransportException} or a {@link
     *     CallTimeoutException}
     */
    default void error(Throwable error) {}
  }
}
