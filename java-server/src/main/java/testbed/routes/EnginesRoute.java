package testbed.routes;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import testbed.codings.Coder;
import testbed.codings.Codings;
import testbed.contract.Checks;
import testbed.contract.Coding;
import testbed.contract.Format;
import testbed.contract.Kind;
import testbed.contract.Operation;
import testbed.contract.Wire;
import testbed.engines.CheckedEngine;
import testbed.engines.Engine;
import testbed.engines.EngineRegistry;
import testbed.engines.Proof;
import testbed.environment.Build;
import testbed.environment.Machine;
import testbed.http.Query;
import testbed.http.Respond;
import testbed.objects.Excerpt;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;
import testbed.objects.Size;
import testbed.run.Runs;

/**
 * {@code GET /engines}: who this server is, and what its engines can do: all of them with every object type, or those of {@code ?format=}
 * with those of {@code ?object_type=}. It answers at once; what is not proven yet is from now on, between runs.
 */
@Controller
public final class EnginesRoute {
    private final Build build;
    private final EngineRegistry engines;
    private final ObjectTypes types;
    private final Runs runs;

    EnginesRoute(Build build, EngineRegistry engines, ObjectTypes types, Runs runs) {
        this.build = build;
        this.engines = engines;
        this.types = types;
        this.runs = runs;
    }

    @GetMapping("/engines")
    void get(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Optional<Format> format = format(request.getQueryString());
        List<ObjectType> asked = types(request.getQueryString());
        List<Proof> unproven = new ArrayList<>();
        List<Listed> listed = engines.all().stream()
                .filter(checked -> format.isEmpty() || checked.engine().format() == format.get())
                .map(checked -> {
                    List<Proof> proofs = checked.unproven(asked);
                    unproven.addAll(proofs);
                    return Listed.of(
                            checked, asked, proofs.stream().map(Proof::type).toList());
                })
                .toList();
        runs.betweenRuns(unproven);
        List<ListedType> known = asked.stream().map(ListedType::of).toList();
        List<ListedCoding> codings =
                Codings.all().stream().map(ListedCoding::of).toList();
        Announced announced = new Announced(build, Machine.cpus(), listed, known, codings);
        Respond.with(response, Format.JSON.mediaType(), Wire.bytes(announced));
    }

    private static Optional<Format> format(String query) {
        String name = Query.value(query, "format");
        if (name == null) {
            return Optional.empty();
        }
        return Optional.of(
                Format.find(name).orElseThrow(() -> Query.invalid("format", name, String.join(", ", Format.words()))));
    }

    /** In the order in which the server lists them, whatever that of the query is. */
    private List<ObjectType> types(String query) {
        String text = Query.value(query, "object_type");
        if (text == null) {
            return types.all();
        }
        Set<String> names = new HashSet<>(Arrays.asList(text.split(",", -1)));
        List<ObjectType> asked =
                types.all().stream().filter(type -> names.contains(type.name())).toList();
        if (asked.size() < names.size()) {
            List<String> allowed = types.all().stream().map(ObjectType::name).toList();
            throw Query.invalid("object_type", text, "names by commas, of " + String.join(", ", allowed));
        }
        return asked;
    }

    /** The contract's {@code Engines}. */
    private record Announced(
            @JsonUnwrapped Build build,
            int cpus,
            List<Listed> engines,
            @JsonProperty("object_types") List<ListedType> objectTypes,
            List<ListedCoding> codings) {}

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
            List<String> failing,
            List<String> unproven) {
        static Listed of(CheckedEngine checked, List<ObjectType> types, List<ObjectType> unproven) {
            Engine engine = checked.engine();
            List<ObjectType> proven =
                    types.stream().filter(type -> !unproven.contains(type)).toList();
            List<String> failing = checked.failing(proven);
            return new Listed(
                    engine.name(),
                    engine.library(),
                    engine.version(),
                    engine.format(),
                    engine.operation(),
                    engine.kind().orElse(null),
                    engine.skipped().orElse(null),
                    checked.passing(proven).stream().map(ObjectType::name).toList(),
                    checked.isDefault(),
                    engine.checks(),
                    engine.settings(),
                    failing.isEmpty() ? null : failing,
                    unproven.isEmpty()
                            ? null
                            : unproven.stream().map(ObjectType::name).toList());
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

    private record ListedCoding(Coding name, String library, String version) {
        static ListedCoding of(Coder coder) {
            return new ListedCoding(coder.coding(), coder.library(), coder.version());
        }
    }

    private record ListedSize(String size, int variants) {
        static ListedSize of(Size size) {
            return new ListedSize(size.word(), size.variants());
        }
    }
}
