package testbed.period;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import testbed.Main;
import testbed.contract.Format;
import testbed.engines.Engine;
import testbed.engines.EngineRegistry;

/**
 * Starts the server with period engines beside its own: those that a program of 2009 had, used as such programs used them. In builds with
 * the profile {@code period} alone, since one of them executes what it reads.
 */
public final class PeriodMain {
    private PeriodMain() {}

    /** As {@link Main#main}. */
    public static void main(String[] args) {
        Main.serve(types -> new EngineRegistry(engines(), types));
    }

    /** Those of the server first, so that none of the others is a default. */
    static List<Engine> engines() {
        return Stream.of(EngineRegistry.ENGINES, period()).flatMap(List::stream).toList();
    }

    private static List<Engine> period() {
        Engine json = usual(Format.JSON);
        Engine xml = usual(Format.XML);
        List<Engine> engines = new ArrayList<>(List.of(new OrgJson(json)));
        for (Dom.Reuse reuse : Dom.Reuse.values()) {
            engines.add(new Dom(reuse, xml));
        }
        for (Dtd.Place place : Dtd.Place.values()) {
            engines.add(new Dom(place, xml));
        }
        engines.addAll(List.of(new Sax(xml), new Stax(xml)));
        for (JaxbContexts.Reuse reuse : JaxbContexts.Reuse.values()) {
            engines.add(new JaxbContexts(reuse, xml));
        }
        engines.add(new XmlDecoder(xml));
        return engines;
    }

    private static Engine usual(Format format) {
        return EngineRegistry.ENGINES.stream()
                .filter(engine -> engine.format() == format)
                .findFirst()
                .orElseThrow();
    }
}
