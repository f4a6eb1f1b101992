package testbed.environment;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * What a figure of this server depends on beside the engine.
 *
 * @param flags settings of the JVM that move the figures, by name
 */
public record Build(
        String runtime,
        @JsonProperty("runtime_version") String runtimeVersion,
        @JsonProperty("server_version") String serverVersion,
        Map<String, String> flags) {
    /** Settings that HotSpot decides by itself where nobody says, by the name that they have here. */
    private static final Map<String, String> OPTIONS =
            new TreeMap<>(Map.of("compressed_oops", "UseCompressedOops", "tiered", "TieredCompilation"));

    /** This process. */
    public static Build ofThisProcess() {
        return new Build("java", findRuntimeVersion(), ownVersion(), findFlags());
    }

    /** The version of this server. */
    public static String ownVersion() {
        Properties properties = new Properties();
        try (InputStream in = Build.class.getResourceAsStream("/application.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("testbed.version");
    }

    /** The distribution's name and the exact build, such as {@code Temurin 25.0.3+9-LTS}. */
    private static String findRuntimeVersion() {
        String vendor = System.getProperty("java.vendor.version", "").split("-", 2)[0];
        boolean named = !vendor.isEmpty() && Character.isLetter(vendor.charAt(0));
        return (named ? vendor : System.getProperty("java.vendor")) + " " + System.getProperty("java.runtime.version");
    }

    private static Map<String, String> findFlags() {
        Map<String, String> flags = new LinkedHashMap<>();
        flags.put("gc", collector());
        putSizes(flags);
        OPTIONS.forEach((flag, option) -> {
            String value = option(option);
            if (value != null) {
                flags.put(flag, value);
            }
        });
        flags.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
        flags.put("vm_mode", System.getProperty("java.vm.info", ""));
        List<String> arguments = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("-X"))
                .toList();
        flags.put("jvm_args", String.join(" ", arguments));
        flags.put("aot_cache", Boolean.toString(arguments.stream().anyMatch(flag -> flag.startsWith("-XX:AOTCache="))));
        return flags;
    }

    private static void putSizes(Map<String, String> flags) {
        flags.put("heap_max_mib", Long.toString(Runtime.getRuntime().maxMemory() >> 20));
        String initial = option("InitialHeapSize");
        if (initial != null) {
            flags.put("heap_initial_mib", Long.toString(Long.parseLong(initial) >> 20));
        }
    }

    /** A setting of HotSpot as it came out in the end; null where this JVM has none of the name. */
    static String option(String name) {
        try {
            return ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .getVMOption(name)
                    .getValue();
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static String collector() {
        List<String> beans = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .map(GarbageCollectorMXBean::getName)
                .toList();
        return switch (beans.isEmpty() ? "" : beans.get(0).split(" ", 2)[0]) {
            case "G1" -> "G1";
            case "PS" -> "Parallel";
            case "Copy" -> "Serial";
            case "ZGC" -> "Z";
            case "Shenandoah" -> "Shenandoah";
            default -> String.join(", ", beans);
        };
    }
}
