package testbed.contract;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * An RFC 9457 problem: {@code code} is what a program reads, {@code detail} what a person does. The members from {@code field} on are
 * absent where they do not apply.
 *
 * @param field what is at fault in the request
 * @param place where the run failed
 * @param providerStatus what the provider answered
 * @param receiverCode the code of the receiver's problem
 * @param body the refused body
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"type", "title", "status", "detail", "code"})
public record Problem(
        Code code,
        String detail,
        String field,
        @JsonUnwrapped Place place,
        @JsonProperty("provider_status") Integer providerStatus,
        @JsonProperty("receiver_code") Code receiverCode,
        @JsonProperty("refused_by") RefusedBy refusedBy,
        @JsonUnwrapped Body body) {
    /** The media type of a problem. */
    public static final String MEDIA_TYPE = "application/problem+json";

    /** Of a request that keeps the server waiting. */
    public static final String NOT_WHOLE =
            "the body did not arrive whole in time; send it faster, or raise CLIENT_TIMEOUT_MS";

    /** A refused body by all that is told of it: its length and its digest, never its bytes. */
    public record Body(
            @JsonProperty("body_bytes") int bytes,
            @JsonProperty("body_sha256") String sha256) {}

    /** A problem known by its code and by what to tell the user, and nothing else. */
    public static Problem of(Code code, String detail) {
        return new Builder(code, detail).build();
    }

    /** {@code internal}: what no client is to blame for. */
    public static Problem internal(String detail) {
        return of(Code.INTERNAL, detail);
    }

    /** {@code invalid_request} because of this field. */
    public static Problem invalid(String field, String detail) {
        Builder problem = new Builder(Code.INVALID_REQUEST, detail);
        problem.field = field;
        return problem.build();
    }

    /** {@code provider_status} with what the provider answered. */
    public static Problem providerStatus(int status, String detail) {
        Builder problem = new Builder(Code.PROVIDER_STATUS, detail);
        problem.providerStatus = status;
        return problem.build();
    }

    /** {@code receiver_refused} with the code of the receiver's problem; null where the contract has no such code. */
    public static Problem receiverRefused(Code code, String detail) {
        Builder problem = new Builder(Code.RECEIVER_REFUSED, detail);
        problem.receiverCode = code;
        return problem.build();
    }

    /** {@code deserialize_failed} as {@code POST /decode} answers it: the bytes are the client's. */
    public static Problem refused(RefusedBy by, String detail) {
        Builder problem = new Builder(Code.DECODE_FAILED, detail);
        problem.refusedBy = by;
        return problem.build();
    }

    /** {@code deserialize_failed} in a run: the bytes are the provider's. */
    public static Problem refusedInRun(RefusedBy by, Body body, String detail) {
        Builder problem = new Builder(Code.DESERIALIZE_FAILED, detail);
        problem.refusedBy = by;
        problem.body = body;
        return problem.build();
    }

    /** The same problem, with where the run was. */
    public Problem at(Place reached) {
        return new Problem(code, detail, field, reached, providerStatus, receiverCode, refusedBy, body);
    }

    /** Always {@code about:blank}: the code says what kind of problem it is. */
    @JsonProperty("type")
    public String type() {
        return "about:blank";
    }

    /** The HTTP status. */
    @JsonProperty("status")
    public int status() {
        return code.status;
    }

    /** The status's usual phrase. */
    @JsonProperty("title")
    public String title() {
        return code.title;
    }

    /** A problem in the making: each member by its name, and the others absent. */
    private static final class Builder {
        private final Code code;
        private final String detail;
        private String field;
        private Integer providerStatus;
        private Code receiverCode;
        private RefusedBy refusedBy;
        private Body body;

        Builder(Code code, String detail) {
            this.code = code;
            this.detail = detail;
        }

        Problem build() {
            return new Problem(code, detail, field, null, providerStatus, receiverCode, refusedBy, body);
        }
    }
}
