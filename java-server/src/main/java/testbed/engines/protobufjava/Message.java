package testbed.engines.protobufjava;

import com.google.protobuf.InvalidProtocolBufferException;

/** What a type's record is in Protobuf: a message, which is copied into it and out of it. */
public interface Message<T> {
    /** The record that a body holds. */
    T read(byte[] body) throws InvalidProtocolBufferException;

    /** The record's canonical bytes. */
    byte[] write(T object);
}
