package testbed.api;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.api.ProviderTest.isProblem;
import static testbed.api.Server.json;
import static testbed.api.Server.runOf;

import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import testbed.Providers;
import testbed.contract.Wire;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;
import testbed.objects.Size;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Replays in a row: who fetches, and who takes what another fetched. */
class ReplaysTest {
    private final AtomicInteger requests = new AtomicInteger();
    private final FakeProvider fake = new FakeProvider();
    private final Server consumer = new Server(fake.origin());

    @AfterEach
    void stop() throws Exception {
        consumer.close();
        fake.close();
    }

    @Test
    void a_second_one_takes_the_bodies_of_the_first_without_a_request() throws Exception {
        provides(Providers.golden("DummyObject", "json"));
        assertThat(json(consumer.run(replay())).get("connections").intValue()).isEqualTo(1);
        assertThat(requests).hasValue(1);
        fake.close();
        JsonNode second = json(consumer.run(replay().put("warmup", 3).put("concurrency", 4)));
        assertThat(second.get("verified").intValue()).isEqualTo(5);
        assertThat(second.get("connections").intValue()).isZero();
        assertThat(second.get("warmup").get("connections").intValue()).isZero();
        assertThat(second.get("guard_ns").longValue()).as("guarded anew").isPositive();
        assertThat(requests).hasValue(1);
    }

    @Test
    void a_provider_whose_bodies_were_refused_is_asked_again() throws Exception {
        provides("{}".getBytes());
        isProblem(consumer.run(replay()), 502, "deserialize_failed");
        provides("no JSON".getBytes());
        isProblem(consumer.run(replay()), 502, "deserialize_failed");
        provides(Providers.golden("DummyObject", "json"));
        HttpResponse<byte[]> mended = consumer.run(replay());
        assertThat(mended.statusCode()).isEqualTo(200);
        assertThat(requests).hasValue(3);
    }

    @Test
    void each_size_has_bodies_of_its_own() throws Exception {
        ObjectType tweet = new ObjectTypes().named("Tweet").orElseThrow();
        byte[] small = Wire.bytes(tweet.variants(Optional.of(Size.KIB_1)).get(0));
        byte[] large = Wire.bytes(tweet.variants(Optional.of(Size.KIB_16)).get(0));
        provides(small);
        assertThat(parsed(tweets().put("size", "1KiB"))).isEqualTo(Providers.sha256(small));
        provides(large);
        assertThat(parsed(tweets().put("size", "16KiB"))).isEqualTo(Providers.sha256(large));
        assertThat(parsed(tweets().put("size", "1KiB"))).isEqualTo(Providers.sha256(small));
        assertThat(parsed(tweets().put("size", "16KiB"))).isEqualTo(Providers.sha256(large));
        provides(Providers.golden("Tweet", "json"));
        assertThat(parsed(tweets())).isEqualTo(Providers.sha256(Providers.golden("Tweet", "json")));
        assertThat(requests).as("once for each").hasValue(3);
    }

    private String parsed(ObjectNode run) throws Exception {
        return json(consumer.run(run)).get("payload").get("sha256").stringValue();
    }

    private ObjectNode tweets() {
        return runOf(fake.origin(), "JSON", "Tweet", 5).put("source", "replay");
    }

    @Test
    void a_run_over_http_asks_for_every_body() throws Exception {
        provides(Providers.golden("DummyObject", "json"));
        consumer.run(replay());
        JsonNode fetched = json(consumer.run(replay().put("source", "http")));
        assertThat(fetched.get("connections").intValue()).isEqualTo(1);
        assertThat(requests).hasValue(6);
    }

    private void provides(byte[] body) {
        fake.plays((path, out) -> {
            requests.incrementAndGet();
            out.write(FakeProvider.http("200 OK", "Content-Type: application/json\r\n", body));
            return true;
        });
    }

    private ObjectNode replay() {
        return runOf(fake.origin(), "JSON", "DummyObject", 5).put("source", "replay");
    }
}
