package testbed.engines.partial;

import testbed.contract.Kind;
import testbed.engines.Engine;
import testbed.measure.Decoder;

/** What all Jackson engines share that bind the three fields alone: the mapper of their format's default engine, which skips unknown fields. */
abstract class JacksonPartial extends PartialEngine<Class<? extends Typed>> {
    JacksonPartial(String skipped, Engine usual) {
        super(
                usual.name() + "-partial",
                usual.library(),
                Kind.PARTIAL_TYPED,
                usual.settings(),
                skipped,
                usual,
                Typed.RECORDS);
    }

    @Override
    public final String version() {
        return usual().version();
    }

    @Override
    public final Decoder decoder(Class<?> type) {
        Decoder fields = usual().decoder(reader(type));
        return body -> ((Typed) fields.decode(body)).excerpt();
    }
}
