package testbed.bench;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** What the command line of {@link Between} asks for; {@code engine} is null where it names none. */
record BetweenOptions(int objects, int warmup, int rounds, List<Rung> rungs, boolean awake, String engine) {
    /**
     * Reads the arguments.
     *
     * @throws IllegalArgumentException says what is allowed
     */
    static BetweenOptions read(String[] arguments) {
        int objects = 20_000;
        int warmup = 200_000;
        int rounds = 3;
        List<Rung> rungs = List.of(Rung.values());
        boolean awake = false;
        String engine = null;
        for (Iterator<String> rest = Arrays.asList(arguments).iterator(); rest.hasNext(); ) {
            String name = rest.next();
            switch (name) {
                case "--awake" -> awake = true;
                case "--objects" -> objects = number(name, rest, 10);
                case "--warmup" -> warmup = number(name, rest, 0);
                case "--rounds" -> rounds = number(name, rest, 1);
                case "--rungs" ->
                    rungs = Arrays.stream(value(rest).split(","))
                            .map(Rung::named)
                            .toList();
                case "--engine" -> engine = value(rest);
                default ->
                    throw new IllegalArgumentException(name
                            + " is unknown; allowed are --objects, --warmup, --rounds, --rungs, --awake, --engine");
            }
        }
        return new BetweenOptions(objects, warmup, rounds, rungs, awake, engine);
    }

    private static String value(Iterator<String> rest) {
        return rest.hasNext() ? rest.next() : "";
    }

    private static int number(String name, Iterator<String> rest, int least) {
        String value = value(rest);
        try {
            int number = Integer.parseInt(value);
            if (number >= least) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Falls through to the same message: what is allowed answers both.
        }
        throw new IllegalArgumentException(name + " is \"" + value + "\"; allowed is an integer from " + least);
    }
}
