package testbed.answer;

import com.fasterxml.jackson.annotation.JsonProperty;
import testbed.measure.Times;
import testbed.request.Transfer;

/**
 * What went over a send's connections in one of its parts.
 *
 * @param connections that were pushed over
 * @param sentBytes requests, with their heads and frames
 * @param receivedBytes answers
 * @param answers from when a request's last byte was written until its answer was read
 */
public record Sent(
        Transfer transfer,
        int connections,
        int requests,
        @JsonProperty("sent_bytes") long sentBytes,
        @JsonProperty("received_bytes") long receivedBytes,
        Times.Fetch answers) {}
