package testbed.send;

import java.util.Optional;
import org.apache.hc.core5.http.HttpException;
import testbed.bodies.Link;
import testbed.config.Config;
import testbed.contract.Code;
import testbed.contract.Origin;
import testbed.contract.Problem;
import testbed.contract.ProblemException;

/** What can be wrong with a receiver, in words that hold nothing of what it sent but codes of the contract. */
record Faults(Origin receiver, Config limits) {
    /** An answer to a push that does not say that its objects are right. */
    static final class NotRight extends HttpException {
        final int status;

        NotRight(int status) {
            super("status " + status);
            this.status = status;
        }
    }

    /** What an exchange on this link failed of. */
    Problem failed(Link link, Exception e) {
        if (link.isExpired()) {
            return Problem.of(
                    Code.RECEIVER_TIMEOUT,
                    link.isConnected()
                            ? who() + " said nothing within " + limits.readTimeoutMs()
                                    + " ms; look at its load, or raise READ_TIMEOUT_MS"
                            : who() + " took no connection within " + limits.connectTimeoutMs()
                                    + " ms; look at its load, or raise CONNECT_TIMEOUT_MS");
        }
        if (e instanceof NotRight answer) {
            return Problem.of(
                    Code.RECEIVER_UNREACHABLE,
                    who() + " answered a push with status " + answer.status
                            + ", and its ingest does not say why; look at its log");
        }
        return Problem.of(
                Code.RECEIVER_UNREACHABLE,
                who() + " did not answer in HTTP: " + Link.reason(e)
                        + "; check that it runs and that receiver_url names it");
    }

    /** It answers, but not as the contract says. */
    ProblemException foreign() {
        return new ProblemException(Problem.of(
                Code.RECEIVER_UNREACHABLE,
                who() + " is no server of this testbed; redirects are not followed. Check receiver_url"));
    }

    /** It refused the ingest, or ended it early, with a problem of this code; none where the contract has no such code. */
    ProblemException refused(Optional<Code> code) {
        if (code.equals(Optional.of(Code.BUSY))) {
            return new ProblemException(Problem.of(
                    Code.BUSY,
                    "a run is in progress at " + receiver
                            + ", and two would spoil each other; nothing is queued, so try again when it has ended"));
        }
        return new ProblemException(Problem.receiverRefused(
                code.orElse(null),
                who() + " refused the ingest or ended it early: "
                        + code.map(Code::word).orElse("a code that the contract has not") + "; look at its log"));
    }

    private String who() {
        return "the receiver at " + receiver;
    }
}
