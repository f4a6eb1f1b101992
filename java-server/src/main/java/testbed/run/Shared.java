package testbed.run;

import java.util.Map;
import testbed.bodies.Kept;
import testbed.config.Config;
import testbed.environment.Build;
import testbed.environment.Environment;

/**
 * What every run of a server goes by.
 *
 * @param build what results tell of the server
 * @param libraries versions of those that figures depend on, by name
 * @param timerOverheadNs what an empty window costs
 * @param kept the bodies of earlier replays
 */
record Shared(Config config, Build build, Map<String, String> libraries, long timerOverheadNs, Kept kept) {
    /** What a result says of where it was found out. */
    Environment environment() {
        return Environment.now(build, libraries);
    }
}
