package testbed.guard;

/** The guard refuses a body; the message says which rule, and at which byte. It never carries the body's bytes. */
public final class GuardException extends RuntimeException {
    GuardException(String message, int at) {
        super(message + " (at byte " + at + ")", null, false, false);
    }
}
