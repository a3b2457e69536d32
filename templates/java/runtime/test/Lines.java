package com.example.template.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;

/** A logger that keeps its lines, each after its level as the vectors name it. */
final class Lines implements System.Logger {
  final List<String> texts = new ArrayList<>();

  @Override
  public String getName() {
    return "lines";
  }

  @Override
  public boolean isLoggable(Level level) {
    return true;
  }

  @Override
  public void log(Level level, ResourceBundle bundle, String text, Throwable thrown) {
    throw new AssertionError(thrown);
  }

  @Override
  public void log(Level level, ResourceBundle bundle, String format, Object... values) {
    String name = level == Level.WARNING ? "warn" : level.getName().toLowerCase();
    texts.add(name + " " + format);
  }
}
