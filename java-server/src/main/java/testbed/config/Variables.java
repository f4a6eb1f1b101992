package testbed.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import testbed.contract.HostAndPort;
import testbed.contract.Origin;

/** Reading variables: what each kind of value may be, and what is said of one that may not. */
record Variables(Map<String, String> environment) {
    private static final int A_DAY_MS = 86_400_000;

    /** A number in digits, from least to most. */
    int number(String name, int absent, int least, int most) {
        String value = environment.get(name);
        if (value == null) {
            return absent;
        }
        // No more digits than a long holds for certain.
        long number = value.matches("[0-9]{1,18}") ? Long.parseLong(value) : -1;
        if (number < least || number > most) {
            throw refused(name, value, "an integer from " + least + " to " + most);
        }
        return (int) number;
    }

    /** A number of milliseconds, up to a day. */
    int milliseconds(String name, int absent, int least) {
        return number(name, absent, least, A_DAY_MS);
    }

    /** {@code true} or {@code false}, which is the default. */
    boolean flag(String name) {
        String value = environment.getOrDefault(name, "false");
        if (!value.equals("true") && !value.equals("false")) {
            throw refused(name, value, "true or false");
        }
        return value.equals("true");
    }

    /** An address or a name to bind to. */
    String host(String name, String absent) {
        String value = environment.getOrDefault(name, absent);
        if (!value.matches("[!-~]+")) {
            throw refused(name, value, "an address or a host name");
        }
        return value;
    }

    /** Origins separated by commas; none for the word {@code none}. Says nothing where the variable is empty. */
    Optional<Set<Origin>> origins(String name) {
        return set(
                name, Origin::parse, "a list of origins such as http://127.0.0.1:8082, separated by commas, or none");
    }

    /** Hosts, in the same way. */
    Optional<Set<AllowedHost>> hosts(String name) {
        return set(
                name,
                AllowedHost::parse,
                "a list of hosts such as rust-server or rust-server:8081, separated by commas");
    }

    /** Origins that may leave the port open, in the same way. */
    Optional<Set<AllowedReceiver>> receivers(String name) {
        return set(
                name,
                AllowedReceiver::parse,
                "a list of origins such as http://127.0.0.1:8080 or http://127.0.0.1:*, separated by commas, or none");
    }

    /** Names or addresses of hosts, without ports; none where the variable is empty. */
    Set<String> peers(String name) {
        return set(
                        name,
                        Variables::peer,
                        "a list of hosts such as 127.0.0.1 or rust-server, without ports, separated by commas, or none")
                .orElse(Set.of());
    }

    private static Optional<String> peer(String text) {
        return HostAndPort.parse(text).filter(said -> said.port() == null).map(HostAndPort::host);
    }

    /** A token; empty where the variable is absent, or is the word {@code none}. */
    Optional<AuthToken> token(String name) {
        String value = environment.getOrDefault(name, "none");
        if (value.equals("none")) {
            return Optional.empty();
        }
        Optional<AuthToken> token = AuthToken.parse(value);
        if (token.isEmpty()) {
            throw said(name, "no token", "a token, which has " + AuthToken.RULE + ", or none");
        }
        return token;
    }

    /** A token in a file; empty where the variable is absent. */
    Optional<AuthToken> tokenFile(String name) {
        String allowed = "a file with a token, which has " + AuthToken.RULE;
        return file(name, allowed).map(text -> AuthToken.parse(text.replaceAll("[\r\n]+$", ""))
                .orElseThrow(() -> unusable(name, "no token", allowed)));
    }

    /** Tokens by origin, in a file; none where the variable is absent. */
    OriginTokens originTokens(String name) {
        String allowed =
                "a file in which each line is another origin, a space and a token, which has " + AuthToken.RULE;
        String text = file(name, allowed).orElse("");
        try {
            return OriginTokens.parse(text);
        } catch (IllegalArgumentException e) {
            throw unusable(name, e.getMessage(), allowed);
        }
    }

    /** What the variable's file says; empty where the variable is absent. */
    private Optional<String> file(String name, String allowed) {
        String path = environment.get(name);
        if (path == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Files.readString(Path.of(path)));
        } catch (IOException | InvalidPathException e) {
            throw said(name, "\"" + path + "\", which cannot be read as text", allowed);
        }
    }

    /** Of what a file has nothing is told. */
    private IllegalArgumentException unusable(String name, String what, String allowed) {
        return said(name, "\"" + environment.get(name) + "\", which has " + what, allowed);
    }

    private <T> Optional<Set<T>> set(String name, Function<String, Optional<T>> parse, String allowed) {
        String value = environment.getOrDefault(name, "").strip();
        if (value.isEmpty()) {
            return Optional.empty();
        }
        if (value.equals("none")) {
            return Optional.of(Set.of());
        }
        return Optional.of(Arrays.stream(value.split(",", -1))
                .map(String::strip)
                .map(entry -> parse.apply(entry).orElseThrow(() -> noEntry(name, value, allowed, entry)))
                .collect(Collectors.toUnmodifiableSet()));
    }

    private static IllegalArgumentException noEntry(String name, String value, String allowed, String entry) {
        return refused(
                name,
                value,
                allowed + ", and \"" + entry + "\" is no such entry (a host has letters, digits, - and . alone)");
    }

    private static IllegalArgumentException refused(String name, String value, String allowed) {
        return said(name, "\"" + value + "\"", allowed);
    }

    private static IllegalArgumentException said(String name, String what, String allowed) {
        return new IllegalArgumentException(
                name + " is " + what + "; allowed is " + allowed + ". See docs/configuration.md.");
    }
}
