package testbed.request;

import java.util.List;
import java.util.Optional;
import testbed.contract.Coding;
import testbed.contract.Origin;

/**
 * The bodies are pulled from a provider: the fields that a run of operation encode has not.
 *
 * @param serverType what the provider is: {@code rust} or {@code java}
 * @param block how many bodies are fetched and guarded before they are parsed back to back
 * @param threads how many parse at once; 0 where the run's own thread does, one body after the other
 * @param coding what they come in; absent where they come as they are
 */
public record Supply(
        Origin provider,
        String serverType,
        Source source,
        int concurrency,
        int block,
        int threads,
        Optional<Coding> coding)
        implements Way {
    /** The fields that say it. */
    static final List<String> FIELDS =
            List.of("provider_url", "server_type", "concurrency", "source", "block", "threads", "coding");

    @Override
    public String word() {
        return "pulled";
    }
}
