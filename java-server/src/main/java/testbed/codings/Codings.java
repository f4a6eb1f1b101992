package testbed.codings;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import testbed.contract.Coding;

/** The registry of codings: add one to {@link Coding}, and its library here and in a file beside this one. */
public final class Codings {
    private static final List<Coder> CODERS = List.of(new Gzip(), new Zstd(), new Br());

    private Codings() {}

    /** All that a body can be coded in. */
    public static List<Coder> all() {
        return CODERS;
    }

    /** The versions of their libraries, by name. */
    public static Map<String, String> libraries() {
        return CODERS.stream().collect(Collectors.toMap(Coder::library, Coder::version));
    }

    /** The library of this one. */
    public static Coder of(Coding coding) {
        return CODERS.stream()
                .filter(coder -> coder.coding() == coding)
                .findFirst()
                .orElseThrow();
    }
}
