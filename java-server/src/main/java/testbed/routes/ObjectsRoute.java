package testbed.routes;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Controller;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import testbed.contract.Format;
import testbed.contract.Problem;
import testbed.contract.ProblemException;
import testbed.engines.EngineRegistry;
import testbed.http.NotFound;
import testbed.http.Query;
import testbed.http.Respond;
import testbed.measure.Encoder;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;
import testbed.objects.Size;
import testbed.objects.Variants;

/**
 * The provider: {@code GET /JSONObject/…} and its like for each format, and the JSON bytes, serialized anew for each request. Each object
 * type has paths of its own, which Spring finds in a table; a pattern it looks for among all patterns, and then binds what stands in it,
 * which takes longer than most objects.
 */
@Controller
public final class ObjectsRoute {
    private final ObjectTypes types;
    private final EngineRegistry engines;
    private final Map<Format, Map<ObjectType, Encoder>> encoders = new EnumMap<>(Format.class);

    ObjectsRoute(ObjectTypes types, EngineRegistry engines, RequestMappingHandlerMapping paths) {
        this.types = types;
        this.engines = engines;
        for (Format format : Format.values()) {
            encoders.put(format, new ConcurrentHashMap<>());
            types.all().forEach(type -> new Named(format, type).addTo(paths));
        }
    }

    /** Answers the paths of one object type in one format. */
    private final class Named {
        private final Format format;
        private final ObjectType type;

        Named(Format format, ObjectType type) {
            this.format = format;
            this.type = type;
        }

        void addTo(RequestMappingHandlerMapping paths) {
            String[] named = type.names().stream()
                    .map(name -> "/" + format + "Object/" + name)
                    .toArray(String[]::new);
            RequestMappingInfo info = RequestMappingInfo.paths(named)
                    .methods(RequestMethod.GET)
                    .options(paths.getBuilderConfiguration())
                    .build();
            paths.registerMapping(info, this, ClassUtils.getMethod(Named.class, "get", (Class<?>[]) null));
        }

        public void get(HttpServletRequest request, HttpServletResponse response) throws IOException {
            ObjectsRoute.this.get(format, type, request, response);
        }
    }

    /** Whatever no object type has for a path: a name that nobody knows, or one in another spelling. */
    @GetMapping("/{format:JSON|BSON|XML}Object/{type}")
    void other(
            @PathVariable("format") Format format,
            @PathVariable("type") String typeName,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        get(format, NotFound.orElse(types.inPath(typeName), typeName), request, response);
    }

    private void get(Format format, ObjectType type, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        NotFound.where(EngineRegistry.uncarried(format, type));
        Variants variants = type.variants(size(request, type));
        int index = Query.number(request.getQueryString(), "index", variants.count() - 1);
        provide(format, type, variants.get(index), response);
    }

    @GetMapping({"/json_bytes", "/JSONbytes"})
    void jsonBytes(HttpServletResponse response) throws IOException {
        ObjectType type = types.named("DummyObject").orElseThrow();
        provide(Format.JSON, type, type.canonical(), response);
    }

    private void provide(Format format, ObjectType type, Record object, HttpServletResponse response)
            throws IOException {
        byte[] body = encoder(format, type).encode(object);
        Respond.with(response, format.mediaType(), body);
    }

    private Encoder encoder(Format format, ObjectType type) {
        return encoders.get(format)
                .computeIfAbsent(
                        type, first -> engines.defaultOf(format).writing(first).encoder(first.type()));
    }

    private Optional<Size> size(HttpServletRequest request, ObjectType type) {
        String value = Query.value(request.getQueryString(), "size");
        if (value == null) {
            return Optional.empty();
        }
        Size size = Size.find(value).orElseThrow(() -> Query.invalid("size", value, String.join(", ", Size.words())));
        types.unscaled(type).ifPresent(why -> {
            throw new ProblemException(Problem.invalid("size", why));
        });
        return Optional.of(size);
    }
}
