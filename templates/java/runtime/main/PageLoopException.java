package com.example.template.runtime;

import java.io.Serial;

/** The list refers back to a page that was already requested. */
public final class PageLoopException extends SdkException {
  @Serial private static final long serialVersionUID = 1L;

  PageLoopException(String parameter) {
    super(
        "the list repeats a page: `" + ErrorText.quoted(parameter) + "` was requested before",
        null,
        null);
  }
}
