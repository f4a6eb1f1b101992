package testbed.contract;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What can go wrong, with the status of each. */
public enum Code {
    @JsonProperty("invalid_request")
    INVALID_REQUEST(400, "Bad Request"),
    @JsonProperty("provider_not_allowed")
    PROVIDER_NOT_ALLOWED(403, "Forbidden"),
    @JsonProperty("origin_not_allowed")
    ORIGIN_NOT_ALLOWED(403, "Forbidden"),
    @JsonProperty("unauthorized")
    UNAUTHORIZED(401, "Unauthorized"),
    @JsonProperty("misdirected")
    MISDIRECTED(421, "Misdirected Request"),
    @JsonProperty("not_found")
    NOT_FOUND(404, "Not Found"),
    @JsonProperty("method_not_allowed")
    METHOD_NOT_ALLOWED(405, "Method Not Allowed"),
    @JsonProperty("unsupported_media_type")
    UNSUPPORTED_MEDIA_TYPE(415, "Unsupported Media Type"),
    @JsonProperty("busy")
    BUSY(409, "Conflict"),
    @JsonProperty("too_large")
    TOO_LARGE(413, "Content Too Large"),
    /** The same of a request's head. */
    @JsonProperty("too_large")
    HEAD_TOO_LARGE(431, "Request Header Fields Too Large"),
    /** One word for a program, two statuses: of bytes that a client sent to {@code /decode}… */
    @JsonProperty("deserialize_failed")
    DECODE_FAILED(422, "Unprocessable Content"),
    /** … and of bytes that a provider sent to a run. */
    @JsonProperty("deserialize_failed")
    DESERIALIZE_FAILED(502, "Bad Gateway"),
    @JsonProperty("provider_unreachable")
    PROVIDER_UNREACHABLE(502, "Bad Gateway"),
    @JsonProperty("provider_status")
    PROVIDER_STATUS(502, "Bad Gateway"),
    @JsonProperty("provider_content_type")
    PROVIDER_CONTENT_TYPE(502, "Bad Gateway"),
    @JsonProperty("provider_truncated")
    PROVIDER_TRUNCATED(502, "Bad Gateway"),
    @JsonProperty("provider_too_large")
    PROVIDER_TOO_LARGE(502, "Bad Gateway"),
    @JsonProperty("provider_timeout")
    PROVIDER_TIMEOUT(504, "Gateway Timeout"),
    @JsonProperty("receiver_not_allowed")
    RECEIVER_NOT_ALLOWED(403, "Forbidden"),
    @JsonProperty("receiver_unreachable")
    RECEIVER_UNREACHABLE(502, "Bad Gateway"),
    @JsonProperty("receiver_refused")
    RECEIVER_REFUSED(502, "Bad Gateway"),
    @JsonProperty("receiver_timeout")
    RECEIVER_TIMEOUT(504, "Gateway Timeout"),
    @JsonProperty("sender_not_allowed")
    SENDER_NOT_ALLOWED(403, "Forbidden"),
    @JsonProperty("sender_broken")
    SENDER_BROKEN(400, "Bad Request"),
    @JsonProperty("sender_timeout")
    SENDER_TIMEOUT(408, "Request Timeout"),
    @JsonProperty("shutting_down")
    SHUTTING_DOWN(503, "Service Unavailable"),
    @JsonProperty("internal")
    INTERNAL(500, "Internal Server Error");

    final int status;
    final String title;

    Code(int status, String title) {
        this.status = status;
        this.title = title;
    }

    /** The code of this word; empty where the contract has no such word. */
    public static Optional<Code> find(String word) {
        return Arrays.stream(values()).filter(code -> code.word().equals(word)).findFirst();
    }

    /** The word that programs read. */
    public String word() {
        return switch (this) {
            case DECODE_FAILED -> DESERIALIZE_FAILED.word();
            case HEAD_TOO_LARGE -> TOO_LARGE.word();
            default -> name().toLowerCase(Locale.ROOT);
        };
    }
}
