package testbed.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import testbed.contract.Wire;
import testbed.measure.Series;
import testbed.measure.Times;

/**
 * Where an iteration waits until whoever measures something else in between lets it go on, and tells what it took.
 *
 * <p>The environment's {@code BENCH_GATE} is the gate's {@code host:port}. Over one connection come, a line each: from there how many
 * objects an iteration has, how many warm up before the first one, and how many, uncounted, before each; then from here {@code ready},
 * from there {@code go}, and from here an iteration as JSON, again and again.
 */
final class Gate implements AutoCloseable {
    private static final String BENCH_GATE = "BENCH_GATE";

    private final Socket socket;
    private final BufferedReader in;
    private final PrintStream out;
    private final int objects;
    private final int lead;

    /**
     * Goes to the one that the environment names.
     *
     * @throws IOException nobody is there
     * @throws IllegalStateException no gate is named, or it does not say its numbers
     */
    Gate() throws IOException {
        String address = System.getenv(BENCH_GATE);
        if (address == null) {
            throw new IllegalStateException(
                    BENCH_GATE + " is not set: Slice is measured by `make bench`, Parse by hand");
        }
        int colon = address.lastIndexOf(':');
        socket = new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
        socket.setTcpNoDelay(true);
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        out = new PrintStream(socket.getOutputStream(), true, StandardCharsets.UTF_8);
        String[] numbers = line().split(" ");
        objects = Integer.parseInt(numbers[0]);
        lead = Integer.parseInt(numbers[2]);
    }

    /** The objects of an iteration. */
    int objects() {
        return objects;
    }

    /** The uncounted objects before each iteration. */
    int lead() {
        return lead;
    }

    /** Waits until the next iteration may begin. */
    void await() throws IOException {
        out.print("ready\n");
        out.flush();
        if (!line().equals("go")) {
            throw new IOException("the gate says something else than \"go\"");
        }
    }

    /** Tells what an iteration's windows took, as a run does, and what a parse allocates, where that is known. */
    void tell(Times.Parse parse, Series.Blocks blocks, Double allocatedBytes) {
        out.print(Wire.MAPPER.writeValueAsString(new Told(parse, blocks, allocatedBytes)) + "\n");
        out.flush();
    }

    private record Told(
            Times.Parse parse,
            Series.Blocks blocks,
            @JsonProperty("allocated_bytes") Double allocatedBytes) {}

    private String line() throws IOException {
        String line = in.readLine();
        if (line == null) {
            throw new IOException("the gate closed before all iterations were made");
        }
        return line;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
