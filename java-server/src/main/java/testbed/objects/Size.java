package testbed.objects;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** How large the objects of a type that scales are: about so many bytes as canonical JSON. */
public enum Size {
    KIB_1(1),
    KIB_16(16),
    KIB_64(64),
    KIB_256(256);

    /** All variants of a type and size have about so many bytes at most, as canonical JSON. */
    private static final int TOGETHER = 8 << 20;

    private final int kib;

    Size(int kib) {
        this.kib = kib;
    }

    /** The word that requests and paths use, such as {@code 16KiB}. */
    public String word() {
        return kib + "KiB";
    }

    /** The bytes of the canonical object in JSON, about. */
    public int bytes() {
        return kib << 10;
    }

    /** How many variants a type has in this size. */
    public int variants() {
        return Math.min(TOGETHER / bytes(), ObjectType.VARIANTS);
    }

    /** The most bytes that a body may have: no format takes more than four times those of JSON. */
    public int maxBodyBytes() {
        return 4 * bytes();
    }

    /** The words of all. */
    public static List<String> words() {
        return Arrays.stream(values()).map(Size::word).toList();
    }

    /** The size of this exact word, where there is one. */
    public static Optional<Size> find(String word) {
        return Arrays.stream(values()).filter(size -> size.word().equals(word)).findFirst();
    }
}
