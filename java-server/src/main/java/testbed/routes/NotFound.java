package testbed.routes;

import java.util.Optional;
import testbed.Problem;
import testbed.Problem.Code;
import testbed.ProblemException;
import testbed.Shown;

/** What a path names, or {@code not_found}. */
final class NotFound {
    private NotFound() {}

    /** The thing that this segment of the path names. */
    static <T> T orElse(Optional<T> found, String segment) {
        return found.orElseThrow(() -> new ProblemException(Problem.of(
                Code.NOT_FOUND,
                "nothing here is named " + Shown.of(segment, 60)
                        + "; GET /engines lists the formats and object types")));
    }
}
