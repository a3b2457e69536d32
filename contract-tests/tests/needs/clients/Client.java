import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Fails if the responses lack what its arguments name: KIND:PATH:POINTER. */
class Client {
    static boolean well(Object value, List<String> steps, String kind) {
        boolean lenient = kind.equals("not-null") || kind.equals("inside") && steps.size() > 1;
        String step = steps.get(0);
        List<String> rest = steps.subList(1, steps.size());
        if (step.equals("*")) {
            if (!(value instanceof List<?> items)) return lenient;
            return items.stream().allMatch(item -> well(item, rest, kind));
        }
        if (!(value instanceof Map<?, ?> properties) || !properties.containsKey(step)) return lenient;
        Object inner = properties.get(step);
        if (!rest.isEmpty()) return well(inner, rest, kind);
        return inner != null || kind.equals("present") || kind.equals("inside");
    }

    /** A reader of JSON; the JDK has none. */
    static class Reader {
        final String text;
        int at = 0;

        Reader(String text) {
            this.text = text;
        }

        char peek() {
            while (Character.isWhitespace(text.charAt(at))) at++;
            return text.charAt(at);
        }

        boolean skip(char wanted) {
            boolean found = peek() == wanted;
            if (found) at++;
            return found;
        }

        String string() {
            var out = new StringBuilder();
            peek();
            for (at++; text.charAt(at) != '"'; at++) {
                if (text.charAt(at) == '\\') at++;
                out.append(text.charAt(at));
            }
            at++;
            return out.toString();
        }

        Object value() {
            if (peek() == '"') return string();
            if (skip('{')) {
                var properties = new HashMap<String, Object>();
                while (!skip('}')) {
                    String name = string();
                    skip(':');
                    properties.put(name, value());
                    skip(',');
                }
                return properties;
            }
            if (skip('[')) {
                var items = new ArrayList<Object>();
                while (!skip(']')) {
                    items.add(value());
                    skip(',');
                }
                return items;
            }
            int from = at;
            while (at < text.length() && ",]} \n\r\t".indexOf(text.charAt(at)) < 0) at++;
            String word = text.substring(from, at);
            return word.equals("null") ? null : word;
        }
    }

    static Object fetch(String path) throws Exception {
        var address = URI.create(System.getenv("ITEMS_URL") + path).toURL();
        try (var stream = address.openStream()) {
            return new Reader(new String(stream.readAllBytes(), "UTF-8")).value();
        }
    }

    public static void main(String[] needs) throws Exception {
        var bodies = Map.of("/first", fetch("/first"), "/second", fetch("/second"));
        for (String need : needs) {
            String[] parts = need.split(":");
            List<String> steps = Arrays.asList(parts[2].split("/"));
            if (!well(bodies.get(parts[1]), steps.subList(1, steps.size()), parts[0])) System.exit(1);
        }
    }
}
