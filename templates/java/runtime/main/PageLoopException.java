package com.example.template.runtime;

import java.io.Serial;

/** A page names an earlier page as its next one. */
public final class PageLoopException extends SdkException {
  @Serial private static final long serialVersionUID = 1L;

  PageLoopException(String parameter) {
    super("the list repeats a page: `" + parameter + "` was requested before", null, null);
  }
}
