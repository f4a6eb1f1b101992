package testbed;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/**
 * Starts the server, and says on its first line of output where it listens.
 *
 * <p>The rooms, the same as in the other servers: {@code routes} (one handler a file), {@code engines} (one library a file),
 * {@code objects} (one type a file), {@code guard} (one format a file), {@code run} (the timed window and all around it).
 */
public final class Main {
    private Main() {}

    /** Starts with the process's environment; exits with 78 where it cannot be used. */
    public static void main(String[] args) {
        try {
            ConfigurableApplicationContext server = start(Config.from(System.getenv()));
            System.out.println(new String(Wire.bytes(new Listening("listening", "java", url(server)))));
        } catch (IllegalArgumentException e) {
            fail(e.getMessage());
        }
    }

    private static void fail(String message) {
        System.err.println("java-server: " + message);
        System.exit(Config.EXIT_CODE);
    }

    /**
     * A server that is up and ready.
     *
     * @throws IllegalArgumentException where its address cannot be bound
     */
    public static ConfigurableApplicationContext start(Config config) {
        SpringApplication application = new SpringApplication(App.class);
        application.setDefaultProperties(Map.of("server.address", config.host(), "server.port", config.port()));
        application.addInitializers(
                context -> ((GenericApplicationContext) context).registerBean(Config.class, () -> config));
        try {
            return application.run();
        } catch (PortInUseException e) {
            throw new IllegalArgumentException(
                    "PORT is " + config.port()
                            + ", which is in use or may not be bound; stop what listens there, or choose another",
                    e);
        }
    }

    /** Where the server listens. */
    public static String url(ConfigurableApplicationContext server) {
        String host = server.getBean(Config.class).host();
        int port = ((WebServerApplicationContext) server).getWebServer().getPort();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    private record Listening(String event, String runtime, String url) {}
}
