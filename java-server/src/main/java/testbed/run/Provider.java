package testbed.run;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import testbed.Problem;
import testbed.Problem.Code;
import testbed.ProblemException;
import testbed.engines.Format;

/**
 * A run's provider: its addresses, looked up once, and the paths of its objects.
 *
 * @param paths the path of each variant that the run asks for
 */
record Provider(Origin origin, Format format, List<InetSocketAddress> addresses, List<String> paths) {
    /**
     * Looks the host up and lays the paths out.
     *
     * @throws ProblemException {@code provider_unreachable} where the host has no address
     */
    static Provider find(Origin origin, Format format, int objectType, int variants) {
        String path = "/" + format + "Object/" + objectType;
        List<String> paths = new java.util.ArrayList<>(variants);
        for (int index = 0; index < variants; index++) {
            paths.add(variants == 1 ? path : path + "?index=" + index);
        }
        try {
            List<InetSocketAddress> addresses = Arrays.stream(InetAddress.getAllByName(origin.host()))
                    .map(address -> new InetSocketAddress(address, origin.port()))
                    .toList();
            return new Provider(origin, format, addresses, paths);
        } catch (UnknownHostException e) {
            throw new ProblemException(Problem.of(
                    Code.PROVIDER_UNREACHABLE,
                    "the host of " + origin + " has no address; check provider_url and the name service"));
        }
    }
}
