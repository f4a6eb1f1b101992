import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * Folds a Flight Recorder's file: a line a stack, its thread and then its functions, the outermost first, parted by semicolons, and
 * how often it was sampled. {@code java Folded.java FILE} runs it. {@code jfr print} says the same frame by frame, and takes longer
 * to say it than most runs take.
 */
class Folded {
    private static final String SAMPLE = "jdk.ExecutionSample";

    public static void main(String[] arguments) throws IOException {
        Map<String, Integer> stacks = new TreeMap<>();
        try (RecordingFile recording = new RecordingFile(Path.of(arguments[0]))) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                if (event.getEventType().getName().equals(SAMPLE) && event.getStackTrace() != null) {
                    stacks.merge(folded(event), 1, Integer::sum);
                }
            }
        }
        stacks.forEach((stack, count) -> System.out.println(stack + " " + count));
    }

    private static String folded(RecordedEvent sample) {
        RecordedThread thread = sample.getThread("sampledThread");
        String name = thread == null || thread.getJavaName() == null ? "a thread" : thread.getJavaName();
        List<String> functions = sample.getStackTrace().getFrames().stream().map(Folded::function).collect(Collectors.toList());
        Collections.reverse(functions);
        return Stream.concat(Stream.of(name), functions.stream())
                .map(part -> part.replace(';', ':'))
                .collect(Collectors.joining(";"));
    }

    private static String function(RecordedFrame frame) {
        RecordedMethod method = frame.getMethod();
        return method.getType().getName() + "." + method.getName();
    }
}
