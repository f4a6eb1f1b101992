package testbed.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import testbed.objects.ObjectTypes;
import testbed.objects.types.DummyObject;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.module.blackbird.BlackbirdModule;

/** What it costs Jackson to fill a record by reflection, a record through Blackbird, and public fields: docs/decisions/0004. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Binding {
    /** What is filled. */
    @Param({"record", "fields"})
    private String shape;

    /** By what. */
    @Param({"reflection", "blackbird"})
    private String by;

    private ObjectReader reader;
    private byte[] body;

    /** Makes a plain mapper, with none of the engine's own checks. */
    @Setup
    public void prepare() {
        JsonMapper.Builder mapper = JsonMapper.builder();
        if (by.equals("blackbird")) {
            mapper.addModule(new BlackbirdModule());
        }
        reader = mapper.build().readerFor(shape.equals("record") ? DummyObject.class : Fields.class);
        body = new ObjectTypes().named("DummyObject").orElseThrow().golden("json");
    }

    /** Bytes in, an object out. */
    @Benchmark
    public Object bind() {
        return reader.readValue(body);
    }

    /** {@link DummyObject} as a class with public fields. */
    public static final class Fields {
        @JsonProperty("_id")
        public String id;

        public int index;
        public String guid;
        public boolean isActive;
        public double balance;
        public String picture;
        public int age;
        public String eyeColor;
        public String name;
        public String gender;
        public String company;
        public String email;
        public String phone;
        public String address;
        public String about;
        public String registered;
        public double latitude;
        public double longitude;
        public List<String> tags;
        public List<Friend> friends;
        public String greeting;
        public String favoriteFruit;

        /** A friend of the person. */
        public static final class Friend {
            public int id;
            public String name;
        }
    }
}
