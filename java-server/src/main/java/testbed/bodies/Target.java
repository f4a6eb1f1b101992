package testbed.bodies;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import testbed.contract.Format;
import testbed.contract.Origin;
import testbed.request.RunRequest;

/**
 * A run's provider: its addresses, looked up once, so that no later answer of the name service sends a run elsewhere, and the paths of
 * its objects.
 *
 * @param paths the path of each variant that the run asks for
 */
public record Target(Origin origin, Format format, List<InetSocketAddress> addresses, List<String> paths) {
    /** The provider that a request names, at these addresses. */
    public static Target of(RunRequest request, List<InetSocketAddress> addresses) {
        String path =
                "/" + request.format() + "Object/" + request.type().names().get(0);
        List<String> paths = new ArrayList<>(request.variants());
        for (int index = 0; index < request.variants(); index++) {
            paths.add(request.variants() == 1 ? path : path + "?index=" + index);
        }
        return new Target(request.provider(), request.format(), addresses, paths);
    }
}
