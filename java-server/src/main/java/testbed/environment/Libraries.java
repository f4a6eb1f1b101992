package testbed.environment;

import com.ctc.wstx.stax.WstxInputFactory;
import com.fasterxml.aalto.stax.InputFactoryImpl;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.jar.Attributes;
import org.HdrHistogram.Histogram;
import org.apache.catalina.startup.Tomcat;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.springframework.boot.SpringApplication;
import org.springframework.web.servlet.DispatcherServlet;
import tools.jackson.core.JsonParser;
import tools.jackson.module.blackbird.BlackbirdModule;

/** Versions of the libraries that figures depend on, as the jars that are really linked tell them. */
public final class Libraries {
    /** By artifact; the engines' own come with the registry. */
    private static final Map<String, Class<?>> BESIDE_ENGINES = Map.of(
            "jackson-core", JsonParser.class,
            "jackson-module-blackbird", BlackbirdModule.class,
            "woodstox-core", WstxInputFactory.class,
            "aalto-xml", InputFactoryImpl.class,
            "httpcore5", HttpClientConnection.class,
            "tomcat-embed-core", Tomcat.class,
            "spring-webmvc", DispatcherServlet.class,
            "spring-boot", SpringApplication.class,
            "HdrHistogram", Histogram.class);

    private Libraries() {}

    /**
     * The version of each library, by artifact: engines, what they stand on, and what bodies pass on their way.
     *
     * @param ofEngines those that the engines are made of
     */
    public static Map<String, String> linked(Map<String, String> ofEngines) {
        Map<String, String> versions = new TreeMap<>(ofEngines);
        BESIDE_ENGINES.forEach((artifact, type) -> versions.putIfAbsent(artifact, version(type)));
        return versions;
    }

    /** The version of the JDK, whose own libraries bear it, in three parts. */
    public static String jdk() {
        Runtime.Version version = Runtime.version();
        return version.feature() + "." + version.interim() + "." + version.update();
    }

    /**
     * The version of the jar that a class came from, whose manifest does not tell it, by what Maven left there.
     *
     * @throws IllegalStateException where it left nothing
     */
    public static String version(Class<?> type, String group, String artifact) {
        try (InputStream in =
                type.getResourceAsStream("/META-INF/maven/" + group + "/" + artifact + "/pom.properties")) {
            if (in == null) {
                throw new IllegalStateException("the jar of " + type.getName() + " does not tell its version");
            }
            Properties pom = new Properties();
            pom.load(in);
            return pom.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The version of the jar that a class came from, by its manifest.
     *
     * @throws IllegalStateException where the manifest has none
     */
    public static String version(Class<?> type) {
        try {
            JarURLConnection jar = (JarURLConnection)
                    type.getResource(type.getSimpleName() + ".class").openConnection();
            Attributes manifest = jar.getManifest().getMainAttributes();
            String implementation = manifest.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
            String version = implementation != null ? implementation : manifest.getValue("Bundle-Version");
            if (version == null) {
                throw new IllegalStateException("the jar of " + type.getName() + " does not tell its version");
            }
            return version.split(" ")[0]; // some name a commit behind it
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
