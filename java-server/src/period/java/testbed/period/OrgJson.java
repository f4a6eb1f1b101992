package testbed.period;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.json.JSONArray;
import org.json.JSONObject;
import testbed.engines.Engine;
import testbed.environment.Libraries;

/** JSON by org.json, the library that json.org shows: the whole body as a tree of maps, which is asked for each field. It takes the last of a repeated name. */
final class OrgJson extends TreeEngine {
    OrgJson(Engine usual) {
        super("org-json", "json", List.of(), usual);
    }

    @Override
    public String version() {
        return Libraries.version(JSONObject.class);
    }

    @Override
    Parser parser(String root) {
        return body -> new Fields(new JSONObject(new String(body, StandardCharsets.UTF_8)));
    }

    private record Fields(JSONObject object) implements Tree {
        @Override
        public String text(String name) {
            return object.getString(name);
        }

        @Override
        public int int32(String name) {
            return object.getInt(name);
        }

        @Override
        public double real(String name) {
            return object.getDouble(name);
        }

        @Override
        public boolean bool(String name) {
            return object.getBoolean(name);
        }

        @Override
        public List<Tree> all(String name) {
            JSONArray array = object.getJSONArray(name);
            return IntStream.range(0, array.length())
                    .<Tree>mapToObj(i -> new Fields(array.getJSONObject(i)))
                    .toList();
        }

        @Override
        public List<String> texts(String name) {
            JSONArray array = object.getJSONArray(name);
            return IntStream.range(0, array.length()).mapToObj(array::getString).toList();
        }
    }
}
