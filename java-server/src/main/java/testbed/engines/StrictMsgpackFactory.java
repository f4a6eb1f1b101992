package testbed.engines;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.ObjectCodec;
import com.fasterxml.jackson.core.io.IOContext;
import java.io.IOException;
import java.util.Arrays;
import org.msgpack.jackson.dataformat.MessagePackFactory;
import org.msgpack.jackson.dataformat.MessagePackParser;

/** Makes msgpack's parser refuse what it would convert: an integer cut to the width of a field, and bytes that are no text. */
final class StrictMsgpackFactory extends MessagePackFactory {
    @Override
    protected JsonParser _createParser(byte[] data, int offset, int length, IOContext context) throws IOException {
        byte[] whole = offset == 0 && length == data.length ? data : Arrays.copyOfRange(data, offset, offset + length);
        return new StrictParser(context, _parserFeatures, _objectCodec, whole);
    }

    private static final class StrictParser extends MessagePackParser {
        StrictParser(IOContext context, int features, ObjectCodec codec, byte[] data) throws IOException {
            super(context, features, codec, data, true);
        }

        @Override
        public JsonToken nextToken() throws IOException {
            JsonToken token = super.nextToken();
            if (token == JsonToken.VALUE_EMBEDDED_OBJECT) {
                throw new JsonParseException(this, "bin or ext, which no field has");
            }
            return token;
        }

        @Override
        public int getIntValue() {
            return Math.toIntExact(getLongValue());
        }

        @Override
        public long getLongValue() {
            return getNumberType() == NumberType.BIG_INTEGER
                    ? getBigIntegerValue().longValueExact()
                    : super.getLongValue();
        }
    }
}
