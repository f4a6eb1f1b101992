package testbed.contract;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * An RFC 9457 problem: {@code code} is what a program reads, {@code detail} what a person does. The members from {@code field} on are
 * absent where they do not apply.
 *
 * @param field what is at fault in the request
 * @param completed measured objects that a failed run had verified
 * @param request which request of its phase failed, from 0
 * @param phase where the run failed
 * @param providerStatus what the provider answered
 * @param refusedBy who refused the bytes: {@code guard}, {@code engine} or {@code comparison}
 * @param bodyBytes the refused body's length
 * @param bodySha256 the refused body's digest; its bytes are never echoed
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"type", "title", "status", "detail", "code"})
public record Problem(
        Code code,
        String detail,
        String field,
        Long completed,
        Integer request,
        PhaseName phase,
        @JsonProperty("provider_status") Integer providerStatus,
        @JsonProperty("refused_by") String refusedBy,
        @JsonProperty("body_bytes") Integer bodyBytes,
        @JsonProperty("body_sha256") String bodySha256) {
    /** The media type of a problem. */
    public static final String MEDIA_TYPE = "application/problem+json";

    /** Of a request that keeps the server waiting. */
    public static final String NOT_WHOLE =
            "the body did not arrive whole in time; send it faster, or raise CLIENT_TIMEOUT_MS";

    /** A problem of which nothing but its code and what to tell the user is known. */
    public static Problem of(Code code, String detail) {
        return new Problem(code, detail, null, null, null, null, null, null, null, null);
    }

    /** {@code invalid_request} because of this field. */
    public static Problem invalid(String field, String detail) {
        return new Problem(Code.INVALID_REQUEST, detail, field, null, null, null, null, null, null, null);
    }

    /** {@code provider_status} with what the provider answered. */
    public static Problem providerStatus(int status, String detail) {
        return new Problem(Code.PROVIDER_STATUS, detail, null, null, null, null, status, null, null, null);
    }

    /** {@code deserialize_failed}, refused by {@code guard}, {@code engine} or {@code comparison}. */
    public static Problem refused(String by, String detail) {
        return new Problem(Code.DESERIALIZE_FAILED, detail, null, null, null, null, null, by, null, null);
    }

    /** The same problem, of a body of this length and digest. */
    public Problem ofBody(int bytes, String sha256) {
        return new Problem(code, detail, field, completed, request, phase, providerStatus, refusedBy, bytes, sha256);
    }

    /** The same problem, at this place of a run. */
    public Problem inRun(long done, int at, PhaseName where) {
        return new Problem(code, detail, field, done, at, where, providerStatus, refusedBy, bodyBytes, bodySha256);
    }

    /** Always {@code about:blank}: the code says what kind of problem it is. */
    @JsonProperty("type")
    public String type() {
        return "about:blank";
    }

    /** The HTTP status; bytes that do not decode are the provider's fault in a run and the client's in {@code /decode}. */
    @JsonProperty("status")
    public int status() {
        return code == Code.DESERIALIZE_FAILED && phase == null ? 422 : code.status;
    }

    /** The status's usual phrase. */
    @JsonProperty("title")
    public String title() {
        return status() == 422 ? "Unprocessable Content" : code.title;
    }
}
