package testbed.measure;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;

/** The contract's {@code Jit}: time that the compilers spent, on threads of their own. */
public record Jit(@JsonProperty("compilation_ms") long compilationMs) {
    /** Since the process began; null where nothing is compiled. */
    public static Jit now() {
        CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
        return compilers == null || !compilers.isCompilationTimeMonitoringSupported()
                ? null
                : new Jit(compilers.getTotalCompilationTime());
    }

    /** What came since an earlier reading. */
    public static Jit between(Jit earlier, Jit later) {
        return earlier == null ? null : new Jit(later.compilationMs - earlier.compilationMs);
    }
}
