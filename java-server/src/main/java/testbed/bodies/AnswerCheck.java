package testbed.bodies;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpVersion;
import testbed.contract.Code;
import testbed.contract.Coding;
import testbed.contract.Problem;
import testbed.contract.ProblemException;

/**
 * What a provider's answer must be before its body is decoded or parsed: status 200, the format's media type, the coding that was asked
 * for, and no larger than an object may be, which is enforced while reading.
 */
record AnswerCheck(Target target) {
    /**
     * The whole body, in an array of exactly its length.
     *
     * @throws ProblemException where status, type or size are wrong
     * @throws IOException where the connection ends before the body does
     */
    byte[] body(ClassicHttpResponse response) throws IOException {
        checkStatus(response);
        checkType(response);
        HttpEntity entity = response.getEntity();
        if (entity == null) {
            return new byte[0];
        }
        return entity.getContentLength() < 0 ? readAll(entity) : readExactly(entity);
    }

    /** Whether another request may follow: the answer does not end with its connection, and does not announce that end. */
    static boolean staysOpen(ClassicHttpResponse response) {
        boolean framed = response.containsHeader("Content-Length") || response.containsHeader("Transfer-Encoding");
        boolean close = Arrays.stream(response.getHeaders("Connection"))
                .flatMap(header -> Arrays.stream(header.getValue().split(",")))
                .anyMatch(option -> option.strip().equalsIgnoreCase("close"));
        return framed && !close && response.getVersion().greaterEquals(HttpVersion.HTTP_1_1);
    }

    private void checkStatus(ClassicHttpResponse response) {
        int status = response.getCode();
        if (status != 200) {
            throw new ProblemException(
                    Problem.providerStatus(
                            status,
                            "the provider at " + target.origin() + " answered " + status
                                    + " where only 200 is an object; redirects are not followed. Check that provider_url names a server of this testbed"));
        }
    }

    private void checkType(ClassicHttpResponse response) {
        String expected = target.format().mediaType();
        Header type = response.getFirstHeader("Content-Type");
        String actual = type == null ? "" : type.getValue().split(";", 2)[0].strip();
        if (!actual.equalsIgnoreCase(expected)) {
            throw wrongType("another Content-Type than " + expected);
        }
        checkCoding(response.getHeaders("Content-Encoding"));
    }

    private void checkCoding(Header[] codings) {
        if (target.coding().isPresent()) {
            String asked = target.coding().get().word();
            String came =
                    switch (codings.length) {
                        case 0 -> "none";
                        case 1 ->
                            Coding.find(codings[0].getValue()).map(Coding::word).orElse("another");
                        default -> "several";
                    };
            if (!came.equals(asked)) {
                throw wrongType("Content-Encoding " + came + " where " + asked + " was asked for");
            }
        } else if (!Arrays.stream(codings)
                .allMatch(coding -> coding.getValue().strip().equalsIgnoreCase("identity"))) {
            throw wrongType("an encoded body, which was not asked for");
        }
    }

    private ProblemException wrongType(String what) {
        return new ProblemException(Problem.of(
                Code.PROVIDER_CONTENT_TYPE,
                "the provider at " + target.origin() + " sent " + what
                        + "; check that provider_url names a server of this testbed"));
    }

    private byte[] readExactly(HttpEntity entity) throws IOException {
        long length = entity.getContentLength();
        if (length > target.maxBytes()) {
            throw tooLarge();
        }
        byte[] body = new byte[(int) length];
        try (InputStream in = entity.getContent()) {
            if (in.readNBytes(body, 0, body.length) < body.length) {
                throw new ConnectionClosedException("the body is short");
            }
        }
        return body;
    }

    /** A body of no declared length: chunked, or until the connection closes. */
    private byte[] readAll(HttpEntity entity) throws IOException {
        InputStream in = entity.getContent();
        byte[] body = in.readNBytes(target.maxBytes() + 1);
        if (body.length > target.maxBytes()) {
            throw tooLarge();
        }
        in.close();
        return body;
    }

    private ProblemException tooLarge() {
        return new ProblemException(Problem.of(
                Code.PROVIDER_TOO_LARGE,
                "the provider at " + target.origin() + " sent more than " + target.maxBytes()
                        + " bytes; check that provider_url names a server of this testbed, or raise MAX_OBJECT_BYTES"));
    }
}
