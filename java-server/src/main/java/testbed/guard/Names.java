package testbed.guard;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Texts that a schema knows, in its order: the names of a record's fields, or what an enumeration may be. */
final class Names {
    private final byte[][] all;
    /** The places of all, in the order of their bytes. */
    private final int[] sorted;

    Names(List<String> texts) {
        all = texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
        sorted = IntStream.range(0, all.length)
                .boxed()
                .sorted(Comparator.comparing((Integer place) -> all[place], Arrays::compareUnsigned))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    byte[] get(int place) {
        return all[place];
    }

    /** The length of the longest, bytes. */
    int longest() {
        return Arrays.stream(all).mapToInt(name -> name.length).max().orElse(0);
    }

    /** The place of the one from (inclusive) to end (exclusive), looked for first where it is expected and behind; -1 where none is. */
    int find(byte[] bytes, int from, int end, int expected) {
        if (is(expected, bytes, from, end)) {
            return expected;
        }
        return is(expected + 1, bytes, from, end) ? expected + 1 : search(bytes, from, end);
    }

    private boolean is(int place, byte[] bytes, int from, int end) {
        if (place >= all.length) {
            return false;
        }
        byte[] name = all[place];
        return name.length == end - from && Arrays.equals(bytes, from, end, name, 0, name.length);
    }

    private int search(byte[] bytes, int from, int end) {
        int low = 0;
        int high = sorted.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            byte[] name = all[sorted[middle]];
            int order = Arrays.compareUnsigned(name, 0, name.length, bytes, from, end);
            if (order == 0) {
                return sorted[middle];
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }
}
