package com.example.template.runtime;

import java.util.ArrayList;
import java.util.List;

/**
 * The settings of a copy of a client. What is not set is as in the original. Header fields and
 * query fields are added to those of the original, and replace those with the same names;
 * middlewares are added inside of those of the original.
 */
public final class ClientChange extends ClientSettings<ClientChange> {
  private final Settings original;

  ClientChange(Settings original) {
    this.original = original;
    timeout = original.timeout();
    callTimeout = original.callTimeout();
    retry = original.retry();
    limit = original.limit();
    userAgent = original.userAgent();
    observer = original.observer();
    parameters.putAll(original.parameters());
  }

  @Override
  Settings settings() {
    List<Middleware> all = new ArrayList<>(original.middleware());
    all.addAll(middleware);
    return settings(original.defaults().with(defaults), List.copyOf(all));
  }
}
