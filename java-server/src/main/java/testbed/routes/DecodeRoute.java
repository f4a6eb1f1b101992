package testbed.routes;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import testbed.config.Config;
import testbed.contract.Format;
import testbed.contract.Problem;
import testbed.contract.ProblemException;
import testbed.contract.RefusedBy;
import testbed.contract.Rules;
import testbed.contract.Shown;
import testbed.engines.CheckedEngine;
import testbed.engines.Engine;
import testbed.engines.EngineRegistry;
import testbed.engines.KnownBodies;
import testbed.guard.GuardException;
import testbed.http.NotFound;
import testbed.http.Query;
import testbed.http.RequestBody;
import testbed.http.Respond;
import testbed.measure.Encoder;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;
import testbed.objects.Size;
import testbed.run.Runs;
import tools.jackson.core.JacksonException;

/**
 * {@code POST /decode/{format}/{object_type}}: bytes in, the decoded object, or its excerpt, back as canonical JSON. {@code ?size=} lets it
 * be as large as in a run of that size. What its engines must prove first, they prove beside no run.
 */
@Controller
public final class DecodeRoute {
    private static final String MOST = "MAX_OBJECT_BYTES, or four times the size that ?size= names";

    private final Config config;
    private final ObjectTypes types;
    private final EngineRegistry engines;
    private final Runs runs;

    DecodeRoute(Config config, ObjectTypes types, EngineRegistry engines, Runs runs) {
        this.config = config;
        this.types = types;
        this.engines = engines;
        this.runs = runs;
    }

    @PostMapping("/decode/{format}/{type}")
    void post(
            @PathVariable("format") String formatName,
            @PathVariable("type") String typeName,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        Format format = NotFound.orElse(Format.find(formatName), formatName);
        ObjectType type = NotFound.orElse(types.inPath(typeName), typeName);
        NotFound.where(EngineRegistry.uncarried(format, type));
        RequestBody.checkPlain(request, response);
        Engine engine = engine(format, type, request.getQueryString());
        CheckedEngine writer = proven(engines.defaultOf(Format.JSON), type);
        Encoder json = writer.writing(type).encoder(decoded(engine, type));
        byte[] body = RequestBody.read(request, most(request, format, type), MOST, config);
        Object object = decode(type, engine, body);
        Respond.with(response, Format.JSON.mediaType(), json.encode(object));
    }

    private int most(HttpServletRequest request, Format format, ObjectType type) {
        Optional<Size> size = SizeParameter.of(request.getQueryString(), type, types);
        if (size.isPresent() && format.rules() == Rules.KNOWN) {
            throw new ProblemException(Problem.invalid(
                    "size", "a body of " + format + " is decoded if it is one without a size; leave size out"));
        }
        return Math.max(config.maxObjectBytes(), size.map(Size::maxBodyBytes).orElse(0));
    }

    private Engine engine(Format format, ObjectType type, String query) {
        String name = Query.value(query, "engine");
        CheckedEngine engine = name == null
                ? engines.defaultOf(format)
                : engines.find(format, name)
                        .orElseThrow(() -> new ProblemException(Problem.invalid(
                                "engine",
                                "engine is \"" + Shown.of(name, 60) + "\"; allowed for " + format + " is "
                                        + String.join(", ", engines.namesOf(format)))));
        return proven(engine, type).reading(type);
    }

    private CheckedEngine proven(CheckedEngine engine, ObjectType type) {
        engine.unproven(List.of(type)).forEach(runs::apart);
        return engine;
    }

    private static Class<? extends Record> decoded(Engine engine, ObjectType type) {
        return switch (engine.operation().makes()) {
            case OBJECT, BYTES -> type.type();
            case EXCERPT -> type.excerpt().orElseThrow().type();
        };
    }

    private static Object decode(ObjectType type, Engine engine, byte[] body) {
        try {
            KnownBodies.any(engine, type, body).check(body);
            return engine.decoder(type.type()).decode(body);
        } catch (GuardException e) {
            throw refused(RefusedBy.GUARD, "the guard refuses the body: " + e.getMessage());
        } catch (JacksonException e) {
            throw refused(RefusedBy.ENGINE, "the engine refuses the body: " + Shown.of(e.getOriginalMessage(), 300));
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            throw refused(RefusedBy.ENGINE, "the engine refuses the body: " + Shown.of(e.toString(), 300));
        }
    }

    private static ProblemException refused(RefusedBy by, String detail) {
        return new ProblemException(Problem.refused(by, detail));
    }
}
