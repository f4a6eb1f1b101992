package testbed.bodies;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import testbed.contract.Coding;
import testbed.contract.Format;
import testbed.contract.Origin;
import testbed.request.RunRequest;

/**
 * A run's provider: its addresses, looked up once, so that no later answer of the name service sends a run elsewhere, and the paths of
 * its objects.
 *
 * @param coding what each body must come in, which is asked for with each; absent where they come as they are
 * @param paths the path of each variant that the run asks for
 * @param maxBytes the largest body, coded or not
 */
public record Target(
        Origin origin,
        Format format,
        Optional<Coding> coding,
        List<InetSocketAddress> addresses,
        List<String> paths,
        int maxBytes) {
    /**
     * The provider that a request names, at these addresses.
     *
     * @param maxObjectBytes the largest body, unless that of the size may be larger
     */
    public static Target of(RunRequest request, List<InetSocketAddress> addresses, int maxObjectBytes) {
        return new Target(
                request.bodies().provider(),
                request.format(),
                request.coding(),
                addresses,
                paths(request),
                request.maxBodyBytes(maxObjectBytes));
    }

    private static List<String> paths(RunRequest request) {
        String size = request.size().map(asked -> "?size=" + asked.word()).orElse("");
        String path = request.format().path() + "/" + request.type().names().get(0) + size;
        String more = size.isEmpty() ? "?index=" : "&index=";
        List<String> paths = new ArrayList<>(request.variants());
        for (int index = 0; index < request.variants(); index++) {
            paths.add(request.variants() == 1 ? path : path + more + index);
        }
        return paths;
    }
}
