package testbed.routes;

import java.util.Optional;
import testbed.contract.Problem;
import testbed.contract.ProblemException;
import testbed.http.Query;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;
import testbed.objects.Size;

/** {@code ?size=}: which of its sizes the objects of a type have. */
final class SizeParameter {
    private SizeParameter() {}

    /**
     * The size that a query names, if any.
     *
     * @throws ProblemException {@code invalid_request} where there is no such size, or the type has none
     */
    static Optional<Size> of(String query, ObjectType type, ObjectTypes types) {
        String value = Query.value(query, "size");
        if (value == null) {
            return Optional.empty();
        }
        Size size = Size.find(value).orElseThrow(() -> Query.invalid("size", value, String.join(", ", Size.words())));
        types.unscaled(type).ifPresent(why -> {
            throw new ProblemException(Problem.invalid("size", why));
        });
        return Optional.of(size);
    }
}
