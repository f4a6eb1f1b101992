package testbed.codings;

import java.util.function.Supplier;
import testbed.contract.Problem;
import testbed.contract.ProblemException;

/** Libraries that bring machine code, and unpack it into a folder as they are used first. */
final class MachineCode {
    private MachineCode() {}

    /**
     * What a library makes that may have to load its machine code for it.
     *
     * @throws ProblemException {@code internal} where it cannot
     */
    static <T> T use(String library, Supplier<T> made) {
        try {
            return made.get();
        } catch (LinkageError e) {
            throw new ProblemException(Problem.internal(library + " cannot load its machine code from "
                    + System.getProperty("java.io.tmpdir")
                    + ": that folder must be writable and may not be mounted noexec, and the system must be Linux with"
                    + " glibc on x86_64 or aarch64; start the server with -Djava.io.tmpdir=FOLDER for another folder"));
        }
    }
}
