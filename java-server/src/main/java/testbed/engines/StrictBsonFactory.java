package testbed.engines;

import de.undercouch.bson4jackson.BsonFactory;
import de.undercouch.bson4jackson.BsonParser;
import java.io.InputStream;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.io.IOContext;

/**
 * Makes bson4jackson's parser refuse what it would let pass: an int64 cut to an int32, a field that comes twice, and a document where
 * a list belongs.
 */
final class StrictBsonFactory extends BsonFactory {
    @Override
    protected BsonParser _createParser(ObjectReadContext readContext, IOContext context, InputStream in) {
        return new StrictParser(readContext, context, _streamReadFeatures, _bsonParserFeatures, in);
    }

    @Override
    public BsonFactory copy() {
        return new StrictBsonFactory();
    }

    private static final class StrictParser extends BsonParser {
        private final OpenNames names = new OpenNames();

        StrictParser(
                ObjectReadContext readContext, IOContext context, int jsonFeatures, int bsonFeatures, InputStream in) {
            super(readContext, context, jsonFeatures, bsonFeatures, in);
        }

        @Override
        public JsonToken nextToken() {
            return names.follow(this, super.nextToken(), "field");
        }

        @Override
        public int getIntValue() {
            long value = getLongValue();
            if (value != (int) value) {
                throw new StreamReadException(this, "int64 value does not fit an int32 field");
            }
            return (int) value;
        }

        @Override
        public boolean isExpectedStartArrayToken() {
            return currentToken() == JsonToken.START_ARRAY;
        }
    }
}
