package testbed.codings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import testbed.contract.Coding;
import testbed.objects.ObjectTypes;

/** What each coding takes and refuses; the Rust server is held to the same. */
class CodingsTest {
    private static final int MOST = 65_536;
    private static final byte[] BODY =
            new ObjectTypes().named("DummyObject").orElseThrow().golden("json");

    @ParameterizedTest
    @EnumSource(Coding.class)
    void what_is_coded_decodes_to_the_same(Coding coding) {
        byte[] noise = new byte[MOST];
        new Random(1).nextBytes(noise);
        for (byte[] body : List.of(BODY, new byte[0], new byte[MOST], noise)) {
            assertThat(decode(coding, encode(coding, body))).isEqualTo(body);
        }
        assertThat(encode(coding, BODY)).hasSizeLessThan(BODY.length * 3 / 4);
    }

    @ParameterizedTest
    @EnumSource(Coding.class)
    void a_decoder_goes_on_after_a_body_that_it_refused(Coding coding) {
        byte[] coded = encode(coding, BODY);
        try (BodyDecoder decoder = Codings.of(coding).decoder(MOST)) {
            for (int i = 0; i < 3; i++) {
                assertThat(broken(() -> decoder.decode(Arrays.copyOf(coded, coded.length / 2))))
                        .contains("cut");
                decoder.decode(coded);
                assertThat(decoder.decoded()).isEqualTo(BODY);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Coding.class)
    void a_body_that_is_cut_anywhere_is_refused(Coding coding) {
        byte[] coded = encode(coding, BODY);
        try (BodyDecoder decoder = Codings.of(coding).decoder(MOST)) {
            for (int length = 0; length < coded.length; length++) {
                byte[] cut = Arrays.copyOf(coded, length);
                broken(() -> decoder.decode(cut));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Coding.class)
    void nothing_may_follow(Coding coding) {
        byte[] coded = encode(coding, BODY);
        assertThat(broken(coding, join(coded, new byte[1]))).contains("more bytes follow its end");
        assertThat(broken(coding, join(coded, coded))).contains("more bytes follow its end");
    }

    @ParameterizedTest
    @EnumSource(Coding.class)
    void a_body_of_another_coding_is_refused(Coding coding) {
        broken(coding, BODY);
        Arrays.stream(Coding.values())
                .filter(other -> other != coding)
                .forEach(other -> broken(coding, encode(other, BODY)));
    }

    @ParameterizedTest
    @EnumSource(Coding.class)
    void a_bomb_ends_at_the_limit(Coding coding) {
        tooLarge(coding, encode(coding, new byte[100_000_000]));
        tooLarge(coding, encode(coding, new byte[MOST + 1]));
    }

    @Test
    void gzip_is_written_with_nothing_of_time_and_place() {
        assertThat(HexFormat.of().formatHex(encode(Coding.GZIP, BODY), 0, 10)).isEqualTo("1f8b08000000000000ff");
    }

    @Test
    void gzip_of_other_writers_is_taken() throws IOException {
        ByteArrayOutputStream coded = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(coded)) {
            gzip.write(BODY);
        }
        byte[] dated = coded.toByteArray();
        Arrays.fill(dated, 4, 10, (byte) 0x7f);
        assertThat(decode(Coding.GZIP, dated)).isEqualTo(BODY);
    }

    /** From the end where the byte's number is negative. */
    @ParameterizedTest
    @CsvSource({
        "0, it does not begin with a header",
        "1, it does not begin with a header",
        "2, its method at byte 2 is not deflate",
        "3, its flags at byte 3 are not 0",
        "-8, its checksum at byte",
        "-5, its checksum at byte",
        "-4, its length at byte",
        "-1, its length at byte"
    })
    void gzip_is_refused_where_header_or_trailer_are_wrong(int at, String rule) {
        byte[] coded = encode(Coding.GZIP, BODY);
        coded[at < 0 ? coded.length + at : at] ^= 8;
        assertThat(broken(Coding.GZIP, coded)).startsWith(rule);
    }

    @Test
    void deflate_that_is_wrong_is_refused() {
        byte[] coded = encode(Coding.GZIP, BODY);
        coded[10] = 7; // A block of a type that there is not.
        assertThat(broken(Coding.GZIP, coded)).isEqualTo("its data are not what deflate writes");
    }

    @ParameterizedTest
    @CsvSource({
        // A raw block of 3 bytes, the last one, after headers of every kind.
        "28b52ffd 00 68 190000 616263, a window of 8 MiB",
        "28b52ffd 20 03 190000 616263, a single segment",
        "28b52ffd a0 03000000 190000 616263, a length of 4 bytes",
        "28b52ffd e0 0300000000000000 190000 616263, a length of 8 bytes",
    })
    void zstd_is_taken_with_what_it_may_ask_for(String frame, String what) {
        assertThat(decode(Coding.ZSTD, bytes(frame))).as(what).isEqualTo("abc".getBytes());
    }

    @ParameterizedTest
    @CsvSource({
        "502a4d18 00000000, it does not begin with a frame's header",
        "502a4d18 00000000 28b52ffd 20 03 190000 616263, it does not begin with a frame's header",
        "28b52ffd 28 03 190000 616263, a reserved bit at byte 4 is set",
        "'28b52ffd 21 01 03 190000 616263', 'it needs a dictionary, by byte 4'",
        "28b52ffd 00 69 190000 616263, its window is larger than 8388608 bytes",
        "28b52ffd 00 70 190000 616263, its window is larger than 8388608 bytes",
        "28b52ffd 00 ff 190000 616263, its window is larger than 8388608 bytes",
        "28b52ffd a0 030000, it is cut in its header",
    })
    void zstd_is_refused_with_what_it_may_not_ask_for(String frame, String rule) {
        assertThat(broken(Coding.ZSTD, bytes(frame))).isEqualTo(rule);
    }

    @ParameterizedTest
    @CsvSource({
        "28b52ffd 20 04 190000 616263, a length that lies",
        "28b52ffd 20 02 190000 616263, a length that lies",
        "28b52ffd 24 03 190000 616263 00000000, a checksum that lies",
        "28b52ffd 20 03 1f0000 616263, a block of a type that there is not",
    })
    void zstd_is_refused_where_its_library_refuses_it(String frame, String what) {
        assertThat(broken(Coding.ZSTD, bytes(frame))).as(what).isNotEmpty();
    }

    @Test
    void zstd_of_other_writers_is_taken_with_its_checksum_and_without_its_length() {
        try (ZstdCompressCtx context = new ZstdCompressCtx()) {
            context.setChecksum(true).setContentSize(false);
            byte[] coded = context.compress(BODY);
            assertThat(decode(Coding.ZSTD, coded)).isEqualTo(BODY);
            coded[coded.length - 1] ^= 1;
            assertThat(broken(Coding.ZSTD, coded)).contains("checksum");
            tooLarge(Coding.ZSTD, context.compress(new byte[100_000_000]));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "28b52ffd a0 00000100 010000, as large as allowed is not said to be too large",
        "28b52ffd a0 01000100 010000, one more",
        "28b52ffd a0 ffffffff 010000, 4 GiB",
        "28b52ffd e0 ffffffffffffffff 010000, the largest",
    })
    void zstd_that_says_to_be_too_large_is_believed(String frame, String what) {
        if (what.startsWith("as large")) {
            broken(Coding.ZSTD, bytes(frame));
        } else {
            tooLarge(Coding.ZSTD, bytes(frame));
        }
    }

    @Test
    void brotli_of_large_windows_is_refused() {
        broken(Coding.BR, bytes("11 1e 00 00"));
        assertThat(decode(Coding.BR, bytes("06"))).as("the empty stream").isEmpty();
    }

    @Test
    void libraries_have_their_machine_code_for_this_machine() {
        assertThat(Brotli4jLoader.isAvailable()).isTrue();
        assertThat(Codings.libraries()).containsOnlyKeys("java.util.zip", "zstd-jni", "brotli4j");
    }

    private static byte[] encode(Coding coding, byte[] body) {
        return Codings.of(coding).encode(body);
    }

    private static byte[] decode(Coding coding, byte[] coded) {
        try (BodyDecoder decoder = Codings.of(coding).decoder(MOST)) {
            decoder.decode(coded);
            return decoder.decoded();
        }
    }

    private static String broken(Coding coding, byte[] coded) {
        return broken(() -> decode(coding, coded));
    }

    private static String broken(Runnable decodes) {
        CodingException refused = catchThrowableOfType(CodingException.class, decodes::run);
        assertThat(refused).isNotNull();
        assertThat(refused.isTooLarge()).isFalse();
        return refused.getMessage();
    }

    private static void tooLarge(Coding coding, byte[] coded) {
        CodingException refused = catchThrowableOfType(CodingException.class, () -> decode(coding, coded));
        assertThat(refused).isNotNull();
        assertThat(refused.isTooLarge()).isTrue();
        assertThat(refused).hasMessage("it decodes to more than 65536 bytes");
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    private static byte[] join(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
