package testbed.engines;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import testbed.objects.MayBeNull;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;

/** Every field is required and none may be null, unless its record says otherwise. */
final class StrictFields extends WrittenFields {
    private final boolean listsMayBeAbsent;

    /** A list may be absent where {@link ListsMayBeAbsent} sees to it. */
    StrictFields(boolean listsMayBeAbsent) {
        this.listsMayBeAbsent = listsMayBeAbsent;
    }

    @Override
    public Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
        return !isListThatMayBeAbsent(member) && !mayBeAbsent(member);
    }

    @Override
    public JsonSetter.Value findSetterInfo(MapperConfig<?> config, Annotated member) {
        boolean asItsDeserializerSays =
                isListThatMayBeAbsent(member) || mayBeAbsent(member) || member.hasAnnotation(MayBeNull.class);
        return JsonSetter.Value.construct(asItsDeserializerSays ? Nulls.DEFAULT : Nulls.FAIL, Nulls.FAIL);
    }

    @Override
    public Object findDeserializer(MapperConfig<?> config, Annotated member) {
        return mayBeAbsent(member) ? new FieldMayBeAbsent() : null;
    }

    private boolean isListThatMayBeAbsent(Annotated member) {
        return listsMayBeAbsent && List.class.isAssignableFrom(member.getRawType());
    }
}
