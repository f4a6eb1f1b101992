package testbed.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import testbed.config.Config;
import testbed.contract.Code;
import testbed.contract.Operation;
import testbed.contract.Origin;
import testbed.contract.Problem;
import testbed.contract.ProblemException;
import testbed.contract.Wire;
import testbed.engines.EngineRegistry;
import testbed.objects.ObjectTypes;
import tools.jackson.databind.node.ObjectNode;

/** What may be asked of a send and of an ingest, beside what a run's reader is tested by. */
class PushRequestsTest {
    private static final ObjectTypes TYPES = new ObjectTypes();
    private static final EngineRegistry ENGINES = new EngineRegistry(TYPES);
    private static final Origin RECEIVER = new Origin("127.0.0.1", 8081);
    private static final RunRequestReader READER = reader(Map.of());

    private static RunRequestReader reader(Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(more);
        environment.put("RECEIVER_ALLOWLIST", RECEIVER.toString());
        return new RunRequestReader(Config.from(environment), ENGINES, TYPES);
    }

    /** The least of an ingest with one field changed. */
    private static byte[] ingest(String name, String json) {
        return with(least(), name, json);
    }

    /** The least of a send with one field changed. */
    private static byte[] send(String name, String json) {
        return with(least().put("receiver_url", RECEIVER.toString()), name, json);
    }

    private static ObjectNode least() {
        return Wire.MAPPER
                .createObjectNode()
                .put("amount", 10)
                .put("object_format", "JSON")
                .put("server_type", "java")
                .put("object_type", "DummyObject");
    }

    private static byte[] with(ObjectNode body, String name, String json) {
        body.set(name, Wire.MAPPER.readTree(json.replace('\'', '"')));
        return Wire.bytes(body);
    }

    @Test
    void what_is_left_out_has_its_default() {
        RunRequest send = READER.readSend(send("amount", "5"));
        assertThat(send.amount()).isEqualTo(5);
        assertThat(send.operation()).isEqualTo(Operation.ENCODE);
        assertThat(send.engine().engine().operation()).isEqualTo(Operation.ENCODE);
        assertThat(send.way()).isEqualTo(new Delivery(RECEIVER, "java", Optional.empty(), Transfer.FRAMED, 1));
        assertThat(send.serverType()).isEmpty();
        RunRequest ingest = READER.readIngest(ingest("amount", "5"));
        assertThat(ingest.operation()).isEqualTo(Operation.DECODE);
        assertThat(ingest.way()).isEqualTo(new Pushed("java", 1));
        assertThat(ingest.serverType()).contains("java");
        assertThat(ingest.waits()).isTrue();
        assertThat(ingest.checkpoints()).isEmpty();
    }

    @Test
    void what_is_asked_for_is_taken_to_the_edge() {
        String longest = "a".repeat(56) + "0_.-";
        assertThat(READER.readSend(send("receiver_engine", "'" + longest + "'")).way())
                .isEqualTo(new Delivery(RECEIVER, "java", Optional.of(longest), Transfer.FRAMED, 1));
        assertThat(READER.readSend(send("transfer", "'request'")).way())
                .isEqualTo(new Delivery(RECEIVER, "java", Optional.empty(), Transfer.REQUEST, 1));
        assertThat(READER.readSend(send("checkpoints", "[1,10]")).checkpoints()).containsExactly(1, 10);
        assertThat(READER.readIngest(ingest("connections", "64")).way()).isEqualTo(new Pushed("java", 64));
    }

    @ParameterizedTest
    @CsvSource({
        "transfer, \"'chunked'\"",
        "connections, 0",
        "connections, 65",
        "receiver_engine, \"'a b'\"",
        "receiver_engine, \"''\"",
        "receiver_engine, 5",
        "receiver_engine, null",
        "receiver_url, \"'127.0.0.1:8081'\"",
        "server_type, \"'go'\"",
        "provider_url, \"'http://127.0.0.1:8081'\"",
        "operation, \"'encode'\"",
        "engine, \"'gson'\"",
        "checkpoints, [11]"
    })
    void a_fault_of_a_send_is_named(String field, String json) {
        byte[] body = send(field, json.replace("\"", ""));
        isNamed(field, catchThrowableOfType(ProblemException.class, () -> READER.readSend(body)));
    }

    @ParameterizedTest
    @CsvSource({
        "connections, 65",
        "checkpoints, [1]",
        "receiver_url, \"'http://127.0.0.1:8081'\"",
        "engine, \"'no such'\"",
        "server_type, null",
        "warmup, -1"
    })
    void a_fault_of_an_ingest_is_named(String field, String json) {
        byte[] body = ingest(field, json.replace("\"", ""));
        isNamed(field, catchThrowableOfType(ProblemException.class, () -> READER.readIngest(body)));
    }

    private static void isNamed(String field, ProblemException thrown) {
        Problem problem = thrown.problem();
        assertThat(problem.code()).isEqualTo(Code.INVALID_REQUEST);
        assertThat(problem.field()).isEqualTo(field);
    }

    @Test
    void a_lower_limit_of_the_server_holds() {
        RunRequestReader reader = reader(Map.of("MAX_CONCURRENCY", "2"));
        assertThat(reader.readIngest(ingest("connections", "2")).way()).isEqualTo(new Pushed("java", 2));
        byte[] body = ingest("connections", "3");
        isNamed("connections", catchThrowableOfType(ProblemException.class, () -> reader.readIngest(body)));
    }

    @Test
    void another_receiver_is_not_allowed() {
        byte[] body = send("receiver_url", "'http://127.0.0.1:8082'");
        Problem problem = catchThrowableOfType(ProblemException.class, () -> READER.readSend(body))
                .problem();
        assertThat(problem.code()).isEqualTo(Code.RECEIVER_NOT_ALLOWED);
    }
}
