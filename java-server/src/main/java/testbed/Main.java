package testbed;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.support.EnvironmentPostProcessorApplicationListener;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertiesPropertySource;
import org.springframework.core.env.StandardEnvironment;
import testbed.config.Config;
import testbed.contract.Addresses;
import testbed.contract.Wire;
import testbed.engines.EngineRegistry;
import testbed.environment.Heap;
import testbed.http.Patience;
import testbed.http.PunctualHttp;
import testbed.objects.ObjectTypes;

/**
 * Starts the server, and says on its first line of output where it listens.
 *
 * <p>The rooms, the same as in the other servers, from the lowest up; {@code RoomsTest} says which may import which:
 *
 * <ul>
 *   <li>{@code contract} (its words), {@code environment} (process and machine)
 *   <li>{@code codings} (one content coding a file), {@code config}, {@code objects} (one type a file)
 *   <li>{@code guard} (one format a file), {@code measure} (the timed window, clock and counters)
 *   <li>{@code judge} (steadiness, noise, advice), {@code engines} (one library a file)
 *   <li>{@code request} (what is asked for)
 *   <li>{@code bodies} (where bodies come from), {@code answer} (what is told)
 *   <li>{@code send} (where bodies are pushed to)
 *   <li>{@code run} (one at a time, and its loop), {@code http} (what no handler should know)
 *   <li>{@code routes} (one handler a file)
 * </ul>
 */
public final class Main {
    /** What a JVM takes flags from, beside the command that starts it. */
    private static final List<String> JVM_VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    /** By these prefixes loggers and their bridges take settings, among them files to write and classes to load. */
    private static final List<String> LOGGERS =
            List.of("org.apache.commons.logging.", "java.util.logging.", "logback.", "log4j");

    /** What Spring takes the address to bind to from. */
    private static final String ADDRESS = "server.address";

    private Main() {}

    /** Starts with the process's environment; exits with 78 where it, or the heap, cannot be used. */
    public static void main(String[] args) {
        serve(EngineRegistry::new);
    }

    /** The same with other engines; {@code src/meter} has some that prove the meter. */
    public static void serve(Function<ObjectTypes, EngineRegistry> registry) {
        // Before anything logs: a logger reads its settings once.
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> LOGGERS.stream().anyMatch(name::startsWith))
                .forEach(System::clearProperty);
        JVM_VARIABLES.stream()
                .filter(System.getenv()::containsKey)
                .forEach(name -> System.err.println("java-server: "
                        + name
                        + " is set and gives this JVM flags that its command does not name; unset it, or expect other"
                        + " figures."));
        Heap.endWhenUsedUp();
        try {
            Heap.check();
            ConfigurableApplicationContext server = start(Config.from(System.getenv()), registry);
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
     * @throws IllegalArgumentException where its address cannot be bound, or is another than the one configured
     */
    public static ConfigurableApplicationContext start(Config config) {
        return start(config, EngineRegistry::new);
    }

    /** The same with other engines. */
    public static ConfigurableApplicationContext start(Config config, Function<ObjectTypes, EngineRegistry> registry) {
        // Looked up once: what is judged here is what is bound to.
        InetAddress address = config.choose(addresses(config));
        checkFree(config, address);
        // The engines' libraries take a while to load on a cold JVM: they do so while Spring starts.
        CompletableFuture<ObjectTypes> types = CompletableFuture.supplyAsync(ObjectTypes::new);
        CompletableFuture<EngineRegistry> engines = types.thenApply(registry);
        SpringApplication application = new SpringApplication(App.class);
        application.setEnvironment(new Settings(config, address));
        // It would read the system's environment, JSON in a variable, and files in the working folder.
        application.setListeners(application.getListeners().stream()
                .filter(listener -> !(listener instanceof EnvironmentPostProcessorApplicationListener))
                .toList());
        application.addInitializers(context -> {
            GenericApplicationContext beans = (GenericApplicationContext) context;
            beans.registerBean(Config.class, () -> config);
            beans.registerBean(ObjectTypes.class, types::join);
            beans.registerBean(EngineRegistry.class, engines::join);
        });
        ConfigurableApplicationContext server = application.run();
        try {
            checkBound(config, address, bound(server));
        } catch (IllegalArgumentException e) {
            server.close();
            throw e;
        }
        return server;
    }

    /** All that Spring is told: a {@link Config} and this program's own file, whatever else is around the process. */
    private static final class Settings extends StandardEnvironment {
        Settings(Config config, InetAddress address) {
            super(new MutablePropertySources());
            getPropertySources().addLast(new MapPropertySource("config", properties(config, address)));
            getPropertySources().addLast(new PropertiesPropertySource("application.properties", ownFile()));
        }

        @Override
        protected void customizePropertySources(MutablePropertySources sources) {
            // None of those that a StandardEnvironment has: neither system properties nor the system's environment.
        }

        private static Properties ownFile() {
            Properties properties = new Properties();
            try (InputStream file = Main.class.getResourceAsStream("/application.properties")) {
                properties.load(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return properties;
        }
    }

    private static InetSocketAddress bound(ConfigurableApplicationContext server) {
        TomcatWebServer web = (TomcatWebServer) ((WebServerApplicationContext) server).getWebServer();
        return ((PunctualHttp) web.getTomcat().getConnector().getProtocolHandler()).bound();
    }

    /** Nothing but a {@link Config} decides where the server listens; should something else have, nobody is to reach it. */
    static void checkBound(Config config, InetAddress address, InetSocketAddress bound) {
        boolean sameHost = address.equals(bound.getAddress())
                || address.isAnyLocalAddress() && bound.getAddress().isAnyLocalAddress();
        boolean samePort = config.port() == 0 || config.port() == bound.getPort();
        if (!sameHost || !samePort) {
            throw new IllegalArgumentException("HOST is " + config.host() + " and PORT is " + config.port()
                    + ", but the server was bound to " + bound + "; report this, with its environment and command");
        }
    }

    private static Map<String, Object> properties(Config config, InetAddress address) {
        return Map.of(
                ADDRESS,
                spelled(config.host(), address),
                "server.port",
                config.port(),
                "server.tomcat.max-connections",
                config.maxConnections(),
                "server.tomcat.threads.max",
                Patience.THREADS,
                // Between two reads of a request and between two writes of an answer; RequestBody bounds them together.
                "server.tomcat.connection-timeout",
                config.clientTimeoutMs() + "ms",
                "server.tomcat.keep-alive-timeout",
                config.keepAliveTimeoutMs() + "ms");
    }

    private static List<InetAddress> addresses(Config config) {
        try {
            return List.of(InetAddress.getAllByName(config.host()));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    "HOST is " + config.host() + ", which has no address; allowed is an address of this machine", e);
        }
    }

    /** An address as it is configured, or the one that a name has. */
    private static String spelled(String host, InetAddress address) {
        return Addresses.isIpv4(host) || Addresses.isIpv6(host) ? host : address.getHostAddress();
    }

    /** Tells at once, and in words, what Spring would find out late. */
    private static void checkFree(Config config, InetAddress address) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(address, config.port()));
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "PORT is " + config.port() + " and HOST " + config.host() + ", which cannot be bound ("
                            + e.getMessage() + "); stop what listens there, or choose another",
                    e);
        }
    }

    /** Where the server listens. */
    public static String url(ConfigurableApplicationContext server) {
        String host = server.getEnvironment().getRequiredProperty(ADDRESS);
        int port = ((WebServerApplicationContext) server).getWebServer().getPort();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    private record Listening(String event, String runtime, String url) {}
}
