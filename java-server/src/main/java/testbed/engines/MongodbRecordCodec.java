package testbed.engines;

import java.util.List;
import org.bson.BsonBinaryReader;
import org.bson.codecs.Codec;
import org.bson.codecs.CollectionCodecProvider;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.MapCodecProvider;
import org.bson.codecs.ValueCodecProvider;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.codecs.record.RecordCodecProvider;
import testbed.contract.Checks;
import testbed.environment.Libraries;
import testbed.measure.Decoder;
import testbed.objects.Once;

/**
 * BSON by the record codec of MongoDB's driver. It fills records by reflection, from a map of names. It skips unknown fields, takes the last
 * of a repeated one, leaves null what is missing or null unless that is a number or a boolean, and converts between kinds of numbers
 * where nothing is lost. It checks the length of each document that it reads, but not that nothing follows the last. A text of one ASCII
 * character is one that the library keeps.
 */
final class MongodbRecordCodec extends Reading {
    private static final DecoderContext CONTEXT = DecoderContext.builder().build();

    private static final Once<CodecRegistry> CODECS = new Once<>(() -> CodecRegistries.fromProviders(
            new ValueCodecProvider(),
            new CollectionCodecProvider(),
            new MapCodecProvider(),
            new CodecsAsWritten(new RecordCodecProvider())));

    MongodbRecordCodec(Engine usual) {
        super(
                "mongodb-record-codec",
                "bson-record-codec",
                List.of(Checks.USUAL),
                List.of(
                        "a reader that gives fields the names of records' components: the library knows none of Jackson's",
                        "a codec for enumerations: by their texts, where the library's own goes by constants' names"),
                usual);
    }

    @Override
    public String version() {
        return Libraries.version(RecordCodecProvider.class);
    }

    @Override
    public Decoder decoder(Class<?> type) {
        Codec<?> codec = CODECS.get().get(type);
        return body -> {
            try (BsonBinaryReader reader = new RenamingBsonReader(body)) {
                return codec.decode(reader, CONTEXT);
            }
        };
    }
}
