package testbed.bodies;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import testbed.config.Config;
import testbed.contract.Code;
import testbed.contract.Problem;
import testbed.contract.ProblemException;

/**
 * One connection to the provider, kept alive from request to request and opened anew only where the provider closed it after a whole
 * answer. Nothing is retried, followed or negotiated.
 */
public final class Connection extends Link {
    private final Target target;
    private final Config limits;
    private final AnswerCheck check;
    private final List<ClassicHttpRequest> requests = new ArrayList<>();
    private final HttpRequestExecutor executor = new HttpRequestExecutor();
    private final HttpCoreContext context = HttpCoreContext.create();

    Connection(Target target, Config limits) {
        super(target.addresses(), limits, target.maxBytes());
        this.target = target;
        this.limits = limits;
        this.check = new AnswerCheck(target);
        for (String path : target.paths()) {
            ClassicHttpRequest request = new BasicClassicHttpRequest("GET", path);
            request.addHeader("Host", target.origin().authority());
            request.addHeader("Accept", target.format().mediaType());
            target.coding().ifPresent(coding -> request.addHeader("Accept-Encoding", coding.word()));
            limits.originTokens()
                    .of(target.origin())
                    .ifPresent(token -> request.addHeader("Authorization", token.authorization()));
            requests.add(request);
        }
    }

    /** So many connections to one provider, none of them open yet. */
    public static List<Connection> several(int count, Target target, Config limits) {
        return Stream.generate(() -> new Connection(target, limits))
                .limit(count)
                .toList();
    }

    /**
     * Requests one variant and reads its whole body into an array of its own.
     *
     * @throws ProblemException with one of the {@code provider_…} codes
     */
    byte[] fetch(int variant) {
        boolean answered = false;
        try {
            open();
            await();
            ClassicHttpRequest request = requests.get(variant);
            ClassicHttpResponse response = executor.execute(request, http(), context);
            answered = true;
            byte[] body = check.body(response);
            idle();
            if (!AnswerCheck.staysOpen(response)) {
                http().close();
            }
            return body;
        } catch (IOException | HttpException e) {
            throw new ProblemException(failure(e, answered));
        } finally {
            idle();
        }
    }

    private Problem failure(Exception e, boolean answered) {
        String who = "the provider at " + target.origin();
        if (isExpired() && !isConnected()) {
            return Problem.of(
                    Code.PROVIDER_TIMEOUT,
                    who + " took no connection within " + limits.connectTimeoutMs()
                            + " ms; look at its load, or raise CONNECT_TIMEOUT_MS");
        }
        if (isExpired()) {
            return Problem.of(
                    Code.PROVIDER_TIMEOUT,
                    who + " sent no whole body within " + limits.readTimeoutMs()
                            + " ms; look at its load, or raise READ_TIMEOUT_MS");
        }
        if (e instanceof AnswerFault fault) {
            String advice = fault.code() == Code.PROVIDER_TRUNCATED
                    ? "look at its log"
                    : "check that provider_url names a server of this testbed";
            String what = who + " failed: " + fault.getMessage() + "; " + advice;
            return fault.code() == Code.PROVIDER_STATUS
                    ? Problem.providerStatus(101, what)
                    : Problem.of(fault.code(), what);
        }
        if (e instanceof MessageConstraintException) {
            return Problem.of(Code.PROVIDER_TOO_LARGE, who + " sent a head with too many fields; check provider_url");
        }
        if (answered) {
            return Problem.of(
                    Code.PROVIDER_TRUNCATED, who + " closed the connection before its body was whole; look at its log");
        }
        return Problem.of(
                Code.PROVIDER_UNREACHABLE,
                who + " did not answer in HTTP: " + reason(e) + "; check that it runs and that provider_url names it");
    }
}
