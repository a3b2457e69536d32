package com.example.template.runtime;

import java.text.MessageFormat;
import java.util.ResourceBundle;

/** A logger that writes to standard error. */
final class ErrorLogger implements System.Logger {
  private final Level lowest;

  ErrorLogger(Level lowest) {
    this.lowest = lowest;
  }

  @Override
  public String getName() {
    return ErrorLogger.class.getPackageName();
  }

  @Override
  public boolean isLoggable(Level level) {
    return level != Level.OFF && level.getSeverity() >= lowest.getSeverity();
  }

  @Override
  public void log(Level level, ResourceBundle bundle, String text, Throwable thrown) {
    if (isLoggable(level)) {
      System.err.println(level + " " + text);
    }
  }

  @Override
  public void log(Level level, ResourceBundle bundle, String format, Object... values) {
    boolean isPlain = values == null || values.length == 0;
    log(level, bundle, isPlain ? format : MessageFormat.format(format, values), (Throwable) null);
  }
}
