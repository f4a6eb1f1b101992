package testbed.http;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import testbed.config.Hosts;
import testbed.config.Hosts.Verdict;
import testbed.contract.Code;
import testbed.contract.Problem;
import testbed.contract.Shown;

/** Refuses requests that were not meant for this server, before anything else looks at them: those under another's name, those of other web pages, and what Tomcat would repair. */
public final class Misdirected extends ValveBase {
    private static final int MOST_SHOWN = 60;
    private static final String SCHEME = "http://";
    private static final Set<String> OTHERS = Set.of("OPTIONS", "TRACE");

    private static final Problem NO_PATH =
            Problem.of(Code.NOT_FOUND, "no such path; docs/contract/openapi.yaml lists them");

    /** By this a browser says of every request whose page made it; an image of another site has no {@code Origin}. */
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private final Hosts hosts;
    private final Patience patience;

    /** A valve that lets through what comes under these hosts. */
    public Misdirected(Hosts hosts, Patience patience) {
        super(true);
        this.hosts = hosts;
        this.patience = patience;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        Problem problem = Patience.isRefused(request.getCoyoteRequest()) ? faultOf(request) : problem(request);
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
        return problem == null && !isPlain(request) ? NO_PATH : problem;
    }

    /** What Tomcat refused, by the reason that both servers give for it; none where only Tomcat knows. */
    private Problem faultOf(Request request) {
        Problem problem = hostAtFault(request);
        boolean unread = request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) != null;
        return problem == null && !unread && hostProblem(request) == null && !isPlain(request) ? NO_PATH : problem;
    }

    /** Tomcat and Spring would drop what follows a semicolon and decode the rest, or refuse it; no path of the contract has either. */
    private static boolean isPlain(Request request) {
        return request.getCoyoteRequest()
                .requestURI()
                .toString()
                .chars()
                .noneMatch(c -> c == ';' || c == '%' || c == '\\');
    }

    /** What Tomcat refused, if its host is the reason; of a head that it could not read, a missing host says nothing. */
    private Problem hostAtFault(Request request) {
        boolean unread = request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) != null
                && values(request, "Host").isEmpty();
        Problem problem = unread ? null : hostProblem(request);
        return problem != null && problem.code() == Code.INVALID_REQUEST ? problem : null;
    }

    /** That a target which is a whole URL names another host than the header, Tomcat finds out. */
    private Problem hostProblem(Request request) {
        List<String> values = values(request, "Host");
        if (values.isEmpty()) {
            return Problem.invalid("Host", "header Host is missing");
        }
        if (values.size() > 1) {
            return Problem.invalid("Host", "header Host is repeated; allowed is once");
        }
        return switch (hosts.judge(values.get(0), request.getLocalPort())) {
            case OWN -> null;
            case NONE ->
                Problem.invalid(
                        "Host",
                        "Host is " + shown(values.get(0)) + "; allowed is a host such as 127.0.0.1 or 127.0.0.1:8081");
            case ANOTHERS ->
                Problem.of(
                        Code.MISDIRECTED,
                        "this server does not answer to the host " + shown(values.get(0))
                                + "; call it by one of its own names, or add this one to ALLOWED_HOSTS");
        };
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

    private static String shown(String host) {
        return "\"" + Shown.of(host, MOST_SHOWN) + "\"";
    }

    private static List<String> values(Request request, String name) {
        return Collections.list(request.getHeaders(name));
    }
}
