package com.example.template.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests forms with files that are never held whole. */
class FormTest {
  private static final String PNG = "image/png";

  @TempDir Path folder;

  private static final class Builder extends ClientBuilder<Builder> {
    Builder() {
      super(List.of(), "test/1", "UNSET_LOG");
    }
  }

  private record Album(FilePart cover, List<FilePart> pages) {
    void write(Parts parts) {
      parts.value(Codecs.STRING, "title", "ä");
      parts.file("cover", cover);
      parts.files("pages", pages);
      parts.value(Codecs.list(Codecs.STRING), "tags", List.of("x", "y"));
    }
  }

  private static final class Send extends Call<Void, Send> {
    private static Operation<Void> operation(String server) {
      return Operation.<Void>of("send").request("PUT", "/").server(server).answer("204");
    }

    Send(Connection connection, String server, Album album) {
      super(connection, operation(server));
      multipart(Album::write, album);
    }
  }

  /** Answers with a status, and records what is sent. */
  private static final class Stage implements Transport {
    final List<String> sent = new ArrayList<>();
    private final int status;

    Stage(int status) {
      this.status = status;
    }

    @Override
    public CompletableFuture<RawResponse> exchange(HttpExchangeRequest request, long limit) {
      try (InputStream body =
          request.stream()
              .map(java.util.function.Supplier::get)
              .orElseGet(() -> new ByteArrayInputStream(request.body().orElseThrow()))) {
        String form = new String(body.readAllBytes(), StandardCharsets.UTF_8);
        String boundary = form.substring(2, form.indexOf("\r\n"));
        assertEquals(
            "multipart/form-data; boundary=" + boundary, request.headers().get("content-type"));
        sent.add(form.replace(boundary, "boundary"));
      } catch (IOException error) {
        return CompletableFuture.failedFuture(error);
      }
      return CompletableFuture.completedFuture(new RawResponse(status, Map.of(), new byte[0]));
    }

    Send call(FilePart cover, FilePart... pages) {
      Duration wait = Duration.ofMillis(1);
      RetryPolicy retry = RetryPolicy.DEFAULT.withAttempts(2).withWaits(wait, wait);
      Connection connection = new Connection(new Builder().transport(this).retry(retry));
      return new Send(connection, "https://vectors.example", new Album(cover, List.of(pages)));
    }
  }

  /** Records whether it is closed. */
  private static final class Source extends ByteArrayInputStream {
    boolean isClosed;

    Source(String text) {
      super(bytes(text));
    }

    @Override
    public void close() {
      isClosed = true;
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static InputStream failing(IOException error) {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw error;
          }
        };
    return new SequenceInputStream(new Source("begun"), broken);
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("file"), text);
  }

  @Test
  void streamedFilesArriveAsOthers() throws Exception {
    Stage whole = new Stage(204);
    FilePart one = FilePart.of("", PNG, bytes("one"));
    whole.call(FilePart.of("a\"\r\n.png", PNG, bytes("cover")), one, one).send();
    Stage streamed = new Stage(204);
    Source cover = new Source("cover");
    FilePart page = FilePart.of("", PNG, new Source("one"));
    streamed.call(FilePart.of("a\"\r\n.png", PNG, cover), page, one).send();
    assertTrue(cover.isClosed);
    FilePart fromPath = FilePart.of("", PNG, file("one"));
    streamed.call(FilePart.of("a\"\r\n.png", PNG, new Source("cover")), one, fromPath).send();
    assertEquals(List.of(whole.sent.get(0), whole.sent.get(0)), streamed.sent);
  }

  @Test
  void onlyFilesThatCanBeReadAgainAreSentAgain() throws Exception {
    Stage once = new Stage(503);
    FilePart path = FilePart.of("", PNG, file("cover"));
    FilePart stream = FilePart.of("", PNG, new Source("cover"));
    assertThrows(SdkException.class, () -> once.call(path, stream).send());
    assertEquals(1, once.sent.size());
    Stage more = new Stage(503);
    assertThrows(SdkException.class, () -> more.call(path).send());
    assertEquals(2, more.sent.size());
    assertEquals(1, more.sent.stream().distinct().count());
  }

  @Test
  void filesThatBreakOffAreErrors() throws Exception {
    IOException broken = new IOException("the disk is broken");
    Stage stage = new Stage(204);
    Source rest = new Source("rest");
    Send call = stage.call(FilePart.of("", PNG, failing(broken)), FilePart.of("", PNG, rest));
    RequestException error = assertThrows(RequestException.class, call::send);
    assertSame(broken, error.getCause());
    assertEquals("send: the file `cover` cannot be read", error.getMessage());
    assertTrue(rest.isClosed);
    Send missing = stage.call(FilePart.of("", PNG, folder.resolve("missing")));
    assertThrows(RequestException.class, missing::send);
    FilePart json = FilePart.of("", PNG, new Source(""));
    assertThrows(RequestException.class, () -> Codecs.FILE.write(json));
  }

  /** A file without an end, which records whether it is closed. */
  private static final class Endless extends InputStream {
    final CountDownLatch closed = new CountDownLatch(1);

    @Override
    public int read() {
      return 'x';
    }

    @Override
    public void close() {
      closed.countDown();
    }
  }

  @Test
  void aFileIsClosedIfTheConnectionBreaks() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String address = "http://127.0.0.1:" + server.getLocalPort();
      Connection connection = new Connection(new Builder());
      Endless file = new Endless();
      Album album = new Album(FilePart.of("", PNG, file), List.of());
      CompletableFuture<Void> sent = new Send(connection, address, album).sendAsync();
      try (Socket socket = server.accept()) {
        // Some of the file was read.
        assertTrue(socket.getInputStream().readNBytes(1 << 16).length > 0);
      }
      assertThrows(ExecutionException.class, sent::get);
      file.closed.await();
    }
  }

  @Test
  void aFileThatBreaksOffBreaksTheConnection() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    CompletableFuture<Integer> received = new CompletableFuture<>();
    server.createContext(
        "/",
        exchange -> {
          try {
            received.complete(exchange.getRequestBody().readAllBytes().length);
          } catch (IOException error) {
            received.completeExceptionally(error);
          }
        });
    server.start();
    try {
      String address = "http://127.0.0.1:" + server.getAddress().getPort();
      Connection connection = new Connection(new Builder().timeout(Duration.ofSeconds(60)));
      IOException broken = new IOException("the disk is broken");
      Album album = new Album(FilePart.of("", PNG, failing(broken)), List.of());
      Send call = new Send(connection, address, album);
      RequestException error = assertThrows(RequestException.class, call::send);
      assertSame(broken, error.getCause());
      assertThrows(ExecutionException.class, received::get);
    } finally {
      server.stop(0);
    }
  }
}
