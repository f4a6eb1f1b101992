package testbed.bodies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.bodies.Frames.Frame;
import testbed.contract.Code;
import testbed.contract.ProblemException;

class FramesTest {
    private static final int MOST = 300;

    private static byte[] framed(byte[]... objects) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int i = 0; i < objects.length; i++) {
            body.writeBytes(Frames.head(objects[i].length, 1000 * i));
            body.writeBytes(objects[i]);
        }
        return body.toByteArray();
    }

    /** The frames of a body that comes in pieces of so many bytes. */
    private static List<Frame> read(byte[] body, int piece) throws IOException {
        InputStream pieces = new FilterInputStream(new ByteArrayInputStream(body)) {
            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                return super.read(into, offset, Math.min(piece, length));
            }
        };
        Frames frames = new Frames(pieces, MOST);
        List<Frame> all = new ArrayList<>();
        for (Optional<Frame> next = frames.next(); next.isPresent(); next = frames.next()) {
            all.add(next.get());
        }
        return all;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 8, 9, 1000})
    void they_come_out_as_they_went_in_however_they_are_cut(int piece) throws IOException {
        byte[][] objects = {{1}, "three".getBytes(), new byte[MOST], new byte[255]};
        List<Frame> frames = read(framed(objects), piece);
        assertThat(frames).extracting(Frame::bytes).containsExactly(objects);
        assertThat(frames).extracting(Frame::number).containsExactly(0L, 1000L, 2000L, 3000L);
    }

    @Test
    void the_highest_byte_comes_first_and_there_is_no_sign() throws IOException {
        assertThat(Frames.head(258, 3)).containsExactly(0, 0, 1, 2, 0, 0, 0, 3);
        byte[] last = {0, 0, 0, 1, -1, -1, -1, -1, 5};
        assertThat(read(last, 9).get(0).number()).isEqualTo(0xffffffffL);
        assertThat(read(new byte[0], 1)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, MOST + 1, -1, Integer.MIN_VALUE})
    void an_object_of_no_bytes_or_too_many_is_refused_by_its_head(int length) {
        assertThatThrownBy(() -> read(Frames.head(length, 0), 8))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().code()).isEqualTo(Code.TOO_LARGE));
    }

    @Test
    void a_body_that_ends_inside_a_frame_is_short() throws IOException {
        byte[] whole = framed(new byte[] {1, 2, 3}, new byte[] {4});
        for (int length = 1; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            if (length == Frames.HEAD + 3) {
                assertThat(read(cut, 4)).hasSize(1);
            } else {
                assertThatThrownBy(() -> read(cut, 4)).isInstanceOf(EOFException.class);
            }
        }
    }
}
