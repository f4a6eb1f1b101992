package testbed.routes;

import jakarta.servlet.http.HttpServletResponse;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/** {@code GET /health_check}, {@code GET /healthCheck}: up and ready, also during a run. */
@Controller
public final class HealthCheckRoute {
    @GetMapping({"/health_check", "/healthCheck"})
    void get(HttpServletResponse response) {
        response.setContentLength(0);
    }
}
