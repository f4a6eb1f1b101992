package testbed.engines.partial;

import java.nio.ByteBuffer;
import java.util.List;
import org.bson.BsonBinaryReader;
import org.bson.codecs.Codec;
import org.bson.codecs.CollectionCodecProvider;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.ValueCodecProvider;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.codecs.record.RecordCodecProvider;
import testbed.contract.Kind;
import testbed.engines.Engine;
import testbed.environment.Libraries;
import testbed.measure.Decoder;
import testbed.objects.Once;

/**
 * BSON by the record codec of MongoDB's driver, into a record of the three fields, whose names the driver's own annotation gives. It skips
 * texts, documents and lists by their lengths. It fills records by reflection, and takes the last of a repeated field.
 */
final class MongodbRecordCodecPartial extends PartialEngine<Class<? extends Typed>> {
    private static final DecoderContext CONTEXT = DecoderContext.builder().build();

    private static final Once<CodecRegistry> CODECS = new Once<>(() -> CodecRegistries.fromProviders(
            new ValueCodecProvider(), new CollectionCodecProvider(), new RecordCodecProvider()));

    MongodbRecordCodecPartial(Engine usual) {
        super(
                "mongodb-record-codec-partial",
                "bson-record-codec",
                Kind.PARTIAL_TYPED,
                List.of(),
                "types and lengths; nothing inside of texts, documents and lists",
                usual,
                Typed.RECORDS);
    }

    @Override
    public String version() {
        return Libraries.version(RecordCodecProvider.class);
    }

    @Override
    public Decoder decoder(Class<?> type) {
        Codec<? extends Typed> codec = CODECS.get().get(reader(type));
        return body -> {
            try (BsonBinaryReader reader = new BsonBinaryReader(ByteBuffer.wrap(body))) {
                return codec.decode(reader, CONTEXT).excerpt();
            }
        };
    }
}
