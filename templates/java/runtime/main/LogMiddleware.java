package com.example.template.runtime;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Writes a line before each attempt, with the level {@code DEBUG}, and one after it, with the level
 * {@code INFO}, or {@code WARNING} for an error. No line contains a secret.
 */
public final class LogMiddleware implements Middleware {
  private static final int FIRST_ERROR = 400;
  private static final long NANOS = 1_000_000;
  private static final Map<String, System.Logger.Level> LEVELS =
      Map.of(
          "debug", System.Logger.Level.DEBUG,
          "info", System.Logger.Level.INFO,
          "warn", System.Logger.Level.WARNING);

  private final System.Logger logger;

  private LogMiddleware(System.Logger logger) {
    this.logger = logger;
  }

  /**
   * Creates a log.
   *
   * @param logger where the lines are written
   * @return the middleware
   */
  public static LogMiddleware of(System.Logger logger) {
    return new LogMiddleware(Objects.requireNonNull(logger, "logger"));
  }

  /** Returns the log that an environment variable asks for, with the value of the variable. */
  static Optional<Middleware> of(String value) {
    return Optional.ofNullable(value).map(LEVELS::get).map(level -> of(new ErrorLogger(level)));
  }

  @Override
  public Completion before(Attempt attempt) {
    if (!logger.isLoggable(System.Logger.Level.WARNING)) {
      return Completion.NONE;
    }
    String line =
        String.format(
            "%s: %s %s attempt %d",
            attempt.operation(), attempt.method(), attempt.pathTemplate(), attempt.number());
    logger.log(System.Logger.Level.DEBUG, line);
    return new Lines(line, attempt.clock());
  }

  private final class Lines implements Completion {
    private final String line;
    private final Clock clock;
    private final long start;

    Lines(String line, Clock clock) {
      this.line = line;
      this.clock = clock;
      this.start = clock.nanoTime();
    }

    @Override
    public void response(AttemptResponse response) {
      int status = response.status();
      System.Logger.Level level =
          status < FIRST_ERROR ? System.Logger.Level.INFO : System.Logger.Level.WARNING;
      if (logger.isLoggable(level)) {
        logger.log(level, line + ": " + status + time() + response.requestId());
      }
    }

    @Override
    public void error(Throwable error) {
      logger.log(System.Logger.Level.WARNING, line + ": failed" + kind(error) + time());
    }

    private String time() {
      return " after " + (clock.nanoTime() - start) / NANOS + " ms";
    }
  }

  private static String kind(Throwable error) {
    if (error instanceof CredentialsException) {
      return " (credentials)";
    }
    if (error instanceof CallTimeoutException) {
      return " (timeout)";
    }
    return error instanceof TransportException ? " (connection)" : "";
  }
}
