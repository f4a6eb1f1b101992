package testbed.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import testbed.engines.EngineRegistry;
import testbed.objects.ObjectTypes;

class LibrariesTest {
    @Test
    void every_library_tells_the_version_that_its_jar_is_named_after() {
        Map<String, String> linked = Libraries.linked(new EngineRegistry(new ObjectTypes()).libraries());
        assertThat(linked).containsKeys("woodstox-core", "aalto-xml", "httpcore5", "HdrHistogram");
        assertThat(EngineRegistry.ENGINES)
                .filteredOn(engine -> !engine.library().equals("java-server"))
                .isNotEmpty()
                .allSatisfy(engine -> assertThat(linked).containsKey(engine.library()));
        String classpath = System.getProperty("java.class.path");
        assertThat(linked.remove("java.xml"))
                .as("a module of the JDK, of which there is no jar")
                .startsWith(Runtime.version().feature() + ".");
        // The group stands before an artifact of which there are two.
        assertThat(linked).allSatisfy((artifact, version) -> assertThat(classpath)
                .contains("/" + artifact.substring(artifact.indexOf(':') + 1) + "-" + version + ".jar"));
    }
}
