package testbed.bodies;

import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import testbed.contract.Coding;
import testbed.contract.Format;
import testbed.contract.Origin;
import testbed.objects.ObjectType;
import testbed.objects.Size;
import testbed.request.RunRequest;
import testbed.request.Source;

/**
 * The bodies of replays, coded where they came so, kept from run to run, so that a short run need not fetch a thousand of them first. The
 * least recently used go where there is no room. For the thread of the runs.
 */
public final class Kept {
    private final long mostBytes;
    private final Map<Key, byte[][]> replays = new LinkedHashMap<>(16, 0.75f, true);

    /** None yet; what is kept is so many bytes together at most. */
    public Kept(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** The bodies of this replay, in order of index; null where none are kept, and for a run that is no replay. */
    byte[][] of(RunRequest request) {
        return isReplay(request) ? replays.get(Key.of(request)) : null;
    }

    /** Whether the bodies of this run are kept, so that it needs no provider. */
    public boolean has(RunRequest request) {
        return of(request) != null;
    }

    /** Keeps the bodies of a replay that were all fetched, where there can be room for them. */
    void keep(RunRequest request, byte[][] bodies) {
        if (bytes(bodies) > mostBytes) {
            return;
        }
        replays.put(Key.of(request), bodies);
        long held = replays.values().stream().mapToLong(Kept::bytes).sum();
        Iterator<byte[][]> oldest = replays.values().iterator();
        while (held > mostBytes) {
            held -= bytes(oldest.next());
            oldest.remove();
        }
    }

    /** Lets go of the bodies of a replay that were refused: the provider may be mended meanwhile. */
    public void drop(RunRequest request) {
        if (isReplay(request)) {
            replays.remove(Key.of(request));
        }
    }

    private static boolean isReplay(RunRequest request) {
        return request.supply()
                .filter(supply -> supply.source() == Source.REPLAY)
                .isPresent();
    }

    private static long bytes(byte[][] bodies) {
        return Arrays.stream(bodies).mapToLong(body -> body.length).sum();
    }

    /** What two replays must share to be of the same bodies. */
    private record Key(
            Origin provider,
            ObjectType type,
            Optional<Size> size,
            Format format,
            int variants,
            Optional<Coding> coding) {
        static Key of(RunRequest request) {
            return new Key(
                    request.bodies().provider(),
                    request.type(),
                    request.size(),
                    request.format(),
                    request.variants(),
                    request.coding());
        }
    }
}
