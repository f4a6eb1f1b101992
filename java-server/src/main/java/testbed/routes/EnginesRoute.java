package testbed.routes;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import testbed.contract.Checks;
import testbed.contract.Format;
import testbed.contract.Kind;
import testbed.contract.Operation;
import testbed.contract.Wire;
import testbed.engines.CheckedEngine;
import testbed.engines.Engine;
import testbed.engines.EngineRegistry;
import testbed.environment.Build;
import testbed.environment.Machine;
import testbed.http.Respond;
import testbed.objects.Excerpt;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;
import testbed.objects.Once;
import testbed.objects.Size;

/** {@code GET /engines}: who this server is, and what its engines can do. The first to ask waits until all of that is proven. */
@Controller
public final class EnginesRoute {
    private final Once<byte[]> body;

    EnginesRoute(Build build, EngineRegistry engines, ObjectTypes types) {
        this.body = new Once<>(() -> Wire.bytes(new Announced(
                build,
                Machine.cpus(),
                engines.all().stream().map(Listed::of).toList(),
                types.all().stream().map(ListedType::of).toList())));
    }

    @GetMapping("/engines")
    void get(HttpServletResponse response) throws IOException {
        Respond.with(response, Format.JSON.mediaType(), body.get());
    }

    /** The contract's {@code Engines}. */
    private record Announced(
            @JsonUnwrapped Build build,
            int cpus,
            List<Listed> engines,
            @JsonProperty("object_types") List<ListedType> objectTypes) {}

    private record Listed(
            String name,
            String library,
            String version,
            Format format,
            Operation operation,
            Kind kind,
            String skipped,
            @JsonProperty("object_types") List<String> objectTypes,
            @JsonProperty("default") boolean isDefault,
            List<Checks> checks,
            List<String> settings,
            List<String> failing) {
        static Listed of(CheckedEngine checked) {
            Engine engine = checked.engine();
            return new Listed(
                    engine.name(),
                    engine.library(),
                    engine.version(),
                    engine.format(),
                    engine.operation(),
                    engine.kind().orElse(null),
                    engine.skipped().orElse(null),
                    checked.passing().stream().map(ObjectType::name).toList(),
                    checked.isDefault(),
                    engine.checks(),
                    engine.settings(),
                    checked.failing().isEmpty() ? null : checked.failing());
        }
    }

    private record ListedType(String name, int variants, List<String> excerpt, List<ListedSize> sizes) {
        static ListedType of(ObjectType type) {
            List<ListedSize> sizes = type.sizes().stream().map(ListedSize::of).toList();
            return new ListedType(
                    type.name(),
                    ObjectType.VARIANTS,
                    type.excerpt().map(Excerpt::pointers).orElse(null),
                    sizes.isEmpty() ? null : sizes);
        }
    }

    private record ListedSize(String size, int variants) {
        static ListedSize of(Size size) {
            return new ListedSize(size.word(), size.variants());
        }
    }
}
