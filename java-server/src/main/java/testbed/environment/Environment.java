package testbed.environment;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Map;

/**
 * The contract's {@code Environment}: what a figure depends on beside the engine.
 *
 * @param libraries their versions, by name
 */
public record Environment(@JsonUnwrapped Build build, Map<String, String> libraries, Machine machine) {
    /** That of this process, and the machine as it is now. */
    public static Environment now(Build build, Map<String, String> libraries) {
        return new Environment(build, libraries, Machine.now());
    }
}
