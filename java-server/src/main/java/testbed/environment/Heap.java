package testbed.environment;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The heap that a server needs, and what happens when it is used up. */
public final class Heap {
    /** With 128 MiB a run at the default limits goes well, with 96 it ends out of memory (docs/configuration.md). */
    static final long LEAST_MIB = 128;

    /** What a process ends with that is out of memory, as {@code -XX:+ExitOnOutOfMemoryError} has it. */
    private static final int EXIT_CODE = 3;

    private static final byte[] MESSAGE =
            ("java-server: the heap is used up, and a thread ended that the server cannot do"
                            + " without; start java with a larger -Xmx, or ask for smaller blocks\n")
                    .getBytes(StandardCharsets.US_ASCII);

    private Heap() {}

    /**
     * Refuses a heap that is too small for a run.
     *
     * @throws IllegalArgumentException says how large it is and must be
     */
    public static void check() {
        // Not maxMemory, of which some collectors leave out a part that is always free.
        String most = Build.option("MaxHeapSize");
        check(most == null ? Runtime.getRuntime().maxMemory() : Long.parseLong(most));
    }

    static void check(long bytes) {
        if (bytes >> 20 < LEAST_MIB) {
            throw new IllegalArgumentException("the heap of " + (bytes >> 20) + " MiB is below the " + LEAST_MIB
                    + " MiB that a run needs: start java with -Xmx" + LEAST_MIB + "m or more."
                    + " See docs/configuration.md.");
        }
    }

    /**
     * Ends the process where a thread dies for want of memory: Tomcat's acceptor and poller are not started again, so that it would keep
     * its port open and answer nobody.
     */
    public static void endWhenUsedUp() {
        // All is made beforehand, since there is no memory for it then; System.err would need some.
        FileOutputStream errors = new FileOutputStream(FileDescriptor.err);
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            if (thrown instanceof OutOfMemoryError) {
                try {
                    errors.write(MESSAGE);
                } catch (IOException e) {
                    // Nobody can be told any more.
                } finally {
                    Runtime.getRuntime().halt(EXIT_CODE);
                }
            }
            thread.getThreadGroup().uncaughtException(thread, thrown);
        });
    }
}
