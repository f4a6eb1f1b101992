package testbed.routes;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import testbed.http.Query;
import testbed.http.Respond;

/**
 * {@code GET /plain_text}: as many letters as are asked for. A provider's rate is read beside that of this answer, which takes the
 * framework alone.
 */
@Controller
public final class PlainTextRoute {
    /** The longest answer, bytes: more than the largest object has. */
    private static final int MOST = 1 << 20;

    private static final byte[] TEXT = new byte[MOST];

    static {
        Arrays.fill(TEXT, (byte) 'x');
    }

    @GetMapping("/plain_text")
    void get(HttpServletRequest request, HttpServletResponse response) throws IOException {
        int length = Query.number(request.getQueryString(), "length", MOST);
        Respond.with(response, "text/plain;charset=utf-8", TEXT, length);
    }
}
