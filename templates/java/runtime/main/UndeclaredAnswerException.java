package com.example.template.runtime;

import java.io.Serial;

/** The response has a status or a media type that the description does not declare. */
public final class UndeclaredAnswerException extends SdkException {
  @Serial private static final long serialVersionUID = 1L;

  UndeclaredAnswerException(RawResponse raw) {
    super(
        "the service answered with status "
            + raw.status()
            + ", which the description does not declare",
        raw,
        null);
  }
}
