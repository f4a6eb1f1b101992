package testbed.routes;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;
import testbed.config.Config;
import testbed.request.RunRequest;
import testbed.request.RunRequestReader;
import testbed.run.Runs;

/** {@code POST /triggerSends}: a send, a run that pushes. */
@Controller
public final class TriggerSendsRoute {
    private final Config config;
    private final RunRequestReader reader;
    private final Runs runs;

    TriggerSendsRoute(Config config, RunRequestReader reader, Runs runs) {
        this.config = config;
        this.reader = reader;
        this.runs = runs;
    }

    @PostMapping("/triggerSends")
    void post(HttpServletRequest request, HttpServletResponse response) throws IOException {
        RunRequest asked = reader.readSend(RunAnswer.body(request, response, config));
        RunAnswer.asWanted(events -> runs.start(asked, events), request, response);
    }
}
