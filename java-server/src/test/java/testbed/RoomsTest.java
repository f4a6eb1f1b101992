package testbed;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.List;
import org.junit.jupiter.api.Test;
import testbed.measure.Allocated;
import testbed.measure.Decoder;
import testbed.measure.Digest;
import testbed.measure.Encoder;
import testbed.measure.Window;

/** The server's rooms, a package each, from the lowest up: a room imports what stands beside its name here, and nothing else of ours. */
class RoomsTest {
    private static final List<Room> ROOMS = List.of(
            new Room("contract"),
            new Room("environment"),
            new Room("codings", "contract", "environment"),
            new Room("config", "contract"),
            new Room("objects", "contract"),
            new Room("guard", "contract", "objects"),
            new Room("measure", "environment"),
            new Room("judge", "contract", "environment", "measure"),
            new Room("engines", "contract", "objects", "environment", "guard", "measure"),
            new Room("request", "contract", "environment", "config", "objects", "engines"),
            // The objects of these two are those that a request names.
            new Room("bodies", "contract", "config", "objects", "request"),
            new Room("answer", "contract", "environment", "objects", "engines", "request", "measure", "judge"),
            new Room("send", "contract", "config", "objects", "measure", "request", "bodies", "answer"),
            new Room(
                    "run",
                    "contract",
                    "environment",
                    "codings",
                    "config",
                    "objects",
                    "guard",
                    "measure",
                    "judge",
                    "engines",
                    "request",
                    "bodies",
                    "answer",
                    "send"),
            new Room("http", "contract", "config"),
            new Room(
                    "routes",
                    "contract",
                    "environment",
                    "codings",
                    "config",
                    "objects",
                    "guard",
                    "measure",
                    "judge",
                    "engines",
                    "request",
                    "bodies",
                    "answer",
                    "send",
                    "run",
                    "http"));
    private static final String ROOT = "root";
    private static final JavaClasses CLASSES = classes();

    private record Room(String name, String... mayImport) {}

    /** Without those of libraries, which takes a second instead of half a minute. */
    private static JavaClasses classes() {
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        return new ClassFileImporter()
                .importUrl(Main.class.getProtectionDomain().getCodeSource().getLocation());
    }

    @Test
    void a_room_imports_only_what_it_may() {
        LayeredArchitecture rooms = layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                // Those of the profiles meter and bench, which stand on the server; and what protoc makes.
                .ensureAllClassesAreContainedInArchitectureIgnoring(
                        "testbed.meter..", "testbed.bench..", "testbed.messages..")
                .layer(ROOT)
                .definedBy("testbed")
                .whereLayer(ROOT)
                .mayNotBeAccessedByAnyLayer();
        for (Room room : ROOMS) {
            rooms = rooms.layer(room.name()).definedBy("testbed." + room.name() + "..");
        }
        for (Room room : ROOMS) {
            rooms = room.mayImport().length == 0
                    ? rooms.whereLayer(room.name()).mayNotAccessAnyLayer()
                    : rooms.whereLayer(room.name()).mayOnlyAccessLayers(room.mayImport());
        }
        rooms.check(CLASSES);
    }

    @Test
    void rooms_stand_in_no_circle() {
        slices().matching("testbed.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void an_engine_knows_the_window_what_it_allocates_and_nothing_else_of_measuring() {
        noClasses()
                .that()
                .resideInAPackage("testbed.engines..")
                .should()
                .dependOnClassesThat(resideInAPackage("testbed.measure..")
                        .and(not(belongToAnyOf(
                                Window.class, Decoder.class, Encoder.class, Allocated.class, Digest.class))))
                .check(CLASSES);
    }
}
