package testbed.bodies;

import testbed.contract.Code;

/** Who is at the other end of the connections that a run opens, with the codes of what can be wrong with him. */
public enum Remote {
    PROVIDER(Code.PROVIDER_UNREACHABLE, Code.PROVIDER_TIMEOUT, "provider_url"),
    RECEIVER(Code.RECEIVER_UNREACHABLE, Code.RECEIVER_TIMEOUT, "receiver_url");

    final Code unreachable;
    final Code timeout;
    final String field;

    Remote(Code unreachable, Code timeout, String field) {
        this.unreachable = unreachable;
        this.timeout = timeout;
        this.field = field;
    }
}
