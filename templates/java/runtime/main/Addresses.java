package com.example.template.runtime;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/** Addresses in responses. */
final class Addresses {
  private Addresses() {}

  /** Resolves a reference; empty if it leads to another origin. */
  static Optional<URI> sibling(String base, String reference) {
    try {
      URI from = new URI(base);
      // `URI.resolve` removes the last segment of the path, which RFC 3986 §5.4.1 keeps.
      String path = base.split("[?#]", 2)[0];
      URI next =
          reference.startsWith("?") ? new URI(path + reference) : from.resolve(new URI(reference));
      boolean same = origin(next).equals(origin(from));
      if (!same || next.getHost() == null || next.getRawUserInfo() != null) {
        return Optional.empty();
      }
      return Optional.of(new URI(next.toString().split("#", 2)[0]));
    } catch (URISyntaxException error) {
      return Optional.empty();
    }
  }

  /** Returns scheme, host and port (RFC 6454 §4). */
  private static String origin(URI address) {
    String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
    String host = String.valueOf(address.getHost()).toLowerCase(Locale.ROOT);
    int usual = scheme.equals("https") ? 443 : 80;
    return scheme + "://" + host + ":" + (address.getPort() < 0 ? usual : address.getPort());
  }
}
