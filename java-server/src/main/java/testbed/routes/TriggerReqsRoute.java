package testbed.routes;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;
import testbed.config.Config;
import testbed.engines.EngineRegistry;
import testbed.request.RunRequest;
import testbed.request.RunRequestReader;
import testbed.run.Runs;

/** {@code POST /triggerReqs}: a run. */
@Controller
public final class TriggerReqsRoute {
    private final Config config;
    private final RunRequestReader reader;
    private final EngineRegistry engines;
    private final Runs runs;

    TriggerReqsRoute(Config config, RunRequestReader reader, EngineRegistry engines, Runs runs) {
        this.config = config;
        this.reader = reader;
        this.engines = engines;
        this.runs = runs;
    }

    @PostMapping("/triggerReqs")
    void post(HttpServletRequest request, HttpServletResponse response) throws IOException {
        RunRequest asked = reader.read(RunAnswer.body(request, response, config));
        boolean fromItself = asked.supply()
                .filter(supply -> supply.provider().port() == request.getLocalPort())
                .isPresent();
        if (fromItself) {
            // What it is then asked for comes beside the run, where nothing may be proven any more.
            engines.defaultOf(asked.format()).unproven(List.of(asked.type())).forEach(runs::apart);
        }
        RunAnswer.asWanted(events -> runs.start(asked, events), request, response);
    }
}
