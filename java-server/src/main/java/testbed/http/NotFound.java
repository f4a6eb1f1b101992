package testbed.http;

import java.util.Optional;
import testbed.contract.Code;
import testbed.contract.Problem;
import testbed.contract.ProblemException;
import testbed.contract.Shown;

/** What a path names, or {@code not_found}. */
public final class NotFound {
    private NotFound() {}

    /** The thing that this segment of the path names. */
    public static <T> T orElse(Optional<T> found, String segment) {
        return found.orElseThrow(() -> new ProblemException(Problem.of(
                Code.NOT_FOUND,
                "nothing here is named " + Shown.of(segment, 60)
                        + "; GET /engines lists the formats and object types")));
    }

    /** Nothing, unless there is a reason why what a path names is not there. */
    public static void where(Optional<String> reason) {
        reason.ifPresent(why -> {
            throw new ProblemException(Problem.of(Code.NOT_FOUND, why));
        });
    }
}
