package testbed.send;

import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import testbed.contract.Origin;

/** The heads of requests to a receiver. */
final class Requests {
    private Requests() {}

    /** A {@code POST} whose body is of this type and has so many bytes. */
    static ClassicHttpRequest post(Origin receiver, String path, ContentType type, long length) {
        ClassicHttpRequest request = new BasicClassicHttpRequest("POST", path);
        request.addHeader("Host", receiver.authority());
        request.addHeader("Content-Type", type.getMimeType());
        request.addHeader("Content-Length", length);
        return request;
    }
}
