package testbed.http;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import testbed.config.AuthToken;
import testbed.config.Hosts;
import testbed.config.Hosts.Verdict;
import testbed.contract.Code;
import testbed.contract.Problem;
import testbed.contract.Shown;

/**
 * Refuses requests that were not meant for this server, before anything else looks at them: those that the gate refused, those under
 * another's name, those of other web pages, those without its token, and what Tomcat would repair.
 */
public final class Misdirected extends ValveBase {
    private static final int MOST_SHOWN = 60;
    private static final String SCHEME = "http://";
    private static final Set<String> OTHERS = Set.of("OPTIONS", "TRACE");

    private static final Problem NO_PATH =
            Problem.of(Code.NOT_FOUND, "no such path; docs/contract/openapi.yaml lists them");

    /** By this a browser says of every request whose page made it; an image of another site has no {@code Origin}. */
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private final Hosts hosts;
    private final Optional<AuthToken> token;
    private final Patience patience;

    /** A valve that lets through what comes under these hosts, with this token where there is one. */
    public Misdirected(Hosts hosts, Optional<AuthToken> token, Patience patience) {
        super(true);
        this.hosts = hosts;
        this.token = token;
        this.patience = patience;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        Problem problem = Gate.faultOf(request).map(RequestFault::problem).orElseGet(() -> problem(request));
        if (problem == null) {
            // Spring would answer OPTIONS itself, with methods that the path has not, and Tomcat TRACE.
            if (OTHERS.contains(request.getMethod())) {
                request.getCoyoteRequest().setMethod("OTHER");
            }
            getNext().invoke(request, response);
        } else {
            // Tomcat lets nobody write an answer any more where it has refused the request already.
            response.setSuspended(false);
            patience.refuse(request, response, problem);
        }
    }

    private Problem problem(Request request) {
        Problem problem = hostProblem(request);
        if (problem == null && request.getMethod().equals("POST") && !isOwn(values(request, "Origin"), request)) {
            problem = Problem.of(Code.ORIGIN_NOT_ALLOWED, "a web page of another origin may not post here");
        }
        // What another site's page fetches would disturb a run, though that page can read nothing of it.
        if (problem == null && !OWN_SITES.containsAll(values(request, "Sec-Fetch-Site"))) {
            problem = Problem.of(Code.ORIGIN_NOT_ALLOWED, "a web page of another site may ask for nothing here");
        }
        if (problem == null) {
            problem = Unauthorized.problem(request, token);
        }
        return problem == null && !isPlain(request) ? NO_PATH : problem;
    }

    /** Tomcat and Spring would drop what follows a semicolon and decode the rest, or refuse it; no path of the contract has either. */
    private static boolean isPlain(Request request) {
        return request.getCoyoteRequest()
                .requestURI()
                .toString()
                .chars()
                .noneMatch(c -> c == ';' || c == '%' || c == '\\');
    }

    /** The gate lets through one host alone, that of the target too. */
    private Problem hostProblem(Request request) {
        String host = Objects.requireNonNullElse(request.getHeader("Host"), "");
        if (hosts.judge(host, request.getLocalPort()) == Verdict.OWN) {
            return null;
        }
        return Problem.of(
                Code.MISDIRECTED,
                "this server does not answer to the host \"" + Shown.of(host, MOST_SHOWN)
                        + "\"; call it by one of its own names, or add this one to ALLOWED_HOSTS");
    }

    /** Browsers say whose page posts; other clients say nothing. */
    private boolean isOwn(List<String> origins, Request request) {
        if (origins.isEmpty()) {
            return true;
        }
        String origin = origins.get(0);
        return origins.size() == 1
                && origin.startsWith(SCHEME)
                && hosts.judge(origin.substring(SCHEME.length()), request.getLocalPort()) == Verdict.OWN;
    }

    private static List<String> values(Request request, String name) {
        return Collections.list(request.getHeaders(name));
    }
}
