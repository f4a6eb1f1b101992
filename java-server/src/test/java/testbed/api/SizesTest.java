package testbed.api;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.api.ProviderTest.isProblem;
import static testbed.api.Server.json;
import static testbed.api.Server.runOf;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import testbed.Providers;
import testbed.contract.Format;
import testbed.contract.Wire;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;
import testbed.objects.Size;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Runs of objects of a size. */
class SizesTest {
    private static final Server PROVIDER = new Server("");
    private static final Server CONSUMER = new Server(PROVIDER.url());

    @AfterAll
    static void stop() {
        CONSUMER.close();
        PROVIDER.close();
    }

    @ParameterizedTest
    @MethodSource("testbed.Everything#formatsAndSizes")
    void every_object_is_verified(Format format, String type, String size) throws Exception {
        HttpResponse<byte[]> response = CONSUMER.run(runOf(PROVIDER.url(), format.word(), type, 20)
                .put("size", size)
                .put("variants", 8)
                .put("concurrency", 2));
        assertThat(response.statusCode()).as(new String(response.body())).isEqualTo(200);
        JsonNode result = json(response);
        assertThat(result.get("verified").intValue()).isEqualTo(20);
        assertThat(result.get("payload").get("sha256").stringValue())
                .as("the first eight variants, as those who made them wrote them")
                .isEqualTo(Providers.sizes().get(type + "/" + size + "." + format.lowerCase()));
    }

    @Test
    void the_table_names_the_size() throws Exception {
        HttpResponse<byte[]> response =
                CONSUMER.run(runOf(PROVIDER.url(), "BSON", "NameList", 1).put("size", "64KiB"), "Accept", "text/plain");
        assertThat(new String(response.body(), StandardCharsets.UTF_8))
                .startsWith("1 NameList 64KiB as BSON from the java provider ");
    }

    @Test
    void a_run_has_so_many_times_the_time_as_its_size_is_of_16_kib() throws Exception {
        ObjectType tweet = new ObjectTypes().named("Tweet").orElseThrow();
        try (FakeProvider fake = new FakeProvider();
                Server consumer =
                        new Server(fake.origin(), "RUN_TIMEOUT_BASE_MS", "1", "RUN_TIMEOUT_PER_OBJECT_MS", "1000")) {
            fake.plays((path, out) -> {
                Thread.sleep(1500);
                Object object =
                        tweet.variants(Size.find(path.replaceFirst(".*=", ""))).get(0);
                out.write(FakeProvider.http("200 OK", "Content-Type: application/json\r\n", Wire.bytes(object)));
                return true;
            });
            ObjectNode run = runOf(fake.origin(), "JSON", "Tweet", 1);
            isProblem(consumer.run(run), 504, "provider_timeout");
            isProblem(consumer.run(run.put("size", "16KiB")), 504, "provider_timeout");
            assertThat(consumer.run(run.put("size", "256KiB")).statusCode()).isEqualTo(200);
        }
    }
}
