package testbed.measure;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import testbed.environment.Proc;

/**
 * The contract's {@code Memory}.
 *
 * @param allocatedBytesPerObject what one parse allocates; null where it was not looked at
 * @param peakRssBytes null where the system does not tell
 */
public record Memory(
        @JsonProperty("allocated_bytes_per_object") Double allocatedBytesPerObject,
        @JsonProperty("peak_rss_bytes") Long peakRssBytes) {
    /** Lets the peak begin anew; where the kernel allows nobody to, it stays that of the process's life. */
    public static void resetPeak() {
        try {
            Files.writeString(Path.of("/proc/self/clear_refs"), "5");
        } catch (IOException e) {
            // The contract says what the peak then means.
        }
    }

    /** The peak since it last began. */
    public static Memory peak() {
        Long kib = Proc.number(Proc.text("/proc/self/status"), "VmHWM");
        return new Memory(null, kib == null ? null : kib * 1024);
    }

    /** The same, with what one parse allocates. */
    public Memory allocating(Double bytesPerObject) {
        return new Memory(bytesPerObject, peakRssBytes);
    }
}
