package testbed.engines;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;

/** Every field is required and none may be null; a list may be absent, which {@link ListsMayBeAbsent} sees to. */
final class StrictFields extends NopAnnotationIntrospector {
    @Override
    public Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
        return !isList(member);
    }

    @Override
    public JsonSetter.Value findSetterInfo(MapperConfig<?> config, Annotated member) {
        return JsonSetter.Value.construct(isList(member) ? Nulls.DEFAULT : Nulls.FAIL, Nulls.FAIL);
    }

    private static boolean isList(Annotated member) {
        return List.class.isAssignableFrom(member.getRawType());
    }
}
