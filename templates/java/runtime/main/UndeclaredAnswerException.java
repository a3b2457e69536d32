package com.example.template.runtime;

import java.io.Serial;

/** The answer has a status or a media type that the description does not declare. */
public final class UndeclaredAnswerException extends SdkException {
  @Serial private static final long serialVersionUID = 1L;

  UndeclaredAnswerException(RawResponse raw) {
    super("the answer is not declared: status " + raw.status(), raw, null);
  }
}
