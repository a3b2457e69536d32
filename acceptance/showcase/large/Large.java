package com.example.apiclient;

import com.example.apiclient.models.UploadPhotoBody;
import com.example.apiclient.runtime.FilePart;
import com.example.apiclient.runtime.OpenResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sends and receives a large file with the generated client. */
final class Large {
  private static final int PERIOD = 251;
  private static final int CHUNK = PERIOD * 256;

  private Large() {}

  /** A file of a number of bytes. */
  private static final class Repeated extends InputStream {
    private final long length;
    private long at;

    Repeated(long length) {
      this.length = length;
    }

    @Override
    public int read() {
      return at == length ? -1 : (int) (at++ % PERIOD);
    }

    @Override
    public int read(byte[] into, int offset, int wanted) {
      if (at == length) {
        return -1;
      }
      int count = (int) Math.min(wanted, length - at);
      System.arraycopy(bytes(at, count), 0, into, offset, count);
      at += count;
      return count;
    }
  }

  /** Returns the bytes of the file from a position on. */
  private static byte[] bytes(long position, int count) {
    byte[] made = new byte[count];
    for (int index = 0; index < count; index++) {
      made[index] = (byte) ((position + index) % PERIOD);
    }
    return made;
  }

  /** Returns a field of the process' status, in KiB. */
  private static long memory(String field) throws IOException {
    String status = Files.readString(Path.of("/proc/self/status"));
    Matcher found = Pattern.compile(field + ":\\s+(\\d+)").matcher(status);
    if (!found.find()) {
      throw new IOException("the status has no " + field);
    }
    return Long.parseLong(found.group(1));
  }

  /** Sends and receives a file, and returns its length. */
  private static long transfer(Client client, long length) throws IOException {
    InputStream file = new Repeated(length);
    if ("form".equals(System.getenv("LARGE_WAY"))) {
      FilePart picture = FilePart.of("large.png", "image/png", file);
      UploadPhotoBody form = UploadPhotoBody.builder().title("large").picture(picture).build();
      client.bodies().uploadPhoto(form).send();
    } else {
      client.bodies().uploadFile(new byte[0]).streamBody("application/octet-stream", file).send();
    }
    long received = 0;
    OpenResponse answer = client.bodies().downloadFile().open();
    try (InputStream body = answer.body()) {
      byte[] buffer = new byte[CHUNK];
      for (int count = body.read(buffer); count >= 0; count = body.read(buffer)) {
        if (!Arrays.equals(Arrays.copyOf(buffer, count), bytes(received, count))) {
          throw new IOException("other bytes after " + received);
        }
        received += count;
      }
    }
    return received;
  }

  /** Calls the server at LARGE_BASE. */
  public static void main(String[] arguments) throws IOException {
    Client client =
        Client.builder()
            .server("https://garden.example/{version}", System.getenv("LARGE_BASE"))
            .build();
    // A small file first: what every call needs is not counted.
    transfer(client, CHUNK);
    Files.writeString(Path.of("/proc/self/clear_refs"), "5");
    long idle = memory("VmRSS");
    long received = transfer(client, Long.parseLong(System.getenv("LARGE_CHUNKS")) * CHUNK);
    System.out.println(received + " " + idle + " " + memory("VmHWM"));
  }
}
