package testbed.engines;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.List;
import java.util.Optional;
import testbed.contract.Checks;
import testbed.contract.Format;
import testbed.engines.protobufjava.AllMessages;
import testbed.engines.protobufjava.Message;
import testbed.environment.Libraries;
import testbed.measure.Decoder;
import testbed.measure.Encoder;

/**
 * Protobuf by Google's library, with the messages that protoc makes of a type's {@code .proto}. It fills no records: a message is copied
 * into its record inside the window, and a record into a message before that is written. The fields are {@code optional}, so that the
 * library knows which are there, and writes a zero, too. It skips unknown fields, takes the last of a repeated one (of two messages both),
 * and leaves empty or 0 what is missing.
 */
final class ProtobufJava implements Engine {
    @Override
    public String name() {
        return library();
    }

    @Override
    public String library() {
        return "protobuf-java";
    }

    @Override
    public String version() {
        return Libraries.version(com.google.protobuf.Message.class);
    }

    @Override
    public Format format() {
        return Format.PROTOBUF;
    }

    @Override
    public List<Checks> checks() {
        return List.of(Checks.USUAL);
    }

    @Override
    public List<String> settings() {
        return List.of("messages by protoc, copied into their records inside the window");
    }

    @Override
    public Optional<List<String>> writer() {
        return Optional.of(List.of(
                "messages by protoc, into which records are copied inside the window",
                "maps with their keys in the order of their bytes"));
    }

    @Override
    public boolean reads(Class<?> type) {
        return AllMessages.BY_TYPE.containsKey(type);
    }

    @Override
    public Decoder decoder(Class<?> type) {
        Message<?> message = AllMessages.BY_TYPE.get(type);
        return body -> {
            try {
                return message.read(body);
            } catch (InvalidProtocolBufferException e) {
                throw new IllegalArgumentException(e);
            }
        };
    }

    @Override
    @SuppressWarnings("unchecked")
    public Encoder encoder(Class<?> type) {
        Message<Object> message = (Message<Object>) AllMessages.BY_TYPE.get(type);
        return message::write;
    }
}
