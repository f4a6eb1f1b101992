package testbed.http;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;

/**
 * Lets a handler that waits ask whether its client is still there, which the servlet API cannot say. Tomcat can: a read that does not
 * block meets the end of the stream once the client has closed.
 */
public final class ClientWatch extends ValveBase {
    private static final String COYOTE = ClientWatch.class.getName();

    /** A valve that asynchronous requests may pass. */
    public ClientWatch() {
        super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        request.setAttribute(COYOTE, request.getCoyoteRequest());
        getNext().invoke(request, response);
    }

    /** Whether the client of this request, whose body has been read, has closed its connection. For the request's own thread. */
    public static boolean isGone(HttpServletRequest request) {
        org.apache.coyote.Request coyote = (org.apache.coyote.Request) request.getAttribute(COYOTE);
        return available(coyote, true) && !available(coyote, false);
    }

    /** Closes the connection of a client that is gone; nothing that was not sent yet is. */
    public static void close(HttpServletRequest request) {
        ((org.apache.coyote.Request) request.getAttribute(COYOTE)).action(ActionCode.CLOSE_NOW, null);
    }

    /** With a read, the end of the stream counts as available, so that somebody meets it; without, only bytes do: a next request's. */
    private static boolean available(org.apache.coyote.Request coyote, boolean read) {
        coyote.action(ActionCode.AVAILABLE, read);
        return coyote.getAvailable() > 0;
    }
}
