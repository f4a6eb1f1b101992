package testbed.request;

/** The objects are written, and their bytes dropped: a run of operation encode. */
public record Written() implements Way {
    @Override
    public String word() {
        return "written";
    }
}
