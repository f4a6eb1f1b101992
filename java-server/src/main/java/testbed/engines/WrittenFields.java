package testbed.engines;

import com.fasterxml.jackson.annotation.JsonInclude;
import testbed.objects.MayBeAbsent;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;

/** What is absent is not written. */
class WrittenFields extends NopAnnotationIntrospector {
    @Override
    public JsonInclude.Value findPropertyInclusion(MapperConfig<?> config, Annotated member) {
        return mayBeAbsent(member)
                ? JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS)
                : JsonInclude.Value.empty();
    }

    static boolean mayBeAbsent(Annotated member) {
        return member.hasAnnotation(MayBeAbsent.class);
    }
}
