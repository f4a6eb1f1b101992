package testbed.routes;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import testbed.codings.Codings;
import testbed.contract.Coding;
import testbed.contract.Format;
import testbed.engines.CheckedEngine;
import testbed.engines.EngineRegistry;
import testbed.http.NotFound;
import testbed.http.Query;
import testbed.http.Respond;
import testbed.measure.Encoder;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;
import testbed.objects.Once;
import testbed.objects.Variants;
import testbed.run.Runs;

/**
 * The provider: {@code GET /JSONObject/…} and its like for each format, and the JSON bytes, serialized anew for each request. Each object
 * type has paths of its own, which Spring finds in a table; a pattern it looks for among all patterns, and then binds what stands in it,
 * which takes longer than most objects. What an object's engine must prove before the first is served, it proves beside no run.
 */
@Controller
public final class ObjectsRoute {
    private final ObjectTypes types;
    private final Map<Format, Map<ObjectType, Provided>> provided = new EnumMap<>(Format.class);

    ObjectsRoute(ObjectTypes types, EngineRegistry engines, Runs runs, RequestMappingHandlerMapping paths) {
        this.types = types;
        for (Format format : Format.values()) {
            Map<ObjectType, Provided> those = new HashMap<>();
            for (ObjectType type : types.all()) {
                Provided one = new Provided(format, type, engines.defaultOf(format), runs);
                List<String> named = type.names().stream()
                        .map(name -> format.path() + "/" + name)
                        .toList();
                add(paths, named, one);
                those.put(type, one);
            }
            add(paths, List.of(format.path() + "/{type}"), new Others(those));
            provided.put(format, those);
        }
    }

    /** Has these paths answered by the method {@code get} of a handler. */
    private static void add(RequestMappingHandlerMapping paths, List<String> named, Object handler) {
        RequestMappingInfo info = RequestMappingInfo.paths(named.toArray(String[]::new))
                .methods(RequestMethod.GET)
                .options(paths.getBuilderConfiguration())
                .build();
        paths.registerMapping(info, handler, ClassUtils.getMethod(handler.getClass(), "get", (Class<?>[]) null));
    }

    /** One object type in one format. */
    private final class Provided {
        private final Format format;
        private final ObjectType type;
        private final Once<Encoder> encoder;

        Provided(Format format, ObjectType type, CheckedEngine engine, Runs runs) {
            this.format = format;
            this.type = type;
            this.encoder = new Once<>(() -> {
                engine.unproven(List.of(type)).forEach(runs::apart);
                return engine.writing(type).encoder(type.type());
            });
        }

        public void get(HttpServletRequest request, HttpServletResponse response) throws IOException {
            NotFound.where(EngineRegistry.uncarried(format, type));
            Variants variants = type.variants(SizeParameter.of(request.getQueryString(), type, types));
            int index = Query.number(request.getQueryString(), "index", variants.count() - 1);
            byte[] body = encoder.get().encode(variants.get(index));
            Optional<Coding> wanted = wanted(request);
            if (wanted.isPresent()) {
                body = Codings.of(wanted.get()).encode(body);
                response.setHeader("Content-Encoding", wanted.get().word());
            }
            Respond.with(response, format.mediaType(), body);
        }

        void writePlain(Record object, HttpServletResponse response) throws IOException {
            Respond.with(response, format.mediaType(), encoder.get().encode(object));
        }
    }

    /**
     * The coding that a client names and nothing beside it. A list, as browsers send it, leaves a choice, and gets the body as it is.
     */
    private static Optional<Coding> wanted(HttpServletRequest request) {
        Enumeration<String> fields = request.getHeaders("Accept-Encoding");
        Optional<Coding> named = fields.hasMoreElements() ? Coding.find(fields.nextElement()) : Optional.empty();
        return named.filter(coding -> !fields.hasMoreElements());
    }

    /** Whatever no object type has for a path: a name that nobody knows, or one in another spelling. */
    private final class Others {
        private final Map<ObjectType, Provided> those;

        Others(Map<ObjectType, Provided> those) {
            this.those = those;
        }

        public void get(@PathVariable("type") String name, HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            those.get(NotFound.orElse(types.inPath(name), name)).get(request, response);
        }
    }

    @GetMapping({"/json_bytes", "/JSONbytes"})
    void jsonBytes(HttpServletResponse response) throws IOException {
        ObjectType type = types.named("DummyObject").orElseThrow();
        provided.get(Format.JSON).get(type).writePlain(type.canonical(), response);
    }
}
