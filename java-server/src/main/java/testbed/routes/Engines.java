package testbed.routes;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import testbed.contract.Format;
import testbed.contract.Wire;
import testbed.engines.CheckedEngine;
import testbed.engines.Engine;
import testbed.engines.EngineRegistry;
import testbed.environment.Build;
import testbed.http.Respond;
import testbed.objects.ObjectType;

/** {@code GET /engines}: who this server is, and what its engines can do. */
@Controller
public final class Engines {
    private final byte[] body;

    Engines(Build build, EngineRegistry engines) {
        this.body = Wire.bytes(
                new Answer(build, engines.all().stream().map(Announced::of).toList()));
    }

    @GetMapping("/engines")
    void get(HttpServletResponse response) throws IOException {
        Respond.with(response, Format.JSON.mediaType(), body);
    }

    private record Answer(@JsonUnwrapped Build build, List<Announced> engines) {}

    private record Announced(
            String name,
            String library,
            String version,
            Format format,
            @JsonProperty("object_types") List<String> objectTypes,
            @JsonProperty("default") boolean isDefault,
            List<String> failing) {
        static Announced of(CheckedEngine checked) {
            Engine engine = checked.engine();
            return new Announced(
                    engine.name(),
                    engine.library(),
                    engine.version(),
                    engine.format(),
                    checked.passing().stream().map(ObjectType::name).toList(),
                    checked.isDefault(),
                    checked.failing().isEmpty() ? null : checked.failing());
        }
    }
}
