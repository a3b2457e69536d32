package com.example.template.runtime;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The responses that an operation declares.
 *
 * @param <T> what the operation returns
 */
final class Answers<T> {
  private static final int CLASS = 100;
  private static final int SUCCESS = 2;

  private final List<Operation.Entry<T, ?>> entries = new ArrayList<>();

  void add(Operation.Entry<T, ?> entry) {
    entries.add(entry);
  }

  /** Returns the {@code Accept} header field with the media types of all declared responses. */
  String accept() {
    Set<String> media = new LinkedHashSet<>();
    for (Operation.Entry<T, ?> entry : entries) {
      Optional.ofNullable(entry.media()).ifPresent(media::add);
    }
    return media.isEmpty() ? "*/*" : String.join(", ", media);
  }

  /** Returns which responses are streams; empty if there are no streams. */
  Optional<Predicate<OpenResponse>> streams() {
    if (entries.stream().noneMatch(Operation.Entry::isStream)) {
      return Optional.empty();
    }
    return Optional.of(
        answer ->
            entry(answer.status(), answer.mediaType())
                .filter(Operation.Entry::isStream)
                .isPresent());
  }

  /** Returns whether a response is successful and declared. */
  boolean isSuccess(OpenResponse answer) {
    return answer.status() / CLASS == SUCCESS
        && entry(answer.status(), answer.mediaType()).isPresent();
  }

  /**
   * Returns the response that is declared for a status. The exact status takes precedence over its
   * range, and that over {@code default}.
   */
  Optional<Operation.Entry<T, ?>> entry(int status, Optional<String> mediaType) {
    boolean success = status / CLASS == SUCCESS;
    for (String wanted : List.of(Integer.toString(status), status / CLASS + "XX", "default")) {
      List<Operation.Entry<T, ?>> found =
          entries.stream().filter(entry -> entry.status().equals(wanted)).toList();
      if (!found.isEmpty()) {
        List<Operation.Entry<T, ?>> fitting =
            found.stream().filter(entry -> entry.success() == success).toList();
        return byMedia(fitting.isEmpty() ? found : fitting, mediaType);
      }
    }
    return Optional.empty();
  }

  private static <T> Optional<Operation.Entry<T, ?>> byMedia(
      List<Operation.Entry<T, ?>> entries, Optional<String> mediaType) {
    if (entries.get(0).media() == null) {
      return Optional.of(entries.get(0));
    }
    List<String> declared = new ArrayList<>();
    entries.forEach(entry -> declared.add(entry.media()));
    return MediaTypes.find(declared, mediaType).map(media -> entries.get(declared.indexOf(media)));
  }
}
