package com.example.template.runtime;

import java.io.Serial;

/** A page names an earlier page as its next one. */
public final class PageLoopException extends SdkException {
  @Serial private static final long serialVersionUID = 1L;

  PageLoopException(String parameter) {
    super("the pages of the list go round: `" + parameter + "` was asked for before", null, null);
  }
}
