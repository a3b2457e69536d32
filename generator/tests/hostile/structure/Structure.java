import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/**
 * Prints the structure of Java files, parsed by the Java compiler: for each file below the given
 * folder, the skeleton of each declaration and all strings. In a skeleton, names have a dollar
 * sign, and literals are shown by kind. XML files are also read.
 */
final class Structure {
  public static void main(String[] arguments) throws Exception {
    Path root = Path.of(arguments[0]);
    List<Path> sources = below(root, ".java");
    var compiler = ToolProvider.getSystemJavaCompiler();
    var complaints = new DiagnosticCollector<JavaFileObject>();
    var files = compiler.getStandardFileManager(complaints, null, StandardCharsets.UTF_8);
    var units = files.getJavaFileObjectsFromPaths(sources);
    var task = (JavacTask) compiler.getTask(null, files, complaints, List.of(), null, units);
    StringBuilder out = new StringBuilder("{");
    for (CompilationUnitTree unit : task.parse()) {
      Path path = Path.of(unit.getSourceFile().toUri());
      Set<String> strings = new TreeSet<>();
      List<Tree> parts = new ArrayList<>(unit.getImports());
      parts.add(unit.getPackage());
      parts.addAll(unit.getTypeDecls());
      List<String> declarations = parts.stream().map(part -> skeleton(part, strings)).toList();
      append(out, root.relativize(path), declarations, strings);
    }
    for (Path path : below(root, ".xml")) {
      Set<String> strings = new TreeSet<>();
      StringBuilder skeleton = new StringBuilder();
      var builder = javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder();
      element(builder.parse(path.toFile()).getDocumentElement(), skeleton, strings);
      append(out, root.relativize(path), List.of(skeleton.toString()), strings);
    }
    for (Diagnostic<?> complaint : complaints.getDiagnostics()) {
      if (complaint.getKind() == Diagnostic.Kind.ERROR) {
        throw new IllegalStateException(complaint.toString());
      }
    }
    System.out.print(out.append('}'));
  }

  private static String skeleton(Tree tree, Set<String> strings) {
    Skeleton skeleton = new Skeleton(strings);
    skeleton.scan(tree, null);
    return skeleton.out.toString();
  }

  private static List<Path> below(Path root, String ending) throws Exception {
    try (var paths = Files.walk(root)) {
      return paths.filter(path -> path.toString().endsWith(ending)).sorted().toList();
    }
  }

  /** Collects the names of elements and attributes, and their text. */
  private static void element(org.w3c.dom.Node node, StringBuilder out, Set<String> strings) {
    switch (node.getNodeType()) {
      case org.w3c.dom.Node.COMMENT_NODE -> {}
      case org.w3c.dom.Node.ELEMENT_NODE -> {
        out.append("( ").append(node.getNodeName()).append(' ');
        for (int index = 0; index < node.getAttributes().getLength(); index++) {
          out.append(node.getAttributes().item(index).getNodeName()).append(' ');
        }
        for (int index = 0; index < node.getChildNodes().getLength(); index++) {
          element(node.getChildNodes().item(index), out, strings);
        }
        out.append(") ");
      }
      case org.w3c.dom.Node.TEXT_NODE -> {
        if (!node.getNodeValue().isBlank()) {
          out.append("text ");
          strings.add(node.getNodeValue());
        }
      }
      default -> out.append("node").append(node.getNodeType()).append(' ');
    }
  }

  private static void append(
      StringBuilder out, Path path, List<String> declarations, Set<String> strings) {
    out.append(out.length() > 1 ? "," : "").append(quote(path.toString().replace('\\', '/')));
    out.append(":{\"declarations\":").append(quote(declarations));
    out.append(",\"strings\":").append(quote(strings)).append('}');
  }

  private static String quote(Iterable<String> texts) {
    List<String> quoted = new ArrayList<>();
    texts.forEach(text -> quoted.add(quote(text)));
    return "[" + String.join(",", quoted) + "]";
  }

  private static String quote(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char unit : text.toCharArray()) {
      if (unit >= ' ' && unit < 0x7f && unit != '"' && unit != '\\') {
        out.append(unit);
      } else {
        out.append(String.format("\\u%04x", (int) unit));
      }
    }
    return out.append('"').toString();
  }

  /** Writes the kinds and the names of a tree and everything below it. */
  private static final class Skeleton extends TreeScanner<Void, Void> {
    private final StringBuilder out = new StringBuilder();
    private final Set<String> strings;

    Skeleton(Set<String> strings) {
      this.strings = strings;
    }

    @Override
    public Void scan(Tree tree, Void nothing) {
      if (tree == null) {
        return null;
      }
      out.append("( ").append(tree.getKind()).append(' ');
      CharSequence name = name(tree);
      if (name != null) {
        out.append('$').append(name).append(' ');
      }
      if (tree instanceof LiteralTree literal && literal.getValue() instanceof String text) {
        strings.add(text);
      }
      super.scan(tree, nothing);
      out.append(") ");
      return null;
    }

    private static CharSequence name(Tree tree) {
      if (tree instanceof IdentifierTree named) {
        return named.getName();
      } else if (tree instanceof MemberSelectTree named) {
        return named.getIdentifier();
      } else if (tree instanceof MemberReferenceTree named) {
        return named.getName();
      } else if (tree instanceof VariableTree named) {
        return named.getName();
      } else if (tree instanceof MethodTree named) {
        return named.getName();
      } else if (tree instanceof ClassTree named) {
        return named.getSimpleName();
      }
      return null;
    }
  }
}
