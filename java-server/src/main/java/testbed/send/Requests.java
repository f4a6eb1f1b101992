package testbed.send;

import java.util.Optional;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import testbed.config.AuthToken;
import testbed.contract.Origin;

/**
 * The heads of requests to a receiver.
 *
 * @param token its origin's; empty where that has none
 */
record Requests(Origin receiver, Optional<AuthToken> token) {
    /** A {@code POST} whose body is of this type and has so many bytes. */
    ClassicHttpRequest post(String path, ContentType type, long length) {
        ClassicHttpRequest request = new BasicClassicHttpRequest("POST", path);
        request.addHeader("Host", receiver.authority());
        token.ifPresent(known -> request.addHeader("Authorization", known.authorization()));
        request.addHeader("Content-Type", type.getMimeType());
        request.addHeader("Content-Length", length);
        return request;
    }
}
