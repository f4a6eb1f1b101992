package testbed.codings;

import testbed.contract.Coding;

/** The library of a coding, which codes whole bodies and decodes them. */
public interface Coder {
    /** The coding. */
    Coding coding();

    /** The library's artifact, or its package in the JDK. */
    String library();

    /** The version of it that is linked. */
    String version();

    /** The body, coded at the one level that the contract names. */
    byte[] encode(byte[] body);

    /**
     * A decoder of bodies that decode to so many bytes at most.
     *
     * @throws testbed.contract.ProblemException where the library cannot be loaded
     */
    BodyDecoder decoder(int mostBytes);
}
