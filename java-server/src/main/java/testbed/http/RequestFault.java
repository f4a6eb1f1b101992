package testbed.http;

import testbed.contract.Code;
import testbed.contract.Problem;

/** Why what came is no request that this server reads. */
enum RequestFault {
    REQUEST_LINE("the request line is not a method, a path or an http URL, and HTTP/1.0 or HTTP/1.1"),
    FIELD("a field is not a name, a colon at once and a value without control characters"),
    LINE_END("a line ends without CR"),
    LENGTH("Content-Length is not one number in digits"),
    CODING("Transfer-Encoding is other than chunked, or is sent in HTTP/1.0"),
    LENGTH_AND_CODING("it has both Content-Length and Transfer-Encoding"),
    EXPECTATION("Expect is other than 100-continue"),
    FRAMING("the body is not framed in chunks as HTTP has it"),
    HOST("header Host is missing, repeated, no host such as 127.0.0.1:8081, or another than the target's"),
    HEAD_TOO_LARGE("the head is over 16384 bytes or 90 fields"),
    BODY_TOO_LARGE("Content-Length is over every limit");

    private final String what;

    RequestFault(String what) {
        this.what = what;
    }

    /** What the client is answered. */
    Problem problem() {
        return switch (this) {
            case HEAD_TOO_LARGE -> Problem.of(Code.HEAD_TOO_LARGE, what + "; send fewer or shorter fields");
            case BODY_TOO_LARGE -> Problem.of(Code.TOO_LARGE, what + "; send less");
            case HOST -> Problem.invalid("Host", what + "; send it once");
            default ->
                Problem.of(
                        Code.INVALID_REQUEST,
                        "the request is not HTTP that this server reads: " + what + "; send it as RFC 9112 has it");
        };
    }
}
