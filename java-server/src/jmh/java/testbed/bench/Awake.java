package testbed.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Keeps every core busy at the lowest priority, so that none idles. */
final class Awake implements AutoCloseable {
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean over;

    private Awake() {}

    /** A spinning thread a core, until it is closed. */
    static Awake start() {
        Awake awake = new Awake();
        for (int core = 0; core < Runtime.getRuntime().availableProcessors(); core++) {
            int number = core;
            Thread thread = new Thread(() -> awake.spin(number), "awake-" + core);
            thread.setDaemon(true);
            thread.start();
            awake.threads.add(thread);
        }
        return awake;
    }

    private void spin(int core) {
        if (!yieldsToAll(core)) {
            System.err.println(
                    "core " + core + " may idle, or is disturbed: chrt and taskset of util-linux are needed");
        }
        while (!over) {
            // The flag alone.
        }
    }

    /** Pins this thread to a core, and lets everybody else run first: {@code SCHED_IDLE}. */
    private static boolean yieldsToAll(int core) {
        try {
            String thread = Files.readSymbolicLink(Path.of("/proc/thread-self"))
                    .getFileName()
                    .toString();
            return succeeds("taskset", "--cpu-list", "--pid", Integer.toString(core), thread)
                    && succeeds("chrt", "--idle", "--pid", "0", thread);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean succeeds(String... command) throws IOException {
        try {
            return new ProcessBuilder(command)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        over = true;
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
