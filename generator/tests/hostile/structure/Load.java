import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Loads and initializes every class below the given folder. */
final class Load {
  public static void main(String[] arguments) throws Exception {
    Path root = Path.of(arguments[0]);
    List<Path> files;
    try (var paths = Files.walk(root)) {
      files = paths.filter(path -> path.toString().endsWith(".class")).toList();
    }
    try (var loader = new URLClassLoader(new URL[] {root.toUri().toURL()})) {
      for (Path file : files) {
        String name = root.relativize(file).toString().replace(java.io.File.separatorChar, '.');
        Class.forName(name.substring(0, name.length() - ".class".length()), true, loader);
      }
    }
  }
}
