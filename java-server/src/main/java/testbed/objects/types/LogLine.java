package testbed.objects.types;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import testbed.contract.Format;
import testbed.objects.MayBeAbsent;
import testbed.objects.MayBeNull;
import testbed.objects.NotIn;
import testbed.objects.Parts;

/**
 * A line of a service's log, with the dotted names of the Elastic Common Schema, labels, and an error or null.
 *
 * <p>Made by {@code make objects} from {@code providers/objects/LogLine.schema.json}.
 */
@NotIn(format = Format.XML, reason = "the name of LogLine.@timestamp is none that an element may have here")
public record LogLine(
        @JsonProperty("@timestamp") String timestamp,
        @JsonProperty("log.level") Level logLevel,
        String message,
        @JsonProperty("service.name") String serviceName,
        @JsonProperty("service.version") String serviceVersion,
        @JsonProperty("host.ip") String hostIp,
        @JsonProperty("process.thread.id") int processThreadId,
        @JsonProperty("trace.id") @MayBeAbsent String traceId,
        @JsonProperty("span.id") @MayBeAbsent String spanId,
        @JsonProperty("http.request.method") String httpRequestMethod,
        @JsonProperty("url.path") String urlPath,

        @JsonProperty("http.response.status_code") @MayBeAbsent
        Integer httpResponseStatusCode,

        @JsonProperty("event.duration") long eventDuration,
        @JsonProperty("event.success") boolean eventSuccess,
        Map<String, String> labels,
        @MayBeNull Failure error) {
    /** One like another, of these parts. */
    public static LogLine build(Parts parts, LogLine like) {
        return new LogLine(
                parts.text(like.timestamp),
                like.logLevel,
                parts.text(like.message),
                parts.text(like.serviceName),
                parts.text(like.serviceVersion),
                parts.text(like.hostIp),
                like.processThreadId,
                parts.text(like.traceId),
                parts.text(like.spanId),
                parts.text(like.httpRequestMethod),
                parts.text(like.urlPath),
                parts.number(like.httpResponseStatusCode),
                like.eventDuration,
                like.eventSuccess,
                parts.map(like.labels, Parts::text),
                parts.record(like.error, Failure::build));
    }

    /** How grave an event is. */
    public enum Level {
        @JsonProperty("trace")
        TRACE,
        @JsonProperty("debug")
        DEBUG,
        @JsonProperty("info")
        INFO,
        @JsonProperty("warn")
        WARN,
        @JsonProperty("error")
        ERROR,
        @JsonProperty("fatal")
        FATAL
    }

    /** What went wrong. */
    public record Failure(String type, String message, List<String> frames) {
        /** One like another, of these parts. */
        static Failure build(Parts parts, Failure like) {
            return new Failure(parts.text(like.type), parts.text(like.message), parts.list(like.frames, Parts::text));
        }
    }
}
